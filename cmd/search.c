/* SPDX-License-Identifier: MIT */
#include "search.h"

#include <string.h>

#include "base.h"
#include "cli/near.h"
#include "cli/out.h"
#include "cli/place.h"
#include "lucus/file.h"
#include "spent.h"

static int64_t rrf_k = 60, vector_top_k = 10, depth = 1, nodes = 50, augmented = 5, scan_max = 150000;
static double similarity_threshold = 0.5, token_price = 1;
static int context = 1;
static bool no_correct, no_translate;
static const char *const no_yes[] = { "false", "true", NULL };

static lu_strs paths, languages, types;

enum { PATH, LANGUAGE, TYPE };

lu_opt lu_opts_filter[] = {
	[PATH] = LU_OPT_LIST(0, "path", &paths, "PATH",
			     "give only hits in the file or folder PATH, or in those that match it as a glob: from the "
			     "current folder, as git reads pathspecs",
			     .heading = "Which hits", .daily = true),
	[LANGUAGE] = LU_OPT_LIST(0, "language", &languages, "NAME",
				 "give only hits of the language NAME, or of the one that begins so", .daily = true),
	[TYPE] = LU_OPT_LIST(0, "type", &types, "NAME",
			     "give only hits of the type NAME, such as function, or of the one that begins so",
			     .daily = true),
	LU_OPT_END
};

lu_opt lu_opts_price[] = { LU_OPT_REAL(0, "token-price", &token_price, "DOLLARS", 0, 1000000,
				       "take this as the price of a million tokens", .env = "LUCUS_TOKEN_PRICE",
				       .setting = "token_price", .heading = "How many hits"),
			   LU_OPT_END };

lu_opt lu_opts_search[] = {
	LU_OPT_INT(0, "rrf-k", &rrf_k, "N", 0, LU_RRF_K_MAX,
		   "where lists are fused by their ranks, weigh rank R of each by 1/(N+R)", .env = "LUCUS_RRF_K",
		   .setting = "rrf_k", .heading = "Strategies"),
	LU_OPT_INT(0, "vector-top-k", &vector_top_k, "N", 1, LU_K_MAX,
		   "with vector_only, give at most N hits, and with vector_first_graph_augment start from them",
		   .env = "LUCUS_VECTOR_TOP_K", .setting = "vector_top_k"),
	LU_OPT_REAL(0, "similarity-threshold", &similarity_threshold, "X", -1, 1,
		    "with these two, take only what has a cosine of at least X", .env = "LUCUS_SIMILARITY_THRESHOLD",
		    .setting = "similarity_threshold"),
	LU_OPT_INT(0, "graph-expansion-depth", &depth, "N", 1, LU_EXPANSION_DEPTH_MAX,
		   "where the graph is followed, follow at most N edges in a row", .env = "LUCUS_GRAPH_EXPANSION_DEPTH",
		   .setting = "graph_expansion_depth"),
	LU_OPT_INT(0, "max-expansion-nodes", &nodes, "N", 0, LU_EXPANSION_NODES_MAX,
		   "where the graph is followed, take the N best elements that are reached",
		   .env = "LUCUS_MAX_EXPANSION_NODES", .setting = "max_expansion_nodes"),
	LU_OPT_INT(0, "max-augmented-chunks", &augmented, "N", 0, LU_K_MAX,
		   "with vector_first_graph_augment, add at most N of them", .env = "LUCUS_MAX_AUGMENTED_CHUNKS",
		   .setting = "max_augmented_chunks"),
	LU_OPT_INT(0, "vector-scan-max", &scan_max, "N", 0, LU_SCAN_MAX,
		   "where full text is asked, too, and the store has more than N elements, compare the vectors of its "
		   "candidates alone",
		   .env = "LUCUS_VECTOR_SCAN_MAX", .setting = "vector_scan_max"),
	LU_OPT_CHOICE(0, "include-graph-context", &context, "BOOL", no_yes,
		      "give also hits that nothing but the graph leads to", .env = "LUCUS_INCLUDE_GRAPH_CONTEXT",
		      .setting = "include_graph_context"),
	LU_OPT_FLAG(0, "no-correct", &no_correct, "take words that nothing in the store holds as they are written",
		    .env = "LUCUS_NO_CORRECT"),
	LU_OPT_FLAG(0, "no-translate", &no_translate,
		    "take questions in other languages than English as they are written", .env = "LUCUS_NO_TRANSLATE"),
	LU_OPT_GROUP(lu_opts_rerank),
	LU_OPT_GROUP(lu_opts_model),
	LU_OPT_END
};

void lu_search_options(lu_query_options *o)
{
	lu_query_options_init(o);
	o->rrf_k = rrf_k;
	o->vector_top_k = vector_top_k;
	o->similarity_threshold = similarity_threshold;
	o->graph_expansion_depth = depth;
	o->max_expansion_nodes = nodes;
	o->max_augmented_chunks = augmented;
	o->vector_scan_max = scan_max;
	o->include_graph_context = context;
	o->correct = !no_correct;
	o->translate = !no_translate;
}

void lu_filter_options(lu_query_options *o)
{
	o->paths = paths;
	o->languages = languages;
	o->types = types;
}

double lu_search_price(void)
{
	return token_price / 1e6;
}

/* What --path gave, as it is seen from the root: it takes the place of what was given. */
static lu_code place_paths(lu_err *e)
{
	lu_arena *own = &lu_opts_filter[PATH].own;
	lu_strs given = paths, seen = { 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < given.n && !rc; i++) rc = lu_place_spec(given.v[i], own, &seen, e);
	if (rc == LU_EUSAGE) return lu_wrap(e, rc, "option '--path'");
	if (!rc) paths = seen;
	return rc;
}

/* The names that the store has for those that were given: these may be shorter, and in any case. */
static lu_code place_names(lu_store *s, int i, lu_label w, lu_err *e)
{
	lu_opt *o = &lu_opts_filter[i];
	lu_strs have = { NULL, 0 };
	lu_code rc = LU_OK;

	for (size_t n = 0; n < o->to.list->n && !rc; n++) {
		lu_str *word = &o->to.list->v[n];
		bool known = false;
		size_t at = 0;

		rc = lu_store_has_label(s, w, *word, &known, e);
		if (rc || known) continue;
		if (!have.v) rc = lu_store_labels(s, w, &o->own, &have, e);
		if (!rc && (rc = lu_name_pick(&have, *word, &at, e)) == LU_EUSAGE)
			lu_wrap(e, rc, "option '--%s'", o->name);
		if (!rc) *word = have.v[at];
	}
	return rc;
}

lu_code lu_search_store(lu_search *s, lu_opt *opts, lu_err *e)
{
	lu_code rc = lu_base_read(&s->store, e);

	if (!rc) rc = place_paths(e);
	if (!rc) rc = place_names(s->store, LANGUAGE, LU_LABEL_LANGUAGE, e);
	if (!rc) rc = place_names(s->store, TYPE, LU_LABEL_TYPE, e);
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

lu_code lu_search_begin(lu_search *s, lu_err *e)
{
	lu_code rc = lu_store_begin(s->store, e);

	return rc ? rc : warn_if_stale(s->store, e);
}

lu_code lu_search_ready(lu_search *s, bool vectors, lu_err *e)
{
	lu_code rc = LU_OK;

	if (s->retriever) return LU_OK;
	if (vectors && !s->model) rc = lu_base_embedder(&s->model, e);
	if (!rc && !s->reranker) rc = lu_rerank_open(&s->reranker, e);
	return rc ? rc : lu_retriever_open(s->store, s->model, &s->retriever, e);
}

lu_code lu_search_ask(lu_search *s, lu_str text, const lu_query_options *o, bool whole, lu_result *out, lu_err *e)
{
	lu_query_options deep = *o;
	double start;
	lu_result r;
	lu_code rc;

	/* however few are wanted, the same ones are ordered */
	if (s->reranker && deep.k < lu_rerank_depth()) deep.k = lu_rerank_depth();
	if (s->reranker && deep.k < LU_ONCE_DEPTH) deep.k = LU_ONCE_DEPTH;
	rc = (whole ? lu_retrieve : lu_retrieve_parts)(s->retriever, text, &deep, &r, e);
	start = o->times ? lu_now() : 0;
	if (!rc && s->reranker && (rc = lu_rerank_hits(s->reranker, s->store, text, o, &r, e))) lu_result_free(&r);
	if (o->times) o->times[LU_TIME_RERANK] += lu_now() - start;
	if (!rc) *out = r;
	return rc;
}

void lu_search_close(lu_search *s)
{
	lu_spent_vectors(s->store, s->model);
	lu_spent_reranking(s->store, s->reranker);
	lu_retriever_close(s->retriever);
	lu_reranker_close(s->reranker);
	lu_embedder_close(s->model);
	lu_store_close(s->store);
	*s = (lu_search){ 0 };
}

lu_code lu_search_strategy(const char *name, bool *vectors, lu_err *e)
{
	const lu_strategy_info *info = lu_strategy_find(name);
	lu_buf names = LU_BUF;

	if (info) {
		*vectors |= lu_strategy_uses_vectors(info);
		return LU_OK;
	}
	for (size_t i = 0; (info = lu_strategy_at(i)); i++)
		lu_buf_addf(&names, "%s%s%s%s", i ? ", " : "", info->name, info->alias ? ", " : "",
			    info->alias ? info->alias : "");
	lu_fail(e, LU_EUSAGE, "no strategy '%s': expected one of %s", name, names.s);
	lu_buf_free(&names);
	return LU_EUSAGE;
}

lu_code lu_search_check(const char *name, lu_err *e)
{
	bool vectors = false;

	return lu_search_strategy(name, &vectors, e);
}

const char *lu_search_chosen(lu_opt *opts, const char *name, bool *vectors)
{
	const lu_strategy_info *info = lu_strategy_find(name);
	const lu_opt *o;

	for (lu_opt_iter it = lu_opt_begin(opts); (o = lu_opt_next(&it));) {
		if (!o->setting || strcmp(o->setting, "strategy") || o->origin < LU_FROM_SETTING ||
		    o->origin > LU_FROM_TREE_FILE)
			continue;
		*vectors |= info && info->needs_edges;
		return "auto";
	}
	return name;
}
