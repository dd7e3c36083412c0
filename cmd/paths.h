/* SPDX-License-Identifier: MIT
 * Operands that name files and folders: lists of them on standard input, and the root that their paths are relative to. */
#ifndef LU_CMD_PATHS_H
#define LU_CMD_PATHS_H

#include "cli/opt.h"
#include "lucus/index.h"

extern lu_opt lu_opts_paths[]; /* -0 */

typedef struct lu_path {
	const char *path;
	bool listed; /* it was read from standard input */
} lu_path;

typedef struct lu_paths {
	lu_path *v;
	size_t n;
	size_t given; /* of which these may be a part */
	bool list;    /* standard input was one */
	bool any;     /* there were operands; a list on standard input may have been empty */
	lu_arena arena;
} lu_paths;

/* The operands in their order. In the place of `-` stand the lines of standard input, or with -0 what ends with NUL
 * there; empty ones are passed over. LU_EUSAGE: -0 without `-`. Release with lu_paths_free(). */
lu_code lu_paths_read(lu_paths *o, int argc, char **argv, lu_err *e) LU_MUST_USE;
void lu_paths_free(lu_paths *o);
/* Where a store is looked for: the first path that exists, or the current folder; for a list first the current folder. */
const char *lu_paths_from(const lu_paths *o);
/* May they make a store? Not one that was mistyped, nor an empty list. */
bool lu_paths_create(const lu_paths *o);
/* lu_base_write(). Where there is no store and none may be made, the error is what is wrong with the paths. */
lu_code lu_paths_open(const lu_paths *o, const char *from, bool create, lu_store **s, lu_err *e) LU_MUST_USE;

/* What a command works on: parts of a tree. */
typedef struct lu_area {
	lu_buf root;        /* absolute, without symbolic links */
	lu_tree_part *part; /* each below the root */
	size_t n;
	size_t bad; /* paths that were told to be of no use */
	lu_arena arena;
} lu_area;

#define LU_AREA \
	{ \
		.root = LU_BUF \
	}
void lu_area_free(lu_area *p); /* accepts LU_AREA */

/* The one rule for paths. They are relative to the root of the knowledge base if they lie in it; while it has none, to the
 * top of the git repository that holds them, else to the current folder, else (they lie elsewhere, or where the repository
 * ignores them) to the folder that is named, or that holds the file that is named. Paths that are given together share the root of the first one that exists if
 * all lie in it, else the current folder. `root` is that of the knowledge base; "": it has none. Without operands the area
 * is all of the root. Calls lu_place_enter(). */
lu_code lu_area_find(lu_area *p, const lu_paths *o, const char *root, lu_store *s, lu_err *e) LU_MUST_USE;
/* lu_area_find() for the knowledge base that is in use; its root is set when it has none. A path that does not exist is one
 * that was deleted if the store has it. A single operand that is of no use is an error; one of several is told in an `error`
 * record, and so is what a list names outside of the root. What a list names that neither is nor was is told in a warning. */
lu_code lu_area_of(lu_area *p, const lu_paths *o, lu_store *s, lu_err *e) LU_MUST_USE;
/* The area of operands when no store is written: the root of the knowledge base is read from the store that --db, the
 * current folder or the first path leads to, if there is one that can be read and that holds the paths. */
lu_code lu_area_plain(lu_area *p, const lu_paths *o, const char *root, lu_err *e) LU_MUST_USE;

/* The root of `path`, which is absolute and without symbolic links, while no knowledge base has one. */
lu_code lu_area_root(lu_str path, lu_buf *out, lu_err *e) LU_MUST_USE;
/* Is `path`, relative to the root, or something below it, named by an operand? */
bool lu_area_names(const lu_area *p, lu_str path);

#endif
