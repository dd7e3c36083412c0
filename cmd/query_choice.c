/* SPDX-License-Identifier: MIT
 * How many hits lucus query gives. */
#include "cli/out.h"
#include "query.h"

static const char *const policy_names[] = { "softmax", "calibrated", NULL };

static bool adaptive;
static int policy = LU_POLICY_CALIBRATED;
static int64_t k_min, k_max = 10, token_budget, max_tokens;
static double mass, max_cost = 0.01, relevance = 0.2;

lu_opt cmd_opts_choice[] = {
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
	LU_OPT_GROUP(cmd_opts_price),
	LU_OPT_INT(0, "token-budget", &token_budget, "N", 0, INT32_MAX,
		   "with --adaptive, pass over hits with which there were more than N tokens; 0 is no bound",
		   .env = "LUCUS_TOKEN_BUDGET", .setting = "token_budget"),
	LU_OPT_INT(0, "max-tokens", &max_tokens, "N", 0, INT32_MAX,
		   "show whole elements while they fit into N tokens, and the outline of the others; 0 shows "
		   "snippets",
		   .daily = true),
	LU_OPT_END
};

lu_code cmd_choice_given(lu_search_options *o, lu_err *e)
{
	o->adaptive = adaptive;
	o->select.policy = (lu_policy)policy;
	o->select.k_min = k_min;
	o->select.k_max = k_max;
	o->select.mass = mass;
	o->select.max_cost = max_cost;
	o->select.token_price = cmd_search_price();
	o->select.token_budget = token_budget;
	o->select.floor = relevance;
	o->show = max_tokens ? LU_SHOW_SOURCES : LU_SHOW_SNIPPETS;
	o->max_tokens = max_tokens;
	o->numbered = lu_out_format() == LU_FORMAT_TEXT;
	if (!adaptive || k_min <= k_max) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "option '--k-min': %lld is out of range 0..%lld, which --k-max allows",
		       (long long)k_min, (long long)k_max);
}

/* ---- the record ---- */
