/* SPDX-License-Identifier: MIT
 * Vectors: the elements nearest to the query, found by an exact scan. */
#include <float.h>
#include <math.h>

#include "retrieve/strategy.h"

/* The query's vector, packed. */
struct probe {
	int8_t *v;
	float scale;
};

#define TITLE .5f /* of the direction of a question is its title's */

static lu_code title_vector(lu__query *q, float **out, lu_err *e)
{
	*out = lu_arena_calloc(&q->scratch, lu_embedder_dim(q->r->m), sizeof **out);
	return *out ? lu_embed_query(q->r->m, lu__question_title(&q->question), lu__terms_df, &q->terms, *out, e)
		    : lu_nomem(e);
}

/* A long text has many words, of which the few of its title say best what it is about. */
static lu_code lean(lu__query *q, float *v, lu_err *e)
{
	size_t dim = lu_embedder_dim(q->r->m);
	float *title;
	lu_code rc = title_vector(q, &title, e);

	if (rc) return rc;
	for (size_t i = 0; i < dim; i++) v[i] = TITLE * title[i] + (1 - TITLE) * v[i];
	lu_vec_normalise(v, dim);
	return LU_OK;
}

static lu_code make_probe(lu__query *q, struct probe *p, lu_err *e)
{
	size_t dim = lu_embedder_dim(q->r->m);
	float *v = q->vector ? q->vector : lu_arena_calloc(&q->scratch, dim, sizeof *v);
	lu_code rc = LU_OK;

	p->v = lu_arena_calloc(&q->scratch, dim, sizeof *p->v);
	p->scale = 0;
	if (!v || !p->v) return lu_nomem(e);
	if (!q->vector) rc = lu_embed_query(q->r->m, q->text, lu__terms_df, &q->terms, v, e);
	if (!rc && !q->vector && q->question.apart) rc = lean(q, v, e);
	if (!rc) lu_vec_quantise(v, dim, p->v, &p->scale);
	return rc;
}

/* Most processes ask one question, for which reading the vectors into memory first would take longer. */
static lu_code scan(lu_retriever *r, const struct probe *p, lu_topk *best, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!r->again) return lu_store_scan(r->store, p->v, p->scale, best, e);
	if (!r->vectors) rc = lu_vectors_load(r->store, r->pool, &r->vectors, e);
	return rc ? rc : lu_vectors_scan(r->vectors, p->v, p->scale, best, e);
}

lu_code lu__list_vector(lu__query *q, size_t depth, double floor, lu__candidates *out, lu_err *e)
{
	struct probe p = { 0 };
	lu_topk best = { 0 };
	double start = lu__clock(q);
	lu_code rc = make_probe(q, &p, e);

	if (!rc) rc = lu_topk_init(&best, depth, true, floor, e);
	if (!rc && p.scale > 0) rc = scan(q->r, &p, &best, e);
	if (!rc) rc = lu__candidates_of(q, &best, LU_STAGE_VECTOR, out, e);
	lu_topk_free(&best);
	lu__spent(q, LU_TIME_VECTOR, start);
	return rc;
}

static lu_code compare(lu__query *q, const lu__candidates *c, const struct probe *p, lu_topk *best, lu_err *e)
{
	size_t dim = lu_embedder_dim(q->r->m);
	int8_t *v = lu_arena_calloc(&q->scratch, dim, sizeof *v);
	lu_code rc = v ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < c->n && !rc; i++) {
		float scale = 0;

		rc = lu_store_vector_get(q->r->store, c->v[i].id, v, &scale, e);
		if (!rc)
			rc = lu_topk_push(best, c->v[i].id,
					  (double)lu_vec_dot(v, p->v, dim) * (double)scale * (double)p->scale, e);
		else if (rc == LU_ENOENT) rc = LU_OK;
	}
	return rc;
}

lu_code lu__list_near(lu__query *q, const lu__candidates *among, lu__candidates *out, lu_err *e)
{
	struct probe p = { 0 };
	lu_topk best = { 0 };
	double start = lu__clock(q);
	lu_code rc;

	if (lu_postings_docs(q->r->post)->rows <= q->o->vector_scan_max)
		return lu__list_vector(q, q->depth, FLT_MIN, out, e);
	rc = make_probe(q, &p, e);
	if (!rc) rc = lu_topk_init(&best, q->depth, true, FLT_MIN, e);
	if (!rc && p.scale > 0) rc = compare(q, among, &p, &best, e);
	if (!rc) rc = lu__candidates_of(q, &best, LU_STAGE_VECTOR, out, e);
	lu_topk_free(&best);
	lu__spent(q, LU_TIME_VECTOR, start);
	return rc;
}

lu_code lu__title_cosines(lu__query *q, const lu__candidates *c, float *out, lu_err *e)
{
	lu_retriever *r = q->r;
	size_t dim, near = 0;
	int8_t *v;
	float *title, scale, own;
	lu_code rc;

	for (size_t i = 0; i < c->n && !near; i++) near = c->v[i].stage[LU_STAGE_VECTOR].rank;
	if (!q->question.apart || !near || lu_embeds_remotely(r->m)) return LU_OK;
	dim = lu_embedder_dim(r->m);
	if (!(v = lu_arena_calloc(&q->scratch, 2 * dim, sizeof *v))) return lu_nomem(e);
	if ((rc = title_vector(q, &title, e))) return rc;
	lu_vec_quantise(title, dim, v + dim, &own);
	for (size_t i = 0; i < c->n && !rc; i++) {
		rc = lu_store_vector_get(r->store, c->v[i].id, v, &scale, e);
		if (!rc) out[i] = (float)lu_vec_dot(v, v + dim, dim) * scale * own;
		else if (rc == LU_ENOENT) rc = LU_OK;
	}
	return rc;
}

lu_code lu__far_cosines(lu__query *q, const lu__candidates *c, float (*x)[LU_FEATURES], lu_err *e)
{
	struct probe p = { 0 };
	size_t dim, near = 0;
	int8_t *v;
	lu_code rc;

	for (size_t i = 0; i < c->n && !near; i++) near = c->v[i].stage[LU_STAGE_VECTOR].rank;
	if (!near) return LU_OK;
	if ((rc = make_probe(q, &p, e))) return rc;
	dim = lu_embedder_dim(q->r->m);
	if (!(v = lu_arena_calloc(&q->scratch, dim, sizeof *v))) return lu_nomem(e);
	for (size_t i = 0; i < c->n; i++) {
		float scale = 0;

		if (c->v[i].stage[LU_STAGE_VECTOR].rank) continue;
		rc = lu_store_vector_get(q->r->store, c->v[i].id, v, &scale, e);
		if (rc && rc != LU_ENOENT) return rc;
		if (!rc) x[i][LU_FEATURE_vector] = fmaxf(0, (float)lu_vec_dot(v, p.v, dim) * scale * p.scale);
	}
	return LU_OK;
}

/* What points away from the query is no candidate. */
static lu_code vector(lu__query *q, lu__candidates *out, lu_err *e)
{
	return lu__list_vector(q, q->depth, FLT_MIN, out, e);
}

const lu__strategy lu__strategy_vector = {
	.info = { .name = "vector",
		  .summary = "vectors: the elements nearest to the query in meaning",
		  .needs_vectors = true,
		  .stages = LU_HIT_STAGE_BIT(LU_STAGE_VECTOR) },
	.run = vector,
	.otherwise = { "bm25" },
};

static lu_code vector_only(lu__query *q, lu__candidates *out, lu_err *e)
{
	size_t top = (size_t)q->o->vector_top_k;
	/* deep enough for what a filter leaves over */
	lu_code rc = lu__list_vector(q, q->depth > top ? q->depth : top, q->o->similarity_threshold, out, e);

	if (!rc) out->limit = top;
	return rc;
}

const lu__strategy lu__strategy_vector_only = {
	.info = { .name = "vector_only",
		  .summary = "vectors above --similarity-threshold, at most --vector-top-k of them",
		  .needs_vectors = true,
		  .stages = LU_HIT_STAGE_BIT(LU_STAGE_VECTOR) },
	.run = vector_only,
	.otherwise = { "bm25" },
};
