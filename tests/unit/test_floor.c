/* SPDX-License-Identifier: MIT
 * The floor of the reranker: what one list is sure of stays among the first. */
#include "retrieve/rank.h"
#include "test.h"

#define MOST 12

/* Candidates whose scores fall by one from place to place, so that number i stands at place i + 1. */
struct made {
	lu__candidate v[MOST];
	float x[MOST][LU_FEATURES];
	lu__candidates c;
};

static void make(struct made *m, size_t n)
{
	*m = (struct made){ .c = { .v = m->v, .n = n } };
	for (size_t i = 0; i < n; i++) {
		m->v[i] = (lu__candidate){ .id = (int64_t)i, .score = (double)(n - i) };
		m->x[i][LU_FEATURE_bm25] = m->x[i][LU_FEATURE_vector] = .1f;
	}
}

static size_t place_of(const struct made *m, size_t at)
{
	size_t place = 1;

	for (size_t i = 0; i < m->c.n; i++) place += m->v[i].score > m->v[at].score;
	return place;
}

/* Each candidate but `a` and `b` is where it was among the others. */
static void check_others(const struct made *m, size_t a, size_t b)
{
	for (size_t i = 0; i < m->c.n; i++)
		if (i != a && i != b) assert_true(m->v[i].score == (double)(m->c.n - i));
}

static void test_raised(void **state)
{
	static const lu_feature by[] = { LU_FEATURE_bm25, LU_FEATURE_vector };
	struct made m;

	(void)state;
	for (size_t k = 0; k < 2; k++) {
		for (size_t at = 0; at < MOST; at++) {
			make(&m, MOST);
			m.x[at][by[k]] = .5f;
			lu__keep_sure(&m.c, m.x, NULL);
			assert_int_equal(place_of(&m, at), at < LU__FLOOR ? at + 1 : LU__FLOOR);
			check_others(&m, at, at);
		}
	}
	/* the sum that --explain shows is the score */
	assert_true(fabs((double)m.v[MOST - 1].hidden - (m.v[MOST - 1].score - 1)) < 1e-5);
}

static void test_not_sure(void **state)
{
	static const lu_feature aside[] = { LU_FEATURE_in_tests, LU_FEATURE_aside, LU_FEATURE_in_prose };
	struct made m;

	(void)state;
	make(&m, MOST);
	m.x[9][LU_FEATURE_bm25] = .5f;
	m.x[2][LU_FEATURE_bm25] = .4f;
	lu__keep_sure(&m.c, m.x, NULL);
	check_others(&m, MOST, MOST);
	for (size_t i = 0; i < 3; i++) {
		make(&m, MOST);
		m.x[9][LU_FEATURE_vector] = .5f;
		m.x[9][aside[i]] = 1;
		lu__keep_sure(&m.c, m.x, NULL);
		check_others(&m, MOST, MOST);
	}
	make(&m, MOST);
	for (size_t i = 0; i < MOST; i++) m.x[i][LU_FEATURE_bm25] = m.x[i][LU_FEATURE_vector] = 0;
	lu__keep_sure(&m.c, m.x, NULL);
	check_others(&m, MOST, MOST);
	m.c.n = 0;
	lu__keep_sure(&m.c, m.x, NULL);
}

/* Full text is sure of one and the vectors of another: both stay, whoever is raised second. */
static void test_two(void **state)
{
	struct made m;

	(void)state;
	for (size_t text = 0; text < MOST; text++) {
		for (size_t near = 0; near < MOST; near++) {
			make(&m, MOST);
			m.x[text][LU_FEATURE_bm25] = m.x[near][LU_FEATURE_vector] = .5f;
			lu__keep_sure(&m.c, m.x, NULL);
			assert_true(place_of(&m, text) <= LU__FLOOR);
			assert_true(place_of(&m, near) <= LU__FLOOR);
			check_others(&m, text, near);
			if (text == near || text < LU__FLOOR || near < LU__FLOOR) continue;
			assert_int_equal(place_of(&m, text), LU__FLOOR - 1);
			assert_int_equal(place_of(&m, near), LU__FLOOR);
		}
	}
}

/* Literals are sure of a third: all three stay. A few neighbours of words in a literal are no message. */
static void test_message(void **state)
{
	struct made m;

	(void)state;
	for (size_t text = 0; text < MOST; text++) {
		for (size_t said = 0; said < MOST; said++) {
			size_t near = (text + said) % MOST;

			make(&m, MOST);
			m.x[text][LU_FEATURE_bm25] = m.x[near][LU_FEATURE_vector] = m.x[said][LU_FEATURE_said] = .5f;
			lu__keep_sure(&m.c, m.x, NULL);
			assert_true(place_of(&m, text) <= LU__FLOOR);
			assert_true(place_of(&m, near) <= LU__FLOOR);
			assert_true(place_of(&m, said) <= LU__FLOOR);
		}
	}
	make(&m, MOST);
	m.x[9][LU_FEATURE_said] = .1f;
	lu__keep_sure(&m.c, m.x, NULL);
	check_others(&m, MOST, MOST);
}

/* Three candidates of each file: the last of twelve is of the fourth, and stays; with a file each for the last three, the
 * sixth file is raised to the fifth place of a file, behind eight candidates that are before it. */
static void test_files(void **state)
{
	uint32_t file[MOST] = { 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3 };
	struct made m;

	(void)state;
	make(&m, MOST);
	m.x[11][LU_FEATURE_bm25] = .5f;
	lu__keep_sure(&m.c, m.x, file);
	check_others(&m, MOST, MOST);

	file[8] = 3, file[9] = 4, file[10] = 5, file[11] = 6;
	make(&m, MOST);
	m.x[11][LU_FEATURE_bm25] = .5f;
	lu__keep_sure(&m.c, m.x, file);
	assert_int_equal(place_of(&m, 11), 10);
	check_others(&m, 11, 11);

	/* what is before it in its own file does not count */
	file[0] = file[1] = file[2] = 6;
	make(&m, MOST);
	m.x[11][LU_FEATURE_vector] = .5f;
	lu__keep_sure(&m.c, m.x, file);
	assert_int_equal(place_of(&m, 11), 11);
}

static void test_few(void **state)
{
	struct made m;

	(void)state;
	for (size_t n = 1; n <= LU__FLOOR; n++) {
		make(&m, n);
		m.x[n - 1][LU_FEATURE_bm25] = .5f;
		lu__keep_sure(&m.c, m.x, NULL);
		check_others(&m, MOST, MOST);
	}
}

/* Of equals either all are passed or none. */
static void test_equals(void **state)
{
	struct made m;

	(void)state;
	make(&m, MOST);
	for (size_t i = 0; i < 8; i++) m.v[i].score = 20;
	m.x[10][LU_FEATURE_bm25] = m.x[11][LU_FEATURE_vector] = .5f;
	lu__keep_sure(&m.c, m.x, NULL);
	assert_int_equal(place_of(&m, 10), 1);
	assert_true(place_of(&m, 11) <= 2);
}

/* The order in which candidates are admitted is that of the store's history: it decides nothing. */
static void test_equal_frames(void **state)
{
	struct made m;
	double high;

	(void)state;
	make(&m, MOST);
	m.x[9][LU_FEATURE_placed] = m.x[8][LU_FEATURE_placed] = .3f;
	m.v[9].score = m.v[8].score;
	lu__keep_sure(&m.c, m.x, NULL);
	assert_true(m.v[9].score == m.v[8].score);
	assert_int_equal(place_of(&m, 9), 4);
	/* the better one is before the other, wherever it stands */
	for (size_t i = 0; i < 2; i++) {
		make(&m, MOST);
		m.x[9][LU_FEATURE_placed] = m.x[8][LU_FEATURE_placed] = .3f;
		m.v[8 + i].score = 4.5;
		m.v[9 - i].score = 3.5;
		lu__keep_sure(&m.c, m.x, NULL);
		assert_true(m.v[8 + i].score > m.v[9 - i].score);
		assert_int_equal(place_of(&m, 9 - i), 5);
	}
	/* of three one can not be chosen */
	make(&m, MOST);
	for (size_t i = 7; i < 10; i++) {
		m.x[i][LU_FEATURE_placed] = .3f;
		m.v[i].score = 3;
	}
	high = m.v[9].score;
	lu__keep_sure(&m.c, m.x, NULL);
	for (size_t i = 7; i < 10; i++) assert_true(m.v[i].score == high);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_raised),  cmocka_unit_test(test_not_sure),     cmocka_unit_test(test_two),
		cmocka_unit_test(test_message), cmocka_unit_test(test_files),        cmocka_unit_test(test_few),
		cmocka_unit_test(test_equals),  cmocka_unit_test(test_equal_frames),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
