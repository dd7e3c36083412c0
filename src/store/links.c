/* SPDX-License-Identifier: MIT
 * Links between files, by target: how many other files refer to a file is one short range of rows. What a file's
 * links were is kept beside its edges, since an edge does not tell any more where its target was when that is gone. */
#include <stdlib.h>

#include "store/links.h"
#include "store/pack.h"
#include "core/sorting.h"
#include "core/binary_search.h"

#define ASK    4096 /* elements that are looked for one by one, each at the cost of reading four; then all are read */
#define LATELY 1024 /* of these, answers that are kept: edges lead to the same few again and again */

/* Elements first ... last are in `file`: a file's elements get their ids in a row. */
struct lu__span {
	int64_t first, last, file;
};

/* ---- where elements are ---- */

static lu_code read_homes(lu_store *s, struct lu__homes *h, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	size_t n = 0;
	lu_code rc = lu__stmt(s,
			      "SELECT id, file FROM element INDEXED BY element_file WHERE tenant = ? AND kb = ?"
			      " ORDER BY file, parent, id",
			      &st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "read where elements are", e))) {
		int64_t id = sqlite3_column_int64(st, 0), file = sqlite3_column_int64(st, 1);
		struct lu__span *last = h->n ? &h->span[h->n - 1] : NULL, *v;

		if (last && last->file == file && last->last + 1 == id) {
			last->last = id;
			continue;
		}
		if (!(v = lu_arena_grow(&h->a, h->span, h->n, sizeof *v))) rc = lu_nomem(e);
		else (h->span = v)[h->n++] = (struct lu__span){ id, id, file };
	}
	if ((rc = lu__end(st, rc))) return rc;
	if (h->n) qsort(h->span, h->n, sizeof *h->span, lu_int64_order);
	for (size_t i = 0; i < h->n; i++) {
		struct lu__span *last = n ? &h->span[n - 1] : NULL;

		if (last && last->file == h->span[i].file && last->last + 1 == h->span[i].first)
			last->last = h->span[i].last;
		else h->span[n++] = h->span[i];
	}
	h->n = n;
	h->known = true;
	return LU_OK;
}

static bool hit(const struct lu__homes *h, size_t i, int64_t element)
{
	return i < h->n && h->span[i].first <= element && element <= h->span[i].last;
}

static int64_t known_home(struct lu__homes *h, int64_t element)
{
	size_t at;

	if (hit(h, h->at, element)) return h->span[h->at].file;
	LU_LOWER_BOUND(at, 0, h->n, h->span[at].last < element);
	if (!hit(h, at, element)) return 0;
	h->at = at;
	return h->span[at].file;
}

/* Look for an element by itself, unless that was done lately. */
static lu_code ask_home(lu_store *s, struct lu__homes *h, int64_t element, int64_t *file, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	struct lu__span *kept;
	lu_code rc;

	if (!h->lately && !(h->lately = lu_arena_calloc(&h->a, LATELY, sizeof *h->lately))) return lu_nomem(e);
	kept = &h->lately[(uint64_t)element % LATELY];
	if (kept->first == element) {
		*file = kept->file;
		return LU_OK;
	}
	h->asked++;
	rc = lu__stmt(s, "SELECT file FROM element WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "ki", element);
	if (!rc) rc = lu__int(s, st, 0, file, "find an element", e);
	if (!rc) *kept = (struct lu__span){ element, element, *file };
	return rc;
}

/* The file of an element; 0: the element is gone. */
lu_code lu__home_of(lu_store *s, struct lu__homes *h, int64_t element, int64_t *file, lu_err *e)
{
	lu_code rc = LU_OK;

	if (!h->known && h->asked < ASK) return ask_home(s, h, element, file, e);
	if (!h->known) rc = read_homes(s, h, e);
	if (!rc) *file = known_home(h, element);
	return rc;
}

/* ---- the links of a file ---- */

static lu_code pack(const int64_t *v, size_t n, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_str text;
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '[');
	for (size_t i = 0; i < n; i++)
		if (!i || v[i] != v[i - 1]) lu_jw_int(&w, NULL, v[i]);
	lu_jw_close(&w, ']');
	text = w.out.oom ? (lu_str){ NULL, 0 } : lu_arena_dup(a, lu_buf_str(&w.out));
	lu_jw_free(&w);
	if (!text.s) return lu_nomem(e);
	*out = text;
	return LU_OK;
}

lu_code lu__links_of(lu_store *s, struct lu__homes *h, int64_t file, const int64_t *dst, size_t n, lu_arena *a,
		     lu_str *out, lu_err *e)
{
	int64_t *v = lu_arena_calloc(a, n, sizeof *v);
	size_t k = 0;
	lu_code rc = v ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < n && !rc; i++) {
		int64_t home = 0;

		rc = lu__home_of(s, h, dst[i], &home, e);
		if (home && home != file && (!k || v[k - 1] != home)) v[k++] = home;
	}
	if (rc) return rc;
	if (k) qsort(v, k, sizeof *v, lu_int64_order);
	return pack(v, k, a, out, e);
}

lu_code lu__links_read(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_str text = lu_strz("[]");
	lu_code rc =
		lu__stmt(s, "SELECT files FROM answer WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);

	if (!rc) rc = lu__step(s, st, "read links", e);
	if (!rc) {
		text = lu__copy(st, 0, a);
		sqlite3_reset(st);
	}
	if (rc && rc != LU_DONE) return rc;
	if (!text.s) return lu_nomem(e);
	*out = text;
	return LU_OK;
}

/* ---- rows ---- */

static lu_code change_link(lu_store *s, int64_t dst, int64_t src, bool is, lu_err *e)
{
	static const char add[] = "INSERT OR IGNORE INTO file_link(tenant, kb, dst_file, src_file) VALUES(?, ?, ?, ?)";
	static const char drop[] =
		"DELETE FROM file_link WHERE tenant = ? AND kb = ? AND dst_file = ? AND src_file = ?";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, is ? add : drop, &st, e, "kii", dst, src);

	return rc ? rc : lu__run(s, st, is ? "write a link" : "delete a link", e);
}

static lu_code forget_count(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s,
			      "UPDATE kb SET most_referred = NULL WHERE tenant = ? AND id = ? AND most_referred"
			      " IS NOT NULL",
			      &st, e, "k");

	return rc ? rc : lu__run(s, st, "note that links changed", e);
}

lu_code lu__links_update(lu_store *s, int64_t file, lu_str old, lu_str new, lu_arena *a, lu_err *e)
{
	int64_t *x, *y;
	size_t nx, ny, i = 0, k = 0;
	lu_code rc;

	if (lu_str_eq(old, new)) return LU_OK;
	rc = lu__unpack_ids(old, a, &x, &nx, e);
	if (!rc) rc = lu__unpack_ids(new, a, &y, &ny, e);
	while (!rc && (i < nx || k < ny)) {
		if (i < nx && k < ny && x[i] == y[k]) i++, k++;
		else if (k == ny || (i < nx && x[i] < y[k])) rc = change_link(s, x[i++], file, false, e);
		else rc = change_link(s, y[k++], file, true, e);
	}
	return rc ? rc : forget_count(s, e);
}

lu_code lu__links_fill(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s,
			      "INSERT INTO file_link(tenant, kb, dst_file, src_file) SELECT a.tenant, a.kb, f.value,"
			      " a.file FROM answer a, json_each(a.files) f WHERE a.tenant = ? AND a.kb = ?"
			      " ORDER BY f.value, a.file",
			      &st, e, "k");

	if (!rc) rc = lu__run(s, st, "write the links", e);
	return rc ? rc : forget_count(s, e);
}

#define MOST \
	"(SELECT max(n) FROM (SELECT count(*) AS n FROM file_link l WHERE l.tenant = kb.tenant AND l.kb = kb.id" \
	" GROUP BY l.dst_file))"

lu_code lu__links_count(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s,
			      "UPDATE kb SET most_referred = coalesce(" MOST ", 0) WHERE tenant = ? AND id = ? AND"
			      " most_referred IS NULL",
			      &st, e, "k");

	return rc ? rc : lu__run(s, st, "count the links", e);
}

/* ---- asking ---- */

lu_code lu_store_referring_files(lu_store *s, int64_t file, int64_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT count(*) FROM file_link WHERE tenant = ? AND kb = ? AND dst_file = ?", &st, e,
			      "ki", file);

	return rc ? rc : lu__int(s, st, 0, n, "count the links", e);
}

lu_code lu_store_most_referred(lu_store *s, int64_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t known = -1;
	lu_code rc = lu__stmt(s, "SELECT most_referred FROM kb WHERE tenant = ? AND id = ?", &st, e, "k");

	if (!rc) rc = lu__int(s, st, -1, &known, "count the links", e);
	if (!rc && known >= 0) *n = known;
	if (rc || known >= 0) return rc;
	rc = lu__stmt(s, "SELECT " MOST " FROM kb WHERE tenant = ? AND id = ?", &st, e, "k");
	return rc ? rc : lu__int(s, st, 0, n, "count the links", e);
}

/* ---- checking ---- */

lu_code lu__links_astray(lu_store *s, int64_t file, lu_str want, lu_arena *a, int64_t *wrong, int64_t *there, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t *v = NULL, found;
	size_t n = 0;
	lu_str have;
	lu_code rc = lu__links_read(s, file, a, &have, e);

	if (!rc && !lu_str_eq(have, want)) ++*wrong;
	if (!rc) rc = lu__unpack_ids(want, a, &v, &n, e);
	for (size_t i = 0; i < n && !rc; i++) {
		rc = lu__stmt(s,
			      "SELECT count(*) FROM file_link WHERE tenant = ? AND kb = ? AND dst_file = ? AND"
			      " src_file = ?",
			      &st, e, "kii", v[i], file);
		if (!rc) rc = lu__int(s, st, 0, &found, "check a link", e);
		if (rc) return rc;
		*wrong += !found;
		*there += found;
	}
	return rc;
}

lu_code lu__links_left(lu_store *s, int64_t there, int64_t *wrong, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t rows = 0, other = 0;
	lu_code rc = lu__stmt(s, "SELECT count(*) FROM file_link WHERE tenant = ? AND kb = ?", &st, e, "k");

	if (!rc) rc = lu__int(s, st, 0, &rows, "count the links", e);
	if (!rc)
		rc = lu__stmt(s,
			      "SELECT count(*) FROM kb WHERE tenant = ? AND id = ? AND most_referred <> coalesce(" MOST
			      ", 0)",
			      &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &other, "count the links", e);
	if (!rc) *wrong += rows - there + other;
	return rc;
}
