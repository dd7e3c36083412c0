/* SPDX-License-Identifier: MIT
 * The machine around a policy: its input, its budget, its results. */
#include "lazy/deepening.h"

#include <stdlib.h>

#include "lazy/machine.h"

static const lu__lazy_moves *const policies[LU_LAZY_POLICIES] = { &lu__best_first, &lu__root_first };

static const lu__lazy_moves *policy(const lu__deepening *d)
{
	return policies[d->o.policy];
}

/* ---- opening ---- */

static lu_code check_input(const lu__lazy_input *in, lu_err *e)
{
	for (size_t i = 0; i < in->n_community; i++)
		if (in->parent[i] != LU__NO_COMMUNITY && in->parent[i] >= i)
			return lu_fail(e, LU_EFORMAT, "community %zu comes before its parent", i);
	for (size_t i = 0; i < in->n; i++) {
		const lu__lazy_passage *p = &in->passage[i];

		if (p->community >= in->n_community || !p->n || p->first > in->n_sentence ||
		    p->n > in->n_sentence - p->first)
			return lu_fail(e, LU_EFORMAT, "passage %zu has no community, or no sentences", i);
		if (!(p->score >= 0) || (i && p->score > p[-1].score))
			return lu_fail(e, LU_EFORMAT, "passage %zu is not in the order of scores", i);
	}
	return LU_OK;
}

static lu_code make_children(lu__deepening *d, lu_err *e)
{
	size_t n = d->in.n_community;
	uint32_t *v = lu_arena_calloc(&d->arena, n, sizeof *v);
	size_t at = 0;

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		uint32_t up = d->in.parent[i];

		if (up == LU__NO_COMMUNITY) continue;
		d->c[i].depth = d->c[up].depth + 1;
		d->c[up].n_child++;
		if (d->c[i].depth > d->deepest) d->deepest = d->c[i].depth;
	}
	for (size_t i = 0; i < n; i++) {
		d->c[i].child = v + at;
		at += d->c[i].n_child;
		d->c[i].n_child = 0;
	}
	for (uint32_t i = 0; i < n; i++) {
		lu__lazy_community *up = d->in.parent[i] == LU__NO_COMMUNITY ? NULL : &d->c[d->in.parent[i]];

		if (up) v[up->child - v + (ptrdiff_t)up->n_child++] = i;
	}
	return LU_OK;
}

/* Give a passage to its leaf and to all above that; `lists` NULL: only count them. */
static void give(lu__deepening *d, uint32_t p, uint32_t *const *lists)
{
	for (uint32_t c = d->in.passage[p].community; c != LU__NO_COMMUNITY; c = d->in.parent[c]) {
		if (lists) lists[c][d->c[c].list.n] = p;
		else d->c[c].score += d->in.passage[p].score;
		d->c[c].list.n++;
	}
}

static lu_code make_lists(lu__deepening *d, lu_err *e)
{
	uint32_t **lists = lu_arena_calloc(&d->arena, d->in.n_community, sizeof *lists);
	uint32_t *all = lu_arena_calloc(&d->arena, d->in.n, sizeof *all);

	if (!lists || !all) return lu_nomem(e);
	for (uint32_t p = 0; p < d->in.n; p++) {
		all[p] = p;
		give(d, p, NULL);
	}
	d->all = (lu__lazy_list){ all, d->in.n, 0 };
	for (size_t c = 0; c < d->in.n_community; c++) {
		lists[c] = lu_arena_calloc(&d->arena, d->c[c].list.n, sizeof **lists);
		if (!lists[c]) return lu_nomem(e);
		d->c[c].list = (lu__lazy_list){ lists[c], 0, 0 };
	}
	for (uint32_t p = 0; p < d->in.n; p++) give(d, p, lists);
	return LU_OK;
}

static lu_code begin(lu__deepening *d, lu_err *e)
{
	size_t units = d->o.unit == LU_LAZY_PASSAGE ? d->in.n : d->in.n_sentence;
	lu_code rc;

	d->result = lu_arena_alloc(&d->arena, units);
	d->tested = lu_arena_calloc(&d->arena, d->in.n, sizeof *d->tested);
	d->c = lu_arena_calloc(&d->arena, d->in.n_community, sizeof *d->c);
	if (!d->result || !d->tested || !d->c) return lu_nomem(e);
	memset(d->result, LU__UNTESTED, units);
	d->state.left = d->o.budget;
	rc = make_children(d, e);
	if (!rc) rc = make_lists(d, e);
	return rc ? rc : policy(d)->begin(d, e);
}

lu_code lu__deepening_open(const lu__lazy_input *in, const lu_lazy_search_options *o, lu__deepening **out, lu_err *e)
{
	lu__deepening *d;
	lu_code rc = lu_lazy_search_options_check(o, e);

	if (!rc) rc = check_input(in, e);
	if (rc) return rc;
	if (!(d = calloc(1, sizeof *d))) return lu_nomem(e);
	d->in = *in;
	d->o = *o;
	rc = begin(d, e);
	if (rc) lu__deepening_close(d);
	else *out = d;
	return rc;
}

void lu__deepening_close(lu__deepening *d)
{
	if (!d) return;
	lu_arena_free(&d->arena);
	free(d);
}

/* ---- running ---- */

static void end(lu__deepening *d, lu_lazy_end why)
{
	if (d->state.end == LU_LAZY_RUNNING) d->state.end = why;
}

lu_code lu__deepening_next(lu__deepening *d, const lu__lazy_batch **out, size_t *n, lu_err *e)
{
	lu_code rc = LU_OK;

	d->n_wave = d->n_told = d->in_wave = 0;
	if (!d->in.n) end(d, LU_LAZY_NOTHING);
	else if (d->state.kept >= d->o.sufficient_relevance_count) end(d, LU_LAZY_SUFFICIENT);
	else if (!d->state.left) end(d, LU_LAZY_BUDGET);
	if (d->state.end == LU_LAZY_RUNNING) rc = policy(d)->fill(d, e);
	if (rc) return rc;
	if (!d->n_wave) end(d, d->state.kept ? LU_LAZY_EXHAUSTED : LU_LAZY_IRRELEVANT);
	*out = d->wave;
	*n = d->n_wave;
	return LU_OK;
}

/* All requests of a wave have ended: what they gave counts in the order of the wave. */
static void settle(lu__deepening *d)
{
	for (size_t i = 0; i < d->n_wave; i++) {
		const lu__lazy_batch *b = &d->wave[i];

		d->state.tests += (int64_t)b->n;
		d->state.left -= (int64_t)b->n;
		for (size_t k = 0; k < b->n; k++) {
			d->state.kept += d->result[b->v[k]] >= d->o.relevance_threshold;
			d->state.unknown += d->result[b->v[k]] == LU__UNKNOWN;
		}
		if (b->community != LU__NO_COMMUNITY && !d->c[b->community].visited) {
			d->c[b->community].visited = true;
			d->state.visited++;
		}
		policy(d)->settle(d, i);
	}
}

void lu__deepening_take(lu__deepening *d, size_t i, const int *result)
{
	const lu__lazy_batch *b = &d->wave[i];

	if (i >= d->n_wave || d->told[i]) return;
	for (size_t k = 0; k < b->n; k++) {
		int r = result[k];

		d->result[b->v[k]] = (int8_t)(r < LU__UNKNOWN ? LU__UNKNOWN : r > 10 ? 10 : r);
	}
	d->told[i] = true;
	if (++d->n_told == d->n_wave) settle(d);
}

void lu__deepening_stop(lu__deepening *d, lu_lazy_end why)
{
	end(d, why);
}

/* ---- looking at it ---- */

const lu_lazy_state *lu__deepening_state(const lu__deepening *d)
{
	return &d->state;
}

const int8_t *lu__deepening_results(const lu__deepening *d)
{
	return d->result;
}

double lu__deepening_score(const lu__deepening *d, uint32_t community)
{
	return d->c[community].score;
}

double lu__deepening_rank(const lu__deepening *d, uint32_t community)
{
	return d->o.policy == LU_LAZY_ROOT_FIRST ? d->c[community].rank : -1;
}
