/* SPDX-License-Identifier: MIT
 * The terms of a query: tokens without repetition and without stop words, and how many elements hold
 * each of them. */
#include <stdlib.h>

#include "retrieve/strategy.h"

/* A pasted page should not cost a lookup of a thousand postings: the rarest terms decide anyway. */
#define MAX_HELD 64

/* What a word counts by where it is. */
static const float part_share[LU__PART_COUNT] = {
	[LU__PART_TITLE] = 1, [LU__PART_PROSE] = .4f, [LU__PART_NAMED] = .8f, [LU__PART_CODE] = .2f
};

typedef struct splitting {
	lu__terms *t;
	float share;
	bool oom;
} splitting;

static bool add(void *ctx, lu_str token, lu_token_kind kind)
{
	splitting *s = ctx;
	lu__terms *t = s->t;
	size_t had = t->n;
	lu__occurrence *at;
	lu__term *v = lu__term_of(t, token);

	s->oom = true;
	if (!v) return false;
	if (t->n > had) {
		v->kind = kind;
		v->wanted = !lu_stop_word(token);
	}
	if (v->share < s->share) v->share = s->share;
	at = lu_arena_grow(t->a, t->at, t->n_at, sizeof *at);
	if (!at) return false;
	t->at = at;
	at[t->n_at++] = (lu__occurrence){ (size_t)(v - t->v), kind };
	s->oom = false;
	return true;
}

static lu_code split(lu__terms *t, const lu__question *q, lu_err *e)
{
	splitting sp = { .t = t };

	for (size_t i = 0; i < q->n; i++) {
		const lu__span *s = &q->v[i];
		lu_code rc;

		sp.share = part_share[s->part];
		rc = lu_tokenize(lu_strn(q->text.s + s->from, s->to - s->from), add, &sp, e);
		if (rc || sp.oom) return rc ? rc : lu_nomem(e);
	}
	return LU_OK;
}

lu_code lu__terms_read(lu__terms *t, lu_retriever *r, const lu__question *q, lu_arena *a, lu_err *e)
{
	size_t wanted = 0;
	lu_code rc;

	*t = (lu__terms){ .r = r, .a = a, .total = lu_postings_docs(r->post)->rows, .e = e };
	if ((rc = split(t, q, e))) return rc;
	for (size_t i = 0; i < t->n; i++) wanted += t->v[i].wanted;
	for (size_t i = 0; i < t->n; i++) {
		if (!wanted) t->v[i].wanted = true; /* nothing but stop words: they are the query */
		if (t->v[i].wanted) lu__term_look_up(t, &t->v[i]);
	}
	return t->failed ? t->failed : lu__compounds(t, e);
}

static int by_df(const void *a, const void *b)
{
	const lu__term *x = *(const lu__term *const *)a, *y = *(const lu__term *const *)b;

	if (x->df != y->df) return x->df < y->df ? -1 : 1;
	return (x > y) - (x < y);
}

static int by_place(const void *a, const void *b)
{
	const lu__term *x = *(const lu__term *const *)a, *y = *(const lu__term *const *)b;

	return (x > y) - (x < y);
}

/* A term that most elements hold says nothing (BM25 gives it no weight), but costs a visit of each: too
 * much where there are many. */
static bool telling(const lu__terms *t, const lu__term *term)
{
	return term->df <= t->total / 2 || term->df <= LU_K_MAX;
}

lu_code lu__terms_held(const lu__terms *t, lu_arena *a, lu_strs *out, lu_err *e)
{
	const lu__term **held = lu_arena_calloc(a, t->n, sizeof *held);
	lu_str *v = lu_arena_calloc(a, t->n, sizeof *v);
	bool some_tell = false;
	size_t n = 0;

	if (!held || !v) return lu_nomem(e);
	for (size_t i = 0; i < t->n; i++) some_tell |= t->v[i].wanted && t->v[i].df > 0 && telling(t, &t->v[i]);
	for (size_t i = 0; i < t->n; i++) {
		if (!t->v[i].wanted || t->v[i].df <= 0) continue;
		if (!some_tell || telling(t, &t->v[i])) held[n++] = &t->v[i];
	}
	if (n > MAX_HELD) {
		qsort(held, n, sizeof *held, by_df);
		n = MAX_HELD;
		qsort(held, n, sizeof *held, by_place);
	}
	for (size_t i = 0; i < n; i++) {
		v[i] = lu_arena_dup(a, held[i]->token);
		if (!v[i].s) return lu_nomem(e);
	}
	*out = (lu_strs){ v, n };
	return LU_OK;
}

static bool held(const lu__terms *t, size_t i)
{
	const lu__term *term = &t->v[t->at[i].term];

	return term->wanted && term->df > 0;
}

static lu_code report(lu__terms *t, size_t i, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu__term *term = &t->v[t->at[i].term];
	lu_str *v, copy;

	if (term->reported || !term->wanted || term->df > 0) return LU_OK;
	v = lu_arena_grow(a, out->v, out->n, sizeof *v);
	copy = lu_arena_dup(a, term->token);
	if (!v || !copy.s) return lu_nomem(e);
	term->reported = true;
	out->v = v;
	v[out->n++] = copy;
	return LU_OK;
}

lu_code lu__terms_unmatched(lu__terms *t, lu_arena *a, lu_strs *out, lu_err *e)
{
	lu_strs r = { 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0, end; !rc && i < t->n_at; i = end) {
		bool any = held(t, i);

		/* the parts of an identifier follow its whole */
		for (end = i + 1; end < t->n_at && t->at[end].kind == LU_TOKEN_PART; end++) any |= held(t, end);
		if (!any || end == i + 1) {
			rc = report(t, i, a, &r, e);
			continue;
		}
		for (size_t j = i + 1; !rc && j < end; j++) rc = report(t, j, a, &r, e);
	}
	if (!rc) *out = r;
	return rc;
}
