/* SPDX-License-Identifier: MIT
 * What a request says as the options of what it calls. */
#include "api/turn.h"

void lu__graph_defaults(lu__asked *x)
{
	lu_graph_options g = lu_graph_defaults(LU_ASK_CALLERS);
	lu_concepts_options c = lu_concepts_defaults();

	x->grade = (int)g.grade;
	x->max_hops = g.max_hops;
	x->limit = (int64_t)g.limit;
	x->level = -1;
	x->min_frequency = c.min_frequency;
	x->min_weight = c.min_weight;
	x->min_degree = c.min_degree;
	x->max_degree_sd = c.max_degree_sd;
	x->percentile = c.percentile;
}

static lu_code check_choice(const lu_search_options *o, lu_err *e)
{
	if (!o->adaptive || o->select.k_min <= o->select.k_max) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "member 'k_min': %lld is out of range 0..%lld, which k_max allows",
		       (long long)o->select.k_min, (long long)o->select.k_max);
}

/* As with lucus query: who names the size of batches alone gets requests of this size. */
static void settle_request(const lu_json *body, lu_lazy_search_options *o)
{
	if (lu_json_get(body, "batch_size") && !lu_json_get(body, "request_size")) o->request_size = o->batch_size;
}

lu_code lu__turn_options(lu__turn *t, lu_err *e)
{
	lu__asked *x = &t->asked;
	lu_search_options *o = &x->search;
	lu_code rc = LU_OK;

	o->query.by_file = x->by == 1;
	o->select.token_price = x->token_price / 1e6;
	o->show = o->max_tokens ? LU_SHOW_SOURCES : LU_SHOW_SNIPPETS;
	if (x->strategy) {
		o->query.strategy = x->strategy;
		o->own = NULL;
	}
	x->ask.near.communities = x->ask.answer.communities = x->communities;
	x->lazy_graph.search.policy = (lu_lazy_policy)x->policy;
	x->lazy_graph.search.unit = (lu_lazy_unit)x->unit;
	settle_request(t->body, &x->lazy_graph.search);
	if (x->budget) rc = lu_lazy_budget_read(lu_strz(x->budget), &x->lazy_graph.search.budget, e);
	if (rc) return lu_wrap(e, rc, "member 'budget'");
	return check_choice(o, e);
}
