/* SPDX-License-Identifier: MIT
 * Strings: lu_str is a borrowed view (pointer and length, not necessarily terminated), lu_buf a
 * growing buffer that it owns. */
#ifndef LUCUS_STR_H
#define LUCUS_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lucus/err.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A view of `n` bytes. `s` may be NULL only when n is 0. Whoever made it says how long it lives. */
typedef struct lu_str {
	const char *s;
	size_t n;
} lu_str;

/* A list of views; `v` usually lives in an arena. */
typedef struct lu_strs {
	lu_str *v;
	size_t n;
} lu_strs;

static inline lu_str lu_strn(const char *s, size_t n)
{
	lu_str r;
	r.s = s;
	r.n = n;
	return r;
}

/* View of a terminated string; NULL gives the empty view. */
static inline lu_str lu_strz(const char *s)
{
	return lu_strn(s, s ? strlen(s) : 0);
}

static inline bool lu_str_eq(lu_str a, lu_str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

static inline bool lu_str_eqz(lu_str a, const char *b)
{
	return lu_str_eq(a, lu_strz(b));
}

/* Byte order, a shorter prefix first: <0, 0, >0. */
int lu_str_cmp(lu_str a, lu_str b);

/* How many slips turn `a` into `b`: a byte that is left out, added or another one, or two neighbours that are swapped (optimal
 * string alignment: no byte is touched twice). most + 1 when they are more than `most`, and for what is longer than
 * LU_EDITS_MAX. */
#define LU_EDITS_MAX 64
unsigned lu_str_edits(lu_str a, lu_str b, unsigned most);

bool lu_str_starts(lu_str s, const char *prefix);
bool lu_str_ends(lu_str s, const char *suffix);

/* Without the ASCII white space at both ends. */
lu_str lu_str_trim(lu_str s);

/* The first line, without its end. */
lu_str lu_str_line(lu_str s);

/* Is `s` one of `words`, which one blank separates? */
bool lu_str_in_words(lu_str s, const char *words);

/* The part after the last `sep` (all of `s` when there is none). */
lu_str lu_str_after_last(lu_str s, char sep);

/* The part before the last `sep`; empty when there is none. */
lu_str lu_str_before_last(lu_str s, char sep);

/* For printf("%.*s", LU_FMT(s)). */
#define LU_FMT(x) (int)((x).n > INT32_MAX ? INT32_MAX : (x).n), ((x).s ? (x).s : "")

/* A growing, always terminated buffer. Zero-initialise with LU_BUF or lu_buf_init(). A failed append
 * sticks in `oom` and later appends do nothing, so it is tested once, at the end. NUL bytes are
 * allowed. One thread at a time. */
typedef struct lu_buf {
	char *s; /* never NULL, s[len] is '\0' */
	size_t len;
	size_t cap; /* 0: s points to a static empty string */
	bool oom;
} lu_buf;

extern char lu_buf_empty[1];
#define LU_BUF \
	{ \
		lu_buf_empty, 0, 0, false \
	}

void lu_buf_init(lu_buf *b);
/* Forget the content (and a past failure), keep the memory. */
void lu_buf_reset(lu_buf *b);
/* Give the memory back; the buffer may be used again. */
void lu_buf_free(lu_buf *b);

void lu_buf_add(lu_buf *b, const void *p, size_t n);
void lu_buf_adds(lu_buf *b, const char *s);
void lu_buf_addc(lu_buf *b, char c);
void lu_buf_addstr(lu_buf *b, lu_str s);
void lu_buf_addf(lu_buf *b, const char *fmt, ...) LU_PRINTF(2, 3);
/* Cut to `len` bytes, when longer. */
void lu_buf_trunc(lu_buf *b, size_t len);

/* The content as a view, valid until the buffer changes. */
static inline lu_str lu_buf_str(const lu_buf *b)
{
	return lu_strn(b->s, b->len);
}

#ifdef __cplusplus
}
#endif
#endif
