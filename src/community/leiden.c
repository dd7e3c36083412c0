/* SPDX-License-Identifier: MIT
 * Leiden, as the paper has it (algorithm A.2), but that refinement is greedy. What a community gains by a node v
 * is w(v, community) - resolution k(v) K(community) / 2m, in units of 1 / m of modularity: k and K are strengths. */
#include "community/community.h"

#include <string.h>

#include "lucus/err.h"

#define ROUNDS 5    /* of everything: most networks settle in three */
#define WORTH  .005 /* the last round is one that gains less than this part of the modularity */
/* A gain that is no rounding error: weights are whole numbers. Every move gains more, so that there is an end. */
#define SOME 1e-6

/* A network on its way: at first that of the caller, then of communities. */
struct level {
	lu_network g;
	uint32_t *part;    /* community of each node */
	uint32_t *refined; /* and its community within that */
	uint32_t n_refined;
};

/* What all steps work with; arrays have room for every node. */
struct work {
	double by_chance;  /* of two nodes of strength 1: resolution / 2m */
	uint64_t seed;     /* of the next order */
	uint64_t *sum;     /* strength of each community */
	uint32_t *members; /* its nodes */
	uint64_t *near;    /* weight from the node that is looked at to each community; else 0 */
	uint32_t *touched; /* those with near > 0 */
	uint32_t *order;   /* in which nodes are visited; a queue */
	uint32_t *empty;   /* communities without nodes */
	uint64_t *out;     /* weight from each refined community to the rest of its community */
	bool *waits;       /* in the queue */
	lu_arena a;
};

static bool get_work(struct work *w, uint32_t n)
{
	w->sum = lu_arena_calloc(&w->a, n, sizeof *w->sum);
	w->members = lu_arena_calloc(&w->a, n, sizeof *w->members);
	w->near = lu_arena_calloc(&w->a, n, sizeof *w->near);
	w->touched = lu_arena_calloc(&w->a, n, sizeof *w->touched);
	w->order = lu_arena_calloc(&w->a, n, sizeof *w->order);
	w->empty = lu_arena_calloc(&w->a, n, sizeof *w->empty);
	w->out = lu_arena_calloc(&w->a, n, sizeof *w->out);
	w->waits = lu_arena_calloc(&w->a, n, sizeof *w->waits);
	return w->sum && w->members && w->near && w->touched && w->order && w->empty && w->out && w->waits;
}

/* All nodes in an order that does not follow their numbers: neighbours often have neighbouring ones, and visiting them
 * in a row finds worse communities. */
static void shuffle(struct work *w, uint32_t n)
{
	uint32_t *order = w->order;
	uint64_t x = w->seed += 0x9e3779b97f4a7c15;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t k;

		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		k = (uint32_t)((x >> 32) * ((uint64_t)i + 1) >> 32);
		order[i] = order[k];
		order[k] = i;
	}
}

/* Sums are far below 2^63, and signed numbers are converted in one instruction. */
static double real(uint64_t x)
{
	return (double)(int64_t)x;
}

/* ---- local moving ---- */

/* Number communities by their lowest nodes; gives how many there are. `to` has room for n. */
static uint32_t renumber(uint32_t *part, uint32_t n, uint32_t *to)
{
	uint32_t count = 0;

	for (uint32_t v = 0; v < n; v++) to[v] = UINT32_MAX;
	for (uint32_t v = 0; v < n; v++) {
		if (to[part[v]] == UINT32_MAX) to[part[v]] = count++;
		part[v] = to[part[v]];
	}
	return count;
}

/* Add the weights from v to each community of `part` to w->near, of which `n` are touched; gives how many then are. What is
 * touched for the first time is nothing that a processor foresees: there is no branch for it. */
static uint32_t add_near(struct work *w, const lu_network *g, uint32_t v, const uint32_t *part, uint32_t n)
{
	const uint32_t *to = g->to;
	const uint64_t *weight = g->weight;
	uint32_t *touched = w->touched;
	uint64_t *near = w->near;

	for (size_t i = g->first[v], end = g->first[v + 1]; i < end; i++) {
		uint32_t c = part[to[i]];
		uint64_t had = near[c];

		touched[n] = c;
		n += !had;
		near[c] = had + weight[i];
	}
	return n;
}

/* The same of those neighbours that have the number of v in `within`. */
static uint32_t add_within(struct work *w, const lu_network *g, uint32_t v, const uint32_t *part,
			   const uint32_t *within)
{
	uint32_t n = 0;

	for (size_t i = g->first[v]; i < g->first[v + 1]; i++) {
		uint32_t u = g->to[i], c = part[u];

		if (within[u] != within[v]) continue;
		if (!w->near[c]) w->touched[n++] = c;
		w->near[c] += g->weight[i];
	}
	return n;
}

static void forget(struct work *w, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) w->near[w->touched[i]] = 0;
}

/* Where v gains most; it has left its community `own`, which wins what is equal. */
static uint32_t best_of(const struct work *w, uint32_t n, uint64_t strength, uint32_t own, uint32_t n_empty)
{
	double chance = w->by_chance * real(strength);
	double stay = real(w->near[own]) - chance * real(w->sum[own]), most = stay;
	uint32_t best = own;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t c = w->touched[i];
		double gain = real(w->near[c]) - chance * real(w->sum[c]);

		if (gain < stay + SOME || gain < most || (gain == most && c > best && best != own)) continue;
		most = gain;
		best = c;
	}
	return most < -SOME && n_empty ? w->empty[n_empty - 1] : best;
}

static void begin_moving(struct work *w, const struct level *l)
{
	uint32_t n = l->g.n;

	memset(w->sum, 0, n * sizeof *w->sum);
	memset(w->members, 0, n * sizeof *w->members);
	for (uint32_t v = 0; v < n; v++) {
		w->sum[l->part[v]] += l->g.strength[v];
		w->members[l->part[v]]++;
		w->waits[v] = true;
	}
	shuffle(w, n);
}

/* Nodes wait in a ring: a node whose neighbour has left its community is looked at again. */
static void move_nodes(struct work *w, struct level *l)
{
	const lu_network *g = &l->g;
	uint32_t at = 0, waiting = g->n, n_empty = 0;

	begin_moving(w, l);
	for (uint32_t c = g->n; c-- > 0;)
		if (!w->members[c]) w->empty[n_empty++] = c;
	for (; waiting; waiting--, at = at + 1 == g->n ? 0 : at + 1) {
		uint32_t v = w->order[at], own = l->part[v], n = add_near(w, g, v, l->part, 0), best;

		w->waits[v] = false;
		w->sum[own] -= g->strength[v];
		best = best_of(w, n, g->strength[v], own, w->members[own] > 1 ? n_empty : 0);
		w->sum[best] += g->strength[v];
		forget(w, n);
		if (best == own) continue;
		if (n_empty && best == w->empty[n_empty - 1]) n_empty--;
		w->members[best]++;
		if (!--w->members[own]) w->empty[n_empty++] = own;
		l->part[v] = best;
		for (size_t i = g->first[v], end = g->first[v + 1]; i < end; i++) {
			uint32_t u = g->to[i], tail;

			if (w->waits[u] | (l->part[u] == best)) continue;
			tail = at + waiting;
			if (tail >= g->n || tail < at) tail -= g->n;
			w->order[tail] = u;
			w->waits[u] = true;
			waiting++;
		}
	}
}

/* ---- refinement ---- */

/* Is a set of strength `x` within a community of strength `all`, to the rest of which it has weight `out`, tied to it
 * as well as chance has it? */
static bool is_well_tied(const struct work *w, uint64_t out, uint64_t x, uint64_t all)
{
	return real(out) >= w->by_chance * real(x) * real(all - x);
}

/* The refined community of its own community that v joins; its own, when none gains. */
static uint32_t best_merger(const struct work *w, const struct level *l, uint32_t v, uint32_t n, const uint64_t *all)
{
	uint32_t best = l->refined[v];
	double most = SOME, chance = w->by_chance * real(l->g.strength[v]);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t c = w->touched[i];
		double gain = real(w->near[c]) - chance * real(w->sum[c]);

		if (gain < most || (gain == most && c > best) || c == l->refined[v]) continue;
		if (!is_well_tied(w, w->out[c], w->sum[c], all[l->part[v]])) continue;
		most = gain;
		best = c;
	}
	return best;
}

/* The weight from v to its own community. */
static uint64_t inside_of(const lu_network *g, uint32_t v, const uint32_t *part)
{
	const uint32_t *to = g->to;
	const uint64_t *weight = g->weight;
	uint64_t sum = 0;
	uint32_t own = part[v];

	for (size_t i = g->first[v], end = g->first[v + 1]; i < end; i++)
		sum += weight[i] & -(uint64_t)(part[to[i]] == own); /* no branch: nobody foresees it */
	return sum;
}

/* Every node alone; w->out is what ties it to its community, all[c] the strength of community c. */
static void begin_refining(struct work *w, struct level *l, uint64_t *all)
{
	const lu_network *g = &l->g;

	memset(all, 0, g->n * sizeof *all);
	for (uint32_t v = 0; v < g->n; v++) {
		all[l->part[v]] += g->strength[v];
		l->refined[v] = v;
		w->sum[v] = g->strength[v];
		w->members[v] = 1;
		w->out[v] = inside_of(g, v, l->part);
	}
	shuffle(w, g->n);
}

static void refine(struct work *w, struct level *l, uint64_t *all)
{
	begin_refining(w, l, all);
	for (uint32_t i = 0; i < l->g.n; i++) {
		uint32_t v = w->order[i], c = l->refined[v], n, best;

		if (w->members[c] != 1 || !is_well_tied(w, w->out[c], w->sum[c], all[l->part[v]])) continue;
		n = add_within(w, &l->g, v, l->refined, l->part);
		best = best_merger(w, l, v, n, all);
		if (best != c) {
			w->out[best] = w->out[best] + w->out[c] - 2 * w->near[best];
			w->sum[best] += w->sum[c];
			w->members[best]++;
			w->members[c] = 0;
			l->refined[v] = best;
		}
		forget(w, n);
	}
	l->n_refined = renumber(l->refined, l->g.n, w->touched);
}

/* ---- aggregation ---- */

static lu_code get_level(struct level *l, uint32_t n, size_t n_to, lu_arena *a, lu_err *e)
{
	l->g.n = n;
	l->g.first = lu_arena_calloc(a, (size_t)n + 1, sizeof *l->g.first);
	l->g.to = lu_arena_alloc(a, n_to * sizeof *l->g.to);
	l->g.weight = lu_arena_alloc(a, n_to * sizeof *l->g.weight);
	l->g.strength = lu_arena_calloc(a, n, sizeof *l->g.strength);
	l->part = lu_arena_calloc(a, n, sizeof *l->part);
	l->refined = lu_arena_calloc(a, n, sizeof *l->refined);
	return l->g.first && l->g.to && l->g.weight && l->g.strength && l->part && l->refined ? LU_OK : lu_nomem(e);
}

/* The row of `next` for refined community c, whose nodes are w->order[from] up to `to`. */
static size_t aggregate_row(struct work *w, const struct level *l, uint32_t c, uint32_t from, uint32_t to, size_t at,
			    struct level *next)
{
	uint32_t n = 0;

	for (uint32_t i = from; i < to; i++) {
		uint32_t v = w->order[i];

		next->g.strength[c] += l->g.strength[v];
		next->part[c] = l->part[v];
		n = add_near(w, &l->g, v, l->refined, n);
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t d = w->touched[i];

		next->g.to[at] = d;
		next->g.weight[at] = w->near[d];
		w->near[d] = 0;
		at += d != c;
	}
	next->g.first[c + 1] = at;
	return at;
}

/* Refined communities become nodes, in the communities that they were in. */
static lu_code aggregate(struct work *w, const struct level *l, struct level *next, lu_arena *a, lu_err *e)
{
	uint32_t *from = lu_arena_calloc(a, (size_t)l->n_refined + 1, sizeof *from);
	size_t at = 0;
	lu_code rc = from ? get_level(next, l->n_refined, l->g.first[l->g.n], a, e) : lu_nomem(e);

	if (rc) return rc;
	next->g.total = l->g.total;
	for (uint32_t v = 0; v < l->g.n; v++) from[l->refined[v] + 1]++;
	for (uint32_t c = 0; c < l->n_refined; c++) from[c + 1] += from[c];
	for (uint32_t v = 0; v < l->g.n; v++) w->order[from[l->refined[v]]++] = v;
	for (uint32_t c = 0; c < l->n_refined; c++) at = aggregate_row(w, l, c, c ? from[c - 1] : 0, from[c], at, next);
	renumber(next->part, next->g.n, w->touched);
	return LU_OK;
}

/* ---- a round ---- */

/* Move, refine, aggregate, until nothing moves any more; *part: of the nodes of l->g, from which it begins. */
static lu_code round_of(struct work *w, struct level *l, uint32_t *part, uint64_t *all, lu_arena *a, lu_err *e)
{
	uint32_t *node = lu_arena_calloc(a, l->g.n, sizeof *node); /* of the present level, for each of the first */
	uint32_t n = l->g.n;
	struct level *at = l;
	lu_code rc = node ? LU_OK : lu_nomem(e);

	for (uint32_t v = 0; v < n && !rc; v++) node[v] = v;
	while (!rc) {
		struct level *next;

		move_nodes(w, at);
		renumber(at->part, at->g.n, w->touched);
		refine(w, at, all);
		for (uint32_t v = 0; v < n; v++) part[v] = at->part[node[v]];
		if (at->n_refined == at->g.n) break;
		for (uint32_t v = 0; v < n; v++) node[v] = at->refined[node[v]];
		if (!(next = lu_arena_calloc(a, 1, sizeof *next))) return lu_nomem(e);
		rc = aggregate(w, at, next, a, e);
		at = next;
	}
	return rc;
}

/* Communities of which a part is tied to nothing else in it become several. Refinement leaves hardly any. Gives how many
 * there are. `to` has room for n. */
static uint32_t take_apart(struct work *w, const lu_network *g, uint32_t *part, uint32_t *to)
{
	uint32_t count = 0;

	for (uint32_t v = 0; v < g->n; v++) to[v] = UINT32_MAX;
	for (uint32_t v = 0; v < g->n; v++) {
		uint32_t n = 0;

		if (to[v] != UINT32_MAX) continue;
		to[v] = count++;
		for (w->order[n++] = v; n;) {
			uint32_t x = w->order[--n];

			for (size_t i = g->first[x]; i < g->first[x + 1]; i++) {
				uint32_t u = g->to[i];

				if (to[u] != UINT32_MAX || part[u] != part[v]) continue;
				to[u] = to[v];
				w->order[n++] = u;
			}
		}
	}
	if (g->n) memcpy(part, to, g->n * sizeof *part);
	return count;
}

static bool is_same(const uint32_t *x, const uint32_t *y, uint32_t n)
{
	return n == 0 || !memcmp(x, y, n * sizeof *x);
}

lu_code lu_leiden(const lu_network *g, double resolution, uint32_t *part, uint32_t *n_part, lu_err *e)
{
	struct work w = { .by_chance = g->total ? resolution / (double)g->total : 0 };
	struct level l = { .g = *g };
	double had = 0;
	bool settled = false;
	uint64_t *all = lu_arena_calloc(&w.a, g->n, sizeof *all);
	uint32_t *found = lu_arena_calloc(&w.a, g->n, sizeof *found);
	lu_code rc = LU_OK;

	l.part = lu_arena_calloc(&w.a, g->n, sizeof *l.part);
	l.refined = lu_arena_calloc(&w.a, g->n, sizeof *l.refined);
	if (!get_work(&w, g->n) || !all || !found || !l.part || !l.refined) rc = lu_nomem(e);
	for (uint32_t v = 0; v < g->n && !rc; v++) l.part[v] = part[v] = v;
	for (int i = 0; i < ROUNDS && !rc && g->total; i++) {
		lu_arena a = { 0 };
		double has;

		rc = round_of(&w, &l, found, all, &a, e);
		lu_arena_free(&a);
		if (rc) break;
		renumber(found, g->n, w.touched);
		settled = is_same(found, part, g->n);
		if (settled) break;
		memcpy(part, found, g->n * sizeof *part);
		memcpy(l.part, found, g->n * sizeof *part);
		has = lu_modularity(g, found, resolution);
		if (i && has - had < WORTH * has) break;
		had = has;
	}
	if (!rc && !settled && g->total) { /* no node gains by going elsewhere */
		move_nodes(&w, &l);
		memcpy(part, l.part, g->n * sizeof *part);
	}
	if (!rc) *n_part = take_apart(&w, g, part, w.touched);
	lu_arena_free(&w.a);
	return rc;
}
