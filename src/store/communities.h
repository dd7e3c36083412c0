/* SPDX-License-Identifier: MIT
 * Communities as they are stored: a tree of sets of elements that belong together. src/index/group.c makes them, the
 * essay above schema.c says how they are kept.
 *
 * The roots (level 0) part the files of the knowledge base; the communities below one part what it holds. A leaf
 * has at most as many elements as was asked for when they were made (10, unless an option said otherwise). Elements that are so many
 * entries of one table that they have no symbols (lu_stored.listed) are in no community of their own: they belong to the leaf
 * of their file's module.
 *
 * Communities have numbers as long as a handle is open, and keys that last: a key is made of the paths, types and names of the
 * members, so that a community of the same members has the same key, whatever else was edited.
 *
 * A handle reads what is asked for when it is asked for: the tree down to files at once (2 ms for 4,000 files), what is in
 * a file with the first question that leads there. It belongs to the thread of its store, and must be closed before that. All
 * that it gives is borrowed from it unless an arena is named. */
#ifndef LU_STORE_COMMUNITIES_H
#define LU_STORE_COMMUNITIES_H

#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_COMMUNITY_NONE UINT32_MAX

typedef struct lu_communities lu_communities;

typedef struct lu_community {
	uint64_t key;    /* of its members */
	uint32_t parent; /* number; LU_COMMUNITY_NONE: it is a root */
	uint32_t level;  /* 0: a root */
	uint32_t size;   /* elements, with those of the communities below it; never 0 */
	bool leaf;       /* it has members and no communities below it */
	int64_t file;    /* all its members are of this file; 0: of several */
} lu_community;

/* LU_OK with a tree without roots where no communities were made: the store was written by a version without them, or is
 * empty. *current, unless it is NULL: they are of the present state of the store; otherwise what was edited since the last
 * `lucus sync` or `lucus index` is missing. On failure *out is NULL. */
lu_code lu_communities_open(lu_store *s, lu_communities **out, bool *current, lu_err *e) LU_MUST_USE;
void lu_communities_close(lu_communities *c); /* accepts NULL */

/* Facts of community `number`, which the same handle gave. */
lu_community lu_communities_get(const lu_communities *c, uint32_t number);
/* The communities below `number`, or the roots for LU_COMMUNITY_NONE, in the order of the first paths in them. A leaf has none.
 * *out lives until the handle is closed. */
lu_code lu_communities_children(lu_communities *c, uint32_t number, const uint32_t **out, size_t *n,
				lu_err *e) LU_MUST_USE;
/* The leaf of an element, by its row id and that of its file; LU_COMMUNITY_NONE: the element is in none (it came since). */
lu_code lu_communities_leaf(lu_communities *c, int64_t file, int64_t element, uint32_t *out, lu_err *e) LU_MUST_USE;
/* The elements of community `number` and of all below it: row ids, in the order of the tree, in a
 * leaf by path and in the order of the file. */
lu_code lu_communities_members(lu_communities *c, uint32_t number, lu_arena *a, int64_t **out, size_t *n,
			       lu_err *e) LU_MUST_USE;
/* Those of one file, appended to the `n` of `*out`. */
lu_code lu_communities_members_in(lu_communities *c, uint32_t number, int64_t file, lu_arena *a, int64_t **out,
				  size_t *n, lu_err *e) LU_MUST_USE;
/* The files of its members, in the order of the tree: row ids. */
lu_code lu_communities_files(const lu_communities *c, uint32_t number, lu_arena *a, int64_t **out, size_t *n,
			     lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
