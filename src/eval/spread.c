/* SPDX-License-Identifier: MIT
 * What a mean hides: how the queries of a set are spread, and which are the best and the worst. */
#include <stdlib.h>

#include "eval/eval_private.h"

enum { WIDTH = 320, HEIGHT = 30, MARGIN = 8, SHOWN = 3 };

/* ---- F1 by strategy and k ---- */

void lu__put_heat(lu_buf *b, const lu_report *r, size_t n_k)
{
	lu_buf_adds(b, "<h2>F1 by strategy and k</h2>\n<p>The darker, the better.</p>\n<div class=\"wide\"><table "
		       "class=\"heat\">\n"
		       "<tr><th>strategy</th>");
	for (size_t j = 0; j < n_k; j++) lu_buf_addf(b, "<th>k = %zu</th>", r->v[0].m[j].k);
	lu_buf_adds(b, "</tr>\n");
	for (size_t i = 0; i < r->n; i++) {
		lu_buf_adds(b, "<tr><td class=\"t\">");
		lu_markup(b, r->v[i].name);
		lu_buf_adds(b, "</td>");
		for (size_t j = 0; j < n_k; j++) {
			double v = r->v[i].m[LU_MEASURE_F1 * n_k + j].value.mean;

			lu_buf_addf(b, "<td style=\"background:rgba(0,114,178,%.2f);color:%s\">%.3f</td>", v,
				    v > .55 ? "#fff" : "#111", v);
		}
		lu_buf_adds(b, "</tr>\n");
	}
	lu_buf_adds(b, "</table></div>\n");
}

/* ---- the queries of a strategy ---- */

/* The value of a query. */
typedef struct worth {
	double v;
	size_t query;
} worth;

static int by_value(const void *a, const void *b)
{
	const worth *x = a, *y = b;

	if (x->v != y->v) return x->v < y->v ? -1 : 1;
	return (x->query > y->query) - (x->query < y->query);
}

/* All of them, ascending; equals in their order. */
static void weigh(const lu_report *r, const lu_series *s, size_t k, worth *out)
{
	for (size_t i = 0; i < r->q->queries.n; i++) {
		const lu_gains *g = &s->gains[i];

		out[i] = (worth){ lu_measure_at(LU_MEASURE_NDCG, g->v, g->n, r->q->queries.v[i].targets.n, k), i };
	}
	qsort(out, r->q->queries.n, sizeof *out, by_value);
}

/* The value below which `share` of all lie, between two of them in proportion. */
static double quantile(const worth *v, size_t n, double share)
{
	double at = share * (double)(n - 1);
	size_t i = (size_t)at;

	return i + 1 < n ? v[i].v + (at - (double)i) * (v[i + 1].v - v[i].v) : v[n - 1].v;
}

static double x_of(double v)
{
	return MARGIN + v * (WIDTH - 2 * MARGIN);
}

/* A mark for each query, over the box of the quartiles. Marks of one value are above each other as far as they fit. */
static void draw(lu_buf *b, const worth *v, size_t n)
{
	double low = x_of(quantile(v, n, .25)), high = x_of(quantile(v, n, .75)), mid = x_of(quantile(v, n, .5));

	lu_buf_addf(b, "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\"><title>%zu queries</title>",
		    WIDTH, HEIGHT, WIDTH, HEIGHT, n);
	lu_buf_addf(b, "<path d=\"M%.1f %dH%.1f\" stroke=\"#aaa\"/>", x_of(0), HEIGHT - 1, x_of(1));
	lu_buf_addf(b, "<rect x=\"%.1f\" y=\"4\" width=\"%.1f\" height=\"%d\" fill=\"#d6ebf7\"/>", low - .5,
		    high - low + 1, HEIGHT - 8);
	for (size_t i = 0, same = 0; i < n; i++) {
		same = i && v[i].v == v[i - 1].v ? same + 1 : 0;
		if (same > 7) continue;
		lu_buf_addf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"#0072b2\" fill-opacity=\".6\"/>",
			    x_of(v[i].v), HEIGHT - 4 - 3. * (double)same);
	}
	lu_buf_addf(b, "<path d=\"M%.1f 2v%d\" stroke=\"#d55e00\" stroke-width=\"2\"/></svg>", mid, HEIGHT - 4);
}

static void put_row(lu_buf *b, lu_str name, const worth *v, size_t n)
{
	size_t none = 0, all = 0;

	for (size_t i = 0; i < n; i++) {
		none += v[i].v <= 0;
		all += v[i].v >= 1 - 1e-12;
	}
	lu_buf_adds(b, "<tr><td class=\"t\">");
	lu_markup(b, name);
	lu_buf_adds(b, "</td><td class=\"t\">");
	draw(b, v, n);
	lu_buf_addf(b, "</td><td>%.3f</td><td>%.3f</td><td>%.3f</td><td>%zu</td><td>%zu</td></tr>\n",
		    quantile(v, n, .25), quantile(v, n, .5), quantile(v, n, .75), none, all);
}

static void put_queries(lu_buf *b, const lu_report *r, const char *what, const worth *v, size_t n, int step)
{
	lu_buf_addf(b, "<p class=\"miss\">%s</p>\n<ol>\n", what);
	for (size_t i = 0; i < n; i++, v += step) {
		lu_buf_addf(b, "<li>%.3f ", v->v);
		lu_markup(b, r->q->queries.v[v->query].query);
		lu_buf_adds(b, " <small>");
		lu_markup(b, r->q->queries.v[v->query].category);
		lu_buf_adds(b, "</small></li>\n");
	}
	lu_buf_adds(b, "</ol>\n");
}

static void put_ends(lu_buf *b, const lu_report *r, lu_str name, const worth *v)
{
	size_t n = r->q->queries.n, some = n < SHOWN ? n : SHOWN;

	lu_buf_adds(b, "<details><summary>");
	lu_markup(b, name);
	lu_buf_addf(b, ": the %zu best and worst</summary>\n", some);
	put_queries(b, r, "best", v + (n - 1), some, -1);
	put_queries(b, r, "worst", v, some, 1);
	lu_buf_adds(b, "</details>\n");
}

lu_code lu__put_spread(lu_buf *b, const lu_report *r, size_t k, lu_err *e)
{
	size_t n = r->q->queries.n, known = 0;
	worth *v = calloc(n ? n : 1, sizeof *v);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < r->n; i++) known += r->v[i].gains != NULL;
	if (n && known) {
		lu_buf_addf(b,
			    "<h2>Spread of the queries</h2>\n<p>NDCG at k = %zu, from 0 on the left to 1: a mark for "
			    "each query, the middle "
			    "half of them shaded, the median as a line.</p>\n<div "
			    "class=\"wide\"><table>\n<tr><th>strategy</th>"
			    "<th class=\"t\">queries</th><th>lower quartile</th><th>median</th><th>upper "
			    "quartile</th><th>at 0</th>"
			    "<th>at 1</th></tr>\n",
			    k);
	}
	for (size_t i = 0; i < r->n && n; i++) {
		if (!r->v[i].gains) continue;
		weigh(r, &r->v[i], k, v);
		put_row(b, r->v[i].name, v, n);
	}
	if (n && known) lu_buf_adds(b, "</table></div>\n");
	for (size_t i = 0; i < r->n && n; i++) {
		if (!r->v[i].gains) continue;
		weigh(r, &r->v[i], k, v);
		put_ends(b, r, r->v[i].name, v);
	}
	free(v);
	return LU_OK;
}
