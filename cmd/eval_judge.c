/* SPDX-License-Identifier: MIT
 * lucus eval --judge: what the language model says of answers. */
#include "eval_answers.h"

#include "cli/out.h"
#include "session/judging.h"

static lu_str id_of(const lu_annotated *q, lu_arena *a)
{
	lu_buf b = LU_BUF;
	lu_str id;

	if (q->id.n) return q->id;
	lu_buf_addf(&b, "%zu", q->number);
	id = lu_arena_dup(a, lu_buf_str(&b));
	lu_buf_free(&b);
	return id;
}

static lu_code show_judgements(cmd_comparing *c, const cmd_approach *w, const lu_pair *pair, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);
	lu_code rc = LU_OK;

	for (size_t i = 0; i < c->ev->qrels.queries.n && !rc; i++) {
		lu_judgement_shown s = { .id = id_of(&c->ev->qrels.queries.v[i], &c->a),
					 .approach = w->sum.name,
					 .rated = &w->v[i],
					 .against = c->v[0].sum.name,
					 .pair = pair ? &pair[i] : NULL };

		rc = lu_render_judgement(&o, &s, e);
	}
	return rc;
}

static void count(const cmd_approach *w, lu_approach *to, const lu_pair *pair, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		to->judged += w->v[i].known;
		for (int k = 0; k < LU_RATED_ASPECTS && w->v[i].known; k++) to->rating[k] += w->v[i].v[k];
		if (!pair) continue;
		to->wins += pair[i].better == LU_BETTER_SECOND;
		to->losses += pair[i].better == LU_BETTER_FIRST;
		to->ties += pair[i].better == LU_BETTER_TIE;
	}
	for (int k = 0; k < LU_RATED_ASPECTS && to->judged; k++) to->rating[k] /= (double)to->judged;
}

lu_code cmd_eval_judge(cmd_comparing *c, size_t at, lu_err *e)
{
	size_t n = c->ev->qrels.queries.n;
	cmd_approach *w = &c->v[at];
	lu_pair *pair = lu_arena_calloc(&c->a, n, sizeof *pair);
	lu_code rc;

	if (!pair) return lu_nomem(e);
	for (size_t i = 0; i < n; i++)
		pair[i] = (lu_pair){ .question = w->v[i].question,
				     .first = c->v[0].v[i].answer,
				     .second = w->v[i].answer };
	rc = lu_session_judge(c->ev->session, NULL, w->v, n, pair, at ? n : 0, &c->a, &w->sum.malformed, e);
	if (rc) return rc;
	count(w, &w->sum, at ? pair : NULL, n);
	return show_judgements(c, w, at ? pair : NULL, e);
}
