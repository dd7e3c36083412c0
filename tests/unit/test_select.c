/* SPDX-License-Identifier: MIT
 * How many hits are enough: the formula of softmax by hand, what the calibrated policy must not depend on, bounds, and
 * what fits into a context. */
#include <math.h>
#include <stdlib.h>

#include "lucus/select.h"
#include "lucus/text.h"
#include "test.h"

static uint64_t state = 20261122;

/* xorshift64*: the same numbers on every machine. */
static double chance(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (double)((state * 0x2545f4914f6cdd1du) >> 11) / 9007199254740992.0;
}

static lu_selection choose(const lu_select_options *o, const lu_selectable *v, size_t n, lu_arena *a)
{
	lu_selection s;
	lu_err e;

	if (lu_select(o, v, n, a, &s, &e)) fail_msg("%s", e.msg);
	assert_int_equal(s.n, n);
	assert_true(s.k <= n && s.k <= (size_t)o->k_max);
	for (size_t i = 0; i < s.k; i++) {
		assert_true(s.taken[i] < n && (!i || s.taken[i] > s.taken[i - 1]));
		assert_true(i || o->token_budget || !s.taken[0]);
	}
	return s;
}

/* Scores as rankings have them: a steep or a flat head, ties, a tail. */
static size_t draw(lu_selectable *v, size_t max)
{
	size_t n = 1 + (size_t)(chance() * (double)(max - 1));
	double fall = 0.5 + chance() / 2, score = 1 + 50 * chance(), relevance = chance() < 0.5 ? 0 : chance();

	for (size_t i = 0; i < n; i++) {
		v[i] = (lu_selectable){ score, chance() < 0.3 ? -1 : chance(), (int64_t)(chance() * 3000), relevance };
		relevance *= 0.5 + chance() / 2;
		if (chance() < 0.8) score *= fall + (1 - fall) * chance();
	}
	return n;
}

static lu_select_options usual(void)
{
	lu_select_options o;

	lu_select_options_init(&o);
	return o;
}

static lu_select_options any_options(void)
{
	lu_select_options o = usual();

	o.k_max = 1 + (int64_t)(chance() * 30);
	if (chance() < 0.5) o.k_min = 1 + (int64_t)(chance() * (double)(o.k_max - 1));
	if (chance() < 0.3) o.mass = 0.1 + 0.9 * chance();
	if (chance() < 0.3) o.token_budget = (int64_t)(chance() * 9000);
	if (chance() < 0.3) o.token_price = 1e-5 * chance();
	o.query_class = (lu_query_class)(chance() * LU_QUERY_CLASSES);
	return o;
}

/* ---- softmax ---- */

static lu_select_options softmax(void)
{
	lu_select_options o = usual();

	o.policy = LU_POLICY_SOFTMAX;
	return o;
}

static void test_softmax_by_hand(void **unused)
{
	/* e^2 : e^1 : e^1 : e^0 = 7.389 : 2.718 : 2.718 : 1, of 13.826 */
	const lu_selectable v[] = { { 2, -1, 100 }, { 1, -1, 200 }, { 1, -1, 300 }, { 0, -1, 400 } };
	const double p[] = { 0.534447, 0.196612, 0.196612, 0.072329 };
	lu_select_options o = softmax();
	lu_arena a = { 0 };
	lu_selection s = choose(&o, v, 4, &a);

	(void)unused;
	for (size_t i = 0; i < 4; i++) assert_true(fabs(s.probability[i] - p[i]) < 1e-6);
	assert_int_equal(s.k, 2); /* .731 */
	assert_int_equal(s.stopped, LU_STOP_PROBABILITY);
	assert_int_equal(s.tokens, 300);
	assert_true(fabs(s.cost - 300e-6) < 1e-12);
	assert_true(s.target == 0.70);
	o.mass = 0.75;
	assert_int_equal(choose(&o, v, 4, &a).k, 3);
	o.mass = 1;
	s = choose(&o, v, 4, &a);
	assert_int_equal(s.k, 4);
	lu_arena_free(&a);
}

/* The known weakness that the other policy is there for: R6 wants the formula as it is. */
static void test_softmax_depends_on_the_scale(void **unused)
{
	lu_selectable v[20];
	lu_select_options o = softmax();
	lu_arena a = { 0 };
	lu_selection s;

	(void)unused;
	for (int i = 0; i < 20; i++) v[i] = (lu_selectable){ 1.0 / (61 + i), -1, 10 };
	s = choose(&o, v, 20, &a);
	assert_int_equal(s.k, 10);
	assert_int_equal(s.stopped, LU_STOP_K_MAX);
	for (int i = 0; i < 20; i++) v[i].score *= 5000;
	s = choose(&o, v, 20, &a);
	assert_int_equal(s.k, 2);
	assert_int_equal(s.stopped, LU_STOP_PROBABILITY);
	/* no overflow */
	for (int i = 0; i < 20; i++) v[i].score *= 1e300;
	assert_int_equal(choose(&o, v, 20, &a).k, 2);
	lu_arena_free(&a);
}

static void test_softmax_stops(void **unused)
{
	const lu_selectable even[] = { { 1, -1, 4000 }, { 1, -1, 4000 }, { 1, -1, 2000 }, { 1, -1, 1 }, { 1, -1, 1 } };
	lu_select_options o = softmax();
	lu_arena a = { 0 };
	lu_selection s;

	(void)unused;
	o.mass = 1;
	s = choose(&o, even, 5, &a);
	assert_int_equal(s.k, 3); /* 10,000 tokens are $0.01: within */
	assert_int_equal(s.stopped, LU_STOP_COST);
	assert_true(fabs(s.cost - 0.01) < 1e-12);
	o.token_budget = 9000;
	s = choose(&o, even, 5, &a);
	assert_int_equal(s.k, 4); /* the third one is passed over */
	assert_true(s.taken[2] == 3 && s.passed == 1);
	assert_int_equal(s.stopped, LU_STOP_TOKENS);
	o.max_cost = 0; /* the first two are taken whatever they cost */
	s = choose(&o, even, 5, &a);
	assert_int_equal(s.k, 2);
	assert_int_equal(s.stopped, LU_STOP_COST);
	o = softmax();
	o.k_max = 3;
	s = choose(&o, even, 5, &a);
	assert_int_equal(s.k, 3);
	assert_int_equal(s.stopped, LU_STOP_K_MAX);
	s = choose(&o, even, 1, &a);
	assert_int_equal(s.k, 1);
	assert_int_equal(s.stopped, LU_STOP_INSUFFICIENT);
	s = choose(&o, even, 0, &a);
	assert_int_equal(s.k, 0);
	assert_int_equal(s.stopped, LU_STOP_NONE);
	o.k_max = 1; /* less than the policy's own k_min */
	assert_int_equal(choose(&o, even, 5, &a).k, 1);
	lu_arena_free(&a);
}

/* ---- calibrated ---- */

static void test_calibrated_by_hand(void **unused)
{
	/* 1, (1/2)/2^1.5 = .176777, the third is below a quarter */
	const lu_selectable v[] = { { 8, -1, 10 }, { 4, -1, 10 }, { 1.9, -1, 10 } };
	lu_select_options o = usual();
	lu_arena a = { 0 };
	lu_selection s = choose(&o, v, 3, &a);

	(void)unused;
	assert_true(fabs(s.probability[0] - 1 / 1.1767767) < 1e-6);
	assert_true(fabs(s.probability[1] - 0.1767767 / 1.1767767) < 1e-6);
	assert_true(s.probability[2] == 0);
	assert_int_equal(s.k, 1);
	assert_int_equal(s.stopped, LU_STOP_PROBABILITY);
	o.query_class = LU_QUERY_COMPREHENSIVE;
	assert_int_equal(choose(&o, v, 3, &a).k, 2);
	lu_arena_free(&a);
}

static void test_relevance_by_hand(void **unused)
{
	/* .9 : .4 : .2 of 1.5; the fourth is junk, and so is what is behind it */
	lu_selectable v[] = {
		{ 9, -1, 10, .9 }, { 8, -1, 10, .4 }, { -1, -1, 10, .2 }, { -2, -1, 10, .009 }, { -3, -1, 10, .5 }
	};
	const double p[] = { .6, .4 / 1.5, .2 / 1.5, 0, 0 };
	lu_select_options o = usual();
	lu_arena a = { 0 };
	lu_selection s = choose(&o, v, 5, &a);

	(void)unused;
	for (size_t i = 0; i < 5; i++) assert_true(fabs(s.probability[i] - p[i]) < 1e-9);
	assert_int_equal(s.k, 3); /* ten tokens are cheap */
	o.mass = .7;
	assert_int_equal(choose(&o, v, 5, &a).k, 2); /* .6, .867 */
	o.mass = .9;
	assert_int_equal(choose(&o, v, 5, &a).k, 3);
	o.policy = LU_POLICY_SOFTMAX; /* its formula knows scores only */
	v[0].relevance = .5;
	assert_true(choose(&o, v, 5, &a).probability[0] > .7);
	v[1].relevance = 1.1;
	assert_int_equal(lu_select(&o, v, 5, &a, &s, NULL), LU_EUSAGE);
	lu_arena_free(&a);
}

/* p is .5, .25, .15, .1; LU_SELECT_REST tokens cost .3 where the question is focused, and .1 where it is comprehensive. */
static void test_worth_by_hand(void **unused)
{
	enum { REST = LU_SELECT_REST };
	lu_selectable v[] = { { 9, -1, REST, .8 },
			      { 8, -1, REST / 2, .4 },
			      { 7, -1, REST * 55 / 100, .24 },
			      { 6, -1, REST * 3 / 10, .16 } };
	lu_select_options o = usual();
	lu_arena a = { 0 };
	lu_selection s = choose(&o, v, 4, &a);

	(void)unused;
	o.max_cost = 1;
	/* .5 - .3, .25 - .15; .15 - .165 is passed over for .1 - .09 */
	assert_int_equal(s.k, 3);
	assert_true(s.taken[0] == 0 && s.taken[1] == 1 && s.taken[2] == 3);
	assert_int_equal(s.tokens, REST + REST / 2 + REST * 3 / 10);
	assert_int_equal(s.stopped, LU_STOP_WORTH);
	v[3].tokens = REST * 4 / 10; /* .1 - .12 */
	s = choose(&o, v, 4, &a);
	assert_int_equal(s.k, 2);
	assert_int_equal(s.stopped, LU_STOP_WORTH);
	o.k_max = 1;
	s = choose(&o, v, 4, &a);
	assert_int_equal(s.k, 1);
	assert_int_equal(s.stopped, LU_STOP_K_MAX);
	o.k_max = 10;
	o.query_class = LU_QUERY_COMPREHENSIVE;
	s = choose(&o, v, 4, &a);
	assert_int_equal(s.k, 4);
	assert_int_equal(s.stopped, LU_STOP_END);
	o.query_class = LU_QUERY_FOCUSED;
	o.k_min = 3;
	assert_int_equal(choose(&o, v, 4, &a).k, 3);
	o.k_min = 0;
	v[0].tokens = REST * 6; /* one is taken, whatever it costs, and the second pays for itself */
	assert_int_equal(choose(&o, v, 4, &a).k, 2);
	o.token_budget = REST * 6 + REST / 4;
	s = choose(&o, v, 4, &a);
	assert_int_equal(s.k, 1);
	assert_int_equal(s.stopped, LU_STOP_TOKENS);
	v[0].tokens = REST;
	v[0].relevance = 0; /* unknown: the mass of ranks decides */
	assert_int_not_equal(choose(&o, v, 4, &a).stopped, LU_STOP_WORTH);
	lu_arena_free(&a);
}

static void test_target_follows_the_class(void **unused)
{
	const double want[] = { 0.70, 0.70, 0.85, 0.90 };
	lu_selectable v[30];
	lu_select_options o = usual();
	lu_arena a = { 0 };
	size_t before = 0;

	(void)unused;
	o.k_max = 20;
	for (int i = 0; i < 30; i++) v[i] = (lu_selectable){ 10, -1, 1 };
	for (int c = 0; c < LU_QUERY_CLASSES; c++) {
		lu_selection s;

		o.query_class = (lu_query_class)c;
		s = choose(&o, v, 30, &a);
		assert_true(s.target == want[c]);
		assert_true(c < 2 || s.k > before);
		before = s.k;
		o.is_long = true;
		assert_true(choose(&o, v, 30, &a).target == (want[c] < 0.85 ? 0.85 : want[c]));
		o.is_long = false;
	}
	lu_arena_free(&a);
}

static void test_scale_does_not_matter(void **unused)
{
	static const double by[] = { 1e-9, 0.016, 0.5, 3, 1000, 1e12 };

	(void)unused;
	for (int round = 0; round < 2000; round++) {
		lu_selectable v[60], w[60];
		lu_select_options o = any_options();
		size_t n = draw(v, 60);
		lu_arena a = { 0 };
		lu_selection s = choose(&o, v, n, &a);

		for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
			lu_selection t;

			for (size_t j = 0; j < n; j++) {
				w[j] = v[j];
				w[j].score *= by[i];
			}
			t = choose(&o, w, n, &a);
			if (s.k != t.k || s.stopped != t.stopped || s.tokens != t.tokens)
				fail_msg("round %d, by %g: %zu became %zu", round, by[i], s.k, t.k);
		}
		lu_arena_free(&a);
	}
}

static void test_junk_does_not_matter(void **unused)
{
	static lu_selectable w[1060];

	(void)unused;
	for (int round = 0; round < 2000; round++) {
		lu_selectable v[60];
		lu_select_options o = any_options();
		size_t n = draw(v, 60), junk = 1 + (size_t)(chance() * 1000);
		double low = v[0].score * LU_SELECT_NEAR * 0.999, junk_relevance = LU_SELECT_LEAST * 0.999;
		lu_arena a = { 0 };
		lu_selection s = choose(&o, v, n, &a), t;

		if (v[n - 1].score < low) low = v[n - 1].score;
		memcpy(w, v, n * sizeof *v);
		for (size_t j = 0; j < junk; j++)
			w[n + j] = (lu_selectable){ low *= 0.999, -1, 1,
						    v[0].relevance > 0 ? chance() * junk_relevance : 0 };
		t = choose(&o, w, n + junk, &a);
		if (s.k != t.k || s.tokens != t.tokens)
			fail_msg("round %d, %zu candidates and %zu added: %zu became %zu", round, n, junk, s.k, t.k);
		for (size_t j = 0; j < s.k; j++) assert_true(s.probability[j] == t.probability[j]);
		lu_arena_free(&a);
	}
}

static void test_bounds_hold(void **unused)
{
	(void)unused;
	for (int round = 0; round < 2000; round++) {
		lu_selectable v[60];
		lu_select_options o = any_options();
		size_t n = draw(v, 60), k_min;
		lu_arena a = { 0 };
		lu_selection s;
		int64_t tokens = 0;
		double sum = 0;

		o.policy = round % 2 ? LU_POLICY_SOFTMAX : LU_POLICY_CALIBRATED;
		s = choose(&o, v, n, &a);
		k_min = (size_t)(o.k_min ? o.k_min : round % 2 ? 2 : 1);
		for (size_t i = 0; i < n; i++) sum += s.probability[i];
		for (size_t i = 0; i < s.k; i++) tokens += v[s.taken[i]].tokens;
		assert_true(fabs(sum - 1) < 1e-9);
		assert_int_equal(s.tokens, tokens);
		if (s.k > k_min) assert_true(s.cost <= o.max_cost);
		if (s.k > k_min || !o.k_min) assert_true(!o.token_budget || s.tokens <= o.token_budget);
		if (round % 2 && k_min <= n && !s.passed) assert_true(s.k >= k_min || s.k == (size_t)o.k_max);
		lu_arena_free(&a);
	}
}

static void test_nothing_relevant(void **unused)
{
	lu_selectable v[] = { { 9, 0.1, 1 }, { 8, 0.19, 1 }, { 7, 0.05, 1 } };
	lu_select_options o = usual();
	lu_arena a = { 0 };
	lu_selection s = choose(&o, v, 3, &a);

	(void)unused;
	assert_int_equal(s.k, 0);
	assert_int_equal(s.stopped, LU_STOP_IRRELEVANT);
	v[1].coverage = 0.2;
	assert_true(choose(&o, v, 3, &a).k >= 1);
	v[1].coverage = -1; /* unknown: no reason to refuse */
	assert_true(choose(&o, v, 3, &a).k >= 1);
	v[1].coverage = 0;
	o.floor = 0;
	assert_true(choose(&o, v, 3, &a).k >= 1);
	o.floor = 1;
	o.policy = LU_POLICY_SOFTMAX; /* which knows no floor */
	assert_int_equal(choose(&o, v, 3, &a).k, 2);
	lu_arena_free(&a);
}

/* Logits, cosines of opposite vectors: no share can be taken of them. */
static void test_scores_that_are_not_positive(void **unused)
{
	const lu_selectable below[] = { { -1, -1, 1 }, { -2, -1, 1 }, { -30, -1, 1 }, { -31, -1, 1 } };
	const lu_selectable zero[] = { { 0, -1, 1 }, { 0, -1, 1 }, { 0, -1, 1 }, { 0, -1, 1 } };
	const lu_selectable mixed[] = { { 5, -1, 1 }, { -2, -1, 1 } };
	const lu_selectable rising[] = { { 5, -1, 1 }, { 500, -1, 1 }, { 5, -1, 1 } };
	lu_select_options o = usual();
	lu_arena a = { 0 };
	lu_selection s, t;

	(void)unused;
	s = choose(&o, below, 4, &a);
	t = choose(&o, zero, 4, &a);
	assert_int_equal(s.k, t.k);
	assert_true(s.k > 1);
	assert_int_equal(choose(&o, mixed, 2, &a).k, 1);
	s = choose(&o, rising, 3, &a);
	assert_true(s.probability[0] > s.probability[1]);
	lu_arena_free(&a);
}

/* ---- refused ---- */

static void refused(const lu_select_options *o, const lu_selectable *v, size_t n, const char *why)
{
	lu_selection s = { .k = 77 };
	lu_arena a = { 0 };
	lu_err e;

	assert_int_equal(lu_select(o, v, n, &a, &s, &e), LU_EUSAGE);
	if (!strstr(e.msg, why)) fail_msg("'%s' does not say '%s'", e.msg, why);
	assert_int_equal(s.k, 77);
	lu_arena_free(&a);
}

static void test_refused(void **unused)
{
	lu_selectable v[] = { { 1, -1, 1 }, { NAN, -1, 1 } };
	lu_select_options o, bad;

	(void)unused;
	lu_select_options_init(&o);
	refused(&o, v, 2, "the score of candidate 2 is nan");
	v[1].score = INFINITY;
	refused(&o, v, 2, "the score of candidate 2 is inf");
	v[1].score = 1;
	v[0].tokens = -5;
	refused(&o, v, 2, "candidate 1 has -5 tokens");
#define REFUSED(member, value, why) \
	bad = o; \
	bad.member = (value); \
	refused(&bad, v, 0, why)
	REFUSED(k_min, 11, "k_min: 11 is out of range 1..10");
	REFUSED(k_min, -1, "k_min: -1 is out of range 1..10");
	REFUSED(k_max, 0, "k_max: 0 is out of range 1..1000");
	REFUSED(k_max, 1001, "k_max: 1001 is out of range 1..1000");
	REFUSED(mass, 1.1, "mass: 1.1 is out of range 0..1");
	REFUSED(mass, NAN, "mass: nan is out of range 0..1");
	REFUSED(floor, -0.5, "floor: -0.5 is out of range 0..1");
	REFUSED(max_cost, -1, "max_cost: -1 is no number");
	REFUSED(max_cost, INFINITY, "max_cost: inf is no number");
	REFUSED(token_price, NAN, "token_price: nan is no number");
	REFUSED(token_budget, -1, "token_budget: -1 is out of range");
	REFUSED(policy, LU_POLICIES, "no such policy");
	REFUSED(query_class, (lu_query_class)-1, "class of query");
}

static void test_names(void **unused)
{
	(void)unused;
	for (int i = 0; i < LU_STOPS; i++) {
		assert_true(*lu_stop_name((lu_stop)i));
		for (int j = 0; j < i; j++) assert_string_not_equal(lu_stop_name((lu_stop)i), lu_stop_name((lu_stop)j));
	}
	assert_string_equal(lu_stop_name(LU_STOP_INSUFFICIENT), "insufficient_candidates");
	assert_string_equal(lu_policy_name(LU_POLICY_CALIBRATED), "calibrated");
}

static void test_out_of_memory(void **unused)
{
	const lu_selectable v[] = { { 2, -1, 1 }, { 1, -1, 1 } };
	lu_select_options o = usual();
	lu_selection s;
	lu_code rc;

	(void)unused;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena a = { 0 };

		rc = lu_select(&o, v, 2, &a, &s, NULL);
		lu_arena_free(&a);
	});
}

static void test_tokens(void **unused)
{
	(void)unused;
	assert_int_equal(lu_tokens(0), 0);
	assert_int_equal(lu_tokens(1), 1);
	assert_int_equal(lu_tokens(4), 1);
	assert_int_equal(lu_tokens(5), 2);
	assert_true(lu_tokens(SIZE_MAX) > 0);
}

/* ---- fitting ---- */

#define PIECE(p, from, to, t, o) \
	{ \
		{ p, 1 }, from, to, t, o \
	}

static void test_fit(void **unused)
{
	const lu_piece v[] = {
		PIECE("a", 1, 50, 100, 10), /* fits */
		PIECE("b", 1, 90, 500, 20), /* does not: its outline does */
		PIECE("a", 5, 9, 30, 5),    /* inside of the first */
		PIECE("b", 5, 9, 30, 5),    /* inside of what is not there: fits itself */
		PIECE("a", 45, 60, 60, 12), /* overlaps only */
		PIECE("c", 1, 9, 400, 60),  /* neither */
		PIECE("c", 1, 9, 400, 8),
	};
	const lu_fit want[] = { LU_FIT_WHOLE, LU_FIT_OUTLINE, LU_FIT_INSIDE, LU_FIT_WHOLE,
				LU_FIT_WHOLE, LU_FIT_NOTHING, LU_FIT_OUTLINE };
	lu_fit got[7];

	(void)unused;
	assert_int_equal(lu_fit_pieces(v, 7, 220, got), 100 + 30 + 60 + 20 + 8);
	for (size_t i = 0; i < 7; i++) assert_int_equal(got[i], want[i]);
	assert_int_equal(lu_fit_pieces(v, 7, 0, got), 0);
	for (size_t i = 0; i < 7; i++) assert_int_equal(got[i], LU_FIT_NOTHING);
	assert_int_equal(lu_fit_pieces(v, 0, 10, got), 0);
	assert_int_equal(lu_fit_pieces(v, 7, INT64_MAX, got), 100 + 500 + 60 + 400);
	assert_int_equal(got[6], LU_FIT_INSIDE); /* the same lines */
}

static void test_fit_stays_within(void **unused)
{
	(void)unused;
	for (int round = 0; round < 2000; round++) {
		lu_piece v[40];
		lu_fit got[40];
		int64_t budget = (int64_t)(chance() * 3000), used = 0, least = INT64_MAX;

		for (int i = 0; i < 40; i++) {
			uint32_t from = (uint32_t)(chance() * 50);

			v[i] = (lu_piece)PIECE(i % 3 ? "x" : "y", from, from + (uint32_t)(chance() * 50),
					       (int64_t)(chance() * 900), (int64_t)(chance() * 90));
		}
		lu_fit_pieces(v, 40, budget, got);
		for (int i = 0; i < 40; i++) {
			if (got[i] == LU_FIT_WHOLE) used += v[i].tokens;
			if (got[i] == LU_FIT_OUTLINE) used += v[i].outline;
			if (got[i] == LU_FIT_NOTHING && v[i].outline < least) least = v[i].outline;
		}
		assert_true(used <= budget);
		assert_true(least > budget - used); /* nothing that would fit was left out */
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_softmax_by_hand),
		cmocka_unit_test(test_softmax_depends_on_the_scale),
		cmocka_unit_test(test_softmax_stops),
		cmocka_unit_test(test_calibrated_by_hand),
		cmocka_unit_test(test_relevance_by_hand),
		cmocka_unit_test(test_worth_by_hand),
		cmocka_unit_test(test_target_follows_the_class),
		cmocka_unit_test(test_scale_does_not_matter),
		cmocka_unit_test(test_junk_does_not_matter),
		cmocka_unit_test(test_bounds_hold),
		cmocka_unit_test(test_nothing_relevant),
		cmocka_unit_test(test_scores_that_are_not_positive),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_out_of_memory),
		cmocka_unit_test(test_tokens),
		cmocka_unit_test(test_fit),
		cmocka_unit_test(test_fit_stays_within),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
