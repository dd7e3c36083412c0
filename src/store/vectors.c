/* SPDX-License-Identifier: MIT
 * Vectors in memory, for who asks often. Those who read one state of a store, each by a handle of its own, may share them. What
 * a pool has is compared with what the store holds, which takes no longer than to copy it, so that no number has to tell which
 * state they are of. */
#include <pthread.h>
#include <stdlib.h>

#include "store/internal.h"

struct lu_vectors {
	size_t dim, n, cap;
	int64_t *id;
	float *scale;
	int8_t *v;
	lu_vector_pool *pool; /* NULL: it is in none */
	lu_vectors *next;     /* in it */
	size_t holders;       /* under its lock */
};

struct lu_vector_pool {
	pthread_mutex_t lock; /* also while vectors are loaded: who waits shares them */
	lu_vectors *first;    /* those that came last are first */
};

lu_code lu_vector_pool_new(lu_vector_pool **out, lu_err *e)
{
	lu_vector_pool *p = calloc(1, sizeof *p);

	if (!p) return lu_nomem(e);
	pthread_mutex_init(&p->lock, NULL);
	*out = p;
	return LU_OK;
}

void lu_vector_pool_free(lu_vector_pool *p)
{
	if (!p) return;
	pthread_mutex_destroy(&p->lock);
	free(p);
}

static lu_code keep_rows(void *ctx, const lu__vector_rows *r, lu_err *e)
{
	lu_vectors *x = ctx;

	if (r->n > x->cap - x->n) return lu_fail(e, LU_EDB, "a vector block is damaged: run 'lucus index --rebuild'");
	memcpy(x->id + x->n, r->id, r->n * sizeof *x->id);
	memcpy(x->scale + x->n, r->scale, r->n * sizeof *x->scale);
	memcpy(x->v + x->n * x->dim, r->v, r->n * x->dim);
	x->n += r->n;
	return LU_OK;
}

static void release(lu_vectors *v)
{
	free(v->id);
	free(v->scale);
	free(v->v);
	free(v);
}

static lu_code load(lu_store *s, lu_vectors **out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_vectors *x;
	int64_t n = 0;
	lu_code rc = lu__need_kb(s, e);

	/* no more than blocks can hold, whatever a damaged store says */
	if (!rc)
		rc = lu__stmt(s, "SELECT sum(min(max(n, 0), ?3)) FROM vector_block WHERE tenant = ?1 AND kb = ?2", &st,
			      e, "ki", (int64_t)LU__BLOCK);
	if (!rc) rc = lu__int(s, st, 0, &n, "count the vectors", e);
	if (rc) return rc;
	if (!(x = calloc(1, sizeof *x))) return lu_nomem(e);
	x->dim = (size_t)s->dim;
	x->cap = (size_t)n;
	x->holders = 1;
	x->id = lu_large(x->cap * sizeof *x->id);
	x->scale = lu_large(x->cap * sizeof *x->scale);
	x->v = lu_large(x->cap * x->dim);
	rc = x->id && x->scale && x->v ? lu__vector_blocks(s, keep_rows, x, e) : lu_nomem(e);
	if (rc) release(x);
	else *out = x;
	return rc;
}

/* ---- sharing ---- */

struct comparing {
	const lu_vectors *with;
	size_t at;
	bool same;
};

static lu_code compare_rows(void *ctx, const lu__vector_rows *r, lu_err *e)
{
	struct comparing *c = ctx;
	const lu_vectors *x = c->with;

	(void)e;
	c->same = r->n <= x->n - c->at && !memcmp(x->id + c->at, r->id, r->n * sizeof *r->id) &&
		  !memcmp(x->scale + c->at, r->scale, r->n * sizeof *r->scale) &&
		  !memcmp(x->v + c->at * x->dim, r->v, r->n * x->dim);
	c->at += r->n;
	return c->same ? LU_OK : LU_DONE;
}

static lu_code is_same(lu_store *s, const lu_vectors *x, bool *out, lu_err *e)
{
	struct comparing c = { .with = x, .same = true };
	lu_code rc = x->dim == (size_t)s->dim ? lu__vector_blocks(s, compare_rows, &c, e) : LU_OK;

	*out = !rc && x->dim == (size_t)s->dim && c.same && c.at == x->n;
	return rc;
}

/* Under the lock of the pool. */
static lu_code find(lu_store *s, lu_vector_pool *p, lu_vectors **out, lu_err *e)
{
	lu_code rc = LU_OK;
	bool same = false;

	for (lu_vectors *x = p->first; x && !same && !rc; x = x->next) {
		rc = is_same(s, x, &same, e);
		if (!same) continue;
		x->holders++;
		*out = x;
	}
	if (rc || same || (rc = load(s, out, e))) return rc;
	(*out)->pool = p;
	(*out)->next = p->first;
	p->first = *out;
	return LU_OK;
}

lu_code lu_vectors_load(lu_store *s, lu_vector_pool *p, lu_vectors **out, lu_err *e)
{
	lu_code rc;

	if (!p) return load(s, out, e);
	pthread_mutex_lock(&p->lock);
	rc = find(s, p, out, e);
	pthread_mutex_unlock(&p->lock);
	return rc;
}

void lu_vectors_free(lu_vectors *v)
{
	lu_vector_pool *p = v ? v->pool : NULL;
	lu_vectors **at;
	bool last = true;

	if (p) {
		pthread_mutex_lock(&p->lock);
		last = !--v->holders;
		for (at = &p->first; last && *at != v;) at = &(*at)->next;
		if (last) *at = v->next;
		pthread_mutex_unlock(&p->lock);
	}
	if (v && last) release(v);
}

lu_code lu_vectors_scan(const lu_vectors *v, const int8_t *query, float scale, lu_topk *best, lu_err *e)
{
	return lu_vec_scan(v->v, v->scale, v->id, v->n, v->dim, query, scale, best, e);
}
