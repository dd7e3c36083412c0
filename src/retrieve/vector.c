/* SPDX-License-Identifier: MIT
 * Vectors: the elements nearest to the query, found by an exact scan. */
#include <float.h>
#include <stdlib.h>

#include "retrieve/strategy.h"

lu_code lu__list_vector(lu__query *q, size_t depth, double floor, lu__candidates *out, lu_err *e)
{
	size_t dim = lu_embedder_dim(q->r->m);
	float *v = lu_arena_calloc(&q->scratch, dim, sizeof *v);
	int8_t *packed = lu_arena_calloc(&q->scratch, dim, sizeof *packed);
	lu_topk best = { 0 };
	float scale = 0;
	lu_code rc;

	if (!v || !packed) return lu_nomem(e);
	rc = lu_embed_query(q->r->m, q->text, lu__terms_df, &q->terms, v, e);
	if (rc) return rc;
	lu_vec_quantise(v, dim, packed, &scale);
	rc = lu_topk_init(&best, depth, true, floor, e);
	if (!rc && scale > 0) rc = lu_store_scan(q->r->store, packed, scale, &best, e);
	if (!rc) rc = lu__candidates_of(q, &best, LU_STAGE_VECTOR, out, e);
	lu_topk_free(&best);
	return rc;
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
