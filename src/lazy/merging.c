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

static bool has(const lu_claim *c, size_t n, uint32_t x)
{
	for (size_t i = 0; i < n; i++)
		if (c->source[i] == x) return true;
	return false;
}

/* Each source once; those of the same words hold the claim as its own do, the others only say something like it. */
static lu_code join(lu_claim *to, const lu_claim *from, lu_arena *a, lu_err *e)
{
	bool same = lu_str_eq(to->text, from->text);
	lu_claim all = *to;

	if (!(all.source = lu_arena_calloc(a, to->n_source + from->n_source, sizeof *all.source))) return lu_nomem(e);
	memcpy(all.source, to->source, to->n_own * sizeof *all.source);
	for (size_t i = 0; i < from->n_own && same; i++)
		if (!has(&all, all.n_own, from->source[i])) all.source[all.n_own++] = from->source[i];
	all.n_source = all.n_own;
	for (size_t i = to->n_own; i < to->n_source; i++)
		if (!has(&all, all.n_source, to->source[i])) all.source[all.n_source++] = to->source[i];
	for (size_t i = 0; i < from->n_source; i++)
		if (!has(&all, all.n_source, from->source[i])) all.source[all.n_source++] = from->source[i];
	all.merged += from->merged;
	*to = all;
	return LU_OK;
}

static lu_code merge(lu_claim *v, size_t *n, double threshold, const float *at, size_t dim, size_t *place, lu_arena *a,
		     lu_err *e)
{
	size_t kept = 0;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < *n && !rc; i++) {
		size_t k = 0;

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
