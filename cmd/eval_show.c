/* SPDX-License-Identifier: MIT
 * What an evaluation has found, on its way out. */
#include <string.h>

#include "cli/out.h"
#include "eval.h"

/* What was found for each question, as it is shown. */
static lu_code keep_shown(cmd_achieved *r, size_t n, lu_err *e)
{
	lu_outcome *v = lu_arena_calloc(&r->a, n, sizeof *v);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) v[i] = (lu_outcome){ r->results[i].v, r->gains[i].v, r->gains[i].n };
	r->s.shown = v;
	r->s.gains = r->gains;
	return LU_OK;
}

lu_code cmd_eval_show(const cmd_evaluation *ev, cmd_achieved *r, bool failures, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);
	lu_measured x = { .q = &ev->qrels,
			  .k = ev->k,
			  .n_k = ev->n_k,
			  .s = &r->s,
			  .seconds = r->seconds,
			  .tokens = r->tokens,
			  .total = r->total,
			  .costs = ev->costs };
	lu_code rc = keep_shown(r, ev->qrels.queries.n, e);

	if (!rc) rc = lu_render_metrics(&o, &x, e);
	if (!rc && ev->questions) rc = lu_render_questions(&o, &x, e);
	return !rc && failures ? lu_render_failures(&o, &x, e) : rc;
}

/* What lies where is the business of one machine. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : strcmp(path, "-") ? path : "standard input";
}

/* Write the picture and the page that are wanted. */
static lu_code write_files(const cmd_evaluation *ev, const lu_series *v, size_t n, cmd_target_file *svg,
			   cmd_target_file *page, lu_err *e)
{
	lu_report doc = { base_name(ev->source), &ev->qrels, v, n, ev->so.resamples, ev->so.seed };
	lu_buf text = LU_BUF;
	lu_code rc = LU_OK;

	if (svg->path) {
		rc = lu_plot(v, n, base_name(ev->source), true, &text, e);
		if (!rc) rc = cmd_target_file_write(svg, lu_buf_str(&text), e);
	}
	lu_buf_reset(&text);
	if (!rc && page->path) {
		rc = lu_report_html(&doc, &text, e);
		if (!rc) rc = cmd_target_file_write(page, lu_buf_str(&text), e);
	}
	lu_buf_free(&text);
	return rc;
}

/* Name what is measured in *names, and open what that takes. */
lu_code cmd_eval_finish(const cmd_evaluation *ev, const cmd_achieved *r, size_t n, cmd_target_file *svg,
			cmd_target_file *page, lu_err *e)
{
	lu_arena a = { 0 };
	lu_sink o = lu_out_sink(stdout);
	lu_series *v = lu_arena_calloc(&a, n, sizeof *v);
	lu_compared x = { .k = ev->k, .n_k = ev->n_k, .v = v, .n = n };
	lu_code rc = v ? LU_OK : lu_nomem(e);

	for (size_t i = 0; !rc && i < n; i++) v[i] = r[i].s;
	if (!rc) rc = lu_render_differences(&o, &x, e);
	if (!rc) rc = write_files(ev, v, n, svg, page, e);
	lu_arena_free(&a);
	return rc;
}
