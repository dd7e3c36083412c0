/* SPDX-License-Identifier: MIT
 * How the state of a store's tree is told, to people and in records. */
#ifndef LU_CMD_BEHIND_H
#define LU_CMD_BEHIND_H

#include "lucus/fresh.h"
#include "lucus/json.h"
#include "lucus/status.h"

/* Members of a record: commit, synced and behind, each null where it is not known (`files` < 0). */
void lu_origin_write(lu_jw *w, const lu_tree *t, int64_t files);
/* A time as in records, in UTC: "2026-11-22T18:06:33Z". */
#define LU_TIME_TEXT 40
void lu_time_text(int64_t ns, char out[LU_TIME_TEXT]);

/* Warn people when files that were looked at are not as in the store, `touched` of them, or could not be looked at. `behind`:
 * how many of the whole tree are not, < 0 when that is not known. */
void lu_warn_of_tree(lu_str root, lu_tree_state state, int64_t behind, int64_t touched);

#endif
