/* SPDX-License-Identifier: MIT
 * Which store, and which files: where a store is looked for, and what paths that somebody names are
 * to it. All of it depends on the current folder, which no other thread may change meanwhile. */
#ifndef LUCUS_AREA_H
#define LUCUS_AREA_H

#include "lucus/index.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the store ---- */

/* A knowledge base, and how to get at it. */
typedef struct lu_where {
	const char *db; /* the store; NULL: the nearest .lucus/lucus.db, from a folder upward */
	const char *tenant, *kb;
	double wait_s; /* seconds to wait for another writer */
} lu_where;

/* The path of the store, looked for from `from`, a folder or a file. *found: there is one; otherwise
 * the path is where a new one belongs: in the root that `from` has then (lu_area_root()). */
lu_code lu_where_path(const lu_where *w, const char *from, lu_buf *path, bool *found, lu_err *e) LU_MUST_USE;
/* The path of a store that is there. LU_ENOENT says what to run. */
lu_code lu_where_store(const lu_where *w, const char *from, lu_buf *path, lu_err *e) LU_MUST_USE;
/* Open it for reading. LU_ENOENT says what to run. On failure *s is NULL or closes as usual. */
lu_code lu_where_read(const lu_where *w, const char *from, lu_store **s, lu_err *e) LU_MUST_USE;
/* The same, where it is no error that there is none: no store, or not the knowledge base; *s is NULL then. */
lu_code lu_where_find(const lu_where *w, const char *from, lu_store **s, lu_err *e) LU_MUST_USE;
/* Open it for writing, creating it (and the .lucus folder, with a .gitignore that hides it from git)
 * and the knowledge base when `create`. Close *s with lu_store_close(). LU_EBUSY: as
 * lu_store_open(). */
lu_code lu_where_write(const lu_where *w, const char *from, bool create, lu_store **s, lu_err *e) LU_MUST_USE;
/* Close a store that was written and open it again for reading: others may write now. */
lu_code lu_where_reopen(const lu_where *w, lu_store **s, lu_err *e) LU_MUST_USE;

/* ---- paths ---- */

/* A path as it was given, borrowed. */
typedef struct lu_path {
	const char *path;
	bool listed; /* it is one of a list that a program made, as git diff does, and not one that a person typed */
} lu_path;

typedef struct lu_paths {
	lu_path *v;
	size_t n;
	size_t given; /* of which these may be a part */
	bool list;    /* a list was among what was given, which may have been empty */
	bool any;     /* something was given */
	lu_arena arena;
} lu_paths;
void lu_paths_free(lu_paths *o);

/* Where a store is looked for: the first path that exists, or the current folder; for a list first the current folder. */
const char *lu_paths_from(const lu_paths *o, const lu_where *w);
/* May they make a store? Not one that was mistyped, nor an empty list. */
bool lu_paths_create(const lu_paths *o);

/* ---- areas ---- */

/* A path that is refused. */
typedef struct lu_refused {
	const char *path;
	lu_str why; /* a sentence */
	bool bad;   /* it is an error of whoever named it; not so what a list names that is not there and never was */
} lu_refused;

/* What a command works on: parts of a tree. */
typedef struct lu_area {
	lu_buf root;        /* absolute, without symbolic links */
	lu_tree_part *part; /* each below the root */
	size_t n;
	lu_refused *refused; /* in the order of the paths; also after an error */
	size_t n_refused, bad;
	lu_arena arena;
} lu_area;

#define LU_AREA \
	{ \
		.root = LU_BUF \
	}
void lu_area_free(lu_area *p); /* accepts LU_AREA */

/* The one rule for paths. They are relative to the root of the knowledge base if they lie in it; while
 * it has none, to the top of the git repository that holds them, else to the current folder, else (they
 * lie elsewhere, or where the repository ignores them) to the folder that is named, or that holds the
 * file that is named. Paths that are given together share the root of the first one that exists if all
 * lie in it, else the current folder. `root` is that of the knowledge base; "": it has none. Without
 * paths the area is all of the root.
 *
 * A path that does not exist is one that was deleted if `s` has it; NULL: there is no store. A
 * single path that can not be used is an error, one of several is refused. */
lu_code lu_area_find(lu_area *p, const lu_paths *o, const char *root, lu_store *s, lu_err *e) LU_MUST_USE;
/* lu_area_find() for the knowledge base that is in use; its root is set when it has none. */
lu_code lu_area_of(lu_area *p, const lu_paths *o, lu_store *s, lu_err *e) LU_MUST_USE;
/* The area of paths when no store is written: the root of the knowledge base is read from the store
 * that `w`, the current folder or the first path leads to, if there is one that can be read and that
 * holds the paths; unless `root` says it. */
lu_code lu_area_plain(lu_area *p, const lu_paths *o, const char *root, const lu_where *w, lu_err *e) LU_MUST_USE;
/* lu_where_write() for the paths of a command, looked for from `from` (lu_paths_from()); they may make
 * a store when `create`. Where there is none and none may be made, the error is what is wrong with
 * the paths, and *p, which is LU_AREA before, says more. */
lu_code lu_paths_open(const lu_paths *o, const lu_where *w, const char *from, bool create, lu_area *p, lu_store **s,
		      lu_err *e) LU_MUST_USE;

/* The root of `path`, which is absolute and without symbolic links, while no knowledge base has one. */
lu_code lu_area_root(lu_str path, lu_buf *out, lu_err *e) LU_MUST_USE;
/* Is `path`, relative to the root, or something below it, one that was named? */
bool lu_area_names(const lu_area *p, lu_str path);

#ifdef __cplusplus
}
#endif
#endif
