/* SPDX-License-Identifier: MIT
 * How likely it is that a hit is right: a logistic regression on what the reranker's scores and ranks look like, of models
 * that have not seen the repository. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"

#define ROUNDS 20
#define RIDGE  0.1
#define BINS   10

static double probability(const double w[LU__RELEVANCE], const fit_sample *s)
{
	double logit = 0;

	for (int i = 0; i < LU__RELEVANCE; i++) logit += w[i] * s->x[i];
	return 1 / (1 + exp(-fmax(fmin(logit, 30), -30)));
}

/* Solve the equations a * x = b, whose matrix is positive definite; x takes the place of b. */
static void solve(double a[LU__RELEVANCE][LU__RELEVANCE], double b[LU__RELEVANCE])
{
	for (int i = 0; i < LU__RELEVANCE; i++)
		for (int r = 0; r < LU__RELEVANCE; r++) {
			double k = a[r][i] / a[i][i];

			if (r == i) continue;
			for (int c = i; c < LU__RELEVANCE; c++) a[r][c] -= k * a[i][c];
			b[r] -= k * b[i];
		}
	for (int i = 0; i < LU__RELEVANCE; i++) b[i] /= a[i][i];
}

static bool belongs(const fit_sample *s, bool symbol, size_t but)
{
	return s->symbol == symbol && s->fold != but;
}

void fit_relevance(const fit_sample *v, size_t n, bool symbol, size_t but, double w[LU__RELEVANCE])
{
	memset(w, 0, LU__RELEVANCE * sizeof *w);
	for (int round = 0; round < ROUNDS; round++) {
		double a[LU__RELEVANCE][LU__RELEVANCE] = { { 0 } }, b[LU__RELEVANCE] = { 0 };

		for (int i = 0; i < LU__RELEVANCE; i++) a[i][i] = RIDGE, b[i] = -RIDGE * w[i];
		for (size_t k = 0; k < n; k++) {
			double p;

			if (!belongs(&v[k], symbol, but)) continue;
			p = probability(w, &v[k]);
			for (int i = 0; i < LU__RELEVANCE; i++) {
				b[i] += ((double)v[k].right - p) * v[k].x[i];
				for (int j = 0; j < LU__RELEVANCE; j++) a[i][j] += p * (1 - p) * v[k].x[i] * v[k].x[j];
			}
		}
		solve(a, b);
		for (int i = 0; i < LU__RELEVANCE; i++) w[i] += b[i];
	}
}

void fit_reliability(const fit_sample *v, size_t n, const char *kind)
{
	double count[BINS] = { 0 }, sum[BINS] = { 0 }, right[BINS] = { 0 }, ece = 0, brier = 0;

	for (size_t fold = 0; fold < FOLDS; fold++)
		for (int symbol = 0; symbol < 2; symbol++) {
			double w[LU__RELEVANCE];

			fit_relevance(v, n, symbol, fold, w);
			for (size_t k = 0; k < n; k++) {
				double p = probability(w, &v[k]);
				int bin = p * BINS < BINS ? (int)(p * BINS) : BINS - 1;

				if (v[k].symbol != symbol || v[k].fold != fold) continue;
				count[bin]++;
				sum[bin] += p;
				right[bin] += v[k].right;
				brier += (p - v[k].right) * (p - v[k].right);
			}
		}
	for (int i = 0; i < BINS; i++) ece += fabs(sum[i] - right[i]);
	fprintf(stderr,
		"%s: relevance of %.0f hits: expected calibration error %.4f, Brier score %.4f; said and found:", kind,
		(double)n, ece / (double)(n ? n : 1), brier / (double)(n ? n : 1));
	for (int i = 0; i < BINS; i++)
		if (count[i] > 0)
			fprintf(stderr, " %.2f %.2f (%.0f)%s", sum[i] / count[i], right[i] / count[i], count[i],
				i + 1 < BINS ? "," : "");
	fputc('\n', stderr);
}
