/* SPDX-License-Identifier: MIT
 * What a person means by a path and a line. */
#include <stdlib.h>

#include "core/ascii.h"
#include "store/internal.h"

static int by_place(const void *px, const void *py)
{
	const lu_brief *x = px, *y = py;
	int c = lu_str_cmp(x->path, y->path);

	if (c) return c;
	if (x->start_line != y->start_line) return x->start_line < y->start_line ? -1 : 1;
	if (x->end_line != y->end_line) return x->end_line > y->end_line ? -1 : 1;
	return strcmp(x->uuid, y->uuid);
}

lu_code lu__briefs(lu_store *s, const int64_t *id, size_t n_id, lu_arena *a, lu_brief **out, size_t *n, lu_err *e)
{
	lu_brief *v = lu_arena_calloc(a, n_id + 1, sizeof *v);
	size_t k = 0;
	lu_code rc = v ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < n_id && !rc; i++) {
		rc = lu_store_brief(s, id[i], a, &v[k], e);
		if (!rc) k++;
		if (rc == LU_ENOENT) rc = LU_OK; /* a writer has removed it since */
	}
	if (rc) return rc;
	if (k) qsort(v, k, sizeof *v, by_place);
	*out = v;
	*n = k;
	return LU_OK;
}

uint32_t lu_split_place(lu_str place, lu_str *path)
{
	lu_str digits = lu_str_after_last(place, ':');
	uint32_t line = 0;

	*path = place;
	if (digits.n == place.n || !digits.n || digits.n > 9) return 0;
	for (size_t i = 0; i < digits.n; i++) {
		if (!lu_is_digit(digits.s[i])) return 0;
		line = line * 10 + (uint32_t)(digits.s[i] - '0');
	}
	if (line) *path = lu_strn(place.s, place.n - digits.n - 1);
	return line;
}

static bool ends_with(lu_str path, lu_str end)
{
	return path.n >= end.n && (path.n == end.n || path.s[path.n - end.n - 1] == '/') &&
	       memcmp(path.s + path.n - end.n, end.s, end.n) == 0;
}

/* How well a file fits a path that was written elsewhere: components that they have in common at their ends, and between
 * equals one of which nothing is left over, as it lies where the other's next folder is the root. */
static size_t fit_of(lu_str x, lu_str y)
{
	size_t n = 0;

	while (x.n && y.n) {
		lu_str a = lu_str_after_last(x, '/'), b = lu_str_after_last(y, '/');

		if (!lu_str_eq(a, b)) break;
		n += 2;
		x = a.n < x.n ? lu_strn(x.s, x.n - a.n - 1) : lu_strn(x.s, 0);
		y = b.n < y.n ? lu_strn(y.s, y.n - b.n - 1) : lu_strn(y.s, 0);
	}
	return n + !x.n;
}

struct file {
	int64_t id;
	size_t fit;
};

/* The files that a path may mean. */
struct search {
	lu_str path, end; /* as it was asked for; what of it a file must have */
	struct file *v;
	size_t n;
	bool whole; /* a file has just that path: nothing else is meant */
};

static lu_code add_file(struct search *x, int64_t id, lu_str path, lu_arena *a, lu_err *e)
{
	struct file *w = lu_arena_grow(a, x->v, x->n, sizeof *w);

	if (!w) return lu_nomem(e);
	x->v = w;
	w[x->n++] = (struct file){ id, fit_of(path, x->path) };
	return LU_OK;
}

static lu_code find_whole(lu_store *s, struct search *x, lu_arena *a, lu_err *e)
{
	static const char sql[] = "SELECT id FROM file WHERE tenant = ? AND kb = ? AND path = ? AND reason IS NULL";
	sqlite3_stmt *st = NULL;
	int64_t id = 0;
	lu_code rc = lu__stmt(s, sql, &st, e, "kt", x->end);

	if (!rc) rc = lu__int(s, st, 0, &id, "find a file", e);
	if (!rc && id) rc = add_file(x, id, x->end, a, e);
	x->whole = x->n > 0;
	return rc;
}

/* Files whose path is or ends with what was asked for, by their paths, those that were left out, too. Paths are
 * compared here: SQL's substr() reads the whole path, which in a large tree took most of the time. One pass does for all. */
static lu_code find_ending(lu_store *s, struct search *x, size_t n, lu_arena *a, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	bool needed = false;
	lu_code rc;

	for (size_t i = 0; i < n; i++) needed |= !x[i].whole;
	if (!needed) return LU_OK;
	rc = lu__stmt(s, "SELECT path, id FROM file WHERE tenant = ? AND kb = ? ORDER BY path", &st, e, "k");
	while (!rc && !(rc = lu__step(s, st, "find a file", e))) {
		lu_str path = lu__text(st, 0);

		for (size_t i = 0; i < n && !rc; i++)
			if (!x[i].whole && ends_with(path, x[i].end))
				rc = add_file(&x[i], sqlite3_column_int64(st, 1), path, a, e);
	}
	return lu__end(st, rc);
}

/* Leave out files that have no elements, because they were left out of the store. */
static lu_code keep_stored(lu_store *s, struct search *x, lu_err *e)
{
	static const char sql[] = "SELECT id FROM file WHERE tenant = ? AND kb = ? AND id = ? AND reason IS NULL";
	size_t k = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < x->n && !rc; i++) {
		sqlite3_stmt *st = NULL;
		int64_t id = 0;

		rc = lu__stmt(s, sql, &st, e, "ki", x->v[i].id);
		if (!rc) rc = lu__int(s, st, 0, &id, "find a file", e);
		if (id) x->v[k++] = x->v[i];
	}
	x->n = k;
	return rc;
}

static lu_code find_wholes(lu_store *s, struct search *x, size_t n, lu_arena *a, lu_err *e)
{
	lu_code rc = lu__need_kb(s, e);

	for (size_t i = 0; i < n && !rc; i++) rc = find_whole(s, &x[i], a, e);
	return rc;
}

static lu_code find_others(lu_store *s, struct search *x, size_t n, lu_arena *a, lu_err *e)
{
	lu_code rc = find_ending(s, x, n, a, e);

	for (size_t i = 0; i < n && !rc; i++)
		if (!x[i].whole) rc = keep_stored(s, &x[i], e);
	return rc;
}

/* The element of a file that has most in common with these lines, which is the innermost one that holds `line` where it is the
 * last, too; 0: none. */
static lu_code innermost(lu_store *s, int64_t file, uint32_t line, uint32_t last, int64_t *id, lu_err *e)
{
	static const char sql[] =
		"SELECT id FROM element INDEXED BY element_file WHERE tenant = ?1 AND kb = ?2 AND file = ?3"
		" AND CASE WHEN ?4 THEN start_line <= ?5 AND end_line >= ?4 ELSE parent = 0 END"
		" ORDER BY (min(end_line, ?5) - max(start_line, ?4) + 1.0) / (max(end_line, ?5) - min(start_line, ?4) "
		"+ 1.0)"
		" DESC, parent > 0 DESC, id DESC LIMIT 1";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, sql, &st, e, "kiii", file, (int64_t)line, (int64_t)(last > line ? last : line));

	return rc ? rc : lu__int(s, st, 0, id, "find a line", e);
}

lu_code lu_store_at(lu_store *s, lu_str path, uint32_t line, lu_arena *a, lu_brief **out, size_t *n, lu_err *e)
{
	struct search x = { 0 };
	int64_t *id;
	size_t k = 0;
	lu_code rc;

	while (lu_str_starts(path, "./")) path = lu_strn(path.s + 2, path.n - 2);
	x.path = x.end = path;
	rc = find_wholes(s, &x, 1, a, e);
	if (!rc) rc = find_others(s, &x, 1, a, e);
	if (rc) return rc;
	if (!(id = lu_arena_calloc(a, x.n + 1, sizeof *id))) return lu_nomem(e);
	for (size_t i = 0; i < x.n && !rc; i++) {
		rc = innermost(s, x.v[i].id, line, line, &id[k], e);
		k += id[k] != 0;
	}
	return rc ? rc : lu__briefs(s, id, k, a, out, n, e);
}

/* ---- places of other trees ---- */

static int by_fit(const void *px, const void *py)
{
	const struct file *x = px, *y = py;

	if (x->fit != y->fit) return x->fit > y->fit ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

/* What is called as a frame says. */
struct named {
	int64_t id;    /* 0: none is */
	uint32_t away; /* lines from that of the frame */
	bool in_scope, called;
};

static bool better(const struct named *x, const struct named *y)
{
	if (x->in_scope != y->in_scope) return x->in_scope;
	if (x->called != y->called) return x->called;
	return x->away < y->away;
}

static bool is_in(lu_str name, lu_str scope)
{
	lu_str own = lu_simple_name(name);

	return scope.n && own.n < name.n && lu_str_eq(lu_simple_name(lu_strn(name.s, name.n - own.n - 1)), scope);
}

static lu_code find_named(lu_store *s, int64_t file, const lu_frame *f, struct named *best, lu_err *e)
{
	static const char sql[] = "SELECT id, name, start_line, end_line, type FROM element INDEXED BY element_file"
				  " WHERE tenant = ? AND kb = ? AND file = ? ORDER BY id";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, sql, &st, e, "ki", file);

	while (!rc && !(rc = lu__step(s, st, "find a name", e))) {
		lu_str name = lu__text(st, 1);
		int64_t first = sqlite3_column_int64(st, 2), last = sqlite3_column_int64(st, 3), line = f->line;
		struct named one = { .id = sqlite3_column_int64(st, 0), .in_scope = is_in(name, f->scope) };

		one.called = lu_type_is_called(lu__text(st, 4));
		if (!lu_str_eq(lu_simple_name(name), f->name)) continue;
		one.away = (uint32_t)(line < first ? first - line : line > last ? line - last : 0);
		if (!best->id || better(&one, best)) *best = one;
	}
	return lu__end(st, rc);
}

/* What is at the line is in the function that has the name, or the line is that of another revision. */
static lu_code at_frame(lu_store *s, int64_t file, const lu_frame *f, int64_t *id, lu_err *e)
{
	struct named named = { 0 };
	lu_code rc = innermost(s, file, f->line, f->last, id, e);

	if (!rc && f->line && f->name.n) rc = find_named(s, file, f, &named, e);
	if (!rc && named.id && (named.away || !named.called || !*id)) *id = named.id;
	return rc;
}

/* Files are looked at from the best fit on, until some of one fit hold something there. Only where there may be too many of
 * these all are counted. */
static lu_code find_frame(lu_store *s, struct search *x, lu_frame *f, lu_arena *a, lu_err *e)
{
	int64_t *id = lu_arena_calloc(a, x->n + 1, sizeof *id);
	size_t holding = 0, best = 0, fit = 0;
	lu_code rc = id ? LU_OK : lu_nomem(e);

	if (!rc && x->n) qsort(x->v, x->n, sizeof *x->v, by_fit);
	for (size_t i = 0; i < x->n && holding <= LU_NAMESAKES && !rc; i++) {
		int64_t one = 0;

		if (best && x->v[i].fit < fit && x->n <= LU_NAMESAKES) break;
		rc = at_frame(s, x->v[i].id, f, &one, e);
		if (!one) continue;
		if (!holding++) fit = x->v[i].fit;
		if (x->v[i].fit == fit) id[best++] = one;
	}
	return rc ? rc : lu__briefs(s, id, holding <= LU_NAMESAKES ? best : 0, a, &f->v, &f->n, e);
}

/* A file that has just that path is meant, where it holds something there, else those that end in all of the path; where no
 * file has that path, those of that name. */
lu_code lu_store_frames(lu_store *s, lu_frame *f, size_t n, lu_arena *a, lu_err *e)
{
	struct search *x = lu_arena_calloc(a, n + 1, sizeof *x);
	lu_code rc;

	if (!x) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		lu_str path = f[i].path;

		while (lu_str_starts(path, "./")) path = lu_strn(path.s + 2, path.n - 2);
		x[i].path = x[i].end = path;
	}
	rc = find_wholes(s, x, n, a, e);
	for (size_t i = 0; i < n && !rc; i++) {
		if (!x[i].whole) {
			x[i].end = lu_str_after_last(x[i].path, '/');
			continue;
		}
		rc = find_frame(s, &x[i], &f[i], a, e);
		x[i].whole = f[i].n > 0;
		if (!x[i].whole) x[i].n = 0;
	}
	if (!rc) rc = find_others(s, x, n, a, e);
	for (size_t i = 0; i < n && !rc; i++)
		if (!x[i].whole) rc = find_frame(s, &x[i], &f[i], a, e);
	return rc;
}
