/* SPDX-License-Identifier: MIT
 * The core layer: errors, strings, buffers, arenas, JSON in and out, hashes, element records, files. */
#include "test.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/utf8.h"
#include "core/ascii.h"
#include "core/file.h"
#include "core/labels.h"
#include "core/type_takes.h"
#include "core/type_text.h"
#include "lucus/map.h"
#include "lucus/record.h"
#include "lucus/request.h"
#include "core/binary_search.h"

static lu_str z(const char *s)
{
	return lu_strz(s);
}

static void assert_str(lu_str got, const char *want)
{
	assert_int_equal(got.n, strlen(want));
	assert_memory_equal(got.n ? got.s : "", want, got.n);
}

/* ---- err ---- */

static void messages_are_wrapped_and_cut(void **state)
{
	lu_err e = { 0 };
	char longer[1000];

	(void)state;
	assert_int_equal(lu_fail(&e, LU_EIO, "cannot open '%s': %d", "x", 7), LU_EIO);
	assert_int_equal(e.code, LU_EIO);
	assert_string_equal(e.msg, "cannot open 'x': 7");
	assert_int_equal(lu_wrap(&e, LU_EFORMAT, "%s:%d", "in", 3), LU_EFORMAT);
	assert_int_equal(e.code, LU_EFORMAT);
	assert_string_equal(e.msg, "in:3: cannot open 'x': 7");

	memset(longer, 'a', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	lu_wrap(&e, LU_EIO, "%s", longer);
	assert_int_equal(strlen(e.msg), sizeof e.msg - 1);

	assert_int_equal(lu_fail(NULL, LU_EDB, "nobody reads %d", 1), LU_EDB);
	assert_int_equal(lu_wrap(NULL, LU_EDB, "nobody reads %d", 1), LU_EDB);
	assert_int_equal(lu_nomem(&e), LU_ENOMEM);
	assert_string_equal(e.msg, "out of memory");
}

/* ---- str ---- */

static void views_compare_by_bytes(void **state)
{
	lu_str none = { NULL, 0 };

	(void)state;
	assert_true(lu_str_cmp(z("a"), z("b")) < 0);
	assert_true(lu_str_cmp(z("ab"), z("a")) > 0);
	assert_true(lu_str_cmp(z("\xff"), z("a")) > 0);
	assert_int_equal(lu_str_cmp(none, z("")), 0);
	assert_true(lu_str_cmp(none, z("a")) < 0);
	assert_int_equal(lu_str_edits(none, z(""), 2), 0);
	assert_int_equal(lu_str_edits(z("request"), z("request"), 0), 0);
	assert_int_equal(lu_str_edits(z("request"), z("requst"), 2), 1);
	assert_int_equal(lu_str_edits(z("equest"), z("request"), 2), 1);
	assert_int_equal(lu_str_edits(z("request"), z("requesst"), 2), 1);
	assert_int_equal(lu_str_edits(z("request"), z("rewuest"), 2), 1);
	assert_int_equal(lu_str_edits(z("request"), z("reqeust"), 2), 1);
	assert_int_equal(lu_str_edits(z("erquest"), z("requets"), 2), 2);
	assert_int_equal(lu_str_edits(z("ca"), z("abc"), 9), 3); /* no byte is touched twice */
	assert_int_equal(lu_str_edits(z("kitten"), z("sitting"), 9), 3);
	assert_int_equal(lu_str_edits(z("kitten"), z("sitting"), 2), 3);
	assert_int_equal(lu_str_edits(z("abcdef"), z("ghijkl"), 2), 3);
	assert_int_equal(lu_str_edits(z("a"), z("abcd"), 2), 3);
	assert_true(lu_str_eq(none, z("")));
	assert_true(lu_str_eq(lu_strn("a\0b", 3), lu_strn("a\0b", 3)));
	assert_false(lu_str_eq(lu_strn("a\0b", 3), lu_strn("a\0c", 3)));
	assert_true(lu_str_eqz(lu_strz(NULL), ""));
	assert_false(lu_str_eqz(z("a"), "ab"));
}

static void views_are_cut(void **state)
{
	lu_str none = { NULL, 0 }, rest;

	(void)state;
	assert_true(lu_str_starts(z("abc"), "ab"));
	assert_false(lu_str_starts(z("a"), "ab"));
	assert_true(lu_str_starts(none, ""));
	assert_true(lu_str_ends(z("abc"), "bc"));
	assert_false(lu_str_ends(z("c"), "bc"));
	assert_true(lu_str_ends(none, ""));
	assert_str(lu_str_trim(z(" \t\r\nx y\v\f ")), "x y");
	assert_str(lu_str_trim(z(" \n")), "");
	assert_str(lu_str_trim(none), "");
	assert_str(lu_str_after_last(z("a.b.c"), '.'), "c");
	assert_str(lu_str_after_last(z("abc"), '.'), "abc");
	assert_str(lu_str_after_last(z("a."), '.'), "");
	assert_str(lu_str_after_last(none, '.'), "");
	assert_str(lu_str_line(z("one\ntwo\n")), "one");
	assert_str(lu_str_line(z("one")), "one");
	assert_str(lu_str_line(z("\none")), "");
	assert_str(lu_str_line(none), "");
	assert_true(lu_str_in_words(z("a"), "a") && lu_str_in_words(z("bc"), "a bc d") &&
		    lu_str_in_words(z("d"), "a bc d"));
	assert_false(lu_str_in_words(z("b"), "a bc d") || lu_str_in_words(z("a bc"), "a bc d"));
	assert_false(lu_str_in_words(none, "a bc d") || lu_str_in_words(none, "") || lu_str_in_words(z("a"), ""));
	assert_true(lu_str_in_words_nocase(z("BC"), "a bc d") && lu_str_in_words_nocase(z("d"), "a bc d"));
	assert_false(lu_str_in_words_nocase(z("b"), "a bc d") || lu_str_in_words_nocase(z("bcd"), "a bc d"));
	assert_false(lu_str_in_words_nocase(none, "a") || lu_str_in_words_nocase(z("a"), ""));
	assert_str(lu_str_before_first(z("a.b.c"), '.'), "a");
	assert_str(lu_str_before_first(z("abc"), '.'), "abc");
	assert_str(lu_str_before_first(none, '.'), "");
	rest = z("a..c");
	assert_str(lu_str_take(&rest, '.'), "a");
	assert_str(lu_str_take(&rest, '.'), "");
	assert_str(rest, "c");
	assert_str(lu_str_take(&rest, '.'), "c");
	assert_str(lu_str_take(&rest, '.'), "");
	assert_str(rest, "");
	assert_str(lu_str_before_last(z("a.b.c"), '.'), "a.b");
	assert_str(lu_str_before_last(z("abc"), '.'), "");
	assert_str(lu_str_before_last(none, '.'), "");
	assert_str(lu_simple_name(z("pkg.Class.method")), "method");
}

/* ---- buf ---- */

static void a_buffer_grows_and_stays_terminated(void **state)
{
	lu_buf b = LU_BUF;

	(void)state;
	assert_string_equal(b.s, "");
	for (int i = 0; i < 1000; i++) lu_buf_addc(&b, (char)('a' + i % 26));
	assert_int_equal(b.len, 1000);
	assert_int_equal(b.s[1000], '\0');
	assert_int_equal(b.s[999], 'a' + 999 % 26);
	lu_buf_reset(&b);
	assert_string_equal(b.s, "");
	lu_buf_addf(&b, "%d-%s", 42, "x");
	lu_buf_addstr(&b, lu_strn("\0y", 2));
	lu_buf_addstr(&b, lu_strn(NULL, 0));
	assert_int_equal(b.len, 6);
	assert_memory_equal(b.s, "42-x\0y", 7);
	lu_buf_trunc(&b, 2);
	assert_string_equal(b.s, "42");
	lu_buf_trunc(&b, 9);
	assert_int_equal(b.len, 2);
	lu_buf_free(&b);
	assert_string_equal(b.s, "");
	lu_buf_adds(&b, "again");
	assert_str(lu_buf_str(&b), "again");
	lu_buf_free(&b);
	lu_buf_free(&b);
}

static void a_failed_append_sticks(void **state)
{
	lu_buf b = LU_BUF;

	(void)state;
	test_allocs_left = 0;
	lu_buf_adds(&b, "lost");
	test_allocs_left = -1;
	assert_true(b.oom);
	assert_string_equal(b.s, "");
	lu_buf_adds(&b, "late");
	lu_buf_addf(&b, "%d", 1);
	assert_int_equal(b.len, 0);
	lu_buf_reset(&b);
	assert_false(b.oom);
	lu_buf_add(&b, "x", SIZE_MAX - 1);
	assert_true(b.oom);
	assert_int_equal(b.len, 0);
	lu_buf_free(&b);
	assert_false(b.oom);
}

/* ---- arena ---- */

static void an_arena_gives_aligned_memory(void **state)
{
	lu_arena a = { 0 };
	char *big;

	(void)state;
	for (size_t n = 0; n < 100; n++) {
		char *p = lu_arena_alloc(&a, n);

		assert_non_null(p);
		assert_int_equal((uintptr_t)p % 16, 0);
		memset(p, 0xaa, n);
	}
	big = lu_arena_calloc(&a, 1000, 1000);
	assert_non_null(big);
	for (size_t i = 0; i < 1000 * 1000; i++) assert_int_equal(big[i], 0);
	assert_true(a.total >= 1000 * 1000);
	assert_str(lu_arena_dup(&a, z("copy")), "copy");
	assert_str(lu_arena_dup(&a, lu_strn(NULL, 0)), "");
	lu_arena_free(&a);
	assert_null(a.top);
	assert_int_equal(a.total, 0);
	lu_arena_free(&a);
}

static void an_arena_takes_what_another_holds(void **state)
{
	lu_arena a = { 0 }, b = { 0 };
	lu_str x = lu_arena_dup(&a, z("of a")), y = lu_arena_dup(&b, z("of b"));
	size_t total = a.total + b.total;

	(void)state;
	lu_arena_take(&a, &b);
	assert_int_equal(a.total, total);
	assert_int_equal(b.total, 0);
	lu_arena_take(&a, &b); /* nothing */
	assert_str(lu_arena_dup(&b, z("more")), "more");
	lu_arena_free(&b);
	assert_str(x, "of a");
	assert_str(y, "of b");
	lu_arena_take(&b, &a);
	assert_int_equal(a.total, 0);
	assert_str(y, "of b");
	lu_arena_free(&b);
}

static void an_arena_refuses_what_overflows(void **state)
{
	lu_arena a = { 0 };
	char one[8] = { 0 };

	(void)state;
	assert_null(lu_arena_alloc(&a, SIZE_MAX));
	assert_null(lu_arena_calloc(&a, SIZE_MAX / 2, 3));
	assert_null(lu_arena_calloc(&a, 3, SIZE_MAX / 2));
	assert_null(lu_arena_grow(&a, one, (size_t)1 << (sizeof(size_t) * 8 - 2), 8));
	assert_null(a.top);
	test_allocs_left = 0;
	assert_null(lu_arena_alloc(&a, 1));
	assert_null(lu_arena_dup(&a, z("x")).s);
	test_allocs_left = -1;
	lu_arena_free(&a);
}

static void an_arena_grows_arrays(void **state)
{
	lu_arena a = { 0 };
	int *v = NULL;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		v = lu_arena_grow(&a, v, (size_t)i, sizeof *v);
		assert_non_null(v);
		v[i] = i;
	}
	for (int i = 0; i < 1000; i++) assert_int_equal(v[i], i);
	lu_arena_free(&a);
}

/* ---- json writer ---- */

static void write_all_kinds(lu_jw *w)
{
	lu_str two[] = { z("x"), z("y") };

	lu_jw_open(w, NULL, '{');
	lu_jw_str(w, "s",
		  z("q\"b\\n\nt\tr\rc\x01"
		    "d\x7f"
		    "e\xc3\xa9"));
	lu_jw_strz(w, "z", NULL);
	lu_jw_int(w, "i", INT64_MIN);
	lu_jw_real(w, "r", 0.1, 17);
	lu_jw_real(w, "short", 1.0 / 3, 3);
	lu_jw_real(w, "zero", -0.0, 6);
	lu_jw_real(w, "nan", NAN, 6);
	lu_jw_real(w, "inf", -INFINITY, 6);
	lu_jw_bool(w, "b", true);
	lu_jw_null(w, "n");
	lu_jw_strs(w, "v", (lu_strs){ two, 2 });
	lu_jw_strs(w, "none", (lu_strs){ NULL, 0 });
	lu_jw_open(w, "o", '{');
	lu_jw_raw(w, "raw", z("[1,{}]"));
	lu_jw_close(w, '}');
	lu_jw_members(w, z(""));
	lu_jw_members(w, z("\"more\":1,\"yet\":2"));
	lu_jw_bool(w, "end", false);
	lu_jw_close(w, '}');
}

static const char all_kinds[] =
	"{\"s\":\"q\\\"b\\\\n\\nt\\tr\\rc\\u0001d\\u007fe\xc3\xa9\",\"z\":null,\"i\":-9223372036854775808,"
	"\"r\":0.10000000000000001,\"short\":0.333,\"zero\":0,\"nan\":null,\"inf\":null,\"b\":true,"
	"\"n\":null,\"v\":[\"x\",\"y\"],\"none\":[],\"o\":{\"raw\":[1,{}]},\"more\":1,\"yet\":2,"
	"\"end\":false}";

static void the_writer_writes_every_kind(void **state)
{
	lu_jw w;
	lu_err e;
	FILE *f = tmpfile();
	char line[1024];

	(void)state;
	assert_non_null(f);
	lu_jw_init(&w);
	for (int i = 0; i < 2; i++) { /* a flushed writer starts afresh */
		write_all_kinds(&w);
		assert_string_equal(w.out.s, all_kinds);
		assert_int_equal(lu_jw_flush(&w, f, &e), LU_OK);
	}
	lu_jw_free(&w);
	rewind(f);
	for (int i = 0; i < 2; i++) {
		assert_non_null(fgets(line, sizeof line, f));
		assert_int_equal(strlen(line), strlen(all_kinds) + 1);
		assert_memory_equal(line, all_kinds, strlen(all_kinds));
	}
	assert_null(fgets(line, sizeof line, f));
	fclose(f);
}

static void bad_utf8_becomes_the_replacement_character(void **state)
{
	static const struct {
		const char *in, *out;
	} t[] = {
		{ "\xff", "\xef\xbf\xbd" },                                                 /* never a byte of UTF-8 */
		{ "\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd" },                                 /* overlong */
		{ "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },                 /* a surrogate */
		{ "\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" }, /* > U+10FFFF */
		{ "a\xe2\x82", "a\xef\xbf\xbd\xef\xbf\xbd" },                               /* cut off */
		{ "\xe2\x82\xac\xf0\x9f\x8c\xb2", "\xe2\x82\xac\xf0\x9f\x8c\xb2" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		lu_jw w;
		lu_str got;

		lu_jw_init(&w);
		lu_jw_str(&w, NULL, z(t[i].in));
		got = lu_buf_str(&w.out);
		assert_int_equal(got.n, strlen(t[i].out) + 2);
		assert_memory_equal(got.s + 1, t[i].out, got.n - 2);
		lu_jw_free(&w);
	}
}

static void what_is_plain_is_written_as_it_is(void **state)
{
	static const char *const odd[] = {
		"\x7f",         "\xc2\x80", "\xc2\x9f", "\xc2\xa0",     "\xff",
		"\xe2\x82\xac", "\xe2\x82", "\xc0\x80", "\xed\xa0\x80", "\xf0\x9f\x8c\xb2",
	};
	size_t n_odd = sizeof odd / sizeof *odd, plain = 0;

	(void)state;
	assert_true(lu_json_is_plain(z("")));
	for (size_t i = 0; i < 256 + n_odd; i++) {
		char text[8] = "a", one = (char)i;
		lu_str s = { text, 2 };
		lu_jw w;
		bool as_it_is;

		if (i < 256) text[1] = one;
		else s.n += strlen(strcpy(text + 1, odd[i - 256])) - 1;
		lu_jw_init(&w);
		lu_jw_str(&w, NULL, s);
		as_it_is = w.out.len == s.n + 2 && memcmp(w.out.s + 1, s.s, s.n) == 0;
		assert_int_equal(lu_json_is_plain(s), as_it_is);
		plain += as_it_is;
		lu_jw_free(&w);
	}
	assert_int_equal(plain, 0x7f - 0x20 - 2 + 3); /* ASCII but for controls and two more; a blank, a euro, a tree */
}

static void the_writer_reports_lost_output(void **state)
{
	FILE *full = fopen("/dev/full", "w");
	lu_jw w;
	lu_err e = { 0 };

	(void)state;
	if (!full) skip();
	setvbuf(full, NULL, _IONBF, 0);
	lu_jw_init(&w);
	write_all_kinds(&w);
	assert_int_equal(lu_jw_flush(&w, full, &e), LU_EIO);
	assert_non_null(strstr(e.msg, "cannot write output: "));
	fclose(full);
	lu_jw_free(&w);
}

static lu_code write_once(FILE *f)
{
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	write_all_kinds(&w);
	rc = lu_jw_flush(&w, f, NULL);
	lu_jw_free(&w);
	return rc;
}

static void the_writer_survives_every_allocation_failure(void **state)
{
	FILE *f = fopen("/dev/null", "w");
	lu_code rc;

	(void)state;
	assert_non_null(f);
	setvbuf(f, NULL, _IONBF, 0);
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = write_once(f));
	fclose(f);
}

/* ---- json reader ---- */

static void values_are_read(void **state)
{
	lu_json *v, *m;
	lu_err e;
	void *it = NULL;
	const char *key;
	size_t members = 0;
	lu_buf text = LU_BUF;

	(void)state;
	assert_int_equal(lu_json_parse(z("{\"b\":1,\"a\":[\"x\",2.5,true,null],\"s\":\"n\\u0000l\"}"), &v, &e), LU_OK);
	assert_int_equal(lu_json_type(v), LU_JSON_OBJECT);
	assert_int_equal(lu_json_int(lu_json_get(v, "b"), 9), 1);
	assert_true(lu_json_real(lu_json_get(v, "b"), 9) == 1.0);
	m = lu_json_get(v, "a");
	assert_int_equal(lu_json_count(m), 4);
	assert_str(lu_json_str(lu_json_at(m, 0)), "x");
	assert_true(lu_json_real(lu_json_at(m, 1), 0) == 2.5);
	assert_int_equal(lu_json_int(lu_json_at(m, 1), 9), 9);
	assert_true(lu_json_bool(lu_json_at(m, 2), false));
	assert_int_equal(lu_json_type(lu_json_at(m, 3)), LU_JSON_NULL);
	assert_null(lu_json_at(m, 4));
	assert_int_equal(lu_json_str(lu_json_get(v, "s")).n, 3);
	assert_null(lu_json_get(v, "absent"));
	assert_null(lu_json_get(m, "b"));
	assert_int_equal(lu_json_count(v), 0);
	assert_int_equal(lu_json_type(NULL), LU_JSON_NULL);
	assert_str(lu_json_str(NULL), "");
	assert_true(lu_json_bool(NULL, true));
	while (lu_json_each(v, &it, &key, &m))
		assert_string_equal(key, members == 0 ? "b" : members == 1 ? "a" : "s"), members++;
	assert_int_equal(members, 3);
	lu_json_dump(v, &text);
	assert_str(lu_buf_str(&text), "{\"b\":1,\"a\":[\"x\",2.5,true,null],\"s\":\"n\\u0000l\"}");
	lu_buf_free(&text);
	lu_json_free(v);
	lu_json_free(NULL);
}

static void what_is_not_json_is_refused(void **state)
{
	static const char *const bad[] = {
		"",
		"{",
		"{\"a\":}",
		"{'a':1}",
		"{\"a\":1} x",
		"[1,]",
		"NaN",
		"-Infinity",
		"01",
		"1e999",
		"99999999999999999999",
		"\"\xff\"",
		"\"\xed\xa0\x80\"",
		"\"\\ud800\"",
		"\"a\nb\"",
		"tru",
	};
	lu_buf deep = LU_BUF;
	lu_json *v = NULL;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		lu_err e = { 0 };

		assert_int_equal(lu_json_parse(z(bad[i]), &v, &e), LU_EFORMAT);
		assert_non_null(strstr(e.msg, "not JSON: "));
		assert_null(v);
	}
	for (int i = 0; i < 1000000; i++) lu_buf_addc(&deep, '[');
	assert_int_equal(lu_json_parse(lu_buf_str(&deep), &v, NULL), LU_EFORMAT);
	assert_int_equal(lu_json_parse_unique(z("{\"a\":1,\"b\":{\"c\":1,\"c\":2}}"), &v, NULL), LU_EFORMAT);
	assert_null(v);
	lu_buf_free(&deep);
}

static void json_parse_survives_every_allocation_failure(void **state)
{
	lu_json *v = NULL;
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc,
				     rc = lu_json_parse(z("{\"a\":[1,\"\\u00e9\",{\"b\":2.5}],\"c\":null}"), &v, NULL));
	lu_json_free(v);
}

static FILE *text_file(const char *s, size_t n)
{
	FILE *f = tmpfile();

	assert_non_null(f);
	assert_int_equal(fwrite(s, 1, n, f), n);
	rewind(f);
	return f;
}

static void the_reader_names_the_place_and_goes_on(void **state)
{
	static const char in[] = "{\"a\":1}\n\n  \t\r\nnope\n[1]\n{\"a\":2}\r\n{\"a\":\0}\n{\"a\":3}";
	FILE *f = text_file(in, sizeof in - 1);
	lu_reader r;
	lu_json *v = NULL;
	lu_err e;

	(void)state;
	lu_reader_init(&r, f, "in.jsonl");
	assert_int_equal(lu_reader_next(&r, &v, &e), LU_OK);
	assert_int_equal(lu_json_int(lu_json_get(v, "a"), 0), 1);
	lu_json_free(v);
	assert_int_equal(lu_reader_next(&r, &v, &e), LU_EFORMAT);
	assert_int_equal(strncmp(e.msg, "in.jsonl:4: not JSON: ", 22), 0);
	assert_int_equal(lu_reader_next(&r, &v, &e), LU_EFORMAT);
	assert_string_equal(e.msg, "in.jsonl:5: not a record: expected an object, found an array");
	assert_int_equal(lu_reader_next(&r, &v, &e), LU_OK);
	assert_int_equal(lu_json_int(lu_json_get(v, "a"), 0), 2);
	lu_json_free(v);
	assert_int_equal(lu_reader_next(&r, &v, &e), LU_EFORMAT);
	assert_int_equal(lu_reader_next(&r, &v, &e), LU_OK);
	assert_int_equal(lu_json_int(lu_json_get(v, "a"), 0), 3);
	assert_int_equal(r.line, 8);
	lu_json_free(v);
	assert_int_equal(lu_reader_next(&r, &v, &e), LU_DONE);
	lu_reader_free(&r);
	fclose(f);
}

static void the_reader_reports_read_errors(void **state)
{
	FILE *f = fopen("/", "r"); /* opens, but can not be read */
	lu_reader r;
	lu_json *v = NULL;
	lu_err e;

	(void)state;
	assert_non_null(f);
	lu_reader_init(&r, f, "top");
	assert_int_equal(lu_reader_next(&r, &v, &e), LU_EIO);
	assert_int_equal(strncmp(e.msg, "cannot read 'top': ", 19), 0);
	assert_null(v);
	lu_reader_free(&r);
	fclose(f);
}

/* ---- hash ---- */

static void hashes_match_published_values(void **state)
{
	char hex[LU_SHA256_HEX], id[LU_UUID];

	(void)state;
	lu_sha256_hex(z("abc"), hex); /* FIPS 180-4, example B.1 */
	assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	lu_sha256_hex(lu_strn(NULL, 0), hex);
	assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	lu_uuid5_url(z("http://example.com"), id); /* `uuidgen --sha1 --namespace @url` gives the same */
	assert_string_equal(id, "8c9ddcb0-8084-5a7f-a988-1095ab18b5df");
	assert_true(lu_uuid_valid(z(id)));
	assert_true(lu_uuid_valid(z("8C9DDCB0-8084-5A7F-A988-1095AB18B5DF")));
	assert_false(lu_uuid_valid(z("8c9ddcb0-8084-5a7f-a988-1095ab18b5d")));
	assert_false(lu_uuid_valid(z("8c9ddcb0-8084-5a7f-a988-1095ab18b5dg")));
	assert_false(lu_uuid_valid(z("8c9ddcb008084-5a7f-a988-1095ab18b5df")));
	assert_false(lu_uuid_valid(lu_strn(NULL, 0)));
}

static void the_table_hash_spreads(void **state)
{
	unsigned bucket[256] = { 0 };

	(void)state;
	assert_int_equal(lu_hash64(z("x"), 1), lu_hash64(z("x"), 1));
	assert_int_not_equal(lu_hash64(z("x"), 1), lu_hash64(z("x"), 2));
	assert_int_not_equal(lu_hash64(z("ab"), 0), lu_hash64(z("ba"), 0));
	for (unsigned i = 0; i < 25600; i++) {
		char key[16];

		snprintf(key, sizeof key, "k%u", i);
		bucket[lu_hash64(z(key), 0) & 255]++;
	}
	/* 100 a bucket, standard deviation 10: six of them are far out */
	for (size_t i = 0; i < 256; i++) assert_in_range(bucket[i], 40, 160);
}

/* ---- map ---- */

/* Adds the names of v[0..n) that are not there; the map's numbers are indices of v. */
static lu_code add_names(lu_map *m, lu_arena *a, const lu_str *v, uint32_t n, uint64_t hash)
{
	for (uint32_t i = 0; i < n; i++) {
		uint64_t h = hash ? hash : lu_hash64(v[i], 0), *slot;

		if (!lu_map_reserve(m, a, m->n + (size_t)1)) return LU_ENOMEM;
		slot = lu_map_slot(m, h, lu_map_str, v, &v[i]);
		if (!*slot) lu_map_set(m, slot, h, i);
	}
	return LU_OK;
}

#define NAMES 1000

static void check_names(lu_map *m, lu_arena *in, uint64_t hash)
{
	lu_arena a = { 0 };
	lu_str v[NAMES], other = z("other");

	for (unsigned i = 0; i < NAMES; i++) {
		char name[16];

		snprintf(name, sizeof name, "n%u", i % (NAMES / 2)); /* each of them twice */
		v[i] = lu_arena_dup(&a, z(name));
	}
	assert_int_equal(add_names(m, in, v, NAMES, hash), LU_OK);
	assert_int_equal(m->n, NAMES / 2);
	assert_true((size_t)m->mask + 1 >= 2 * (size_t)m->n);
	for (unsigned i = 0; i < NAMES; i++)
		assert_int_equal(lu_map_find(m, hash ? hash : lu_hash64(v[i], 0), lu_map_str, v, &v[i]),
				 i % (NAMES / 2));
	assert_int_equal(lu_map_find(m, hash ? hash : lu_hash64(other, 0), lu_map_str, v, &other), LU_MAP_NONE);
	lu_arena_free(&a);
}

static void a_map_finds_what_was_put_there(void **state)
{
	lu_arena a = { 0 };
	lu_map heap = { 0 }, arena = { 0 };
	lu_str none = z("none");

	(void)state;
	assert_int_equal(lu_map_find(&heap, 1, lu_map_str, NULL, &none), LU_MAP_NONE);
	lu_map_clear(&heap);
	check_names(&heap, NULL, 0);
	check_names(&arena, &a, 0);
	lu_map_clear(&heap);
	assert_int_equal(heap.n, 0);
	check_names(&heap, NULL, UINT64_MAX); /* all in a row from the last slot on, around the end */
	lu_map_free(&heap);
	assert_null(heap.slot);
	assert_int_equal(lu_map_find(&heap, 1, lu_map_str, NULL, &none), LU_MAP_NONE);
	lu_arena_free(&a);
}

static void a_map_refuses_what_it_can_not_count(void **state)
{
	lu_map m = { 0 };

	(void)state;
	assert_false(lu_map_reserve(&m, NULL, SIZE_MAX));
	assert_false(lu_map_reserve(&m, NULL, ((size_t)1 << 30) + 1));
	assert_null(m.slot);
	assert_true(lu_map_reserve(&m, NULL, 9));
	assert_int_equal(m.mask, 31);
	lu_map_free(&m);
}

static void a_map_survives_every_allocation_failure(void **state)
{
	lu_str v[100];
	char name[100][8];
	lu_code rc;

	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		snprintf(name[i], sizeof name[i], "n%u", i);
		v[i] = z(name[i]);
	}
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_map m = { 0 };

		rc = add_names(&m, NULL, v, 100, 0);
		for (uint32_t i = 0; i < m.n; i++)
			assert_int_equal(lu_map_find(&m, lu_hash64(v[i], 0), lu_map_str, v, &v[i]), i);
		lu_map_free(&m);
	});
}

static void numbers_are_mixed(void **state)
{
	unsigned low[256] = { 0 }, high[256] = { 0 };

	(void)state;
	for (uint64_t i = 0; i < 25600; i++) { /* the half of the hash that a map goes by */
		low[lu_map_mix(i) >> 32 & 255]++;
		high[lu_map_mix(i << 32 | 7) >> 32 & 255]++;
	}
	for (size_t i = 0; i < 256; i++) {
		assert_in_range(low[i], 40, 160);
		assert_in_range(high[i], 40, 160);
	}
}

/* ---- search ---- */

static void the_lower_bound_is_the_first_that_is_not_before(void **state)
{
	static const int v[] = { 1, 3, 3, 3, 7 };
	size_t at = 99;

	(void)state;
	for (int key = 0; key <= 8; key++) {
		size_t want = 0;

		while (want < 5 && v[want] < key) want++;
		LU_LOWER_BOUND(at, 0, 5, v[at] < key);
		assert_int_equal(at, want);
		LU_LOWER_BOUND(at, 2, 4, v[at] < key);
		assert_int_equal(at, want < 2 ? 2 : want > 4 ? 4 : want);
	}
	LU_LOWER_BOUND(at, 3, 3, v[at] < 100);
	assert_int_equal(at, 3);
	if (at == 3) LU_LOWER_BOUND(at, 0, 5, v[at] <= 3);
	else fail();
	assert_int_equal(at, 4);
}

/* ---- ascii ---- */

static bool among(char c, const char *kind)
{
	return c && strchr(kind, c);
}

static void characters_are_of_their_kinds(void **state)
{
	static const char lower[] = "abcdefghijklmnopqrstuvwxyz", upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
			  digit[] = "0123456789";

	(void)state;
	for (int i = 0; i < 256; i++) {
		char c = (char)i;
		bool alpha = among(c, lower) || among(c, upper), word = alpha || among(c, digit) || c == '_';

		assert_int_equal(lu_is_digit(c), among(c, digit));
		assert_int_equal(lu_is_lower(c), among(c, lower));
		assert_int_equal(lu_is_upper(c), among(c, upper));
		assert_int_equal(lu_is_alpha(c), alpha);
		assert_int_equal(lu_is_alnum(c), alpha || among(c, digit));
		assert_int_equal(lu_is_word(c), word);
		assert_int_equal(lu_is_ident(c), word || i > 127);
		assert_int_equal(lu_is_blank(c), among(c, " \t"));
		assert_int_equal(lu_is_space(c), among(c, " \t\n\v\f\r"));
		assert_int_equal(lu_lower(c), among(c, upper) ? lower[strchr(upper, c) - upper] : c);
		for (int wide = i + 256; wide < 0x600; wide += 256) /* of a code point no byte counts alone */
			assert_true(!lu_is_alnum(wide) && !lu_is_space(wide) && lu_is_ident(wide));
		assert_int_equal(lu_upper(c), among(c, lower) ? upper[strchr(lower, c) - lower] : c);
	}
}

/* ---- record ---- */

static const char element_text[] =
	"{\"id\":\"c02d0c9c-1234-5678-9abc-def012345678\",\"type\":\"method\",\"name\":\"bank.Account.deposit\","
	"\"file_path\":\"lib/bank.py\",\"start_line\":3,\"end_line\":9,\"language\":\"python\","
	"\"parent\":\"c02d0c9c-1234-5678-9abc-def012345679\",\"ordinal\":2,\"signature\":\"def deposit(self, n=1)\","
	"\"parameters\":[{\"name\":\"self\",\"type\":null,\"default\":null},{\"name\":\"n\",\"type\":\"int\","
	"\"default\":\"1\"}],"
	"\"return_type\":\"bool\",\"is_async\":true,\"decorators\":[\"@logged\"],\"base_classes\":[\"B\"],"
	"\"methods\":[\"m\"],\"dependencies\":[\"decimal\"],\"assignments\":[\"x\"],\"calls\":[\"self.check\"],"
	"\"call_sites\":[{\"name\":\"self.check\",\"line\":5,\"count\":2,\"receiver\":\"Account\"}],"
	"\"imports\":[{\"module\":\"a.b\",\"name\":\"c\",\"alias\":\"d\",\"line\":1}],"
	"\"docstring\":\"Add money.\",\"explanation\":\"why\",\"sha256\":\"ab\",\"size\":12,"
	"\"code\":\"pass\",\"x-later\":{\"k\":[1,2]},\"note\":\"kept\"}";

static lu_code read_text(const char *text, lu_json **v, lu_arena *a, lu_element *el, lu_err *e)
{
	lu_code rc = lu_json_parse(z(text), v, e);

	return rc ? rc : lu_element_read(*v, a, el, e);
}

static void an_element_survives_the_round_trip(void **state)
{
	lu_arena a = { 0 };
	lu_json *v = NULL;
	lu_element el;
	lu_err e;
	lu_jw w;

	(void)state;
	assert_int_equal(read_text(element_text, &v, &a, &el, &e), LU_OK);
	assert_string_equal(el.id, "c02d0c9c-1234-5678-9abc-def012345678");
	assert_int_equal(el.calls.n, 1);
	assert_str(el.calls.v[0].receiver, "Account");
	assert_int_equal(el.calls.v[0].count, 2);
	assert_str(el.parameters.v[1].def, "1");
	assert_true(el.is_async);
	assert_str(el.extra, "\"x-later\":{\"k\":[1,2]},\"note\":\"kept\"");
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_element_write(&w, &el);
	lu_jw_close(&w, '}');
	assert_string_equal(w.out.s, element_text);
	lu_jw_free(&w);
	lu_json_free(v);
	lu_arena_free(&a);
}

static void elements_of_other_tools_are_read(void **state)
{
	lu_arena a = { 0 };
	lu_json *v = NULL;
	lu_element el;
	lu_err e;
	char want[LU_UUID];

	(void)state;
	assert_int_equal(
		read_text("{\"type\":\"function\",\"name\":\"f\",\"file_path\":\"a.py\",\"start_line\":4,"
			  "\"parameters\":[\"x\",{\"name\":\"y\"}],\"calls\":[\"g\",\"h\"],\"docstring\":null}",
			  &v, &a, &el, &e),
		LU_OK);
	lu_uuid5_url(z("function:f:a.py"), want);
	assert_string_equal(el.id, want);
	assert_int_equal(el.ordinal, 1);
	assert_int_equal(el.end_line, 4);
	assert_int_equal(el.size, -1);
	assert_int_equal(el.parameters.n, 2);
	assert_str(el.parameters.v[0].name, "x");
	assert_str(el.parameters.v[1].name, "y");
	assert_int_equal(el.calls.n, 2);
	assert_str(el.calls.v[1].name, "h");
	assert_int_equal(el.calls.v[1].line, 4);
	assert_int_equal(el.calls.v[1].count, 1);
	assert_str(lu_record_kind(v), "element");
	el.ordinal = 2;
	assert_int_equal(lu_element_set_id(&el, &e), LU_OK);
	lu_uuid5_url(z("function:f:a.py:2"), want);
	assert_string_equal(el.id, want);
	lu_json_free(v);
	lu_arena_free(&a);
}

static void bad_elements_name_the_field(void **state)
{
	static const struct {
		const char *in, *field;
	} t[] = {
		{ "{\"name\":\"f\"}", "'type' is missing" },
		{ "{\"type\":\"function\"}", "'name' is missing" },
		{ "{\"type\":\"function\",\"name\":\"\"}", "'name' is missing or empty" },
		{ "{\"type\":1,\"name\":\"f\"}", "'type' must be a string, not an integer" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"code\":[]}", "'code' must be a string, not an array" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"start_line\":-1}", "'start_line' must be an integer" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"start_line\":4294967296}", "'start_line' must be an integer" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"start_line\":\"3\"}", "'start_line' must be an integer" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"start_line\":3,\"end_line\":2}", "'end_line' is 2" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"id\":\"a b\"}", "'id' must have at most 128" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"methods\":\"m\"}", "'methods' must be an array" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"methods\":[1]}", "'methods' must be an array of strings" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"parameters\":[1]}", "'parameters' must be an array of objects" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"parameters\":[{\"name\":1}]}", "'parameters.name'" },
		{ "{\"type\":\"t\",\"name\":\"f\",\"call_sites\":[{\"name\":\"g\",\"line\":-2}]}", "'line'" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		lu_arena a = { 0 };
		lu_json *v = NULL;
		lu_element el = { .start_line = 77 };
		lu_err e = { 0 };

		assert_int_equal(read_text(t[i].in, &v, &a, &el, &e), LU_EFORMAT);
		if (!strstr(e.msg, t[i].field)) fail_msg("%s: %s", t[i].in, e.msg);
		assert_int_equal(el.start_line, 77); /* outputs change only on success */
		lu_json_free(v);
		lu_arena_free(&a);
	}
}

static lu_code read_once(void)
{
	lu_arena a = { 0 };
	lu_json *v = NULL;
	lu_element el;
	lu_code rc = read_text(element_text, &v, &a, &el, NULL);

	lu_json_free(v);
	lu_arena_free(&a);
	return rc;
}

static void element_read_survives_every_allocation_failure(void **state)
{
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = read_once());
}

/* ---- file ---- */

/* A folder of its own; *state is its path. */
static int make_folder(void **state)
{
	static char path[64];

	snprintf(path, sizeof path, "/tmp/lucus-test-core.XXXXXX");
	*state = mkdtemp(path);
	return *state ? 0 : -1;
}

static int remove_folder(void **state)
{
	char cmd[128];

	snprintf(cmd, sizeof cmd, "rm -rf '%s'", (char *)*state);
	return system(cmd);
}

static void path_in(char out[128], void **state, const char *name)
{
	snprintf(out, 128, "%s/%s", (char *)*state, name);
}

static void files_are_read_whole_or_not(void **state)
{
	char path[128];
	lu_buf b = LU_BUF;
	lu_err e;
	FILE *f;

	path_in(path, state, "data");
	f = fopen(path, "w");
	assert_non_null(f);
	for (int i = 0; i < 200000; i++) fputc(i & 255, f);
	assert_int_equal(fclose(f), 0);

	assert_int_equal(lu_file_read(path, 200000, &b, &e), LU_OK);
	assert_int_equal(b.len, 200000);
	for (int i = 0; i < 200000; i++) assert_int_equal((unsigned char)b.s[i], i & 255);
	assert_int_equal(lu_file_read(path, 199999, &b, &e), LU_EFORMAT);
	assert_non_null(strstr(e.msg, "larger than 199999 bytes"));
	test_allocs_left = 0;
	lu_buf_free(&b);
	assert_int_equal(lu_file_read(path, 200000, &b, &e), LU_ENOMEM);
	test_allocs_left = -1;
	assert_int_equal(lu_file_read((char *)*state, 10, &b, &e), LU_EFORMAT);
	path_in(path, state, "absent");
	assert_int_equal(lu_file_read(path, 10, &b, &e), LU_EIO);
	assert_non_null(strstr(e.msg, "No such file"));
	path_in(path, state, "fifo");
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(lu_file_read(path, 10, &b, &e), LU_EFORMAT); /* and does not wait for a writer */
	lu_buf_free(&b);
}

static void folders_are_made_private(void **state)
{
	char path[128], link[128];
	struct stat st;
	lu_buf b = LU_BUF;
	lu_err e;

	path_in(path, state, "made");
	assert_false(lu_file_exists(path));
	assert_int_equal(lu_dir_make(path, &e), LU_OK);
	assert_int_equal(lu_dir_make(path, &e), LU_OK);
	assert_true(lu_file_exists(path));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	path_in(link, state, "link");
	assert_int_equal(symlink("made", link), 0);
	assert_int_equal(lu_file_real(link, &b, &e), LU_OK);
	assert_true(lu_str_ends(lu_buf_str(&b), "/made"));
	path_in(path, state, "no/such");
	assert_int_equal(lu_dir_make(path, &e), LU_EIO);
	assert_int_equal(lu_file_real(path, &b, &e), LU_EIO);
	path_in(path, state, "data");
	assert_int_equal(close(creat(path, 0600)), 0);
	assert_int_equal(lu_dir_make(path, &e), LU_EIO);
	lu_buf_free(&b);
}

static void clocks_run_forward(void **state)
{
	double t = lu_now();
	int64_t w = lu_time_ns();

	(void)state;
	assert_true(lu_now() >= t);
	assert_true(w > (int64_t)1700000000 * 1000000000); /* nanoseconds, later than 2023 */
	assert_in_range(lu_cpus(), 1, 1024);
}

/* ---- types ---- */

/* What a call may mean, by the labels of its arguments. */
static void labels_fit_what_is_taken(void **state)
{
	static const struct {
		const char *takes, *labels;
		bool fits;
	} v[] = {
		{ "", "", true },
		{ "", "_", false },
		{ "_:Int;for:String", "_;for", true },
		{ "_:Int;for:String", "for;_", false },
		{ "_:Int;for:String", "_;at", false },
		{ "_:Int;for:String", "_", false },
		{ "_:Int;=for:String;=at:Int", "_;at", true },
		{ "_:Int;=for:String;=at:Int", "_;at;for", false },
		{ "in:Int...;by:Int", "in;_;_;by", true },
		{ "in:Int...;=by:Int", "", true },
		{ "in:Int...;by:Int", "by;_", false },
		{ "of:repeat each T", "of;_", true },
		{ "x:Int;then:() -> Void", "x;{", true },
		{ "x:Int;then:Done?", "x;{", true },
		{ "x:Int;y:Int", "x;{", false },
		{ "=x:Int;then:() -> Void;=or:() -> Void", "{;or", true },
		{ "=before:() -> Void;then:() -> Void", "{", true },
		{ "x:[() -> Int]", "{", true },
		{ "x:[Int]", "{", false },
		{ ";;:", ";", false },
		{ "=", "{", true },
	};
	lu_buf w = LU_BUF;

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++)
		assert_int_equal(lu_labels_fit(z(v[i].takes), z(v[i].labels)), v[i].fits);
	lu_labels_add(&w, z("`in` places"), z(" [Int ;\n Int]"), true);
	lu_labels_add(&w, z("_ x"), z("Int..."), false);
	assert_str(lu_buf_str(&w), "=in:[Int Int];_:Int...");
	lu_buf_free(&w);
	assert_true(lu_labels_same(z("a:@escaping (A.B) -> C;_:inout D"), z("a:B) -> C;=_:D"), false));
	assert_true(lu_labels_same(z("a:any A.B;_:inout D"), z("a:B;=_:D"), true));
	assert_false(lu_labels_same(z("a:A"), z("a:B"), true));
	assert_false(lu_labels_same(z("a:A"), z("a:A;b:A"), false));
	assert_false(lu_labels_same(z("a:A"), z("b:A"), false));
}

/* What functions of a type take, the parameters T (a Bound) and U left out. */
static void what_functions_take_is_written_short(void **state)
{
	static const char *const v[][2] = {
		{ "(c: Context<E>, next?: Next) => void", "~(Context<E>,Next)" },
		{ "(path: string, ...rest: Handler[]) => App", "~(,Handler...)" },
		{ "(...rest: [Handler<A, B> & M, Other]) => App", "~(Handler<A, B>...)" },
		{ "<K extends Own>(x: K, y: T, z: U) => void", "~(Own,Bound)" },
		{ "(f: (err: Failure, got: A | null) => void, n: number) => void", "~(~(Failure,A))" },
		{ "(this: App, { a, b }: Options, c: Map<string, A> = x) => void", "~(Options,Map<string, A> = x)" },
		{ "((c: A) => void) | Handler<T> | null", "~(A)|Handler<T>" },
		{ "| A\n | B[]", "A|B[]" },
		{ "() => A", "" },
		{ "(a: string) => A", "" },
		{ "string", "" },
		{ "(", "" },
		{ "<", "" },
		{ "<T", "" },
		{ "(a: (", "" },
		{ "(a: A => b", "" },
		{ "", "" },
	};
	lu_type_lists lists = { { z("T extends Bound, U") }, 1 };

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		lu_buf w = LU_BUF;

		lu_type_add_taken(&w, z(v[i][0]), &lists);
		assert_str(lu_buf_str(&w), v[i][1]);
		lu_buf_free(&w);
	}
	for (size_t n = 20; n <= 40; n += 20) { /* a long union says nothing */
		lu_buf t = LU_BUF, w = LU_BUF;

		for (size_t i = 0; i < n; i++) lu_buf_adds(&t, "A|");
		lu_type_add_taken(&w, lu_buf_str(&t), &lists);
		assert_int_equal(w.len, n == 20 ? 39 : 0);
		lu_buf_free(&w);
		lu_buf_free(&t);
	}
	assert_str(lu_type_taken(z("~(A<B, C>,~(D,E),F...)"), 0), "A<B, C>");
	assert_str(lu_type_taken(z("~(A<B, C>,~(D,E),F...)"), 1), "~(D,E)");
	assert_str(lu_type_taken(z("~(A<B, C>,~(D,E),F...)"), 2), "F");
	assert_str(lu_type_taken(z("~(A<B, C>,~(D,E),F...)"), 7), "F");
	assert_str(lu_type_taken(z("~(,A)"), 0), "");
	assert_str(lu_type_taken(z("~(,A)"), 1), "A");
	assert_str(lu_type_taken(z("~(,A)"), 2), "");
	assert_str(lu_type_taken(z("~("), 0), "");
	assert_str(lu_type_taken(z("A"), 0), "");
	assert_true(lu_type_is_function(z("<T>(a: T) => void")));
	assert_false(lu_type_is_function(z("(A | B)[]")));
	assert_true(lu_type_is_arrow(z("(((A) -> B)?)!")));
	assert_true(lu_type_is_arrow(z("(A) -> Map<B, C>")));
	assert_false(lu_type_is_arrow(z("((A) -> B, C)")));
	assert_false(lu_type_is_arrow(z("[A: (B) -> C]")));
	assert_false(lu_type_is_arrow(z("(?")));
	assert_false(lu_type_is_arrow(z("((((((((((((((A) -> B))))))))))))")));
}

static void types_are_read_as_they_are_written(void **state)
{
	static const char *const v[][3] = {
		{ "*Store", "Store", "" },
		{ "&'a mut Pen", "Pen", "" },
		{ "(*Store, error)", "Store", "" },
		{ "(s *Store, err error)", "Store", "" },
		{ "K | None", "K", "" },
		{ "None | a.K", "a.K", "" },
		{ "K | L", "", "" },
		{ "t.Optional[K]", "K", "" },
		{ "Promise<K>", "K", "" },
		{ "Box<dyn Shape>", "Shape", "" },
		{ "std::shared_ptr<ns::Shape>", "ns::Shape", "" },
		{ "Map<K, V>", "Map", "V" },
		{ "dict[str, list[K]]", "dict", "list[K]" },
		{ "dict[", "", "" },
		{ "[]*Store", "", "*Store" },
		{ "[4]Store", "", "Store" },
		{ "map[string]*Store", "", "*Store" },
		{ "List<Crate>", "List", "Crate" },
		{ "list[K]", "list", "K" },
		{ "K[]", "", "K" },
		{ "...T", "...T", "T" },
		{ "[u8; 4]", "", "u8" },
		{ "", "", "" },
		{ "<", "", "" },
		{ "[", "", "" },
		{ "Optional[", "", "" },
	};
	lu_str rest = z("A[B | C] | D");

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		if (strcmp(v[i][0], "...T") != 0) assert_str(lu_type_named(z(v[i][0])), v[i][1]);
		assert_str(lu_type_element(z(v[i][0])), v[i][2]);
	}
	assert_str(lu_field_type(z("ab:X;a:Y;"), z("a")), "Y");
	assert_str(lu_field_type(z("ab:X;a:Y;"), z("b")), "");
	assert_str(lu_type_iterated(z("dict[K, V]")), "K");
	assert_str(lu_type_iterated(z("list[K]")), "K");
	assert_str(lu_type_iterated(z("Map<K, V>")), "");
	assert_str(lu_type_element(z("<-chan *K")), "*K");
	assert_str(lu_type_second(z("(int, *K)")), "*K");
	assert_str(lu_type_second(z("(at int, k K)")), "K");
	assert_str(lu_type_second(z("tuple[A, list[K], B]")), "list[K]");
	assert_str(lu_type_second(z("list[A]")), "");
	assert_str(lu_type_got(z("List<? extends K>"), z("get")), "? extends K");
	assert_str(lu_type_got(z("Map<A, K>"), z("get")), "K");
	assert_str(lu_type_got(z("Optional<K>"), z("orElse")), "K");
	assert_str(lu_type_got(z("List<K>"), z("size")), "");
	assert_str(lu_type_iterated(z("map[string]V")), "V");
	assert_str(lu_type_entered(z("t.Iterator[K]")), "K");
	assert_str(lu_type_entered(z("K")), "K");
	assert_str(lu_type_element(z("Map<string, V>")), "V");
	assert_str(lu_type_of_method(z("V[]"), z("find")), "V");
	assert_str(lu_type_of_method(z("Map<string, V>"), z("get")), "V");
	assert_str(lu_type_of_method(z("V[]"), z("filter")), "V[]");
	assert_str(lu_type_of_method(z("V[]"), z("join")), "");
	assert_str(lu_type_of_method(z("V"), z("find")), "");
	assert_str(lu_type_argument(z("Omit<A & B, 'x'>")), "A & B");
	assert_str(lu_type_argument(z("A")), "");
	rest = z("A<X & Y> & B");
	assert_str(lu_type_take_joined(&rest), "A<X & Y>");
	assert_str(lu_type_take_joined(&rest), "B");
	rest = z("A[B | C] | D");
	assert_str(lu_type_called(z("t.Callable[[t.Callable[..., A]], K | L]")), "K | L");
	assert_str(lu_type_called(z("Callable")), "");
	assert_str(lu_type_called(z("Callable[K]")), "");
	assert_str(lu_type_take(&rest), "A[B | C]");
	assert_str(lu_type_take(&rest), "D");
	assert_int_equal(rest.n, 0);
}

static void cancelling_sticks(void **state)
{
	lu_err e;

	(void)state;
	assert_false(lu_cancelled());
	assert_int_equal(lu_check_cancel(&e), LU_OK);
	lu_cancel();
	assert_true(lu_cancelled());
	assert_int_equal(lu_check_cancel(&e), LU_ECANCEL);
	assert_string_equal(e.msg, "interrupted");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_are_wrapped_and_cut),
		cmocka_unit_test(views_compare_by_bytes),
		cmocka_unit_test(views_are_cut),
		cmocka_unit_test(a_buffer_grows_and_stays_terminated),
		cmocka_unit_test(a_failed_append_sticks),
		cmocka_unit_test(an_arena_gives_aligned_memory),
		cmocka_unit_test(an_arena_takes_what_another_holds),
		cmocka_unit_test(an_arena_refuses_what_overflows),
		cmocka_unit_test(an_arena_grows_arrays),
		cmocka_unit_test(the_writer_writes_every_kind),
		cmocka_unit_test(bad_utf8_becomes_the_replacement_character),
		cmocka_unit_test(the_writer_reports_lost_output),
		cmocka_unit_test(the_writer_survives_every_allocation_failure),
		cmocka_unit_test(values_are_read),
		cmocka_unit_test(what_is_plain_is_written_as_it_is),
		cmocka_unit_test(what_is_not_json_is_refused),
		cmocka_unit_test(json_parse_survives_every_allocation_failure),
		cmocka_unit_test(the_reader_names_the_place_and_goes_on),
		cmocka_unit_test(the_reader_reports_read_errors),
		cmocka_unit_test(hashes_match_published_values),
		cmocka_unit_test(the_table_hash_spreads),
		cmocka_unit_test(a_map_finds_what_was_put_there),
		cmocka_unit_test(a_map_refuses_what_it_can_not_count),
		cmocka_unit_test(a_map_survives_every_allocation_failure),
		cmocka_unit_test(numbers_are_mixed),
		cmocka_unit_test(the_lower_bound_is_the_first_that_is_not_before),
		cmocka_unit_test(characters_are_of_their_kinds),
		cmocka_unit_test(an_element_survives_the_round_trip),
		cmocka_unit_test(elements_of_other_tools_are_read),
		cmocka_unit_test(bad_elements_name_the_field),
		cmocka_unit_test(element_read_survives_every_allocation_failure),
		cmocka_unit_test_setup_teardown(files_are_read_whole_or_not, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(folders_are_made_private, make_folder, remove_folder),
		cmocka_unit_test(clocks_run_forward),
		cmocka_unit_test(types_are_read_as_they_are_written),
		cmocka_unit_test(labels_fit_what_is_taken),
		cmocka_unit_test(what_functions_take_is_written_short),
		cmocka_unit_test(cancelling_sticks), /* last: there is no way back */
	};

	return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
