/* SPDX-License-Identifier: MIT
 * --explain: its options, and a person who agrees to the cost. */
#ifndef LU_CMD_EXPLAIN_H
#define LU_CMD_EXPLAIN_H

#include "cli/opt.h"
#include "session/explaining.h"

extern lu_opt cmd_opts_explain[]; /* --explain --explain-type --explain-lines --max-cost --yes, and those of models */
bool cmd_explains(void);          /* was --explain given? */

/* What the options say, with the model and the prices, after cmd_base_settings(). LU_EUSAGE when no model is
 * configured. Release with cmd_explain_close(), also after an error. */
typedef struct cmd_explaining {
	lu_explaining_options o;
	lu_buf prices;
} cmd_explaining;
lu_code cmd_explain_open(cmd_explaining *x, lu_err *e) LU_MUST_USE;
void cmd_explain_close(cmd_explaining *x);

#endif
