/* SPDX-License-Identifier: MIT */
#include "search.h"

#include <string.h>

#include "base.h"
#include "cli/out.h"

static int64_t rrf_k = 60, vector_top_k = 10;
static double similarity_threshold = 0.5;

lu_opt lu_opts_search[] = {
	LU_OPT_INT(0, "rrf-k", &rrf_k, "N", 0, 1000000,
		   "with hybrid_rrf, weigh rank R of each list by 1/(N+R)", .setting = "rrf_k"),
	LU_OPT_INT(0, "vector-top-k", &vector_top_k, "N", 1, LU_K_MAX,
		   "with vector_only, give at most N hits", .setting = "vector_top_k"),
	LU_OPT_REAL(0, "similarity-threshold", &similarity_threshold, "X", -1, 1,
		    "with vector_only, give only hits whose cosine is at least X",
		    .setting = "similarity_threshold"),
	LU_OPT_GROUP(lu_opts_model),
	LU_OPT_END
};

void lu_search_options(lu_query_options *o)
{
	lu_query_options_init(o);
	o->rrf_k = rrf_k;
	o->vector_top_k = vector_top_k;
	o->similarity_threshold = similarity_threshold;
}

lu_code lu_search_store(lu_search *s, lu_opt *opts, lu_err *e)
{
	lu_code rc = lu_base_read(&s->store, e);

	return rc ? rc : lu_base_settings(s->store, opts, e);
}

static lu_code warn_if_stale(lu_store *s, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);

	if (!rc && kb.indexed != kb.generation)
		lu_out_warn(kb.indexed ? "the index is older than the elements: run 'lucus index'"
				       : "nothing is indexed: run 'lucus sync' or 'lucus index'");
	lu_arena_free(&a);
	return rc;
}

lu_code lu_search_open(lu_search *s, bool vectors, lu_err *e)
{
	lu_code rc = lu_store_begin(s->store, e); /* all queries meet one state of the store */

	if (!rc) rc = warn_if_stale(s->store, e);
	if (!rc && vectors) rc = lu_base_embedder(&s->model, e);
	return rc ? rc : lu_retriever_open(s->store, s->model, &s->retriever, e);
}

void lu_search_close(lu_search *s)
{
	lu_retriever_close(s->retriever);
	lu_embedder_close(s->model);
	lu_store_close(s->store);
	*s = (lu_search){ 0 };
}

lu_code lu_search_strategy(const char *name, bool *vectors, lu_err *e)
{
	const lu_strategy_info *info = lu_strategy_find(name);
	lu_buf names = LU_BUF;

	if (info) {
		*vectors |= info->needs_vectors || strcmp(name, "auto") == 0;
		return LU_OK;
	}
	for (size_t i = 0; (info = lu_strategy_at(i)); i++)
		lu_buf_addf(&names, "%s%s", i ? ", " : "", info->name);
	lu_fail(e, LU_EUSAGE, "no strategy '%s': expected one of %s", name, names.s);
	lu_buf_free(&names);
	return LU_EUSAGE;
}
