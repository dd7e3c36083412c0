/* SPDX-License-Identifier: MIT */
#include "lazy/exploring.h"

#include <math.h>

#include "core/file.h"
#include "lazy/replies.h"
#include "lucus/request.h"

#define STEEP   1.2 /* how fast grades fall with the odds */
#define LONGEST 200 /* bytes of a sentence that a model is shown to test it */

/* A search in work. */
typedef struct search {
	const lu__exploring *x;
	lu__deepening *d;
	lu_chat *chat;
	lu__explored *out;
	lu_arena *a, scratch; /* scratch: of a wave */
	bool *visited;        /* of each community */
	size_t lost;          /* requests in a row, whole waves, that had no reply */
	lu_err why;           /* of the last of them */
	lu_buf dropped, text;
} search;

static bool is_passages(const search *s)
{
	return s->x->o->search.unit == LU_LAZY_PASSAGE;
}

static void put_text(void *ctx, uint32_t test, lu_buf *out)
{
	const search *s = ctx;

	if (is_passages(s)) lu__gathered_passage(s->x->g, test, out);
	else lu__gathered_sentence(s->x->g, test, out);
}

/* ---- the built-in score ---- */

static double relevance_of(const search *s, uint32_t test)
{
	const lu__gathered *g = s->x->g;
	const lu__lazy_passage *p = &g->in.passage[test];
	double most = 0;

	if (!is_passages(s)) return g->relevance[test];
	for (uint32_t i = 0; i < p->n; i++) most = fmax(most, g->relevance[p->first + i]);
	return most;
}

/* A relevance as a grade from 0 to 10: the middle one is 5, what has a tenth of that is nearly 0. */
static int grade(double p, double middle)
{
	if (p <= 0) return 0;
	if (p >= 1) return 10;
	return (int)lround(10 / (1 + pow(middle / (1 - middle) * (1 - p) / p, STEEP)));
}

static int score(const search *s, uint32_t test)
{
	int r = grade(relevance_of(s, test), s->x->g->middle);

	return !is_passages(s) ? r : r >= s->x->o->search.relevance_threshold ? 10 : 0;
}

static void score_batch(const search *s, const lu__lazy_batch *b, int *result)
{
	for (size_t k = 0; k < b->n; k++) result[k] = score(s, b->v[k]);
}

/* ---- what happens ---- */

static lu_code emit(const search *s, const lu_lazy_event *ev, lu_err *e)
{
	const lu_lazy_graph_options *o = s->x->o;

	return o->trace ? o->trace(o->ctx, ev, e) : LU_OK;
}

static lu_code tell_community(search *s, uint32_t c, lu_err *e)
{
	const lu__lazy_group *w;

	if (c == LU__NO_COMMUNITY || s->visited[c]) return LU_OK;
	s->visited[c] = true;
	w = &s->x->g->group[c];
	return emit(s,
		    &(lu_lazy_event){ .kind = LU_LAZY_EVENT_COMMUNITY,
				      .key = w->key,
				      .name = w->name,
				      .level = w->level,
				      .score = lu__deepening_score(s->d, c),
				      .rank = lu__deepening_rank(s->d, c) },
		    e);
}

static lu_code tell_test(search *s, const lu__lazy_batch *b, size_t k, int result, bool by_model, int64_t number,
			 lu_err *e)
{
	const lu__gathered *g = s->x->g;
	const lu__lazy_where *at = &g->where[b->passage[k]];
	lu_lazy_event ev = { .kind = LU_LAZY_EVENT_RELEVANCE,
			     .by_model = by_model,
			     .level = UINT32_MAX,
			     .test = number,
			     .path = g->element[at->element].el.path,
			     .start_line = at->first,
			     .end_line = at->last,
			     .result = result,
			     .relevant = result >= s->x->o->search.relevance_threshold };

	if (!is_passages(s)) {
		ev.start_line = g->sentence[b->v[k]].first;
		ev.end_line = g->sentence[b->v[k]].last;
	}
	if (b->community != LU__NO_COMMUNITY) {
		ev.key = g->group[b->community].key;
		ev.level = g->group[b->community].level;
	}
	lu_buf_reset(&s->text);
	put_text(s, b->v[k], &s->text);
	ev.text = lu_buf_str(&s->text);
	return s->text.oom ? lu_nomem(e) : emit(s, &ev, e);
}

/* The tests of a wave in their order. */
static lu_code tell_wave(search *s, const lu__lazy_batch *wave, size_t n, const lu__tested *t, lu_err *e)
{
	int64_t number = lu__deepening_state(s->d)->tests;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc && s->x->o->trace; i++) {
		rc = tell_community(s, wave[i].community, e);
		for (size_t k = 0; k < wave[i].n && !rc; k++)
			rc = tell_test(s, &wave[i], k, t->result[i][k], !t->failed[i], ++number, e);
	}
	return rc;
}

static lu_code tell_state(search *s, lu_err *e)
{
	lu_code rc = emit(s,
			  &(lu_lazy_event){ .kind = LU_LAZY_EVENT_STATE,
					    .state = lu__deepening_state(s->d),
					    .phase = "relevance",
					    .dropped = lu_buf_str(&s->dropped) },
			  e);

	lu_buf_reset(&s->dropped);
	return rc;
}

/* ---- waves ---- */

static lu_code test_by_score(search *s, const lu__lazy_batch *wave, size_t n, lu__tested *out, lu_err *e)
{
	for (size_t i = 0; i < n; i++) {
		if (!out->result[i]) out->result[i] = lu_arena_calloc(&s->scratch, wave[i].n, sizeof **out->result);
		if (!out->result[i]) return lu_nomem(e);
		score_batch(s, &wave[i], out->result[i]);
		out->failed[i] = true;
	}
	return LU_OK;
}

/* The model has failed for all of a wave, and for more than one request: it is not asked again. */
static lu_code give_up(search *s, const lu_err *why, lu_err *e)
{
	s->chat = NULL;
	s->out->fallback = lu_arena_dup(s->a, lu_strz(why->msg));
	return s->out->fallback.s ? LU_OK : lu_nomem(e);
}

static lu_code test_by_model(search *s, const lu__lazy_batch *wave, size_t n, lu__tested *out, lu_err *e)
{
	lu__testing t = { .chat = s->chat,
			  .question = s->x->question,
			  .subqueries = s->x->subqueries,
			  .most = (size_t)s->x->o->search.request_size,
			  .longest = is_passages(s) ? 0 : LONGEST,
			  .text = put_text,
			  .ctx = s };
	lu_code rc = lu__test_wave(&t, wave, n, &s->scratch, out, &s->dropped, e);

	for (size_t i = 0; i < n && !rc; i++) {
		if (is_passages(s) && !out->failed[i])
			for (size_t k = 0; k < wave[i].n; k++)
				if (out->result[i][k] >= 0)
					out->result[i][k] =
						out->result[i][k] >= s->x->o->search.relevance_threshold ? 10 : 0;
		if (out->failed[i]) score_batch(s, &wave[i], out->result[i]);
		else s->out->by_model += (int64_t)wave[i].n;
	}
	s->out->failed |= out->n_failed > 0;
	if (!rc && out->n_failed) lu__lazy_drop(&s->dropped, "no reply, the built-in score tested: %s", out->why.msg);
	if (rc) return rc;
	s->lost = out->n_failed == n ? s->lost + out->n_requests : 0;
	s->why = out->why;
	return s->lost > 1 ? give_up(s, &s->why, e) : LU_OK;
}

static lu_code run_wave(search *s, const lu__lazy_batch *wave, size_t n, lu_err *e)
{
	lu__tested t = { .n_failed = 0 };
	lu_code rc = s->chat ? test_by_model(s, wave, n, &t, e) : test_by_score(s, wave, n, &t, e);

	if (!rc) rc = tell_wave(s, wave, n, &t, e);
	for (size_t i = 0; i < n && !rc; i++) lu__deepening_take(s->d, i, t.result[i]);
	lu_arena_clear(&s->scratch);
	return rc;
}

static void check_time(search *s)
{
	double limit = s->x->o->time_limit;

	if (limit > 0 && lu_now() - s->x->start >= limit) lu__deepening_stop(s->d, LU_LAZY_TIME);
}

static lu_code run(search *s, lu_err *e)
{
	const lu__lazy_batch *wave;
	size_t n = 1;
	lu_code rc = LU_OK;

	while (!rc && n) {
		check_time(s);
		rc = lu_check_cancel(e);
		if (!rc) rc = lu__deepening_next(s->d, &wave, &n, e);
		if (!rc && n) rc = run_wave(s, wave, n, e);
		if (!rc) rc = tell_state(s, e);
	}
	if (rc == LU_ECANCEL) {
		lu_err e2;

		lu__deepening_stop(s->d, LU_LAZY_CANCELLED);
		(void)!tell_state(s, &e2);
	}
	return rc;
}

static lu_code keep_results(search *s, lu_err *e)
{
	const lu__lazy_input *in = &s->x->g->in;
	size_t n = is_passages(s) ? in->n : in->n_sentence;

	if (!(s->out->result = lu_arena_alloc(s->a, n))) return lu_nomem(e);
	if (n) memcpy(s->out->result, lu__deepening_results(s->d), n);
	s->out->state = *lu__deepening_state(s->d);
	return LU_OK;
}

lu_code lu__explore(const lu__exploring *x, lu_arena *a, lu__explored *out, lu_err *e)
{
	search s = { .x = x, .chat = x->chat, .out = out, .a = a, .dropped = LU_BUF, .text = LU_BUF };
	lu_code rc;

	*out = (lu__explored){ .by_model = 0 };
	s.visited = lu_arena_calloc(a, x->g->in.n_community, sizeof *s.visited);
	rc = s.visited ? lu__deepening_open(&x->g->in, &x->o->search, &s.d, e) : lu_nomem(e);
	if (!rc) rc = run(&s, e);
	if (!rc && s.lost && s.chat && !out->by_model) rc = give_up(&s, &s.why, e);
	if (!rc) rc = keep_results(&s, e);
	if (!rc && s.dropped.oom) rc = lu_nomem(e);
	lu__deepening_close(s.d);
	lu_arena_free(&s.scratch);
	lu_buf_free(&s.dropped);
	lu_buf_free(&s.text);
	return rc;
}

bool lu__is_kept(const lu__exploring *x, const lu__explored *r, uint32_t i)
{
	bool passages = x->o->search.unit == LU_LAZY_PASSAGE;

	return r->result[passages ? x->g->passage_of[i] : i] >= x->o->search.relevance_threshold;
}
