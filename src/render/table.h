/* SPDX-License-Identifier: MIT
 * The table of renderers, and what they share. */
#ifndef LU_RENDER_TABLE_H
#define LU_RENDER_TABLE_H

#include "render/render.h"

/* Kinds of results: the name of each, as in lu_render_NAME(), and the type of what is rendered. */
#define LU__RENDERED(X) \
	X(graph, lu_graph_answer) \
	X(impact, lu_impact) \
	X(themes, lu_themes) \
	X(concepts, lu_concepts_shown) \
	X(expansion, lu_expansion_shown) \
	X(hits, lu_hits_shown) \
	X(answer, lu_answer_shown) \
	X(event, lu_event_shown) \
	X(metrics, lu_measured) \
	X(questions, lu_measured) \
	X(failures, lu_measured) \
	X(differences, lu_compared) \
	X(ledger, lu_ledger_shown)

/* What a format makes of each kind. */
typedef struct lu__renderers {
#define X(kind, type) lu_code (*kind)(lu_sink * o, const type *v, lu_err *e);
	LU__RENDERED(X)
#undef X
} lu__renderers;

extern const lu__renderers lu__render_table[LU_FORMATS]; /* none for LU_FORMAT_AUTO */

lu_code lu__graph_json(lu_sink *o, const lu_graph_answer *q, lu_err *e) LU_MUST_USE;
lu_code lu__graph_text(lu_sink *o, const lu_graph_answer *q, lu_err *e) LU_MUST_USE; /* Markdown, too */
lu_code lu__graph_places(lu_sink *o, const lu_graph_answer *q, lu_err *e) LU_MUST_USE;
lu_code lu__graph_dot(lu_sink *o, const lu_graph_answer *q, lu_err *e) LU_MUST_USE;

lu_code lu__impact_json(lu_sink *o, const lu_impact *x, lu_err *e) LU_MUST_USE;
lu_code lu__impact_text(lu_sink *o, const lu_impact *x, lu_err *e) LU_MUST_USE; /* Markdown, too */
lu_code lu__impact_places(lu_sink *o, const lu_impact *x, lu_err *e) LU_MUST_USE;

lu_code lu__themes_json(lu_sink *o, const lu_themes *t, lu_err *e) LU_MUST_USE;
lu_code lu__themes_text(lu_sink *o, const lu_themes *t, lu_err *e) LU_MUST_USE; /* Markdown, too */
lu_code lu__themes_places(lu_sink *o, const lu_themes *t, lu_err *e) LU_MUST_USE;
lu_code lu__themes_dot(lu_sink *o, const lu_themes *t, lu_err *e) LU_MUST_USE;

lu_code lu__concepts_json(lu_sink *o, const lu_concepts_shown *x, lu_err *e) LU_MUST_USE;
lu_code lu__concepts_text(lu_sink *o, const lu_concepts_shown *x, lu_err *e) LU_MUST_USE; /* Markdown, too */
lu_code lu__concepts_places(lu_sink *o, const lu_concepts_shown *x, lu_err *e) LU_MUST_USE;
lu_code lu__concepts_dot(lu_sink *o, const lu_concepts_shown *x, lu_err *e) LU_MUST_USE;

lu_code lu__expansion_json(lu_sink *o, const lu_expansion_shown *s, lu_err *e) LU_MUST_USE;
lu_code lu__expansion_text(lu_sink *o, const lu_expansion_shown *s, lu_err *e) LU_MUST_USE; /* Markdown, too */
lu_code lu__expansion_paths(lu_sink *o, const lu_expansion_shown *s, lu_err *e) LU_MUST_USE;
lu_code lu__expansion_lines(lu_sink *o, const lu_expansion_shown *s, lu_err *e) LU_MUST_USE;

lu_code lu__hits_json(lu_sink *o, const lu_hits_shown *s, lu_err *e) LU_MUST_USE;
lu_code lu__hits_text(lu_sink *o, const lu_hits_shown *s, lu_err *e) LU_MUST_USE;
lu_code lu__hits_md(lu_sink *o, const lu_hits_shown *s, lu_err *e) LU_MUST_USE;
lu_code lu__hits_places(lu_sink *o, const lu_hits_shown *s, lu_err *e) LU_MUST_USE;

lu_code lu__answer_json(lu_sink *o, const lu_answer_shown *s, lu_err *e) LU_MUST_USE;
lu_code lu__answer_text(lu_sink *o, const lu_answer_shown *s, lu_err *e) LU_MUST_USE; /* Markdown, too */
lu_code lu__answer_places(lu_sink *o, const lu_answer_shown *s, lu_err *e) LU_MUST_USE;

lu_code lu__event_json(lu_sink *o, const lu_event_shown *s, lu_err *e) LU_MUST_USE;
lu_code lu__event_text(lu_sink *o, const lu_event_shown *s, lu_err *e) LU_MUST_USE; /* Markdown, too */
lu_code lu__event_none(lu_sink *o, const lu_event_shown *s, lu_err *e) LU_MUST_USE;

lu_code lu__metrics_json(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;
lu_code lu__metrics_text(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;
lu_code lu__metrics_md(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;
lu_code lu__questions_json(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;
lu_code lu__questions_none(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;
lu_code lu__failures_json(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;
lu_code lu__failures_text(lu_sink *o, const lu_measured *x, lu_err *e) LU_MUST_USE;
lu_code lu__differences_json(lu_sink *o, const lu_compared *x, lu_err *e) LU_MUST_USE;
lu_code lu__differences_text(lu_sink *o, const lu_compared *x, lu_err *e) LU_MUST_USE;
lu_code lu__differences_md(lu_sink *o, const lu_compared *x, lu_err *e) LU_MUST_USE;

lu_code lu__ledger_json(lu_sink *o, const lu_ledger_shown *s, lu_err *e) LU_MUST_USE;
lu_code lu__ledger_text(lu_sink *o, const lu_ledger_shown *s, lu_err *e) LU_MUST_USE;

/* ---- parts ---- */

/* "calls", "inherits from": what an edge says. */
void lu__add_kind(lu_edge_kind kind, lu_buf *b);
/* A quoted string for Graphviz. */
void lu__add_quoted(lu_buf *out, lu_str s);
/* The colour of a grade. */
lu_color lu__grade_color(lu_grade g);
/* Which element it is, as members of a record. */
void lu__write_element(lu_jw *w, const lu_brief *b);
/* What an answer about the graph comes to: the numbers below its edges. */
lu_code lu__graph_sums(lu_sink *o, const lu_graph_answer *q, lu_err *e) LU_MUST_USE;

#endif
