/* SPDX-License-Identifier: MIT
 * The tools, and what they are made of: arguments that are read, a page that is filled within a budget. */
#ifndef LU_MCP_TOOL_H
#define LU_MCP_TOOL_H

#include "mcp/mcp.h"

/* ---- arguments ---- */

/* The arguments of a call. What is wrong with one is kept, and found by lu__args_end(). */
typedef struct lu__args {
	const lu_json *v;
	const char *asked[24]; /* names that were looked for */
	size_t n_asked;
	lu_arena *a;
	lu_err why;
	lu_code rc;
} lu__args;

/* Of each: `key` absent or null gives what the caller had. Views live in the arena or the message. */
void lu__args_str(lu__args *x, const char *key, lu_str *out);
/* A string, or an array of at most `max` of them. */
void lu__args_strs(lu__args *x, const char *key, size_t max, lu_strs *out);
void lu__args_int(lu__args *x, const char *key, int64_t min, int64_t max, int64_t *out);
/* One of `names`, NULL at the end. */
void lu__args_choice(lu__args *x, const char *key, const char *const *names, int *out);
/* Paths as lu_query_options has them: below the root, without "./" and a "/" at the end. */
void lu__args_paths(lu__args *x, const char *key, lu_strs *out);
/* LU_EUSAGE: an argument is wrong, or none of the tool's. */
lu_code lu__args_end(lu__args *x, lu_err *e) LU_MUST_USE;

/* ---- the page ---- */

#define LU__PAGE_DEFAULT 2000 /* tokens */
#define LU__PAGE_MIN     200
#define LU__PAGE_MAX     50000

/* What a call answers, twice: as text for reading, and as JSON for programs; a client shows a model one of them. Each
 * stays within the budget. */
typedef struct lu__page {
	lu_buf text, notes; /* notes: lines for the end */
	lu_jw data;         /* the elements of "items" */
	size_t budget;      /* bytes that text and data may each have, without the end */
	size_t share;       /* bytes that an item may have, budget when it is 0 */
	int64_t left;       /* items that did not fit */
} lu__page;

/* Something in the code base, and a place of it. */
typedef struct lu__item {
	const char *role; /* "hit", "caller" ...; of several lists that are in one */
	lu_str path;
	uint32_t line, end; /* end 0: a line alone */
	lu_str type, name;
	const char *detail; /* NULL: none */
	lu_str source;      /* from line `first` on, as it is in the file; empty: none */
	uint32_t first;     /* 0: the lines have no numbers */
} lu__item;

void lu__page_init(lu__page *p, int64_t max_tokens);
void lu__page_free(lu__page *p);
/* Bytes that there is still room for, and that an item takes. */
size_t lu__page_room(const lu__page *p);
size_t lu__page_size(const lu__item *item);
/* A line of the text, as a heading of what follows. */
void lu__page_line(lu__page *p, const char *fmt, ...) LU_PRINTF(2, 3);
/* The same above what was added since the text had `from` bytes: a heading that says how much of it there is. */
void lu__page_head(lu__page *p, size_t from, const char *fmt, ...) LU_PRINTF(3, 4);
/* Text of the answer itself, in both forms: `key` names it in an item of its own. Cut where it does not fit. */
void lu__page_text(lu__page *p, const char *role, lu_str text);
/* Add an item, its source cut by lines where it does not fit; false: not even its place did, and it is counted. */
bool lu__page_item(lu__page *p, const lu__item *item);
/* Say of an element that it was found as what `heir` inherits; nothing when that is empty. */
void lu__note_heir(lu__page *p, lu_str heir, const lu_brief *el);
/* A note for the end, in both forms: what was left out, and how to get it. */
void lu__page_note(lu__page *p, const char *fmt, ...) LU_PRINTF(2, 3);

/* ---- the tools ---- */

typedef struct lu__call {
	const lu_mcp *mcp;
	const lu_request *request;
	const lu_mcp_progress *progress;
	lu_mcp_base base;
	lu_freshness fresh; /* of what was asked last */
	lu_arena *a;
} lu__call;

/* Keep in c->fresh how fresh the answer of a search is, which is freed then. */
void lu__call_asked(lu__call *c, const lu_found *f);

typedef lu_code lu__tool_fn(lu__call *c, lu__args *args, lu__page *p, lu_err *e);
lu_code lu__tool_search(lu__call *c, lu__args *args, lu__page *p, lu_err *e) LU_MUST_USE;
lu_code lu__tool_context(lu__call *c, lu__args *args, lu__page *p, lu_err *e) LU_MUST_USE;
lu_code lu__tool_graph(lu__call *c, lu__args *args, lu__page *p, lu_err *e) LU_MUST_USE;
lu_code lu__tool_ask(lu__call *c, lu__args *args, lu__page *p, lu_err *e) LU_MUST_USE;

typedef struct lu__tool {
	const char *name;
	const char *about; /* members of its entry in tools/list, JSON text */
	lu__tool_fn *run;
} lu__tool;
extern const lu__tool lu__tools[];
#define LU__TOOLS 4
extern const char lu__mcp_output[]; /* the schema of what each of them gives, JSON text */
extern const char lu__mcp_instructions[];

/* Call `tool` with the arguments `args`; the members of the result are written into `w`. LU_ECANCEL and LU_ENOMEM
 * alone: whatever else fails is told in the result. */
lu_code lu__tool_call(const lu_mcp *m, const lu__tool *tool, const lu_json *args, const lu_request *r,
		      const lu_mcp_progress *p, lu_jw *w, lu_err *e) LU_MUST_USE;

/* ---- parts ---- */

/* What a diff affects: `diff` is one, or, as a line alone, a revision that the tree is compared with. */
typedef struct lu__diffed {
	lu_str diff;
	uint32_t depth; /* 0: the usual */
	size_t limit;   /* elements of each list */
} lu__diffed;
lu_code lu__impact_of_diff(lu__call *c, const lu__diffed *x, lu__page *p, lu_err *e) LU_MUST_USE;

/* The edges of an answer about the graph as items while they fit, at most `most`: how many there are on the page. `role`
 * NULL: that of the question. */
size_t lu__graph_items(lu__page *p, const lu_graph_answer *q, const char *role, size_t most);
/* A note of what shares the name that was asked for. */
void lu__graph_strays(lu__page *p, const lu_graph_answer *q);

#endif
