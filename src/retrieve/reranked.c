/* SPDX-License-Identifier: MIT
 * Strategies that are others, reranked. */
#include "retrieve/strategy.h"

#define RERANKED(s) ((s) | LU_HIT_STAGE_BIT(LU_STAGE_RERANK))

extern const lu__strategy lu__strategy_bm25, lu__strategy_vector, lu__strategy_hybrid_rrf;

static lu_code reranked(lu__query *q, const lu__strategy *s, lu__candidates *out, lu_err *e)
{
	lu_code rc = s->run(q, out, e);

	return rc ? rc : lu__rerank(q, out, e);
}

static lu_code bm25_reranked(lu__query *q, lu__candidates *out, lu_err *e)
{
	return reranked(q, &lu__strategy_bm25, out, e);
}

const lu__strategy lu__strategy_bm25_reranked = {
	.info = { .name = "bm25_reranked",
		  .summary = "bm25, then the built-in reranker",
		  .stages = RERANKED(LU_HIT_STAGE_BIT(LU_STAGE_BM25)) },
	.run = bm25_reranked,
};

static lu_code vector_reranked(lu__query *q, lu__candidates *out, lu_err *e)
{
	return reranked(q, &lu__strategy_vector, out, e);
}

const lu__strategy lu__strategy_vector_reranked = {
	.info = { .name = "vector_reranked",
		  .summary = "vector, then the built-in reranker",
		  .needs_vectors = true,
		  .stages = RERANKED(LU_HIT_STAGE_BIT(LU_STAGE_VECTOR)) },
	.run = vector_reranked,
	.otherwise = { "bm25_reranked" },
};

static lu_code hybrid_rrf_reranked(lu__query *q, lu__candidates *out, lu_err *e)
{
	return reranked(q, &lu__strategy_hybrid_rrf, out, e);
}

const lu__strategy lu__strategy_hybrid_rrf_reranked = {
	.info = { .name = "hybrid_rrf_reranked",
		  .summary = "hybrid_rrf, then the built-in reranker",
		  .needs_vectors = true,
		  .stages = RERANKED(LU_HIT_STAGE_BIT(LU_STAGE_BM25) | LU_HIT_STAGE_BIT(LU_STAGE_VECTOR) |
				     LU_HIT_STAGE_BIT(LU_STAGE_RRF)) },
	.run = hybrid_rrf_reranked,
	.otherwise = { "bm25_reranked" },
};
