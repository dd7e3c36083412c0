/* SPDX-License-Identifier: MIT
 * How relevant a sentence is to a question or to one of its subqueries, by the built-in score. */
#ifndef LU_LAZY_SUITING_H
#define LU_LAZY_SUITING_H

#include "lazy/gathering.h"

typedef struct lu__suiting lu__suiting;
lu_code lu__suiting_open(lu__gathering *g, lu__suiting **out, lu_err *e) LU_MUST_USE;
void lu__suiting_close(lu__suiting *s); /* accepts NULL */
/* How many relevances a sentence has: to each of the kept subqueries, and to the question where it is none of them. */
size_t lu__suiting_lists(const lu__suiting *s);
/* Those of the `n` sentences of an element: a row of them for each in out[]. */
lu_code lu__suit(lu__suiting *s, const lu__lazy_element *el, const lu_sentence *v, size_t n, float *out,
		 lu_err *e) LU_MUST_USE;
/* Is one fact asked for? Few sentences say it. */
bool lu__suiting_for_fact(const lu__suiting *s);
/* Of all sentences, `n` rows: relevance[i], 0 to 1, to what sentence i suits best, and subquery[i], the kept one that this
 * is or comes next. A subquery whose best sentence is less relevant than others' counts more, so that each gets its share. */
void lu__suit_best(const lu__suiting *s, const float *p, size_t n, float *relevance, uint32_t *subquery);

#endif
