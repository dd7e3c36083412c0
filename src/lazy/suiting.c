/* SPDX-License-Identifier: MIT
 * Sentences are assessed by each of the subqueries, and by the question as a whole. */
#include "lazy/suiting.h"

#include <stdlib.h>

#include "relevance/assess.h"

/* BESIDE and LEAN were chosen on a half of BenchmarkQED's 50 questions about news; the other half was asked once. SHARE and
 * WHOLE were chosen with all of these, and with broad questions about code. */
#define SHARE  3.0F /* times as much as its best sentence a subquery's counts, at most */
#define WHOLE  .5F  /* what suits a part of the question half as well as the whole belongs to that part */
#define BESIDE 3    /* sentences before and behind one of a document that count for it: */
#define LEAN   .15F /* so much the nearest */

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

size_t lu__suiting_lists(const lu__suiting *s)
{
	return s->n;
}

bool lu__suiting_for_fact(const lu__suiting *s)
{
	return s->of[s->whole] && lu_assessor_asked(s->of[s->whole]).fact;
}

/* What sentence `i` of a document says stands in those beside it, too: they count a share each, less the further they are. */
static float among(const lu_sentence *v, const float *p, size_t n, size_t i)
{
	float sum = 0, share = LEAN;

	if (v[i].kind != LU_SENTENCE_PROSE) return p[i];
	for (size_t d = 1; d <= BESIDE; d++, share /= 2) {
		if (i >= d) sum += share * p[i - d];
		if (i + d < n) sum += share * p[i + d];
	}
	return p[i] + sum < 1 ? p[i] + sum : 1;
}

lu_code lu__suit(lu__suiting *s, const lu__lazy_element *el, const lu_sentence *v, size_t n, float *out, lu_err *e)
{
	lu_scene at = { .name = el->el.name,
			.type = el->el.type,
			.path = el->el.path,
			.relevance = el->relevance,
			.rank = el->rank + 1 };
	lu_code rc = LU_OK;

	if (n > s->room) {
		s->p = lu_arena_calloc(s->a, n, sizeof *s->p);
		if (!s->p) return lu_nomem(e);
		s->room = n;
	}
	for (uint32_t q = 0; q < s->n && !rc; q++) {
		if (s->of[q]) rc = lu_assess_sentences(s->of[q], &at, v, n, s->p, e);
		for (size_t i = 0; i < n && !rc; i++) out[i * s->n + q] = s->of[q] ? among(v, s->p, n, i) : 0;
	}
	return rc;
}

/* Of what nothing is very relevant the best counts more: each subquery is to get its share. */
static void find_weights(const lu__suiting *s, const float *p, size_t n, float *weight)
{
	float most = 0, of[LU_SUBQUERIES_MAX + 1] = { 0 };

	for (size_t i = 0; i < n * s->n; i++) {
		if (p[i] > of[i % s->n]) of[i % s->n] = p[i];
		if (p[i] > most) most = p[i];
	}
	for (size_t q = 0; q < s->n; q++) weight[q] = of[q] * SHARE < most ? SHARE : of[q] > 0 ? most / of[q] : 1;
}

void lu__suit_best(const lu__suiting *s, const float *p, size_t n, float *relevance, uint32_t *subquery)
{
	float weight[LU_SUBQUERIES_MAX + 1];

	find_weights(s, p, n, weight);
	for (size_t i = 0; i < n; i++) {
		float best = 0;

		relevance[i] = 0;
		subquery[i] = 0;
		for (uint32_t q = 0; q < s->n; q++) {
			float x = p[i * s->n + q] * weight[q], own = q == s->whole ? x * WHOLE : x;

			if (x > relevance[i]) relevance[i] = x < 1 ? x : 1;
			if (q >= s->queries || own <= best) continue;
			best = own;
			subquery[i] = q;
		}
	}
}
