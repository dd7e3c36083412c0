/* SPDX-License-Identifier: MIT
 * The cache of answers: what comes out is what went in, whatever else the bytes are is no answer, and want of memory is as
 * if nothing was kept. (What changes make of it is in tests/cli/cache.t.) */
#include "index.h"

#include "retrieve/cache.h"
#include "retrieve/result_bytes.h"

static lu_result answer(lu_store *s, const lu_cache_key *k, lu_selection *sel)
{
	lu_retriever *r;
	lu_result res;

	OK(lu_retriever_open(s, model, &r, &err));
	OK(lu_retrieve(r, k->text, k->o, &res, &err));
	if (k->select) OK(lu_choose(r, k->text, k->select, &res, sel, &err));
	lu_retriever_close(r);
	assert_true(res.n > 0);
	return res;
}

/* Equal answers have equal bytes, which begin alike where only one has a selection. */
static void equal(const lu_result *a, const lu_result *b, const lu_selection *x, const lu_selection *y)
{
	lu_buf p = LU_BUF, q = LU_BUF;

	lu__pack_result(&p, a, x);
	lu__pack_result(&q, b, y);
	assert_true(lu_str_eq(lu_buf_str(&p), lu_buf_str(&q)));
	assert_string_equal(a->strategy, b->strategy);
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		assert_true(a->v[i].score == b->v[i].score);
		assert_true(lu_str_eq(a->v[i].el.name, b->v[i].el.name));
		assert_string_equal(a->v[i].el.uuid, b->v[i].el.uuid);
		assert_memory_equal(a->v[i].feature, b->v[i].feature, sizeof a->v[i].feature);
	}
	lu_buf_free(&p);
	lu_buf_free(&q);
}

static void gives_back_what_was_kept(void **state)
{
	lu_embed_config m = { 0 };
	lu_store *s = tools("kept.db");
	lu_query_options o;
	lu_select_options choice;
	lu_cache_key k = { .text = lu_strz("hammer a nail and plugh"), .o = &o, .select = &choice };
	lu_selection sel, got_sel;
	lu_result r, got;
	lu_cache *c, *other;

	(void)state;
	lu_query_options_init(&o);
	lu_select_options_init(&choice);
	r = answer(s, &k, &sel);
	lu_cache_open(s, "one", "kb", &m, &c);
	lu_cache_open(s, "two", "kb", &m, &other);
	assert_false(lu_cache_get(c, &k, &got, &got_sel));
	lu_cache_put(c, &k, &r, &sel);
	assert_true(lu_cache_get(c, &k, &got, &got_sel));
	equal(&r, &got, &sel, &got_sel);
	assert_int_equal(got_sel.k, sel.k);
	assert_true(lu_str_eqz(got.unmatched.v[0], "plugh"));
	lu_result_free(&got);
	assert_false(lu_cache_get(other, &k, &got, &got_sel));
	k.select = NULL;
	assert_false(lu_cache_get(c, &k, &got, &got_sel));
	assert_false(lu_cache_get(NULL, &k, &got, &got_sel));
	lu_cache_put(NULL, &k, &r, NULL);
	lu_cache_close(NULL);
	lu_cache_close(c);
	lu_cache_close(other);
	lu_result_free(&r);
	lu_store_close(s);
}

static void reads_nothing_else(void **state)
{
	lu_store *s = tools("bytes.db");
	lu_query_options o;
	lu_select_options choice;
	lu_cache_key k = { .text = lu_strz("hammer the nail"), .o = &o, .select = &choice };
	lu_selection sel;
	lu_result r, got;
	lu_buf b = LU_BUF;

	(void)state;
	lu_query_options_init(&o);
	lu_select_options_init(&choice);
	r = answer(s, &k, &sel);
	lu__pack_result(&b, &r, &sel);
	for (size_t n = 0; n < b.len; n++) {
		char *cut = malloc(n ? n : 1); /* of its size, so that a sanitizer sees its end */

		assert_non_null(cut);
		memcpy(cut, b.s, n);
		assert_false(lu__unpack_result(lu_strn(cut, n), &got, &sel));
		free(cut);
	}
	lu_buf_addc(&b, 0);
	assert_false(lu__unpack_result(lu_buf_str(&b), &got, &sel));
	lu_buf_trunc(&b, b.len - 1);
	for (size_t i = 0; i < b.len; i++) { /* whatever a number says */
		b.s[i] = (char)~b.s[i];
		if (lu__unpack_result(lu_buf_str(&b), &got, &sel)) lu_result_free(&got);
		b.s[i] = (char)~b.s[i];
	}
	assert_true(lu__unpack_result(lu_buf_str(&b), &got, &sel));
	lu_result_free(&got);
	lu_result_free(&r);
	lu_buf_free(&b);
	lu_store_close(s);
}

static lu_code keep_and_ask(lu_store *s, const lu_cache_key *k, const lu_result *r)
{
	lu_embed_config m = { 0 };
	lu_result got = { 0 };
	lu_cache *c;
	bool found;

	lu_cache_open(s, "one", "kb", &m, &c);
	lu_cache_put(c, k, r, NULL);
	found = lu_cache_get(c, k, &got, NULL);
	if (found) {
		long left = test_allocs_left;

		test_allocs_left = -1;
		equal(r, &got, NULL, NULL);
		test_allocs_left = left;
		lu_result_free(&got);
	}
	lu_cache_close(c);
	return found ? LU_OK : LU_ENOMEM;
}

static void is_nothing_without_memory(void **state)
{
	lu_store *s = tools("memory.db");
	lu_query_options o;
	lu_cache_key k = { .text = lu_strz("hammer the nail"), .o = &o };
	lu_result r;
	lu_code rc;

	(void)state;
	lu_query_options_init(&o);
	r = answer(s, &k, NULL);
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = keep_and_ask(s, &k, &r));
	lu_result_free(&r);
	lu_store_close(s);
}

/* A text that takes several slots, for the very question, whatever it was made with, and tenant. */
static void keeps_texts(void **state)
{
	lu_store *s = tools("texts.db");
	lu_embed_config m = { 0 };
	lu_query_options o;
	lu_cache_key k = { .text = lu_strz("hammer the nail"), .o = &o };
	lu_str with = lu_strz("model m, compact"), text;
	lu_buf long_text = LU_BUF, got = LU_BUF;
	lu_cache *c, *other;
	FILE *f;

	(void)state;
	lu_query_options_init(&o);
	lu_cache_open(s, "one", "kb", &m, &c);
	lu_cache_open(s, "two", "kb", &m, &other);
	for (int i = 0; i < 20000; i++) lu_buf_addf(&long_text, "%d ", i);
	text = lu_buf_str(&long_text);
	assert_false(lu_cache_get_text(c, &k, with, &got));
	lu_cache_put_text(c, &k, with, text);
	assert_true(lu_cache_get_text(c, &k, with, &got));
	assert_true(lu_str_eq(lu_buf_str(&got), text));
	assert_false(lu_cache_get_text(c, &k, lu_strz("model n, compact"), &got));
	assert_false(lu_cache_get_text(other, &k, with, &got));
	k.whole = true;
	assert_false(lu_cache_get_text(c, &k, with, &got));
	lu_cache_put_text(c, &k, with, lu_strz(""));
	assert_true(lu_cache_get_text(c, &k, with, &got));
	assert_int_equal(got.len, 0);
	k.whole = false;
	/* one piece of another text of that length */
	f = fopen(in_top("texts.db-cache"), "r+");
	assert_non_null(f);
	for (long at = 32768 + 1000; fseek(f, at, SEEK_SET) == 0 && fgetc(f) != EOF; at += 32768) {
		fseek(f, at, SEEK_SET);
		fputc('#', f);
	}
	assert_int_equal(fclose(f), 0);
	assert_false(lu_cache_get_text(c, &k, with, &got));
	/* too long to be kept */
	while (long_text.len < 700000) lu_buf_addf(&long_text, "%zu ", long_text.len);
	lu_cache_put_text(c, &k, with, lu_buf_str(&long_text));
	assert_false(lu_cache_get_text(c, &k, with, &got));
	assert_false(lu_cache_get_text(NULL, &k, with, &got));
	lu_cache_put_text(NULL, &k, with, lu_strz("x"));
	lu_cache_close(c);
	lu_cache_close(other);
	lu_buf_free(&long_text);
	lu_buf_free(&got);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_back_what_was_kept),
		cmocka_unit_test(reads_nothing_else),
		cmocka_unit_test(is_nothing_without_memory),
		cmocka_unit_test(keeps_texts),
	};

	return cmocka_run_group_tests_name("cache", tests, make_top, clear_top);
}
