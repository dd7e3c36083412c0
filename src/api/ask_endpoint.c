/* SPDX-License-Identifier: MIT
 * Questions: what is found for them, and what is answered. As lucus query does it, by the same calls. */
#include "api/turn.h"
#include "render/render.h"

static const lu_str id = { "1", 1 }; /* of the one question that there is */

static lu_code search(lu__turn *t, bool answers, lu_found **out, lu_err *e)
{
	lu_search_options o = t->asked.search;
	lu_code rc = lu_base_filters(t->base, t->call->request, &o.query, &t->call->arena, e);

	o.answers = answers;
	o.times = true; /* they are counted; who asks is told only when that was asked for */
	if (!rc) rc = lu_session_search(t->base->session, t->call->request, lu_strz(t->asked.text), &o, out, e);
	if (!rc) lu__count_search(t->api->counts, *out);
	return rc;
}

static lu_code show_hits(lu__turn *t, const lu_found *f, lu_err *e)
{
	lu_hits_shown s = { .found = f, .how = &t->asked.search, .id = id, .explain = t->asked.explain };
	lu_code rc = lu_render_hits(&t->sink, &s, e);

	return rc ? rc : lu__turn_flush(t, e);
}

static lu_code show_token(lu__turn *t, lu_str text, bool again, lu_err *e)
{
	lu_code rc = lu_render_token(&t->sink, id, text, again, e);

	return rc ? rc : lu__turn_flush(t, e);
}

static lu_code on_piece(void *ctx, lu_str text, lu_err *e)
{
	return show_token(ctx, text, false, e);
}

static lu_code on_again(void *ctx, lu_err *e)
{
	return show_token(ctx, lu_strn("", 0), true, e);
}

static lu_code on_event(void *ctx, const lu_lazy_event *ev, lu_err *e)
{
	lu__turn *t = ctx;
	lu_code rc = lu_render_event(&t->sink, &(lu_event_shown){ .event = ev, .id = id }, e);

	return rc ? rc : lu__turn_flush(t, e);
}

/* Pieces go out as they come, where a stream takes them. */
static void stream_into(lu__turn *t, lu_answer_options *o)
{
	o->piece = t->streams ? on_piece : NULL;
	o->again = on_again;
	o->ctx = t;
}

static lu_code ask_model(lu__turn *t, lu_found *f, lu_answered **out, lu_err *e)
{
	lu_lazy_graph_options broad = t->asked.lazy_graph;
	lu_ask_options o = t->asked.ask;

	stream_into(t, &o.answer);
	if (t->endpoint->feature != LU__LAZY_GRAPH)
		return lu_session_answer(t->base->session, t->call->request, f, &o, out, e);
	broad.trace = t->asked.trace ? on_event : NULL;
	broad.ctx = t;
	return lu_session_lazy_graph(t->base->session, t->call->request, f, &broad, &o.answer, out, e);
}

static lu_code show_answer(lu__turn *t, lu_found *f, lu_err *e)
{
	lu_answered *r = NULL;
	lu_code rc = ask_model(t, f, &r, e);
	lu_answer_shown s = { .answer = r, .id = id, .text = f->text, .streamed = t->streams };

	if (!rc) lu__count_answer(t->api->counts, r);
	if (!rc) rc = lu_render_answer(&t->sink, &s, e);
	lu_answered_free(r);
	return rc;
}

static lu_code ask(lu__turn *t, bool answers, lu_err *e)
{
	lu_found *f = NULL;
	lu_code rc = search(t, answers, &f, e);

	if (!rc) rc = show_hits(t, f, e);
	if (!rc && answers) rc = show_answer(t, f, e);
	lu_found_free(f);
	return rc;
}

lu_code lu__answer_query(lu__turn *t, lu_err *e)
{
	static const lu_answer_mode modes[] = { LU_ANSWER_COMPACT, LU_ANSWER_REFINE, LU_ANSWER_TREE };

	if (t->asked.mode >= 0 && !t->asked.answer) return lu_fail(e, LU_EUSAGE, "member 'mode' needs answer");
	/* who gives a mode does not want what is configured */
	if (t->asked.mode >= 0) t->asked.ask.answer.mode = modes[t->asked.mode];
	else if (t->base->lazy) t->asked.ask.answer.mode = LU_ANSWER_LAZY;
	return ask(t, t->asked.answer, e);
}

lu_code lu__answer_lazy(lu__turn *t, lu_err *e)
{
	t->asked.ask.answer.mode = LU_ANSWER_LAZY;
	return ask(t, true, e);
}

lu_code lu__answer_lazy_graph(lu__turn *t, lu_err *e)
{
	return ask(t, true, e);
}

/* ---- expansion ---- */

static lu_code named(lu__turn *t, lu_expand_options *o, lu_err *e)
{
	lu_strs names = t->asked.entities;
	lu_given *v = lu_arena_calloc(&t->call->arena, names.n + 1, sizeof *v);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < names.n; i++) {
		v[i] = (lu_given){ .text = lu_str_trim(names.v[i]), .confidence = 1 };
		if (!v[i].text.n) return lu_fail(e, LU_EUSAGE, "member 'entities' needs a name");
	}
	o->given = v;
	o->n_given = names.n;
	return LU_OK;
}

lu_code lu__answer_expand(lu__turn *t, lu_err *e)
{
	lu_expand_options o = t->asked.expand;
	lu_str text = lu_strz(t->asked.text);
	lu_expansion x;
	lu_expansion_shown s = { .x = &x, .id = id, .text = text, .weight = t->asked.weight };
	lu_code rc;

	if (!text.n && !t->asked.ids.n) return lu_fail(e, LU_EUSAGE, "there is neither a member 'text' nor 'ids'");
	rc = named(t, &o, e);
	if (!rc) rc = lu_session_expand(t->base->session, t->call->request, text, t->asked.ids, &o, &x, NULL, e);
	if (rc) return rc;
	rc = lu_render_expansion(&t->sink, &s, e);
	lu_expansion_free(&x);
	return rc;
}
