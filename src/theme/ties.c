/* SPDX-License-Identifier: MIT
 * What ties communities together, and where one enters them: the edges into their members. */
#include "theme/naming.h"

#include <stdlib.h>
#include <string.h>

#include "core/binary_search.h"
#include "core/sorting.h"
#include "store/grouping.h"

/* ---- which members ---- */

struct popular {
	int64_t file, referring;
	size_t at;
};

static int by_referring(const void *px, const void *py)
{
	const struct popular *x = px, *y = py;

	if (x->referring != y->referring) return x->referring > y->referring ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* Members of the files that most others refer to, as many as fit. */
static lu_code popular_members(lu_store *s, lu_communities *c, uint32_t number, lu_arena *a, int64_t **out, size_t *n,
			       lu_err *e)
{
	int64_t *file = NULL;
	size_t n_file = 0;
	struct popular *v;
	lu_code rc = lu_communities_files(c, number, a, &file, &n_file, e);

	if (rc) return rc;
	if (!(v = lu_arena_calloc(a, n_file, sizeof *v))) return lu_nomem(e);
	for (size_t i = 0; i < n_file && !rc; i++) {
		v[i] = (struct popular){ .file = file[i], .at = i };
		rc = lu_store_referring_files(s, file[i], &v[i].referring, e);
	}
	if (n_file) qsort(v, n_file, sizeof *v, by_referring);
	*n = 0;
	*out = NULL;
	for (size_t i = 0; i < n_file && *n < LU_THEME_LOOK && !rc; i++)
		rc = lu_communities_members_in(c, number, v[i].file, a, out, n, e);
	if (*n > LU_THEME_LOOK) *n = LU_THEME_LOOK;
	return rc;
}

lu_code lu__looked_members(lu_store *s, lu_communities *c, uint32_t number, lu_arena *a, int64_t **out, size_t *n,
			   lu_err *e)
{
	if (lu_communities_get(c, number).size > LU_THEME_LOOK) return popular_members(s, c, number, a, out, n, e);
	return lu_communities_members(c, number, a, out, n, e);
}

/* ---- edges ---- */

struct ties {
	lu_store *s;
	lu_communities *c;
	lu_bond_reader *reader;
	const uint32_t *number;
	size_t n, now; /* the communities of the list; that which is looked at */
	lu_theme *out;
	struct listed *listed;
	int64_t *from; /* edges from each of the others */
	int64_t referred;
};

/* A community of the list, by its number. */
struct listed {
	uint32_t number;
	size_t at;
};

static lu_code list_communities(struct ties *t, lu_arena *a, lu_err *e)
{
	t->listed = lu_arena_calloc(a, t->n, sizeof *t->listed);
	t->from = lu_arena_calloc(a, t->n, sizeof *t->from);
	if (!t->listed || !t->from) return lu_nomem(e);
	for (size_t i = 0; i < t->n; i++) t->listed[i] = (struct listed){ t->number[i], i };
	if (t->n) qsort(t->listed, t->n, sizeof *t->listed, lu_uint32_order);
	return LU_OK;
}

/* Count an edge from `leaf` for every community of the list that it is in. */
static void count_from(struct ties *t, uint32_t leaf)
{
	for (uint32_t c = leaf; c != LU_COMMUNITY_NONE; c = lu_communities_get(t->c, c).parent) {
		size_t at;

		LU_LOWER_BOUND(at, 0, t->n, t->listed[at].number < c);
		if (at < t->n && t->listed[at].number == c) t->from[t->listed[at].at]++;
	}
}

static bool is_in(const lu_communities *c, uint32_t number, uint32_t above)
{
	while (number != LU_COMMUNITY_NONE && number != above) number = lu_communities_get(c, number).parent;
	return number == above;
}

static lu_code on_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	struct ties *t = ctx;
	lu_theme *out = &t->out[t->now];
	uint32_t leaf = LU_COMMUNITY_NONE;
	int64_t file = 0;
	lu_code rc;

	if (r->kind == LU_EDGE_CONTAINS) return LU_OK;
	rc = lu_bond_reader_home(t->reader, r->src, &file, e);
	if (!rc && file) rc = lu_communities_leaf(t->c, file, r->src, &leaf, e);
	if (rc) return rc;
	if (leaf != LU_COMMUNITY_NONE && is_in(t->c, leaf, t->number[t->now])) {
		out->inside[r->kind]++;
		return LU_OK;
	}
	out->outside[r->kind]++;
	t->referred++;
	count_from(t, leaf);
	return LU_OK;
}

/* ---- entry points ---- */

struct entry {
	int64_t id, referred;
	size_t at;
};

static int by_referred(const void *px, const void *py)
{
	const struct entry *x = px, *y = py;

	if (x->referred != y->referred) return x->referred > y->referred ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

static lu_code keep_entries(const struct ties *t, struct entry *v, size_t n, lu_arena *a, lu_err *e)
{
	lu_theme *out = &t->out[t->now];
	lu_code rc = LU_OK;

	if (!(out->entry = lu_arena_calloc(a, LU_THEME_ENTRIES, sizeof *out->entry))) return lu_nomem(e);
	if (n) qsort(v, n, sizeof *v, by_referred);
	for (size_t i = 0; i < n && out->n_entry < LU_THEME_ENTRIES && v[i].referred && !rc; i++) {
		lu_theme_member *m = &out->entry[out->n_entry];

		rc = lu_store_brief(t->s, v[i].id, a, &m->el, e);
		m->referred = v[i].referred;
		if (!rc) out->n_entry++;
		if (rc == LU_ENOENT) rc = LU_OK;
	}
	for (size_t k = 0; k < out->n_member; k++)
		for (size_t i = 0; i < n; i++)
			if (v[i].id == out->member[k].el.id) out->member[k].referred = v[i].referred;
	return rc;
}

/* ---- links ---- */

static int by_edges(const void *px, const void *py)
{
	const lu_theme_link *x = px, *y = py;

	if (x->edges != y->edges) return x->edges > y->edges ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

static lu_code keep_links(const struct ties *t, lu_arena *a, lu_err *e)
{
	lu_theme *out = &t->out[t->now];
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) n += t->from[i] > 0;
	if (!(out->link = lu_arena_calloc(a, n, sizeof *out->link))) return lu_nomem(e);
	for (size_t i = 0; i < t->n; i++)
		if (t->from[i]) out->link[out->n_link++] = (lu_theme_link){ i, t->from[i] };
	if (n) qsort(out->link, n, sizeof *out->link, by_edges);
	return LU_OK;
}

/* ---- a community ---- */

static lu_code read_one(struct ties *t, lu_arena *a, lu_err *e)
{
	lu_arena work = { 0 };
	int64_t *id = NULL;
	size_t n = 0;
	struct entry *v = NULL;
	lu_code rc = lu__looked_members(t->s, t->c, t->number[t->now], &work, &id, &n, e);

	if (!rc && !(v = lu_arena_calloc(&work, n, sizeof *v))) rc = lu_nomem(e);
	if (t->n) memset(t->from, 0, t->n * sizeof *t->from);
	t->out[t->now].looked = (int64_t)n;
	for (size_t i = 0; i < n && !rc; i++) {
		t->referred = 0;
		rc = lu_store_edges(t->s, id[i], true, on_edge, t, e);
		v[i] = (struct entry){ id[i], t->referred, i };
	}
	if (!rc) rc = keep_entries(t, v, n, a, e);
	if (!rc) rc = keep_links(t, a, e);
	lu_arena_free(&work);
	return rc;
}

lu_code lu__read_ties(lu_store *s, lu_communities *c, const uint32_t *number, size_t n, lu_arena *a, lu_theme *out,
		      lu_err *e)
{
	struct ties t = { .s = s, .c = c, .number = number, .n = n, .out = out };
	lu_arena work = { 0 };
	lu_code rc = lu_bond_reader_new(s, &t.reader, e);

	if (!rc) rc = list_communities(&t, &work, e);
	for (; t.now < n && !rc; t.now++) rc = read_one(&t, a, e);
	lu_bond_reader_free(t.reader);
	lu_arena_free(&work);
	return rc;
}
