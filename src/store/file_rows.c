/* SPDX-License-Identifier: MIT
 * Files. */
#include "store/internal.h"

#define FILE_COLUMNS "id, path, language, sha256, size, mtime_ns, ctime_ns, inode, parser, reason"

static lu_code read_file(sqlite3_stmt *st, lu_arena *a, lu_file *out, lu_err *e)
{
	*out = (lu_file){ .id = sqlite3_column_int64(st, 0),
			  .path = lu__copy(st, 1, a),
			  .language = lu__copy(st, 2, a),
			  .sha256 = lu__copy(st, 3, a),
			  .size = sqlite3_column_int64(st, 4),
			  .mtime_ns = sqlite3_column_int64(st, 5),
			  .ctime_ns = sqlite3_column_int64(st, 6),
			  .inode = sqlite3_column_int64(st, 7),
			  .parser = sqlite3_column_int64(st, 8),
			  .reason = lu__copy(st, 9, a) };
	return out->path.s && out->language.s && out->sha256.s && out->reason.s ? LU_OK : lu_nomem(e);
}

lu_code lu_store_files(lu_store *s, lu_arena *a, lu_file **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_file *v = NULL;
	size_t count = 0;
	lu_code rc =
		lu__stmt(s, "SELECT " FILE_COLUMNS " FROM file WHERE tenant = ? AND kb = ? ORDER BY path", &st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "list the files", e))) {
		lu_file *w = lu_arena_grow(a, v, count, sizeof *w);

		if (!w) rc = lu_nomem(e);
		else rc = read_file(st, a, &(v = w)[count++], e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	*out = v;
	*n = count;
	return LU_OK;
}

lu_code lu_store_file(lu_store *s, lu_str path, lu_arena *a, lu_file *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT " FILE_COLUMNS " FROM file WHERE tenant = ? AND kb = ? AND path = ?", &st, e,
			      "kt", path);

	if (!rc) rc = lu__step(s, st, "find the file", e);
	if (rc == LU_DONE) return lu_fail(e, LU_ENOENT, "no file '%.*s' in the store", LU_FMT(path));
	if (rc) return rc;
	rc = read_file(st, a, out, e);
	sqlite3_reset(st);
	return rc;
}

lu_code lu_store_has_tree(lu_store *s, bool *has, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t any = 0;
	lu_code rc = lu__stmt(s, "SELECT EXISTS(SELECT 1 FROM file WHERE tenant = ? AND kb = ? AND inode <> 0)", &st, e,
			      "k");

	if (!rc) rc = lu__int(s, st, 0, &any, "look for files of a tree", e);
	if (!rc) *has = any != 0;
	return rc;
}

lu_code lu_store_has_more_files(lu_store *s, int64_t n, bool *more, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t any = 0;
	lu_code rc = lu__stmt(s, "SELECT EXISTS(SELECT 1 FROM file WHERE tenant = ? AND kb = ? LIMIT 1 OFFSET ?)", &st,
			      e, "ki", n);

	if (!rc) rc = lu__int(s, st, 0, &any, "count files", e);
	if (!rc) *more = any != 0;
	return rc;
}

/* Symbols without a language of their own have that of their file: to say it in another one changes them all. */
static lu_code mind_language(lu_store *s, int64_t row, lu_str language, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t same = 1;
	lu_code rc = lu__stmt(s, "SELECT language = ?4 FROM file WHERE tenant = ?1 AND kb = ?2 AND id = ?3", &st, e,
			      "kit", row, language);

	if (!rc) rc = lu__int(s, st, 1, &same, "find the file", e);
	if (!rc && !same) rc = lu__answer_remove(s, row, e);
	return rc || same ? rc : lu__outline_remove(s, row, e);
}

lu_code lu_store_file_put(lu_store *s, const lu_file *f, int64_t *id, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t row = 0;
	lu_code rc = lu__stmt(s, "SELECT id FROM file WHERE tenant = ? AND kb = ? AND path = ?", &st, e, "kt", f->path);

	if (!rc) rc = lu__int(s, st, 0, &row, "find the file", e);
	if (!rc && row) rc = mind_language(s, row, f->language, e);
	if (!rc && row)
		rc = lu__stmt(s,
			      "UPDATE file SET language = ?3, sha256 = ?4, size = ?5, mtime_ns = ?6, ctime_ns = ?7,"
			      " inode = ?8, parser = ?9, reason = ?10 WHERE tenant = ?1 AND kb = ?2 AND id = ?11",
			      &st, e, "ktTiiiiiTi", f->language, f->sha256, f->size, f->mtime_ns, f->ctime_ns, f->inode,
			      f->parser, f->reason, row);
	else if (!rc)
		rc = lu__stmt(s,
			      "INSERT INTO file(tenant, kb, path, language, sha256, size, mtime_ns, ctime_ns,"
			      " inode, parser, reason) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			      &st, e, "kttTiiiiiT", f->path, f->language, f->sha256, f->size, f->mtime_ns, f->ctime_ns,
			      f->inode, f->parser, f->reason);
	if (!rc) rc = lu__run(s, st, "write the file's row", e);
	if (rc) return rc;
	if (id) *id = row ? row : sqlite3_last_insert_rowid(s->db);
	return LU_OK;
}
