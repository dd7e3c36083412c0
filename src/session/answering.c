/* SPDX-License-Identifier: MIT
 * From hits to an answer. The store is read before the model is asked and written to nowhere: who waits for a model
 * keeps no reader from others. */
#include <stdlib.h>

#include "core/file.h"
#include "session/overview.h"

/* An answer in work. */
typedef struct answering {
	lu_session *session;
	lu__reader *reader;
	lu_found *f;
	lu__found *own;
	const lu_ask_options *o;
	lu_answered *out;
	lu_buf settings;       /* what it depends on beside its hits, for the cache */
	lu__overview overview; /* of LU_ANSWER_GLOBAL with a model */
	lu_answer_options how; /* o->answer, and what was found out */
	lu_sources src;
	lu_cover cover;
	lu_arena arena; /* of the cover */
	lu_answer_times times;
	double start; /* of what is timed next */
} answering;

static bool is_lazy(const answering *a)
{
	return a->o->answer.mode == LU_ANSWER_LAZY;
}

static bool is_global(const answering *a)
{
	return a->o->answer.mode == LU_ANSWER_GLOBAL && a->session->models.chat;
}

#define PROMPTS 3

/* What the model is sent in the mode of an answer, the last one in all of them. */
typedef struct prompts {
	lu_prompt_id v[PROMPTS];
} prompts;

static const prompts *prompts_of(const answering *a)
{
	static const prompts of[LU_ANSWER_MODES] = {
		[LU_ANSWER_COMPACT] = { { LU_PROMPT_ANSWER, LU_PROMPT_ANSWER, LU_PROMPT_ANSWER } },
		[LU_ANSWER_REFINE] = { { LU_PROMPT_ANSWER, LU_PROMPT_REFINE, LU_PROMPT_REFINE } },
		[LU_ANSWER_TREE] = { { LU_PROMPT_PART, LU_PROMPT_JOIN, LU_PROMPT_JOIN } },
		[LU_ANSWER_LAZY] = { { LU_PROMPT_LAZY, LU_PROMPT_LAZY, LU_PROMPT_LAZY } },
		[LU_ANSWER_GLOBAL] = { { LU_PROMPT_COMMUNITY_SUMMARY, LU_PROMPT_GLOBAL_MAP, LU_PROMPT_GLOBAL_REDUCE } },
	};

	return &of[a->o->answer.mode];
}

/* ---- the cache ---- */

/* Answers by another model, other prompts, or another way, are others. */
static lu_code read_settings(answering *a, lu_err *e)
{
	const lu_answer_options *x = &a->o->answer;
	const lu_lazy_options *near = &a->o->near;

	lu_buf_addf(&a->settings, "%d %lld %d %lld %lld %d %lld\n", (int)x->mode, (long long)x->max_tokens,
		    x->communities, (long long)near->max_hops, (long long)near->max_entities, near->communities,
		    (long long)a->o->level);
	return lu__answer_settings(a->session, a->reader, prompts_of(a)->v, PROMPTS, &a->settings, e);
}

/* ---- making it ---- */

/* What is near the hits, as the hits were looked at. */
static lu_code look(void *ctx, lu_brief *el, bool *gone, bool *stale, lu_err *e)
{
	lu__found *own = ctx;

	return lu__current_element(own->fresh, el, gone, stale, &own->touched, e);
}

static bool is_among(const lu_hit *v, size_t n, int64_t id)
{
	for (size_t i = 0; i < n; i++)
		if (v[i].el.id == id) return true;
	return false;
}

/* The question in the language of the code. */
static lu_str question_of(const answering *a)
{
	const lu_result *r = &a->f->result;

	return r->translated.text.n ? r->translated.text : a->f->text;
}

/* Put `hit` behind those that are there, unless it is among them. */
static lu_code add_hit(answering *a, const lu_hit *hit, lu_hit **v, size_t *n, lu_err *e)
{
	if (is_among(*v, *n, hit->el.id)) return LU_OK;
	if (!(*v = lu_arena_grow(&a->arena, *v, *n, sizeof **v))) return lu_nomem(e);
	(*v)[(*n)++] = *hit;
	return LU_OK;
}

/* Elements that follow, behind those that are there, and none of them twice. They live in `more`. */
static lu_code find_more(answering *a, const lu_query_options *o, lu_result *more, lu_hit **v, size_t *n, lu_err *e)
{
	size_t gone = 0;
	lu_code rc = (a->own->o.whole ? lu_retrieve : lu_retrieve_parts)(a->reader->retriever, a->f->text, o, more, e);

	if (rc) return rc;
	if (a->own->fresh) rc = lu__current_hits(a->own->fresh, more, &gone, &a->own->touched, e);
	for (size_t i = 0; i < more->n && !rc; i++) rc = add_hit(a, &more->v[i], v, n, e);
	return rc;
}

/* The hits, and behind them those that come next: a sentence needs less room than an element, and the one that answers often
 * stands further down. Where a value is asked for, also what holds one: it is short, and says little of what it is for. */
static lu_code read_deep(answering *a, lu_err *e)
{
	const lu_result *r = &a->f->result;
	lu_query_options o = a->own->o.query;
	lu_result more = { 0 }, values = { 0 };
	lu_hit *v = NULL;
	size_t n = 0, known;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < r->n && !rc; i++) rc = add_hit(a, &r->v[i], &v, &n, e);
	o.k = LU_ANSWER_DEEP;
	if (!rc) rc = find_more(a, &o, &more, &v, &n, e);
	known = n;
	if (!rc && !o.types.n) rc = lu_value_types(question_of(a), &o.types, e);
	o.k = LU_ANSWER_VALUES;
	if (!rc && !a->own->o.query.types.n && o.types.n) rc = find_more(a, &o, &values, &v, &n, e);
	/* their places and chances are those of a list of their own */
	for (size_t i = known; i < n; i++) v[i].rank = 0, v[i].relevance = 0;
	if (!rc) rc = lu_sources_read(a->reader->store, v, n, &a->src, e);
	if (!rc && o.types.n && !a->own->o.query.types.n)
		rc = lu_sources_around(a->reader->store, v, known, &a->src, e);
	lu_result_free(&values);
	lu_result_free(&more);
	return rc;
}

/* Would more of them be of use? A model reads whole elements, and --adaptive has said that these are enough. */
static bool wants_more(const answering *a)
{
	int64_t n = (int64_t)a->f->result.n;

	return !a->session->models.chat && !a->f->adaptive && n && n >= a->own->o.query.k && n < LU_ANSWER_DEEP;
}

static lu_code read_sources(answering *a, lu_err *e)
{
	lu_store *s = a->reader->store;
	const lu_result *r = &a->f->result;
	lu_lazy_options near = a->o->near;

	if (!is_lazy(a)) return wants_more(a) ? read_deep(a, e) : lu_sources_read(s, r->v, r->n, &a->src, e);
	near.look = a->own->fresh ? look : NULL;
	near.ctx = a->own;
	return lu_sources_expand(s, a->reader->retriever, r->v, r->n, &near, &a->own->o.query, &a->src, e);
}

static lu_code assess(answering *a, lu_err *e)
{
	return lu_sources_assess(&a->src, a->reader->retriever, question_of(a), &a->f->result.corrected, e);
}

static lu_code cover(answering *a, lu_err *e)
{
	const lu_query_options *q = &a->own->o.query;
	lu_code rc = lu_cover_question(a->reader->retriever, a->reader->store, question_of(a), &a->f->result.corrected,
				       &a->src, &a->arena, &a->cover, e);

	a->cover.scoped = q->paths.n || q->languages.n || q->types.n;
	return rc;
}

/* What it is made of, and how much of the question that covers. */
static lu_code read_ready(answering *a, lu_err *e)
{
	double start = lu_now();
	bool vectors = false;
	lu_code rc = lu__uses_vectors(a->own->o.query.strategy, a->own->o.own, &vectors, e);

	if (!rc) rc = lu__reader_ready(a->reader, vectors, e);
	if (!rc) rc = read_sources(a, e);
	if (!rc) rc = assess(a, e);
	a->start = lu_now();
	a->times.expand = is_lazy(a) ? a->start - start : -1;
	if (!is_lazy(a)) a->start = start;
	return rc ? rc : cover(a, e);
}

/* All that the store says to it before a model is asked. */
static lu_code read_store(answering *a, lu_err *e)
{
	a->start = lu_now();
	return is_global(a) ? lu__overview_read(a->reader, &a->f->result, a->o->level, &a->overview, e)
			    : read_ready(a, e);
}

/* ---- all of it ---- */

static lu_code take_reader(answering *a, lu_err *e)
{
	lu_code rc = lu__found_take(a->session, a->f, &a->reader, e);

	if (!rc && a->own->fresh) lu_fresh_use(a->own->fresh, a->reader->store);
	return rc;
}

static void give_reader(answering *a, lu_code rc)
{
	if (a->own->fresh) lu_fresh_use(a->own->fresh, NULL);
	lu__found_give(a->f, a->reader, rc);
	a->reader = NULL;
}

/* Read the elements that the points of an answer cite, or, where the model has none to give, the hits. */
static lu_code read_cited(answering *a, const lu_hit *lead, size_t n, lu_err *e)
{
	lu_code rc = take_reader(a, e);

	if (rc) return rc;
	if (lead) {
		bool vectors = false;

		rc = lu__uses_vectors(a->own->o.query.strategy, a->own->o.own, &vectors, e);
		if (!rc) rc = lu__reader_ready(a->reader, vectors, e);
		if (!rc) rc = lu_sources_read(a->reader->store, lead, n, &a->src, e);
		if (!rc) rc = cover(a, e);
	} else {
		rc = read_ready(a, e);
	}
	give_reader(a, rc);
	return rc;
}

/* Find what the summaries of everything say. A model that fails leaves an answer from the hits. */
static lu_code look_over(answering *a, lu_chat *chat, lu_err *e)
{
	int64_t budget = a->how.max_tokens ? a->how.max_tokens : LU_ANSWER_TOKENS;
	lu_hit *lead = NULL;
	size_t n = 0;
	lu_err why = { LU_OK, "" };
	lu_code rc = take_reader(a, e);

	if (!rc) rc = lu__overview_known(a->reader, chat, &a->overview, e);
	give_reader(a, rc);
	if (rc) return rc;
	rc = lu__overview_points(a->session, chat, a->f->text, &a->overview, budget, &a->how.points, &lead, &n, &why);
	if (rc == LU_ENET || rc == LU_EFORMAT) {
		a->how.failed = lu_arena_dup(&a->arena, lu_strz(why.msg));
		rc = a->how.failed.s ? LU_OK : LU_ENOMEM;
		lead = NULL;
	}
	if (rc) return lu_fail(e, rc, "%s", why.msg);
	return read_cited(a, lead, n, e);
}

/* What came before the answer's own requests is part of what it cost. */
static void add_spent(answering *a, lu_chat *chat)
{
	static const lu_prompt_id before[] = { LU_PROMPT_COMMUNITY_SUMMARY, LU_PROMPT_GLOBAL_MAP };
	lu_response *r = &a->out->response;

	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		lu_usage x = lu__talker_spent(a->session, chat, before[i]);

		r->requests += x.requests;
		r->tokens_in = x.uncounted || r->tokens_in < 0 ? -1 : r->tokens_in + x.tokens_in;
		r->tokens_out = x.uncounted || r->tokens_out < 0 ? -1 : r->tokens_out + x.tokens_out;
		r->tokens_cached += r->tokens_cached < 0 ? 0 : x.tokens_cached;
		r->cost = x.unpriced || r->cost < 0 ? -1 : r->cost + x.cost;
	}
}

/* Have the model answer, or do without one. */
static lu_code make(answering *a, lu_err *e)
{
	lu_response *r = &a->out->response;
	lu_chat *chat = NULL;
	lu_code rc = lu__talker_take(a->session, &chat, e);

	a->how = a->o->answer;
	if (chat) lu__found_release(a->f);
	if (!rc && is_global(a)) rc = look_over(a, chat, e);
	if (!rc) rc = lu_answer_question(chat, a->f->text, &a->src, &a->cover, &a->how, r, e);
	if (!rc && is_global(a)) add_spent(a, chat);
	lu__talker_give(a->session, chat);
	if (rc) return rc;
	a->times.model = r->times.model;
	a->times.context = lu_now() - a->start - (a->times.model > 0 ? a->times.model : 0);
	r->times = a->times;
	return LU_OK;
}

/* Look for it in the cache, else read what it will be made of. */
static lu_code prepare(answering *a, lu_err *e)
{
	lu_code rc = take_reader(a, e);

	if (rc) return rc;
	if (a->o->answer.mode == LU_ANSWER_GLOBAL && !a->session->models.chat)
		lu__warn(a->session, "a global answer needs a language model: this one is of the hits alone");
	rc = read_settings(a, e);
	if (!rc) rc = lu__answer_kept(a->session, a->reader, a->f, lu_buf_str(&a->settings), a->out, e);
	if (!rc && !a->out->cached) rc = read_store(a, e);
	give_reader(a, rc);
	lu__found_count(a->f);
	return rc;
}

/* What is done when there is an answer, whatever its request has become. */
static void keep(answering *a)
{
	lu_err why = { LU_OK, "" };

	if (take_reader(a, &why)) {
		if (why.code != LU_ECANCEL) lu__warn(a->session, "%s", why.msg);
		return;
	}
	lu__answer_keep(a->session, a->reader, a->f, lu_buf_str(&a->settings), prompts_of(a)->v[PROMPTS - 1], a->out);
	give_reader(a, LU_OK);
}

static void tell(const answering *a)
{
	const lu_response *r = &a->out->response;

	lu__log(a->session, "answer", "mode=%s citations=%zu confidence=%.3f requests=%lld cached=%s seconds=%.6f",
		lu_answer_mode_name(r->mode), r->n_cite, r->confidence, (long long)(a->out->cached ? 0 : r->requests),
		a->out->cached ? "yes" : "no", r->times.total);
}

lu_code lu_session_answer(lu_session *s, const lu_request *r, lu_found *f, const lu_ask_options *o, lu_answered **out,
			  lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	answering a = { .session = s,
			.f = f,
			.own = f->own,
			.o = o,
			.out = calloc(1, sizeof *a.out),
			.settings = LU_BUF,
			.times = { .seed = f->own->seed, .expand = -1, .total = -1 } };
	lu_code rc = a.out ? prepare(&a, e) : lu_nomem(e);

	if (!rc && !a.out->cached) rc = make(&a, e);
	else if (!rc && o->answer.piece) rc = o->answer.piece(o->answer.ctx, a.out->response.text, e);
	lu_request_leave(before);
	if (!rc) {
		a.out->response.times.total = lu_now() - f->own->start;
		tell(&a);
		keep(&a);
	}
	lu_sources_free(&a.src);
	lu__overview_free(&a.overview);
	lu_arena_free(&a.arena);
	lu_buf_free(&a.settings);
	if (rc) lu_answered_free(a.out);
	else *out = a.out;
	return rc;
}

void lu_answered_free(lu_answered *a)
{
	if (!a) return;
	lu_response_free(&a->response);
	lu_arena_free(&a->arena);
	free(a);
}
