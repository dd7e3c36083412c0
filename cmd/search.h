/* SPDX-License-Identifier: MIT
 * What the commands that ask the store share: opening it for reading, with its settings and model. */
#ifndef LU_CMD_SEARCH_H
#define LU_CMD_SEARCH_H

#include "cli/opt.h"
#include "lucus/retrieve.h"

extern lu_opt lu_opts_search[]; /* --rrf-k --vector-top-k --similarity-threshold, and the model */

/* The defaults, changed by these options. */
void lu_search_options(lu_query_options *o);

/* A store that answers queries. Zero-initialised is closed. */
typedef struct lu_search {
	lu_store *store;
	lu_embedder *model;      /* NULL: none is needed */
	lu_retriever *retriever;
} lu_search;

/* Open the store, and apply the settings of its knowledge base to the options that were not given. */
lu_code lu_search_store(lu_search *s, lu_opt *opts, lu_err *e) LU_MUST_USE;
/* Make it ready for queries; without `vectors` no model is opened. Warns of an index that is older than
 * the elements. */
lu_code lu_search_open(lu_search *s, bool vectors, lu_err *e) LU_MUST_USE;
void lu_search_close(lu_search *s);

/* LU_EUSAGE unless there is a strategy of that name. *vectors: does it use vectors when there are any? */
lu_code lu_search_strategy(const char *name, bool *vectors, lu_err *e) LU_MUST_USE;

/* How the answer to a question is shown. */
typedef struct lu_showing {
	lu_store *store;
	int64_t k;
	bool explain;   /* show the stages also to people */
	bool several;   /* name the question in what people read */
	lu_str id;      /* of the question, as JSON text */
	lu_str text;    /* the question */
	lu_jw w;        /* the rest is lu_show()'s own */
	int64_t bytes;
} lu_showing;

/* Write the hits of `r` to stdout in the format in use, and, for programs, the selection record; warns
 * people of words that were not found. */
lu_code lu_show(lu_showing *a, lu_result *r, lu_err *e) LU_MUST_USE;

#endif
