/* SPDX-License-Identifier: MIT
 * Fusion of lists by reciprocal ranks (Cormack, Clarke, Buettcher, SIGIR 2009). Scores of different kinds can not be
 * compared; ranks can. */
#include "retrieve/strategy.h"

/* Where a list of candidates has which id: a hash table, index + 1, 0 for empty. */
struct places {
	uint32_t *at;
	size_t mask;
};

/* The place of `id`, or the empty one where it would be. */
static uint32_t *place_of(const struct places *p, const lu__candidates *c, int64_t id)
{
	size_t i = (size_t)((uint64_t)id * 0x9e3779b97f4a7c15u >> 32) & p->mask;

	while (p->at[i] && c->v[p->at[i] - 1].id != id) i = (i + 1) & p->mask;
	return &p->at[i];
}

/* Join candidates with equal ids, which then hold the scores of all lists. */
static lu_code merge(lu__query *q, const lu__candidates *list, size_t n, lu__candidates *out, lu_err *e)
{
	struct places p = { .mask = 63 };
	lu__candidates all;
	size_t room = 0;
	lu_code rc;

	for (size_t i = 0; i < n; i++) room += list[i].n;
	while (p.mask < 2 * room) p.mask = 2 * p.mask + 1;
	if (!(p.at = lu_arena_calloc(&q->scratch, p.mask + 1, sizeof *p.at))) return lu_nomem(e);
	if ((rc = lu__candidates_new(q, room, &all, e))) return rc;
	all.n = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < list[i].n; k++) {
			uint32_t *at = place_of(&p, &all, list[i].v[k].id);
			const lu_stage_score *from = list[i].v[k].stage;

			if (!*at) {
				*at = (uint32_t)all.n + 1;
				all.v[all.n++].id = list[i].v[k].id;
			}
			for (int s = 0; s < LU_HIT_STAGES; s++)
				if (from[s].rank) all.v[*at - 1].stage[s] = from[s];
		}
	*out = all;
	return LU_OK;
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
	lu_code rc = merge(q, list, n, &all, e);

	if (rc) return rc;
	if (!q->o->include_graph_context) drop_context(&all);
	for (size_t i = 0; i < all.n; i++) {
		all.v[i].score = 0;
		for (int s = 0; s < LU_HIT_STAGES; s++) {
			uint32_t rank = all.v[i].stage[s].rank;

			if (rank) all.v[i].score += weight[s] / (double)(q->o->rrf_k + rank);
		}
	}
	rc = lu__candidates_sort(q, &all, LU_STAGE_RRF, e);
	if (!rc) *out = all;
	return rc;
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
		  .stages = LU_HIT_STAGE_BIT(LU_STAGE_EXPANSION) - 1 },
	.otherwise = { "bm25_graph_vector_rrf_reranked", "hybrid_rrf_reranked", "bm25_graph_expanded_reranked",
		       "bm25_reranked" },
};
