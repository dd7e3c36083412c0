/* SPDX-License-Identifier: MIT
 * From one partition to a tree: each community that is too large is parted as a network of its own. */
#include "community/community.h"

#include <string.h>

#include "lucus/err.h"
#include "lucus/map.h"

#define SHARPEN 32 /* times the resolution, at which what did not part is tried last */

struct split {
	const lu_network *g;
	const lu_split_options *o;
	uint32_t *local; /* of a node: its number in the set that is parted; UINT32_MAX: it is not in it */
	lu_hierarchy out;
	size_t next_known; /* after an edit most networks are known, in the same order */
	lu_arena *a;
};

static uint64_t size_of(const struct split *s, uint32_t node)
{
	return s->o->size ? s->o->size[node] : 1;
}

static bool is_small(const struct split *s, const uint32_t *node, uint32_t n)
{
	uint64_t size = 0;

	for (uint32_t i = 0; i < n; i++) size += size_of(s, node[i]);
	return n <= 1 || n <= s->o->nodes_max || size <= s->o->size_max;
}

/* What is between the nodes of a set. */
static lu_code induce(const struct split *s, const uint32_t *node, uint32_t n, lu_arena *a, lu_network *out, lu_err *e)
{
	lu_network g = { .n = n };
	size_t most = 0, k = 0;

	for (uint32_t i = 0; i < n; i++) {
		s->local[node[i]] = i;
		most += s->g->first[node[i] + 1] - s->g->first[node[i]];
	}
	g.first = lu_arena_calloc(a, (size_t)n + 1, sizeof *g.first);
	g.to = lu_arena_alloc(a, most * sizeof *g.to);
	g.weight = lu_arena_alloc(a, most * sizeof *g.weight);
	g.strength = lu_arena_calloc(a, n, sizeof *g.strength);
	for (uint32_t i = 0; i < n && g.first && g.to && g.weight && g.strength; i++) {
		for (size_t x = s->g->first[node[i]]; x < s->g->first[node[i] + 1]; x++) {
			uint32_t u = s->local[s->g->to[x]];

			if (u == UINT32_MAX) continue;
			g.to[k] = u;
			g.weight[k++] = s->g->weight[x];
			g.strength[i] += s->g->weight[x];
		}
		g.first[i + 1] = k;
		g.total += g.strength[i];
	}
	for (uint32_t i = 0; i < n; i++) s->local[node[i]] = UINT32_MAX;
	if (!g.first || !g.to || !g.weight || !g.strength) return lu_nomem(e);
	*out = g;
	return LU_OK;
}

/* Runs of nodes in their order, each as long as it may be. */
static uint32_t cut(const struct split *s, const uint32_t *node, uint32_t n, uint32_t *part)
{
	uint64_t size = 0;
	uint32_t k = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint64_t more = size_of(s, node[i]);

		if (i && size + more > s->o->size_max) {
			k++;
			size = 0;
		}
		size += more;
		part[i] = k;
	}
	return k + 1;
}

/* Nodes without ties become one community. Gives how many communities there are. */
static uint32_t join_loose(const lu_network *g, uint32_t *part, uint32_t n_part, uint32_t *to)
{
	uint32_t loose = UINT32_MAX, k = 0;

	for (uint32_t c = 0; c < n_part; c++) to[c] = UINT32_MAX;
	for (uint32_t v = 0; v < g->n; v++) {
		if (g->first[v] == g->first[v + 1]) {
			if (loose == UINT32_MAX) loose = part[v];
			part[v] = loose;
		}
		if (to[part[v]] == UINT32_MAX) to[part[v]] = k++;
		part[v] = to[part[v]];
	}
	return k;
}

/* ---- what was parted before ---- */

static uint64_t digest_of(const lu_network *g, double resolution)
{
	uint64_t x;

	memcpy(&x, &resolution, sizeof x);
	x = lu_map_mix(x + g->n);
	for (uint32_t v = 0; v < g->n; v++) {
		x = lu_map_mix(x + g->strength[v]);
		x = lu_map_mix(x + (g->first[v + 1] - g->first[v]));
		for (size_t k = g->first[v]; k < g->first[v + 1]; k++) {
			x = lu_map_mix(x + g->to[k]);
			x = lu_map_mix(x + g->weight[k]);
		}
	}
	return x;
}

bool lu_parted_is_whole(const lu_parted *p)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->n; i++) {
		if (p->part[i] > n) return false; /* communities are numbered by their lowest nodes */
		n += p->part[i] == n;
	}
	return n == p->n_part;
}

static const lu_parted *find_parted(struct split *s, uint64_t digest, uint32_t n)
{
	for (size_t i = 0; i < s->o->n_known; i++) {
		const lu_parted *p = &s->o->known[s->next_known];

		s->next_known = s->next_known + 1 == s->o->n_known ? 0 : s->next_known + 1;
		if (p->digest == digest && p->n == n) return p;
	}
	return NULL;
}

static lu_code keep_parted(struct split *s, uint64_t digest, uint32_t n, const uint32_t *part, uint32_t n_part,
			   lu_err *e)
{
	lu_parted *v = lu_arena_grow(s->a, s->out.parted, s->out.n_parted, sizeof *v);
	uint32_t *own = lu_arena_alloc(s->a, n * sizeof *own);

	if (!v || !own) return lu_nomem(e);
	if (n) memcpy(own, part, n * sizeof *own);
	s->out.parted = v;
	v[s->out.n_parted++] = (lu_parted){ .digest = digest, .n = n, .n_part = n_part, .part = own };
	return LU_OK;
}

/* lu_leiden(), or what it said of the same before. */
static lu_code part_network(struct split *s, const lu_network *g, double resolution, uint32_t *part, uint32_t *n_part,
			    lu_err *e)
{
	const lu_parted *known;
	uint64_t digest;
	lu_code rc = LU_OK;

	if (!s->o->keep) return lu_leiden(g, resolution, part, n_part, e);
	digest = digest_of(g, resolution);
	known = find_parted(s, digest, g->n);
	if (known) {
		if (g->n) memcpy(part, known->part, g->n * sizeof *part);
		*n_part = known->n_part;
	} else {
		rc = lu_leiden(g, resolution, part, n_part, e);
	}
	return rc ? rc : keep_parted(s, digest, g->n, part, *n_part, e);
}

/* ---- parting ---- */

/* Part a set that is too large; at least two communities come of it. */
static lu_code part_set(struct split *s, const uint32_t *node, uint32_t n, uint32_t level, uint32_t *part,
			uint32_t *n_part, lu_err *e)
{
	lu_arena a = { 0 };
	lu_network g;
	uint32_t *to = lu_arena_calloc(&a, n, sizeof *to);
	lu_code rc = to ? induce(s, node, n, &a, &g, e) : lu_nomem(e);

	*n_part = 1;
	for (int sharp = 1; sharp <= SHARPEN && !rc && *n_part < 2 && level < LU_SPLIT_DEPTH; sharp *= 2) {
		if (!(rc = part_network(s, &g, s->o->resolution * sharp, part, n_part, e)))
			*n_part = join_loose(&g, part, *n_part, to);
	}
	if (!rc && *n_part < 2) *n_part = cut(s, node, n, part);
	lu_arena_free(&a);
	return rc;
}

static lu_code add_branch(struct split *s, lu_branch b, uint32_t *number, lu_err *e)
{
	lu_branch *v = lu_arena_grow(s->a, s->out.v, s->out.n, sizeof *v);

	if (!v) return lu_nomem(e);
	s->out.v = v;
	*number = (uint32_t)s->out.n;
	v[s->out.n++] = b;
	return LU_OK;
}

static lu_code grow(struct split *s, uint32_t from, uint32_t n, uint32_t parent, uint32_t level, lu_err *e);

/* Sort the nodes of a set by community, and go on with each. */
static lu_code grow_parts(struct split *s, uint32_t from, uint32_t n, const uint32_t *part, uint32_t n_part,
			  uint32_t parent, uint32_t level, lu_arena *a, lu_err *e)
{
	uint32_t *begin = lu_arena_calloc(a, (size_t)n_part + 1, sizeof *begin);
	uint32_t *was = lu_arena_calloc(a, n, sizeof *was);
	lu_code rc = begin && was ? LU_OK : lu_nomem(e);

	if (rc) return rc;
	if (n) memcpy(was, s->out.order + from, n * sizeof *was);
	for (uint32_t i = 0; i < n; i++) begin[part[i] + 1]++;
	for (uint32_t c = 0; c < n_part; c++) begin[c + 1] += begin[c];
	for (uint32_t i = 0; i < n; i++) s->out.order[from + begin[part[i]]++] = was[i];
	for (uint32_t c = 0; c < n_part && !rc; c++) {
		uint32_t at = c ? begin[c - 1] : 0;

		rc = grow(s, from + at, begin[c] - at, parent, level, e);
	}
	return rc;
}

/* The communities that a set is parted into; `parent` is the set itself. */
static lu_code grow_below(struct split *s, uint32_t from, uint32_t n, uint32_t parent, uint32_t level, lu_err *e)
{
	lu_arena a = { 0 };
	uint32_t *part = lu_arena_calloc(&a, n, sizeof *part), n_part = 0;
	lu_code rc = part ? part_set(s, s->out.order + from, n, level, part, &n_part, e) : lu_nomem(e);

	if (!rc) rc = grow_parts(s, from, n, part, n_part, parent, level, &a, e);
	lu_arena_free(&a);
	return rc;
}

static lu_code grow(struct split *s, uint32_t from, uint32_t n, uint32_t parent, uint32_t level, lu_err *e)
{
	bool leaf = is_small(s, s->out.order + from, n);
	uint32_t number = 0;
	lu_code rc = add_branch(s, (lu_branch){ .parent = parent, .level = level, .from = from, .n = n, .leaf = leaf },
				&number, e);

	return rc || leaf ? rc : grow_below(s, from, n, number, level + 1, e);
}

lu_code lu_hierarchy_make(const lu_network *g, const lu_split_options *o, lu_arena *a, lu_hierarchy *out, lu_err *e)
{
	struct split s = { .g = g, .o = o, .a = a };
	lu_arena work = { 0 };
	lu_code rc = LU_OK;

	s.local = lu_arena_alloc(&work, g->n * sizeof *s.local);
	s.out.order = lu_arena_calloc(a, g->n, sizeof *s.out.order);
	if (!s.local || !s.out.order) rc = lu_nomem(e);
	for (uint32_t v = 0; v < g->n && !rc; v++) {
		s.local[v] = UINT32_MAX;
		s.out.order[v] = v;
	}
	if (!rc && g->n && is_small(&s, s.out.order, g->n)) rc = grow(&s, 0, g->n, UINT32_MAX, 0, e);
	else if (!rc && g->n) rc = grow_below(&s, 0, g->n, UINT32_MAX, 0, e);
	lu_arena_free(&work);
	if (!rc) *out = s.out;
	return rc;
}
