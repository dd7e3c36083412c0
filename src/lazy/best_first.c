/* SPDX-License-Identifier: MIT
 * Best first between communities, in turns within a level, down where nothing comes any more. */
#include <stdlib.h>

#include "lazy/machine.h"

static lu_code begin(lu__deepening *d, lu_err *e)
{
	d->level = lu_arena_calloc(&d->arena, d->in.n_community, sizeof *d->level);
	d->waiting = lu_arena_calloc(&d->arena, d->in.n_community, sizeof *d->waiting);
	if (!d->level || !d->waiting) return lu_nomem(e);
	for (uint32_t c = 0; c < d->in.n_community; c++)
		if (!d->c[c].depth) d->waiting[d->n_waiting++] = c;
	return LU_OK;
}

/* What counts for the order of communities is what they still have. */
static double promise(lu__deepening *d, lu__lazy_community *c)
{
	double sum = 0;
	uint32_t first;

	for (size_t i = c->list.next; i < c->list.n; i++) {
		uint32_t p = c->list.v[i];

		if (d->tested[p] < lu__lazy_tests(d, p, &first)) sum += d->in.passage[p].score;
	}
	return sum;
}

typedef struct candidate {
	double score;
	uint32_t c;
} candidate;

static int by_score(const void *a, const void *b)
{
	const candidate *x = a, *y = b;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	return (x->c > y->c) - (x->c < y->c);
}

/* The depth to go on with: below the level that has ended, else the highest that waits. */
static uint32_t next_depth(const lu__deepening *d)
{
	uint32_t least = UINT32_MAX, below = d->state.depth + 1;

	for (size_t i = 0; i < d->n_waiting; i++) {
		uint32_t depth = d->c[d->waiting[i]].depth;

		if (d->n_level && depth == below) return below;
		if (depth < least) least = depth;
	}
	return least;
}

/* Put the best of those that wait at a depth in place of the level that has ended; false: none waits. */
static lu_code advance(lu__deepening *d, bool *any, lu_err *e)
{
	uint32_t depth = next_depth(d);
	candidate *v = lu_arena_calloc(&d->arena, d->n_waiting, sizeof *v);
	size_t n = 0, most = (size_t)d->o.breadth_limit, left = 0;

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < d->n_waiting; i++) {
		lu__lazy_community *c = &d->c[d->waiting[i]];

		c->waiting = true;
		if (c->depth == depth && lu__lazy_left(d, &c->list))
			v[n++] = (candidate){ promise(d, c), d->waiting[i] };
		else if (c->depth == depth) c->waiting = false;
	}
	if (n) qsort(v, n, sizeof *v, by_score);
	d->n_level = n < most ? n : most;
	for (size_t i = 0; i < d->n_level; i++) {
		lu__lazy_community *c = &d->c[v[i].c];

		d->level[i] = v[i].c;
		c->score = v[i].score;
		c->open = true;
		c->waiting = false;
	}
	for (size_t i = 0; i < d->n_waiting; i++)
		if (d->c[d->waiting[i]].waiting) d->waiting[left++] = d->waiting[i];
	d->n_waiting = left;
	d->turn = 0;
	if (d->n_level) d->state.depth = depth;
	*any = left || d->n_level;
	return LU_OK;
}

static bool in_wave(const lu__deepening *d, uint32_t c)
{
	for (size_t i = 0; i < d->n_wave; i++)
		if (d->wave[i].community == c) return true;
	return false;
}

/* The next of the level whose turn it is; LU__NO_COMMUNITY: none until the wave has its results, or *over. */
static uint32_t pick(lu__deepening *d, bool *over)
{
	*over = true;
	for (size_t k = 0; k < d->n_level; k++) {
		size_t at = (d->turn + k) % d->n_level;
		lu__lazy_community *c = &d->c[d->level[at]];

		if (!c->open) continue;
		if (in_wave(d, d->level[at])) {
			*over = false;
			continue;
		}
		if (!lu__lazy_left(d, &c->list)) {
			c->open = false;
			continue;
		}
		d->turn = (at + 1) % d->n_level;
		*over = false;
		return d->level[at];
	}
	return LU__NO_COMMUNITY;
}

static lu_code fill(lu__deepening *d, lu_err *e)
{
	bool any = true, added = true, over = false;
	lu_code rc = LU_OK;

	while (!rc && any && added && d->n_wave < LU__WAVE) {
		uint32_t c = pick(d, &over);

		if (c != LU__NO_COMMUNITY) rc = lu__lazy_add_batch(d, &d->c[c].list, c, &added, e);
		else if (over && !d->n_wave) rc = advance(d, &any, e);
		else break;
	}
	return rc;
}

/* Nothing comes any more: what is below it is looked at by itself. */
static void descend(lu__deepening *d, lu__lazy_community *c)
{
	c->open = false;
	if (c->depth >= d->o.max_depth || !c->n_child) return;
	d->state.descended++;
	for (size_t i = 0; i < c->n_child; i++) d->waiting[d->n_waiting++] = c->child[i];
}

static void settle(lu__deepening *d, size_t i)
{
	const lu__lazy_batch *b = &d->wave[i];
	lu__lazy_community *c = &d->c[b->community];
	bool run = false;

	for (size_t k = 0; k < b->n; k++) {
		int r = d->result[b->v[k]];

		if (r > 0) c->zeros = 0;
		else if (r == 0) c->zeros++;
		run |= c->zeros >= d->o.zero_relevance_threshold;
	}
	d->state.zeros = c->zeros;
	if (run && c->open) descend(d, c);
}

const lu__lazy_moves lu__best_first = { begin, fill, settle };
