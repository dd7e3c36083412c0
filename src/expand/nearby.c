/* SPDX-License-Identifier: MIT
 * From what is meant to what lies near it: breadth-first, one frontier after the other. The score of what is reached is
 * a share of that from which it is reached: less for weak kinds and grades of edges, for one of many edges, for an
 * element that everybody refers to, and for each hop. So every element scores below the one that leads to it. */
#include <math.h>
#include <stdlib.h>

#include "expand/expand.h"
#include "traverse/traverse.h"

#define FRONTIER 24 /* elements of a hop that are left again */
#define OF_BEST  .9 /* most that several ways may give together, as a share of where the best one comes from */

typedef struct walk {
	lu_store *s;
	lu_arena *a, *own; /* of the result, and of the walk alone */
	lu_expanded *node;
	size_t n;
	size_t first; /* node at which the frontier begins */
	size_t most;
} walk;

/* ---- what an edge is worth ---- */

/* One of many edges of its way says less than the only one. */
static double share(double weight, double score, size_t n, double decay)
{
	weight *= 1 / sqrt(1 + (double)(n - 1) / 4);
	return decay * weight * score;
}

static int by_worth(const void *a, const void *b)
{
	const lu__step *x = a, *y = b;

	if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
	return (x->in > y->in) - (x->in < y->in);
}

/* Strongest first, so that equals come to the same whatever the order of the frontier is. */
static double join(lu__step *v, size_t n, const lu__frontier *at)
{
	double rest = 1, most;

	if (n > 1) qsort(v, n, sizeof *v, by_worth);
	most = OF_BEST * at->v[v->from].score;
	for (size_t i = 0; i < n; i++) rest *= 1 - v[i].worth;
	return 1 - rest < most ? 1 - rest : most;
}

static double damp(double score, int64_t users)
{
	return score / sqrt(1 + (double)users / 16);
}

static const lu__policy policy = {
	.kind = { [LU_EDGE_CONTAINS] = { .6, .8 },
		  [LU_EDGE_CALLS] = { 1, .9 },
		  [LU_EDGE_DEPENDS_ON] = { .5, .3 },
		  [LU_EDGE_INHERITS_FROM] = { .9, .7 },
		  [LU_EDGE_DOCUMENTS] = { .4, .4 },
		  [LU_EDGE_TESTS] = { .5, .4 } },
	.grade = { [LU_GRADE_EXACT] = 1, [LU_GRADE_UNIQUE] = .9, [LU_GRADE_AMBIGUOUS] = .3 },
	.hub = 64,
	.decay = { .7, .7 },
	.share = share,
	.join = join,
	.damp = damp,
};

/* ---- what is reached ---- */

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

/* Load them and make them nodes, `most` at most, in the order of their scores. */
static lu_code add_nodes(walk *x, uint32_t hop, const lu__arrival *v, size_t n, lu_err *e)
{
	lu_expanded *new = lu_arena_calloc(x->own, n, sizeof *new), *w;
	size_t k = 0;

	if (!new) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		lu_code rc = lu_store_brief(x->s, v[i].to, x->a, &new[k].el, e);

		if (rc == LU_ENOENT) continue;
		if (rc) return rc;
		new[k].score = v[i].score *(lu_is_test_path(new[k].el.path) ? .6 : 1);
		new[k].hop = hop;
		new[k].from = x->first + v[i].from;
		new[k].kind = v[i].kind;
		new[k].grade = v[i].grade;
		new[k++].in = v[i].in;
	}
	if (k) qsort(new, k, sizeof *new, by_score);
	for (size_t i = 0; i < k && i < x->most; i++) {
		if (!(w = lu_arena_grow(x->a, x->node, x->n, sizeof *w))) return lu_nomem(e);
		x->node = w;
		w[x->n++] = new[i];
	}
	return LU_OK;
}

/* The frontier of the nodes from `first` on, of which `leave` are left again. */
static lu_code frontier_from(walk *x, size_t first, size_t leave, lu__frontier *at, lu_err *e)
{
	size_t n = x->n - first;

	*at = (lu__frontier){ .n = n, .leave = leave < n ? leave : n, .room = x->most };
	if (!(at->v = lu_arena_calloc(x->own, n, sizeof *at->v))) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		const lu_expanded *v = &x->node[first + i];

		at->v[i] = (lu__vertex){ .id = v->el.id, .file = v->el.file, .score = v->score };
	}
	x->first = first;
	return LU_OK;
}

static lu_code admit(void *ctx, uint32_t hop, const lu__arrival *v, size_t n, lu__frontier *at, lu_err *e)
{
	walk *x = ctx;
	size_t first = x->n;
	lu_code rc = add_nodes(x, hop, v, n, e);

	return rc ? rc : frontier_from(x, first, FRONTIER, at, e);
}

/* Keep the best. What leads to an element comes before it. */
static lu_code cut(walk *x, lu_expansion *out, lu_err *e)
{
	size_t n = x->n - out->n_seed, *at;
	lu_expanded *v, *was;

	if (!x->n) return LU_OK; /* nothing is near nothing */
	v = x->node + out->n_seed;
	at = lu_arena_calloc(x->own, x->n, sizeof *at);
	was = lu_arena_calloc(x->own, x->n, sizeof *was);
	if (!at || !was) return lu_nomem(e);
	for (size_t i = 0; i < x->n; i++) was[i] = x->node[i];
	if (n) qsort(v, n, sizeof *v, by_score);
	for (size_t i = 0; i < x->n; i++) {
		for (size_t k = 0; k < x->n; k++)
			if (was[k].el.id == x->node[i].el.id) at[k] = i;
	}
	for (size_t i = out->n_seed; i < x->n; i++) x->node[i].from = at[x->node[i].from];
	out->node = x->node;
	out->n_node = out->n_seed + (n < x->most ? n : x->most);
	return LU_OK;
}

lu_code lu__expand_near(lu_store *s, const lu_expand_options *o, lu_expansion *out, lu_err *e)
{
	lu_arena own = { 0 };
	lu__policy p = policy;
	walk x = { .s = s,
		   .a = &out->arena,
		   .own = &own,
		   .node = out->node,
		   .n = out->n_node,
		   .most = (size_t)o->max_entities };
	lu__traversal t = { .store = s, .policy = &p, .a = &own };
	lu_code rc = frontier_from(&x, 0, x.n, &t.at, e);

	p.hops = (uint32_t)o->max_hops;
	if (!rc) rc = lu__spread(&t, admit, &x, e);
	if (!rc) rc = cut(&x, out, e);
	lu_arena_free(&own);
	return rc;
}
