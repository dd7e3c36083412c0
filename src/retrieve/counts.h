/* SPDX-License-Identifier: MIT
 * How the terms of a query match elements: what BM25F and the features of ranking share. */
#ifndef LU_RETRIEVE_COUNTS_H
#define LU_RETRIEVE_COUNTS_H

#include "retrieve/strategy.h"

/* Parameters of one BM25F. */
typedef struct lu__bm25f {
	double k1, weight[LU_FIELDS];
} lu__bm25f;

/* A name says more about an element than its body does, a docstring more than the code. */
extern const lu__bm25f lu__bm25f_element;
/* Without what all elements of a file share. */
extern const lu__bm25f lu__bm25f_member;

/* What one occurrence in a field counts, by the code of the field's length. */
typedef struct lu__norms {
	float of[LU_FIELDS][256];
} lu__norms;

void lu__norms_make(const lu_docs *d, const double weight[LU_FIELDS], lu__norms *n);
/* The weighted, normalised count of a term. */
float lu__tf(const lu_docs *d, const lu__norms *n, const lu__term *t, const lu_posting *p);
/* How much a term held by `df` of `total` is worth. */
double lu__idf(double df, double total);
/* Identifiers that are written as a whole are worth more than words, their parts less. */
double lu__term_weight(const lu__term *t);

#define LU__IMPLIED_ELEMENTS 20  /* and what is equal to the last */
#define LU__IMPLIED_SURELY   .4f /* tokens that stand for a term less surely bring in none */

/* Find q->implied; `norm` is of lu__bm25f_element, `score` what each document has by the question's own words: of those that
 * are looked at it becomes 0. */
lu_code lu__list_implied(lu__query *q, const lu__norms *norm, float *score, lu_err *e) LU_MUST_USE;

#endif
