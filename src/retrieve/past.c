/* SPDX-License-Identifier: MIT
 * What the commits say of candidates: whether the messages of those that changed a file hold the question's words, how
 * lately it was changed, and whether it changes together with the files of the best candidates. */
#include <math.h>

#include "lucus/history.h"
#include "retrieve/counts.h"
#include "retrieve/rank.h"

#define WIDE  30 /* files of a commit from which on it says nothing of each */
#define K1    1.2
#define B     0.75
#define BEST  5      /* files whose companions are looked for */
#define PARTS 0x1p32 /* sums are of whole numbers: they do not depend on the order of row ids */

struct past {
	lu__query *q;
	const lu_history *h;
	const lu_docs *d;
	float *told;       /* by commit: how well its message matches */
	float *missed;     /* by file: the product of what its commits leave open */
	uint32_t *latest;  /* by file: its last commit, and 1 */
	int64_t *together; /* by file, in parts of PARTS */
};

static bool wide(const lu_history *h, size_t commit)
{
	return h->width[commit] > WIDE;
}

static void add_term(struct past *p, const lu__term *t, double *sum)
{
	const lu_history *h = p->h;
	size_t from, to;
	double w;

	lu_history_find(h, lu_stem(p->q->r->stemmer, t->token), &from, &to);
	w = lu__idf((double)(to - from), (double)h->n_commit) * lu__term_weight(t);
	*sum += w;
	for (size_t i = from; i < to; i++) {
		size_t commit = h->post[i] >> 8;
		double tf = h->post[i] & 255, length = h->length[commit] / (h->mean_length + 1e-9);

		p->told[commit] += (float)(w * tf / (tf + K1 * (1 - B + B * length)));
	}
}

/* What each commit says goes to its files; of several, each adds to what the others have left open. */
static void tell_files(struct past *p, double sum)
{
	const lu_history *h = p->h;

	for (size_t i = 0; i < h->n_commit; i++) {
		float said = (float)(p->told[i] / (sum + 1e-9) / sqrt(h->width[i] ? h->width[i] : 1));

		for (size_t k = h->link_at[i]; k < h->link_at[i + 1] && !wide(h, i); k++) {
			uint32_t f = h->link[k];

			if (!p->latest[f]) p->latest[f] = (uint32_t)i + 1;
			p->missed[f] *= 1 - said;
		}
	}
}

/* The files of the best candidates, and what each is worth, by file. */
static void best_files(struct past *p, const lu__candidates *c, const uint32_t *file, float *worth)
{
	float w = 1;

	for (size_t i = 0, n = 0; i < c->n && n < BEST; i++) {
		if (file[i] >= p->h->n_file || worth[file[i]] > 0) continue;
		worth[file[i]] = w;
		w *= .7f;
		n++;
	}
}

/* Files that were changed by the same commits, the fewer each changed the more it says. */
static void find_together(struct past *p, const float *worth)
{
	const lu_history *h = p->h;

	for (size_t i = 0; i < h->n_commit; i++) {
		float sum = 0;

		if (h->width[i] < 2 || wide(h, i)) continue;
		for (size_t k = h->link_at[i]; k < h->link_at[i + 1]; k++) sum += worth[h->link[k]];
		for (size_t k = h->link_at[i]; k < h->link_at[i + 1] && sum > 0; k++) {
			float others = sum - worth[h->link[k]];

			p->together[h->link[k]] += (int64_t)((double)(others / (float)(h->width[i] - 1)) * PARTS);
		}
	}
}

static lu_code prepare(struct past *p, lu_err *e)
{
	lu_arena *a = &p->q->scratch;

	p->told = lu_arena_calloc(a, p->h->n_commit + 1, sizeof *p->told);
	p->missed = lu_arena_calloc(a, p->h->n_file + 1, sizeof *p->missed);
	p->latest = lu_arena_calloc(a, p->h->n_file + 1, sizeof *p->latest);
	p->together = lu_arena_calloc(a, p->h->n_file + 1, sizeof *p->together);
	if (!p->told || !p->missed || !p->latest || !p->together) return lu_nomem(e);
	for (size_t i = 0; i < p->h->n_file; i++) p->missed[i] = 1;
	return LU_OK;
}

static void fill(const struct past *p, const uint32_t *file, size_t n, lu__past *out)
{
	int64_t most = 0;

	for (size_t i = 0; i < p->h->n_file; i++)
		if (p->together[i] > most) most = p->together[i];
	for (size_t i = 0; i < n; i++) {
		uint32_t f = file[i];

		if (f >= p->h->n_file || !p->latest[f]) continue;
		out[i].words = 1 - p->missed[f];
		out[i].recent = 1 - (float)(p->latest[f] - 1) / (float)p->h->n_commit;
		out[i].together = most ? (float)p->together[f] / (float)most : 0;
	}
}

static lu_code look(struct past *p, const lu__candidates *c, lu__past *out, lu_err *e)
{
	uint32_t *file = lu_arena_calloc(&p->q->scratch, c->n + 1, sizeof *file);
	float *worth = lu_arena_calloc(&p->q->scratch, p->h->n_file + 1, sizeof *worth);
	double sum = 0;
	lu_code rc = file && worth ? prepare(p, e) : lu_nomem(e);

	if (rc) return rc;
	for (size_t i = 0; i < c->n; i++) {
		uint32_t doc = lu_postings_doc(p->q->r->post, c->v[i].id);

		file[i] = doc < p->d->n ? p->d->file[doc] : UINT32_MAX;
	}
	for (size_t i = 0; i < p->q->terms.n; i++)
		if (p->q->terms.v[i].wanted) add_term(p, &p->q->terms.v[i], &sum);
	tell_files(p, sum);
	best_files(p, c, file, worth);
	find_together(p, worth);
	fill(p, file, c->n, out);
	return LU_OK;
}

lu_code lu__pasts(lu__query *q, const lu__candidates *c, lu__past *out, lu_err *e)
{
	lu_retriever *r = q->r;
	struct past p = { .q = q, .d = lu_postings_docs(r->post) };
	lu_code rc = LU_OK;

	if (!r->history_read) rc = lu_history_open(r->store, &r->history, e);
	r->history_read = true;
	p.h = r->history;
	return rc || !p.h ? rc : look(&p, c, out, e);
}
