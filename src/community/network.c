/* SPDX-License-Identifier: MIT */
#include "community/community.h"

#include <string.h>

#include "lucus/err.h"

/* One half of each tie at each of its ends, by two passes of counting: first by the far end, then by the near one,
 * which leaves the far ends in order. */
struct halves {
	uint32_t *far, *near;
	uint32_t *weight;
	size_t n;
};

static lu_code check_ties(const lu_tie *tie, size_t n_tie, uint32_t n, size_t *halves, lu_err *e)
{
	for (size_t i = 0; i < n_tie; i++) {
		if (tie[i].a >= n || tie[i].b >= n)
			return lu_fail(e, LU_EUSAGE, "a tie names a node that is not there");
		if (tie[i].weight && tie[i].a != tie[i].b) *halves += 2;
	}
	return LU_OK;
}

static void put_half(struct halves *h, size_t at, uint32_t near, uint32_t far, uint32_t weight)
{
	h->near[at] = near;
	h->far[at] = far;
	h->weight[at] = weight;
}

/* `first` has room for n + 1 and is cleared. */
static void sort_by_far(const lu_tie *tie, size_t n_tie, uint32_t n, size_t *first, struct halves *h)
{
	for (size_t i = 0; i < n_tie; i++) {
		if (!tie[i].weight || tie[i].a == tie[i].b) continue;
		first[tie[i].a + 1]++;
		first[tie[i].b + 1]++;
	}
	for (uint32_t v = 0; v < n; v++) first[v + 1] += first[v];
	for (size_t i = 0; i < n_tie; i++) {
		if (!tie[i].weight || tie[i].a == tie[i].b) continue;
		put_half(h, first[tie[i].a]++, tie[i].b, tie[i].a, tie[i].weight);
		put_half(h, first[tie[i].b]++, tie[i].a, tie[i].b, tie[i].weight);
	}
	/* each count has moved on to the next row: both passes need the same ones */
	memmove(first + 1, first, n * sizeof *first);
	first[0] = 0;
}

/* The rows, with equal far ends side by side; `next` is a copy of their beginnings. */
static void sort_by_near(const struct halves *h, size_t *next, lu_network *g)
{
	for (size_t i = 0; i < h->n; i++) {
		size_t at = next[h->near[i]]++;

		g->to[at] = h->far[i];
		g->weight[at] = h->weight[i];
	}
}

/* Ties of the same two nodes become one. */
static void add_up(lu_network *g)
{
	size_t k = 0, from = 0;

	for (uint32_t v = 0; v < g->n; v++) {
		size_t to = g->first[v + 1], row = k;

		for (size_t i = from; i < to; i++) {
			g->strength[v] += g->weight[i];
			if (k > row && g->to[k - 1] == g->to[i]) {
				g->weight[k - 1] += g->weight[i];
				continue;
			}
			g->to[k] = g->to[i];
			g->weight[k++] = g->weight[i];
		}
		from = to;
		g->first[v + 1] = k;
	}
}

lu_code lu_network_make(const lu_tie *tie, size_t n_tie, uint32_t n, lu_arena *a, lu_network *out, lu_err *e)
{
	lu_network g = { .n = n };
	struct halves h = { .n = 0 };
	lu_arena work = { 0 };
	size_t *next;
	lu_code rc = check_ties(tie, n_tie, n, &h.n, e);

	if (rc) return rc;
	g.first = lu_arena_calloc(a, (size_t)n + 1, sizeof *g.first);
	g.to = lu_arena_calloc(a, h.n, sizeof *g.to);
	g.weight = lu_arena_calloc(a, h.n, sizeof *g.weight);
	g.strength = lu_arena_calloc(a, n, sizeof *g.strength);
	h.far = lu_arena_calloc(&work, h.n, sizeof *h.far);
	h.near = lu_arena_calloc(&work, h.n, sizeof *h.near);
	h.weight = lu_arena_calloc(&work, h.n, sizeof *h.weight);
	next = lu_arena_calloc(&work, (size_t)n + 1, sizeof *next);
	if (!g.first || !g.to || !g.weight || !g.strength || !h.far || !h.near || !h.weight || !next) {
		lu_arena_free(&work);
		return lu_nomem(e);
	}
	sort_by_far(tie, n_tie, n, g.first, &h);
	memcpy(next, g.first, ((size_t)n + 1) * sizeof *next);
	sort_by_near(&h, next, &g);
	lu_arena_free(&work);
	add_up(&g);
	for (size_t i = 0; i < n_tie; i++)
		if (tie[i].a == tie[i].b) g.strength[tie[i].a] += 2 * (uint64_t)tie[i].weight;
	for (uint32_t v = 0; v < n; v++) g.total += g.strength[v];
	*out = g;
	return LU_OK;
}

double lu_modularity(const lu_network *g, const uint32_t *part, double resolution)
{
	lu_arena a = { 0 };
	double *strength = lu_arena_calloc(&a, g->n, sizeof *strength);
	double inside = 0, chance = 0, total = (double)g->total;

	if (!strength || !g->total) {
		lu_arena_free(&a);
		return 0;
	}
	for (uint32_t v = 0; v < g->n; v++) {
		uint64_t others = 0; /* its ties to other communities */

		for (size_t i = g->first[v], end = g->first[v + 1]; i < end; i++)
			others += g->weight[i] & -(uint64_t)(part[g->to[i]] != part[v]);
		inside += (double)(g->strength[v] - others);
		strength[part[v]] += (double)g->strength[v];
	}
	for (uint32_t c = 0; c < g->n; c++) chance += strength[c] / total * (strength[c] / total);
	lu_arena_free(&a);
	return inside / total - resolution * chance;
}
