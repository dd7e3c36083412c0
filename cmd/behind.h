/* SPDX-License-Identifier: MIT
 * How the state of a store's tree is told, to people and in records. */
#ifndef LU_CMD_BEHIND_H
#define LU_CMD_BEHIND_H

#include "lucus/fresh.h"
#include "lucus/json.h"
#include "lucus/retrieve.h"

/* What lu_behind_files() counts, for people: "3 files are not as in the store (1 changed, 1 new, 1 gone)". */
void lu_behind_text(const lu_behind *b, lu_str root, lu_buf *out);

/* Members of a record: commit, synced and behind, each null where it is not known (`files` < 0). */
void lu_origin_write(lu_jw *w, const lu_tree *t, int64_t files);
/* A time as in records, in UTC: "2026-11-22T18:06:33Z". */
#define LU_TIME_TEXT 40
void lu_time_text(int64_t ns, char out[LU_TIME_TEXT]);

/* ---- what is shown of a store ---- */

/* Set the lines of an element whose file has changed to where it is. *touched: its file is not as in the store; it stays as it
 * is otherwise. */
lu_code lu_fresh_look(lu_fresh *f, lu_brief *el, bool *gone, bool *stale, bool *touched, lu_err *e) LU_MUST_USE;
/* Take out of `r` the hits whose files are gone, *gone of them, and set the lines of those whose files have changed to where
 * they are, or mark them. *touched: any was. */
lu_code lu_fresh_hits(lu_fresh *f, lu_result *r, size_t *gone, bool *touched, lu_err *e) LU_MUST_USE;
/* Warn people when files that were looked at are not as in the store, or could not be looked at. `behind`: how many of the whole
 * tree are not, < 0 when that is not known. */
void lu_fresh_warn(const lu_fresh *f, int64_t behind);

#endif
