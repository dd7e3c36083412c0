/* SPDX-License-Identifier: MIT
 * What the commands that ask the store share: opening it for reading, with its settings and model. */
#ifndef LU_CMD_SEARCH_H
#define LU_CMD_SEARCH_H

#include "cli/opt.h"
#include "lucus/retrieve.h"

extern lu_opt lu_opts_search[]; /* those of strategies, --rrf-k ... --include-graph-context, and the model */

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
} lu_search;

/* Open the store, and apply the settings of its knowledge base to the options that were not given. */
lu_code lu_search_store(lu_search *s, lu_opt *opts, lu_err *e) LU_MUST_USE;
/* Begin the transaction in which all questions meet one state of the store. Warns of an index that is older than the
 * elements. */
lu_code lu_search_begin(lu_search *s, lu_err *e) LU_MUST_USE;
/* Make it ready for queries, unless it is; without `vectors` no model is opened. */
lu_code lu_search_ready(lu_search *s, bool vectors, lu_err *e) LU_MUST_USE;
void lu_search_close(lu_search *s);

/* LU_EUSAGE unless there is a strategy of that name. *vectors: does it use vectors when there are any? */
lu_code lu_search_strategy(const char *name, bool *vectors, lu_err *e) LU_MUST_USE;
/* The strategy to ask for, `name` being the value of --strategy: one that the knowledge base has set is what `auto`
 * takes, as far as the data supports it, and *vectors is set where another one that uses them may run instead. */
const char *lu_search_chosen(lu_opt *opts, const char *name, bool *vectors);

#endif
