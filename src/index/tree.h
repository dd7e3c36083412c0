/* SPDX-License-Identifier: MIT
 * Reading and parsing the files of a tree on all cores. */
#ifndef LU_INDEX_TREE_H
#define LU_INDEX_TREE_H

#include "index/derive.h"

/* One file on its way through the pool. */
struct lu__source {
	const lu_walk_entry *entry;
	const lu_file *known; /* what the store remembers, or NULL */
	lu_arena arena;       /* of the elements */
	lu_buf bytes, decoded;
	char sha256[LU_SHA256_HEX];
	const lu_language *language;
	lu_parsed parsed;
	/* When the caller stores them: its elements, sorted and hashed, and what is derived from each. */
	lu_stored *stored;
	struct lu__derived *derived;
	lu_terms terms;
	lu_str concepts;  /* NULL: not made */
	int64_t *tokens;  /* of each of `stored`, where the caller measures them */
	bool again;       /* it was put off once */
	bool racy;        /* its stat data can not be trusted yet */
	bool same;        /* content and parser are those that the store knows */
	bool failed;      /* could not be read: what the store has stays */
	bool gone;        /* because it is not there any more */
	char reason[512]; /* why there are no elements; empty when there are */
};

/* What a run over a tree does with each file, on the calling thread, in the order of the paths or `any_order`. */
struct lu__tree_ops {
	bool store;     /* make lu__source.stored and .derived */
	bool any_order; /* what costs much is taken last, in an order that is the same each time */
	/* What the store remembers of the file; *known NULL: nothing. Sets *skip when it need not be read. */
	void (*look)(void *ctx, const lu_walk_entry *entry, const lu_file **known, bool *skip);
	lu_code (*take)(void *ctx, struct lu__source *s, lu_err *e);
	/* A file that was looked at is gone before it was read; or NULL. */
	void (*gone)(void *ctx, const lu_file *known);
	/* With `store`: what is still to be done to its elements before they are hashed, on any thread; or NULL. */
	lu_code (*finish)(void *ctx, lu_stored *v, size_t n, lu_arena *a, lu_err *e);
	/* With `store`: once they are hashed, on any thread; or NULL. */
	lu_code (*measure)(void *ctx, struct lu__source *s, lu_err *e);
};

/* Walk the parts, read, parse. Reports what is skipped to `w` and counts in `c`. `list` is filled with the walk,
 * which the caller frees. */
lu_code lu__tree_run(const char *root, const lu_tree_part *part, size_t n, const lu_tree_options *o, const lu_watch *w,
		     const struct lu__tree_ops *ops, void *ctx, lu_walk_list *list, lu_counts *c, lu_err *e);

/* Tell about something that was rejected, and count it. */
lu_code lu__reject(const lu_watch *w, lu_counts *c, const char *path, long line, const char *reason, lu_err *e);

#endif
