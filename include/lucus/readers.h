/* SPDX-License-Identifier: MIT
 * Read handles of one store for many threads: each request takes one, reads one state of the store with it, and gives it
 * back. lu_readers_take(), _give() and _settle() may be called by any thread at any time; open and close by one alone. */
#ifndef LUCUS_READERS_H
#define LUCUS_READERS_H

#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lu_readers lu_readers;

typedef struct lu_store_reader {
	lu_store *store;    /* in a transaction, which is the pool's: neither end it nor call lu_store_use() */
	int64_t generation; /* of the knowledge base (lu_kb.generation) in this state */
	uint64_t state;     /* differs when what the handle sees may differ from what it or another one saw */
	void *kept;         /* what the caller made of this state with this handle (postings, vectors, weights), or
			     * NULL: it is here again when the handle is taken in the same state */
} lu_store_reader;

/* Give back `kept`, which is true no more. Called by whoever takes, gives, settles or closes, while the pool is locked: it
 * must not call the pool. The handle is still in the old state. */
typedef void lu_readers_drop_fn(void *ctx, void *kept);

/* A pool of at most `most` handles on what `s` uses, opened as they are needed; `s` itself may be closed. `drop` may be
 * NULL when nothing is kept. */
lu_code lu_readers_open(lu_readers **out, lu_store *s, size_t most, lu_readers_drop_fn *drop, void *ctx,
			lu_err *e) LU_MUST_USE;
/* Accepts NULL. All handles must have been given back. */
void lu_readers_close(lu_readers *p);

/* Take a handle. When anything was committed to the store since its state began, its state is the newest one, and what it
 * kept is dropped; until it is given back, it changes no more. LU_EBUSY: all are taken, for `wait_s` seconds; LU_ENOENT:
 * the knowledge base is gone. LU_ECANCEL: as everywhere. */
lu_code lu_readers_take(lu_readers *p, double wait_s, lu_store_reader **out, lu_err *e) LU_MUST_USE;
/* Give it back; no read of it may be open. Accepts NULL for `r`. */
void lu_readers_give(lu_readers *p, lu_store_reader *r);
/* Let go of states that are over: they keep SQLite from making its -wal file short. Taking and giving do it, too; call it
 * after a commit when requests are rare. */
void lu_readers_settle(lu_readers *p);

#ifdef __cplusplus
}
#endif
#endif
