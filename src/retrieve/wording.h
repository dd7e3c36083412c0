/* SPDX-License-Identifier: MIT
 * The words of a question and of a text in their order, one after the other. */
#ifndef LU_RETRIEVE_WORDING_H
#define LU_RETRIEVE_WORDING_H

#include "lucus/str.h"

/* The next word from *i on, of letters and digits: its bytes, and a hash of them in lower case; 0: there is none. The
 * letter of an escape belongs to no word. */
uint64_t lu__next_word(lu_str s, size_t *i, lu_str *word);

/* Words of a quoted phrase that are compared. */
#define LU__PHRASE_WORDS 32

#endif
