/* SPDX-License-Identifier: MIT
 * Full text: the best elements by BM25F (counts.c). */
#include <stdlib.h>

#include "lucus/request.h"
#include "retrieve/counts.h"

/* A term with the most that it can add to a score. */
struct weighed {
	const lu__term *term;
	float most;
};

static int by_weight(const void *a, const void *b)
{
	const struct weighed *x = a, *y = b;

	if (x->most != y->most) return x->most < y->most ? 1 : -1;
	return (x->term > y->term) - (x->term < y->term);
}

/* Scores of documents, and which have one. */
struct tally {
	const lu_docs *d;
	const lu__norms *norm;
	float *score;
	uint32_t *doc;
	size_t n;
};

/* `more`: documents that have no score get one, too; there is room for them. */
static void add_scores(struct tally *y, const struct weighed *w, bool more)
{
	const lu__term *t = w->term;
	float k1 = (float)lu__bm25f_element.k1;

	for (size_t k = 0; k < t->list.n; k++) {
		const lu_posting *p = &t->list.v[k];
		float tf, *score = &y->score[p->doc];

		if (*score == 0) {
			if (!more) continue;
			y->doc[y->n++] = p->doc;
		}
		tf = lu__tf(y->d, y->norm, t, p);
		*score += w->most * tf / (k1 + tf);
	}
}

static lu_code best_of(const struct tally *y, size_t depth, lu_topk *best, lu_err *e)
{
	lu_code rc = lu_topk_init(best, depth, true, 0, e);

	for (size_t i = 0; i < y->n && !rc; i++) rc = lu_topk_push(best, y->doc[i], (double)y->score[y->doc[i]], e);
	return rc;
}

/* Do so many have a score above `most` that a document that can get no more is not among the best? */
static bool settled(const struct tally *y, size_t depth, float most)
{
	size_t above = 0;

	for (size_t i = 0; i < y->n && above < depth; i++) above += y->score[y->doc[i]] > most;
	return above == depth;
}

/* Terms are read by weight, the rarest first, so that those that many elements hold soon only add to what has a score
 * already (Turtle and Flood, 1995): the best are the same as without. */
static lu_code list(lu__query *q, lu__candidates *out, lu_err *e)
{
	struct tally y = { .d = lu_postings_docs(q->r->post), .score = q->r->score };
	lu__norms *norm = lu_arena_alloc(&q->scratch, sizeof *norm);
	struct weighed *v = lu_arena_calloc(&q->scratch, q->held.n, sizeof *v);
	lu_topk best = { 0 };
	size_t room = 0;
	float most = 0;
	bool more = true;
	lu_code rc = LU_OK;

	if (!norm || !v) return lu_nomem(e);
	for (size_t i = 0; i < q->held.n; i++) {
		const lu__term *t = lu__terms_find(&q->terms, q->held.v[i]);

		v[i] = (struct weighed){ t, (float)(lu__idf((double)t->df, (double)y.d->rows) * lu__term_weight(t)) };
		room += t->list.n;
		most += v[i].most;
	}
	if (!(y.doc = malloc((room + 1) * sizeof *y.doc))) return lu_nomem(e);
	lu__norms_make(y.d, lu__bm25f_element.weight, norm);
	y.norm = norm;
	if (q->held.n) qsort(v, q->held.n, sizeof *v, by_weight);
	for (size_t i = 0; i < q->held.n && !(rc = lu_check_cancel(e)); most -= v[i++].most) {
		if (more && i && v[i].term->list.n > q->depth)
			more = !settled(&y, q->depth, most * 1.0001f); /* sums are rounded */
		add_scores(&y, &v[i], more);
	}
	if (!rc) rc = best_of(&y, q->depth, &best, e);
	for (size_t i = 0; i < best.n; i++) best.v[i].id = lu_postings_element(q->r->post, (uint32_t)best.v[i].id);
	if (!rc) rc = lu__candidates_of(q, &best, LU_STAGE_BM25, out, e);
	if (!rc) rc = lu__list_implied(q, norm, y.score, e);
	for (size_t i = 0; i < y.n; i++) y.score[y.doc[i]] = 0;
	lu_topk_free(&best);
	free(y.doc);
	return rc;
}

lu_code lu__list_bm25(lu__query *q, lu__candidates *out, lu_err *e)
{
	double start = lu__clock(q);
	lu_code rc = list(q, out, e);

	lu__spent(q, LU_TIME_BM25, start);
	return rc;
}

const lu__strategy lu__strategy_bm25 = {
	.info = { .name = "bm25",
		  .summary = "full text: the elements that hold the query's words",
		  .stages = LU_HIT_STAGE_BIT(LU_STAGE_BM25) },
	.run = lu__list_bm25,
};
