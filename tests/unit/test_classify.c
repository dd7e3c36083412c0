/* SPDX-License-Identifier: MIT
 * Classes of queries and their parts, by example; and weaving. */
#include <stdio.h>
#include <stdlib.h>

#include "lucus/classify.h"
#include "test.h"

#define SYMBOL  LU_QUERY_SYMBOL
#define FOCUSED LU_QUERY_FOCUSED
#define MULTI   LU_QUERY_MULTI
#define ALL     LU_QUERY_COMPREHENSIVE

/* Parts are joined by " | ". */
static const struct {
	const char *query;
	lu_query_class query_class;
	const char *parts;
} examples[] = {
	/* names */
	{ "parse_file", SYMBOL, "" },
	{ "parseFile", SYMBOL, "" },
	{ "Foo::bar()", SYMBOL, "" },
	{ "bank.Account.deposit", SYMBOL, "" },
	{ "Array#map", SYMBOL, "" },
	{ "Response", SYMBOL, "" },
	{ "response", SYMBOL, "" },
	{ "\"not found\"", SYMBOL, "" },
	{ "`a, b and c`", SYMBOL, "" },
	{ "class Monad", SYMBOL, "" },
	{ "def foo", SYMBOL, "" },
	{ "where is parse_file defined?", SYMBOL, "" },
	{ "struct lu_hit", SYMBOL, "" },
	/* one question */
	{ "how are routes registered", FOCUSED, "" },
	{ "session management", FOCUSED, "" },
	{ "class hierarchy of errors", FOCUSED, "" },
	{ "read and write files", FOCUSED, "" },
	{ "search and replace in a buffer", FOCUSED, "" },
	{ "storing and matching long routes", FOCUSED, "" },
	{ "parameter encoding for URL and JSON request bodies", FOCUSED, "" },
	{ "what is the Account class and what does it hold?", FOCUSED, "" },
	{ "where is foo(a, b, c) called", FOCUSED, "" },
	{ "the words \"this, that, and those\" in messages", FOCUSED, "" },
	{ "In Python, sort a list", FOCUSED, "" },
	{ "is not shown at all", FOCUSED, "" },
	{ "don't split the user's files", FOCUSED, "" },
	/* several */
	{ "embeddings AND language models", MULTI, "embeddings | language models" },
	{ "how does X work and where is Y configured", MULTI, "how does X work | where is Y configured" },
	{ "What is X? What is Y?", MULTI, "What is X? | What is Y?" },
	{ "It reads the header. Then it checks the sum", FOCUSED, "" },
	{ "Read the header. Check the sum", MULTI, "Read the header. | Check the sum" },
	{ "caching; retries; locking", MULTI, "caching | retries | locking" },
	{ "terminal output, prompts, and progress bars", MULTI, "terminal output | prompts | progress bars" },
	{ "terminal output, prompts and progress bars", MULTI, "terminal output | prompts | progress bars" },
	{ "parse the file, walk the tree, emit records", MULTI, "parse the file | walk the tree | emit records" },
	{ "error handling & retry policy", MULTI, "error handling | retry policy" },
	{ "connection pooling as well as timeouts", MULTI, "connection pooling | timeouts" },
	{ "softmax vs largest gap", MULTI, "softmax | largest gap" },
	{ "difference between Account and Savings", MULTI, "difference between Account | Savings" },
	{ "Array#map and Hash#each", MULTI, "Array#map | Hash#each" },
	{ "AND embeddings AND models AND", MULTI, "AND embeddings | models AND" },
	{ "how are rows generated, stored and indexed", MULTI, "" },
	{ "how do fields and methods resolve", MULTI, "" },
	{ "1, 2, 3, 4, 5, 6, 7, 8, 9, 10", MULTI, "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, 9, 10" },
	/* all there is */
	{ "list all the handlers", ALL, "" },
	{ "overview of the architecture", ALL, "" },
	{ "how do embeddings flow from the parser to the store", ALL, "" },
	{ "what is the complete lifecycle of a file", ALL, "" },
	{ "how many parsers are there", ALL, "" },
	{ "every place that locks; every place that unlocks", ALL,
	  "every place that locks | every place that unlocks" },
	{ "FIND ALL USERS AND GROUPS", ALL, "" },
	/* hardly a question */
	{ "", FOCUSED, "" },
	{ " \t\n", FOCUSED, "" },
	{ "AND", FOCUSED, "" },
	{ ";;;;", FOCUSED, "" },
	{ "? ! .", FOCUSED, "" },
	{ "( unbalanced [ brackets, \"and quotes", FOCUSED, "" },
	{ "\xff\xfe and \xc3", FOCUSED, "" },
	{ "файлы и папки", FOCUSED, "" },
};

static void join(const lu_strs *parts, lu_buf *out)
{
	lu_buf_reset(out);
	for (size_t i = 0; i < parts->n; i++) lu_buf_addf(out, "%s%.*s", i ? " | " : "", LU_FMT(parts->v[i]));
}

static void test_examples(void **unused)
{
	lu_buf got = LU_BUF;
	int wrong = 0;

	(void)unused;
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
		lu_arena a = { 0 };
		lu_query_shape s;
		lu_err e;

		assert_int_equal(lu_classify(lu_strz(examples[i].query), &a, &s, &e), LU_OK);
		join(&s.parts, &got);
		if (s.query_class != examples[i].query_class || strcmp(got.s, examples[i].parts)) {
			print_error("'%s' is %s, parts '%s'\n", examples[i].query, lu_query_class_name(s.query_class),
				    got.s);
			wrong++;
		}
		lu_arena_free(&a);
	}
	lu_buf_free(&got);
	assert_int_equal(wrong, 0);
}

static void test_code_words(void **unused)
{
	static const char *const code[] = { "a_b",     "_x",       "getURL",      "CodeElement",  "HTTPServer",
					    "a.b",     "setup.py", "A::b",        "p->next",      "Foo#bar",
					    "@cached", "$HOME",    "#define",     ".env",         "open()",
					    "f(a, b)", "`x_y`,",   "(parseFile)", "std::map<int>" };
	static const char *const prose[] = { "word",       "Word", "JSON",    "APIs",    "URLs",
					     "3.11",       "e.g.", "file(s)", "box(es)", "and/or",
					     "long-lived", "end.", "don't",   "x",       "",
					     "...",        "->",   "C",       "#1",      "\xc3\xa9t\xc3\xa9" };

	(void)unused;
	for (size_t i = 0; i < sizeof code / sizeof *code; i++) {
		if (!lu_is_code_word(lu_strz(code[i]))) fail_msg("'%s' is code", code[i]);
	}
	for (size_t i = 0; i < sizeof prose / sizeof *prose; i++) {
		if (lu_is_code_word(lu_strz(prose[i]))) fail_msg("'%s' is no code", prose[i]);
	}
}

static void test_identifiers(void **unused)
{
	lu_arena a = { 0 };
	lu_query_shape s;
	lu_buf got = LU_BUF;
	lu_err e;

	(void)unused;
	assert_int_equal(
		lu_classify(lu_strz("How does `parseFile` call tree.walk(a, b), and \"read me\"?"), &a, &s, &e), LU_OK);
	join(&s.identifiers, &got);
	assert_string_equal(got.s, "parseFile | tree.walk(a, b) | read me");
	lu_buf_free(&got);
	lu_arena_free(&a);
}

/* Whatever stands there: parts are in order, within the query, not empty, 2 to LU_QUERY_PARTS or none. */
static void test_any_bytes(void **unused)
{
	static const char *const bits[] = { "and",        "AND", "or",         ",",      ";",     "(",    ")",
					    "\"",         "`",   "'",          "how",    "where", "it",   "parse",
					    "files",      "a_b", " ",          "  ",     "\n",    ".",    "?",
					    "&",          "vs",  "as well as", "stored", "The",   "\xff", "between",
					    "difference", "all", "[",          "}" };
	uint64_t x = 88172645463325252u;

	(void)unused;
	for (int round = 0; round < 5000; round++) {
		char text[400];
		size_t n = 0;
		lu_arena a = { 0 };
		lu_query_shape s;
		const char *at = text;

		for (int i = 0; i < 25; i++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", bits[x % 32], x >> 40 & 3 ? " " : "");
		}
		assert_int_equal(lu_classify(lu_strn(text, n), &a, &s, NULL), LU_OK);
		assert_true(s.parts.n != 1 && s.parts.n <= LU_QUERY_PARTS);
		for (size_t i = 0; i < s.parts.n; i++) {
			assert_true(s.parts.v[i].n && s.parts.v[i].s >= at);
			at = s.parts.v[i].s + s.parts.v[i].n;
			assert_true(at <= text + n);
		}
		lu_arena_free(&a);
	}
}

/* 200 KB of each must not take time that grows with the square: seconds then, not milliseconds. */
static void test_long_queries(void **unused)
{
	static const char *const unit[] = { "(", "\"", "a; ", "and ", "it, ", "x_y ", "'a ", "a `", "how and ", "[(" };

	(void)unused;
	for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
		lu_buf b = LU_BUF;
		lu_arena a = { 0 };
		lu_query_shape s;

		while (b.len < 200000) lu_buf_adds(&b, unit[i]);
		assert_int_equal(lu_classify(lu_buf_str(&b), &a, &s, NULL), LU_OK);
		assert_true(s.parts.n <= LU_QUERY_PARTS);
		lu_arena_free(&a);
		lu_buf_free(&b);
	}
}

static void test_out_of_memory(void **unused)
{
	lu_query_shape s;
	lu_code rc;

	(void)unused;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena a = { 0 };

		rc = lu_classify(lu_strz("parse_file AND walk_tree; how are x_y stored and where are they read"), &a,
				 &s, NULL);
		lu_arena_free(&a);
	});
}

/* ---- weaving ---- */

static void test_weave_by_hand(void **unused)
{
	/* places: 0, 1/.9, 2/.5; 0, 1/.5, 2/.5 (the floor); 0 for what is there already */
	static const int64_t one[] = { 10, 11, 12 }, two[] = { 20, 21, 22 }, three[] = { 10, 30 };
	static const double s_one[] = { 10, 9, 5 }, s_two[] = { 1, 0.5, 0.1 };
	const lu_ranking part[] = { { one, s_one, 3 }, { two, s_two, 3 }, { three, NULL, 2 } };
	static const int64_t want[] = { 10, 20, 30, 11, 21, 12, 22 };
	lu_arena a = { 0 };
	lu_woven *v;
	size_t n;

	(void)unused;
	assert_int_equal(lu_interleave(part, 3, &a, &v, &n, NULL), LU_OK);
	assert_int_equal(n, 7);
	for (size_t i = 0; i < n; i++) assert_int_equal(v[i].id, want[i]);
	assert_int_equal(v[0].part, 0);
	assert_int_equal(v[2].part, 2);
	assert_int_equal(v[2].rank, 1);
	assert_true(v[0].score == 1 && v[2].score == 0.5);
	assert_int_equal(lu_interleave(part, 0, &a, &v, &n, NULL), LU_OK);
	assert_int_equal(n, 0);
	lu_arena_free(&a);
}

static uint64_t seed = 7;

static uint64_t next(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 33;
}

/* Every id once, from the right place; scores do not rise; each part has its share; a longer list only appends. */
static void test_weave_shares(void **unused)
{
	(void)unused;
	for (int round = 0; round < 300; round++) {
		static int64_t id[4][50];
		static double score[4][50];
		lu_ranking part[4], shorter[4];
		lu_arena a = { 0 };
		lu_woven *v, *w;
		size_t n, m, given[4] = { 0 }, k = 1 + next() % 40;

		for (size_t p = 0; p < 4; p++) {
			double s = 1 + (double)(next() % 1000);

			for (size_t i = 0; i < 50; i++) {
				id[p][i] = (int64_t)(p * 1000 + i);
				score[p][i] = s;
				s *= (double)(next() % 100) / 100;
			}
			part[p] = (lu_ranking){ id[p], score[p], 50 };
			shorter[p] = (lu_ranking){ id[p], score[p], k };
		}
		assert_int_equal(lu_interleave(part, 4, &a, &v, &n, NULL), LU_OK);
		assert_int_equal(n, 200);
		for (size_t i = 0; i < n; i++) {
			assert_int_equal(v[i].id, id[v[i].part][v[i].rank]);
			assert_int_equal(v[i].rank, given[v[i].part]++);
			if (i) assert_true(v[i].score <= v[i - 1].score);
			for (size_t p = 0; given[v[i].part] < 50 && p < 4; p++)
				assert_true(given[p] * 2 + 2 >= given[v[i].part]);
		}
		assert_int_equal(lu_interleave(shorter, 4, &a, &w, &m, NULL), LU_OK);
		for (size_t i = 0; i < k; i++) assert_int_equal(v[i].id, w[i].id);
		lu_arena_free(&a);
	}
}

static void test_weave_without_repetition(void **unused)
{
	lu_arena a = { 0 };
	static int64_t id[3][200];
	lu_ranking part[3];
	bool there[100] = { false };
	lu_woven *v;
	size_t n;

	(void)unused;
	for (size_t p = 0; p < 3; p++) {
		for (size_t i = 0; i < 100; i++) id[p][i] = (int64_t)((i * (p * 2 + 1) * 7) % 100);
		part[p] = (lu_ranking){ id[p], NULL, 100 };
	}
	assert_int_equal(lu_interleave(part, 3, &a, &v, &n, NULL), LU_OK);
	for (size_t i = 0; i < n; i++) {
		assert_false(there[v[i].id]);
		there[v[i].id] = true;
	}
	assert_int_equal(n, 100);
	lu_arena_free(&a);
}

static void test_weave_out_of_memory(void **unused)
{
	static const int64_t id[] = { 1, 2, 3 };
	const lu_ranking part[] = { { id, NULL, 3 }, { id, NULL, 2 } };
	lu_woven *v;
	size_t n;
	lu_code rc;

	(void)unused;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena a = { 0 };

		rc = lu_interleave(part, 2, &a, &v, &n, NULL);
		lu_arena_free(&a);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_examples),
		cmocka_unit_test(test_code_words),
		cmocka_unit_test(test_identifiers),
		cmocka_unit_test(test_any_bytes),
		cmocka_unit_test(test_long_queries),
		cmocka_unit_test(test_out_of_memory),
		cmocka_unit_test(test_weave_by_hand),
		cmocka_unit_test(test_weave_shares),
		cmocka_unit_test(test_weave_without_repetition),
		cmocka_unit_test(test_weave_out_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
