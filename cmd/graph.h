/* SPDX-License-Identifier: MIT
 * What the parts of `lucus graph` share: the question, what was found, and the ways to show it. */
#ifndef LU_CMD_GRAPH_H
#define LU_CMD_GRAPH_H

#include "lucus/relate.h"

typedef enum lu_asked {
	LU_ASK_CALLERS,
	LU_ASK_CALLEES,
	LU_ASK_PATH,
	LU_ASK_INHERITS,
	LU_ASK_TESTS,
	LU_ASK_IMPACT,
	LU_ASK_QUESTIONS
} lu_asked;

extern const char *const lu_asked_names[]; /* "callers" ..., NULL at the end */

/* A reference that shares the simple name of what was asked for, and does not lead to it for sure. */
typedef struct lu_stray {
	const lu_site *site;
	lu_brief el; /* where it stands; filled in for those that are shown */
} lu_stray;

/* What an answer can know, and what it can not. */
typedef struct lu_coverage {
	int64_t files;          /* that were read */
	int64_t partial, lines; /* of these, with lines from which no call can have been read */
	int64_t unknown;        /* of these, not known */
	int64_t plain;          /* of these, without a grammar: lines alone */
	int64_t left;           /* files that were not read */
	const lu_covered *why;  /* of these, by reason and language */
	size_t n_why;
} lu_coverage;

/* The answer to one question about one element. Views live in the arena of the question. */
typedef struct lu_graph_answer {
	lu_asked asked;
	lu_brief el;
	size_t matches; /* elements that the name means */
	unsigned kinds;
	lu_trace walk[2]; /* inherits: against the edges, and along them */
	size_t n_walk;
	bool *show[2];       /* the edges of each walk that are shown: the first ones that belong to the answer */
	size_t edges, shown; /* that belong to the answer; that are shown */
	size_t elements;     /* distinct ones that were reached, without the first */
	size_t grades[LU_GRADES];

	lu_brief target; /* path: the other end */
	lu_way *way;
	size_t n_way;
	int64_t ways; /* of all */
	uint32_t hops;

	const lu_sites *sites; /* that share the name; NULL: the question does not ask for them */
	lu_edge_kind shared;   /* their kind */
	int64_t elsewhere;     /* of them, sites that lead to other elements for sure */
	lu_stray *stray;       /* of them, unresolved ones, and ambiguous ones that do not lead here */
	size_t n_stray, stray_shown, place_shown;
	lu_coverage coverage;
} lu_graph_answer;

/* ---- finding what a name means ---- */

/* The elements that an operand means: an id, PATH:LINE, a name, or a PATH. LU_ENOENT when there is none, with what it
 * may have meant. */
lu_code lu_graph_find(lu_store *s, const char *operand, lu_arena *a, lu_brief **out, size_t *n, lu_err *e) LU_MUST_USE;

/* ---- what shares the name ---- */

/* The sites of one name, which several elements may have, and the coverage. Zero-initialise. */
typedef struct lu_sharing {
	lu_arena a;
	lu_str simple; /* the name whose sites are known */
	lu_edge_kind kind;
	lu_sites sites;
	bool covered;
	lu_coverage coverage;
} lu_sharing;
/* What the answer does not hold: references of kind q->shared that share the name, for calls other places that mention
 * it, and what was not read. `list`, `mentions`: the first of them are to be shown, at most `room`. *q has views of *k. */
lu_code lu_graph_share(lu_store *s, lu_sharing *k, lu_graph_answer *q, size_t room, bool list, bool mentions,
		       lu_arena *a, lu_err *e) LU_MUST_USE;

/* ---- showing ---- */

/* Both ends of an edge that was walked, in its own direction; dst NULL: unresolved. */
void lu_graph_ends(const lu_trace *w, const lu_step *g, const lu_brief **src, const lu_brief **dst);

typedef struct lu_file_count {
	lu_str path;
	size_t n; /* elements that were reached in it */
} lu_file_count;
/* The files of what was reached, the most touched first. */
lu_code lu_graph_files(const lu_graph_answer *q, lu_arena *a, lu_file_count **out, size_t *n, lu_err *e) LU_MUST_USE;
/* How many elements were first reached at `depth`. */
size_t lu_graph_at_depth(const lu_graph_answer *q, uint32_t depth);
/* The greatest depth at which something was reached. */
uint32_t lu_graph_depth(const lu_graph_answer *q);

lu_code lu_graph_json(const lu_graph_answer *q, lu_arena *a, lu_err *e) LU_MUST_USE;
/* Text, Markdown or paths, as lu_out_format() says. */
lu_code lu_graph_text(const lu_graph_answer *q, lu_arena *a, lu_err *e) LU_MUST_USE;
/* The statements of a Graphviz graph; the caller writes what stands around them. */
lu_code lu_graph_dot(const lu_graph_answer *q, lu_err *e) LU_MUST_USE;

#endif
