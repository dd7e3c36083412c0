/* SPDX-License-Identifier: MIT
 * How the state of a store's tree is told, to people and in records. */
#ifndef LU_CMD_BEHIND_H
#define LU_CMD_BEHIND_H

#include "lucus/fresh.h"
#include "lucus/json.h"

/* Files that the store does not know as they are now; -1 when nobody could look. */
int64_t lu_behind_files(const lu_behind *b);
/* The same for people: "3 files are not as in the store (1 changed, 1 new, 1 gone)". */
void lu_behind_text(const lu_behind *b, lu_str root, lu_buf *out);

/* Members of a record: commit, synced and behind, each null where it is not known (`files` < 0). */
void lu_origin_write(lu_jw *w, const lu_tree *t, int64_t files);
/* A time as in records, in UTC: "2026-11-22T18:06:33Z". */
#define LU_TIME_TEXT 32
void lu_time_text(int64_t ns, char out[LU_TIME_TEXT]);

#endif
