/* SPDX-License-Identifier: MIT
 * --explain: its options, and a person who agrees to the cost. */
#ifndef LU_CMD_EXPLAIN_H
#define LU_CMD_EXPLAIN_H

#include "cli/opt.h"
#include "lucus/explaining.h"

extern lu_opt lu_opts_explain[]; /* --explain --explain-type --explain-lines --max-cost --yes, and those of models */
bool lu_explains(void);          /* was --explain given? */

/* What the options say, with the model and the prices, after lu_base_settings(). LU_EUSAGE when no model is configured. Release
 * with lu_explain_close(), also after an error. */
typedef struct lu_explaining {
	lu_explaining_options o;
	lu_buf prices;
} lu_explaining;
lu_code lu_explain_open(lu_explaining *x, lu_err *e) LU_MUST_USE;
void lu_explain_close(lu_explaining *x);

#endif
