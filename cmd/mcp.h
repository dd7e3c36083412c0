/* SPDX-License-Identifier: MIT
 * What the files of lucus mcp share. */
#ifndef LU_CMD_MCP_H
#define LU_CMD_MCP_H

#include <stdbool.h>

#include "lucus/err.h"

extern const char *const cmd_mcp_clients[]; /* NULL at the end */
/* Print the configuration of client number `i`, or merge it into that client's file. */
lu_code cmd_mcp_install(int i, bool write, lu_err *e) LU_MUST_USE;

#endif
