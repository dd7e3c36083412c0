/* SPDX-License-Identifier: MIT
 * The built-in reranker: a linear model over the features of each candidate. Its weights maximise the likelihood of the
 * relevant ones among all candidates of a query (softmax), so that scores are logits of that. */
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

/* Candidates whose features are worth a look: what lists put behind them stays behind them. */
#define POOL 500

lu_code lu__rerank(lu__query *q, lu__candidates *c, lu_err *e)
{
	lu__candidates head = { .v = c->v, .n = c->n < POOL ? c->n : POOL };
	float (*x)[LU_FEATURES] = lu_arena_calloc(&q->scratch, head.n + 1, sizeof *x);
	lu_code rc = x ? lu__features(q, &head, x, e) : lu_nomem(e);
	double least = 0;

	for (size_t i = 0; i < head.n && !rc; i++) {
		double score = 0;

		for (int f = 0; f < LU_FEATURES; f++) score += (double)(weight[f][q->o->by_file] * x[i][f]);
		c->v[i].score = score;
		c->v[i].features = x[i];
		if (score < least) least = score;
	}
	if (rc) return rc;
	for (size_t i = head.n; i < c->n; i++) c->v[i].score = least - (double)(i - head.n + 1);
	return lu__candidates_sort(q, c, LU_STAGE_RERANK, e);
}
