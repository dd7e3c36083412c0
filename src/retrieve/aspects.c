/* SPDX-License-Identifier: MIT
 * Questions of several aspects. The whole question is one of the lists: what matches all of it at once
 * stays first. */
#include "retrieve/strategy.h"

#define LISTS (LU_QUERY_PARTS + 1)

typedef struct aspects {
	lu_store *store;
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
	return lu_interleave(list, x->n, &x->scratch, out, n, e);
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
static lu_code fill(aspects *x, const lu_woven *v, size_t n, const lu_query_options *o, lu_err *e)
{
	lu_result *res = &x->of[0];
	size_t k = (size_t)o->k;
	lu_hit *hit;
	lu_code rc;

	if (n > k && n > LU_ONCE_DEPTH) n = k > LU_ONCE_DEPTH ? k : LU_ONCE_DEPTH;
	if (!(hit = lu_arena_calloc(&res->arena, n, sizeof *hit))) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		hit[i] = x->of[v[i].part].v[v[i].rank];
		hit[i].rank = (uint32_t)(i + 1);
		hit[i].score = v[i].score;
		hit[i].folded = NULL;
		hit[i].n_folded = 0;
		if (v[i].part && (!keep_brief(&res->arena, &hit[i].el) || !keep(&res->arena, &hit[i].via.name)))
			return lu_nomem(e);
	}
	res->v = hit;
	res->n = n;
	rc = lu_list_once(x->store, o, res, e);
	if (res->n > k) res->n = k;
	return rc;
}

lu_code lu_retrieve_parts(lu_retriever *r, lu_str query, const lu_query_options *o, lu_result *out, lu_err *e)
{
	aspects x = { .store = r->store };
	lu_query_options deep = *o;
	lu_query_shape shape = { 0 };
	lu_reading said = { 0 };
	lu_quotes quoted = { 0 };
	lu_woven *v = NULL;
	size_t n = 0;
	lu_code rc = lu_query_check(query, e);

	/* parts are recognised by English words, and what is quoted is in no part alone */
	if (!rc && o->translate) rc = lu__read_as_english(r, query, &x.scratch, &said, e);
	if (!rc) rc = lu__quotes_read(query, &x.scratch, &quoted, e);
	if (!rc && !quoted.n) rc = lu__shape_of(r, said.text.n ? said.text : query, &x.scratch, &shape, e);
	/* however few are wanted, a hit is listed once among the same ones */
	if (shape.parts.n && o->k > 0 && o->k < LU_ONCE_DEPTH) deep.k = LU_ONCE_DEPTH;
	if (!rc) rc = answer(r, query, &deep, &x, e);
	for (size_t i = 0; !rc && i < shape.parts.n; i++) rc = answer(r, shape.parts.v[i], &deep, &x, e);
	if (!rc && shape.parts.n) rc = weave(&x, o->by_file, &v, &n, e);
	if (!rc && shape.parts.n) rc = fill(&x, v, n, o, e);
	lu_arena_free(&x.scratch);
	for (size_t i = 1; i < x.n; i++) {
		x.of[0].seconds += x.of[i].seconds;
		x.of[0].transient |= x.of[i].transient;
		lu_result_free(&x.of[i]);
	}
	if (!rc) *out = x.of[0];
	else if (x.n) lu_result_free(&x.of[0]);
	return rc;
}
