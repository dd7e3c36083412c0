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

static void print_head(const lu_evaluation *ev, const lu_achieved *r)
{
	lu_out_textf(stdout, LU_BOLD, "%.*s", LU_FMT(r->strategy));
	printf(": %zu queries", ev->qrels.queries.n);
	if (r->costs) printf(", %.0f tokens and %.2f ms a query", r->tokens, r->seconds * 1e3);
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

static void print_md(const lu_evaluation *ev, const lu_achieved *r, const lu_metric *m, size_t n)
{
	printf("## %.*s\n\n| category | n | measure |", LU_FMT(r->strategy));
	for (size_t i = 0; i < ev->n_k; i++) printf(" @%zu |", ev->k[i]);
	printf("\n|---|---|---|");
	for (size_t i = 0; i < ev->n_k; i++) printf("---|");
	putchar('\n');
	for (size_t j = 0; j < n; j += ev->n_k) {
		printf("| %.*s | %zu | %s |", LU_FMT(m[j].category), m[j].n, lu_measure_name(m[j].measure));
		for (size_t i = 0; i < ev->n_k; i++) printf(" %.3f |", m[j + i].value.mean);
		putchar('\n');
	}
	putchar('\n');
}

lu_code lu_eval_show(const lu_evaluation *ev, const lu_achieved *r, const lu_metric *m, size_t n, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	if (lu_out_format() == LU_FORMAT_MD) {
		print_md(ev, r, m, n);
		return LU_OK;
	}
	if (!lu_out_is_json()) {
		print_head(ev, r);
		for (size_t i = 0; i < n; i += ev->n_k) print_row(ev, m + i);
		putchar('\n');
		return LU_OK;
	}
	lu_jw_init(&w);
	for (size_t i = 0; !rc && i < n; i++) rc = write_metric(&w, r->strategy, &m[i], e);
	lu_jw_free(&w);
	return rc;
}

/* ---- failures ---- */

/* Append "path:10-20", "path" or the name. */
static void add_target(lu_buf *b, lu_str name, lu_str path, uint32_t start, uint32_t end, bool by_name)
{
	if (by_name) {
		lu_buf_addstr(b, name);
		return;
	}
	lu_buf_addstr(b, path);
	if (start) lu_buf_addf(b, ":%u-%u", start, end);
}

static lu_code write_failure(const lu_evaluation *ev, const lu_achieved *r, size_t q, lu_buf *b, lu_jw *w,
			     lu_err *e)
{
	const lu_annotated *an = &ev->qrels.queries.v[q];
	const lu_ranked *v = &r->results[q];

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "failure");
	lu_jw_str(w, "strategy", r->strategy);
	if (an->id.n) lu_jw_str(w, "query_id", an->id);
	else lu_jw_int(w, "query_id", (int64_t)q + 1);
	lu_jw_str(w, "query", an->query);
	lu_jw_str(w, "category", an->category);
	lu_jw_open(w, "expected", '[');
	for (size_t i = 0; i < an->targets.n; i++) {
		const lu_target *t = &an->targets.v[i];

		lu_buf_reset(b);
		add_target(b, t->name, t->path, t->start_line, t->end_line, ev->qrels.by_name);
		if (b->oom) return lu_nomem(e);
		lu_jw_str(w, NULL, lu_buf_str(b));
	}
	lu_jw_close(w, ']');
	lu_jw_open(w, "found", '[');
	for (size_t i = 0; i < v->n; i++) {
		lu_buf_reset(b);
		add_target(b, v->v[i].name, v->v[i].path, v->v[i].start_line, v->v[i].end_line,
			   ev->qrels.by_name);
		if (b->oom) return lu_nomem(e);
		lu_jw_str(w, NULL, lu_buf_str(b));
	}
	lu_jw_close(w, ']');
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}

static void print_failure(const lu_evaluation *ev, const lu_achieved *r, size_t q, lu_buf *b)
{
	const lu_annotated *an = &ev->qrels.queries.v[q];
	const lu_ranked *v = &r->results[q];

	lu_out_textf(stdout, LU_CYAN, "%zu. %.*s\n", q + 1, LU_FMT(an->query));
	for (size_t i = 0; i < an->targets.n; i++) {
		const lu_target *t = &an->targets.v[i];

		lu_buf_reset(b);
		add_target(b, t->name, t->path, t->start_line, t->end_line, ev->qrels.by_name);
		lu_out_textf(stdout, LU_PLAIN, "    expected  %s\n", b->s);
	}
	for (size_t i = 0; i < v->n; i++) {
		lu_buf_reset(b);
		add_target(b, v->v[i].name, v->v[i].path, v->v[i].start_line, v->v[i].end_line,
			   ev->qrels.by_name);
		lu_out_textf(stdout, r->gains[q].v[i] ? LU_GREEN : LU_DIM, "    %7zu %c %s\n", i + 1,
			     r->gains[q].v[i] ? '+' : ' ', b->s);
	}
	putchar('\n');
}

lu_code lu_eval_failures(const lu_evaluation *ev, const lu_achieved *r, lu_err *e)
{
	size_t k = ev->k[ev->n_k - 1];
	lu_buf b = LU_BUF;
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	for (size_t q = 0; !rc && q < ev->qrels.queries.n; q++) {
		size_t targets = ev->qrels.queries.v[q].targets.n;

		if (lu_measure_at(LU_RECALL, r->gains[q].v, r->gains[q].n, targets, k) >= 1) continue;
		if (lu_out_is_json()) rc = write_failure(ev, r, q, &b, &w, e);
		else print_failure(ev, r, q, &b);
	}
	lu_jw_free(&w);
	lu_buf_free(&b);
	return rc;
}
