/* SPDX-License-Identifier: MIT
 * The words of a question and of a text in their order, one after the other. */
#ifndef LU_RETRIEVE_WORDING_H
#define LU_RETRIEVE_WORDING_H

#include "lucus/str.h"

/* The next word from *i on, of letters and digits: its bytes, and a hash of them in lower case; 0: there is none. The
 * letter of an escape belongs to no word. */
uint64_t lu__next_word(lu_str s, size_t *i, lu_str *word);

/* Words of a phrase that are compared. */
#define LU__PHRASE_WORDS 32

/* The hashes of the first of them, and how many. */
size_t lu__words_of(lu_str phrase, uint64_t out[LU__PHRASE_WORDS]);
/* Are these `n` words, 1 or more, in `text`, one after the other? */
bool lu__words_in(lu_str text, const uint64_t *word, size_t n);

#endif
