/* SPDX-License-Identifier: MIT
 * What classify.c and aspect_parts.c share: a query as words. */
#ifndef LU_RETRIEVE_CLASSIFY_H
#define LU_RETRIEVE_CLASSIFY_H

#include "lucus/classify.h"

/* What is between blanks; blanks within quotes and brackets that are closed do not count. */
typedef struct lu__word {
	lu_str raw;   /* with the punctuation around it */
	lu_str core;  /* without */
	bool code;    /* written like code, or quoted */
	bool content; /* says what is looked for: not a function word, nor a word of asking */
} lu__word;

typedef struct lu__words {
	lu__word *v;
	size_t n;
} lu__words;

/* The words of a query: views of it. Linear in its length. */
lu_code lu__words_read(lu_str query, lu_arena *a, lu__words *out, lu_err *e) LU_MUST_USE;

/* "all the handlers", "every handler": so many, of what else is said; but neither "at all" nor "all in all". */
bool lu__all_of(const lu__words *w, size_t i);

/* The aspects of the query as views of it; none when it can not be split. *several: it has more than one, though. */
lu_code lu__parts_find(const lu__words *w, lu_arena *a, lu_strs *out, bool *several, lu_err *e) LU_MUST_USE;

#endif
