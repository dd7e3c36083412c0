/* SPDX-License-Identifier: MIT
 * What the parts of a question about the graph share. */
#ifndef LU_SESSION_GRAPH_H
#define LU_SESSION_GRAPH_H

#include "lucus/graph_answer.h"

/* The sites of one name, which several elements may have, and the coverage. Zero-initialise. */
typedef struct lu__sharing {
	lu_arena a;
	lu_str simple; /* the name whose sites are known */
	lu_edge_kind kind;
	lu_sites sites;
	bool covered;
	lu_coverage coverage;
} lu__sharing;
/* What the answer does not hold: references of kind q->shared that share the name, for calls other places that mention
 * it, and what was not read; of these the first are shown, as many as *o has room for. *q has views of *k. */
lu_code lu__graph_share(lu_store *s, lu__sharing *k, const lu_graph_options *o, lu_graph_answer *q, lu_arena *a,
			lu_err *e) LU_MUST_USE;

/* TYPE.MEMBER where the type has the member from its bases alone: the definitions that it has, by edges that are sure. What
 * another base of it overrides is not among them; those of several bases that do not know each other are. Adds to *out. */
lu_code lu__inherited_name(lu_store *s, lu_str name, lu_arena *a, lu_graph_meant *out, lu_err *e) LU_MUST_USE;

/* The walk that answers a question with these options. */
lu_trace_options lu__graph_walk(const lu_graph_options *o);

/* Fill in what *q counts of its walks, and which of their edges are shown, at most `limit`. `tests`: only tests belong
 * to the answer, and what leads to them. */
lu_code lu__graph_count(lu_graph_answer *q, bool tests, size_t limit, lu_arena *a, lu_err *e) LU_MUST_USE;

#endif
