/* SPDX-License-Identifier: MIT
 * The ledger: what models and other servers were asked for a knowledge base, and what it cost.
 *
 * It is a table in a small SQLite file beside the store, STORE-ledger (mode 0600), with a row for each tenant, knowledge
 * base, purpose and model. It is no part of the store's own file: a query that asks a model must neither wait for who
 * writes the store, nor change the file, by which cached answers are known (cache.h); and money that was spent stays spent
 * when a knowledge base is removed, or the store made anew. Tenants and knowledge bases are known by their names. */
#ifndef LU_STORE_LEDGER_H
#define LU_STORE_LEDGER_H

#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What was asked: the sum of what is known, and how many of the requests have tokens or a cost that are not part of it.
 * For lu_ledger_add() a number of tokens, or a cost, of -1 says that it is not known for any of the requests. */
typedef struct lu_ledger_entry {
	lu_str purpose;   /* a word: the phase of a prompt (lucus/prompt.h), "embedding" or "rerank" */
	lu_str model;     /* at most 200 bytes of it are kept */
	int64_t requests; /* that were answered */
	int64_t tokens_in, tokens_cached, tokens_out; /* in: with cached */
	double cost;                                  /* US dollars */
	int64_t cache_hits;          /* answers that cost no request, as lucus had them in a cache of its own */
	int64_t uncounted, unpriced; /* requests without tokens, without a cost */
} lu_ledger_entry;

/* Add `add` to the row of its purpose and model, of the knowledge base that `s` uses, which may be a handle that only reads:
 * nothing of the store is locked or changed. A transaction of its own. An entry without requests and hits does nothing, and
 * so does any where the store's folder or its ledger can not be written, which is no error. LU_EBUSY: others kept the
 * ledger locked for two seconds; this and LU_EDB are worth a warning, and nothing more. */
lu_code lu_ledger_add(lu_store *s, const lu_ledger_entry *add, lu_err *e) LU_MUST_USE;

/* The rows of the knowledge base that `s` uses, by purpose and model; none where there is no ledger. Views live in `a`. */
lu_code lu_ledger_read(lu_store *s, lu_arena *a, lu_ledger_entry **out, size_t *n, lu_err *e) LU_MUST_USE;
/* The sum of what is known of `n` rows; its purpose and model say nothing. */
lu_ledger_entry lu_ledger_total(const lu_ledger_entry *v, size_t n);

#ifdef __cplusplus
}
#endif
#endif
