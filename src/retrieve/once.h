/* SPDX-License-Identifier: MIT
 * An answer is listed once. */
#ifndef LU_RETRIEVE_ONCE_H
#define LU_RETRIEVE_ONCE_H

#include "lucus/retrieve.h"

/* Which of two hits is a copy of the other? */
typedef enum lu__copy {
	LU__NO_COPY,
	LU__SECOND, /* the second is a copy of the first */
	LU__FIRST   /* the first is one of the second */
} lu__copy;

/* Told by their content and their places; of equals the second. Only the code of what looks alike is read. Memory comes
 * from `a`. */
lu_code lu__copy_of(lu_store *s, const lu_hit *x, const lu_hit *y, lu_arena *a, lu__copy *out, lu_err *e) LU_MUST_USE;

#endif
