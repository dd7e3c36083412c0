/* SPDX-License-Identifier: MIT
 * How likely it is that what is cited answers the question. It adds up chances of sentences and what they cover, each with a weight
 * that is not negative: sentences that are taken away never make it rise. The weights are fitted: scripts/fit-sentences.sh. */
#include <math.h>

#include "answer/answer.h"

#define ABSENT    .9  /* of LU_ANSWER_LOW, the most where a name of the question is not there */
#define HARDLY    .15 /* of the question that is covered: none of it, as good as */
#define VALUELESS .5  /* the most where a value is asked for, and none is given */

static const double weight[] = {
#define CONFIDENCE(...) __VA_ARGS__
#include "answer/confidence.def"
#undef CONFIDENCE
};

static double logit(double p)
{
	p = fmin(fmax(p, 1e-4), 1 - 1e-4);
	return log(p / (1 - p));
}

/* Has any of the items a value? */
static bool has_value(const lu__item *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = v[i].from; k < v[i].to; k++) {
			lu_gives g = lu_sentence_gives(&v[i].best->v[k]);

			if (g.number || g.string || g.constant) return true;
		}
	return false;
}

void lu__confidence_signals(const lu_sources *src, const lu__item *v, size_t n, const lu_cover *all,
			    double x[LU__CONFIDENCE])
{
	double held = 0, similar = 0, relevance = 0;

	for (size_t i = 0; i < src->n_evidence; i++) {
		held = fmax(held, src->evidence[i].held);
		similar = fmax(similar, src->evidence[i].similar);
	}
	for (size_t i = 0; i < src->n; i++) relevance = fmax(relevance, src->v[i].relevance);
	x[0] = 1;
	x[1] = logit(n ? v[0].best->p : 0);
	x[2] = all->confidence;
	x[3] = all->best;
	x[4] = held;
	x[5] = similar;
	x[6] = relevance;
	x[7] = src->asks_value ? 0 : 1;
}

bool lu__hardly_covers(const lu_cover *all)
{
	return all->confidence < (all->unknown ? LU_ANSWER_LOW : HARDLY);
}

double lu__confidence(const lu_sources *src, const lu__item *v, size_t n, const lu_cover *all, const lu_cover *cited)
{
	double x[LU__CONFIDENCE], sum = 0, p;

	if (!n) return 0;
	lu__confidence_signals(src, v, n, all, x);
	for (size_t i = 0; i < LU__CONFIDENCE; i++) sum += weight[i] * x[i];
	p = 1 / (1 + exp(-sum));
	/* the sources hardly hold what it is about, whatever a sentence says */
	if (lu__hardly_covers(all)) p = fmin(p, all->confidence);
	if (src->asks_value && !has_value(v, n)) p = fmin(p, VALUELESS);
	/* what a name of the question means is nowhere, or not in what is cited */
	if (cited->nameless) p = fmin(p, LU_ANSWER_LOW * ABSENT);
	return p;
}
