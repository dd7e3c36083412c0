/* SPDX-License-Identifier: MIT
 * The built-in reranker: a sum of the features of each candidate, weighted, and what trees say of them (trees.c). */
#include <math.h>
#include <stdlib.h>

#include "retrieve/rank.h"

static const float weight[LU_FEATURES][2] = {
#define FEATURE(name, element, file, text) { element, file },
#include "lucus/ranking.def"
#undef FEATURE
};

const char *lu_feature_name(lu_feature f)
{
	static const char *const names[LU_FEATURES] = {
#define FEATURE(name, element, file, text) #name,
#include "lucus/ranking.def"
#undef FEATURE
	};

	return names[f];
}

static int by_weight(const void *a, const void *b)
{
	const lu_hit_part *x = a, *y = b;

	if (fabs(x->value) != fabs(y->value)) return fabs(x->value) < fabs(y->value) ? 1 : -1;
	return strcmp(x->name, y->name);
}

size_t lu_hit_parts(const lu_hit *h, bool by_file, lu_hit_part out[LU_HIT_PARTS])
{
	static const char *const texts[LU_FEATURES] = {
#define FEATURE(name, element, file, text) text,
#include "lucus/ranking.def"
#undef FEATURE
	};
	size_t n = 0;

	if (!h->stage[LU_STAGE_RERANK].rank) return 0;
	for (int f = 0; f < LU_FEATURES; f++) {
		double value = (double)(weight[f][by_file] * h->feature[f]);

		if (value != 0) out[n++] = (lu_hit_part){ lu_feature_name((lu_feature)f), texts[f], value };
	}
	if (h->trees != 0) out[n++] = (lu_hit_part){ "trees", "what these say together", (double)h->trees };
	qsort(out, n, sizeof *out, by_weight);
	return n;
}

/* Candidates whose features are worth a look: what lists put behind them stays behind them. */
#define POOL 500

/* How many: of equals either all or none, unless there are very many, as their order is that of the store's history. */
static size_t pool(const lu__candidates *c)
{
	size_t n = c->n < POOL ? c->n : POOL, first = n;

	while (n < c->n && n <= 2 * POOL && c->v[n].score == c->v[n - 1].score) n++;
	if (n <= 2 * POOL) return n;
	while (first && c->v[first - 1].score == c->v[POOL].score) first--;
	return first ? first : POOL;
}

/* Elements that hold what the question quotes, as long as they are few. */
#define QUOTING 200

/* Put the elements that the caller or the question itself names, and those that hold what it quotes, behind the first `*n`,
 * which are looked at; *n then counts them, too. */
static lu_code admit(lu__query *q, const lu__located *named, lu__candidates *c, size_t *n, lu_err *e)
{
	size_t quoting = q->n_quoting <= QUOTING ? q->n_quoting : 0, n_id = q->o->n_also + named->n + quoting, k = *n;
	int64_t *id = lu_arena_calloc(&q->scratch, n_id + 1, sizeof *id);
	lu__candidates all;
	lu_code rc = id ? lu__candidates_new(q, c->n + n_id, &all, e) : lu_nomem(e);

	if (rc || !n_id) return rc;
	memcpy(all.v, c->v, k * sizeof *all.v);
	for (size_t i = 0; i < named->n; i++) id[i] = named->v[i].id;
	for (size_t i = 0; i < q->o->n_also; i++) id[named->n + i] = q->o->also[i];
	for (size_t i = 0; i < quoting; i++) id[named->n + q->o->n_also + i] = q->quoting[i].id;
	qsort(id, n_id, sizeof *id, lu__by_id);
	for (size_t i = 0; i < n_id; i++) {
		bool here = i && id[i] == id[i - 1];

		for (size_t j = 0; j < *n && !here; j++) here = c->v[j].id == id[i];
		if (!here) all.v[k++].id = id[i];
	}
	all.n = k;
	for (size_t i = *n; i < c->n; i++)
		if (!bsearch(&c->v[i].id, id, n_id, sizeof *id, lu__by_id)) all.v[all.n++] = c->v[i];
	for (size_t i = *n; i < c->n; i++)
		for (size_t j = *n; j < k; j++)
			if (all.v[j].id == c->v[i].id) all.v[j] = c->v[i];
	all.limit = c->limit;
	*c = all;
	*n = k;
	return LU_OK;
}

static float placed(const lu__located *named, int64_t id)
{
	for (size_t i = 0; i < named->n; i++)
		if (named->v[i].id == id) return named->v[i].weight;
	return 0;
}

static lu_code describe(lu__query *q, const lu__candidates *c, const lu__located *named, float (*x)[LU_FEATURES], lu_err *e)
{
	float *title = lu_arena_calloc(&q->scratch, c->n + 1, sizeof *title);
	lu__past *past = lu_arena_calloc(&q->scratch, c->n + 1, sizeof *past);
	float most = 0, said = 0;
	lu_code rc = past && title ? lu__features(q, c, x, e) : lu_nomem(e);

	if (!rc) rc = lu__title_cosines(q, c, title, e);
	if (!rc) rc = lu__phrases(q, c, x, e);
	if (!rc) rc = lu__pasts(q, c, past, e);
	for (size_t i = 0; i < c->n && !rc; i++) {
		most = fmaxf(most, x[i][LU_FEATURE_phrase]);
		said = fmaxf(said, x[i][LU_FEATURE_said]);
	}
	for (size_t i = 0; i < c->n && !rc; i++) {
		x[i][LU_FEATURE_title_vector] = title[i];
		x[i][LU_FEATURE_placed] = placed(named, c->v[i].id);
		/* a question whose wording stands somewhere means these very words */
		x[i][LU_FEATURE_worded_bm25] = most * x[i][LU_FEATURE_bm25];
		x[i][LU_FEATURE_worded_vector] = most * x[i][LU_FEATURE_vector];
		x[i][LU_FEATURE_worded_body] = most * x[i][LU_FEATURE_body];
		x[i][LU_FEATURE_history] = (1 - most) * past[i].words;
		x[i][LU_FEATURE_recent] = past[i].recent;
		x[i][LU_FEATURE_cochanged] = past[i].together;
		x[i][LU_FEATURE_implied] *= 1 - most;
		x[i][LU_FEATURE_said_bm25] = said * x[i][LU_FEATURE_bm25];
		x[i][LU_FEATURE_said_literal] = said * x[i][LU_FEATURE_literal];
	}
	return rc;
}

static lu_code reorder(lu__query *q, lu__candidates *c, lu_err *e)
{
	lu__located *named = lu_arena_calloc(&q->scratch, 1, sizeof *named);
	size_t n = pool(c);
	lu__candidates head;
	float (*x)[LU_FEATURES], *trees, share;
	lu_code rc = named ? lu__locate(q, named, e) : lu_nomem(e);
	lu_query_shape shape;
	double least = 0;

	if (!rc) rc = admit(q, named, c, &n, e);
	if (rc) return rc;
	head = (lu__candidates){ .v = c->v, .n = n };
	x = lu_arena_calloc(&q->scratch, head.n + 1, sizeof *x);
	trees = lu_arena_calloc(&q->scratch, head.n + 1, sizeof *trees);
	rc = x && trees ? describe(q, &head, named, x, e) : lu_nomem(e);
	if (!rc) rc = lu_classify(q->text, &q->scratch, &shape, e);
	if (rc) return rc;
	q->reranked = true;
	q->query_class = shape.query_class;
	share = lu__trees_share(q->o->by_file, shape.query_class);
	if (share > 0) lu__trees(q->o->by_file, x, head.n, trees);
	for (size_t i = 0; i < head.n; i++) {
		double score = 0;

		for (int f = 0; f < LU_FEATURES; f++) score += (double)(weight[f][q->o->by_file] * x[i][f]);
		c->v[i].trees = share * trees[i];
		c->v[i].score = score + (double)c->v[i].trees;
		c->v[i].features = x[i];
		if (c->v[i].score < least) least = c->v[i].score;
	}
	for (size_t i = head.n; i < c->n; i++) c->v[i].score = least - (double)(i - head.n + 1);
	if ((rc = lu__candidates_sort(q, &head, LU_STAGE_RERANK, e))) return rc;
	memcpy(c->v, head.v, head.n * sizeof *c->v);
	lu__candidates_rank(c, LU_STAGE_RERANK);
	return LU_OK;
}

lu_code lu__rerank(lu__query *q, lu__candidates *c, lu_err *e)
{
	double start = lu__clock(q);
	lu_code rc = reorder(q, c, e);

	lu__spent(q, LU_TIME_RERANK, start);
	return rc;
}
