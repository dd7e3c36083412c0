/* SPDX-License-Identifier: MIT
 * How many hits lucus query gives, and the record of how that was decided. */
#include "behind.h"
#include "query.h"
#include "question.h"

static const char *const policy_names[] = { "softmax", "calibrated", NULL };

static bool adaptive;
static int policy = LU_POLICY_CALIBRATED;
static int64_t k_min, k_max = 10, token_budget, max_tokens;
static double mass, max_cost = 0.01, relevance = 0.2;

lu_opt lu_opts_choice[] = {
	LU_OPT_FLAG(0, "adaptive", &adaptive, "give as many hits as the question needs, in place of --top",
		    .env = "LUCUS_ADAPTIVE", .setting = "adaptive", .heading = "How many hits", .daily = true),
	LU_OPT_CHOICE(0, "policy", &policy, "NAME", policy_names, "with --adaptive, decide by the policy NAME",
		      .env = "LUCUS_POLICY", .setting = "policy"),
	LU_OPT_INT(0, "k-min", &k_min, "N", 0, LU_SELECT_K_MAX,
		   "with --adaptive, give at least N hits; 0 is 2 with softmax, and with calibrated 1 for each part of "
		   "the question",
		   .env = "LUCUS_K_MIN", .setting = "k_min"),
	LU_OPT_INT(0, "k-max", &k_max, "N", 1, LU_SELECT_K_MAX, "with --adaptive, give at most N hits",
		   .env = "LUCUS_K_MAX", .setting = "k_max"),
	LU_OPT_REAL(0, "mass", &mass, "P", 0, 1,
		    "with --adaptive, stop at the probability P; 0 is 0.7 with softmax, and with calibrated what the "
		    "kind of question "
		    "needs, weighed against the tokens of hits that were reranked",
		    .env = "LUCUS_MASS", .setting = "mass"),
	LU_OPT_REAL(0, "min-coverage", &relevance, "P", 0, 1,
		    "with --adaptive and calibrated, give nothing when no hit holds the share P of the question",
		    .env = "LUCUS_MIN_COVERAGE", .setting = "min_coverage"),
	LU_OPT_REAL(0, "max-cost", &max_cost, "DOLLARS", 0, 1000000,
		    "with --adaptive, stop before the tokens of the hits cost more", .env = "LUCUS_ADAPTIVE_MAX_COST",
		    .setting = "max_cost"),
	LU_OPT_GROUP(lu_opts_price),
	LU_OPT_INT(0, "token-budget", &token_budget, "N", 0, INT32_MAX,
		   "with --adaptive, stop before the hits have more than N tokens; 0 is no bound",
		   .env = "LUCUS_TOKEN_BUDGET", .setting = "token_budget"),
	LU_OPT_INT(0, "max-tokens", &max_tokens, "N", 0, INT32_MAX,
		   "show whole elements while they fit into N tokens, and the outline of the others; 0 shows "
		   "snippets",
		   .daily = true),
	LU_OPT_END
};

lu_code lu_choice_given(lu_search_options *o, lu_err *e)
{
	o->adaptive = adaptive;
	o->select.policy = (lu_policy)policy;
	o->select.k_min = k_min;
	o->select.k_max = k_max;
	o->select.mass = mass;
	o->select.max_cost = max_cost;
	o->select.token_price = lu_search_price();
	o->select.token_budget = token_budget;
	o->select.floor = relevance;
	o->show = max_tokens ? LU_SHOW_SOURCES : LU_SHOW_SNIPPETS;
	o->max_tokens = max_tokens;
	if (!adaptive || k_min <= k_max) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "option '--k-min': %lld is out of range 0..%lld, which --k-max allows",
		       (long long)k_min, (long long)k_max);
}

/* ---- the record ---- */

static void write_decision(const lu_selection *s, lu_jw *w)
{
	lu_jw_strz(w, "query_class", lu_query_class_name(s->query_class));
	lu_jw_real(w, "mass", s->target, 6);
	lu_jw_open(w, "probabilities", '[');
	for (size_t i = 0; i < s->k; i++) lu_jw_real(w, NULL, s->probability[i], 6);
	lu_jw_close(w, ']');
}

static const char *stopped(const lu_showing *a, const lu_found *f)
{
	size_t n = f->result.n;

	if (f->adaptive) return lu_stop_name(f->selection.stopped);
	return !n ? "no_candidates" : (int64_t)n == a->how->query.k ? "k" : "end";
}

/* What the hits are worth by now. */
static void write_state(const lu_freshness *x, lu_jw *w)
{
	if (x->root.n) lu_jw_str(w, "root", x->root);
	else lu_jw_null(w, "root");
	lu_origin_write(w, &x->synced, x->behind);
	lu_jw_int(w, "files_checked", x->looked);
	lu_jw_int(w, "files_changed", x->changed);
	lu_jw_int(w, "files_gone", x->gone);
}

static void write_times(const lu_found *f, lu_jw *w)
{
	lu_jw_open(w, "times", '{');
	for (int t = 0; t < LU_TIMES; t++) lu_jw_real(w, lu_time_name((lu_time)t), f->times[t], 6);
	lu_jw_bool(w, "cached", f->cached);
	lu_jw_close(w, '}');
}

static void write_corrected(const lu_corrections *c, lu_jw *w)
{
	if (!c->n) return;
	lu_jw_open(w, "corrected", '[');
	for (size_t i = 0; i < c->n; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "from", c->v[i].from);
		lu_jw_str(w, "to", c->v[i].to);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_quoted(const lu_quotes *x, lu_jw *w)
{
	if (!x->n) return;
	lu_jw_open(w, "quoted", '[');
	for (size_t i = 0; i < x->n; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "text", x->v[i].text);
		lu_jw_int(w, "elements", x->v[i].found);
		if (x->v[i].unread) lu_jw_int(w, "unread", x->v[i].unread);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

static void write_translated(const lu_reading *t, lu_jw *w)
{
	if (!t->language.n) return;
	lu_jw_open(w, "translated", '{');
	lu_jw_str(w, "language", t->language);
	lu_jw_str(w, "text", t->text);
	lu_jw_close(w, '}');
}

lu_code lu_write_selection(const lu_showing *a, const lu_found *f, lu_jw *w, lu_err *e)
{
	const lu_result *r = &f->result;

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "selection");
	lu_jw_raw(w, "query_id", a->id);
	lu_jw_strz(w, "strategy", r->strategy);
	lu_jw_strz(w, "policy", f->adaptive ? lu_policy_name(f->selection.policy) : "fixed");
	lu_jw_int(w, "selected_k", (int64_t)r->n);
	lu_jw_int(w, "tokens", f->tokens);
	lu_jw_real(w, "cost", (double)f->tokens * a->how->select.token_price, 9);
	lu_jw_strz(w, "stopped_reason", stopped(a, f));
	if (f->adaptive) write_decision(&f->selection, w);
	lu_jw_strz(w, "fallback", *r->fallback ? r->fallback : NULL);
	lu_jw_strs(w, "unmatched", r->unmatched);
	write_state(&f->fresh, w);
	write_corrected(&r->corrected, w);
	write_quoted(&r->quoted, w);
	write_translated(&r->translated, w);
	if (a->how->times) write_times(f, w);
	lu_question_pass(w, a->record, "selection");
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}
