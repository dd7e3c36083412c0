/* SPDX-License-Identifier: MIT
 * Operands that name files and folders, and lists of them on standard input. */
#ifndef LU_CMD_PATHS_H
#define LU_CMD_PATHS_H

#include "cli/opt.h"
#include "lucus/area.h"

extern lu_opt cmd_opts_paths[]; /* -0 */

/* The operands in their order. In the place of `-` are the lines of standard input, or with -0 what ends with NUL
 * there; empty ones are passed over. LU_EUSAGE: -0 without `-`. Release with lu_paths_free(). */
lu_code cmd_operands_read(lu_paths *o, int argc, char **argv, lu_err *e) LU_MUST_USE;
/* After what has found the area and returned `rc`, which it returns: report what of it is refused, each bad path in an
 * `error` record; paths are shown from its root on. */
lu_code cmd_operands_enter(const lu_area *p, lu_code rc, lu_err *e) LU_MUST_USE;
/* lu_paths_open() and lu_area_of() of the options' store, which report what is refused. */
lu_code cmd_operands_open(const lu_paths *o, const char *from, bool create, lu_store **s, lu_err *e) LU_MUST_USE;
lu_code cmd_operands_area(const lu_paths *o, lu_store *s, lu_area *p, lu_err *e) LU_MUST_USE;

#endif
