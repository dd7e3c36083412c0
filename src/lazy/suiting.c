/* SPDX-License-Identifier: MIT
 * Sentences are assessed by each of the subqueries, and by the question as a whole. */
#include "lazy/suiting.h"

#include <stdlib.h>

#include "relevance/assess.h"

#define WHOLE .5 /* what suits a part of the question half as well as the whole belongs to that part */

struct lu__suiting {
	lu_assessor *of[LU_SUBQUERIES_MAX + 1];
	size_t n, queries; /* queries: the subqueries among these, which come first */
	size_t whole;      /* that of these which is the question itself */
	float *p;          /* room for the sentences of an element */
	size_t room;
	lu_arena *a;
};

void lu__suiting_close(lu__suiting *s)
{
	if (!s) return;
	for (size_t i = 0; i < s->n; i++) lu_assessor_close(s->of[i]);
	free(s);
}

/* A subquery that a model made may be no query: it suits nothing. */
static lu_code add(lu__suiting *s, lu_retriever *r, lu_str text, lu_err *e)
{
	lu_code rc = lu_assessor_open(r, text, NULL, &s->of[s->n], e);

	if (rc == LU_EUSAGE) s->of[s->n] = NULL;
	if (!rc || rc == LU_EUSAGE) s->n++;
	return rc == LU_EUSAGE ? LU_OK : rc;
}

/* The subquery that is the question itself; their number: none is. */
static size_t find_whole(const lu__gather_options *o)
{
	size_t i = 0;

	while (i < o->subqueries->kept && !lu_str_eq(lu_str_trim(o->question), lu_str_trim(o->subqueries->v[i].text)))
		i++;
	return i;
}

lu_code lu__suiting_open(lu__gathering *g, lu__suiting **out, lu_err *e)
{
	lu__suiting *s = calloc(1, sizeof *s);
	const lu__subqueries *q = g->o->subqueries;
	lu_code rc = s ? LU_OK : lu_nomem(e);

	if (s) s->a = &g->scratch;
	for (size_t i = 0; i < q->kept && !rc; i++) rc = add(s, g->retriever, q->v[i].text, e);
	if (!rc) s->queries = q->kept;
	if (!rc) s->whole = find_whole(g->o);
	if (!rc && s->whole == q->kept) rc = add(s, g->retriever, g->o->question, e);
	if (rc) lu__suiting_close(s);
	else *out = s;
	return rc;
}

lu_code lu__suit(lu__suiting *s, const lu__lazy_element *el, const lu_sentence *v, size_t n, float *relevance,
		 uint32_t *subquery, lu_err *e)
{
	lu_scene at = { .name = el->el.name,
			.type = el->el.type,
			.path = el->el.path,
			.relevance = el->relevance,
			.rank = el->rank + 1 };
	float *best; /* of what decides on the subquery */
	lu_code rc = LU_OK;

	if (n > s->room) {
		s->p = lu_arena_calloc(s->a, n, sizeof *s->p);
		if (!s->p) return lu_nomem(e);
		s->room = n;
	}
	best = lu_arena_calloc(s->a, n, sizeof *best);
	if (!best) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		relevance[i] = 0;
		subquery[i] = el->subquery;
	}
	for (uint32_t q = 0; q < s->n && !rc; q++) {
		if (!s->of[q]) continue;
		rc = lu_assess_sentences(s->of[q], &at, v, n, s->p, e);
		for (size_t i = 0; i < n && !rc; i++) {
			float own = q == s->whole ? s->p[i] * WHOLE : s->p[i];

			if (s->p[i] > relevance[i]) relevance[i] = s->p[i];
			if (q >= s->queries || own <= best[i]) continue;
			best[i] = own;
			subquery[i] = q;
		}
	}
	return rc;
}
