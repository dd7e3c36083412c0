/* SPDX-License-Identifier: MIT
 * From signals to a probability: a hidden layer, whose weights scripts/fit-sentences.sh writes. */
#include <math.h>
#include <stdlib.h>

#include "relevance/signals.h"

#define STANDARD 2.F /* odds of what says a default where one is asked for, to what was fitted; and of a line about a */
#define TAG      .5F /* parameter or a result: it has the words of its name, and seldom says what is asked */

#define UNIT(worth, bias, ...)
#define SUM(bias, ...) static const float sum_bias = bias, sum_weight[LU_SIGNALS] = { __VA_ARGS__ };
#include "relevance/sentence.def"
#undef SUM
#undef UNIT

#define SUM(bias, ...)
#define UNIT(worth, bias, ...) { worth, bias, { __VA_ARGS__ } },
static const struct unit {
	float worth, bias, weight[LU_SIGNALS];
} units[] = {
#include "relevance/sentence.def"
};

static float logit(const float *x)
{
	float sum = sum_bias;

	for (size_t i = 0; i < LU_SIGNALS; i++) sum += sum_weight[i] * x[i];
	for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
		float h = units[k].bias;

		for (size_t i = 0; i < LU_SIGNALS; i++) h += units[k].weight[i] * x[i];
		if (h > 0) sum += units[k].worth * h;
	}
	return sum;
}

lu_code lu_assessor_open(lu_retriever *r, lu_str question, const lu_corrections *fixes, lu_assessor **out, lu_err *e)
{
	lu_assessor *j = calloc(1, sizeof *j);
	lu_code rc = j ? lu_query_check(question, e) : lu_nomem(e);

	if (!rc) rc = lu__asked_read(j, r, question, fixes, e);
	if (rc) lu_assessor_close(j);
	else *out = j;
	return rc;
}

void lu_assessor_close(lu_assessor *j)
{
	if (!j) return;
	lu_stemmer_free(j->stemmer);
	lu_table_close(j->table);
	lu_arena_free(&j->arena);
	free(j);
}

/* What the few questions that weights are fitted to do not show. */
static float odds_of(const lu_assessor *j, const lu_sentence *s)
{
	return (j->for_what.standard && lu__says_default(s->text) ? STANDARD : 1) * (lu__is_tag(s->text) ? TAG : 1);
}

void lu_assess_rows(const lu_assessor *j, const lu_sentence *v, float (*x)[LU_SIGNALS], size_t n, float *p)
{
	for (size_t i = 0; i < n; i++) {
		float odds = odds_of(j, &v[i]);

		p[i] = odds / (odds + expf(-logit(x[i])));
	}
}

lu_code lu_assess_sentences(lu_assessor *j, const lu_scene *at, const lu_sentence *v, size_t n, float *p, lu_err *e)
{
	float(*x)[LU_SIGNALS] = calloc(n + 1, sizeof *x);
	lu_code rc = x ? lu_assess_signals(j, at, v, n, x, e) : lu_nomem(e);

	if (!rc) lu_assess_rows(j, v, x, n, p);
	free(x);
	return rc;
}

lu_asked_for lu_assessor_asked(const lu_assessor *j)
{
	return j->for_what;
}
