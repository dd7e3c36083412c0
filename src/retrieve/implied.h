/* SPDX-License-Identifier: MIT
 * Tokens of code that stand for words: "erase" and "unlink" for "delete". They were learned from what code is
 * documented with: scripts/train-expansion.c. */
#ifndef LU_RETRIEVE_IMPLIED_H
#define LU_RETRIEVE_IMPLIED_H

#include "lucus/str.h"

#define LU_IMPLIED 8 /* tokens of a word at most */

typedef struct lu_implied {
	lu_str token; /* lives as long as the program */
	float p;      /* the probability that what has the token is documented with the word; above 0 */
} lu_implied;

/* The tokens for a word with this stem, the surest first; returns how many. */
size_t lu_implied_by(lu_str stem, lu_implied out[LU_IMPLIED]);

#endif
