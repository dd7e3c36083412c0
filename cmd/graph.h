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

/* An unresolved call that has the simple name of what was asked for. */
typedef struct lu_stray {
	int64_t src;
	lu_brief el; /* of src, filled in for those that are shown */
	lu_str name, reason;
	uint32_t line, count;
} lu_stray;

/* The answer to one question about one element. Views live in the arena of the question. */
typedef struct lu_graph_answer {
	lu_asked asked;
	lu_brief el;
	size_t matches; /* elements that the name means */
	unsigned kinds;
	lu_trace walk[2]; /* inherits: against the edges, and along them */
	size_t n_walk;
	bool *show[2]; /* the edges of each walk that are shown: the first ones that belong to the answer */
	size_t edges, shown; /* that belong to the answer; that are shown */
	size_t elements; /* distinct ones that were reached, without the first */
	size_t grades[LU_GRADES];

	lu_brief target; /* path: the other end */
	lu_way *way;
	size_t n_way;
	int64_t ways; /* of all */
	uint32_t hops;

	bool counted; /* callers: unresolved calls were looked for */
	lu_stray *stray;
	size_t n_stray, stray_shown;
} lu_graph_answer;

/* ---- finding what a name means ---- */

/* The elements that an operand means: an id, PATH:LINE, a name, or a PATH. LU_ENOENT when there is none, with what it
 * may have meant. */
lu_code lu_graph_find(lu_store *s, const char *operand, lu_arena *a, lu_brief **out, size_t *n,
		      lu_err *e) LU_MUST_USE;

/* ---- showing ---- */

/* Both ends of an edge that was walked, in its own direction; dst NULL: unresolved. */
void lu_graph_ends(const lu_trace *w, const lu_step *g, const lu_brief **src, const lu_brief **dst);

typedef struct lu_file_count {
	lu_str path;
	size_t n; /* elements that were reached in it */
} lu_file_count;
/* The files of what was reached, the most touched first. */
lu_code lu_graph_files(const lu_graph_answer *q, lu_arena *a, lu_file_count **out, size_t *n,
		       lu_err *e) LU_MUST_USE;
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
