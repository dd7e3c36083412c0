/* SPDX-License-Identifier: MIT
 * Outlines when few files are due: read once, unpacked where they are needed. */
#include <stdio.h>
#include <stdlib.h>

#include "core/binary_search.h"
#include "core/sorting.h"
#include "language/row.h"
#include "store/internal.h"
#include "store/links.h"
#include "store/pack.h"
#include "store/names_in.h"

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

		rc = lu__unpack_symbol(v->symbols, LU__FIRST_ROW, v->path, v->language, a, &h.first[i], e);
		if (!rc && (v->due || !is_module(&h.first[i]))) rc = lu_store_head_read(s, &h, i, a, e);
	}
	if (!rc) *out = h;
	return rc;
}

/* Does every symbol stand in the file that its parent stands in? */
static lu_code parents_are_here(const lu_outline *o, lu_arena *a, bool *out, lu_err *e)
{
	int64_t *id = lu_arena_calloc(a, o->n_sym, sizeof *id);

	*out = true;
	if (!id) return lu_nomem(e);
	for (size_t i = 0; i < o->n_sym; i++) id[i] = o->sym[i].id;
	if (o->n_sym) qsort(id, o->n_sym, sizeof *id, lu_int64_order);
	for (size_t i = 0; i < o->n_sym && *out; i++)
		*out = !o->sym[i].parent || bsearch(&o->sym[i].parent, id, o->n_sym, sizeof *id, lu_int64_order);
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

/* ---- names ---- */

#define LEVELS 64 /* that a symbol is in */

/* Do symbols mean the same without the others of their file? Not where a place or a linkage says what they are, nor where
 * functions belong to objects by their names. */
static bool stand_alone(const lu_head *v)
{
	const lu_language *l = lu__language_of_names(v->language);

	return !lu__is_anywhere(l) && !(l->rules & LU__RULE_OBJECTS) &&
	       (l->modules == LU__MODULES_DOTTED || l->modules == LU__MODULES_UNKNOWN);
}

/* Where the symbol with this id begins, "[12,3,": a quote follows, which in a string would have a backslash before it. False: it is
 * not found. */
static bool find_row(lu_str symbols, int64_t id, size_t *row)
{
	char text[32];
	size_t n = (size_t)snprintf(text, sizeof text, ",[%lld,", (long long)id);
	const char *p = symbols.s, *end = p + symbols.n;

	for (; (p = memmem(p, (size_t)(end - p), text, n)); p++) {
		const char *q = p + n;

		while (q < end && ((*q >= '0' && *q <= '9') || *q == '-')) q++;
		if (end - q < 2 || q[0] != ',' || q[1] != '"') continue;
		*row = (size_t)(p - symbols.s) + 1;
		return true;
	}
	return false;
}

static lu_code add_symbol(lu_head *v, size_t at, size_t row, const lu_symbol *sym, lu_arena *a, lu_err *e)
{
	lu_symbol *some = lu_arena_grow(a, v->some, v->n_some, sizeof *some);
	size_t *rows = lu_arena_grow(a, v->row, v->n_some, sizeof *rows);

	if (!some || !rows) return lu_nomem(e);
	memmove(some + at + 1, some + at, (v->n_some - at) * sizeof *some);
	memmove(rows + at + 1, rows + at, (v->n_some - at) * sizeof *rows);
	some[at] = *sym;
	rows[at] = row;
	v->some = some;
	v->row = rows;
	v->n_some++;
	return LU_OK;
}

/* Add the symbol at `row` and what it is in. *whole: that is not found. */
static lu_code add_row(lu_head *v, const lu_symbol *first, size_t row, lu_arena *a, bool *whole, lu_err *e)
{
	for (int level = 0; row != LU__FIRST_ROW && !*whole; level++) {
		lu_symbol sym;
		size_t at;
		lu_code rc;

		LU_LOWER_BOUND(at, 0, v->n_some, v->row[at] < row);
		if (at < v->n_some && v->row[at] == row) return LU_OK;
		rc = lu__unpack_symbol(v->symbols, row, v->path, v->language, a, &sym, e);
		if (!rc) rc = add_symbol(v, at, row, &sym, a, e);
		if (rc) return rc;
		if (!sym.parent || sym.parent == first->id) return LU_OK;
		*whole = level == LEVELS || !find_row(v->symbols, sym.parent, &row);
	}
	return LU_OK;
}

lu_code lu_heads_names(lu_heads *h, const lu_str *name, size_t n, lu_arena *a, bool *make_whole, lu_err *e)
{
	struct lu__sought w;
	lu_code rc = lu__sought_make(&w, name, n, a, e);

	for (size_t i = 0; i < h->n && !rc; i++) {
		lu_head *v = &h->v[i];
		bool alone = stand_alone(v);
		size_t at = 0, row;
		lu_str full;

		/* where short names are sought, many a file holds one somewhere */
		if (v->is_whole || make_whole[i] || (w.whole.length > 5 && !lu__holds_sought(&w, v->symbols))) continue;
		while (!rc && !make_whole[i] && lu__next_name(v->symbols, &at, &row, &full)) {
			if (!lu__is_sought(&w, lu_simple_name(full))) continue;
			if (alone) rc = add_row(v, &h->first[i], row, a, &make_whole[i], e);
			else make_whole[i] = true;
		}
	}
	return rc;
}

/* ---- outlines ---- */

lu_code lu_heads_outlines(const lu_heads *h, lu_arena *a, lu_outlines *out, lu_err *e)
{
	lu_outlines o = { .n = h->n };

	for (size_t i = 0; i < h->n; i++) {
		o.n_sym += h->v[i].is_whole ? h->v[i].whole.n_sym : 1 + h->v[i].n_some;
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
		if (!h->v[i].is_whole && h->v[i].n_some) {
			memcpy(o.sym + o.n_sym + 1, h->v[i].some, h->v[i].n_some * sizeof *v->sym);
			v->n_sym += h->v[i].n_some;
		}
		if (v->n_link) memcpy(o.link + o.n_link, v->link, v->n_link * sizeof *v->link);
		v->sym = o.sym + o.n_sym;
		v->link = o.link + o.n_link;
		o.n_sym += v->n_sym;
		o.n_link += v->n_link;
	}
	*out = o;
	return LU_OK;
}
