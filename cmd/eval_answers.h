/* SPDX-License-Identifier: MIT
 * lucus eval --compare and --judge: approaches to answer, measured on a set of questions. */
#ifndef LU_CMD_EVAL_ANSWERS_H
#define LU_CMD_EVAL_ANSWERS_H

#include "eval.h"
#include "eval/answers.h"

extern lu_opt cmd_opts_answers[]; /* --compare --judge, and those of the model */

bool cmd_eval_answers_on(void);
/* Answer all questions of `ev`, whose session is open, in all ways, and write what that came to. */
lu_code cmd_eval_answers(cmd_evaluation *ev, cmd_target_file *page, lu_err *e) LU_MUST_USE;

/* One approach, and its answers. */
typedef struct cmd_approach {
	lu_approach sum;
	lu_answer_mode mode;
	lu_rated *v; /* of each question */
} cmd_approach;

typedef struct cmd_comparing {
	cmd_evaluation *ev;
	cmd_approach *v;
	size_t n;
	lu_arena a; /* of texts */
} cmd_comparing;

/* Have the model rate the answers of approach `at`, and compare them with those of the first; sets its sums, and writes the
 * records. */
lu_code cmd_eval_judge(cmd_comparing *c, size_t at, lu_err *e) LU_MUST_USE;

#endif
