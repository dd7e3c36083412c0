/* SPDX-License-Identifier: MIT
 * Which communities are asked for. */
#include "theme/reading.h"

#include "lucus/graph_answer.h"

/* A list of communities that grows. */
struct list {
	lu_arena a;
	uint32_t *v;
	size_t n;
};

static lu_code add(struct list *l, uint32_t number, lu_err *e)
{
	uint32_t *v = lu_arena_grow(&l->a, l->v, l->n, sizeof *v);

	if (!v) return lu_nomem(e);
	l->v = v;
	v[l->n++] = number;
	return LU_OK;
}

static lu_code add_children(lu_communities *c, uint32_t number, struct list *l, lu_err *e)
{
	const uint32_t *child = NULL;
	size_t n = 0;
	lu_code rc = lu_communities_children(c, number, &child, &n, e);

	for (size_t i = 0; i < n && !rc; i++) rc = add(l, child[i], e);
	return rc;
}

/* Level by level: the communities of each are the children of those before. */
static lu_code list_level(lu_communities *c, int64_t level, struct list *l, lu_err *e)
{
	size_t from = 0;
	lu_code rc = add_children(c, LU_COMMUNITY_NONE, l, e);

	for (int64_t at = 0; at < level && !rc; at++) {
		size_t to = l->n;

		for (size_t i = from; i < to && !rc; i++) rc = add_children(c, l->v[i], l, e);
		from = to;
	}
	if (rc) return rc;
	l->v += from;
	l->n -= from;
	return LU_OK;
}

/* From the root to the leaf of an element, or that of one level. */
static lu_code list_way(lu_communities *c, const lu_brief *el, int64_t level, struct list *l, lu_err *e)
{
	uint32_t leaf = LU_COMMUNITY_NONE;
	lu_code rc = lu_communities_leaf(c, el->file, el->id, &leaf, e);

	if (rc || leaf == LU_COMMUNITY_NONE) return rc;
	for (uint32_t at = 0; at <= lu_communities_get(c, leaf).level && !rc; at++) {
		uint32_t number = leaf;

		while (lu_communities_get(c, number).level > at) number = lu_communities_get(c, number).parent;
		if (level < 0 || level == (int64_t)at) rc = add(l, number, e);
	}
	return rc;
}

static lu_code list_named(lu_store *s, lu_communities *c, const lu_themes_options *o, lu_arena *a, struct list *l,
			  lu_themes *out, lu_err *e)
{
	uint32_t number = LU_COMMUNITY_NONE;
	lu_graph_meant m;
	lu_code rc = lu_theme_find(c, lu_strz(o->name.text), &number, e);

	if (!rc && number != LU_COMMUNITY_NONE) {
		rc = add(l, number, e);
		return rc ? rc : add_children(c, number, l, e);
	}
	if (!rc) rc = lu_graph_find(s, &o->name, a, &m, e);
	if (rc) return rc;
	out->named = true;
	out->el = m.v[0];
	out->matches = m.n;
	return list_way(c, &m.v[0], o->level, l, e);
}

/* Are the files of what is shown as in the store? */
static lu_code look(lu_fresh *fresh, const lu_themes *t, lu_err *e)
{
	lu_file_state state;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < t->n; i++) {
		for (size_t k = 0; k < t->v[i].n_member && !rc; k++)
			rc = lu_fresh_file(fresh, t->v[i].member[k].el.path, &state, e);
		for (size_t k = 0; k < t->v[i].n_entry && !rc; k++)
			rc = lu_fresh_file(fresh, t->v[i].entry[k].el.path, &state, e);
	}
	return rc;
}

static lu_code read_listed(lu_store *s, lu_communities *c, const lu_themes_options *o, struct list *l, lu_arena *a,
			   lu_themes *out, lu_err *e)
{
	lu_code rc;

	out->found = l->n;
	out->n = l->n < o->limit ? l->n : o->limit;
	if (!(out->v = lu_arena_calloc(a, out->n, sizeof *out->v))) return lu_nomem(e);
	rc = lu_themes_read(s, c, l->v, out->n, o->limit, a, out->v, e);
	return rc || !o->fresh ? rc : look(o->fresh, out, e);
}

lu_code lu_graph_themes(lu_store *s, const lu_themes_options *o, lu_arena *a, lu_themes *out, lu_err *e)
{
	lu_communities *c = NULL;
	struct list l = { .n = 0 };
	lu_themes t = { .n = 0 };
	const uint32_t *root = NULL;
	size_t roots = 0;
	lu_code rc = lu_communities_open(s, &c, &t.current, e);

	if (!rc && !o->limit) rc = lu_fail(e, LU_EUSAGE, "a limit of 0 shows nothing");
	if (!rc) rc = lu_communities_children(c, LU_COMMUNITY_NONE, &root, &roots, e);
	t.made = roots > 0;
	if (!rc && o->name.text) rc = list_named(s, c, o, a, &l, &t, e);
	else if (!rc) rc = list_level(c, o->level < 0 ? 0 : o->level, &l, e);
	if (!rc) rc = read_listed(s, c, o, &l, a, &t, e);
	lu_communities_close(c);
	lu_arena_free(&l.a);
	if (!rc) *out = t;
	return rc;
}
