/* SPDX-License-Identifier: MIT
 * Fusion of full text and vectors by reciprocal ranks (Cormack, Clarke, Buettcher, SIGIR 2009). Scores
 * of different kinds can not be compared; ranks can. */
#include <float.h>
#include <stdlib.h>

#include "retrieve/strategy.h"

/* What a list is worth against the others: questions in plain language are better answered by vectors,
 * which know word forms and weigh the fields of an element apart. */
static const struct {
	lu_hit_stage stage;
	double weight;
} lists[] = {
	{ LU_STAGE_BM25, 1 },
	{ LU_STAGE_VECTOR, 2 },
};

static int by_id(const void *a, const void *b)
{
	const lu__candidate *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/* Join candidates with equal ids, which then hold the scores of both lists. */
static void merge(lu__candidates *c)
{
	size_t n = 0;

	if (c->n) qsort(c->v, c->n, sizeof *c->v, by_id);
	for (size_t i = 0; i < c->n; i++) {
		if (!n || c->v[n - 1].id != c->v[i].id) {
			c->v[n++] = c->v[i];
			continue;
		}
		for (int s = 0; s < LU_HIT_STAGES; s++) {
			if (c->v[i].stage[s].rank) c->v[n - 1].stage[s] = c->v[i].stage[s];
		}
	}
	c->n = n;
}

static int by_fused(const void *a, const void *b)
{
	const lu__candidate *x = a, *y = b;

	if (x->score != y->score) return x->score < y->score ? 1 : -1;
	return (x->id > y->id) - (x->id < y->id);
}

static void fuse(lu__candidates *c, double rrf_k)
{
	for (size_t i = 0; i < c->n; i++) {
		lu__candidate *x = &c->v[i];

		x->score = 0;
		for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
			uint32_t rank = x->stage[lists[l].stage].rank;

			if (rank) x->score += lists[l].weight / (rrf_k + rank);
		}
	}
	if (c->n) qsort(c->v, c->n, sizeof *c->v, by_fused);
	for (size_t i = 0; i < c->n; i++) {
		bool tie = i && c->v[i].score == c->v[i - 1].score;

		c->v[i].stage[LU_STAGE_RRF].score = c->v[i].score;
		c->v[i].stage[LU_STAGE_RRF].rank =
			tie ? c->v[i - 1].stage[LU_STAGE_RRF].rank : (uint32_t)(i + 1);
	}
}

static lu_code hybrid_rrf(lu__query *q, lu__candidates *out, lu_err *e)
{
	lu__candidates text = { 0 }, near = { 0 }, all = { 0 };
	lu_code rc = lu__list_bm25(q, &text, e);

	if (!rc) rc = lu__list_vector(q, q->depth, FLT_MIN, &near, e);
	if (rc) return rc;
	all.n = text.n + near.n;
	all.v = lu_arena_calloc(&q->scratch, all.n, sizeof *all.v);
	if (!all.v) return lu_nomem(e);
	if (text.n) memcpy(all.v, text.v, text.n * sizeof *all.v);
	if (near.n) memcpy(all.v + text.n, near.v, near.n * sizeof *all.v);
	merge(&all);
	fuse(&all, (double)q->o->rrf_k);
	*out = all;
	return LU_OK;
}

const lu__strategy lu__strategy_hybrid_rrf = {
	.info = { .name = "hybrid_rrf",
		  .summary = "full text and vectors, fused by their ranks",
		  .needs_vectors = true },
	.run = hybrid_rrf,
	.otherwise = "bm25",
};

/* The best that the data supports. */
const lu__strategy lu__strategy_auto = {
	.info = { .name = "auto", .summary = "the best strategy that the stored data supports" },
	.otherwise = "hybrid_rrf_reranked",
};

static lu_code hybrid_rrf_reranked(lu__query *q, lu__candidates *out, lu_err *e)
{
	lu_code rc = hybrid_rrf(q, out, e);

	return rc ? rc : lu__rerank(q, out, e);
}

const lu__strategy lu__strategy_hybrid_rrf_reranked = {
	.info = { .name = "hybrid_rrf_reranked",
		  .summary = "full text and vectors, then the built-in reranker",
		  .needs_vectors = true },
	.run = hybrid_rrf_reranked,
	.otherwise = "bm25",
};
