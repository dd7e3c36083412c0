/* SPDX-License-Identifier: MIT
 * The graph stage: what the best candidates of a list lead to, along edges whose other end is known. What counts is
 * the kind of the edge, the score of where it begins, and how few others it is one of: a function that everything calls
 * says little about each of its callers, and they say little about it. */
#include <math.h>
#include <stdlib.h>

#include "lucus/request.h"
#include "retrieve/strategy.h"

#define SEEDS 10
/* Elements that more refer to are names that everybody uses: nobody asks for all of their users. */
#define HUB   64
#define DECAY .5 /* of each further hop */

/* 0: not followed. An import ties whole modules together. */
static const double kind_weight[LU_EDGE_KINDS] = {
	[LU_CONTAINS] = .5, [LU_CALLS] = 1, [LU_DEPENDS_ON] = .4, [LU_INHERITS_FROM] = .8
};

/* An edge from an element of the frontier. */
typedef struct step {
	int64_t to;
	size_t from;
	double weight;
	lu_edge_kind kind;
	lu_grade grade;
	bool in; /* against its direction */
} step;

/* An element of the frontier, found by its id. */
typedef struct place {
	int64_t id, file;
	size_t at;
} place;

typedef struct expansion {
	lu__query *q;
	lu__candidates at; /* the frontier */
	lu_brief *el;
	place *by_id;
	step *v;
	size_t n, from;
	bool in;          /* the edges that come are followed against their direction */
	bool within;      /* only to what the query's filter keeps */
	int64_t *reached; /* sorted */
	lu__candidates all;
	lu__via *via; /* of what this hop has reached */
	size_t n_via;
} expansion;

static int by_file(const void *a, const void *b)
{
	const place *x = a, *y = b;

	if (x->file != y->file) return x->file < y->file ? -1 : 1;
	return lu__by_id(a, b);
}

/* The strongest edge between two comes first. Rows come as ids have it, which tell the history of a store: the sums
 * must not depend on it. */
static int by_target(const void *a, const void *b)
{
	const step *x = a, *y = b;

	if (x->to != y->to) return x->to < y->to ? -1 : 1;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
	if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
	if (x->grade != y->grade) return x->grade < y->grade ? -1 : 1;
	return x->in - y->in;
}

static lu_code add_step(expansion *x, size_t from, int64_t to, const lu_edge_row *r, bool in, lu_err *e)
{
	step *v;

	if (!to || r->grade > LU_UNIQUE || kind_weight[r->kind] <= 0 || to == x->at.v[from].id) return LU_OK;
	if (!(v = lu_arena_grow(&x->q->scratch, x->v, x->n, sizeof *v))) return lu_nomem(e);
	x->v = v;
	v[x->n++] = (step){
		.to = to, .from = from, .weight = kind_weight[r->kind], .kind = r->kind, .grade = r->grade, .in = in
	};
	return LU_OK;
}

static lu_code on_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	expansion *x = ctx;

	return add_step(x, x->from, x->in ? r->src : r->dst, r, x->in, e);
}

static lu_code on_file_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	expansion *x = ctx;
	const place *p = bsearch(&r->src, x->by_id, x->at.n, sizeof *p, lu__by_id);

	return p ? add_step(x, p->at, r->dst, r, false, e) : LU_OK;
}

/* How many others refer to an element, as far as that is at most HUB + 1: it is asked once for all queries of a retriever. */
static lu_code in_degree(const expansion *x, int64_t id, int64_t *n, lu_err *e)
{
	uint32_t doc = lu_postings_doc(x->q->r->post, id);
	uint8_t *known = doc == UINT32_MAX ? NULL : &x->q->r->users[doc];
	lu_code rc;

	if (known && *known) {
		*n = *known - 1;
		return LU_OK;
	}
	rc = lu_store_in_degree(x->q->r->store, id, HUB + 1, n, e);
	if (!rc && known) *known = (uint8_t)(*n + 1);
	return rc;
}

/* What holds the element, what it holds, and what refers to it. */
static lu_code leave(expansion *x, size_t from, lu_err *e)
{
	lu_store *s = x->q->r->store;
	int64_t id = x->at.v[from].id, users = 0;
	size_t had = x->n;
	lu_code rc;

	x->from = from;
	x->in = false;
	rc = lu_store_contains(s, id, false, on_edge, x, e);
	if (x->n - had > HUB) x->n = had;
	x->in = true;
	if (!rc) rc = in_degree(x, id, &users, e);
	if (!rc && users > HUB) return lu_store_contains(s, id, true, on_edge, x, e);
	return rc ? rc : lu_store_edges(s, id, true, on_edge, x, e);
}

/* The steps out of the frontier: the edges of a file are read once for all that begin there. */
static lu_code read_steps(expansion *x, lu_err *e)
{
	size_t n = x->at.n;
	place *file = lu_arena_calloc(&x->q->scratch, n, sizeof *file);
	int64_t *id = lu_arena_calloc(&x->q->scratch, n, sizeof *id);
	lu_code rc = lu_check_cancel(e);

	x->by_id = lu_arena_calloc(&x->q->scratch, n, sizeof *x->by_id);
	if (!file || !id || !x->by_id) return lu_nomem(e);
	for (size_t i = 0; i < n; i++)
		file[i] = x->by_id[i] = (place){ .id = x->at.v[i].id, .file = x->el[i].file, .at = i };
	if (n) {
		qsort(x->by_id, n, sizeof *x->by_id, lu__by_id);
		qsort(file, n, sizeof *file, by_file);
	}
	x->n = 0;
	for (size_t i = 0; i < n && !rc; i++) rc = leave(x, i, e);
	for (size_t i = 0; i < n; i++) id[i] = file[i].id;
	for (size_t i = 0, end; i < n && !rc; i = end) {
		for (end = i + 1; end < n && file[end].file == file[i].file;) end++;
		rc = lu__edges_from(x->q->r, file[i].file, id + i, end - i, on_file_edge, x, e);
	}
	return rc;
}

/* Sort the steps, keep one between any two elements, and give each its share of what it begins at. */
static lu_code weigh_steps(expansion *x, lu_err *e)
{
	size_t *degree = lu_arena_calloc(&x->q->scratch, x->at.n, sizeof *degree), n = 0;

	if (!degree) return lu_nomem(e);
	if (x->n) qsort(x->v, x->n, sizeof *x->v, by_target);
	for (size_t i = 0; i < x->n; i++) {
		if (n && x->v[n - 1].to == x->v[i].to && x->v[n - 1].from == x->v[i].from) continue;
		x->v[n++] = x->v[i];
		degree[x->v[i].from]++;
	}
	x->n = n;
	for (size_t i = 0; i < n; i++) {
		size_t from = x->v[i].from;

		x->v[i].weight *= x->at.v[from].score / sqrt((double)degree[from]);
	}
	return LU_OK;
}

/* Of the steps to one element the strongest tells how it was reached. */
static lu__via via_of(const expansion *x, const step *v, size_t n)
{
	const step *best = v;

	for (size_t i = 1; i < n; i++)
		if (v[i].weight > best->weight) best = &v[i];
	return (lu__via){
		.to = v->to, .from = x->at.v[best->from].id, .kind = best->kind, .grade = best->grade, .in = best->in
	};
}

/* What is reached for the first time, with the score that it would have if nothing else led to it; best first. */
static lu_code reach(expansion *x, double decay, lu_scored **out, size_t *n, lu_err *e)
{
	lu_scored *v = lu_arena_calloc(&x->q->scratch, 2 * x->n, sizeof *v);

	x->via = lu_arena_calloc(&x->q->scratch, x->n, sizeof *x->via);
	if (!v || !x->via) return lu_nomem(e);
	*n = x->n_via = 0;
	for (size_t i = 0, end; i < x->n; i = end) {
		int64_t to = x->v[i].to;
		double sum = 0;

		for (end = i; end < x->n && x->v[end].to == to; end++) sum += x->v[end].weight;
		if (x->all.n && bsearch(&to, x->reached, x->all.n, sizeof to, lu__by_id)) continue;
		x->via[x->n_via++] = via_of(x, x->v + i, end - i);
		v[(*n)++] = (lu_scored){ to, decay * sum };
	}
	lu_scored_sort(v, *n, v + x->n);
	*out = v;
	return LU_OK;
}

/* The best `most` of what is reached, and those that tie with the last. How many others refer to it is asked only for
 * what could be among them: there may be thousands. */
static lu_code arrive(expansion *x, double decay, size_t most, lu__candidates *out, lu_err *e)
{
	lu_topk best = { 0 };
	lu_scored *v = NULL;
	size_t n = 0;
	lu_code rc = reach(x, decay, &v, &n, e);

	if (!rc) rc = lu_topk_init(&best, most, true, 0, e);
	for (size_t i = 0; i < n && v[i].score >= best.floor && !rc; i++) {
		int64_t users = 0;

		rc = in_degree(x, v[i].id, &users, e);
		if (!rc) rc = lu_topk_push(&best, v[i].id, v[i].score / sqrt(1 + fmin((double)users, HUB)), e);
	}
	if (!rc) rc = lu__candidates_of(x->q, &best, LU_STAGE_GRAPH, out, e);
	lu_topk_free(&best);
	return rc;
}

/* Note how the hits of this hop were reached; what was reached before keeps its edge. */
static lu_code keep_vias(expansion *x, const lu__candidates *c, lu_err *e)
{
	lu__query *q = x->q;

	for (size_t i = 0; i < c->n; i++) {
		const lu__via *v = bsearch(&c->v[i].id, x->via, x->n_via, sizeof *v, lu__by_id);
		lu__via *w;

		if (!v) continue;
		if (!(w = lu_arena_grow(&q->scratch, q->via, q->n_via, sizeof *w))) return lu_nomem(e);
		(q->via = w)[q->n_via++] = *v;
	}
	return LU_OK;
}

/* One hop from the frontier; what it reaches, at most `most`, is the next one, unless this is the last. */
static lu_code hop(expansion *x, double decay, size_t most, bool last, lu_err *e)
{
	lu__candidates c = { 0 };
	size_t deep = x->within && most < LU__FILTER_DEPTH ? LU__FILTER_DEPTH : most;
	lu_code rc = read_steps(x, e);

	if (!rc) rc = weigh_steps(x, e);
	if (!rc) rc = arrive(x, decay, deep, &c, e);
	if (!rc)
		rc = lu__candidates_head(x->q, &c, most, x->within ? LU__KEPT : LU__ALL, &x->q->scratch,
					 last ? NULL : &x->el, e);
	if (!rc) rc = keep_vias(x, &c, e);
	if (rc) return rc;
	if (c.n) memcpy(x->all.v + x->all.n, c.v, c.n * sizeof *c.v);
	for (size_t i = 0; i < c.n; i++) x->reached[x->all.n + i] = c.v[i].id;
	x->all.n += c.n;
	if (x->all.n) qsort(x->reached, x->all.n, sizeof *x->reached, lu__by_id);
	x->at = c;
	return LU_OK;
}

/* The best of the list, their scores as shares of the first one's. */
static lu_code begin(expansion *x, const lu__candidates *from, size_t seeds, lu_err *e)
{
	double best;
	lu_code rc;

	x->at = (lu__candidates){ .v = lu_arena_calloc(&x->q->scratch, from->n, sizeof *x->at.v), .n = from->n };
	if (!x->at.v) return lu_nomem(e);
	if (from->n) memcpy(x->at.v, from->v, from->n * sizeof *from->v);
	rc = lu__candidates_head(x->q, &x->at, seeds, LU__ALL, &x->q->scratch, &x->el, e);
	best = x->at.n ? x->at.v[0].score : 1;
	for (size_t i = 0; i < x->at.n; i++) x->at.v[i].score /= best;
	return rc;
}

lu_code lu__list_graph(lu__query *q, const lu__candidates *from, lu__candidates *out, lu_err *e)
{
	size_t most = (size_t)q->o->max_expansion_nodes;
	expansion x = { .q = q };
	double decay = 1, start = lu__clock(q);
	lu_code rc = begin(&x, from, SEEDS, e);

	x.all.v = lu_arena_calloc(&q->scratch, most, sizeof *x.all.v);
	x.reached = lu_arena_calloc(&q->scratch, most, sizeof *x.reached);
	if (!rc && (!x.all.v || !x.reached)) rc = lu_nomem(e);
	for (int64_t i = 0; i < q->o->graph_expansion_depth && !rc && x.at.n && x.all.n < most; i++) {
		rc = hop(&x, decay, most - x.all.n, i + 1 == q->o->graph_expansion_depth, e);
		decay = DECAY;
	}
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

/* Each hop may reach as many as are wanted in all: what is far from a good seed may be worth more than what is next to a
 * bad one. */
static lu_code spread(lu__query *q, const lu_hit *seed, size_t n, int64_t hops, size_t most, bool within,
		      lu__candidates *out, lu_err *e)
{
	expansion x = { .q = q, .within = within };
	lu__candidates from;
	double decay = 1;
	size_t room = (size_t)hops * (most + n);
	lu_code rc = place_seeds(q, seed, n, &from, e);

	if (!rc) rc = begin(&x, &from, n, e);
	x.all.v = lu_arena_calloc(&q->scratch, room, sizeof *x.all.v);
	x.reached = lu_arena_calloc(&q->scratch, room, sizeof *x.reached);
	if (!rc && (!x.all.v || !x.reached)) rc = lu_nomem(e);
	for (int64_t i = 0; i < hops && !rc && x.at.n; i++) {
		rc = hop(&x, decay, most + n, false, e);
		decay = DECAY;
	}
	drop_seeds(&x.all, seed, n);
	if (!rc) rc = lu__candidates_sort(q, &x.all, LU_STAGE_GRAPH, e);
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

	if (!rc && n && most) rc = spread(&q, seed, n, hops, most, filtered, &c, e);
	if (!rc) rc = lu__candidates_head(&q, &c, most, LU__ALL, a, &el, e);
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
