/* SPDX-License-Identifier: MIT
 * What fits the reranker, on sets that are made here, and the hidden layer of the reranker itself: what it says of a candidate is
 * what its units say one by one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../scripts/fit.h"
#include "test.h"

#define QUERIES 160
#define ROWS    12

static uint64_t state = 7;

static float chance(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (float)(state >> 40) * 0x1p-24f;
}

/* ---- the trainer ---- */

/* Queries of which a candidate is relevant where two features are both high or both low; the third says nothing. */
struct set {
	data d;
	query query[QUERIES];
	float x[QUERIES][ROWS][N];
	uint32_t group[QUERIES][ROWS];
	bool relevant[QUERIES][ROWS];
	lu_annotated a[QUERIES];
	size_t asked[2];
	double counts[2];
};

static void make_set(struct set *s)
{
	memset(s, 0, sizeof *s);
	s->asked[0] = s->asked[1] = QUERIES / 2;
	s->counts[0] = s->counts[1] = 1;
	s->d = (data){ .v = s->query,
		       .n = QUERIES,
		       .n_set = 2,
		       .asked = s->asked,
		       .counts = s->counts,
		       .sets = { [FIT_NAMES] = 2 } };
	for (int f = 0; f < N; f++) s->d.scale[f] = 1;
	for (size_t i = 0; i < QUERIES; i++) {
		query *q = &s->query[i];

		*q = (query){ .a = &s->a[i],
			      .x = s->x[i],
			      .group = s->group[i],
			      .relevant = s->relevant[i],
			      .n = ROWS,
			      .n_group = ROWS,
			      .set = i % 2 };
		for (uint32_t k = 0; k < ROWS; k++) {
			float *x = s->x[i][k];

			s->group[i][k] = k;
			x[LU_FEATURE_bm25] = chance();
			x[LU_FEATURE_vector] = chance();
			x[LU_FEATURE_value] = chance();
			s->relevant[i][k] = (x[LU_FEATURE_bm25] > .5f) == (x[LU_FEATURE_vector] > .5f);
			s->a[i].targets.n += s->relevant[i][k];
		}
		fit_choose(&s->d, q);
	}
}

/* How often a relevant candidate is before one of its query that is not: half of the time by any sum, as the best of a sum may be
 * right by luck, but not its order. */
static double right(const struct set *s, const fit *f)
{
	double n = 0, all = 0;

	for (size_t i = 0; i < QUERIES; i++)
		for (size_t k = 0; k < ROWS; k++)
			for (size_t j = 0; j < ROWS; j++) {
				if (!s->relevant[i][k] || s->relevant[i][j]) continue;
				n += fit_score(f, s->x[i][k]) > fit_score(f, s->x[i][j]);
				all++;
			}
	return n / all;
}

static void units_learn_what_no_weights_can(void **state_)
{
	static struct set seen, fresh;
	static fit f;

	(void)state_;
	make_set(&seen);
	make_set(&fresh);
	f = (fit){ .d = &seen.d, .count = { [FIT_NAMES] = 1 }, .nets = 2, .steps = 300 };
	fit_model(&f);
	assert_true(right(&fresh, &f) > .9);
	for (int i = 0; i < 2; i++) memset(f.net[i].worth, 0, sizeof f.net[i].worth);
	assert_true(right(&fresh, &f) < .7);
	lu_arena_free(&seen.d.a);
	lu_arena_free(&fresh.d.a);
}

static void the_same_sets_give_the_same_model(void **state_)
{
	static struct set s;
	static fit a, b;

	(void)state_;
	make_set(&s);
	a = (fit){ .d = &s.d, .count = { [FIT_NAMES] = 1 }, .nets = 1, .steps = 300 };
	b = a;
	fit_model(&a);
	fit_model(&b);
	assert_memory_equal(a.net, b.net, sizeof *a.net);
	lu_arena_free(&s.d.a);
}

static void what_is_left_out_does_not_count(void **state_)
{
	static const bool off[N] = { [LU_FEATURE_vector] = true }, out[2] = { true, false };
	static struct set s;
	static fit a, b;

	(void)state_;
	make_set(&s);
	a = (fit){ .d = &s.d, .count = { [FIT_NAMES] = 1 }, .nets = 1, .steps = 300, .off = off };
	fit_model(&a);
	assert_true(a.net[0].w[LU_FEATURE_vector] == 0);
	for (int u = 0; u < UNITS; u++) assert_true(a.net[0].in[LU_FEATURE_vector][u] == 0);

	/* of a set that is left out the annotations do not matter */
	a = (fit){ .d = &s.d, .count = { [FIT_NAMES] = 1 }, .nets = 1, .steps = 300, .out = out };
	fit_model(&a);
	for (size_t i = 0; i < QUERIES; i += 2)
		for (size_t k = 0; k < ROWS; k++) s.relevant[i][k] = !s.relevant[i][k];
	b = (fit){ .d = &s.d, .count = { [FIT_NAMES] = 1 }, .nets = 1, .steps = 300, .out = out };
	fit_model(&b);
	assert_memory_equal(a.net, b.net, sizeof *a.net);
	lu_arena_free(&s.d.a);
}

static void nothing_to_learn_from(void **state_)
{
	static data d;
	static fit f;
	static const float x[N];

	(void)state_;
	f = (fit){ .d = &d, .count = { [FIT_NAMES] = 1 }, .nets = 1, .steps = 300 };
	fit_model(&f);
	assert_true(isfinite(fit_score(&f, x)));
}

/* ---- the reranker's ---- */

#define RELEVANCE(...)
#define INPUTS(...) static const uint8_t input[] = { __VA_ARGS__ };
#define UNIT(...)
#include "retrieve/hidden.def"
#undef INPUTS
#undef UNIT
#define INPUTS(...)

struct unit {
	bool files;
	float worth, bias, weight[sizeof input];
};

enum { elements, files };
#define UNIT(hits, worth, bias, ...) { hits, worth, bias, { __VA_ARGS__ } },
static const struct unit units[] = {
#include "retrieve/hidden.def"
};

static float said(bool by_file, const float *x)
{
	float sum = 0;

	for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
		float h = units[u].bias;

		if (units[u].files != by_file) continue;
		for (size_t f = 0; f < sizeof input; f++) h += units[u].weight[f] * x[input[f]];
		sum += units[u].worth * (h > 0 ? h : 0);
	}
	return sum;
}

static void the_reranker_says_what_its_units_say(void **state_)
{
	static float x[100][LU_FEATURES], out[100];

	(void)state_;
	for (int by_file = 0; by_file < 2; by_file++)
		for (size_t rows = 1; rows <= 100; rows += 33) {
			bool differ = false;

			for (size_t i = 0; i < rows; i++)
				for (int f = 0; f < LU_FEATURES; f++) x[i][f] = 2 * chance() - .5f;
			lu__hidden(by_file, x, rows, out);
			for (size_t i = 0; i < rows; i++) {
				assert_true(fabsf(out[i] - said(by_file, x[i])) < 1e-3f);
				differ |= out[i] != out[0];
			}
			assert_true(differ == (rows > 1));
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_learn_what_no_weights_can),
		cmocka_unit_test(the_same_sets_give_the_same_model),
		cmocka_unit_test(what_is_left_out_does_not_count),
		cmocka_unit_test(nothing_to_learn_from),
		cmocka_unit_test(the_reranker_says_what_its_units_say),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
