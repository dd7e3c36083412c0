/* SPDX-License-Identifier: MIT
 * The confidence of answers: a logistic regression whose weights are not negative, so that less evidence never makes it rise. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fit-sentences.h"

#define K       LU__CONFIDENCE
#define FOLDS   5
#define STEPS   20000
#define RATE    .003
#define RIDGE   1e-3
#define BINS    10
#define LOW     (LU_ANSWER_LOW * .9) /* what a name that is nowhere leaves at most */
#define COVERED 2                    /* the signal which is the most where it is below LU_ANSWER_LOW */

static double chance(const double w[K], const fit_question *q)
{
	double sum = 0;

	if (q->none) return 0;
	for (int i = 0; i < K; i++) sum += w[i] * q->answer[i];
	sum = 1 / (1 + exp(-sum));
	if (q->hardly) sum = fmin(sum, q->answer[COVERED]);
	return q->nameless ? fmin(sum, LOW) : sum;
}

/* How the families count: as many answers that are right as are wrong would say nothing of how many there are. */
static double count_of(const fit_question *q)
{
	return q->family == FIT_ABSENT ? .5 : q->family == FIT_LINES ? 1 : .25;
}

static void fit(const fit_data *d, size_t but, double w[K])
{
	double m[K] = { 0 };

	memset(w, 0, K * sizeof *w);
	for (int step = 0; step < STEPS; step++) {
		double g[K] = { 0 }, all = 0;

		for (size_t i = 0; i < d->n; i++) {
			const fit_question *q = &d->v[i];
			double miss = chance(w, q) - q->right;

			if (q->set % FOLDS == but || q->none || q->nameless || q->answer[COVERED] < LU_ANSWER_LOW)
				continue;
			for (int k = 0; k < K; k++) g[k] += count_of(q) * miss * q->answer[k];
			all += count_of(q);
		}
		for (int k = 0; k < K; k++) {
			m[k] = .9 * m[k] + g[k] / all + RIDGE * w[k] * (k > 0);
			w[k] -= RATE * m[k];
			if (k && w[k] < 0) w[k] = 0;
		}
	}
}

typedef struct judged {
	double p;
	bool right, absent, lines;
} judged;

static double auroc(const judged *v, size_t n)
{
	double above = 0, pairs = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			if (!v[i].lines || !v[k].absent) continue;
			above += v[i].p > v[k].p ? 1 : v[i].p == v[k].p ? .5 : 0;
			pairs++;
		}
	return pairs > 0 ? above / pairs : 0;
}

static double error_of(const judged *v, size_t n)
{
	double said[BINS] = { 0 }, right[BINS] = { 0 }, miss = 0, all = 0;

	for (size_t i = 0; i < n; i++) {
		int bin = v[i].p * BINS < BINS ? (int)(v[i].p * BINS) : BINS - 1;

		if (!v[i].lines) continue;
		said[bin] += v[i].p;
		right[bin] += v[i].right;
		all++;
	}
	for (int i = 0; i < BINS; i++) miss += fabs(said[i] - right[i]);
	return all > 0 ? miss / all : 0;
}

void fit_answers(fit_data *d, const char *path)
{
	judged *v = fit_alloc(calloc(d->n + 1, sizeof *v));
	double w[K];
	FILE *f;

	for (size_t fold = 0; fold < FOLDS; fold++) {
		fit(d, fold, w);
		for (size_t i = 0; i < d->n; i++)
			if (d->v[i].set % FOLDS == fold)
				v[i] = (judged){ chance(w, &d->v[i]), d->v[i].right, d->v[i].family == FIT_ABSENT,
						 d->v[i].family == FIT_LINES };
	}
	fprintf(stderr,
		"answers: expected calibration error %.3f, auroc of questions with lines against absent ones %.3f\n",
		error_of(v, d->n), auroc(v, d->n));
	fit(d, FOLDS, w);
	if (!(f = fopen(path, "w"))) {
		fprintf(stderr, "fit-sentences: cannot write %s\n", path);
		exit(1);
	}
	fputs("/* SPDX-License-Identifier: MIT\n"
	      " * What confidence is made of, made by scripts/fit-sentences.sh: of 1, the best sentence, what all "
	      "sources cover\n"
	      " * of the question, and one alone, what a sentence holds, how near one is as a vector, the best hit, "
	      "and whether no\n"
	      " * value is asked for. */\n",
	      f);
	for (int i = 0; i < K; i++) fprintf(f, "%s%.4f", i ? ", " : "CONFIDENCE(", w[i]);
	fputs(")\n", f);
	fclose(f);
	free(v);
}
