/* SPDX-License-Identifier: MIT
 * Tokens of code that stand for words: "erase" and "unlink" for "delete". Some were learned from what code is
 * documented with (scripts/train-expansion.c), and others written down, for what people say and documentation does not. */
#ifndef LU_RETRIEVE_IMPLIED_H
#define LU_RETRIEVE_IMPLIED_H

#include "lucus/str.h"

#define LU_IMPLIED 24 /* tokens of a word at most */

typedef struct lu_implied {
	lu_str token; /* lives as long as the program */
	float p;      /* how surely what has the token is meant by the word, as a probability; above 0 */
} lu_implied;

/* The tokens for a word with this stem, the surest first; returns how many. */
size_t lu_implied_by(lu_str stem, lu_implied out[LU_IMPLIED]);
/* Add those for words with these stems together, in any order, to the `n` that there are, `share` (0..1) as sure; returns how
 * many there are then. */
size_t lu_implied_by_both(lu_str x, lu_str y, float share, lu_implied out[LU_IMPLIED], size_t n);

#endif
