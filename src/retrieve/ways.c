/* SPDX-License-Identifier: MIT
 * The shortest ways of a walk that was made against the edges. */
#include <stdlib.h>

#include "lucus/relate.h"

static int by_grade(const void *px, const void *py)
{
	const lu_step *x = *(const lu_step *const *)px, *y = *(const lu_step *const *)py;

	if (x->weakest != y->weakest) return x->weakest < y->weakest ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* The edges of shortest ways by the node that they lead to (which is where they really begin), and the number of
 * ways from each node. */
struct ways {
	const lu_trace *w;
	const lu_step **edge;
	size_t *first; /* n_node + 1 */
	int64_t *count;
};

static bool shortest(const lu_trace *w, const lu_step *g)
{
	return g->to != SIZE_MAX && w->node[g->to].depth == w->node[g->from].depth + 1;
}

static lu_code index_ways(struct ways *s, lu_arena *a, lu_err *e)
{
	const lu_trace *w = s->w;
	size_t *fill = lu_arena_calloc(a, w->n_node + 2, sizeof *fill);

	s->edge = lu_arena_calloc(a, w->n_edge + 1, sizeof *s->edge);
	s->count = lu_arena_calloc(a, w->n_node + 1, sizeof *s->count);
	if (!fill || !s->edge || !s->count) return lu_nomem(e);
	for (size_t i = 0; i < w->n_edge; i++)
		if (shortest(w, &w->edge[i])) fill[w->edge[i].to + 2]++;
	for (size_t i = 2; i < w->n_node + 2; i++) fill[i] += fill[i - 1];
	for (size_t i = 0; i < w->n_edge; i++)
		if (shortest(w, &w->edge[i])) s->edge[fill[w->edge[i].to + 1]++] = &w->edge[i];
	s->first = fill;
	for (size_t i = 0; i < w->n_node; i++) {
		size_t n = fill[i + 1] - fill[i];

		if (n) qsort(s->edge + fill[i], n, sizeof *s->edge, by_grade);
		s->count[i] = i < w->n_begin;
		for (size_t k = fill[i]; k < fill[i + 1]; k++) {
			int64_t c = s->count[s->edge[k]->from];

			s->count[i] = c > INT64_MAX - s->count[i] ? INT64_MAX : s->count[i] + c;
		}
	}
	return LU_OK;
}

/* The next way from where `at` is: at[i] is the place in s->edge of its edge i. False: there is none. */
static bool next_way(const struct ways *s, size_t *at, size_t n)
{
	for (size_t i = n; i-- > 0;) {
		if (at[i] + 1 == s->first[s->edge[at[i]]->to + 1]) continue;
		at[i]++;
		for (size_t k = i + 1; k < n; k++) at[k] = s->first[s->edge[at[k - 1]]->from];
		return true;
	}
	return false;
}

static lu_code ways_from(const struct ways *s, size_t node, uint32_t hops, size_t max, lu_arena *a, lu_way **out,
			 size_t *n, lu_err *e)
{
	size_t *at = lu_arena_calloc(a, hops + 1, sizeof *at);
	bool more = true;

	if (!at) return lu_nomem(e);
	for (size_t i = 0; i < hops; i++) at[i] = s->first[i ? s->edge[at[i - 1]]->from : node];
	while (more && *n < max) {
		lu_way *v = lu_arena_grow(a, *out, *n, sizeof *v);
		size_t *edge = lu_arena_calloc(a, hops + 1, sizeof *edge);

		if (!v || !edge) return lu_nomem(e);
		*out = v;
		for (size_t i = 0; i < hops; i++) edge[i] = (size_t)(s->edge[at[i]] - s->w->edge);
		v[(*n)++] = (lu_way){ edge, hops, node };
		more = next_way(s, at, hops);
	}
	return LU_OK;
}

lu_code lu_trace_ways(const lu_trace *w, size_t max, lu_arena *a, lu_way **out, size_t *n, int64_t *total,
		      uint32_t *hops, lu_err *e)
{
	struct ways s = { .w = w };
	lu_code rc = index_ways(&s, a, e);

	if (rc) return rc;
	*out = NULL;
	*n = 0;
	*total = 0;
	*hops = 0;
	for (size_t i = 0; i < w->n_node && !rc; i++) {
		if (*total && w->node[i].depth > *hops) break;
		if (!w->node[i].goal) continue;
		*hops = w->node[i].depth;
		*total = s.count[i] > INT64_MAX - *total ? INT64_MAX : *total + s.count[i];
		rc = ways_from(&s, i, *hops, max, a, out, n, e);
	}
	return rc;
}
