/* SPDX-License-Identifier: MIT
 * A page about approaches to answer. It loads nothing, and its policy forbids it to. */
#include "eval/answers.h"
#include "eval/eval_private.h"

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
	"<style>\nbody { font: 15px/1.5 system-ui, 'DejaVu Sans', sans-serif; margin: 2em auto; max-width: 72em; "
	"padding: 0 1em }\n"
	"table { border-collapse: collapse; font-variant-numeric: tabular-nums }\n"
	"th, td { padding: .25em .8em; text-align: right; border-bottom: 1px solid #ddd }\n"
	"th:first-child, td:first-child { text-align: left }\n</style>\n";

static void cell(lu_buf *b, double v, const char *fmt)
{
	char text[64];

	snprintf(text, sizeof text, fmt, v);
	lu_buf_addf(b, "<td>%s</td>", v < 0 ? "" : text);
}

static void costs(lu_buf *b, const lu_approach *v, size_t n)
{
	lu_buf_adds(
		b,
		"<h2>Costs, of a question</h2>\n<table>\n<tr><th></th><th>requests</th><th>tokens in</th>"
		"<th>tokens out</th><th>share of the most</th><th>cost, $</th><th>seconds</th><th>failed</th></tr>\n");
	for (size_t i = 0; i < n; i++) {
		double most = 0;

		for (size_t k = 0; k < n; k++)
			if (v[k].tokens_in + v[k].tokens_out > most) most = v[k].tokens_in + v[k].tokens_out;
		lu_buf_adds(b, "<tr><td>");
		lu_markup(b, v[i].name);
		lu_buf_adds(b, "</td>");
		cell(b, v[i].requests, "%.1f");
		cell(b, v[i].tokens_in, "%.0f");
		cell(b, v[i].tokens_out, "%.0f");
		cell(b, most > 0 && v[i].tokens_in >= 0 ? 100 * (v[i].tokens_in + v[i].tokens_out) / most : -1,
		     "%.1f%%");
		cell(b, v[i].cost, "%.5f");
		cell(b, v[i].seconds, "%.3f");
		cell(b, (double)v[i].failed, "%.0f");
		lu_buf_adds(b, "</tr>\n");
	}
	lu_buf_adds(b, "</table>\n");
}

static void quality(lu_buf *b, const lu_approach *v, size_t n)
{
	lu_buf_adds(b, "<h2>Quality</h2>\n<table>\n<tr><th></th><th>targets cited</th><th>citations on target</th>"
		       "<th>accuracy</th><th>completeness</th><th>clarity</th><th>relevance</th><th>judged</th>"
		       "<th>of no use</th><th>better than the first</th><th>worse</th><th>ties</th></tr>\n");
	for (size_t i = 0; i < n; i++) {
		lu_buf_adds(b, "<tr><td>");
		lu_markup(b, v[i].name);
		lu_buf_adds(b, "</td>");
		cell(b, v[i].recall, "%.3f");
		cell(b, v[i].precision, "%.3f");
		for (int k = 0; k < LU_ANSWER_ASPECTS; k++) cell(b, v[i].judged ? v[i].rating[k] : -1, "%.2f");
		cell(b, (double)v[i].judged, "%.0f");
		cell(b, (double)v[i].malformed, "%.0f");
		cell(b, i ? (double)v[i].wins : -1, "%.0f");
		cell(b, i ? (double)v[i].losses : -1, "%.0f");
		cell(b, i ? (double)v[i].ties : -1, "%.0f");
		lu_buf_adds(b, "</tr>\n");
	}
	lu_buf_adds(b, "</table>\n");
}

lu_code lu_approaches_html(const char *source, const lu_approach *v, size_t n, lu_buf *out, lu_err *e)
{
	lu_buf_adds(out, head);
	lu_buf_adds(out, "<title>Answers to ");
	lu_markupz(out, source);
	lu_buf_adds(out, "</title>\n</head>\n<body>\n<h1>Answers to <code>");
	lu_markupz(out, source);
	lu_buf_addf(out, "</code></h1>\n<p>%zu questions, answered in %zu approaches.</p>\n", v[0].n, n);
	costs(out, v, n);
	quality(out, v, n);
	lu_buf_adds(out, "</body>\n</html>\n");
	return out->oom ? lu_nomem(e) : LU_OK;
}
