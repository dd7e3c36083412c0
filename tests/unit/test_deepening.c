/* SPDX-License-Identifier: MIT
 * The search of a lazy graph query: budgets, the order of visits, when it descends, leaves, restarts and ends. Results
 * of tests are functions of the sentence, so that the same search can be run with another budget. */
#include <stdio.h>
#include <stdlib.h>

#include "lazy/deepening.h"
#include "random.h"
#include "test.h"

enum { PASSAGES = 400, SENTENCES = 1600, COMMUNITIES = 60, LOG = 4000 };

/* A tree of communities with passages, and what tests of them give. */
typedef struct world {
	lu__lazy_passage passage[PASSAGES];
	uint32_t parent[COMMUNITIES];
	uint32_t near_from[PASSAGES + 1], near[2 * PASSAGES];
	lu__lazy_input in;
	int8_t gives[SENTENCES]; /* a test of a sentence; of a passage: the most of its sentences */
} world;

/* What a search has done. */
typedef struct log_ {
	uint32_t v[LOG]; /* tests in their order */
	size_t n;
	uint32_t visit[LOG]; /* communities in the order of their first batches, or LU__NO_COMMUNITY */
	size_t n_visit;
	bool near[LOG]; /* of each test: it came from the neighbours */
	uint32_t from[LOG];
	lu_lazy_state state;
} log_;

static int compare_scores(const void *a, const void *b)
{
	double x = ((const lu__lazy_passage *)a)->score, y = ((const lu__lazy_passage *)b)->score;

	return (x < y) - (x > y);
}

static void link_neighbours(world *w)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->in.n; i++) {
		w->near_from[i] = n;
		if (i) w->near[n++] = i - 1;
		if (i + 1 < w->in.n) w->near[n++] = i + 1;
	}
	w->near_from[w->in.n] = n;
	w->in.near_from = w->near_from;
	w->in.near = w->near;
}

/* 4 roots, 12 below them, 36 leaves; passages with scores that fall, in leaves at random. */
static void make(world *w, size_t passages)
{
	uint32_t n = 0;

	memset(w, 0, sizeof *w);
	for (uint32_t i = 0; i < 52; i++)
		w->parent[i] = i < 4 ? LU__NO_COMMUNITY : i < 16 ? (i - 4) / 3 : 4 + (i - 16) / 3;
	for (uint32_t i = 0; i < passages; i++) {
		w->passage[i] = (lu__lazy_passage){ .score = (double)below(1000) / 1000,
						    .community = 16 + (uint32_t)below(36),
						    .first = n,
						    .n = 1 + (uint32_t)below(4) };
		n += w->passage[i].n;
	}
	qsort(w->passage, passages, sizeof *w->passage, compare_scores);
	for (size_t i = 0; i < SENTENCES; i++) w->gives[i] = below(4) ? 0 : (int8_t)below(11);
	w->in = (lu__lazy_input){ w->passage, passages, n, w->parent, 52, NULL, NULL };
	link_neighbours(w);
}

static int result(const world *w, const lu_lazy_search_options *o, uint32_t unit)
{
	int most = 0;

	if (o->unit == LU_LAZY_SENTENCE) return w->gives[unit];
	for (uint32_t i = 0; i < w->passage[unit].n; i++)
		if (w->gives[w->passage[unit].first + i] > most) most = w->gives[w->passage[unit].first + i];
	return most >= 5 ? 10 : 0;
}

static bool was_visited(const log_ *l, uint32_t c)
{
	for (size_t i = 0; i < l->n_visit; i++)
		if (l->visit[i] == c) return true;
	return false;
}

static void note(log_ *l, const lu__lazy_batch *b)
{
	if (!was_visited(l, b->community)) l->visit[l->n_visit++] = b->community;
	for (size_t k = 0; k < b->n; k++) {
		l->near[l->n] = b->neighbours;
		l->from[l->n] = b->community;
		l->v[l->n++] = b->v[k];
	}
}

static void tell(const world *w, const lu_lazy_search_options *o, lu__deepening *d, const lu__lazy_batch *b, size_t i)
{
	int r[LU_LAZY_BATCH_MAX];

	for (size_t k = 0; k < b->n; k++) r[k] = result(w, o, b->v[k]);
	lu__deepening_take(d, i, r);
}

/* Run a search to its end; `backwards`: the requests of a wave end in the other order. */
static void run(const world *w, const lu_lazy_search_options *o, bool backwards, log_ *l)
{
	const lu__lazy_batch *wave;
	lu__deepening *d;
	lu_err e;
	size_t n;

	memset(l, 0, sizeof *l);
	if (lu__deepening_open(&w->in, o, &d, &e)) fail_msg("%s", e.msg);
	for (;;) {
		if (lu__deepening_next(d, &wave, &n, &e)) fail_msg("%s", e.msg);
		if (!n) break;
		assert_true(n <= LU__WAVE);
		for (size_t i = 0; i < n; i++) note(l, &wave[i]);
		for (size_t i = 0; i < n; i++)
			tell(w, o, d, &wave[backwards ? n - 1 - i : i], backwards ? n - 1 - i : i);
		assert_int_equal(lu__deepening_state(d)->tests, l->n);
		assert_int_equal(lu__deepening_state(d)->tests + lu__deepening_state(d)->left, o->budget);
	}
	l->state = *lu__deepening_state(d);
	lu__deepening_close(d);
}

static lu_lazy_search_options options(lu_lazy_policy p, lu_lazy_unit u, int64_t budget)
{
	lu_lazy_search_options o;

	lu_lazy_search_options_init(&o);
	o.policy = p;
	o.unit = u;
	o.budget = budget;
	o.sufficient_relevance_count = LU_LAZY_BUDGET_MAX;
	return o;
}

#define FOR_EVERY_WAY(p, u) \
	for (lu_lazy_policy p = 0; p < LU_LAZY_POLICIES; p++) \
		for (lu_lazy_unit u = 0; u < LU_LAZY_UNITS; u++)

/* ---- budgets ---- */

static void test_no_budget_is_exceeded(void **unused)
{
	static world w;
	static log_ l;

	(void)unused;
	make(&w, PASSAGES);
	FOR_EVERY_WAY(p, u) for (int64_t budget = 1; budget < 700; budget += budget < 40 ? 1 : 37)
	{
		lu_lazy_search_options o = options(p, u, budget);

		run(&w, &o, false, &l);
		assert_true((int64_t)l.n <= budget);
		if (l.state.end == LU_LAZY_BUDGET) assert_int_equal(l.n, budget);
		else assert_int_equal(l.state.end, l.state.kept ? LU_LAZY_EXHAUSTED : LU_LAZY_IRRELEVANT);
	}
}

static void test_a_smaller_budget_tests_what_a_larger_one_tests_first(void **unused)
{
	static const int64_t budget[] = { 1, 7, 80, 100, 333, 500, 1500 };
	static world w;
	static log_ few, many;

	(void)unused;
	make(&w, PASSAGES);
	FOR_EVERY_WAY(p, u) for (size_t i = 1; i < sizeof budget / sizeof *budget; i++)
	{
		lu_lazy_search_options o = options(p, u, budget[i]);

		run(&w, &o, false, &many);
		o.budget = budget[i - 1];
		run(&w, &o, false, &few);
		assert_true(few.n <= many.n);
		assert_memory_equal(few.v, many.v, few.n * sizeof *few.v);
	}
}

static void test_nothing_is_tested_twice_and_requests_may_end_in_any_order(void **unused)
{
	static world w;
	static log_ l, other;
	static bool seen[SENTENCES];

	(void)unused;
	make(&w, PASSAGES);
	FOR_EVERY_WAY(p, u)
	{
		lu_lazy_search_options o = options(p, u, 1500);

		run(&w, &o, false, &l);
		memset(seen, 0, sizeof seen);
		for (size_t i = 0; i < l.n; i++) {
			assert_false(seen[l.v[i]]);
			seen[l.v[i]] = true;
		}
		run(&w, &o, true, &other);
		assert_int_equal(other.n, l.n);
		assert_memory_equal(other.v, l.v, l.n * sizeof *l.v);
		assert_memory_equal(&other.state, &l.state, sizeof l.state);
	}
}

static void test_where_all_is_relevant_all_is_tested(void **unused)
{
	static world w;
	static log_ l;

	(void)unused;
	make(&w, PASSAGES);
	memset(w.gives, 9, sizeof w.gives);
	FOR_EVERY_WAY(p, u)
	{
		lu_lazy_search_options o = options(p, u, 100000);

		o.breadth_limit = 2;
		run(&w, &o, false, &l);
		assert_int_equal(l.n, u == LU_LAZY_PASSAGE ? w.in.n : w.in.n_sentence);
		assert_int_equal(l.state.end, LU_LAZY_EXHAUSTED);
		assert_int_equal(l.state.kept, l.n);
	}
}

/* ---- ends ---- */

static void test_enough_is_enough(void **unused)
{
	static world w;
	static log_ l;

	(void)unused;
	make(&w, PASSAGES);
	memset(w.gives, 5, sizeof w.gives);
	FOR_EVERY_WAY(p, u)
	{
		lu_lazy_search_options o = options(p, u, 1500);

		o.sufficient_relevance_count = 50;
		run(&w, &o, false, &l);
		assert_int_equal(l.state.end, LU_LAZY_SUFFICIENT);
		assert_true(l.state.kept >= 50 && l.n <= 50 + (LU__WAVE * 10));
		o.relevance_threshold = u == LU_LAZY_PASSAGE ? 10 : 6;
		run(&w, &o, false, &l);
		assert_int_equal(l.state.end == LU_LAZY_SUFFICIENT, u == LU_LAZY_PASSAGE);
	}
}

static void test_no_passages_and_a_stop(void **unused)
{
	static world w;
	static log_ l;
	lu_lazy_search_options o = options(LU_LAZY_BEST_FIRST, LU_LAZY_SENTENCE, 10);
	const lu__lazy_batch *wave;
	lu__deepening *d;
	lu_err e;
	size_t n;

	(void)unused;
	make(&w, 0);
	FOR_EVERY_WAY(p, u)
	{
		o.policy = p;
		o.unit = u;
		run(&w, &o, false, &l);
		assert_int_equal(l.state.end, LU_LAZY_NOTHING);
	}
	make(&w, 50);
	assert_int_equal(lu__deepening_open(&w.in, &o, &d, &e), LU_OK);
	lu__deepening_stop(d, LU_LAZY_TIME);
	assert_int_equal(lu__deepening_next(d, &wave, &n, &e), LU_OK);
	assert_int_equal(n, 0);
	assert_int_equal(lu__deepening_state(d)->end, LU_LAZY_TIME);
	lu__deepening_close(d);
}

/* ---- best first ---- */

/* Two roots with two leaves each. Passages by score: 0, 1 in leaf 2; 2 in leaf 3 (of root 0); 3, 4 in leaf 4; 5 in leaf 5. */
static void make_small(world *w)
{
	static const uint32_t parent[] = { LU__NO_COMMUNITY, LU__NO_COMMUNITY, 0, 0, 1, 1 };
	static const uint32_t leaf[] = { 4, 2, 2, 4, 3, 5 };
	static const double score[] = { .9, .8, .7, .3, .2, .1 };

	memset(w, 0, sizeof *w);
	memcpy(w->parent, parent, sizeof parent);
	for (uint32_t i = 0; i < 6; i++) w->passage[i] = (lu__lazy_passage){ score[i], leaf[i], 4 * i, 4 };
	w->in = (lu__lazy_input){ w->passage, 6, 24, w->parent, 6, NULL, NULL };
	link_neighbours(w);
}

static void test_communities_are_visited_by_the_sums_of_their_scores(void **unused)
{
	static world w;
	static log_ l;
	lu_lazy_search_options o = options(LU_LAZY_BEST_FIRST, LU_LAZY_SENTENCE, 1000);

	(void)unused;
	make_small(&w);
	memset(w.gives, 7, sizeof w.gives);
	o.batch_size = 4;
	run(&w, &o, false, &l);
	/* root 0 has 1.7, root 1 has 1.3, though the best passage is its; they take turns */
	assert_int_equal(l.visit[0], 0);
	assert_int_equal(l.visit[1], 1);
	assert_int_equal(l.n_visit, 2);
	assert_int_equal(l.from[0], 0);
	assert_int_equal(l.from[4], 1);
	assert_int_equal(l.from[8], 0);
	/* within one the best passage is first */
	assert_int_equal(l.v[0], 4);
	assert_int_equal(l.v[4], 0);
	assert_int_equal(l.v[8], 8);
	o.breadth_limit = 1;
	run(&w, &o, false, &l);
	assert_int_equal(l.from[11], 0);
	assert_int_equal(l.from[12], 1);
}

static void test_zeros_in_a_row_lead_down(void **unused)
{
	static world w;
	static log_ l;
	lu_lazy_search_options o = options(LU_LAZY_BEST_FIRST, LU_LAZY_SENTENCE, 1000);

	(void)unused;
	make_small(&w);
	o.batch_size = 4;
	run(&w, &o, false, &l); /* all give 0: one batch of each, then those below by what they have left */
	assert_int_equal(l.visit[0], 0);
	assert_int_equal(l.visit[1], 1);
	assert_int_equal(l.visit[2], 2); /* .7 */
	assert_int_equal(l.visit[3], 4); /* .3 */
	assert_int_equal(l.visit[4], 3); /* .2 */
	assert_int_equal(l.visit[5], 5);
	assert_int_equal(l.state.descended, 2);
	assert_int_equal(l.state.end, LU_LAZY_IRRELEVANT);
	o.max_depth = 0;
	run(&w, &o, false, &l);
	assert_int_equal(l.n_visit, 2);
	assert_int_equal(l.n, 8);
	/* what is between zeros ends the row; what is without a result does not */
	for (size_t i = 0; i < 24; i++) w.gives[i] = i % 2 ? 1 : 0;
	o.max_depth = 3;
	run(&w, &o, false, &l);
	assert_int_equal(l.state.descended, 0);
	for (size_t i = 0; i < 24; i++) w.gives[i] = i % 2 ? LU__UNKNOWN : 0;
	run(&w, &o, false, &l);
	assert_int_equal(l.state.descended, 2);
	assert_int_equal(l.state.unknown * 2, l.state.tests);
	o.zero_relevance_threshold = 100;
	run(&w, &o, false, &l);
	assert_int_equal(l.state.descended, 0);
	assert_int_equal(l.n, 24);
}

static void test_only_three_levels_down(void **unused)
{
	static const uint32_t chain[] = { LU__NO_COMMUNITY, 0, 1, 2, 3, 4 };
	static world w;
	static log_ l;
	lu_lazy_search_options o = options(LU_LAZY_BEST_FIRST, LU_LAZY_SENTENCE, 1000);

	(void)unused;
	make_small(&w);
	memcpy(w.parent, chain, sizeof chain);
	for (size_t i = 0; i < 6; i++) w.passage[i].community = 5;
	o.batch_size = 4;
	run(&w, &o, false, &l);
	assert_int_equal(l.n, 16);
	assert_int_equal(l.state.depth, 3);
	for (uint32_t i = 0; i < 4; i++) assert_int_equal(l.visit[i], i);
}

/* ---- root first ---- */

static void test_the_root_level_is_all_passages(void **unused)
{
	static world w;
	static log_ l;
	lu_lazy_search_options o = options(LU_LAZY_ROOT_FIRST, LU_LAZY_PASSAGE, 4);

	(void)unused;
	make(&w, PASSAGES);
	run(&w, &o, false, &l);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(l.v[i], i);
		assert_int_equal(l.from[i], LU__NO_COMMUNITY);
	}
}

static void test_an_irrelevant_community_leaves_with_those_below_it(void **unused)
{
	static world w;
	static log_ l;
	lu_lazy_search_options o = options(LU_LAZY_ROOT_FIRST, LU_LAZY_SENTENCE, 1000);

	(void)unused;
	make_small(&w);
	w.in.near_from = NULL;
	for (size_t i = 0; i < 4; i++) w.gives[i] = 8;   /* passage 0: the root level */
	for (size_t i = 12; i < 16; i++) w.gives[i] = 8; /* passage 3, the next of root 1 */
	o.batch_size = 1;
	run(&w, &o, false, &l);
	/* the first wave holds passages 0 and 1, which is not relevant: the root level is over. Community 1 has the best
	 * mean rank, as of 0, 3 and 5; 0 gives nothing, and leaves with 2 and 3 */
	assert_true(was_visited(&l, 0) && was_visited(&l, 1) && was_visited(&l, 4));
	assert_false(was_visited(&l, 2));
	assert_false(was_visited(&l, 3));
	for (size_t i = 0; i < l.n; i++)
		if (l.from[i] != LU__NO_COMMUNITY) {
			assert_int_equal(l.from[i], 0); /* ranks 1, 2, 4 before 0, 3, 5 */
			break;
		}
}

static void test_neighbours_of_what_is_relevant_come_last(void **unused)
{
	static world w;
	static log_ l;
	lu_lazy_search_options o = options(LU_LAZY_ROOT_FIRST, LU_LAZY_PASSAGE, 1000);
	size_t near = 0;

	(void)unused;
	make(&w, PASSAGES);
	for (size_t i = 0; i < SENTENCES; i++) w.gives[i] = 0;
	w.gives[w.passage[3].first] = 9;
	/* far from 3 in the order of scores: only being its neighbours leads there */
	w.near_from[0] = w.near_from[1] = w.near_from[2] = w.near_from[3] = 0;
	for (uint32_t i = 4; i <= w.in.n; i++) w.near_from[i] = 2;
	w.near[0] = PASSAGES - 1;
	w.near[1] = PASSAGES - 2;
	o.restart = 2;
	run(&w, &o, false, &l);
	for (size_t i = 0; i < l.n; i++) near += l.near[i];
	assert_int_equal(near, 2);
	assert_int_equal(l.state.kept, 1);
}

static void test_what_is_left_is_tested_where_anything_was_relevant(void **unused)
{
	static world w;
	static log_ l;
	lu_lazy_search_options o = options(LU_LAZY_ROOT_FIRST, LU_LAZY_SENTENCE, 100000);

	(void)unused;
	make(&w, PASSAGES);
	for (size_t i = 0; i < SENTENCES; i++) w.gives[i] = 0;
	run(&w, &o, false, &l);
	assert_int_equal(l.state.end, LU_LAZY_IRRELEVANT);
	assert_true(l.state.tests < (int64_t)w.in.n_sentence);
	w.gives[w.passage[0].first] = 9;
	run(&w, &o, false, &l);
	assert_int_equal(l.state.end, LU_LAZY_EXHAUSTED);
	assert_int_equal(l.state.tests, w.in.n_sentence);
	o.budget = (int64_t)w.in.n_sentence - 1;
	run(&w, &o, false, &l);
	assert_int_equal(l.state.end, LU_LAZY_BUDGET);
}

/* ---- the rest ---- */

static void test_options_are_checked(void **unused)
{
	static world w;
	lu_lazy_search_options o = options(LU_LAZY_BEST_FIRST, LU_LAZY_SENTENCE, 0);
	lu__deepening *d;
	int64_t n;
	lu_err e;

	(void)unused;
	make(&w, 10);
	assert_int_equal(lu__deepening_open(&w.in, &o, &d, &e), LU_EUSAGE);
	assert_non_null(strstr(e.msg, "budget: 0 is out of range 1.."));
	o.budget = 1;
	o.relevance_threshold = 11;
	assert_int_equal(lu__deepening_open(&w.in, &o, &d, &e), LU_EUSAGE);
	assert_int_equal(lu_lazy_budget_read(lu_strz("z1500"), &n, &e), LU_OK);
	assert_int_equal(n, 1500);
	assert_int_equal(lu_lazy_budget_read(lu_strz("7"), &n, &e), LU_OK);
	assert_int_equal(n, 7);
	static const char *const bad[] = { "", "0", "-1", "z", "z50", "1.5", "1000001", "99999999999999999999", "7 " };
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(lu_lazy_budget_read(lu_strz(bad[i]), &n, &e), LU_EUSAGE);
}

static void test_a_bad_input_is_refused(void **unused)
{
	static world w;
	lu_lazy_search_options o = options(LU_LAZY_BEST_FIRST, LU_LAZY_SENTENCE, 5);
	lu__deepening *d;
	lu_err e;

	(void)unused;
	make(&w, 10);
	w.passage[4].score = w.passage[3].score + 1;
	assert_int_equal(lu__deepening_open(&w.in, &o, &d, &e), LU_EFORMAT);
	make(&w, 10);
	w.passage[9].n = SENTENCES;
	assert_int_equal(lu__deepening_open(&w.in, &o, &d, &e), LU_EFORMAT);
	make(&w, 10);
	w.passage[2].community = 52;
	assert_int_equal(lu__deepening_open(&w.in, &o, &d, &e), LU_EFORMAT);
	make(&w, 10);
	w.parent[7] = 7;
	assert_int_equal(lu__deepening_open(&w.in, &o, &d, &e), LU_EFORMAT);
}

static lu_code search(const world *w, const lu_lazy_search_options *o)
{
	const lu__lazy_batch *wave;
	lu__deepening *d = NULL;
	lu_err e;
	size_t n = 1;
	lu_code rc = lu__deepening_open(&w->in, o, &d, &e);

	while (!rc && n) {
		rc = lu__deepening_next(d, &wave, &n, &e);
		for (size_t i = 0; i < n && !rc; i++) tell(w, o, d, &wave[i], i);
	}
	if (d) lu__deepening_close(d);
	return rc;
}

static void test_allocation_failures(void **unused)
{
	static world w;
	lu_code rc;

	(void)unused;
	make(&w, 60);
	FOR_EVERY_WAY(p, u)
	{
		lu_lazy_search_options o = options(p, u, 60);

		FOR_EVERY_ALLOCATION_FAILURE(rc, rc = search(&w, &o));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_budget_is_exceeded),
		cmocka_unit_test(test_a_smaller_budget_tests_what_a_larger_one_tests_first),
		cmocka_unit_test(test_nothing_is_tested_twice_and_requests_may_end_in_any_order),
		cmocka_unit_test(test_where_all_is_relevant_all_is_tested),
		cmocka_unit_test(test_enough_is_enough),
		cmocka_unit_test(test_no_passages_and_a_stop),
		cmocka_unit_test(test_communities_are_visited_by_the_sums_of_their_scores),
		cmocka_unit_test(test_zeros_in_a_row_lead_down),
		cmocka_unit_test(test_only_three_levels_down),
		cmocka_unit_test(test_the_root_level_is_all_passages),
		cmocka_unit_test(test_an_irrelevant_community_leaves_with_those_below_it),
		cmocka_unit_test(test_neighbours_of_what_is_relevant_come_last),
		cmocka_unit_test(test_what_is_left_is_tested_where_anything_was_relevant),
		cmocka_unit_test(test_options_are_checked),
		cmocka_unit_test(test_a_bad_input_is_refused),
		cmocka_unit_test(test_allocation_failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
