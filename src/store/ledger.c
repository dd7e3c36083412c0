/* SPDX-License-Identifier: MIT
 * The ledger, a file of its own beside the store. */
#include "store/ledger.h"

#include "store/beside.h"

#define MODEL_MAX 200

static const char schema[] =
	"CREATE TABLE IF NOT EXISTS ledger(tenant TEXT NOT NULL, kb TEXT NOT NULL, purpose TEXT NOT NULL,"
	" model TEXT NOT NULL, requests INTEGER NOT NULL, tokens_in INTEGER NOT NULL, tokens_cached INTEGER NOT NULL,"
	" tokens_out INTEGER NOT NULL, cost REAL NOT NULL, cache_hits INTEGER NOT NULL, uncounted INTEGER NOT NULL,"
	" unpriced INTEGER NOT NULL, PRIMARY KEY(tenant, kb, purpose, model)) STRICT, WITHOUT ROWID";

static lu_code bind_entry(struct lu__beside *l, sqlite3_stmt *st, const lu_ledger_entry *add, lu_err *e)
{
	const int64_t known[] = { add->tokens_in, add->tokens_cached, add->tokens_out };
	size_t n = add->model.n < MODEL_MAX ? add->model.n : MODEL_MAX;
	bool counted = add->tokens_in >= 0 && add->tokens_out >= 0, priced = add->cost >= 0;
	int bad = sqlite3_bind_text64(st, 3, add->purpose.s, add->purpose.n, SQLITE_STATIC, SQLITE_UTF8);

	bad |= sqlite3_bind_text64(st, 4, n ? add->model.s : "", n, SQLITE_STATIC, SQLITE_UTF8);
	bad |= sqlite3_bind_int64(st, 5, add->requests);
	for (int i = 0; i < 3; i++) bad |= sqlite3_bind_int64(st, 6 + i, known[i] > 0 ? known[i] : 0);
	bad |= sqlite3_bind_double(st, 9, priced ? add->cost : 0);
	bad |= sqlite3_bind_int64(st, 10, add->cache_hits);
	bad |= sqlite3_bind_int64(st, 11, counted ? add->uncounted : add->requests);
	bad |= sqlite3_bind_int64(st, 12, priced ? add->unpriced : add->requests);
	return bad ? lu__beside_fail(l, "write the ledger", e) : LU_OK;
}

static lu_code add_entry(struct lu__beside *l, const lu_ledger_entry *add, lu_err *e)
{
	static const char sql[] =
		"INSERT INTO ledger VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
		" requests = requests + excluded.requests, tokens_in = tokens_in + excluded.tokens_in,"
		" tokens_cached = tokens_cached + excluded.tokens_cached, tokens_out = tokens_out + "
		"excluded.tokens_out,"
		" cost = cost + excluded.cost, cache_hits = cache_hits + excluded.cache_hits,"
		" uncounted = uncounted + excluded.uncounted, unpriced = unpriced + excluded.unpriced";
	sqlite3_stmt *st = NULL;
	lu_code rc = LU_OK;

	if (sqlite3_exec(l->db, "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE", NULL, NULL, NULL) ||
	    sqlite3_exec(l->db, schema, NULL, NULL, NULL))
		return lu__beside_fail(l, "write the ledger", e);
	rc = lu__beside_stmt(l, sql, &st, e);
	if (!rc) rc = bind_entry(l, st, add, e);
	if (!rc && sqlite3_step(st) != SQLITE_DONE) rc = lu__beside_fail(l, "write the ledger", e);
	sqlite3_finalize(st);
	if (!rc && sqlite3_exec(l->db, "COMMIT", NULL, NULL, NULL)) rc = lu__beside_fail(l, "write the ledger", e);
	return rc;
}

lu_code lu_ledger_add(lu_store *s, const lu_ledger_entry *add, lu_err *e)
{
	struct lu__beside l;
	lu_code rc;

	if (!add->requests && !add->cache_hits) return LU_OK;
	rc = lu__beside_open(s, "ledger", true, &l, e);
	if (!rc && l.db) rc = add_entry(&l, add, e);
	lu__beside_close(&l);
	return rc;
}

static lu_code read_entry(sqlite3_stmt *st, lu_arena *a, lu_ledger_entry *out, lu_err *e)
{
	*out = (lu_ledger_entry){ .purpose = lu__copy(st, 0, a),
				  .model = lu__copy(st, 1, a),
				  .requests = sqlite3_column_int64(st, 2),
				  .tokens_in = sqlite3_column_int64(st, 3),
				  .tokens_cached = sqlite3_column_int64(st, 4),
				  .tokens_out = sqlite3_column_int64(st, 5),
				  .cost = sqlite3_column_double(st, 6),
				  .cache_hits = sqlite3_column_int64(st, 7),
				  .uncounted = sqlite3_column_int64(st, 8),
				  .unpriced = sqlite3_column_int64(st, 9) };
	return out->purpose.s && out->model.s ? LU_OK : lu_nomem(e);
}

static lu_code read_entries(struct lu__beside *l, lu_arena *a, lu_ledger_entry **out, size_t *n, lu_err *e)
{
	static const char sql[] = "SELECT purpose, model, requests, tokens_in, tokens_cached, tokens_out, cost, "
				  "cache_hits, uncounted, unpriced"
				  " FROM ledger WHERE tenant = ? AND kb = ? ORDER BY purpose, model";
	sqlite3_stmt *st = NULL;
	lu_ledger_entry *v = NULL;
	size_t count = 0;
	int step = SQLITE_DONE;
	lu_code rc = lu__beside_stmt(l, sql, &st, e);

	while (!rc && (step = sqlite3_step(st)) == SQLITE_ROW) {
		lu_ledger_entry *w = lu_arena_grow(a, v, count, sizeof *w);

		if (!w) rc = lu_nomem(e);
		else rc = read_entry(st, a, &(v = w)[count++], e);
	}
	if (!rc && step != SQLITE_DONE) rc = lu__beside_fail(l, "read the ledger", e);
	sqlite3_finalize(st);
	if (rc) return rc;
	*out = v;
	*n = count;
	return LU_OK;
}

lu_code lu_ledger_read(lu_store *s, lu_arena *a, lu_ledger_entry **out, size_t *n, lu_err *e)
{
	struct lu__beside l;
	lu_code rc = lu__beside_open(s, "ledger", false, &l, e);

	if (!rc && !l.db) {
		*out = NULL;
		*n = 0;
	} else if (!rc) {
		rc = read_entries(&l, a, out, n, e);
	}
	lu__beside_close(&l);
	return rc;
}

lu_ledger_entry lu_ledger_total(const lu_ledger_entry *v, size_t n)
{
	lu_ledger_entry t = { .requests = 0 };

	for (size_t i = 0; i < n; i++) {
		t.requests += v[i].requests;
		t.tokens_in += v[i].tokens_in;
		t.tokens_cached += v[i].tokens_cached;
		t.tokens_out += v[i].tokens_out;
		t.cost += v[i].cost;
		t.cache_hits += v[i].cache_hits;
		t.uncounted += v[i].uncounted;
		t.unpriced += v[i].unpriced;
	}
	return t;
}
