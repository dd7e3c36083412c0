/* SPDX-License-Identifier: MIT
 * Names that people gave to elements. */
#include "store/internal.h"

lu_code lu_store_synonyms(lu_store *s, lu_arena *a, lu_synonym **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_synonym *v = NULL;
	size_t k = 0;
	lu_code rc = lu__need_kb(s, e);

	*out = NULL;
	*n = 0;
	if (rc || s->version < LU__VERSION_SYNONYM) return rc;
	rc = lu__stmt(s,
		      "SELECT name, uuid, element, confidence FROM synonym WHERE tenant = ? AND kb = ?"
		      " ORDER BY name, element, uuid",
		      &st, e, "k");
	while (!rc && !(rc = lu__step(s, st, "read the aliases", e))) {
		lu_synonym *w = lu_arena_grow(a, v, k, sizeof *w);

		if (w) v = w;
		if (w)
			v[k] = (lu_synonym){ lu__copy(st, 0, a), lu__copy(st, 1, a), lu__copy(st, 2, a),
					     sqlite3_column_double(st, 3) };
		if (w && v[k].name.s && v[k].uuid.s && v[k].element.s) {
			k++;
			continue;
		}
		rc = lu_nomem(e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	*out = v;
	*n = k;
	return LU_OK;
}

lu_code lu_store_synonym_put(lu_store *s, const lu_synonym *x, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s,
			      "INSERT OR REPLACE INTO synonym(tenant, kb, name, uuid, element, confidence) VALUES(?, "
			      "?, ?, ?, ?, ?)",
			      &st, e, "ktttd", x->name, x->uuid, x->element, x->confidence);

	return rc ? rc : lu__run(s, st, "write an alias", e);
}

lu_code lu_store_synonym_remove(lu_store *s, lu_str name, int64_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "DELETE FROM synonym WHERE tenant = ? AND kb = ? AND name = ?", &st, e, "kt", name);

	if (!rc) rc = lu__run(s, st, "remove an alias", e);
	if (!rc) *n = sqlite3_changes(s->db);
	return rc;
}

lu_code lu_store_synonym_target(lu_store *s, const lu_synonym *x, lu_arena *a, lu_brief *out, lu_err *e)
{
	lu_brief *v = NULL;
	size_t n = 0;
	int64_t id = 0;
	lu_code rc = lu_store_find(s, x->uuid, &id, e);

	if (rc) return rc;
	if (id) return lu_store_brief(s, id, a, out, e);
	rc = lu_store_named(s, x->element, a, &v, &n, e);
	for (size_t i = 0; i < n && !rc; i++) {
		if (!lu_str_eq(v[i].name, x->element)) continue;
		*out = v[i];
		return LU_OK;
	}
	return rc ? rc : LU_ENOENT;
}
