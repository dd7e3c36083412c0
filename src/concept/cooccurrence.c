/* SPDX-License-Identifier: MIT
 * Which concepts stand together, and how much more often than chance has it. */
#include <math.h>
#include <stdlib.h>

#include "concept/concept.h"
#include "core/sorting.h"
#include "lucus/map.h"

/* Concepts of one window that are joined with each other; a window of prose has far fewer. */
#define LONGEST 256

/* A way to write a concept, with how often it is written so. */
struct surface {
	lu_str text;
	uint32_t node, count;
};

struct lu_concept_net {
	lu_arena a;
	lu_map by_key, by_surface;
	lu_str *key; /* of each node */
	lu_concept_node *node;
	uint32_t *last; /* of each node, the window that has it last */
	size_t n;
	struct surface *surface;
	size_t n_surface;
	uint32_t *in; /* the nodes of all windows, one after the other */
	size_t n_in;
	uint32_t *at; /* where each window begins in `in` */
	size_t windows;
};

lu_code lu_concept_net_new(lu_concept_net **out, lu_err *e)
{
	return (*out = calloc(1, sizeof **out)) ? LU_OK : lu_nomem(e);
}

void lu_concept_net_free(lu_concept_net *g)
{
	if (!g) return;
	lu_map_free(&g->by_key);
	lu_map_free(&g->by_surface);
	free(g->key);
	free(g->node);
	free(g->last);
	free(g->surface);
	free(g->in);
	free(g->at);
	lu_arena_free(&g->a);
	free(g);
}

/* Room for one more in an array of `n`: it doubles at powers of two. NULL: memory is out, and the old one stays. */
static void *grow(void *v, size_t n, size_t size)
{
	if (v && n & (n - 1)) return v;
	if (v && n < 64) return v;
	return realloc(v, (n < 64 ? 64 : 2 * n) * size);
}

#define GROW(v, n) ((grown = grow(v, n, sizeof *(v))) ? ((v) = grown, true) : false)

lu_code lu_concept_net_window(lu_concept_net *g, lu_err *e)
{
	void *grown;

	if (!GROW(g->at, g->windows)) return lu_nomem(e);
	g->at[g->windows++] = (uint32_t)g->n_in;
	return LU_OK;
}

/* ---- nodes ---- */

static lu_code node_of(lu_concept_net *g, lu_str key, uint32_t *out, lu_err *e)
{
	uint64_t hash = lu_digest64(key, 0), *slot;
	void *grown;

	if (!lu_map_reserve(&g->by_key, NULL, g->n + 1)) return lu_nomem(e);
	slot = lu_map_slot(&g->by_key, hash, lu_map_str, g->key, &key);
	if (!*slot) {
		if (!GROW(g->key, g->n) || !GROW(g->node, g->n) || !GROW(g->last, g->n)) return lu_nomem(e);
		if (!(g->key[g->n] = lu_arena_dup(&g->a, key)).s) return lu_nomem(e);
		g->node[g->n] = (lu_concept_node){ .key = g->key[g->n] };
		g->last[g->n] = 0;
		lu_map_set(&g->by_key, slot, hash, (uint32_t)g->n++);
	}
	*out = lu_map_number(slot);
	return LU_OK;
}

static bool same_surface(const void *keys, uint32_t i, const void *key)
{
	const struct surface *x = (const struct surface *)keys + i, *y = key;

	return x->node == y->node && lu_str_eq(x->text, y->text);
}

static lu_code count_surface(lu_concept_net *g, uint32_t node, lu_str text, uint32_t count, lu_err *e)
{
	struct surface x = { text, node, 0 };
	uint64_t hash = lu_digest64(text, node), *slot;
	void *grown;

	if (!lu_map_reserve(&g->by_surface, NULL, g->n_surface + 1)) return lu_nomem(e);
	slot = lu_map_slot(&g->by_surface, hash, same_surface, g->surface, &x);
	if (!*slot) {
		if (!GROW(g->surface, g->n_surface)) return lu_nomem(e);
		if (!(x.text = lu_arena_dup(&g->a, text)).s) return lu_nomem(e);
		g->surface[g->n_surface] = x;
		lu_map_set(&g->by_surface, slot, hash, (uint32_t)g->n_surface++);
	}
	g->surface[lu_map_number(slot)].count += count;
	return LU_OK;
}

lu_code lu_concept_net_add(lu_concept_net *g, lu_str key, lu_str surface, uint32_t count, uint32_t *number, lu_err *e)
{
	uint32_t at = 0;
	lu_code rc = node_of(g, key, &at, e);

	if (!rc) rc = lu_concept_net_again(g, at, surface, count, e);
	if (!rc && number) *number = at;
	return rc;
}

uint32_t lu_concept_net_find(const lu_concept_net *g, lu_str key)
{
	uint32_t at = lu_map_find(&g->by_key, lu_digest64(key, 0), lu_map_str, g->key, &key);

	return at == LU_MAP_NONE ? UINT32_MAX : at;
}

lu_code lu_concept_net_again(lu_concept_net *g, uint32_t at, lu_str surface, uint32_t count, lu_err *e)
{
	void *grown;
	lu_code rc = count_surface(g, at, surface, count, e);

	if (rc) return rc;
	if (g->last[at] != g->windows) {
		if (!GROW(g->in, g->n_in)) return lu_nomem(e);
		g->in[g->n_in++] = at;
		g->last[at] = (uint32_t)g->windows;
		g->node[at].windows++;
	}
	g->node[at].frequency += count;
	return LU_OK;
}

/* ---- the graph ---- */

double lu_npmi(uint32_t n_x, uint32_t n_y, uint32_t n_xy, uint32_t n)
{
	double p = (double)n_xy / n;

	if (n_xy == n) return 1;
	return log(p * n / n_x * n / n_y) / -log(p);
}

lu_concept_prune lu_concept_prune_defaults(void)
{
	return (lu_concept_prune){ .frequency = 2, .weight = 2, .degree = 2, .degree_sd = 3 };
}

struct graph {
	const lu_concept_net *g;
	const lu_concept_prune *o;
	lu_concept_node *node;
	lu_concept_edge *edge;
	size_t n_edge;
	lu_arena *a;
};

static void pick_surfaces(struct graph *x)
{
	const lu_concept_net *g = x->g;
	uint32_t *count = NULL;

	/* frequency of the surface that was picked so far, in the place of the degree */
	for (size_t i = 0; i < g->n; i++) x->node[i].degree = 0;
	for (size_t i = 0; i < g->n_surface; i++) {
		const struct surface *s = &g->surface[i];
		lu_concept_node *n = &x->node[s->node];

		count = &n->degree;
		if (s->count < *count || (s->count == *count && lu_str_cmp(s->text, n->surface) > 0)) continue;
		*count = s->count;
		n->surface = s->text;
	}
	for (size_t i = 0; i < g->n; i++) x->node[i].degree = 0;
}

/* The pairs of kept nodes of all windows, or their number. */
static size_t make_pairs(const struct graph *x, uint64_t *out)
{
	const lu_concept_net *g = x->g;
	size_t n = 0;

	for (size_t w = 0; w < g->windows; w++) {
		size_t end = w + 1 < g->windows ? g->at[w + 1] : g->n_in, k = 0;
		uint32_t in[LONGEST];

		for (size_t i = g->at[w]; i < end && k < LONGEST; i++)
			if (x->node[g->in[i]].kept) in[k++] = g->in[i];
		if (!out) {
			n += k * (k - (k > 0)) / 2;
			continue;
		}
		for (size_t i = 0; i < k; i++)
			for (size_t j = i + 1; j < k; j++)
				out[n++] =
					in[i] < in[j] ? (uint64_t)in[i] << 32 | in[j] : (uint64_t)in[j] << 32 | in[i];
	}
	return n;
}

static lu_code count_pairs(struct graph *x, lu_err *e)
{
	size_t n = make_pairs(x, NULL), distinct = 0;
	uint64_t *pair = lu_large((n + 1) * sizeof *pair);

	if (!pair) return lu_nomem(e);
	make_pairs(x, pair);
	qsort(pair, n, sizeof *pair, lu_uint64_order);
	for (size_t i = 0, k; i < n; i = k) {
		for (k = i + 1; k < n && pair[k] == pair[i];) k++;
		distinct += k - i >= x->o->weight;
	}
	x->edge = lu_arena_calloc(x->a, distinct + 1, sizeof *x->edge);
	for (size_t i = 0, k; i < n && x->edge; i = k) {
		uint32_t a = (uint32_t)(pair[i] >> 32), b = (uint32_t)pair[i];

		for (k = i + 1; k < n && pair[k] == pair[i];) k++;
		if (k - i < x->o->weight) continue;
		x->edge[x->n_edge++] = (lu_concept_edge){ a, b, (uint32_t)(k - i),
							  (float)lu_npmi(x->node[a].windows, x->node[b].windows,
									 (uint32_t)(k - i), (uint32_t)x->g->windows) };
	}
	free(pair);
	return x->edge ? LU_OK : lu_nomem(e);
}

static int by_value(const void *px, const void *py)
{
	float x = *(const float *)px, y = *(const float *)py;

	return (x > y) - (x < y);
}

static lu_code cut_percentile(struct graph *x, lu_err *e)
{
	float *v, least;
	size_t n = 0;

	if (x->o->percentile <= 0 || !x->n_edge) return LU_OK;
	if (!(v = malloc(x->n_edge * sizeof *v))) return lu_nomem(e);
	for (size_t i = 0; i < x->n_edge; i++) v[i] = x->edge[i].npmi;
	qsort(v, x->n_edge, sizeof *v, by_value);
	least = v[(size_t)((double)(x->n_edge - 1) * x->o->percentile / 100)];
	free(v);
	for (size_t i = 0; i < x->n_edge; i++)
		if (x->edge[i].npmi >= least) x->edge[n++] = x->edge[i];
	x->n_edge = n;
	return LU_OK;
}

/* Count degrees over the edges between kept nodes; the other edges go. */
static void count_degrees(struct graph *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->g->n; i++)
		if (!x->node[i].hub) x->node[i].degree = 0;
	for (size_t i = 0; i < x->n_edge; i++) {
		lu_concept_edge g = x->edge[i];

		if (!x->node[g.a].kept || !x->node[g.b].kept) continue;
		x->node[g.a].degree++;
		x->node[g.b].degree++;
		x->edge[n++] = g;
	}
	x->n_edge = n;
}

/* Mean and standard deviation are of the nodes that have edges. */
static void drop_hubs(struct graph *x)
{
	double n = 0, sum = 0, squares = 0, mean, sd;

	if (x->o->degree_sd <= 0) return;
	for (size_t i = 0; i < x->g->n; i++) {
		double d = x->node[i].degree;

		if (!x->node[i].kept || !x->node[i].degree) continue;
		n++;
		sum += d;
		squares += d * d;
	}
	mean = n > 0 ? sum / n : 0;
	sd = n > 0 ? sqrt(fmax(squares / n - mean * mean, 0)) : 0;
	for (size_t i = 0; i < x->g->n && sd > 0; i++) {
		lu_concept_node *node = &x->node[i];

		if (!node->kept || node->degree <= mean + x->o->degree_sd * sd || i + 1 == x->o->spare) continue;
		node->kept = false;
		node->hub = true;
	}
	count_degrees(x);
}

lu_code lu_concept_net_graph(const lu_concept_net *g, const lu_concept_prune *o, lu_arena *a, lu_concept_graph *out,
			     lu_err *e)
{
	struct graph x = { .g = g, .o = o, .a = a };
	size_t kept = 0;
	lu_code rc;

	if (!(x.node = lu_arena_calloc(a, g->n + 1, sizeof *x.node))) return lu_nomem(e);
	if (g->n) memcpy(x.node, g->node, g->n * sizeof *x.node);
	pick_surfaces(&x);
	for (size_t i = 0; i < g->n; i++) {
		lu_concept_node *n = &x.node[i];

		n->kept = n->frequency >= o->frequency || i + 1 == o->spare;
		n->key = lu_arena_dup(a, n->key);
		n->surface = lu_arena_dup(a, n->surface);
		if (!n->key.s || !n->surface.s) return lu_nomem(e);
	}
	rc = count_pairs(&x, e);
	if (!rc) rc = cut_percentile(&x, e);
	if (rc) return rc;
	count_degrees(&x);
	drop_hubs(&x);
	for (size_t i = 0; i < g->n; i++) x.node[i].kept &= x.node[i].degree >= o->degree || i + 1 == o->spare;
	count_degrees(&x);
	for (size_t i = 0; i < g->n; i++) kept += x.node[i].kept;
	*out = (lu_concept_graph){ x.node, g->n, kept, x.edge, x.n_edge, (uint32_t)g->windows };
	return LU_OK;
}
