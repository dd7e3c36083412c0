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

/* Those that some of the candidates have: the others add nothing. */
typedef struct block {
	size_t n;
	uint8_t input[N_INPUT];
	column of[N_INPUT];
} block;

static void transpose(float (*x)[LU_FEATURES], size_t n, block *out)
{
	out->n = 0;
	for (size_t f = 0; f < N_INPUT; f++) {
		float *of = out->of[out->n];
		bool any = false;

		for (size_t k = 0; k < BLOCK; k++) of[k] = x[k < n ? k : n - 1][input[f]];
		for (size_t k = 0; k < BLOCK; k++) any |= of[k] != 0;
		if (any) out->input[out->n++] = (uint8_t)f;
	}
}

/* All candidates in the innermost loop: compilers turn it into vector instructions. Every candidate has its own sum, so
 * that wider vectors give the same result. */
static inline __attribute__((always_inline)) void add_all(const struct unit *u, size_t n, const block *x,
							  float out[BLOCK])
{
	for (; n--; u++) {
		float h[BLOCK];

		for (int k = 0; k < BLOCK; k++) h[k] = u->bias;
		for (size_t f = 0; f < x->n; f++)
			for (int k = 0; k < BLOCK; k++) h[k] += u->weight[x->input[f]] * x->of[f][k];
		for (int k = 0; k < BLOCK; k++) out[k] += u->worth * (h[k] > 0 ? h[k] : 0);
	}
}

typedef void add_fn(const struct unit *u, size_t n, const block *x, float out[BLOCK]);

static void add_portable(const struct unit *u, size_t n, const block *x, float out[BLOCK])
{
	add_all(u, n, x, out);
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void add_avx2(const struct unit *u, size_t n, const block *x, float out[BLOCK])
{
	add_all(u, n, x, out);
}

static add_fn *best_way(void)
{
	return __builtin_cpu_supports("avx2") ? add_avx2 : add_portable;
}
#else
static add_fn *best_way(void)
{
	return add_portable;
}
#endif

void lu__hidden(bool files, float (*x)[LU_FEATURES], size_t n, float *out)
{
	const struct unit *u = files ? of_files : of_elements;
	size_t units = files ? sizeof of_files / sizeof *of_files : sizeof of_elements / sizeof *of_elements;
	add_fn *add = best_way();
	block b;

	for (size_t i = 0; i < n; i += BLOCK) {
		size_t m = n - i < BLOCK ? n - i : BLOCK;
		float sum[BLOCK] = { 0 };

		transpose(x + i, m, &b);
		add(u, units, &b, sum);
		memcpy(out + i, sum, m * sizeof *out);
	}
}
