/* SPDX-License-Identifier: MIT
 * Weights of the features: first those that make the relevant files likely, then those that make the order good.
 *
 * The logit of a file is the soft maximum of its elements' scores, log(sum exp(4 s)) / 4, and the weights minimise, over
 * all queries, the mean over the relevant files of -log(exp(f) / (exp(f) + sum of exp over the files that are not
 * relevant)), plus 0.2 |w * deviation|^2; each repository has the same weight. From there they go on to what maximises a
 * smooth NDCG. The signs of most weights are given. Steps are Adam's, over all queries at once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"

#define STEPS 150
#define SHARP 4.0f
#define SHRINK 0.2
#define SMOOTH 0.5
#define SHRINK_NDCG 0.02

float fit_dot(const float *a, const float *b)
{
	float s = 0;

	for (int i = 0; i < N; i++) s += a[i] * b[i];
	return s;
}

static void logits(fit *f, const query *q)
{
	for (size_t i = 0; i < q->n_file; i++) f->logit[i] = -1e30f, f->sum[i] = 0;
	for (size_t i = 0; i < q->n; i++) {
		f->score[i] = fit_dot(f->w, q->x[i]);
		if (f->score[i] > f->logit[q->file[i]]) f->logit[q->file[i]] = f->score[i];
	}
	for (size_t i = 0; i < q->n; i++) f->sum[q->file[i]] += expf(SHARP * (f->score[i] - f->logit[q->file[i]]));
	for (size_t i = 0; i < q->n; i++) f->score[i] = expf(SHARP * (f->score[i] - f->logit[q->file[i]])) / f->sum[q->file[i]];
	for (size_t i = 0; i < q->n_file; i++) f->logit[i] += logf(f->sum[i]) / SHARP;
}

/* The gradient of NDCG over all ranks, with a smooth step for "ranks before" (Qin, Liu and Li, 2010), turned round: what
 * counts is the head of the list, and what is lost in any case counts for little. */
static void add_ndcg(fit *f, const query *q, double g[N])
{
	double *down = fit_need(calloc(q->n_file + 1, sizeof *down)), ideal = 0, weight;
	size_t relevant = 0;

	logits(f, q);
	for (size_t i = 0; i < q->n_file; i++) relevant += q->relevant[i];
	for (size_t i = 0; i < q->a->targets.n && i < 10; i++) ideal += 1 / log2((double)i + 2);
	weight = fit_weight(f, q) / ideal;
	for (size_t p = 0; p < q->n_file && relevant; p++) {
		double rank = 1, slope;

		if (!q->relevant[p]) continue;
		for (size_t j = 0; j < q->n_file; j++)
			if (j != p) rank += 1 / (1 + exp((double)(f->logit[p] - f->logit[j]) / SMOOTH));
		slope = weight / (M_LN2 * (1 + rank) * log2(1 + rank) * log2(1 + rank));
		for (size_t j = 0; j < q->n_file; j++) {
			double s = 1 / (1 + exp((double)(f->logit[p] - f->logit[j]) / SMOOTH)), d = slope * s * (1 - s) / SMOOTH;

			if (j == p) continue;
			down[j] += d;
			down[p] -= d;
		}
	}
	for (size_t i = 0; i < q->n; i++)
		for (int k = 0; k < N; k++) g[k] += down[q->file[i]] * (double)f->score[i] * (double)q->x[i][k];
	free(down);
}

static void add_gradient(fit *f, const query *q, double g[N])
{
	double rest = 0, pull = 0, weight, best = -1e30;
	size_t relevant = 0;

	for (size_t i = 0; i < q->n_file; i++) relevant += q->relevant[i];
	if (!relevant) return;
	logits(f, q);
	for (size_t i = 0; i < q->n_file; i++) best = fmax(best, (double)f->logit[i]);
	for (size_t i = 0; i < q->n_file; i++) rest += q->relevant[i] ? 0 : exp((double)f->logit[i] - best);
	weight = fit_weight(f, q) / (double)relevant;
	for (size_t i = 0; i < q->n_file; i++)
		if (q->relevant[i]) pull += weight / (exp((double)f->logit[i] - best) + rest);
	for (size_t i = 0; i < q->n; i++) {
		size_t at = q->file[i];
		double own = exp((double)f->logit[at] - best), down;

		down = q->relevant[at] ? weight * (own / (own + rest) - 1) : own * pull;
		down *= (double)f->score[i];
		for (int k = 0; k < N; k++) g[k] += down * (double)q->x[i][k];
	}
}

/* What a feature can only mean. */
static void bound(float w[N], const bool *off)
{
	static const struct {
		lu_feature f;
		float low, high;
	} bounds[] = {
		{ LU_FEATURE_value, -99, 0 },	 { LU_FEATURE_prototype, -99, 0 },    { LU_FEATURE_test, -99, 0 },
		{ LU_FEATURE_in_tests, -99, 0 }, { LU_FEATURE_aside, -99, 0 },	     { LU_FEATURE_in_prose, -4, 0 },
		{ LU_FEATURE_lines, -99, 99 },	 { LU_FEATURE_file_lines, -99, 99 }, { LU_FEATURE_file_definitions, -99, 99 },
		{ LU_FEATURE_referred, -99, 99 },    { LU_FEATURE_worded_bm25, -99, 99 },  { LU_FEATURE_worded_vector, -99, 99 },
		{ LU_FEATURE_worded_body, -99, 99 },	     { LU_FEATURE_said_bm25, -99, 99 },	 { LU_FEATURE_said_literal, -99, 99 },
	};

	for (int i = 0; i < N; i++) {
		float low = 0, high = 99;

		for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++)
			if ((int)bounds[k].f == i) low = bounds[k].low, high = bounds[k].high;
		w[i] = off && off[i] ? 0 : fminf(fmaxf(w[i], low), high);
	}
}

static void descend(fit *f, bool by_ndcg)
{
	double first[N] = { 0 }, second[N] = { 0 }, shrink = by_ndcg ? SHRINK_NDCG : SHRINK;

	for (int step = 1; step <= STEPS; step++) {
		double g[N] = { 0 }, rate = (by_ndcg ? 0.03 : 0.1) * (step > STEPS / 2 ? 2.0 * (STEPS - step + 1) / STEPS : 1);

		for (size_t i = 0; i < f->d->n; i++) {
			const query *q = &f->d->v[i];

			if (fit_weight(f, q) <= 0) continue;
			if (by_ndcg) add_ndcg(f, q, g);
			else add_gradient(f, q, g);
		}
		for (int k = 0; k < N; k++) {
			double s = (double)f->d->deviation[k], at = (g[k] + 2 * shrink * (double)f->w[k] * s * s) / s;

			/* in steps of deviations, so that features of any scale move alike */
			first[k] = .9 * first[k] + .1 * at;
			second[k] = .99 * second[k] + .01 * at * at;
			f->w[k] -= (float)(rate * (first[k] / (1 - pow(.9, step))) /
					   (sqrt(second[k] / (1 - pow(.99, step))) + 1e-9) / s);
		}
		bound(f->w, f->off);
	}
}

void fit_linear(fit *f)
{
	memset(f->w, 0, sizeof f->w);
	descend(f, false);
	descend(f, true);
	/* as they are written: the trees go on from there */
	for (int k = 0; k < N; k++) f->w[k] = (float)(round((double)f->w[k] * 100) / 100);
}
