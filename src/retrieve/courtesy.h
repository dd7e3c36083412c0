/* SPDX-License-Identifier: MIT
 * Where talk ends and a question begins that stand in one sentence without a mark between them: "hope everyone had a
 * great weekend filter the children of a runner looking forward to your answers". Pure functions of the words. */
#ifndef LU_RETRIEVE_COURTESY_H
#define LU_RETRIEVE_COURTESY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lu__said {
	signed char weight; /* above 0: said of people; below 0: of what is looked for */
	bool speaks;        /* of the writer, or to a reader */
	bool joins;         /* what follows belongs to it: "of", "the", "where" */
	bool opens;         /* a sentence may begin with it */
} lu__said;

/* How many of the first, and of the last of `n` words are talk, two or more: those that weigh most together, if that is enough, and
 * somebody speaks in them. 0: none. Linear. */
size_t lu__said_before(const lu__said *v, size_t n);
size_t lu__said_behind(const lu__said *v, size_t n);

#endif
