/* SPDX-License-Identifier: MIT
 * Comments that are for a tool: "# noqa: F401", "// NOLINT(x)", "# type: ignore". Their words say nothing about the code beside them. */
#include "core/ascii.h"
#include "lucus/text.h"

/* What follows the mark of such a comment. A blank is one or more, behind a colon none too. What ends with a letter is no beginning of
 * a longer word, but where '*' follows. */
static const char *const words[] = {
	/* Python */
	"noqa",
	"nosec",
	"type: ignore",
	"flake8: noqa",
	"ruff: noqa",
	"pylint:",
	"mypy:",
	"pyright:",
	"pyre-ignore",
	"pyre-fixme",
	"pytype:",
	"pragma: no cover",
	"pragma: no branch",
	"isort:",
	"fmt: off",
	"fmt: on",
	"fmt: skip",
	"yapf:",
	/* JavaScript, TypeScript */
	"eslint-disable*",
	"eslint-enable",
	"@ts-ignore",
	"@ts-expect-error",
	"@ts-nocheck",
	"prettier-ignore*",
	"tslint:",
	"istanbul ignore",
	"c8 ignore",
	"v8 ignore",
	"biome-ignore",
	"deno-lint-ignore*",
	"stylelint-disable*",
	"$FlowFixMe",
	/* C, C++, C# */
	"NOLINT*",
	"clang-format off",
	"clang-format on",
	"cppcheck-suppress",
	"IWYU pragma",
	"LCOV_EXCL_*",
	"GCOV_EXCL_*",
	"pragma once",
	"pragma warning",
	"pragma GCC diagnostic",
	"pragma clang diagnostic",
	"ReSharper disable",
	"ReSharper restore",
	/* Go, Java, Kotlin, Scala, Swift, Ruby, PHP, Lua, shells */
	"nolint",
	"lint:ignore",
	"noinspection ",
	"NOSONAR",
	"NOPMD",
	"CHECKSTYLE:",
	"ktlint-disable",
	"scalastyle:",
	"scalafix:",
	"swiftlint:",
	"swiftformat:",
	"rubocop:",
	":nocov:",
	"phpcs:",
	"phpstan-ignore*",
	"@phpstan-ignore*",
	"@psalm-suppress",
	"luacheck:",
	"shellcheck disable",
};

static bool begins(lu_str s, const char *word)
{
	size_t i = 0;

	for (; *word && *word != '*'; word++) {
		size_t was = i;

		if (*word == ' ')
			while (i < s.n && lu_is_blank(s.s[i])) i++;
		else i += i < s.n && s.s[i] == *word;
		if (i == was && !(*word == ' ' && word[-1] == ':')) return false;
	}
	return *word || !lu_is_alnum(word[-1]) || i == s.n || !(lu_is_ident(s.s[i]) || s.s[i] == '-');
}

static bool is_pragma(lu_str text)
{
	for (size_t i = 0; text.n && i < sizeof words / sizeof *words; i++)
		if (*text.s == *words[i] && begins(text, words[i])) return true;
	return false;
}

/* Past the mark of a comment at `i`, and the blanks behind it; i: there is none. */
static size_t past_mark(lu_str s, size_t i)
{
	size_t from = i;

	if (s.s[i] == '#') i++;
	else if (i + 1 < s.n && (s.s[i + 1] == '/' || s.s[i + 1] == '*')) i += 2;
	if (i == from) return i;
	while (i < s.n && (lu_is_blank(s.s[i]) || s.s[i] == s.s[from] || s.s[i] == '!')) i++;
	return i;
}

/* Where the pragma ends whose words begin at `i`: with its line or its comment, at a comment behind it or a reason ("-- as"). */
static size_t end_of(lu_str s, size_t i)
{
	for (; i < s.n && s.s[i] != '\n'; i++) {
		lu_str rest = lu_strn(s.s + i, s.n - i);

		if (*rest.s == '#' || lu_str_starts(rest, "*/") || lu_str_starts(rest, "//") ||
		    lu_str_starts(rest, " -- "))
			break;
	}
	return i;
}

/* A walk through a text. It goes forward alone, so that it takes as long as the text, on one line or many. */
typedef struct {
	lu_str s;
	size_t hash, slash; /* the next '#' and '/' that were found; the length of the text: there is none */
	size_t read;        /* for quotes */
	char open;          /* the quote that is open there; 0: none */
} walk;

/* Is `at` within quotes, as far as its line tells? */
static bool is_quoted(walk *w, size_t at)
{
	while (w->read < at) {
		char c = w->s.s[w->read++];

		if (c == '\n') w->open = 0;
		else if (c == '\\') w->read += w->read < w->s.n && w->s.s[w->read] != '\n';
		else if (w->open ? c == w->open : c == '"' || c == '\'' || c == '`') w->open = w->open ? 0 : c;
	}
	return w->open != 0;
}

static size_t next(lu_str s, size_t from, char c)
{
	const char *at = from < s.n ? memchr(s.s + from, c, s.n - from) : NULL;

	return at ? (size_t)(at - s.s) : s.n;
}

/* The first '#' or '/' from `from` on; the length of the text: there is none. */
static size_t next_mark(walk *w, size_t from)
{
	if (w->hash < from) w->hash = next(w->s, from, '#');
	if (w->slash < from) w->slash = next(w->s, from, '/');
	return w->hash < w->slash ? w->hash : w->slash;
}

/* The first one from `from` on. */
static bool find(walk *w, size_t from, size_t *begin, size_t *end)
{
	lu_str s = w->s;
	size_t i;

	while ((i = next_mark(w, from)) < s.n) {
		size_t in = past_mark(s, i);

		if (in > i && is_pragma(lu_strn(s.s + in, s.n - in)) && !is_quoted(w, i)) {
			*begin = i;
			*end = end_of(s, in);
			return true;
		}
		/* the marks of a row lead to the same words, but for its last slash before a star */
		from = in == i ? i + 1 : s.s[i] == '#' ? in : in - 1;
	}
	return false;
}

lu_code lu_tokenize_code(lu_str code, lu_token_fn *fn, void *ctx, lu_err *e)
{
	walk w = { .s = code, .hash = next(code, 0, '#'), .slash = next(code, 0, '/') };
	size_t from = 0, begin, end;
	lu_code rc = LU_OK;

	for (; !rc && find(&w, from, &begin, &end); from = end)
		rc = lu_tokenize(lu_strn(code.s + from, begin - from), fn, ctx, e);
	return rc ? rc : lu_tokenize(lu_strn(code.s + from, code.n - from), fn, ctx, e);
}
