/* SPDX-License-Identifier: MIT
 * Where a repository is. */
#ifndef LU_GIT_REPOSITORY_H
#define LU_GIT_REPOSITORY_H

#include "git/git.h"

/* Zero-initialise with LU__GIT_PLACE. */
typedef struct lu__git_place {
	lu_buf top;    /* the folder that holds .git */
	lu_buf git;    /* the repository: .git, or what a file .git names, as in worktrees and submodules */
	lu_buf common; /* the same, but for worktrees, which share one */
} lu__git_place;
#define LU__GIT_PLACE \
	{ \
		.top = LU_BUF, .git = LU_BUF, .common = LU_BUF \
	}

/* The repository that `dir` lies in; false: none, or memory is out. */
bool lu__git_find(lu_str dir, lu__git_place *p);
void lu__git_place_free(lu__git_place *p);
/* The id that the reference `name` leads to, in full or as people shorten it ("main", "v1.0"); empty: there is none. */
lu_code lu__git_ref(const char *dir, lu_str name, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;

#endif
