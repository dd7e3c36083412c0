/* SPDX-License-Identifier: MIT
 * What elements tell the resolver of their types, and how names are found in what is packed. */
#include "ok.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/ascii.h"
#include "random.h"
#include "store/names_in.h"
#include "store/pack.h"
#include "store/told.h"

#define MACRO "#define M(x) uv_##%s##_init() {}"

/* What a macro of `n` parameters p1, p2, ... tells, which pastes the last of them. */
static void tells(size_t n, const char *want)
{
	lu_arena a = { 0 };
	lu_buf code = LU_BUF;
	lu_element el = { .type = lu_strz("macro"), .name = lu_strz("M") };
	lu_str got;

	el.parameters.v = lu_arena_calloc(&a, n, sizeof *el.parameters.v);
	for (; el.parameters.n < n; el.parameters.n++) {
		char name[16];

		snprintf(name, sizeof name, "p%zu", el.parameters.n + 1);
		el.parameters.v[el.parameters.n].name = lu_arena_dup(&a, lu_strz(name));
	}
	lu_buf_addf(&code, MACRO, el.parameters.v[n - 1].name.s);
	el.code = lu_buf_str(&code);
	got = lu__gives_of_macro(&el, &a);
	if (!lu_str_eqz(got, want)) fail_msg("%zu parameters: '%.*s'", n, LU_FMT(got));
	lu_buf_free(&code);
	lu_arena_free(&a);
}

/* More parameters than compilers need to take are none: each name of the body would be compared with all of them. */
static void macros_have_few_parameters(void **state)
{
	(void)state;
	tells(1, "M:= uv_*_init;");
	tells(127, "M:= uv_*_init;");
	tells(128, "M:= uv_p128_init;");
}

/* A field that memory was out for is not one that tells nothing, whatever memory there is afterwards. */
static void no_field_is_lost_without_memory(void **state)
{
	lu_element el = { .type = lu_strz("class"),
			  .name = lu_strz("A"),
			  .language = lu_strz("python"),
			  .extra = lu_strz("\"fields\":{\"one\":\"\\\"One\\\"\",\"two\":\"Two\"}") };
	lu_arena a = { 0 };
	lu_str got;
	lu_code rc;

	(void)state;
	test_allocs_recover = true;
	for (long n = 0; n < 100; n++) {
		test_allocs_left = n;
		rc = lu__gives_of_fields(&el, &a, &got, &err);
		test_allocs_left = -1;
		assert_true(rc == LU_ENOMEM || (!rc && lu_str_eqz(got, "one:One;two:Two;")));
		lu_arena_free(&a);
	}
	assert_int_equal(rc, LU_OK);
	test_allocs_recover = false;
}

/* A signature that holds its name over and over is read a few times, not from each of them to its end. */
static void signatures_take_time_by_their_length(void **state)
{
	lu_element el = { .type = lu_strz("function"), .name = lu_strz("f"), .language = lu_strz("cpp") };
	const lu_element *in = &el;
	lu_arena a = { 0 };
	lu_buf b = LU_BUF;
	clock_t start = clock();

	(void)state;
	for (int i = 0; i < 50000; i++) lu_buf_adds(&b, "f<");
	el.signature = lu_buf_str(&b);
	assert_true(lu__takes_of_call(&in, 1, &a).s != NULL);
	if (clock() - start > CLOCKS_PER_SEC) fail_msg("%g s", (double)(clock() - start) / CLOCKS_PER_SEC);
	lu_buf_free(&b);
	lu_arena_free(&a);
}

/* Some letters, of which a word may be made, or a text. */
static lu_str draw(lu_arena *a, const char *letters, size_t most)
{
	size_t n = below(most) + 1;
	char *p = lu_arena_alloc(a, n);

	for (size_t i = 0; i < n; i++) p[i] = letters[below(strlen(letters))];
	return lu_strn(p, n);
}

/* Is the name in the text, between what is no word, or behind an escape? */
static bool stands_in(lu_str text, lu_str name)
{
	for (size_t i = 0; i + name.n <= text.n; i++) {
		const char *p = text.s + i, *after = p + name.n;
		bool begins = !i || !lu_is_word(p[-1]) || !lu_is_word(*p) || (i > 1 && p[-2] == '\\');

		if (!memcmp(p, name.s, name.n) && begins &&
		    (i + name.n == text.n || !lu_is_word(*after) || !lu_is_word(after[-1])))
			return true;
	}
	return false;
}

static bool begins_anywhere(lu_str text, lu_str name)
{
	return memmem(text.s, text.n, name.s + 1, name.n - 1) != NULL;
}

/* Names are found as they are when each is looked for by itself. */
static void any_names_are_found(void **state)
{
	size_t found = 0, not_found = 0;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		lu_arena a = { 0 };
		lu_str name[6], text = draw(&a, "abaabb_.\"\\$", 60);
		size_t n = below(6) + 1, shortest = below(5) + 1;
		struct lu__sought w;
		bool holds = false, may = false;

		for (size_t i = 0; i < n; i++) {
			do name[i] = draw(&a, below(8) ? "aab_" : "ab$", 8);
			while (name[i].n < shortest);
			holds |= stands_in(text, name[i]);
			may |= begins_anywhere(text, name[i]);
		}
		OK(lu__sought_make(&w, name, n, &a, &err));
		if (lu__holds_sought(&w, text) != holds) fail_msg("'%.*s' in '%.*s'", LU_FMT(name[0]), LU_FMT(text));
		assert_true(lu__may_hold_sought(&w, text) == may || (!may && shortest < 3));
		found += holds;
		not_found += !may;
		lu_arena_free(&a);
	}
	assert_true(found > 2000 && not_found > 2000);
}

/* What looks like the beginning of a symbol, its end, or an escape. */
static lu_str odd_text(lu_arena *a)
{
	static const char *const pieces[] = { "\"",       "\\",  "[",  "]", ",",
					      "],[",      "1",   "\n", "a", "],[1,0,\"x\",\"y\",0]",
					      "\xc3\xa4", "\\\"" };
	lu_buf b = LU_BUF;
	lu_str s;

	for (size_t i = below(5); i; i--) lu_buf_adds(&b, pieces[below(sizeof pieces / sizeof *pieces)]);
	s = lu_arena_dup(a, lu_buf_str(&b));
	lu_buf_free(&b);
	return s;
}

/* Names of packed symbols, with escapes or without, are those that were packed, each where its symbol is. */
static void packed_names_come_one_by_one(void **state)
{
	enum { MOST = 5 };
	size_t escaped = 0;

	(void)state;
	for (int round = 0; round < 5000; round++) {
		lu_arena a = { 0 };
		lu_symbol v[MOST], got;
		size_t n = below(MOST + 1), at = 0, row = 0, k = 0;
		lu_str name, own = lu_strz("python");
		lu_jw w, one;

		lu_jw_init(&w);
		lu_jw_open(&w, NULL, '[');
		for (size_t i = 0; i < n; i++) {
			v[i] = (lu_symbol){ .id = (int64_t)i + 1,
					    .type = lu_strz(below(4) ? "function" : ""),
					    .name = odd_text(&a) };
			v[i].language = below(4) ? own : odd_text(&a);
			v[i].gives = below(2) ? odd_text(&a) : lu_strz("");
			v[i].takes = below(2) ? odd_text(&a) : lu_strz("");
			lu__pack_symbol(&w, &v[i], own);
		}
		lu_jw_close(&w, ']');
		for (; lu__next_name(lu_buf_str(&w.out), &at, &row, &name); k++) {
			if (k == n) fail_msg("more than %zu: %s", n, w.out.s);
			lu_jw_init(&one);
			lu_jw_str(&one, NULL, v[k].name);
			if (name.n + 2 != one.out.len || memcmp(name.s, one.out.s + 1, name.n))
				fail_msg("'%.*s', not %s: %s", LU_FMT(name), one.out.s, w.out.s);
			escaped += memchr(one.out.s, '\\', one.out.len) != NULL;
			lu_jw_free(&one);
			OK(lu__unpack_symbol(lu_buf_str(&w.out), row, lu_strz("p"), own, &a, &got, &err));
			assert_int_equal(got.id, v[k].id);
			assert_true(lu_str_eq(got.name, v[k].name) && lu_str_eq(got.takes, v[k].takes));
		}
		if (k != n) fail_msg("%zu of %zu: %s", k, n, w.out.s);
		/* what is cut off has no name that is not there */
		for (size_t cut = 0; cut < w.out.len; cut++)
			for (at = 0; lu__next_name(lu_strn(w.out.s, cut), &at, &row, &name);)
				assert_true(name.s + name.n < w.out.s + cut);
		lu_jw_free(&w);
		lu_arena_free(&a);
	}
	assert_true(escaped > 3000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(macros_have_few_parameters),
		cmocka_unit_test(signatures_take_time_by_their_length),
		cmocka_unit_test(no_field_is_lost_without_memory),
		cmocka_unit_test(any_names_are_found),
		cmocka_unit_test(packed_names_come_one_by_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
