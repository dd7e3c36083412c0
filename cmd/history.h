/* SPDX-License-Identifier: MIT
 * The history that a store keeps, for people. */
#ifndef LU_CMD_HISTORY_H
#define LU_CMD_HISTORY_H

#include "lucus/history.h"
#include "lucus/json.h"

/* Members of a status record. */
void cmd_history_write(lu_jw *w, const lu_history_state *x);
/* The same as a few words, appended. */
void cmd_history_text(const lu_history_state *x, lu_buf *out);
/* Print the commits and the words of their messages as records. */
lu_code cmd_dump_history(lu_store *s, lu_err *e) LU_MUST_USE;

#endif
