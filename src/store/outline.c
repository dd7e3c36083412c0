/* SPDX-License-Identifier: MIT
 * Outlines: what the resolver needs of each file, written and read. */
#include <stdlib.h>

#include "store/internal.h"
#include "store/outline.h"
#include "store/told.h"

/* ---- writing ---- */

static lu_code unpack_refs(lu_str text, lu_arena *a, lu_ref **out, size_t *n, lu_err *e)
{
	*out = lu_arena_calloc(a, lu__packed_count(text), sizeof **out);
	return *out ? lu__unpack_refs(text, a, *out, n, e) : lu_nomem(e);
}

static bool same_source(const lu_ref *x, const lu_ref *y)
{
	return !x->by || !y->by ? x->by == y->by : !strcmp(x->by, y->by);
}

/* Only the lines differ. */
static bool same_but_lines(const lu_ref *x, const lu_ref *y, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const lu_ref *p = &x[i], *q = &y[i];

		if (p->src != q->src || p->kind != q->kind || p->count != q->count || !same_source(p, q) ||
		    !lu_str_eq(p->name, q->name) || !lu_str_eq(p->receiver, q->receiver) || p->args != q->args ||
		    !lu_str_eq(p->types, q->types) || !lu_str_eq(p->module, q->module) ||
		    !lu_str_eq(p->alias, q->alias) || !lu_str_eq(p->target_id, q->target_id))
			return false;
	}
	return true;
}

/* Two lists as one. */
static lu_ref *joined(const lu_ref *x, size_t nx, const lu_ref *y, size_t ny, lu_arena *a)
{
	lu_ref *v = lu_arena_calloc(a, nx + ny, sizeof *v);

	if (v && nx) memcpy(v, x, nx * sizeof *v);
	if (v && ny) memcpy(v + nx, y, ny * sizeof *v);
	return v;
}

/* Where the references are the same but for their lines, so are their answers: then the file is not due. (Others
 * may still make it so: it may write a name that came or went.) What tests test depends on more. */
static lu_code move_answers(lu_store *s, int64_t file, const lu_str col[3], const struct lu__drawn *old,
			    const struct lu__drawn *new, lu_str calls, lu_arena *a, bool *done, lu_err *e)
{
	lu_ref *was, *is;
	size_t n_was, n_is, roots = 0;
	int64_t contains = new->listed;
	lu_code rc = unpack_refs(col[2], a, &was, &n_was, e);

	*done = false;
	if (!rc) rc = unpack_refs(calls, a, &is, &n_is, e);
	if (rc || n_was != n_is || old->n_link != new->n_link || !same_but_lines(was, is, n_is) ||
	    !same_but_lines(old->link, new->link, new->n_link) || lu__may_test(lu_strz(""), col[0]))
		return rc;
	for (size_t i = 0; i < new->n_sym; i++) {
		roots += new->sym[i].parent == 0;
		contains += new->sym[i].parent != 0;
		if (new->sym[i].is_test || lu_str_eqz(new->sym[i].type, "test")) return LU_OK;
	}
	if (roots > 1) return LU_OK; /* containers are found by their names */
	was = joined(old->link, old->n_link, was, n_was, a);
	is = joined(new->link, new->n_link, is, n_is, a);
	if (!was || !is) return lu_nomem(e);
	return lu__answer_move(s, file, was, is, n_is + new->n_link, contains, a, done, e);
}

static lu_code write_outline(lu_store *s, int64_t file, int64_t listed, const lu_jw w[3], bool fresh, lu_err *e)
{
	static const char add[] = "INSERT INTO outline(tenant, kb, file, listed, symbols, links, calls)"
				  " VALUES(?, ?, ?, ?, ?, ?, ?)";
	static const char change[] = "UPDATE outline SET listed = ?4, symbols = ?5, links = ?6, calls = ?7"
				     " WHERE tenant = ?1 AND kb = ?2 AND file = ?3";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, fresh ? add : change, &st, e, "kiittt", file, listed, lu_buf_str(&w[0].out),
			      lu_buf_str(&w[1].out), lu_buf_str(&w[2].out));

	if (!rc) rc = lu__run(s, st, "write an outline", e);
	return rc || fresh ? rc : lu__grouped_forget(s, file, e);
}

/* The columns of a file's row; *has is false when it has none. Views live in `a`. */
static lu_code read_outline(lu_store *s, int64_t file, lu_arena *a, lu_str col[3], int64_t *listed, bool *has,
			    lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(
		s, "SELECT symbols, links, calls, listed FROM outline WHERE tenant = ? AND kb = ? AND file = ?", &st, e,
		"ki", file);

	if (!rc) rc = lu__step(s, st, "read an outline", e);
	*has = rc == LU_OK;
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	for (int i = 0; i < 3; i++) {
		col[i] = lu__copy(st, i, a);
		if (!col[i].s) rc = lu_nomem(e);
	}
	*listed = sqlite3_column_int64(st, 3);
	sqlite3_reset(st);
	return rc;
}

/* A file without elements (it is not indexed) has no row. */
static lu_code replace(lu_store *s, int64_t file, lu_str language, const struct lu__drawn *o, lu_jw w[3], lu_arena *a,
		       lu_err *e)
{
	lu_str col[3];
	struct lu__drawn old = { 0 };
	int64_t listed = 0;
	bool has = false, moved = false;
	lu_code rc = read_outline(s, file, a, col, &listed, &has, e);

	if (rc) return rc;
	if (!o->n_sym) {
		rc = lu__answer_remove(s, file, e);
		return rc || !has ? rc : lu__outline_remove(s, file, e);
	}
	if (has && listed == o->listed && lu_str_eq(col[0], lu_buf_str(&w[0].out)) &&
	    lu_str_eq(col[1], lu_buf_str(&w[1].out)) && lu_str_eq(col[2], lu_buf_str(&w[2].out)))
		return LU_OK;
	if (has) {
		old.sym = lu_arena_calloc(a, lu__packed_count(col[0]), sizeof *old.sym);
		if (!old.sym) return lu_nomem(e);
		rc = lu__unpack_symbols(col[0], lu_strz(""), language, a, old.sym, &old.n_sym, e);
		if (!rc) rc = unpack_refs(col[1], a, &old.link, &old.n_link, e);
		if (!rc) rc = lu__touch_differences(s, file, &old, o, a, e);
		if (!rc && !s->touched) rc = move_answers(s, file, col, &old, o, lu_buf_str(&w[2].out), a, &moved, e);
	} else {
		rc = lu__touch_file(s, file, o, false, a, e);
	}
	if (!rc && !moved && !(s->touched && s->unread && s->in_txn)) rc = lu__note_dirty(s, file, e);
	return rc ? rc : write_outline(s, file, o->listed, w, !has, e);
}

lu_code lu__outline_put(lu_store *s, int64_t file, lu_str language, const lu_stored *v, size_t n, int64_t listed,
			lu_err *e)
{
	lu_arena a = { 0 };
	struct lu__drawn o = { 0 };
	lu_jw w[3];
	lu_code rc;

	for (int i = 0; i < 3; i++) lu_jw_init(&w[i]);
	rc = lu__outline_draw(v, n, &a, &o, e);
	if (!rc) {
		lu__outline_pack(&o, language, &w[0], &w[1]);
		lu__calls_pack(v, n, &w[2]);
		if (w[0].out.oom || w[1].out.oom || w[2].out.oom) rc = lu_nomem(e);
	}
	o.listed = listed;
	if (!rc) rc = replace(s, file, language, &o, w, &a, e);
	for (int i = 0; i < 3; i++) lu_jw_free(&w[i]);
	lu_arena_free(&a);
	return rc;
}

static void keep_others(lu_jw *w, const lu_ref *v, size_t n, int64_t id)
{
	lu_jw_open(w, NULL, '[');
	for (size_t i = 0; i < n; i++)
		if (v[i].src != id) lu__pack_ref(w, &v[i]);
	lu_jw_close(w, ']');
}

lu_code lu__outline_drop(lu_store *s, int64_t file, int64_t id, lu_err *e)
{
	lu_arena a = { 0 };
	lu_str col[3];
	lu_symbol *sym = NULL;
	lu_ref *ref[2] = { NULL, NULL };
	size_t n_sym = 0, n[2] = { 0, 0 };
	lu_jw w[3];
	int64_t listed = 0;
	bool has = false;
	lu_code rc = read_outline(s, file, &a, col, &listed, &has, e);

	for (int i = 0; i < 3; i++) lu_jw_init(&w[i]);
	if (!rc && has && !(sym = lu_arena_calloc(&a, lu__packed_count(col[0]), sizeof *sym))) rc = lu_nomem(e);
	if (!rc && has) rc = lu__unpack_symbols(col[0], lu_strz(""), lu_strz(""), &a, sym, &n_sym, e);
	for (int i = 0; i < 2 && !rc && has; i++) {
		rc = unpack_refs(col[i + 1], &a, &ref[i], &n[i], e);
		if (!rc) keep_others(&w[i + 1], ref[i], n[i], id);
	}
	if (!rc && has) {
		lu_jw_open(&w[0], NULL, '[');
		for (size_t i = 0; i < n_sym; i++)
			if (sym[i].id != id) lu__pack_symbol(&w[0], &sym[i], lu_strz(""));
		lu_jw_close(&w[0], ']');
		if (w[0].out.oom || w[1].out.oom || w[2].out.oom) rc = lu_nomem(e);
		if (!rc) rc = lu__touch_all(s, e);
		if (!rc) rc = lu__note_dirty(s, file, e);
		if (!rc) rc = write_outline(s, file, listed, w, false, e);
	}
	for (int i = 0; i < 3; i++) lu_jw_free(&w[i]);
	lu_arena_free(&a);
	return rc;
}

/* Note what is due when a file goes. */
static lu_code touch_gone(lu_store *s, int64_t file, lu_str symbols, lu_err *e)
{
	lu_arena a = { 0 };
	sqlite3_stmt *st = NULL;
	struct lu__drawn o = { 0 };
	lu_str language;
	lu_code rc =
		lu__stmt(s, "SELECT language FROM file WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "ki", file);

	if (!rc) rc = lu__file_text(s, st, file, &a, &language, "find a file", e);
	if (!rc && !(o.sym = lu_arena_calloc(&a, lu__packed_count(symbols), sizeof *o.sym))) rc = lu_nomem(e);
	if (!rc) rc = lu__unpack_symbols(symbols, lu_strz(""), language, &a, o.sym, &o.n_sym, e);
	if (!rc) rc = lu__touch_file(s, file, &o, true, &a, e);
	lu_arena_free(&a);
	return rc;
}

lu_code lu__outline_remove(lu_store *s, int64_t file, lu_err *e)
{
	static const char *const sql[] = { "DELETE FROM outline WHERE tenant = ? AND kb = ? AND file = ?",
					   "DELETE FROM due WHERE tenant = ? AND kb = ? AND file = ?" };
	lu_arena a = { 0 };
	lu_str col[3];
	int64_t listed = 0;
	bool there = false;
	lu_code rc = read_outline(s, file, &a, col, &listed, &there, e);

	if (!rc && there) rc = touch_gone(s, file, col[0], e);
	if (!rc && there) rc = lu__run_each(s, sql, sizeof sql / sizeof *sql, &file, "remove an outline", e);
	lu_arena_free(&a);
	return rc || !there ? rc : lu__grouped_forget(s, file, e);
}

/* ---- reading ---- */

#define OUTLINE_COLUMNS \
	"o.file, f.path, f.language, o.symbols, o.listed, EXISTS(SELECT 1 FROM due d" \
	" WHERE d.tenant = o.tenant AND d.kb = o.kb AND d.file = o.file)"

/* With links, rows are too long to be passed over where they are other knowledge bases'. */
static const char rows_with_links[] =
	"SELECT " OUTLINE_COLUMNS ", o.links FROM file f CROSS JOIN outline o ON o.file = f.id AND o.tenant = f.tenant"
	" AND o.kb = f.kb WHERE f.tenant = ? AND f.kb = ?";
static const char rows_alone[] =
	"SELECT " OUTLINE_COLUMNS ", '' FROM outline o CROSS JOIN file f ON f.id = o.file AND f.tenant = o.tenant"
	" AND f.kb = o.kb WHERE o.tenant = ? AND o.kb = ?";

static int by_path(const void *px, const void *py)
{
	const struct lu__outline_row *x = px, *y = py;

	return lu_str_cmp(x->path, y->path);
}

/* Row ids of the targets that references name; 0 for those that are not there. */
static lu_code find_targets(lu_store *s, lu_ref *v, size_t n, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++)
		if (v[i].by) rc = lu_store_find(s, v[i].target_id, &v[i].target, e);
	return rc;
}

lu_code lu__outline_rows(lu_store *s, bool links, lu_arena *a, struct lu__outline_row **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, links ? rows_with_links : rows_alone, &st, e, "k");

	*out = NULL;
	*n = 0;
	while (!rc && !(rc = lu__step(s, st, "read the outlines", e))) {
		struct lu__outline_row *v = lu_arena_grow(a, *out, *n, sizeof *v);

		if (!v) {
			rc = lu_nomem(e);
			break;
		}
		*out = v;
		v += (*n)++;
		*v = (struct lu__outline_row){ .file = sqlite3_column_int64(st, 0),
					       .path = lu__copy(st, 1, a),
					       .language = lu__copy(st, 2, a),
					       .symbols = lu__copy(st, 3, a),
					       .listed = sqlite3_column_int64(st, 4),
					       .due = sqlite3_column_int(st, 5) != 0,
					       .links = lu__copy(st, 6, a) };
		if (!v->path.s || !v->language.s || !v->symbols.s || !v->links.s) rc = lu_nomem(e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	if (*n) qsort(*out, *n, sizeof **out, by_path);
	return LU_OK;
}

/* All into two arrays: there may be millions. */
static lu_code read_outlines(lu_store *s, lu_arena *a, lu_outlines *out, lu_err *e)
{
	lu_outlines o = { 0 };
	struct lu__outline_row *row = NULL;
	lu_code rc = lu__outline_rows(s, true, a, &row, &o.n, e);

	if (rc) return rc;
	for (size_t i = 0; i < o.n; i++) {
		o.n_sym += lu__packed_count(row[i].symbols);
		o.n_link += lu__packed_count(row[i].links);
	}
	o.v = lu_arena_calloc(a, o.n, sizeof *o.v);
	o.sym = lu_arena_calloc(a, o.n_sym, sizeof *o.sym);
	o.link = lu_arena_calloc(a, o.n_link, sizeof *o.link);
	if (!o.v || !o.sym || !o.link) return lu_nomem(e);
	o.n_sym = o.n_link = 0;
	for (size_t i = 0; i < o.n && !rc; i++) {
		lu_outline *v = &o.v[i];

		*v = (lu_outline){ .file = row[i].file, .due = row[i].due, .listed = row[i].listed };
		v->sym = o.sym + o.n_sym;
		v->link = o.link + o.n_link;
		rc = lu__unpack_symbols(row[i].symbols, row[i].path, row[i].language, a, v->sym, &v->n_sym, e);
		if (!rc) rc = lu__unpack_refs(row[i].links, a, v->link, &v->n_link, e);
		o.n_sym += v->n_sym;
		o.n_link += v->n_link;
	}
	if (!rc) rc = find_targets(s, o.link, o.n_link, e);
	if (!rc) *out = o;
	return rc;
}

lu_code lu_store_outlines_dirty(lu_store *s, bool all, lu_arena *a, lu_outlines *out, lu_err *e)
{
	lu_outlines o = { 0 };
	lu_code rc = read_outlines(s, a, &o, e);

	for (size_t i = 0; i < o.n && !rc && all; i++) o.v[i].due = true;
	if (!rc) *out = o;
	return rc;
}

lu_code lu_store_outlines(lu_store *s, lu_arena *a, lu_outlines *out, bool *all, lu_err *e)
{
	bool any;
	lu_code rc = lu_store_dirty(s, false, &any, all, e);

	return rc ? rc : lu_store_outlines_dirty(s, *all, a, out, e);
}

lu_code lu_store_calls(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s, "SELECT calls FROM outline WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);

	return rc ? rc : lu__file_text(s, st, file, a, out, "read references", e);
}

lu_code lu_store_calls_aimed(lu_store *s, lu_str packed, lu_arena *a, lu_ref **out, size_t *n, bool *aimed, lu_err *e)
{
	lu_code rc;

	*aimed = lu__is_aimed(packed);
	if (!*aimed) return LU_OK;
	rc = unpack_refs(packed, a, out, n, e);
	return rc ? rc : find_targets(s, *out, *n, e);
}

lu_code lu_unpack_calls(lu_str packed, lu_arena *a, lu_ref **out, size_t *n, lu_err *e)
{
	return unpack_refs(packed, a, out, n, e);
}

lu_code lu__file_refs(lu_store *s, int64_t file, lu_arena *a, lu_ref **out, size_t *n, lu_err *e)
{
	lu_str col[3];
	lu_ref *v[2] = { NULL, NULL }, *both;
	size_t k[2] = { 0, 0 };
	int64_t listed;
	bool has = false;
	lu_code rc = read_outline(s, file, a, col, &listed, &has, e);

	*out = NULL;
	*n = 0;
	for (int i = 0; i < 2 && !rc && has; i++) rc = unpack_refs(col[i + 1], a, &v[i], &k[i], e);
	if (rc || !has) return rc;
	if (!(both = lu_arena_calloc(a, k[0] + k[1], sizeof *both))) return lu_nomem(e);
	if (k[0]) memcpy(both, v[0], k[0] * sizeof *both);
	if (k[1]) memcpy(both + k[0], v[1], k[1] * sizeof *both);
	*out = both;
	*n = k[0] + k[1];
	return LU_OK;
}
