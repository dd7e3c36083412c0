/* SPDX-License-Identifier: MIT */
#include "core/ascii.h"
#include "lucus/str.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int lu_str_cmp(lu_str a, lu_str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n ? memcmp(a.s, b.s, n) : 0;

	return c ? c : (a.n > b.n) - (a.n < b.n);
}

static unsigned least(unsigned x, unsigned y)
{
	return x < y ? x : y;
}

/* Row i of the table of distances, from the two before it; the least in it. */
static unsigned next_row(lu_str a, lu_str b, size_t i, const unsigned *before, const unsigned *above, unsigned *here)
{
	unsigned low = here[0] = (unsigned)i;

	for (size_t j = 1; j <= b.n; j++) {
		unsigned d = above[j - 1] + (a.s[i - 1] != b.s[j - 1]);

		d = least(d, least(above[j], here[j - 1]) + 1);
		if (i > 1 && j > 1 && a.s[i - 1] == b.s[j - 2] && a.s[i - 2] == b.s[j - 1])
			d = least(d, before[j - 2] + 1);
		here[j] = d;
		low = least(low, d);
	}
	return low;
}

unsigned lu_str_edits(lu_str a, lu_str b, unsigned most)
{
	unsigned row[3][LU_EDITS_MAX + 1], *before = row[0], *above = row[1], *here = row[2], low = 0, was = 0;

	if ((a.n > b.n ? a.n - b.n : b.n - a.n) > most) return most + 1;
	while (a.n && b.n && a.s[0] == b.s[0]) a = lu_strn(a.s + 1, a.n - 1), b = lu_strn(b.s + 1, b.n - 1);
	while (a.n && b.n && a.s[a.n - 1] == b.s[b.n - 1]) a.n--, b.n--;
	if (!a.n || !b.n) return (unsigned)(a.n + b.n);
	if (a.n > LU_EDITS_MAX || b.n > LU_EDITS_MAX) return most + 1;
	for (size_t j = 0; j <= b.n; j++) above[j] = before[j] = (unsigned)j;
	for (size_t i = 1; i <= a.n; i++) {
		unsigned *oldest = before;

		was = low;
		low = next_row(a, b, i, before, above, here);
		if (low > most && was > most) return most + 1; /* a swap looks back two rows */
		before = above;
		above = here;
		here = oldest;
	}
	return least(above[b.n], most + 1);
}

bool lu_str_starts(lu_str s, const char *prefix)
{
	size_t n = strlen(prefix);

	return s.n >= n && (!n || memcmp(s.s, prefix, n) == 0);
}

bool lu_str_ends(lu_str s, const char *suffix)
{
	size_t n = strlen(suffix);

	return s.n >= n && (!n || memcmp(s.s + s.n - n, suffix, n) == 0);
}

lu_str lu_str_trim(lu_str s)
{
	while (s.n && lu_is_space(s.s[0])) s.s++, s.n--;
	while (s.n && lu_is_space(s.s[s.n - 1])) s.n--;
	return s;
}

lu_str lu_str_after_last(lu_str s, char sep)
{
	const char *p = s.n ? memrchr(s.s, sep, s.n) : NULL;

	return p ? lu_strn(p + 1, (size_t)(s.s + s.n - p) - 1) : s;
}

lu_str lu_str_before_last(lu_str s, char sep)
{
	const char *p = s.n ? memrchr(s.s, sep, s.n) : NULL;

	return lu_strn(s.s, p ? (size_t)(p - s.s) : 0);
}

lu_str lu_str_before_first(lu_str s, char sep)
{
	const char *at = s.n ? memchr(s.s, sep, s.n) : NULL;

	return at ? lu_strn(s.s, (size_t)(at - s.s)) : s;
}

lu_str lu_str_take(lu_str *rest, char sep)
{
	lu_str piece = lu_str_before_first(*rest, sep);
	size_t n = piece.n + (piece.n < rest->n);

	if (n) *rest = lu_strn(rest->s + n, rest->n - n);
	return piece;
}

lu_str lu_str_line(lu_str s)
{
	return lu_str_before_first(s, '\n');
}

bool lu_str_one_of(lu_str s, const char *const *list)
{
	for (; *list; list++)
		if (lu_str_eqz(s, *list)) return true;
	return false;
}

/* The word behind this one: words are short, and a loop passes them faster than strcspn(). */
static const char *next_listed(const char *words)
{
	while (*words && *words != ' ') words++;
	return words + (*words == ' ');
}

bool lu_str_in_words(lu_str s, const char *words)
{
	for (; *words && s.n; words = next_listed(words)) {
		size_t i = 0;

		while (i < s.n && words[i] && words[i] != ' ' && words[i] == s.s[i]) i++;
		if (i == s.n && (!words[i] || words[i] == ' ')) return true;
	}
	return false;
}

bool lu_str_in_words_nocase(lu_str s, const char *words)
{
	for (; *words && s.n; words = next_listed(words)) {
		size_t i = 0;

		while (i < s.n && words[i] && words[i] != ' ' && words[i] == lu_lower(s.s[i])) i++;
		if (i == s.n && (!words[i] || words[i] == ' ')) return true;
	}
	return false;
}

char lu_buf_empty[1];

void lu_buf_init(lu_buf *b)
{
	*b = (lu_buf)LU_BUF;
}

void lu_buf_reset(lu_buf *b)
{
	b->len = 0;
	b->oom = false;
	if (b->cap) b->s[0] = '\0';
}

void lu_buf_free(lu_buf *b)
{
	if (b->cap) free(b->s);
	lu_buf_init(b);
}

/* Make room for `n` more bytes and the terminator. */
static bool reserve(lu_buf *b, size_t n)
{
	if (b->oom || n >= SIZE_MAX / 2 - b->len) {
		b->oom = true;
		return false;
	}
	if (b->len + n + 1 > b->cap) {
		size_t cap = b->len + n + 1 + b->cap / 2;
		char *s = realloc(b->cap ? b->s : NULL, cap);

		if (!s) {
			b->oom = true;
			return false;
		}
		b->s = s;
		b->cap = cap;
	}
	return true;
}

void lu_buf_add(lu_buf *b, const void *p, size_t n)
{
	if (!reserve(b, n)) return;
	if (n) memcpy(b->s + b->len, p, n);
	b->s[b->len += n] = '\0';
}

void lu_buf_adds(lu_buf *b, const char *s)
{
	lu_buf_add(b, s, strlen(s));
}

void lu_buf_addc(lu_buf *b, char c)
{
	if (!reserve(b, 1)) return;
	b->s[b->len++] = c;
	b->s[b->len] = '\0';
}

void lu_buf_addstr(lu_buf *b, lu_str s)
{
	lu_buf_add(b, s.s, s.n);
}

void lu_buf_addf(lu_buf *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0 || !reserve(b, (size_t)n)) {
		b->oom = true;
		return;
	}
	va_start(ap, fmt);
	vsnprintf(b->s + b->len, (size_t)n + 1, fmt, ap);
	va_end(ap);
	b->len += (size_t)n;
}

void lu_buf_trunc(lu_buf *b, size_t len)
{
	if (len < b->len) b->s[b->len = len] = '\0';
}
