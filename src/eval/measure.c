/* SPDX-License-Identifier: MIT
 * The measures, and the bootstrap interval of their means. */
#include <math.h>
#include <stdlib.h>

#include "core/sorting.h"
#include "eval/eval.h"

const char *lu_measure_name(lu_measure m)
{
	static const char *const name[LU_MEASURES] = { "precision", "recall", "f1", "mrr", "ndcg" };

	return name[m];
}

static double ndcg(const bool *gain, size_t n, size_t targets, size_t k)
{
	double sum = 0, ideal = 0;

	for (size_t i = 0; i < n; i++) {
		if (gain[i]) sum += 1 / log2((double)i + 2);
	}
	for (size_t i = 0; i < k && i < targets; i++) ideal += 1 / log2((double)i + 2);
	return sum / ideal;
}

double lu_measure_at(lu_measure m, const bool *gain, size_t n, size_t targets, size_t k)
{
	size_t hits = 0, first = 0;
	double precision, recall;

	if (n > k) n = k;
	for (size_t i = 0; i < n; i++) {
		if (!gain[i]) continue;
		hits++;
		if (!first) first = i + 1;
	}
	precision = (double)hits / (double)k;
	recall = (double)hits / (double)targets;
	switch (m) {
	case LU_MEASURE_PRECISION: return precision;
	case LU_MEASURE_RECALL: return recall;
	case LU_MEASURE_F1: return hits ? 2 * precision * recall / (precision + recall) : 0;
	case LU_MEASURE_MRR: return first ? 1 / (double)first : 0;
	case LU_MEASURE_NDCG: return ndcg(gain, n, targets, k);
	case LU_MEASURES: break;
	}
	return 0;
}

/* SplitMix64 (Steele, Lea, Flood 2014): small, and the same on every machine. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Below `n`; the bias of the modulus is less than n / 2^64. */
static size_t random_below(uint64_t *state, size_t n)
{
	return (size_t)(next_random(state) % n);
}

/* The value below which the share `p` of the sorted values lies, interpolated. */
static double percentile(const double *v, size_t n, double p)
{
	double at = p * (double)(n - 1);
	size_t i = (size_t)at;

	if (i + 1 >= n) return v[n - 1];
	return v[i] + (at - (double)i) * (v[i + 1] - v[i]);
}

lu_code lu_bootstrap(const double *v, size_t n, size_t resamples, uint64_t seed, lu_interval *out, lu_err *e)
{
	lu_interval r = { 0 };
	double *mean;

	for (size_t i = 0; i < n; i++) r.mean += v[i];
	if (n) r.mean /= (double)n;
	r.low = r.high = r.mean;
	if (n && resamples) {
		if (resamples > SIZE_MAX / sizeof *mean || !(mean = malloc(resamples * sizeof *mean)))
			return lu_nomem(e);
		for (size_t j = 0; j < resamples; j++) {
			double sum = 0;

			for (size_t i = 0; i < n; i++) sum += v[random_below(&seed, n)];
			mean[j] = sum / (double)n;
		}
		qsort(mean, resamples, sizeof *mean, lu_double_order);
		r.low = percentile(mean, resamples, 0.025);
		r.high = percentile(mean, resamples, 0.975);
		free(mean);
	}
	*out = r;
	return LU_OK;
}
