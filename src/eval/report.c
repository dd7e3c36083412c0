/* SPDX-License-Identifier: MIT
 * A page about one evaluation that a person can read: what matters first, all figures after it. It loads
 * nothing, and its policy forbids it to: whatever a query or a path may hold, it is text. */
#include "eval/eval_private.h"

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
	"'unsafe-inline'\">\n"
	"<style>\n"
	"body { font: 15px/1.5 system-ui, 'DejaVu Sans', sans-serif; color: #111; background: #fff; margin: "
	"2em auto;"
	" max-width: 72em; padding: 0 1em }\n"
	"h1 { font-size: 1.6em; margin: 0 } h2 { font-size: 1.25em; margin: 2em 0 .4em } p { margin: .4em 0 "
	".8em }\n"
	".wide { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }\n"
	"th, td { padding: .25em .8em; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap "
	"}\n"
	"th { border-bottom-color: #444 } th:first-child, td:first-child, .t { text-align: left }\n"
	"small { color: #555; font-size: .85em; font-weight: normal } td small { display: block } td.best { "
	"font-weight: bold } td.up { background: #d6ebf7 "
	"}\n"
	"td.down { background: #fbe3d2 } svg { max-width: 100%; height: auto }\n"
	"details { margin: .5em 0 } summary { cursor: pointer } code { font: 13px/1.5 'DejaVu Sans Mono', "
	"monospace;"
	" unicode-bidi: isolate; overflow-wrap: anywhere }\n"
	".miss { margin: .2em 0 .2em 1.2em } .hit { font-weight: bold } ol { margin: .2em 0 .6em; "
	"padding-left: 3.2em }\n"
	"</style>\n";

/* What the parts of the page share. */
typedef struct page {
	lu_buf *b;
	const lu_report *r;
	size_t n_k, main; /* depths; the place of the one that is shown where there is room for one */
} page;

static size_t depth(const page *p, size_t k)
{
	return p->r->v[0].m[k].k;
}

static void find_depths(page *p)
{
	const lu_series *s = &p->r->v[0];

	while (p->n_k < s->n && s->m[p->n_k].measure == LU_MEASURE_PRECISION &&
	       lu_str_eqz(s->m[p->n_k].category, "all"))
		p->n_k++;
	p->main = p->n_k - 1;
	for (size_t i = 0; i < p->n_k; i++)
		if (depth(p, i) == 10) p->main = i;
}

/* A name in a cell of the first column, or its head. */
static void name_cell(page *p, const char *tag, lu_str name)
{
	lu_buf_addf(p->b, "<%s%s>", tag, strcmp(tag, "td") ? "" : " class=\"t\"");
	lu_markup(p->b, name);
	lu_buf_addf(p->b, "</%s>", tag);
}

static void value_cell(page *p, const lu_interval *v, bool best)
{
	lu_buf_addf(p->b, "<td%s>%.3f", best ? " class=\"best\"" : "", v->mean);
	if (p->r->resamples) lu_buf_addf(p->b, " <small>%.2f\xe2\x80\x93%.2f</small>", v->low, v->high);
	lu_buf_adds(p->b, "</td>");
}

/* Is metric `at` of series `i` the best of all series (with another to be better than)? */
static bool is_best(const page *p, size_t i, size_t at)
{
	for (size_t j = 0; j < p->r->n; j++)
		if (p->r->v[j].m[at].value.mean > p->r->v[i].m[at].value.mean + 1e-12) return false;
	return p->r->n > 1;
}

static void title(page *p)
{
	const lu_qrels *q = p->r->q;
	size_t targets = 0;

	for (size_t i = 0; i < q->queries.n; i++) targets += q->queries.v[i].targets.n;
	lu_buf_adds(p->b, head);
	lu_buf_adds(p->b, "<title>Retrieval on ");
	lu_markupz(p->b, p->r->source);
	lu_buf_adds(p->b, "</title>\n</head>\n<body>\n<h1>Retrieval on <code>");
	lu_markupz(p->b, p->r->source);
	lu_buf_addf(p->b, "</code></h1>\n<p>%zu queries with %zu targets, which are %s.", q->queries.n, targets,
		    !q->by_name                 ? "files"
		    : q->by_name < q->queries.n ? "elements by their names, and files"
						: "elements by their names");
	if (p->r->resamples)
		lu_buf_addf(p->b, " Small figures are 95%% confidence intervals (bootstrap, %zu samples, seed %llu).",
			    p->r->resamples, (unsigned long long)p->r->seed);
	lu_buf_adds(p->b, "</p>\n");
}

static void figure_cells(page *p, const lu_series *s)
{
	if (s->counted) lu_buf_addf(p->b, "<td>%.0f</td><td>%g</td>", s->tokens, s->cost);
	else lu_buf_adds(p->b, "<td></td><td></td>");
	if (s->timed) lu_buf_addf(p->b, "<td>%.2f</td><td>%.2f</td>", s->seconds * 1e3, s->slow * 1e3);
	else lu_buf_adds(p->b, "<td></td><td></td>");
	lu_buf_addf(p->b, "<td>%zu</td></tr>\n", s->n_f);
}

static void summary(page *p)
{
	lu_buf_addf(p->b, "<h2>Strategies</h2>\n<div class=\"wide\"><table>\n<tr><th>at k = %zu</th>",
		    depth(p, p->main));
	for (int m = LU_MEASURES - 1; m >= 0; m--) lu_buf_addf(p->b, "<th>%s</th>", lu_measure_name((lu_measure)m));
	lu_buf_addf(p->b,
		    "<th>tokens, k = %zu</th><th>cost, $</th><th>ms</th><th>ms, "
		    "95%%</th><th>failures</th></tr>\n",
		    depth(p, p->n_k - 1));
	for (size_t i = 0; i < p->r->n; i++) {
		const lu_series *s = &p->r->v[i];

		lu_buf_adds(p->b, "<tr>");
		name_cell(p, "td", s->name);
		for (size_t m = LU_MEASURES; m-- > 0;) {
			size_t at = m * p->n_k + p->main;

			value_cell(p, &s->m[at].value, is_best(p, i, at));
		}
		figure_cells(p, s);
	}
	lu_buf_adds(p->b, "</table></div>\n<p><small>Tokens (a quarter of the bytes of the results), cost and time "
			  "are those of "
			  "one query: means, and for the time the median and the 95th percentile.</small></p>\n");
}

static void difference_row(page *p, const lu_series *s, size_t m)
{
	lu_buf_adds(p->b, "<tr>");
	name_cell(p, "td", m == LU_MEASURE_NDCG ? s->name : lu_strz(""));
	lu_buf_addf(p->b, "<td class=\"t\">%s</td>", lu_measure_name((lu_measure)m));
	for (size_t j = 0; j < p->n_k; j++) {
		const lu_difference *d = &s->d[m * p->n_k + j];

		lu_buf_addf(p->b, "<td%s>%+.3f <small>%+.2f\xe2\x80\xa6%+.2f</small></td>",
			    d->sign > 0   ? " class=\"up\""
			    : d->sign < 0 ? " class=\"down\""
					  : "",
			    d->value.mean, d->value.low, d->value.high);
	}
	lu_buf_addf(p->b, "<td>%zu / %zu</td></tr>\n", s->d[m * p->n_k + p->main].better,
		    s->d[m * p->n_k + p->main].worse);
}

static void differences(page *p)
{
	if (p->r->n < 2) return;
	lu_buf_adds(p->b, "<h2>Differences from ");
	lu_markup(p->b, p->r->v[0].name);
	lu_buf_adds(p->b, "</h2>\n<p>Query by query, with intervals. Coloured: the interval leaves out 0, in "
			  "blue for a gain; "
			  "what is not coloured may be chance.</p>\n<div class=\"wide\"><table>\n"
			  "<tr><th>strategy</th><th class=\"t\">measure</th>");
	for (size_t j = 0; j < p->n_k; j++) lu_buf_addf(p->b, "<th>k = %zu</th>", depth(p, j));
	lu_buf_addf(p->b, "<th>better / worse, k = %zu</th></tr>\n", depth(p, p->main));
	for (size_t i = 1; i < p->r->n; i++) {
		if (!p->r->v[i].d) continue;
		for (size_t m = LU_MEASURES; m-- > 0;) difference_row(p, &p->r->v[i], m);
	}
	lu_buf_adds(p->b, "</table></div>\n");
}

/* NDCG of each category by strategy. */
static void categories(page *p)
{
	size_t group = LU_MEASURES * p->n_k, n = p->r->v[0].n / group;

	if (n < 2) return;
	lu_buf_addf(p->b,
		    "<h2>Categories</h2>\n<p>NDCG at k = %zu.</p>\n<div class=\"wide\"><table>\n"
		    "<tr><th>category</th><th>queries</th>",
		    depth(p, p->main));
	for (size_t i = 0; i < p->r->n; i++) name_cell(p, "th", p->r->v[i].name);
	lu_buf_adds(p->b, "</tr>\n");
	for (size_t g = 0; g < n; g++) {
		size_t at = g * group + LU_MEASURE_NDCG * p->n_k + p->main;

		lu_buf_adds(p->b, "<tr>");
		name_cell(p, "td", p->r->v[0].m[at].category);
		lu_buf_addf(p->b, "<td>%zu</td>", p->r->v[0].m[at].n);
		for (size_t i = 0; i < p->r->n; i++) value_cell(p, &p->r->v[i].m[at].value, is_best(p, i, at));
		lu_buf_adds(p->b, "</tr>\n");
	}
	lu_buf_adds(p->b, "</table></div>\n");
}

static void tables(page *p)
{
	lu_buf_adds(p->b, "<h2>All figures</h2>\n");
	for (size_t i = 0; i < p->r->n; i++) {
		const lu_series *s = &p->r->v[i];

		lu_buf_adds(p->b, "<details><summary>");
		lu_markup(p->b, s->name);
		lu_buf_adds(p->b, "</summary>\n<div class=\"wide\"><table>\n<tr><th>category</th><th>queries</th>"
				  "<th class=\"t\">measure</th>");
		for (size_t j = 0; j < p->n_k; j++) lu_buf_addf(p->b, "<th>k = %zu</th>", depth(p, j));
		lu_buf_adds(p->b, "</tr>\n");
		for (size_t at = 0; at < s->n; at += p->n_k) {
			lu_buf_adds(p->b, "<tr>");
			name_cell(p, "td", s->m[at].category);
			lu_buf_addf(p->b, "<td>%zu</td><td class=\"t\">%s</td>", s->m[at].n,
				    lu_measure_name(s->m[at].measure));
			for (size_t j = 0; j < p->n_k; j++) value_cell(p, &s->m[at + j].value, false);
			lu_buf_adds(p->b, "</tr>\n");
		}
		lu_buf_adds(p->b, "</table></div>\n</details>\n");
	}
}

/* ---- failures ---- */

static void code_of(page *p, const lu_buf *text)
{
	lu_buf_adds(p->b, "<code>");
	lu_markup(p->b, lu_buf_str(text));
	lu_buf_adds(p->b, "</code>");
	if (text->oom) p->b->oom = true;
}

static void misses(page *p, const lu_failure *f, lu_buf *text)
{
	for (size_t i = 0; i < f->n; i++) {
		lu_buf_adds(p->b, "<p class=\"miss\">expected ");
		lu_buf_reset(text);
		lu_target_tell(f->v[i].target, text);
		code_of(p, text);
		lu_buf_adds(p->b, ": ");
		lu_buf_reset(text);
		lu_miss_tell(&f->v[i], text);
		lu_markup(p->b, lu_buf_str(text));
		if (text->oom) p->b->oom = true;
		lu_buf_adds(p->b, "</p>\n");
	}
	for (size_t i = 0; i < f->unmatched.n; i++) {
		lu_buf_adds(p->b, i ? ", <code>" : "<p class=\"miss\">in nothing that is indexed: <code>");
		lu_markup(p->b, f->unmatched.v[i]);
		lu_buf_adds(p->b, "</code>");
	}
	if (f->unmatched.n) lu_buf_adds(p->b, "</p>\n");
}

static void came(page *p, const lu_outcome *v, bool by_name, lu_buf *text)
{
	size_t most = depth(p, p->n_k - 1);

	lu_buf_adds(p->b, v->n ? "<ol>\n" : "<p class=\"miss\">nothing came</p>\n");
	for (size_t i = 0; i < v->n && i < most; i++) {
		lu_buf_adds(p->b, v->gain[i] ? "<li class=\"hit\">" : "<li>");
		lu_buf_reset(text);
		lu_judged_tell(&v->v[i], by_name, text);
		code_of(p, text);
		lu_buf_adds(p->b, v->gain[i] ? " (expected)</li>\n" : "</li>\n");
	}
	if (v->n) lu_buf_adds(p->b, "</ol>\n");
}

static void failures(page *p)
{
	lu_buf text = LU_BUF;

	lu_buf_addf(p->b,
		    "<h2>Failures</h2>\n<p>Queries of which some target is not among the first %zu "
		    "results.</p>\n",
		    depth(p, p->n_k - 1));
	for (size_t i = 0; i < p->r->n; i++) {
		const lu_series *s = &p->r->v[i];

		lu_buf_adds(p->b, "<details><summary>");
		lu_markup(p->b, s->name);
		lu_buf_addf(p->b, ": %zu of %zu</summary>\n", s->n_f, p->r->q->queries.n);
		for (size_t j = 0; j < s->n_f; j++) {
			const lu_annotated *q = &p->r->q->queries.v[s->f[j].query];

			lu_buf_addf(p->b, "<details><summary>%zu. ", s->f[j].query + 1);
			lu_markup(p->b, q->query);
			lu_buf_adds(p->b, " <small>");
			lu_markup(p->b, q->category);
			lu_buf_adds(p->b, "</small></summary>\n");
			misses(p, &s->f[j], &text);
			came(p, &s->shown[s->f[j].query], q->by_name, &text);
			lu_buf_adds(p->b, "</details>\n");
		}
		lu_buf_adds(p->b, "</details>\n");
	}
	lu_buf_free(&text);
}

lu_code lu_report_html(const lu_report *r, lu_buf *out, lu_err *e)
{
	page p = { .b = out, .r = r };
	lu_code rc;

	find_depths(&p);
	title(&p);
	summary(&p);
	lu_buf_adds(out, "<h2>Measures against k</h2>\n");
	if ((rc = lu_plot(r->v, r->n, "Means over all queries", false, out, e))) return rc;
	lu__put_heat(out, r, p.n_k);
	if ((rc = lu__put_spread(out, r, depth(&p, p.main), e))) return rc;
	differences(&p);
	categories(&p);
	tables(&p);
	failures(&p);
	lu_buf_adds(out, "</body>\n</html>\n");
	return out->oom ? lu_nomem(e) : LU_OK;
}
