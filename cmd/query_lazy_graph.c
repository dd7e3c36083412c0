/* SPDX-License-Identifier: MIT
 * lucus query --lazy-graph: a broad question, within a budget of relevance tests. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/out.h"
#include "query.h"

static const char *const policies[] = { "best-first", "root-first", NULL };
static const char *const units[] = { "sentence", "passage", NULL };

static bool on, trace;
static const char *budget = "z500";
static int policy = LU_LAZY_ROOT_FIRST, unit = LU_LAZY_SENTENCE;
static int64_t subqueries = 5, batch = 10, request = 80, threshold = 5, zeros = 3, depth = 3, breadth = 20,
	       sufficient = 50, best = 3, restart = 5;
static double merge = .9, limit;

static lu_code check_budget(const char *value, lu_err *e)
{
	int64_t n;

	return lu_lazy_budget_read(lu_strz(value), &n, e);
}

enum { ON, BUDGET, SUBQUERIES, BATCH, REQUEST };

lu_opt cmd_opts_lazy_searching[] = {
	[ON] = LU_OPT_FLAG(0, "lazy-graph", &on,
			   "answer a broad question: search the communities of the graph, test sentences for relevance "
			   "within a budget, and answer from what is relevant",
			   .env = "LAZY_GRAPH_ENABLED", .setting = "lazy_graph", .heading = "Broad questions",
			   .daily = true, .guarded = true),
	[BUDGET] = LU_OPT_STR(
		0, "budget", &budget, "N", "with --lazy-graph, make at most N tests: a number, z100, z500 or z1500",
		.env = "LAZY_GRAPH_BUDGET", .setting = "lazy_graph_budget", .check = check_budget, .guarded = true),
	[SUBQUERIES] = LU_OPT_INT(0, "max-subqueries", &subqueries, "N", 1, LU_SUBQUERIES_MAX,
				  "with --lazy-graph, use at most N questions that the question is taken apart into",
				  .env = "LAZY_GRAPH_MAX_SUBQUERIES", .setting = "lazy_graph_max_subqueries"),
	[BATCH] = LU_OPT_INT(
		0, "batch-size", &batch, "N", 1, LU_LAZY_BATCH_MAX,
		"with --lazy-graph, make N tests at a time, of one community; who sets this and no size of requests "
		"gets requests of N",
		.env = "LAZY_GRAPH_BATCH_SIZE", .setting = "lazy_graph_batch_size"),
	[REQUEST] = LU_OPT_INT(
		0, "request-size", &request, "N", 1, LU_LAZY_REQUEST_MAX,
		"with --lazy-graph, send batches of at most N tests in a request, fewer where they are long; with "
		"the size of a batch, or less, each has its own",
		.env = "LAZY_GRAPH_REQUEST_SIZE", .setting = "lazy_graph_request_size"),
	LU_OPT_INT(0, "relevance-threshold", &threshold, "N", 1, 10,
		   "with --lazy-graph, keep what a test, which gives 0 to 10, gives N or more",
		   .env = "LAZY_GRAPH_RELEVANCE_THRESHOLD", .setting = "lazy_graph_relevance_threshold"),
	LU_OPT_INT(0, "zero-relevance-threshold", &zeros, "N", 1, LU_LAZY_ZEROS_MAX,
		   "with --search-policy best-first, go on with the communities below one when N tests in a row give 0",
		   .env = "LAZY_GRAPH_ZERO_RELEVANCE_THRESHOLD", .setting = "lazy_graph_zero_relevance_threshold"),
	LU_OPT_INT(0, "max-depth", &depth, "N", 0, LU_LAZY_DEPTH_MAX,
		   "with --lazy-graph, go down at most N levels of communities", .env = "LAZY_GRAPH_MAX_DEPTH",
		   .setting = "lazy_graph_max_depth"),
	LU_OPT_INT(0, "breadth-limit", &breadth, "N", 1, LU_LAZY_BREADTH_MAX,
		   "with --lazy-graph, go through the N best communities of a level at a time",
		   .env = "LAZY_GRAPH_BREADTH_LIMIT", .setting = "lazy_graph_breadth_limit"),
	LU_OPT_INT(0, "sufficient-relevance-count", &sufficient, "N", 1, LU_LAZY_BUDGET_MAX,
		   "with --lazy-graph, stop when so much is kept", .env = "LAZY_GRAPH_SUFFICIENT_RELEVANCE_COUNT",
		   .setting = "lazy_graph_sufficient_relevance_count"),
	LU_OPT_CHOICE(
		0, "search-policy", &policy, "HOW", policies,
		"with --lazy-graph, take communities by the sum of their passages' scores, down after tests of 0 "
		"(best-first), or all passages first, then communities by their best passages' ranks (root-first)",
		.env = "LAZY_GRAPH_SEARCH_POLICY", .setting = "lazy_graph_search_policy"),
	LU_OPT_CHOICE(0, "test-unit", &unit, "WHAT", units,
		      "with --lazy-graph, test each sentence from 0 to 10, or each passage for yes or no",
		      .env = "LAZY_GRAPH_TEST_UNIT", .setting = "lazy_graph_test_unit"),
	LU_OPT_INT(0, "best-passages", &best, "N", 1, LU_LAZY_BEST_MAX,
		   "with --search-policy root-first, rank a community by its N best passages",
		   .env = "LAZY_GRAPH_BEST_PASSAGES", .setting = "lazy_graph_best_passages"),
	LU_OPT_INT(
		0, "restart-after", &restart, "N", 1, LU_LAZY_RESTART_MAX,
		"with --search-policy root-first, begin again after N communities in a row without anything relevant",
		.env = "LAZY_GRAPH_RESTART_AFTER", .setting = "lazy_graph_restart_after"),
	LU_OPT_REAL(0, "merge-threshold", &merge, "X", 0, 1,
		    "with --lazy-graph, make one of claims whose vectors have a cosine of X or more",
		    .env = "LAZY_GRAPH_MERGE_THRESHOLD", .setting = "lazy_graph_merge_threshold"),
	LU_OPT_REAL(0, "time-limit", &limit, "SECONDS", 0, LU_LAZY_TIME_MAX,
		    "with --lazy-graph, begin no test after so much time; 0: there is no limit",
		    .env = "LAZY_GRAPH_TIME_LIMIT", .setting = "lazy_graph_time_limit"),
	LU_OPT_END
};

lu_opt cmd_opts_lazy_graph[] = {
	LU_OPT_GROUP(cmd_opts_lazy_searching),
	LU_OPT_FLAG(0, "trace", &trace,
		    "with --lazy-graph, also show subqueries, communities, tests, states and claims"),
	LU_OPT_END
};

/* A request has as many tests as a batch where this was said nearer to the question: --batch-size counts more than the
 * setting of the other. */
static int64_t request_size(void)
{
	return cmd_opts_lazy_searching[BATCH].origin > cmd_opts_lazy_searching[REQUEST].origin ? batch : request;
}

lu_code cmd_lazy_graph_given(bool *is_on, lu_lazy_graph_options *o, lu_err *e)
{
	const lu_opt *x;

	for (lu_opt_iter it = lu_opt_begin(cmd_opts_lazy_graph); (x = lu_opt_next(&it));)
		if (x->origin == LU_FROM_OPTION && !on)
			return lu_fail(
				e, LU_EUSAGE,
				"option '--%s' is for lazy graph queries, which are off: give --lazy-graph, or set "
				"LAZY_GRAPH_ENABLED=true, or the setting lazy_graph of the knowledge base",
				x->name);
	lu_lazy_graph_options_init(o);
	o->search = (lu_lazy_search_options){ .policy = (lu_lazy_policy)policy,
					      .unit = (lu_lazy_unit)unit,
					      .batch_size = batch,
					      .request_size = request_size(),
					      .relevance_threshold = threshold,
					      .zero_relevance_threshold = zeros,
					      .max_depth = depth,
					      .breadth_limit = breadth,
					      .sufficient_relevance_count = sufficient,
					      .best_passages = best,
					      .restart = restart };
	o->max_subqueries = subqueries;
	o->merge_threshold = merge;
	o->time_limit = limit;
	*is_on = on;
	return lu_lazy_budget_read(lu_strz(budget), &o->search.budget, e);
}

bool cmd_lazy_graph_is_asked(void)
{
	return cmd_opts_lazy_searching[ON].origin == LU_FROM_OPTION;
}

void cmd_lazy_graph_off(void)
{
	on = false;
}

/* An event, as soon as it happens. */
static lu_code show_event(void *ctx, const lu_lazy_event *ev, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);
	lu_code rc = lu_render_event(&o, &(lu_event_shown){ .event = ev, .id = *(const lu_str *)ctx }, e);

	if (!rc && fflush(stdout)) rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	return rc;
}

lu_code cmd_lazy_graph_ask(const cmd_answering *x, lu_session *s, const cmd_showing *a, lu_found *f,
			   const lu_answer_options *answer, lu_answered **out, lu_err *e)
{
	lu_lazy_graph_options o = x->lazy_graph;
	lu_str id = a->id;

	if (trace && !lu_out_is_places()) {
		o.trace = show_event;
		o.ctx = &id;
	}
	return lu_session_lazy_graph(s, NULL, f, &o, answer, out, e);
}
