/* SPDX-License-Identifier: MIT
 * Packed: what the element is and how many words each place has, a byte each; then three bytes a word. */
#include "store/words.h"

#include "store/internal.h"

#define HEAD (1 + LU__WHERE)
#define EACH 3
_Static_assert(LU__WORD_BITS == 8 * EACH, "a word fills its bytes");

lu_code lu__words_pack(const lu__words *w, lu_arena *a, lu_str *out, lu_err *e)
{
	size_t n = HEAD;
	uint8_t *p, *at;

	for (int k = 0; k < LU__WHERE; k++) n += EACH * w->n[k];
	if (!(p = lu_arena_alloc(a, n))) return lu_nomem(e);
	at = p + HEAD;
	p[0] = (uint8_t)w->is;
	for (int k = 0; k < LU__WHERE; k++) {
		p[1 + k] = (uint8_t)w->n[k];
		for (size_t i = 0; i < w->n[k]; i++, at += EACH) {
			at[0] = (uint8_t)w->v[k][i];
			at[1] = (uint8_t)(w->v[k][i] >> 8);
			at[2] = (uint8_t)(w->v[k][i] >> 16);
		}
	}
	*out = lu_strn((const char *)p, n);
	return LU_OK;
}

lu_code lu__words_put(lu_store *s, int64_t element, lu_str packed, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "INSERT OR REPLACE INTO words(tenant, kb, element, data) VALUES(?, ?, ?, ?)", &st, e,
			      "kib", element, packed);

	return rc ? rc : lu__run(s, st, "write the words of an element", e);
}

static bool unpack(const uint8_t *p, size_t n, lu__words *out)
{
	size_t all = 0;

	if (n < HEAD) return false;
	out->is = p[0];
	for (int k = 0; k < LU__WHERE; k++) all += out->n[k] = p[1 + k];
	if (n != HEAD + EACH * all) return false;
	p += HEAD;
	for (int k = 0; k < LU__WHERE; k++)
		for (size_t i = 0; i < out->n[k]; i++, p += EACH)
			out->v[k][i] = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
	return true;
}

lu_code lu__words_get(lu_store *s, int64_t element, lu__words *out, bool *there, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__need_kb(s, e);

	*there = false;
	if (rc || s->version < LU__VERSION_WORDS) return rc;
	rc = lu__stmt(s, "SELECT data FROM words WHERE tenant = ? AND kb = ? AND element = ?", &st, e, "ki", element);
	if (!rc) rc = lu__step(s, st, "read the words of an element", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	*there = unpack(sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0), out);
	sqlite3_reset(st);
	return *there ? LU_OK : lu_fail(e, LU_EDB, "the words of an element are damaged: run 'lucus index --rebuild'");
}

lu_code lu__words_astray(lu_store *s, int64_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t over = 0;
	lu__words w;
	lu_code rc = lu__need_kb(s, e);

	*n = 0;
	if (rc || s->version < LU__VERSION_WORDS) return rc;
	rc = lu__stmt(s,
		      "SELECT w.data FROM element e LEFT JOIN words w ON w.element = e.id AND w.tenant = e.tenant AND"
		      " w.kb = e.kb WHERE e.tenant = ? AND e.kb = ? AND e.text_hash <> 0",
		      &st, e, "k");
	while (!rc && (rc = lu__step(s, st, "check the words of elements", e)) == LU_OK)
		*n += !unpack(sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0), &w);
	if (rc != LU_DONE) return rc;
	rc = lu__stmt(s,
		      "SELECT count(*) FROM words w LEFT JOIN element e ON e.id = w.element AND e.tenant = w.tenant AND"
		      " e.kb = w.kb WHERE w.tenant = ? AND w.kb = ? AND coalesce(e.text_hash, 0) = 0",
		      &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &over, "check the words of elements", e);
	*n += over;
	return rc;
}
