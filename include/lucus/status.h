/* SPDX-License-Identifier: MIT
 * The state of a knowledge base: what it holds, and whether that is up to date. `s` is a handle that
 * reads or writes and has chosen a knowledge base; one thread at a time. Nothing here writes. */
#ifndef LUCUS_STATUS_H
#define LUCUS_STATUS_H

#include "lucus/fresh.h"
#include "lucus/history.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read at one time, but for the tree, which may change meanwhile. */
typedef struct lu_status {
	lu_kb kb;                 /* with its counts */
	lu_tree tree;             /* how and when it was read */
	lu_behind behind;         /* how far the store is behind it */
	lu_history_state history; /* of its commits */
	int64_t bytes;            /* of the store's file; 0 when it can not be looked at */
	const char *state;        /* in a few words, with what to run when it is not up to date; static */
	bool indexed;             /* queries read the present elements */
} lu_status;

/* Walks the tree: takes time by the number of its files. Views live in `a`. LU_ECANCEL: lu_check_cancel(). */
lu_code lu_status_read(lu_store *s, lu_arena *a, lu_status *out, lu_err *e) LU_MUST_USE;

/* lu_index_check(), and a check named "tree" of whether its files are as in the store. Any code but
 * LU_OK of `fn` ends it and is returned. Damage is a finding, not an error. */
lu_code lu_status_check(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* Append what lu_behind_files() counts, for people: "3 files are not as in the store (1 changed, 1
 * new, 1 gone)"; `root` is named when the tree is missing. Running out of memory is left in `out`. */
void lu_behind_text(const lu_behind *b, lu_str root, lu_buf *out);

#ifdef __cplusplus
}
#endif
#endif
