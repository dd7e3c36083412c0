/* SPDX-License-Identifier: MIT
 * libgit2, loaded when commits are read: linked, it and the libraries that it needs would cost every process
 * milliseconds. */
#ifndef LU_GIT_LIB_H
#define LU_GIT_LIB_H

#include <git2.h>

#include "lucus/err.h"

/* Its functions that we call, under their names without "git_". All of them only read objects. */
typedef struct lu__libgit2 {
	int (*libgit2_init)(void);
	int (*libgit2_opts)(int option, ...);
	const git_error *(*error_last)(void);
	int (*odb_open)(git_odb **out, const char *folder);
	void (*odb_free)(git_odb *db);
	int (*odb_read_header)(size_t *n, git_object_t *type, git_odb *db, const git_oid *id);
	int (*repository_wrap_odb)(git_repository **out, git_odb *db);
	void (*repository_free)(git_repository *r);
	int (*oid_fromstr)(git_oid *out, const char *hex);
	char *(*oid_tostr)(char *out, size_t n, const git_oid *id);
	int (*oid_cmp)(const git_oid *a, const git_oid *b);
	int (*commit_lookup)(git_commit **out, git_repository *r, const git_oid *id);
	void (*commit_free)(git_commit *c);
	const git_oid *(*commit_tree_id)(const git_commit *c);
	unsigned (*commit_parentcount)(const git_commit *c);
	const git_oid *(*commit_parent_id)(const git_commit *c, unsigned i);
	git_time_t (*commit_time)(const git_commit *c);
	const char *(*commit_message)(const git_commit *c);
	int (*tree_lookup)(git_tree **out, git_repository *r, const git_oid *id);
	void (*tree_free)(git_tree *t);
	size_t (*tree_entrycount)(const git_tree *t);
	const git_tree_entry *(*tree_entry_byindex)(const git_tree *t, size_t i);
	const git_tree_entry *(*tree_entry_byname)(const git_tree *t, const char *name);
	const char *(*tree_entry_name)(const git_tree_entry *e);
	const git_oid *(*tree_entry_id)(const git_tree_entry *e);
	git_filemode_t (*tree_entry_filemode)(const git_tree_entry *e);
	int (*odb_exists_prefix)(git_oid *out, git_odb *db, const git_oid *start, size_t digits);
	int (*odb_hash)(git_oid *out, const void *data, size_t n, git_object_t type);
	int (*oid_fromstrn)(git_oid *out, const char *hex, size_t digits);
	int (*object_lookup)(git_object **out, git_repository *r, const git_oid *id, git_object_t type);
	const git_oid *(*tag_target_id)(const git_tag *t);
	void (*object_free)(git_object *o);
	int (*blob_lookup)(git_blob **out, git_repository *r, const git_oid *id);
	const void *(*blob_rawcontent)(const git_blob *b);
	git_object_size_t (*blob_rawsize)(const git_blob *b);
	void (*blob_free)(git_blob *b);
	int (*patch_from_buffers)(git_patch **out, const void *old, size_t n_old, const char *old_path, const void *now,
				  size_t n_now, const char *now_path, const git_diff_options *o);
	int (*patch_to_buf)(git_buf *out, git_patch *p);
	void (*patch_free)(git_patch *p);
	void (*buf_dispose)(git_buf *b);
} lu__libgit2;

/* The library of this process, loaded by the first call; any thread. LU_EREJECT, with the reason: it can not be loaded. */
lu_code lu__libgit2_get(const lu__libgit2 **out, lu_err *e) LU_MUST_USE;

#endif
