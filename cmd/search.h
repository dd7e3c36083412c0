/* SPDX-License-Identifier: MIT
 * What the commands that query the store share: a session, and the options of a question. */
#ifndef LU_CMD_SEARCH_H
#define LU_CMD_SEARCH_H

#include "cli/opt.h"
#include "lucus/session.h"

extern lu_opt
	cmd_opts_search[]; /* those of strategies, --rrf-k ... --include-graph-context, the reranker and the model */
extern lu_opt cmd_opts_rerank[]; /* --reranker --rerank-url --rerank-model --rerank-depth --rerank-timeout */

extern lu_opt cmd_opts_filter[]; /* --path, --language, --type */
extern lu_opt cmd_opts_price[];  /* --token-price */

/* The defaults, changed by these options. */
void cmd_search_query(lu_query_options *o);
/* Dollars for a token. */
double cmd_search_price(void);
/* The strategy to run, `name` being the value of --strategy: one that the knowledge base or a configuration file has
 * set is what `auto` takes, as far as the data supports it. */
void cmd_search_strategy(lu_opt *opts, const char *name, lu_search_options *o);

/* Open the store, and apply the settings of its knowledge base to the options that were not given. One thread queries
 * it, and all questions meet one state of the store. */
lu_code cmd_search_open(lu_opt *opts, lu_session **out, lu_err *e) LU_MUST_USE;
/* Have it use the models that the options name; `chat`: also the language model. */
lu_code cmd_search_configure(lu_session *s, bool cache, bool chat, lu_err *e) LU_MUST_USE;
/* The reranker that the options name. */
void cmd_rerank_given(lu_session_models *m);

#endif
