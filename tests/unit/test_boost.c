/* SPDX-License-Identifier: MIT
 * The trainer of the reranker's trees, on sets that are made here, and the trees of the reranker itself: what they say of
 * a candidate is what the trainer's own evaluation says. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../scripts/boost.h"
#include "retrieve/rank.h"
#include "test.h"

#define LISTS 60
#define ROWS 24
#define TREES 60

static uint64_t state = 7;

static float chance(void)
{
	return (float)(boost_random(&state) >> 40) * 0x1p-24f;
}

/* Lists in which a row is relevant when both or none of its first two features are above a half; the third says nothing. */
struct set {
	boost_list list[LISTS];
	float x[LISTS][ROWS][3], base[ROWS];
	uint32_t item[ROWS];
	bool relevant[LISTS][ROWS];
};

static void make_set(struct set *s)
{
	memset(s, 0, sizeof *s);
	for (size_t q = 0; q < LISTS; q++) {
		size_t targets = 0;

		for (size_t i = 0; i < ROWS; i++) {
			for (int f = 0; f < 3; f++) s->x[q][i][f] = chance();
			s->item[i] = (uint32_t)i;
			s->relevant[q][i] = (s->x[q][i][0] > .5f) == (s->x[q][i][1] > .5f);
			targets += s->relevant[q][i];
		}
		s->list[q] = (boost_list){ .x = s->x[q][0], .base = s->base, .item = s->item, .n = ROWS, .n_item = ROWS,
					   .relevant = s->relevant[q], .targets = targets, .weight = 1 };
	}
}

static boost_options options(void)
{
	return (boost_options){ .trees = TREES, .depth = 4, .rate = .2, .l2 = 1, .least = .5, .lists = .7, .features = .8,
				.steep = 1, .seed = 3 };
}

/* The share of relevant rows among the ten that `score` puts first. */
static double precision(const struct set *s, float (*score)(const void *ctx, const float *x), const void *ctx)
{
	double sum = 0;

	for (size_t q = 0; q < LISTS; q++)
		for (size_t i = 0; i < ROWS; i++) {
			size_t before = 0;

			for (size_t j = 0; j < ROWS; j++) {
				float a = score(ctx, s->x[q][j]), b = score(ctx, s->x[q][i]);

				before += a > b || (a == b && j < i);
			}
			if (before < 10) sum += s->relevant[q][i];
		}
	return sum / (10 * LISTS);
}

static float by_trees(const void *trees, const float *x)
{
	return boost_score(trees, TREES, x);
}

static float by_weights(const void *angle, const float *x)
{
	float a = *(const float *)angle;

	return cosf(a) * x[0] + sinf(a) * x[1];
}

static void trees_learn_what_no_weights_can(void **state_)
{
	static struct set seen, unseen;
	static boost_tree tree[TREES];
	boost_options o = options();
	double best = 0;

	(void)state_;
	make_set(&seen);
	make_set(&unseen);
	assert_true(boost_fit(seen.list, LISTS, 3, &o, tree));
	for (float angle = 0; angle < 6.3f; angle += .1f) best = fmax(best, precision(&unseen, by_weights, &angle));
	assert_true(best < .7);
	assert_true(precision(&unseen, by_trees, tree) > .95);
}

static void equal_seeds_give_equal_trees(void **state_)
{
	static struct set s;
	static boost_tree a[TREES], b[TREES];
	boost_options o = options();

	(void)state_;
	make_set(&s);
	assert_true(boost_fit(s.list, LISTS, 3, &o, a) && boost_fit(s.list, LISTS, 3, &o, b));
	assert_memory_equal(a, b, sizeof a);
	o.seed++;
	assert_true(boost_fit(s.list, LISTS, 3, &o, b));
	assert_memory_not_equal(a, b, sizeof a);
}

static void features_that_are_off_are_not_asked(void **state_)
{
	static const bool off[3] = { [0] = true };
	static struct set s;
	static boost_tree tree[TREES];
	boost_options o = options();
	size_t asked = 0;

	(void)state_;
	make_set(&s);
	o.off = off;
	assert_true(boost_fit(s.list, LISTS, 3, &o, tree));
	for (size_t t = 0; t < TREES; t++)
		for (int i = 0; i < tree[t].depth; i++, asked++) assert_int_not_equal(tree[t].feature[i], 0);
	assert_true(asked > 0);
}

/* They are written with five digits behind the point: none may be lost. */
static void leaves_have_five_digits(void **state_)
{
	static struct set s;
	static boost_tree tree[TREES];
	boost_options o = options();
	bool some = false;

	(void)state_;
	make_set(&s);
	assert_true(boost_fit(s.list, LISTS, 3, &o, tree));
	for (size_t t = 0; t < TREES; t++)
		for (int l = 0; l < 16; l++) {
			char text[32];

			snprintf(text, sizeof text, "%.5f", (double)tree[t].leaf[l]);
			assert_true(strtof(text, NULL) == tree[t].leaf[l]);
			some |= tree[t].leaf[l] != 0;
		}
	assert_true(some);
}

static void nothing_to_learn_from(void **state_)
{
	static boost_tree tree[TREES];
	const float x[3] = { 1, 2, 3 }, base[1] = { 0 };
	const uint32_t item[1] = { 0 };
	const bool relevant[1] = { true };
	const boost_list one = { .x = x, .base = base, .item = item, .n = 1, .n_item = 1, .relevant = relevant, .targets = 1,
				 .weight = 1 }, none = { .targets = 1, .weight = 1 };
	boost_options o = options();

	(void)state_;
	assert_true(boost_fit(NULL, 0, 3, &o, tree));
	assert_true(boost_score(tree, TREES, x) == 0);
	assert_true(boost_fit(&one, 1, 3, &o, tree) && boost_fit(&none, 1, 3, &o, tree));
	assert_true(boost_score(tree, TREES, x) == 0);
}

/* ---- the reranker's ---- */

#define ON(a, b, c, d) { LU_FEATURE_##a, LU_FEATURE_##b, LU_FEATURE_##c, LU_FEATURE_##d }
#define ABOVE(...) { __VA_ARGS__ }
#define LEAVES(...) { __VA_ARGS__ }
#define SHARE(...)
#define RELEVANCE(...)
#define TREE(kind, ...) TREE_##kind(__VA_ARGS__)
#define TREE_elements(...) { 4, __VA_ARGS__ },
#define TREE_files(...)
static const boost_tree of_elements[] = {
#include "retrieve/trees.def"
};
#undef TREE_elements
#undef TREE_files
#define TREE_elements(...)
#define TREE_files(...) { 4, __VA_ARGS__ },
static const boost_tree of_files[] = {
#include "retrieve/trees.def"
};

/* Values around and at the ones that the trees ask for. */
static void fill(float *x, const boost_tree *t, size_t n)
{
	for (int f = 0; f < LU_FEATURES; f++) x[f] = 2 * chance() - .5f;
	for (int i = 0; i < 40; i++) {
		const boost_tree *any = &t[boost_random(&state) % n];
		int k = (int)(boost_random(&state) % 4);

		x[any->feature[k]] = any->above[k] < 1e20f ? any->above[k] : 0;
		if (chance() < .5f) x[any->feature[k]] = nextafterf(any->above[k], 1e30f);
	}
}

static void compare(bool files, const boost_tree *t, size_t n)
{
	static float x[100][LU_FEATURES], out[100];
	bool differ = false;

	for (size_t rows = 1; rows <= 100; rows += 33) {
		for (size_t i = 0; i < rows; i++) fill(x[i], t, n);
		lu__trees(files, x, rows, out);
		for (size_t i = 0; i < rows; i++) {
			assert_true(out[i] == boost_score(t, n, x[i]));
			differ |= out[i] != out[0];
		}
	}
	assert_true(differ);
}

static void the_reranker_evaluates_as_the_trainer(void **state_)
{
	(void)state_;
	compare(false, of_elements, sizeof of_elements / sizeof *of_elements);
	compare(true, of_files, sizeof of_files / sizeof *of_files);
}

static void shares_are_shares(void **state_)
{
	float sum = 0;

	(void)state_;
	for (int c = 0; c < LU_QUERY_CLASSES; c++)
		for (int files = 0; files < 2; files++) {
			float s = lu__trees_share(files, (lu_query_class)c);

			assert_true(s >= 0 && s <= 1.5f);
			sum += s;
		}
	assert_true(sum > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trees_learn_what_no_weights_can),
		cmocka_unit_test(equal_seeds_give_equal_trees),
		cmocka_unit_test(features_that_are_off_are_not_asked),
		cmocka_unit_test(leaves_have_five_digits),
		cmocka_unit_test(nothing_to_learn_from),
		cmocka_unit_test(the_reranker_evaluates_as_the_trainer),
		cmocka_unit_test(shares_are_shares),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
