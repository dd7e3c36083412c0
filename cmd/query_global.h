/* SPDX-License-Identifier: MIT
 * lucus query --global: an answer from summaries of all communities. */
#ifndef LU_CMD_QUERY_GLOBAL_H
#define LU_CMD_QUERY_GLOBAL_H

#include "query.h"

extern lu_opt cmd_opts_global[]; /* --global --level --dry-run: among cmd_opts_answer */

bool cmd_global_on(void);
/* Is nothing to be sent? */
bool cmd_global_dry(void);
/* LU_EUSAGE where an option of it is given without it, or with `other`, the name of another way to answer; or NULL. */
lu_code cmd_global_given(const char *other, lu_ask_options *o, lu_err *e) LU_MUST_USE;
/* Print what an answer to the question of `f` would take. */
lu_code cmd_global_estimate(lu_session *s, const cmd_showing *a, const lu_found *f, const lu_ask_options *o,
			    lu_err *e) LU_MUST_USE;

#endif
