/* SPDX-License-Identifier: MIT
 * Vectors of elements, and the packed blocks that a query scans.
 *
 * A block's data: int64_t id[n], float scale[n], int8_t row[n * dim], in the order of the ids. */
#include "store/internal.h"

lu_code lu__dirty(lu_store *s, int64_t element, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t block = element / LU__BLOCK;
	lu_code rc;

	if (s->in_txn && s->dirty == block) return LU_OK;
	rc = lu__stmt(s, "INSERT OR IGNORE INTO vector_dirty(tenant, kb, block) VALUES(?, ?, ?)", &st, e, "ki", block);
	if (!rc) rc = lu__run(s, st, "note a vector block", e);
	if (!rc) s->dirty = block;
	return rc;
}

static lu_code forget_vectors(lu_store *s, lu_err *e)
{
	static const char *const sql[] = {
		"DELETE FROM embedding WHERE tenant = ? AND kb = ?",
		"DELETE FROM vector_block WHERE tenant = ? AND kb = ?",
		"DELETE FROM vector_dirty WHERE tenant = ? AND kb = ?",
		"UPDATE kb SET embedded = 0, indexed = 0 WHERE tenant = ? AND id = ?",
	};

	s->dirty = -1;
	return lu__run_each(s, sql, sizeof sql / sizeof *sql, NULL, "drop the vectors of another model", e);
}

lu_code lu_store_set_model(lu_store *s, const char *model, size_t dim, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t same = 0;
	lu_code rc = lu__stmt(s, "SELECT model = ?3 AND dim = ?4 FROM kb WHERE tenant = ?1 AND id = ?2", &st, e, "kti",
			      lu_strz(model), (int64_t)dim);

	if (!rc) rc = lu__int(s, st, 0, &same, "read the model", e);
	if (rc || same) return rc;
	rc = forget_vectors(s, e);
	if (!rc)
		rc = lu__stmt(s, "UPDATE kb SET model = ?3, dim = ?4 WHERE tenant = ?1 AND id = ?2", &st, e, "kti",
			      lu_strz(model), (int64_t)dim);
	if (!rc) rc = lu__run(s, st, "set the model", e);
	if (!rc) s->dim = (int64_t)dim;
	return rc;
}

/* Elements that have a text for a vector, beside the vector; and those whose vector is of another text, or missing. */
#define HASHED \
	"element e LEFT JOIN embedding v ON v.element = e.id AND v.tenant = e.tenant AND v.kb = e.kb" \
	" WHERE e.tenant = ?1 AND e.kb = ?2 AND e.text_hash <> 0 AND"
#define STALE "v.hash IS NULL OR v.hash <> e.text_hash"

lu_code lu_store_embed_dirty(lu_store *s, lu_arena *a, int64_t **files, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT DISTINCT e.file FROM " HASHED " (" STALE ") ORDER BY e.file", &st, e, "k");

	return rc ? rc : lu__ids(s, st, a, files, n, "list what is due", e);
}

lu_code lu_store_embed_missing(lu_store *s, bool all, int64_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT count(*) FROM " HASHED " (?3 OR " STALE ")", &st, e, "ki", (int64_t)all);

	return rc ? rc : lu__int(s, st, 0, n, "count what is due", e);
}

static bool hash_of(lu_store *s, const char *sql, int64_t element, uint64_t *hash)
{
	sqlite3_stmt *st = NULL;

	if (lu__stmt(s, sql, &st, NULL, "ki", element) || lu__step(s, st, "read a hash", NULL)) return false;
	*hash = (uint64_t)sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return true;
}

bool lu_store_vector_hash(lu_store *s, int64_t element, uint64_t *hash)
{
	return hash_of(s, "SELECT hash FROM embedding WHERE tenant = ? AND kb = ? AND element = ?", element, hash);
}

lu_code lu_store_vector_put(lu_store *s, int64_t element, uint64_t text_hash, const int8_t *v, float scale, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	if (!rc && !s->dim) return lu_fail(e, LU_EUSAGE, "no embedding model is set");
	if (!rc) rc = lu__need_element(s, element, e);
	if (!rc)
		rc = lu__stmt(s,
			      "INSERT OR REPLACE INTO embedding(tenant, kb, element, hash, scale, vector)"
			      " VALUES(?, ?, ?, ?, ?, ?)",
			      &st, e, "kiidb", element, (int64_t)text_hash, (double)scale, v, (size_t)s->dim);
	if (!rc) rc = lu__run(s, st, "write a vector", e);
	return rc ? rc : lu__dirty(s, element, e);
}

lu_code lu_store_vector_get(lu_store *s, int64_t element, int8_t *v, float *scale, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT vector, scale FROM embedding WHERE tenant = ? AND kb = ? AND element = ?", &st,
			      e, "ki", element);

	if (!rc) rc = lu__step(s, st, "read a vector", e);
	if (rc == LU_DONE) return lu_fail(e, LU_ENOENT, "the element has no vector");
	if (rc) return rc;
	if (sqlite3_column_bytes(st, 0) != s->dim)
		rc = lu_fail(e, LU_EDB, "a vector has %d components, its model %lld", sqlite3_column_bytes(st, 0),
			     (long long)s->dim);
	else {
		memcpy(v, sqlite3_column_blob(st, 0), (size_t)s->dim);
		*scale = (float)sqlite3_column_double(st, 1);
	}
	sqlite3_reset(st);
	return rc;
}

/* ---- packing ---- */

/* The data of block `block` as it should be; empty when it has no vectors, and when no element can be in it, as its number
 * is damaged. */
static lu_code make_block(lu_store *s, int64_t block, lu_buf *data, int64_t *n, lu_err *e)
{
	static const char sql[] = "SELECT element, scale, vector FROM embedding WHERE tenant = ? AND kb = ?"
				  " AND element BETWEEN ? AND ? ORDER BY element";
	int64_t id[LU__BLOCK];
	float scale[LU__BLOCK];
	lu_buf rows = LU_BUF;
	sqlite3_stmt *st = NULL;
	size_t count = 0;
	bool possible = block >= 0 && block <= INT64_MAX / LU__BLOCK;
	int64_t first = possible ? block * LU__BLOCK : 0, last = possible ? first + LU__BLOCK - 1 : -1;
	lu_code rc = lu__stmt(s, sql, &st, e, "kii", first, last);

	while (!rc && !(rc = lu__step(s, st, "read the vectors", e))) {
		if (sqlite3_column_bytes(st, 2) != s->dim || count == LU__BLOCK) continue;
		id[count] = sqlite3_column_int64(st, 0);
		scale[count++] = (float)sqlite3_column_double(st, 1);
		lu_buf_add(&rows, sqlite3_column_blob(st, 2), (size_t)s->dim);
	}
	lu_buf_reset(data);
	lu_buf_add(data, id, count * sizeof *id);
	lu_buf_add(data, scale, count * sizeof *scale);
	lu_buf_add(data, rows.s, rows.len);
	if (rc == LU_DONE) rc = data->oom || rows.oom ? lu_nomem(e) : LU_OK;
	lu_buf_free(&rows);
	*n = (int64_t)count;
	return rc;
}

/* Is the stored block, or its absence, what it should be? */
static lu_code same_block(lu_store *s, int64_t block, const lu_buf *data, int64_t n, bool *same, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT data, n FROM vector_block WHERE tenant = ? AND kb = ? AND block = ?", &st, e,
			      "ki", block);

	if (!rc && !(rc = lu__step(s, st, "read a block", e))) {
		*same = (size_t)sqlite3_column_bytes(st, 0) == data->len && n && sqlite3_column_int64(st, 1) == n &&
			memcmp(sqlite3_column_blob(st, 0), data->s, data->len) == 0;
		sqlite3_reset(st);
	} else if (rc == LU_DONE) {
		rc = LU_OK;
		*same = n == 0;
	}
	return rc;
}

static lu_code write_block(lu_store *s, int64_t block, const lu_buf *data, int64_t n, int64_t *written, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	bool same = false;
	lu_code rc = same_block(s, block, data, n, &same, e);

	if (rc || same) return rc;
	if (n)
		rc = lu__stmt(s,
			      "INSERT INTO vector_block(tenant, kb, block, n, data) VALUES(?, ?, ?, ?, ?)"
			      " ON CONFLICT DO UPDATE SET n = excluded.n, data = excluded.data",
			      &st, e, "kiib", block, n, (const void *)data->s, data->len);
	else
		rc = lu__stmt(s, "DELETE FROM vector_block WHERE tenant = ? AND kb = ? AND block = ?", &st, e, "ki",
			      block);
	if (!rc) rc = lu__run(s, st, "write a block", e);
	++*written;
	return rc;
}

static lu_code pack_vectors(lu_store *s, int64_t *written, lu_err *e)
{
	lu_arena a = { 0 };
	lu_buf data = LU_BUF;
	sqlite3_stmt *st = NULL;
	int64_t *blocks = NULL, n = 0;
	size_t n_blocks = 0;
	lu_code rc =
		lu__stmt(s, "SELECT block FROM vector_dirty WHERE tenant = ? AND kb = ? ORDER BY block", &st, e, "k");

	if (!rc) rc = lu__ids(s, st, &a, &blocks, &n_blocks, "list the blocks", e);
	for (size_t i = 0; i < n_blocks && !rc; i++) {
		rc = make_block(s, blocks[i], &data, &n, e);
		if (!rc) rc = write_block(s, blocks[i], &data, n, written, e);
	}
	if (!rc && n_blocks) rc = lu__stmt(s, "DELETE FROM vector_dirty WHERE tenant = ? AND kb = ?", &st, e, "k");
	if (!rc && n_blocks) rc = lu__run(s, st, "clear the list of blocks", e);
	s->dirty = -1;
	lu_buf_free(&data);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_store_pack(lu_store *s, int64_t *blocks_written, lu_err *e)
{
	static const char sql[] =
		"UPDATE kb SET rows = coalesce((SELECT sum(n - dead_n) FROM segment g WHERE g.tenant ="
		" kb.tenant AND g.kb = kb.id), 0) WHERE tenant = ? AND id = ?";
	sqlite3_stmt *st = NULL;
	int64_t written = 0;
	lu_code rc = lu__need_kb(s, e);

	if (!rc) rc = pack_vectors(s, &written, e);
	if (!rc) rc = lu__stmt(s, sql, &st, e, "k");
	if (!rc) rc = lu__run(s, st, "count the rows", e);
	if (!rc) *blocks_written = written;
	return rc;
}

lu_code lu_store_unpack(lu_store *s, lu_err *e)
{
	static const char note[] = "INSERT OR IGNORE INTO vector_dirty(tenant, kb, block) SELECT DISTINCT tenant, kb,"
				   " element / ?3 FROM embedding WHERE tenant = ?1 AND kb = ?2";
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "DELETE FROM vector_block WHERE tenant = ? AND kb = ?", &st, e, "k");

	if (!rc) rc = lu__run(s, st, "drop the packed vectors", e);
	if (!rc) rc = lu__stmt(s, note, &st, e, "ki", (int64_t)LU__BLOCK);
	if (!rc) rc = lu__run(s, st, "note the vector blocks", e);
	if (!rc) rc = lu__stmt(s, "UPDATE kb SET indexed = 0 WHERE tenant = ? AND id = ?", &st, e, "k");
	return rc ? rc : lu__run(s, st, "drop the packed vectors", e);
}

lu_code lu__pack_differs(lu_store *s, int64_t *n_blocks, lu_err *e)
{
	static const char sql[] = "SELECT block FROM vector_block WHERE tenant = ?1 AND kb = ?2 UNION"
				  " SELECT element / ?3 FROM embedding WHERE tenant = ?1 AND kb = ?2";
	lu_arena a = { 0 };
	lu_buf data = LU_BUF;
	sqlite3_stmt *st = NULL;
	int64_t *blocks = NULL, n = 0, differ = 0;
	size_t n_list = 0;
	lu_code rc = lu__stmt(s, sql, &st, e, "ki", (int64_t)LU__BLOCK);

	if (!rc) rc = lu__ids(s, st, &a, &blocks, &n_list, "list the blocks", e);
	for (size_t i = 0; i < n_list && !rc; i++) {
		bool same = false;

		rc = make_block(s, blocks[i], &data, &n, e);
		if (!rc) rc = same_block(s, blocks[i], &data, n, &same, e);
		differ += !same;
	}
	if (!rc) *n_blocks = differ;
	lu_buf_free(&data);
	lu_arena_free(&a);
	return rc;
}

/* ---- reading ---- */

lu_code lu__vector_blocks(lu_store *s, lu__vector_rows_fn *fn, void *ctx, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	size_t dim = (size_t)s->dim;
	lu_code rc = lu__need_kb(s, e);

	if (!rc && !dim) return lu_fail(e, LU_ENOENT, "the knowledge base has no vectors");
	if (!rc)
		rc = lu__stmt(s, "SELECT n, data FROM vector_block WHERE tenant = ? AND kb = ? ORDER BY block", &st, e,
			      "k");
	lu__map(s);
	while (!rc && !(rc = lu__step(s, st, "read the vectors", e))) {
		size_t n = (size_t)sqlite3_column_int64(st, 0);
		const char *p = sqlite3_column_blob(st, 1);
		int64_t id[LU__BLOCK];
		float scale[LU__BLOCK];
		lu__vector_rows r = { .id = id, .scale = scale, .n = n };

		if (!n || n > LU__BLOCK ||
		    (size_t)sqlite3_column_bytes(st, 1) != n * (sizeof *id + sizeof *scale + dim)) {
			rc = lu_fail(e, LU_EDB, "a vector block is damaged: run 'lucus index --rebuild'");
			break;
		}
		memcpy(id, p, n * sizeof *id); /* the blob need not be aligned */
		memcpy(scale, p + n * sizeof *id, n * sizeof *scale);
		r.v = (const int8_t *)p + n * (sizeof *id + sizeof *scale);
		rc = fn(ctx, &r, e);
	}
	return lu__end(st, rc);
}

struct scan {
	size_t dim;
	const int8_t *query;
	float scale;
	lu_topk *best;
};

static lu_code scan_rows(void *ctx, const lu__vector_rows *r, lu_err *e)
{
	const struct scan *c = ctx;

	return lu_vec_scan(r->v, r->scale, r->id, r->n, c->dim, c->query, c->scale, c->best, e);
}

lu_code lu_store_scan(lu_store *s, const int8_t *query, float scale, lu_topk *best, lu_err *e)
{
	struct scan c = { (size_t)s->dim, query, scale, best };

	return lu__vector_blocks(s, scan_rows, &c, e);
}
