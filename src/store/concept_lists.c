/* SPDX-License-Identifier: MIT */
#include "store/concept_lists.h"

#include "store/grouping.h"
#include "store/internal.h"

static lu_str bytes_of(sqlite3_stmt *st, int column)
{
	const void *p = sqlite3_column_blob(st, column);

	return lu_strn(p, p ? (size_t)sqlite3_column_bytes(st, column) : 0);
}

lu_code lu_store_concepts_current(lu_store *s, int64_t maker, bool *current, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t n = 0;
	lu_code rc = lu__need_kb(s, e);

	*current = false;
	if (rc || s->version < LU__VERSION_CONCEPTS) return rc;
	rc = lu__stmt(s,
		      "SELECT count(*) FROM concepts c JOIN kb k ON k.id = c.kb AND k.tenant = c.tenant"
		      " WHERE c.tenant = ? AND c.kb = ? AND c.maker = ? AND c.generation = k.generation",
		      &st, e, "ki", maker);
	if (!rc) rc = lu__int(s, st, 0, &n, "read the state of the concepts", e);
	*current = n > 0;
	return rc;
}

lu_code lu_store_concepts_maker(lu_store *s, int64_t maker, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t n = 0;
	lu_code rc = lu__stmt(s, "SELECT count(*) FROM concepts WHERE tenant = ? AND kb = ? AND maker = ?", &st, e,
			      "ki", maker);

	if (!rc) rc = lu__int(s, st, 0, &n, "read the state of the concepts", e);
	if (rc || n) return rc;
	rc = lu__stmt(s, "DELETE FROM concept_list WHERE tenant = ? AND kb = ?", &st, e, "k");
	if (!rc) rc = lu__run(s, st, "drop the lists of concepts", e);
	if (!rc) rc = lu_store_grouped_drop(s, e);
	if (!rc)
		rc = lu__stmt(s, "INSERT OR REPLACE INTO concepts(tenant, kb, generation, maker) VALUES(?, ?, -1, ?)",
			      &st, e, "ki", maker);
	return rc ? rc : lu__run(s, st, "note who makes concepts", e);
}

lu_code lu_store_concepts_due(lu_store *s, lu_arena *a, int64_t **files, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(
		s,
		"SELECT f.id FROM file f WHERE f.tenant = ?1 AND f.kb = ?2 AND NOT EXISTS (SELECT 1 FROM"
		" concept_list c WHERE c.file = f.id AND c.tenant = ?1 AND c.kb = ?2) AND EXISTS (SELECT 1 FROM"
		" element e WHERE e.tenant = ?1 AND e.kb = ?2 AND e.file = f.id) ORDER BY f.id",
		&st, e, "k");

	return rc ? rc : lu__ids(s, st, a, files, n, "list the files without concepts", e);
}

lu_code lu_store_concepts_put(lu_store *s, int64_t file, lu_str list, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "INSERT OR REPLACE INTO concept_list(tenant, kb, file, data) VALUES(?, ?, ?, ?)", &st,
			      e, "kib", file, list);

	if (!rc) rc = lu__run(s, st, "write the concepts of a file", e);
	return rc ? rc : lu__grouped_forget(s, file, e);
}

lu_code lu_store_concepts_mark(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s,
			 "UPDATE concepts SET generation = k.generation FROM kb k WHERE k.tenant = ?1 AND k.id = ?2 AND"
			 " concepts.tenant = ?1 AND concepts.kb = ?2 AND concepts.generation <> k.generation",
			 &st, e, "k");

	return rc ? rc : lu__run(s, st, "mark the concepts", e);
}

lu_code lu__concepts_forget(lu_store *s, int64_t file, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc =
		lu__stmt(s, "DELETE FROM concept_list WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);

	return rc ? rc : lu__run(s, st, "forget the concepts of a file", e);
}

lu_code lu_store_concept_list(lu_store *s, int64_t file, lu_arena *a, lu_str *list, bool *there, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	*there = false;
	if (rc || s->version < LU__VERSION_CONCEPTS) return rc;
	rc = lu__stmt(s, "SELECT data FROM concept_list WHERE tenant = ? AND kb = ? AND file = ?", &st, e, "ki", file);
	if (!rc) rc = lu__step(s, st, "read the concepts of a file", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	*list = lu_arena_dup(a, bytes_of(st, 0));
	*there = true;
	sqlite3_reset(st);
	return list->s ? LU_OK : lu_nomem(e);
}

lu_code lu_store_concept_lists(lu_store *s, lu_concept_list_fn *fn, void *ctx, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	if (rc || s->version < LU__VERSION_CONCEPTS) return rc;
	rc = lu__stmt(s,
		      "SELECT f.id, f.path, c.data FROM file f JOIN concept_list c ON c.file = f.id AND c.tenant = "
		      "f.tenant AND"
		      " c.kb = f.kb WHERE f.tenant = ? AND f.kb = ? ORDER BY f.path",
		      &st, e, "k");
	while (!rc && !(rc = lu__step(s, st, "read the concepts", e)))
		rc = fn(ctx, sqlite3_column_int64(st, 0), lu__text(st, 1), bytes_of(st, 2), e);
	return lu__end(st, rc);
}
