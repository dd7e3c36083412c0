/* SPDX-License-Identifier: MIT */
#include "lazy/merging.h"

#include "lucus/embed.h"

/* Claims before a later one; vectors are unit vectors, zeros for what has no words. */
static double cosine(const float *x, const float *y, size_t dim)
{
	double sum = 0;

	for (size_t i = 0; i < dim; i++) sum += (double)x[i] * y[i];
	return sum;
}

static lu_code embed(lu_embedder *m, const lu_claim *v, size_t n, size_t dim, float *out, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) rc = lu_embed_query(m, v[i].text, NULL, NULL, out + i * dim, e);
	return rc;
}

/* Ascending, each once. */
static lu_code join(lu_claim *to, const lu_claim *from, lu_arena *a, lu_err *e)
{
	size_t n = 0, i = 0, k = 0;
	uint32_t *v = lu_arena_calloc(a, to->n_source + from->n_source, sizeof *v);

	if (!v) return lu_nomem(e);
	while (i < to->n_source || k < from->n_source) {
		bool first = k == from->n_source || (i < to->n_source && to->source[i] <= from->source[k]);
		uint32_t x = first ? to->source[i++] : from->source[k++];

		if (!n || v[n - 1] != x) v[n++] = x;
	}
	to->source = v;
	to->n_source = n;
	to->merged += from->merged;
	return LU_OK;
}

static void sort_sources(lu_claim *c)
{
	for (size_t i = 1; i < c->n_source; i++) {
		uint32_t x = c->source[i];
		size_t k = i;

		for (; k && c->source[k - 1] > x; k--) c->source[k] = c->source[k - 1];
		c->source[k] = x;
	}
}

static lu_code merge(lu_claim *v, size_t *n, double threshold, const float *at, size_t dim, size_t *place, lu_arena *a,
		     lu_err *e)
{
	size_t kept = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < *n && !rc; i++) {
		size_t k = 0;

		sort_sources(&v[i]);
		while (k < kept && !lu_str_eq(v[k].text, v[i].text) &&
		       cosine(at + place[k] * dim, at + i * dim, dim) < threshold)
			k++;
		if (k < kept) {
			rc = join(&v[k], &v[i], a, e);
			continue;
		}
		place[kept] = i;
		v[kept++] = v[i];
	}
	*n = kept;
	return rc;
}

lu_code lu__claims_merge(lu_claim *v, size_t *n, double threshold, lu_arena *a, lu_err *e)
{
	lu_embedder *m = NULL;
	lu_arena scratch = { 0 };
	lu_code rc = *n ? lu_embedder_open(&(lu_embed_config){ .provider = NULL }, &m, e) : LU_OK;

	if (!rc && *n) {
		size_t dim = lu_embedder_dim(m), *place = lu_arena_calloc(&scratch, *n, sizeof *place);
		float *at = lu_arena_calloc(&scratch, *n * dim, sizeof *at);

		rc = place && at ? embed(m, v, *n, dim, at, e) : lu_nomem(e);
		if (!rc) rc = merge(v, n, threshold, at, dim, place, a, e);
	}
	lu_embedder_close(m);
	lu_arena_free(&scratch);
	return rc;
}
