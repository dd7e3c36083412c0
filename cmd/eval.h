/* SPDX-License-Identifier: MIT
 * What the files of lucus eval share. */
#ifndef LU_CMD_EVAL_H
#define LU_CMD_EVAL_H

#include "lucus/eval.h"
#include "search.h"

/* The results of one question, judged. */
typedef struct lu_ranked {
	lu_judged *v;
	size_t n;
} lu_ranked;

/* What one strategy achieved on a set of questions. */
typedef struct lu_achieved {
	lu_str strategy;
	lu_ranked *results;  /* of each question */
	lu_gains *gains;
	bool costs;          /* the next two are known */
	double tokens;       /* mean of a question */
	double seconds;      /* median */
	lu_arena *a;         /* owns all this */
} lu_achieved;

typedef struct lu_evaluation {
	lu_qrels qrels;
	size_t *k;           /* ascending */
	size_t n_k;
	size_t deepest;      /* the largest k that is asked for, also by a gate */
	lu_gate *gates;
	size_t n_gates;
	bool roll_up;
	lu_arena arena;
	lu_search search;    /* open only when the store is needed */
} lu_evaluation;

/* The element that stands for `b` in a set that names only outermost elements: *keep is false when none
 * does. Views live in `a`. */
lu_code lu_roll_up(lu_store *s, lu_brief b, lu_arena *a, lu_brief *out, bool *keep, lu_err *e) LU_MUST_USE;

/* Judge results[i] of question i: reduces them to distinct ones and sets the gains. */
lu_code lu_achieved_judge(lu_achieved *r, size_t i, const lu_evaluation *ev, lu_err *e) LU_MUST_USE;

/* Ask the strategy that *out names, and judge the answers. */
lu_code lu_eval_strategy(lu_evaluation *ev, lu_achieved *out, lu_err *e) LU_MUST_USE;

/* Take the results from the `hit` records in `file` ("-" for stdin). *rejected: some were no good. */
lu_code lu_eval_hits(lu_evaluation *ev, const char *file, lu_achieved *out, bool *rejected, lu_err *e) LU_MUST_USE;

/* Write the metrics in the format in use. */
lu_code lu_eval_show(const lu_evaluation *ev, const lu_achieved *r, const lu_metric *m, size_t n,
		     lu_err *e) LU_MUST_USE;
/* Write the questions of which some target did not come. */
lu_code lu_eval_failures(const lu_evaluation *ev, const lu_achieved *r, lu_err *e) LU_MUST_USE;

#endif
