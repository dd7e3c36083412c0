/* SPDX-License-Identifier: MIT
 * Is the store still true of its tree? Stat data are compared, and where they differ the content
 * decides, as it does in lu_ingest_tree(). Nothing here writes. What is said is true of the moment
 * when a file was looked at: files may change meanwhile. `s` is a handle of one thread, which has
 * chosen a knowledge base; errors of the store are returned as they are. */
#ifndef LUCUS_FRESH_H
#define LUCUS_FRESH_H

#include "lucus/index.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether there is a tree to compare with. */
typedef enum lu_tree_state {
	LU_TREE_NONE,    /* what is stored was not read from a tree here: there is nothing to compare it with */
	LU_TREE_MISSING, /* the root is not there or holds nothing, as when a volume is not mounted */
	LU_TREE_THERE,   /* it is there, and was compared */
	LU_TREE_LARGE,   /* it was not compared, as that would take longer than wanted: lu_behind_peek() */
} lu_tree_state;

/* ---- the whole tree ---- */

/* How far the store is behind its tree. The numbers are set with LU_TREE_THERE alone. Files that
 * came with records count when they are in the tree with another content. */
typedef struct lu_behind {
	lu_tree_state state;
	bool walked; /* new files were looked for, too: folders were taken in, and not single files alone */
	/* Files with another content than the store has; that the store does not have, 0 unless
	 * `walked`; of the store that are not in the tree. */
	int64_t changed, added, gone;
} lu_behind;

/* Files that are not as in the store: changed, added and gone; -1: not known. */
int64_t lu_behind_files(const lu_behind *b);

/* Walk the folders that were taken in, with the options of that walk, whatever the settings are now;
 * look at each of the other files of the store. Takes time by the number of files. LU_ECANCEL:
 * lu_check_cancel(). */
lu_code lu_behind_read(lu_store *s, lu_behind *out, lu_err *e) LU_MUST_USE;
/* The same for a store and a tree of up to LU_PEEK files, which takes some 2 ms; for others
 * out->state is LU_TREE_LARGE. That depends on the number of files alone, never on time, so that it
 * is the same on every machine. */
#define LU_PEEK 256
lu_code lu_behind_peek(lu_store *s, lu_behind *out, lu_err *e) LU_MUST_USE;

/* The parts to read for a store that is up to date: the folders that were taken in, and of other
 * files those that changed or are gone. *o is how those folders were walked. *out and all views live
 * in `a`. */
lu_code lu_behind_parts(lu_store *s, lu_arena *a, lu_walk_options *o, lu_tree_part **out, size_t *n,
			lu_err *e) LU_MUST_USE;

/* ---- single files ---- */

/* What a file of the tree is to the store. */
typedef enum lu_file_state {
	LU_FILE_SAME,    /* it holds what the store has of it, or nothing is known to the contrary */
	LU_FILE_CHANGED, /* its content is another one */
	LU_FILE_GONE,    /* it is not in the tree */
} lu_file_state;

/* Looks at files of the knowledge base that `s` uses, at each of them once: later calls say what the
 * first has seen. One thread at a time. `s` must outlive it, or lu_fresh_use() give it another one. */
typedef struct lu_fresh lu_fresh;
/* Release *out with lu_fresh_close(). On failure there is nothing to close. */
lu_code lu_fresh_open(lu_store *s, lu_fresh **out, lu_err *e) LU_MUST_USE;
void lu_fresh_close(lu_fresh *f); /* accepts NULL */
/* Use another handle of the same knowledge base from now on; what was seen stays. */
void lu_fresh_use(lu_fresh *f, lu_store *s);

/* Whether there is a tree to look at, never LU_TREE_LARGE. */
lu_tree_state lu_fresh_tree(const lu_fresh *f);
/* The state of the file at `path`, relative to the root. LU_FILE_SAME of a path that the store does
 * not have, and of every file when the tree is not there: see lu_fresh_tree(). */
lu_code lu_fresh_file(lu_fresh *f, lu_str path, lu_file_state *out, lu_err *e) LU_MUST_USE;
/* Files that were looked at so far, each counted once, and those of them that changed or are gone. */
void lu_fresh_counts(const lu_fresh *f, int64_t *looked, int64_t *changed, int64_t *gone);

/* Where an element is now. */
typedef struct lu_location {
	lu_file_state file;
	bool stale; /* its text is not in the file any more */
	/* From 1, both inclusive. Of a stale element: where it begins, if that line is still there;
	 * else as stored, but within the file. */
	uint32_t start_line, end_line;
} lu_location;
/* Find the text of `el`, an element of the store, in its file as that is now. */
lu_code lu_fresh_place(lu_fresh *f, const lu_brief *el, lu_location *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
