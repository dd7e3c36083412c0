/* SPDX-License-Identifier: MIT
 * Communities of graphs that are known, and what must hold for those of any graph. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "community/community.h"
#include "lucus/err.h"
#include "ok.h"
#include "random.h"

/* Friends in a karate club (Zachary 1977), members counted from 1: for each those of higher number. */
static const char karate[] = "1 2 3 4 5 6 7 8 9 11 12 13 14 18 20 22 32;2 3 4 8 14 18 20 22 31;3 4 8 28 29 33 10 9 14;"
			     "4 8 13 14;5 7 11;6 7 11 17;7 17;9 31 33 34;10 34;14 34;15 33 34;16 33 34;19 33 34;"
			     "20 34;21 33 34;23 33 34;24 26 28 33 34 30;25 26 28 32;26 32;27 30 34;28 34;29 32 34;"
			     "30 33 34;31 33 34;32 33 34;33 34";

static size_t karate_ties(lu_tie *out)
{
	const char *p = karate;
	size_t n = 0;

	while (*p) {
		char *end;
		uint32_t from = (uint32_t)strtoul(p, &end, 10) - 1;

		for (p = end; *p == ' '; p = end)
			out[n++] = (lu_tie){ from, (uint32_t)strtoul(p + 1, &end, 10) - 1, 1 };
		p += *p == ';';
	}
	return n;
}

/* `k` cliques of `size`, one after the other, each tied to the next by one tie of weight `between`. */
static size_t cliques(lu_tie *out, uint32_t k, uint32_t size, uint32_t between)
{
	size_t n = 0;

	for (uint32_t c = 0; c < k; c++) {
		for (uint32_t i = 0; i < size; i++)
			for (uint32_t j = i + 1; j < size; j++) out[n++] = (lu_tie){ c * size + i, c * size + j, 1 };
		if (c) out[n++] = (lu_tie){ c * size - 1, c * size, between };
	}
	return n;
}

static size_t random_ties(lu_tie *out, size_t n, uint32_t nodes, uint32_t groups)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t a = below(nodes), b = below(nodes);

		if (below(4)) b = b / groups * groups + a % groups; /* most of them within a group */
		out[i] = (lu_tie){ a, b < nodes ? b : a, 1 + below(9) };
	}
	return n;
}

/* ---- networks ---- */

static void network_adds_up_ties(void **state)
{
	static const lu_tie tie[] = { { 2, 0, 3 }, { 0, 2, 4 }, { 1, 1, 5 }, { 0, 1, 0 }, { 2, 1, 1 } };
	lu_arena a = { 0 };
	lu_network g;

	(void)state;
	OK(lu_network_make(tie, 5, 4, &a, &g, &err));
	assert_int_equal(g.n, 4);
	assert_int_equal(g.first[1], 1);
	assert_int_equal(g.to[0], 2);
	assert_int_equal(g.weight[0], 7);
	assert_int_equal(g.first[3] - g.first[2], 2);
	assert_int_equal(g.to[g.first[2]], 0);
	assert_int_equal(g.to[g.first[2] + 1], 1);
	assert_int_equal(g.strength[1], 11); /* a tie to itself counts at both ends */
	assert_int_equal(g.strength[3], 0);
	assert_int_equal(g.total, 7 + 11 + 8);
	assert_int_equal(lu_network_make(tie, 5, 2, &a, &g, &err), LU_EUSAGE);
	lu_arena_free(&a);
}

static void modularity_is_as_defined(void **state)
{
	lu_tie tie[100];
	uint32_t part[34] = { 0 };
	lu_arena a = { 0 };
	lu_network g;

	(void)state;
	/* two triangles with a tie between: each 3 of 7 ties, and half of all strength */
	OK(lu_network_make(tie, cliques(tie, 2, 3, 1), 6, &a, &g, &err));
	for (int i = 3; i < 6; i++) part[i] = 1;
	assert_true(fabs(lu_modularity(&g, part, 1) - (6. / 7 - .5)) < 1e-12);
	assert_true(fabs(lu_modularity(&g, part, .5) - (6. / 7 - .25)) < 1e-12);
	memset(part, 0, sizeof part);
	assert_true(fabs(lu_modularity(&g, part, 1)) < 1e-12);
	lu_arena_free(&a);
}

/* ---- partitions ---- */

static double leiden_of(const lu_tie *tie, size_t n_tie, uint32_t n, double resolution, uint32_t *part, uint32_t *k)
{
	lu_arena a = { 0 };
	lu_network g;
	double q;

	OK(lu_network_make(tie, n_tie, n, &a, &g, &err));
	OK(lu_leiden(&g, resolution, part, k, &err));
	q = lu_modularity(&g, part, resolution);
	lu_arena_free(&a);
	return q;
}

static void karate_club(void **state)
{
	lu_tie tie[100];
	uint32_t part[34], k;
	size_t n = karate_ties(tie);

	(void)state;
	assert_int_equal(n, 78);
	assert_true(leiden_of(tie, n, 34, 1, part, &k) > .41978); /* the best there is: .419790 */
	assert_int_equal(k, 4);
	assert_int_equal(part[0], part[1]);
	assert_int_equal(part[32], part[33]);
	assert_int_not_equal(part[0], part[33]);
	assert_true(leiden_of(tie, n, 34, .3, part, &k) > .72179);
	assert_int_equal(k, 2);
}

static void cliques_are_communities(void **state)
{
	lu_tie tie[2000];
	uint32_t part[100], k;

	(void)state;
	leiden_of(tie, cliques(tie, 10, 6, 1), 60, 1, part, &k);
	assert_int_equal(k, 10);
	for (uint32_t v = 0; v < 60; v++) assert_int_equal(part[v], v / 6); /* by their lowest nodes, too */
}

static void weights_decide(void **state)
{
	/* a square: heavy ties on two sides that do not touch */
	static const lu_tie tie[] = { { 0, 1, 10 }, { 1, 2, 1 }, { 2, 3, 10 }, { 3, 0, 1 } };
	static const lu_tie other[] = { { 0, 1, 1 }, { 1, 2, 10 }, { 2, 3, 1 }, { 3, 0, 10 } };
	uint32_t part[4], k;

	(void)state;
	leiden_of(tie, 4, 4, 1, part, &k);
	assert_int_equal(k, 2);
	assert_int_equal(part[0], part[1]);
	assert_int_not_equal(part[1], part[2]);
	leiden_of(other, 4, 4, 1, part, &k);
	assert_int_equal(part[1], part[2]);
	assert_int_not_equal(part[0], part[1]);
}

static void odd_graphs(void **state)
{
	static const lu_tie self[] = { { 0, 0, 7 } }, one[] = { { 1, 2, 1 }, { 2, 2, 9 } };
	uint32_t part[5], k = 9;

	(void)state;
	leiden_of(NULL, 0, 0, 1, part, &k);
	assert_int_equal(k, 0);
	leiden_of(NULL, 0, 5, 1, part, &k);
	assert_int_equal(k, 5);
	leiden_of(self, 1, 2, 1, part, &k);
	assert_int_equal(k, 2);
	leiden_of(one, 1, 4, 1, part, &k); /* what is not tied is alone */
	assert_int_equal(k, 3);
	assert_int_equal(part[1], part[2]);
	assert_true(leiden_of(one, 2, 4, 1, part, &k) > -1e-9);
}

/* Can every node of a community be reached within it from its first? */
static void check_connected(const lu_network *g, const uint32_t *part, uint32_t k)
{
	uint32_t *stack = calloc(g->n + 1, sizeof *stack), reached = 0;
	bool *seen = calloc(g->n + 1, sizeof *seen);

	assert_non_null(stack);
	assert_non_null(seen);
	for (uint32_t c = 0; c < k; c++) {
		uint32_t v = 0, n = 0;

		while (part[v] != c) v++;
		for (seen[v] = true, stack[n++] = v; n;) {
			v = stack[--n];
			reached++;
			for (size_t i = g->first[v]; i < g->first[v + 1]; i++) {
				if (seen[g->to[i]] || part[g->to[i]] != c) continue;
				seen[g->to[i]] = true;
				stack[n++] = g->to[i];
			}
		}
	}
	assert_int_equal(reached, g->n);
	free(stack);
	free(seen);
}

/* Can no node gain by going to a neighbour's community, or alone? */
static void check_settled(const lu_network *g, const uint32_t *part, double resolution)
{
	uint32_t *other = malloc((g->n + 1) * sizeof *other);
	double q = lu_modularity(g, part, resolution);

	assert_non_null(other);
	for (uint32_t v = 0; v < g->n; v++)
		for (size_t i = g->first[v]; i < g->first[v + 1]; i++) {
			memcpy(other, part, g->n * sizeof *other);
			other[v] = part[g->to[i]];
			assert_true(lu_modularity(g, other, resolution) < q + 1e-9);
		}
	free(other);
}

static void any_graph(void **state)
{
	static lu_tie tie[600];
	static uint32_t part[120], again[120];
	static const double resolution[] = { 1, .2, 5 };

	(void)state;
	for (int round = 0; round < 150; round++) {
		uint32_t n = 1 + below(120), k, k2;
		lu_arena a = { 0 };
		lu_network g;

		OK(lu_network_make(tie, random_ties(tie, below(600), n, 1 + below(9)), n, &a, &g, &err));
		OK(lu_leiden(&g, resolution[round % 3], part, &k, &err));
		check_connected(&g, part, k);
		check_settled(&g, part, resolution[round % 3]);
		OK(lu_leiden(&g, resolution[round % 3], again, &k2, &err));
		assert_int_equal(k, k2);
		assert_memory_equal(part, again, n * sizeof *part);
		lu_arena_free(&a);
	}
}

static void order_of_ties_does_not_matter(void **state)
{
	static lu_tie tie[400];
	uint32_t part[80], again[80], k, k2;

	(void)state;
	random_ties(tie, 400, 80, 6);
	leiden_of(tie, 400, 80, 1, part, &k);
	for (uint32_t i = 0; i < 400; i++) {
		uint32_t at = below(400);
		lu_tie t = tie[i];

		tie[i] = tie[at];
		tie[at] = (lu_tie){ t.b, t.a, t.weight };
	}
	leiden_of(tie, 400, 80, 1, again, &k2);
	assert_memory_equal(part, again, sizeof part);
}

/* ---- hierarchies ---- */

/* Every node in one leaf; children part their parent; leaves are as small as they must be. */
static void check_hierarchy(const lu_hierarchy *h, uint32_t n, const lu_split_options *o)
{
	bool *seen = calloc(n + 1, sizeof *seen);
	uint32_t *below_it = calloc(h->n + 1, sizeof *below_it), roots = 0, leaves = 0;

	assert_non_null(seen);
	assert_non_null(below_it);
	for (size_t i = 0; i < h->n; i++) {
		const lu_branch *b = &h->v[i];
		uint64_t size = 0;

		assert_true(b->n > 0 && b->parent == UINT32_MAX ? b->level == 0 : b->parent < i);
		if (b->parent == UINT32_MAX) roots += b->n;
		else {
			below_it[b->parent] += b->n;
			assert_int_equal(b->level, h->v[b->parent].level + 1);
			assert_true(b->n < h->v[b->parent].n);
		}
		for (uint32_t k = b->from; k < b->from + b->n; k++) size += o->size ? o->size[h->order[k]] : 1;
		if (b->leaf) assert_true(b->n == 1 || b->n <= o->nodes_max || size <= o->size_max);
		else assert_true(size > o->size_max);
		for (uint32_t k = b->from; b->leaf && k < b->from + b->n; k++, leaves++) {
			assert_false(seen[h->order[k]]);
			assert_true(k == b->from || h->order[k] > h->order[k - 1]);
			seen[h->order[k]] = true;
		}
	}
	for (size_t i = 0; i < h->n; i++) assert_int_equal(below_it[i], h->v[i].leaf ? 0 : h->v[i].n);
	assert_int_equal(roots, n);
	assert_int_equal(leaves, n);
	free(seen);
	free(below_it);
}

static void any_hierarchy(void **state)
{
	static lu_tie tie[900];
	static uint32_t size[200];

	(void)state;
	for (int round = 0; round < 150; round++) {
		uint32_t n = 1 + below(200);
		lu_split_options o = { .resolution = 1, .size_max = 1 + below(12), .nodes_max = below(2) * 5 };
		lu_arena a = { 0 };
		lu_hierarchy h;
		lu_network g;

		for (uint32_t i = 0; i < n; i++) size[i] = 1 + below(20);
		if (below(2)) o.size = size;
		OK(lu_network_make(tie, random_ties(tie, below(900), n, 1 + below(20)), n, &a, &g, &err));
		OK(lu_hierarchy_make(&g, &o, &a, &h, &err));
		check_hierarchy(&h, n, &o);
		lu_arena_free(&a);
	}
}

static void same_parted(const lu_hierarchy *x, const lu_hierarchy *y)
{
	assert_int_equal(x->n_parted, y->n_parted);
	for (size_t i = 0; i < x->n_parted; i++) {
		const lu_parted *p = &x->parted[i], *q = &y->parted[i];

		assert_true(p->digest == q->digest && p->n == q->n && p->n_part == q->n_part);
		if (p->n) assert_memory_equal(p->part, q->part, p->n * sizeof *p->part);
	}
}

/* With what is known of another network, in any order, a hierarchy is what it is without. */
static void what_is_known_changes_nothing(void **state)
{
	static lu_tie tie[900];

	(void)state;
	for (int round = 0; round < 60; round++) {
		uint32_t n = 20 + below(180);
		size_t n_tie = random_ties(tie, 100 + below(800), n, 1 + below(20));
		lu_split_options o = { .resolution = 1, .size_max = 1 + below(12), .keep = true }, with = o;
		lu_arena a = { 0 };
		lu_hierarchy first, anew, h;
		lu_network g;

		OK(lu_network_make(tie, n_tie, n, &a, &g, &err));
		OK(lu_hierarchy_make(&g, &o, &a, &first, &err));
		for (size_t i = 0; i < first.n_parted; i++) assert_true(lu_parted_is_whole(&first.parted[i]));
		tie[below((uint32_t)n_tie)].weight += round % 3;
		OK(lu_network_make(tie, n_tie, n, &a, &g, &err));
		OK(lu_hierarchy_make(&g, &o, &a, &anew, &err));
		with.n_known = below((uint32_t)first.n_parted + 1);
		with.known = first.parted + below((uint32_t)(first.n_parted - with.n_known) + 1);
		OK(lu_hierarchy_make(&g, &with, &a, &h, &err));
		check_hierarchy(&h, n, &o);
		same_parted(&h, &anew);
		assert_int_equal(h.n, anew.n);
		for (size_t i = 0; i < h.n; i++) {
			assert_true(h.v[i].parent == anew.v[i].parent && h.v[i].level == anew.v[i].level);
			assert_true(h.v[i].from == anew.v[i].from && h.v[i].n == anew.v[i].n);
		}
		assert_memory_equal(h.order, anew.order, n * sizeof *h.order);
		o.keep = false;
		OK(lu_hierarchy_make(&g, &o, &a, &h, &err));
		assert_int_equal(h.n_parted, 0);
		lu_arena_free(&a);
	}
}

/* It is taken at its word, so that nothing is parted again. */
static void what_is_known_is_used(void **state)
{
	lu_tie tie[200];
	size_t n = cliques(tie, 4, 6, 1);
	lu_split_options o = { .resolution = 1, .size_max = 6, .keep = true };
	lu_arena a = { 0 };
	lu_hierarchy h;
	lu_network g;

	(void)state;
	OK(lu_network_make(tie, n, 24, &a, &g, &err));
	OK(lu_hierarchy_make(&g, &o, &a, &h, &err));
	assert_int_equal(h.n, 4);
	assert_int_equal(h.n_parted, 1);
	o.known = h.parted;
	o.n_known = 1;
	for (uint32_t i = 0; i < 24; i++) h.parted[0].part[i] = i / 4;
	h.parted[0].n_part = 6;
	assert_true(lu_parted_is_whole(&h.parted[0]));
	OK(lu_hierarchy_make(&g, &o, &a, &h, &err));
	assert_int_equal(h.n, 6);
	h.parted[0].part[5] = 5; /* which no number before it leads to */
	assert_false(lu_parted_is_whole(&h.parted[0]));
	h.parted[0].part[5] = 1;
	h.parted[0].n_part = 7;
	assert_false(lu_parted_is_whole(&h.parted[0]));
	lu_arena_free(&a);
}

static void odd_hierarchies(void **state)
{
	static lu_tie tie[5000];
	lu_split_options o = { .resolution = 1, .size_max = 10 };
	lu_arena a = { 0 };
	lu_hierarchy h;
	lu_network g;

	(void)state;
	OK(lu_network_make(NULL, 0, 0, &a, &g, &err));
	OK(lu_hierarchy_make(&g, &o, &a, &h, &err));
	assert_int_equal(h.n, 0);
	OK(lu_network_make(NULL, 0, 25, &a, &g, &err)); /* nothing to go by: runs */
	OK(lu_hierarchy_make(&g, &o, &a, &h, &err));
	check_hierarchy(&h, 25, &o);
	assert_int_equal(h.n, 3);
	assert_int_equal(h.v[2].n, 5);
	OK(lu_network_make(tie, cliques(tie, 1, 40, 0), 40, &a, &g, &err)); /* all is tied to all */
	OK(lu_hierarchy_make(&g, &o, &a, &h, &err));
	check_hierarchy(&h, 40, &o);
	OK(lu_network_make(tie, cliques(tie, 1, 10, 0), 10, &a, &g, &err)); /* small as it is */
	OK(lu_hierarchy_make(&g, &o, &a, &h, &err));
	assert_int_equal(h.n, 1);
	for (uint32_t i = 1; i < 4000; i++) tie[i - 1] = (lu_tie){ 0, i, 1 }; /* a star */
	OK(lu_network_make(tie, 3999, 4000, &a, &g, &err));
	OK(lu_hierarchy_make(&g, &o, &a, &h, &err));
	check_hierarchy(&h, 4000, &o);
	lu_arena_free(&a);
}

static void memory_runs_out(void **state)
{
	lu_tie tie[200];
	size_t n = cliques(tie, 4, 6, 1);
	lu_split_options o = { .resolution = 1, .size_max = 4, .keep = true };
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_arena a = { 0 };
		lu_hierarchy h;
		lu_network g;

		rc = lu_network_make(tie, n, 24, &a, &g, &err);
		if (!rc) rc = lu_hierarchy_make(&g, &o, &a, &h, &err);
		lu_arena_free(&a);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(network_adds_up_ties),
		cmocka_unit_test(modularity_is_as_defined),
		cmocka_unit_test(karate_club),
		cmocka_unit_test(cliques_are_communities),
		cmocka_unit_test(weights_decide),
		cmocka_unit_test(odd_graphs),
		cmocka_unit_test(any_graph),
		cmocka_unit_test(order_of_ties_does_not_matter),
		cmocka_unit_test(any_hierarchy),
		cmocka_unit_test(what_is_known_changes_nothing),
		cmocka_unit_test(what_is_known_is_used),
		cmocka_unit_test(odd_hierarchies),
		cmocka_unit_test(memory_runs_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
