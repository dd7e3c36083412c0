/* SPDX-License-Identifier: MIT
 * Which passages are neighbours: those before and after one in its file, and the best of the elements that an edge joins
 * with its own. */
#include <stdlib.h>

#include "lazy/gathering.h"
#include "core/sorting.h"

#define ALONG_EDGES 6 /* of one passage, at most */

typedef struct pair {
	uint32_t a, b;
} pair;

typedef struct adjoining {
	lu__gathering *g;
	uint32_t *best; /* of each element: its passage with the highest score */
	int64_t *id;    /* of the elements, sorted; */
	uint32_t *of;   /* and which these are */
	pair *v;
	size_t n;
} adjoining;

static lu_code join(adjoining *x, uint32_t a, uint32_t b, lu_err *e)
{
	pair *v = lu_arena_grow(&x->g->scratch, x->v, x->n, sizeof *v);

	if (!v) return lu_nomem(e);
	x->v = v;
	v[x->n++] = (pair){ a, b };
	return LU_OK;
}

/* ---- in the file ---- */

typedef struct spot {
	uint32_t element, first, passage;
	int64_t file;
} spot;

static int by_spot(const void *a, const void *b)
{
	const spot *x = a, *y = b;

	if (x->file != y->file) return x->file < y->file ? -1 : 1;
	if (x->first != y->first) return x->first < y->first ? -1 : 1;
	if (x->element != y->element) return x->element < y->element ? -1 : 1;
	return (x->passage > y->passage) - (x->passage < y->passage);
}

static lu_code join_in_files(adjoining *x, lu_err *e)
{
	const lu__gathered *out = x->g->out;
	spot *v = lu_arena_calloc(&x->g->scratch, out->in.n, sizeof *v);
	lu_code rc = LU_OK;

	if (!v) return lu_nomem(e);
	for (uint32_t i = 0; i < out->in.n; i++) {
		const lu__lazy_where *w = &out->where[i];

		v[i] = (spot){ w->element, w->first, i, out->element[w->element].el.file };
	}
	if (out->in.n) qsort(v, out->in.n, sizeof *v, by_spot);
	for (size_t i = 1; i < out->in.n && !rc; i++) {
		if (v[i].file != v[i - 1].file) continue;
		rc = join(x, v[i - 1].passage, v[i].passage, e);
		if (!rc) rc = join(x, v[i].passage, v[i - 1].passage, e);
	}
	return rc;
}

/* ---- along edges ---- */

static bool find(const adjoining *x, int64_t id, uint32_t *out)
{
	const int64_t *at = bsearch(&id, x->id, x->g->out->n_element, sizeof *x->id, lu_int64_order);

	if (at) *out = x->of[at - x->id];
	return at && x->best[*out] != UINT32_MAX;
}

static lu_code on_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	adjoining *x = ctx;
	uint32_t a, b;
	lu_code rc;

	if (r->grade == LU_GRADE_UNRESOLVED || r->src == r->dst || !find(x, r->src, &a) || !find(x, r->dst, &b))
		return LU_OK;
	rc = join(x, x->best[a], x->best[b], e);
	return rc ? rc : join(x, x->best[b], x->best[a], e);
}

typedef struct keyed {
	int64_t id;
	uint32_t of;
} keyed;

static lu_code sort_ids(adjoining *x, lu_err *e)
{
	const lu__gathered *out = x->g->out;
	keyed *v = lu_arena_calloc(&x->g->scratch, out->n_element, sizeof *v);

	x->id = lu_arena_calloc(&x->g->scratch, out->n_element, sizeof *x->id);
	x->of = lu_arena_calloc(&x->g->scratch, out->n_element, sizeof *x->of);
	x->best = lu_arena_calloc(&x->g->scratch, out->n_element, sizeof *x->best);
	if (!v || !x->id || !x->of || !x->best) return lu_nomem(e);
	for (uint32_t i = 0; i < out->n_element; i++) {
		v[i] = (keyed){ out->element[i].el.id, i };
		x->best[i] = UINT32_MAX;
	}
	if (out->n_element) qsort(v, out->n_element, sizeof *v, lu_int64_order);
	for (size_t i = 0; i < out->n_element; i++) {
		x->id[i] = v[i].id;
		x->of[i] = v[i].of;
	}
	for (uint32_t i = (uint32_t)out->in.n; i-- > 0;) x->best[out->where[i].element] = i;
	return LU_OK;
}

/* The edges of a file are read once for all of its elements, which stand together. */
static lu_code join_along_edges(adjoining *x, lu_err *e)
{
	const lu__gathered *out = x->g->out;
	lu_code rc = sort_ids(x, e);

	for (size_t i = 0, end; i < out->n_element && !rc; i = end) {
		int64_t *of;
		size_t n = 0;

		for (end = i + 1; end < out->n_element && out->element[end].el.file == out->element[i].el.file;) end++;
		if (!(of = lu_arena_calloc(&x->g->scratch, end - i, sizeof *of))) return lu_nomem(e);
		for (size_t k = i; k < end; k++) of[n++] = out->element[k].el.id;
		qsort(of, n, sizeof *of, lu_int64_order);
		rc = lu_store_file_edges(x->g->store, out->element[i].el.file, of, n, on_edge, x, e);
	}
	return rc;
}

/* ---- all of them ---- */

static int by_ends(const void *a, const void *b)
{
	const pair *x = a, *y = b;

	if (x->a != y->a) return x->a < y->a ? -1 : 1;
	return (x->b > y->b) - (x->b < y->b);
}

lu_code lu__find_adjoining(lu__gathering *g, lu_err *e)
{
	adjoining x = { .g = g };
	lu__lazy_input *in = &g->out->in;
	uint32_t *from = lu_arena_calloc(&g->out->arena, in->n + 1, sizeof *from), *near, n = 0;
	lu_code rc = from ? join_in_files(&x, e) : lu_nomem(e);

	if (!rc) rc = join_along_edges(&x, e);
	if (rc) return rc;
	if (x.n) qsort(x.v, x.n, sizeof *x.v, by_ends);
	if (!(near = lu_arena_calloc(&g->out->arena, x.n, sizeof *near))) return lu_nomem(e);
	for (size_t i = 0, at = 0; i < in->n; i++) {
		from[i] = n;
		for (; at < x.n && x.v[at].a == i; at++)
			if (n - from[i] < ALONG_EDGES + 2 && (n == from[i] || near[n - 1] != x.v[at].b))
				near[n++] = x.v[at].b;
	}
	from[in->n] = n;
	in->near_from = from;
	in->near = near;
	return LU_OK;
}
