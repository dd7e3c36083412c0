/* SPDX-License-Identifier: MIT
 * How relevant a sentence is to a question or to one of its subqueries, by the built-in score. */
#ifndef LU_LAZY_SUITING_H
#define LU_LAZY_SUITING_H

#include "lazy/gathering.h"

typedef struct lu__suiting lu__suiting;
lu_code lu__suiting_open(lu__gathering *g, lu__suiting **out, lu_err *e) LU_MUST_USE;
void lu__suiting_close(lu__suiting *s); /* accepts NULL */
/* Of the `n` sentences of an element: relevance[i], 0 to 1, to what sentence i suits best, and subquery[i], which of the
 * kept ones it suits best. */
lu_code lu__suit(lu__suiting *s, const lu__lazy_element *el, const lu_sentence *v, size_t n, float *relevance,
		 uint32_t *subquery, lu_err *e) LU_MUST_USE;

#endif
