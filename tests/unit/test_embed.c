/* SPDX-License-Identifier: MIT
 * Embeddings: the registry, the recipe, the built-in provider, the token-vector table. */
#include "test.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "embed/provider.h"
#include "embed/endings.h"
#include "embed/token_table.h"
#include "core/file.h"

#define TABLE "test_embed.table"

static lu_element element(const char *name, const char *doc, const char *code)
{
	lu_element el = { .ordinal = 1, .size = -1 };

	el.type = lu_strz("function");
	el.name = lu_strz(name);
	el.file_path = lu_strz("src/reader.py");
	el.docstring = lu_strz(doc);
	el.code = lu_strz(code);
	return el;
}

static double dot(const float *a, const float *b, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) sum += (double)a[i] * b[i];
	return sum;
}

static lu_embedder *open_builtin(const char *table)
{
	lu_embed_config c = { .table = table };
	lu_embedder *m = NULL;

	assert_int_equal(lu_embedder_open(&c, &m, NULL), LU_OK);
	return m;
}

/* ---- registry and recipe ---- */

static void providers_are_found_by_name(void **state)
{
	lu_embed_config c = { .provider = "builtin" }, bad = { .provider = "nosuch" },
			no_table = { .table = "/nonexistent/t" };
	lu_embedder *m = NULL;
	lu_err e;

	(void)state;
	assert_int_equal(lu_embedder_open(&c, &m, &e), LU_OK);
	assert_int_equal(strncmp(lu_embedder_model(m), "builtin-2-", 10), 0);
	assert_int_equal(strlen(lu_embedder_model(m)), strlen("builtin-2-01234567"));
	assert_int_equal(lu_embedder_dim(m), 256);
	lu_embedder_close(m);
	lu_embedder_close(NULL);
	m = NULL;
	assert_int_equal(lu_embedder_open(&bad, &m, &e), LU_EUSAGE);
	assert_non_null(strstr(e.msg, "'nosuch'"));
	assert_non_null(strstr(e.msg, "builtin"));
	assert_int_equal(lu_embedder_open(&no_table, &m, &e), LU_EIO);
	assert_non_null(strstr(e.msg, "'/nonexistent/t'"));
	assert_null(m);
}

static void text_has_labelled_lines(void **state)
{
	lu_element el = element("pkg.load", "Loads.", "def load(p): pass");
	lu_param p[2] = { { lu_strz("p"), lu_strz("str"), lu_strn("", 0) },
			  { lu_strz("n"), lu_strn("", 0), lu_strz("1") } };
	lu_call calls[2] = { { lu_strz("open"), lu_strn("", 0), 1, 1 }, { lu_strz("os.stat"), lu_strn("", 0), 2, 1 } };
	lu_str deps[1] = { lu_strz("os") };
	lu_buf out = LU_BUF;

	(void)state;
	el.is_async = true;
	el.parameters.v = p;
	el.parameters.n = 2;
	el.calls.v = calls;
	el.calls.n = 2;
	el.dependencies = (lu_strs){ deps, 1 };
	el.return_type = lu_strz("bytes");
	lu_element_text(&el, &out);
	assert_string_equal(out.s, "name: pkg.load\ntype: function\nfile: src/reader.py\nasync: yes\n"
				   "docstring: Loads.\ncode: def load(p): pass\nparameters: p: str, n = 1\n"
				   "return type: bytes\ndependencies: os\ncalls: open, os.stat\n");
	lu_buf_free(&out);
}

static void hash_sees_every_field(void **state)
{
	lu_element base = element("a.b", "doc", "code"), el;
	lu_str one[1] = { lu_strz("x") };
	lu_strs list = { one, 1 };
	lu_param p[1] = { { lu_strz("x"), lu_strn("", 0), lu_strn("", 0) } };
	lu_call c[1] = { { lu_strz("x"), lu_strn("", 0), 1, 1 } };
	uint64_t h[32], n = 0;

	(void)state;
#define CHANGE(what) (el = base, what, h[n++] = lu_element_text_hash(&el))
	CHANGE((void)0);
	CHANGE(el.name = lu_strz("a.c"));
	CHANGE(el.type = lu_strz("class"));
	CHANGE(el.file_path = lu_strz("z.py"));
	CHANGE(el.is_async = true);
	CHANGE(el.docstring = lu_strz("dox"));
	CHANGE(el.explanation = lu_strz("x"));
	CHANGE(el.code = lu_strz("codes"));
	CHANGE(el.signature = lu_strz("x"));
	CHANGE(el.return_type = lu_strz("x"));
	CHANGE(el.decorators = list);
	CHANGE(el.dependencies = list);
	CHANGE(el.base_classes = list);
	CHANGE(el.methods = list);
	CHANGE(el.assignments = list);
	CHANGE((el.parameters.v = p, el.parameters.n = 1));
	CHANGE((el.calls.v = c, el.calls.n = 1));
	CHANGE((el.docstring = lu_strz("docc"), el.code = lu_strz("ode")));
#undef CHANGE
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++) assert_true(h[i] != h[j]);
	/* what no vector depends on */
	el = base;
	el.start_line = 9;
	el.size = 4;
	assert_true(lu_element_text_hash(&el) == h[0]);
}

/* ---- the built-in provider ---- */

static void vectors_are_unit_or_zero(void **state)
{
	lu_embedder *m = open_builtin(NULL);
	lu_element els[3] = { element("a.read_file", "Read a file.", "def read_file(): ..."), element("", "", ""),
			      element("a.parse", "", "") };
	float v[3 * 256], q[256];

	(void)state;
	els[1].file_path = lu_strn(NULL, 0);
	assert_int_equal(lu_embed_elements(m, els, 3, v, NULL), LU_OK);
	assert_float_equal(dot(v, v, 256), 1, 1e-5);
	assert_true(dot(v + 256, v + 256, 256) == 0);
	assert_float_equal(dot(v + 512, v + 512, 256), 1, 1e-5);
	assert_int_equal(lu_embed_query(m, lu_strz("read files"), NULL, NULL, q, NULL), LU_OK);
	assert_float_equal(dot(q, q, 256), 1, 1e-5);
	assert_true(dot(q, v, 256) > dot(q, v + 512, 256) + 0.2);
	assert_int_equal(lu_embed_query(m, lu_strz("what is the"), NULL, NULL, q, NULL), LU_OK);
	assert_true(dot(q, q, 256) == 0);
	assert_int_equal(lu_embed_query(m, lu_strn(NULL, 0), NULL, NULL, q, NULL), LU_OK);
	assert_true(dot(q, q, 256) == 0);
	lu_embedder_close(m);
}

static void vector_depends_on_the_element_alone(void **state)
{
	lu_embedder *m = open_builtin(NULL), *other = open_builtin(NULL);
	lu_buf big = LU_BUF;
	lu_element els[3];
	float v[3 * 256], w[256];

	(void)state;
	for (int i = 0; i < 3000; i++) lu_buf_addf(&big, "token%d_x ", i);
	els[0] = element("a.first", "one", "code of the first");
	els[1] = element("a.big", "", big.s);
	els[2] = element("a.third", "three", "code of the third");
	assert_int_equal(lu_embed_elements(m, els, 3, v, NULL), LU_OK);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(lu_embed_elements(other, &els[i], 1, w, NULL), LU_OK);
		assert_memory_equal(w, v + i * 256, sizeof w);
	}
	lu_buf_free(&big);
	lu_embedder_close(m);
	lu_embedder_close(other);
}

static double similarity(lu_embedder *m, const char *a, const char *b)
{
	float v[256], w[256];

	assert_int_equal(lu_embed_query(m, lu_strz(a), NULL, NULL, v, NULL), LU_OK);
	assert_int_equal(lu_embed_query(m, lu_strz(b), NULL, NULL, w, NULL), LU_OK);
	return dot(v, w, 256);
}

static void forms_of_a_word_are_near(void **state)
{
	lu_embedder *m = open_builtin(NULL);

	(void)state;
	assert_float_equal(similarity(m, "embedding", "EMBEDDING"), 1, 1e-5);
	assert_true(similarity(m, "embedding", "embeddings") > 0.4);
	assert_true(similarity(m, "embed", "embeddings") > 0.4);
	assert_true(similarity(m, "queries", "query") > 0.2);
	assert_true(fabs(similarity(m, "embedding", "database")) < 0.25);
	lu_embedder_close(m);
}

static void stems(void **state)
{
	static const char *const same[][3] = {
		{ "embedding", "embeddings", "embedded" },
		{ "query", "queries", "querying" },
		{ "generate", "generator", "generation" },
		{ "parse", "parser", "parsing" },
		{ "index", "indexes", "indexed" },
		{ "class", "classes", "class" },
		{ "file", "files", "file" },
		{ "run", "running", "runner" },
		{ "implement", "implementation", "implements" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		for (int k = 1; k < 3; k++)
			assert_true(lu_str_eq(lu__stem(lu_strz(same[i][0])), lu__stem(lu_strz(same[i][k]))));
	assert_true(lu_str_eqz(lu__stem(lu_strz("ed")), "ed"));
	assert_int_equal(lu__stem(lu_strn("", 0)).n, 0);
}

static bool df_of(void *ctx, lu_str token, int64_t *df, int64_t *total)
{
	++*(int *)ctx;
	*total = 1000;
	*df = lu_str_eqz(token, "common") ? 900 : lu_str_eqz(token, "rare") ? 1 : 0;
	return !lu_str_eqz(token, "unknown");
}

static bool df_absurd(void *ctx, lu_str token, int64_t *df, int64_t *total)
{
	(void)ctx;
	*df = token.n & 1 ? -5 : INT64_MAX;
	*total = -1;
	return true;
}

static void idf_weighs_the_query(void **state)
{
	lu_embedder *m = open_builtin(NULL);
	float both[256], common[256], rare[256];
	int calls = 0;

	(void)state;
	assert_int_equal(lu_embed_query(m, lu_strz("common rare"), df_of, &calls, both, NULL), LU_OK);
	assert_int_equal(calls, 2);
	assert_int_equal(lu_embed_query(m, lu_strz("common"), df_of, &calls, common, NULL), LU_OK);
	assert_int_equal(lu_embed_query(m, lu_strz("rare"), df_of, &calls, rare, NULL), LU_OK);
	assert_float_equal(dot(common, common, 256), 1, 1e-5);
	assert_true(dot(both, rare, 256) > 0.9);
	assert_true(dot(both, common, 256) < 0.5);
	/* a word that the corpus lacks, and one of which nothing is known, still have a vector */
	assert_int_equal(lu_embed_query(m, lu_strz("missing"), df_of, &calls, both, NULL), LU_OK);
	assert_float_equal(dot(both, both, 256), 1, 1e-5);
	assert_int_equal(lu_embed_query(m, lu_strz("unknown"), df_of, &calls, both, NULL), LU_OK);
	assert_float_equal(dot(both, both, 256), 1, 1e-5);
	assert_int_equal(lu_embed_query(m, lu_strz("odd even"), df_absurd, NULL, both, NULL), LU_OK);
	for (int i = 0; i < 256; i++) assert_true(isfinite(both[i]));
	lu_embedder_close(m);
}

static void *embed_often(void *arg)
{
	static const char *const text[] = { "alpha beta", "gammaDelta epsilon" };
	lu_element els[2] = { element("x.alpha", text[0], text[1]), element("y.beta", text[1], text[0]) };
	float first[512], v[512];

	if (lu_embed_elements(arg, els, 2, first, NULL)) return arg;
	for (int i = 0; i < 200; i++)
		if (lu_embed_elements(arg, els, 2, v, NULL) || memcmp(v, first, sizeof v)) return arg;
	return NULL;
}

static void threads_may_share_an_embedder(void **state)
{
	lu_embedder *m = open_builtin(NULL);
	pthread_t t[4];
	void *failed;

	(void)state;
	for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&t[i], NULL, embed_often, m), 0);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(pthread_join(t[i], &failed), 0);
		assert_null(failed);
	}
	lu_embedder_close(m);
}

static void static_weights(void **state)
{
	(void)state;
	assert_true(lu_token_worth(lu_strz("the"), LU_TOKEN_WORD) == 0);
	assert_true(lu_token_worth(lu_strn(NULL, 0), LU_TOKEN_WORD) == 0);
	assert_true(lu_token_worth(lu_strz("parser"), LU_TOKEN_WORD) == 1);
	assert_true(lu_token_worth(lu_strz("abstract"), LU_TOKEN_WORD) < 1);   /* first of the list, */
	assert_true(lu_token_worth(lu_strz("yield"), LU_TOKEN_WORD) < 1);      /* last, */
	assert_true(lu_token_worth(lu_strz("implements"), LU_TOKEN_WORD) < 1); /* and longest */
	assert_true(lu_token_worth(lu_strz("implement"), LU_TOKEN_WORD) == 1);
	assert_true(lu_token_worth(lu_strz("implementss"), LU_TOKEN_WORD) == 1);
	assert_true(lu_token_worth(lu_strz("instanceof"), LU_TOKEN_WORD) < 1);
	assert_true(lu_token_worth(lu_strz("instance"), LU_TOKEN_WORD) == 1);
	assert_true(lu_token_worth(lu_strz("4711"), LU_TOKEN_WORD) < 1);
	assert_true(lu_token_worth(lu_strz("x"), LU_TOKEN_PART) < 1);
	assert_true(lu_token_worth(lu_strz("get_user"), LU_TOKEN_WHOLE) < 1);
}

static void allocation_failures_are_reported(void **state)
{
	lu_embed_config c = { 0 }, bad = { .provider = "nosuch" };
	lu_element el = element("a.read_file", "Read a file.", "def read_file(): ...");
	lu_buf big = LU_BUF;
	lu_code rc;
	float v[256];

	(void)state;
	for (int i = 0; i < 900; i++) lu_buf_addf(&big, "t%dx ", i);
	el.code = lu_buf_str(&big);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_embedder *m = NULL;

		rc = lu_embedder_open(&c, &m, NULL);
		if (!rc) rc = lu_embed_elements(m, &el, 1, v, NULL);
		if (!rc) rc = lu_embed_query(m, lu_strz("a query"), NULL, NULL, v, NULL);
		lu_embedder_close(m);
	});
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_embedder *m = NULL;

		rc = lu_embedder_open(&bad, &m, NULL);
		if (rc == LU_EUSAGE) rc = LU_OK;
	});
	lu_buf_free(&big);
}

/* ---- the table ---- */

enum { DIM = 5, TOKENS = 100 };

/* Write a table of TOKENS tokens t0, t1 ... */
static void write_table(void)
{
	static char name[TOKENS][16];
	static float v[TOKENS][DIM];
	lu_table_entry entry[TOKENS];

	for (int i = 0; i < TOKENS; i++) {
		snprintf(name[i], sizeof name[i], "t%d", i);
		for (int d = 0; d < DIM; d++) v[i][d] = (float)((i * 7 + d * 13) % 11) - 5;
		entry[i] = (lu_table_entry){ lu_strz(name[i]), v[i], 2, 0.5f };
	}
	assert_int_equal(lu_table_write(TABLE, entry, TOKENS, DIM, NULL), LU_OK);
}

static void tables_come_back_as_written(void **state)
{
	lu_table *t = NULL;
	lu_buf first = LU_BUF, second = LU_BUF;
	char name[16];

	(void)state;
	write_table();
	assert_int_equal(lu_file_read(TABLE, 1 << 20, &first, NULL), LU_OK);
	write_table();
	assert_int_equal(lu_file_read(TABLE, 1 << 20, &second, NULL), LU_OK);
	assert_true(lu_str_eq(lu_buf_str(&first), lu_buf_str(&second)));
	assert_int_equal(lu_table_open(TABLE, &t, NULL), LU_OK);
	assert_int_equal(lu_table_dim(t), DIM);
	assert_int_equal(lu_table_count(t), TOKENS);
	for (int i = 0; i < TOKENS; i++) {
		float scale, code, query;
		const int8_t *row;

		snprintf(name, sizeof name, "t%d", i);
		assert_int_equal(lu_table_find(t, lu_strz(name)), i);
		row = lu_table_row(t, i, &scale, &code, &query);
		for (int d = 0; d < DIM; d++)
			assert_float_equal(row[d] * scale, (float)((i * 7 + d * 13) % 11) - 5, 0.03);
		assert_true(code == 2 && query == 0.5f);
	}
	assert_int_equal(lu_table_find(t, lu_strz("t")), -1);
	assert_int_equal(lu_table_find(t, lu_strz("t100")), -1);
	assert_int_equal(lu_table_find(t, lu_strn(NULL, 0)), -1);
	lu_table_close(t);
	lu_table_close(NULL);
	lu_buf_free(&first);
	lu_buf_free(&second);
	unlink(TABLE);
}

static void an_empty_table_is_valid(void **state)
{
	lu_table *t = NULL;
	lu_embedder *m;

	(void)state;
	assert_int_equal(lu_table_write(TABLE, NULL, 0, 256, NULL), LU_OK);
	assert_int_equal(lu_table_open(TABLE, &t, NULL), LU_OK);
	assert_int_equal(lu_table_count(t), 0);
	assert_int_equal(lu_table_find(t, lu_strz("x")), -1);
	lu_table_expect(t, &(uint32_t){ 7 }, 1, 24);
	lu_table_close(t);
	m = open_builtin(TABLE);
	assert_string_equal(lu_embedder_model(m), "builtin-2"); /* the vectors are the same */
	lu_embedder_close(m);
	unlink(TABLE);
}

static void bad_input_is_not_written(void **state)
{
	float v[1] = { 1 }, nan[1] = { NAN };
	lu_table_entry twice[2] = { { lu_strz("a"), v, 1, 1 }, { lu_strz("a"), v, 1, 1 } };
	lu_table_entry bad[1] = { { lu_strz("b"), nan, 1, 1 } }, weight[1] = { { lu_strz("c"), v, INFINITY, 1 } };
	lu_err e;

	(void)state;
	assert_int_equal(lu_table_write(TABLE, twice, 2, 1, &e), LU_EFORMAT);
	assert_non_null(strstr(e.msg, "'a'"));
	assert_int_equal(lu_table_write(TABLE, bad, 1, 1, &e), LU_EFORMAT);
	assert_int_equal(lu_table_write(TABLE, weight, 1, 1, &e), LU_EFORMAT);
	assert_int_equal(lu_table_write(TABLE, twice, 1, 0, &e), LU_EUSAGE);
	assert_int_equal(lu_table_write(TABLE, twice, 1, 4097, &e), LU_EUSAGE);
	assert_false(lu_file_exists(TABLE));
	assert_int_equal(lu_table_write("/nonexistent/t", twice, 1, 1, &e), LU_EIO);
}

static void save(const char *p, size_t n)
{
	FILE *f = fopen(TABLE, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(p, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

/* Opening must fail, with a message that names the file and says `why`. */
static void check_refused(const char *p, size_t n, const char *why)
{
	lu_table *t = NULL;
	lu_err e = { 0 };

	save(p, n);
	assert_int_equal(lu_table_open(TABLE, &t, &e), LU_EFORMAT);
	assert_null(t);
	assert_non_null(strstr(e.msg, TABLE));
	if (!strstr(e.msg, why)) fail_msg("expected '%s' in: %s", why, e.msg);
}

/* Change 4 bytes at `at` of the image, make the checksum right again, and see the table refused. */
static void check_patched(const char *image, size_t n, size_t at, uint32_t to, const char *why)
{
	char *p = malloc(n);
	uint64_t sum;

	assert_non_null(p);
	memcpy(p, image, n);
	memcpy(p + at, &to, 4);
	sum = lu__table_sum(p + sizeof(lu__table_head), n - sizeof(lu__table_head));
	memcpy(p + offsetof(lu__table_head, check), &sum, sizeof sum);
	check_refused(p, n, why);
	free(p);
}

static void damaged_tables_are_refused(void **state)
{
	lu_buf b = LU_BUF;
	size_t offsets = sizeof(lu__table_head) + 4 * 256, scales = offsets + 4 * (TOKENS + 1);

	(void)state;
	write_table();
	assert_int_equal(lu_file_read(TABLE, 1 << 20, &b, NULL), LU_OK);
	for (size_t n = 0; n < b.len; n += n < 64 ? 1 : 37) check_refused(b.s, n, n < 40 ? "too short" : "truncated");
	lu_buf_addc(&b, 'x');
	check_refused(b.s, b.len, "longer");
	lu_buf_trunc(&b, b.len - 1);
	for (size_t i = sizeof(lu__table_head); i < b.len; i += 29) {
		b.s[i] ^= 0x10;
		check_refused(b.s, b.len, "checksum");
		b.s[i] ^= 0x10;
	}
	check_patched(b.s, b.len, 0, 0, "not a token-vector table");
	check_patched(b.s, b.len, offsetof(lu__table_head, version), 2, "version");
	check_patched(b.s, b.len, offsetof(lu__table_head, dim), 0, "dimension");
	check_patched(b.s, b.len, offsetof(lu__table_head, dim), 4097, "dimension");
	check_patched(b.s, b.len, offsetof(lu__table_head, count), UINT32_MAX, "too many");
	check_patched(b.s, b.len, offsetof(lu__table_head, count), 256, "hash table");
	check_patched(b.s, b.len, offsetof(lu__table_head, slots), 255, "hash table");
	check_patched(b.s, b.len, offsetof(lu__table_head, slots), 1u << 31, "truncated");
	check_patched(b.s, b.len, offsetof(lu__table_head, text_bytes) + 4, UINT32_MAX, "truncated");
	check_patched(b.s, b.len, sizeof(lu__table_head), TOKENS + 1, "slot");
	check_patched(b.s, b.len, offsets, 1, "offsets");
	check_patched(b.s, b.len, offsets + 4, 5000, "offsets");
	check_patched(b.s, b.len, offsets + 4 * TOKENS, 5000, "offsets");
	check_patched(b.s, b.len, scales, 0x7fc00000, "not finite");
	for (size_t i = 0; i < 256; i++) {
		uint32_t slot;

		memcpy(&slot, b.s + sizeof(lu__table_head) + 4 * i, 4);
		check_patched(b.s, b.len, sizeof(lu__table_head) + 4 * i, slot ? 0 : 1, "slots differ");
	}
	lu_buf_free(&b);
	unlink(TABLE);
}

static void a_table_gives_its_vectors(void **state)
{
	static float near_a[256], near_b[256];
	lu_table_entry entry[3] = { { lu_strz("car"), near_a, 1, 1 },
				    { lu_strz("automobile"), near_a, 1, 1 },
				    { lu_strz("tree"), near_b, 1, 1 } };
	lu_embedder *m;

	(void)state;
	near_a[3] = near_b[200] = 1;
	assert_int_equal(lu_table_write(TABLE, entry, 3, 256, NULL), LU_OK);
	m = open_builtin(TABLE);
	assert_true(strlen(lu_embedder_model(m)) == strlen("builtin-2-01234567"));
	assert_float_equal(similarity(m, "car", "automobile"), 1, 1e-4);
	assert_float_equal(similarity(m, "car", "tree"), 0, 1e-4);
	assert_true(fabs(similarity(m, "car", "banana")) < 0.5); /* hashed */
	lu_embedder_close(m);
	unlink(TABLE);
}

/* A row of two words counts in a query when they stand side by side, plain, and neither way round. */
static void two_words_may_have_a_row(void **state)
{
	static float v[256];
	static const struct {
		const char *query;
		bool near;
	} cases[] = { { "give up", true },
		      { "we Give  up!", true },
		      { "up give", false },
		      { "give it up", false },
		      { "giveAny up", false } };
	lu_table_entry entry[1] = { { lu_strz("give_up"), v, 1, 1 } };
	float out[256];
	lu_embedder *m;

	(void)state;
	v[7] = 1;
	assert_int_equal(lu_table_write(TABLE, entry, 1, 256, NULL), LU_OK);
	m = open_builtin(TABLE);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(lu_embed_query(m, lu_strz(cases[i].query), NULL, NULL, out, NULL), LU_OK);
		if ((out[7] > 0.5) != cases[i].near) fail_msg("'%s': %f", cases[i].query, (double)out[7]);
	}
	lu_embedder_close(m);
	unlink(TABLE);
}

/* The table of the program passes all that a file must pass, and knows what words mean. */
static void the_built_in_table_is_whole(void **state)
{
	lu_table *t = NULL;
	lu_embedder *m = open_builtin(NULL);
	size_t size = (size_t)(lu__model_end - lu__model);

	(void)state;
	assert_int_equal(lu_table_builtin(&t, NULL), LU_OK);
	assert_int_equal(lu_table_dim(t), 256);
	assert_true(lu_table_count(t) > 30000);
	assert_true(lu_table_find(t, lu_strz("timeout")) >= 0);
	assert_int_equal(lu_table_find(t, lu_strz("no such token")), -1);
	for (uint32_t hash = 0; hash < 1 << 20; hash += 64) lu_table_expect(t, &hash, 1, 24);
	lu_table_expect(t, &(uint32_t){ 7 }, 1, 3);
	lu_table_close(t);
	assert_true(similarity(m, "password", "credentials") > similarity(m, "password", "matrix") + 0.1);
	assert_true(similarity(m, "delete", "remove") > similarity(m, "delete", "parse") + 0.1);
	lu_embedder_close(m);
	assert_true(size <= 12000000);
	save(lu__model, size);
	assert_int_equal(lu_table_open(TABLE, &t, NULL), LU_OK);
	lu_table_close(t);
	unlink(TABLE);
}

static void table_allocation_failures_are_reported(void **state)
{
	float v[1] = { 1 };
	lu_table_entry entry[1] = { { lu_strz("a"), v, 1, 1 } };
	lu_embed_config c = { .table = TABLE };
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = lu_table_write(TABLE, entry, 1, 1, NULL));
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_embedder *m = NULL;

		rc = lu_embedder_open(&c, &m, NULL);
		lu_embedder_close(m);
	});
	unlink(TABLE);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(providers_are_found_by_name),
		cmocka_unit_test(text_has_labelled_lines),
		cmocka_unit_test(hash_sees_every_field),
		cmocka_unit_test(vectors_are_unit_or_zero),
		cmocka_unit_test(vector_depends_on_the_element_alone),
		cmocka_unit_test(forms_of_a_word_are_near),
		cmocka_unit_test(stems),
		cmocka_unit_test(idf_weighs_the_query),
		cmocka_unit_test(threads_may_share_an_embedder),
		cmocka_unit_test(static_weights),
		cmocka_unit_test(allocation_failures_are_reported),
		cmocka_unit_test(tables_come_back_as_written),
		cmocka_unit_test(an_empty_table_is_valid),
		cmocka_unit_test(bad_input_is_not_written),
		cmocka_unit_test(damaged_tables_are_refused),
		cmocka_unit_test(a_table_gives_its_vectors),
		cmocka_unit_test(two_words_may_have_a_row),
		cmocka_unit_test(the_built_in_table_is_whole),
		cmocka_unit_test(table_allocation_failures_are_reported),
	};
	char dir[] = "/tmp/lucus-test-XXXXXX";
	int failed;

	if (!mkdtemp(dir) || chdir(dir)) return 1;
	failed = cmocka_run_group_tests_name("embed", tests, NULL, NULL);
	unlink(TABLE);
	rmdir(dir);
	return failed;
}
