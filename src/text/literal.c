/* SPDX-License-Identifier: MIT
 * String literals of source text, by the rules of its language. It is no parser: the text of an
 * element, of which lines may be gone, is read once, and what is not closed where it should be is no
 * literal. */
#include <ctype.h>

#include "language/row.h"
#include "core/ascii.h"
#include "lucus/text.h"

#define HOLE     400 /* bytes of a value within a literal that are looked at */
#define PATTERN  500 /* of a regular expression */
#define GIVEN_UP 8   /* heredocs without an end: the text is not what it seems */

/* What a character may begin. */
enum class {
	QUOTE = 1,
	COMMENT = 2,
	SHAPE = 4,  /* a literal of another shape, and what else step() knows */
	WITHIN = 8, /* a value, a format or an escape within a literal */
};

struct scan {
	uint8_t class[256];
	lu_str s;
	size_t i;
	const struct lu__literals *r;
	lu_literal_fn *fn;
	void *ctx;
	size_t seen; /* past the last character that is neither blank nor of a comment */
	int given_up;
	lu_span_fn *span;  /* of lu_spans(); NULL: lu_literals() reads */
	lu_span_kind what; /* of the span that was read last */
	lu_err *e;
};

static bool is(const char *set, char c)
{
	return c && strchr(set, c);
}

static char at(const struct scan *x, size_t i)
{
	return i < x->s.n ? x->s.s[i] : '\0';
}

static unsigned class_at(const struct scan *x, size_t i)
{
	return x->class[(unsigned char)x->s.s[i]];
}

static bool starts(const struct scan *x, size_t i, const char *with)
{
	size_t n = strlen(with);

	return n <= x->s.n - i && memcmp(x->s.s + i, with, n) == 0;
}

/* The length of the word of `list` that is at `i`; 0: none is. */
static size_t one_of(const struct scan *x, size_t i, const char *list)
{
	for (const char *p = list; *p; p += *p == ' ') {
		size_t n = 0;

		for (; *p && *p != ' ' && at(x, i + n) == *p; p++) n++;
		if (!*p || *p == ' ') return n;
		while (*p && *p != ' ') p++;
	}
	return 0;
}

static size_t end_of_line(const struct scan *x, size_t i)
{
	const char *p = i < x->s.n ? memchr(x->s.s + i, '\n', x->s.n - i) : NULL;

	return p ? (size_t)(p - x->s.s) : x->s.n;
}

/* Where `text` is next; past the end: nowhere. */
static size_t find(const struct scan *x, size_t i, const char *text, size_t n)
{
	const char *p = i < x->s.n ? memmem(x->s.s + i, x->s.n - i, text, n) : NULL;

	return p ? (size_t)(p - x->s.s) : x->s.n;
}

static lu_code emit(struct scan *x, size_t from, size_t to)
{
	if (x->span || to <= from) return LU_OK;
	return x->fn(x->ctx, lu_strn(x->s.s + from, to - from), x->e);
}

/* ---- what is within a literal ---- */

/* Past the value that begins at `i`, before `end`; `i`: it is none. In one brace there is a value
 * when nothing but a short name and its format is in it. */
static size_t past_hole(const struct scan *x, size_t i, size_t end)
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
static size_t past_format(const struct scan *x, size_t i, size_t end)
{
	size_t k = i + 1;

	if (x->s.s[i] != '%') return i;
	if (k < end && x->s.s[k] == '(') /* Python's %(name)s */
		while (k < end && x->s.s[k++] != ')') continue;
	while (k < end && is("-+#0123456789.*$'hlzjtL", x->s.s[k])) k++;
	return k < end && is("diouxXeEfFgGaAcCsSpqvTwr@", x->s.s[k]) ? k + 1 : i;
}

/* Past the escape at `i`: a backslash, one character, and what belongs to it. */
static size_t past_escape(const struct scan *x, size_t i)
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
static lu_code pieces(struct scan *x, size_t from, size_t to, bool raw)
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
		rc = emit(x, piece, i);
		i = piece = past < to ? past : to;
	}
	return rc ? rc : emit(x, piece, to);
}

/* The end of a string from `i` on that `quote`, n times, closes; past the text: it has none. */
static size_t closing(const struct scan *x, size_t i, char quote, size_t n, bool raw, bool wide)
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
static void skip_char(struct scan *x)
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
static bool documents(const struct scan *x, size_t i)
{
	size_t k = i;
	bool first;

	while (k && is(" \tsSrRuU~", x->s.s[k - 1])) k--;
	first = !k || x->s.s[k - 1] == '\n';
	if (k >= 3 && memcmp(x->s.s + k - 3, "doc", 3) == 0) return true;
	return first && (!x->seen || !is("([{,=+%<>|", x->s.s[x->seen - 1]));
}

/* A string between quotes, at x->i. */
static lu_code quoted(struct scan *x)
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
static lu_code raw_to(struct scan *x, size_t from, const char *end, size_t n)
{
	size_t to = find(x, from, end, n);

	x->i = to < x->s.n ? to + n : x->s.n;
	return to < x->s.n ? emit(x, from, to) : LU_OK;
}

static lu_code hashed(struct scan *x)
{
	char end[34];
	size_t n = 0;

	while (n < sizeof end - 2 && x->i > n && x->s.s[x->i - n - 1] == '#') n++;
	end[0] = '"';
	memset(end + 1, '#', n);
	return raw_to(x, x->i + 1, end, n + 1);
}

static lu_code cpp_raw(struct scan *x)
{
	char end[20];
	size_t n = 0;

	for (; n < 16 && x->i + 1 + n < x->s.n && x->s.s[x->i + 1 + n] != '('; n++) end[1 + n] = x->s.s[x->i + 1 + n];
	end[0] = ')';
	end[n + 1] = '"';
	return raw_to(x, x->i + n + 2, end, n + 2);
}

static lu_code verbatim(struct scan *x)
{
	size_t from = x->i + 1, to = from;

	while (to < x->s.n && (x->s.s[to] != '"' || at(x, to + 1) == '"')) to += x->s.s[to] == '"' ? 2 : 1;
	if (to > x->s.n) to = x->s.n;
	x->i = to < x->s.n ? to + 1 : x->s.n;
	return to < x->s.n ? pieces(x, from, to, true) : LU_OK;
}

static lu_code long_bracket(struct scan *x)
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

/* <<X, <<-X, <<~X, <<"X", <<<X: from the next line to one that holds X alone. Ruby's "class << self" is none, but
 * lu_literals() reads it as one, as the full text that stores have was made. */
static lu_code heredoc(struct scan *x)
{
	size_t i = x->i + 2, from, to, n;
	lu_str word;

	if (at(x, i) == '<') i++;
	while (is(x->span && x->r->form & LU__LITERAL_PERCENT ? "-~" : "-~ ", at(x, i))) i++;
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
static lu_code delimited(struct scan *x, size_t i, bool words)
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
static lu_code sigil(struct scan *x)
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
static lu_code percent(struct scan *x)
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
static bool may_begin_pattern(const struct scan *x)
{
	size_t n = x->seen;

	if (!n) return true;
	if (!lu_is_ident(x->s.s[n - 1])) return !is(")]}\"'`", x->s.s[n - 1]);
	return (n >= 6 && memcmp(x->s.s + n - 6, "return", 6) == 0) ||
	       (n >= 2 && memcmp(x->s.s + n - 2, "=~", 2) == 0) || (n >= 4 && memcmp(x->s.s + n - 4, "when", 4) == 0) ||
	       (n >= 2 && memcmp(x->s.s + n - 2, "if", 2) == 0);
}

static void skip_pattern(struct scan *x)
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

/* ---- all of it ---- */

/* Past the block comment at x->i. Where its language lets them nest, they do for lu_spans(); lu_literals() ends them at the
 * first end, as the full text that stores have was made. */
static size_t past_block(const struct scan *x)
{
	const char *const *mark = x->r->block;
	size_t open = strlen(mark[0]), close = strlen(mark[1]), i = x->i + open;
	bool nest = x->span && x->r->form & LU__LITERAL_NESTED;

	for (int depth = 1; i < x->s.n;) {
		size_t end = find(x, i, mark[1], close), in = nest ? find(x, i, mark[0], open) : x->s.n;

		if (in < end) depth++;
		else if (!--depth) return end < x->s.n ? end + close : x->s.n;
		i = in < end ? in + open : end < x->s.n ? end + close : x->s.n;
	}
	return x->s.n;
}

static bool skip_comment(struct scan *x)
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
static bool has_prefix(const struct scan *x, const char *prefix)
{
	size_t i = x->i;

	while (i && is("#$", x->s.s[i - 1])) i--;
	return i && is(prefix, x->s.s[i - 1]) && !(i > 2 && lu_is_ident(x->s.s[i - 2]) && lu_is_ident(x->s.s[i - 3]));
}

static lu_code at_quote(struct scan *x)
{
	unsigned form = x->r->form;
	char q = x->s.s[x->i];

	if (q == '\'' && form & LU__LITERAL_CHARS) return skip_char(x), LU_OK;
	/* ?" is a character */
	if (x->i && x->s.s[x->i - 1] == '?' && form & (LU__LITERAL_SIGILS | LU__LITERAL_PERCENT) &&
	    !(x->i > 1 && lu_is_ident(x->s.s[x->i - 2])))
		return x->i++, LU_OK;
	if (q == '"' && form & LU__LITERAL_HASHED && ((x->i && x->s.s[x->i - 1] == '#') || has_prefix(x, "r")))
		return hashed(x);
	if (q == '"' && form & LU__LITERAL_CPP_RAW && has_prefix(x, "R")) return cpp_raw(x);
	if (q == '"' && form & LU__LITERAL_VERBATIM && has_prefix(x, "@")) return verbatim(x);
	return quoted(x);
}

static lu_code step(struct scan *x)
{
	unsigned form = x->r->form;
	char c = x->s.s[x->i];

	if (class_at(x, x->i) & QUOTE) return at_quote(x);
	if (class_at(x, x->i) & COMMENT && skip_comment(x)) return x->what = LU_SPAN_COMMENT, LU_OK;
	if (c == '<' && form & LU__LITERAL_HEREDOC && at(x, x->i + 1) == '<') return heredoc(x);
	if (c == '[' && form & LU__LITERAL_LONG) return long_bracket(x);
	if (c == '~' && form & LU__LITERAL_SIGILS) return sigil(x);
	if (c == '%' && form & LU__LITERAL_PERCENT) return percent(x);
	if (c == '/' && form & LU__LITERAL_PATTERNS) return skip_pattern(x), LU_OK;
	if (c == '\\' && form & LU__LITERAL_LINES && at(x, x->i + 1) == '\\') {
		size_t from = x->i + 2;

		x->i = end_of_line(x, from);
		return emit(x, from, x->i);
	}
	x->i += c == '\\' && form & LU__LITERAL_OUTSIDE ? 2 : 1;
	return LU_OK;
}

/* The characters of `set`, and the first of each word of `list`. */
static void classify(struct scan *x, const char *set, const char *list, enum class class)
{
	for (; *set; set++) x->class[(unsigned char)*set] |= (uint8_t) class;
	for (const char *p = list; *p; p++)
		if (*p != ' ' && (p == list || p[-1] == ' ')) x->class[(unsigned char)*p] |= (uint8_t) class;
}

static void classify_all(struct scan *x)
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
static lu_code tell_span(struct scan *x, size_t from)
{
	size_t least = x->s.s[from] == '\\' ? 3 : 2;

	if (!x->span || (x->i < from + least && x->what == LU_SPAN_STRING)) return LU_OK;
	return x->span(x->ctx, x->what, lu_strn(x->s.s + from, x->i - from), x->e);
}

static lu_code scan_all(struct scan *x)
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
	struct scan x = { .s = code, .fn = fn, .ctx = ctx, .e = e };

	if (!l || !l->literals.plain) return LU_OK;
	x.r = &l->literals;
	return scan_all(&x);
}

lu_code lu_spans(lu_str code, lu_str language, lu_span_fn *fn, void *ctx, lu_err *e)
{
	const lu_language *l = lu_language_named(language);
	struct lu__literals own;
	struct scan x = { .s = code, .span = fn, .ctx = ctx, .r = &own, .e = e };

	if (!l || !l->literals.comment) return LU_OK;
	own = l->literals;
	if (!own.plain) own.plain = own.wide = own.raw = own.triple = own.hole = "";
	return scan_all(&x);
}
