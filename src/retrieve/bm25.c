/* SPDX-License-Identifier: MIT
 * Full text: BM25 over weighted columns. */
#include "retrieve/strategy.h"

/* A name says more about an element than its body does, a docstring more than the code. What all members
 * of a class share, its qualified name, says little about one of them. */
static const double column_weight[LU_FT_COLUMNS] = {
	[LU_FT_NAME] = 8, [LU_FT_QNAME] = 1, [LU_FT_PATH] = 3,      [LU_FT_SIGNATURE] = 2,
	[LU_FT_DOC] = 5,  [LU_FT_BODY] = 1,  [LU_FT_IMPORTS] = 0.5,
};

lu_code lu__list_bm25(lu__query *q, lu__candidates *out, lu_err *e)
{
	lu_topk best = { 0 };
	lu_code rc = lu_topk_init(&best, q->depth, true, 0, e);

	if (!rc) rc = lu_store_bm25(q->r->store, &q->held, column_weight, &best, e);
	if (!rc) rc = lu__candidates_of(q, &best, LU_STAGE_BM25, out, e);
	lu_topk_free(&best);
	return rc;
}

const lu__strategy lu__strategy_bm25 = {
	.info = { .name = "bm25", .summary = "full text: the elements that hold the query's words" },
	.run = lu__list_bm25,
};
