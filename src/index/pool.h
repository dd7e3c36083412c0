/* SPDX-License-Identifier: MIT
 * An ordered parallel map: items are made and taken on the calling thread, in order, and worked on by
 * others in between. At most `window` items exist at a time, which bounds memory. */
#ifndef LU_INDEX_POOL_H
#define LU_INDEX_POOL_H

#include "lucus/err.h"
#include "lucus/str.h"

struct lu__pool_ops {
	/* Calling thread: make item `i`; *item NULL passes it over. */
	lu_code (*produce)(void *ctx, size_t i, void **item, lu_err *e);
	/* A worker's thread. Errors of one item belong into the item: a code ends the whole run. */
	lu_code (*work)(void *ctx, void *worker, void *item, lu_err *e);
	/* Calling thread, in order of `i`. The item is freed afterwards. */
	lu_code (*consume)(void *ctx, void *item, lu_err *e);
	void (*free_item)(void *item);
	/* State of one worker's thread; may be NULL. */
	lu_code (*worker_new)(void *ctx, void **worker, lu_err *e);
	void (*worker_free)(void *worker);
};

/* Of `*n` items, which may grow while items are consumed. Returns the first error, or LU_ECANCEL when lu_cancel() was
 * called; then all threads have ended. */
lu_code lu__pool_run(const struct lu__pool_ops *ops, void *ctx, const size_t *n, int jobs, size_t window, lu_err *e);

#endif
