/* SPDX-License-Identifier: MIT
 * The state of a knowledge base: what it holds, and whether that is up to date. */
#ifndef LUCUS_STATUS_H
#define LUCUS_STATUS_H

#include "lucus/fresh.h"
#include "lucus/history.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lu_status {
	lu_kb kb;
	lu_tree tree;
	lu_behind behind;
	lu_history_state history;
	int64_t bytes;     /* of the store's file; 0 when it can not be looked at */
	const char *state; /* in a few words, with what to run when it is not up to date; static */
	bool indexed;      /* queries read the present elements */
} lu_status;

/* Views live in `a`. */
lu_code lu_status_read(lu_store *s, lu_arena *a, lu_status *out, lu_err *e) LU_MUST_USE;

/* lu_store_check(), and a check named "tree" of whether its files are as in the store. */
lu_code lu_status_check(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* What lu_behind_files() counts, for people: "3 files are not as in the store (1 changed, 1 new, 1 gone)". */
void lu_behind_text(const lu_behind *b, lu_str root, lu_buf *out);

#ifdef __cplusplus
}
#endif
#endif
