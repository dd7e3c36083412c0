/* SPDX-License-Identifier: MIT */
#include "search.h"

#include <string.h>

#include "base.h"
#include "cli/near.h"
#include "cli/out.h"
#include "cli/place.h"
#include "llm.h"

static int64_t rrf_k = 60, vector_top_k = 10, depth = 1, nodes = 50, augmented = 5, scan_max = 150000;
static double similarity_threshold = 0.5, token_price = 1;
static int context = 1;
static bool no_correct, no_translate;
static const char *const no_yes[] = { "false", "true", NULL };

static lu_strs paths, languages, types;

enum { PATH, LANGUAGE, TYPE };

lu_opt cmd_opts_filter[] = {
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

lu_opt cmd_opts_price[] = { LU_OPT_REAL(0, "token-price", &token_price, "DOLLARS", 0, 1000000,
					"take this as the price of a million tokens", .env = "LUCUS_TOKEN_PRICE",
					.setting = "token_price", .heading = "How many hits"),
			    LU_OPT_END };

lu_opt cmd_opts_search[] = {
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
	LU_OPT_GROUP(cmd_opts_rerank),
	LU_OPT_GROUP(cmd_opts_model),
	LU_OPT_END
};

void cmd_search_query(lu_query_options *o)
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
	o->paths = paths;
	o->languages = languages;
	o->types = types;
}

double cmd_search_price(void)
{
	return token_price / 1e6;
}

/* What --path gave, as it is seen from the root: it takes the place of what was given. */
static lu_code place_paths(lu_err *e)
{
	lu_arena *own = &cmd_opts_filter[PATH].own;
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
	lu_opt *o = &cmd_opts_filter[i];
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

/* What the store says to the options. */
static lu_code take_settings(lu_store *s, lu_opt *opts, lu_err *e)
{
	lu_code rc = place_paths(e);

	if (!rc) rc = place_names(s, LANGUAGE, LU_LABEL_LANGUAGE, e);
	if (!rc) rc = place_names(s, TYPE, LU_LABEL_TYPE, e);
	return rc ? rc : cmd_base_settings(s, opts, e);
}

lu_code cmd_search_open(lu_opt *opts, lu_session **out, lu_err *e)
{
	lu_session *s = NULL;
	lu_store *st = NULL;
	lu_code rc = cmd_base_session(&s, e);

	if (!rc) rc = lu_session_lend(s, NULL, &st, e);
	if (!rc) rc = take_settings(st, opts, e);
	if (st) lu_session_return(s, st);
	if (rc) lu_session_close(s);
	else *out = s;
	return rc;
}

/* Prices are of no use where no call costs money; without a language model they only go into the ledger. */
static lu_code read_prices(const lu_session_models *m, lu_buf *out, lu_err *e)
{
	if (m->chat) return cmd_llm_prices(out, e);
	if (!m->rerank.provider && !strcmp(m->embed.provider, "builtin")) return LU_OK;
	return cmd_llm_ledger_prices(out, e);
}

lu_code cmd_search_configure(lu_session *s, bool cache, bool chat, lu_err *e)
{
	lu_session_models m = { .cache = cache, .embed = cmd_base_embed_config() };
	lu_chat_config c;
	lu_buf prices = LU_BUF;
	lu_code rc;

	cmd_rerank_given(&m);
	rc = chat ? cmd_llm_config(&c, &chat, e) : LU_OK;
	m.chat = chat ? &c : NULL;
	if (!rc) rc = read_prices(&m, &prices, e);
	m.prices = lu_buf_str(&prices);
	if (!rc) rc = lu_session_configure(s, &m, e);
	lu_buf_free(&prices);
	return rc;
}

static const lu_opt *strategy_option(lu_opt *opts)
{
	const lu_opt *o;

	for (lu_opt_iter it = lu_opt_begin(opts); (o = lu_opt_next(&it));)
		if (o->setting && !strcmp(o->setting, "strategy")) return o;
	return NULL;
}

void cmd_search_strategy(lu_opt *opts, const char *name, lu_search_options *o)
{
	const lu_opt *from = strategy_option(opts);
	bool given = !from || from->origin < LU_FROM_SETTING || from->origin > LU_FROM_TREE_FILE;

	o->query.strategy = given ? name : "auto";
	o->own = given ? NULL : name;
}
