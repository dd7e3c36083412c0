/* SPDX-License-Identifier: MIT
 * lucus eval: how good retrieval is, measured on annotated queries. */
#include <string.h>

#include "base.h"
#include "cli/cmd.h"
#include "cli/out.h"
#include "eval_answers.h"
#include "llm.h"

static lu_str default_strategies[] = { { "auto", 4 } };
static lu_str default_k[] = { { "1", 1 }, { "3", 1 }, { "5", 1 }, { "10", 2 }, { "15", 2 }, { "20", 2 } };

static lu_strs strategies = { default_strategies, 1 };
static lu_strs depths = { default_k, 6 };
static lu_strs gates;
static const char *hits, *plot, *report;
static bool no_categories, roll_up, failures, costs, questions;
static int64_t seed = 1, resamples = 1000;

static lu_opt opts[] = {
	LU_OPT_LIST('s', "strategy", &strategies, "NAMES", "measure these strategies, a list such as bm25,hybrid_rrf",
		    .env = "LUCUS_STRATEGY", .setting = "strategy", .daily = true),
	LU_OPT_LIST('k', "top", &depths, "NUMBERS", "measure the first N hits, for each N of a list such as 1,5,10",
		    .daily = true),
	LU_OPT_LIST('m', "min", &gates, "MEASURE@N=X",
		    "fail with exit status 4 when the mean of a measure is less than X, as in ndcg@10=0.80, or "
		    "symbol:ndcg@10=0.80 for the queries of a category",
		    .daily = true),
	LU_OPT_STR(0, "hits", &hits, "FILE",
		   "judge the hit records in FILE (- is standard input) instead of asking the store", .daily = true),
	LU_OPT_FLAG(0, "no-categories", &no_categories, "measure all queries together, not also each category"),
	LU_OPT_FLAG(0, "roll-up", &roll_up,
		    "count a hit on a method or an inner element for the outermost element around it"),
	LU_OPT_FLAG(0, "failures", &failures, "also list the queries whose targets were not all found, and why",
		    .daily = true),
	LU_OPT_FLAG(0, "costs", &costs, "with JSON, also tell the tokens, cost and time of a query; tables always do"),
	LU_OPT_FLAG(0, "questions", &questions,
		    "with JSON, also give a record for each question and strategy: its measures, first hit, tokens and "
		    "time"),
	LU_OPT_STR(0, "plot", &plot, "FILE", "draw the measures against k, as an SVG picture in FILE"),
	LU_OPT_STR(0, "report", &report, "FILE", "write a page with tables, picture and failures, as HTML in FILE",
		   .daily = true),
	LU_OPT_INT(0, "resamples", &resamples, "N", 0, 1000000,
		   "draw N samples for the confidence intervals; 0 gives none"),
	LU_OPT_INT(0, "seed", &seed, "N", 0, INT64_MAX, "seed of the samples; equal seeds give equal intervals"),
	LU_OPT_GROUP(cmd_opts_price),
	LU_OPT_GROUP(cmd_opts_filter),
	LU_OPT_GROUP(cmd_opts_search),
	LU_OPT_GROUP(cmd_opts_answers),
	LU_OPT_GROUP(cmd_opts_prices),
	LU_OPT_GROUP(cmd_opts_input),
	LU_OPT_GROUP(lu_opts_store),
	LU_OPT_GROUP(lu_opts_output),
	LU_OPT_END
};

/* Name the gates that do not hold. */
static bool check_gates(const cmd_evaluation *ev, const cmd_achieved *r)
{
	bool hold = true;

	for (size_t i = 0; i < ev->n_gates; i++) {
		const lu_gate *g = &ev->gates[i];
		double value = lu_gate_value(g, &ev->qrels, r->gains);
		bool all = lu_str_eqz(g->category, "all");

		if (value >= g->min - 1e-9) continue;
		hold = false;
		lu_out_fail("gate %.*s%s%s@%zu=%g does not hold: %.*s has %.4f",
			    LU_FMT(all ? lu_strz("") : g->category), all ? "" : ":", lu_measure_name(g->measure), g->k,
			    g->min, LU_FMT(r->s.name), value);
	}
	return hold;
}

/* Measure one strategy, or the hits of --hits; `first` is what it is compared with, or NULL. */
static lu_code evaluate(cmd_evaluation *ev, cmd_achieved *r, const cmd_achieved *first, bool *rejected, lu_err *e)
{
	size_t n = ev->qrels.queries.n;
	lu_metric *m;
	lu_code rc;

	r->results = lu_arena_calloc(&r->a, n, sizeof *r->results);
	r->gains = lu_arena_calloc(&r->a, n, sizeof *r->gains);
	if (!r->results || !r->gains) return lu_nomem(e);
	rc = hits ? cmd_eval_hits(ev, hits, r, rejected, e) : cmd_eval_strategy(ev, r, e);
	if (!rc) rc = lu_summarise(&ev->qrels, r->gains, &ev->so, &r->a, &m, &r->s.n, e);
	if (!rc) r->s.m = m;
	if (!rc && first) rc = lu_compare(&ev->qrels, first->gains, r->gains, &ev->so, &r->a, &r->d, &r->n_d, e);
	if (!rc) r->s.d = r->d;
	if (!rc && (failures || report)) rc = cmd_eval_why(ev, r, e);
	return rc ? rc : cmd_eval_show(ev, r, failures, e);
}

static lu_code name_strategies(cmd_evaluation *ev, lu_strs *names, lu_err *e)
{
	lu_code rc = cmd_eval_split(&strategies, &ev->arena, names, e);

	if (!rc && !names->n) rc = lu_fail(e, LU_EUSAGE, "option --strategy needs a name");
	for (size_t i = 0; !rc && i < names->n; i++) rc = lu_strategy_check(names->v[i].s, e);
	if (!rc && names->n == 1) cmd_search_strategy(opts, names->v[0].s, &ev->o);
	for (size_t i = 0; !rc && i < names->n; i++)
		rc = lu_session_ready(ev->session, NULL, names->v[i].s, ev->o.own, e);
	return rc;
}

/* Name what runs in place of the knowledge base's choice, if that is not supported. */
static lu_code replace(cmd_evaluation *ev, lu_str *name, lu_err *e)
{
	lu_strategy_state x;
	lu_code rc = lu_session_strategy(ev->session, NULL, "auto", &x, e);

	if (rc || !*x.why) return rc;
	lu_out_warn("used %s instead of %s", x.runs->name, x.why);
	*name = lu_strz(x.runs->name);
	return LU_OK;
}

/* Open the store to query it. */
static lu_code open_asked(cmd_evaluation *ev, lu_strs *names, lu_err *e)
{
	lu_code rc;

	lu_search_options_init(&ev->o);
	cmd_search_query(&ev->o.query);
	ev->o.show = LU_SHOW_PLACES;
	ev->o.stored = true;
	rc = cmd_search_configure(ev->session, false, false, e);
	if (!rc) rc = name_strategies(ev, names, e);
	if (!rc && ev->o.own) rc = replace(ev, &names->v[0], e);
	if (!rc) rc = cmd_eval_lend(ev, e);
	if (!rc) rc = cmd_eval_check_targets(ev, e);
	cmd_eval_return(ev);
	ev->asks = true;
	return rc;
}

/* Open what the evaluation queries, and name in *names what it measures. */
static lu_code prepare(cmd_evaluation *ev, lu_strs *names, lu_err *e)
{
	static lu_str from_hits[] = { { "hits", 4 } };
	lu_code rc = LU_OK;

	*names = (lu_strs){ from_hits, 1 };
	if (!hits || roll_up) rc = cmd_search_open(opts, &ev->session, e);
	if (rc) return rc;
	return hits ? cmd_eval_lend(ev, e) : open_asked(ev, names, e);
}

static lu_code measure(cmd_evaluation *ev, cmd_target_file *svg, cmd_target_file *page, lu_err *e)
{
	bool held = true, rejected = ev->rejected;
	lu_strs names;
	cmd_achieved *r = NULL;
	lu_code rc = prepare(ev, &names, e);

	if (!rc && !(r = lu_arena_calloc(&ev->arena, names.n, sizeof *r))) rc = lu_nomem(e);
	if (rc) return rc;
	for (size_t i = 0; !rc && i < names.n; i++) {
		r[i].s.name = names.v[i];
		rc = evaluate(ev, &r[i], i ? &r[0] : NULL, &rejected, e);
	}
	if (!rc) rc = cmd_eval_finish(ev, r, names.n, svg, page, e);
	for (size_t i = 0; !rc && i < names.n; i++) held &= check_gates(ev, &r[i]);
	for (size_t i = 0; i < names.n; i++) lu_arena_free(&r[i].a);
	if (rc) return rc;
	e->msg[0] = '\0';
	return !held ? LU_EGATE : rejected ? LU_EREJECT : LU_OK;
}

static lu_code measure_answers(cmd_evaluation *ev, cmd_target_file *page, lu_err *e)
{
	lu_code rc = cmd_search_open(opts, &ev->session, e);

	if (!rc) rc = cmd_eval_answers(ev, page, e);
	if (rc || !ev->rejected) return rc;
	e->msg[0] = '\0';
	return LU_EREJECT;
}

extern const lu_cmd cmd_eval;

static lu_code run(int argc, char **argv, lu_err *e)
{
	cmd_evaluation ev = { .roll_up = roll_up, .costs = costs, .questions = questions };
	cmd_target_file svg = { 0 }, page = { 0 };
	lu_code rc = lu_cmd_operands(&cmd_eval, argc, argv, 1, 1, e);

	if (!rc && hits && !strcmp(hits, "-") && !strcmp(argv[0], "-"))
		rc = lu_fail(e, LU_EUSAGE, "only one of QRELS and --hits can be standard input");
	if (!rc) rc = cmd_eval_depths(&ev, &depths, e);
	if (!rc) rc = cmd_eval_gates(&ev, &gates, e);
	ev.so = (lu_summary_options){ ev.k, ev.n_k, !no_categories, (size_t)resamples, (uint64_t)seed };
	ev.source = argv[0];
	if (!rc) rc = cmd_eval_qrels(&ev, argv[0], e);
	if (!rc) rc = cmd_target_file_open(&svg, plot, e);
	if (!rc) rc = cmd_target_file_open(&page, report, e);
	if (!rc && cmd_eval_answers_on()) rc = measure_answers(&ev, &page, e);
	else if (!rc) rc = measure(&ev, &svg, &page, e);
	cmd_target_file_close(&svg);
	cmd_target_file_close(&page);
	cmd_eval_return(&ev);
	lu_session_close(ev.session);
	lu_qrels_free(&ev.qrels);
	lu_arena_free(&ev.arena);
	return rc;
}

static const char *const examples[] = { "lucus eval questions.jsonl",
					"lucus eval questions.jsonl -s bm25,auto -k 5,10 --failures", NULL };

const lu_cmd cmd_eval = {
	.name = "eval",
	.summary = "measure hits and answers on annotated queries",
	.args = "QRELS",
	.opts = opts,
	.run = run,
	.pages = true,
	.examples = examples,
	.operands = LU_OPERANDS_FILES,
};
