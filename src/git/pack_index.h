/* SPDX-License-Identifier: MIT
 * The index of a pack. */
#ifndef LU_GIT_PACK_INDEX_H
#define LU_GIT_PACK_INDEX_H

#include "lucus/err.h"

/* Do all places that the index at `path` (PACK.idx) tells lie in its pack? LU_EREJECT: no, or it can not be read. What
 * else may be wrong with it is found by who reads it. */
lu_code lu__git_check_index(const char *path, lu_err *e) LU_MUST_USE;

#endif
