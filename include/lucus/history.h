/* SPDX-License-Identifier: MIT
 * What a store keeps of the commits of a tree: which there are, what each says and changed, and an index of the words of
 * their messages, which says where files and words met. */
#ifndef LUCUS_HISTORY_H
#define LUCUS_HISTORY_H

#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_HISTORY_MAX     100000 /* commits */
#define LU_HISTORY_DEFAULT 1000

/* What the history of the knowledge base in use was made of. */
typedef struct lu_history_state {
	int64_t bound;      /* commits that were wanted; 0: none; -1: nothing is known yet */
	lu_str tip;         /* the commit that was checked out; empty: there was none, or it was not read */
	lu_str why;         /* why it was not read; empty: it was */
	int64_t commits;    /* that are kept */
	bool open;          /* not all objects were there, so that there may be more another time */
	int64_t generation; /* of the files that it speaks of */
} lu_history_state;

/* Views live in `a`. */
lu_code lu_store_history(lu_store *s, lu_arena *a, lu_history_state *out, lu_err *e) LU_MUST_USE;
/* Write the state, and the index of the commits that are kept; x->commits and x->generation are set by this. */
lu_code lu_store_history_put(lu_store *s, const lu_history_state *x, lu_err *e) LU_MUST_USE;
/* The same when only files may have changed since: nothing is made anew while those that there are, by id and path, are the
 * same. */
lu_code lu_store_history_follow(lu_store *s, const lu_history_state *x, lu_err *e) LU_MUST_USE;
/* Forget all of it. */
lu_code lu_store_history_drop(lu_store *s, lu_err *e) LU_MUST_USE;

/* A commit that is kept. */
typedef struct lu_history_commit {
	lu_str id;
	int64_t time;   /* seconds since 1970 */
	lu_str message; /* UTF-8 */
	lu_strs files;  /* paths from the root; none has a line break */
	bool open;      /* its files are not known, but may be another time */
} lu_history_commit;

/* Keep a commit, in place of one of its id; forget the one of an id, which need not be there. In a transaction. */
lu_code lu_store_history_add(lu_store *s, const lu_history_commit *c, lu_err *e) LU_MUST_USE;
lu_code lu_store_history_remove(lu_store *s, lu_str id, lu_err *e) LU_MUST_USE;
/* The commits, the latest first, of equal times by id. Views live during the call. */
typedef lu_code lu_history_fn(void *ctx, const lu_history_commit *c, lu_err *e);
lu_code lu_store_history_each(lu_store *s, lu_history_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* The index. Commits are numbers from 0, the latest. */
typedef struct lu_history {
	size_t n_commit, n_term, n_file;
	const uint32_t *term_at; /* of the n_term terms, stems in order: where each begins in `text`, and the end */
	const uint32_t *post_at; /* where the list of each begins in `post`, and the end */
	const uint32_t *post;    /* a commit that holds it, and how often, in the low byte */
	const uint32_t *length;  /* of each commit, in terms */
	const uint32_t *width;   /* files that it changed, known here or not */
	const uint32_t *link_at; /* where those that are known here begin in `link`, and the end */
	const uint32_t *link;    /* row ids of files, below n_file */
	const char *text;
	double mean_length;
	uint32_t data[];
} lu_history;

/* Read the index; *out is NULL when there is no history. Release with free(). LU_EDB: it is damaged. */
lu_code lu_history_open(lu_store *s, lu_history **out, lu_err *e) LU_MUST_USE;
/* The postings of a stem: of `post` from *from up to *to. */
void lu_history_find(const lu_history *h, lu_str stem, size_t *from, size_t *to);

#ifdef __cplusplus
}
#endif
#endif
