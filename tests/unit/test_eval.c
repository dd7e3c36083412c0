/* SPDX-License-Identifier: MIT
 * The measures against values worked out by hand, the rules of judging, and what annotated queries may
 * look like. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lucus/eval.h"
#include "test.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-12)

static lu_str z(const char *s)
{
	return lu_strz(s);
}

/* ---- measures ---- */

static void test_measures_by_hand(void **state)
{
	static const bool gain[] = { false, true, false, true, false };
	/* two of three targets, at ranks 2 and 4 */
	double ideal = 1 + 1 / log2(3) + 0.5;

	(void)state;
	NEAR(lu_measure_at(LU_PRECISION, gain, 5, 3, 1), 0);
	NEAR(lu_measure_at(LU_PRECISION, gain, 5, 3, 2), 0.5);
	NEAR(lu_measure_at(LU_PRECISION, gain, 5, 3, 5), 0.4);
	NEAR(lu_measure_at(LU_RECALL, gain, 5, 3, 5), 2.0 / 3);
	NEAR(lu_measure_at(LU_RECALL, gain, 5, 3, 3), 1.0 / 3);
	NEAR(lu_measure_at(LU_F1, gain, 5, 3, 5), 0.5);
	NEAR(lu_measure_at(LU_F1, gain, 5, 3, 1), 0);
	NEAR(lu_measure_at(LU_MRR, gain, 5, 3, 1), 0);
	NEAR(lu_measure_at(LU_MRR, gain, 5, 3, 5), 0.5);
	NEAR(lu_measure_at(LU_NDCG, gain, 5, 3, 5), (1 / log2(3) + 1 / log2(5)) / ideal);
	NEAR(lu_measure_at(LU_NDCG, gain, 5, 3, 2), (1 / log2(3)) / (1 + 1 / log2(3)));
}

static void test_fewer_results_than_k(void **state)
{
	static const bool gain[] = { true };

	(void)state;
	NEAR(lu_measure_at(LU_PRECISION, gain, 1, 2, 10), 0.1);
	NEAR(lu_measure_at(LU_RECALL, gain, 1, 2, 10), 0.5);
	NEAR(lu_measure_at(LU_NDCG, gain, 1, 2, 10), 1 / (1 + 1 / log2(3)));
	for (int m = 0; m < LU_MEASURES; m++) NEAR(lu_measure_at((lu_measure)m, NULL, 0, 1, 10), 0);
}

static void test_more_targets_than_k(void **state)
{
	static const bool gain[] = { true, true, true };

	(void)state;
	NEAR(lu_measure_at(LU_NDCG, gain, 3, 7, 3), 1);
	NEAR(lu_measure_at(LU_RECALL, gain, 3, 7, 3), 3.0 / 7);
	NEAR(lu_measure_at(LU_PRECISION, gain, 3, 7, 2), 1);
	NEAR(lu_measure_at(LU_F1, gain, 3, 7, 3), 0.6);
}

static void test_measures_stay_in_range(void **state)
{
	(void)state;
	for (unsigned bits = 0; bits < 64; bits++) {
		bool gain[6];
		size_t hits = 0;

		for (int i = 0; i < 6; i++) hits += gain[i] = bits >> i & 1;
		for (size_t targets = hits ? hits : 1; targets < 9; targets++) {
			for (size_t k = 1; k < 9; k++) {
				for (int m = 0; m < LU_MEASURES; m++) {
					double v = lu_measure_at((lu_measure)m, gain, 6, targets, k);

					assert_true(isfinite(v) && v >= 0 && v <= 1 + 1e-12);
				}
			}
		}
	}
}

static void test_bootstrap(void **state)
{
	static const double v[] = { 0, 0.2, 0.4, 1, 1, 0.6, 0, 0.8 }, same[] = { 0.5, 0.5, 0.5 };
	lu_interval a, b, c;

	(void)state;
	assert_int_equal(lu_bootstrap(v, 8, 1000, 7, &a, NULL), LU_OK);
	assert_int_equal(lu_bootstrap(v, 8, 1000, 7, &b, NULL), LU_OK);
	assert_int_equal(lu_bootstrap(v, 8, 1000, 8, &c, NULL), LU_OK);
	NEAR(a.mean, 0.5);
	assert_memory_equal(&a, &b, sizeof a);
	assert_true(a.low != c.low || a.high != c.high);
	/* the normal approximation: 1.96 * sqrt(0.15 / 8) = 0.268 */
	assert_true(fabs(a.low - 0.232) < 0.04 && fabs(a.high - 0.768) < 0.04);
	assert_int_equal(lu_bootstrap(same, 3, 100, 1, &a, NULL), LU_OK);
	NEAR(a.low, 0.5);
	NEAR(a.high, 0.5);
	assert_int_equal(lu_bootstrap(v, 1, 1, 1, &a, NULL), LU_OK);
	NEAR(a.high, 0);
	assert_int_equal(lu_bootstrap(v, 8, 0, 1, &a, NULL), LU_OK);
	NEAR(a.low, 0.5);
	assert_int_equal(lu_bootstrap(NULL, 0, 1000, 1, &a, NULL), LU_OK);
	assert_true(a.mean == 0 && a.low == 0 && a.high == 0);
}

/* ---- judging ---- */

static void test_judge_names(void **state)
{
	lu_target t[] = { { .name = z("a.__init__.Error") }, { .name = z("a.b.f") } };
	lu_annotated q = { .targets = { t, 2 } };
	lu_judged v[] = { { .name = z("a.Error") }, { .name = z("a.__init__.Error") },
			  { .name = z("b.f") },     { .name = z("a.b.f.__init__") },
			  { .name = z("a.b.ff") },  { .name = z("") } };
	bool gain[6];

	(void)state;
	lu_judge(&q, v, 6, gain);
	assert_true(gain[0]);
	assert_false(gain[1]); /* its target is met already */
	assert_false(gain[2]);
	assert_true(gain[3]);
	assert_false(gain[4]);
	assert_false(gain[5]);
}

static void test_judge_paths(void **state)
{
	lu_target t[] = { { .path = z("src/a.c") }, { .path = z("./lib/src/b.c") } };
	lu_annotated q = { .targets = { t, 2 } };
	lu_judged v[] = { { .path = z("xsrc/a.c") }, { .path = z("a.c") },    { .path = z("proj/src/a.c") },
			  { .path = z("src/b.c") },  { .path = z("rc/b.c") }, { .path = z("") } };
	bool gain[6];

	(void)state;
	lu_judge(&q, v, 6, gain);
	assert_false(gain[0]);
	assert_true(gain[1]);
	assert_false(gain[2]); /* a.c met that target */
	assert_true(gain[3]);
	assert_false(gain[4]);
	assert_false(gain[5]);
}

static void test_judge_spans(void **state)
{
	lu_target t[] = { { .path = z("a.c"), .start_line = 10, .end_line = 20 } };
	lu_annotated q = { .targets = { t, 1 } };
	static const struct {
		uint32_t start, end;
		bool meets;
	} c[] = { { 1, 9, false },  { 21, 30, false }, { 1, 10, true }, { 20, 20, true },
		  { 12, 13, true }, { 1, 99, true },   { 0, 0, true } };

	(void)state;
	for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
		lu_judged v = { .path = z("a.c"), .start_line = c[i].start, .end_line = c[i].end };
		bool gain;

		lu_judge(&q, &v, 1, &gain);
		assert_int_equal(gain, c[i].meets);
	}
}

static void test_one_result_meets_two_targets(void **state)
{
	lu_target t[] = { { .path = z("a.c"), .start_line = 1, .end_line = 5 },
			  { .path = z("a.c"), .start_line = 8, .end_line = 9 } };
	lu_annotated q = { .targets = { t, 2 } };
	lu_judged v[] = { { .path = z("a.c"), .start_line = 1, .end_line = 50 },
			  { .path = z("a.c"), .start_line = 8, .end_line = 9 } };
	bool gain[2];

	(void)state;
	lu_judge(&q, v, 2, gain);
	assert_true(gain[0]);
	assert_false(gain[1]);
}

static void test_distinct(void **state)
{
	lu_judged v[] = { { .name = z("a.f"), .path = z("a.c"), .start_line = 3 },
			  { .name = z("a.g"), .path = z("a.c"), .start_line = 9 },
			  { .name = z("a.__init__.f"), .path = z("b.c"), .start_line = 1 } };
	lu_judged w[3];

	(void)state;
	memcpy(w, v, sizeof v);
	assert_int_equal(lu_distinct(w, 3, false), 2);
	assert_int_equal(w[0].start_line, 3);
	assert_true(lu_str_eqz(w[1].path, "b.c"));
	memcpy(w, v, sizeof v);
	assert_int_equal(lu_distinct(w, 3, true), 2);
	assert_true(lu_str_eqz(w[1].name, "a.g"));
	assert_int_equal(lu_distinct(w, 0, true), 0);
}

/* ---- annotated queries ---- */

static void test_reads_names(void **state)
{
	static const char text[] =
		"\n[{\"query\":\"What?\",\"difficulty\":\"easy\",\"category\":\"x\",\"more\":1,"
		"\"relevant_elements\":[\"a.B\",\"a.c\"]}]\n";
	lu_qrels q;

	(void)state;
	assert_int_equal(lu_qrels_read(z(text), "q.json", &q, NULL), LU_OK);
	assert_true(q.by_name);
	assert_int_equal(q.queries.n, 1);
	assert_true(lu_str_eqz(q.queries.v[0].query, "What?"));
	assert_true(lu_str_eqz(q.queries.v[0].difficulty, "easy"));
	assert_true(lu_str_eqz(q.queries.v[0].category, "x"));
	assert_int_equal(q.queries.v[0].id.n, 0);
	assert_int_equal(q.queries.v[0].targets.n, 2);
	assert_true(lu_str_eqz(q.queries.v[0].targets.v[1].name, "a.c"));
	lu_qrels_free(&q);
}

static void test_reads_paths_from_lines(void **state)
{
	static const char text[] = "{\"id\":7,\"query\":\"one\",\"relevant\":[\"a.c\"],\"secondary\":[]}\n\n"
				   "{\"id\":\"x\",\"query\":\"two\",\"relevant\":[],\"secondary\":[{\"path\":"
				   "\"b.c\",\"start_line\":3,"
				   "\"end_line\":9},{\"path\":\"c.c\",\"start_line\":4}]}";
	const lu_annotated *v;
	lu_qrels q;

	(void)state;
	assert_int_equal(lu_qrels_read(z(text), "q.jsonl", &q, NULL), LU_OK);
	assert_false(q.by_name);
	assert_int_equal(q.queries.n, 2);
	v = q.queries.v;
	assert_true(lu_str_eqz(v[0].id, "7"));
	assert_true(lu_str_eqz(v[1].id, "x"));
	assert_int_equal(v[0].targets.v[0].start_line, 0);
	assert_int_equal(v[1].targets.n, 2);
	assert_int_equal(v[1].targets.v[0].end_line, 9);
	assert_int_equal(v[1].targets.v[1].end_line, 4);
	lu_qrels_free(&q);
}

static void test_refuses(void **state)
{
	static const struct {
		const char *text, *message;
	} c[] = {
		{ "", "q: no queries" },
		{ "[]", "q: no queries" },
		{ "[{", "q: not JSON" },
		{ "{\"query\":\"a\",\"relevant\":[\"x\"]}\n\n{\"query\":", "q:3: not JSON" },
		{ "[1]", "q: query 1: expected an object, found an integer" },
		{ "[{\"query\":\"a\",\"relevant\":[\"x\"]},{\"relevant\":[\"x\"]}]",
		  "q: query 2: field 'query' is missing" },
		{ "{\"query\":\" \",\"relevant\":[\"x\"]}", "q:1: field 'query' is missing" },
		{ "{\"query\":3,\"relevant\":[\"x\"]}",
		  "q:1: field 'query' must be a string, found an integer" },
		{ "{\"query\":\"a\"}", "q:1: no targets" },
		{ "{\"query\":\"a\",\"relevant\":[]}", "q:1: no targets" },
		{ "{\"query\":\"a\",\"relevant_elements\":[]}", "q:1: no targets" },
		{ "{\"query\":\"a\",\"relevant_elements\":[\"\"]}",
		  "q:1: field 'relevant_elements' must be" },
		{ "{\"query\":\"a\",\"relevant\":\"x\"}",
		  "q:1: field 'relevant' must be an array, found a string" },
		{ "{\"query\":\"a\",\"relevant\":[3]}", "q:1: field 'relevant' must be" },
		{ "{\"query\":\"a\",\"relevant\":[{\"start_line\":3}]}", "q:1: a path in field 'relevant'" },
		{ "{\"query\":\"a\",\"relevant\":[{\"path\":\"x\",\"start_line\":-3}]}",
		  "q:1: field 'start_line' must be" },
		{ "{\"query\":\"a\",\"relevant\":[{\"path\":\"x\",\"start_line\":3,\"end_line\":2}]}",
		  "q:1: a span" },
		{ "{\"query\":\"a\",\"relevant\":[\"x\"]}\n{\"query\":\"a\",\"relevant_elements\":[\"x\"]}",
		  "q:2: some queries name elements" },
		{ "{\"id\":1.5,\"query\":\"a\",\"relevant\":[\"x\"]}", "q:1: field 'id' must be" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
		lu_qrels q;
		lu_err e = { 0 };

		assert_int_equal(lu_qrels_read(z(c[i].text), "q", &q, &e), LU_EFORMAT);
		if (strncmp(e.msg, c[i].message, strlen(c[i].message))) fail_msg("%s: %s", c[i].text, e.msg);
	}
}

static void test_reading_without_memory(void **state)
{
	static const char text[] = "[{\"query\":\"a\",\"relevant\":[\"x\",{\"path\":\"y\"}]},"
				   "{\"query\":\"b\",\"category\":\"c\",\"secondary\":[\"z\"]}]";
	lu_qrels q;
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_qrels_read(z(text), "q", &q, NULL));
	assert_int_equal(q.queries.n, 2);
	lu_qrels_free(&q);
}

/* ---- a whole set ---- */

static const char set[] =
	"[{\"query\":\"a\",\"category\":\"y\",\"difficulty\":\"hard\",\"relevant\":[\"1\"]},"
	"{\"query\":\"b\",\"category\":\"x\",\"relevant\":[\"1\",\"2\"]},"
	"{\"query\":\"c\",\"category\":\"y\",\"difficulty\":\"easy\",\"relevant\":[\"1\"]}]";

static void test_summary(void **state)
{
	static bool one[] = { true }, two[] = { false, true };
	static const size_t k[] = { 1, 2 };
	lu_gains gains[] = { { one, 1 }, { two, 2 }, { NULL, 0 } };
	lu_summary_options o = { k, 2, true, 50, 1 };
	static const char *const category[] = { "all", "x", "y", "difficulty=easy", "difficulty=hard" };
	static const double mrr2[] = { 0.5, 0.5, 0.5, 0, 1 };
	static const size_t count[] = { 3, 1, 2, 1, 1 };
	lu_arena a = { 0 };
	lu_metric *m;
	lu_qrels q;
	size_t n;

	(void)state;
	assert_int_equal(lu_qrels_read(z(set), "q", &q, NULL), LU_OK);
	assert_int_equal(lu_summarise(&q, gains, &o, &a, &m, &n, NULL), LU_OK);
	assert_int_equal(n, 5 * LU_MEASURES * 2);
	for (size_t i = 0; i < 5; i++) {
		const lu_metric *r = &m[i * LU_MEASURES * 2 + LU_MRR * 2 + 1];

		assert_true(lu_str_eqz(r->category, category[i]));
		assert_int_equal(r->measure, LU_MRR);
		assert_int_equal(r->k, 2);
		assert_int_equal(r->n, count[i]);
		NEAR(r->value.mean, mrr2[i]);
		assert_true(r->value.low <= r->value.mean && r->value.mean <= r->value.high);
	}
	o.categories = false;
	assert_int_equal(lu_summarise(&q, gains, &o, &a, &m, &n, NULL), LU_OK);
	assert_int_equal(n, LU_MEASURES * 2);
	lu_arena_free(&a);
	lu_qrels_free(&q);
}

static void test_summary_without_memory(void **state)
{
	static bool one[] = { true };
	static const size_t k[] = { 1 };
	lu_gains gains[] = { { one, 1 }, { one, 1 }, { NULL, 0 } };
	lu_summary_options o = { k, 1, true, 5, 1 };
	lu_arena a = { 0 };
	lu_metric *m;
	lu_qrels q;
	size_t n;
	lu_code rc;

	(void)state;
	assert_int_equal(lu_qrels_read(z(set), "q", &q, NULL), LU_OK);
	FOR_EVERY_ALLOCATION_FAILURE(rc, lu_arena_free(&a);
				     rc = lu_summarise(&q, gains, &o, &a, &m, &n, NULL));
	lu_arena_free(&a);
	lu_qrels_free(&q);
}

static void test_gates(void **state)
{
	static const char *const bad[] = { "",
					   "ndcg",
					   "ndcg@10",
					   "ndcg@10=",
					   "ndcg@0=0.5",
					   "ndcg@1001=0.5",
					   "ndcg@10=1.5",
					   "ndcg@10=-1",
					   "ndcg@10=nan",
					   "map@10=0.5",
					   "ndcg@10=0.5x",
					   "@10=0.5",
					   "ndcg@-1=0.5" };
	static bool one[] = { true }, two[] = { false, true };
	lu_gains gains[] = { { one, 1 }, { two, 2 }, { NULL, 0 } };
	lu_gate g;
	lu_qrels q;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(lu_gate_parse(z(bad[i]), &g, NULL), LU_EUSAGE);
	assert_int_equal(lu_gate_parse(z("mrr@2=0.45"), &g, NULL), LU_OK);
	assert_int_equal(g.measure, LU_MRR);
	assert_int_equal(g.k, 2);
	NEAR(g.min, 0.45);
	assert_int_equal(lu_qrels_read(z(set), "q", &q, NULL), LU_OK);
	NEAR(lu_gate_value(&g, &q, gains), 0.5);
	lu_qrels_free(&q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_measures_by_hand),
		cmocka_unit_test(test_fewer_results_than_k),
		cmocka_unit_test(test_more_targets_than_k),
		cmocka_unit_test(test_measures_stay_in_range),
		cmocka_unit_test(test_bootstrap),
		cmocka_unit_test(test_judge_names),
		cmocka_unit_test(test_judge_paths),
		cmocka_unit_test(test_judge_spans),
		cmocka_unit_test(test_one_result_meets_two_targets),
		cmocka_unit_test(test_distinct),
		cmocka_unit_test(test_reads_names),
		cmocka_unit_test(test_reads_paths_from_lines),
		cmocka_unit_test(test_refuses),
		cmocka_unit_test(test_reading_without_memory),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_summary_without_memory),
		cmocka_unit_test(test_gates),
	};

	return cmocka_run_group_tests_name("eval", tests, NULL, NULL);
}
