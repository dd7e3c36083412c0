/* SPDX-License-Identifier: MIT
 * Points from summaries, ratings and comparisons: tests/server plays the model. */
#include "server.h"

#include "global/global.h"
#include "lucus/text.h"
#include "rating/rating.h"

#define Z(s) lu_strn(s, sizeof(s) - 1)

static lu_err err;

static const char rules[] =
	"summarise a part\ttext\tA summary.\n"
	"points that they make\ttext\t{\"points\": [{\"text\": \"Low\", \"rating\": 10, \"summaries\": [2]}, "
	"{\"text\": \"High\", "
	"\"rating\": 300, \"summaries\": [2, 1, 2, 9]}, {\"text\": \"None\", \"rating\": 0, \"summaries\": [1]}, "
	"{\"text\": \"Nowhere\", \"rating\": 5, \"summaries\": [9]}, {\"text\": \"\", \"rating\": 5, \"summaries\": "
	"[1]}, 7]}\n"
	"You rate\ttext\tSo: {\"accuracy\": 10, \"completeness\": 0, \"clarity\": 5.5, \"relevance\": 1, \"reason\": "
	"\"R\"}\n"
	"=== \ttext\t{\"better\": \"first\"}\n";

static lu_chat *open_chat(const server *s)
{
	lu_chat_config c;
	lu_chat *t = NULL;

	lu_chat_config_init(&c);
	c.provider = "openai";
	c.url = s->url;
	c.model = "m";
	c.key = "sk-test";
	assert_int_equal(lu_chat_open(&c, &t, &err), LU_OK);
	return t;
}

static void test_points(void **state)
{
	lu_global_part v[] = { { .members = Z("a.c:1-2 function a\n") }, { .members = Z("b.c:1-2 function b\n") } };
	lu_global_points p;
	lu_arena a = { 0 };
	size_t failed = 0;
	server s;
	lu_chat *t;

	(void)state;
	server_start(&s, rules, "0");
	t = open_chat(&s);
	assert_int_equal(lu_global_summarise(t, v, 2, &a, &failed, &err), LU_OK);
	assert_int_equal(failed, 0);
	assert_string_equal(v[0].summary.s, "A summary.");
	assert_int_equal(lu_global_map(t, Z("why"), v, 2, &a, &p, &err), LU_OK);
	assert_int_equal(p.batches, 1);
	assert_int_equal(p.n, 2);
	assert_string_equal(p.v[0].text.s, "High");
	assert_true(p.v[0].rating == 100);
	assert_int_equal(p.v[0].n_part, 2);
	assert_int_equal(p.v[0].part[0], 0);
	assert_int_equal(p.v[1].part[0], 1);
	assert_int_equal(p.malformed, 3);
	assert_int_equal(lu_chat_spent(t, LU_PROMPT_COMMUNITY_SUMMARY).requests, 2);
	assert_int_equal(lu_chat_spent(t, LU_PROMPT_GLOBAL_MAP).requests, 1);
	assert_int_equal(lu_chat_spent(t, LU_PROMPT_GLOBAL_MAP).requests, 0);
	lu_arena_free(&a);
	lu_chat_close(t);
	server_stop(&s);
}

/* Summaries that are too many for one request go into several, each into one. */
static void test_batches(void **state)
{
	static char text[LU_GLOBAL_BATCH * 4 / 3];
	lu_global_part v[5] = { { .members = Z("m\n") } };
	lu_global_points p;
	lu_global_cost summaries, map, reduce;
	lu_arena a = { 0 };
	server s;
	lu_chat *t;

	(void)state;
	memset(text, 'x', sizeof text);
	for (int i = 0; i < 5; i++)
		v[i] = (lu_global_part){ .members = Z("m\n"), .summary = lu_strn(text, sizeof text) };
	server_start(&s, rules, "0");
	t = open_chat(&s);
	assert_int_equal(lu_global_map(t, Z("why"), v, 5, &a, &p, &err), LU_OK);
	assert_int_equal(p.batches, 3);
	lu_global_estimate(NULL, Z("why"), v, 5, 1000, &summaries, &map, &reduce);
	assert_int_equal(summaries.requests, 0);
	assert_int_equal(map.requests, 3);
	assert_true(map.tokens_in > 5 * lu_tokens(sizeof text) && map.tokens_in < 6 * lu_tokens(sizeof text));
	lu_arena_free(&a);
	lu_chat_close(t);
	server_stop(&s);
}

static void test_extract(void **state)
{
	lu_buf b = LU_BUF;
	lu_str cut;

	(void)state;
	while (lu_tokens(b.len) < 3 * LU_GLOBAL_SUMMARY) lu_buf_adds(&b, "a line of some length\n");
	cut = lu_global_extract(lu_buf_str(&b));
	assert_true(lu_tokens(cut.n) <= LU_GLOBAL_SUMMARY && lu_tokens(cut.n) > LU_GLOBAL_SUMMARY - 10);
	assert_true(lu_str_ends(cut, "length\n"));
	assert_int_equal(lu_global_extract(Z("one\n")).n, 4);
	lu_buf_free(&b);
}

static void test_rating(void **state)
{
	lu_rated v = { .question = Z("why"), .answer = Z("so [1]"), .sources = Z("x\n") };
	lu_pair pair = { .question = Z("why"), .first = Z("a"), .second = Z("b") };
	lu_arena a = { 0 };
	size_t malformed = 0;
	server s;
	lu_chat *t;

	(void)state;
	server_start(&s, rules, "0");
	t = open_chat(&s);
	assert_int_equal(lu_rate(t, &v, 1, &a, &malformed, &err), LU_OK);
	assert_true(v.known && v.v[LU_RATED_ACCURACY] == 10 && v.v[LU_RATED_CLARITY] == 5.5);
	assert_string_equal(v.reason.s, "R");
	assert_int_equal(lu_rate_pairs(t, &pair, 1, &malformed, &err), LU_OK);
	assert_int_equal(pair.better, LU_BETTER_TIE);
	assert_true(pair.swayed);
	assert_int_equal(malformed, 0);
	lu_arena_free(&a);
	lu_chat_close(t);
	server_stop(&s);
}

static lu_code all_of_it(lu_chat *t)
{
	lu_global_part v[] = { { .members = Z("a\n") }, { .members = Z("b\n"), .summary = Z("known") } };
	lu_rated r = { .question = Z("why"), .answer = Z("so") };
	lu_pair pair = { .question = Z("why"), .first = Z("a"), .second = Z("b") };
	lu_global_points p;
	lu_arena a = { 0 };
	size_t n = 0;
	lu_code rc = lu_global_summarise(t, v, 2, &a, &n, &err);

	if (!rc) rc = lu_global_map(t, Z("why"), v, 2, &a, &p, &err);
	if (!rc) rc = lu_rate(t, &r, 1, &a, &n, &err);
	if (!rc) rc = lu_rate_pairs(t, &pair, 1, &n, &err);
	lu_arena_free(&a);
	return rc;
}

static void test_memory(void **state)
{
	server s;
	lu_chat *t;
	lu_code rc = LU_OK;

	(void)state;
	server_start(&s, rules, "0");
	t = open_chat(&s);
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = all_of_it(t));
	lu_chat_close(t);
	server_stop(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_points), cmocka_unit_test(test_batches), cmocka_unit_test(test_extract),
		cmocka_unit_test(test_rating), cmocka_unit_test(test_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
