/* SPDX-License-Identifier: MIT
 * Finding and reading the files of patterns. */
#ifndef LU_WALK_PATTERN_FILES_H
#define LU_WALK_PATTERN_FILES_H

#include "lucus/walk.h"

enum { LU__RULE_NAMES = 2 };
/* The names of the files of patterns in a folder; the later one wins. */
extern const char *const lu__rule_name[LU__RULE_NAMES];

/* Add the patterns of file `name` in the open folder `fd`. `dir` and `source` are those of
 * lu_ignore_add(). A file that is not there, or that is no regular file (git does not follow
 * symbolic links here), is an empty one. Another failure to read it is no error either: *why becomes
 * its errno, else 0. */
lu_code lu__rules_load(lu_ignore *ig, int fd, const char *name, const char *dir, const char *source, int *why,
		       lu_err *e) LU_MUST_USE;

/* When `root` lies in a git repository: add what the repository says from outside of `root`, that
 * is .git/info/exclude and the files of the folders above, and set `base` to the path of `root`
 * below the repository's top, with '/' at its end. Otherwise `base` is empty. */
lu_code lu__rules_outside(lu_ignore *ig, const char *root, lu_buf *base, lu_err *e) LU_MUST_USE;

#endif
