/* SPDX-License-Identifier: MIT
 * All passages first, then the communities, a level in each pass: those whose best passages rank high. What has nothing
 * relevant leaves with all below it, and too many of these in a row begin a new round. A round ends with the
 * neighbours of what was relevant. When rounds have nothing more, and anything was relevant, the rest of the budget goes to what is
 * left, by its scores. */
#include <stdlib.h>

#include "lazy/machine.h"

static double mean_rank(const lu__deepening *d, const lu__lazy_community *c)
{
	size_t n = c->list.n < (size_t)d->o.best_passages ? c->list.n : (size_t)d->o.best_passages;
	double sum = 0;

	for (size_t i = 0; i < n; i++) sum += c->list.v[i];
	return n ? sum / (double)n : 0;
}

static lu_code begin(lu__deepening *d, lu_err *e)
{
	d->level = lu_arena_calloc(&d->arena, d->in.n_community, sizeof *d->level);
	d->neighbour = lu_arena_calloc(&d->arena, d->in.n, sizeof *d->neighbour);
	d->queued = lu_arena_calloc(&d->arena, d->in.n, sizeof *d->queued);
	if (!d->level || !d->neighbour || !d->queued) return lu_nomem(e);
	for (size_t c = 0; c < d->in.n_community; c++) d->c[c].rank = mean_rank(d, &d->c[c]);
	return LU_OK;
}

/* ---- passes ---- */

typedef struct candidate {
	double rank;
	uint32_t c;
} candidate;

static int by_rank(const void *a, const void *b)
{
	const candidate *x = a, *y = b;

	if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
	return (x->c > y->c) - (x->c < y->c);
}

/* The communities of the depth of this pass, in their order. */
static lu_code begin_pass(lu__deepening *d, lu_err *e)
{
	candidate *v = lu_arena_calloc(&d->arena, d->in.n_community, sizeof *v);
	size_t n = 0;

	if (!v) return lu_nomem(e);
	for (uint32_t i = 0; i < d->in.n_community; i++) {
		lu__lazy_community *c = &d->c[i];

		if (c->depth + 1 == d->pass && !c->left && lu__lazy_left(d, &c->list))
			v[n++] = (candidate){ c->rank, i };
	}
	if (n) qsort(v, n, sizeof *v, by_rank);
	d->n_level = n < (size_t)d->o.breadth_limit ? n : (size_t)d->o.breadth_limit;
	for (size_t i = 0; i < d->n_level; i++) d->level[i] = v[i].c;
	d->at = 0;
	return LU_OK;
}

static uint32_t last_pass(const lu__deepening *d)
{
	int64_t depth = d->o.max_depth < d->deepest ? d->o.max_depth : d->deepest;

	return d->in.n_community ? (uint32_t)depth + 1 : 0;
}

/* Go on with the next pass, of the next round after the last one. False: a whole round had nothing to test. */
static lu_code next_pass(lu__deepening *d, bool *any, lu_err *e)
{
	*any = true;
	if (d->restarts || d->pass == last_pass(d)) {
		*any = d->round_tested;
		d->round_tested = d->restarts = d->root_tested = false;
		d->streak = 0;
		d->pass = 0;
		d->n_level = d->at = 0;
		return LU_OK;
	}
	d->pass++;
	d->state.depth = d->pass - 1;
	return begin_pass(d, e);
}

/* ---- waves ---- */

static lu_code add_root(lu__deepening *d, lu_err *e)
{
	bool added = true;
	lu_code rc = LU_OK;

	d->state.depth = 0;
	d->root_tested = true;
	while (added && !rc) rc = lu__lazy_add_batch(d, &d->all, LU__NO_COMMUNITY, &added, e);
	return rc;
}

static lu_code add_communities(lu__deepening *d, lu_err *e)
{
	lu_code rc = LU_OK;
	bool added;

	while (d->at < d->n_level && d->n_wave < LU__WAVE && !d->restarts && !rc) {
		uint32_t c = d->level[d->at++];

		if (!d->c[c].left) rc = lu__lazy_add_batch(d, &d->c[c].list, c, &added, e);
	}
	return rc;
}

static bool pass_is_over(const lu__deepening *d)
{
	return d->pass ? d->restarts || d->at == d->n_level : d->root_done || d->root_tested;
}

static lu_code add_neighbours(lu__deepening *d, lu_err *e)
{
	lu__lazy_list list = { d->neighbour, d->n_neighbour, d->next_neighbour };
	bool added = true;
	lu_code rc = LU_OK;

	while (added && !rc) rc = lu__lazy_add_batch(d, &list, LU__NO_COMMUNITY, &added, e);
	d->next_neighbour = list.next;
	for (size_t i = 0; i < d->n_wave; i++) d->wave[i].neighbours = true;
	return rc;
}

/* A community may have left for its few best passages: where something is relevant, more may be. */
static lu_code add_rest(lu__deepening *d, lu_err *e)
{
	return d->state.kept ? add_root(d, e) : LU_OK;
}

static lu_code fill(lu__deepening *d, lu_err *e)
{
	bool any = true;
	lu_code rc = LU_OK;

	while (!rc && any && !d->n_wave) {
		if (!pass_is_over(d)) rc = d->pass ? add_communities(d, e) : add_root(d, e);
		if (rc || d->n_wave) break;
		if (d->restarts || d->pass == last_pass(d)) rc = add_neighbours(d, e);
		if (!rc && !d->n_wave) rc = next_pass(d, &any, e);
	}
	if (!rc && !d->n_wave) rc = add_rest(d, e);
	d->round_tested |= d->n_wave > 0;
	return rc;
}

/* ---- results ---- */

static void queue_neighbours(lu__deepening *d, const lu__lazy_batch *b)
{
	for (size_t k = 0; k < b->n; k++) {
		uint32_t p = b->passage[k];

		if (!d->in.near_from || d->result[b->v[k]] < d->o.relevance_threshold) continue;
		for (uint32_t i = d->in.near_from[p]; i < d->in.near_from[p + 1]; i++) {
			uint32_t x = d->in.near[i];

			if (d->queued[x]) continue;
			d->queued[x] = true;
			d->neighbour[d->n_neighbour++] = x;
		}
	}
}

static void leave(lu__deepening *d, uint32_t c)
{
	d->c[c].left = true;
	for (uint32_t i = c + 1; i < d->in.n_community; i++) /* parents come first */
		if (d->in.parent[i] != LU__NO_COMMUNITY && d->c[d->in.parent[i]].left) d->c[i].left = true;
}

static void settle(lu__deepening *d, size_t i)
{
	const lu__lazy_batch *b = &d->wave[i];
	bool relevant = lu__lazy_relevant(d, i);

	for (size_t k = 0; k < b->n; k++) {
		int r = d->result[b->v[k]];

		if (r) d->state.zeros = r > 0 ? 0 : d->state.zeros;
		else d->state.zeros++;
	}
	queue_neighbours(d, b);
	if (b->community == LU__NO_COMMUNITY) {
		d->root_done |= !b->neighbours && !relevant;
		return;
	}
	d->streak = relevant ? 0 : d->streak + 1;
	if (!relevant) leave(d, b->community);
	if (d->streak >= d->o.restart) d->restarts = true;
}

const lu__lazy_moves lu__root_first = { begin, fill, settle };
