/* SPDX-License-Identifier: MIT
 * How likely it is that what is cited answers the question: the chance that its subject is there at all, by what the sources hold of
 * the question, times the chance that what is cited is the right place, by the sentences and what is asked for. What sentences add
 * has a weight that is not negative, so that those which are taken away never make it rise. scripts/fit-sentences.sh fits it; the
 * second chance is then shrunk, since weights are too sure of repositories that they were not fitted to (Platt scaling). */
#include <math.h>

#include "answer/answer.h"

#define ABSENT    .9  /* of LU_ANSWER_LOW, the most where a name of the question is not there */
#define HARDLY    .15 /* of the question that is covered: none of it, as good as */
#define LEAST     .45 /* what is left of the chance where nothing speaks for the subject */
#define VALUELESS .5  /* the most where a value is asked for, and none is given */

static const lu__confidence_weights fitted = {
#define PRESENT(...) .present = { __VA_ARGS__ },
#define RIGHT(...)   .right = { __VA_ARGS__ },
#define SHRINK(...)  .shrink = { __VA_ARGS__ },
#include "answer/confidence.def"
#undef SHRINK
#undef RIGHT
#undef PRESENT
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

/* The most that a sentence of what was found has, of each: among the many around it some have anything. */
static void most_of(const lu_sources *src, double x[LU__CONFIDENCE])
{
	double given = 0;

	for (size_t i = 0; i < src->n_evidence; i++) {
		const struct lu__evidence *s = &src->evidence[i];

		if (src->v[s->source].around) continue;
		x[4] = fmax(x[4], s->held);
		x[5] = fmax(x[5], s->meant);
		x[6] = fmax(x[6], s->similar);
		if (s->gives) given = fmax(given, s->p);
	}
	x[8] = logit(given);
}

void lu__confidence_signals(const lu_sources *src, const lu__item *v, size_t n, const lu_cover *all,
			    double x[LU__CONFIDENCE])
{
	memset(x, 0, LU__CONFIDENCE * sizeof *x);
	x[0] = 1;
	x[1] = logit(n ? v[0].best->p : 0);
	x[2] = all->confidence;
	x[3] = all->best;
	most_of(src, x);
	for (size_t i = 0; i < src->n; i++) x[7] = fmax(x[7], src->v[i].relevance);
	x[9] = !src->asks_value;
	x[10] = src->asks_error;
	x[11] = src->asks_reason;
}

static double weigh(const double *weight, const double x[LU__CONFIDENCE])
{
	double sum = 0;

	for (size_t i = 0; i < LU__CONFIDENCE; i++) sum += weight[i] * x[i];
	return 1 / (1 + exp(-sum));
}

double lu__chance_there(const lu__confidence_weights *w, const double x[LU__CONFIDENCE])
{
	return LEAST + (1 - LEAST) * weigh(w->present, x);
}

double lu__chance_right(const lu__confidence_weights *w, const double x[LU__CONFIDENCE])
{
	return 1 / (1 + exp(-(w->shrink[0] + w->shrink[1] * logit(weigh(w->right, x)))));
}

bool lu__hardly_covers(const lu_cover *all)
{
	return all->confidence < (all->unknown ? LU_ANSWER_LOW : HARDLY);
}

double lu__confidence(const lu_sources *src, const lu__item *v, size_t n, const lu_cover *all, const lu_cover *cited)
{
	double x[LU__CONFIDENCE], p;

	if (!n) return 0;
	lu__confidence_signals(src, v, n, all, x);
	p = lu__chance_there(&fitted, x) * lu__chance_right(&fitted, x);
	/* the sources hardly hold what it is about, whatever a sentence says */
	if (lu__hardly_covers(all)) p = fmin(p, all->confidence);
	if (src->asks_value && !has_value(v, n)) p = fmin(p, VALUELESS);
	/* what a name of the question means is nowhere, or not in what is cited */
	if (cited->nameless) p = fmin(p, LU_ANSWER_LOW * ABSENT);
	return p;
}
