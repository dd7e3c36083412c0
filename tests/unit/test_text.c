/* SPDX-License-Identifier: MIT
 * Text: decoding, folding, tokens, stop words, lines. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lucus/embed.h"
#include "lucus/text.h"

static bool write_token(void *ctx, lu_str token, lu_token_kind kind)
{
	lu_buf *out = ctx;

	(void)kind;
	if (out->len) lu_buf_addc(out, ' ');
	lu_buf_addstr(out, token);
	return !out->oom;
}

/* The tokens of `text`, separated by blanks. */
static lu_code token_text(lu_str text, lu_buf *out, lu_err *e)
{
	lu_code rc = lu_tokenize(text, write_token, out, e);

	return rc ? rc : out->oom ? lu_nomem(e) : LU_OK;
}

static void check_tokens(const char *text, const char *want)
{
	lu_buf out = LU_BUF;

	assert_int_equal(token_text(lu_strz(text), &out, NULL), LU_OK);
	assert_string_equal(out.s, want);
	lu_buf_free(&out);
}

static void identifiers_split_into_parts(void **state)
{
	(void)state;
	check_tokens("parse", "parse");
	check_tokens("Parse", "parse");
	check_tokens("PARSE", "parse");
	check_tokens("parseJSONFile", "parsejsonfile parse json file");
	check_tokens("HTTPServer", "httpserver http server");
	check_tokens("get_user_by_id", "get_user_by_id get user by id");
	check_tokens("getUserById", "getuserbyid get user by id");
	check_tokens("MAX_SIZE", "max_size max size");
	check_tokens("utf8", "utf8 utf 8");
	check_tokens("a1b", "a1b a 1 b");
	check_tokens("Neo4jConfig", "neo4jconfig neo 4 j config");
	check_tokens("x", "x");
	check_tokens("2024", "2024");
	check_tokens("0xFF", "0xff 0 x ff");
}

static void acronyms_keep_their_plural(void **state)
{
	(void)state;
	check_tokens("LLMs", "llms");
	check_tokens("getURLs", "geturls get urls");
	check_tokens("URLsOfUser", "urlsofuser urls of user");
	check_tokens("HTTPSet", "httpset http set");
}

static void underscores_at_the_ends_are_dropped(void **state)
{
	(void)state;
	check_tokens("__init__", "init");
	check_tokens("_make_openai", "make_openai make openai");
	check_tokens("a__b", "a__b a b");
	check_tokens("_ __ ___", "");
	check_tokens("_1", "1");
}

static void check_code(const char *text, const char *want)
{
	lu_buf out = LU_BUF;

	assert_int_equal(lu_tokenize_code(lu_strz(text), write_token, &out, NULL), LU_OK);
	assert_string_equal(out.s, want);
	lu_buf_free(&out);
}

static void comments_for_tools_have_no_tokens(void **state)
{
	(void)state;
	check_code("a = b  # type: ignore[arg-type]\nc", "a b c");
	check_code("a  # type:ignore  # as it is lazy\nc", "a as it is lazy c");
	check_code("a  # type: ignored by us", "a type ignored by us");
	check_code("import x  # noqa: F401\n#noqa\n#  NOQA is written so", "import x noqa is written so");
	check_code("# pylint: disable=too-many-arguments\ndef f", "def f");
	check_code("/* eslint-disable no-console */ log()\n// eslint-disable-next-line x -- it is lazy\ny",
		   "log it is lazy y");
	check_code("// @ts-ignore\nx // NOLINTNEXTLINE(bugprone)\n//nolint:errcheck // on purpose\ny",
		   "x on purpose y");
	check_code("// clang-format off\n// clang-formatted\n#pragma once\n#pragma omp parallel\n",
		   "clang formatted pragma omp parallel");
	check_code("mark = '# noqa'  # rubocop:disable Style/X\nurl = \"//nolint\"", "mark noqa url nolint");
	check_code("a = '\\'# noqa'; b = \"'# noqa\"; c # noqa\nd = 'e\nf # noqa", "a noqa b noqa c d e f");
	check_code("a \\\n'b \\\nc # noqa", "a b c");
	check_code("a '\\", "a");
	check_code("/// noqa\n#### noqa\n//* noqa\n/*/ noqa */ a /* # noqa */ b", "a b");
	check_code("a / b # c // d", "a b c d");
	check_code("#", "");
	check_code("/", "");
	check_code("", "");
}

static bool count_token(void *ctx, lu_str token, lu_token_kind kind)
{
	(void)token;
	(void)kind;
	++*(size_t *)ctx;
	return true;
}

/* Half a megabyte of one line takes milliseconds, whatever is repeated on it; read again for each mark it takes many seconds. */
static void marks_on_one_line_take_linear_time(void **state)
{
	static const struct {
		const char *text;
		size_t tokens;
	} rows[] = { { "\"# noqa\", ", 1 }, { "'// nolint',", 1 }, { "/", 0 },           { "#", 0 },
		     { "//!", 0 },          { "/* ", 0 },          { "'/* noqa*/'", 1 }, { "\\", 0 } };
	enum { TIMES = 60000 };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		lu_buf line = LU_BUF;
		size_t n = 0;
		clock_t start;

		for (int k = 0; k < TIMES; k++) lu_buf_adds(&line, rows[i].text);
		start = clock();
		assert_int_equal(lu_tokenize_code(lu_buf_str(&line), count_token, &n, NULL), LU_OK);
		assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
		assert_int_equal(n, rows[i].tokens * TIMES);
		lu_buf_free(&line);
	}
}

static void everything_else_separates(void **state)
{
	(void)state;
	check_tokens("", "");
	check_tokens(" \t\n.,;(){}", "");
	check_tokens("self.db.open(x, 'r')", "self db open x r");
	check_tokens("a-b/c", "a b c");
	check_tokens("caf\xff\xfe"
		     "e",
		     "caf e"); /* malformed bytes */
	check_tokens("a\xe2\x80\x94"
		     "b \xf0\x9f\x98\x80",
		     "a b"); /* a dash, an emoji */
}

static void unicode_forms_give_equal_tokens(void **state)
{
	(void)state;
	check_tokens("\xc3\x89"
		     "cole",
		     "\xc3\xa9"
		     "cole"); /* composed */
	check_tokens("E\xcc\x81"
		     "cole",
		     "\xc3\xa9"
		     "cole"); /* decomposed */
	check_tokens("stra\xc3\x9f"
		     "e STRASSE",
		     "strasse strasse");
	check_tokens("\xef\xac\x81le", "file");         /* a ligature */
	check_tokens("\xef\xbc\xa1\xef\xbd\x82", "ab"); /* full width */
	check_tokens("so\xc2\xad"
		     "ft",
		     "soft");                                    /* a soft hyphen */
	check_tokens("\xd0\xba\xd0\xbe\xd0\xb4\xd0\xa1\xd0\xb8", /* кодСи */
		     "\xd0\xba\xd0\xbe\xd0\xb4\xd1\x81\xd0\xb8 \xd0\xba\xd0\xbe\xd0\xb4 "
		     "\xd1\x81\xd0\xb8");
	/* parts by the case of what was written, decomposed or not: getÉtat */
	check_tokens("get\xc3\x89tat", "get\xc3\xa9tat get \xc3\xa9tat");
	check_tokens("getE\xcc\x81tat", "get\xc3\xa9tat get \xc3\xa9tat");
	check_tokens("x\xc2\xb2", "x2 x 2"); /* a superscript */
	check_tokens("\xc2\xbd", "1 2");     /* one half */
}

static void unspaced_scripts_give_pairs(void **state)
{
	(void)state;
	check_tokens("\xe4\xb8\xad", "\xe4\xb8\xad");
	check_tokens("\xe6\x9d\xb1\xe4\xba\xac\xe9\x83\xbd", /* 東京都 */
		     "\xe6\x9d\xb1\xe4\xba\xac \xe4\xba\xac\xe9\x83\xbd");
	check_tokens("a\xe4\xb8\xad\xe6\x96\x87"
		     "b1",
		     "a \xe4\xb8\xad\xe6\x96\x87 b1 b 1");
	/* Thai: a vowel sign belongs to its consonant */
	check_tokens("\xe0\xb8\x81\xe0\xb8\xb4\xe0\xb8\x99", "\xe0\xb8\x81\xe0\xb8\xb4\xe0\xb8\x99");
	/* half-width Katakana with a voiced mark is one character: ｶﾞ */
	check_tokens("\xef\xbd\xb6\xef\xbe\x9e", "\xe3\x82\xac");
}

typedef struct seen {
	size_t tokens, longest, bytes;
	size_t limit;
	lu_token_kind kind[8];
} seen;

static bool note(void *ctx, lu_str token, lu_token_kind kind)
{
	seen *s = ctx;

	assert_true(token.n > 0);
	assert_true(lu_utf8_valid(token));
	if (s->tokens < 8) s->kind[s->tokens] = kind;
	s->tokens++;
	s->bytes += token.n;
	if (token.n > s->longest) s->longest = token.n;
	return s->tokens != s->limit;
}

static void kinds_tell_wholes_from_parts(void **state)
{
	seen s = { 0 };

	(void)state;
	assert_int_equal(lu_tokenize(lu_strz("word aB \xc3\xa9\xc3\x89"), note, &s, NULL), LU_OK);
	assert_int_equal(s.tokens, 7);
	assert_int_equal(s.kind[0], LU_TOKEN_WORD);
	assert_int_equal(s.kind[1], LU_TOKEN_WHOLE);
	assert_int_equal(s.kind[2], LU_TOKEN_PART);
	assert_int_equal(s.kind[4], LU_TOKEN_WHOLE);
	assert_int_equal(s.kind[6], LU_TOKEN_PART);
}

static void a_callback_can_stop(void **state)
{
	static const char *const text[] = { "a b c d e", "aB cD eF", "\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad",
					    "\xc3\xa9\xc3\x89\xc3\xa9\xc3\x89" };

	(void)state;
	for (size_t i = 0; i < 4; i++)
		for (size_t limit = 1; limit <= 3; limit++) {
			seen s = { .limit = limit };

			assert_int_equal(lu_tokenize(lu_strz(text[i]), note, &s, NULL), LU_OK);
			assert_int_equal(s.tokens, limit);
		}
}

/* Tokens of `unit` repeated to `n` bytes or a little more. */
static seen repeat(const char *unit, size_t n)
{
	size_t len = strlen(unit);
	lu_buf b = LU_BUF;
	seen s = { 0 };

	while (b.len < n) lu_buf_add(&b, unit, len);
	assert_false(b.oom);
	assert_int_equal(lu_tokenize(lu_buf_str(&b), note, &s, NULL), LU_OK);
	assert_true(s.longest <= LU_TOKEN_MAX);
	lu_buf_free(&b);
	return s;
}

static void long_runs_are_cut(void **state)
{
	seen s = repeat("a", 1000000);

	(void)state;
	assert_int_equal(s.longest, LU_TOKEN_MAX);
	assert_int_equal(s.tokens, 1000000 / LU_TOKEN_MAX);
	assert_int_equal(s.bytes, 1000000);
	assert_int_equal(repeat("\xc3\xa9", 100000).longest, LU_TOKEN_MAX);
	assert_int_equal(repeat("aB", 64 * 100).tokens, 100 * 34); /* wholes of 64: a, 31 ba, b */
	repeat("_", 100000);
	repeat("_a", 100000);
	repeat("\xcc\x81", 100000);    /* marks alone */
	repeat("\xef\xb7\xba", 30000); /* U+FDFA, 18 characters when decomposed */
	repeat("\xe4\xb8\xad", 100000);
	repeat("\xe0\xb8\x81\xe0\xb8\xb4", 100000);
	repeat("\xf0\x9d\x94\xb8", 100000); /* four bytes that fold to one */
	repeat("\xc4\xb0", 100000);         /* folds to two characters */
	repeat("\xff", 100000);
}

static void a_long_run_before_unicode_takes_linear_time(void **state)
{
	lu_buf b = LU_BUF;
	seen s = { 0 };

	(void)state;
	for (size_t i = 0; i < 4000000; i++) lu_buf_addc(&b, 'a');
	lu_buf_adds(&b, "\xc3\xa9");
	assert_int_equal(lu_tokenize(lu_buf_str(&b), note, &s, NULL), LU_OK);
	assert_int_equal(s.bytes, 4000002);
	lu_buf_free(&b);
}

static void no_bytes_can_do_harm(void **state)
{
	uint64_t seed = 11;
	char *p = malloc(4096);
	lu_buf out = LU_BUF;

	(void)state;
	assert_non_null(p);
	for (size_t round = 0; round < 300; round++) {
		seen s = { 0 };

		for (size_t i = 0; i < 4096; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			p[i] = (char)(seed >> 56);
			if (round & 1 && i && (seed >> 40 & 3)) p[i] = (char)(0x80 | (p[i] & 0x3f));
		}
		assert_int_equal(lu_tokenize(lu_strn(p, 4096), note, &s, NULL), LU_OK);
		assert_true(s.longest <= LU_TOKEN_MAX);
		lu_buf_reset(&out);
		assert_int_equal(lu_text_fold(lu_strn(p, 4096), &out, NULL), LU_OK);
		assert_true(lu_utf8_valid(lu_buf_str(&out)));
	}
	lu_buf_free(&out);
	free(p);
}

static void check_fold(const char *text, const char *want)
{
	lu_buf out = LU_BUF;

	assert_int_equal(lu_text_fold(lu_strz(text), &out, NULL), LU_OK);
	assert_string_equal(out.s, want);
	lu_buf_free(&out);
}

static void folding(void **state)
{
	lu_buf a = LU_BUF, out = LU_BUF;

	(void)state;
	check_fold("", "");
	check_fold("Hello, WORLD_1!", "hello, world_1!");
	check_fold("\xc3\x89T\xc3\x89 x", "\xc3\xa9t\xc3\xa9 x");
	check_fold("cafE\xcc\x81", "caf\xc3\xa9"); /* E and the mark compose */
	check_fold("A\xffZ\xc3", "a\xef\xbf\xbdz\xef\xbf\xbd");
	check_fold("\xef\xac\x81", "fi");
	for (size_t i = 0; i < 1000; i++) lu_buf_adds(&a, "e\xcc\x81"); /* longer than what is folded at once */
	assert_int_equal(lu_text_fold(lu_buf_str(&a), &out, NULL), LU_OK);
	assert_int_equal(out.len, 2000);
	lu_buf_reset(&a);
	lu_buf_reset(&out);
	for (size_t i = 0; i < 1000; i++) lu_buf_adds(&a, "\xe1\x84\x80\xe1\x85\xa1"); /* Hangul, decomposed */
	assert_int_equal(lu_text_fold(lu_buf_str(&a), &out, NULL), LU_OK);
	assert_int_equal(out.len, 3000);
	lu_buf_free(&a);
	lu_buf_free(&out);
}

static void check_decode(const char *bytes, size_t n, const char *want, const char *encoding, bool view)
{
	lu_buf buf = LU_BUF;
	lu_str out;
	const char *name;

	assert_int_equal(lu_text_decode(lu_strn(bytes, n), &buf, &out, &name, NULL), LU_OK);
	assert_int_equal(out.n, strlen(want));
	assert_memory_equal(out.n ? out.s : "", want, out.n);
	assert_string_equal(name, encoding);
	assert_int_equal(out.n && out.s >= bytes && out.s < bytes + n, view);
	assert_int_equal(lu_text_decode(lu_strn(bytes, n), &buf, &out, NULL, NULL), LU_OK);
	lu_buf_free(&buf);
}

#define DECODE(bytes, want, encoding, view) check_decode(bytes, sizeof bytes - 1, want, encoding, view)

static void decoding(void **state)
{
	(void)state;
	DECODE("", "", "utf-8", false);
	DECODE("plain text, longer than a word", "plain text, longer than a word", "utf-8", true);
	DECODE("\xef\xbb\xbfx", "x", "utf-8", true);
	DECODE("\xc3\xa9", "\xc3\xa9", "utf-8", true);
	DECODE("caf\xe9 \xc3\xa9", "caf\xc3\xa9 \xc3\xa9", "latin-1", false);
	DECODE("a\0b",
	       "a\xef\xbf\xbd"
	       "b",
	       "utf-8", false);
	DECODE("12345678\0", "12345678\xef\xbf\xbd", "utf-8", false);
	DECODE("\xff\xfe"
	       "a\0\xe9\0",
	       "a\xc3\xa9", "utf-16le", false);
	DECODE("\xfe\xff"
	       "\0a\0\xe9",
	       "a\xc3\xa9", "utf-16be", false);
	DECODE("\xff\xfe\x3d\xd8\x00\xde", "\xf0\x9f\x98\x80", "utf-16le", false);
	DECODE("\xff\xfe\x3d\xd8"
	       "a\0",
	       "\xef\xbf\xbd"
	       "a",
	       "utf-16le", false); /* unpaired, high */
	DECODE("\xff\xfe\x00\xde"
	       "a\0",
	       "\xef\xbf\xbd"
	       "a",
	       "utf-16le", false); /* unpaired, low */
	DECODE("\xff\xfe\x3d\xd8", "\xef\xbf\xbd", "utf-16le", false);
	DECODE("\xff\xfe\0\0x", "\xef\xbf\xbd\xef\xbf\xbd", "utf-16le", false); /* NUL, half a unit */
	DECODE("\xff\xfe\xac\x20", "\xe2\x82\xac", "utf-16le", false);
	DECODE("\xff\xfe", "", "utf-16le", false);
	DECODE("\xed\xa0\x80", "\xc3\xad\xc2\xa0\xc2\x80", "latin-1", false); /* a surrogate is not UTF-8 */
}

static void validity(void **state)
{
	(void)state;
	assert_true(lu_utf8_valid(lu_strn(NULL, 0)));
	assert_true(lu_utf8_valid(lu_strn("a\0b", 3)));
	assert_true(lu_utf8_valid(lu_strz("1234567\xc3\xa9")));
	assert_true(lu_utf8_valid(lu_strz("\xf4\x8f\xbf\xbf")));
	assert_false(lu_utf8_valid(lu_strz("\xf4\x90\x80\x80")));
	assert_false(lu_utf8_valid(lu_strz("\xc0\x80")));
	assert_false(lu_utf8_valid(lu_strz("12345678\xc3")));
	assert_false(lu_utf8_valid(lu_strz("\x80")));
}

static void stop_words(void **state)
{
	static const char *const yes[] = { "a", "the", "how", "what", "is", "for", "your", "with", "i", "having" };
	static const char *const no[] = { "",       "while", "if",  "class", "th",      "them2", "there_",
					  "return", "any",   "new", "z",     "havings", "each" };

	(void)state;
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) assert_true(lu_stop_word(lu_strz(yes[i])));
	for (size_t i = 0; i < sizeof no / sizeof *no; i++) assert_false(lu_stop_word(lu_strz(no[i])));
	assert_true(lu_stop_word(lu_strn("then", 3))); /* a view, not a terminated string */
	assert_false(lu_stop_word(lu_strn(NULL, 0)));
}

/* The list is in order, and says what lu_stem() does. */
static void check_irregulars(lu_stemmer *s)
{
	size_t n;
	const lu_irregular *v = lu_irregulars(&n);

	assert_true(n > 200);
	for (size_t i = 0; i < n; i++) {
		if (i && strcmp(v[i - 1].word, v[i].word) >= 0) fail_msg("%s is out of order", v[i].word);
		assert_ptr_equal(lu_irregular_form(lu_strz(v[i].word)), &v[i]);
		assert_null(lu_irregular_form(lu_strz(v[i].plain)));
		if (!lu_str_eqz(lu_stem(s, lu_strz(v[i].plain)), v[i].stem)) fail_msg("the stem of %s", v[i].plain);
	}
}

/* src/retrieve/closeness.c stems no token whose first two letters are not those of a stem that it looks for. */
static void check_first_letters(lu_stemmer *s)
{
	lu_table *t = NULL;

	assert_int_equal(lu_table_builtin(&t, NULL), LU_OK);
	for (size_t i = 0; i < lu_table_count(t); i++) {
		lu_str word = lu_table_token(t, (int64_t)i), stem = lu_stem(s, word);

		if (lu_irregular_form(word) || word.n < 2 || stem.n < 2) continue;
		if (word.n == 5 && stem.n == 3 && lu_str_ends(word, "ying") && lu_str_ends(stem, "ie")) continue;
		if (memcmp(word.s, stem.s, 2) != 0) fail_msg("the stem of '%.*s'", (int)word.n, word.s);
	}
	lu_table_close(t);
}

static void words_have_stems(void **state)
{
	static const char *const alike[][2] = {
		{ "serialised", "serialises" },
		{ "policy", "policies" },
		{ "parser", "parsing" },
		{ "parsers", "parsed" },
		{ "builder", "builds" },
		{ "scanner", "scanning" },
		{ "writer", "writing" },
		{ "handlers", "handled" },
		{ "caller", "calling" },
		{ "processor", "processing" },
		{ "compressor", "compressed" },
		{ "woken", "waking" },
		{ "built", "builder" },
		{ "children", "child" },
		{ "indices", "indexed" },
		{ "matrices", "matrix" },
		{ "ran", "running" },
		{ "overridden", "overrides" },
		{ "colour", "color" },
		{ "colouring", "colored" },
		{ "behavioural", "behavioral" },
		{ "neighbours", "neighbor" },
		{ "initialise", "initialize" },
		{ "initialisation", "initialization" },
		{ "serialiser", "serializer" },
		{ "analysed", "analyzes" },
		{ "realise", "realized" },
		{ "publicised", "publicize" },
		{ "cancelled", "canceled" },
		{ "catalogues", "catalog" },
		{ "centred", "centering" },
		{ "licences", "licensed" },
		{ "defence", "defenses" },
		{ "precise", "precision" },
		{ "supervised", "supervision" },
		{ "promise", "promising" },
	};
	static const char *const apart[][2] = {
		{ "error", "err" },     { "order", "ord" },  { "name", "names2" }, { "timer", "time" },
		{ "parser", "parent" }, { "hour", "hor" },   { "four", "for" },    { "source", "sorce" },
		{ "raise", "raize" },   { "left", "leave" },
	};
	char stem[LU_TOKEN_MAX];
	lu_stemmer *s = NULL;

	(void)state;
	assert_int_equal(lu_stemmer_new(&s, NULL), LU_OK);
	for (size_t i = 0; i < sizeof alike / sizeof *alike + sizeof apart / sizeof *apart; i++) {
		bool same = i < sizeof alike / sizeof *alike;
		const char *const *pair = same ? alike[i] : apart[i - sizeof alike / sizeof *alike];
		lu_str first = lu_stem(s, lu_strz(pair[0]));
		size_t n = first.n;

		memcpy(stem, first.s, n);
		if (lu_str_eq(lu_strn(stem, n), lu_stem(s, lu_strz(pair[1]))) != same)
			fail_msg("%s %s", pair[0], pair[1]);
	}
	check_irregulars(s);
	check_first_letters(s);
	assert_true(lu_str_eqz(lu_stem(s, lu_strz("er")), "er"));
	assert_true(lu_str_eqz(lu_stem(s, lu_strz("x_er")), "x_er"));
	lu_stemmer_free(s);
}

static void count_word(void *ctx, size_t i)
{
	((unsigned *)ctx)[i]++;
}

static void words_as_one_and_as_two(void **state)
{
	lu_str hash = lu_strz("hash"), map = lu_strz("map");
	const lu_str words[] = { map, lu_strz(""), hash, lu_strz("filename"), lu_strz("table") };
	unsigned found[5] = { 0 };

	(void)state;
	assert_true(lu_is_joined(lu_strz("hashmap"), hash, map));
	assert_true(lu_is_joined(lu_strz("hash_map"), hash, map));
	assert_false(lu_is_joined(lu_strz("hash_maps"), hash, map));
	assert_false(lu_is_joined(lu_strz("hash__map"), hash, map));
	assert_false(lu_is_joined(lu_strz("maphash"), hash, map));
	assert_false(lu_is_joined(lu_strz("hash"), hash, lu_strz("")));
	assert_true(lu_is_split(lu_strz("file_name"), lu_strz("filename")));
	assert_false(lu_is_split(lu_strz("file_names"), lu_strz("filename")));
	assert_false(lu_is_split(lu_strz("filename"), lu_strz("filename")));
	assert_false(lu_is_split(lu_strz("_filename"), lu_strz("filename")));
	assert_false(lu_is_split(lu_strz("filename_"), lu_strz("filename")));
	assert_false(lu_is_split(lu_strz("fi_lenam_"), lu_strz("filename")));
	lu_words_in_one(lu_strz("hash_map"), words, 5, count_word, found);
	assert_true(found[0] == 1 && !found[1] && found[2] == 1 && !found[3] && !found[4]);
	lu_words_in_one(lu_strz("file_name"), words, 5, count_word, found);
	lu_words_in_one(lu_strz("hash"), words, 5, count_word, found);
	lu_words_in_one(lu_strz(""), words, 5, count_word, found);
	assert_true(found[0] == 1 && !found[1] && found[2] == 1 && found[3] == 1 && !found[4]);
}

static void line_offsets(void **state)
{
	lu_str t = lu_strz("a\nbc\n\nd");

	(void)state;
	assert_int_equal(lu_line_offset(t, 0), 0);
	assert_int_equal(lu_line_offset(t, 1), 0);
	assert_int_equal(lu_line_offset(t, 2), 2);
	assert_int_equal(lu_line_offset(t, 3), 5);
	assert_int_equal(lu_line_offset(t, 4), 6);
	assert_int_equal(lu_line_offset(t, 5), t.n);
	assert_int_equal(lu_line_offset(t, UINT32_MAX), t.n);
	assert_int_equal(lu_line_offset(lu_strn(NULL, 0), 3), 0);
}

static void allocation_failures_are_reported(void **state)
{
	lu_code rc;
	lu_str view;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_buf out = LU_BUF;

		rc = token_text(lu_strz("parseJSONFile"), &out, NULL);
		lu_buf_free(&out);
	});
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_buf out = LU_BUF;

		rc = lu_text_fold(lu_strz("\xc3\x89 and a longer text that makes the buffer grow"), &out, NULL);
		lu_buf_free(&out);
	});
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_buf out = LU_BUF;

		rc = lu_text_decode(lu_strz("caf\xe9"), &out, &view, NULL, NULL);
		lu_buf_free(&out);
	});
}

static void first_sentences(void **state)
{
	static const char *const pair[][2] = {
		{ "Return the sum. More of it.", "Return the sum." },
		{ "Return the sum\nof both.\nMore.", "Return the sum\nof both." },
		{ "  no end\n \nsecond paragraph.", "no end" },
		{ "E.g. this one. That.", "E.g. this one." },
		{ "aof.c holds the log of v1.2 files. More", "aof.c holds the log of v1.2 files." },
		{ "Copyright (c) 2009, A. Body\nAll rights reserved.\n\nKeys that expire. More.", "Keys that expire." },
		{ "SPDX-License-Identifier: MIT\nThe words of a text.", "The words of a text." },
		{ "SPDX-License-Identifier: MIT\nCopyright A\n\nLicensed under X.\n\n", "" },
		{ "COPYRIGHT 2020", "" },
		{ "The time, or -1 if there is none (i.e. it stays). More.",
		  "The time, or -1 if there is none (i.e. it stays)." },
		{ "Lists vs. sets of it. More.", "Lists vs. sets of it." },
		{ "app.users\n~~~~~~~~~\n\nKeeps users. More.", "Keeps users." },
		{ "Users\n-----\r\nKeeps users.", "Keeps users." },
		{ "Users\n=====\n", "Users\n=====" },
		{ "Users\n--- all of them", "Users\n--- all of them" },
		{ "Is it?", "Is it?" },
		{ "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
		lu_str s = lu_first_sentence(lu_strz(pair[i][0]));

		if (!lu_str_eqz(s, pair[i][1])) fail_msg("%s: %.*s", pair[i][0], LU_FMT(s));
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(identifiers_split_into_parts),
		cmocka_unit_test(acronyms_keep_their_plural),
		cmocka_unit_test(underscores_at_the_ends_are_dropped),
		cmocka_unit_test(comments_for_tools_have_no_tokens),
		cmocka_unit_test(marks_on_one_line_take_linear_time),
		cmocka_unit_test(everything_else_separates),
		cmocka_unit_test(unicode_forms_give_equal_tokens),
		cmocka_unit_test(unspaced_scripts_give_pairs),
		cmocka_unit_test(kinds_tell_wholes_from_parts),
		cmocka_unit_test(a_callback_can_stop),
		cmocka_unit_test(long_runs_are_cut),
		cmocka_unit_test(a_long_run_before_unicode_takes_linear_time),
		cmocka_unit_test(no_bytes_can_do_harm),
		cmocka_unit_test(folding),
		cmocka_unit_test(decoding),
		cmocka_unit_test(validity),
		cmocka_unit_test(stop_words),
		cmocka_unit_test(words_have_stems),
		cmocka_unit_test(words_as_one_and_as_two),
		cmocka_unit_test(first_sentences),
		cmocka_unit_test(line_offsets),
		cmocka_unit_test(allocation_failures_are_reported),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
