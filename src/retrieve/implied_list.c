/* SPDX-License-Identifier: MIT
 * Elements that no list of the question's own words has far enough ahead to be looked at: they hold what stands for these, as
 * `collectTelemetry` does for "phone home". */
#include <stdlib.h>

#include "retrieve/counts.h"
#include "retrieve/rank.h"

#define TOKENS 64   /* at most; a question has few that are sure */
#define COMMON 4096 /* elements that hold a token, from which on only those count that have it in their names */

/* A token, which may stand for several terms: two words together have it twice. */
struct token {
	lu_str text;
	double sure, worth; /* sums over these terms: how surely, and of what these are worth so much */
};

struct bringing {
	lu__query *q;
	const lu__norms *norm;
	struct token v[TOKENS];
	size_t n;
	lu_plist l;
	uint32_t *doc; /* those that hold one, by the order in which they were met */
	size_t n_doc, cap;
};

static void add_token(struct bringing *b, const lu__term *t, const lu_implied *v)
{
	double sure = lu__term_weight(t) * (double)lu__stands(v->p);
	size_t i = 0;

	while (i < b->n && !lu_str_eq(b->v[i].text, v->token)) i++;
	if (i == TOKENS) return;
	if (i == b->n) b->v[b->n++] = (struct token){ .text = v->token };
	b->v[i].sure += sure;
	b->v[i].worth += sure * lu__idf((double)t->list.n, (double)lu_postings_docs(b->q->r->post)->rows);
}

static lu_code make_room(struct bringing *b, lu_err *e)
{
	uint32_t *doc;

	if (b->n_doc + b->l.n <= b->cap) return LU_OK;
	if (!(doc = realloc(b->doc, (b->n_doc + b->l.n) * sizeof *doc))) return lu_nomem(e);
	b->doc = doc;
	b->cap = b->n_doc + b->l.n;
	return LU_OK;
}

/* Add what a token gives to the scores of those that hold it. */
static lu_code score_token(struct bringing *b, const struct token *t, float *score, lu_err *e)
{
	static const lu__term plain = { .unit = 1 };
	const lu_docs *d = lu_postings_docs(b->q->r->post);
	uint32_t *met = b->q->r->member;
	float k1 = (float)lu__bm25f_element.k1, w;
	lu_code rc;

	b->l.n = 0;
	rc = lu_postings_list(b->q->r->post, t->text, &b->l, e);
	if (!rc) rc = make_room(b, e);
	w = (float)fmin(t->worth, t->sure * lu__idf((double)b->l.n, (double)d->rows));
	for (size_t k = 0; k < b->l.n && !rc; k++) {
		const lu_posting *p = &b->l.v[k];
		float tf;

		if (b->l.n > COMMON && !(p->fields >> LU_FIELD_NAME & 1)) continue;
		tf = lu__tf(d, b->norm, &plain, p);
		score[p->doc] += w * tf / (k1 + tf);
		if (!met[p->doc]) b->doc[b->n_doc++] = p->doc;
		met[p->doc] = 1;
	}
	return rc;
}

/* Of equals either all or none, unless they are few: their order is that of the store's history. */
static size_t without_many_equals(const lu_topk *best)
{
	size_t n = best->n;

	if (n > 2 * best->k)
		while (n && best->v[n - 1].score == best->v[best->k - 1].score) n--;
	return n;
}

static lu_code keep_best(struct bringing *b, const float *score, lu_err *e)
{
	lu__query *q = b->q;
	lu_topk best = { 0 };
	lu_code rc = lu_topk_init(&best, LU__IMPLIED_ELEMENTS, true, 0, e);

	for (size_t i = 0; i < b->n_doc && !rc; i++) rc = lu_topk_push(&best, b->doc[i], (double)score[b->doc[i]], e);
	if (!rc) rc = lu_topk_sort(&best, e);
	if (!rc) q->n_implied = without_many_equals(&best);
	if (!rc && !(q->implied = lu_arena_calloc(&q->scratch, q->n_implied + 1, sizeof *q->implied))) rc = lu_nomem(e);
	for (size_t i = 0; i < q->n_implied && !rc; i++)
		q->implied[i] = lu_postings_element(q->r->post, (uint32_t)best.v[i].id);
	lu_topk_free(&best);
	return rc;
}

lu_code lu__list_implied(lu__query *q, const lu__norms *norm, float *score, lu_err *e)
{
	struct bringing b = { .q = q, .norm = norm };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < q->terms.n; i++) {
		const lu__term *t = &q->terms.v[i];
		lu_implied v[LU_IMPLIED];
		size_t n = t->kind == LU_TOKEN_WHOLE || !t->wanted ? 0 : lu__implied_of(&q->terms, t, v);

		for (size_t k = 0; k < n && v[k].p >= LU__IMPLIED_SURELY; k++)
			if (!lu__terms_find(&q->terms, v[k].token)) add_token(&b, t, &v[k]);
	}
	for (size_t i = 0; i < b.n && !rc; i++) rc = score_token(&b, &b.v[i], score, e);
	if (!rc && b.n_doc) rc = keep_best(&b, score, e);
	for (size_t i = 0; i < b.n_doc; i++) {
		q->r->member[b.doc[i]] = 0;
		score[b.doc[i]] = 0;
	}
	lu_plist_free(&b.l);
	free(b.doc);
	return rc;
}
