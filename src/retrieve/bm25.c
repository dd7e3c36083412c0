/* SPDX-License-Identifier: MIT
 * Full text: BM25F (Zaragoza et al., TREC 2004; Robertson and Zaragoza, 2009): the weighted counts of a term in the fields
 * of an element are added, each normalised by the length of its field, before the sum saturates. */
#include <math.h>
#include <stdlib.h>

#include "retrieve/match.h"

const lu__bm25f lu__bm25f_element = {
	.k1 = 1.5,
	.weight = { [LU_FIELD_NAME] = 8,	[LU_FIELD_SCOPE] = 1, [LU_FIELD_STEM] = 3, [LU_FIELD_FOLDERS] = 1.5,
		    [LU_FIELD_SIGNATURE] = 2, [LU_FIELD_DOC] = 3,   [LU_FIELD_BODY] = 1, [LU_FIELD_IMPORTS] = .3 },
};

const lu__bm25f lu__bm25f_member = {
	.k1 = 1.2,
	.weight = { [LU_FIELD_NAME] = 4, [LU_FIELD_SCOPE] = .5, [LU_FIELD_SIGNATURE] = 1.5, [LU_FIELD_DOC] = 2,
		    [LU_FIELD_BODY] = 1, [LU_FIELD_IMPORTS] = .2 },
};

/* How much the length of a field counts. */
static const double length_counts[LU_FIELDS] = {
	[LU_FIELD_NAME] = .2,	   [LU_FIELD_SCOPE] = .2, [LU_FIELD_STEM] = .2, [LU_FIELD_FOLDERS] = .2,
	[LU_FIELD_SIGNATURE] = .5, [LU_FIELD_DOC] = .5,   [LU_FIELD_BODY] = .6, [LU_FIELD_IMPORTS] = .5,
};

void lu__norms_make(const lu_docs *d, const double weight[LU_FIELDS], lu__norms *n)
{
	for (int f = 0; f < LU_FIELDS; f++)
		for (int c = 0; c < 256; c++)
			n->of[f][c] = (float)(weight[f] / (1 - length_counts[f] +
							  length_counts[f] * d->length_of[c] / d->mean[f]));
}

double lu__idf(double df, double total)
{
	/* Lucene's form, which is never negative; dampened, because the rarest word of a question does not outweigh all
	 * others: .6 was best on questions in plain language */
	return pow(log(1 + (total - df + .5) / (df + .5)), .6);
}

double lu__term_weight(const lu__term *t)
{
	return t->kind == LU_TOKEN_WHOLE ? 1.3 : t->kind == LU_TOKEN_PART ? .6 : 1;
}

float lu__tf(const lu_docs *d, const lu__norms *n, const lu__posting *p)
{
	const uint8_t *length = d->length[p->doc];
	float tf = 0;

	for (int f = 0; f < LU_FIELDS; f++) tf += p->tf[f] * n->of[f][length[f]];
	return tf;
}

lu_code lu__list_bm25(lu__query *q, lu__candidates *out, lu_err *e)
{
	const lu_docs *d = lu_postings_docs(q->r->post);
	float *score = calloc(d->n + 1, sizeof *score), k1 = (float)lu__bm25f_element.k1;
	lu__norms *norm = lu_arena_alloc(&q->scratch, sizeof *norm);
	lu_topk best = { 0 };
	lu_code rc = score && norm ? lu_topk_init(&best, q->depth, true, 0, e) : lu_nomem(e);

	if (!rc) lu__norms_make(d, lu__bm25f_element.weight, norm);
	for (size_t i = 0; i < q->held.n && !rc; i++) {
		const lu__term *t = lu__terms_find(&q->terms, q->held.v[i]);
		float w = (float)(lu__idf((double)t->df, (double)d->rows) * lu__term_weight(t));

		for (size_t k = 0; k < t->n; k++) {
			float tf = lu__tf(d, norm, &t->v[k]);

			score[t->v[k].doc] += w * tf / (k1 + tf);
		}
	}
	for (size_t i = 0; i < d->n && !rc; i++)
		if (score[i] > 0) rc = lu_topk_push(&best, d->element[i], (double)score[i], e);
	if (!rc) rc = lu__candidates_of(q, &best, LU_STAGE_BM25, out, e);
	lu_topk_free(&best);
	free(score);
	return rc;
}

const lu__strategy lu__strategy_bm25 = {
	.info = { .name = "bm25",
		  .summary = "full text: the elements that hold the query's words",
		  .stages = LU_HIT_STAGE_BIT(LU_STAGE_BM25) },
	.run = lu__list_bm25,
};
