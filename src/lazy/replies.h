/* SPDX-License-Identifier: MIT
 * What models reply to the prompts of a lazy graph query, read tolerantly: what is understood counts, and what is not is
 * left out and told in `dropped`, one remark after the other. No reply is an error but for memory. */
#ifndef LU_LAZY_REPLIES_H
#define LU_LAZY_REPLIES_H

#include "lucus/arena.h"
#include "lucus/lazy_graph.h"

/* Append a remark. */
void lu__lazy_drop(lu_buf *dropped, const char *fmt, ...) LU_PRINTF(2, 3);

/* The scores of `n` sentences, numbered from 1: 0 to 10, or LU__UNKNOWN, in result[]. Understood are a list of objects
 * with a number and a score, an object of numbers and scores, and as many plain numbers as there are sentences; in an
 * object or by itself. What comes first counts. */
lu_code lu__read_scores(lu_str reply, size_t n, int *result, lu_buf *dropped, lu_err *e) LU_MUST_USE;

/* Subqueries with scores from 0 to 1, in the order of the reply. Scores above 1 are of 10; without one it is .5. At most
 * LU_SUBQUERIES_READ. Memory comes from `a`. */
#define LU_SUBQUERIES_READ 40
lu_code lu__read_subqueries(lu_str reply, lu_arena *a, lu_subquery **out, size_t *n, lu_buf *dropped,
			    lu_err *e) LU_MUST_USE;

/* A claim as a reply has it. */
typedef struct lu__said_claim {
	lu_str text;
	double score;     /* 0 to 1 */
	uint32_t *source; /* numbers from 0, each once */
	size_t n_source;  /* not 0 */
} lu__said_claim;

/* Claims about `n` passages, numbered from 1; one that names none of them is dropped. */
lu_code lu__read_claims(lu_str reply, size_t n, lu_arena *a, lu__said_claim **out, size_t *n_out, lu_buf *dropped,
			lu_err *e) LU_MUST_USE;

#endif
