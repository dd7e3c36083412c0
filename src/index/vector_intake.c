/* SPDX-License-Identifier: MIT
 * Vectors that other tools made. Those that the store has already are passed over, so that `lucus embed | lucus index`
 * writes nothing twice. They are kept until the input ends, because whoever writes them may hold the store. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lucus/index.h"

struct vector {
	char id[LU_ID];
	int8_t *v;
	size_t dim;
	float scale;
	lu_str model;
	long line;
};

struct lu_vector_intake {
	lu_arena arena;
	struct vector *v;
	size_t n, dim;
	lu_str model; /* that the vectors must be of, with `dim` components */
};

lu_code lu_vector_intake_new(lu_vector_intake **out, lu_err *e)
{
	*out = calloc(1, sizeof **out);
	return *out ? LU_OK : lu_nomem(e);
}

void lu_vector_intake_free(lu_vector_intake *t)
{
	if (t) lu_arena_free(&t->arena);
	free(t);
}

/* ---- records ---- */

/* One vector of an `embedding` record. */
struct record {
	char id[LU_ID];
	lu_str model;
	float *v;
	size_t dim;
};

/* Views point into `rec`, the vector lives in `a`. */
static lu_code read_record(const lu_json *rec, lu_arena *a, struct record *out, lu_err *e)
{
	lu_str id = lu_json_str(lu_json_get(rec, "id")), model = lu_json_str(lu_json_get(rec, "model"));
	const lu_json *list = lu_json_get(rec, "vector");
	struct record r = { .model = model, .dim = lu_json_count(list) };

	if (!lu_id_valid(id)) return lu_fail(e, LU_EFORMAT, "field 'id' must be the id of an element");
	if (!model.n) return lu_fail(e, LU_EFORMAT, "field 'model' is missing or empty");
	if (!r.dim) return lu_fail(e, LU_EFORMAT, "field 'vector' must be an array of numbers");
	memcpy(r.id, id.s, id.n);
	if (!(r.v = lu_arena_alloc(a, r.dim * sizeof *r.v))) return lu_nomem(e);
	for (size_t i = 0; i < r.dim; i++) {
		double x = lu_json_real(lu_json_at(list, i), NAN);

		if (!isfinite(x) || fabs(x) > 1e30)
			return lu_fail(e, LU_EFORMAT, "field 'vector' has no finite number at position %zu", i);
		r.v[i] = (float)x;
	}
	*out = r;
	return LU_OK;
}

lu_code lu_vector_intake_add(lu_vector_intake *in, const lu_json *rec, long line, lu_err *e)
{
	struct record r = { .dim = 0 };
	struct vector *v;
	lu_code rc;

	if ((rc = read_record(rec, &in->arena, &r, e))) return rc;
	if (!(v = lu_arena_grow(&in->arena, in->v, in->n, sizeof *v))) return lu_nomem(e);
	in->v = v;
	v = &in->v[in->n];
	memcpy(v->id, r.id, LU_ID);
	v->line = line;
	v->dim = r.dim;
	v->model = in->n && lu_str_eq(v[-1].model, r.model) ? v[-1].model : lu_arena_dup(&in->arena, r.model);
	if (!v->model.s || !(v->v = lu_arena_alloc(&in->arena, r.dim))) return lu_nomem(e);
	lu_vec_normalise(r.v, r.dim);
	lu_vec_quantise(r.v, r.dim, v->v, &v->scale);
	in->n++;
	return LU_OK;
}

/* ---- fitting ---- */

struct rejecting {
	lu_vector_reject_fn *fn;
	void *ctx;
	lu_counts *counts;
};

static lu_code reject(const struct rejecting *r, long line, lu_err *e)
{
	r->counts->rejected++;
	return r->fn(r->ctx, line, e->msg, e);
}

/* The store's own model if any vector is of it, else that of the first one. *replace: it is not the one that the
 * store has. */
static lu_code settle_model(lu_vector_intake *in, const lu_kb *kb, bool *replace, lu_err *e)
{
	const struct vector *of = &in->v[0];

	for (size_t i = 0; i < in->n && kb->model.n; i++)
		if (lu_str_eq(in->v[i].model, kb->model)) of = &in->v[i];
	in->model = lu_arena_dup(&in->arena, of->model);
	*replace = kb->model.n && !lu_str_eq(of->model, kb->model);
	in->dim = kb->model.n && !*replace ? (size_t)kb->dim : of->dim;
	return in->model.s ? LU_OK : lu_nomem(e);
}

/* Leave out what does not fit the model, and elements that the store does not have. */
static lu_code keep_fitting(lu_vector_intake *in, lu_store *s, const struct rejecting *r, lu_err *e)
{
	size_t k = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < in->n && !rc; i++) {
		const struct vector *v = &in->v[i];
		int64_t id = 0;

		if (!lu_str_eq(v->model, in->model))
			rc = lu_fail(e, LU_EFORMAT, "model '%.*s' is mixed with '%.*s'", LU_FMT(v->model),
				     LU_FMT(in->model));
		else if (v->dim != in->dim)
			rc = lu_fail(e, LU_EFORMAT, "field 'vector' has %zu components, model '%.*s' has %zu", v->dim,
				     LU_FMT(in->model), in->dim);
		else if (!(rc = lu_store_find(s, lu_strz(v->id), &id, e)) && !id)
			rc = lu_fail(e, LU_EFORMAT, "no element '%s' in the store", v->id);
		if (!rc) in->v[k++] = *v;
		else if (rc == LU_EFORMAT) rc = reject(r, v->line, e);
	}
	in->n = k;
	return rc;
}

static int by_id(const void *pa, const void *pb)
{
	const struct vector *a = pa, *b = pb;
	int c = strcmp(a->id, b->id);

	return c ? c : (a->line > b->line) - (a->line < b->line);
}

/* Vectors of another model replace all that there are: some of them would lose the others. */
static lu_code check_complete(lu_vector_intake *in, const lu_kb *kb, lu_err *e)
{
	int64_t distinct = 0;

	qsort(in->v, in->n, sizeof *in->v, by_id);
	for (size_t i = 0; i < in->n; i++) distinct += !i || strcmp(in->v[i].id, in->v[i - 1].id) != 0;
	if (distinct == kb->elements) return LU_OK;
	return lu_fail(e, LU_EFORMAT,
		       "vectors of model '%.*s' for %lld of %lld elements can not replace those of model '%.*s'",
		       LU_FMT(in->model), (long long)distinct, (long long)kb->elements, LU_FMT(kb->model));
}

/* ---- storing ---- */

static lu_code store_vector(const lu_vector_intake *in, lu_store *s, const struct vector *v, int8_t *have, lu_counts *c,
			    lu_err *e)
{
	lu_arena a = { 0 };
	lu_stored el;
	int64_t id = 0;
	float scale = 0;
	uint64_t hash = 0;
	lu_code rc = lu_store_find(s, lu_strz(v->id), &id, e);

	if (!rc) rc = lu_store_element(s, id, &a, &el, e);
	/* equal bytes: the scale of a record may differ in its last digit */
	if (!rc && (!lu_store_vector_hash(s, id, &hash) || hash != el.text_hash ||
		    lu_store_vector_get(s, id, have, &scale, NULL) || memcmp(have, v->v, in->dim))) {
		c->embedded++;
		rc = lu_store_vector_put(s, id, el.text_hash, v->v, v->scale, e);
	}
	lu_arena_free(&a);
	return rc;
}

lu_code lu_vector_intake_store(lu_vector_intake *in, lu_store *s, lu_vector_reject_fn *fn, void *ctx, lu_counts *c,
			       lu_err *e)
{
	struct rejecting r = { fn, ctx, c };
	lu_arena a = { 0 };
	lu_kb kb;
	int8_t *have = NULL;
	int64_t missing = 0;
	bool replace = false;
	lu_code rc;

	if (!in->n) return LU_OK;
	rc = lu_store_kb(s, true, &a, &kb, e);
	if (!rc) rc = settle_model(in, &kb, &replace, e);
	if (!rc) rc = keep_fitting(in, s, &r, e);
	if (!rc && replace) rc = check_complete(in, &kb, e);
	lu_arena_free(&a);
	if (rc || !in->n) return rc;
	if (!(have = lu_arena_alloc(&in->arena, in->dim))) return lu_nomem(e);
	rc = lu_store_begin(s, e);
	if (!rc) rc = lu_store_set_model(s, in->model.s, in->dim, e);
	for (size_t i = 0; i < in->n && !rc; i++) rc = store_vector(in, s, &in->v[i], have, c, e);
	if (!rc) rc = lu_store_embed_missing(s, false, &missing, e);
	if (!rc && !missing) rc = lu_store_mark(s, LU_MARK_VECTORS, e);
	if (!rc) rc = lu_store_commit(s, e);
	else lu_store_rollback(s);
	return rc;
}
