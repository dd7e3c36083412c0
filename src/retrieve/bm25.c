/* SPDX-License-Identifier: MIT
 * Full text: BM25F (Zaragoza et al., TREC 2004; Robertson and Zaragoza, 2009): the weighted counts of a term in the fields
 * of an element are added, each normalised by the length of its field, before the sum saturates. */
#include <math.h>
#include <stdlib.h>

#include "retrieve/strategy.h"

#define K1 1.2

/* A name says more about an element than its body does, a docstring more than the code. What all members
 * of a class share, their scope, says little about one of them. `b` tells how much a field's length counts. */
static const struct {
	double weight, b;
} fields[LU_FIELDS] = {
	[LU_FIELD_NAME] = { 8, .5 }, [LU_FIELD_SCOPE] = { 1, .5 }, [LU_FIELD_STEM] = { 3, .2 }, [LU_FIELD_FOLDERS] = { 1.5, .2 },
	[LU_FIELD_SIGNATURE] = { 2, .5 }, [LU_FIELD_DOC] = { 5, .75 }, [LU_FIELD_BODY] = { 1, .75 },
	[LU_FIELD_IMPORTS] = { .5, .75 },
};

/* What one occurrence in a field counts, by the code of the field's length. */
typedef struct norms {
	float of[LU_FIELDS][256];
} norms;

static void make_norms(const lu_docs *d, norms *n)
{
	for (int f = 0; f < LU_FIELDS; f++)
		for (int c = 0; c < 256; c++)
			n->of[f][c] = (float)(fields[f].weight / (1 - fields[f].b + fields[f].b * lu_length_of((uint8_t)c) /
									d->mean[f]));
}

/* BM25's, never negative (Lucene's form). */
static double idf(double df, double total)
{
	return log(1 + (total - df + .5) / (df + .5));
}

static void add_term(const lu_docs *d, const norms *norm, const lu__term *t, float *score)
{
	float w = (float)(idf((double)t->df, (double)d->rows) * (K1 + 1));

	for (size_t i = 0; i < t->list.n; i++) {
		uint32_t doc = t->list.doc[i];
		float tf = 0;

		for (int f = 0; f < LU_FIELDS; f++)
			if (t->list.tf[i][f]) tf += (float)t->list.tf[i][f] * norm->of[f][d->length[doc][f]];
		score[doc] += w * tf / ((float)K1 + tf);
	}
}

lu_code lu__list_bm25(lu__query *q, lu__candidates *out, lu_err *e)
{
	const lu_docs *d = lu_postings_docs(q->r->post);
	float *score = calloc(d->n + 1, sizeof *score);
	norms *norm = lu_arena_alloc(&q->scratch, sizeof *norm);
	lu_topk best = { 0 };
	lu_code rc = score && norm ? lu_topk_init(&best, q->depth, true, 0, e) : lu_nomem(e);

	if (!rc) make_norms(d, norm);
	for (size_t i = 0; i < q->held.n && !rc; i++) add_term(d, norm, lu__terms_find(&q->terms, q->held.v[i]), score);
	for (size_t i = 0; i < d->n && !rc; i++)
		if (score[i] > 0) rc = lu_topk_push(&best, d->element[i], (double)score[i], e);
	if (!rc) rc = lu__candidates_of(q, &best, LU_STAGE_BM25, out, e);
	lu_topk_free(&best);
	free(score);
	return rc;
}

const lu__strategy lu__strategy_bm25 = {
	.info = { .name = "bm25", .summary = "full text: the elements that hold the query's words" },
	.run = lu__list_bm25,
};
