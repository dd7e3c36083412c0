/* SPDX-License-Identifier: MIT
 * Explanations by the content that they are of: what was paid for once serves all versions of a file. */
#include "store/internal.h"

lu_code lu_store_explained(lu_store *s, bool *any, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t has = 0;
	lu_code rc = lu__stmt(s, "SELECT EXISTS(SELECT 1 FROM explanation WHERE tenant = ? AND kb = ?)", &st, e, "k");

	if (!rc) rc = lu__int(s, st, 0, &has, "look for explanations", e);
	if (!rc) *any = has != 0;
	return rc;
}

lu_code lu_store_explanation(lu_store *s, lu_str key, const lu_str *maker, lu_arena *a, lu_str *out, lu_str *by,
			     lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	if (!rc && maker)
		rc = lu__stmt(
			s, "SELECT text, maker FROM explanation WHERE tenant = ? AND kb = ? AND key = ? AND maker = ?",
			&st, e, "ktt", key, *maker);
	else if (!rc)
		rc = lu__stmt(s,
			      "SELECT text, maker FROM explanation WHERE tenant = ? AND kb = ? AND key = ?"
			      " ORDER BY id DESC LIMIT 1",
			      &st, e, "kt", key);
	if (!rc) rc = lu__step(s, st, "read an explanation", e);
	if (rc == LU_DONE) {
		*out = lu_strn(NULL, 0);
		return LU_OK;
	}
	if (rc) return rc;
	*out = lu__copy(st, 0, a);
	if (by) *by = lu__copy(st, 1, a);
	sqlite3_reset(st);
	return out->s && (!by || by->s) ? LU_OK : lu_nomem(e);
}

lu_code lu_store_explanation_put(lu_store *s, lu_str key, lu_str maker, lu_str text, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	/* the row that is replaced leaves its id, so that the new one is the last */
	if (!rc)
		rc = lu__stmt(s,
			      "INSERT OR REPLACE INTO explanation(tenant, kb, key, maker, text) VALUES(?, ?, ?, ?, ?)",
			      &st, e, "kttt", key, maker, text);
	return rc ? rc : lu__run(s, st, "keep an explanation", e);
}
