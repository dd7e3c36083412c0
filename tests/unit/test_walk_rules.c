/* SPDX-License-Identifier: MIT
 * The parts of the walk layer that need no tree on disk: patterns and contents. */
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lucus/walk.h"

static lu_err err;

/* ---- patterns ---- */

static bool matches(const char *pattern, const char *path, bool is_dir)
{
	lu_ignore *ig = NULL;
	bool yes;

	assert_int_equal(lu_ignore_new(&ig, &err), LU_OK);
	assert_int_equal(lu_ignore_add(ig, lu_strz(pattern), "", "x", &err), LU_OK);
	yes = lu_ignore_match(ig, path, is_dir, NULL, NULL);
	lu_ignore_free(ig);
	return yes;
}

static void patterns(void **state)
{
	static const struct {
		const char *pattern, *yes, *no; /* paths of files, separated by '|' */
	} t[] = {
		{ "foo", "foo|a/foo|a/b/foo", "food|afoo|foo/a" },
		{ "/foo", "foo", "a/foo" },
		{ "a/foo", "a/foo", "b/a/foo|foo" },
		{ "*.o", ".o|a.o|x/y/a.o", "a.ob|a.o/b" },
		{ "/*.o", "a.o", "x/a.o" },
		{ "foo/*", "foo/a", "foo|foo/a/b|x/foo/a" },
		{ "foo/**", "foo/a|foo/a/b", "foo|x/foo/a" },
		{ "**/foo", "foo|a/foo|a/b/foo", "foo/a|afoo" },
		{ "**/foo/bar", "foo/bar|a/foo/bar", "bar|foo/x/bar" },
		{ "a/**/b", "a/b|a/x/b|a/x/y/b", "a/xb|b|ab|x/a/b" },
		{ "a**b/c", "axb/c|ab/c", "a/b/c" },
		{ "a**/b", "ax/b|a/b|ax/y/b|ab", "b|xa/b" }, /* a quirk of git: see glob.c */
		{ "[a]**/b", "ax/b|a/b", "ax/y/b|ab" },
		{ "**", "a|a/b", "" },
		{ "a?c", "abc|x/abc", "ac|a/c" },
		{ "a/?/c", "a/b/c", "a//c|a/c" },
		{ "[ab]c", "ac|bc", "cc|c" },
		{ "[!ab]c", "cc", "ac|bc|c" },
		{ "[^ab]c", "cc", "ac|bc|c" },
		{ "[]x]", "]|x", "a" },
		{ "[!]x]", "a", "]|x" },
		{ "[a-c]", "a|b|c", "d|-" },
		{ "[a-]", "a|-", "b" },
		{ "[-a]", "a|-", "b" },
		{ "[\\]]", "]", "\\" },
		{ "[[:digit:]x]", "1|x", "a|:" },
		{ "[[:nope:]]", "", "n|:" },
		{ "[[:digit]", "[|:|d", "1" },
		{ "a[x/]b/c", "axb/c", "a/b/c" },
		{ "a[!x]b/c", "ayb/c", "a/b/c" },
		{ "a[b", "", "ab|a[b" },
		{ "foo\\", "", "foo|foo\\" },
		{ "\\*", "*", "a" },
		{ "f\\oo", "foo", "f\\oo" },
		{ "#foo", "", "#foo|foo" },
		{ "\\#foo", "#foo", "foo" },
		{ "\\!foo", "!foo", "foo" },
		{ "!foo", "", "foo|!foo" },
		{ "foo  ", "foo", "foo  " },
		{ "foo\\ ", "foo ", "foo" },
		{ "foo\\  ", "foo ", "foo|foo  " },
		{ "foo\t", "foo\t", "foo" },
		{ " foo", " foo", "foo" },
		{ "foo\r\n", "foo", "foo\r" },
		{ "\xef\xbb\xbf"
		  "foo",
		  "foo",
		  "\xef\xbb\xbf"
		  "foo" },
		{ "", "", "a" },
		{ "/", "", "a" },
		{ "foo/", "", "foo" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		for (int want = 0; want < 2; want++) {
			char list[256], *save = NULL;

			snprintf(list, sizeof list, "%s", want ? t[i].yes : t[i].no);
			for (char *p = strtok_r(list, "|", &save); p; p = strtok_r(NULL, "|", &save))
				if (matches(t[i].pattern, p, false) != want)
					fail_msg("pattern '%s', path '%s'", t[i].pattern, p);
		}
	}
	assert_true(matches("foo/", "foo", true));
	assert_true(matches("foo/", "a/foo", true));
	assert_true(matches("a/foo/", "a/foo", true));
	assert_false(matches("a/foo/", "b/a/foo", true));
}

static void the_last_pattern_decides(void **state)
{
	static const char root[] = "*.log\n# comment\n\n!keep.log\n", sub[] = "keep.log\n!/x.log";
	lu_ignore *ig = NULL;
	const char *source = NULL;
	long line = 0;

	(void)state;
	assert_int_equal(lu_ignore_new(&ig, &err), LU_OK);
	assert_false(lu_ignore_match(ig, "a.log", false, NULL, NULL));
	assert_int_equal(lu_ignore_add(ig, lu_strz(root), "", ".gitignore", &err), LU_OK);
	assert_int_equal(lu_ignore_add(ig, lu_strz(sub), "s/t", "s/t/.gitignore", &err), LU_OK);
	assert_true(lu_ignore_match(ig, "a.log", false, &source, &line));
	assert_string_equal(source, ".gitignore");
	assert_int_equal(line, 1);
	assert_false(lu_ignore_match(ig, "keep.log", false, NULL, NULL));
	assert_false(lu_ignore_match(ig, "s/keep.log", false, NULL, NULL));
	assert_true(lu_ignore_match(ig, "s/t/u/keep.log", false, &source, &line));
	assert_string_equal(source, "s/t/.gitignore");
	assert_int_equal(line, 1);
	assert_false(lu_ignore_match(ig, "s/t/x.log", false, NULL, NULL));
	assert_true(lu_ignore_match(ig, "s/t/u/x.log", false, NULL, NULL));
	assert_true(lu_ignore_match(ig, "s/tt/x.log", false, &source, &line));
	assert_int_equal(line, 1);
	lu_ignore_free(ig);
	lu_ignore_free(NULL);
}

/* Patterns that make a naive matcher try every way to split the text. */
static void hostile_patterns_take_little_time(void **state)
{
	clock_t began = clock();
	lu_buf text = LU_BUF, pattern = LU_BUF, path = LU_BUF;

	(void)state;
	for (int i = 0; i < 4000; i++) lu_buf_addc(&text, 'a');
	for (int i = 0; i < 2000; i++) lu_buf_adds(&path, "a/");
	lu_buf_adds(&path, "a");
	for (int i = 0; i < 200; i++) lu_buf_adds(&pattern, "*a");
	lu_buf_adds(&pattern, "*[b]");
	assert_false(matches(pattern.s, text.s, false));
	lu_buf_reset(&pattern);
	for (int i = 0; i < 200; i++) lu_buf_adds(&pattern, "**/a/*/");
	lu_buf_adds(&pattern, "[b]");
	assert_false(matches(pattern.s, path.s, false));
	lu_buf_reset(&pattern);
	for (int i = 0; i < 200; i++) lu_buf_adds(&pattern, "**/*a*/");
	lu_buf_adds(&pattern, "[b]");
	assert_false(matches(pattern.s, path.s, false));
	lu_buf_reset(&pattern);
	for (int i = 0; i < 100000; i++) lu_buf_adds(&pattern, "[a]*");
	assert_false(matches(pattern.s, text.s, false));
	assert_true((double)(clock() - began) / CLOCKS_PER_SEC < 3);
	lu_buf_free(&text);
	lu_buf_free(&pattern);
	lu_buf_free(&path);
}

static void ignore_survives_every_allocation_failure(void **state)
{
	lu_code rc = LU_ENOMEM;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_ignore *ig = NULL;

		rc = lu_ignore_new(&ig, &err);
		if (!rc) rc = lu_ignore_add(ig, lu_strz("a\n*.b\nx/[a-c]*/**\n!q\n"), "d", "s", &err);
		if (!rc) assert_true(lu_ignore_match(ig, "d/x/bb/c", false, NULL, NULL));
		lu_ignore_free(ig);
	});
}

/* ---- contents ---- */

static const char *reason(const char *path, const char *text)
{
	return lu_content_reason(lu_strz(path), lu_strz(text));
}

static void content_binary(void **state)
{
	static char late[9000];

	(void)state;
	memset(late, 'x', sizeof late);
	late[8500] = '\0';
	assert_null(lu_content_reason(lu_strz("a.c"), lu_strn(NULL, 0)));
	assert_string_equal(lu_content_reason(lu_strz("a.c"), lu_strn("a\0b", 3)), "binary");
	assert_string_equal(lu_content_reason(lu_strz("a.c"), lu_strn("\0", 1)), "binary");
	assert_null(lu_content_reason(lu_strz("a.c"), lu_strn("\xff\xfe"
							      "a\0",
							      4)));
	assert_null(lu_content_reason(lu_strz("a.c"), lu_strn("\xfe\xff\0a", 4)));
	assert_string_equal(lu_content_reason(lu_strz("a.c"), lu_strn("\xff\xfe\0\0a\0\0\0", 8)), "binary");
	assert_null(lu_content_reason(lu_strz("a.txt"), lu_strn(late, sizeof late)));
	late[8191] = '\0';
	assert_string_equal(lu_content_reason(lu_strz("a.txt"), lu_strn(late, sizeof late)), "binary");
	assert_null(reason("caf\xe9.c", "caf\xe9"));
}

/* Control characters that no text has, many of them. */
static void content_binary_without_nul(void **state)
{
	char s[1000];

	(void)state;
	for (size_t i = 0; i < sizeof s; i++) s[i] = (char)(i % 40 + 1);
	assert_string_equal(lu_content_reason(lu_strz("x"), lu_strn(s, sizeof s)), "binary");
	assert_string_equal(reason("manual", "%PDF-1.4\n"), "binary");
	assert_null(reason("log.txt", "\x1b[31mred\x1b[0m\ttab\f\r\n"));
}

static void names_tell_what_is_not_read(void **state)
{
	(void)state;
	assert_string_equal(lu_name_reason(lu_strz("a/Cargo.lock"), 10), "generated");
	assert_string_equal(lu_name_reason(lu_strz("package-lock.json"), 10), "generated");
	assert_string_equal(lu_name_reason(lu_strz("logo.PNG"), 10), "binary");
	assert_string_equal(lu_name_reason(lu_strz("logo.svg"), 10), "data");
	assert_null(lu_name_reason(lu_strz("t.csv"), 32768));
	assert_string_equal(lu_name_reason(lu_strz("t.csv"), 32769), "data");
	assert_null(lu_name_reason(lu_strz("package.json"), 1000));
	assert_string_equal(lu_name_reason(lu_strz("all.json"), 200000), "data");
	assert_string_equal(lu_name_reason(lu_strz("x.db-wal"), 0), "data");
	assert_null(lu_name_reason(lu_strz("png"), 10));
	assert_null(lu_name_reason(lu_strz("main.c"), 1 << 20));
	assert_string_equal(reason("yarn.lock", "a"), "generated");
}

static void content_minified(void **state)
{
	lu_buf b = LU_BUF;

	(void)state;
	assert_string_equal(reason("lib/x.min.js", "a"), "minified");
	assert_string_equal(reason("X.MIN.CSS", "a"), "minified");
	assert_null(reason("x.min.c", "a"));
	assert_null(reason("admin.js", "a"));
	for (int i = 0; i < 9000; i++) lu_buf_addc(&b, 'a'); /* one long line */
	assert_string_equal(reason("x.js", b.s), "minified");
	assert_string_equal(reason("x.json", b.s), "minified");
	assert_null(reason("x.py", b.s));
	assert_null(reason("x.md", b.s));
	for (int i = 0; i < 50; i++) lu_buf_adds(&b, "\nshort"); /* still most of the file */
	assert_string_equal(reason("x.js", b.s), "minified");
	for (int i = 0; i < 2000; i++) lu_buf_adds(&b, "\nshort");
	assert_null(reason("x.js", b.s));
	lu_buf_trunc(&b, 8192);
	assert_null(reason("x.js", b.s));
	lu_buf_free(&b);
}

static void content_generated(void **state)
{
	static const struct {
		const char *path, *text;
		bool yes;
	} t[] = {
		{ "a.go", "// Code generated by stringer; DO NOT EDIT.\npackage a\n", true },
		{ "a.go", "// Code generated by stringer; DO NOT EDIT.\r\n\r\npackage a\n", true },
		{ "a.go", "package a\n\n// Code generated by x. DO NOT EDIT.\n", true },
		{ "a.go",
		  "// Copyright\n// a\n// b\n// c\n// d\n// e\n// f\n// g\n// h\n// i\n// j\n// k\n// l\n"
		  "// m\n// n\n// o\n\n// Code generated by x. DO NOT EDIT.\npackage a\n",
		  true },
		{ "a.go", "package a\n\nconst head = `\n// Code generated by x. DO NOT EDIT.\n`\n", false },
		{ "a.go", "package a\n\nvar s = \"// Code generated by x. DO NOT EDIT.\"\n", false },
		{ "a.go", "// Code generated DO NOT EDIT.\n", true }, /* not Go's form, but it says so */
		{ "a.py", "# @generated by protoc\nx = 1\n", true },
		{ "a.py", "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n# @generated\n", true },
		{ "a.py", "MARK = '@generated'\n", false },
		{ "a.py", "# Finds '@generated' marks.\nx = 1\n", false },
		{ "a.py", "# Finds @generated-like marks.\nx = 1\n", false },
		{ "a.py", "import x\n# @generated\n", false },
		{ "a.py", "\"\"\"\n# @generated\n\"\"\"\n", false },
		{ "a.py", "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n", true },
		{ "a.py",
		  "# 1\n# 2\n# 3\n# 4\n# 5\n# 6\n# 7\n# 8\n# 9\n# 10\n# 11\n# 12\n# 13\n# 14\n# 15\n"
		  "# @generated\n",
		  false },
		{ "a.c", "/* DO NOT EDIT: this file was generated\n * by a script */\nint x;\n", true },
		{ "a.c", "/*\n * Automatically generated by SWIG.\n * Do not make changes to this file.\n */\n", true },
		{ "a.c", "#ifndef A_H\n#define A_H\n/* DO NOT EDIT, generated */\n", true },
		{ "a.c", "/* Writes tables. Do not edit the generated files. */\nint x;\n", false },
		{ "a.c", "/* Do not edit this lightly. */\nint x;\n", false },
		{ "a.c", "/* generated tables */\nint x;\n", false },
		{ "a.c", "/* a */ int x; /* @generated */\n", false },
		{ "a.c", "/* a */ /* @generated */ int x;\n", true },
		{ "a.c", "#define MARK \"/* @generated */\"\nint x;\n", false },
		{ "a.cs", "// <auto-generated>\n//   by a tool\n", true },
		{ "a.ts", "\xef\xbb\xbf/* eslint-disable */\n// @generated by x\n", true },
		{ "a.js", ";(function(){ var a = '/* @generated */' })()\n", false },
		{ "a.js", "'use strict';\n/** @generated */\n", true },
		{ "a.php", "<?php\n/** @generated */\n", true },
		{ "a.html", "<!DOCTYPE html>\n<!-- DO NOT EDIT. Generated by x -->\n", true },
		{ "a.sql", "-- Autogenerated by x, do not edit\n", true },
		{ "a.rs", "#![allow(x)]\n/* @generated */\n", true },
		{ "Cargo.lock", "# This file is automatically @generated by Cargo.\nversion = 3\n", true },
		{ "a.md", "# How to mark @generated files\n", false },
		{ "a.md", "<!-- @generated -->\n# Options\n", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		const char *got = reason(t[i].path, t[i].text);

		if (t[i].yes != (got && strcmp(got, "generated") == 0)) fail_msg("%s: %s", t[i].path, t[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns),
		cmocka_unit_test(the_last_pattern_decides),
		cmocka_unit_test(hostile_patterns_take_little_time),
		cmocka_unit_test(ignore_survives_every_allocation_failure),
		cmocka_unit_test(content_binary),
		cmocka_unit_test(content_binary_without_nul),
		cmocka_unit_test(names_tell_what_is_not_read),
		cmocka_unit_test(content_minified),
		cmocka_unit_test(content_generated),
	};

	return cmocka_run_group_tests_name("walk_rules", tests, NULL, NULL);
}
