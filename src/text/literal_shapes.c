/* SPDX-License-Identifier: MIT
 * The shapes that string literals have, and what is within one: pieces between escapes and values. */
#include <ctype.h>

#include "core/ascii.h"
#include "text/literal.h"

#define HOLE     400 /* bytes of a value within a literal that are looked at */
#define PATTERN  500 /* of a regular expression */
#define GIVEN_UP 8   /* heredocs without an end: the text is not what it seems */

lu_code lu__emit_literal(struct lu__scan *x, size_t from, size_t to)
{
	if (x->span || to <= from) return LU_OK;
	return x->fn(x->ctx, lu_strn(x->s.s + from, to - from), x->e);
}

/* ---- what is within a literal ---- */

/* Past the value that begins at `i`, before `end`; `i`: it is none. In one brace there is a value
 * when nothing but a short name and its format is in it. */
static size_t past_hole(const struct lu__scan *x, size_t i, size_t end)
{
	size_t n = one_of(x, i, x->r->hole), limit = i + HOLE < end ? i + HOLE : end;
	int depth = 1;

	if (n == 1) {
		for (size_t k = i + 1;
		     k < limit && (lu_is_ident(x->s.s[k]) || is(".:!?#$<>^+-,()[]%*=", x->s.s[k]) || x->s.s[k] == '}');
		     k++)
			if (x->s.s[k] == '}') return k + 1;
		return i;
	}
	for (size_t k = i + n; n && k < limit; k++) {
		char c = x->s.s[k];

		if (is("({[", c)) depth++;
		else if (is(")}]", c) && !--depth) return k + 1;
	}
	if (!n && x->r->form & LU__LITERAL_DOLLAR && at(x, i) == '$' &&
	    (lu_is_alpha(at(x, i + 1)) || at(x, i + 1) == '_'))
		for (n = 1; i + n < end && lu_is_ident(x->s.s[i + n]);) n++;
	return n && depth == 1 && at(x, i) == '$' && lu_is_ident(at(x, i + 1)) ? i + n : i;
}

/* Past what printf and its like replace by a value; `i`: nothing. */
static size_t past_format(const struct lu__scan *x, size_t i, size_t end)
{
	size_t k = i + 1;

	if (x->s.s[i] != '%') return i;
	if (k < end && x->s.s[k] == '(') /* Python's %(name)s */
		while (k < end && x->s.s[k++] != ')') continue;
	while (k < end && is("-+#0123456789.*$'hlzjtL", x->s.s[k])) k++;
	return k < end && is("diouxXeEfFgGaAcCsSpqvTwr@", x->s.s[k]) ? k + 1 : i;
}

/* Past the escape at `i`: a backslash, one character, and what belongs to it. */
static size_t past_escape(const struct lu__scan *x, size_t i)
{
	char c = at(x, i + 1);
	size_t n = i + 2;

	if (c == '\n' || c == '\r') {
		while (n < x->s.n && lu_is_space(x->s.s[n])) n++;
		return n + (x->r->form & LU__LITERAL_GAPS && at(x, n) == '\\');
	}
	if (c == 'x' || c == 'u' || c == 'U')
		while (n < x->s.n && n < i + 12 && (isxdigit((unsigned char)x->s.s[n]) || is("{}", x->s.s[n]))) n++;
	return n < x->s.n ? n : x->s.n;
}

/* Its pieces, between escapes and values. */
static lu_code pieces(struct lu__scan *x, size_t from, size_t to, bool raw)
{
	size_t piece = from, i = from;
	lu_code rc = LU_OK;

	while (i < to && !rc) {
		size_t past;

		if (!(class_at(x, i) & WITHIN)) {
			i++;
			continue;
		}
		past = past_hole(x, i, to);
		if (past == i) past = past_format(x, i, to);
		if (past == i && !raw && x->s.s[i] == '\\') past = past_escape(x, i);
		if (past == i) {
			i++;
			continue;
		}
		rc = lu__emit_literal(x, piece, i);
		i = piece = past < to ? past : to;
	}
	return rc ? rc : lu__emit_literal(x, piece, to);
}

/* The end of a string from `i` on that `quote`, n times, closes; past the text: it has none. */
static size_t closing(const struct lu__scan *x, size_t i, char quote, size_t n, bool raw, bool wide)
{
	bool crosses = *x->r->hole && x->r->hole[1] && x->r->hole[1] != ' ' && !raw;

	while (i < x->s.n) {
		char c = x->s.s[i];

		if (c == '\n' && !wide) return x->s.n;
		if (crosses && class_at(x, i) & WITHIN && one_of(x, i, x->r->hole)) {
			size_t past = past_hole(x, i, x->s.n);

			if (past > i && (wide || end_of_line(x, i) >= past)) {
				i = past;
				continue;
			}
		}
		if (c == '\\' && !raw) {
			i = past_escape(x, i);
			continue;
		}
		if (c == quote && (n == 1 || (at(x, i + 1) == quote && at(x, i + 2) == quote))) return i;
		i++;
	}
	return x->s.n;
}

/* ---- shapes ---- */

/* 'x', or only what begins like one: a lifetime, a prime. */
void lu__skip_char(struct lu__scan *x)
{
	size_t i = x->i + 1;

	if (at(x, i) == '\\') {
		for (size_t k = i + 2; k < i + 12 && k < x->s.n; k++)
			if (x->s.s[k] == '\'') {
				x->i = k + 1;
				return;
			}
	} else if (i < x->s.n && !(x->i && lu_is_ident(x->s.s[x->i - 1]))) {
		for (i++; i < x->s.n && ((unsigned char)x->s.s[i] & 0xc0) == 0x80;) i++;
		if (at(x, i) == '\'') {
			x->i = i + 1;
			return;
		}
	}
	x->i++;
}

/* Is what begins at `i` documentation: a statement of its own, or what an attribute "doc" takes? */
static bool documents(const struct lu__scan *x, size_t i)
{
	size_t k = i;
	bool first;

	while (k && is(" \tsSrRuU~", x->s.s[k - 1])) k--;
	first = !k || x->s.s[k - 1] == '\n';
	if (k >= 3 && memcmp(x->s.s + k - 3, "doc", 3) == 0) return true;
	return first && (!x->seen || !is("([{,=+%<>|", x->s.s[x->seen - 1]));
}

/* A string between quotes, at x->i. */
lu_code lu__quoted(struct lu__scan *x)
{
	char q = x->s.s[x->i];
	bool three = is(x->r->triple, q) && at(x, x->i + 1) == q && at(x, x->i + 2) == q;
	bool wide = three || is(x->r->wide, q), raw = is(x->r->raw, q);
	size_t from = x->i + (three ? 3 : 1), to = closing(x, from, q, three ? 3 : 1, raw, wide);
	bool docs = three && x->r->form & LU__LITERAL_DOCS && documents(x, x->i);

	if (to == x->s.n) {
		x->i = wide ? x->s.n : end_of_line(x, x->i);
		return LU_OK;
	}
	x->i = to + (three ? 3 : 1);
	if (docs) x->what = LU_SPAN_DOC;
	return docs ? LU_OK : pieces(x, from, to, raw);
}

/* A raw string: what closes it is made of what opens it. */
static lu_code raw_to(struct lu__scan *x, size_t from, const char *end, size_t n)
{
	size_t to = find(x, from, end, n);

	x->i = to < x->s.n ? to + n : x->s.n;
	return to < x->s.n ? lu__emit_literal(x, from, to) : LU_OK;
}

lu_code lu__hashed(struct lu__scan *x)
{
	char end[34];
	size_t n = 0;

	while (n < sizeof end - 2 && x->i > n && x->s.s[x->i - n - 1] == '#') n++;
	end[0] = '"';
	memset(end + 1, '#', n);
	return raw_to(x, x->i + 1, end, n + 1);
}

lu_code lu__cpp_raw(struct lu__scan *x)
{
	char end[20];
	size_t n = 0;

	for (; n < 16 && x->i + 1 + n < x->s.n && x->s.s[x->i + 1 + n] != '('; n++) end[1 + n] = x->s.s[x->i + 1 + n];
	end[0] = ')';
	end[n + 1] = '"';
	return raw_to(x, x->i + n + 2, end, n + 2);
}

lu_code lu__verbatim(struct lu__scan *x)
{
	size_t from = x->i + 1, to = from;

	while (to < x->s.n && (x->s.s[to] != '"' || at(x, to + 1) == '"')) to += x->s.s[to] == '"' ? 2 : 1;
	if (to > x->s.n) to = x->s.n;
	x->i = to < x->s.n ? to + 1 : x->s.n;
	return to < x->s.n ? pieces(x, from, to, true) : LU_OK;
}

lu_code lu__long_bracket(struct lu__scan *x)
{
	char end[20] = "]";
	size_t n = 1;

	for (; n < 16 && at(x, x->i + n) == '='; n++) end[n] = '=';
	if (at(x, x->i + n) != '[') {
		x->i++;
		return LU_OK;
	}
	end[n] = ']';
	return raw_to(x, x->i + n + 1, end, n + 1);
}

/* <<X, <<-X, <<~X, <<"X", <<<X: from the next line to one that holds X alone. Where "%" begins literals (Ruby, Perl)
 * no blank stands before X: "class << self" is none. */
lu_code lu__heredoc(struct lu__scan *x)
{
	size_t i = x->i + 2, from, to, n;
	lu_str word;

	if (at(x, i) == '<') i++;
	while (is(x->r->form & LU__LITERAL_PERCENT ? "-~" : "-~ ", at(x, i))) i++;
	if (is("\"'", at(x, i))) i++;
	word.s = x->s.s + i;
	for (word.n = 0; lu_is_ident(at(x, i + word.n));) word.n++;
	x->i += 2;
	if (!word.n || lu_is_digit(*word.s) || x->given_up == GIVEN_UP) return LU_OK;
	for (from = to = end_of_line(x, i); to < x->s.n; to = end_of_line(x, to)) {
		size_t line = ++to;

		while (is(" \t", at(x, to))) to++;
		n = x->s.n - to;
		if (n < word.n || memcmp(x->s.s + to, word.s, word.n) != 0 || lu_is_ident(at(x, to + word.n))) continue;
		x->i = to + word.n;
		return pieces(x, from, line, true);
	}
	x->given_up++;
	return LU_OK;
}

/* Between the delimiter at `i` and its partner. */
static lu_code delimited(struct lu__scan *x, size_t i, bool words)
{
	static const char open[] = "([{<", close[] = ")]}>";
	const char *p = at(x, i) ? strchr(open, x->s.s[i]) : NULL;
	char end = p ? close[p - open] : at(x, i);
	int depth = 1;

	for (size_t k = i + 1; k < x->s.n; k++) {
		char c = x->s.s[k];

		if (c == '\\') k++;
		else if (p && c == *p) depth++;
		else if (c == end && !--depth) {
			x->i = k + 1;
			return words ? pieces(x, i + 1, k, false) : LU_OK;
		}
	}
	x->i = ++x->given_up == GIVEN_UP ? x->s.n : i;
	return LU_OK;
}

/* ~s(...), ~r/.../, ~S""" ... """ */
lu_code lu__sigil(struct lu__scan *x)
{
	size_t i = x->i + 1;
	bool words = is("sScCwW", at(x, i));

	if (!lu_is_alpha(at(x, i)) || !is("/|\"'([{<", at(x, i + 1)) || starts(x, i + 1, "\"\"\"")) {
		x->i++;
		return LU_OK;
	}
	return delimited(x, i + 1, words);
}

/* %q(...), %w[...]: not after a value, where it is the operator. */
lu_code lu__percent(struct lu__scan *x)
{
	size_t i = x->i + 1;
	bool words = true;

	if (lu_is_alpha(at(x, i))) words = is("qQwWiI", x->s.s[i++]);
	if (!is("([{|", at(x, i)) || (x->seen && (lu_is_ident(x->s.s[x->seen - 1]) || is(")]", x->s.s[x->seen - 1])))) {
		x->i++;
		return LU_OK;
	}
	return delimited(x, i, words);
}

/* Does a regular expression begin here, and not a division? */
static bool may_begin_pattern(const struct lu__scan *x)
{
	size_t n = x->seen;

	if (!n) return true;
	if (!lu_is_ident(x->s.s[n - 1])) return !is(")]}\"'`", x->s.s[n - 1]);
	return (n >= 6 && memcmp(x->s.s + n - 6, "return", 6) == 0) ||
	       (n >= 2 && memcmp(x->s.s + n - 2, "=~", 2) == 0) || (n >= 4 && memcmp(x->s.s + n - 4, "when", 4) == 0) ||
	       (n >= 2 && memcmp(x->s.s + n - 2, "if", 2) == 0);
}

void lu__skip_pattern(struct lu__scan *x)
{
	bool class = false;

	for (size_t i = x->i + 1; may_begin_pattern(x) && i < x->s.n && i < x->i + PATTERN && x->s.s[i] != '\n'; i++) {
		char c = x->s.s[i];

		if (c == '\\') i++;
		else if (c == '[') class = true;
		else if (c == ']') class = false;
		else if (c == '/' && !class) {
			x->i = i + 1;
			return;
		}
	}
	x->i++;
}
