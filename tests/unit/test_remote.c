/* SPDX-License-Identifier: MIT
 * Providers over the network: the bodies of requests byte for byte, and answers of all kinds. (Requests that are really made
 * are in tests/cli/remote.t.) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "embed/wire.h"
#include "lucus/embed.h"
#include "rerank/format.h"
#include "test.h"

static lu_err err;

/* ---- embeddings: requests ---- */

static void body_is(const lu__wire *w, const char *model, int64_t dim, bool query, const char *want)
{
	const lu_str text[] = { lu_strz("def f():\n\t\"x\""), lu_strz("gr\xc3\xbc\xc3\x9f \x01") };
	lu_buf b = LU_BUF;

	lu__wire_body(w, model, dim, query, text, query ? 1 : 2, &b);
	assert_false(b.oom);
	assert_string_equal(b.s, want);
	lu_buf_free(&b);
}

static void requests_of_embeddings(void **state)
{
	(void)state;
	body_is(&lu__wire_voyage, "voyage-code-3", 0, false,
		"{\"model\":\"voyage-code-3\",\"input\":[\"def f():\\n\\t\\\"x\\\"\",\"gr\xc3\xbc\xc3\x9f \\u0001\"],"
		"\"input_type\":\"document\"}");
	body_is(&lu__wire_voyage, "voyage-3.5", 512, true,
		"{\"model\":\"voyage-3.5\",\"input\":[\"def f():\\n\\t\\\"x\\\"\"],\"input_type\":\"query\","
		"\"output_dimension\":512}");
	body_is(&lu__wire_openai, "text-embedding-3-small", 0, true,
		"{\"model\":\"text-embedding-3-small\",\"input\":[\"def "
		"f():\\n\\t\\\"x\\\"\"],\"encoding_format\":\"float\"}");
	body_is(&lu__wire_openai, "nomic-embed-text", 256, false,
		"{\"model\":\"nomic-embed-text\",\"input\":[\"def f():\\n\\t\\\"x\\\"\",\"gr\xc3\xbc\xc3\x9f "
		"\\u0001\"],"
		"\"encoding_format\":\"float\",\"dimensions\":256}");
}

static void texts_are_cut_between_characters(void **state)
{
	lu_str s = lu_strz("a\xc3\xa4\xe2\x82\xac.");

	(void)state;
	assert_int_equal(lu__cut(s, 7).n, 7);
	assert_int_equal(lu__cut(s, 6).n, 6);
	assert_int_equal(lu__cut(s, 5).n, 3);
	assert_int_equal(lu__cut(s, 4).n, 3);
	assert_int_equal(lu__cut(s, 2).n, 1);
	assert_int_equal(lu__cut(s, 0).n, 0);
}

/* ---- embeddings: answers ---- */

static void gives(const char *body, size_t n, size_t dim, const float *want, size_t want_dim, int64_t tokens)
{
	lu__vectors v;
	lu_code rc = lu__wire_read(lu_strz(body), n, dim, &v, &err);

	if (rc) fail_msg("%s: %s", body, err.msg);
	assert_int_equal(v.dim, want_dim);
	assert_int_equal(v.tokens, tokens);
	for (size_t i = 0; i < n * want_dim; i++) assert_true(fabsf(v.v[i] - want[i]) < 1e-6f);
	free(v.v);
}

static void answers_with_vectors(void **state)
{
	static const float in_order[] = { 1, 0, 0.6f, 0.8f, 0, -1 };

	(void)state;
	gives("{\"object\":\"list\",\"data\":[{\"object\":\"embedding\",\"embedding\":[1,0],\"index\":0},"
	      "{\"object\":\"embedding\",\"embedding\":[0.6,0.8],\"index\":1},{\"embedding\":[0,-1],\"index\":2}],"
	      "\"model\":\"voyage-code-3\",\"usage\":{\"total_tokens\":10}}",
	      3, 0, in_order, 2, 10);
	/* the number decides, not the place; vectors get unit length */
	gives("{\"data\":[{\"embedding\":[0,-5e2],\"index\":2},{\"embedding\":[2,0.0],\"index\":0},"
	      "{\"embedding\":[3,4],\"index\":1}],\"usage\":{\"prompt_tokens\":7}}",
	      3, 2, in_order, 2, 7);
	/* without numbers the place is all there is */
	gives("{\"data\":[{\"embedding\":[1,0]},{\"embedding\":[3,4]},{\"embedding\":[0,-1]}]}", 3, 0, in_order, 2, 0);
	gives("{\"data\":[{\"embedding\":[1]}],\"usage\":{\"total_tokens\":-5}}", 1, 0, in_order, 1, 0);
}

/* What no server can have counted is not believed: it is added up. */
static void tokens_that_can_not_be(void **state)
{
	static const float one[] = { 1 };
	double score;
	int64_t tokens = -1;

	(void)state;
	gives("{\"data\":[{\"embedding\":[1]}],\"usage\":{\"total_tokens\":9223372036854775807}}", 1, 0, one, 1, 0);
	gives("{\"data\":[{\"embedding\":[1]}],\"usage\":{\"prompt_tokens\":1000000000001}}", 1, 0, one, 1, 0);
	gives("{\"data\":[{\"embedding\":[1]}],\"usage\":{\"total_tokens\":1000000000000}}", 1, 0, one, 1,
	      1000000000000);
	assert_int_equal(lu__rerank_read(lu__rerank_format_find("jina"),
					 lu_strz("{\"results\":[{\"index\":0,\"relevance_score\":1}],\"usage\":{"
						 "\"total_tokens\":9223372036854775807}}"),
					 1, &score, &tokens, &err),
			 LU_OK);
	assert_int_equal(tokens, 0);
}

static void refuses(const char *body, size_t n, size_t dim, const char *why)
{
	lu__vectors v = { .dim = 77 };

	err.msg[0] = '\0';
	if (lu__wire_read(lu_strz(body), n, dim, &v, &err) != LU_EFORMAT) fail_msg("not refused: %s", body);
	if (!strstr(err.msg, why)) fail_msg("%s: '%s' without '%s'", body, err.msg, why);
	assert_int_equal(v.dim, 77);
	assert_null(v.v);
}

static void answers_without_vectors(void **state)
{
	(void)state;
	refuses("", 1, 0, "not JSON");
	refuses("{\"data\":[{\"embedding\":[1,0]", 1, 0, "not JSON");
	refuses("<html>", 1, 0, "not JSON");
	refuses("[]", 1, 0, "0 vectors for 1 texts");
	refuses("{\"data\":{}}", 1, 0, "0 vectors for 1 texts");
	refuses("{\"data\":[{\"embedding\":[1,0],\"index\":0}]}", 2, 0, "1 vectors for 2 texts");
	refuses("{\"data\":[{\"embedding\":[1]},{\"embedding\":[1]}]}", 1, 0, "2 vectors for 1 texts");
	refuses("{\"data\":[{\"embedding\":[1],\"index\":1},{\"embedding\":[1],\"index\":1}]}", 2, 0, "there twice");
	refuses("{\"data\":[{\"embedding\":[1],\"index\":2},{\"embedding\":[1],\"index\":1}]}", 2, 0,
		"none of the request");
	refuses("{\"data\":[{\"embedding\":[1],\"index\":-1},{\"embedding\":[1],\"index\":1}]}", 2, 0,
		"none of the request");
	refuses("{\"data\":[{\"embedding\":[1,0],\"index\":0}]}", 1, 3, "2 components instead of 3");
	refuses("{\"data\":[{\"embedding\":[1,0]},{\"embedding\":[1]}]}", 2, 0, "1 components instead of 2");
	refuses("{\"data\":[{\"embedding\":[]}]}", 1, 0, "0 components, expected 1 to");
	refuses("{\"data\":[{\"index\":0}]}", 1, 0, "0 components, expected 1 to");
	refuses("{\"data\":[{\"embedding\":[1,null]}]}", 1, 0, "no finite number at position 1");
	refuses("{\"data\":[{\"embedding\":[\"NaN\",1]}]}", 1, 0, "no finite number at position 0");
	refuses("{\"data\":[{\"embedding\":[NaN,1]}]}", 1, 0, "not JSON");
	refuses("{\"data\":[{\"embedding\":[1e39,1]}]}", 1, 0, "no finite number at position 0");
	refuses("{\"data\":[{\"embedding\":[0,0]}]}", 1, 0, "is zero");
	refuses("{\"data\":[{\"embedding\":\"AAAA\"}]}", 1, 0, "0 components");
}

static void too_many_components(void **state)
{
	lu_buf b = LU_BUF;

	(void)state;
	lu_buf_adds(&b, "{\"data\":[{\"embedding\":[1");
	for (int i = 0; i < LU_EMBED_DIM_MAX; i++) lu_buf_adds(&b, ",1");
	lu_buf_adds(&b, "]}]}");
	refuses(b.s, 1, 0, "16385 components, expected 1 to 16384");
	lu_buf_free(&b);
}

static void want_of_memory(void **state)
{
	lu__vectors v;
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		rc = lu__wire_read(lu_strz("{\"data\":[{\"embedding\":[1,2]},{\"embedding\":[2,1]}]}"), 2, 0, &v, NULL);
	});
	free(v.v);
}

/* ---- embedders ---- */

static void models_have_names(void **state)
{
	lu_embed_config c = { .provider = "voyage", .key = "k" };
	lu_embedder *m;
	lu_str provider, name;

	(void)state;
	assert_int_equal(lu_embedder_open(&c, &m, &err), LU_OK);
	assert_string_equal(lu_embedder_model(m), "voyage-2:voyage-code-3");
	assert_true(lu_embeds_remotely(m));
	assert_false(lu_embeds_bags(m));
	assert_int_equal(lu_embedder_dim(m), 0);
	/* it takes on the dimension of its own vectors, and then no other */
	assert_false(lu_embedder_suits(m, lu_strz("builtin-2-01234567"), 256));
	assert_false(lu_embedder_suits(m, lu_strz("voyage-2:voyage-3"), 256));
	assert_false(lu_embedder_suits(m, lu_strz("voyage-2:voyage-code-3"), 0));
	assert_int_equal(lu_embedder_dim(m), 0);
	assert_true(lu_embedder_suits(m, lu_strz("voyage-2:voyage-code-3"), 1024));
	assert_int_equal(lu_embedder_dim(m), 1024);
	assert_false(lu_embedder_suits(m, lu_strz("voyage-2:voyage-code-3"), 512));
	lu_embedder_close(m);
	c = (lu_embed_config){ .provider = "openai", .url = "http://localhost:11434/v1/", .model = "a:b-c", .dim = 64 };
	assert_int_equal(lu_embedder_open(&c, &m, &err), LU_OK);
	assert_string_equal(lu_embedder_model(m), "openai-2:a:b-c");
	assert_false(lu_embedder_suits(m, lu_strz("openai-2:a:b-c"), 65));
	assert_true(lu_embedder_suits(m, lu_strz("openai-2:a:b-c"), 64));
	assert_true(lu_embed_model_parts(lu_strz(lu_embedder_model(m)), &provider, &name));
	assert_true(lu_str_eqz(provider, "openai") && lu_str_eqz(name, "a:b-c"));
	lu_embedder_close(m);
	assert_false(lu_embed_model_parts(lu_strz("builtin-2-01234567"), &provider, &name));
	assert_false(lu_embed_model_parts(lu_strz(""), &provider, &name));
	assert_false(lu_embed_model_parts(lu_strz(":x"), &provider, &name));
	assert_false(lu_embed_model_parts(lu_strz("x-1:"), &provider, &name));
}

static void bad_settings_are_refused(void **state)
{
	char name[300];
	const lu_embed_config bad[] = {
		{ .provider = "voyage", .dim = LU_EMBED_DIM_MAX + 1 },
		{ .provider = "voyage", .dim = -1 },
		{ .provider = "openai", .batch = LU_EMBED_BATCH_MAX + 1 },
		{ .provider = "openai", .tokens = LU_EMBED_TOKENS_MAX + 1 },
		{ .provider = "openai", .parallel = 65 },
		{ .provider = "openai", .timeout = 1e6 },
		{ .provider = "openai", .model = name },
		{ .provider = "openai", .url = "http://me:pass@localhost/v1" },
		{ .provider = "Voyage" },
	};
	lu_embedder *m = NULL;

	(void)state;
	memset(name, 'n', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(lu_embedder_open(&bad[i], &m, &err), LU_EUSAGE);
		assert_null(m);
	}
	assert_non_null(strstr(err.msg, "builtin, voyage, openai"));
}

static lu_code nothing(void *ctx, lu_buf *out, int64_t *id, lu_err *e)
{
	(void)ctx, (void)out, (void)id, (void)e;
	fail_msg("asked for a text");
	return LU_DONE;
}

static void without_a_key_nothing_is_asked(void **state)
{
	lu_embed_config c = { .provider = "voyage" };
	lu_embed_work w = { .next = nothing };
	lu_element el = { .name = lu_strz("f") };
	lu_embedder *m;
	float v[4];

	(void)state;
	assert_int_equal(lu_embedder_open(&c, &m, &err), LU_OK);
	assert_int_equal(lu_embed_all(m, &w, &err), LU_EUSAGE);
	assert_non_null(strstr(err.msg, "VOYAGE_API_KEY"));
	assert_int_equal(lu_embed_query(m, lu_strz("q"), NULL, NULL, v, &err), LU_EUSAGE);
	assert_true(lu_embedder_suits(m, lu_strz("voyage-2:voyage-code-3"), 4));
	assert_int_equal(lu_embed_query(m, lu_strz("q"), NULL, NULL, v, &err), LU_ENET);
	assert_non_null(strstr(err.msg, "VOYAGE_API_KEY"));
	assert_int_equal(lu_embed_elements(m, &el, 1, v, &err), LU_EUSAGE);
	assert_int_equal(lu_embedder_usage(m).requests, 0);
	lu_embedder_close(m);
}

/* ---- rerankers ---- */

static void rerank_body_is(const char *provider, const char *model, const char *want)
{
	const lu_str doc[] = { lu_strz("a.c\n\"one\""), lu_strz("b") };
	lu_buf b = LU_BUF;

	lu__rerank_body(lu__rerank_format_find(provider), model, lu_strz("who\tasks?"), doc, 2, &b);
	assert_string_equal(b.s, want);
	lu_buf_free(&b);
}

static void requests_of_rerankers(void **state)
{
	(void)state;
	rerank_body_is(
		"cohere", "rerank-v3.5",
		"{\"model\":\"rerank-v3.5\",\"query\":\"who\\tasks?\",\"documents\":[\"a.c\\n\\\"one\\\"\",\"b\"],"
		"\"top_n\":2}");
	rerank_body_is(
		"voyage", "rerank-2.5",
		"{\"model\":\"rerank-2.5\",\"query\":\"who\\tasks?\",\"documents\":[\"a.c\\n\\\"one\\\"\",\"b\"],"
		"\"top_k\":2}");
	rerank_body_is("jina", "jina-reranker-v2-base-multilingual",
		       "{\"model\":\"jina-reranker-v2-base-multilingual\",\"query\":\"who\\tasks?\","
		       "\"documents\":[\"a.c\\n\\\"one\\\"\",\"b\"],\"top_n\":2,\"return_documents\":false}");
}

static void scores_are(const char *provider, const char *body, double a, double b, double c, int64_t want_tokens)
{
	double score[3];
	int64_t tokens;

	if (lu__rerank_read(lu__rerank_format_find(provider), lu_strz(body), 3, score, &tokens, &err))
		fail_msg("%s: %s", body, err.msg);
	assert_true(score[0] == a && score[1] == b && score[2] == c);
	assert_int_equal(tokens, want_tokens);
}

static void answers_of_rerankers(void **state)
{
	(void)state;
	scores_are("cohere",
		   "{\"id\":\"x\",\"results\":[{\"index\":2,\"relevance_score\":0.75},{\"index\":0,"
		   "\"relevance_score\":0.5},{\"index\":1,\"relevance_score\":0}],\"meta\":{\"billed_units\":{\"search_"
		   "units\":1}}}",
		   0.5, 0, 0.75, 0);
	scores_are("voyage",
		   "{\"object\":\"list\",\"data\":[{\"relevance_score\":0.25,\"index\":1},{\"relevance_score\":-1,"
		   "\"index\":0},{\"relevance_score\":1,\"index\":2}],\"usage\":{\"total_tokens\":26}}",
		   -1, 0.25, 1, 26);
	/* what is missing is known to be missing */
	scores_are("jina",
		   "{\"model\":\"m\",\"usage\":{\"total_tokens\":5},\"results\":[{\"index\":1,\"relevance_score\":2}]}",
		   -HUGE_VAL, 2, -HUGE_VAL, 5);
	/* a server that says it is like Cohere may answer as Voyage does */
	scores_are("cohere", "{\"data\":[{\"index\":0,\"relevance_score\":1}]}", 1, -HUGE_VAL, -HUGE_VAL, 0);
}

static void answers_that_are_none(void **state)
{
	static const char *const bad[] = {
		"",
		"{}",
		"[]",
		"{\"results\":[]}",
		"{\"results\":5}",
		"{\"results\":[{\"relevance_score\":1}]}",
		"{\"results\":[{\"index\":3,\"relevance_score\":1}]}",
		"{\"results\":[{\"index\":-1,\"relevance_score\":1}]}",
		"{\"results\":[{\"index\":0}]}",
		"{\"results\":[{\"index\":0,\"relevance_score\":\"NaN\"}]}",
		"{\"results\":[{\"index\":0,\"relevance_score\":null}]}",
		"{\"results\":[{\"index\":0,\"relevance_score\":1},{\"index\":0,\"relevance_score\":1}]}",
		"{\"results\":[{\"index\":0,\"relevance_score\":1}",
		"{\"results\":[1,2]}",
	};
	double score[3];
	int64_t tokens;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (lu__rerank_read(lu__rerank_format_find("jina"), lu_strz(bad[i]), 3, score, &tokens, &err) !=
		    LU_EFORMAT)
			fail_msg("not refused: %s", bad[i]);
}

static void rerankers_have_names(void **state)
{
	lu_rerank_config c = { .provider = "cohere" };
	lu_str doc = lu_strz("d");
	lu_reranker *r = NULL;
	double score;

	(void)state;
	assert_int_equal(lu_reranker_open(&c, &r, &err), LU_OK);
	assert_string_equal(lu_reranker_model(r), "cohere:rerank-v3.5");
	assert_int_equal(lu_reranker_ask(r, lu_strz("q"), &doc, 1, &score, &err), LU_ENET);
	assert_non_null(strstr(err.msg, "COHERE_API_KEY"));
	assert_int_equal(lu_reranker_ask(r, lu_strz("q"), NULL, 0, NULL, &err), LU_OK);
	assert_int_equal(lu_reranker_ask(r, lu_strz("q"), &doc, LU_RERANK_MAX + 1, &score, &err), LU_EUSAGE);
	lu_reranker_close(r);
	r = NULL;
	c.url = "ftp://me:hunter@localhost/v1";
	assert_int_equal(lu_reranker_open(&c, &r, &err), LU_EUSAGE);
	assert_null(strstr(err.msg, "hunter"));
	c.url = NULL;
	c.provider = "coherent";
	assert_int_equal(lu_reranker_open(&c, &r, &err), LU_EUSAGE);
	assert_non_null(strstr(err.msg, "cohere, voyage, jina"));
	c.provider = NULL;
	assert_int_equal(lu_reranker_open(&c, &r, &err), LU_EUSAGE);
	assert_null(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_of_embeddings),   cmocka_unit_test(texts_are_cut_between_characters),
		cmocka_unit_test(answers_with_vectors),     cmocka_unit_test(tokens_that_can_not_be),
		cmocka_unit_test(answers_without_vectors),  cmocka_unit_test(too_many_components),
		cmocka_unit_test(want_of_memory),           cmocka_unit_test(models_have_names),
		cmocka_unit_test(bad_settings_are_refused), cmocka_unit_test(without_a_key_nothing_is_asked),
		cmocka_unit_test(requests_of_rerankers),    cmocka_unit_test(answers_of_rerankers),
		cmocka_unit_test(answers_that_are_none),    cmocka_unit_test(rerankers_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
