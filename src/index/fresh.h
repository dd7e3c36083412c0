/* SPDX-License-Identifier: MIT
 * What decides whether a file is as the store knows it: for taking in a tree, and for telling how far it has moved on. */
#ifndef LU_INDEX_FRESH_H
#define LU_INDEX_FRESH_H

#include "lucus/fresh.h"

/* Are these the stat data of the content that the store has? What was written while it was read has none that are trusted. */
bool lu__same_stat(const lu_file *f, const lu_walk_entry *w);
/* Is `sha256` that of the content that the store has? */
bool lu__same_content(const lu_file *f, const char *sha256);
/* The stat data of the file at `path`. False when *state says all: it is gone, or nothing is known to the contrary of
 * LU_FILE_SAME. */
bool lu__stat_file(const char *path, const lu_file *f, lu_walk_entry *w, lu_file_state *state);
/* The state of a file that is there and has these stat data. `bytes` keeps its content where that was read. */
lu_code lu__judge_file(const char *path, const lu_file *f, const lu_walk_entry *w, lu_buf *bytes, lu_file_state *out,
		       lu_err *e);
/* Is there a tree at `root` to compare the store with? Never LU_TREE_LARGE. */
lu_code lu__find_tree(lu_store *s, lu_str root, lu_tree_state *out, lu_err *e);
/* Is the path in a folder that could not be read? What could not be looked at is not gone. */
bool lu__unreadable(const lu_walk_list *list, lu_str path);
/* Where the lines of `el` in the text `was` are in the text `is`, else where its first line is: sets the lines and `stale`. */
void lu__find_place(lu_str was, lu_str is, const lu_brief *el, lu_location *p);

#endif
