/* SPDX-License-Identifier: MIT
 * A broad question, answered within a budget of relevance tests. The store is read twice, for what is searched and for what
 * the answer is worth; while a model is called, no reader is kept from others. */
#include <stdlib.h>

#include "core/file.h"
#include "lazy/reporting.h"
#include "session/session.h"

/* An answer in work. */
typedef struct asking {
	lu_session *session;
	lu__reader *reader;
	lu_chat *chat; /* NULL: there is none */
	lu_found *f;
	lu_str question; /* as it is searched: in English */
	const lu_lazy_graph_options *o;
	const lu_answer_options *answer;
	lu_answered *out;
	double start;

	lu_arena arena;
	lu__subqueries subqueries;
	lu__gathered gathered;
	lu__exploring exploring;
	lu__explored found;
	lu__claims claims;
	uint32_t *passage; /* of each source */
	lu_sources src;
	lu_cover cover;
	lu_answer_times times;
	lu_buf settings; /* what it depends on beside its hits, for the cache */
} asking;

/* ---- events ---- */

static lu_code emit(const asking *a, const lu_lazy_event *ev, lu_err *e)
{
	return a->o->trace ? a->o->trace(a->o->ctx, ev, e) : LU_OK;
}

static lu_code tell_phase(const asking *a, const char *phase, lu_buf *dropped, lu_err *e)
{
	lu_lazy_state none = { .left = a->o->search.budget };
	const lu_lazy_state *state = a->found.result ? &a->found.state : &none;
	lu_lazy_event ev = { .kind = LU_LAZY_EVENT_STATE, .state = state, .phase = phase };

	if (dropped) ev.dropped = lu_buf_str(dropped);
	return emit(a, &ev, e);
}

static lu_code tell_subqueries(asking *a, lu_err *e)
{
	lu__subqueries *s = &a->subqueries;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < s->n && !rc; i++)
		rc = emit(a,
			  &(lu_lazy_event){
				  .kind = LU_LAZY_EVENT_SUBQUERY, .by_model = s->by_model, .subquery = &s->v[i] },
			  e);
	return rc ? rc : tell_phase(a, "subqueries", &s->dropped, e);
}

static lu_code tell_claims(asking *a, lu_err *e)
{
	const lu_lazy_report *r = a->out->lazy;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < r->n_claim && !rc; i++)
		rc = emit(a,
			  &(lu_lazy_event){ .kind = LU_LAZY_EVENT_CLAIM, .claim = &r->claim[i], .source = r->source },
			  e);
	return rc ? rc : tell_phase(a, "claims", &a->claims.dropped, e);
}

/* ---- the store ---- */

static lu_code take_reader(asking *a, lu_err *e)
{
	bool vectors = false;
	const lu__found *own = a->f->own;
	lu_code rc = lu__uses_vectors(own->o.query.strategy, own->o.own, &vectors, e);

	if (!rc) rc = lu__found_take(a->session, a->f, &a->reader, e);
	if (!rc && own->fresh) lu_fresh_use(own->fresh, a->reader->store);
	return rc ? rc : lu__reader_ready(a->reader, vectors, e);
}

static void give_reader(asking *a, lu_code rc)
{
	if (a->f->own->fresh) lu_fresh_use(a->f->own->fresh, NULL);
	lu__found_give(a->f, a->reader, rc);
	a->reader = NULL;
}

static lu_code gather(asking *a, lu_err *e)
{
	lu__gather_options o = { .query = &a->f->own->o.query,
				 .question = a->question,
				 .subqueries = &a->subqueries,
				 .elements = LU__GATHER_ELEMENTS,
				 .neighbours = a->o->search.policy == LU_LAZY_ROOT_FIRST };
	lu_code rc = take_reader(a, e);

	if (!rc) rc = lu__gather(a->reader->store, a->reader->retriever, &o, &a->gathered, e);
	give_reader(a, rc);
	return rc ? rc : tell_phase(a, "gathering", NULL, e);
}

/* ---- sources ---- */

/* A passage as a source. */
static lu_code add_source(asking *a, uint32_t p, lu_source *out, lu_err *e)
{
	const lu__lazy_where *at = &a->gathered.where[p];
	const lu_brief *el = &a->gathered.element[at->element].el;
	lu_arena *arena = &a->src.arena;
	lu_buf text = LU_BUF;

	*out = (lu_source){ .el = *el, .score = a->gathered.in.passage[p].score };
	lu__gathered_lines(&a->gathered, p, &text);
	out->code = lu_arena_dup(arena, lu_buf_str(&text));
	if (text.oom) out->code.s = NULL;
	lu_buf_free(&text);
	out->el.type = lu_arena_dup(arena, el->type);
	out->el.name = lu_arena_dup(arena, el->name);
	out->el.path = lu_arena_dup(arena, el->path);
	out->el.language = lu_arena_dup(arena, el->language);
	return out->code.s && out->el.type.s && out->el.name.s && out->el.path.s && out->el.language.s ? LU_OK
												       : lu_nomem(e);
}

/* Its lines in the tree as it is now: it moves with its element. */
static lu_code place_source(asking *a, uint32_t p, lu_source *s, lu_err *e)
{
	const lu__lazy_where *at = &a->gathered.where[p];
	uint32_t before = s->el.start_line;
	bool gone = false, stale = false;
	lu_code rc = LU_OK;

	if (a->f->own->fresh) rc = lu__current_element(a->f->own->fresh, &s->el, &gone, &stale, &a->f->own->touched, e);
	s->stale = gone || stale;
	s->el.end_line = at->last;
	if (!s->stale && at->first) s->el.end_line += s->el.start_line - before;
	s->el.start_line = at->first && !s->stale ? at->first + (s->el.start_line - before) : at->first;
	return rc;
}

static lu_code make_sources(asking *a, lu_err *e)
{
	size_t n = a->out->lazy->n_source;
	lu_code rc = LU_OK;

	if (!(a->src.v = lu_arena_calloc(&a->src.arena, n, sizeof *a->src.v))) return lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) {
		rc = add_source(a, a->passage[i], &a->src.v[i], e);
		if (!rc) rc = place_source(a, a->passage[i], &a->src.v[i], e);
		if (rc) break;
		a->out->lazy->source[i].start_line = a->src.v[i].el.start_line;
		a->out->lazy->source[i].end_line = a->src.v[i].el.end_line;
		a->src.n++;
	}
	return rc;
}

static lu_code cover(asking *a, lu_err *e)
{
	const lu_result *r = &a->f->result;
	const lu_query_options *q = &a->f->own->o.query;
	lu_code rc = take_reader(a, e);

	if (!rc) rc = make_sources(a, e);
	if (!rc)
		rc = lu_cover_question(a->reader->retriever, a->reader->store, a->question, &r->corrected, &a->src,
				       &a->arena, &a->cover, e);
	a->cover.scoped = q->paths.n || q->languages.n || q->types.n;
	give_reader(a, rc);
	lu__found_count(a->f);
	return rc;
}

/* ---- the cache ---- */

static const lu_prompt_id prompts[] = { LU_PROMPT_SUBQUERIES, LU_PROMPT_RELEVANCE, LU_PROMPT_CLAIMS,
					LU_PROMPT_LAZY_GRAPH_ANSWER };
#define PROMPTS (sizeof prompts / sizeof *prompts)

/* All options but the time limit: what was cut short by that is not kept. */
static void put_options(const asking *a, lu_buf *out)
{
	const lu_lazy_search_options *s = &a->o->search;
	const int64_t v[] = { s->policy,
			      s->unit,
			      s->budget,
			      s->batch_size,
			      s->request_size,
			      s->relevance_threshold,
			      s->zero_relevance_threshold,
			      s->max_depth,
			      s->breadth_limit,
			      s->sufficient_relevance_count,
			      s->best_passages,
			      s->restart,
			      a->o->max_subqueries,
			      a->answer->max_tokens };

	lu_buf_adds(out, "lazy-graph");
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) lu_buf_addf(out, " %lld", (long long)v[i]);
	lu_buf_addf(out, " %a\n", a->o->merge_threshold);
}

/* The answer that is kept. Who wants to see the search gets one. */
static lu_code look_up(asking *a, lu_err *e)
{
	lu_code rc = take_reader(a, e);

	put_options(a, &a->settings);
	if (!rc) rc = lu__answer_settings(a->session, a->reader, prompts, PROMPTS, &a->settings, e);
	if (!rc) rc = lu__answer_kept(a->session, a->reader, a->f, lu_buf_str(&a->settings), a->out, e);
	give_reader(a, rc);
	lu__found_count(a->f);
	if (rc || !a->out->cached) return rc;
	if (!a->o->trace) return a->answer->piece ? a->answer->piece(a->answer->ctx, a->out->response.text, e) : LU_OK;
	lu_response_free(&a->out->response);
	a->out->lazy = NULL;
	a->out->cached = false;
	return LU_OK;
}

/* ---- the answer ---- */

static lu_code search(asking *a, lu_err *e)
{
	lu_strs none = { NULL, 0 };
	lu_code rc =
		lu__subqueries_find(a->chat, a->question, none, a->o->max_subqueries, &a->arena, &a->subqueries, e);

	if (rc) return rc;
	rc = tell_subqueries(a, e);
	a->times.context = lu_now();
	if (!rc) rc = gather(a, e);
	a->times.context = lu_now() - a->times.context;
	a->exploring = (lu__exploring){ .chat = a->chat,
					.question = a->f->text,
					.subqueries = &a->subqueries,
					.g = &a->gathered,
					.o = a->o,
					.start = a->start };
	if (!rc) rc = lu__explore(&a->exploring, &a->arena, &a->found, e);
	/* where a server did not reply, the next time may be better: such an answer is not kept */
	a->f->result.transient |= a->gathered.transient || a->subqueries.failed || a->found.failed;
	return rc;
}

static lu_code make_claims(asking *a, lu_err *e)
{
	/* a model that was given up is not asked again */
	lu__claiming c = { &a->exploring, &a->found, a->found.fallback.n ? NULL : a->chat };
	lu__reporting r = { &a->exploring, &a->found, &a->claims };
	lu_code rc = lu__claims_make(&c, &a->arena, &a->claims, e);

	if (!(a->out->lazy = lu_arena_calloc(&a->out->arena, 1, sizeof *a->out->lazy))) return lu_nomem(e);
	if (!rc) rc = lu__report_make(&r, &a->out->arena, a->out->lazy, &a->passage, e);
	if (!rc) rc = cover(a, e);
	return rc ? rc : tell_claims(a, e);
}

static lu_code write_answer(asking *a, lu_err *e)
{
	lu_answer_options o = *a->answer;
	lu_buf claims = LU_BUF, subqueries = LU_BUF, text = LU_BUF;
	lu_answer_known known;
	lu_code rc = LU_OK;

	lu__report_claims(a->out->lazy, o.max_tokens ? o.max_tokens : LU_ANSWER_TOKENS, &claims);
	lu__report_subqueries(a->out->lazy, &subqueries);
	lu__report_overview(a->out->lazy, &text);
	known = (lu_answer_known){ lu_buf_str(&claims), lu_buf_str(&subqueries), lu_buf_str(&text) };
	o.mode = LU_ANSWER_LAZY_GRAPH;
	o.known = &known;
	o.failed = a->found.fallback;
	if (claims.oom || subqueries.oom || text.oom) rc = lu_nomem(e);
	if (!rc) rc = lu_answer_question(a->chat, a->f->text, &a->src, &a->cover, &o, &a->out->response, e);
	lu_buf_free(&claims);
	lu_buf_free(&subqueries);
	lu_buf_free(&text);
	return rc;
}

/* ---- what it has cost ---- */

/* All requests, not only that of the answer. */
static lu_code count(asking *a, lu_err *e)
{
	lu_response *r = &a->out->response;
	lu_usage all = { 0 };

	for (size_t i = 0; a->chat && i < PROMPTS; i++) {
		lu_usage x = lu__talker_spent(a->session, a->chat, prompts[i]);

		lu_usage_add(&all, &x);
	}
	r->requests = all.requests;
	r->tokens_in = all.uncounted ? -1 : all.tokens_in;
	r->tokens_out = all.uncounted ? -1 : all.tokens_out;
	r->tokens_cached = all.tokens_cached;
	r->cost = all.unpriced ? -1 : all.cost;
	if (a->chat && !r->model.n) r->model = lu_arena_dup(&r->arena, lu_strz(lu_chat_model(a->chat)));
	if (!r->fallback.n) r->fallback = lu_arena_dup(&r->arena, a->out->lazy->fallback);
	return (!a->chat || r->model.s) && r->fallback.s ? LU_OK : lu_nomem(e);
}

/* Also of a query that has failed. */
static void note(asking *a, bool failed)
{
	lu_err why = { LU_OK, "" };
	bool any = a->chat;

	lu__talker_give(a->session, a->chat);
	if (failed && !any) return;
	if (lu__found_take(a->session, a->f, &a->reader, &why)) {
		if (why.code != LU_ECANCEL) lu__warn(a->session, "%s", why.msg);
		return;
	}
	if (failed) lu__note_spent(a->session, a->reader->store);
	else lu__answer_keep(a->session, a->reader, a->f, lu_buf_str(&a->settings), prompts[PROMPTS - 1], a->out);
	lu__found_give(a->f, a->reader, LU_OK);
}

static void tell(const asking *a)
{
	const lu_lazy_report *r = a->out->lazy;
	const lu_response *p = &a->out->response;

	lu__log(a->session, "lazy-graph",
		"end=%s tests=%lld budget=%lld kept=%lld claims=%zu sources=%zu requests=%lld cached=%s seconds=%.6f",
		lu_lazy_end_name(r->state.end), (long long)r->state.tests, (long long)r->budget,
		(long long)r->state.kept, r->n_claim, r->n_source, (long long)(a->out->cached ? 0 : p->requests),
		a->out->cached ? "yes" : "no", r->seconds);
	if (a->o->slow > 0 && r->seconds > a->o->slow && !a->out->cached)
		lu__warn(a->session,
			 "the answer took %.0f seconds: a smaller --budget, or --time-limit, makes that less",
			 r->seconds);
}

static lu_code ask(asking *a, lu_err *e)
{
	const lu_reading *t = &a->f->result.translated;
	lu_code rc = lu_lazy_graph_options_check(a->o, e);

	a->question = t->text.n ? t->text : a->f->text;
	if (!rc) rc = look_up(a, e);
	if (rc || a->out->cached) return rc;
	rc = lu__talker_take(a->session, &a->chat, e);
	if (a->chat) lu__found_release(a->f);
	if (!rc) rc = search(a, e);
	if (!rc) rc = make_claims(a, e);
	if (!rc) rc = write_answer(a, e);
	return rc ? rc : count(a, e);
}

static void release(asking *a)
{
	lu__subqueries_free(&a->subqueries);
	lu__claims_free(&a->claims);
	lu__gathered_free(&a->gathered);
	lu_sources_free(&a->src);
	lu_arena_free(&a->arena);
	lu_buf_free(&a->settings);
}

lu_code lu_session_lazy_graph(lu_session *s, const lu_request *r, lu_found *f, const lu_lazy_graph_options *o,
			      const lu_answer_options *answer, lu_answered **out, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	asking a = { .session = s,
		     .f = f,
		     .o = o,
		     .answer = answer,
		     .out = calloc(1, sizeof *a.out),
		     .start = lu_now(),
		     .subqueries = { .dropped = LU_BUF },
		     .claims = { .dropped = LU_BUF },
		     .settings = LU_BUF,
		     .times = { .seed = f->own->seed, .expand = -1, .model = -1 } };
	lu_code rc = a.out ? ask(&a, e) : lu_nomem(e);

	lu_request_leave(before);
	if (!rc) {
		a.times.model = a.out->response.times.model;
		a.times.total = lu_now() - f->own->start;
		a.out->response.times = a.times;
		a.out->lazy->seconds = lu_now() - a.start;
		tell(&a);
	}
	note(&a, rc != LU_OK);
	release(&a);
	if (rc) lu_answered_free(a.out);
	else *out = a.out;
	return rc;
}
