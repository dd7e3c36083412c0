/* SPDX-License-Identifier: MIT
 * Objects that have a file each, and the folders that objects are in. */
#ifndef LU_GIT_OBJECT_FILE_H
#define LU_GIT_OBJECT_FILE_H

#include "git/objects.h"

/* LU_EFORMAT, with what libgit2 says of `what`. */
lu_code lu__git_damaged(const lu_git *g, const char *what, lu_err *e);
/* Find the folders that objects are read from: `objects`, and those that it borrows from. LU_EREJECT: a file in them is
 * none that can be opened without waiting, or there are too many. */
lu_code lu__git_folders(lu_git *g, const char *objects, lu_err *e) LU_MUST_USE;
/* Type and size of an object. LU_ENOENT: it is not there. */
lu_code lu__git_header(lu_git *g, const git_oid *id, const char *what, git_object_t *type, size_t *n,
		       lu_err *e) LU_MUST_USE;
/* An object of `n` bytes may be read when this says so. LU_EFORMAT: it has a file of its own, which is damaged. */
lu_code lu__git_whole(const lu_git *g, const git_oid *id, size_t n, const char *what, lu_err *e) LU_MUST_USE;

#endif
