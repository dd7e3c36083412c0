/* SPDX-License-Identifier: MIT */
#include "store/summaries.h"

#include "store/beside.h"

static const char schema[] = "CREATE TABLE IF NOT EXISTS summary(id INTEGER PRIMARY KEY, tenant TEXT NOT NULL, kb TEXT "
			     "NOT NULL, key TEXT NOT NULL,"
			     " text TEXT NOT NULL, UNIQUE(tenant, kb, key)) STRICT";

static lu_code get_one(struct lu__beside *l, sqlite3_stmt *st, lu_summary *x, lu_arena *a, lu_err *e)
{
	int step;

	sqlite3_reset(st);
	if (sqlite3_bind_text64(st, 3, x->key.s, x->key.n, SQLITE_STATIC, SQLITE_UTF8))
		return lu__beside_fail(l, "read the summaries", e);
	step = sqlite3_step(st);
	if (step == SQLITE_DONE) return LU_OK;
	if (step != SQLITE_ROW) return lu__beside_fail(l, "read the summaries", e);
	x->text = lu__copy(st, 0, a);
	return x->text.s ? LU_OK : lu_nomem(e);
}

lu_code lu_summaries_get(lu_store *s, lu_summary *v, size_t n, lu_arena *a, lu_err *e)
{
	struct lu__beside l;
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__beside_open(s, "summaries", false, &l, e);

	if (!rc && l.db)
		rc = lu__beside_stmt(&l, "SELECT text FROM summary WHERE tenant = ? AND kb = ? AND key = ?", &st, e);
	for (size_t i = 0; i < n && !rc && st; i++) rc = get_one(&l, st, &v[i], a, e);
	sqlite3_finalize(st);
	lu__beside_close(&l);
	return rc;
}

static lu_code put_one(struct lu__beside *l, sqlite3_stmt *st, const lu_summary *x, lu_err *e)
{
	sqlite3_reset(st);
	if (sqlite3_bind_text64(st, 3, x->key.s, x->key.n, SQLITE_STATIC, SQLITE_UTF8) ||
	    sqlite3_bind_text64(st, 4, x->text.s, x->text.n, SQLITE_STATIC, SQLITE_UTF8) ||
	    sqlite3_step(st) != SQLITE_DONE)
		return lu__beside_fail(l, "write the summaries", e);
	return LU_OK;
}

/* The oldest make room. */
static lu_code prune(struct lu__beside *l, lu_err *e)
{
	static const char sql[] = "DELETE FROM summary WHERE tenant = ?1 AND kb = ?2 AND id <= (SELECT id FROM summary"
				  " WHERE tenant = ?1 AND kb = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__beside_stmt(l, sql, &st, e);

	if (!rc && (sqlite3_bind_int64(st, 3, LU_SUMMARIES_MAX) || sqlite3_step(st) != SQLITE_DONE))
		rc = lu__beside_fail(l, "write the summaries", e);
	sqlite3_finalize(st);
	return rc;
}

static lu_code put_all(struct lu__beside *l, const lu_summary *v, size_t n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc;

	if (sqlite3_exec(l->db, "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE", NULL, NULL, NULL) ||
	    sqlite3_exec(l->db, schema, NULL, NULL, NULL))
		return lu__beside_fail(l, "write the summaries", e);
	rc = lu__beside_stmt(l, "INSERT OR REPLACE INTO summary(tenant, kb, key, text) VALUES(?, ?, ?, ?)", &st, e);
	for (size_t i = 0; i < n && !rc; i++)
		if (v[i].text.n) rc = put_one(l, st, &v[i], e);
	sqlite3_finalize(st);
	if (!rc) rc = prune(l, e);
	if (!rc && sqlite3_exec(l->db, "COMMIT", NULL, NULL, NULL)) rc = lu__beside_fail(l, "write the summaries", e);
	return rc;
}

lu_code lu_summaries_put(lu_store *s, const lu_summary *v, size_t n, lu_err *e)
{
	struct lu__beside l;
	lu_code rc = lu__beside_open(s, "summaries", true, &l, e);

	if (!rc && l.db) rc = put_all(&l, v, n, e);
	lu__beside_close(&l);
	return rc;
}
