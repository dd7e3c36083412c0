/* SPDX-License-Identifier: MIT
 * What the commands that ask the store share: opening it for reading, with its settings and model. */
#ifndef LU_CMD_SEARCH_H
#define LU_CMD_SEARCH_H

#include "cli/opt.h"
#include "lucus/rerank.h"
#include "lucus/retrieve.h"

extern lu_opt
	lu_opts_search[]; /* those of strategies, --rrf-k ... --include-graph-context, the reranker and the model */
extern lu_opt lu_opts_rerank[]; /* --reranker --rerank-url --rerank-model --rerank-depth --rerank-timeout */

extern lu_opt lu_opts_filter[]; /* --path, --language, --type */
extern lu_opt lu_opts_price[];  /* --token-price */

/* The defaults, changed by these options; the filters. */
void lu_search_options(lu_query_options *o);
void lu_filter_options(lu_query_options *o);
/* Dollars for a token. */
double lu_search_price(void);

/* A store that answers queries. Zero-initialised is closed. */
typedef struct lu_search {
	lu_store *store;
	lu_embedder *model;      /* NULL: none is needed */
	lu_retriever *retriever; /* NULL until lu_search_ready() */
	lu_reranker *reranker;   /* NULL: the built-in one is enough, or until lu_search_ready() */
} lu_search;

/* Open the store, and apply the settings of its knowledge base to the options that were not given. */
lu_code lu_search_store(lu_search *s, lu_opt *opts, lu_err *e) LU_MUST_USE;
/* Begin the transaction in which all questions meet one state of the store. Warns of an index that is older than the
 * elements. */
lu_code lu_search_begin(lu_search *s, lu_err *e) LU_MUST_USE;
/* Make it ready for queries, unless it is; without `vectors` no model is opened. */
lu_code lu_search_ready(lu_search *s, bool vectors, lu_err *e) LU_MUST_USE;
/* Answer a question, as a whole or in its parts, and have the reranker order the first of the hits; when that fails they stay
 * as they are, and out->fallback says why. */
lu_code lu_search_ask(lu_search *s, lu_str text, const lu_query_options *o, bool whole, lu_result *out,
		      lu_err *e) LU_MUST_USE;
/* Notes in the ledger what was asked for. */
void lu_search_close(lu_search *s);

/* The reranker that the options name: *out is NULL where that is the built-in one. */
lu_code lu_rerank_open(lu_reranker **out, lu_err *e) LU_MUST_USE;
/* What the order depends on, for the cache: empty without a reranker. */
void lu_rerank_settings(lu_buf *out);
/* How many hits it orders, at most. */
int64_t lu_rerank_depth(void);
/* Order the first lu_rerank_depth() of the hits of `r`, list each answer once, and keep o->k of them. */
lu_code lu_rerank_hits(lu_reranker *m, lu_store *s, lu_str text, const lu_query_options *o, lu_result *r,
		       lu_err *e) LU_MUST_USE;

/* LU_EUSAGE unless there is a strategy of that name. *vectors: does it use vectors when there are any? */
lu_code lu_search_strategy(const char *name, bool *vectors, lu_err *e) LU_MUST_USE;
/* The same, as the check of an option. */
lu_code lu_search_check(const char *name, lu_err *e) LU_MUST_USE;
/* The strategy to ask for, `name` being the value of --strategy: one that the knowledge base or a configuration file has set is what
 * `auto` takes, as far as the data supports it, and *vectors is set where another one that uses them may run instead. */
const char *lu_search_chosen(lu_opt *opts, const char *name, bool *vectors);

#endif
