/* SPDX-License-Identifier: MIT
 * Strategies that look around in the graph: what the best hits call, are called by, are part of. */
#include <float.h>

#include "retrieve/strategy.h"

#define TEXT   LU_HIT_STAGE_BIT(LU_STAGE_BM25)
#define VECTOR LU_HIT_STAGE_BIT(LU_STAGE_VECTOR)
#define RRF    LU_HIT_STAGE_BIT(LU_STAGE_RRF)
#define GRAPH  LU_HIT_STAGE_BIT(LU_STAGE_GRAPH)
#define RERANK LU_HIT_STAGE_BIT(LU_STAGE_RERANK)

/* What is next to a hit is seldom better than a hit. */
#define WORTH .3

static lu_code bm25_graph_expanded(lu__query *q, lu__candidates *out, lu_err *e)
{
	static const double weight[LU_HIT_STAGES] = { [LU_STAGE_BM25] = 1, [LU_STAGE_GRAPH] = WORTH };
	lu__candidates list[2] = { 0 };
	lu_code rc = lu__list_bm25(q, &list[0], e);

	if (!rc) rc = lu__list_graph(q, &list[0], &list[1], e);
	return rc ? rc : lu__fuse(q, list, 2, weight, out, e);
}

const lu__strategy lu__strategy_bm25_graph_expanded = {
	.info = { .name = "bm25_graph_expanded",
		  .summary = "full text, and what its best hits lead to in the graph, fused by their ranks",
		  .needs_edges = true,
		  .stages = TEXT | GRAPH | RRF },
	.run = bm25_graph_expanded,
	.otherwise = { "bm25" },
};

static lu_code bm25_graph_expanded_reranked(lu__query *q, lu__candidates *out, lu_err *e)
{
	lu_code rc = bm25_graph_expanded(q, out, e);

	return rc ? rc : lu__rerank(q, out, e);
}

const lu__strategy lu__strategy_bm25_graph_expanded_reranked = {
	.info = { .name = "bm25_graph_expanded_reranked",
		  .summary = "bm25_graph_expanded, then the built-in reranker",
		  .needs_edges = true,
		  .stages = TEXT | GRAPH | RRF | RERANK },
	.run = bm25_graph_expanded_reranked,
	.otherwise = { "bm25_reranked" },
};

static lu_code bm25_graph_vector_rrf_reranked(lu__query *q, lu__candidates *out, lu_err *e)
{
	static const double weight[LU_HIT_STAGES] = {
		[LU_STAGE_BM25] = 1, [LU_STAGE_VECTOR] = 2, [LU_STAGE_GRAPH] = WORTH
	};
	lu__candidates list[3] = { 0 }, seeds = { 0 };
	lu_code rc = lu__list_bm25(q, &list[0], e);

	if (!rc) rc = lu__list_near(q, &list[0], &list[1], e);
	if (!rc) rc = lu__fuse(q, list, 2, weight, &seeds, e);
	if (!rc) rc = lu__list_graph(q, &seeds, &list[2], e);
	if (!rc) rc = lu__fuse(q, list, 3, weight, out, e);
	return rc ? rc : lu__rerank(q, out, e);
}

const lu__strategy lu__strategy_bm25_graph_vector_rrf_reranked = {
	.info = { .name = "bm25_graph_vector_rrf_reranked",
		  .alias = "hybrid_graph_expanded",
		  .summary = "bm25_graph_expanded and vectors, fused by ranks, then the built-in reranker",
		  .needs_vectors = true,
		  .needs_edges = true,
		  .stages = TEXT | VECTOR | GRAPH | RRF | RERANK },
	.run = bm25_graph_vector_rrf_reranked,
	.otherwise = { "hybrid_rrf_reranked", "bm25_graph_expanded_reranked", "bm25_reranked" },
};

/* Two sides that do not know of each other; each place counts the same on both. */
static lu_code parallel_merge(lu__query *q, lu__candidates *out, lu_err *e)
{
	static const double side[LU_HIT_STAGES] = { [LU_STAGE_RRF] = 1, [LU_STAGE_VECTOR] = 1 };
	lu__candidates list[2] = { 0 };
	lu_code rc = bm25_graph_expanded(q, &list[0], e);

	if (!rc) rc = lu__list_vector(q, q->depth, FLT_MIN, &list[1], e);
	return rc ? rc : lu__fuse(q, list, 2, side, out, e);
}

const lu__strategy lu__strategy_parallel_merge = {
	.info = { .name = "parallel_merge",
		  .summary = "vectors on one side, bm25_graph_expanded on the other, merged by their ranks",
		  .needs_vectors = true,
		  .needs_edges = true,
		  .stages = TEXT | VECTOR | GRAPH | RRF },
	.run = parallel_merge,
	.otherwise = { "hybrid_rrf", "bm25_graph_expanded", "bm25" },
};

static lu__candidate *find(const lu__candidates *c, int64_t id)
{
	for (size_t i = 0; i < c->n; i++) {
		if (c->v[i].id == id) return &c->v[i];
	}
	return NULL;
}

/* Take those of `near` out of `more`; they learn what the graph says of them. */
static void subtract(lu__candidates *more, lu__candidates *near)
{
	size_t n = 0;

	for (size_t i = 0; i < more->n; i++) {
		lu__candidate *same = find(near, more->v[i].id);

		if (same) same->stage[LU_STAGE_GRAPH] = more->v[i].stage[LU_STAGE_GRAPH];
		else more->v[n++] = more->v[i];
	}
	more->n = n;
}

/* Append `more` to `near`: their scores fall from just below its last one. */
static lu_code append(lu__query *q, const lu__candidates *near, const lu__candidates *more, lu__candidates *out,
		      lu_err *e)
{
	lu__candidates all = { .n = near->n + more->n };
	double last = near->n ? near->v[near->n - 1].score : 0;

	if (!(all.v = lu_arena_calloc(&q->scratch, all.n, sizeof *all.v))) return lu_nomem(e);
	if (near->n) memcpy(all.v, near->v, near->n * sizeof *all.v);
	for (size_t i = 0; i < more->n; i++) {
		all.v[near->n + i] = more->v[i];
		all.v[near->n + i].score = .9 * last * more->v[i].score / more->v[0].score;
	}
	*out = all;
	return LU_OK;
}

static lu_code vector_first(lu__query *q, lu__candidates *out, lu_err *e)
{
	size_t top = (size_t)q->o->vector_top_k, added = (size_t)q->o->max_augmented_chunks;
	double floor = q->o->similarity_threshold > FLT_MIN ? q->o->similarity_threshold : FLT_MIN;
	lu__candidates near = { 0 }, more = { 0 };
	lu_code rc = lu__list_vector(q, q->depth > top ? q->depth : top, floor, &near, e);

	if (!rc) rc = lu__candidates_head(q, &near, top, LU__KEEP_KEPT, &q->scratch, NULL, e);
	if (!rc) rc = lu__list_graph(q, &near, &more, e);
	if (rc) return rc;
	subtract(&more, &near);
	if (!q->o->include_graph_context) more.n = 0;
	rc = lu__candidates_head(q, &more, added, LU__KEEP_KEPT, &q->scratch, NULL, e);
	return rc ? rc : append(q, &near, &more, out, e);
}

const lu__strategy lu__strategy_vector_first_graph_augment = {
	.info = { .name = "vector_first_graph_augment",
		  .summary = "vector_only, then at most --max-augmented-chunks that these lead to in the graph",
		  .needs_vectors = true,
		  .needs_edges = true,
		  .stages = VECTOR | GRAPH },
	.run = vector_first,
	.otherwise = { "vector_only", "bm25" },
};
