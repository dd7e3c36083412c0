/* SPDX-License-Identifier: MIT
 * Full text: one FTS5 table for each knowledge base. */
#include <stdio.h>

#include "store/internal.h"

/* Statements on the table of the knowledge base in use; %1$lld is its number. */
enum { FT_ADD, FT_DELETE, FT_SEARCH, FT_DF, FT_ASTRAY };
static const char *const ft_sql[] = {
	"INSERT INTO fulltext_%1$lld(rowid, name, qname, path, signature, docstring, body, imports)"
	" VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
	"DELETE FROM fulltext_%1$lld WHERE rowid = ?",
	"SELECT rowid, bm25(fulltext_%1$lld, ?2, ?3, ?4, ?5, ?6, ?7, ?8) FROM fulltext_%1$lld"
	" WHERE fulltext_%1$lld MATCH ?1",
	"SELECT doc FROM fulltext_%1$lld_terms WHERE term = ?",
	"SELECT (SELECT count(*) FROM indexed i WHERE i.tenant = ?1 AND i.kb = ?2 AND NOT EXISTS"
	" (SELECT 1 FROM fulltext_%1$lld_docsize d WHERE d.id = i.element)) +"
	" (SELECT count(*) FROM fulltext_%1$lld_docsize d WHERE NOT EXISTS"
	" (SELECT 1 FROM indexed i WHERE i.element = d.id AND i.tenant = ?1 AND i.kb = ?2))",
};

void lu__ft_forget(lu_store *s)
{
	for (size_t i = 0; i < sizeof s->ft / sizeof *s->ft; i++) {
		sqlite3_finalize(s->ft[i]);
		s->ft[i] = NULL;
	}
}

static lu_code ft_stmt(lu_store *s, int which, sqlite3_stmt **st, lu_err *e)
{
	if (!s->ft[which]) {
		char sql[500];

		snprintf(sql, sizeof sql, ft_sql[which], (long long)s->kb);
		if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s->ft[which], NULL))
			return lu__db_fail(s, "prepare a full-text statement", e);
	}
	*st = s->ft[which];
	sqlite3_reset(*st);
	return LU_OK;
}

lu_code lu_store_set_tokenizer(lu_store *s, int version, lu_err *e)
{
	sqlite3_stmt *st;
	int64_t have = 0;
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = lu__stmt(s, "SELECT tokenizer FROM kb WHERE tenant = ? AND id = ?", &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &have, "read the tokeniser's version", e);
	if (rc || have == version) return rc;
	if (have) {
		rc = lu__ft_drop(s, s->kb, e);
		if (!rc) rc = lu__ft_create(s, s->kb, e);
		if (!rc) rc = lu__stmt(s, "DELETE FROM indexed WHERE tenant = ? AND kb = ?", &st, e, "k");
		if (!rc) rc = lu__run(s, st, "drop the full-text rows", e);
	}
	if (!rc) rc = lu__stmt(s, "UPDATE kb SET tokenizer = ?3, rowed = 0, indexed = 0 WHERE tenant = ?1 AND id = ?2", &st, e,
			       "ki", (int64_t)version);
	return rc ? rc : lu__run(s, st, "set the tokeniser's version", e);
}

lu_code lu_store_index_due(lu_store *s, lu_arena *a, int64_t **files, size_t *n, lu_err *e)
{
	sqlite3_stmt *st;
	lu_code rc = lu__need_kb(s, e);

	if (!rc)
		rc = lu__stmt(s, "SELECT DISTINCT e.file FROM element e LEFT JOIN indexed i ON i.element = e.id AND"
				 " i.tenant = e.tenant AND i.kb = e.kb WHERE e.tenant = ? AND e.kb = ? AND"
				 " e.text_hash <> 0 AND (i.hash IS NULL OR i.hash <> e.text_hash) ORDER BY e.file",
			      &st, e, "k");
	return rc ? rc : lu__ids(s, st, a, files, n, "list what is due", e);
}

lu_code lu__ft_astray(lu_store *s, int64_t *n, lu_err *e)
{
	sqlite3_stmt *st;
	lu_code rc = ft_stmt(s, FT_ASTRAY, &st, e);

	if (!rc) rc = lu__bind(s, st, e, "k");
	return rc ? rc : lu__int(s, st, 0, n, "count the full-text rows", e);
}

static lu_code delete_row(lu_store *s, int64_t element, lu_err *e)
{
	sqlite3_stmt *st;
	lu_code rc = ft_stmt(s, FT_DELETE, &st, e);

	if (!rc) rc = lu__bind(s, st, e, "i", element);
	return rc ? rc : lu__run(s, st, "delete a full-text row", e);
}

lu_code lu_store_row_put(lu_store *s, int64_t element, uint64_t text_hash, const lu_str col[LU_FT_COLUMNS],
			 lu_err *e)
{
	sqlite3_stmt *st;
	uint64_t old;
	bool had;
	lu_code rc = lu__need_element(s, element, e);

	if (rc) return rc;
	had = lu_store_row_hash(s, element, &old);
	rc = lu__stmt(s, "INSERT OR REPLACE INTO indexed(tenant, kb, element, hash) VALUES(?, ?, ?, ?)", &st, e, "kii",
		      element, (int64_t)text_hash);
	if (!rc) rc = lu__run(s, st, "note a full-text row", e);
	if (!rc && had) rc = delete_row(s, element, e);
	if (!rc) rc = ft_stmt(s, FT_ADD, &st, e);
	if (!rc)
		rc = lu__bind(s, st, e, "ittttttt", element, col[LU_FT_NAME], col[LU_FT_QNAME], col[LU_FT_PATH],
			      col[LU_FT_SIGNATURE], col[LU_FT_DOC], col[LU_FT_BODY], col[LU_FT_IMPORTS]);
	return rc ? rc : lu__run(s, st, "write a full-text row", e);
}

lu_code lu_store_rows_prune(lu_store *s, int64_t *n, lu_err *e)
{
	lu_arena a = { 0 };
	sqlite3_stmt *st;
	int64_t *ids = NULL;
	size_t count = 0;
	lu_code rc = lu__need_kb(s, e);

	if (!rc)
		rc = lu__stmt(s, "SELECT g.element FROM gone g JOIN indexed i ON i.element = g.element AND i.tenant ="
				 " g.tenant AND i.kb = g.kb WHERE g.tenant = ? AND g.kb = ? ORDER BY g.element",
			      &st, e, "k");
	if (!rc) rc = lu__ids(s, st, &a, &ids, &count, "list the rows that are gone", e);
	for (size_t i = 0; i < count && !rc; i++) {
		rc = delete_row(s, ids[i], e);
		if (!rc) rc = lu__stmt(s, "DELETE FROM indexed WHERE tenant = ? AND kb = ? AND element = ?", &st, e, "ki",
				       ids[i]);
		if (!rc) rc = lu__run(s, st, "forget a full-text row", e);
	}
	if (!rc) rc = lu__stmt(s, "DELETE FROM gone WHERE tenant = ? AND kb = ?", &st, e, "k");
	if (!rc) rc = lu__run(s, st, "forget the elements that are gone", e);
	lu_arena_free(&a);
	if (!rc) *n = (int64_t)count;
	return rc;
}

/* "tok" OR "tok" ...: tokens hold letters, digits and '_' only, so that quoting is enough. */
static lu_code match_text(const lu_strs *tokens, lu_buf *b, lu_err *e)
{
	for (size_t i = 0; i < tokens->n; i++) {
		lu_buf_adds(b, i ? " OR \"" : "\"");
		for (size_t j = 0; j < tokens->v[i].n; j++) {
			if (tokens->v[i].s[j] == '"') lu_buf_addc(b, '"');
			lu_buf_addc(b, tokens->v[i].s[j]);
		}
		lu_buf_addc(b, '"');
	}
	return b->oom ? lu_nomem(e) : LU_OK;
}

lu_code lu_store_bm25(lu_store *s, const lu_strs *tokens, const double w[LU_FT_COLUMNS], lu_topk *best, lu_err *e)
{
	lu_buf match = LU_BUF;
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	if (rc || !tokens->n) return rc;
	rc = match_text(tokens, &match, e);
	if (!rc) rc = ft_stmt(s, FT_SEARCH, &st, e);
	if (!rc) rc = lu__bind(s, st, e, "tddddddd", lu_buf_str(&match), w[0], w[1], w[2], w[3], w[4], w[5], w[6]);
	while (!rc && !(rc = lu__step(s, st, "search the full text", e)))
		/* FTS5 gives smaller values to better rows */
		rc = lu_topk_push(best, sqlite3_column_int64(st, 0), -sqlite3_column_double(st, 1), e);
	if (st) sqlite3_reset(st);
	lu_buf_free(&match);
	return rc == LU_DONE ? LU_OK : rc;
}

bool lu_store_df(void *store, lu_str token, int64_t *df, int64_t *total)
{
	lu_store *s = store;
	sqlite3_stmt *st;
	int64_t n = 0;

	if (!s->kb) return false;
	if (s->rows < 0 && (lu__stmt(s, "SELECT rows FROM kb WHERE tenant = ? AND id = ?", &st, NULL, "k") ||
			    lu__int(s, st, 0, &s->rows, "count the rows", NULL)))
		return false;
	if (ft_stmt(s, FT_DF, &st, NULL) || lu__bind(s, st, NULL, "t", token) ||
	    lu__int(s, st, 0, &n, "read a document frequency", NULL))
		return false;
	*df = n;
	*total = s->rows;
	return true;
}
