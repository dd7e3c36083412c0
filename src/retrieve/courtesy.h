/* SPDX-License-Identifier: MIT
 * What words of courtesies do, and where talk ends and a question begins that stand in one sentence without a mark between them: "hope everyone had a
 * great weekend filter the children of a runner looking forward to your answers". Pure functions of the words. */
#ifndef LU_RETRIEVE_COURTESY_H
#define LU_RETRIEVE_COURTESY_H

#include <stdbool.h>
#include <stddef.h>

#include "lucus/str.h"

typedef enum lu__said_kind {
	LU__SAID_CONTENT,
	LU__SAID_SMALL,  /* of no content */
	LU__SAID_SELF,   /* the writer, or anybody */
	LU__SAID_YOU,    /* the reader */
	LU__SAID_SOCIAL, /* said to somebody, whatever else is said */
	LU__SAID_LEAD,   /* what one does, or bids another do, on the way to a question */
	LU__SAID_SOFT,   /* of people, of their time, and of what they do */
	LU__SAID_ASK,    /* the question itself begins */
	LU__SAID_WHEN,   /* it may, or it says under which circumstances */
	LU__SAID_NAME    /* written as in code: no list has it */
} lu__said_kind;

/* By the lists alone, whatever stands around it. */
lu__said_kind lu__said_kind_of(lu_str word);

/* Of a clause, no verb and no preposition: "very", "pretty", "some". */
bool lu__said_fills(lu_str word);

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
