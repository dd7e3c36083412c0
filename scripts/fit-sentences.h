/* SPDX-License-Identifier: MIT
 * What the parts of fit-sentences share. */
#ifndef LUCUS_SCRIPTS_FIT_SENTENCES_H
#define LUCUS_SCRIPTS_FIT_SENTENCES_H

#include "answer/answer.h"
#include "relevance/assess.h"

/* What answers are known by: lines that people marked; nothing; names of elements, of which some sentence answers. */
typedef enum fit_family { FIT_LINES, FIT_ABSENT, FIT_ELEMENTS, FIT_FAMILIES } fit_family;

#define FIT_FOLDS 5 /* of the repositories */

typedef struct fit_row {
	float x[LU_SIGNALS];
	float bytes, score;
	bool right, maybe; /* it answers; its element does */
} fit_row;

typedef struct fit_question {
	fit_family family;
	size_t set; /* its repository */
	lu_str text, gold;
	fit_row *row;
	size_t n;
	double answer[LU__CONFIDENCE]; /* of an answer: what confidence is made of */
	bool right, none, nameless, hardly;
} fit_question;

typedef struct fit_data {
	fit_question *v;
	size_t n, sets;
	lu_arena a;
} fit_data;

/* `p`, unless it is NULL: then it ends the program. */
void *fit_alloc(void *p);
/* Fit, tell how good that is for repositories that were not seen, and write. */
void fit_sentences(fit_data *d, const char *path);
void fit_answers(fit_data *d, const char *path);

#endif
