/* SPDX-License-Identifier: MIT
 * String literals of every language. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "lucus/parse.h"
#include "lucus/text.h"

static lu_code join(void *ctx, lu_str piece, lu_err *e)
{
	lu_buf *out = ctx;

	piece = lu_str_trim(piece);
	if (!piece.n) return LU_OK;
	if (out->len) lu_buf_addc(out, '|');
	lu_buf_addstr(out, piece);
	return out->oom ? lu_nomem(e) : LU_OK;
}

static const struct {
	const char *language, *code, *want;
} cases[] = {
	{ "python", "x = \"one two\" + 'three' # \"no\"\n", "one two|three" },
	{ "python", "f(r\"a b\", b'bytes', f'got {x.y[0]} of {n:>3}, {z}')", "a b|bytes|got|of|," },
	{ "python", "raise X(\n    \"first part \"\n    'and second')\n", "first part|and second" },
	{ "python", "def f():\n    \"\"\"Documents.\"\"\"\n    x = \"\"\"many\nlines \"quoted\" here\"\"\"\n",
	  "many\nlines \"quoted\" here" },
	{ "python", "'it\\'s \\\"so\\\"\\nnew'", "it|s|so|new" },
	{ "python", "s = '''a\nb'''; t = \"{'k': 1}\"", "a\nb|{'k': 1}" },
	{ "python", "'\\x41bc' u'\\u00e9t'", "t" },
	{ "c", "printf(\"got %d of %s\\n\", c == '\"', \"x\"); // \"no\"\n/* \"nor this\" */ puts(\"a\" \"b\" L\"w\")",
	  "got|of|x|a|b|w" },
	{ "c", "f(\"100% of %-5.2f%% or %zu is %\")", "100% of|%% or|is %" },
	{ "python", "'%(name)s has %r' % x", "has" },
	{ "c", "x = \"first \\\n   second\"; c = '\\''; d = \"e\";", "first|second|e" },
	{ "c", "it's \"broken\nf(\"whole\")", "whole" },
	{ "cpp", "auto s = R\"x(raw \"q\" \\n)x\"; u8\"eight\"; 1'000'000; fmt(\"took {} of {:x}\")",
	  "raw \"q\" \\n|eight|took|of" },
	{ "csharp",
	  "var a = @\"C:\\dir \"\"q\"\"\"; b = $\"held {n} for {m:0}\"; c = '\"'; d = \"\"\"raw \"x\" here\"\"\";",
	  "C:\\dir \"\"q\"\"|held|for|raw \"x\" here" },
	{ "csharp", "f($@\"at {x} \\n\"); g(\"z\");", "at|\\n|z" },
	{ "javascript",
	  "a = 'one'; b = \"two\"; c = `three ${f(`in ${x}`, \"y\")} four`; d = /[\"'/]/.test(s); e = 'five'",
	  "one|two|three|four|five" },
	{ "javascript", "x = a / b; y = \"q\" / 2; return /it's/; z = 'end'", "q|end" },
	{ "typescript", "throw new Error(`line one\nline ${n}`) // it's\n", "line one\nline" },
	{ "tsx", "<p>don't</p>\n<b title=\"say it\">x</b>", "say it" },
	{ "go", "a := \"one\\ttwo\"; b := `raw \\n \"x\"`; c := '\"'; d := 'x'; e := '\\''; f(\"three\")",
	  "one|two|raw \\n \"x\"|three" },
	{ "java", "s = \"one {} two {0}\" + 'c' + '\"' + \"\"\"\n  a \"block\"\n  \"\"\";", "one|two|a \"block\"" },
	{ "kotlin", "a = \"held $n of ${m.size(\"x\")} now\"; b = \"\"\"raw $x \"q\" \"\"\"; c = '\"'",
	  "held|of|now|raw|\"q\"" },
	{ "scala", "a = s\"held $n of ${m.get(\"x\")} now\"; b = \"\"\"raw\"\"\"; c = '\"'; d = 'sym",
	  "held|of|now|raw" },
	{ "ruby", "a = \"one #{h[\"x\"]} two\"; b = 'three'; c = %q(four (five)); d = %w[six seven] # \"no\"\n",
	  "one|two|three|four (five)|six seven" },
	{ "ruby", "x = <<~EOS\n  held #{n} now\n  more\nEOS\ny = a << b; z = 'end'; p(/it's/); 7 % (2); ?\"; 'last'",
	  "held|now\n  more|end|last" },
	{ "ruby", "class << self\n  A = 'one'\n  self\nend\nclass << self\n  b('two')\nend", "one|two" },
	{ "rust", "/* a /* \"in\" */ \"still\" */ f(\"out\")", "out" },
	{ "php",
	  "$a = \"held $n of {$m['x']} now\"; $b = 'three'; # \"no\"\n$c = <<<EOT\n in $x here\nEOT;\n#[Attr(\"yes\")]",
	  "held|of|now|three|in|here|yes" },
	{ "lua",
	  "a = \"one\" b = 'two' c = [[three\nfour]] d = [==[ five ]] ]==] -- \"no\"\n--[[ \"nor\" ]] e = t[\"k\"]",
	  "one|two|three\nfour|five ]]|k" },
	{ "bash",
	  "echo \"one $x two ${y:-\"z\"} three $(f \"in\")\" 'raw \\n it' # don't\ncat <<EOF\nfour\nEOF\necho \\\" "
	  "\"five\" $#",
	  "one|two|three|raw \\n it|four|five" },
	{ "rust",
	  "a = \"one {} two {x:?}\"; b = r\"raw \\n\"; c = r#\"a \"q\" b\"#; d = b\"bytes\"; fn f<'a>(x: &'a str) -> "
	  "'\"' { \"three\\\n   four\" }",
	  "one|two|raw \\n|a \"q\" b|bytes|three|four" },
	{ "zig", "a = \"one {s} two\"; b =\n    \\\\line one\n    \\\\line two\n; c = '\"'; // \"no\"\nd = \"end\";",
	  "one|two|line one|line two|end" },
	{ "swift",
	  "a = \"held \\(n.get(\"x\")) now\"; b = \"\"\"\n many \"q\"\n \"\"\"; c = #\"raw \\n \"q\" \"#; d = \"end\"",
	  "held|now|many \"q\"|raw \\n \"q\"|end" },
	{ "haskell", "f' x = \"one\\n\" ++ \"two \\\n   \\three\" ++ ['\"'] ++ g' \"four\" -- \"no\"\n{- \"nor\" -}",
	  "one|two|three|four" },
	{ "elixir",
	  "@doc \"\"\"\nNo \"x\".\n\"\"\"\na = \"one #{m[\"x\"]} two\"; b = ~s(three (x)); c = ~r/it's/; d = 'four'; e "
	  "= ?\"; f = \"\"\"\nfive\n\"\"\"",
	  "one|two|three (x)|four|five" },
	{ "markdown", "\"nothing\"", "" },
	{ "", "\"nothing\"", "" },
};

static void literals_of_every_language(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		lu_buf out = LU_BUF;

		assert_int_equal(lu_literals(lu_strz(cases[i].code), lu_strz(cases[i].language), join, &out, NULL),
				 LU_OK);
		if (!lu_str_eqz(lu_buf_str(&out), cases[i].want))
			fail_msg("%s: %s\nis   %.*s\nwant %s", cases[i].language, cases[i].code,
				 LU_FMT(lu_buf_str(&out)), cases[i].want);
		lu_buf_free(&out);
	}
}

static lu_code stop(void *ctx, lu_str piece, lu_err *e)
{
	(void)piece;
	++*(int *)ctx;
	return lu_fail(e, LU_ECANCEL, "enough");
}

static void a_callback_can_end_it(void **state)
{
	int n = 0;
	lu_err e;

	(void)state;
	assert_int_equal(lu_literals(lu_strz("'a' 'b'"), lu_strz("python"), stop, &n, &e), LU_ECANCEL);
	assert_int_equal(n, 1);
}

static lu_code count(void *ctx, lu_str piece, lu_err *e)
{
	(void)e;
	*(size_t *)ctx += piece.n;
	return LU_OK;
}

/* What never ends, ends nowhere, or is cut anywhere is read in time that its length gives, and within it. */
static void no_text_can_do_harm(void **state)
{
	static const char *const again[] = { "\"",     "'",           "`",    "\"\\",   "${",  "\"${", "<<A\n", "r#\"",
					     "R\"(",   "%q(",         "~s(",  "[[",     "[=",  "/",    "/*",    "'''",
					     "\"#{\"", "x = <<EOT\n", "\\\\", "\"\"\"", "@\"", "\\(",  "\"\\(" };
	static const char *const languages[] = { "python", "cpp",  "csharp", "javascript", "go",
						 "kotlin", "rust", "zig",    "swift",      "ruby",
						 "php",    "lua",  "bash",   "haskell",    "elixir" };

	(void)state;
	for (size_t k = 0; k < sizeof again / sizeof *again; k++) {
		lu_buf b = LU_BUF;

		while (b.len < 100000) lu_buf_adds(&b, again[k]);
		for (size_t l = 0; l < sizeof languages / sizeof *languages; l++) {
			size_t bytes = 0;

			assert_int_equal(lu_literals(lu_buf_str(&b), lu_strz(languages[l]), count, &bytes, NULL),
					 LU_OK);
			assert_true(bytes <= b.len);
		}
		lu_buf_free(&b);
	}
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (size_t n = strlen(cases[i].code); n > 0; n--) {
			size_t bytes = 0;
			char *copy = malloc(n); /* so that a tool sees what is read beyond it */

			assert_non_null(copy);
			memcpy(copy, cases[i].code, n);
			assert_int_equal(lu_literals(lu_strn(copy, n), lu_strz(cases[i].language), count, &bytes, NULL),
					 LU_OK);
			assert_true(bytes <= n);
			free(copy);
		}
}

/* Whoever adds a grammar says what its strings look like. */
static void no_language_is_forgotten(void **state)
{
	(void)state;
	for (size_t i = 0; lu_language_at(i); i++) {
		const char *name = lu_language_name(lu_language_at(i));
		bool there = strcmp(lu_language_gives(lu_language_at(i)), "elements") != 0;

		for (size_t k = 0; k < sizeof cases / sizeof *cases && !there; k++)
			there = strcmp(cases[k].language, name) == 0;
		if (!there) fail_msg("no string literals of %s are tested", name);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(literals_of_every_language),
		cmocka_unit_test(a_callback_can_end_it),
		cmocka_unit_test(no_text_can_do_harm),
		cmocka_unit_test(no_language_is_forgotten),
	};

	return cmocka_run_group_tests_name("literal", tests, NULL, NULL);
}
