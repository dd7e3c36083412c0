/* SPDX-License-Identifier: MIT
 * Edges of an element or a file, one after the other: first the rows of CONTAINS edges, then references, which are rows
 * on their way in and packed by file on their way out.
 *
 * Between two calls the statement of an iterator stands at a row, or there is none: so it is busy for lu__stmt(), and
 * nobody else gets it. That is why a statement is stepped where it is made, before its first row is asked for. */
#include <stdlib.h>

#include "store/edge_iter.h"

struct lu_edge_iter {
	lu_store *s;
	int64_t id, file; /* of which edges are read; file: 0 until it is known */
	unsigned which;
	bool in;
	const int64_t *of; /* elements whose packed edges are wanted; NULL: all of the file */
	size_t n_of;
	sqlite3_stmt *st; /* NULL: no rows are left */
	bool contains;    /* st has CONTAINS edges */
	bool ahead;       /* st stands at a row that was not given yet */
	bool packed;      /* the packed edges have been read */
	struct lu__packed_edge *g;
	size_t n, at, to; /* at: the present one, to: its next target */
	struct lu__reasons reasons;
	lu_arena a;
};

lu_code lu__reasons_read(lu_store *s, lu_arena *a, struct lu__reasons *r, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT id, text FROM edge_reason ORDER BY id", &st, e, "");

	*r = (struct lu__reasons){ 0 };
	while (!rc && !(rc = lu__step(s, st, "read the reasons", e))) {
		size_t id = (size_t)sqlite3_column_int64(st, 0);

		while (r->n <= id && !rc) {
			lu_str *w = lu_arena_grow(a, r->text, r->n, sizeof *w);

			if (!w) rc = lu_nomem(e);
			else (r->text = w)[r->n++] = lu_strn("", 0);
			if (r->n > UINT16_MAX) rc = lu_fail(e, LU_EDB, "there are too many reasons");
		}
		if (!rc && !(r->text[id] = lu__copy(st, 1, a)).s) rc = lu_nomem(e);
	}
	return lu__end(st, rc);
}

lu_str lu__reason(const struct lu__reasons *r, uint32_t number)
{
	return number < r->n ? r->text[number] : lu_strn("", 0);
}

/* ---- rows ---- */

/* Step; at the end there is no statement any more. */
static lu_code step(lu_edge_iter *it, lu_err *e)
{
	lu_code rc = lu__step(it->s, it->st, "read edges", e);

	it->ahead = rc == LU_OK;
	if (rc) it->st = NULL;
	return rc == LU_DONE ? LU_OK : rc;
}

static lu_code open_contains(lu_edge_iter *it, lu_err *e)
{
	static const char parent[] =
		"SELECT parent, id FROM element WHERE tenant = ? AND kb = ? AND id = ? AND parent > 0";
	static const char children[] =
		"SELECT parent, id FROM element INDEXED BY element_file WHERE tenant = ?1 AND kb = ?2"
		" AND file = (SELECT file FROM element WHERE id = ?3 AND tenant = ?1 AND kb = ?2)"
		" AND parent = ?3 ORDER BY id";
	lu_code rc = lu__stmt(it->s, it->in ? parent : children, &it->st, e, "ki", it->id);

	it->contains = true;
	return rc ? rc : step(it, e);
}

static lu_code open_in(lu_edge_iter *it, lu_err *e)
{
	lu_code rc =
		lu__stmt(it->s,
			 "SELECT g.src, g.kind, g.grade, g.line, g.count, r.text FROM edge_in g"
			 " LEFT JOIN edge_reason r ON r.id = g.reason WHERE g.tenant = ? AND g.kb = ? AND g.dst = ?"
			 " ORDER BY g.src, g.kind",
			 &it->st, e, "ki", it->id);

	it->contains = false;
	return rc ? rc : step(it, e);
}

lu_code lu__edge_in(sqlite3_stmt *st, int64_t dst, lu_edge_row *out, lu_err *e)
{
	int64_t kind = sqlite3_column_int64(st, 1), grade = sqlite3_column_int64(st, 2);

	if (kind < 0 || kind >= LU_EDGE_KINDS || grade < 0 || grade >= LU_GRADES)
		return lu_fail(e, LU_EDB, "an edge is damaged: run 'lucus sync' on an empty store");
	*out = (lu_edge_row){ .src = sqlite3_column_int64(st, 0),
			      .dst = dst,
			      .kind = (lu_edge_kind)kind,
			      .grade = (lu_grade)grade,
			      .line = (uint32_t)sqlite3_column_int64(st, 3),
			      .count = (uint32_t)sqlite3_column_int64(st, 4),
			      .name = lu_strz(""),
			      .reason = lu__text(st, 5) };
	return LU_OK;
}

lu_edge_row lu_contains_edge(int64_t parent, int64_t child)
{
	return (lu_edge_row){ .src = parent,
			      .dst = child,
			      .kind = LU_EDGE_CONTAINS,
			      .grade = LU_GRADE_EXACT,
			      .count = 1,
			      .name = lu_strz(""),
			      .reason = lu_strz("parent") };
}

static lu_code row_of(const lu_edge_iter *it, lu_edge_row *out, lu_err *e)
{
	sqlite3_stmt *st = it->st;

	if (!it->contains) return lu__edge_in(st, it->id, out, e);
	*out = lu_contains_edge(sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1));
	return LU_OK;
}

/* ---- packed edges ---- */

static lu_code file_of(lu_edge_iter *it, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(it->s, "SELECT file FROM element WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "ki",
			      it->id);

	return rc ? rc : lu__int(it->s, st, 0, &it->file, "find an element", e);
}

static lu_code read_packed(lu_edge_iter *it, lu_err *e)
{
	lu_str text = { NULL, 0 };
	lu_code rc = it->file ? LU_OK : file_of(it, e);

	it->packed = true;
	if (!rc) rc = lu__answer_read(it->s, it->file, &it->a, &text, e);
	if (!rc && text.s) rc = lu__reasons_read(it->s, &it->a, &it->reasons, e);
	if (!rc && text.s) rc = lu__unpack_edges(text, it->of, it->n_of, &it->a, &it->g, &it->n, e);
	return rc;
}

static lu_code next_packed(lu_edge_iter *it, lu_edge_row *out)
{
	const struct lu__packed_edge *g = it->at < it->n ? &it->g[it->at] : NULL;

	if (!g) return LU_DONE;
	*out = (lu_edge_row){ .src = g->src,
			      .dst = g->n ? g->dst[it->to] : 0,
			      .kind = g->kind,
			      .grade = g->grade,
			      .line = g->line,
			      .count = g->count,
			      .name = g->name,
			      .reason = lu__reason(&it->reasons, g->reason) };
	if (++it->to >= g->n) {
		it->at++;
		it->to = 0;
	}
	return LU_OK;
}

/* ---- the iterator ---- */

static lu_code begin(lu_edge_iter *it, lu_err *e)
{
	lu_code rc = lu__need_kb(it->s, e);

	if (!rc && it->which & LU_EDGES_CONTAINS) rc = open_contains(it, e);
	if (!rc && !it->st && it->in && it->which & LU_EDGES_REFERENCES) rc = open_in(it, e);
	return rc;
}

static void end(lu_edge_iter *it)
{
	sqlite3_reset(it->st);
	lu_arena_free(&it->a);
}

lu_code lu_edge_iter_next(lu_edge_iter *it, lu_edge_row *out, lu_err *e)
{
	lu_code rc = LU_OK;

	if (it->st && !it->ahead) {
		bool more = it->contains && it->in && it->which & LU_EDGES_REFERENCES;

		rc = step(it, e);
		if (!rc && !it->st && more) rc = open_in(it, e);
	}
	if (!rc && it->st) {
		it->ahead = false;
		return row_of(it, out, e);
	}
	if (rc || it->in || !(it->which & LU_EDGES_REFERENCES)) return rc ? rc : LU_DONE;
	if (!it->packed) rc = read_packed(it, e);
	return rc ? rc : next_packed(it, out);
}

static lu_code open_iter(const lu_edge_iter *want, lu_edge_iter **out, lu_err *e)
{
	lu_edge_iter *it = malloc(sizeof *it);
	lu_code rc;

	if (!it) return lu_nomem(e);
	*it = *want;
	if (it->of == &want->id) it->of = &it->id;
	rc = begin(it, e);
	if (rc) lu_edge_iter_close(it);
	else *out = it;
	return rc;
}

lu_code lu_edge_iter_open(lu_store *s, int64_t id, bool in, unsigned which, lu_edge_iter **out, lu_err *e)
{
	lu_edge_iter it = { .s = s, .id = id, .in = in, .which = which, .of = &it.id, .n_of = 1 };

	return open_iter(&it, out, e);
}

void lu_edge_iter_close(lu_edge_iter *it)
{
	if (!it) return;
	end(it);
	free(it);
}

static lu_code each(lu_edge_iter *it, lu_edge_fn *fn, void *ctx, lu_err *e)
{
	lu_edge_row r;
	lu_code rc = begin(it, e);

	while (!rc && !(rc = lu_edge_iter_next(it, &r, e))) rc = fn(ctx, &r, e);
	end(it);
	return rc == LU_DONE ? LU_OK : rc;
}

lu_code lu_store_edges(lu_store *s, int64_t id, bool in, lu_edge_fn *fn, void *ctx, lu_err *e)
{
	lu_edge_iter it = { .s = s, .id = id, .in = in, .which = LU_EDGES_ALL, .of = &id, .n_of = 1 };

	return each(&it, fn, ctx, e);
}

lu_code lu_store_file_edges(lu_store *s, int64_t file, const int64_t *of, size_t n, lu_edge_fn *fn, void *ctx,
			    lu_err *e)
{
	lu_edge_iter it = { .s = s, .file = file, .which = LU_EDGES_REFERENCES, .of = of, .n_of = n };

	return each(&it, fn, ctx, e);
}

/* ---- counts ---- */

lu_code lu_store_in_degree(lu_store *s, int64_t id, int64_t most, int64_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s,
			      "SELECT count(*) FROM (SELECT 1 FROM edge_in WHERE tenant = ? AND kb = ? AND dst = ?"
			      " AND reason IS NOT (SELECT id FROM edge_reason WHERE text = '" LU_REASON_CONSTRUCTOR "')"
			      " LIMIT ?)",
			      &st, e, "kii", id, most);

	return rc ? rc : lu__int(s, st, 0, n, "count edges", e);
}

lu_code lu_store_has_edges(lu_store *s, bool *has, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t some = 0;
	lu_code rc = lu__stmt(s, "SELECT 1 FROM edge_in WHERE tenant = ? AND kb = ? LIMIT 1", &st, e, "k");

	if (!rc) rc = lu__int(s, st, 0, &some, "look for edges", e);
	if (!rc && !some)
		rc = lu__stmt(s, "SELECT 1 FROM element WHERE tenant = ? AND kb = ? AND parent > 0 LIMIT 1", &st, e,
			      "k");
	if (!rc && !some) rc = lu__int(s, st, 0, &some, "look for edges", e);
	if (!rc) *has = some;
	return rc;
}
