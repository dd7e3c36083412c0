/* SPDX-License-Identifier: MIT
 * What the walk needs of lu_ignore beyond lucus/walk.h: it is used as a stack of files. */
#ifndef LU_WALK_IGNORE_H
#define LU_WALK_IGNORE_H

#include "lucus/walk.h"

/* How many files of patterns it holds. */
size_t lu__ignore_count(const lu_ignore *ig);
/* Forget all but the first `n` files. */
void lu__ignore_cut(lu_ignore *ig, size_t n);
/* lu_ignore_match() for a view. */
bool lu__ignore_find(const lu_ignore *ig, lu_str path, bool is_dir, const char **source, long *line);

#endif
