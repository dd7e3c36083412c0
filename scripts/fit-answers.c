/* SPDX-License-Identifier: MIT
 * The confidence of answers: two logistic regressions, whose product it is. One tells subjects that are there from those that are
 * not, the other right answers from wrong ones where they are. Weights of what sentences add are not negative, so that less
 * evidence never makes it rise. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fit-sentences.h"

#define K       LU__CONFIDENCE
#define STEPS   20000
#define RATE    .003
#define RIDGE   1e-3
#define BINS    10
#define LOW     (LU_ANSWER_LOW * .9) /* what a name that is nowhere leaves at most */
#define COVERED 2                    /* the signal which is the most where it is below LU_ANSWER_LOW */

typedef lu__confidence_weights weights;

/* Which signals each of them weighs, and which may have a weight below 0: what is asked for, not what is found. */
static const bool of_present[K] = { true, false, true, true, true, true, true, true };
static const bool of_right[K] = { true, true, false, false, false, false, false, true, true, true, true, true };
static const bool is_free[K] = { true, [9] = true, [10] = true, [11] = true };

static double logistic(const double w[K], const double x[K])
{
	double sum = 0;

	for (int i = 0; i < K; i++) sum += w[i] * x[i];
	return 1 / (1 + exp(-sum));
}

static double chance(const weights *w, const fit_question *q)
{
	double p;

	if (q->none) return 0;
	p = lu__chance_there(w, q->answer) * lu__chance_right(w, q->answer);
	if (q->hardly) p = fmin(p, q->answer[COVERED]);
	return q->nameless ? fmin(p, LOW) : p;
}

/* How the families count: there are few absent subjects, and elements are hardly known to answer. */
static double count_of(const fit_question *q)
{
	return q->family == FIT_ABSENT ? 2 : q->family == FIT_LINES ? 1 : .25;
}

/* The slope of the error of one question: of the chance that its subject is there, or, where it is, that the answer is right. */
static double slope(const weights *w, const fit_question *q, bool right)
{
	double r, p;

	if (!right) return logistic(w->present, q->answer) - (q->family != FIT_ABSENT);
	r = logistic(w->right, q->answer);
	p = fmin(fmax(lu__chance_there(w, q->answer) * r, 1e-6), 1 - 1e-6);
	return (p - q->right) / (1 - p) * (1 - r);
}

static void fit_one(const fit_data *d, size_t but, weights *w, bool right)
{
	const bool *of = right ? of_right : of_present;
	double *v = right ? w->right : w->present, m[K] = { 0 };

	for (int step = 0; step < STEPS; step++) {
		double g[K] = { 0 }, all = 0;

		for (size_t i = 0; i < d->n; i++) {
			const fit_question *q = &d->v[i];
			double s;

			if (q->set % FIT_FOLDS == but || q->none || (right && q->family == FIT_ABSENT)) continue;
			s = count_of(q) * slope(w, q, right);
			for (int k = 0; k < K; k++) g[k] += s * q->answer[k];
			all += count_of(q);
		}
		for (int k = 0; k < K; k++) {
			if (!of[k]) continue;
			m[k] = .9 * m[k] + g[k] / all + RIDGE * v[k] * (k > 0);
			v[k] -= RATE * m[k];
			if (!is_free[k] && v[k] < 0) v[k] = 0;
		}
	}
}

static void fit(const fit_data *d, size_t but, weights *w)
{
	memset(w, 0, sizeof *w);
	w->shrink[1] = 1;
	fit_one(d, but, w, false);
	fit_one(d, but, w, true);
}

/* ---- how good it is ---- */

typedef struct judged {
	double p, there, is_right; /* the confidence, and what it is the product of */
	bool right, absent, lines;
} judged;

/* The chance that one that `is` is above one that `is_not`. */
static double auroc(const judged *v, size_t n, bool (*is)(const judged *), bool (*is_not)(const judged *))
{
	double above = 0, pairs = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			if (!is(&v[i]) || !is_not(&v[k])) continue;
			above += v[i].p > v[k].p ? 1 : v[i].p == v[k].p ? .5 : 0;
			pairs++;
		}
	return pairs > 0 ? above / pairs : 0;
}

static bool is_line(const judged *x)
{
	return x->lines;
}

static bool is_absent(const judged *x)
{
	return x->absent;
}

static bool is_right(const judged *x)
{
	return x->lines && x->right;
}

static bool is_wrong(const judged *x)
{
	return x->lines && !x->right;
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

/* What makes the chances of lines hold, each by a fit to other repositories: they are too extreme there. */
static void fit_shrink(const judged *v, size_t n, double by[2])
{
	by[0] = 0;
	by[1] = 1;
	for (int step = 0; step < STEPS; step++) {
		double g[2] = { 0 }, all = 0;

		for (size_t i = 0; i < n; i++) {
			double r = fmin(fmax(v[i].is_right, 1e-4), 1 - 1e-4), logit = log(r / (1 - r)), p, s;

			if (!v[i].lines) continue;
			r = 1 / (1 + exp(-(by[0] + by[1] * logit)));
			p = fmin(v[i].there * r, 1 - 1e-6);
			s = (p - v[i].right) / (1 - p) * (1 - r);
			g[0] += s;
			g[1] += s * logit;
			all++;
		}
		for (int k = 0; k < 2 && all > 0; k++) by[k] -= .1 * g[k] / all;
	}
}

static void write_row(FILE *f, const char *name, const double w[K])
{
	fprintf(f, "%s(%.4f", name, w[0]);
	for (int i = 1; i < K; i++) fprintf(f, ", %.4f", w[i]);
	fputs(")\n", f);
}

static void write(const weights *w, const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f) {
		fprintf(stderr, "fit-sentences: cannot write %s\n", path);
		exit(1);
	}
	fputs("/* SPDX-License-Identifier: MIT\n"
	      " * What confidence is made of, made by scripts/fit-sentences.sh: of 1, the best sentence, what all "
	      "sources "
	      "cover\n"
	      " * of the question, and one alone, what a sentence holds, what it means, how near it is as a vector, "
	      "the "
	      "best hit, the best\n"
	      " * sentence that has what is asked for, whether no value is asked for, whether an error is, whether a "
	      "reason "
	      "is; and how far chances are shrunk. */\n",
	      f);
	write_row(f, "PRESENT", w->present);
	write_row(f, "RIGHT", w->right);
	fprintf(f, "SHRINK(%.4f, %.4f)\n", w->shrink[0], w->shrink[1]);
	fclose(f);
}

void fit_answers(fit_data *d, const char *path)
{
	judged *v = fit_alloc(calloc(d->n + 1, sizeof *v));
	weights w;

	for (size_t fold = 0; fold < FIT_FOLDS; fold++) {
		fit(d, fold, &w);
		for (size_t i = 0; i < d->n; i++)
			if (d->v[i].set % FIT_FOLDS == fold)
				v[i] = (judged){ chance(&w, &d->v[i]),
						 lu__chance_there(&w, d->v[i].answer),
						 lu__chance_right(&w, d->v[i].answer),
						 d->v[i].right,
						 d->v[i].family == FIT_ABSENT,
						 d->v[i].family == FIT_LINES };
	}
	fprintf(stderr,
		"answers: expected calibration error %.3f, auroc of questions with lines against absent ones %.3f, of "
		"right "
		"answers against wrong ones %.3f\n",
		error_of(v, d->n), auroc(v, d->n, is_line, is_absent), auroc(v, d->n, is_right, is_wrong));
	fit(d, FIT_FOLDS, &w);
	fit_shrink(v, d->n, w.shrink);
	write(&w, path);
	free(v);
}
