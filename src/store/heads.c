/* SPDX-License-Identifier: MIT
 * Outlines when few files are due: read once, unpacked where they are needed. */
#include <stdlib.h>

#include "lucus/hash.h"
#include "lucus/map.h"
#include "core/sorting.h"
#include "store/internal.h"
#include "store/links.h"
#include "store/pack.h"

/* ---- reading ---- */

static lu_code read_rows(lu_store *s, lu_arena *a, lu_heads *h, lu_err *e)
{
	struct lu__outline_row *row;
	lu_code rc = lu__outline_rows(s, false, a, &row, &h->n, e);

	if (rc) return rc;
	if (!(h->v = lu_arena_calloc(a, h->n, sizeof *h->v))) return lu_nomem(e);
	for (size_t i = 0; i < h->n; i++) {
		h->v[i] = (lu_head){ .file = row[i].file,
				     .path = row[i].path,
				     .language = row[i].language,
				     .symbols = row[i].symbols,
				     .listed = row[i].listed,
				     .due = row[i].due };
		h->n_due += row[i].due;
	}
	return LU_OK;
}

/* Is it the element of the file itself? */
static bool is_module(const lu_symbol *s)
{
	return !s->parent && lu_str_eqz(s->type, "module");
}

lu_code lu_store_heads(lu_store *s, lu_arena *a, lu_heads *out, lu_err *e)
{
	lu_heads h = { 0 };
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = read_rows(s, a, &h, e);
	if (rc) return rc;
	if (!(h.first = lu_arena_calloc(a, h.n, sizeof *h.first))) return lu_nomem(e);
	for (size_t i = 0; i < h.n && !rc; i++) {
		lu_head *v = &h.v[i];

		rc = lu__unpack_first(v->symbols, v->path, v->language, a, &h.first[i], e);
		if (!rc && (v->due || !is_module(&h.first[i]))) rc = lu_store_head_read(s, &h, i, a, e);
	}
	if (!rc) *out = h;
	return rc;
}

static int by_id(const void *px, const void *py)
{
	const int64_t *x = px, *y = py;

	return (*x > *y) - (*x < *y);
}

/* Does every symbol stand in the file that its parent stands in? */
static lu_code parents_are_here(const lu_outline *o, lu_arena *a, bool *out, lu_err *e)
{
	int64_t *id = lu_arena_calloc(a, o->n_sym, sizeof *id);

	*out = true;
	if (!id) return lu_nomem(e);
	for (size_t i = 0; i < o->n_sym; i++) id[i] = o->sym[i].id;
	if (o->n_sym) qsort(id, o->n_sym, sizeof *id, by_id);
	for (size_t i = 0; i < o->n_sym && *out; i++)
		*out = !o->sym[i].parent || bsearch(&o->sym[i].parent, id, o->n_sym, sizeof *id, by_id);
	return LU_OK;
}

static lu_code read_links(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s, "SELECT links FROM outline WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);

	return rc ? rc : lu__file_text(s, st, file, a, out, "read an outline", e);
}

lu_code lu_store_head_read(lu_store *s, lu_heads *h, size_t i, lu_arena *a, lu_err *e)
{
	lu_head *v = &h->v[i];
	lu_outline o = { .file = v->file, .due = v->due, .listed = v->listed };
	lu_str links;
	bool here = true;
	lu_code rc = v->is_whole ? LU_OK : read_links(s, v->file, a, &links, e);

	if (rc || v->is_whole) return rc;
	o.sym = lu_arena_calloc(a, lu__packed_count(v->symbols), sizeof *o.sym);
	o.link = lu_arena_calloc(a, lu__packed_count(links), sizeof *o.link);
	if (!o.sym || !o.link) return lu_nomem(e);
	rc = lu__unpack_symbols(v->symbols, v->path, v->language, a, o.sym, &o.n_sym, e);
	if (!rc) rc = lu__unpack_refs(links, a, o.link, &o.n_link, e);
	if (!rc) rc = parents_are_here(&o, a, &here, e);
	if (rc) return rc;
	h->odd |= !here;
	for (size_t k = 0; k < o.n_link; k++) h->odd |= o.link[k].by != NULL;
	v->whole = o;
	v->is_whole = true;
	h->n_whole++;
	return LU_OK;
}

/* ---- what is likely to be asked for ---- */

/* The files that the edges of those that are due led to, sorted. */
static lu_code old_targets(lu_store *s, const lu_heads *h, lu_arena *a, int64_t **out, size_t *n, lu_err *e)
{
	int64_t *v = NULL, *id;
	lu_code rc = LU_OK;

	for (size_t i = 0, n_id; i < h->n && !rc; i++) {
		lu_str packed;

		if (!h->v[i].due) continue;
		rc = lu__links_read(s, h->v[i].file, a, &packed, e);
		if (!rc) rc = lu__unpack_ids(packed, a, &id, &n_id, e);
		for (size_t k = 0; k < n_id && !rc; k++) {
			int64_t *w = lu_arena_grow(a, v, *n, sizeof *w);

			if (w) (v = w)[(*n)++] = id[k];
			else rc = lu_nomem(e);
		}
	}
	if (*n) qsort(v, *n, sizeof *v, lu_int64_order);
	*out = v;
	return rc;
}

lu_code lu_store_heads_expect(lu_store *s, lu_heads *h, lu_arena *a, lu_err *e)
{
	int64_t *v = NULL;
	size_t n = 0;
	lu_code rc = old_targets(s, h, a, &v, &n, e);

	for (size_t i = 0; i < h->n && n && !rc && h->n_whole < h->n / 4; i++)
		if (!h->v[i].is_whole && bsearch(&h->v[i].file, v, n, sizeof *v, lu_int64_order))
			rc = lu_store_head_read(s, h, i, a, e);
	return rc;
}

/* ---- names ---- */

#define BITS 4096

/* Names that are looked for. */
struct wanted {
	const lu_str *name;
	lu_map map;
	uint64_t maybe[BITS / 64]; /* by length and last byte: most names are told apart by these */
};

static size_t bit_of(const char *s, size_t n)
{
	return ((n & 31) * 128 + ((unsigned char)s[n - 1] & 127)) % BITS;
}

static bool is_wanted(const struct wanted *w, const char *s, size_t n)
{
	size_t bit = bit_of(s, n);
	lu_str name = lu_strn(s, n);

	return w->maybe[bit / 64] >> (bit % 64) & 1 &&
	       lu_map_find(&w->map, lu_hash64(name, 0), lu_map_str, w->name, &name) != LU_MAP_NONE;
}

/* Does a name in the packed text, [id,parent,"type","name",...], end with a wanted one, as a whole or after a dot? What
 * follows a string is a name, or it does not matter; types, which follow numbers, stand in every file. */
static bool has_wanted(const struct wanted *w, lu_str text)
{
	const char *from = text.s, *end = text.s + text.n, *q;

	for (; from < end && (q = memchr(from, '"', (size_t)(end - from))); from = q + 1) {
		const char *p = q;

		if (from - text.s < 3 || from[-2] != ',' || from[-3] != '"') continue;
		while (p > from && p[-1] != '.') p--;
		if (p < q && is_wanted(w, p, (size_t)(q - p))) return true;
	}
	return false;
}

lu_code lu_heads_find(const lu_heads *h, const lu_str *name, size_t n, bool *found, lu_err *e)
{
	struct wanted w = { .name = name };

	if (!lu_map_reserve(&w.map, NULL, n + 1)) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		uint64_t hash = lu_hash64(name[i], 0), *slot = lu_map_slot(&w.map, hash, lu_map_str, name, &name[i]);
		size_t bit;

		if (!name[i].n || *slot) continue;
		lu_map_set(&w.map, slot, hash, (uint32_t)i);
		bit = bit_of(name[i].s, name[i].n);
		w.maybe[bit / 64] |= (uint64_t)1 << (bit % 64);
	}
	for (size_t i = 0; i < h->n; i++)
		if (!h->v[i].is_whole && !found[i]) found[i] = has_wanted(&w, h->v[i].symbols);
	lu_map_free(&w.map);
	return LU_OK;
}

/* ---- outlines ---- */

lu_code lu_heads_outlines(const lu_heads *h, lu_arena *a, lu_outlines *out, lu_err *e)
{
	lu_outlines o = { .n = h->n };

	for (size_t i = 0; i < h->n; i++) {
		o.n_sym += h->v[i].is_whole ? h->v[i].whole.n_sym : 1;
		o.n_link += h->v[i].is_whole ? h->v[i].whole.n_link : 0;
	}
	o.v = lu_arena_calloc(a, o.n, sizeof *o.v);
	o.sym = lu_arena_calloc(a, o.n_sym, sizeof *o.sym);
	o.link = lu_arena_calloc(a, o.n_link, sizeof *o.link);
	if (!o.v || !o.sym || !o.link) return lu_nomem(e);
	o.n_sym = o.n_link = 0;
	for (size_t i = 0; i < h->n; i++) {
		lu_outline *v = &o.v[i];
		lu_outline w = { .file = h->v[i].file, .sym = &h->first[i], .n_sym = 1, .listed = h->v[i].listed };

		*v = h->v[i].is_whole ? h->v[i].whole : w;
		if (v->n_sym) memcpy(o.sym + o.n_sym, v->sym, v->n_sym * sizeof *v->sym);
		if (v->n_link) memcpy(o.link + o.n_link, v->link, v->n_link * sizeof *v->link);
		v->sym = o.sym + o.n_sym;
		v->link = o.link + o.n_link;
		o.n_sym += v->n_sym;
		o.n_link += v->n_link;
	}
	*out = o;
	return LU_OK;
}
