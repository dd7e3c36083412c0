/* SPDX-License-Identifier: MIT
 * What a unified diff says, as `git diff`, `git show` and `diff -u` write it. It may come from anybody: it is read in time
 * for its length, and what can not be meant is an error that names the line. */
#ifndef LU_GIT_DIFF_H
#define LU_GIT_DIFF_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_DIFF_MAX (64 << 20) /* bytes of a diff */

/* Lines that were replaced, with some around them. Lines count from 1; a side without lines begins after `*_start`. */
typedef struct lu_diff_hunk {
	uint32_t old_start, old_n, new_start, new_n;
	lu_str body; /* lines that begin with ' ', '-', '+' or '\'; an empty one stands for an empty line of both sides */
} lu_diff_hunk;

typedef struct lu_diff_file {
	lu_str old_path, new_path; /* without git's prefixes and quotes; empty: the file is not there on that side */
	bool binary;               /* its content differs, and no hunk says how */
	lu_diff_hunk *hunk;
	size_t n;
} lu_diff_file;

/* Views live in `a` and in `text`. What stands between files (messages of commits, modes, signatures) is passed over.
 * LU_EFORMAT, with the line: a hunk without a file, or that does not hold what its head says; a diff of a merge; more than
 * LU_DIFF_MAX bytes; text without any file that is neither empty nor git's of a commit. */
lu_code lu_diff_read(lu_str text, lu_arena *a, lu_diff_file **out, size_t *n, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
