/* SPDX-License-Identifier: MIT
 * Concepts: phrases of prose, comments and names, their keys, the list of a file, and the graph. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "concept/phrases.h"
#include "ok.h"

static lu_concepts *c;

static int begin(void **state)
{
	(void)state;
	return lu_concepts_new(&c, NULL);
}

static int end(void **state)
{
	(void)state;
	lu_concepts_free(c);
	return 0;
}

static lu_code join(void *ctx, const lu_concept_site *x, lu_err *e)
{
	lu_buf *out = ctx;

	if (out->len) lu_buf_addc(out, '|');
	lu_buf_addstr(out, x->surface);
	return out->oom ? lu_nomem(e) : LU_OK;
}

static lu_code join_phrase(void *ctx, const struct lu__phrase *p, lu_err *e)
{
	return join(ctx, &(lu_concept_site){ .surface = p->surface }, e);
}

static void check_text(const char *language, const char *text, const char *want)
{
	lu_buf out = LU_BUF;

	OK(lu__text_phrases(c, lu_strz(text), lu_strz(language), join_phrase, &out, &err));
	assert_string_equal(out.s, want);
	lu_buf_free(&out);
}

static void check_name(const char *name, bool type, const char *want)
{
	lu_buf out = LU_BUF;

	OK(lu_concepts_of_name(c, lu_strz(name), type, join, &out, &err));
	assert_string_equal(out.s, want);
	lu_buf_free(&out);
}

static void check_key(const char *words, const char *want)
{
	lu_buf out = LU_BUF;

	OK(lu_concept_key(c, lu_strz(words), &out, &err));
	assert_string_equal(out.s, want);
	lu_buf_free(&out);
}

/* ---- keys ---- */

static void all_ways_to_write_a_concept_have_one_key(void **state)
{
	static const char *const ways[] = { "relevance budgets", "RelevanceBudget",  "relevance_budget",
					    "relevance-budget",  "Relevance Budget", "relevanceBudgets",
					    "RELEVANCE_BUDGET",  "relevance budget" };

	(void)state;
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) check_key(ways[i], "relevance budget");
}

static void keys_keep_what_differs(void **state)
{
	(void)state;
	check_key("HTTPServer", "http serv");
	check_key("error handlers", "error handl");
	check_key("communities summary", "community summari");
	check_key("classes hierarchy", "class hierarchi");
	check_key("status code", "status code");
	check_key("URLs", "url");
	check_key("\xc3\x84nderungen", "\xc3\xa4nderungen");
	check_key("", "");
	check_key(" - _", "");
}

/* ---- prose ---- */

static void phrases_of_prose_are_nouns(void **state)
{
	(void)state;
	check_text("text", "The relevance budget bounds how many relevance tests are run.",
		   "relevance budget|relevance tests");
	check_text("text", "When a client closes the network connection, the event loop wakes up.",
		   "network connection|event loop");
	check_text("text", "Returns the user name of the last database connection.", "database connection");
	check_text("text", "A new connection pool, the same retry policy and other thread pools.",
		   "connection pool|retry policy|thread pools");
	check_text("text", "It reads the configuration file and writes a log message to standard error.",
		   "configuration file|log message|standard error");
	check_text("text", "We use string matching for error handling.", "string matching|error handling");
	check_text("text", "They have quickly written broken things in various ways.", "");
	check_text("text", "What a hash table holds, and how the garbage collector runs.",
		   "hash table|garbage collector");
}

static void verbs_are_no_part_of_phrases(void **state)
{
	(void)state;
	check_text("text", "Set the socket option. Open file descriptors stay open. Call graph edges.",
		   "socket option|file descriptors|graph edges");
	check_text("text", "The server sends keep-alive messages to each worker thread.",
		   "keep-alive messages|worker thread");
	check_text("text", "You can filter search results by document type.", "search results");
}

static void names_in_prose_keep_their_capitals(void **state)
{
	(void)state;
	check_text("text",
		   "Yesterday the New York police said that the former chancellor Angela Merkel had visited Texas for "
		   "a week.",
		   "New York police|chancellor Angela Merkel|Texas");
	check_text("text", "The WSGI server of PostgreSQL speaks HTTP and UTF-8.", "WSGI server|PostgreSQL|HTTP|UTF-8");
	check_text("text", "AND THIS IS ALL IN CAPITALS SO THAT IT SAYS NOTHING.", "");
}

static void markup_and_code_are_passed_over(void **state)
{
	(void)state;
	check_text("markdown",
		   "# Query planner\n\nSee [the cost model](docs/cost_model.md) and `PlanCache`, <b class=\"x "
		   "y\">bold</b>.\n"
		   "\n```c\nint hidden_thing = code_in_fence(1);\n```\n\n- a *merge join* of `row_locks()`\n"
		   "* https://example.org/some/page or mail jane@example.org, ./src/file_name.c, 3.5 MB\n"
		   "| table cell | next column |\n",
		   "cost model|plan cache|merge join|row locks|table cell");
	check_text("rst",
		   "Title\n=====\n\n.. code:: python\n\n>>> run_me(1)\nimport thing_one\n:param batch_size: bounds a "
		   "request batch\n",
		   "request batch");
}

static void licences_are_passed_over(void **state)
{
	(void)state;
	check_text("text",
		   "Copyright (c) 2020 Jane Doe\n\nPermission is hereby granted to any license holder without "
		   "warranty.\n\n"
		   "The page cache is shared.\n",
		   "page cache");
	check_text("c",
		   "/*\n * Copyright 2020 Jane Doe\n *\n * Licensed under the Apache License; distributed WITHOUT "
		   "WARRANTIES.\n"
		   " *\n * The write barrier is cheap.\n */\n",
		   "write barrier");
}

/* ---- comments ---- */

static void comments_of_languages_are_read(void **state)
{
	(void)state;
	check_text("python",
		   "# The page cache\nx = 'the string literal'\ndef f():\n    \"\"\"A memory barrier.\"\"\"\n",
		   "page cache|memory barrier");
	check_text("c", "/* The page\n * cache. */\nchar *s = \"a memory barrier\"; // of the free list\n",
		   "page cache|free list");
	check_text("go", "// The page\n// cache is full.\n\nfunc f() {}\n", "page cache");
	check_text("rust", "/// A page allocator.\n/// ```\n/// let hidden_thing = 1;\n/// ```\nfn f() {}\n",
		   "page allocator");
	check_text("javascript", "/**\n * @param {string} batchName the request batch\n * @returns a merge join\n */\n",
		   "request batch|merge join");
	check_text("haskell", "-- The page cache.\nf = 1\n", "page cache");
	check_text("lua", "-- The page\n-- cache.\n", "page cache");
	check_text("no such language", "The page cache.", "");
	check_text("json", "{\"a\": \"The page cache\"}", "");
}

static lu_code last_line(void *ctx, const struct lu__phrase *p, lu_err *e)
{
	(void)e;
	*(uint32_t *)ctx = p->line;
	return LU_OK;
}

static void lines_are_those_of_the_text(void **state)
{
	uint32_t line = 0;

	(void)state;
	assert_int_equal(lu__text_phrases(c, lu_strz("int x;\n\n/*\n * of the\n * page cache\n */\n"), lu_strz("c"),
					  last_line, &line, NULL),
			 LU_OK);
	assert_int_equal(line, 5);
}

/* ---- names ---- */

static void identifiers_become_phrases(void **state)
{
	(void)state;
	check_name("RelevanceBudget", true, "relevance budget");
	check_name("get_user_by_email_address", false, "email address");
	check_name("parseConfigFile", false, "");
	check_name("parseConfigTree", false, "config tree");
	check_name("lu_store_file_links", false, "store file links");
	check_name("TestSuite", true, "test suite");
	check_name("Blueprint", true, "blueprint");
	check_name("blueprint", false, "");
	check_name("getValue", false, "");
	check_name("app.views.UserSession", true, "user session");
	check_name("HTTPServerError", true, "http server error");
	check_name("x", false, "");
	check_name("__init__", false, "");
	check_name("MAX_RETRY_COUNT", true, "max retry count");
	check_name("this_name_of_a_test_says_a_whole_sentence", false, "");
	check_name("", false, "");
}

/* ---- Chinese, Japanese, Korean ---- */

static void scripts_without_blanks_have_concepts(void **state)
{
	(void)state;
	check_text("text", "倒排索引的合并策略", "倒排索引|合并策略");
	check_text("text", "検索結果をキャッシュに保存する。", "検索結果|キャッシュ|保存");
	check_text("text", "데이터베이스 연결을 제한한다.", "데이터베이스|연결");
}

/* ---- hostile text ---- */

static lu_code count(void *ctx, const lu_concept_site *x, lu_err *e)
{
	(void)e;
	++*(size_t *)ctx;
	assert_true(x->surface.n <= LU_CONCEPT_MAX);
	return LU_OK;
}

static void any_bytes_are_read(void **state)
{
	static const char alphabet[] = "ab Zk_-'`<>[]()*#@\\:;,.!?\n\t/\xe2\x80\x99\xe6\x97\xa5\xea\xb0\x80\xc3";
	lu_buf b = LU_BUF;
	uint32_t seed = 7;
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < 20000; i++) {
		seed = seed * 1664525 + 1013904223;
		lu_buf_addc(&b, alphabet[(seed >> 16) % (sizeof alphabet - 1)]);
	}
	for (size_t cut = 0; cut < 40; cut++)
		assert_int_equal(lu_concepts_of_prose(c, lu_strn(b.s + cut, b.len - 2 * cut), count, &n, NULL), LU_OK);
	assert_true(n > 0);
	lu_buf_free(&b);
}

static void long_words_and_clauses_are_cut(void **state)
{
	lu_buf b = LU_BUF;
	size_t n = 0;

	(void)state;
	for (int i = 0; i < 5000; i++) lu_buf_adds(&b, "word");
	for (int i = 0; i < 5000; i++) lu_buf_adds(&b, " cache line");
	assert_int_equal(lu_concepts_of_prose(c, lu_buf_str(&b), count, &n, NULL), LU_OK);
	assert_true(n > 0 && n < 100);
	lu_buf_free(&b);
}

/* ---- the list of a file ---- */

static const lu_element shop[] = {
	{ .type = { "module", 6 },
	  .name = { "shop", 4 },
	  .language = { "python", 6 },
	  .file_path = { "shop.py", 7 },
	  .start_line = 1,
	  .end_line = 9,
	  .code = { "# The price list.\n"
		    "# For the order book.\n"
		    "class OrderBook:\n"
		    "    \"\"\"An order book with order books.\"\"\"\n"
		    "    def add_gift_card(self):\n"
		    "        # a price list\n"
		    "        pass\n"
		    "\n"
		    "# of the exchange rate\n",
		    187 } },
	{ .type = { "class", 5 },
	  .name = { "shop.OrderBook", 14 },
	  .language = { "python", 6 },
	  .start_line = 3,
	  .end_line = 7 },
	{ .type = { "method", 6 },
	  .name = { "shop.OrderBook.add_gift_card", 28 },
	  .language = { "python", 6 },
	  .start_line = 5,
	  .end_line = 7 },
};

static void write_list(const lu_concept_list *l, lu_buf *out)
{
	for (size_t i = 0; i < l->n_window; i++) {
		lu_buf_addf(out, "%u:", l->window[i].element);
		for (uint32_t k = 0; k < l->window[i].n; k++) {
			const lu_concept_use *u = &l->use[l->window[i].use + k];

			lu_buf_addf(out, " %.*s@%u*%u", LU_FMT(l->surface[u->concept]), u->line, u->count);
		}
		lu_buf_addc(out, '\n');
	}
}

static const char shop_list[] = "0: exchange rate@9*1\n"
				"1: order book@2*4 price list@1*1\n"
				"2: gift card@5*1 price list@6*1\n";

static void the_concepts_of_a_file_belong_to_its_elements(void **state)
{
	const lu_element *el[] = { &shop[0], &shop[1], &shop[2] };
	lu_element module = shop[0];
	lu_concept_list l, again;
	lu_buf out = LU_BUF, bytes = LU_BUF;
	lu_arena a = { 0 };

	(void)state;
	module.code = lu_strz(module.code.s);
	el[0] = &module;
	OK(lu_concepts_gather(c, el, (const bool[3]){ false }, 3, &a, &l, &err));
	write_list(&l, &out);
	assert_string_equal(out.s, shop_list);
	OK(lu_concepts_pack(&l, &bytes, &err));
	OK(lu_concepts_unpack(lu_buf_str(&bytes), &a, &again, &err));
	lu_buf_reset(&out);
	write_list(&again, &out);
	assert_string_equal(out.s, shop_list);
	for (size_t n = 0; n < bytes.len; n++)
		assert_int_equal(lu_concepts_unpack(lu_strn(bytes.s, n), &a, &again, NULL), LU_EDB);
	for (size_t i = 0; i < bytes.len; i++)
		for (int bit = 0; bit < 8; bit++) {
			bytes.s[i] ^= (char)(1 << bit);
			(void)!lu_concepts_unpack(lu_buf_str(&bytes), &a, &again, NULL);
			bytes.s[i] ^= (char)(1 << bit);
		}
	lu_buf_free(&out);
	lu_buf_free(&bytes);
	lu_arena_free(&a);
}

static void a_licence_has_no_concepts(void **state)
{
	lu_element el = { .type = { "module", 6 },
			  .language = { "text", 4 },
			  .file_path = { "sub/LICENSE-2.0.txt", 19 },
			  .code = { "The page cache.", 15 },
			  .start_line = 1,
			  .end_line = 1 };
	const lu_element *v = &el;
	lu_concept_list l;
	lu_arena a = { 0 };

	(void)state;
	OK(lu_concepts_gather(c, &v, (const bool[1]){ false }, 1, &a, &l, &err));
	assert_int_equal(l.n, 0);
	el.file_path = lu_strz("sub/cache.txt");
	OK(lu_concepts_gather(c, &v, (const bool[1]){ false }, 1, &a, &l, &err));
	assert_int_equal(l.n, 1);
	lu_arena_free(&a);
}

/* ---- the graph ---- */

static void npmi_is_as_by_hand(void **state)
{
	(void)state;
	/* ln((2/8) / (2/8 * 2/8)) / -ln(2/8) = ln 4 / ln 4 */
	assert_float_equal(lu_npmi(2, 2, 2, 8), 1, 1e-9);
	/* ln((2/8) / (4/8 * 4/8)) = 0 */
	assert_float_equal(lu_npmi(4, 4, 2, 8), 0, 1e-9);
	/* ln((1/8) / (4/8 * 4/8)) / -ln(1/8) = -ln 2 / ln 8 */
	assert_float_equal(lu_npmi(4, 4, 1, 8), -1.0 / 3, 1e-9);
	/* ln((2/16) / (4/16 * 2/16)) / -ln(2/16) = ln 4 / ln 8 */
	assert_float_equal(lu_npmi(4, 2, 2, 16), 2.0 / 3, 1e-9);
	assert_float_equal(lu_npmi(8, 8, 8, 8), 1, 1e-9);
}

/* Windows of one letter a concept. */
static void build(const char *windows, const lu_concept_prune *o, lu_arena *a, lu_concept_graph *out)
{
	lu_concept_net *g;

	OK(lu_concept_net_new(&g, &err));
	OK(lu_concept_net_window(g, &err));
	for (const char *p = windows; *p; p++) {
		if (*p == ' ') OK(lu_concept_net_window(g, &err));
		else OK(lu_concept_net_add(g, lu_strn(p, 1), lu_strn(p, 1), 1, NULL, &err));
	}
	OK(lu_concept_net_graph(g, o, a, out, &err));
	lu_concept_net_free(g);
}

static void check_graph(const char *windows, lu_concept_prune o, const char *want)
{
	lu_buf out = LU_BUF;
	lu_arena a = { 0 };
	lu_concept_graph g;

	build(windows, &o, &a, &g);
	for (size_t i = 0; i < g.n_edge; i++)
		lu_buf_addf(&out, "%.*s%.*s%u ", LU_FMT(g.node[g.edge[i].a].key), LU_FMT(g.node[g.edge[i].b].key),
			    g.edge[i].weight);
	for (size_t i = 0; i < g.n_node; i++)
		if (g.node[i].kept) lu_buf_addf(&out, "%.*s%u", LU_FMT(g.node[i].key), g.node[i].degree);
	assert_string_equal(out.s, want);
	lu_buf_free(&out);
	lu_arena_free(&a);
}

static void graphs_are_pruned_as_asked(void **state)
{
	static const lu_concept_prune all = { 1, 1, 0, 0, 0 };
	lu_concept_prune o = all;

	(void)state;
	check_graph("ab abc d", o, "ab2 ac1 bc1 a2b2c2d0");
	check_graph("aab b", o, "ab1 a1b1");
	o.frequency = 2;
	check_graph("ab abc d", o, "ab2 a1b1");
	o = all;
	o.weight = 2;
	check_graph("ab abc d", o, "ab2 a1b1c0d0");
	o = all;
	o.degree = 2;
	check_graph("abc cd", o, "ab1 ac1 bc1 a2b2c2");
	o = all;
	/* c and d are always together, the others meet by chance */
	o.percentile = 100;
	check_graph("ab ac cd b a", o, "cd1 a0b0c1d1");
	o = all;
	/* degrees 6, 1, 1, 1, 1, 1, 1: mean 12/7, sd 1.75 */
	o.degree_sd = 2;
	check_graph("xa xb xc xd xe xf", o, "a0b0c0d0e0f0");
	o.degree_sd = 3;
	check_graph("xa xb", o, "xa1 xb1 x2a1b1");
}

static void the_surface_is_the_most_frequent(void **state)
{
	lu_concept_prune o = lu_concept_prune_defaults();
	lu_concept_graph g;
	lu_concept_net *net;
	lu_arena a = { 0 };
	uint32_t x = 9;

	(void)state;
	assert_int_equal(o.frequency, 2);
	assert_int_equal(o.weight, 2);
	assert_int_equal(o.degree, 2);
	assert_float_equal(o.degree_sd, 3, 0);
	OK(lu_concept_net_new(&net, &err));
	OK(lu_concept_net_window(net, &err));
	OK(lu_concept_net_add(net, lu_strz("k"), lu_strz("Ks"), 1, &x, &err));
	OK(lu_concept_net_add(net, lu_strz("k"), lu_strz("K"), 2, &x, &err));
	OK(lu_concept_net_add(net, lu_strz("k"), lu_strz("kk"), 2, &x, &err));
	assert_int_equal(x, 0);
	OK(lu_concept_net_graph(net, &o, &a, &g, &err));
	assert_true(lu_str_eqz(g.node[0].surface, "K"));
	assert_int_equal(g.node[0].frequency, 5);
	assert_int_equal(g.node[0].windows, 1);
	lu_concept_net_free(net);
	lu_arena_free(&a);
}

static lu_code all_of_it(lu_err *e)
{
	const lu_element *el[] = { &shop[0], &shop[1], &shop[2] };
	lu_element module = shop[0];
	lu_concept_prune o = lu_concept_prune_defaults();
	lu_concepts *mine = NULL;
	lu_concept_net *net = NULL;
	lu_concept_graph g;
	lu_concept_list l;
	lu_buf bytes = LU_BUF;
	lu_arena a = { 0 };
	lu_code rc = lu_concepts_new(&mine, e);

	module.code = lu_strz(module.code.s);
	el[0] = &module;
	if (!rc) rc = lu_concepts_gather(mine, el, (const bool[3]){ false }, 3, &a, &l, e);
	if (!rc) rc = lu_concepts_pack(&l, &bytes, e);
	if (!rc) rc = lu_concepts_unpack(lu_buf_str(&bytes), &a, &l, e);
	if (!rc) rc = lu_concept_net_new(&net, e);
	if (!rc) rc = lu_concept_net_window(net, e);
	for (size_t i = 0; !rc && i < l.n; i++) rc = lu_concept_net_add(net, l.surface[i], l.surface[i], 1, NULL, e);
	if (!rc) rc = lu_concept_net_graph(net, &o, &a, &g, e);
	lu_concept_net_free(net);
	lu_concepts_free(mine);
	lu_buf_free(&bytes);
	lu_arena_free(&a);
	return rc;
}

static void running_out_of_memory_is_reported(void **state)
{
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = all_of_it(&err));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_ways_to_write_a_concept_have_one_key),
		cmocka_unit_test(keys_keep_what_differs),
		cmocka_unit_test(phrases_of_prose_are_nouns),
		cmocka_unit_test(verbs_are_no_part_of_phrases),
		cmocka_unit_test(names_in_prose_keep_their_capitals),
		cmocka_unit_test(markup_and_code_are_passed_over),
		cmocka_unit_test(licences_are_passed_over),
		cmocka_unit_test(comments_of_languages_are_read),
		cmocka_unit_test(lines_are_those_of_the_text),
		cmocka_unit_test(identifiers_become_phrases),
		cmocka_unit_test(scripts_without_blanks_have_concepts),
		cmocka_unit_test(any_bytes_are_read),
		cmocka_unit_test(long_words_and_clauses_are_cut),
		cmocka_unit_test(the_concepts_of_a_file_belong_to_its_elements),
		cmocka_unit_test(a_licence_has_no_concepts),
		cmocka_unit_test(npmi_is_as_by_hand),
		cmocka_unit_test(graphs_are_pruned_as_asked),
		cmocka_unit_test(the_surface_is_the_most_frequent),
		cmocka_unit_test(running_out_of_memory_is_reported),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
