/* SPDX-License-Identifier: MIT */
#include "vectors.h"

#include "cli/records.h"

/* The members of the input record, but for those that the output has of its own. */
static lu_code pass_on(lu_jw *w, lu_str extra, lu_err *e)
{
	static const char *const kinds[] = { "embedding", NULL };
	lu_buf text = LU_BUF;
	lu_json *all = NULL;
	lu_code rc;

	if (!extra.n) return LU_OK;
	lu_buf_addf(&text, "{%.*s}", LU_FMT(extra));
	rc = text.oom ? lu_nomem(e) : lu_json_parse(lu_buf_str(&text), &all, e);
	if (!rc) lu_records_pass(w, all, kinds);
	lu_json_free(all);
	lu_buf_free(&text);
	return rc;
}

lu_code cmd_vectors_write(lu_store *s, lu_str uuid, lu_str extra, lu_jw *w, lu_err *e)
{
	lu_arena a = { 0 };
	lu_brief b;
	lu_kb kb;
	int64_t id = 0;
	int8_t *v = NULL;
	float scale = 0;
	lu_code rc = lu_store_find(s, uuid, &id, e);

	if (!rc && !id) rc = lu_fail(e, LU_ENOENT, "no element '%.*s'", LU_FMT(uuid));
	if (!rc) rc = lu_store_kb(s, false, &a, &kb, e);
	if (!rc) rc = lu_store_brief(s, id, &a, &b, e);
	if (!rc && !(v = lu_arena_alloc(&a, (size_t)kb.dim + 1))) rc = lu_nomem(e);
	if (!rc) rc = lu_store_vector_get(s, id, v, &scale, e);
	if (!rc) {
		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "record", "embedding");
		lu_jw_str(w, "id", uuid);
		lu_jw_str(w, "name", b.name);
		lu_jw_str(w, "model", kb.model);
		lu_jw_int(w, "dimension", kb.dim);
		lu_jw_open(w, "vector", '[');
		/* nine digits hold a float exactly: quantising them again gives the same bytes */
		for (int64_t i = 0; i < kb.dim; i++) lu_jw_real(w, NULL, (double)v[i] * (double)scale, 9);
		lu_jw_close(w, ']');
		rc = pass_on(w, extra, e);
		lu_jw_close(w, '}');
		if (!rc) rc = lu_jw_flush(w, stdout, e);
	}
	lu_arena_free(&a);
	return rc;
}
