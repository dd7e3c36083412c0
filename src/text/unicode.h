/* SPDX-License-Identifier: MIT
 * What the files of the text layer share: normalisation of a bounded stretch of text. */
#ifndef LU_TEXT_UNICODE_H
#define LU_TEXT_UNICODE_H

#include "lucus/str.h"

/* Unicode text is normalised in stretches of at most LU__SPAN bytes, so that no text, however long
 * or hostile, needs more than a fixed amount of stack. */
#define LU__SPAN 1024
/* No character has a decomposition of more than 6 code points for each of its bytes (U+FDFA: 18,
 * 3). */
#define LU__SPAN_CPS (LU__SPAN * 6)

/* NFKC without default-ignorable characters, case-folded too when `fold`, of at most LU__SPAN bytes
 * of well-formed UTF-8. Returns the number of code points in `out`. */
size_t lu__normalise(lu_str s, bool fold, int32_t out[LU__SPAN_CPS]);

/* The code point of the well-formed sequence of `n` bytes at `s`. */
int32_t lu__utf8_decode(const char *s, size_t n);

#endif
