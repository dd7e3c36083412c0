/* SPDX-License-Identifier: MIT
 * Entities that come from outside of a question. */
#include "expand/expand.h"

static lu_code read_given(const lu_json *x, lu_given *out, lu_err *e)
{
	const lu_json *text = lu_json_get(x, "text"), *sure = lu_json_get(x, "confidence"),
		      *type = lu_json_get(x, "type");
	lu_json_kind kind = lu_json_type(sure);

	if (lu_json_type(x) == LU_JSON_STR) text = x;
	else if (!text) text = lu_json_get(x, "name");
	if (lu_json_type(text) != LU_JSON_STR || !lu_str_trim(lu_json_str(text)).n)
		return lu_fail(e, LU_EFORMAT, "field 'entities' must hold names, or objects with a string 'text'");
	*out = (lu_given){ lu_str_trim(lu_json_str(text)), lu_json_str(type), lu_json_real(sure, 1) };
	if ((kind != LU_JSON_NULL && kind != LU_JSON_REAL && kind != LU_JSON_INT) ||
	    !(out->confidence >= 0 && out->confidence <= 1))
		return lu_fail(e, LU_EFORMAT, "field 'entities': a confidence must be a number from 0 to 1");
	if (lu_json_type(type) != LU_JSON_NULL && lu_json_type(type) != LU_JSON_STR)
		return lu_fail(e, LU_EFORMAT, "field 'entities': a type must be a string");
	return LU_OK;
}

lu_code lu_given_read(const lu_json *v, lu_arena *a, lu_given **out, size_t *n, lu_err *e)
{
	const lu_json *list = lu_json_get(v, "entities");
	size_t count = lu_json_count(list);
	lu_given *w;
	lu_code rc = LU_OK;

	*out = NULL;
	*n = 0;
	if (lu_json_type(list) == LU_JSON_NULL) return LU_OK;
	if (lu_json_type(list) != LU_JSON_ARRAY)
		return lu_fail(e, LU_EFORMAT, "field 'entities' must be an array, found %s",
			       lu_json_kind_name(lu_json_type(list)));
	if (count > LU_ENTITIES)
		return lu_fail(e, LU_EFORMAT, "field 'entities' has %zu, more than %d", count, LU_ENTITIES);
	if (!(w = lu_arena_calloc(a, count + 1, sizeof *w))) return lu_nomem(e);
	for (size_t i = 0; i < count && !rc; i++) rc = read_given(lu_json_at(list, i), &w[i], e);
	if (rc) return rc;
	*out = w;
	*n = count;
	return LU_OK;
}

/* Of elements of other types those of `type` are left, if there are some. */
static void keep_type(lu_original *o, lu_str type)
{
	size_t n = 0;

	for (size_t i = 0; i < o->n; i++) n += lu_str_eq(o->v[i].el.type, type);
	if (!n) return;
	o->total = n;
	for (size_t i = n = 0; i < o->n; i++)
		if (lu_str_eq(o->v[i].el.type, type)) o->v[n++] = o->v[i];
	o->n = n;
}

lu_code lu__given_meant(lu__namer *m, const lu_given *g, lu_original *out, lu_err *e)
{
	lu_original o = { .entity = { .text = g->text, .kind = LU_ENTITY_GIVEN, .confidence = g->confidence } };
	lu_code rc = lu__meant(m, g->text, &o.v, &o.n, &o.total, e);

	if (rc) return rc;
	if (g->type.n) keep_type(&o, g->type);
	*out = o;
	return LU_OK;
}

lu_code lu_boost_given(lu_store *s, const lu_given *v, size_t n, lu_arena *a, lu_boost *out, lu_err *e)
{
	lu__namer m = { .store = s, .a = a };
	lu_boost b = { .weight = out->weight };
	lu_code rc = lu_stemmer_new(&m.stemmer, e);

	if (!rc && !(b.element = lu_arena_calloc(a, n * LU_MEANT + 1, sizeof *b.element))) rc = lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) {
		lu_original o;

		rc = lu__given_meant(&m, &v[i], &o, e);
		for (size_t k = 0; !rc && k < o.n; k++)
			b.element[b.n_element++] =
				(lu_evidence){ lu_strz(o.v[k].el.uuid), o.entity.confidence * o.v[k].score };
	}
	lu_stemmer_free(m.stemmer);
	if (!rc) *out = b;
	return rc;
}
