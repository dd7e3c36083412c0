/* SPDX-License-Identifier: MIT
 * What searches and answers take. No label names a tenant, a knowledge base, or anything that a question says. */
#include <stdlib.h>

#include "api/turn.h"

struct lu__counts {
	lu_metric *stage[LU_TIMES];
	lu_metric *lazy, *entities, *calls, *answers;
};

static lu_code new_stages(lu_metrics *m, struct lu__counts *c, lu_err *e)
{
	/* in the order of lu_time */
	static const char *const name[LU_TIMES][2] = {
		{ "lucus_query_open_seconds", "Time that questions took to open what they read." },
		{ "lucus_query_bm25_seconds", "Time that questions took in full text." },
		{ "lucus_query_vector_seconds", "Time that questions took in vectors." },
		{ "lucus_query_graph_seconds", "Time that questions took in the graph." },
		{ "lucus_query_rerank_seconds", "Time that questions took to be reranked." },
		{ "lucus_query_select_seconds", "Time that questions took to decide how many hits to give." },
		{ "lucus_query_read_seconds", "Time that questions took to read what is shown of hits." },
	};
	lu_code rc = LU_OK;

	for (int t = 0; !rc && t < LU_TIMES; t++)
		rc = lu_metric_new(m, LU_METRIC_HISTOGRAM, name[t][0], name[t][1], "", &c->stage[t], e);
	return rc;
}

lu_code lu__counts_new(lu_metrics *m, struct lu__counts **out, lu_err *e)
{
	struct lu__counts *c = calloc(1, sizeof *c);
	lu_code rc;

	if (!c) return lu_nomem(e);
	rc = new_stages(m, c, e);
	if (!rc)
		rc = lu_metric_new(m, LU_METRIC_HISTOGRAM, "lazy_rag_query_duration_seconds",
				   "Time that answers took, from the search on.", "mode", &c->lazy, e);
	if (!rc)
		rc = lu_metric_new(m, LU_METRIC_AMOUNTS, "lazy_rag_entity_count",
				   "Elements that lazy answers were made of.", "", &c->entities, e);
	if (!rc)
		rc = lu_metric_new(m, LU_METRIC_COUNTER, "lazy_rag_llm_calls_total",
				   "Requests to the language model that answers took.", "mode", &c->calls, e);
	if (!rc)
		rc = lu_metric_new(m, LU_METRIC_COUNTER, "lucus_answers_total", "Answers that were made.", "mode",
				   &c->answers, e);
	if (rc) free(c);
	else *out = c;
	return rc;
}

void lu__counts_free(struct lu__counts *c)
{
	free(c);
}

void lu__count_search(struct lu__counts *c, const lu_found *f)
{
	if (f->cached) return;
	for (int t = 0; t < LU_TIMES; t++) lu_metric_observe(c->stage[t], NULL, f->times[t]);
}

void lu__count_answer(struct lu__counts *c, const lu_answered *a)
{
	const lu_response *r = &a->response;
	const char *mode = lu_answer_mode_name(r->mode);

	lu_metric_add(c->answers, &mode, 1);
	if (a->cached) return;
	lu_metric_observe(c->lazy, &mode, r->times.total);
	if (r->requests > 0) lu_metric_add(c->calls, &mode, (double)r->requests);
	if (r->lazy) lu_metric_observe(c->entities, NULL, (double)r->n_entity);
}
