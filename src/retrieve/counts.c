/* SPDX-License-Identifier: MIT
 * BM25F (Zaragoza et al., TREC 2004; Robertson and Zaragoza, 2009): the weighted counts of a term in the fields of an element
 * are added, each normalised by the length of its field, before the sum saturates. */
#include "retrieve/counts.h"

#include <math.h>

const lu__bm25f lu__bm25f_element = {
	.k1 = 1.5,
	.weight = { [LU_FIELD_NAME] = 8,
		    [LU_FIELD_SCOPE] = 1,
		    [LU_FIELD_STEM] = 3,
		    [LU_FIELD_FOLDERS] = 1.5,
		    [LU_FIELD_SIGNATURE] = 2,
		    [LU_FIELD_DOC] = 3,
		    [LU_FIELD_BODY] = 1,
		    [LU_FIELD_IMPORTS] = .3 },
};

const lu__bm25f lu__bm25f_member = {
	.k1 = 1.2,
	.weight = { [LU_FIELD_NAME] = 4,
		    [LU_FIELD_SCOPE] = .5,
		    [LU_FIELD_SIGNATURE] = 1.5,
		    [LU_FIELD_DOC] = 2,
		    [LU_FIELD_BODY] = 1,
		    [LU_FIELD_IMPORTS] = .2 },
};

/* How much the length of a field counts. */
static const double length_counts[LU_FIELDS] = {
	[LU_FIELD_NAME] = .2,    [LU_FIELD_SCOPE] = .2,     [LU_FIELD_STEM] = .2,
	[LU_FIELD_FOLDERS] = .2, [LU_FIELD_SIGNATURE] = .5, [LU_FIELD_DOC] = .5,
	[LU_FIELD_BODY] = .6,    [LU_FIELD_IMPORTS] = .5,   [LU_FIELD_LITERAL] = .5,
};

void lu__norms_make(const lu_docs *d, const double weight[LU_FIELDS], lu__norms *n)
{
	for (int f = 0; f < LU_FIELDS; f++)
		for (int c = 0; c < 256; c++)
			n->of[f][c] = (float)(weight[f] /
					      (1 - length_counts[f] + length_counts[f] * d->length_of[c] / d->mean[f]));
}

double lu__idf(double df, double total)
{
	/* Lucene's form, which is never negative; dampened, because the rarest word of a question does not outweigh all
	 * others: .6 was best on questions in plain language */
	return pow(log(1 + (total - df + .5) / (df + .5)), .6);
}

double lu__term_weight(const lu__term *t)
{
	return (double)t->share * (t->kind == LU_TOKEN_WHOLE ? 1.3 : t->kind == LU_TOKEN_PART ? .6 : 1);
}

float lu__tf(const lu_docs *d, const lu__norms *n, const lu__term *t, const lu_posting *p)
{
	const uint8_t *length = d->length[p->doc];
	float tf = 0;

	for (unsigned left = p->fields; left; left &= left - 1) {
		int f = __builtin_ctz(left);

		tf += (float)p->tf[f] * n->of[f][length[f]];
	}
	return tf * t->unit;
}
