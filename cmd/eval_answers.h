/* SPDX-License-Identifier: MIT
 * lucus eval --compare and --judge: approaches to answer, measured on a set of questions. */
#ifndef LU_CMD_EVAL_ANSWERS_H
#define LU_CMD_EVAL_ANSWERS_H

#include "eval.h"

extern lu_opt cmd_opts_answers[]; /* --compare --judge, and those of the model */

bool cmd_eval_answers_on(void);
/* Answer all questions of `ev`, whose session is open, in all ways, and write what that came to. */
lu_code cmd_eval_answers(cmd_evaluation *ev, cmd_target_file *page, lu_err *e) LU_MUST_USE;

#endif
