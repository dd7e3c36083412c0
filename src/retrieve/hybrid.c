/* SPDX-License-Identifier: MIT
 * Fusion of lists by reciprocal ranks (Cormack, Clarke, Buettcher, SIGIR 2009). Scores of different kinds can not be
 * compared; ranks can. */
#include <stdlib.h>

#include "retrieve/strategy.h"

static int by_id(const void *a, const void *b)
{
	const lu__candidate *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/* Join candidates with equal ids, which then hold the scores of all lists. */
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

static void drop_context(lu__candidates *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		const lu_stage_score *s = c->v[i].stage;

		if (s[LU_STAGE_BM25].rank || s[LU_STAGE_VECTOR].rank) c->v[n++] = c->v[i];
	}
	c->n = n;
}

lu_code lu__fuse(lu__query *q, const lu__candidates *list, size_t n, const double weight[LU_HIT_STAGES],
		 lu__candidates *out, lu_err *e)
{
	lu__candidates all = { 0 };
	size_t room = 0;

	for (size_t i = 0; i < n; i++) room += list[i].n;
	if (!(all.v = lu_arena_calloc(&q->scratch, room, sizeof *all.v))) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		if (list[i].n) memcpy(all.v + all.n, list[i].v, list[i].n * sizeof *all.v);
		all.n += list[i].n;
	}
	merge(&all);
	if (!q->o->include_graph_context) drop_context(&all);
	for (size_t i = 0; i < all.n; i++) {
		all.v[i].score = 0;
		for (int s = 0; s < LU_HIT_STAGES; s++) {
			uint32_t rank = all.v[i].stage[s].rank;

			if (rank) all.v[i].score += weight[s] / (double)(q->o->rrf_k + rank);
		}
	}
	lu__candidates_sort(&all, LU_STAGE_RRF);
	*out = all;
	return LU_OK;
}

/* What a list is worth against the others: questions in plain language are better answered by vectors,
 * which know word forms and weigh the fields of an element apart. */
static lu_code hybrid_rrf(lu__query *q, lu__candidates *out, lu_err *e)
{
	static const double weight[LU_HIT_STAGES] = { [LU_STAGE_BM25] = 1, [LU_STAGE_VECTOR] = 2 };
	lu__candidates list[2] = { 0 };
	lu_code rc = lu__list_bm25(q, &list[0], e);

	if (!rc) rc = lu__list_near(q, &list[0], &list[1], e);
	return rc ? rc : lu__fuse(q, list, 2, weight, out, e);
}

const lu__strategy lu__strategy_hybrid_rrf = {
	.info = { .name = "hybrid_rrf",
		  .summary = "full text and vectors, fused by their ranks",
		  .needs_vectors = true,
		  .stages = LU_HIT_STAGE_BIT(LU_STAGE_BM25) | LU_HIT_STAGE_BIT(LU_STAGE_VECTOR) |
			    LU_HIT_STAGE_BIT(LU_STAGE_RRF) },
	.run = hybrid_rrf,
	.otherwise = { "bm25" },
};

/* The knowledge base's own choice, else the best that the data supports. */
const lu__strategy lu__strategy_auto = {
	.info = { .name = "auto",
		  .summary = "what the knowledge base has chosen, else the best strategy that the stored data supports",
		  .stages = (1u << LU_HIT_STAGES) - 1 },
	.otherwise = { "bm25_graph_vector_rrf_reranked", "hybrid_rrf_reranked", "bm25_graph_expanded_reranked",
		       "bm25_reranked" },
};
