/* SPDX-License-Identifier: MIT
 * Questions of several aspects. The whole question is one of the lists: what answers all of it at once
 * stays first. */
#include "lucus/retrieve.h"

#define LISTS (LU_QUERY_PARTS + 1)

typedef struct aspects {
	lu_result of[LISTS];
	size_t n;
	lu_arena scratch;
} aspects;

static lu_code answer(lu_retriever *r, lu_str text, const lu_query_options *o, aspects *x, lu_err *e)
{
	lu_code rc = lu_retrieve(r, text, o, &x->of[x->n], e);

	if (!rc) x->n++;
	return rc;
}

static lu_code weave(aspects *x, bool by_file, lu_woven **out, size_t *n, lu_err *e)
{
	lu_ranking list[LISTS];

	for (size_t i = 0; i < x->n; i++) {
		const lu_result *res = &x->of[i];
		int64_t *id = lu_arena_calloc(&x->scratch, res->n, sizeof *id);
		double *score = lu_arena_calloc(&x->scratch, res->n, sizeof *score);

		if (!id || !score) return lu_nomem(e);
		for (size_t j = 0; j < res->n; j++) {
			id[j] = by_file ? res->v[j].el.file : res->v[j].el.id;
			score[j] = res->v[j].score;
		}
		list[i] = (lu_ranking){ id, score, res->n };
	}
	return lu_weave(list, x->n, &x->scratch, out, n, e);
}

static bool keep(lu_arena *a, lu_str *s)
{
	*s = lu_arena_dup(a, *s);
	return s->s != NULL;
}

static bool keep_brief(lu_arena *a, lu_brief *b)
{
	return keep(a, &b->type) && keep(a, &b->name) && keep(a, &b->path) && keep(a, &b->language);
}

/* Make the first `k` of `v` the hits of the first result, which keeps its words and its memory. */
static lu_code fill(aspects *x, const lu_woven *v, size_t n, size_t k, lu_err *e)
{
	lu_result *res = &x->of[0];
	lu_hit *hit;

	if (n > k) n = k;
	if (!(hit = lu_arena_calloc(&res->arena, n, sizeof *hit))) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		hit[i] = x->of[v[i].part].v[v[i].rank];
		hit[i].rank = (uint32_t)(i + 1);
		hit[i].score = v[i].score;
		if (v[i].part && (!keep_brief(&res->arena, &hit[i].el) || !keep(&res->arena, &hit[i].via.name)))
			return lu_nomem(e);
	}
	res->v = hit;
	res->n = n;
	return LU_OK;
}

lu_code lu_retrieve_parts(lu_retriever *r, lu_str query, const lu_query_options *o, lu_result *out, lu_err *e)
{
	aspects x = { .n = 0 };
	lu_query_shape shape = { 0 };
	lu_woven *v = NULL;
	size_t n = 0;
	lu_code rc = answer(r, query, o, &x, e);

	if (!rc) rc = lu_classify(query, &x.scratch, &shape, e);
	for (size_t i = 0; !rc && i < shape.parts.n; i++) rc = answer(r, shape.parts.v[i], o, &x, e);
	if (!rc && shape.parts.n) rc = weave(&x, o->by_file, &v, &n, e);
	if (!rc && shape.parts.n) rc = fill(&x, v, n, (size_t)o->k, e);
	lu_arena_free(&x.scratch);
	for (size_t i = 1; i < x.n; i++) {
		x.of[0].seconds += x.of[i].seconds;
		x.of[0].passing |= x.of[i].passing;
		lu_result_free(&x.of[i]);
	}
	if (!rc) *out = x.of[0];
	else if (x.n) lu_result_free(&x.of[0]);
	return rc;
}
