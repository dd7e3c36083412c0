/* SPDX-License-Identifier: MIT
 * Fusion of lists by reciprocal ranks (Cormack, Clarke, Buettcher, SIGIR 2009). Scores of different kinds can not be
 * compared; ranks can. */
#include "retrieve/strategy.h"

static bool has_id(const void *candidates, uint32_t i, const void *id)
{
	return ((const lu__candidate *)candidates)[i].id == *(const int64_t *)id;
}

/* The candidate with this id, added when there is none; there is room. */
static lu__candidate *with_id(lu_map *m, lu__candidates *c, int64_t id)
{
	uint64_t hash = lu_map_mix((uint64_t)id), *slot = lu_map_slot(m, hash, has_id, c->v, &id);

	if (!*slot) {
		lu_map_set(m, slot, hash, (uint32_t)c->n);
		c->v[c->n++].id = id;
	}
	return &c->v[lu_map_number(slot)];
}

/* Join candidates with equal ids, which then hold the scores of all lists. */
static lu_code merge(lu__query *q, const lu__candidates *list, size_t n, lu__candidates *out, lu_err *e)
{
	lu_map by_id = { 0 };
	lu__candidates all;
	size_t room = 0;
	lu_code rc;

	for (size_t i = 0; i < n; i++) room += list[i].n;
	if (!lu_map_reserve(&by_id, &q->scratch, room + 1)) return lu_nomem(e);
	if ((rc = lu__candidates_new(q, room, &all, e))) return rc;
	all.n = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < list[i].n; k++) {
			lu__candidate *to = with_id(&by_id, &all, list[i].v[k].id);
			const lu_stage_score *from = list[i].v[k].stage;

			for (int s = 0; s < LU_HIT_STAGES; s++)
				if (from[s].rank) to->stage[s] = from[s];
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

/* What a list is worth against the others: questions in plain language are better served by vectors,
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
