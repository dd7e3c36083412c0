/* SPDX-License-Identifier: MIT
 * Walks with scores: each element shares its own among the edges by which it is left, and what edges lead to an element are
 * worth makes its score. */
#include <stdlib.h>

#include "lucus/vector.h"
#include "traverse/traverse.h"
#include "core/sorting.h"

typedef struct spreading {
	lu__traversal *t;
	lu__admit_fn *admit;
	void *ctx;      /* of admit() */
	lu__step *step; /* of this hop */
	size_t n_step, cap_step;
	int64_t *known; /* what was reached, sorted */
	size_t n_known;
	lu__arrival *arrival;
} spreading;

/* The strongest edge between two comes first. Rows come as ids have it, which tell the history of a store: the sums
 * must not depend on it. */
static int by_target(const void *a, const void *b)
{
	const lu__step *x = a, *y = b;

	if (x->to != y->to) return x->to < y->to ? -1 : 1;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
	if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
	if (x->grade != y->grade) return x->grade < y->grade ? -1 : 1;
	return x->in - y->in;
}

static lu_code on_edge(void *ctx, const lu__follow *f, lu_err *e)
{
	spreading *s = ctx;
	int64_t to = f->in ? f->row->src : f->row->dst;

	if (!to || to == s->t->at.v[f->from].id) return LU_OK;
	if (s->n_step == s->cap_step) {
		size_t cap = s->cap_step ? 2 * s->cap_step : 256;
		lu__step *v = lu_arena_alloc(s->t->a, cap * sizeof *v);

		if (!v) return lu_nomem(e);
		if (s->n_step) memcpy(v, s->step, s->n_step * sizeof *v);
		s->step = v;
		s->cap_step = cap;
	}
	s->step[s->n_step++] = (lu__step){ .to = to,
					   .from = (uint32_t)f->from,
					   .weight = f->weight,
					   .kind = (uint8_t)f->row->kind,
					   .grade = (uint8_t)f->row->grade,
					   .in = f->in };
	return LU_OK;
}

/* ---- what the edges are worth ---- */

static void drop_weaker(spreading *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n_step; i++)
		if (!n || s->step[n - 1].to != s->step[i].to || s->step[n - 1].from != s->step[i].from)
			s->step[n++] = s->step[i];
	s->n_step = n;
}

/* The edges among which an element shares its score. */
static size_t way_of(const spreading *s, const lu__step *g)
{
	size_t way = s->t->policy->once ? 0 : g->in ? 1 : g->kind == LU_EDGE_CONTAINS ? 2 : 0;

	return 3 * (size_t)g->from + way;
}

static lu_code weigh(spreading *s, uint32_t hop, lu_err *e)
{
	const lu__policy *p = s->t->policy;
	size_t *degree = lu_arena_calloc(s->t->a, 3 * s->t->at.leave, sizeof *degree);

	if (!degree) return lu_nomem(e);
	if (s->n_step) qsort(s->step, s->n_step, sizeof *s->step, by_target);
	if (p->once) drop_weaker(s);
	for (size_t i = 0; i < s->n_step; i++) degree[way_of(s, &s->step[i])]++;
	for (size_t i = 0; i < s->n_step; i++) {
		lu__step *g = &s->step[i];

		g->worth = p->share(g->weight, s->t->at.v[g->from].score, degree[way_of(s, g)], p->decay[hop > 1]);
	}
	return LU_OK;
}

/* ---- what they lead to ---- */

static lu__arrival arrival_of(const spreading *s, lu__step *v, size_t n)
{
	double score = s->t->policy->join(v, n, &s->t->at);
	const lu__step *best = v;

	for (size_t i = 1; i < n; i++)
		if (v[i].worth > best->worth) best = &v[i];
	return (lu__arrival){ .to = v->to,
			      .from = best->from,
			      .score = score,
			      .kind = best->kind,
			      .grade = best->grade,
			      .in = best->in };
}

/* What is reached for the first time, with the score that it would have if nothing else referred to it; best first. `id` is
 * the place in s->arrival, which is sorted by ids. */
static lu_code reach(spreading *s, lu_scored **out, size_t *n, lu_err *e)
{
	lu_scored *v = lu_arena_calloc(s->t->a, 2 * s->n_step, sizeof *v);

	s->arrival = lu_arena_calloc(s->t->a, s->n_step, sizeof *s->arrival);
	if (!v || !s->arrival) return lu_nomem(e);
	*n = 0;
	for (size_t i = 0, end; i < s->n_step; i = end) {
		int64_t to = s->step[i].to;

		for (end = i + 1; end < s->n_step && s->step[end].to == to;) end++;
		if (s->n_known && bsearch(&to, s->known, s->n_known, sizeof to, lu_int64_order)) continue;
		s->arrival[*n] = arrival_of(s, s->step + i, end - i);
		v[*n] = (lu_scored){ (int64_t)*n, s->arrival[*n].score };
		++*n;
	}
	lu_scored_sort(v, *n, v + s->n_step);
	*out = v;
	return LU_OK;
}

/* How many others refer to an element is asked only of what could be among the best: there may be thousands. */
static lu_code choose(spreading *s, lu_topk *best, lu_err *e)
{
	int64_t hub = (int64_t)s->t->policy->hub;
	lu_scored *v = NULL;
	size_t n = 0;
	lu_code rc = reach(s, &v, &n, e);

	if (!rc) rc = lu_topk_init(best, s->t->at.room, true, 0, e);
	for (size_t i = 0; i < n && v[i].score >= best->floor && !rc; i++) {
		int64_t users = 0;

		rc = lu__users(s->t, s->arrival[v[i].id].to, &users, e);
		if (users > hub) users = hub;
		if (!rc) rc = lu_topk_push(best, v[i].id, s->t->policy->damp(v[i].score, users), e);
	}
	return rc ? rc : lu_topk_sort(best, e);
}

/* What is admitted is not reached again. */
static lu_code know(spreading *s, const lu__frontier *at, lu_err *e)
{
	int64_t *v = lu_arena_calloc(s->t->a, s->n_known + at->n, sizeof *v);

	if (!v) return lu_nomem(e);
	if (s->n_known) memcpy(v, s->known, s->n_known * sizeof *v);
	for (size_t i = 0; i < at->n; i++) v[s->n_known++] = at->v[i].id;
	if (s->n_known) qsort(v, s->n_known, sizeof *v, lu_int64_order);
	s->known = v;
	return LU_OK;
}

static lu_code arrive(void *ctx, uint32_t hop, lu__frontier *at, lu_err *e)
{
	spreading *s = ctx;
	lu_topk best = { 0 };
	lu__arrival *v = NULL;
	lu_code rc = weigh(s, hop, e);

	if (!rc) rc = choose(s, &best, e);
	if (!rc && !(v = lu_arena_calloc(s->t->a, best.n, sizeof *v))) rc = lu_nomem(e);
	for (size_t i = 0; i < best.n && !rc; i++) {
		v[i] = s->arrival[best.v[i].id];
		v[i].score = best.v[i].score;
	}
	if (!rc) rc = s->admit(s->ctx, hop, v, best.n, at, e);
	lu_topk_free(&best);
	s->n_step = 0;
	return rc ? rc : know(s, at, e);
}

lu_code lu__spread(lu__traversal *t, lu__admit_fn *admit, void *ctx, lu_err *e)
{
	static const lu__visitor visitor = { .edge = on_edge, .arrive = arrive };
	spreading s = { .t = t, .admit = admit, .ctx = ctx };
	lu_code rc = LU_OK;

	if (!t->policy->reach_seeds) rc = know(&s, &t->at, e);
	return rc ? rc : lu__traverse(t, &visitor, &s, e);
}
