/* SPDX-License-Identifier: MIT
 * The hidden layer of the reranker: what the features say together and a sum of weights can not. A unit counts by how
 * much its own weighted sum of the features is above 0. scripts/fit-ranking.sh makes them, with the weights of the
 * features. */
#include "retrieve/rank.h"

#define BLOCK 16 /* candidates that are looked at at once */

#define UNIT(hits, worth, bias, ...)
#define RELEVANCE(hits, ...)
#define INPUTS(...) static const uint8_t input[] = { __VA_ARGS__ };
#include "retrieve/hidden.def"
#undef UNIT
#undef INPUTS
#define INPUTS(...)

#define N_INPUT (sizeof input / sizeof *input)

struct unit {
	float worth, bias, weight[N_INPUT];
};

#define UNIT(hits, worth, bias, ...)    UNIT_##hits(worth, bias, __VA_ARGS__)
#define UNIT_elements(worth, bias, ...) { worth, bias, { __VA_ARGS__ } },
#define UNIT_files(worth, bias, ...)
static const struct unit of_elements[] = {
#include "retrieve/hidden.def"
};
#undef UNIT_elements
#undef UNIT_files
#define UNIT_elements(worth, bias, ...)
#define UNIT_files(worth, bias, ...) { worth, bias, { __VA_ARGS__ } },
static const struct unit of_files[] = {
#include "retrieve/hidden.def"
};

/* Features of BLOCK candidates, feature by feature. */
typedef float column[BLOCK];

static void transpose(float (*x)[LU_FEATURES], size_t n, column *out)
{
	for (size_t k = 0; k < BLOCK; k++) {
		const float *row = x[k < n ? k : n - 1];

		for (size_t f = 0; f < N_INPUT; f++) out[f][k] = row[input[f]];
	}
}

/* All candidates in the innermost loop: compilers turn it into vector instructions. */
static void add_unit(const struct unit *u, column *x, float out[BLOCK])
{
	float h[BLOCK];

	for (int k = 0; k < BLOCK; k++) h[k] = u->bias;
	for (size_t f = 0; f < N_INPUT; f++)
		for (int k = 0; k < BLOCK; k++) h[k] += u->weight[f] * x[f][k];
	for (int k = 0; k < BLOCK; k++) out[k] += u->worth * (h[k] > 0 ? h[k] : 0);
}

void lu__hidden(bool files, float (*x)[LU_FEATURES], size_t n, float *out)
{
	const struct unit *u = files ? of_files : of_elements;
	size_t units = files ? sizeof of_files / sizeof *of_files : sizeof of_elements / sizeof *of_elements;
	column block[N_INPUT];

	for (size_t i = 0; i < n; i += BLOCK) {
		size_t m = n - i < BLOCK ? n - i : BLOCK;
		float sum[BLOCK] = { 0 };

		transpose(x + i, m, block);
		for (size_t k = 0; k < units; k++) add_unit(&u[k], block, sum);
		memcpy(out + i, sum, m * sizeof *out);
	}
}
