/* SPDX-License-Identifier: MIT
 * The options of a search, and their names. */
#include "core/ascii.h"
#include "core/range.h"
#include "lucus/lazy_graph.h"

const char *lu_lazy_end_name(lu_lazy_end r)
{
	static const char *const name[LU_LAZY_ENDS] = { "running",    "budget",  "sufficient", "exhausted",
							"irrelevant", "nothing", "time",       "cancelled" };

	return name[r];
}

void lu_lazy_search_options_init(lu_lazy_search_options *o)
{
	*o = (lu_lazy_search_options){ .policy = LU_LAZY_ROOT_FIRST,
				       .unit = LU_LAZY_SENTENCE,
				       .budget = 500,
				       .batch_size = 10,
				       .request_size = 80,
				       .relevance_threshold = 5,
				       .zero_relevance_threshold = 3,
				       .max_depth = 3,
				       .breadth_limit = 20,
				       .sufficient_relevance_count = 50,
				       .best_passages = 3,
				       .restart = 5 };
}

lu_code lu_lazy_search_options_check(const lu_lazy_search_options *o, lu_err *e)
{
	const lu_ranged number[] = {
		{ "budget", o->budget, 1, LU_LAZY_BUDGET_MAX },
		{ "batch_size", o->batch_size, 1, LU_LAZY_BATCH_MAX },
		{ "request_size", o->request_size, 1, LU_LAZY_REQUEST_MAX },
		{ "relevance_threshold", o->relevance_threshold, 1, 10 },
		{ "zero_relevance_threshold", o->zero_relevance_threshold, 1, LU_LAZY_ZEROS_MAX },
		{ "max_depth", o->max_depth, 0, LU_LAZY_DEPTH_MAX },
		{ "breadth_limit", o->breadth_limit, 1, LU_LAZY_BREADTH_MAX },
		{ "sufficient_relevance_count", o->sufficient_relevance_count, 1, LU_LAZY_BUDGET_MAX },
		{ "best_passages", o->best_passages, 1, LU_LAZY_BEST_MAX },
		{ "restart", o->restart, 1, LU_LAZY_RESTART_MAX },
	};
	lu_code rc = lu_check_ranges(number, sizeof number / sizeof *number, e);

	if (rc) return rc;
	if ((unsigned)o->policy >= LU_LAZY_POLICIES || (unsigned)o->unit >= LU_LAZY_UNITS)
		return lu_fail(e, LU_EUSAGE, "no such policy or unit of a search");
	return LU_OK;
}

void lu_lazy_graph_options_init(lu_lazy_graph_options *o)
{
	*o = (lu_lazy_graph_options){ .max_subqueries = 5, .merge_threshold = .9, .slow = 30 };
	lu_lazy_search_options_init(&o->search);
}

lu_code lu_lazy_graph_options_check(const lu_lazy_graph_options *o, lu_err *e)
{
	lu_code rc = lu_check_range("max_subqueries", o->max_subqueries, 1, LU_SUBQUERIES_MAX, e);

	if (!rc) rc = lu_check_real("merge_threshold", o->merge_threshold, 0, 1, e);
	if (!rc) rc = lu_check_real("time_limit", o->time_limit, 0, LU_LAZY_TIME_MAX, e);
	return rc ? rc : lu_lazy_search_options_check(&o->search, e);
}

lu_code lu_lazy_budget_read(lu_str s, int64_t *out, lu_err *e)
{
	static const struct {
		const char *name;
		int64_t tests;
	} preset[] = { { "z100", 100 }, { "z500", 500 }, { "z1500", 1500 } };
	int64_t v = 0;

	for (size_t i = 0; i < sizeof preset / sizeof *preset; i++)
		if (lu_str_eqz(s, preset[i].name)) {
			*out = preset[i].tests;
			return LU_OK;
		}
	for (size_t i = 0; i < s.n; i++) {
		if (!lu_is_digit(s.s[i]) || v > LU_LAZY_BUDGET_MAX) v = -1;
		if (v < 0) break;
		v = v * 10 + (s.s[i] - '0');
	}
	if (v < 1 || v > LU_LAZY_BUDGET_MAX)
		return lu_fail(e, LU_EUSAGE, "'%.*s' is no budget: z100, z500, z1500, or a number in the range 1..%d",
			       LU_FMT(s), LU_LAZY_BUDGET_MAX);
	*out = v;
	return LU_OK;
}
