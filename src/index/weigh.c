/* SPDX-License-Identifier: MIT */
#include "index/weigh.h"

#include <stdlib.h>
#include <string.h>

#include "core/binary_search.h"
#include "core/sorting.h"
#include "lucus/map.h"

/* ---- arithmetic ---- */

static uint64_t root_of(uint64_t x)
{
	uint64_t r = 0;

	for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1)
		if ((r | bit) * (r | bit) <= x) r |= bit;
	return r;
}

/* 16 times the logarithm to base 2, by straight lines between powers of two. */
static uint32_t log16(uint64_t x)
{
	uint32_t k = 0;

	while (x >> (k + 1)) k++;
	return 16 * k + (uint32_t)(((x - ((uint64_t)1 << k)) << 4) >> k);
}

/* A weight of which `n` others have one like it: divided by the root of n. */
static uint32_t damped(uint64_t weight, uint64_t n)
{
	uint64_t w = weight * 16 / root_of(256 * (n ? n : 1));

	return w > UINT32_MAX / 4 ? UINT32_MAX / 4 : w ? (uint32_t)w : 1;
}

/* ---- edges ---- */

/* In sixteenths. */
static const uint32_t kind_worth[LU_EDGE_KINDS] = {
	[LU_EDGE_CONTAINS] = 16,      [LU_EDGE_CALLS] = 16,     [LU_EDGE_DEPENDS_ON] = 8,
	[LU_EDGE_INHERITS_FROM] = 32, [LU_EDGE_DOCUMENTS] = 16, [LU_EDGE_TESTS] = 16
};
static const uint32_t grade_worth[LU_GRADES] = {
	[LU_GRADE_EXACT] = 16, [LU_GRADE_UNIQUE] = 12, [LU_GRADE_AMBIGUOUS] = 4
};

static uint64_t worth(const lu_bond *b)
{
	uint64_t often = 16 + log16(b->count ? b->count : 1) / 2;

	return LU__TIE * kind_worth[b->kind] * grade_worth[b->grade] * often / (16 * 16 * 16 * (uint64_t)b->share);
}

/* ---- elements ---- */

struct number {
	int64_t id;
	uint32_t at;
};

struct elements {
	const lu_bonds *b;
	struct number *v;           /* by id */
	uint32_t *referred, *holds; /* edges into each; elements in it */
	lu_tie *tie;
	size_t n;
};

static uint32_t number_of(const struct elements *x, int64_t id)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, x->b->n_sym, x->v[at].id < id);
	return at < x->b->n_sym && x->v[at].id == id ? x->v[at].at : UINT32_MAX;
}

static void add_tie(struct elements *x, uint32_t from, uint32_t to, uint32_t weight)
{
	x->tie[x->n++] = (lu_tie){ from, to, weight };
}

static void add_edges(struct elements *x)
{
	for (size_t i = 0; i < x->b->n; i++) {
		const lu_bond *b = &x->b->v[i];
		uint32_t from = number_of(x, b->src), to = number_of(x, b->dst);

		if (from == UINT32_MAX || to == UINT32_MAX || from == to) continue;
		x->referred[to]++;
		add_tie(x, from, to, (uint32_t)worth(b));
	}
	for (size_t i = 0; i < x->n; i++) x->tie[i].weight = damped(x->tie[i].weight, x->referred[x->tie[i].b]);
}

/* A module holds all of its file, which tells nothing of its elements. */
static uint32_t container_weight(const struct elements *x, uint32_t parent)
{
	return x->b->sym[parent].parent ? damped((uint64_t)2 * LU__TIE, x->holds[parent])
					: damped(LU__TIE, (uint64_t)x->holds[parent] * x->holds[parent]);
}

static void add_containers(struct elements *x, uint32_t *last)
{
	for (size_t i = 0; i < x->b->n_sym; i++) {
		uint32_t parent = number_of(x, x->b->sym[i].parent);

		last[i] = UINT32_MAX;
		if (parent != UINT32_MAX && parent != i) x->holds[parent]++;
	}
	for (size_t i = 0; i < x->b->n_sym; i++) {
		uint32_t parent = number_of(x, x->b->sym[i].parent);

		if (parent == UINT32_MAX || parent == i) continue;
		add_tie(x, parent, (uint32_t)i, container_weight(x, parent));
		if (last[parent] != UINT32_MAX) add_tie(x, last[parent], (uint32_t)i, LU__TIE * 3 / 8);
		last[parent] = (uint32_t)i;
	}
}

lu_code lu__weigh_elements(const lu_bonds *b, lu_arena *a, lu_tie **out, size_t *n, lu_err *e)
{
	struct elements x = { .b = b };
	uint32_t *last = lu_arena_calloc(a, b->n_sym, sizeof *last);

	x.v = lu_arena_calloc(a, b->n_sym, sizeof *x.v);
	x.referred = lu_arena_calloc(a, b->n_sym, sizeof *x.referred);
	x.holds = lu_arena_calloc(a, b->n_sym, sizeof *x.holds);
	x.tie = lu_arena_calloc(a, b->n + 2 * b->n_sym, sizeof *x.tie);
	if (!last || !x.v || !x.referred || !x.holds || !x.tie) return lu_nomem(e);
	for (size_t i = 0; i < b->n_sym; i++) x.v[i] = (struct number){ b->sym[i].id, (uint32_t)i };
	if (b->n_sym) qsort(x.v, b->n_sym, sizeof *x.v, lu_int64_order);
	add_edges(&x);
	add_containers(&x, last);
	*out = x.tie;
	*n = x.n;
	return LU_OK;
}

/* ---- files ---- */

lu_code lu__weigh_files(const lu_bonds *b, lu_arena *scratch, lu_arena *a, lu_grouped_file *f, lu_err *e)
{
	lu_file_tie *v = lu_arena_calloc(scratch, b->n, sizeof *v);
	size_t n = 0, k = 0;

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < b->n; i++) {
		uint64_t w = b->v[i].file == f->file ? 0 : worth(&b->v[i]);

		if (w) v[n++] = (lu_file_tie){ b->v[i].file, (int64_t)w };
	}
	if (n) qsort(v, n, sizeof *v, lu_int64_order);
	for (size_t i = 0; i < n; i++) {
		if (k && v[k - 1].file == v[i].file) v[k - 1].weight += v[i].weight;
		else v[k++] = v[i];
	}
	for (size_t i = 0; i < k; i++)
		v[i].weight = LU__TIE / 16 * (int64_t)(log16(LU__TIE + (uint64_t)v[i].weight) - log16(LU__TIE)) + 1;
	if (!(f->tie = lu_arena_calloc(a, k, sizeof *v))) return lu_nomem(e);
	if (k) memcpy(f->tie, v, k * sizeof *v);
	f->n_tie = k;
	return LU_OK;
}

/* ---- the tree ---- */

/* Steps from the folder of one path to that of the other: out of folders, and into them. */
static unsigned steps_between(lu_str x, lu_str y)
{
	unsigned steps = 0;
	size_t same = 0;

	for (size_t i = 0; i < x.n && i < y.n && x.s[i] == y.s[i]; i++)
		if (x.s[i] == '/') same = i + 1;
	for (size_t i = same; i < x.n; i++) steps += x.s[i] == '/';
	for (size_t i = same; i < y.n; i++) steps += y.s[i] == '/';
	return steps;
}

/* Of files side by side in the order of paths. */
static uint32_t path_weight(lu_str x, lu_str y)
{
	unsigned steps = steps_between(x, y);

	return steps < 4 ? LU__TIE / 16 >> steps : LU__TIE / 256;
}

static struct number *number_files(const lu_grouped_file *const *f, size_t n, lu_arena *a)
{
	struct number *v = lu_arena_calloc(a, n, sizeof *v);

	for (size_t i = 0; v && i < n; i++) v[i] = (struct number){ f[i]->file, (uint32_t)i };
	if (v && n) qsort(v, n, sizeof *v, lu_int64_order);
	return v;
}

/* Ties, as many as there is room for. */
struct ties {
	lu_tie *v;
	size_t n;
};

static void add(struct ties *t, uint32_t from, uint32_t to, uint32_t weight)
{
	t->v[t->n++] = (lu_tie){ from, to, weight };
}

static lu_code add_references(const lu_grouped_file *const *f, size_t n, lu_arena *a, struct ties *t, lu_err *e)
{
	struct number *number = number_files(f, n, a);
	uint32_t *referred = lu_arena_calloc(a, n, sizeof *referred);
	size_t at;

	if (!number || !referred) return lu_nomem(e);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < f[i]->n_tie; k++) {
			LU_LOWER_BOUND(at, 0, n, number[at].id < f[i]->tie[k].file);
			if (at == n || number[at].id != f[i]->tie[k].file) continue;
			referred[number[at].at]++;
			add(t, (uint32_t)i, number[at].at, (uint32_t)f[i]->tie[k].weight);
		}
	for (size_t i = 0; i < t->n; i++) t->v[i].weight = damped(t->v[i].weight, referred[t->v[i].b]);
	return LU_OK;
}

/* ---- topics ---- */

/* A topic of a file. */
struct holder {
	uint32_t topic, file, count;
};

#define HOLDERS 32  /* files that may share a topic: one that more of them have tells too little */
#define PAIRS   100 /* ties by topics for each file, on average: else fewer files may share one */

static uint32_t often(int64_t count)
{
	return count < 1 ? 1 : count > 256 ? 256 : (uint32_t)count;
}

/* Number the topics of all files: *number, file by file, and *n_topic. */
static bool number_topics(const lu_grouped_file *const *f, size_t n, size_t total, lu_arena *a, uint32_t **number,
			  size_t *n_topic)
{
	uint32_t *v = *number = lu_arena_alloc(a, total * sizeof *v);
	int64_t *concept = lu_arena_alloc(a, total * sizeof *concept);
	lu_map m = { 0 };
	size_t k = 0;

	*n_topic = 0;
	if (!v || !concept || !lu_map_reserve(&m, a, total + 1)) return false;
	for (size_t i = 0; i < n; i++)
		for (size_t c = 0; c < f[i]->n_topic; c++) {
			int64_t key = f[i]->topic[c].concept;
			uint64_t hash = lu_map_mix((uint64_t)key),
				 *slot = lu_map_slot(&m, hash, lu_map_u64, concept, &key);

			if (!*slot) {
				concept[*n_topic] = key;
				lu_map_set(&m, slot, hash, (uint32_t)(*n_topic)++);
			}
			v[k++] = lu_map_number(slot);
		}
	return true;
}

/* The topics of all files, those that are equal side by side; the files of each in their order. */
static struct holder *list_holders(const lu_grouped_file *const *f, size_t n, lu_arena *a, size_t *n_out)
{
	uint32_t *number, *next;
	size_t total = 0, n_topic, k = 0;
	struct holder *v;

	for (size_t i = 0; i < n; i++) total += f[i]->n_topic;
	if (!number_topics(f, n, total, a, &number, &n_topic)) return NULL;
	v = lu_arena_alloc(a, total * sizeof *v);
	next = lu_arena_calloc(a, n_topic + 1, sizeof *next);
	if (!v || !next) return NULL;
	for (size_t i = 0; i < total; i++) next[number[i] + 1]++;
	for (size_t i = 0; i < n_topic; i++) next[i + 1] += next[i];
	for (size_t i = 0; i < n; i++)
		for (size_t c = 0; c < f[i]->n_topic; c++, k++)
			v[next[number[k]]++] = (struct holder){ number[k], (uint32_t)i, often(f[i]->topic[c].count) };
	*n_out = total;
	return v;
}

static size_t end_of(const struct holder *v, size_t n, size_t from)
{
	size_t to = from + 1;

	while (to < n && v[to].topic == v[from].topic) to++;
	return to;
}

/* How many files may share a topic, and how many pairs that makes. */
static size_t holders_for(const struct holder *v, size_t n_holder, size_t n, size_t *pairs)
{
	size_t topics[HOLDERS + 1] = { 0 }, most = 1;

	for (size_t i = 0, to; i < n_holder; i = to) {
		to = end_of(v, n_holder, i);
		if (to - i <= HOLDERS) topics[to - i]++;
	}
	*pairs = 0;
	while (most < HOLDERS && *pairs + topics[most + 1] * (most + 1) * most / 2 <= PAIRS * n) {
		most++;
		*pairs += topics[most] * most * (most - 1) / 2;
	}
	return most;
}

/* What a topic that `holders` of `n` files have is worth to two of them: a 128th of a call for each time that the
 * number of files halves; more where both have it often. Among code, more than that joins what merely speaks of the same; prose
 * has no other ties, and does not mind. */
static void add_pairs(const struct holder *v, size_t holders, size_t n, struct ties *t)
{
	uint32_t rare = 16 + log16(16 * n / holders) - log16(16);

	for (size_t i = 0; i < holders; i++)
		for (size_t k = i + 1; k < holders; k++) {
			uint32_t least = v[i].count < v[k].count ? v[i].count : v[k].count;

			add(t, v[i].file, v[k].file, LU__TIE * rare * (16 + log16(least) / 2) / (16 * 16 * 128));
		}
}

lu_code lu__weigh_tree(const lu_grouped_file *const *f, size_t n, lu_arena *a, lu_tie **out, size_t *n_out, lu_err *e)
{
	struct ties t = { .n = 0 };
	size_t n_holder = 0, room = n, pairs, most;
	struct holder *v = list_holders(f, n, a, &n_holder);
	lu_code rc;

	if (!v) return lu_nomem(e);
	most = holders_for(v, n_holder, n, &pairs);
	for (size_t i = 0; i < n; i++) room += f[i]->n_tie;
	if (!(t.v = lu_arena_calloc(a, room + pairs, sizeof *t.v))) return lu_nomem(e);
	rc = add_references(f, n, a, &t, e);
	for (size_t i = 0, to; i < n_holder && !rc; i = to) {
		to = end_of(v, n_holder, i);
		if (to - i <= most) add_pairs(v + i, to - i, n, &t);
	}
	for (size_t i = 1; i < n && !rc; i++)
		add(&t, (uint32_t)i - 1, (uint32_t)i, path_weight(f[i - 1]->path, f[i]->path));
	*out = t.v;
	*n_out = t.n;
	return rc;
}
