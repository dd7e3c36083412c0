/* SPDX-License-Identifier: MIT
 * Which function renders what in which format. */
#include "render/table.h"

/* Only a graph can be drawn. */
#define UNDRAWN(kind, type) \
	static lu_code undrawn_##kind(lu_sink *o, const type *v, lu_err *e) \
	{ \
		(void)o; \
		(void)v; \
		return lu_fail(e, LU_EUSAGE, "only answers about the graph are written for Graphviz"); \
	}
UNDRAWN(impact, lu_impact)
UNDRAWN(expansion, lu_expansion_shown)
UNDRAWN(hits, lu_hits_shown)
UNDRAWN(answer, lu_answer_shown)
UNDRAWN(event, lu_event_shown)
UNDRAWN(metrics, lu_measured)
UNDRAWN(questions, lu_measured)
UNDRAWN(failures, lu_measured)
UNDRAWN(differences, lu_compared)
UNDRAWN(ledger, lu_ledger_shown)

const lu__renderers lu__render_table[LU_FORMATS] = {
	[LU_FORMAT_JSON] = { .graph = lu__graph_json,
			     .impact = lu__impact_json,
			     .themes = lu__themes_json,
			     .concepts = lu__concepts_json,
			     .expansion = lu__expansion_json,
			     .hits = lu__hits_json,
			     .answer = lu__answer_json,
			     .event = lu__event_json,
			     .metrics = lu__metrics_json,
			     .questions = lu__questions_json,
			     .failures = lu__failures_json,
			     .differences = lu__differences_json,
			     .ledger = lu__ledger_json },
	[LU_FORMAT_TEXT] = { .graph = lu__graph_text,
			     .impact = lu__impact_text,
			     .themes = lu__themes_text,
			     .concepts = lu__concepts_text,
			     .expansion = lu__expansion_text,
			     .hits = lu__hits_text,
			     .answer = lu__answer_text,
			     .event = lu__event_text,
			     .metrics = lu__metrics_text,
			     .questions = lu__questions_none,
			     .failures = lu__failures_text,
			     .differences = lu__differences_text,
			     .ledger = lu__ledger_text },
	[LU_FORMAT_MD] = { .graph = lu__graph_text,
			   .impact = lu__impact_text,
			   .themes = lu__themes_text,
			   .concepts = lu__concepts_text,
			   .expansion = lu__expansion_text,
			   .hits = lu__hits_md,
			   .answer = lu__answer_text,
			   .event = lu__event_text,
			   .metrics = lu__metrics_md,
			   .questions = lu__questions_none,
			   .failures = lu__failures_text,
			   .differences = lu__differences_md,
			   .ledger = lu__ledger_text },
	[LU_FORMAT_PATHS] = { .graph = lu__graph_places,
			      .impact = lu__impact_places,
			      .themes = lu__themes_places,
			      .concepts = lu__concepts_places,
			      .expansion = lu__expansion_paths,
			      .hits = lu__hits_places,
			      .answer = lu__answer_places,
			      .event = lu__event_none,
			      .metrics = lu__metrics_text,
			      .questions = lu__questions_none,
			      .failures = lu__failures_text,
			      .differences = lu__differences_text,
			      .ledger = lu__ledger_text },
	[LU_FORMAT_LINES] = { .graph = lu__graph_places,
			      .impact = lu__impact_places,
			      .themes = lu__themes_places,
			      .concepts = lu__concepts_places,
			      .expansion = lu__expansion_lines,
			      .hits = lu__hits_places,
			      .answer = lu__answer_places,
			      .event = lu__event_none,
			      .metrics = lu__metrics_text,
			      .questions = lu__questions_none,
			      .failures = lu__failures_text,
			      .differences = lu__differences_text,
			      .ledger = lu__ledger_text },
	[LU_FORMAT_DOT] = { .graph = lu__graph_dot,
			    .impact = undrawn_impact,
			    .themes = lu__themes_dot,
			    .concepts = lu__concepts_dot,
			    .expansion = undrawn_expansion,
			    .hits = undrawn_hits,
			    .answer = undrawn_answer,
			    .event = undrawn_event,
			    .metrics = undrawn_metrics,
			    .questions = undrawn_questions,
			    .failures = undrawn_failures,
			    .differences = undrawn_differences,
			    .ledger = undrawn_ledger },
};

static const lu__renderers *renderers_of(const lu_sink *o)
{
	return &lu__render_table[o->format == LU_FORMAT_AUTO ? LU_FORMAT_JSON : o->format];
}

static lu_code finish(const lu_sink *o, lu_code rc, lu_err *e)
{
	return rc ? rc : lu_sink_check(o, e);
}

lu_code lu_render_graph(lu_sink *o, const lu_graph_answer *q, lu_err *e)
{
	return finish(o, renderers_of(o)->graph(o, q, e), e);
}

lu_code lu_render_impact(lu_sink *o, const lu_impact *x, lu_err *e)
{
	return finish(o, renderers_of(o)->impact(o, x, e), e);
}

lu_code lu_render_themes(lu_sink *o, const lu_themes *t, lu_err *e)
{
	return finish(o, renderers_of(o)->themes(o, t, e), e);
}

lu_code lu_render_concepts(lu_sink *o, const lu_concepts_shown *x, lu_err *e)
{
	return finish(o, renderers_of(o)->concepts(o, x, e), e);
}

lu_code lu_render_expansion(lu_sink *o, const lu_expansion_shown *s, lu_err *e)
{
	return finish(o, renderers_of(o)->expansion(o, s, e), e);
}

lu_code lu_render_hits(lu_sink *o, const lu_hits_shown *s, lu_err *e)
{
	return finish(o, renderers_of(o)->hits(o, s, e), e);
}

lu_code lu_render_answer(lu_sink *o, const lu_answer_shown *s, lu_err *e)
{
	return finish(o, renderers_of(o)->answer(o, s, e), e);
}

lu_code lu_render_event(lu_sink *o, const lu_event_shown *s, lu_err *e)
{
	return finish(o, renderers_of(o)->event(o, s, e), e);
}

lu_code lu_render_metrics(lu_sink *o, const lu_measured *x, lu_err *e)
{
	return finish(o, renderers_of(o)->metrics(o, x, e), e);
}

lu_code lu_render_questions(lu_sink *o, const lu_measured *x, lu_err *e)
{
	return finish(o, renderers_of(o)->questions(o, x, e), e);
}

lu_code lu_render_failures(lu_sink *o, const lu_measured *x, lu_err *e)
{
	return finish(o, renderers_of(o)->failures(o, x, e), e);
}

lu_code lu_render_differences(lu_sink *o, const lu_compared *x, lu_err *e)
{
	return finish(o, renderers_of(o)->differences(o, x, e), e);
}

lu_code lu_render_ledger(lu_sink *o, const lu_ledger_shown *s, lu_err *e)
{
	return finish(o, renderers_of(o)->ledger(o, s, e), e);
}
