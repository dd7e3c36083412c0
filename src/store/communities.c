/* SPDX-License-Identifier: MIT
 * Communities as they are read: those above files at once, those in a file when they are asked for. */
#include "store/communities.h"

#include <stdlib.h>

#include "core/binary_search.h"
#include "core/sorting.h"
#include "store/internal.h"
#include "store/pack.h"

struct node {
	lu_community c;
	const int64_t *file; /* of which its elements are, where nothing above files is below it */
	size_t n_file;
	uint32_t *child;
	size_t n_child;
	bool open; /* its children are known */
};

/* An element and its leaf. */
struct place {
	int64_t element;
	uint32_t leaf;
};

struct home {
	int64_t file;
	uint32_t node;
	bool read;
	struct place *place; /* in the order of the tree */
	size_t n;
	struct place *sorted; /* by element */
};

struct lu_communities {
	lu_store *s;
	lu_arena a;
	struct node *node;
	size_t n;
	uint32_t *root;
	size_t n_root;
	struct home *home; /* by file */
	size_t n_home;
	uint32_t size_max;
};

/* ---- the tree ---- */

/* List the nodes from `from` on as children of their parents, or as roots. */
static lu_code link_children(lu_communities *c, size_t from, lu_err *e)
{
	size_t roots = 0;

	for (size_t i = from; i < c->n; i++) {
		if (c->node[i].c.parent == LU_COMMUNITY_NONE) roots++;
		else c->node[c->node[i].c.parent].n_child++;
	}
	if (roots && !(c->root = lu_arena_calloc(&c->a, roots, sizeof *c->root))) return lu_nomem(e);
	for (size_t i = from; i < c->n; i++) {
		uint32_t parent = c->node[i].c.parent;
		struct node *p = parent == LU_COMMUNITY_NONE ? NULL : &c->node[parent];

		if (p && !p->child) {
			if (!(p->child = lu_arena_calloc(&c->a, p->n_child, sizeof *p->child))) return lu_nomem(e);
			p->n_child = 0;
			p->open = true;
		}
		if (p) p->child[p->n_child++] = (uint32_t)i;
		else c->root[c->n_root++] = (uint32_t)i;
	}
	return LU_OK;
}

/* Append the entries of a packed tree; those without a parent get `above`. */
static lu_code append(lu_communities *c, const struct lu__packed_community *v, size_t n, uint32_t above, lu_err *e)
{
	size_t from = c->n;

	if (n > UINT32_MAX - 1 - c->n) return lu_fail(e, LU_EDB, "there are too many communities");
	for (size_t i = 0; i < n; i++) {
		struct node *w = lu_arena_grow(&c->a, c->node, c->n, sizeof *w);
		uint32_t parent = v[i].parent < 0 ? above : (uint32_t)(from + (size_t)v[i].parent);

		if (!w) return lu_nomem(e);
		c->node = w;
		w[c->n] = (struct node){ .c = { .key = (uint64_t)v[i].key, .parent = parent, .size = v[i].size } };
		w[c->n].c.level = parent == LU_COMMUNITY_NONE ? 0 : w[parent].c.level + 1;
		c->n++;
	}
	return link_children(c, from, e);
}

/* Which files are in which node. */
static lu_code find_homes(lu_communities *c, lu_err *e)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) n += c->node[i].n_file;
	if (!(c->home = lu_arena_calloc(&c->a, n, sizeof *c->home))) return lu_nomem(e);
	for (size_t i = 0; i < c->n; i++) {
		const struct node *x = &c->node[i];

		for (size_t k = 0; k < x->n_file; k++)
			c->home[c->n_home++] = (struct home){ .file = x->file[k], .node = (uint32_t)i };
	}
	if (n) qsort(c->home, n, sizeof *c->home, lu_int64_order);
	return LU_OK;
}

static lu_code read_tree(lu_communities *c, lu_str text, lu_err *e)
{
	struct lu__packed_community *v = NULL;
	size_t n = 0;
	lu_code rc = lu__unpack_communities(text, &c->a, &v, &n, e);

	if (!rc) rc = append(c, v, n, LU_COMMUNITY_NONE, e);
	for (size_t i = 0; i < n && !rc; i++) {
		struct node *x = &c->node[i];

		if (x->n_child) continue;
		x->file = v[i].id;
		x->n_file = v[i].n;
		x->c.leaf = x->open = x->n_file > 1 || x->c.size <= c->size_max;
		if (x->n_file == 1) x->c.file = x->file[0];
	}
	return rc ? rc : find_homes(c, e);
}

static lu_code read_all(lu_communities *c, bool *current, lu_err *e)
{
	static const char sql[] = "SELECT c.tree, c.size_max, c.generation = k.generation FROM community c JOIN kb k"
				  " ON k.id = c.kb AND k.tenant = c.tenant WHERE c.tenant = ? AND c.kb = ?";
	sqlite3_stmt *st = NULL;
	lu_str text;
	lu_code rc = lu__need_kb(c->s, e);

	if (current) *current = false;
	if (rc || c->s->version < LU__VERSION_GROUPED) return rc;
	rc = lu__stmt(c->s, sql, &st, e, "k");
	if (!rc) rc = lu__step(c->s, st, "read the communities", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	text = lu__copy(st, 0, &c->a);
	c->size_max = (uint32_t)sqlite3_column_int64(st, 1);
	if (current) *current = sqlite3_column_int(st, 2) != 0;
	sqlite3_reset(st);
	return text.s ? read_tree(c, text, e) : lu_nomem(e);
}

lu_code lu_communities_open(lu_store *s, lu_communities **out, bool *current, lu_err *e)
{
	lu_communities *c = calloc(1, sizeof *c);
	lu_code rc;

	*out = NULL;
	if (!c) return lu_nomem(e);
	c->s = s;
	rc = read_all(c, current, e);
	if (rc) lu_communities_close(c);
	else *out = c;
	return rc;
}

void lu_communities_close(lu_communities *c)
{
	if (!c) return;
	lu_arena_free(&c->a);
	free(c);
}

/* ---- what is in a file ---- */

/* Where the elements of the packed tree `v` are, whose entries are the nodes from `from` on; SIZE_MAX: all are in the node of
 * the file. */
static lu_code place_elements(lu_communities *c, struct home *h, const struct lu__packed_community *v, size_t n,
			      size_t from, lu_err *e)
{
	size_t total = 0;

	for (size_t i = 0; i < n; i++) total += v[i].n;
	h->place = lu_arena_calloc(&c->a, total, sizeof *h->place);
	h->sorted = lu_arena_calloc(&c->a, total, sizeof *h->sorted);
	if (!h->place || !h->sorted) return lu_nomem(e);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < v[i].n; k++)
			h->place[h->n++] =
				(struct place){ v[i].id[k], from == SIZE_MAX ? h->node : (uint32_t)(from + i) };
	if (total) memcpy(h->sorted, h->place, total * sizeof *h->place);
	if (total) qsort(h->sorted, total, sizeof *h->sorted, lu_int64_order);
	return LU_OK;
}

/* A file whose row went since the tree was made has no elements until both are made again. */
static lu_code open_file(lu_communities *c, struct home *h, lu_err *e)
{
	struct lu__packed_community *v = NULL;
	sqlite3_stmt *st = NULL;
	size_t n = 0, from = c->n;
	lu_str text = { NULL, 0 };
	lu_code rc;

	if (h->read) return LU_OK;
	rc = lu__stmt(c->s, "SELECT tree FROM community_file WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki",
		      h->file);
	if (!rc) rc = lu__file_text(c->s, st, h->file, &c->a, &text, "read the communities of a file", e);
	if (rc && rc != LU_ENOENT) return rc;
	h->read = true;
	c->node[h->node].open = true;
	if (!rc) rc = lu__unpack_communities(text, &c->a, &v, &n, e);
	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	if (n == 1) c->node[h->node].c.leaf = true;
	if (c->node[h->node].c.leaf) return place_elements(c, h, v, n, SIZE_MAX, e);
	rc = append(c, v, n, h->node, e);
	for (size_t i = 0; i < n && !rc; i++) {
		c->node[from + i].c.file = h->file;
		c->node[from + i].c.leaf = !c->node[from + i].n_child;
		c->node[from + i].open = true;
	}
	return rc ? rc : place_elements(c, h, v, n, from, e);
}

static struct home *home_of(const lu_communities *c, int64_t file)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, c->n_home, c->home[at].file < file);
	return at < c->n_home && c->home[at].file == file ? &c->home[at] : NULL;
}

/* ---- asking ---- */

lu_community lu_communities_get(const lu_communities *c, uint32_t number)
{
	return c->node[number].c;
}

lu_code lu_communities_children(lu_communities *c, uint32_t number, const uint32_t **out, size_t *n, lu_err *e)
{
	struct home *h;
	lu_code rc = LU_OK;

	*out = number == LU_COMMUNITY_NONE ? c->root : NULL;
	*n = number == LU_COMMUNITY_NONE ? c->n_root : 0;
	if (number == LU_COMMUNITY_NONE) return LU_OK;
	if (!c->node[number].open && (h = home_of(c, c->node[number].c.file))) rc = open_file(c, h, e);
	*out = c->node[number].child;
	*n = c->node[number].n_child;
	return rc;
}

lu_code lu_communities_leaf(lu_communities *c, int64_t file, int64_t element, uint32_t *out, lu_err *e)
{
	struct home *h = home_of(c, file);
	size_t at;
	lu_code rc = h ? open_file(c, h, e) : LU_OK;

	*out = LU_COMMUNITY_NONE;
	if (rc || !h || !h->n) return rc;
	LU_LOWER_BOUND(at, 0, h->n, h->sorted[at].element < element);
	*out = at < h->n && h->sorted[at].element == element ? h->sorted[at].leaf : h->place[0].leaf;
	return LU_OK;
}

/* Is `number` in the community `above`? */
static bool is_below(const lu_communities *c, uint32_t number, uint32_t above)
{
	while (number != LU_COMMUNITY_NONE && number != above) number = c->node[number].c.parent;
	return number == above;
}

lu_code lu_communities_members_in(lu_communities *c, uint32_t number, int64_t file, lu_arena *a, int64_t **v, size_t *n,
				  lu_err *e)
{
	struct home *h = home_of(c, file);
	lu_code rc = h ? open_file(c, h, e) : LU_OK;

	for (size_t i = 0; h && i < h->n && !rc; i++) {
		int64_t *w;

		if (!is_below(c, h->place[i].leaf, number)) continue;
		if (!(w = lu_arena_grow(a, *v, *n, sizeof *w))) return lu_nomem(e);
		*v = w;
		w[(*n)++] = h->place[i].element;
	}
	return rc;
}

lu_code lu_communities_files(const lu_communities *c, uint32_t number, lu_arena *a, int64_t **out, size_t *n, lu_err *e)
{
	size_t k = 0;
	int64_t *v;

	*n = 0;
	if (c->node[number].c.file) {
		if (!(v = lu_arena_calloc(a, 1, sizeof *v))) return lu_nomem(e);
		v[(*n)++] = c->node[number].c.file;
		*out = v;
		return LU_OK;
	}
	/* what is below a community follows it in the tree above files */
	for (size_t i = number; i < c->n && (i == number || c->node[i].c.level > c->node[number].c.level); i++)
		k += c->node[i].n_file;
	if (!(v = lu_arena_calloc(a, k, sizeof *v))) return lu_nomem(e);
	for (size_t i = number; i < c->n && (i == number || c->node[i].c.level > c->node[number].c.level); i++)
		for (size_t f = 0; f < c->node[i].n_file; f++) v[(*n)++] = c->node[i].file[f];
	*out = v;
	return LU_OK;
}

lu_code lu_communities_members(lu_communities *c, uint32_t number, lu_arena *a, int64_t **out, size_t *n, lu_err *e)
{
	int64_t *file = NULL, *v = NULL;
	size_t files = 0, count = 0;
	lu_code rc = lu_communities_files(c, number, a, &file, &files, e);

	for (size_t i = 0; i < files && !rc; i++) rc = lu_communities_members_in(c, number, file[i], a, &v, &count, e);
	if (rc) return rc;
	*out = v;
	*n = count;
	return LU_OK;
}
