/* SPDX-License-Identifier: MIT
 * A text that is scanned for its literals and comments, and what reads one literal of each shape. */
#ifndef LU_TEXT_LITERAL_H
#define LU_TEXT_LITERAL_H

#include "language/row.h"
#include "lucus/text.h"

/* What a character may begin. */
enum lu__char {
	QUOTE = 1,
	COMMENT = 2,
	SHAPE = 4,  /* a literal of another shape, and what else step() knows */
	WITHIN = 8, /* a value, a format or an escape within a literal */
};

struct lu__scan {
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

static inline bool is(const char *set, char c)
{
	return c && strchr(set, c);
}

static inline char at(const struct lu__scan *x, size_t i)
{
	return i < x->s.n ? x->s.s[i] : '\0';
}

static inline unsigned class_at(const struct lu__scan *x, size_t i)
{
	return x->class[(unsigned char)x->s.s[i]];
}

static inline bool starts(const struct lu__scan *x, size_t i, const char *with)
{
	size_t n = strlen(with);

	return n <= x->s.n - i && memcmp(x->s.s + i, with, n) == 0;
}

/* The length of the word of `list` that is at `i`; 0: none is. */
static inline size_t one_of(const struct lu__scan *x, size_t i, const char *list)
{
	for (const char *p = list; *p; p += *p == ' ') {
		size_t n = 0;

		for (; *p && *p != ' ' && at(x, i + n) == *p; p++) n++;
		if (!*p || *p == ' ') return n;
		while (*p && *p != ' ') p++;
	}
	return 0;
}

static inline size_t end_of_line(const struct lu__scan *x, size_t i)
{
	const char *p = i < x->s.n ? memchr(x->s.s + i, '\n', x->s.n - i) : NULL;

	return p ? (size_t)(p - x->s.s) : x->s.n;
}

/* Where `text` is next; past the end: nowhere. */
static inline size_t find(const struct lu__scan *x, size_t i, const char *text, size_t n)
{
	const char *p = i < x->s.n ? memmem(x->s.s + i, x->s.n - i, text, n) : NULL;

	return p ? (size_t)(p - x->s.s) : x->s.n;
}

/* Tell of what is from `from` to `to`, unless lu_spans() reads. */
lu_code lu__emit_literal(struct lu__scan *x, size_t from, size_t to);

/* What begins at x->i, which is set behind it: 'x', or a mark that only looks like it; a string between quotes; #"..."#;
 * R"x(...)x"; @"..."; [==[...]==]; <<X ... X; ~s(...); %q(...); a regular expression. What is none of these is passed over by a
 * character. */
void lu__skip_char(struct lu__scan *x);
lu_code lu__quoted(struct lu__scan *x);
lu_code lu__hashed(struct lu__scan *x);
lu_code lu__cpp_raw(struct lu__scan *x);
lu_code lu__verbatim(struct lu__scan *x);
lu_code lu__long_bracket(struct lu__scan *x);
lu_code lu__heredoc(struct lu__scan *x);
lu_code lu__sigil(struct lu__scan *x);
lu_code lu__percent(struct lu__scan *x);
void lu__skip_pattern(struct lu__scan *x);

#endif
