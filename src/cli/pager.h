/* SPDX-License-Identifier: MIT
 * What is taller than the terminal is read in a pager. Output is held back until the command is done, so that only then a
 * pager runs; it may end when it likes. For the main thread. */
#ifndef LU_CLI_PAGER_H
#define LU_CLI_PAGER_H

#include <stddef.h>

#include "lucus/err.h"

/* Hold back what is written to stdout, when that is a terminal and a pager is wanted: LUCUS_PAGER, PAGER or less; not
 * with --no-pager, nor when it is empty or "cat". To all others stdout is still a terminal. */
void lu_pager_begin(void);
/* Show it: through the pager when it is taller than the terminal. Without lu_pager_begin() nothing is done; afterwards
 * output is written at once. LU_EIO: it can not be written. */
lu_code lu_pager_end(lu_err *e) LU_MUST_USE;

#endif
