/* SPDX-License-Identifier: MIT
 * What decides whether a file is as the store knows it: for taking in a tree, and for telling how far it has moved on. */
#ifndef LU_INDEX_FRESH_H
#define LU_INDEX_FRESH_H

#include "lucus/fresh.h"

/* Are these the stat data of the content that the store has? What was written while it was read has none that are trusted. */
bool lu__same_stat(const lu_file *f, const lu_walk_entry *w);
/* Is `sha256` that of the content that the store has? */
bool lu__same_content(const lu_file *f, const char *sha256);
/* Is the path in a folder that could not be read? What could not be looked at is not gone. */
bool lu__unreadable(const lu_walk_list *list, lu_str path);

#endif
