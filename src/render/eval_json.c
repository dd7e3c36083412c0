/* SPDX-License-Identifier: MIT
 * What lucus eval measures, as records. */
#include <stdio.h>

#include "render/table.h"

static lu_code write_metric(lu_sink *o, lu_jw *w, lu_str strategy, const lu_metric *m, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "metric");
	lu_jw_str(w, "strategy", strategy);
	lu_jw_str(w, "category", m->category);
	lu_jw_strz(w, "metric", lu_measure_name(m->measure));
	lu_jw_int(w, "k", (int64_t)m->k);
	lu_jw_real(w, "value", m->value.mean, 6);
	lu_jw_real(w, "low", m->value.low, 6);
	lu_jw_real(w, "high", m->value.high, 6);
	lu_jw_int(w, "n", (int64_t)m->n);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

static void write_known(lu_jw *w, const char *key, bool known, double v)
{
	if (known) lu_jw_real(w, key, v, 6);
	else lu_jw_null(w, key);
}

/* What the strategy cost; of --hits as far as they say. */
static lu_code write_cost(lu_sink *o, const lu_measured *x, lu_jw *w, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "cost");
	lu_jw_str(w, "strategy", x->s->name);
	lu_jw_int(w, "queries", (int64_t)x->q->queries.n);
	lu_jw_int(w, "k", (int64_t)x->k[x->n_k - 1]);
	write_known(w, "tokens", x->s->counted, x->s->tokens);
	write_known(w, "cost", x->s->counted, x->s->cost);
	write_known(w, "seconds", x->s->timed, x->s->seconds);
	write_known(w, "seconds_95", x->s->timed, x->s->slow);
	write_known(w, "seconds_all", x->s->timed, x->total);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

/* A measure at every k. */
static void write_measure(const lu_measured *x, lu_jw *w, lu_measure m, const lu_outcome *g, size_t targets)
{
	lu_jw_open(w, lu_measure_name(m), '{');
	for (size_t j = 0; j < x->n_k; j++) {
		char k[24];

		snprintf(k, sizeof k, "%zu", x->k[j]);
		lu_jw_real(w, k, lu_measure_at(m, g->gain, g->n, targets, x->k[j]), 6);
	}
	lu_jw_close(w, '}');
}

static void write_overlap(const lu_measured *x, lu_jw *w, const lu_outcome *g)
{
	lu_jw_open(w, "overlap", '{');
	for (size_t j = 0; j < x->n_k; j++) {
		char k[24];

		snprintf(k, sizeof k, "%zu", x->k[j]);
		lu_jw_real(w, k, lu_overlap(g->v, g->n, x->k[j]), 6);
	}
	lu_jw_close(w, '}');
}

/* Of the hits that the largest k looks at: how many gain, and the first that does. */
static void write_found(const lu_measured *x, lu_jw *w, const lu_outcome *g)
{
	size_t found = 0, first = 0;

	for (size_t i = 0; i < g->n && i < x->k[x->n_k - 1]; i++) {
		found += g->gain[i];
		if (g->gain[i] && !first) first = i + 1;
	}
	lu_jw_int(w, "found", (int64_t)found);
	if (first) lu_jw_int(w, "first_hit", (int64_t)first);
	else lu_jw_null(w, "first_hit");
}

static lu_code write_question(lu_sink *o, const lu_measured *x, lu_jw *w, size_t i, lu_err *e)
{
	const lu_annotated *q = &x->q->queries.v[i];
	const lu_outcome *g = &x->s->shown[i];

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "question");
	lu_jw_str(w, "strategy", x->s->name);
	if (q->id.n) lu_jw_str(w, "query_id", q->id);
	else lu_jw_int(w, "query_id", (int64_t)q->number);
	lu_jw_str(w, "query", q->query);
	lu_jw_str(w, "category", q->category);
	lu_jw_str(w, "difficulty", q->difficulty);
	lu_jw_int(w, "targets", (int64_t)q->targets.n);
	write_found(x, w, g);
	for (int m = 0; m < LU_MEASURES; m++) write_measure(x, w, (lu_measure)m, g, q->targets.n);
	write_known(w, "tokens", x->tokens != NULL, x->tokens ? x->tokens[i] : 0);
	write_known(w, "seconds", x->seconds != NULL, x->seconds ? x->seconds[i] : 0);
	write_overlap(x, w, g);
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

lu_code lu__metrics_json(lu_sink *o, const lu_measured *x, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	for (size_t i = 0; !rc && i < x->s->n; i++) rc = write_metric(o, &w, x->s->name, &x->s->m[i], e);
	if (!rc && x->costs) rc = write_cost(o, x, &w, e);
	lu_jw_free(&w);
	return rc;
}

lu_code lu__questions_json(lu_sink *o, const lu_measured *x, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	for (size_t i = 0; !rc && i < x->q->queries.n; i++) rc = write_question(o, x, &w, i, e);
	lu_jw_free(&w);
	return rc;
}

/* ---- differences ---- */

static const char *verdict(const lu_difference *d)
{
	return d->sign > 0 ? "better" : d->sign < 0 ? "worse" : "unclear";
}

static lu_code write_difference(lu_sink *o, lu_jw *w, lu_str strategy, lu_str baseline, const lu_difference *d,
				lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "difference");
	lu_jw_str(w, "strategy", strategy);
	lu_jw_str(w, "baseline", baseline);
	lu_jw_str(w, "category", d->category);
	lu_jw_strz(w, "measure", lu_measure_name(d->measure));
	lu_jw_int(w, "k", (int64_t)d->k);
	lu_jw_real(w, "value", d->value.mean, 6);
	lu_jw_real(w, "low", d->value.low, 6);
	lu_jw_real(w, "high", d->value.high, 6);
	lu_jw_int(w, "n", (int64_t)d->n);
	lu_jw_int(w, "better", (int64_t)d->better);
	lu_jw_int(w, "worse", (int64_t)d->worse);
	lu_jw_strz(w, "verdict", verdict(d));
	lu_jw_close(w, '}');
	return lu_sink_record(o, w, e);
}

lu_code lu__differences_json(lu_sink *o, const lu_compared *x, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	for (size_t i = 1; !rc && i < x->n; i++)
		for (size_t j = 0; !rc && j < x->v[i].n; j++)
			rc = write_difference(o, &w, x->v[i].name, x->v->name, &x->v[i].d[j], e);
	lu_jw_free(&w);
	return rc;
}
