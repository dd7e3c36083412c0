/* SPDX-License-Identifier: MIT
 * Which files of a tree are read, and why the others are not: nested .gitignore, .git/info/exclude,
 * .lucusignore, --include/--exclude globs, file kinds, sizes and contents. */
#ifndef LUCUS_WALK_H
#define LUCUS_WALK_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Decides gitignore patterns (gitignore(5)): the last match wins, '!' negates, '/' anchors, a trailing
 * '/' matches directories only, '*' '?' '[...]' do not cross '/', '**' does. */
typedef struct lu_ignore lu_ignore;

/* An empty set of patterns. Release with lu_ignore_free(), which accepts NULL. */
lu_code lu_ignore_new(lu_ignore **out, lu_err *e) LU_MUST_USE;
void lu_ignore_free(lu_ignore *ig);
/* Add the patterns of one file. `dir` is the folder of that file relative to the root ("" for the
 * root), `source` names it in reasons ("src/.gitignore"). Later additions win over earlier ones. */
lu_code lu_ignore_add(lu_ignore *ig, lu_str text, const char *dir, const char *source, lu_err *e) LU_MUST_USE;
/* Does a pattern exclude `path` (relative to the root, with '/', no trailing '/')? Only the path itself
 * is tested, not its parents: a walk does not enter excluded folders. On true *source and *line (both
 * may be NULL) name the deciding pattern. */
bool lu_ignore_match(const lu_ignore *ig, const char *path, bool is_dir, const char **source, long *line);

typedef struct lu_walk_options {
	lu_strs include;       /* globs; when there are any, a file or a folder above it must match one */
	lu_strs exclude;       /* globs; files and folders that match are left out, before all else */
	int64_t max_file_size; /* bytes; larger files are skipped; 0: LU_MAX_FILE_SIZE */
	bool no_ignore;        /* do not read the ignore files */
	size_t limit;          /* stop when there is more than so much to list, with what there is; 0: never */
	bool folders;          /* list the folders that are read as well, without a reason; "" is the root */
} lu_walk_options;

#define LU_MAX_FILE_SIZE (2 << 20)

typedef struct lu_walk_entry {
	lu_str path;                /* relative to the root, terminated; folders end with '/' */
	int64_t size;               /* bytes */
	int64_t mtime_ns, ctime_ns; /* since 1970; beyond the years 1678 to 2261 the nearest that fits */
	uint64_t inode;
	lu_str reason; /* empty: to be read; else why not: "ignored by .gitignore:3" */
	bool failed;   /* the reason is an error of the system (unreadable folder ...) */
} lu_walk_entry;

typedef struct lu_walk_list {
	lu_walk_entry *v; /* sorted by path, byte order */
	size_t n;
	bool cut;       /* the limit was met: the list is not whole */
	lu_arena arena; /* owns v and every view */
} lu_walk_list;

/* List what is under `root`, or only under its folder or file `sub` ("" for all; ignore files above
 * `sub` still count, and when a folder above `sub` is left out, that folder is the only entry).
 *
 * A .lucusignore wins over the .gitignore beside it, deeper files win over those above them, and
 * .git/info/exclude gives way to all of them. When `root` lies in a git repository, the repository's
 * info/exclude and the ignore files from its top down to `root` count as well. Globs follow the rules
 * of patterns in an ignore file of `root`, without '!' and '#'.
 *
 * Symbolic links are not followed (reason "symbolic link"); .git, .hg, .svn and .lucus are not entered
 * and not listed. An unreadable sub-folder becomes an entry, and so does an unreadable ignore file; an
 * unreadable root is an error, and so is a `sub` that does not exist (LU_EIO) or that is absolute or
 * holds ".." (LU_EUSAGE). Iterative: the depth of the tree costs no stack. Release with
 * lu_walk_free(). */
lu_code lu_walk(const char *root, const char *sub, const lu_walk_options *o, lu_walk_list *out, lu_err *e) LU_MUST_USE;
void lu_walk_free(lu_walk_list *l);
/* Does lu_walk() come to `sub`, or is it, or a folder above it, left out? */
lu_code lu_walk_reaches(const char *root, const char *sub, const lu_walk_options *o, bool *out, lu_err *e) LU_MUST_USE;

/* Why a file of this name and size is not worth reading, or NULL: "binary" (images, archives ...), "generated"
 * (lock files ...), "data" (tables and documents for machines, from a certain size on). */
const char *lu_name_reason(lu_str path, int64_t size);

/* Why a file with this content is not indexed: a reason of lu_name_reason(), "minified", or NULL. `bytes` is
 * the raw content. Text in UTF-16 with a byte order mark is not binary. A file is generated when one
 * of its first lines is a comment that says so ("Code generated ... DO NOT EDIT", "@generated"). */
const char *lu_content_reason(lu_str path, lu_str bytes);

#ifdef __cplusplus
}
#endif
#endif
