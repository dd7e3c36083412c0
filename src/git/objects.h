/* SPDX-License-Identifier: MIT
 * The objects of a repository, for those who read commits and those who compare files. */
#ifndef LU_GIT_OBJECTS_H
#define LU_GIT_OBJECTS_H

#include "git/lib.h"
#include "git/pack_chain.h"
#include "git/repository.h"

#define LU__GIT_KNOWN 1024

struct lu_git {
	const lu__libgit2 *lib;
	git_odb *db;
	git_repository *repo;
	char *prefix; /* of the paths that lie in the tree: "", or it ends with '/' */
	lu_arena a;
	lu_strs folders; /* where objects are */
	lu__git_packs packs;
	/* some that were looked at, and may be read: by the beginning of their ids */
	struct lu__git_known {
		git_oid id;
		git_object_t type; /* 0: none */
	} known[LU__GIT_KNOWN];
};

/* LU_ENOENT: it is not there. The caller frees *out. */
lu_code lu__git_commit(lu_git *g, const git_oid *id, git_commit **out, lu_err *e) LU_MUST_USE;
lu_code lu__git_tree(lu_git *g, const git_oid *id, git_tree **out, lu_err *e) LU_MUST_USE;
/* LU_EREJECT: it is no id of 40 digits. */
lu_code lu__git_id(const lu_git *g, lu_str hex, git_oid *out, lu_err *e) LU_MUST_USE;
/* The folder below `root` that the prefix names; *has: there is one. */
lu_code lu__git_enter(lu_git *g, const git_oid *root, git_oid *out, bool *has, lu_err *e) LU_MUST_USE;

#endif
