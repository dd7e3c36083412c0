/* SPDX-License-Identifier: MIT
 * An entry is put into a configuration file of somebody else's, all else of which stays as it is. */
#ifndef LU_CMD_MCP_MERGE_H
#define LU_CMD_MCP_MERGE_H

#include "lucus/str.h"

/* Into the object `section` of the JSON text `old`, which may have comments and commas too many, as the member "lucus";
 * empty text becomes an object. *there: it has one, and *out is not set. LU_EFORMAT: it is no such text, or the section no
 * object. */
lu_code cmd_mcp_merge_json(lu_str old, const char *section, lu_str entry, lu_buf *out, bool *there,
			   lu_err *e) LU_MUST_USE;
/* At the end of the TOML text `old`, as the table [mcp_servers.lucus]. LU_EFORMAT: its mcp_servers are one value, to which
 * no table can be added. */
lu_code cmd_mcp_merge_toml(lu_str old, lu_str entry, lu_buf *out, bool *there, lu_err *e) LU_MUST_USE;

/* Write `text` to the file at once, with the folders above it; `old`, unless it is empty, is kept beside it in
 * PATH.before-lucus. */
lu_code cmd_mcp_replace(const char *path, lu_str old, lu_str text, lu_err *e) LU_MUST_USE;

#endif
