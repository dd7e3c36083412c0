/* SPDX-License-Identifier: MIT
 * Is the store still true of its tree? Stat data are compared, and where they differ the content decides, as it does
 * in lu_ingest_tree(). Nothing here writes. */
#ifndef LUCUS_FRESH_H
#define LUCUS_FRESH_H

#include "lucus/index.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lu_tree_state {
	LU_TREE_NONE,    /* what is stored was not read from a tree here: there is nothing to compare it with */
	LU_TREE_MISSING, /* the root is not there or holds nothing, as when a volume is not mounted */
	LU_TREE_THERE,
	LU_TREE_LARGE, /* it was not compared, as that would take longer than wanted: lu_behind_peek() */
} lu_tree_state;

/* ---- the whole tree ---- */

/* How far the store is behind its tree. Only LU_TREE_THERE has numbers. Files that came with records count when they
 * stand in the tree with another content. */
typedef struct lu_behind {
	lu_tree_state state;
	bool walked; /* new files were looked for, too: folders were taken in, and not single files alone */
	int64_t changed, added, gone;
} lu_behind;

/* Files that the store does not know as they are now; -1: that is not known. */
int64_t lu_behind_files(const lu_behind *b);

/* Walk the folders that were taken in, with the options of that walk, whatever the settings are now; of other files of the store
 * look at each. */
lu_code lu_behind_read(lu_store *s, lu_behind *out, lu_err *e) LU_MUST_USE;
/* The same of a store and a tree of up to LU_PEEK files, which takes no more than 2 ms or so; of others *out is LU_TREE_LARGE.
 * Whether it is depends on their number alone, so that the answer is the same on every machine. */
#define LU_PEEK 256
lu_code lu_behind_peek(lu_store *s, lu_behind *out, lu_err *e) LU_MUST_USE;

/* What to take in to be up to date: these folders, and of other files those that changed or are gone. Views live in `a`. */
lu_code lu_behind_parts(lu_store *s, lu_arena *a, lu_walk_options *o, lu_tree_part **out, size_t *n,
			lu_err *e) LU_MUST_USE;

/* ---- single files ---- */

typedef enum lu_file_state {
	LU_FILE_SAME, /* it holds what the store has of it, or nothing is known to the contrary */
	LU_FILE_CHANGED,
	LU_FILE_GONE,
} lu_file_state;

/* Looks at files of the knowledge base that `s` uses, at each of them once. One thread at a time. */
typedef struct lu_fresh lu_fresh;
lu_code lu_fresh_open(lu_store *s, lu_fresh **out, lu_err *e) LU_MUST_USE;
void lu_fresh_close(lu_fresh *f); /* accepts NULL */
/* Go on with another handle of the same knowledge base. */
void lu_fresh_use(lu_fresh *f, lu_store *s);

/* Whether there is a tree to look at, and where; the view lives as long as `f`. */
lu_tree_state lu_fresh_tree(const lu_fresh *f);
lu_str lu_fresh_root(const lu_fresh *f);
/* The state of the file at `path`. A path that the store does not have is LU_FILE_SAME. Where the tree is not there, so is
 * every file: that it is missing must be told by lu_fresh_tree(). */
lu_code lu_fresh_file(lu_fresh *f, lu_str path, lu_file_state *out, lu_err *e) LU_MUST_USE;
/* Files that were looked at, and those of them that changed or are gone. */
void lu_fresh_counts(const lu_fresh *f, int64_t *looked, int64_t *changed, int64_t *gone);

/* Where an element is now. */
typedef struct lu_location {
	lu_file_state file;
	bool stale; /* its text is not in the file any more */
	uint32_t start_line,
		end_line; /* of a stale one: where it begins if that line is still there, else as stored, but within
					* the file */
} lu_location;
lu_code lu_fresh_place(lu_fresh *f, const lu_brief *el, lu_location *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
