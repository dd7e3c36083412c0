/* SPDX-License-Identifier: MIT
 * The cache of results: one file beside the store, STORE-cache, that any change which could alter a result makes
 * useless, because all that a result depends on is part of its key: the program, the store's file, tenant and
 * knowledge base with the generation of all their parts and their settings, the model, the options, the question.
 * The key is kept with the result and compared as a whole.
 *
 * The cache never fails: what can not be read is not there, what can not be written is not kept. It holds
 * LU_CACHE_ENTRIES results, those used last, each of LU_CACHE_SLOT bytes with its key, or fewer. Processes share it
 * without locks: what two of them write at once is found to be damaged, which is as if it was not there. */
#ifndef LU_RETRIEVE_CACHE_H
#define LU_RETRIEVE_CACHE_H

#include "lucus/retrieve.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_CACHE_ENTRIES 1024
#define LU_CACHE_SLOT    32768

typedef struct lu_cache lu_cache;

/* The question, and its options. */
typedef struct lu_cache_key {
	lu_str text;
	const lu_query_options *o;
	bool whole;                      /* by lu_retrieve(), not lu_retrieve_parts() */
	const lu_select_options *select; /* lu_choose() has cut the result; NULL: not */
	lu_str reranker;                 /* what else has ordered it, with all its settings; empty: nothing */
} lu_cache_key;

/* The cache of the knowledge base `kb` of `tenant` that `s` uses, with the embedder that `m` describes. Call it before
 * the transaction begins that all results come from. *out is NULL when memory is out. */
void lu_cache_open(lu_store *s, const char *tenant, const char *kb, const lu_embed_config *m, lu_cache **out);
void lu_cache_close(lu_cache *c); /* accepts NULL */

/* The result that was kept, byte for byte but for its seconds; release *r with lu_result_free(). *sel is set when
 * `select` is not NULL, in r->arena. False: there is none. Accepts NULL for `c`. */
bool lu_cache_get(lu_cache *c, const lu_cache_key *k, lu_result *r, lu_selection *sel);
/* Keep a result. Nothing is kept while a part of the store is older than the elements, nor what is transient
 * (lu_result.transient). Accepts NULL for `c`. */
void lu_cache_put(lu_cache *c, const lu_cache_key *k, const lu_result *r, const lu_selection *sel);

/* The same for a text that was made of the result of `k`; all else that it depends on is in `more`. *out is reset
 * first. A text of more than some 500 KB is not kept. Accept NULL for `c`. */
bool lu_cache_get_text(lu_cache *c, const lu_cache_key *k, lu_str more, lu_buf *out);
void lu_cache_put_text(lu_cache *c, const lu_cache_key *k, lu_str more, lu_str text);

#ifdef __cplusplus
}
#endif
#endif
