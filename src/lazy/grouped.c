/* SPDX-License-Identifier: MIT
 * The communities that passages are in, as far as these hold any. */
#include <stdlib.h>

#include "lazy/gathering.h"
#include "store/communities.h"

/* A community of the store. */
typedef struct numbered {
	uint32_t level, number;
} numbered;

typedef struct grouping {
	lu__gathering *g;
	lu_communities *c;
	uint32_t *leaf; /* of each element */
	numbered *v;    /* those that hold any, with those above them: by level */
	size_t n;
} grouping;

static int by_level(const void *a, const void *b)
{
	const numbered *x = a, *y = b;

	if (x->level != y->level) return x->level < y->level ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static lu_code add_way_up(grouping *x, uint32_t number, lu_err *e)
{
	while (number != LU_COMMUNITY_NONE) {
		lu_community c = lu_communities_get(x->c, number);
		numbered *v = lu_arena_grow(&x->g->scratch, x->v, x->n, sizeof *v);

		if (!v) return lu_nomem(e);
		x->v = v;
		v[x->n++] = (numbered){ c.level, number };
		number = c.parent;
	}
	return LU_OK;
}

static lu_code find_leaves(grouping *x, lu_err *e)
{
	const lu__gathered *out = x->g->out;
	size_t n = 0;
	lu_code rc = LU_OK;

	if (!(x->leaf = lu_arena_calloc(&x->g->scratch, out->n_element, sizeof *x->leaf))) return lu_nomem(e);
	for (size_t i = 0; i < out->n_element && !rc; i++) {
		const lu_brief *el = &out->element[i].el;

		rc = lu_communities_leaf(x->c, el->file, el->id, &x->leaf[i], e);
		if (!rc) rc = add_way_up(x, x->leaf[i], e);
	}
	if (x->n) qsort(x->v, x->n, sizeof *x->v, by_level);
	for (size_t i = 0; i < x->n; i++)
		if (!n || by_level(&x->v[n - 1], &x->v[i])) x->v[n++] = x->v[i];
	x->n = n;
	return rc;
}

/* The group of a community; that of what is in none comes last. */
static uint32_t group_of(const grouping *x, uint32_t number)
{
	numbered key = { 0, number };
	const numbered *at;

	if (number == LU_COMMUNITY_NONE) return (uint32_t)x->n;
	key.level = lu_communities_get(x->c, number).level;
	at = bsearch(&key, x->v, x->n, sizeof *x->v, by_level);
	return at ? (uint32_t)(at - x->v) : (uint32_t)x->n;
}

static lu_code make_groups(grouping *x, lu_err *e)
{
	lu__gathered *out = x->g->out;
	uint32_t *parent = lu_arena_calloc(&out->arena, x->n + 1, sizeof *parent);

	out->group = lu_arena_calloc(&out->arena, x->n + 1, sizeof *out->group);
	if (!parent || !out->group) return lu_nomem(e);
	for (size_t i = 0; i < x->n; i++) {
		lu_community c = lu_communities_get(x->c, x->v[i].number);

		out->group[i] = (lu__lazy_group){ .key = c.key, .level = c.level };
		parent[i] = c.parent == LU_COMMUNITY_NONE ? LU__NO_COMMUNITY : group_of(x, c.parent);
	}
	parent[x->n] = LU__NO_COMMUNITY;
	out->in.parent = parent;
	out->in.n_community = x->n + 1;
	return LU_OK;
}

/* ---- names ---- */

/* What two paths have in common, up to a folder. */
static lu_str common(lu_str a, lu_str b)
{
	size_t n = 0, end = 0;

	while (n < a.n && n < b.n && a.s[n] == b.s[n]) {
		n++;
		if (a.s[n - 1] == '/') end = n;
	}
	return n == a.n && n == b.n ? a : lu_strn(a.s, end);
}

static void name_groups(grouping *x)
{
	lu__gathered *out = x->g->out;

	for (size_t i = 0; i < out->n_element; i++) {
		uint32_t c = group_of(x, x->leaf[i]);

		for (; c != LU__NO_COMMUNITY; c = out->in.parent[c]) {
			lu__lazy_group *w = &out->group[c];

			w->name = w->name.s ? common(w->name, out->element[i].el.path) : out->element[i].el.path;
		}
	}
}

lu_code lu__group_passages(lu__gathering *g, lu_err *e)
{
	grouping x = { .g = g };
	lu__gathered *out = g->out;
	lu__lazy_passage *p = (lu__lazy_passage *)out->in.passage;
	lu_code rc = lu_communities_open(g->store, &x.c, NULL, e);

	if (!rc) rc = find_leaves(&x, e);
	if (!rc) rc = make_groups(&x, e);
	if (!rc) name_groups(&x);
	for (size_t i = 0; i < out->in.n && !rc; i++) p[i].community = group_of(&x, x.leaf[out->where[i].element]);
	lu_communities_close(x.c);
	return rc;
}
