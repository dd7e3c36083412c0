/* SPDX-License-Identifier: MIT
 * The measures against values worked out by hand, the rules of judging, and what annotated queries may
 * look like. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eval/eval.h"
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
	NEAR(lu_measure_at(LU_MEASURE_PRECISION, gain, 5, 3, 1), 0);
	NEAR(lu_measure_at(LU_MEASURE_PRECISION, gain, 5, 3, 2), 0.5);
	NEAR(lu_measure_at(LU_MEASURE_PRECISION, gain, 5, 3, 5), 0.4);
	NEAR(lu_measure_at(LU_MEASURE_RECALL, gain, 5, 3, 5), 2.0 / 3);
	NEAR(lu_measure_at(LU_MEASURE_RECALL, gain, 5, 3, 3), 1.0 / 3);
	NEAR(lu_measure_at(LU_MEASURE_F1, gain, 5, 3, 5), 0.5);
	NEAR(lu_measure_at(LU_MEASURE_F1, gain, 5, 3, 1), 0);
	NEAR(lu_measure_at(LU_MEASURE_MRR, gain, 5, 3, 1), 0);
	NEAR(lu_measure_at(LU_MEASURE_MRR, gain, 5, 3, 5), 0.5);
	NEAR(lu_measure_at(LU_MEASURE_NDCG, gain, 5, 3, 5), (1 / log2(3) + 1 / log2(5)) / ideal);
	NEAR(lu_measure_at(LU_MEASURE_NDCG, gain, 5, 3, 2), (1 / log2(3)) / (1 + 1 / log2(3)));
}

static void test_fewer_results_than_k(void **state)
{
	static const bool gain[] = { true };

	(void)state;
	NEAR(lu_measure_at(LU_MEASURE_PRECISION, gain, 1, 2, 10), 0.1);
	NEAR(lu_measure_at(LU_MEASURE_RECALL, gain, 1, 2, 10), 0.5);
	NEAR(lu_measure_at(LU_MEASURE_NDCG, gain, 1, 2, 10), 1 / (1 + 1 / log2(3)));
	for (int m = 0; m < LU_MEASURES; m++) NEAR(lu_measure_at((lu_measure)m, NULL, 0, 1, 10), 0);
}

static void test_more_targets_than_k(void **state)
{
	static const bool gain[] = { true, true, true };

	(void)state;
	NEAR(lu_measure_at(LU_MEASURE_NDCG, gain, 3, 7, 3), 1);
	NEAR(lu_measure_at(LU_MEASURE_RECALL, gain, 3, 7, 3), 3.0 / 7);
	NEAR(lu_measure_at(LU_MEASURE_PRECISION, gain, 3, 7, 2), 1);
	NEAR(lu_measure_at(LU_MEASURE_F1, gain, 3, 7, 3), 0.6);
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
	lu_judged v[] = { { .name = z("a.Error") },        { .name = z("a.__init__.Error") }, { .name = z("b.f") },
			  { .name = z("a.b.f.__init__") }, { .name = z("a.b.ff") },           { .name = z("") } };
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

static void what_lies_in_another_is_listed_twice(void **state)
{
	const lu_judged v[] = {
		{ .path = lu_strz("a.py"), .start_line = 5, .end_line = 9 },
		{ .path = lu_strz("b.py"), .start_line = 5, .end_line = 9 },
		{ .path = lu_strz("a.py"), .start_line = 1, .end_line = 20 },
		{ .path = lu_strz("a.py"), .start_line = 20, .end_line = 22 },
		{ .path = lu_strz("a.py"), .start_line = 0, .end_line = 0 },
		{ .path = lu_strz("a.py"), .start_line = 5, .end_line = 9 },
	};

	(void)state;
	assert_true(lu_overlap(v, 6, 1) == 0);
	assert_true(lu_overlap(v, 6, 2) == 0);
	assert_true(fabs(lu_overlap(v, 6, 3) - 1. / 3) < 1e-12);
	assert_true(fabs(lu_overlap(v, 6, 5) - 1. / 5) < 1e-12);
	assert_true(fabs(lu_overlap(v, 6, 10) - 2. / 6) < 1e-12);
	assert_true(lu_overlap(v, 0, 5) == 0);
}

/* ---- annotated queries ---- */

static void test_reads_names(void **state)
{
	static const char text[] = "\n[{\"query\":\"What?\",\"difficulty\":\"easy\",\"category\":\"x\",\"more\":1,"
				   "\"relevant_elements\":[\"a.B\",\"a.c\"]}]\n";
	lu_qrels q;

	(void)state;
	assert_int_equal(lu_qrels_read(z(text), "q.json", &q, NULL), LU_OK);
	assert_true(q.by_name == q.queries.n && q.queries.v[0].by_name);
	assert_int_equal(q.queries.n, 1);
	assert_true(lu_str_eqz(q.queries.v[0].query, "What?"));
	assert_true(lu_str_eqz(q.queries.v[0].difficulty, "easy"));
	assert_true(lu_str_eqz(q.queries.v[0].category, "x"));
	assert_int_equal(q.queries.v[0].id.n, 0);
	assert_int_equal(q.queries.v[0].targets.n, 2);
	assert_true(lu_str_eqz(q.queries.v[0].targets.v[1].name, "a.c"));
	lu_qrels_free(&q);
}

/* Elements and paths in one set: each query has its own kind. */
static void test_reads_both(void **state)
{
	static const char text[] =
		"{\"query\":\"a\",\"relevant\":[\"x\"]}\n{\"query\":\"b\",\"relevant_elements\":[\"y\"],"
		"\"relevant\":[\"not read\"]}\n{\"query\":\"c\",\"secondary\":[\"z\"]}\n";
	lu_qrels q;

	(void)state;
	assert_int_equal(lu_qrels_read(z(text), "q.jsonl", &q, NULL), LU_OK);
	assert_int_equal(q.queries.n, 3);
	assert_int_equal(q.by_name, 1);
	assert_true(!q.queries.v[0].by_name && q.queries.v[1].by_name && !q.queries.v[2].by_name);
	assert_int_equal(q.queries.v[1].targets.n, 1);
	assert_true(lu_str_eqz(q.queries.v[1].targets.v[0].name, "y"));
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
	assert_true(!q.by_name && !q.queries.v[0].by_name);
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

static void test_targets_count_once(void **state)
{
	static const char files[] = "[{\"query\":\"a\",\"relevant\":[\"b.c\",\"a.c\",\"./b.c\"],\"secondary\":[\"b.c\","
				    "{\"path\":\"b.c\",\"start_line\":2,\"end_line\":3},"
				    "{\"path\":\"./b.c\",\"start_line\":2,\"end_line\":3},"
				    "{\"path\":\"b.c\",\"start_line\":2,\"end_line\":4}]}]";
	static const char names[] =
		"[{\"query\":\"a\",\"relevant_elements\":[\"m.__init__.F\",\"m.G\",\"m.F\",\"m\"]}]";
	const lu_annotated *v;
	lu_qrels q;

	(void)state;
	assert_int_equal(lu_qrels_read(z(files), "q", &q, NULL), LU_OK);
	v = q.queries.v;
	assert_int_equal(q.repeated, 3);
	assert_int_equal(v->targets.n, 4);
	assert_true(lu_str_eqz(v->targets.v[0].path, "b.c"));
	assert_true(lu_str_eqz(v->targets.v[1].path, "a.c"));
	assert_int_equal(v->targets.v[2].end_line, 3);
	assert_int_equal(v->targets.v[3].end_line, 4);
	lu_qrels_free(&q);
	assert_int_equal(lu_qrels_read(z(names), "q", &q, NULL), LU_OK);
	assert_int_equal(q.repeated, 1);
	assert_int_equal(q.queries.v[0].targets.n, 3);
	assert_true(lu_str_eqz(q.queries.v[0].targets.v[0].name, "m.__init__.F"));
	assert_true(lu_str_eqz(q.queries.v[0].targets.v[2].name, "m"));
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
		{ "{\"query\":3,\"relevant\":[\"x\"]}", "q:1: field 'query' must be a string, found an integer" },
		{ "{\"query\":\"a\"}", "q:1: no targets" },
		{ "{\"query\":\"a\",\"relevant\":[]}", "q:1: no targets" },
		{ "{\"query\":\"a\",\"relevant_elements\":[]}", "q:1: no targets" },
		{ "{\"query\":\"a\",\"relevant_elements\":[\"\"]}", "q:1: field 'relevant_elements' must be" },
		{ "{\"query\":\"a\",\"relevant\":\"x\"}", "q:1: field 'relevant' must be an array, found a string" },
		{ "{\"query\":\"a\",\"relevant\":[3]}", "q:1: field 'relevant' must be" },
		{ "{\"query\":\"a\",\"relevant\":[{\"start_line\":3}]}", "q:1: a path in field 'relevant'" },
		{ "{\"query\":\"a\",\"relevant\":[{\"path\":\"x\",\"start_line\":-3}]}",
		  "q:1: field 'start_line' must be" },
		{ "{\"query\":\"a\",\"relevant\":[{\"path\":\"x\",\"start_line\":3,\"end_line\":2}]}", "q:1: a span" },
		{ "{\"id\":\"x\",\"query\":\"a\",\"relevant\":[\"x\"]}\n{\"query\":\"b\",\"relevant\":[\"x\"]"
		  "}\n"
		  "{\"id\":\"x\",\"query\":\"c\",\"relevant\":[\"x\"]}",
		  "q: queries 1 and 3 have one id, 'x'" },
		{ "[{\"id\":2,\"query\":\"a\",\"relevant\":[\"x\"]},{\"query\":\"b\",\"relevant\":[\"x\"]}]",
		  "q: queries 1 and 2 have one id, '2'" },
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

static const char set[] = "[{\"query\":\"a\",\"category\":\"y\",\"difficulty\":\"hard\",\"relevant\":[\"1\"]},"
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
		const lu_metric *r = &m[i * LU_MEASURES * 2 + LU_MEASURE_MRR * 2 + 1];

		assert_true(lu_str_eqz(r->category, category[i]));
		assert_int_equal(r->measure, LU_MEASURE_MRR);
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
	FOR_EVERY_ALLOCATION_FAILURE(rc, lu_arena_free(&a); rc = lu_summarise(&q, gains, &o, &a, &m, &n, NULL));
	lu_arena_free(&a);
	lu_qrels_free(&q);
}

static void test_gates(void **state)
{
	static const char *const bad[] = {
		"",           "ndcg",        "ndcg@10",    "ndcg@10=",     "ndcg@0=0.5", "ndcg@1001=0.5", "ndcg@10=1.5",
		"ndcg@10=-1", "ndcg@10=nan", "map@10=0.5", "ndcg@10=0.5x", "@10=0.5",    "ndcg@-1=0.5"
	};
	static bool one[] = { true }, two[] = { false, true };
	lu_gains gains[] = { { one, 1 }, { two, 2 }, { NULL, 0 } };
	lu_gate g;
	lu_qrels q;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(lu_gate_parse(z(bad[i]), &g, NULL), LU_EUSAGE);
	assert_int_equal(lu_gate_parse(z("mrr@2=0.45"), &g, NULL), LU_OK);
	assert_int_equal(g.measure, LU_MEASURE_MRR);
	assert_int_equal(g.k, 2);
	NEAR(g.min, 0.45);
	assert_true(lu_str_eqz(g.category, "all"));
	assert_int_equal(lu_qrels_read(z(set), "q", &q, NULL), LU_OK);
	NEAR(lu_gate_value(&g, &q, gains), 0.5);
	assert_int_equal(lu_gate_check(&g, &q, NULL), LU_OK);
	lu_qrels_free(&q);
}

static void test_gates_of_categories(void **state)
{
	static bool one[] = { true }, two[] = { false, true };
	lu_gains gains[] = { { one, 1 }, { two, 2 }, { NULL, 0 } };
	static const struct {
		const char *text, *category;
		double value;
	} c[] = { { "x:mrr@2=0.1", "x", 0.5 },
		  { "y:mrr@1=0.1", "y", 0.5 },
		  { "difficulty=hard:recall@1=1", "difficulty=hard", 1 },
		  { "difficulty=easy:recall@1=1", "difficulty=easy", 0 } };
	lu_gate g;
	lu_qrels q;
	lu_err e = { 0 };

	(void)state;
	assert_int_equal(lu_qrels_read(z(set), "q", &q, NULL), LU_OK);
	for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
		assert_int_equal(lu_gate_parse(z(c[i].text), &g, NULL), LU_OK);
		assert_true(lu_str_eqz(g.category, c[i].category));
		assert_int_equal(lu_gate_check(&g, &q, NULL), LU_OK);
		NEAR(lu_gate_value(&g, &q, gains), c[i].value);
	}
	assert_int_equal(lu_gate_parse(z("a:b:mrr@2=0.1"), &g, NULL), LU_OK);
	assert_true(lu_str_eqz(g.category, "a:b"));
	assert_int_equal(lu_gate_check(&g, &q, &e), LU_EUSAGE);
	assert_string_equal(e.msg, "gate on 'a:b': no query is of that category: there are all, x, y, "
				   "difficulty=easy, difficulty=hard");
	assert_int_equal(lu_gate_parse(z(":mrr@2=0.1"), &g, NULL), LU_EUSAGE);
	lu_qrels_free(&q);
}

/* ---- differences ---- */

static void test_differences_by_hand(void **state)
{
	/* ranks of the only target, per query: A 1, 2 and none; B 2, 2 and 1; query b has two targets */
	static bool first[] = { true }, second[] = { false, true };
	static const size_t k[] = { 1, 2 };
	lu_gains a[] = { { first, 1 }, { second, 2 }, { NULL, 0 } };
	lu_gains b[] = { { second, 2 }, { second, 2 }, { first, 1 } };
	lu_summary_options o = { k, 2, true, 200, 3 };
	lu_arena arena = { 0 };
	lu_difference *d;
	const lu_difference *r;
	lu_qrels q;
	size_t n;

	(void)state;
	assert_int_equal(lu_qrels_read(z(set), "q", &q, NULL), LU_OK);
	assert_int_equal(lu_compare(&q, a, b, &o, &arena, &d, &n, NULL), LU_OK);
	assert_int_equal(n, 5 * LU_MEASURES * 2);
	r = &d[LU_MEASURE_MRR * 2 + 1]; /* of all at 2: -1/2, 0, +1 */
	assert_true(lu_str_eqz(r->category, "all"));
	assert_int_equal(r->measure, LU_MEASURE_MRR);
	assert_int_equal(r->k, 2);
	NEAR(r->value.mean, 0.5 / 3);
	assert_true(r->n == 3 && r->better == 1 && r->worse == 1 && r->sign == 0);
	assert_true(r->value.low < 0 && r->value.high > 0);
	r = &d[LU_MEASURE_NDCG * 2]; /* of all at 1: -1, 0, +1 */
	NEAR(r->value.mean, 0);
	r = &d[3 * LU_MEASURES * 2 + LU_MEASURE_MRR * 2]; /* difficulty=easy at 1: one query, +1 */
	assert_true(lu_str_eqz(r->category, "difficulty=easy"));
	assert_true(r->n == 1 && r->better == 1 && r->worse == 0 && r->sign == 1);
	NEAR(r->value.mean, 1);
	r = &d[4 * LU_MEASURES * 2 + LU_MEASURE_MRR * 2]; /* difficulty=hard at 1: -1 */
	assert_true(r->sign == -1);
	o.resamples = 0;
	assert_int_equal(lu_compare(&q, a, b, &o, &arena, &d, &n, NULL), LU_OK);
	assert_true(d[3 * LU_MEASURES * 2 + LU_MEASURE_MRR * 2].sign == 0);
	lu_arena_free(&arena);
	lu_qrels_free(&q);
}

/* ---- pictures and pages ---- */

/* Is every tag closed, in its order, and is every '&' an entity? */
static void check_markup(const char *s)
{
	lu_str stack[64];
	size_t depth = 0;

	for (; *s; s++) {
		size_t n;

		assert_true((unsigned char)*s >= 0x20 || *s == '\n');
		if (*s == '&') assert_true(strcspn(s, ";") <= 5);
		if (*s != '<' || s[1] == '!' || s[1] == '?' || !strncmp(s, "<meta ", 6)) continue;
		n = strcspn(s, ">");
		if (s[n] != '>') fail_msg("no end: %.80s", s);
		if (s[1] == '/') {
			lu_str name = lu_strn(s + 2, n - 2);

			if (!depth || !lu_str_eq(stack[depth - 1], name)) fail_msg("not open: %.80s", s);
			depth--;
		} else if (s[n - 1] != '/') {
			assert_true(depth < 64);
			stack[depth++] = lu_strn(s + 1, strcspn(s + 1, " >"));
		}
		s += n;
	}
	assert_int_equal(depth, 0);
}

#define EVIL "<script>alert(\"1\")</script>&'\x01\xff\xc2\x85"
#define TAME \
	"&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;" \
	"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"

/* Series of `n` strategies whose values are `value` and a bit more for each. */
static lu_code make_series(lu_arena *a, const lu_qrels *q, const size_t *k, size_t n_k, size_t n, lu_series *out)
{
	static bool one[] = { true }, two[] = { false, true };
	static lu_gains better[] = { { one, 1 }, { one, 1 }, { two, 2 } },
			worse[] = { { two, 2 }, { NULL, 0 }, { NULL, 0 } };
	lu_summary_options o = { k, n_k, true, 20, 1 };
	lu_code rc = LU_OK;

	for (size_t i = 0; !rc && i < n; i++) {
		lu_metric *m;
		lu_difference *d;
		size_t n_d;

		out[i] = (lu_series){ .name = z(i ? EVIL : "plain") };
		rc = lu_summarise(q, i % 2 ? worse : better, &o, a, &m, &out[i].n, NULL);
		if (!rc && i) rc = lu_compare(q, better, i % 2 ? worse : better, &o, a, &d, &n_d, NULL);
		if (rc) return rc;
		out[i].m = m;
		if (i) out[i].d = d;
	}
	return rc;
}

static void test_plot(void **state)
{
	static const struct {
		size_t k[6], n_k, series;
	} c[] = { { { 1 }, 1, 1 }, { { 1, 3, 5, 10, 15, 20 }, 6, 3 }, { { 1, 10, 1000 }, 3, 20 }, { { 7, 8 }, 2, 2 } };
	lu_qrels q;

	(void)state;
	assert_int_equal(lu_qrels_read(z(set), "q", &q, NULL), LU_OK);
	for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
		lu_arena a = { 0 };
		lu_series s[20];
		lu_buf b = LU_BUF;

		assert_int_equal(make_series(&a, &q, c[i].k, c[i].n_k, c[i].series, s), LU_OK);
		assert_int_equal(lu_plot(s, c[i].series, "a < b", true, &b, NULL), LU_OK);
		check_markup(b.s);
		assert_non_null(strstr(b.s, "a &lt; b"));
		assert_null(strstr(b.s, "nan"));
		assert_null(strstr(b.s, "inf"));
		assert_null(strstr(b.s, "<script"));
		for (int m = 0; m < LU_MEASURES; m++) assert_non_null(strstr(b.s, lu_measure_name((lu_measure)m)));
		if (c[i].series > 1) assert_non_null(strstr(b.s, TAME));
		assert_int_equal(strstr(b.s, "logarithmic") != NULL, c[i].k[c[i].n_k - 1] == 1000);
		lu_buf_free(&b);
		lu_arena_free(&a);
	}
	lu_qrels_free(&q);
}

static void test_report(void **state)
{
	static const char evil[] =
		"[{\"query\":\"<b>bold</b> & brave\",\"category\":\"<i>\",\"relevant\":"
		"[{\"path\":\"a<b.c\",\"start_line\":3,\"end_line\":9}]},"
		"{\"query\":\"b\",\"relevant\":[\"1\",\"2\"]},{\"query\":\"c\",\"relevant\":[\"1\"]}]";
	static const size_t k[] = { 1, 10 };
	lu_judged came = { .path = z("x>y.c"), .start_line = 1, .end_line = 2 };
	bool gain = true;
	lu_outcome shown[3] = { { &came, &gain, 1 } };
	lu_str lacks = z("<brave>");
	lu_miss miss = { .reason = LU_MISS_DEEP, .rank = 12, .lacks = { &lacks, 1 } };
	lu_failure f = { 0, &miss, 1, { &lacks, 1 } };
	lu_series s[2];
	lu_qrels q;
	lu_report r = { EVIL, &q, s, 2, 20, 1 };
	lu_arena a = { 0 };
	lu_buf b = LU_BUF;
	lu_code rc;

	(void)state;
	assert_int_equal(lu_qrels_read(z(evil), "q", &q, NULL), LU_OK);
	miss.target = &q.queries.v[0].targets.v[0];
	assert_int_equal(make_series(&a, &q, k, 2, 2, s), LU_OK);
	s[1].f = &f;
	s[1].n_f = 1;
	s[1].shown = shown;
	s[1].counted = s[1].timed = true;
	s[1].tokens = 321;
	assert_int_equal(lu_report_html(&r, &b, NULL), LU_OK);
	check_markup(b.s);
	assert_null(strstr(b.s, "<script"));
	assert_null(strstr(b.s, "<b>"));
	assert_null(strstr(b.s, "src="));
	assert_null(strstr(b.s, "href="));
	assert_null(strstr(b.s, "url("));
	assert_non_null(strstr(b.s, TAME));
	assert_non_null(strstr(b.s, "&lt;b&gt;bold&lt;/b&gt; &amp; brave"));
	assert_non_null(strstr(b.s, "<code>a&lt;b.c:3-9</code>: came at rank 12; lacks: &lt;brave&gt;"));
	assert_non_null(strstr(b.s, "<li class=\"hit\"><code>x&gt;y.c:1-2</code> (expected)</li>"));
	assert_non_null(strstr(b.s, "<td>321</td>"));
	assert_non_null(strstr(b.s, "<svg "));
	FOR_EVERY_ALLOCATION_FAILURE(rc, lu_buf_free(&b); rc = lu_report_html(&r, &b, NULL));
	lu_buf_free(&b);
	lu_arena_free(&a);
	lu_qrels_free(&q);
}

/* Five queries, worth 1, 0, 1, .63 and 0: the page tells their quartiles, and which are the best and worst. */
static void test_page_of_queries(void **state)
{
	static const char five[] = "[{\"query\":\"qa\",\"relevant\":[\"1\"]},{\"query\":\"qb\",\"relevant\":[\"1\"]},"
				   "{\"query\":\"qc\",\"relevant\":[\"1\"]},{\"query\":\"<qd>\",\"relevant\":[\"1\"]},"
				   "{\"query\":\"qe\",\"relevant\":[\"1\"]}]";
	static bool first[] = { true }, second[] = { false, true }, none[] = { false };
	lu_gains gains[] = { { first, 1 }, { none, 1 }, { first, 1 }, { second, 2 }, { NULL, 0 } };
	static const size_t k[] = { 1, 10 };
	lu_summary_options o = { k, 2, true, 0, 1 };
	lu_series s = { .name = z("<s>"), .gains = gains };
	lu_qrels q;
	lu_report r = { "set", &q, &s, 1, 0, 1 };
	lu_metric *m;
	lu_arena a = { 0 };
	lu_buf b = LU_BUF;
	lu_code rc;

	(void)state;
	assert_int_equal(lu_qrels_read(z(five), "q", &q, NULL), LU_OK);
	assert_int_equal(lu_summarise(&q, gains, &o, &a, &m, &s.n, NULL), LU_OK);
	s.m = m;
	assert_int_equal(lu_report_html(&r, &b, NULL), LU_OK);
	check_markup(b.s);
	/* two of five first hits: precision, recall and so f1 at 1 are .4 */
	assert_non_null(strstr(b.s, "<td style=\"background:rgba(0,114,178,0.40);color:#111\">0.400</td>"));
	assert_non_null(strstr(b.s, "<td>0.000</td><td>0.631</td><td>1.000</td><td>2</td><td>2</td></tr>"));
	assert_non_null(strstr(b.s, "&lt;s&gt;: the 3 best and worst"));
	assert_non_null(strstr(b.s,
			       "best</p>\n<ol>\n<li>1.000 qc <small></small></li>\n<li>1.000 qa <small></small></li>\n"
			       "<li>0.631 &lt;qd&gt; <small></small></li>\n</ol>"));
	assert_non_null(strstr(b.s,
			       "worst</p>\n<ol>\n<li>0.000 qb <small></small></li>\n<li>0.000 qe <small></small></li>\n"
			       "<li>0.631 &lt;qd&gt; <small></small></li>\n</ol>"));
	FOR_EVERY_ALLOCATION_FAILURE(rc, lu_buf_free(&b); rc = lu_report_html(&r, &b, NULL));
	lu_buf_free(&b);
	lu_arena_free(&a);
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
		cmocka_unit_test(what_lies_in_another_is_listed_twice),
		cmocka_unit_test(test_reads_both),
		cmocka_unit_test(test_page_of_queries),
		cmocka_unit_test(test_reads_names),
		cmocka_unit_test(test_reads_paths_from_lines),
		cmocka_unit_test(test_targets_count_once),
		cmocka_unit_test(test_refuses),
		cmocka_unit_test(test_reading_without_memory),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_summary_without_memory),
		cmocka_unit_test(test_gates),
		cmocka_unit_test(test_gates_of_categories),
		cmocka_unit_test(test_differences_by_hand),
		cmocka_unit_test(test_plot),
		cmocka_unit_test(test_report),
	};

	return cmocka_run_group_tests_name("eval", tests, NULL, NULL);
}
