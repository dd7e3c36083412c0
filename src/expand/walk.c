/* SPDX-License-Identifier: MIT
 * From what is meant to what lies near it: breadth-first, one frontier after the other. The score of what is reached is a
 * share of that from which it is reached: less for weak kinds and grades of edges, for one of many edges, for an element
 * that everybody refers to, and for each hop. So every element scores below the one that leads to it. */
#include <math.h>
#include <stdlib.h>

#include "expand/expand.h"
#include "lucus/request.h"

#define FRONTIER 24 /* elements of a hop that are left again */
#define HUB      64 /* elements that more refer to, or that hold more, are not left by those edges */
#define DECAY    .7 /* of each hop */
#define OF_BEST  .9 /* most that several ways may give together, as a share of where the best one comes from */

/* Along the edge, and against it. */
static const double kind_weight[LU_EDGE_KINDS][2] = {
	[LU_CONTAINS] = { .6, .8 },      [LU_CALLS] = { 1, .9 },      [LU_DEPENDS_ON] = { .5, .3 },
	[LU_INHERITS_FROM] = { .9, .7 }, [LU_DOCUMENTS] = { .4, .4 }, [LU_TESTS] = { .5, .4 },
};
static const double grade_weight[LU_GRADES] = { 1, .9, .3, 0 };

/* An edge from an element of the frontier. */
typedef struct step {
	int64_t to;
	size_t from; /* node */
	double weight, share;
	lu_edge_kind kind;
	lu_grade grade;
	bool in;
} step;

typedef struct walk {
	lu_store *s;
	lu_arena *a;
	lu_arena own;
	lu_expanded *node;
	size_t n;
	int64_t *reached; /* ids of nodes, sorted */
	step *v;
	size_t n_step, from;
	bool in;
	lu_err *e;
} walk;

static int by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static lu_code on_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	walk *x = ctx;
	int64_t to = x->in ? r->src : r->dst;
	double w = kind_weight[r->kind][x->in] * grade_weight[r->grade];
	step *v;

	if (!to || w <= 0 || to == x->node[x->from].el.id) return LU_OK;
	if (!(v = lu_arena_grow(&x->own, x->v, x->n_step, sizeof *v))) return lu_nomem(e);
	x->v = v;
	v[x->n_step++] =
		(step){ .to = to, .from = x->from, .weight = w, .kind = r->kind, .grade = r->grade, .in = x->in };
	return LU_OK;
}

/* One of many edges of its direction says less than the only one. */
static void share(walk *x, size_t first)
{
	size_t n = x->n_step - first;
	double part = n ? 1 / sqrt(1 + (double)(n - 1) / 4) : 1;

	for (size_t i = first; i < x->n_step; i++) x->v[i].weight *= part;
}

/* What it refers to, what it holds, what holds it, and what refers to it. */
static lu_code leave(walk *x, size_t from)
{
	const lu_brief *el = &x->node[from].el;
	size_t first = x->n_step;
	int64_t users = 0;
	lu_code rc = lu_check_cancel(x->e);

	x->from = from;
	x->in = false;
	if (!rc) rc = lu_store_file_edges(x->s, el->file, &el->id, 1, on_edge, x, x->e);
	share(x, first);
	first = x->n_step;
	if (!rc) rc = lu_store_contains(x->s, el->id, false, on_edge, x, x->e);
	if (x->n_step - first > HUB) x->n_step = first;
	share(x, first);
	first = x->n_step;
	x->in = true;
	if (!rc) rc = lu_store_in_degree(x->s, el->id, HUB + 1, &users, x->e);
	if (!rc && users > HUB) rc = lu_store_contains(x->s, el->id, true, on_edge, x, x->e);
	else if (!rc) rc = lu_store_edges(x->s, el->id, true, on_edge, x, x->e);
	share(x, first);
	return rc;
}

/* The best of the steps to one element first; of equals, that of the better place. Ids tell the history of a store. */
static int by_target(const void *a, const void *b)
{
	const step *x = a, *y = b;

	if (x->to != y->to) return x->to < y->to ? -1 : 1;
	if (x->share != y->share) return x->share > y->share ? -1 : 1;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
	return (x->in > y->in) - (x->in < y->in);
}

/* What all ways to one element together give. */
static double sum_of(const walk *x, const step *v, size_t n)
{
	double rest = 1, most = OF_BEST * x->node[v->from].score;

	for (size_t i = 0; i < n; i++) rest *= 1 - v[i].share;
	return 1 - rest < most ? 1 - rest : most;
}

/* An element that the steps lead to, and the best of them. */
typedef struct found {
	const step *best;
	double score;
} found;

/* What is reached for the first time, best first. `id` of a lu_scored is its place in *by. */
static lu_code reach(walk *x, lu_scored **out, size_t *n, found **by)
{
	lu_scored *v = lu_arena_calloc(&x->own, 2 * x->n_step + 1, sizeof *v);
	found *f = lu_arena_calloc(&x->own, x->n_step + 1, sizeof *f);

	if (!v || !f) return lu_nomem(x->e);
	*n = 0;
	for (size_t i = 0; i < x->n_step; i++) x->v[i].share = DECAY * x->v[i].weight * x->node[x->v[i].from].score;
	if (x->n_step) qsort(x->v, x->n_step, sizeof *x->v, by_target);
	for (size_t i = 0, end; i < x->n_step; i = end) {
		for (end = i + 1; end < x->n_step && x->v[end].to == x->v[i].to;) end++;
		if (bsearch(&x->v[i].to, x->reached, x->n, sizeof *x->reached, by_number)) continue;
		f[*n] = (found){ &x->v[i], sum_of(x, x->v + i, end - i) };
		v[*n] = (lu_scored){ (int64_t)*n, f[*n].score };
		++*n;
	}
	lu_scored_sort(v, *n, v + x->n_step);
	*out = v;
	*by = f;
	return LU_OK;
}

static int by_score(const void *px, const void *py)
{
	const lu_expanded *x = px, *y = py;
	int c;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	if (x->hop != y->hop) return x->hop < y->hop ? -1 : 1;
	if ((c = lu_str_cmp(x->el.path, y->el.path))) return c;
	if (x->el.start_line != y->el.start_line) return x->el.start_line < y->el.start_line ? -1 : 1;
	return strcmp(x->el.uuid, y->el.uuid);
}

/* Load those among the `best` and make them nodes, `most` at most, in the order of their scores. */
static lu_code arrive(walk *x, lu_topk *best, const found *f, uint32_t hop, size_t most)
{
	lu_expanded *v = lu_arena_calloc(&x->own, best->n + 1, sizeof *v), *w;
	size_t n = 0;

	if (!v) return lu_nomem(x->e);
	for (size_t i = 0; i < best->n; i++) {
		const step *g = f[best->v[i].id].best;
		lu_code rc = lu_store_brief(x->s, g->to, x->a, &v[n].el, x->e);

		if (rc == LU_ENOENT) continue;
		if (rc) return rc;
		v[n].score = best->v[i].score * (lu_is_test_path(v[n].el.path) ? .6 : 1);
		v[n].hop = hop;
		v[n].from = g->from;
		v[n].kind = g->kind;
		v[n].grade = g->grade;
		v[n++].in = g->in;
	}
	if (n) qsort(v, n, sizeof *v, by_score);
	for (size_t i = 0; i < n && i < most; i++) {
		if (!(w = lu_arena_grow(x->a, x->node, x->n, sizeof *w))) return lu_nomem(x->e);
		x->node = w;
		w[x->n++] = v[i];
	}
	return LU_OK;
}

/* How many others refer to an element is asked only of what could be among the best: there may be thousands. */
static lu_code choose(walk *x, uint32_t hop, size_t most)
{
	lu_topk best = { 0 };
	lu_scored *v = NULL;
	found *f = NULL;
	size_t n = 0;
	lu_code rc = reach(x, &v, &n, &f);

	if (!rc) rc = lu_topk_init(&best, most, true, 0, x->e);
	for (size_t i = 0; i < n && v[i].score >= best.floor && !rc; i++) {
		int64_t users = 0;

		rc = lu_store_in_degree(x->s, f[v[i].id].best->to, HUB, &users, x->e);
		if (!rc) rc = lu_topk_push(&best, v[i].id, v[i].score / sqrt(1 + (double)users / 16), x->e);
	}
	if (!rc) rc = lu_topk_sort(&best, x->e);
	if (!rc) rc = arrive(x, &best, f, hop, most);
	lu_topk_free(&best);
	return rc;
}

static lu_code know(walk *x)
{
	int64_t *v = lu_arena_calloc(&x->own, x->n + 1, sizeof *v);

	if (!v) return lu_nomem(x->e);
	for (size_t i = 0; i < x->n; i++) v[i] = x->node[i].el.id;
	if (x->n) qsort(v, x->n, sizeof *v, by_number);
	x->reached = v;
	return LU_OK;
}

/* Keep the best. What leads to an element stands before it. */
static lu_code cut(walk *x, lu_expansion *out, size_t most)
{
	lu_expanded *v = x->node + out->n_seed;
	size_t n = x->n - out->n_seed, *at = lu_arena_calloc(&x->own, x->n + 1, sizeof *at);
	lu_expanded *was = lu_arena_calloc(&x->own, x->n + 1, sizeof *was);

	if (!at || !was) return lu_nomem(x->e);
	for (size_t i = 0; i < x->n; i++) was[i] = x->node[i];
	if (n) qsort(v, n, sizeof *v, by_score);
	for (size_t i = 0; i < x->n; i++) {
		for (size_t k = 0; k < x->n; k++)
			if (was[k].el.id == x->node[i].el.id) at[k] = i;
	}
	for (size_t i = out->n_seed; i < x->n; i++) x->node[i].from = at[x->node[i].from];
	out->node = x->node;
	out->n_node = out->n_seed + (n < most ? n : most);
	return LU_OK;
}

lu_code lu__walk(lu_store *s, const lu_expand_options *o, lu_expansion *out, lu_err *e)
{
	walk x = { .s = s, .a = &out->arena, .node = out->node, .n = out->n_node, .e = e };
	size_t from = 0;
	lu_code rc = LU_OK;

	for (uint32_t hop = 1; hop <= o->max_hops && from < x.n && !rc; hop++) {
		size_t end = x.n, last = end - from < FRONTIER || !from ? end : from + FRONTIER;

		x.v = NULL;
		x.n_step = 0;
		for (size_t i = from; i < last && !rc; i++) rc = leave(&x, i);
		if (!rc) rc = know(&x);
		if (!rc) rc = choose(&x, hop, (size_t)o->max_entities);
		from = end;
	}
	if (!rc) rc = cut(&x, out, (size_t)o->max_entities);
	lu_arena_free(&x.own);
	return rc;
}
