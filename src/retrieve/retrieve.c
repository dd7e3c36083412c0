/* SPDX-License-Identifier: MIT
 * From a query to ranked hits: the terms, the strategy, the order. */
#include <stdio.h>
#include <stdlib.h>

#include "lucus/file.h"
#include "retrieve/rank.h"

void lu_query_options_init(lu_query_options *o)
{
	*o = (lu_query_options){ .k = 10, .rrf_k = 60, .vector_top_k = 10, .similarity_threshold = 0.5 };
}

lu_code lu_retriever_open(lu_store *s, lu_embedder *m, lu_retriever **out, lu_err *e)
{
	lu_retriever *r = calloc(1, sizeof *r);
	lu_code rc;

	if (!r) return lu_nomem(e);
	r->store = s;
	r->m = m;
	rc = lu_store_kb(s, false, &r->arena, &r->kb, e);
	if (!rc && m && r->kb.model.n &&
	    (!lu_str_eqz(r->kb.model, lu_embedder_model(m)) || r->kb.dim != (int64_t)lu_embedder_dim(m)))
		rc = lu_fail(e, LU_EUSAGE,
			     "the stored vectors are of model '%.*s', not '%s': run 'lucus embed'",
			     LU_FMT(r->kb.model), lu_embedder_model(m));
	if (!rc) rc = lu_postings_open(s, &r->post, e);
	if (!rc) rc = lu_stemmer_new(&r->stemmer, e);
	if (!rc) rc = lu__files_make(lu_postings_docs(r->post), &r->files, e);
	if (rc) {
		lu_retriever_close(r);
		return rc;
	}
	*out = r;
	return LU_OK;
}

void lu_retriever_close(lu_retriever *r)
{
	if (!r) return;
	lu_postings_close(r->post);
	lu_stemmer_free(r->stemmer);
	lu__files_free(&r->files);
	lu_arena_free(&r->arena);
	free(r);
}

void lu_result_free(lu_result *r)
{
	lu_arena_free(&r->arena);
	*r = (lu_result){ 0 };
}

static lu_code check_query(lu_str query, lu_err *e)
{
	size_t n = 0;

	if (!lu_utf8_valid(query)) return lu_fail(e, LU_EUSAGE, "the query is not UTF-8");
	for (size_t i = 0; i < query.n; i++) n += ((unsigned char)query.s[i] & 0xc0) != 0x80;
	if (n > LU_QUERY_MAX)
		return lu_fail(e, LU_EUSAGE, "the query has %zu characters, more than %d", n, LU_QUERY_MAX);
	if (!lu_str_trim(query).n) return lu_fail(e, LU_EUSAGE, "the query is empty");
	return LU_OK;
}

static lu_code check_range(const char *name, int64_t v, int64_t min, int64_t max, lu_err *e)
{
	if (v >= min && v <= max) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "%s is %lld, expected %lld to %lld", name, (long long)v, (long long)min,
		       (long long)max);
}

static lu_code check_options(const lu_query_options *o, lu_err *e)
{
	lu_code rc = check_range("k", o->k, 1, LU_K_MAX, e);

	if (!rc) rc = check_range("rrf_k", o->rrf_k, 0, 1000000, e);
	if (!rc) rc = check_range("vector_top_k", o->vector_top_k, 1, LU_K_MAX, e);
	if (!rc && o->candidates) rc = check_range("candidates", o->candidates, o->k, 1000000, e);
	if (!rc && !(o->similarity_threshold >= -1 && o->similarity_threshold <= 1))
		rc = lu_fail(e, LU_EUSAGE, "similarity_threshold is %g, expected -1 to 1",
			     o->similarity_threshold);
	return rc;
}

/* Why the data does not support `s`; NULL when it does. */
static const char *missing(const lu_retriever *r, const lu__strategy *s)
{
	if (!s->info.needs_vectors) return NULL;
	if (!r->kb.model.n) return "the store has no vectors, run 'lucus embed'";
	return r->m ? NULL : "no embedding model is open";
}

/* Find the strategy that will run, and note where another one was asked for. */
static lu_code choose(const lu_retriever *r, const char *name, const lu__strategy **out, lu_result *res,
		      lu_err *e)
{
	const lu__strategy *s = lu__strategy_find(name ? name : "auto");

	if (!s) {
		lu_buf names = LU_BUF;

		lu__strategy_names(&names);
		lu_fail(e, LU_EUSAGE, "no strategy '%s': expected one of %s", name, names.s);
		lu_buf_free(&names);
		return LU_EUSAGE;
	}
	for (;;) {
		const char *why = missing(r, s);

		if (s->run && !why) break;
		if (why && !res->fallback[0])
			snprintf(res->fallback, sizeof res->fallback, "%s: %s", s->info.name, why);
		s = lu__strategy_find(s->otherwise);
	}
	*out = s;
	res->strategy = s->info.name;
	return LU_OK;
}

lu_code lu__candidates_of(lu__query *q, lu_topk *best, lu_hit_stage stage, lu__candidates *out, lu_err *e)
{
	lu__candidate *v;

	lu_topk_sort(best);
	v = lu_arena_calloc(&q->scratch, best->n, sizeof *v);
	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < best->n; i++) {
		bool tie = i && best->v[i].score == best->v[i - 1].score;

		v[i].id = best->v[i].id;
		v[i].score = v[i].stage[stage].score = best->v[i].score;
		v[i].stage[stage].rank = tie ? v[i - 1].stage[stage].rank : (uint32_t)(i + 1);
	}
	*out = (lu__candidates){ .v = v, .n = best->n };
	return LU_OK;
}

/* Row ids depend on the history of the store; these do not. */
static int by_place(const void *a, const void *b)
{
	const lu_hit *x = a, *y = b;
	int c = lu_str_cmp(x->el.path, y->el.path);

	if (c) return c;
	if (x->el.start_line != y->el.start_line) return x->el.start_line < y->el.start_line ? -1 : 1;
	return strcmp(x->el.uuid, y->el.uuid);
}

/* Load the hits of candidates [from, to), which have equal scores, in their order. A candidate whose element
 * is gone (the index is older than the elements), or that a filter leaves out, is none. */
static lu_code load_equals(lu__query *q, const lu__candidate *v, size_t n, lu_arena *a, lu_hit *hit,
			   size_t *loaded, lu_err *e)
{
	*loaded = 0;
	for (size_t i = 0; i < n; i++) {
		lu_hit *h = &hit[*loaded];
		lu_code rc = lu_store_brief(q->r->store, v[i].id, a, &h->el, e);

		if (rc == LU_ENOENT || (!rc && !lu__filter_keeps(&q->filter, &h->el))) continue;
		if (rc) return rc;
		h->score = v[i].score;
		memcpy(h->stage, v[i].stage, sizeof h->stage);
		if (v[i].features) memcpy(h->feature, v[i].features, sizeof h->feature);
		++*loaded;
	}
	if (*loaded > 1) qsort(hit, *loaded, sizeof *hit, by_place);
	return LU_OK;
}

static bool has_file(const lu_result *r, int64_t file)
{
	for (size_t i = 0; i < r->n; i++) {
		if (r->v[i].el.file == file) return true;
	}
	return false;
}

/* Only the elements at the head, and those that tie with them, are loaded. */
static lu_code rank(lu__query *q, lu__candidates *c, lu_result *r, lu_err *e)
{
	size_t want = (size_t)q->o->k;
	lu_hit *hit = lu_arena_calloc(&q->scratch, c->n, sizeof *hit);

	if (c->limit && c->limit < want) want = c->limit;
	r->v = lu_arena_calloc(&r->arena, want < c->n ? want : c->n, sizeof *r->v);
	if (!hit || !r->v) return lu_nomem(e);
	for (size_t i = 0, end; i < c->n && r->n < want; i = end) {
		size_t n;
		lu_code rc;

		for (end = i + 1; end < c->n && c->v[end].score == c->v[i].score;) end++;
		rc = load_equals(q, c->v + i, end - i, &r->arena, hit, &n, e);
		if (rc) return rc;
		for (size_t j = 0; j < n && r->n < want; j++) {
			if (q->o->by_file && has_file(r, hit[j].el.file)) continue;
			hit[j].rank = (uint32_t)(r->n + 1);
			r->v[r->n++] = hit[j];
		}
	}
	return LU_OK;
}

lu_code lu_retrieve(lu_retriever *r, lu_str query, const lu_query_options *o, lu_result *out, lu_err *e)
{
	lu__query q = { .r = r, .text = query, .o = o };
	lu_result res = { 0 };
	lu__candidates found = { 0 };
	const lu__strategy *s;
	double start = lu_now();
	lu_code rc;

	if ((rc = check_query(query, e)) || (rc = check_options(o, e)) ||
	    (rc = choose(r, o->strategy, &s, &res, e)))
		return rc;
	q.depth = o->candidates ? (size_t)o->candidates : lu__filters(o) ? LU__FILTER_DEPTH : LU_K_MAX;
	rc = lu__filter_read(&q.filter, o, &q.scratch, e);
	if (!rc) rc = lu__terms_read(&q.terms, r->post, r->stemmer, query, &q.scratch, e);
	if (!rc) rc = lu__terms_held(&q.terms, &res.arena, &res.terms, e);
	if (!rc) rc = lu__terms_unmatched(&q.terms, &res.arena, &res.unmatched, e);
	q.held = res.terms;
	/* without a known word there is nothing to be near to */
	if (!rc && q.held.n) {
		rc = s->run(&q, &found, e);
		if (!rc) rc = rank(&q, &found, &res, e);
	}
	lu__terms_free(&q.terms);
	lu_arena_free(&q.scratch);
	if (rc) {
		lu_result_free(&res);
		return rc;
	}
	res.seconds = lu_now() - start;
	*out = res;
	return LU_OK;
}
