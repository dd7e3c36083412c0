/* SPDX-License-Identifier: MIT
 * From elements and edges to communities, in two steps, so that an edit costs little. The elements of a file are parted by
 * what is between them: that is a function of the file's elements and edges. Files are parted by what is between files,
 * of which each keeps its part; that is done whenever any of it changes, for it is small: a file's ties are a tenth of its edges. */
#include "index/group.h"
#include "index/content.h"

#include <stdio.h>
#include <stdlib.h>

#include "index/file_concepts.h"
#include "index/topics.h"
#include "index/weigh.h"
#include "lucus/hash.h"
#include "lucus/index.h"
#include "lucus/map.h"

/* ---- keys ---- */

/* The key of an element within its path: of its type and name, and which of several of these it is. */
static uint64_t element_key(const lu_symbol *s, uint64_t seed)
{
	return lu_hash64(s->name, lu_hash64(s->type, seed));
}

struct named {
	uint64_t key;
	uint32_t at;
};

static int by_key(const void *px, const void *py)
{
	const struct named *x = px, *y = py;

	if (x->key != y->key) return x->key < y->key ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* Keys of all elements of a file; of several that are called the same, the place among these is part of the key. */
static lu_code element_keys(const lu_bonds *b, lu_str path, lu_arena *a, uint64_t **out, lu_err *e)
{
	uint64_t *key = lu_arena_calloc(a, b->n_sym, sizeof *key), seed = lu_hash64(path, 0);
	struct named *v = lu_arena_calloc(a, b->n_sym, sizeof *v);
	uint64_t nth = 0;

	if (!key || !v) return lu_nomem(e);
	for (size_t i = 0; i < b->n_sym; i++) v[i] = (struct named){ element_key(&b->sym[i], seed), (uint32_t)i };
	if (b->n_sym) qsort(v, b->n_sym, sizeof *v, by_key);
	for (size_t i = 0; i < b->n_sym; i++) {
		nth = i && v[i].key == v[i - 1].key ? nth + 1 : 0;
		key[v[i].at] = lu_map_mix(v[i].key + nth);
	}
	*out = key;
	return LU_OK;
}

/* ---- the elements of a file ---- */

struct group {
	lu_store *s;
	uint32_t size_max;
	lu_arena a; /* of everything, of one file */
	lu_arena each;
	lu_grouped_file *all; /* files that were looked at */
	size_t n_all;
	const lu_grouped_file **f; /* of these, those with elements */
	size_t n;
	lu_bond_reader *reader;
	lu_concepts *concepts;
	bool check;    /* make all of it anew, and compare it instead of writing */
	int64_t wrong; /* files whose row is another one; and one when the tree is */
};

static lu_code part_elements(struct group *g, const lu_bonds *b, lu_hierarchy *h, lu_err *e)
{
	lu_split_options o = { .resolution = 1, .size_max = g->size_max, .nodes_max = g->size_max };
	lu_tie *tie = NULL;
	size_t n = 0;
	lu_network net;
	lu_code rc = lu__weigh_elements(b, &g->each, &tie, &n, e);

	if (!rc) rc = lu_network_make(tie, n, (uint32_t)b->n_sym, &g->each, &net, e);
	return rc ? rc : lu_hierarchy_make(&net, &o, &g->each, h, e);
}

static lu_code put_file(struct group *g, lu_grouped_file *f, const lu_bonds *b, lu_err *e)
{
	lu_hierarchy h = { .n = 0 };
	uint64_t *element = NULL, *key;
	bool same = false;
	int64_t *id = lu_arena_calloc(&g->each, b->n_sym, sizeof *id);
	lu_code rc = id ? part_elements(g, b, &h, e) : lu_nomem(e);

	if (!rc) rc = element_keys(b, f->path, &g->each, &element, e);
	if (rc) return rc;
	if (!(key = lu_arena_calloc(&g->each, h.n, sizeof *key))) return lu_nomem(e);
	for (size_t k = 0; k < h.n; k++) {
		for (uint32_t i = 0; i < h.v[k].n; i++) key[k] += element[h.order[h.v[k].from + i]];
		key[k] = lu_map_mix(key[k]);
	}
	f->n = (uint32_t)b->n_sym;
	f->key = 0;
	for (size_t i = 0; i < b->n_sym; i++) {
		f->key += element[i];
		id[i] = b->sym[i].id;
	}
	f->key = lu_map_mix(f->key);
	if (!g->check) return lu_store_grouped_put(g->s, f, &h, key, id, e);
	rc = lu_store_grouped_same(g->s, f, &h, key, id, &same, e);
	g->wrong += !rc && !same;
	return rc;
}

static lu_code make_file(struct group *g, lu_grouped_file *f, lu_err *e)
{
	lu_bonds b;
	lu_code rc = g->reader ? LU_OK : lu_bond_reader_new(g->s, &g->reader, e);

	if (!rc) rc = lu_bond_reader_file(g->reader, f->file, &g->each, &b, &f->made, e);
	if (!rc && !g->concepts) rc = lu_concepts_new(&g->concepts, e);
	if (!rc && f->made) rc = lu__weigh_files(&b, &g->each, &g->a, f, e);
	if (!rc && f->made) rc = lu__read_topics(g->s, g->concepts, &g->each, &g->a, f, e);
	if (!rc && f->made) rc = put_file(g, f, &b, e);
	lu_arena_clear(&g->each);
	return rc;
}

static lu_code make_files(struct group *g, lu_err *e)
{
	lu_code rc = lu_store_grouped_files(g->s, &g->a, &g->all, &g->n_all, e);

	if (rc) return rc;
	if (!(g->f = lu_arena_calloc(&g->a, g->n_all, sizeof(const lu_grouped_file *)))) return lu_nomem(e);
	for (size_t i = 0; i < g->n_all && !rc; i++) {
		if (!g->all[i].made || g->check) rc = make_file(g, &g->all[i], e);
		if (g->all[i].made && g->all[i].n) g->f[g->n++] = &g->all[i];
	}
	return rc;
}

/* ---- the tree above files ---- */

static uint64_t digest_of(const struct group *g)
{
	uint64_t x = g->size_max;

	for (size_t i = 0; i < g->n; i++) {
		const lu_grouped_file *f = g->f[i];

		x = lu_map_mix(x + (uint64_t)f->file) + f->n;
		x = lu_digest64(f->path, x + f->key);
		x = lu_digest64(lu_strn((const char *)f->tie, f->n_tie * sizeof *f->tie), x);
		x = lu_digest64(lu_strn((const char *)f->topic, f->n_topic * sizeof *f->topic), x);
	}
	return x;
}

struct list {
	struct group *g;
	const lu_hierarchy *h;
	lu_file_community *v;
	uint32_t *number; /* in v, of each community of h */
	size_t n;
};

/* A community of the files order[from] up to order[from + n]; those are listed when it is a leaf. */
static lu_code add_community(struct list *l, uint32_t parent, uint32_t from, uint32_t n, bool leaf, lu_err *e)
{
	lu_file_community *v = lu_arena_grow(&l->g->a, l->v, l->n, sizeof *v), *c;
	int64_t *file = leaf ? lu_arena_calloc(&l->g->a, n, sizeof *file) : NULL;
	uint64_t key = 0;

	if (!v || (leaf && !file)) return lu_nomem(e);
	l->v = v;
	c = &v[l->n++];
	*c = (lu_file_community){ .parent = parent, .file = file, .n = leaf ? n : 0 };
	for (uint32_t i = 0; i < n; i++) {
		const lu_grouped_file *f = l->g->f[l->h->order[from + i]];

		c->size += f->n;
		key += f->key;
		if (file) file[i] = f->file;
	}
	c->key = n == 1 ? key : lu_map_mix(key);
	return LU_OK;
}

/* Few files, and too many elements: files with many elements stand alone, small ones side by side go together. */
static lu_code add_files(struct list *l, uint32_t parent, const lu_branch *b, lu_err *e)
{
	lu_code rc = LU_OK;

	for (uint32_t i = 0, k; i < b->n && !rc; i = k) {
		uint32_t size = l->g->f[l->h->order[b->from + i]]->n;

		for (k = i + 1; k < b->n; k++) {
			uint32_t more = l->g->f[l->h->order[b->from + k]]->n;

			if (size > l->g->size_max || more > l->g->size_max - size) break;
			size += more;
		}
		rc = add_community(l, parent, b->from + i, k - i, true, e);
	}
	return rc;
}

static uint64_t elements_of(const struct list *l, const lu_branch *b)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < b->n; i++) n += l->g->f[l->h->order[b->from + i]]->n;
	return n;
}

static lu_code list_communities(struct list *l, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t k = 0; k < l->h->n && !rc; k++) {
		const lu_branch *b = &l->h->v[k];
		uint32_t parent = b->parent == UINT32_MAX ? UINT32_MAX : l->number[b->parent];
		bool whole = b->leaf && (b->n == 1 || elements_of(l, b) <= l->g->size_max);

		l->number[k] = (uint32_t)l->n;
		if (b->leaf && !whole && l->h->n == 1) { /* few files are all that there is: they are the roots */
			rc = add_files(l, UINT32_MAX, b, e);
			continue;
		}
		rc = add_community(l, parent, b->from, b->n, whole, e);
		if (!rc && b->leaf && !whole) rc = add_files(l, l->number[k], b, e);
	}
	return rc;
}

static lu_code part_files(struct group *g, lu_grouped *want, lu_err *e)
{
	uint32_t *size = lu_arena_calloc(&g->a, g->n, sizeof *size);
	lu_split_options o = {
		.resolution = 1, .size = size, .size_max = g->size_max, .nodes_max = g->size_max, .keep = true
	};
	lu_parted *known = NULL;
	lu_hierarchy h = { .n = 0 };
	struct list l = { .g = g, .h = &h };
	lu_tie *tie = NULL;
	size_t n = 0;
	bool same = false;
	lu_network net;
	lu_code rc = size ? lu__weigh_tree(g->f, g->n, &g->a, &tie, &n, e) : lu_nomem(e);

	for (size_t i = 0; i < g->n && size; i++) size[i] = g->f[i]->n;
	if (!rc) rc = lu_network_make(tie, n, (uint32_t)g->n, &g->a, &net, e);
	if (!rc && !g->check) rc = lu_store_grouped_parted(g->s, &g->a, &known, &o.n_known, e);
	o.known = known;
	if (!rc) rc = lu_hierarchy_make(&net, &o, &g->a, &h, e);
	want->parted = h.parted;
	want->n_parted = h.n_parted;
	if (!rc && !(l.number = lu_arena_calloc(&g->a, h.n, sizeof *l.number))) rc = lu_nomem(e);
	if (!rc) rc = list_communities(&l, e);
	if (rc || !g->check) return rc ? rc : lu_store_grouped_tree_put(g->s, want, l.v, l.n, e);
	rc = lu_store_grouped_tree_same(g->s, want, l.v, l.n, &same, e);
	g->wrong += !rc && !same;
	return rc;
}

/* ---- all of it ---- */

static uint32_t wanted_size(const lu_grouped *had, uint32_t size_max)
{
	if (size_max) return size_max;
	return had->made && had->size_max ? had->size_max : LU_COMMUNITY_SIZE;
}

static bool is_outdated(const lu_grouped *had, uint32_t size_max)
{
	return !had->made || had->maker != LU__GROUP_VERSION || had->size_max != wanted_size(had, size_max);
}

lu_code lu__group_due(lu_store *s, uint32_t size_max, bool *due, lu_err *e)
{
	lu_grouped had;
	lu_code rc = lu_store_grouped(s, &had, e);

	if (!rc) *due = is_outdated(&had, size_max) || !had.current;
	return rc;
}

static void free_group(struct group *g)
{
	lu_bond_reader_free(g->reader);
	lu_concepts_free(g->concepts);
	lu_arena_free(&g->each);
	lu_arena_free(&g->a);
}

lu_code lu__group(lu_store *s, uint32_t size_max, lu_err *e)
{
	struct group g = { .s = s };
	lu_grouped had, want = { .maker = LU__GROUP_VERSION };
	lu_code rc = lu_store_grouped(s, &had, e);

	if (rc) return rc;
	want.size_max = g.size_max = wanted_size(&had, size_max);
	if (is_outdated(&had, size_max)) {
		had.made = false;
		rc = lu_store_grouped_drop(s, e);
	}
	if (!rc) rc = make_files(&g, e);
	if (!rc) want.digest = digest_of(&g);
	if (!rc && had.made && had.digest == want.digest) rc = lu_store_grouped_touch(s, e);
	else if (!rc) rc = part_files(&g, &want, e);
	free_group(&g);
	return rc;
}

/* ---- checking ---- */

static lu_code count_wrong(lu_store *s, const lu_grouped *had, int64_t *wrong, lu_err *e)
{
	struct group g = { .s = s, .size_max = had->size_max, .check = true };
	lu_grouped want = *had;
	lu_code rc = make_files(&g, e);

	if (!rc) want.digest = digest_of(&g);
	if (!rc) rc = part_files(&g, &want, e);
	*wrong = g.wrong;
	free_group(&g);
	return rc;
}

/* Without files there is nothing to be made. */
static lu_code check_communities(lu_store *s, int64_t *wrong, lu_err *e)
{
	lu_grouped had;
	bool some = false;
	lu_code rc = lu_store_grouped(s, &had, e);

	if (!rc && !had.made) rc = lu_store_has_more_files(s, 0, &some, e);
	if (rc || !had.made) {
		*wrong = some;
		return rc;
	}
	if (!had.current || had.maker != LU__GROUP_VERSION) {
		*wrong = 1;
		return LU_OK;
	}
	rc = count_wrong(s, &had, wrong, e);
	if (rc == LU_EDB) *wrong = 1; /* what can not even be read is wrong, too */
	return rc == LU_EDB ? LU_OK : rc;
}

lu_code lu_index_check(lu_store *s, lu_check_fn *fn, void *ctx, lu_err *e)
{
	int64_t wrong = 0, words = 0;
	char detail[160];
	lu_code rc = lu_store_check(s, fn, ctx, e);

	if (!rc) rc = lu__elements_check(s, &wrong, &words, e);
	if (rc) return rc;
	snprintf(detail, sizeof detail, "%lld elements other than they were stored", (long long)wrong);
	rc = fn(ctx, "elements", wrong == 0, detail, e);
	if (rc) return rc;
	snprintf(detail, sizeof detail, "%lld elements whose words are others than they have", (long long)words);
	rc = fn(ctx, "element words", words == 0, detail, e);
	if (!rc) rc = check_communities(s, &wrong, e);
	if (rc) return rc;
	snprintf(detail, sizeof detail, "%lld files whose communities are not of their present elements and edges",
		 (long long)wrong);
	rc = fn(ctx, "communities", wrong == 0, detail, e);
	if (!rc) rc = lu__concepts_check(s, &wrong, e);
	if (rc) return rc;
	snprintf(detail, sizeof detail, "%lld files whose concepts are not those of their present elements",
		 (long long)wrong);
	return fn(ctx, "concepts", wrong == 0, detail, e);
}
