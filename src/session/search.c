/* SPDX-License-Identifier: MIT
 * From a question to its hits: kept or found, as many as are enough, as the tree is now. */
#include <stdlib.h>

#include "core/file.h"
#include "session/session.h"

/* A search in work. */
typedef struct asking {
	lu_session *session;
	lu__reader *reader;
	lu_found *f;
	lu__found *own;
	lu_query_options o; /* the options of a search for as many hits as are wanted; times are those of `f` */
	bool vectors;
} asking;

void lu_search_options_init(lu_search_options *o)
{
	*o = (lu_search_options){ .show = LU_SHOW_SNIPPETS };
	lu_query_options_init(&o->query);
	lu_select_options_init(&o->select);
}

/* ---- time ---- */

/* The time at which something begins; with `spent` it has ended. */
static double clock_of(const asking *a)
{
	return a->o.times ? lu_now() : 0;
}

static void spent(asking *a, lu_time t, double start)
{
	if (a->o.times) a->o.times[t] += lu_now() - start;
}

/* What was opened is part of the question that it was opened for. */
static lu_code ready(asking *a, lu_err *e)
{
	lu_code rc = lu__reader_ready(a->reader, a->vectors, e);

	if (a->o.times) a->o.times[LU_TIME_OPEN] += a->reader->opening;
	a->reader->opening = 0;
	return rc;
}

/* ---- finding ---- */

lu_cache_key lu__found_key(const lu_session *s, const lu_found *f)
{
	const lu_search_options *o = &f->own->o;

	return (lu_cache_key){ .text = f->text,
			       .o = &o->query,
			       .whole = o->whole,
			       .reranker = lu_buf_str(&s->rerank_settings),
			       .select = o->adaptive ? &o->select : NULL };
}

/* Run the strategy, and then the reranker. */
static lu_code ask(asking *a, const lu_cache_key *key, lu_result *out, lu_err *e)
{
	lu_query_options deep = *key->o;
	const lu__reader *m = a->reader;
	double start;
	lu_result r;
	lu_code rc;

	/* however few are wanted, the same ones are ordered */
	if (m->reranker && deep.k < a->session->models.rerank_depth) deep.k = a->session->models.rerank_depth;
	if (m->reranker && deep.k < LU_ONCE_DEPTH) deep.k = LU_ONCE_DEPTH;
	rc = (key->whole ? lu_retrieve : lu_retrieve_parts)(m->retriever, key->text, &deep, &r, e);
	start = clock_of(a);
	if (!rc && m->reranker && (rc = lu__order(a->reader, key->text, key->o, &r, e))) lu_result_free(&r);
	spent(a, LU_TIME_RERANK, start);
	if (!rc) *out = r;
	return rc;
}

/* Find the hits, unless they are kept. */
static lu_code find(asking *a, const lu_cache_key *key, lu_err *e)
{
	lu_found *f = a->f;
	lu_code rc = LU_OK;

	f->cached = lu_cache_get(a->reader->cache, key, &f->result, &f->selection);
	if (!f->cached) rc = ready(a, e);
	if (!f->cached && !rc) rc = ask(a, key, &f->result, e);
	return rc;
}

/* How many of the hits are enough. */
static lu_code choose(asking *a, lu_err *e)
{
	lu_found *f = a->f;
	lu_code rc = ready(a, e);
	double start = clock_of(a);

	if (!rc) rc = lu_choose(a->reader->retriever, f->text, &a->own->o.select, &f->result, &f->selection, e);
	spent(a, LU_TIME_SELECT, start);
	return rc;
}

/* What the expansion knows is ordered by the reranker with what the question finds; what is kept is that result. Then
 * the expansion counts for what it is sure of. */
static lu_code find_boosted(asking *a, lu_cache_key key, int64_t k, lu_err *e)
{
	const lu_boost *b = &a->own->boost;
	lu_store *s = a->reader->store;
	lu_found *f = a->f;
	lu_query_options o = a->o;
	double start = lu_now();
	lu_arena scratch = { 0 };
	int64_t *also = NULL;
	lu_code rc;

	o.k = k < LU_MERGE_DEPTH ? LU_MERGE_DEPTH : k;
	rc = lu_boost_elements(s, b, &o, &scratch, &also, &o.n_also, e);
	o.also = also;
	key.o = &o;
	key.select = NULL;
	if (!rc) rc = find(a, &key, e);
	if (!rc && !f->cached) lu_cache_put(a->reader->cache, &key, &f->result, &f->selection);
	if (!rc) rc = lu_boost_merge(s, b, &o, (size_t)k, &f->result, e);
	if (!rc)
		lu__log(a->session, "merge", "elements=%zu documents=%zu candidates=%zu hits=%zu seconds=%.6f",
			b->n_element, b->n_document, o.n_also, f->result.n, lu_now() - start);
	lu_arena_free(&scratch);
	return rc;
}

/* The first `k` hits, as they are stored. */
static lu_code find_stored(asking *a, lu_cache_key key, int64_t k, lu_err *e)
{
	lu_query_options o = a->o;

	lu_result_free(&a->f->result);
	if (a->own->boosted) return find_boosted(a, key, k, e);
	o.k = k;
	key.o = &o;
	return find(a, &key, e);
}

/* For hits whose files are gone others move up: more are found until there are enough. */
static lu_code find_more(asking *a, lu_cache_key key, lu_err *e)
{
	lu_result *r = &a->f->result;
	int64_t k = a->o.k;
	bool enough = false;
	lu_code rc = LU_OK;

	key.select = NULL; /* what was chosen knows no more of what it was chosen from */
	while (!rc && !enough) {
		size_t gone, all;

		k = k * 2 + 1 < LU_K_MAX ? k * 2 + 1 : LU_K_MAX;
		rc = find_stored(a, key, k, e);
		all = r->n;
		if (!rc) rc = lu__current_hits(a->own->fresh, r, &gone, &a->own->touched, e);
		enough = (int64_t)r->n >= a->o.k || (int64_t)all < k || k >= LU_K_MAX;
	}
	if (!rc && (int64_t)r->n > a->o.k) r->n = (size_t)a->o.k;
	return rc || !a->f->adaptive ? rc : choose(a, e);
}

static lu_code find_there(asking *a, lu_cache_key key, lu_err *e)
{
	size_t gone = 0;
	lu_code rc = find_stored(a, key, a->o.k, e);

	/* the choice is kept with the hits, but for those that an expansion was merged into */
	if (!rc && a->f->adaptive && (a->own->boosted || !a->f->cached)) rc = choose(a, e);
	if (!rc) rc = lu__current_hits(a->own->fresh, &a->f->result, &gone, &a->own->touched, e);
	return rc || !gone ? rc : find_more(a, key, e);
}

/* ---- a question ---- */

static lu_code copy_strs(lu_arena *a, lu_strs *v, lu_err *e)
{
	lu_str *w = lu_arena_calloc(a, v->n + 1, sizeof *w);

	if (!w) return lu_nomem(e);
	for (size_t i = 0; i < v->n; i++)
		if (!(w[i] = lu_arena_dup(a, v->v[i])).s) return lu_nomem(e);
	v->v = w;
	return LU_OK;
}

/* The options outlive the call: an answer is made of the same. */
static lu_code copy_options(lu__found *own, const lu_search_options *o, lu_err *e)
{
	lu_query_options *q = &own->o.query;
	lu_code rc;

	own->o = *o;
	own->o.boost = NULL;
	own->o.given = NULL;
	q->also = NULL;
	q->n_also = 0;
	q->times = NULL;
	if (o->adaptive) q->k = LU_CHOOSE_K(&o->select);
	if (o->own && !(own->o.own = lu_arena_dup(&own->arena, lu_strz(o->own)).s)) return lu_nomem(e);
	if (q->strategy && !(q->strategy = lu_arena_dup(&own->arena, lu_strz(q->strategy)).s)) return lu_nomem(e);
	rc = copy_strs(&own->arena, &q->paths, e);
	if (!rc) rc = copy_strs(&own->arena, &q->languages, e);
	return rc ? rc : copy_strs(&own->arena, &q->types, e);
}

static lu_code new_found(lu_str text, const lu_search_options *o, lu_found **out, lu_err *e)
{
	lu_found *f = calloc(1, sizeof *f);
	lu_code rc;

	if (!f || !(f->own = calloc(1, sizeof *f->own))) {
		free(f);
		return lu_nomem(e);
	}
	f->own->start = lu_now();
	rc = copy_options(f->own, o, e);
	f->adaptive = o->adaptive;
	f->fresh.state = LU_TREE_LARGE;
	f->fresh.behind = -1;
	if (!rc && !(f->text = lu_arena_dup(&f->own->arena, text)).s) rc = lu_nomem(e);
	if (rc) lu_found_free(f);
	else *out = f;
	return rc;
}

void lu__found_release(lu_found *f)
{
	if (f->own->fresh && f->own->reader) lu_fresh_use(f->own->fresh, NULL);
	lu__reader_give(f->own->reader, LU_OK);
	f->own->reader = NULL;
}

lu_code lu__found_take(lu_session *s, lu_found *f, lu__reader **out, lu_err *e)
{
	lu_code rc;

	if (!f->own->reader) return lu__reader_take(s, out, e);
	rc = lu_check_cancel(e);
	if (!rc) *out = f->own->reader;
	return rc;
}

void lu__found_give(lu_found *f, lu__reader *r, lu_code rc)
{
	if (r != f->own->reader) lu__reader_give(r, rc);
	else if (rc) {
		f->own->reader = NULL;
		lu__reader_give(r, rc);
	}
}

void lu_found_free(lu_found *f)
{
	if (!f) return;
	lu__found_release(f);
	lu_result_free(&f->result);
	lu_fresh_close(f->own->fresh);
	lu_arena_free(&f->own->arena);
	free(f->own);
	free(f);
}

/* What an expansion says, or entities that are known. */
static lu_code read_boost(asking *a, const lu_search_options *o, lu_err *e)
{
	lu_boost *b = &a->own->boost;
	lu_code rc = LU_OK;

	if (o->boost) *b = *o->boost;
	if (o->n_given && !b->n_element)
		rc = lu_boost_given(a->reader->store, o->given, o->n_given, &a->own->arena, b, e);
	a->own->boosted = b->n_element || b->n_document;
	return rc;
}

void lu__found_count(lu_found *f)
{
	if (f->own->fresh) lu_fresh_counts(f->own->fresh, &f->fresh.looked, &f->fresh.changed, &f->fresh.gone);
}

/* Files are looked at for each question: people edit between them. */
static lu_code look_at_files(asking *a, lu_err *e)
{
	lu_code rc = lu__current_tree(a->reader, &a->own->arena, &a->f->fresh, !a->own->o.stored, e);

	if (rc || a->own->o.stored) return rc;
	rc = lu_fresh_open(a->reader->store, &a->own->fresh, e);
	if (!rc) a->f->fresh.state = lu_fresh_tree(a->own->fresh);
	return rc;
}

static void tell(const asking *a)
{
	const lu_result *r = &a->f->result;
	const double *t = a->f->times;

	lu__log(a->session, "query", "strategy=%s hits=%zu cached=%s seconds=%.6f", r->strategy, r->n,
		a->f->cached ? "yes" : "no", r->seconds);
	lu__log(a->session, "times", "open=%.6f bm25=%.6f vector=%.6f graph=%.6f rerank=%.6f select=%.6f read=%.6f",
		t[LU_TIME_OPEN], t[LU_TIME_BM25], t[LU_TIME_VECTOR], t[LU_TIME_GRAPH], t[LU_TIME_RERANK],
		t[LU_TIME_SELECT], t[LU_TIME_READ]);
}

static lu_code show(asking *a, lu_err *e)
{
	double start = clock_of(a);
	lu_code rc = LU_OK;

	if (a->own->o.show != LU_SHOW_PLACES) rc = lu__shown_read(a->reader->store, &a->own->o, a->f, e);
	spent(a, LU_TIME_READ, start);
	return rc;
}

static lu_code search(asking *a, const lu_search_options *o, lu_err *e)
{
	lu_cache_key key = lu__found_key(a->session, a->f);
	lu_code rc = look_at_files(a, e);

	if (a->session->log || o->times) a->o.times = a->f->times;
	key.o = &a->o;
	if (!rc) rc = read_boost(a, o, e);
	if (!rc) rc = find_there(a, key, e);
	a->own->state = a->reader->state;
	a->own->seed = lu_now() - a->own->start;
	if (!rc) rc = show(a, e);
	if (!rc && !a->f->result.n && a->o.paths.n)
		rc = lu_query_unfit(a->reader->store, &a->o, &a->own->arena, &a->f->unfit, e);
	if (rc) return rc;
	lu__found_count(a->f);
	tell(a);
	/* what was found with an expansion is the result of another question */
	if (!a->f->cached && !a->own->boosted && !a->own->touched)
		lu_cache_put(a->reader->cache, &key, &a->f->result, &a->f->selection);
	return LU_OK;
}

lu_code lu_session_search(lu_session *s, const lu_request *r, lu_str text, const lu_search_options *o, lu_found **out,
			  lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	asking a = { .session = s };
	lu_code rc = lu__uses_vectors(o->query.strategy, o->own, &a.vectors, e);

	if (!rc) rc = new_found(text, o, &a.f, e);
	if (!rc) rc = lu__reader_take(s, &a.reader, e);
	if (!rc) {
		lu__reader_warn(a.reader);
		a.own = a.f->own;
		a.o = a.own->o.query;
		lu__reader_began(a.reader);
		rc = search(&a, o, e);
	}
	if (!rc && o->answers) a.own->reader = a.reader;
	else lu__reader_give(a.reader, rc);
	lu_request_leave(before);
	if (rc) lu_found_free(a.f);
	else *out = a.f;
	return rc;
}
