/* SPDX-License-Identifier: MIT
 * What was read of the files, and their source as it is stored: by these an absence is told from a gap. */
#include "store/internal.h"

lu_code lu_store_stretches(lu_store *s, int64_t file, lu_stretch_fn *fn, void *ctx, lu_err *e)
{
	static const char sql[] =
		"SELECT e.start_line, e.end_line, e.code, e.extra, f.path FROM element e NOT INDEXED JOIN file f ON"
		" f.id = ?3 AND f.tenant = e.tenant AND f.kb = e.kb WHERE e.tenant = ?1 AND e.kb = ?2 AND"
		" e.id IN (SELECT id FROM element INDEXED BY element_file WHERE tenant = ?1 AND kb = ?2 AND"
		" file = ?3) AND e.code_of IS NULL AND e.code IS NOT NULL"
		" ORDER BY e.start_line, e.end_line DESC, e.id";
	sqlite3_stmt *st = NULL;
	int64_t end = 0;
	lu_code rc = lu__stmt(s, sql, &st, e, "ki", file);

	while (!rc && !(rc = lu__step(s, st, "read a file's source", e))) {
		lu_stretch p = { .line = (uint32_t)sqlite3_column_int64(st, 0),
				 .path = lu__text(st, 4),
				 .text = lu__text(st, 2),
				 .extra = lu__text(st, 3) };

		/* the source of what is in another element may be stored twice */
		if (!p.text.n || (end && sqlite3_column_int64(st, 1) <= end)) continue;
		end = sqlite3_column_int64(st, 1);
		rc = fn(ctx, &p, e);
	}
	return lu__end(st, rc);
}

/* A store that nobody has written since may be of a version that does not have the column. */
static lu_code knows_unparsed(lu_store *s, int64_t *knows, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT count(*) FROM pragma_table_info('file') WHERE name = 'unparsed'", &st, e, "");

	return rc ? rc : lu__int(s, st, 0, knows, "look at the schema", e);
}

static lu_code add_row(sqlite3_stmt *st, lu_arena *a, lu_covered **v, size_t *n, lu_err *e)
{
	lu_covered *w = lu_arena_grow(a, *v, *n, sizeof *w);

	if (!w) return lu_nomem(e);
	*v = w;
	w += *n;
	*w = (lu_covered){ .language = lu__copy(st, 0, a),
			   .reason = lu__copy(st, 1, a),
			   .files = sqlite3_column_int64(st, 2),
			   .partial = sqlite3_column_int64(st, 3),
			   .lines = sqlite3_column_int64(st, 4),
			   .unknown = sqlite3_column_int64(st, 5) };
	if (!w->language.s || !w->reason.s) return lu_nomem(e);
	++*n;
	return LU_OK;
}

lu_code lu_store_coverage(lu_store *s, lu_arena *a, lu_covered **out, size_t *n, lu_err *e)
{
	static const char now[] =
		"SELECT language, coalesce(reason, ''), count(*), sum(unparsed > 0), sum(unparsed),"
		" sum(unparsed IS NULL) FROM file WHERE tenant = ? AND kb = ? GROUP BY 2, 1 ORDER BY 2, 1";
	static const char before[] = "SELECT language, coalesce(reason, ''), count(*), 0, 0, count(*) FROM file"
				     " WHERE tenant = ? AND kb = ? GROUP BY 2, 1 ORDER BY 2, 1";
	sqlite3_stmt *st = NULL;
	lu_covered *v = NULL;
	int64_t knows = 0;
	size_t k = 0;
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = knows_unparsed(s, &knows, e);
	if (!rc) rc = lu__stmt(s, knows ? now : before, &st, e, "k");
	while (!rc && !(rc = lu__step(s, st, "look at the files", e))) rc = add_row(st, a, &v, &k, e);
	if ((rc = lu__end(st, rc))) return rc;
	*out = v;
	*n = k;
	return LU_OK;
}

lu_code lu_store_tongues(lu_store *s, lu_arena *a, lu_tongue **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_tongue *v = NULL, *w;
	size_t k = 0;
	lu_code rc = lu__stmt(
		s, "SELECT language, count(*) FROM file WHERE tenant = ? AND kb = ? AND reason IS NULL GROUP BY 1", &st,
		e, "k");

	while (!rc && !(rc = lu__step(s, st, "count the files", e))) {
		if (!(w = lu_arena_grow(a, v, k, sizeof *v))) rc = lu_nomem(e);
		if (rc) break;
		v = w;
		v[k] = (lu_tongue){ .language = lu__copy(st, 0, a), .files = sqlite3_column_int64(st, 1) };
		if (!v[k++].language.s) rc = lu_nomem(e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	*out = v;
	*n = k;
	return LU_OK;
}
