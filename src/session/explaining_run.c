/* SPDX-License-Identifier: MIT
 * What is explained, what it will cost, and what is said of it. */
#include "session/explaining_run.h"

#include "session/watch.h"

#define UNPRICED_MAX 100 /* elements that a model of unknown price explains without being agreed to */

bool lu__explaining_wants(const lu__explaining *x, const lu_element *el)
{
	static const char *const usual[] = { "function", "method", "class", "interface", "struct",
					     "enum",     "union",  "trait", NULL };
	const lu_strs *types = &x->given->types;

	if (el->end_line < el->start_line || el->end_line - el->start_line + 1 < x->given->min_lines) return false;
	for (size_t i = 0; i < types->n; i++)
		if (lu_str_eq(el->type, types->v[i])) return true;
	for (size_t i = 0; !types->n && usual[i]; i++)
		if (lu_str_eqz(el->type, usual[i])) return true;
	return false;
}

static void on_progress(void *ctx, int64_t done)
{
	const lu__explaining *x = ctx;

	lu__watch_progress(x->watch, "explain", x->before + done, x->due);
}

static lu_code on_failed(void *ctx, size_t i, const char *why, lu_err *e)
{
	const lu__explaining *x = ctx;

	(void)e;
	lu__watch_warn(x->watch, "cannot explain '%.*s': %s", LU_FMT(x->names[i]), why);
	return LU_OK;
}

lu_code lu__explaining_open(lu__explaining *x, const lu_explaining_options *o, const lu_watch *w, lu_err *e)
{
	*x = (lu__explaining){ .given = o, .watch = w, .maker = LU_BUF };
	lu_explain_maker(o->chat, &x->maker);
	x->o = (lu_explain_options){ .max_cost = o->max_cost, .ctx = x, .progress = on_progress, .failed = on_failed };
	return x->maker.oom ? lu_nomem(e) : LU_OK;
}

void lu__explaining_close(lu__explaining *x)
{
	lu_buf_free(&x->maker);
}

/* ---- the cost ---- */

static void describe(const lu__explaining *x, const lu_explain_cost *c, lu_buf *out)
{
	lu_buf_addf(out, "%s would explain %lld element%s: about %lld tokens in and %lld out, ",
		    lu_chat_model(x->given->chat), (long long)c->elements, lu_plural((size_t)c->elements),
		    (long long)c->tokens_in, (long long)c->tokens_out);
	if (c->cost >= 0) lu_buf_addf(out, "$%.2f", c->cost);
	else lu_buf_adds(out, "at an unknown price");
}

lu_code lu__explaining_agree(lu__explaining *x, lu_err *e)
{
	const lu_explaining_options *o = x->given;
	lu_explain_cost c;
	lu_buf text = LU_BUF;
	lu_code rc = lu_explain_estimate(o->chat, o->prices, x->due, x->bytes, &c, e);
	bool much;

	if (rc) return rc;
	lu__watch_log(x->watch, "explain", "elements=%lld tokens_in=%lld tokens_out=%lld cost=%.4f",
		      (long long)c.elements, (long long)c.tokens_in, (long long)c.tokens_out, c.cost);
	describe(x, &c, &text);
	much = c.cost > o->max_cost || (c.cost < 0 && c.elements > UNPRICED_MAX);
	if (text.oom) rc = lu_nomem(e);
	else if (much && !(o->agree && o->agree(o->ctx, text.s)))
		rc = lu_fail(e, LU_EUSAGE, "%s: more than --max-cost %.2f; --yes agrees to it", text.s, o->max_cost);
	/* an estimate that was agreed to may be wrong, but not by any amount */
	if (much && c.cost > 0 && 2 * c.cost > x->o.max_cost) x->o.max_cost = 2 * c.cost;
	lu_buf_free(&text);
	return rc;
}

/* ---- requests ---- */

lu_code lu__explaining_ask(lu__explaining *x, lu_explain_item *v, const lu_str *names, size_t n, lu_arena *a, lu_err *e)
{
	lu_code rc;

	if (!x->before) lu__watch_progress(x->watch, "explain", 0, x->due);
	x->names = names;
	rc = lu_explain(x->given->chat, v, n, &x->o, a, &x->sum, e);
	x->before += (int64_t)n;
	return rc;
}

bool lu__explaining_tell(lu__explaining *x, lu_code rc)
{
	if (x->due == x->sum.explained) return false;
	if (x->sum.stopped)
		lu__watch_warn(x->watch, "stopped, as $%.4f are more than %.4f", x->sum.cost, x->o.max_cost);
	if (rc || x->sum.stopped || x->sum.failed)
		lu__watch_warn(x->watch, "explained %lld of %lld elements; the same command explains the others",
			       (long long)x->sum.explained, (long long)x->due);
	return true;
}
