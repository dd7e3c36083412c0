/* SPDX-License-Identifier: MIT
 * What a model is shown of an element, and what is kept of its answer. */
#include <stdio.h>
#include <stdlib.h>

#include "explain/explain.h"
#include "index/explained.h"
#include "test.h"

static lu_err e;

/* ---- what comes back ---- */

static void cleans(const char *text, bool cut, const char *want)
{
	lu_arena a = { 0 };
	lu_str out;

	assert_int_equal(lu_explanation_clean(lu_strz(text), cut, &a, &out, &e), LU_OK);
	if (!lu_str_eqz(out, want)) fail_msg("'%s' gives '%.*s', not '%s'", text, LU_FMT(out), want);
	lu_arena_free(&a);
}

static void test_clean(void **state)
{
	(void)state;
	cleans("", false, "");
	cleans(" \n\t\r\n ", false, "");
	cleans("  It  adds.\tIt\r\nends.\n\n\nSo. ", false, "It adds. It\nends.\nSo.");
	cleans("a\033[31mb\x7f"
	       "c\b\b",
	       false, "a [31mb c");
	cleans("\xc2\x9b"
	       "2J is C1",
	       false, "2J is C1");
	cleans("ab \xe2\x80\xae cd\xe2\x81\xa6 ef\xe2\x80\x8b.", false, "ab cd ef .");
	cleans("tag \xf3\xa0\x81\xa1 end", false, "tag end");
	cleans("gr\xc3\xbc\xc3\x9f \xe2\x80\x93 \xe6\x97\xa5 stay", false,
	       "gr\xc3\xbc\xc3\x9f \xe2\x80\x93 \xe6\x97\xa5 stay");
	cleans("One. Two is not do", true, "One.");
	cleans("v1.5 has no end of a sen", true, "v1.5 has no end of a sen");
	cleans("Whole. Yes", false, "Whole. Yes");
}

static void test_length(void **state)
{
	lu_arena a = { 0 };
	lu_buf b = LU_BUF;
	lu_str out;

	(void)state;
	while (b.len < 3 * LU_EXPLANATION_MAX) lu_buf_adds(&b, "Many words, not all. ");
	assert_int_equal(lu_explanation_clean(lu_buf_str(&b), false, &a, &out, &e), LU_OK);
	assert_true(out.n <= LU_EXPLANATION_MAX && out.n > LU_EXPLANATION_MAX - 30);
	assert_true(lu_str_ends(out, "not all."));
	lu_buf_reset(&b);
	while (b.len < 3 * LU_EXPLANATION_MAX) lu_buf_adds(&b, "\xe6\x97\xa5");
	assert_int_equal(lu_explanation_clean(lu_buf_str(&b), false, &a, &out, &e), LU_OK);
	assert_true(out.n <= LU_EXPLANATION_MAX && out.n % 3 == 0 && out.n > LU_EXPLANATION_MAX - 4);
	lu_buf_free(&b);
	lu_arena_free(&a);
}

/* ---- what is shown ---- */

enum { N = 4 };

/* A module, a class in it, two methods in that. `line` is where the class begins. */
static void make(lu_stored v[N], const char *path, uint32_t line, const char *first, const char *second, lu_buf *code)
{
	static const char *const type[] = { "module", "class", "method", "method" };
	static const char *const name[] = { "m", "m.C", "m.C.f", "m.C.g" };
	static const char *const sign[] = { "", "class C", "def f(self)", "def g(self)" };
	size_t at;

	lu_buf_reset(code);
	lu_buf_addf(code, "class C:\n    x = 1\n%s%s", first, second);
	memset(v, 0, N * sizeof *v);
	for (size_t i = 0; i < N; i++) {
		v[i].el = (lu_element){ .type = lu_strz(type[i]),
					.name = lu_strz(name[i]),
					.signature = lu_strz(sign[i]),
					.file_path = lu_strz(path),
					.language = lu_strz("python"),
					.ordinal = 1,
					.code = lu_buf_str(code),
					.start_line = i ? line : 1,
					.end_line = line + 5 };
		assert_int_equal(lu_element_set_id(&v[i].el, &e), LU_OK);
		if (i) v[i].el.parent = lu_strz(v[i == 1 ? 0 : 1].el.id);
	}
	at = strlen("class C:\n    x = 1\n");
	v[2].el.code = lu_strn(code->s + at, strlen(first));
	v[3].el.code = lu_strn(code->s + at + strlen(first), strlen(second));
	v[2].el.start_line = line + 2;
	v[2].el.end_line = line + 3;
	v[3].el.start_line = line + 4;
}

static void show(const char *path, uint32_t line, const char *first, const char *second, size_t i, lu_buf *out,
		 char key[LU_SHA256_HEX])
{
	lu_buf code = LU_BUF;
	lu_stored v[N];

	make(v, path, line, first, second, &code);
	lu_explained_sort(v, N);
	assert_int_equal(lu_explained_text(v, N, i, out, key, &e), LU_OK);
	lu_buf_free(&code);
}

#define F  "    def f(self):\n        return 1\n"
#define G  "    def g(self):\n        return 2\n"
#define G2 "    def g(self):\n        return 3\n"

static void test_text(void **state)
{
	char key[LU_SHA256_HEX], again[LU_SHA256_HEX];
	lu_buf out = LU_BUF;

	(void)state;
	show("a.py", 1, F, G, 1, &out, key);
	assert_string_equal(out.s,
			    "type: class\nname: m.C\nlanguage: python\nsignature: class C\ncode:\nclass C:\n    x = 1\n"
			    "it holds:\n- def f(self)\n- def g(self)\n");
	show("a.py", 1, F, G2, 1, &out, again);
	assert_string_equal(key, again); /* an edit in a method is none of the class */
	show("b/c.py", 77, F, G, 1, &out, again);
	assert_string_equal(key, again); /* nor is its place */
	show("a.py", 1, F, G, 3, &out, key);
	assert_non_null(strstr(out.s, G));
	show("a.py", 1, F, G2, 3, &out, again);
	assert_string_not_equal(key, again);
	lu_buf_free(&out);
}

static void test_cut(void **state)
{
	char key[LU_SHA256_HEX], again[LU_SHA256_HEX];
	lu_buf out = LU_BUF, body = LU_BUF;

	(void)state;
	while (body.len < 200000) lu_buf_adds(&body, "        \xe6\x97\xa5 = line\n");
	show("a.py", 1, body.s, G, 2, &out, key);
	assert_true(out.len < 13000 && out.len > 11000);
	assert_true(lu_str_ends(lu_buf_str(&out), "\xe6\x97\xa5 = line\n[cut]\n"));
	body.s[body.len - 2] = 'x'; /* beyond what is shown, and yet another content */
	show("a.py", 1, body.s, G, 2, &out, again);
	assert_string_not_equal(key, again);
	lu_buf_reset(&body);
	while (body.len < 200000) lu_buf_adds(&body, "\xe6\x97\xa5");
	show("a.py", 1, body.s, G, 2, &out, key);
	assert_true(lu_str_ends(lu_buf_str(&out), "\xe6\x97\xa5\n[cut]\n"));
	lu_buf_free(&body);
	lu_buf_free(&out);
}

static void test_memory(void **state)
{
	(void)state;
	for (int left = 0, done = 0; !done; left++) {
		char key[LU_SHA256_HEX];
		lu_buf out = LU_BUF, code = LU_BUF;
		lu_arena a = { 0 };
		lu_stored v[N];
		lu_str text;
		lu_code rc;

		make(v, "a.py", 1, F, G, &code);
		lu_explained_sort(v, N);
		assert_true(left < 1000);
		test_allocs_left = left;
		rc = lu_explained_text(v, N, 1, &out, key, &e);
		if (!rc) rc = lu_explanation_clean(lu_strz("It is so. And more."), false, &a, &text, &e);
		done = test_allocs_left > 0;
		test_allocs_left = -1;
		assert_true(rc == LU_OK || rc == LU_ENOMEM);
		lu_buf_free(&out);
		lu_buf_free(&code);
		lu_arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clean), cmocka_unit_test(test_length), cmocka_unit_test(test_text),
		cmocka_unit_test(test_cut),   cmocka_unit_test(test_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
