/* SPDX-License-Identifier: MIT
 * Strings: lu_str is a borrowed view (pointer and length, not necessarily terminated), lu_buf a growing
 * buffer that owns its memory. Views are passed by value and never freed. All functions work on bytes
 * and know no encoding or locale. Those that return a view return one of their argument: it lives as
 * long as that. No function fails but for memory.
 *
 * A text is built so:
 *
 *	lu_buf b = LU_BUF;
 *
 *	lu_buf_addf(&b, "%.*s:%u", LU_FMT(path), line);
 *	if (b.oom) rc = lu_nomem(e);
 *	else use(lu_buf_str(&b));
 *	lu_buf_free(&b); */
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

/* A list of views; `v` usually lives in an arena. `v` may be NULL when n is 0. */
typedef struct lu_strs {
	lu_str *v;
	size_t n;
} lu_strs;

/* View of the `n` bytes at `s`, which may hold NUL. Nothing is copied. */
static inline lu_str lu_strn(const char *s, size_t n)
{
	lu_str r;
	r.s = s;
	r.n = n;
	return r;
}

/* View of a terminated string, without its terminator; NULL gives the empty view. Nothing is copied. */
static inline lu_str lu_strz(const char *s)
{
	return lu_strn(s, s ? strlen(s) : 0);
}

/* Do both hold the same bytes? Empty views are equal, whatever `s` is. */
static inline bool lu_str_eq(lu_str a, lu_str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

/* The same with a terminated string; NULL equals the empty view. */
static inline bool lu_str_eqz(lu_str a, const char *b)
{
	return lu_str_eq(a, lu_strz(b));
}

/* Compare by unsigned bytes, a prefix before what is longer: <0, 0, >0, as qsort() wants it. */
int lu_str_cmp(lu_str a, lu_str b);

/* The edit distance of `a` and `b`: bytes that are left out, added or replaced, and neighbours that
 * are swapped (optimal string alignment: no byte is edited twice). most + 1 when it is more than
 * `most`, and when either is longer than LU_EDITS_MAX without the beginning and the end that they
 * share. No memory is allocated. */
#define LU_EDITS_MAX 64
unsigned lu_str_edits(lu_str a, lu_str b, unsigned most);

/* Does `s` begin with the bytes of `prefix`? Case counts. Every view begins with "". Not NULL. */
bool lu_str_starts(lu_str s, const char *prefix);
/* Does it end with these? As lu_str_starts(). */
bool lu_str_ends(lu_str s, const char *suffix);

/* `s` without the ASCII white space at both ends. */
lu_str lu_str_trim(lu_str s);

/* The first line, without its '\n' (a '\r' before that stays); all of `s` when it holds none. */
lu_str lu_str_line(lu_str s);

/* Is `s` one of the strings of `list`, which NULL ends? Case counts. */
bool lu_str_one_of(lu_str s, const char *const *list);
/* Is `s` one of `words`, which single blanks separate? Case counts; the empty view never is. */
bool lu_str_in_words(lu_str s, const char *words);
/* The same for `words` in lower case; the case of ASCII letters in `s` does not count. */
bool lu_str_in_words_nocase(lu_str s, const char *words);

/* What precedes the first `sep`; all of `s` when there is none. */
lu_str lu_str_before_first(lu_str s, char sep);
/* Take that and the `sep` off the front of `*rest`, which is empty after the last piece. Returns the piece. */
lu_str lu_str_take(lu_str *rest, char sep);

/* What follows the last `sep`; all of `s` when there is none. */
lu_str lu_str_after_last(lu_str s, char sep);

/* What precedes the last `sep`; empty when there is none. */
lu_str lu_str_before_last(lu_str s, char sep);

/* What follows a noun that `n` counts: "%zu file%s". "" for one, else "s"; static. */
static inline const char *lu_plural(size_t n)
{
	return n == 1 ? "" : "s";
}

/* For printf("%.*s", LU_FMT(s)), which stops at a NUL. Evaluates `x` more than once. */
#define LU_FMT(x) (int)((x).n > INT32_MAX ? INT32_MAX : (x).n), ((x).s ? (x).s : "")

/* A growing, always terminated buffer. Initialise with LU_BUF or lu_buf_init(): zeros will not do.
 * An append that runs out of memory adds nothing and sets `oom`, and later appends do nothing, so
 * that `oom` is tested once, at the end. NUL bytes are allowed. Release with lu_buf_free(). One
 * thread at a time. Read the fields; change them by these functions alone. */
typedef struct lu_buf {
	char *s;    /* never NULL, s[len] is '\0' */
	size_t len; /* bytes, without the terminator */
	size_t cap; /* bytes allocated; 0: s points to lu_buf_empty, which nobody may write or free */
	bool oom;   /* an append failed: the content is not whole */
} lu_buf;

/* The content of every buffer without memory: "". */
extern char lu_buf_empty[1];
/* An empty buffer, to initialise with. Allocates nothing. */
#define LU_BUF \
	{ \
		lu_buf_empty, 0, 0, false \
	}

/* Make `b` an empty buffer, whatever it was: memory that it owned leaks. Allocates nothing. */
void lu_buf_init(lu_buf *b);
/* Empty the buffer and clear `oom`, keep the memory. Views of the content are void. */
void lu_buf_reset(lu_buf *b);
/* Free the memory; the buffer is empty and may be used again. May be called twice. */
void lu_buf_free(lu_buf *b);

/* Append `n` bytes; `p` may be NULL when n is 0. Here and below nothing may come from the buffer
 * itself, which may move while it grows. Failure is in `oom`. */
void lu_buf_add(lu_buf *b, const void *p, size_t n);
/* Append a terminated string, not NULL, without its terminator. */
void lu_buf_adds(lu_buf *b, const char *s);
/* Append one byte; it may be NUL. */
void lu_buf_addc(lu_buf *b, char c);
/* Append a view, which may be empty. */
void lu_buf_addstr(lu_buf *b, lu_str s);
/* Append what printf() would print. A format that can not be printed sets `oom`. */
void lu_buf_addf(lu_buf *b, const char *fmt, ...) LU_PRINTF(2, 3);
/* Cut the content to its first `len` bytes, when it is longer. `oom` stays. */
void lu_buf_trunc(lu_buf *b, size_t len);

/* The content as a view, valid until the buffer is changed or freed. */
static inline lu_str lu_buf_str(const lu_buf *b)
{
	return lu_strn(b->s, b->len);
}

#ifdef __cplusplus
}
#endif
#endif
