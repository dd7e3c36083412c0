/* SPDX-License-Identifier: MIT
 * What both commands with --explain share. */
#include "explain.h"

#include <string.h>
#include <unistd.h>

#define UNPRICED_MAX 100 /* elements that a model of unknown price explains without being asked twice */

static bool explain, yes;
static double max_cost = 1;
static int64_t min_lines = 3;
static lu_strs types;

lu_opt lu_opts_explain[] = {
	LU_OPT_FLAG(0, "explain", &explain,
		    "have a language model explain elements that have no explanation of their present text",
		    .heading = "Explanations", .daily = true),
	LU_OPT_LIST(0, "explain-type", &types, "TYPE",
		    "explain elements of type TYPE instead of functions, methods, classes and other types"),
	LU_OPT_INT(0, "explain-lines", &min_lines, "N", 1, 1000000, "explain elements of at least N lines"),
	LU_OPT_REAL(0, "max-cost", &max_cost, "DOLLARS", 0, 1000000,
		    "ask before explanations that are likely to cost more, and stop when they do",
		    .env = "LUCUS_MAX_COST"),
	LU_OPT_FLAG(0, "yes", &yes, "agree to the estimated cost"),
	LU_OPT_GROUP(lu_opts_llm),
	LU_OPT_GROUP(lu_opts_prices),
	LU_OPT_END
};

bool lu_explains(void)
{
	return explain;
}

bool lu_explaining_wants(const lu_element *el)
{
	static const char *const usual[] = { "function", "method", "class", "interface", "struct",
					     "enum",     "union",  "trait", NULL };

	if (el->end_line < el->start_line || el->end_line - el->start_line + 1 < min_lines) return false;
	for (size_t i = 0; i < types.n; i++)
		if (lu_str_eq(el->type, types.v[i])) return true;
	for (size_t i = 0; !types.n && usual[i]; i++)
		if (lu_str_eqz(el->type, usual[i])) return true;
	return false;
}

static void on_progress(void *ctx, int64_t done)
{
	lu_explaining *x = ctx;

	lu_progress_to(&x->bar, x->before + done);
}

static lu_code on_failed(void *ctx, size_t i, const char *why, lu_err *e)
{
	lu_explaining *x = ctx;

	(void)e;
	lu_out_warn("cannot explain '%.*s': %s", LU_FMT(x->names[i]), why);
	return LU_OK;
}

lu_code lu_explaining_open(lu_explaining *x, lu_err *e)
{
	lu_code rc;

	*x = (lu_explaining){ .maker = LU_BUF };
	rc = lu_llm_open(&x->chat, e);
	if (!rc && !x->chat)
		return lu_fail(e, LU_EUSAGE,
			       "--explain needs a language model: give --llm-provider or --llm-url, or set "
			       "LUCUS_LLM_PROVIDER, ANTHROPIC_API_KEY or OPENAI_API_KEY");
	if (rc) return rc;
	lu_explain_maker(x->chat, &x->maker);
	x->o = (lu_explain_options){ .max_cost = max_cost, .ctx = x, .progress = on_progress, .failed = on_failed };
	return x->maker.oom ? lu_nomem(e) : LU_OK;
}

void lu_explaining_close(lu_explaining *x)
{
	lu_progress_end(&x->bar);
	lu_chat_close(x->chat);
	lu_buf_free(&x->maker);
}

/* ---- the cost ---- */

static bool ask_person(const char *question)
{
	char line[16];

	if (!isatty(STDIN_FILENO) || !lu_out_terminal(stderr)) return false;
	fprintf(stderr, "%s\nGo on? [y/N] ", question);
	fflush(stderr);
	return fgets(line, sizeof line, stdin) && (line[0] == 'y' || line[0] == 'Y');
}

static void describe(const lu_explaining *x, const lu_explain_cost *c, lu_buf *out)
{
	lu_buf_addf(out, "%s would explain %lld elements: about %lld tokens in and %lld out, ", lu_chat_model(x->chat),
		    (long long)c->elements, (long long)c->tokens_in, (long long)c->tokens_out);
	if (c->cost >= 0) lu_buf_addf(out, "$%.2f", c->cost);
	else lu_buf_adds(out, "at an unknown price");
}

lu_code lu_explaining_agree(lu_explaining *x, lu_err *e)
{
	lu_explain_cost c;
	lu_buf prices = LU_BUF, text = LU_BUF;
	lu_code rc = lu_llm_prices(&prices, e);
	bool much;

	if (!rc) rc = lu_explain_estimate(x->chat, lu_buf_str(&prices), x->due, x->bytes, &c, e);
	lu_buf_free(&prices);
	if (rc) return rc;
	lu_log("explain", "elements=%lld tokens_in=%lld tokens_out=%lld cost=%.4f", (long long)c.elements,
	       (long long)c.tokens_in, (long long)c.tokens_out, c.cost);
	describe(x, &c, &text);
	much = c.cost > max_cost || (c.cost < 0 && c.elements > UNPRICED_MAX);
	if (much && !yes && !ask_person(text.s))
		rc = lu_fail(e, LU_EUSAGE, "%s: more than --max-cost %.2f; --yes agrees to it", text.s, max_cost);
	/* an estimate that was agreed to may be wrong, but not by any amount */
	if (much && c.cost > 0 && 2 * c.cost > x->o.max_cost) x->o.max_cost = 2 * c.cost;
	lu_buf_free(&text);
	return rc;
}

/* ---- asking ---- */

lu_code lu_explaining_ask(lu_explaining *x, lu_explain_item *v, const lu_str *names, size_t n, lu_arena *a, lu_err *e)
{
	lu_code rc;

	if (!x->bar.what) lu_progress_start(&x->bar, "explain", "elements", x->due);
	x->names = names;
	rc = lu_explain(x->chat, v, n, &x->o, a, &x->sum, e);
	x->before += (int64_t)n;
	return rc;
}

bool lu_explaining_tell(lu_explaining *x, lu_code rc)
{
	int64_t left = x->due - x->sum.explained;

	lu_progress_end(&x->bar);
	if (!left) return false;
	if (x->sum.stopped) lu_out_warn("stopped, as $%.4f are more than %.4f", x->sum.cost, x->o.max_cost);
	if (rc || x->sum.stopped || x->sum.failed)
		lu_out_warn("explained %lld of %lld elements; the same command explains the others",
			    (long long)x->sum.explained, (long long)x->due);
	return true;
}
