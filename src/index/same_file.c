/* SPDX-License-Identifier: MIT
 * Stat data decide, then sizes, then contents: of a file that has not changed nothing is read. */
#include "index/fresh.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#include "core/file.h"
#include "lucus/hash.h"

bool lu__same_stat(const lu_file *f, const lu_walk_entry *w)
{
	return f->mtime_ns && f->size == w->size && f->mtime_ns == w->mtime_ns && f->ctime_ns == w->ctime_ns &&
	       f->inode == (int64_t)w->inode;
}

bool lu__same_content(const lu_file *f, const char *sha256)
{
	return lu_str_eqz(f->sha256, sha256);
}

lu_code lu__judge_file(const char *path, const lu_file *f, const lu_walk_entry *w, lu_buf *bytes, lu_file_state *out,
		       lu_err *e)
{
	char sha256[LU_SHA256_HEX];
	lu_err why;
	lu_code rc;

	*out = LU_FILE_SAME;
	if (!f->sha256.n || lu__same_stat(f, w)) return LU_OK;
	*out = LU_FILE_CHANGED;
	if ((f->inode && f->size != w->size) || w->size > INT32_MAX) return LU_OK;
	rc = lu_file_read(path, (size_t)w->size, bytes, &why);
	if (rc == LU_ENOMEM) return lu_nomem(e);
	if (rc) return LU_OK; /* what can not be read is not what was read */
	lu_sha256_hex(lu_buf_str(bytes), sha256);
	if (lu__same_content(f, sha256)) *out = LU_FILE_SAME;
	return LU_OK;
}

bool lu__stat_file(const char *path, const lu_file *f, lu_walk_entry *w, lu_file_state *state)
{
	struct stat st;

	*state = LU_FILE_SAME;
	if (lstat(path, &st) < 0) {
		if (f->inode && (errno == ENOENT || errno == ENOTDIR)) *state = LU_FILE_GONE;
		return false;
	}
	if (!S_ISREG(st.st_mode)) {
		if (f->inode) *state = LU_FILE_GONE;
		return false;
	}
	*w = (lu_walk_entry){ .path = f->path,
			      .size = st.st_size,
			      .inode = (uint64_t)st.st_ino,
			      .mtime_ns = lu_file_time_ns(st.st_mtim),
			      .ctime_ns = lu_file_time_ns(st.st_ctim) };
	return true;
}

/* Does the folder hold anything but a store? */
static bool holds_files(const char *root)
{
	DIR *d = opendir(root);
	struct dirent *x;
	bool any = false;

	if (!d) return false;
	while (!any && (x = readdir(d)))
		any = strcmp(x->d_name, ".") && strcmp(x->d_name, "..") && strcmp(x->d_name, ".lucus");
	closedir(d);
	return any;
}

/* A store without files of a tree: that of one in which nothing was found, or what came with records alone, which misses
 * nothing. */
static lu_code find_empty_tree(lu_store *s, const char *root, lu_tree_state *out, lu_err *e)
{
	lu_arena a = { 0 };
	lu_tree t;
	lu_code rc = lu_store_tree(s, &a, &t, e);

	if (!rc && t.synced_ns) *out = lu_file_exists(root) ? LU_TREE_THERE : LU_TREE_MISSING;
	lu_arena_free(&a);
	return rc;
}

lu_code lu__find_tree(lu_store *s, lu_str root, lu_tree_state *out, lu_err *e)
{
	bool any = true;
	lu_code rc = LU_OK;

	*out = LU_TREE_NONE;
	if (!root.n) return LU_OK;
	if (holds_files(root.s)) {
		*out = LU_TREE_THERE;
		return LU_OK;
	}
	if ((rc = lu_store_has_tree(s, &any, e))) return rc;
	if (any) *out = LU_TREE_MISSING;
	else rc = find_empty_tree(s, root.s, out, e);
	return rc;
}
