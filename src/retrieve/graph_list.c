/* SPDX-License-Identifier: MIT
 * The graph stage: what the best candidates of a list lead to, along edges whose other end is known. What counts is
 * the kind of the edge, the score of where it begins, and how few others it is one of: a function that everything calls
 * says little about each of its callers, and they say little about it. */
#include <math.h>
#include <stdlib.h>

#include "core/sorting.h"
#include "retrieve/strategy.h"
#include "traverse/traverse.h"

#define SEEDS 10

typedef struct expansion {
	lu__query *q;
	bool within;   /* only to what the query's filter keeps */
	bool in_all;   /* `most` is for all hops together, not for each */
	uint32_t hops; /* at most */
	size_t most;
	lu__candidates all; /* what was reached */
} expansion;

/* ---- what an edge is worth ---- */

static double share(double weight, double score, size_t n, double decay)
{
	return decay * (weight * (score / sqrt((double)n)));
}

static double join(lu__step *v, size_t n, const lu__frontier *at)
{
	double sum = 0;

	(void)at;
	for (size_t i = 0; i < n; i++) sum += v[i].worth;
	return sum;
}

static double damp(double score, int64_t users)
{
	return score / sqrt(1 + (double)users);
}

/* An import ties whole modules together. Where hits lead to may be hits, too: those are seeds that others name. */
static const lu__policy policy = {
	.kind = { [LU_EDGE_CONTAINS] = { .5, .5 },
		  [LU_EDGE_CALLS] = { 1, 1 },
		  [LU_EDGE_DEPENDS_ON] = { .4, .4 },
		  [LU_EDGE_INHERITS_FROM] = { .8, .8 } },
	.grade = { [LU_GRADE_EXACT] = 1, [LU_GRADE_UNIQUE] = 1 },
	.hub = 64,
	.reach_seeds = true,
	.once = true,
	.decay = { 1, .5 },
	.share = share,
	.join = join,
	.damp = damp,
};

/* ---- reading ---- */

static lu_code edges_out(void *ctx, int64_t file, const int64_t *of, size_t n, lu_edge_fn *fn, void *fn_ctx, lu_err *e)
{
	const expansion *x = ctx;

	return lu__edges_from(x->q->r, file, of, n, fn, fn_ctx, e);
}

/* It is read once for all queries of a retriever. */
static lu_code in_degree(void *ctx, int64_t id, int64_t most, int64_t *n, lu_err *e)
{
	const expansion *x = ctx;
	uint32_t doc = lu_postings_doc(x->q->r->post, id);
	uint8_t *known = doc == UINT32_MAX ? NULL : &x->q->r->users[doc];
	lu_code rc;

	if (known && *known) {
		*n = *known - 1;
		return LU_OK;
	}
	rc = lu_store_in_degree(x->q->r->store, id, most, n, e);
	if (!rc && known) *known = (uint8_t)(*n + 1);
	return rc;
}

/* ---- what is reached ---- */

/* Note how the hits of this hop were reached; what was reached before keeps its edge. */
static lu_code keep_vias(lu__query *q, const lu__arrival *v, size_t n, const lu__frontier *at, const lu__candidates *c,
			 lu_err *e)
{
	lu__via *via = lu_arena_calloc(&q->scratch, n, sizeof *via), *w;

	if (!via) return lu_nomem(e);
	for (size_t i = 0; i < n; i++)
		via[i] = (lu__via){ .to = v[i].to,
				    .from = at->v[v[i].from].id,
				    .kind = v[i].kind,
				    .grade = v[i].grade,
				    .in = v[i].in };
	if (n) qsort(via, n, sizeof *via, lu_int64_order);
	for (size_t i = 0; i < c->n; i++) {
		const lu__via *found = bsearch(&c->v[i].id, via, n, sizeof *via, lu_int64_order);

		if (!found) continue;
		if (!(w = lu_arena_grow(&q->scratch, q->via, q->n_via, sizeof *w))) return lu_nomem(e);
		(q->via = w)[q->n_via++] = *found;
	}
	return LU_OK;
}

/* The frontier of the elements of *c. `el` is NULL when it is not left. */
static lu_code frontier_of(expansion *x, const lu__candidates *c, const lu_brief *el, size_t room, lu__frontier *at,
			   lu_err *e)
{
	*at = (lu__frontier){ .v = lu_arena_calloc(&x->q->scratch, c->n, sizeof *at->v), .n = c->n };
	if (!at->v) return lu_nomem(e);
	for (size_t i = 0; i < c->n; i++)
		at->v[i] = (lu__vertex){ .id = c->v[i].id, .file = el ? el[i].file : 0, .score = c->v[i].score };
	at->leave = el && room ? c->n : 0;
	at->room = x->within && room < LU__FILTER_DEPTH ? LU__FILTER_DEPTH : room;
	return LU_OK;
}

static lu_code candidates_of(lu__query *q, const lu__arrival *v, size_t n, size_t room, lu__candidates *out, lu_err *e)
{
	lu_code rc = lu__candidates_new(q, n, out, e);

	for (size_t i = 0; i < n && !rc; i++) {
		out->v[i].id = v[i].to;
		out->v[i].score = v[i].score;
	}
	if (!rc) lu__candidates_rank(out, LU_STAGE_GRAPH);
	q->cut |= n >= room;
	return rc;
}

static lu_code admit(void *ctx, uint32_t hop, const lu__arrival *v, size_t n, lu__frontier *at, lu_err *e)
{
	expansion *x = ctx;
	bool last = x->in_all && hop == x->hops;
	size_t most = x->in_all ? x->most - x->all.n : x->most;
	lu__candidates c = { 0 };
	lu_brief *el = NULL;
	lu_code rc = candidates_of(x->q, v, n, at->room, &c, e);

	if (!rc)
		rc = lu__candidates_head(x->q, &c, most, x->within ? LU__KEEP_KEPT : LU__KEEP_ALL, &x->q->scratch,
					 last ? NULL : &el, e);
	if (!rc) rc = keep_vias(x->q, v, n, at, &c, e);
	if (rc) return rc;
	if (c.n) memcpy(x->all.v + x->all.n, c.v, c.n * sizeof *c.v);
	x->all.n += c.n;
	return frontier_of(x, &c, last ? NULL : el, x->in_all ? most - c.n : most, at, e);
}

/* From the best of the list, their scores as shares of the first one's: what is reached, best first. */
static lu_code expand(expansion *x, const lu__candidates *from, size_t seeds, size_t room, lu_err *e)
{
	lu_arena *a = &x->q->scratch;
	lu__policy p = policy;
	lu__traversal t = {
		.store = x->q->r->store, .policy = &p, .a = a, .reads = { x, edges_out, in_degree, false }
	};
	lu__candidates c = { .v = lu_arena_calloc(a, from->n, sizeof *c.v), .n = from->n };
	lu_brief *el = NULL;
	double best;
	lu_code rc;

	x->all.v = lu_arena_calloc(a, room, sizeof *x->all.v);
	if (!c.v || !x->all.v) return lu_nomem(e);
	if (from->n) memcpy(c.v, from->v, from->n * sizeof *from->v);
	rc = lu__candidates_head(x->q, &c, seeds, LU__KEEP_ALL, a, &el, e);
	best = c.n ? c.v[0].score : 1;
	for (size_t i = 0; i < c.n && !rc; i++) c.v[i].score /= best;
	if (!rc) rc = frontier_of(x, &c, el, x->most, &t.at, e);
	p.hops = x->hops;
	if (!rc) rc = lu__spread(&t, admit, x, e);
	return rc;
}

lu_code lu__list_graph(lu__query *q, const lu__candidates *from, lu__candidates *out, lu_err *e)
{
	expansion x = { .q = q,
			.in_all = true,
			.hops = (uint32_t)q->o->graph_expansion_depth,
			.most = (size_t)q->o->max_expansion_nodes };
	double start = lu__clock(q);
	lu_code rc = expand(&x, from, SEEDS, x.most, e);

	if (!rc) rc = lu__candidates_sort(q, &x.all, LU_STAGE_GRAPH, e);
	if (!rc) *out = x.all;
	lu__spent(q, LU_TIME_GRAPH, start);
	return rc;
}

/* ---- from hits ---- */

/* A seed counts by its place: the scores of strategies are not of one kind. */
static lu_code place_seeds(lu__query *q, const lu_hit *seed, size_t n, lu__candidates *out, lu_err *e)
{
	lu_code rc = lu__candidates_new(q, n, out, e);

	for (size_t i = 0; i < n && !rc; i++) {
		out->v[i].id = seed[i].el.id;
		out->v[i].score = 1 / (1 + (double)i / 8);
	}
	return rc;
}

/* What was reached, without the seeds, which each hop may reach again. */
static void drop_seeds(lu__candidates *c, const lu_hit *seed, size_t n)
{
	size_t k = 0;

	for (size_t i = 0; i < c->n; i++) {
		bool is_seed = false;

		for (size_t j = 0; j < n && !is_seed; j++) is_seed = c->v[i].id == seed[j].el.id;
		if (!is_seed) c->v[k++] = c->v[i];
	}
	c->n = k;
}

/* Each hop may reach as many as are wanted in all: what is far from a good seed may be worth more than what is next to
 * a bad one. */
static lu_code reach(lu__query *q, const lu_hit *seed, size_t n, int64_t hops, size_t most, bool within,
		     lu__candidates *out, lu_err *e)
{
	expansion x = { .q = q, .within = within, .hops = (uint32_t)hops, .most = most + n };
	lu__candidates from;
	lu_code rc = place_seeds(q, seed, n, &from, e);

	if (!rc) rc = expand(&x, &from, n, x.hops * x.most, e);
	if (rc) return rc;
	drop_seeds(&x.all, seed, n);
	rc = lu__candidates_sort(q, &x.all, LU_STAGE_GRAPH, e);
	if (!rc) *out = x.all;
	return rc;
}

lu_code lu_neighbours(lu_retriever *r, const lu_hit *seed, size_t n, int64_t hops, size_t most,
		      const lu_query_options *within, lu_arena *a, lu_neighbour **out, size_t *n_out, lu_err *e)
{
	bool filtered = within && lu__filters(within);
	lu__query q = { .r = r, .scratch = r->scratch };
	lu__candidates c = { 0 };
	lu_brief *el = NULL;
	lu_neighbour *v;
	lu_code rc = filtered ? lu__filter_read(&q.filter, within, &q.scratch, e) : LU_OK;

	if (!rc && n && most) rc = reach(&q, seed, n, hops, most, filtered, &c, e);
	if (!rc) rc = lu__candidates_head(&q, &c, most, LU__KEEP_ALL, a, &el, e);
	v = lu_arena_calloc(a, c.n, sizeof *v);
	if (!rc && !v) rc = lu_nomem(e);
	for (size_t i = 0; i < c.n && !rc; i++) v[i] = (lu_neighbour){ el[i], c.v[i].score };
	lu_arena_clear(&q.scratch);
	r->scratch = q.scratch;
	if (rc) return rc;
	*out = v;
	*n_out = c.n;
	return LU_OK;
}
