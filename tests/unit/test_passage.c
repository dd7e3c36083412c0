/* SPDX-License-Identifier: MIT
 * Sentences and passages, cut from code of every language and from prose. */
#include "ok.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "lucus/parse.h"
#include "lucus/text.h"
#include "passage/passage.h"

/* The sentences of `s`, one after the other: "LINES KIND|TEXT", with '\n' in texts as '~'. */
static void tell(const lu_cut_source *s, lu_buf *out)
{
	lu_arena a = { 0 };
	lu_passages p;

	OK(lu_cut(s, &a, &p, &err));
	for (size_t i = 0; i < p.n_sentence; i++) {
		const lu_sentence *x = &p.sentence[i];
		size_t from;

		lu_buf_addf(out, "%s%u-%u %c|", i ? "\n" : "", x->first, x->last, *lu_sentence_kind_name(x->kind));
		from = out->len;
		lu_sentence_put(x, out);
		for (; from < out->len; from++)
			if (out->s[from] == '\n') out->s[from] = '~';
	}
	lu_arena_free(&a);
}

static const struct {
	const char *language, *type, *code, *want;
} cases[] = {
	/* prose */
	{ "markdown", "section",
	  "## Use\n\nSee e.g. file.c of v1.2, i.e. the old one. Dr. Who wrote \"Stop. Now.\" there... and left. Is "
	  "it?\nYes!\n",
	  "1-1 s|## Use\n3-3 p|See e.g. file.c of v1.2, i.e. the old one.\n3-3 p|Dr. Who wrote \"Stop. Now.\" there... "
	  "and left.\n"
	  "3-3 p|Is it?\n4-4 p|Yes!" },
	{ "markdown", "section", "One line\nthat goes on. Two (see a. b) of it. Three `x. Y` is.\n",
	  "1-2 p|One line that goes on.\n2-2 p|Two (see a. b) of it.\n2-2 p|Three `x. Y` is." },
	{ "markdown", "section", "- one\n  more of it\n- two\n* three\n1. four\n2) five\n",
	  "1-2 p|- one more of it\n3-3 p|- two\n4-4 p|* three\n5-5 p|1. four\n6-6 p|2) five" },
	{ "markdown", "section", "| a | b |\n|---|---|\n| timeout | 30 s. Not more. |\n",
	  "1-1 p|| a | b |\n3-3 p|| timeout | 30 s. Not more. |" },
	{ "markdown", "section", "Say:\n\n```py\nx = 1\n\ny = \"a. B\"\n```\nDone.\n",
	  "1-1 p|Say:\n4-4 c|x = 1\n6-6 c|y = \"a. B\"\n8-8 p|Done." },
	{ "python", "function",
	  "def f():\n    \"\"\"It logs what it has on the\n    :attr:`logger`, and\n    :py:meth:`f` ends.\"\"\"\n",
	  "1-1 s|def f():\n2-4 d|It logs what it has on the :attr:`logger`, and :py:meth:`f` ends." },
	{ "python", "variable", "#: The most that\n#: are kept.\nkept = 3\n",
	  "1-2 c|The most that are kept.\n3-3 c|kept = 3" },
	{ "rst", "section", "Title\n=====\n\nText. More.\n\n    $ run it\n\n:param x: the x. Of it.\n",
	  "1-1 s|Title\n4-4 p|Text.\n4-4 p|More.\n6-6 c|$ run it\n8-8 p|:param x: the x. Of it." },
	{ "text", "block",
	  "\xe5\xae\x83\xe6\x98\xaf\xe4\xbb\x80\xe4\xb9\x88\xe3\x80\x82\xe4\xb8\x80\xe4\xb8\xaa\xef\xbc\x81"
	  "\xe5\x90\x97\xef\xbc\x9f\xe5\xa5\xbd\n",
	  "1-1 p|\xe5\xae\x83\xe6\x98\xaf\xe4\xbb\x80\xe4\xb9\x88\xe3\x80\x82\n1-1 "
	  "p|\xe4\xb8\x80\xe4\xb8\xaa\xef\xbc\x81\n"
	  "1-1 p|\xe5\x90\x97\xef\xbc\x9f\n1-1 p|\xe5\xa5\xbd" },
	/* documentation */
	{ "python", "function",
	  "def f(a, b):\n    \"\"\"Do it. Then stop.\n\n    :param a: first. Of all\n    :param b: second\n        and "
	  "more\n    \"\"\"\n"
	  "    return a\n",
	  "1-1 s|def f(a, b):\n2-2 d|Do it.\n2-2 d|Then stop.\n4-4 d|:param a: first. Of all\n5-6 d|:param b: second "
	  "and more\n"
	  "8-8 c|return a" },
	{ "python", "function",
	  "def f(a, b):\n    '''Do it.\n\n    Args:\n        a: first. Of all\n        b (int): second\n            "
	  "and more\n\n"
	  "    Returns:\n        A number.\n    '''\n",
	  "1-1 s|def f(a, b):\n2-2 d|Do it.\n5-5 d|a: first. Of all\n6-7 d|b (int): second and more\n10-10 d|A "
	  "number." },
	{ "python", "function", "def f(a):\n    \"Do it. Now.\"\n    x()\n",
	  "1-1 s|def f(a):\n2-2 d|Do it.\n2-2 d|Now.\n3-3 c|x()" },
	{ "java", "method",
	  "int f(int a) {\n  /** Why. \n   * @param a first\n   *   and on\n   * @return it. */\n  return a;\n}\n",
	  "1-1 s|int f(int a) {\n2-2 c|Why.\n3-4 c|@param a first and on\n5-5 c|@return it.\n6-7 c|  return a;~}" },
	/* comments */
	{ "c", "function", "int f(void)\n{\n\t/* One thing,\n\t * e.g. this. Two. */\n\tg(); // not alone\n}\n",
	  "1-2 s|int f(void)~{\n3-4 c|One thing, e.g. this.\n4-4 c|Two.\n5-6 c|\tg(); // not alone~}" },
	{ "rust", "module", "/* A /* b */ c. D. */\nlet x = 1;\n", "1-1 c|A /* b */ c.\n1-1 c|D.\n2-2 c|let x = 1;" },
	{ "haskell", "module", "{- One {- in -} it. Two. -}\n-- Three.\nx = 1\n",
	  "1-1 c|One {- in -} it.\n1-1 c|Two.\n2-2 c|Three.\n3-3 c|x = 1" },
	{ "lua", "module", "--[[ Long.\nOne. ]]\n-- short\nx = 1\n",
	  "1-1 c|Long.\n2-2 c|One.\n3-3 c|short\n4-4 c|x = 1" },
	{ "sql", "block", "-- Why. How.\nSELECT 1;\n", "1-1 c|Why.\n1-1 c|How.\n2-2 c|SELECT 1;" },
	{ "yaml", "block", "# The port.\nport: 80 # default\n", "1-1 c|The port.\n2-2 c|port: 80 # default" },
	{ "html", "block", "<!-- A note. -->\n<p>x</p>\n", "1-1 c|A note.\n2-2 c|<p>x</p>" },
	{ "bash", "function", "f() {\n  # Why.\n  if [ $# -gt 1 ]; then\n    die \"too # many\"\n  fi\n}\n",
	  "1-1 s|f() {\n2-2 c|Why.\n3-6 c|  if [ $# -gt 1 ]; then~    die \"too # many\"~  fi~}" },
	/* code */
	{ "python", "function",
	  "def f(x):\n    if x > MAX:\n        raise ValueError(\n            \"too large\"\n        )\n    y = 1\n    "
	  "z = 2\n\n    return y\n",
	  "1-1 s|def f(x):\n2-5 c|if x > MAX:~    raise ValueError(~        \"too large\"~    )\n6-7 c|y = 1~z = "
	  "2\n9-9 c|return y" },
	{ "python", "constant", "SIZES = {\n    'a': 1,\n    'b': 2,\n}\n",
	  "1-4 c|SIZES = {~    'a': 1,~    'b': 2,~}" },
	{ "python", "function", "def f():\n    x = \"\"\"one\n\ntwo. Three\n\"\"\"\n    y()\n",
	  "1-1 s|def f():\n2-6 c|    x = \"\"\"one~~two. Three~\"\"\"~    y()" },
	{ "go", "function",
	  "func f(a int) error {\n\tif a < 0 {\n\t\treturn errors.New(\"neg\")\n\t}\n\tfor {\n\t\tg()\n\t}\n\treturn "
	  "nil\n}\n",
	  "1-1 s|func f(a int) error {\n2-4 c|if a < 0 {~\treturn errors.New(\"neg\")~}\n5-7 c|for {~\tg()~}\n8-9 "
	  "c|\treturn nil~}" },
	{ "c", "module",
	  "#ifndef A_H\n#define A_H\n#if defined(X) && \\\n\tdefined(Y)\nint a = 1;\n#else\nint b = "
	  "2;\n#endif\n#endif\n",
	  "5-5 c|int a = 1;\n7-7 c|int b = 2;" },
	{ "c", "module", "/* SPDX-License-Identifier: MIT\n * What it does. */\nint a = 1;\n",
	  "2-2 c|What it does.\n3-3 c|int a = 1;" },
	{ "c", "module", "/* Copyright (c) 1999 Some One. All rights reserved. */\n\n/* What it does. */\nint a = 1;\n",
	  "3-3 c|What it does.\n4-4 c|int a = 1;" },
	{ "csharp", "module", "#region one\nint a = 1;\n#endregion\n", "2-2 c|int a = 1;" },
	{ "bash", "module", "#if this\na=1\n", "1-1 c|if this\n2-2 c|a=1" },
	{ "c", "macro", "#define MAX 10 /* of it */\n", "1-1 c|#define MAX 10 /* of it */" },
	{ "c", "function", "static inline int one(void) { return 1; }\n",
	  "1-1 c|static inline int one(void) { return 1; }" },
	{ "ruby", "method", "def f(x)\n  return 1 unless x\n  x.each do |y|\n    g y\n  end\nend\n",
	  "1-1 s|def f(x)\n2-2 c|return 1 unless x\n3-6 c|  x.each do |y|~    g y~  end~end" },
	/* code in documentation */
	{ "python", "variable", "#: One thing.\n#:\n#: To keep it, use it.\nkept = 3\n",
	  "1-1 c|One thing.\n3-3 c|To keep it, use it.\n4-4 c|kept = 3" },
	{ "python", "function",
	  "def f():\n    \"\"\"It adds. Use it so::\n\n        @f(1)\n        def g(): pass\n\n    It ends.\n\n    .. "
	  "code-block:: "
	  "python\n\n        f(2)\n\n    More.\n    \"\"\"\n",
	  "1-1 s|def f():\n2-2 d|It adds.\n2-2 d|Use it so::\n4-5 c|@f(1)~def g(): pass\n7-7 d|It ends.\n11-11 c|f(2)\n"
	  "13-13 d|More." },
	{ "python", "function", "def f():\n    \"\"\"It adds.\n\n    >>> f(1)\n    2\n\n    It ends.\n    \"\"\"\n",
	  "1-1 s|def f():\n2-2 d|It adds.\n4-5 c|>>> f(1)~2\n7-7 d|It ends." },
	{ "java", "method",
	  "/** Why.\n * <pre>{@code\n *   g(1);\n *   if (x) {\n *   }\n * }</pre>\n * Then. */\nint f(int a) {\n  "
	  "return a;\n}\n",
	  "1-1 c|Why.\n3-5 c|  g(1);~  if (x) {~  }\n7-7 c|Then.\n8-8 s|int f(int a) {\n9-10 c|  return a;~}" },
	{ "java", "method",
	  "/** Why.\n * <pre>g(1);</pre>\n *\n * Then.\n * <preface>\n * So. */\nint f(int a) {\n  return a;\n}\n",
	  "1-1 c|Why.\n2-2 c|<pre>g(1);</pre>\n4-4 c|Then.\n5-6 c|<preface> So.\n7-7 s|int f(int a) {\n8-9 c|  return "
	  "a;~}" },
	{ "ruby", "method", "# Adds.\n#\n#   use Adding\n#   run 1\n#\n# It ends.\ndef f\nend\n",
	  "1-1 c|Adds.\n3-4 c| use Adding~ run 1\n6-6 c|It ends.\n7-7 s|def f\n8-8 c|end" },
	{ "haskell", "module", "{-# INLINE x #-}\n-- Why.\nx = 1\n", "2-2 c|Why.\n3-3 c|x = 1" },
	{ "rust", "module", "/// Why [it].\n///\n/// # More of it\n///\n/// So.\n///\n/// [it]: crate::it\nfn f() {}\n",
	  "1-1 c|Why [it].\n3-3 s|# More of it\n5-5 c|So.\n8-8 c|fn f() {}" },
	{ "rust", "module", "/// Why.\n/// ```\n/// let a = f(1);\n/// // twice\n/// ```\nfn f() {}\n",
	  "1-1 c|Why.\n3-4 c|let a = f(1);~// twice\n6-6 c|fn f() {}" },
	{ "rust", "module", "/// Why.\n/// ```\n/// // once\n/// // twice\n/// ```\nfn f() {}\n",
	  "1-1 c|Why.\n3-4 c|// once~// twice\n6-6 c|fn f() {}" },
	/* all lines of which are comments: these are its own */
	{ "markdown", "section", "So:\n\n```c\n// once\n// twice\n```\n\n```\n* a\n* b\n```\n\n```\n/// c\n```\n",
	  "1-1 p|So:\n4-5 c|// once~// twice\n9-10 c|* a~* b\n14-14 c|/// c" },
	{ "python", "function", "def f():\n    \"\"\"Why.\n\n    ::\n\n        #  once\n        #  twice\n    \"\"\"\n",
	  "1-1 s|def f():\n2-2 d|Why.\n4-4 d|::\n6-7 c|#  once~#  twice" },
	{ "javascript", "module", "const a = f(\n  1,\n  2)\n\nfunction g(x) {\n  return `a\nb ${x}`\n}\n",
	  "1-3 c|const a = f(~  1,~  2)\n5-5 s|function g(x) {\n6-8 c|  return `a~b ${x}`~}" },
};

static void texts_are_cut_as_they_are_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		lu_cut_source s = { .language = lu_strz(cases[i].language),
				    .type = lu_strz(cases[i].type),
				    .code = lu_strz(cases[i].code),
				    .line = 1 };
		lu_buf b = LU_BUF;

		tell(&s, &b);
		if (!lu_str_eqz(lu_buf_str(&b), cases[i].want))
			fail_msg("%s: %s\ngot:\n%s\nwant:\n%s", cases[i].language, cases[i].code, b.s, cases[i].want);
		lu_buf_free(&b);
	}
}

/* ---- markup ---- */

static const struct {
	const char *text, *want;
} markup[] = {
	{ "Plain: text, with (a) and f(x).", "Plain: text, with (a) and f(x)." },
	{ "It puts a <div> around <b>all</b>, with an <a> and </a> in it, no <span>.",
	  "It puts a <div> around all, with an  and  in it, no <span>." },
	{ "An :exc:`~a.b.Error` of :py:meth:`.f`, see :ref:`the guide <guide>`.",
	  "An `a.b.Error` of `f`, see the guide." },
	{ "``None`` or `x`, and ``open", "`None` or `x`, and ``open" },
	{ "a :param x: and b::`c`", "a :param x: and b::`c`" },
	{ ".. versionadded:: 1.1 It is. .. versionchanged:: 2.0 Was. .. deprecated:: 3",
	  "Added in version 1.1: It is. Changed in version "
	  "2.0: Was. Deprecated since version 3" },
	{ ".. note:: Not so. .. seealso:: it", "Note: Not so. See also: it" },
	{ "See .. code:: and a..b", "See .. code:: and a..b" },
	{ "Converts [`Body`] into [the `Bytes`](crate::Bytes), [so][ref] ![p](a.png \"t\").",
	  "Converts `Body` into the `Bytes`, so p." },
	{ "[Frame] and [Type.member], [options], [1], v[i](x), [a] (b)",
	  "`Frame` and `Type.member`, [options], [1], v[i](x), [a] (b)" },
	{ "{@code null} of {@link A#b(int, C)}, {@link #d}, {@linkplain A the a}{@inheritDoc}, {@foo x}, {a}",
	  "`null` of `A.b(int, C)`, `d`, the a, {@foo x}, {a}" },
	{ "<p>A <b>bold</b> <code>x</code> of List<p> a < b, <T> and <program>",
	  "A bold `x` of List<p> a < b, <T> and <program>" },
	{ "<see cref=\"T:System.String\"/> or <paramref name=\"x\"/>, <see langword=\"null\" />.",
	  "`System.String` or `x`, `null`." },
	{ "a &lt; b &amp;&amp; c, &what;", "a < b && c, &what;" },
	{ "[[[[[[[`a`]](b)", "[[[[[`a`" },
	{ "[[[[[`a`](b)](b)](b)](b)](b)", "[`a`](b)" },
	{ "Calls @f x@, see @'runIt'@ and @Data.Map@.", "Calls `f x`, see `runIt` and `Data.Map`." },
	{ "@param x as @return says, a@b.c or d@e.f, @ x @, @@, @x",
	  "@param x as @return says, a@b.c or d@e.f, @ x @, @@, @x" },
	{ "", "" },
	{ "@", "@" },
	{ ":", ":" },
	{ "{@code", "{@code" },
	{ "<see", "<see" },
	{ "<see>", "" },
};

static void markup_is_read_as_people_do(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof markup / sizeof *markup; i++) {
		lu_buf b = LU_BUF;

		lu_prose_readable(lu_strz(markup[i].text), &b);
		if (!lu_str_eqz(lu_buf_str(&b), markup[i].want))
			fail_msg("%s\ngot:  %s\nwant: %s", markup[i].text, b.s, markup[i].want);
		lu_buf_free(&b);
	}
}

/* ---- what holds for any text ---- */

/* The literals of a text. */
typedef struct spans {
	lu_str v[4096];
	size_t n;
} spans;

static lu_code keep_span(void *ctx, lu_span_kind kind, lu_str span, lu_err *e)
{
	spans *s = ctx;

	(void)e;
	if (kind == LU_SPAN_STRING && s->n < sizeof s->v / sizeof *s->v) s->v[s->n++] = span;
	return LU_OK;
}

static uint32_t line_of(lu_str text, const char *at)
{
	uint32_t n = 1;

	for (const char *p = text.s; p < at; p++) n += *p == '\n';
	return n;
}

static void check_sentence(const lu_sentence *x, lu_str text, const spans *in, const char *path)
{
	const char *end = x->text.s + x->text.n;
	bool whole = !memchr(x->text.s, ' ', x->text.n);

	if (!x->text.n || x->first != line_of(text, x->text.s) || x->last != line_of(text, end - 1))
		fail_msg("%s:%u-%u are not the lines of '%.*s'", path, x->first, x->last, LU_FMT(x->text));
	for (size_t i = 0; i < in->n; i++) {
		const char *from = in->v[i].s, *to = from + in->v[i].n;

		whole |= x->text.s <= from && end >= to && in->v[i].n > LU_SENTENCE_MAX / 2;
		if (x->kind != LU_SENTENCE_CODE && x->kind != LU_SENTENCE_SIGNATURE) continue;
		if ((x->text.s > from && x->text.s < to) || (end > from && end < to))
			fail_msg("%s:%u: '%.*s' is cut within a string", path, x->first, LU_FMT(x->text));
	}
	if (x->text.n > LU_SENTENCE_MAX && !whole) fail_msg("%s:%u: %zu bytes", path, x->first, x->text.n);
}

static void check_runs(const lu_passages *p)
{
	size_t next = 0;

	for (size_t i = 0; i < p->n; i++) {
		assert_int_equal(p->v[i].from, next);
		assert_true(p->v[i].to > next && (p->v[i].tokens <= LU_PASSAGE_MAX || p->v[i].to == next + 1));
		next = p->v[i].to;
	}
	assert_int_equal(next, p->n_sentence);
}

static void check_element(const lu_element *el, lu_str text, const spans *in, const char *path)
{
	lu_arena a = { 0 };
	lu_passages p;
	lu_cut_source s = { .language = el->language, .type = el->type, .code = el->code, .line = el->start_line };

	if (!el->code.n || el->code.s < text.s || el->code.s >= text.s + text.n) return;
	s.above = (size_t)(el->code.s - text.s);
	OK(lu_cut(&s, &a, &p, &err));
	for (size_t i = 0; i < p.n_sentence; i++) {
		check_sentence(&p.sentence[i], text, in, path);
		if (i) assert_true(p.sentence[i].text.s >= p.sentence[i - 1].text.s + p.sentence[i - 1].text.n);
	}
	check_runs(&p);
	lu_arena_free(&a);
}

static void check_file(lu_parser *parser, const char *path)
{
	lu_arena a = { 0 };
	lu_parsed parsed = { 0 };
	lu_buf b = LU_BUF;
	spans *in = calloc(1, sizeof *in);
	lu_str text;

	assert_non_null(in);
	OK(lu_file_read(path, 1 << 24, &b, &err));
	text = lu_buf_str(&b);
	OK(lu_parse(parser, lu_language_for(lu_strz(path), text), lu_strz(path), text, &a, &parsed, &err));
	if (parsed.elements.n) OK(lu_spans(text, parsed.elements.v[0].language, keep_span, in, &err));
	for (size_t i = 0; i < parsed.elements.n; i++) check_element(&parsed.elements.v[i], text, in, path);
	free(in);
	lu_buf_free(&b);
	lu_arena_free(&a);
}

/* Lines are exact, strings stay whole, and nothing is too long: in the fixtures of every language, and our own sources. */
static void every_language_is_cut(void **state)
{
	glob_t g;
	lu_parser *parser;

	(void)state;
	OK(lu_parser_new(&parser, &err));
	assert_int_equal(glob("tests/fixtures/lang/*/*", 0, NULL, &g), 0);
	assert_int_equal(glob("src/[pr]*/*.[ch]", GLOB_APPEND, NULL, &g), 0);
	assert_int_equal(glob("*.md", GLOB_APPEND, NULL, &g), 0);
	assert_int_equal(glob("scripts/*.sh", GLOB_APPEND, NULL, &g), 0);
	assert_true(g.gl_pathc > 60);
	for (size_t i = 0; i < g.gl_pathc; i++) check_file(parser, g.gl_pathv[i]);
	globfree(&g);
	lu_parser_free(parser);
}

/* ---- where documentation is ---- */

static void told(const lu_cut_source *s, const char *want)
{
	lu_buf b = LU_BUF;

	tell(s, &b);
	assert_string_equal(b.s, want);
	lu_buf_free(&b);
}

static void documentation_above_has_its_own_lines(void **state)
{
	static const char text[] = "int x;\n\n/* Adds.\n * Of two. */\nint add(int a)\n{\n\treturn a;\n}\n";
	const char *code = strstr(text, "int add");
	lu_cut_source s = { .language = lu_strz("c"),
			    .type = lu_strz("function"),
			    .code = lu_strz(code),
			    .line = 5,
			    .above = (size_t)(code - text),
			    .docstring = lu_strz("Adds.\nOf two.") };

	(void)state;
	told(&s, "3-3 d|Adds.\n4-4 d|Of two.\n5-6 s|int add(int a)~{\n7-8 c|\treturn a;~}");
	s.above = 0; /* not there: it has the element's line */
	told(&s, "5-5 d|Adds.\n5-5 d|Of two.\n5-6 s|int add(int a)~{\n7-8 c|\treturn a;~}");
	s.docstring = lu_strz("");
	told(&s, "5-6 s|int add(int a)~{\n7-8 c|\treturn a;~}");
	s.line = 0;
	told(&s, "0-0 s|int add(int a)~{\n0-0 c|\treturn a;~}");
}

/* What another element says is none of its own, though it begins as its own does; nor does a string begin in the middle. */
static void documentation_of_others_is_theirs(void **state)
{
	static const char text[] = "def a():\n    \"\"\"\n    Adds.\n    \"\"\"\n    # Why.\n    return 1\n\n"
				   "def b():\n    \"\"\"\n    Adds.\n    \"\"\"\n    return 2\n";
	static const char elixir[] = "  @doc \"\"\"\n  Adds. Well.\n\n  It ends.\n  \"\"\"\n  @spec b(t) :: t\n  def "
				     "b(x) do\n    x\n  end\n";
	const char *code = strstr(text, "def b");
	lu_cut_source s = { .language = lu_strz("python"),
			    .type = lu_strz("function"),
			    .code = lu_strz(code),
			    .line = 8,
			    .above = (size_t)(code - text),
			    .docstring = lu_strz("Adds.") };

	(void)state;
	told(&s, "8-8 s|def b():\n10-10 d|Adds.\n12-12 c|return 2");
	code = strstr(elixir, "def b");
	s = (lu_cut_source){ .language = lu_strz("elixir"),
			     .type = lu_strz("function"),
			     .code = lu_strz(code),
			     .line = 7,
			     .above = (size_t)(code - elixir),
			     .docstring = lu_strz("Adds. Well.\n\nIt ends.") };
	told(&s, "2-2 d|Adds.\n2-2 d|Well.\n4-4 d|It ends.\n7-7 s|def b(x) do\n8-9 c|  x~end");
}

static void long_documentation_has_its_own_lines(void **state)
{
	enum { LINES = 300 };
	lu_buf text = LU_BUF, doc = LU_BUF, all = LU_BUF;
	lu_cut_source s = { .language = lu_strz("c"), .type = lu_strz("function"), .line = LINES + 3 };
	char want[60];

	(void)state;
	lu_buf_adds(&text, "/*\n");
	for (int i = 0; i < LINES; i++) {
		lu_buf_addf(&text, " * Line %d.\n", i);
		lu_buf_addf(&doc, "Line %d.\n", i);
	}
	lu_buf_adds(&text, " */\n");
	s.above = text.len;
	lu_buf_adds(&text, "int f(void)\n{\n\treturn 1;\n}\n");
	s.code = lu_strn(text.s + s.above, text.len - s.above);
	s.docstring = lu_buf_str(&doc);
	tell(&s, &all);
	assert_true(lu_str_starts(lu_buf_str(&all), "2-2 d|Line 0.\n3-3 d|Line 1.\n"));
	snprintf(want, sizeof want, "%d-%d d|Line %d.\n%d-%d s|int f", LINES + 1, LINES + 1, LINES - 1, LINES + 3,
		 LINES + 4);
	if (!strstr(all.s, want)) fail_msg("%s", all.s + all.len - 200);
	lu_buf_free(&text);
	lu_buf_free(&doc);
	lu_buf_free(&all);
}

static void what_says_nothing_by_itself_is_bare(void **state)
{
	static const struct {
		const char *code;
		bool bare;
	} v[] = {
		{ "else:", true },      { "case '2':\ncase '3':", true }, { "}\n\n{", true },
		{ "} retry;", true },   { "} while (n > 9);", false },    { "return 0;", false },
		{ "case RED:", false }, { "if (n)\n{", false },
	}, said[] = {
		{ "loop", true }, { "Stream.", true }, { "a:", true }, { "one loop", false }, { "a.b", false },
		{ "\xe5\xa5\xbd\xe5\xa5\xbd", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		lu_sentence s = { .text = lu_strz(v[i].code), .kind = LU_SENTENCE_CODE };

		if (lu_sentence_is_bare(&s) != v[i].bare) fail_msg("'%s'", v[i].code);
		s.kind = LU_SENTENCE_PROSE;
		assert_false(lu_sentence_is_bare(&s));
	}
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		lu_sentence s = { .text = lu_strz(said[i].code),
				  .kind = i % 2 ? LU_SENTENCE_DOC : LU_SENTENCE_COMMENT };

		if (lu_sentence_is_bare(&s) != said[i].bare) fail_msg("comment '%s'", said[i].code);
	}
}

static void what_others_have_is_left_out(void **state)
{
	static const lu_lines inner = { 2, 3 };
	lu_cut_source s = { .language = lu_strz("python"),
			    .type = lu_strz("class"),
			    .line = 1,
			    .code = lu_strz("class A:\n    def f(self):\n        pass\n    x = 1\n"),
			    .without = &inner,
			    .n_without = 1 };

	(void)state;
	told(&s, "1-1 s|class A:\n4-4 c|x = 1");
	s.language = lu_strz("markdown");
	s.type = lu_strz("section");
	s.code = lu_strz("# A\nOne.\nTwo.\nThree.\n");
	told(&s, "1-1 s|# A\n4-4 p|Three.");
}

/* ---- what is hostile ---- */

static void long_lines_are_cut_between_tokens(void **state)
{
	lu_buf b = LU_BUF;
	lu_arena a = { 0 };
	lu_passages p;
	lu_cut_source s = { .language = lu_strz("javascript"), .type = lu_strz("module"), .line = 1 };
	size_t got = 0;

	(void)state;
	for (int i = 0; i < 200; i++) lu_buf_addf(&b, "f(%d,\"a b, c\"); ", i);
	s.code = lu_buf_str(&b);
	OK(lu_cut(&s, &a, &p, &err));
	assert_true(p.n_sentence > 5);
	for (size_t i = 0; i < p.n_sentence; i++) {
		lu_str t = p.sentence[i].text;
		size_t quotes = 0;

		for (size_t k = 0; k < t.n; k++) quotes += t.s[k] == '"';
		assert_int_equal(quotes % 2, 0);
		assert_true(t.n <= LU_SENTENCE_MAX);
		got += t.n;
	}
	assert_true(got + p.n_sentence >= b.len - 1);
	lu_arena_free(&a);
	lu_buf_reset(&b);
	lu_buf_adds(&b, "x = \"");
	for (int i = 0; i < 1000; i++) lu_buf_adds(&b, "a b ");
	lu_buf_adds(&b, "\";");
	s.code = lu_buf_str(&b);
	OK(lu_cut(&s, &a, &p, &err));
	assert_int_equal(p.n_sentence, 1); /* one token, with what it is assigned to */
	lu_arena_free(&a);
	lu_buf_free(&b);
}

static void no_bytes_can_do_harm(void **state)
{
	static const char alphabet[] = "a. \n\t\"'`*/#-|(){}[]:;,\\!?=<>_0\xe3\x80\x82\xc3";
	static const char *const language[] = { "python",   "c",   "rust", "ruby",   "lua",
						"markdown", "rst", "html", "elixir", "text" };
	char text[300];
	uint32_t seed = 7;

	(void)state;
	for (int round = 0; round < 4000; round++) {
		lu_arena a = { 0 };
		lu_passages p;
		size_t n = round % sizeof text;
		lu_cut_source s = { .language = lu_strz(language[round % 10]),
				    .type = lu_strz(round % 3 ? "function" : "module"),
				    .line = 1,
				    .docstring = lu_strz("a") };

		for (size_t i = 0; i < n; i++) {
			seed = seed * 1664525 + 1013904223;
			text[i] = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
		}
		s.above = n / 3;
		s.code = lu_strn(text + s.above, n - s.above);
		OK(lu_cut(&s, &a, &p, &err));
		check_runs(&p);
		for (size_t i = 0; i < p.n_sentence; i++) {
			lu_buf b = LU_BUF, plain = LU_BUF;

			lu_sentence_put(&p.sentence[i], &b);
			lu_prose_readable(lu_buf_str(&b), &plain);
			assert_true(plain.len <= 8 * b.len);
			lu_buf_free(&b);
			lu_buf_free(&plain);
		}
		lu_arena_free(&a);
	}
}

static void allocation_failures_are_reported(void **state)
{
	lu_cut_source s = { .language = lu_strz("python"),
			    .type = lu_strz("function"),
			    .line = 1,
			    .code = lu_strz(cases[7].code),
			    .docstring = lu_strz("Elsewhere. So.") };
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena a = { 0 };
		lu_passages p;

		rc = lu_cut(&s, &a, &p, NULL);
		lu_arena_free(&a);
	});
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_cut_as_they_are_read),
		cmocka_unit_test(markup_is_read_as_people_do),
		cmocka_unit_test(every_language_is_cut),
		cmocka_unit_test(documentation_above_has_its_own_lines),
		cmocka_unit_test(documentation_of_others_is_theirs),
		cmocka_unit_test(long_documentation_has_its_own_lines),
		cmocka_unit_test(what_others_have_is_left_out),
		cmocka_unit_test(long_lines_are_cut_between_tokens),
		cmocka_unit_test(no_bytes_can_do_harm),
		cmocka_unit_test(allocation_failures_are_reported),
		cmocka_unit_test(what_says_nothing_by_itself_is_bare),
	};

	return cmocka_run_group_tests_name("passage", tests, NULL, NULL);
}
