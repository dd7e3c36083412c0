/* SPDX-License-Identifier: MIT
 * Words that say the opposite of one another: what "joins" is not the answer to how something is split. */
#ifndef LU_RETRIEVE_OPPOSITES_H
#define LU_RETRIEVE_OPPOSITES_H

#include "lucus/str.h"

#define LU__OPPOSITES 12 /* of a word at most: the first */

/* The stems of what is opposite to a word with this stem; they live as long as the program. Returns how many. */
size_t lu__opposites(lu_str stem, lu_str out[LU__OPPOSITES]);

#endif
