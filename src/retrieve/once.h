/* SPDX-License-Identifier: MIT
 * A hit is listed once. */
#ifndef LU_RETRIEVE_ONCE_H
#define LU_RETRIEVE_ONCE_H

#include "lucus/retrieve.h"

/* Which of two hits is a copy of the other? */
typedef enum lu__copy {
	LU__COPY_NONE,
	LU__COPY_SECOND, /* the second is a copy of the first */
	LU__COPY_FIRST   /* the first is one of the second */
} lu__copy;

/* The distinct words of a text, as hashes. */
typedef struct lu__copy_words {
	int64_t id;
	const uint64_t *v; /* ascending */
	size_t n;
} lu__copy_words;

/* Hits that are compared with each other, at most LU_ONCE_DEPTH of them, and what was read of them. Starts with the
 * store and zeros; lu_arena_free() ends it. */
typedef struct lu__copies {
	lu_store *store;
	lu_arena a;
	lu__copy_words read[LU_ONCE_DEPTH];
	size_t n;
} lu__copies;

/* Recognised by their content and their places; of equals the second. Only the code of what looks alike is read. */
lu_code lu__copy_of(lu__copies *c, const lu_hit *x, const lu_hit *y, lu__copy *out, lu_err *e) LU_MUST_USE;

#endif
