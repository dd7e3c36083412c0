/* SPDX-License-Identifier: MIT
 * Vectors: backends against each other and against plain arithmetic, quantisation, the k best. */
#include "test.h"

#include <math.h>
#include <stdlib.h>

#include "lucus/hash.h"
#include "vector/dot.h"

static uint64_t next(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return *seed >> 33;
}

/* What the backends must give, in arithmetic that can not overflow. */
static int32_t plain_dot(const int8_t *a, const int8_t *b, size_t dim)
{
	int64_t sum = 0;

	for (size_t i = 0; i < dim; i++) sum += (int64_t)a[i] * b[i];
	return (int32_t)(uint32_t)(uint64_t)sum;
}

static void check_backends(const int8_t *rows, size_t n, size_t dim, const int8_t *query)
{
	const lu__dot_backend *b;
	int32_t out[4];

	assert_true(n <= 4);
	lu_vec_dots(rows, n, dim, query, out);
	for (size_t r = 0; r < n; r++) assert_int_equal(out[r], plain_dot(rows + r * dim, query, dim));
	for (size_t i = 0; (b = lu__dot_backend_at(i)); i++) {
		b->dots(rows, n, dim, query, out);
		for (size_t r = 0; r < n; r++) assert_int_equal(out[r], plain_dot(rows + r * dim, query, dim));
	}
	assert_int_equal(lu_vec_dot(rows, query, dim), plain_dot(rows, query, dim));
	assert_int_equal(lu_vec_dot_portable(rows, query, dim), plain_dot(rows, query, dim));
}

static void backends_agree_on_random_data(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (size_t dim = 0; dim <= 300; dim++) {
		/* exact blocks, so that a read past the end is seen */
		int8_t *rows = malloc(dim * 4 + 1), *query = malloc(dim + 1);

		assert_non_null(rows);
		assert_non_null(query);
		for (size_t i = 0; i < dim * 4; i++) rows[i] = (int8_t)(next(&seed) & 255);
		for (size_t i = 0; i < dim; i++) query[i] = (int8_t)(next(&seed) & 255);
		check_backends(rows, 4, dim, query);
		free(rows);
		free(query);
	}
}

static void backends_agree_on_extremes(void **state)
{
	static const int8_t value[] = { -128, -127, -1, 0, 1, 127 };
	static const size_t dims[] = { 1, 63, 64, 65, 256, 1023, 131072 };
	static int8_t a[131072], b[131072];

	(void)state;
	for (size_t d = 0; d < sizeof dims / sizeof *dims; d++)
		for (size_t x = 0; x < sizeof value; x++)
			for (size_t y = 0; y < sizeof value; y++) {
				memset(a, value[x], sizeof a);
				memset(b, value[y], sizeof b);
				check_backends(a, 1, dims[d], b);
			}
	memset(a, 127, sizeof a);
	memset(b, -127, sizeof b);
	assert_int_equal(lu_vec_dot(a, b, 131072), -127 * 127 * 131072);
}

static void backend_has_a_name(void **state)
{
	static const char *const known[] = { "avx512vnni", "avx2", "neon", "portable" };
	size_t i = 0, n = 0;

	(void)state;
	while (i < 4 && strcmp(known[i], lu_vec_backend())) i++;
	assert_true(i < 4);
	while (lu__dot_backend_at(n + 1)) n++;
	assert_string_equal(lu__dot_backend_at(n)->name, "portable");
}

static void normalise_gives_unit_length(void **state)
{
	float v[3] = { 3, 0, -4 }, zero[2] = { 0, 0 }, bad[2] = { 1, NAN }, inf[2] = { INFINITY, 1 };
	float tiny[2] = { 1e-40f, 0 }, huge[2] = { 3e38f, 3e38f };

	(void)state;
	assert_true(lu_vec_normalise(v, 3));
	assert_float_equal(v[0], 0.6f, 1e-6);
	assert_float_equal(v[2], -0.8f, 1e-6);
	assert_false(lu_vec_normalise(zero, 2));
	assert_false(lu_vec_normalise(bad, 2));
	assert_true(bad[0] == 0 && bad[1] == 0);
	assert_false(lu_vec_normalise(inf, 2));
	assert_true(inf[0] == 0 && inf[1] == 0);
	assert_true(lu_vec_normalise(tiny, 2));
	assert_float_equal(tiny[0], 1, 1e-6);
	assert_true(lu_vec_normalise(huge, 2));
	assert_float_equal(huge[0], 0.70710678f, 1e-6);
	assert_false(lu_vec_normalise(NULL, 0));
}

static void quantise_rounds_and_scales(void **state)
{
	static const float v[4] = { 1.0f, -0.5f, 0.004f, -1.0f };
	static const float zero[4], bad[4] = { 1, NAN, 0, 0 }, inf[4] = { -INFINITY, 0, 0, 0 };
	static const float tiny[4] = { 1e-45f, 0, 0, 0 }, huge[4] = { 3.4e38f, -3.4e38f, 0, 0 };
	int8_t q[4];
	float scale;

	(void)state;
	lu_vec_quantise(v, 4, q, &scale);
	assert_int_equal(q[0], 127);
	assert_int_equal(q[1], -64); /* 63.5 rounds away from 0 */
	assert_int_equal(q[2], 1);
	assert_int_equal(q[3], -127);
	assert_float_equal(scale, 1.0f / 127, 1e-9);
	lu_vec_quantise(zero, 4, q, &scale);
	assert_true(scale == 0 && q[0] == 0);
	q[0] = 1;
	lu_vec_quantise(bad, 4, q, &scale);
	assert_true(scale == 0 && q[0] == 0);
	q[0] = 1;
	lu_vec_quantise(inf, 4, q, &scale);
	assert_true(scale == 0 && q[0] == 0);
	q[0] = 1;
	lu_vec_quantise(tiny, 4, q, &scale);
	assert_true(scale == 0 ? q[0] == 0 : q[0] == 127);
	lu_vec_quantise(huge, 4, q, &scale);
	assert_int_equal(q[0], 127);
	assert_int_equal(q[1], -127);
	lu_vec_quantise(NULL, 0, NULL, &scale);
	assert_true(scale == 0);
}

static int by_rank(const void *x, const void *y)
{
	const lu_scored *a = x, *b = y;

	if (a->score != b->score) return a->score > b->score ? -1 : 1;
	return a->id < b->id ? -1 : a->id > b->id;
}

/* Push n scores, many of them equal, and compare with sorting all of them. */
static void check_topk(size_t n, size_t k, bool ties, double floor)
{
	lu_scored *all = calloc(n + 1, sizeof *all);
	lu_topk t;
	size_t m = 0, want;
	uint64_t seed = n * 31 + k;

	assert_non_null(all);
	assert_int_equal(lu_topk_init(&t, k, ties, floor, NULL), LU_OK);
	for (size_t i = 0; i < n; i++) {
		double score = (double)(next(&seed) % 50) / 10;

		assert_int_equal(lu_topk_push(&t, (int64_t)(n - i), score, NULL), LU_OK);
		assert_int_equal(lu_topk_push(&t, 5, NAN, NULL), LU_OK);
		if (score >= floor) all[m++] = (lu_scored){ (int64_t)(n - i), score };
	}
	qsort(all, m, sizeof *all, by_rank);
	want = m < k ? m : k;
	if (ties && want)
		while (want < m && all[want].score == all[k - 1].score) want++;
	assert_int_equal(lu_topk_sort(&t, NULL), LU_OK);
	assert_int_equal(t.n, want);
	for (size_t i = 0; i < want; i++) {
		assert_int_equal(t.v[i].id, all[i].id);
		assert_true(t.v[i].score == all[i].score);
	}
	assert_true(t.cap <= 4 * k + 4 * want + 4096);
	lu_topk_free(&t);
	lu_topk_free(&t);
	free(all);
}

static void topk_equals_sorting(void **state)
{
	static const size_t ks[] = { 0, 1, 2, 10, 100, 2000, SIZE_MAX / 64 };
	static const size_t ns[] = { 0, 1, 9, 100, 5000 };

	(void)state;
	for (size_t i = 0; i < sizeof ns / sizeof *ns; i++)
		for (size_t j = 0; j < sizeof ks / sizeof *ks; j++) {
			if (ks[j] < 10000) {
				check_topk(ns[i], ks[j], false, -INFINITY);
				check_topk(ns[i], ks[j], true, 0.5);
			} else {
				lu_topk t;

				assert_int_equal(lu_topk_init(&t, ks[j], true, 0, NULL), LU_OK);
				assert_int_equal(lu_topk_push(&t, 1, 2, NULL), LU_OK);
				assert_int_equal(lu_topk_sort(&t, NULL), LU_OK);
				assert_int_equal(t.n, 1);
				lu_topk_free(&t);
			}
		}
}

static void topk_survives_allocation_failure(void **state)
{
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_topk t = { 0 };
		lu_err e;

		rc = lu_topk_init(&t, 3, true, 0, &e);
		for (int64_t i = 0; !rc && i < 5000; i++) rc = lu_topk_push(&t, i, 1, &e);
		lu_topk_free(&t);
	});
}

static void scan_finds_the_nearest(void **state)
{
	enum { N = 1000, DIM = 33 };
	static int8_t rows[N * DIM];
	static float scale[N];
	static int64_t id[N];
	float v[DIM];
	int8_t query[DIM];
	float query_scale;
	uint64_t seed = 3;
	lu_topk t;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		for (size_t d = 0; d < DIM; d++) v[d] = (float)next(&seed) / (float)(1u << 30) - 1;
		assert_true(lu_vec_normalise(v, DIM));
		lu_vec_quantise(v, DIM, rows + i * DIM, &scale[i]);
		id[i] = (int64_t)i * 10;
	}
	memcpy(query, rows + 777 * DIM, DIM);
	query_scale = scale[777];
	memcpy(rows + 5 * DIM, query, DIM); /* a twin without a vector: scale 0 */
	scale[5] = 0;
	assert_int_equal(lu_topk_init(&t, 3, false, -1, NULL), LU_OK);
	assert_int_equal(lu_vec_scan(rows, scale, id, N, DIM, query, query_scale, &t, NULL), LU_OK);
	assert_int_equal(lu_topk_sort(&t, NULL), LU_OK);
	assert_int_equal(t.n, 3);
	assert_int_equal(t.v[0].id, 7770);
	assert_float_equal(t.v[0].score, 1, 0.02);
	assert_true(t.v[1].score < 0.9);
	lu_topk_free(&t);
}

static void rows_are_added_alike_at_any_length(void **state)
{
	int8_t row[67];
	float sum[67];
	uint64_t seed = 5;

	(void)state;
	for (size_t dim = 0; dim <= 67; dim++) {
		for (size_t i = 0; i < 67; i++) {
			row[i] = (int8_t)next(&seed);
			sum[i] = (float)i;
		}
		lu_vec_add(sum, row, .25f, dim);
		for (size_t i = 0; i < 67; i++) assert_true(sum[i] == (float)i + (i < dim ? .25f * (float)row[i] : 0));
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_added_alike_at_any_length),
		cmocka_unit_test(backends_agree_on_random_data),
		cmocka_unit_test(backends_agree_on_extremes),
		cmocka_unit_test(backend_has_a_name),
		cmocka_unit_test(normalise_gives_unit_length),
		cmocka_unit_test(quantise_rounds_and_scales),
		cmocka_unit_test(topk_equals_sorting),
		cmocka_unit_test(topk_survives_allocation_failure),
		cmocka_unit_test(scan_finds_the_nearest),
	};

	return cmocka_run_group_tests_name("vector", tests, NULL, NULL);
}
