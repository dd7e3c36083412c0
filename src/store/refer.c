/* SPDX-License-Identifier: MIT
 * References: who refers to an element, and who writes a name, whether it leads anywhere or not. */
#include "store/edge_iter.h"

lu_code lu_store_referrers(lu_store *s, int64_t id, lu_referrer_fn *fn, void *ctx, lu_err *e)
{
	static const char sql[] = "SELECT g.src, g.kind, g.grade, g.line, g.count, r.text, e.file, e.parent, "
				  "e.uuid, e.type, e.name, f.path,"
				  " e.language, e.start_line, e.end_line FROM edge_in g CROSS JOIN element e "
				  "ON e.id = g.src AND"
				  " e.tenant = g.tenant AND e.kb = g.kb CROSS JOIN file f ON f.id = e.file "
				  "AND f.tenant = e.tenant AND"
				  " f.kb = e.kb LEFT JOIN edge_reason r ON r.id = g.reason WHERE g.tenant = "
				  "? AND g.kb = ? AND g.dst = ?"
				  " ORDER BY g.src, g.kind";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, sql, &st, e, "ki", id);

	while (!rc && !(rc = lu__step(s, st, "read edges", e))) {
		lu_edge_row r;
		lu_brief b = { .id = sqlite3_column_int64(st, 0),
			       .file = sqlite3_column_int64(st, 6),
			       .parent = sqlite3_column_int64(st, 7),
			       .type = lu__text(st, 9),
			       .name = lu__text(st, 10),
			       .path = lu__text(st, 11),
			       .language = lu__text(st, 12),
			       .start_line = (uint32_t)sqlite3_column_int64(st, 13),
			       .end_line = (uint32_t)sqlite3_column_int64(st, 14) };

		lu__set_id(b.uuid, lu__text(st, 8));
		rc = lu__edge_in(st, id, &r, e);
		if (!rc) rc = fn(ctx, &r, &b, e);
	}
	return lu__end(st, rc);
}

/* The text that every reference to something named `simple` has in a packed column. */
static lu_code needle_of(lu_str simple, lu_buf *out, lu_err *e)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_str(&w, NULL, simple);
	if (!w.out.oom && w.out.len >= 2) lu_buf_add(out, w.out.s + 1, w.out.len - 2);
	lu_jw_free(&w);
	lu_buf_addc(out, '"');
	return out->oom || out->len < 1 ? lu_nomem(e) : LU_OK;
}

static lu_code give_named(int64_t file, const struct lu__packed_edge *g, size_t n, lu_str simple,
			  const struct lu__reasons *r, lu_reference_fn *fn, void *ctx, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		lu_edge_row row = { .src = g[i].src,
				    .dst = g[i].n ? g[i].dst[0] : 0,
				    .kind = g[i].kind,
				    .grade = g[i].grade,
				    .line = g[i].line,
				    .count = g[i].count,
				    .name = g[i].name,
				    .reason = lu__reason(r, g[i].reason) };

		if (lu_str_eq(lu_simple_name(row.name), simple)) rc = fn(ctx, file, &row, g[i].dst, g[i].n, e);
	}
	return rc;
}

lu_code lu_store_references(lu_store *s, lu_str simple, lu_reference_fn *fn, void *ctx, lu_err *e)
{
	static const char all[] = "SELECT file, edges FROM answer WHERE tenant = ? AND kb = ?";
	lu_arena a = { 0 }, each = { 0 };
	lu_buf needle = LU_BUF;
	sqlite3_stmt *st = NULL;
	struct lu__reasons r;
	lu_code rc = simple.n ? lu__need_kb(s, e) : LU_DONE;

	if (!rc) rc = needle_of(simple, &needle, e);
	if (!rc) rc = lu__reasons_read(s, &a, &r, e);
	if (!rc) rc = lu__stmt(s, all, &st, e, "k");
	while (!rc && !(rc = lu__step(s, st, "read edges", e))) {
		struct lu__packed_edge *g = NULL;
		lu_str text = lu__text(st, 1);
		size_t n = 0;

		if (!memmem(text.s, text.n, needle.s, needle.len)) continue;
		rc = lu__unpack_edges(text, NULL, 0, &each, &g, &n, e);
		if (!rc) rc = give_named(sqlite3_column_int64(st, 0), g, n, simple, &r, fn, ctx, e);
		lu_arena_free(&each);
	}
	lu_buf_free(&needle);
	lu_arena_free(&a);
	return lu__end(st, rc);
}
