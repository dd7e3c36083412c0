/* SPDX-License-Identifier: MIT
 * The git repository that a tree is checked out from: where it is, its commit, and what its last
 * commits say and changed. Nothing of a repository is run or written: no command, hook, filter or
 * setting of it, no network. */
#ifndef LU_GIT_GIT_H
#define LU_GIT_GIT_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_GIT_ID          41   /* a commit's id as hex digits, with the end */
#define LU_GIT_MESSAGE_MAX 4000 /* bytes of a message that are read */
#define LU_GIT_FILES_MAX   100  /* files of a commit: more were moved or reformatted, which says nothing of them */

/* The commit that is checked out in the repository which `dir` lies in, as hex digits in `a`; empty
 * when there is none. What only git itself can read (references in other formats than files) is not
 * known either. */
lu_code lu_git_head(const char *dir, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;
/* Are the references of the repository which `dir` lies in kept in such a format? */
bool lu_git_refs_unread(const char *dir);

typedef struct lu_git lu_git;
/* Open the objects of the repository that `dir`, a real path, lies in. LU_ENOENT: there is none.
 * LU_EREJECT, with the reason: it belongs to another user, its objects are not where they should be,
 * or libgit2, which is loaded for this, can not be. */
lu_code lu_git_open(const char *dir, lu_git **out, lu_err *e) LU_MUST_USE;
void lu_git_close(lu_git *g); /* accepts NULL */

/* A commit that is no merge. */
typedef struct lu_git_commit {
	char id[LU_GIT_ID];
	int64_t time; /* of the committer, since 1970 */
} lu_git_commit;

/* The last commits that lead to `tip`, `max` at most, without merges: those with the latest times,
 * of equal times those with the smaller ids, as far as their descendants are among them. In that
 * order, in `a`. Parents that are not there (shallow clones) end the way; *open tells that some were
 * not, so that there may be more another time. LU_ENOENT: `tip` itself is not there. LU_EFORMAT: objects are damaged. */
lu_code lu_git_log(lu_git *g, lu_str tip, size_t max, lu_arena *a, lu_git_commit **out, size_t *n, bool *open,
		   lu_err *e) LU_MUST_USE;

/* What a commit says, and changed. */
typedef struct lu_git_change {
	lu_str message; /* its bytes, in whatever encoding, LU_GIT_MESSAGE_MAX at most */
	lu_strs files;  /* paths from `dir`, in order; none when there are more than LU_GIT_FILES_MAX */
	bool open;      /* the objects that list its files are not all there */
} lu_git_change;

/* Views live in `a`. LU_EFORMAT: objects are damaged. */
lu_code lu_git_read(lu_git *g, const char *id, lu_arena *a, lu_git_change *out, lu_err *e) LU_MUST_USE;

/* ---- what differs from a commit ---- */

/* Where `dir`, a real path, lies in its repository, without a slash at the end; empty: at its top, or in none. */
lu_code lu_git_prefix(const char *dir, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;
/* Append to `out` how the files below `dir`, which `g` was opened for, differ from what the commit `rev` has there, as a
 * unified diff with paths from the top of the repository: of files that the commit has, as they are on disk, without
 * regard to the index. `rev`: an id or its beginning, a branch, a tag, HEAD, any of these with ~N or ^ at its end.
 * LU_ENOENT: there is no such commit. LU_EFORMAT: objects are damaged, or the diff has more than LU_DIFF_MAX bytes. */
lu_code lu_git_diff(lu_git *g, const char *dir, lu_str rev, lu_buf *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
