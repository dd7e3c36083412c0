/* SPDX-License-Identifier: MIT
 * Bringing a store up to date with its tree: all three phases for what changed, once, before a query,
 * or whenever the tree changes; and what a run would do.
 *
 * Stores are open for writing, with a knowledge base chosen; one thread at a time. Work is committed
 * in batches: after an error or LU_ECANCEL the next run goes on from there. Callbacks of `w` run on
 * the calling thread. */
#ifndef LUCUS_SYNC_H
#define LUCUS_SYNC_H

#include "lucus/area.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Borrowed for the call. */
typedef struct lu_sync_options {
	lu_tree_options tree;    /* `embed` and `rows` are not read */
	lu_embed_config embed;   /* of the vectors */
	lu_str prices;           /* of models, for the ledger, as lu_price_of() takes them */
	int64_t history;         /* commits, as the bound of lu_sync_history() */
	uint32_t community_size; /* as lu_finish_index() takes it */
} lu_sync_options;

/* All three phases for the `n` parts of the tree at `root`, in a store that is open for writing:
 * what changed there, and in its history. Requests to servers are noted in the ledger whatever it
 * returns. Adds to *c. */
lu_code lu_sync(lu_store *s, const char *root, const lu_tree_part *part, size_t n, const lu_sync_options *o,
		const lu_watch *w, lu_counts *c, lu_err *e) LU_MUST_USE;

/* Phase 2 alone: vectors for every element that has none of its present text. */
lu_code lu_sync_vectors(lu_store *s, const lu_sync_options *o, const lu_watch *w, lu_counts *c, lu_err *e) LU_MUST_USE;

/* Phase 3 alone: what queries read. `community_size` as lu_finish_index() takes it. */
lu_code lu_sync_index(lu_store *s, int jobs, uint32_t community_size, const lu_watch *w, lu_counts *c,
		      lu_err *e) LU_MUST_USE;
/* Drop what phase 3 makes, whatever is in it. */
lu_code lu_sync_drop(lu_store *s, lu_err *e) LU_MUST_USE;

/* How a run ends: LU_ENET when vectors are missing, LU_EREJECT without a message when something was rejected. */
lu_code lu_sync_verdict(const lu_counts *c, bool rejected, lu_err *e) LU_MUST_USE;

/* ---- whenever the tree changes ---- */

/* Rounds of one tree. Zero-initialise. */
typedef struct lu_rounds {
	struct lu__rounds *own; /* NULL: nothing is followed yet */
} lu_rounds;
void lu_rounds_free(lu_rounds *r);
/* Before the tree is read: what changes after this call is noticed. The first call says what is
 * followed, the first part of `area` as `walk` lists it, whose lists must outlive `r`; others do not
 * read them. A tree that can only be walked again and again is reported to w->warn once. */
lu_code lu_rounds_look(lu_rounds *r, const lu_area *area, const lu_walk_options *walk, const char *store,
		       const lu_watch *w, lu_err *e) LU_MUST_USE;
/* After a round that ended with `rc` and, if that is an error, *e: wait until there is something to
 * do. LU_DONE: a signal ends the work. An error that may be gone in the next round is reported to
 * w->warn; any other is returned. */
lu_code lu_rounds_next(lu_rounds *r, lu_code rc, const lu_watch *w, lu_err *e) LU_MUST_USE;

/* ---- what a run would do ---- */

typedef struct lu_plan_sum {
	int64_t files, skipped, bytes;      /* that would be read; left out; of what would be read */
	int64_t tokens, due;                /* estimated, of all texts; of those without a present vector */
	double cost;                        /* dollars for these; -1: the price is not known */
	char model[LU_EMBED_MODEL_MAX + 1]; /* that would make vectors, as people call it */
} lu_plan_sum;

/* lu_plan_parts() of an area, with the sum; `s` NULL: there is no store. */
lu_code lu_sync_plan(lu_store *s, const lu_area *area, const lu_sync_options *o, lu_planned_fn *fn, void *ctx,
		     const lu_watch *w, lu_plan_sum *sum, lu_err *e) LU_MUST_USE;
/* The language of a file that would be read or left out: by its name, where its content was not
 * looked at. NULL: of a folder, or not known. Static. */
const char *lu_planned_language(const lu_planned *p);

#ifdef __cplusplus
}
#endif
#endif
