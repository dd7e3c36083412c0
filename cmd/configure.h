/* SPDX-License-Identifier: MIT
 * The configuration files of a command. */
#ifndef LU_CMD_CONFIGURE_H
#define LU_CMD_CONFIGURE_H

#include "cli/cmd.h"

/* Apply the configuration files to a table that is parsed: the user's, and .lucus/config beside the store that a
 * command finds from `from`, a folder or a file. A table without settings is left alone, and nothing is read. LU_EUSAGE
 * names the file and the line. */
lu_code cmd_configure(lu_opt *opts, const char *from, lu_err *e) LU_MUST_USE;

#endif
