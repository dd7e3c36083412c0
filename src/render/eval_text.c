/* SPDX-License-Identifier: MIT
 * What lucus eval measures, as tables for people, in text and in Markdown. */
#include "render/table.h"

#define CATEGORY_WIDTH 24

static void print_head(lu_sink *o, const lu_measured *x)
{
	lu_sink_textf(o, LU_COLOR_BOLD, "%.*s", LU_FMT(x->s->name));
	lu_sink_addf(o, ": %zu queries", x->q->queries.n);
	if (x->s->counted) lu_sink_addf(o, ", %.0f tokens and $%g a query", x->s->tokens, x->s->cost);
	if (x->s->timed) lu_sink_addf(o, ", %.2f ms (95%%: %.2f ms)", x->s->seconds * 1e3, x->s->slow * 1e3);
	lu_sink_adds(o, "\n\n");
	lu_sink_textf(o, LU_COLOR_DIM, "%-*s %5s  %-9s", CATEGORY_WIDTH, "category", "n", "measure");
	for (size_t i = 0; i < x->n_k; i++) lu_sink_textf(o, LU_COLOR_DIM, "      @%-4zu", x->k[i]);
	lu_sink_adds(o, "\n");
}

/* The row of a measure in a category: one metric for each k. The whole set also gets its intervals. */
static void print_row(lu_sink *o, const lu_measured *x, const lu_metric *m)
{
	bool all = lu_str_eqz(m->category, "all");

	/* a category is named once */
	if (m->measure == LU_MEASURE_PRECISION)
		lu_sink_addf(o, "%-*.*s %5zu", CATEGORY_WIDTH, LU_FMT(m->category), m->n);
	else lu_sink_addf(o, "%-*s %5s", CATEGORY_WIDTH, "", "");
	lu_sink_addf(o, "  %-9s", lu_measure_name(m->measure));
	for (size_t i = 0; i < x->n_k; i++)
		lu_sink_textf(o, all ? LU_COLOR_BOLD : LU_COLOR_PLAIN, "      %.3f", m[i].value.mean);
	lu_sink_adds(o, "\n");
	if (!all) return;
	lu_sink_addf(o, "%-*s %5s  %-9s", CATEGORY_WIDTH, "", "", "");
	for (size_t i = 0; i < x->n_k; i++)
		lu_sink_textf(o, LU_COLOR_DIM, "  %.2f-%.2f", m[i].value.low, m[i].value.high);
	lu_sink_adds(o, "\n");
}

lu_code lu__metrics_text(lu_sink *o, const lu_measured *x, lu_err *e)
{
	(void)e;
	print_head(o, x);
	for (size_t i = 0; i < x->s->n; i += x->n_k) print_row(o, x, &x->s->m[i]);
	lu_sink_adds(o, "\n");
	return LU_OK;
}

lu_code lu__metrics_md(lu_sink *o, const lu_measured *x, lu_err *e)
{
	const lu_metric *m = x->s->m;

	(void)e;
	lu_sink_addf(o, "## %.*s\n\n| category | n | measure |", LU_FMT(x->s->name));
	for (size_t i = 0; i < x->n_k; i++) lu_sink_addf(o, " @%zu |", x->k[i]);
	lu_sink_addf(o, "\n|---|---|---|");
	for (size_t i = 0; i < x->n_k; i++) lu_sink_addf(o, "---|");
	lu_sink_adds(o, "\n");
	for (size_t j = 0; j < x->s->n; j += x->n_k) {
		lu_sink_addf(o, "| %.*s | %zu | %s |", LU_FMT(m[j].category), m[j].n, lu_measure_name(m[j].measure));
		for (size_t i = 0; i < x->n_k; i++) lu_sink_addf(o, " %.3f |", m[j + i].value.mean);
		lu_sink_adds(o, "\n");
	}
	if (x->s->counted) lu_sink_addf(o, "\n%.0f tokens and $%g a query", x->s->tokens, x->s->cost);
	if (x->s->timed) lu_sink_addf(o, ", %.2f ms (95%%: %.2f ms)", x->s->seconds * 1e3, x->s->slow * 1e3);
	lu_sink_adds(o, x->s->counted ? "\n\n" : "\n");
	return LU_OK;
}

/* Tables do not go into single questions. */
lu_code lu__questions_none(lu_sink *o, const lu_measured *x, lu_err *e)
{
	(void)o;
	(void)x;
	(void)e;
	return LU_OK;
}

/* ---- differences ---- */

/* A row of the table: one measure of the whole set, with the intervals below. */
static void print_differences(lu_sink *o, const lu_compared *x, const lu_series *r, size_t m)
{
	const lu_difference *d = &r->d[m * x->n_k];

	if (m) lu_sink_addf(o, "%-*s  %-9s", CATEGORY_WIDTH, "", lu_measure_name((lu_measure)m));
	else lu_sink_addf(o, "%-*.*s  %-9s", CATEGORY_WIDTH, LU_FMT(r->name), lu_measure_name((lu_measure)m));
	for (size_t i = 0; i < x->n_k; i++) {
		lu_color c = d[i].sign > 0 ? LU_COLOR_GREEN : d[i].sign < 0 ? LU_COLOR_RED : LU_COLOR_PLAIN;

		lu_sink_addf(o, "       ");
		lu_sink_textf(o, c, "%+.3f%c", d[i].value.mean, d[i].sign ? '*' : ' ');
	}
	lu_sink_addf(o, "\n%-*s  %-9s", CATEGORY_WIDTH, "", "");
	for (size_t i = 0; i < x->n_k; i++)
		lu_sink_textf(o, LU_COLOR_DIM, "  %+.2f..%+.2f", d[i].value.low, d[i].value.high);
	lu_sink_adds(o, "\n");
}

lu_code lu__differences_text(lu_sink *o, const lu_compared *x, lu_err *e)
{
	(void)e;
	if (x->n < 2) return LU_OK;
	lu_sink_textf(o, LU_COLOR_BOLD, "differences from %.*s", LU_FMT(x->v->name));
	lu_sink_addf(o, ", query by query; * the 95%% interval leaves out 0\n\n");
	lu_sink_textf(o, LU_COLOR_DIM, "%-*s  %-9s", CATEGORY_WIDTH, "strategy", "measure");
	for (size_t i = 0; i < x->n_k; i++) lu_sink_textf(o, LU_COLOR_DIM, "         @%-4zu", x->k[i]);
	lu_sink_adds(o, "\n");
	for (size_t i = 1; i < x->n; i++)
		for (size_t m = 0; m < LU_MEASURES; m++) print_differences(o, x, &x->v[i], m);
	lu_sink_adds(o, "\n");
	return LU_OK;
}

lu_code lu__differences_md(lu_sink *o, const lu_compared *x, lu_err *e)
{
	(void)e;
	if (x->n < 2) return LU_OK;
	lu_sink_addf(o, "## Differences from %.*s\n\n| strategy | measure |", LU_FMT(x->v->name));
	for (size_t i = 0; i < x->n_k; i++) lu_sink_addf(o, " @%zu |", x->k[i]);
	lu_sink_addf(o, "\n|---|---|");
	for (size_t i = 0; i < x->n_k; i++) lu_sink_addf(o, "---|");
	for (size_t i = 1; i < x->n; i++) {
		for (size_t m = 0; m < LU_MEASURES; m++) {
			const lu_difference *d = &x->v[i].d[m * x->n_k];

			lu_sink_addf(o, "\n| %.*s | %s |", LU_FMT(x->v[i].name), lu_measure_name((lu_measure)m));
			for (size_t j = 0; j < x->n_k; j++)
				lu_sink_addf(o, " %+.3f [%+.2f, %+.2f]%s |", d[j].value.mean, d[j].value.low,
					     d[j].value.high, d[j].sign ? " \\*" : "");
		}
	}
	lu_sink_addf(o, "\n\n\\* the 95%% interval leaves out 0\n\n");
	return LU_OK;
}
