/* SPDX-License-Identifier: MIT
 * Ways to answer, compared on a set of questions. */
#ifndef LU_EVAL_ANSWERS_H
#define LU_EVAL_ANSWERS_H

#include "eval/eval.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_ANSWER_ASPECTS 4 /* accuracy, completeness, clarity, relevance */

/* What one approach came to; means are over all questions. */
typedef struct lu_approach {
	lu_str name;
	size_t n;                     /* questions */
	size_t failed;                /* of them, where the model was of no use, and sentences from the code answered */
	double requests;              /* mean */
	double tokens_in, tokens_out; /* mean; -1: the server does not say */
	double cost;                  /* mean, dollars; -1: not known */
	double seconds;               /* mean */
	double recall;                /* mean share of the targets that a citation meets */
	double precision;             /* mean share of the cited elements that meet one; 0 where nothing is cited */
	size_t judged, malformed;     /* answers with a rating; judgements of no use */
	double rating[LU_ANSWER_ASPECTS]; /* means of the judged, 0 to 10 */
	size_t wins, losses, ties;        /* against the first approach */
} lu_approach;

/* Append one HTML page that needs nothing from outside. Every text in it is escaped. `n` >= 1. */
lu_code lu_approaches_html(const char *source, const lu_approach *v, size_t n, lu_buf *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
