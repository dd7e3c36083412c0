/* SPDX-License-Identifier: MIT
 * Mistyped and shortened names. */
#ifndef LU_CLI_NEAR_H
#define LU_CLI_NEAR_H

#include "lucus/arena.h"

/* Finds which of several candidates a mistyped word may have meant. Words are borrowed. */
typedef struct lu_nearest {
	const char *word;
	size_t len;
	const char *best; /* NULL: none is near */
	int distance;     /* of the best */
} lu_nearest;

lu_nearest lu_nearest_to(const char *word, size_t len);
void lu_nearest_try(lu_nearest *n, const char *candidate);

/* The index of the name that `word` means: it in any case, or the only one that begins with it. Else
 * LU_EUSAGE, with the names, and the one that is near. */
lu_code lu_name_pick(const lu_strs *names, lu_str word, size_t *out, lu_err *e) LU_MUST_USE;

#endif
