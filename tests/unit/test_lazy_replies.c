/* SPDX-License-Identifier: MIT
 * What models reply to a lazy graph query, right and wrong, and what a question is taken apart into without one. */
#include <stdio.h>
#include <stdlib.h>

#include "lazy/deepening.h"
#include "lazy/replies.h"
#include "lazy/reporting.h"
#include "lazy/subqueries.h"
#include "test.h"

/* ---- scores ---- */

/* The scores of three sentences as "7 - 0", '-' being none. */
static void expect_scores(const char *reply, const char *want, const char *said)
{
	int r[3];
	char got[40] = "";
	lu_buf dropped = LU_BUF;
	lu_err e;

	assert_int_equal(lu__read_scores(lu_strz(reply), 3, r, &dropped, &e), LU_OK);
	for (int i = 0; i < 3; i++) {
		size_t n = strlen(got);

		if (r[i] == LU__UNKNOWN) snprintf(got + n, sizeof got - n, "%s-", i ? " " : "");
		else snprintf(got + n, sizeof got - n, "%s%d", i ? " " : "", r[i]);
	}
	assert_string_equal(got, want);
	if (said) assert_non_null(strstr(dropped.s, said));
	else assert_string_equal(dropped.s, "");
	lu_buf_free(&dropped);
}

static void test_scores_that_are_right(void **unused)
{
	(void)unused;
	expect_scores("{\"scores\": [{\"n\": 1, \"score\": 7}, {\"n\": 3, \"score\": 0}, {\"n\": 2, \"score\": 10}]}",
		      "7 10 0", NULL);
	expect_scores("Sure!\n```json\n{\"scores\": [{\"n\": 1, \"score\": 7}, {\"n\": 2, \"score\": 1},\n"
		      "{\"n\": 3, \"score\": 5},]}\n```\nHope this helps.",
		      "7 1 5", NULL);
	expect_scores(
		"[{\"id\": \"1\", \"relevance\": \"7\"}, {\"id\": 2, \"relevance\": 8}, {\"index\": 3, \"rating\": 9}]",
		"7 8 9", NULL);
	expect_scores("[1, 2, 3]", "1 2 3", NULL);
	/* pairs: what is left out has 0 */
	expect_scores("{\"relevant\": [[2, 7]]}", "0 7 0", NULL);
	expect_scores("{\"relevant\": []}", "0 0 0", NULL);
	expect_scores("```json\n{\"relevant\": [[\"3\", \"8/10\"], [1, 5]]}\n```", "5 0 8", NULL);
	/* with words around that have brackets, by name, in no object, and as a map */
	expect_scores("Of [1] to [3]: {\"relevant\": [[2, 7]]}\nThe others, such as [1], are not.", "0 7 0", NULL);
	expect_scores("{\"relevant\": [{\"number\": 2, \"rating\": 7}]}", "0 7 0", NULL);
	expect_scores("[[2, 7]]", "0 7 0", NULL);
	expect_scores("{\"pairs\": [[2, 7], [1, 6], [3, 5]]}", "6 7 5", NULL);
	expect_scores("{'relevant': [[2, 7]]}", "0 7 0", NULL);
	expect_scores("{\"relevant\": {\"1\": 4, \"2\": 5, \"3\": 6}}", "4 5 6", NULL);
	expect_scores("{\"1\": 4, \"2\": 5, \"3\": 6}", "4 5 6", NULL);
	expect_scores("{\"scores\": {\"1\": 4, \"2\": 5, \"3\": 6}}", "4 5 6", NULL);
	expect_scores("[{\"n\":1,\"score\":\"7/10\"},{\"n\":2,\"score\":6.6},{\"n\":3,\"score\":85}]", "7 7 10", NULL);
}

static void test_scores_that_are_wrong(void **unused)
{
	(void)unused;
	expect_scores("", "- - -", "the reply is empty");
	expect_scores("I would say the first one is relevant.", "- - -", "holds no JSON");
	expect_scores("{}", "- - -", "3 of 3 sentences have no score");
	expect_scores("{\"scores\": [{\"n\": 2}]}", "- - -", "no numbers");
	expect_scores("{\"scores\": [{\"score\": 3}]}", "- - -", "of no sentence");
	expect_scores("{\"scores\": [{\"n\": 0, \"score\": 3}, {\"n\": 4, \"score\": 3}, {\"n\": 1e300, \"score\": 3}, "
		      "{\"n\": 2, \"score\": 4}]}",
		      "- 4 -", "3 of the reply's scores");
	expect_scores("[5, 5]", "- - -", "2 of the reply's scores");
	/* pairs that end early say nothing of the others; neither do lists of something else */
	expect_scores("{\"relevant\": [[1, 7], [2, 4", "7 - -", "2 of 3 sentences have no score");
	expect_scores("{\"relevant\": [[1, 7]", "7 - -", "2 of 3 sentences have no score");
	expect_scores("[[1, 7]", "7 - -", "2 of 3 sentences have no score");
	expect_scores("{\"relevant\": [[1, 7], {\"n\": 2}, [3", "7 - -", "1 of the reply's scores");
	expect_scores("{\"relevant\": [[1, -7], [2, 1e300], [1, 9], [-1, 9], [1.5]]}", "0 10 0",
		      "3 of the reply's scores");
	expect_scores("{\"relevant\": [1, 2, 3]}", "- - -", "3 of the reply's scores");
	expect_scores("{\"relevant\": [[4, 9]]}", "- - -", "1 of the reply's scores");
	expect_scores("{\"relevant\": [[4, 9], [1, 9]]}", "9 0 0", "1 of the reply's scores");
	expect_scores("{\"relevant\": 3}", "- - -", "no score");
	expect_scores("{\"scores\": [{\"n\": 1, \"score\": 9}, {\"n\": 1, \"score\": 1}]}", "9 - -",
		      "1 of the reply's scores");
	expect_scores("{\"scores\": [{\"n\": 1, \"score\": null}, {\"n\": 2, \"score\": [7]}, {\"n\": 3, \"score\": "
		      "\"high\"}]}",
		      "- - -", "3 of the reply's scores");
	expect_scores("[{\"n\": 1, \"score\": -3}, [1, 2], \"x\"]", "0 - -", "2 of the reply's scores");
	expect_scores("{\"scores\": [{\"n\": 1, \"score\": 8}, {\"n\": 2, \"sc", "8 - -", "no score");
}

static void test_remarks_have_a_bound(void **unused)
{
	lu_buf dropped = LU_BUF;
	int r[3];
	lu_err e;

	(void)unused;
	for (int i = 0; i < 1000; i++) assert_int_equal(lu__read_scores(lu_strz("no"), 3, r, &dropped, &e), LU_OK);
	assert_true(dropped.len > 100 && dropped.len < 3000);
	lu_buf_free(&dropped);
}

/* ---- claims ---- */

static void test_claims(void **unused)
{
	static const char reply[] =
		"{\"claims\": [{\"text\": \"A deposit adds.\", \"score\": 9, \"passages\": [1, 3, 1]}, "
		"{\"claim\": \"Two.\", \"source\": 2}, {\"text\": \"Of nothing.\", \"passages\": [7]}, "
		"{\"passages\": [1]}, \"plain\", {\"text\": \"None.\"}]}";
	lu_buf dropped = LU_BUF;
	lu__said_claim *c;
	lu_arena a = { 0 };
	size_t n;
	lu_err e;
	lu_code rc;

	(void)unused;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_buf_reset(&dropped);
		rc = lu__read_claims(lu_strz(reply), 3, &a, &c, &n, &dropped, &e);
		if (!rc && dropped.oom) rc = LU_ENOMEM;
	});
	assert_int_equal(n, 2);
	assert_true(lu_str_eqz(c[0].text, "A deposit adds."));
	assert_int_equal(c[0].n_source, 2);
	assert_int_equal(c[0].source[1], 2);
	assert_true(c[0].score > .89 && c[0].score < .91);
	assert_int_equal(c[1].source[0], 1);
	assert_non_null(strstr(dropped.s, "4 claims of the reply"));
	assert_int_equal(lu__read_claims(lu_strz("nothing to say"), 3, &a, &c, &n, &dropped, &e), LU_OK);
	assert_int_equal(n, 0);
	lu_arena_free(&a);
	lu_buf_free(&dropped);
}

/* ---- subqueries ---- */

/* Those that are kept, then "| " and those that are not, each with why. */
static void expect_subqueries(const char *question, lu_strs also, int64_t most, const char *want)
{
	lu__subqueries s;
	lu_buf got = LU_BUF;
	lu_arena a = { 0 };
	lu_err e;

	if (lu__subqueries_find(NULL, lu_strz(question), also, most, &a, &s, &e)) fail_msg("%s", e.msg);
	assert_true(s.kept >= 1 && (int64_t)s.kept <= most);
	assert_true(lu_str_starts(s.expanded, question));
	for (size_t i = 0; i < s.n; i++) {
		lu_buf_addf(&got, "%s%.*s", i == s.kept ? " | " : i ? "; " : "", LU_FMT(s.v[i].text));
		if (!s.v[i].kept) lu_buf_addf(&got, " (%s)", s.v[i].why);
		assert_int_equal(s.v[i].kept, i < s.kept);
	}
	assert_string_equal(got.s, want);
	lu__subqueries_free(&s);
	lu_buf_free(&got);
	lu_arena_free(&a);
}

static void test_rules_take_a_question_apart(void **unused)
{
	lu_strs none = { NULL, 0 };
	lu_str words[] = { lu_strz("error codes"), lu_strz("Error Codes") };
	lu_strs also = { words, 2 };

	(void)unused;
	expect_subqueries("balance", none, 5, "balance");
	expect_subqueries("vector quantisation AND token tables", none, 5,
			  "vector quantisation AND token tables; vector quantisation; token tables");
	expect_subqueries("vector quantisation AND token tables", none, 2,
			  "vector quantisation AND token tables; vector quantisation | token tables (too many)");
	expect_subqueries(
		"How do retry limits relate to the size of request batches?", none, 5,
		"How do retry limits relate to the size of request batches?; retry limits relate; request batches | "
		"size (weak)");
	expect_subqueries("where does a closed socket happen to get lost", none, 5,
			  "where does a closed socket happen to get lost; closed socket; lost");
	expect_subqueries("how do timeouts, retries and cancellation of requests work", none, 5,
			  "how do timeouts, retries and cancellation of requests work; timeouts; retries; cancellation "
			  "of requests");
	expect_subqueries("which parts clean text, and how are errors reported", none, 5,
			  "which parts clean text, and how are errors reported; which parts clean text; how are errors "
			  "reported");
	expect_subqueries("the balance", also, 5, "the balance; error codes | Error Codes (repeated)");
}

static void test_subqueries_of_a_model(void **unused)
{
	lu_buf dropped = LU_BUF;
	lu_subquery *v;
	lu_arena a = { 0 };
	size_t n;
	lu_err e;

	(void)unused;
	assert_int_equal(
		lu__read_subqueries(lu_strz("{\"subqueries\": [{\"text\": \"one\", \"score\": 9}, \"two\", {\"query\": "
					    "\"three\", \"score\": 0.5}, {\"score\": 3}]}"),
				    &a, &v, &n, &dropped, &e),
		LU_OK);
	assert_int_equal(n, 3);
	assert_true(v[0].score > .89 && v[1].score == .5 && v[2].score == .05);
	assert_non_null(strstr(dropped.s, "1 subqueries"));
	assert_int_equal(
		lu__read_subqueries(lu_strz("[{\"text\": \"one\", \"score\": 0.9}]"), &a, &v, &n, &dropped, &e), LU_OK);
	assert_true(n == 1 && v[0].score == .9);
	assert_int_equal(lu__read_subqueries(lu_strz("{\"subqueries\": 3}"), &a, &v, &n, &dropped, &e), LU_OK);
	assert_int_equal(n, 0);
	assert_non_null(strstr(dropped.s, "no list of subqueries"));
	lu_arena_free(&a);
	lu_buf_free(&dropped);
}

static void test_subqueries_survive_every_allocation_failure(void **unused)
{
	lu_strs none = { NULL, 0 };
	lu__subqueries s;
	lu_arena a = { 0 };
	lu_err e;
	lu_code rc;

	(void)unused;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu__subqueries_find(NULL, lu_strz("vector quantisation AND token tables"),
								  none, 5, &a, &s, &e));
	lu__subqueries_free(&s);
	lu_arena_free(&a);
}

/* ---- a report that was kept ---- */

/* Read a report with a source, a kept subquery and a claim that has these members. */
static lu_code read_report(const char *claim)
{
	lu_buf text = LU_BUF;
	lu_json *v = NULL;
	lu_lazy_report *out = NULL;
	lu_arena a = { 0 };
	lu_err e;
	lu_code rc;

	lu_buf_addf(&text,
		    "{\"budget\":5,\"tests\":1,\"tests_by_model\":0,\"left\":4,\"kept\":1,\"unknown\":0,\"zeros\":0,"
		    "\"end\":\"exhausted\",\"subqueries\":[\"a\"],\"subquery\":[{\"text\":\"a\",\"score\":1},"
		    "{\"text\":\"b\",\"score\":0.1,\"why\":\"weak\"}],\"searched\":{\"elements\":1,\"passages\":1,"
		    "\"sentences\":1,\"communities\":1,\"visited\":1,\"descended\":0,\"depth\":0},\"concepts\":[],"
		    "\"source\":[{\"path\":\"p\",\"name\":\"n\",\"start_line\":1,\"end_line\":2}],"
		    "\"claim\":[{\"text\":\"t\",\"code\":false,\"score\":1,\"merged\":1,%s}]}",
		    claim);
	assert_int_equal(lu_json_parse(lu_buf_str(&text), &v, &e), LU_OK);
	rc = lu_lazy_report_read(v, &a, &out, &e);
	lu_json_free(v);
	lu_buf_free(&text);
	lu_arena_free(&a);
	return rc;
}

static void test_a_damaged_report_is_none(void **unused)
{
	(void)unused;
	assert_int_equal(read_report("\"subquery\":0,\"own\":1,\"source\":[0]"), LU_OK);
	assert_int_equal(read_report("\"subquery\":0,\"own\":1,\"source\":[1]"), LU_EFORMAT);
	assert_int_equal(read_report("\"subquery\":0,\"own\":2,\"source\":[0]"), LU_EFORMAT);
	assert_int_equal(read_report("\"subquery\":0,\"own\":0,\"source\":[0]"), LU_EFORMAT);
	assert_int_equal(read_report("\"subquery\":0,\"own\":0,\"source\":[]"), LU_EFORMAT);
	assert_int_equal(read_report("\"subquery\":1,\"own\":1,\"source\":[0]"), LU_EFORMAT);
	assert_int_equal(read_report("\"subquery\":4294967296,\"own\":1,\"source\":[0]"), LU_EFORMAT);
}

/* ---- what people read ---- */

/* The best six of a group, words before code; an address says nothing. */
static void test_an_overview(void **unused)
{
	uint32_t source[] = { 0 };
	lu_subquery q = { .text = lu_strz("q"), .score = 1, .kept = true };
	lu_lazy_source at = { lu_strz("a.c"), lu_strz("f"), 1, 2 };
	lu_claim v[9];
	lu_lazy_report r = {
		.subquery = &q, .n_subquery = 1, .kept = 1, .claim = v, .n_claim = 9, .source = &at, .n_source = 1
	};
	static const char *const text[] = { "https://example.org/a", "code_of_one();",  "words of two",
					    "code_of_three();",      "code_of_four();", "words of five",
					    "code_of_six();",        "words of seven",  "words of eight" };
	lu_buf out = LU_BUF;

	(void)unused;
	for (size_t i = 0; i < 9; i++)
		v[i] = (lu_claim){ .text = lu_strz(text[i]),
				   .code = strchr(text[i], ';') != NULL,
				   .score = 1,
				   .source = source,
				   .n_source = 1,
				   .n_own = 1,
				   .merged = 1 };
	lu__report_overview(&r, &out);
	assert_non_null(strstr(
		out.s, "\na.c\n- `f`: words of two [1]\n- `f`: words of five [1]\n- `f`: `code_of_one();` [1]\n"
		       "- `f`: `code_of_three();` [1]\n- `f`: `code_of_four();` [1]\n- `f`: `code_of_six();` [1]\n"
		       "- and 2 more\n"));
	lu_buf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scores_that_are_right),
		cmocka_unit_test(test_scores_that_are_wrong),
		cmocka_unit_test(test_remarks_have_a_bound),
		cmocka_unit_test(test_claims),
		cmocka_unit_test(test_rules_take_a_question_apart),
		cmocka_unit_test(test_subqueries_of_a_model),
		cmocka_unit_test(test_subqueries_survive_every_allocation_failure),
		cmocka_unit_test(test_a_damaged_report_is_none),
		cmocka_unit_test(test_an_overview),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
