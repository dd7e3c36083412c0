/* SPDX-License-Identifier: MIT
 * Tenants, knowledge bases and their settings. */
#include "store/postings.h"
#include "store/internal.h"

static lu_code find_tenant(lu_store *s, const char *name, int64_t *id, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT id FROM tenant WHERE name = ?", &st, e, "t", lu_strz(name));

	return rc ? rc : lu__int(s, st, 0, id, "find the tenant", e);
}

static lu_code find_kb(lu_store *s, int64_t tenant, const char *name, int64_t *id, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s, "SELECT id FROM kb WHERE tenant = ? AND name = ?", &st, e, "it", tenant, lu_strz(name));

	return rc ? rc : lu__int(s, st, 0, id, "find the knowledge base", e);
}

static lu_code add_tenant(lu_store *s, const char *name, int64_t *id, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "INSERT OR IGNORE INTO tenant(name) VALUES(?)", &st, e, "t", lu_strz(name));

	if (!rc) rc = lu__run(s, st, "add the tenant", e);
	if (!rc) *id = sqlite3_last_insert_rowid(s->db);
	return rc;
}

static lu_code add_kb(lu_store *s, int64_t tenant, const char *name, int64_t *id, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "INSERT INTO kb(tenant, name) VALUES(?, ?)", &st, e, "it", tenant, lu_strz(name));

	if (!rc) rc = lu__run(s, st, "add the knowledge base", e);
	if (!rc) *id = sqlite3_last_insert_rowid(s->db);
	return rc;
}

/* In the transaction that is open, or in one of its own. *t is 0 when the tenant is missing, too. */
static lu_code add_missing(lu_store *s, const char *tenant, const char *kb, int64_t *t, int64_t *k, lu_err *e)
{
	bool own = !s->in_txn;
	lu_code rc = own ? lu_store_begin(s, e) : LU_OK;

	if (rc) return rc;
	if (!*t) rc = add_tenant(s, tenant, t, e);
	if (!rc) rc = add_kb(s, *t, kb, k, e);
	if (!rc && own) rc = lu_store_commit(s, e);
	if (rc && own) lu_store_rollback(s);
	return rc;
}

static lu_code find_or_add(lu_store *s, const char *tenant, const char *kb, int64_t *t, int64_t *k, lu_err *e)
{
	lu_code rc = find_tenant(s, tenant, t, e);

	if (!rc && *t) rc = find_kb(s, *t, kb, k, e);
	if (rc || *k) return rc;
	if (s->write) return add_missing(s, tenant, kb, t, k, e);
	return lu_fail(e, LU_ENOENT, "no knowledge base '%s' of tenant '%s' in '%s'", kb, tenant, s->path);
}

/* Nothing of what was noted of another knowledge base is of this one. */
static void begin_with(lu_store *s, int64_t tenant, int64_t kb)
{
	lu__rows_forget(s);
	s->where_block = -1;
	s->tenant = tenant;
	s->kb = kb;
	s->dirty = -1;
	s->bumped = s->touched = s->unread = false;
	s->n_came = s->n_changed = 0;
}

lu_code lu_store_use(lu_store *s, const char *tenant, const char *kb, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t t = 0, k = 0;
	lu_code rc;

	if (!*tenant || !*kb) return lu_fail(e, LU_EUSAGE, "a tenant and a knowledge base need a name");
	rc = find_or_add(s, tenant, kb, &t, &k, e);
	if (rc) return rc;
	begin_with(s, t, k);
	rc = lu__stmt(s, "SELECT dim FROM kb WHERE tenant = ? AND id = ?", &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &s->dim, "read the knowledge base", e);
	return rc;
}

static lu_code count(lu_store *s, const char *sql, int64_t tenant, int64_t kb, int64_t *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, sql, &st, e, "ii", tenant, kb);

	return rc ? rc : lu__int(s, st, 0, out, "count", e);
}

/* Where there is one knowledge base, all rows are its own: those are counted page by page, and not looked at. */
static const char count_elements[] =
	"SELECT CASE WHEN (SELECT count(*) FROM kb) = 1 THEN (SELECT count(*) FROM element) ELSE"
	" (SELECT count(*) FROM element WHERE tenant = ? AND kb = ?) END";

static lu_code fill_counts(lu_store *s, int64_t tenant, lu_kb *k, lu_err *e)
{
	/* of the index alone; the rows are read once */
	lu_code rc = count(s, "SELECT count(*) FROM file WHERE tenant = ? AND kb = ?", tenant, k->id, &k->files, e);

	if (!rc)
		rc = count(s, "SELECT count(reason) FROM file WHERE tenant = ? AND kb = ?", tenant, k->id, &k->skipped,
			   e);
	if (!rc) k->files -= k->skipped;
	if (!rc) rc = count(s, count_elements, tenant, k->id, &k->elements, e);
	if (!rc)
		rc = count(s,
			   "SELECT sum(contains + n_exact + n_unique + n_ambiguous + n_unresolved) FROM answer"
			   " WHERE tenant = ? AND kb = ?",
			   tenant, k->id, &k->edges, e);
	/* what is packed is counted by block, not vector by vector */
	if (!rc)
		rc = count(s,
			   k->unpacked ? "SELECT count(*) FROM embedding WHERE tenant = ? AND kb = ?"
				       : "SELECT sum(n) FROM vector_block WHERE tenant = ? AND kb = ?",
			   tenant, k->id, &k->embeddings, e);
	return rc;
}

#define KB_COLUMNS \
	"id, name, root, model, dim, generation, resolved, embedded, indexed, rows," \
	" EXISTS(SELECT 1 FROM vector_dirty d WHERE d.tenant = kb.tenant AND d.kb = kb.id), rowed"

static lu_code read_kb(sqlite3_stmt *st, lu_arena *a, lu_kb *k, lu_err *e)
{
	*k = (lu_kb){ .id = sqlite3_column_int64(st, 0),
		      .name = lu__copy(st, 1, a),
		      .root = lu__copy(st, 2, a),
		      .model = lu__copy(st, 3, a),
		      .dim = sqlite3_column_int64(st, 4),
		      .generation = sqlite3_column_int64(st, 5),
		      .resolved = sqlite3_column_int64(st, 6),
		      .embedded = sqlite3_column_int64(st, 7),
		      .indexed = sqlite3_column_int64(st, 8),
		      .rows = sqlite3_column_int64(st, 9),
		      .unpacked = sqlite3_column_int(st, 10) != 0,
		      .rowed = sqlite3_column_int64(st, 11) };
	return k->name.s && k->root.s && k->model.s ? LU_OK : lu_nomem(e);
}

lu_code lu_store_kb(lu_store *s, bool counts, lu_arena *a, lu_kb *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_kb k;
	lu_code rc = lu__stmt(s, "SELECT " KB_COLUMNS " FROM kb WHERE tenant = ? AND id = ?", &st, e, "k");

	if (!rc) rc = lu__step(s, st, "read the knowledge base", e);
	if (rc == LU_DONE) return lu_fail(e, LU_ENOENT, "the knowledge base is gone");
	if (rc) return rc;
	rc = read_kb(st, a, &k, e);
	sqlite3_reset(st);
	if (!rc) rc = lu__home(s, s->tenant, &k, a, e);
	if (!rc && counts) rc = fill_counts(s, s->tenant, &k, e);
	if (!rc) *out = k;
	return rc;
}

lu_code lu_store_kbs(lu_store *s, const char *tenant, lu_arena *a, lu_kb **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_kb *v = NULL;
	size_t count = 0;
	int64_t t = 0;
	lu_code rc = find_tenant(s, tenant, &t, e);

	if (!rc) rc = lu__stmt(s, "SELECT " KB_COLUMNS " FROM kb WHERE tenant = ? ORDER BY name", &st, e, "i", t);
	while (!rc && !(rc = lu__step(s, st, "list the knowledge bases", e))) {
		lu_kb *w = lu_arena_grow(a, v, count, sizeof *w);

		if (!w) rc = lu_nomem(e);
		else rc = read_kb(st, a, &(v = w)[count++], e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	rc = LU_OK;
	for (size_t i = 0; i < count && !rc; i++) {
		rc = lu__home(s, t, &v[i], a, e);
		if (!rc) rc = fill_counts(s, t, &v[i], e);
	}
	if (rc) return rc;
	*out = v;
	*n = count;
	return LU_OK;
}

lu_code lu_store_set_root(lu_store *s, const char *root, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "UPDATE kb SET root = ?3 WHERE tenant = ?1 AND id = ?2", &st, e, "kT", lu_strz(root));

	return rc ? rc : lu__run(s, st, "set the root", e);
}

lu_code lu_store_tree(lu_store *s, lu_arena *a, lu_tree *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_tree t = { .walk = { "", 0 }, .commit = { "", 0 } };
	lu_code rc = lu__need_kb(s, e);

	*out = t;
	if (rc || s->version < LU__VERSION_TREE) return rc;
	rc = lu__stmt(s, "SELECT walk, commit_id, synced_ns FROM tree WHERE tenant = ? AND kb = ?", &st, e, "k");
	if (!rc) rc = lu__step(s, st, "read how the tree was walked", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	t = (lu_tree){ lu__copy(st, 0, a), lu__copy(st, 1, a), sqlite3_column_int64(st, 2) };
	sqlite3_reset(st);
	if (!t.walk.s || !t.commit.s) return lu_nomem(e);
	*out = t;
	return LU_OK;
}

lu_code lu_store_tree_put(lu_store *s, const lu_tree *t, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s,
			 "INSERT INTO tree(tenant, kb, walk, commit_id, synced_ns) VALUES(?, ?, ?, ?, nullif(?, 0))"
			 " ON CONFLICT DO UPDATE SET walk = excluded.walk, commit_id = excluded.commit_id,"
			 " synced_ns = excluded.synced_ns",
			 &st, e, "ktTi", t->walk, t->commit, t->synced_ns);

	return rc ? rc : lu__run(s, st, "write how the tree was walked", e);
}

lu_code lu_store_kb_remove(lu_store *s, lu_err *e)
{
	static const char *const sql[] = {
		"DELETE FROM gone WHERE tenant = ? AND kb = ?",
		"DELETE FROM vector_dirty WHERE tenant = ? AND kb = ?",
		"DELETE FROM vector_block WHERE tenant = ? AND kb = ?",
		"DELETE FROM embedding WHERE tenant = ? AND kb = ?",
		"DELETE FROM words WHERE tenant = ? AND kb = ?",
		"DELETE FROM edge_in WHERE tenant = ? AND kb = ?",
		"DELETE FROM file_link WHERE tenant = ? AND kb = ?",
		"DELETE FROM answer WHERE tenant = ? AND kb = ?",
		"DELETE FROM reads WHERE tenant = ? AND kb = ?",
		"DELETE FROM touched WHERE tenant = ? AND kb = ?",
		"DELETE FROM due WHERE tenant = ? AND kb = ?",
		"DELETE FROM outline WHERE tenant = ? AND kb = ?",
		"DELETE FROM element WHERE tenant = ? AND kb = ?",
		"DELETE FROM file WHERE tenant = ? AND kb = ?",
		"DELETE FROM tree WHERE tenant = ? AND kb = ?",
		"DELETE FROM setting WHERE tenant = ? AND kb = ?",
		"DELETE FROM explanation WHERE tenant = ? AND kb = ?",
		"DELETE FROM synonym WHERE tenant = ? AND kb = ?",
		"DELETE FROM history_commit WHERE tenant = ? AND kb = ?",
		"DELETE FROM history WHERE tenant = ? AND kb = ?",
		"DELETE FROM community_file WHERE tenant = ? AND kb = ?",
		"DELETE FROM community WHERE tenant = ? AND kb = ?",
		"DELETE FROM concept_list WHERE tenant = ? AND kb = ?",
		"DELETE FROM concepts WHERE tenant = ? AND kb = ?",
		"DELETE FROM kb WHERE tenant = ? AND id = ?",
	};
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = lu_store_rows_drop(s, e);
	if (!rc) rc = lu__run_each(s, sql, sizeof sql / sizeof *sql, NULL, "remove the knowledge base", e);
	if (!rc) s->tenant = s->kb = 0;
	return rc;
}

lu_code lu_store_setting_put(lu_store *s, const char *key, const char *value, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	if (!rc && value)
		rc = lu__stmt(s,
			      "INSERT INTO setting(tenant, kb, key, value) VALUES(?, ?, ?, ?)"
			      " ON CONFLICT DO UPDATE SET value = excluded.value",
			      &st, e, "ktt", lu_strz(key), lu_strz(value));
	else if (!rc)
		rc = lu__stmt(s, "DELETE FROM setting WHERE tenant = ? AND kb = ? AND key = ?", &st, e, "kt",
			      lu_strz(key));
	return rc ? rc : lu__run(s, st, "write the setting", e);
}

lu_code lu_store_settings(lu_store *s, lu_setting_fn *fn, void *ctx, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s, "SELECT key, value FROM setting WHERE tenant = ? AND kb = ? ORDER BY key", &st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "read the settings", e)))
		rc = fn(ctx, lu__text(st, 0).s, lu__text(st, 1).s, e);
	return lu__end(st, rc);
}

lu_code lu_store_mark(lu_store *s, lu_mark of, lu_err *e)
{
	static const char *const sql[] = {
		[LU_MARK_EDGES] =
			"UPDATE kb SET resolved = generation WHERE tenant = ? AND id = ? AND resolved <> generation",
		[LU_MARK_VECTORS] =
			"UPDATE kb SET embedded = generation WHERE tenant = ? AND id = ? AND embedded <> generation",
		[LU_MARK_ROWS] = "UPDATE kb SET rowed = generation WHERE tenant = ? AND id = ? AND rowed <> generation",
		[LU_MARK_INDEX] =
			"UPDATE kb SET indexed = generation WHERE tenant = ? AND id = ? AND indexed <> generation",
	};
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, sql[of], &st, e, "k");

	return rc ? rc : lu__run(s, st, "mark what is true", e);
}
