/* SPDX-License-Identifier: MIT
 * Statements: the cache of those that are prepared, binding, stepping, and what their failures mean.
 *
 * A statement belongs to who got it from lu__stmt() until it is reset. One that still runs is never handed out again:
 * a read within a read of the same text gets a spare one, so that both go on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lucus/request.h"
#include "store/internal.h"

lu_code lu__db_fail(lu_store *s, const char *what, lu_err *e)
{
	int code = sqlite3_errcode(s->db), why = sqlite3_system_errno(s->db);

	switch (code & 0xff) {
	case SQLITE_NOMEM: return lu_nomem(e);
	case SQLITE_BUSY:
	case SQLITE_LOCKED: return lu_fail(e, LU_EBUSY, "cannot %s: the store '%s' is in use", what, s->path);
	case SQLITE_NOTADB: return lu_fail(e, LU_EFORMAT, "'%s' is not a store of lucus", s->path);
	case SQLITE_CORRUPT: return lu_fail(e, LU_EDB, "cannot %s: the store '%s' is damaged", what, s->path);
	case SQLITE_IOERR:
	case SQLITE_CANTOPEN:
		if (!why) break;
		if (why != ENOSPC && why != EDQUOT)
			return lu_fail(e, LU_EDB, "cannot %s in '%s': %s: %s", what, s->path, sqlite3_errmsg(s->db),
				       strerror(why));
		/* fall through */
	case SQLITE_FULL: return lu_fail(e, LU_EDB, "cannot %s: no space left for '%s'", what, s->path);
	}
	return lu_fail(e, LU_EDB, "cannot %s in '%s': %s", what, s->path, sqlite3_errmsg(s->db));
}

lu_code lu__exec(lu_store *s, const char *sql, const char *what, lu_err *e)
{
	return sqlite3_exec(s->db, sql, NULL, NULL, NULL) ? lu__db_fail(s, what, e) : LU_OK;
}

static lu_code bind_one(lu_store *s, sqlite3_stmt *st, int i, char form, va_list *ap, lu_err *e)
{
	int rc = SQLITE_OK;

	if (form == 'i') {
		rc = sqlite3_bind_int64(st, i, va_arg(*ap, int64_t));
	} else if (form == 'd') {
		rc = sqlite3_bind_double(st, i, va_arg(*ap, double));
	} else if (form == 'b') {
		const void *p = va_arg(*ap, const void *);
		size_t n = va_arg(*ap, size_t);

		rc = sqlite3_bind_blob64(st, i, n ? p : "", n, SQLITE_STATIC);
	} else {
		lu_str t = va_arg(*ap, lu_str);

		if (form == 'T' && !t.n) rc = sqlite3_bind_null(st, i);
		else rc = sqlite3_bind_text64(st, i, t.n ? t.s : "", t.n, SQLITE_STATIC, SQLITE_UTF8);
	}
	return rc ? lu__db_fail(s, "bind a value", e) : LU_OK;
}

static lu_code bind_all(lu_store *s, sqlite3_stmt *st, lu_err *e, const char *form, va_list *ap)
{
	int i = 1;

	for (; *form; form++) {
		lu_code rc;

		if (*form == 'k') {
			if (sqlite3_bind_int64(st, i, s->tenant) || sqlite3_bind_int64(st, i + 1, s->kb))
				return lu__db_fail(s, "bind a value", e);
			i += 2;
			continue;
		}
		if ((rc = bind_one(s, st, i++, *form, ap, e))) return rc;
	}
	return LU_OK;
}

lu_code lu__bind(lu_store *s, sqlite3_stmt *st, lu_err *e, const char *form, ...)
{
	va_list ap;
	lu_code rc;

	va_start(ap, form);
	rc = bind_all(s, st, e, form, &ap);
	va_end(ap);
	return rc;
}

/* A second statement for the text of `c`, whose first one runs in a loop around this. It stays, for the next time. */
static lu_code spare(lu_store *s, struct lu__cached *c, sqlite3_stmt **out, lu_err *e)
{
	struct lu__cached **at = &c->spare;
	int depth = 1; /* the first one runs */

	while (*at && sqlite3_stmt_busy((*at)->st)) {
		at = &(*at)->spare;
		depth++;
	}
	if (!*at && depth == LU__DEPTH)
		return lu_fail(e, LU_EUSAGE, "more than %d reads within one another", LU__DEPTH);
	if (!*at && !(*at = calloc(1, sizeof **at))) return lu_nomem(e);
	if (!(*at)->st && sqlite3_prepare_v3(s->db, c->sql, -1, SQLITE_PREPARE_PERSISTENT, &(*at)->st, NULL))
		return lu__db_fail(s, "prepare a statement", e);
	*out = (*at)->st;
	return LU_OK;
}

lu_code lu__need_kb(lu_store *s, lu_err *e)
{
	return s->kb ? LU_OK : lu_fail(e, LU_EUSAGE, "no knowledge base is in use");
}

lu_code lu__stmt(lu_store *s, const char *sql, sqlite3_stmt **out, lu_err *e, const char *form, ...)
{
	size_t i = (size_t)((uintptr_t)sql >> 2) % LU__STATEMENTS, start = i;
	struct lu__cached *c;
	sqlite3_stmt *st;
	va_list ap;
	lu_code rc = *form == 'k' ? lu__need_kb(s, e) : LU_OK;

	if (rc) return rc;
	while (s->cache[i].sql && s->cache[i].sql != sql) {
		i = (i + 1) % LU__STATEMENTS;
		if (i == start) return lu_fail(e, LU_EDB, "the store has more statements than its cache");
	}
	c = &s->cache[i];
	if (!c->sql) {
		if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &c->st, NULL))
			return lu__db_fail(s, "prepare a statement", e);
		c->sql = sql;
	}
	st = c->st;
	if (sqlite3_stmt_busy(st) && (rc = spare(s, c, &st, e))) return rc;
	va_start(ap, form);
	rc = bind_all(s, st, e, form, &ap);
	va_end(ap);
	if (!rc) *out = st;
	return rc;
}

void lu__stmts_free(lu_store *s)
{
	for (size_t i = 0; i < LU__STATEMENTS; i++) {
		struct lu__cached *c = s->cache[i].spare, *next;

		sqlite3_finalize(s->cache[i].st);
		for (; c; c = next) {
			next = c->spare;
			sqlite3_finalize(c->st);
			free(c);
		}
	}
}

lu_code lu__end(sqlite3_stmt *st, lu_code rc)
{
	sqlite3_reset(st);
	return rc == LU_DONE ? LU_OK : rc;
}

lu_code lu__step(lu_store *s, sqlite3_stmt *st, const char *what, lu_err *e)
{
	/* all that reads a store comes along here; a writer ends where its work can be kept */
	lu_code code = s->write ? LU_OK : lu_check_cancel(e);
	int rc;

	if (code) {
		sqlite3_reset(st);
		return code;
	}
	rc = sqlite3_step(st);
	if (rc == SQLITE_ROW) return LU_OK;
	code = rc == SQLITE_DONE ? LU_DONE : lu__db_fail(s, what, e);
	sqlite3_reset(st);
	return code;
}

lu_code lu__run(lu_store *s, sqlite3_stmt *st, const char *what, lu_err *e)
{
	return lu__end(st, lu__step(s, st, what, e));
}

lu_code lu__run_each(lu_store *s, const char *const *sql, size_t n, const int64_t *id, const char *what, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		sqlite3_stmt *st = NULL;

		rc = lu__stmt(s, sql[i], &st, e, id ? "ki" : "k", id ? *id : 0);
		if (!rc) rc = lu__run(s, st, what, e);
	}
	return rc;
}

lu_code lu__int(lu_store *s, sqlite3_stmt *st, int64_t otherwise, int64_t *out, const char *what, lu_err *e)
{
	lu_code rc = lu__step(s, st, what, e);

	if (rc && rc != LU_DONE) return rc;
	*out = otherwise;
	if (!rc && sqlite3_column_type(st, 0) != SQLITE_NULL) *out = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return LU_OK;
}

lu_str lu__text(sqlite3_stmt *st, int col)
{
	const char *p = (const char *)sqlite3_column_text(st, col);

	return lu_strn(p ? p : "", p ? (size_t)sqlite3_column_bytes(st, col) : 0);
}

lu_str lu__copy(sqlite3_stmt *st, int col, lu_arena *a)
{
	return lu_arena_dup(a, lu__text(st, col));
}

lu_code lu__file_text(lu_store *s, sqlite3_stmt *st, int64_t file, lu_arena *a, lu_str *out, const char *what,
		      lu_err *e)
{
	lu_code rc = lu__step(s, st, what, e);

	if (rc) return rc == LU_DONE ? lu_fail(e, LU_ENOENT, "file %lld is gone", (long long)file) : rc;
	*out = lu__copy(st, 0, a);
	sqlite3_reset(st);
	return out->s ? LU_OK : lu_nomem(e);
}

lu_code lu_store_file_path(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT path FROM file WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "ki", file);

	return rc ? rc : lu__file_text(s, st, file, a, out, "find the file", e);
}

lu_code lu__ids(lu_store *s, sqlite3_stmt *st, lu_arena *a, int64_t **v, size_t *n, const char *what, lu_err *e)
{
	lu_code rc;

	*v = NULL;
	*n = 0;
	while (!(rc = lu__step(s, st, what, e))) {
		int64_t *w = lu_arena_grow(a, *v, *n, sizeof *w);

		if (!w) {
			rc = lu_nomem(e);
			break;
		}
		*v = w;
		w[(*n)++] = sqlite3_column_int64(st, 0);
	}
	return lu__end(st, rc);
}

lu_code lu__need_element(lu_store *s, int64_t element, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t known = 0;
	lu_code rc = lu__stmt(s, "SELECT 1 FROM element WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "ki", element);

	if (!rc) rc = lu__int(s, st, 0, &known, "find an element", e);
	return rc || known ? rc : lu_fail(e, LU_ENOENT, "element %lld is gone", (long long)element);
}

lu_code lu__bump(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st;
	lu_code rc;

	if (s->bumped && s->in_txn) return LU_OK;
	rc = lu__stmt(s, "UPDATE kb SET generation = generation + 1 WHERE tenant = ? AND id = ?", &st, e, "k");
	if (!rc) rc = lu__run(s, st, "count the change", e);
	if (!rc) s->bumped = true;
	return rc;
}
