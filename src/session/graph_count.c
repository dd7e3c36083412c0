/* SPDX-License-Identifier: MIT
 * Which edges of a walk belong to the answer, and what they come to. */
#include <stdlib.h>

#include "session/graph.h"
#include "core/sorting.h"

/* ---- what belongs to it ---- */

/* Mark in `keep` the edges that belong to the answer: of a walk along calls to tests those that are tests, and those
 * that lead to them. */
static lu_code mark_edges(const lu_trace *w, bool tests, lu_arena *a, bool **out, lu_err *e)
{
	bool *leads = lu_arena_calloc(a, w->n_node + 1, sizeof *leads);
	bool *keep = lu_arena_calloc(a, w->n_edge + 1, sizeof *keep);

	if (!leads || !keep) return lu_nomem(e);
	for (size_t i = w->n_edge; i-- > 0;) {
		const lu_step *g = &w->edge[i];

		keep[i] = !tests || g->kind == LU_EDGE_TESTS || (g->opens && leads[g->to]);
		if (keep[i]) leads[g->from] = true;
	}
	*out = keep;
	return LU_OK;
}

/* Of a walk to tests a part is left out, and with it may be the edge that opened a node: the first edge to it that is
 * kept does instead. *n: distinct elements that are tests. */
static lu_code open_tests(lu_trace *w, const bool *keep, lu_arena *a, size_t *n, lu_err *e)
{
	bool *open = lu_arena_calloc(a, w->n_node + 1, sizeof *open);
	bool *test = lu_arena_calloc(a, w->n_node + 1, sizeof *test);

	if (!open || !test) return lu_nomem(e);
	for (size_t i = 0; i < w->n_edge; i++) {
		lu_step *g = &w->edge[i];

		if (!keep[i] || g->to == SIZE_MAX) continue;
		g->opens = !open[g->to];
		open[g->to] = true;
		*n += g->kind == LU_EDGE_TESTS && !test[g->to];
		test[g->to] |= g->kind == LU_EDGE_TESTS;
	}
	return LU_OK;
}

/* Show the first edges of those that belong to the answer, so that what leads to an edge is shown before it: `leading` of those that
 * lead somewhere, `stray` of the others. */
static void show_first(lu_graph_answer *q, size_t leading, size_t stray)
{
	for (size_t k = 0; k < q->n_walk; k++) {
		for (size_t i = 0; i < q->walk[k].n_edge; i++) {
			size_t *room = q->walk[k].edge[i].to == SIZE_MAX ? &stray : &leading;

			q->show[k][i] = q->show[k][i] && *room;
			*room -= q->show[k][i];
			q->shown += q->show[k][i];
		}
	}
}

/* Count the edges that belong to the answer, and choose those that are shown. */
lu_code lu__graph_count(lu_graph_answer *q, bool tests, size_t limit, lu_arena *a, lu_err *e)
{
	size_t leading = 0;

	for (size_t k = 0; k < q->n_walk; k++) {
		lu_trace *w = &q->walk[k];
		lu_code rc = mark_edges(w, tests, a, &q->show[k], e);

		if (!rc && tests) rc = open_tests(w, q->show[k], a, &q->elements, e);
		if (rc) return rc;
		for (size_t i = 0; i < w->n_edge; i++) {
			const lu_step *g = &w->edge[i];

			if (!q->show[k][i]) continue;
			q->edges++;
			q->grades[g->grade]++;
			q->elements += !tests && g->opens;
			leading += g->to != SIZE_MAX;
		}
	}
	if (leading > limit) leading = limit;
	show_first(q, leading, limit - leading);
	return LU_OK;
}

/* ---- what it comes to ---- */

void lu_graph_ends(const lu_trace *w, const lu_step *g, const lu_brief **src, const lu_brief **dst)
{
	const lu_brief *from = &w->node[g->from].el, *to = g->to == SIZE_MAX ? NULL : &w->node[g->to].el;

	*src = w->in ? to : from;
	*dst = w->in ? from : to;
}

uint32_t lu_graph_depth(const lu_graph_answer *q)
{
	uint32_t most = 0;

	for (size_t k = 0; k < q->n_walk; k++)
		if (q->walk[k].n_node && q->walk[k].node[q->walk[k].n_node - 1].depth > most)
			most = q->walk[k].node[q->walk[k].n_node - 1].depth;
	return most;
}

size_t lu_graph_at_depth(const lu_graph_answer *q, uint32_t depth)
{
	size_t n = 0;

	for (size_t k = 0; k < q->n_walk; k++)
		for (size_t i = 0; i < q->walk[k].n_node; i++) n += q->walk[k].node[i].depth == depth;
	return n;
}

static int by_count(const void *px, const void *py)
{
	const lu_file_count *x = px, *y = py;

	if (x->n != y->n) return x->n > y->n ? -1 : 1;
	return lu_str_cmp(x->path, y->path);
}

lu_code lu_graph_files(const lu_graph_answer *q, lu_arena *a, lu_file_count **out, size_t *n, lu_err *e)
{
	const lu_trace *w = &q->walk[0];
	lu_str *path = lu_arena_calloc(a, w->n_node + 1, sizeof *path);
	lu_file_count *v = lu_arena_calloc(a, w->n_node + 1, sizeof *v);
	size_t k = 0, paths = 0;

	if (!path || !v) return lu_nomem(e);
	for (size_t i = w->n_begin; i < w->n_node; i++) path[paths++] = w->node[i].el.path;
	if (paths) qsort(path, paths, sizeof *path, lu_str_order);
	for (size_t i = 0; i < paths; i++) {
		if (!k || !lu_str_eq(v[k - 1].path, path[i])) v[k++].path = path[i];
		v[k - 1].n++;
	}
	if (k) qsort(v, k, sizeof *v, by_count);
	*out = v;
	*n = k;
	return LU_OK;
}
