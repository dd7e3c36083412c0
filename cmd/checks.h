/* SPDX-License-Identifier: MIT
 * What is found right and wrong. */
#ifndef LU_CMD_CHECKS_H
#define LU_CMD_CHECKS_H

#include "lucus/json.h"

/* Print a `check` record, or a line for people. */
lu_code cmd_check_show(lu_jw *w, const char *name, bool ok, const char *detail, lu_err *e) LU_MUST_USE;

#endif
