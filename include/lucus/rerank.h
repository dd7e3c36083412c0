/* SPDX-License-Identifier: MIT
 * Rerankers over HTTP: Cohere, Voyage, Jina, and what is compatible with one of them. They read the
 * query together with each document, and score how relevant that is. A reranker is of one thread at
 * a time. */
#ifndef LUCUS_RERANK_H
#define LUCUS_RERANK_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_RERANK_MAX 1000 /* documents of one query */

/* Texts are borrowed until lu_reranker_open() returns. */
typedef struct lu_rerank_config {
	const char *provider; /* "cohere", "voyage" or "jina" */
	const char *url;      /* "http://localhost:8000/v1", with or without "/rerank"; NULL: the provider's own */
	const char *model;    /* NULL: the provider's default */
	const char *key;      /* NULL: none is sent, which the provider's own address does not accept */
	double timeout;       /* seconds for a query; 0: 30 */
} lu_rerank_config;

typedef struct lu_reranker lu_reranker;
/* Opens no connection. LU_EUSAGE: unknown provider, the message lists the names, or a value out of
 * its range. Release *out with lu_reranker_close(). */
lu_code lu_reranker_open(const lu_rerank_config *c, lu_reranker **out, lu_err *e) LU_MUST_USE;
/* The environment variable that the key of a provider is kept in; NULL: there is no such provider. */
const char *lu_reranker_key_name(const char *provider);
void lu_reranker_close(lu_reranker *r); /* accepts NULL */
/* Provider and model: "cohere:rerank-v3.5". Borrowed, until close. */
const char *lu_reranker_model(const lu_reranker *r);

/* How relevant each of `n` documents, at most LU_RERANK_MAX, is to the query: score[i], higher is
 * better, on the model's own scale; -HUGE_VAL for those that the reply does not name. Waits for the
 * server. LU_ENET: there is no reply, or none that can be used; also without a key where one is
 * needed. LU_ECANCEL: lu_check_cancel(). */
lu_code lu_reranker_ask(lu_reranker *r, lu_str query, const lu_str *doc, size_t n, double *score,
			lu_err *e) LU_MUST_USE;

/* What was sent since it was opened. */
typedef struct lu_rerank_usage {
	int64_t requests, tokens; /* that got a reply; tokens as the server counts them, which Cohere does not */
} lu_rerank_usage;
lu_rerank_usage lu_reranker_usage(const lu_reranker *r);

#ifdef __cplusplus
}
#endif
#endif
