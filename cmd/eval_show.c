/* SPDX-License-Identifier: MIT
 * How metrics are shown: records for programs, tables for people. */
#include <stdio.h>

#include "cli/out.h"
#include "eval.h"

#define CATEGORY_WIDTH 24

static lu_code write_metric(lu_jw *w, lu_str strategy, const lu_metric *m, lu_err *e)
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
	return lu_jw_flush(w, stdout, e);
}

static void write_known(lu_jw *w, const char *key, bool known, double v)
{
	if (known) lu_jw_real(w, key, v, 6);
	else lu_jw_null(w, key);
}

/* What the strategy cost; of --hits as far as they tell. */
static lu_code write_cost(const lu_evaluation *ev, lu_jw *w, const lu_achieved *r, lu_err *e)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "cost");
	lu_jw_str(w, "strategy", r->s.name);
	lu_jw_int(w, "queries", (int64_t)ev->qrels.queries.n);
	lu_jw_int(w, "k", (int64_t)ev->k[ev->n_k - 1]);
	write_known(w, "tokens", r->s.counted, r->s.tokens);
	write_known(w, "cost", r->s.counted, r->s.cost);
	write_known(w, "seconds", r->s.timed, r->s.seconds);
	write_known(w, "seconds_95", r->s.timed, r->s.slow);
	write_known(w, "seconds_all", r->s.timed, r->total);
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}

/* A measure at every k. */
static void write_measure(const lu_evaluation *ev, lu_jw *w, lu_measure m, const lu_gains *g, size_t targets)
{
	lu_jw_open(w, lu_measure_name(m), '{');
	for (size_t j = 0; j < ev->n_k; j++) {
		char k[24];

		snprintf(k, sizeof k, "%zu", ev->k[j]);
		lu_jw_real(w, k, lu_measure_at(m, g->v, g->n, targets, ev->k[j]), 6);
	}
	lu_jw_close(w, '}');
}

static void write_overlap(const lu_evaluation *ev, lu_jw *w, const lu_ranked *v)
{
	lu_jw_open(w, "overlap", '{');
	for (size_t j = 0; j < ev->n_k; j++) {
		char k[24];

		snprintf(k, sizeof k, "%zu", ev->k[j]);
		lu_jw_real(w, k, lu_overlap(v->v, v->n, ev->k[j]), 6);
	}
	lu_jw_close(w, '}');
}

/* Of the hits that the largest k looks at: how many gain, and the first that does. */
static void write_found(const lu_evaluation *ev, lu_jw *w, const lu_gains *g)
{
	size_t found = 0, first = 0;

	for (size_t i = 0; i < g->n && i < ev->k[ev->n_k - 1]; i++) {
		found += g->v[i];
		if (g->v[i] && !first) first = i + 1;
	}
	lu_jw_int(w, "found", (int64_t)found);
	if (first) lu_jw_int(w, "first_hit", (int64_t)first);
	else lu_jw_null(w, "first_hit");
}

static lu_code write_question(const lu_evaluation *ev, lu_jw *w, const lu_achieved *r, size_t i, lu_err *e)
{
	const lu_annotated *q = &ev->qrels.queries.v[i];

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "question");
	lu_jw_str(w, "strategy", r->s.name);
	if (q->id.n) lu_jw_str(w, "query_id", q->id);
	else lu_jw_int(w, "query_id", (int64_t)q->number);
	lu_jw_str(w, "query", q->query);
	lu_jw_str(w, "category", q->category);
	lu_jw_str(w, "difficulty", q->difficulty);
	lu_jw_int(w, "targets", (int64_t)q->targets.n);
	write_found(ev, w, &r->gains[i]);
	for (int m = 0; m < LU_MEASURES; m++) write_measure(ev, w, (lu_measure)m, &r->gains[i], q->targets.n);
	write_known(w, "tokens", r->tokens != NULL, r->tokens ? r->tokens[i] : 0);
	write_known(w, "seconds", r->seconds != NULL, r->seconds ? r->seconds[i] : 0);
	write_overlap(ev, w, &r->results[i]);
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}

lu_code lu_eval_questions(const lu_evaluation *ev, const lu_achieved *r, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	for (size_t i = 0; !rc && i < ev->qrels.queries.n; i++) rc = write_question(ev, &w, r, i, e);
	lu_jw_free(&w);
	return rc;
}

static void print_head(const lu_evaluation *ev, const lu_achieved *r)
{
	lu_out_textf(stdout, LU_BOLD, "%.*s", LU_FMT(r->s.name));
	printf(": %zu queries", ev->qrels.queries.n);
	if (r->s.counted) printf(", %.0f tokens and $%g a query", r->s.tokens, r->s.cost);
	if (r->s.timed) printf(", %.2f ms (95%%: %.2f ms)", r->s.seconds * 1e3, r->s.slow * 1e3);
	puts("\n");
	lu_out_textf(stdout, LU_DIM, "%-*s %5s  %-9s", CATEGORY_WIDTH, "category", "n", "measure");
	for (size_t i = 0; i < ev->n_k; i++) lu_out_textf(stdout, LU_DIM, "      @%-4zu", ev->k[i]);
	putchar('\n');
}

/* The row of a measure in a category: one metric for each k. The whole set also gets its intervals. */
static void print_row(const lu_evaluation *ev, const lu_metric *m)
{
	bool all = lu_str_eqz(m->category, "all");

	/* a category is named once */
	if (m->measure == LU_PRECISION) printf("%-*.*s %5zu", CATEGORY_WIDTH, LU_FMT(m->category), m->n);
	else printf("%-*s %5s", CATEGORY_WIDTH, "", "");
	printf("  %-9s", lu_measure_name(m->measure));
	for (size_t i = 0; i < ev->n_k; i++)
		lu_out_textf(stdout, all ? LU_BOLD : LU_PLAIN, "      %.3f", m[i].value.mean);
	putchar('\n');
	if (!all) return;
	printf("%-*s %5s  %-9s", CATEGORY_WIDTH, "", "", "");
	for (size_t i = 0; i < ev->n_k; i++)
		lu_out_textf(stdout, LU_DIM, "  %.2f-%.2f", m[i].value.low, m[i].value.high);
	putchar('\n');
}

static void print_md(const lu_evaluation *ev, const lu_achieved *r)
{
	const lu_metric *m = r->s.m;

	printf("## %.*s\n\n| category | n | measure |", LU_FMT(r->s.name));
	for (size_t i = 0; i < ev->n_k; i++) printf(" @%zu |", ev->k[i]);
	printf("\n|---|---|---|");
	for (size_t i = 0; i < ev->n_k; i++) printf("---|");
	putchar('\n');
	for (size_t j = 0; j < r->s.n; j += ev->n_k) {
		printf("| %.*s | %zu | %s |", LU_FMT(m[j].category), m[j].n, lu_measure_name(m[j].measure));
		for (size_t i = 0; i < ev->n_k; i++) printf(" %.3f |", m[j + i].value.mean);
		putchar('\n');
	}
	if (r->s.counted) printf("\n%.0f tokens and $%g a query", r->s.tokens, r->s.cost);
	if (r->s.timed) printf(", %.2f ms (95%%: %.2f ms)", r->s.seconds * 1e3, r->s.slow * 1e3);
	puts(r->s.counted ? "\n" : "");
}

lu_code lu_eval_show(const lu_evaluation *ev, const lu_achieved *r, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	if (lu_out_format() == LU_FORMAT_MD) {
		print_md(ev, r);
		return LU_OK;
	}
	if (!lu_out_is_json()) {
		print_head(ev, r);
		for (size_t i = 0; i < r->s.n; i += ev->n_k) print_row(ev, &r->s.m[i]);
		putchar('\n');
		return LU_OK;
	}
	lu_jw_init(&w);
	for (size_t i = 0; !rc && i < r->s.n; i++) rc = write_metric(&w, r->s.name, &r->s.m[i], e);
	if (!rc && ev->costs) rc = write_cost(ev, &w, r, e);
	lu_jw_free(&w);
	return rc;
}

/* ---- differences ---- */

static const char *verdict(const lu_difference *d)
{
	return d->sign > 0 ? "better" : d->sign < 0 ? "worse" : "unclear";
}

static lu_code write_difference(lu_jw *w, lu_str strategy, lu_str baseline, const lu_difference *d, lu_err *e)
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
	return lu_jw_flush(w, stdout, e);
}

/* A row of the table: one measure of the whole set, with the intervals below. */
static void print_differences(const lu_evaluation *ev, const lu_achieved *r, size_t m)
{
	const lu_difference *d = &r->d[m * ev->n_k];

	if (m) printf("%-*s  %-9s", CATEGORY_WIDTH, "", lu_measure_name((lu_measure)m));
	else printf("%-*.*s  %-9s", CATEGORY_WIDTH, LU_FMT(r->s.name), lu_measure_name((lu_measure)m));
	for (size_t i = 0; i < ev->n_k; i++) {
		lu_color c = d[i].sign > 0 ? LU_GREEN : d[i].sign < 0 ? LU_RED : LU_PLAIN;

		printf("       ");
		lu_out_textf(stdout, c, "%+.3f%c", d[i].value.mean, d[i].sign ? '*' : ' ');
	}
	printf("\n%-*s  %-9s", CATEGORY_WIDTH, "", "");
	for (size_t i = 0; i < ev->n_k; i++)
		lu_out_textf(stdout, LU_DIM, "  %+.2f..%+.2f", d[i].value.low, d[i].value.high);
	putchar('\n');
}

static void print_comparison(const lu_evaluation *ev, const lu_achieved *r, size_t n)
{
	lu_out_textf(stdout, LU_BOLD, "differences from %.*s", LU_FMT(r->s.name));
	printf(", query by query; * the 95%% interval leaves out 0\n\n");
	lu_out_textf(stdout, LU_DIM, "%-*s  %-9s", CATEGORY_WIDTH, "strategy", "measure");
	for (size_t i = 0; i < ev->n_k; i++) lu_out_textf(stdout, LU_DIM, "         @%-4zu", ev->k[i]);
	putchar('\n');
	for (size_t i = 1; i < n; i++)
		for (size_t m = 0; m < LU_MEASURES; m++) print_differences(ev, &r[i], m);
	putchar('\n');
}

static void print_comparison_md(const lu_evaluation *ev, const lu_achieved *r, size_t n)
{
	printf("## Differences from %.*s\n\n| strategy | measure |", LU_FMT(r->s.name));
	for (size_t i = 0; i < ev->n_k; i++) printf(" @%zu |", ev->k[i]);
	printf("\n|---|---|");
	for (size_t i = 0; i < ev->n_k; i++) printf("---|");
	for (size_t i = 1; i < n; i++) {
		for (size_t m = 0; m < LU_MEASURES; m++) {
			const lu_difference *d = &r[i].d[m * ev->n_k];

			printf("\n| %.*s | %s |", LU_FMT(r[i].s.name), lu_measure_name((lu_measure)m));
			for (size_t j = 0; j < ev->n_k; j++)
				printf(" %+.3f [%+.2f, %+.2f]%s |", d[j].value.mean, d[j].value.low, d[j].value.high,
				       d[j].sign ? " \\*" : "");
		}
	}
	printf("\n\n\\* the 95%% interval leaves out 0\n\n");
}

lu_code lu_eval_compare(const lu_evaluation *ev, const lu_achieved *r, size_t n, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	if (n < 2) return LU_OK;
	if (!lu_out_is_json()) {
		if (lu_out_format() == LU_FORMAT_MD) print_comparison_md(ev, r, n);
		else print_comparison(ev, r, n);
		return LU_OK;
	}
	lu_jw_init(&w);
	for (size_t i = 1; !rc && i < n; i++)
		for (size_t j = 0; !rc && j < r[i].n_d; j++)
			rc = write_difference(&w, r[i].s.name, r->s.name, &r[i].d[j], e);
	lu_jw_free(&w);
	return rc;
}
