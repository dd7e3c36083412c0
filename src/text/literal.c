/* SPDX-License-Identifier: MIT
 * String literals of source text, by the rules of its language. It is no parser: the text of an
 * element, of which lines may be gone, is read once, and what is not closed where it should be is no
 * literal. */
#include "core/ascii.h"
#include "text/literal.h"

/* Past the block comment at x->i, with those that are nested in it where its language lets them. */
static size_t past_block(const struct lu__scan *x)
{
	const char *const *mark = x->r->block;
	size_t open = strlen(mark[0]), close = strlen(mark[1]), i = x->i + open;
	bool nest = x->r->form & LU__LITERAL_NESTED;

	for (int depth = 1; i < x->s.n;) {
		size_t end = find(x, i, mark[1], close), in = nest ? find(x, i, mark[0], open) : x->s.n;

		if (in < end) depth++;
		else if (!--depth) return end < x->s.n ? end + close : x->s.n;
		i = in < end ? in + open : end < x->s.n ? end + close : x->s.n;
	}
	return x->s.n;
}

static bool skip_comment(struct lu__scan *x)
{
	const struct lu__literals *r = x->r;
	size_t n = one_of(x, x->i, r->comment);

	if (r->block[0] && starts(x, x->i, r->block[0])) {
		x->i = past_block(x);
		return true;
	}
	/* "$#", "${x#y}", attributes of PHP */
	if (n == 1 && ((r->form & (LU__LITERAL_OUTSIDE | LU__LITERAL_DOLLAR) && x->i &&
			(lu_is_ident(x->s.s[x->i - 1]) || is("${", x->s.s[x->i - 1]))) ||
		       at(x, x->i + 1) == '['))
		n = 0;
	if (n) x->i = end_of_line(x, x->i);
	return n > 0;
}

/* Is the quote at x->i that of a raw string, by what precedes it? */
static bool has_prefix(const struct lu__scan *x, const char *prefix)
{
	size_t i = x->i;

	while (i && is("#$", x->s.s[i - 1])) i--;
	return i && is(prefix, x->s.s[i - 1]) && !(i > 2 && lu_is_ident(x->s.s[i - 2]) && lu_is_ident(x->s.s[i - 3]));
}

static lu_code at_quote(struct lu__scan *x)
{
	unsigned form = x->r->form;
	char q = x->s.s[x->i];

	if (q == '\'' && form & LU__LITERAL_CHARS) return lu__skip_char(x), LU_OK;
	/* ?" is a character */
	if (x->i && x->s.s[x->i - 1] == '?' && form & (LU__LITERAL_SIGILS | LU__LITERAL_PERCENT) &&
	    !(x->i > 1 && lu_is_ident(x->s.s[x->i - 2])))
		return x->i++, LU_OK;
	if (q == '"' && form & LU__LITERAL_HASHED && ((x->i && x->s.s[x->i - 1] == '#') || has_prefix(x, "r")))
		return lu__hashed(x);
	if (q == '"' && form & LU__LITERAL_CPP_RAW && has_prefix(x, "R")) return lu__cpp_raw(x);
	if (q == '"' && form & LU__LITERAL_VERBATIM && has_prefix(x, "@")) return lu__verbatim(x);
	return lu__quoted(x);
}

static lu_code step(struct lu__scan *x)
{
	unsigned form = x->r->form;
	char c = x->s.s[x->i];

	if (class_at(x, x->i) & QUOTE) return at_quote(x);
	if (class_at(x, x->i) & COMMENT && skip_comment(x)) return x->what = LU_SPAN_COMMENT, LU_OK;
	if (c == '<' && form & LU__LITERAL_HEREDOC && at(x, x->i + 1) == '<') return lu__heredoc(x);
	if (c == '[' && form & LU__LITERAL_LONG) return lu__long_bracket(x);
	if (c == '~' && form & LU__LITERAL_SIGILS) return lu__sigil(x);
	if (c == '%' && form & LU__LITERAL_PERCENT) return lu__percent(x);
	if (c == '/' && form & LU__LITERAL_PATTERNS) return lu__skip_pattern(x), LU_OK;
	if (c == '\\' && form & LU__LITERAL_LINES && at(x, x->i + 1) == '\\') {
		size_t from = x->i + 2;

		x->i = end_of_line(x, from);
		return lu__emit_literal(x, from, x->i);
	}
	x->i += c == '\\' && form & LU__LITERAL_OUTSIDE ? 2 : 1;
	return LU_OK;
}

/* The characters of `set`, and the first of each word of `list`. */
static void classify(struct lu__scan *x, const char *set, const char *list, enum lu__char class)
{
	for (; *set; set++) x->class[(unsigned char)*set] |= (uint8_t) class;
	for (const char *p = list; *p; p++)
		if (*p != ' ' && (p == list || p[-1] == ' ')) x->class[(unsigned char)*p] |= (uint8_t) class;
}

static void classify_all(struct lu__scan *x)
{
	const struct lu__literals *r = x->r;
	unsigned form = r->form;

	classify(x, r->plain, "", QUOTE);
	classify(x, r->wide, "", QUOTE);
	classify(x, form & LU__LITERAL_CHARS ? "\"'`" : "", "", QUOTE);
	classify(x, "", r->comment, COMMENT);
	classify(x, "", r->block[0] ? r->block[0] : "", COMMENT);
	classify(x, form & LU__LITERAL_HEREDOC ? "<" : "", "", SHAPE);
	classify(x, form & LU__LITERAL_LONG ? "[" : "", "", SHAPE);
	classify(x, form & LU__LITERAL_SIGILS ? "~" : "", "", SHAPE);
	classify(x, form & LU__LITERAL_PERCENT ? "%" : "", "", SHAPE);
	classify(x, form & LU__LITERAL_PATTERNS ? "/" : "", "", SHAPE);
	classify(x, form & (LU__LITERAL_LINES | LU__LITERAL_OUTSIDE) ? "\\" : "", "", SHAPE);
	classify(x, "%\\", r->hole, WITHIN);
	classify(x, form & LU__LITERAL_DOLLAR ? "$" : "", "", WITHIN);
}

/* What was read from `from` to x->i, if that is more than one character, which may have a backslash. */
static lu_code tell_span(struct lu__scan *x, size_t from)
{
	size_t least = x->s.s[from] == '\\' ? 3 : 2;

	if (!x->span || (x->i < from + least && x->what == LU_SPAN_STRING)) return LU_OK;
	return x->span(x->ctx, x->what, lu_strn(x->s.s + from, x->i - from), x->e);
}

static lu_code scan_all(struct lu__scan *x)
{
	lu_code rc = LU_OK;

	classify_all(x);
	while (x->i < x->s.n && !rc) {
		size_t was = x->i;
		unsigned class = class_at(x, was);

		if (class & (QUOTE | COMMENT | SHAPE)) {
			x->what = LU_SPAN_STRING;
			rc = step(x);
			if (x->i > x->s.n) x->i = x->s.n;
			if (!rc) rc = tell_span(x, was);
		} else {
			x->i++;
		}
		if ((unsigned char)x->s.s[was] > ' ' && (x->i == was + 1 || class & QUOTE)) x->seen = x->i;
	}
	return rc;
}

lu_code lu_literals(lu_str code, lu_str language, lu_literal_fn *fn, void *ctx, lu_err *e)
{
	const lu_language *l = lu_language_named(language);
	struct lu__scan x = { .s = code, .fn = fn, .ctx = ctx, .e = e };

	if (!l || !l->literals.plain) return LU_OK;
	x.r = &l->literals;
	return scan_all(&x);
}

lu_code lu_spans(lu_str code, lu_str language, lu_span_fn *fn, void *ctx, lu_err *e)
{
	const lu_language *l = lu_language_named(language);
	struct lu__literals own;
	struct lu__scan x = { .s = code, .span = fn, .ctx = ctx, .r = &own, .e = e };

	if (!l || !l->literals.comment) return LU_OK;
	own = l->literals;
	if (!own.plain) own.plain = own.wide = own.raw = own.triple = own.hole = "";
	return scan_all(&x);
}
