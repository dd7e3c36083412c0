/* SPDX-License-Identifier: MIT
 * Embeddings: the provider interface, the built-in provider (token vectors, in process), and
 * providers over the network. */
#ifndef LUCUS_EMBED_H
#define LUCUS_EMBED_H

#include "lucus/bag.h"
#include "lucus/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the text recipe: which fields of an element are embedded, and how. Part of every
 * model name, so that vectors of different recipes never meet in one index. */
#define LU_RECIPE_VERSION 2

/* The text of an element for providers that take text: name, type, file, async, docstring,
 * explanation, code, decorators, parameters, return type, dependencies, bases, calls, methods,
 * assignments, each on a labelled line, empty ones left out. Running out of memory is left in `out`. */
void lu_element_text(const lu_element *el, lu_buf *out);

/* Read an element's fields into `b`, as the next element of its file: what full text and the built-in vectors are
 * made of. `scope`: the names of the elements that it is in, in any form that has tokens. */
lu_code lu_element_bag(const lu_element *el, lu_str scope, lu_bag *b, lu_err *e) LU_MUST_USE;

/* Hash of everything that a vector depends on but for its scope: equal both, equal vectors (for one model). */
uint64_t lu_element_text_hash(const lu_element *el);

typedef struct lu_embedder lu_embedder;

/* How many of the corpus's elements hold `token`; *total is the number of elements. Used for the idf
 * weights of queries. Return false when it is not known. */
typedef bool lu_df_fn(void *ctx, lu_str token, int64_t *df, int64_t *total);

#define LU_EMBED_DIM_MAX    16384
#define LU_EMBED_BATCH_MAX  1000   /* texts of a request */
#define LU_EMBED_TOKENS_MAX 100000 /* of a text */
#define LU_EMBED_MODEL_MAX  200    /* bytes of a model's name */

/* Zero-initialised are the defaults. */
typedef struct lu_embed_config {
	const char *provider; /* NULL: "builtin" */
	const char *table;    /* builtin: file of token vectors; NULL: those of the program */
	/* What follows is of providers over the network. */
	const char *url;   /* "http://localhost:11434/v1", with or without "/embeddings"; NULL: the provider's own */
	const char *model; /* NULL: the provider's default */
	const char *key;   /* NULL: none is sent, which the provider's own address does not accept */
	int64_t dim;       /* to request; 0: what the first reply has */
	int64_t batch;     /* most texts of a request; 0: 64 */
	int64_t tokens;    /* estimated tokens after which a text is cut; 0: what the provider's models read */
	int64_t parallel;  /* requests in flight; 0: 5 */
	double timeout;    /* seconds for a request; 0: those of lu_http_options */
} lu_embed_config;

/* LU_EUSAGE for an unknown provider, the message lists the names, or a value out of its range. Opens
 * no connection. Release with lu_embedder_close(). */
lu_code lu_embedder_open(const lu_embed_config *c, lu_embedder **out, lu_err *e) LU_MUST_USE;
void lu_embedder_close(lu_embedder *m); /* accepts NULL */

/* Name and version of the model, e.g. "builtin-2-01234567": of the recipe, and the first digits of the table's hash, if
 * that holds any tokens; or "voyage-2:voyage-code-3": of provider, recipe and model. Two embedders with equal names and
 * dimensions give equal vectors. Borrowed. */
const char *lu_embedder_model(const lu_embedder *m);
/* Components of a vector; 0: not known before the first reply. */
size_t lu_embedder_dim(const lu_embedder *m);
/* May its vectors be compared with those of `model`, which have `dim` components? An embedder that
 * does not know its dimension yet takes on this one, when the model is its own. */
bool lu_embedder_suits(lu_embedder *m, lu_str model, int64_t dim);
/* The provider and the model in such a name: views of it. False: it is no model over the network. */
bool lu_embed_model_parts(lu_str name, lu_str *provider, lu_str *model);

/* Unit vectors (or zeros, for an element without tokens) of `n` elements into out[n * dim], by a provider in process
 * (LU_EUSAGE: it is none). Thread-safe.
 * Depends on the elements alone, never on the corpus, so that a vector stays true while others change:
 * corpus idf weighs the query's side. */
lu_code lu_embed_elements(lu_embedder *m, const lu_element *els, size_t n, float *out, lu_err *e) LU_MUST_USE;
/* The same for the present element of a bag, by a provider that works on tokens (lu_embeds_bags()); `k` is the
 * caller's, one for each thread. */
typedef struct lu_embed_cache lu_embed_cache;
bool lu_embeds_bags(const lu_embedder *m);
lu_code lu_embed_bag(const lu_embedder *m, lu_embed_cache *k, const lu_bag *b, float *out, lu_err *e) LU_MUST_USE;
lu_code lu_embed_cache_new(lu_embed_cache **out, lu_err *e) LU_MUST_USE;
void lu_embed_cache_free(lu_embed_cache *k); /* accepts NULL */
/* What a token is worth before anything is known of the corpus: keywords and the most common words
 * of programs, single letters and numbers are worth less than 1, function words 0. */
float lu_token_worth(lu_str token, lu_token_kind kind);

/* The token vectors that a provider in process works with; NULL: it is asked over the network. Borrowed. */
typedef struct lu_table lu_table;
const lu_table *lu_embedder_table(const lu_embedder *m);
/* Unit vector of a query, its tokens weighted by the square root of BM25's idf when `df` is not NULL
 * (and the provider works on tokens). All zeros: no tokens but function words. LU_ENET: a provider
 * over the network does not reply. Of such a one the dimension must be known: lu_embedder_suits(). */
lu_code lu_embed_query(lu_embedder *m, lu_str query, lu_df_fn *df, void *ctx, float *out, lu_err *e) LU_MUST_USE;

/* ---- over the network ---- */

/* Is its provider over the network? Then elements are embedded by lu_embed_all(), many at a time. */
bool lu_embeds_remotely(const lu_embedder *m);

/* What is to be embedded, and what becomes of it. Any code but LU_OK ends the work with it. */
typedef struct lu_embed_work {
	void *ctx;
	/* Append the text of the next element to `out` and set *id, which is the caller's. LU_DONE: there are no more. */
	lu_code (*next)(void *ctx, lu_buf *out, int64_t *id, lu_err *e);
	/* Unit vectors have come: n * lu_embedder_dim() components. In the order of `next` within a
	 * call, not across them. */
	lu_code (*take)(void *ctx, const int64_t *id, const float *v, size_t n, lu_err *e);
	/* These have none, for the reason in *why; the work goes on with the others. */
	lu_code (*fail)(void *ctx, const int64_t *id, size_t n, const lu_err *why, lu_err *e);
} lu_embed_work;

/* Embed all that `next` gives, in requests that are bounded in number of texts and in tokens,
 * config.parallel in flight. What a server finds too large or bad (status 400, 413, 422) is tried
 * again in halves, down to one text, which is then cut. LU_EUSAGE: a key is missing. LU_ENET: the
 * server refuses the key or does not know the model, or LU_EMBED_STREAK requests in a row have
 * failed, or as many as are in flight and none ever got a reply; what is left was not sent.
 * LU_ECANCEL: lu_check_cancel(); what was in flight is lost. */
#define LU_EMBED_STREAK 10
lu_code lu_embed_all(lu_embedder *m, const lu_embed_work *w, lu_err *e) LU_MUST_USE;

/* How many tokens a text will count as: a quarter of the bytes that are sent of it. What is billed
 * is the server's own count. */
int64_t lu_embedder_tokens(const lu_embedder *m, lu_str text);

/* What was sent since the embedder was opened. */
typedef struct lu_embed_usage {
	int64_t requests, tokens; /* that got a reply; tokens as the server counts them */
} lu_embed_usage;
lu_embed_usage lu_embedder_usage(const lu_embedder *m);

/* ---- the token-vector table ---- */

/* File format, version 1, little-endian, in this order:
 *   char     magic[8]        "LUCUSTV1"
 *   uint32_t version         1
 *   uint32_t dim             1..4096
 *   uint32_t count           tokens
 *   uint32_t slots           size of the hash table, a power of two > count (0 when count is 0)
 *   uint64_t text_bytes      of all tokens
 *   uint64_t check           checksum of everything after this field, see below
 *   uint32_t slot[slots]     index of a token + 1, 0 for empty; open addressing, linear probing from
 *                            lu_hash64(token, 0) & (slots - 1)
 *   uint32_t offset[count+1] of each token's bytes; offset[count] == text_bytes
 *   float    scale[count]    of each row
 *   float    weight_code[count], weight_query[count]   learned token weights, 1 when not trained
 *   int8_t   row[count*dim]
 *   char     text[text_bytes]
 * It is mapped, not read; every length is checked against the file's size before use.
 *
 * The checksum reads 64 bytes at a time, the last block filled up with zeros, as eight 64-bit words for
 * eight lanes that begin as 1..8: lane = (lane ^ word) * 0x9e3779b97f4a7c15, lane ^= lane >> 29. It is
 * lu_hash64() of the lanes, with the number of bytes as its seed. */

/* Map the file at `path`. LU_EIO: it can not be read; LU_EFORMAT: it is no whole table. A table may be read by any number of
 * threads; release it with lu_table_close(). */
lu_code lu_table_open(const char *path, lu_table **out, lu_err *e) LU_MUST_USE;
/* The table that is part of the program (src/embed/model.bin). */
lu_code lu_table_builtin(lu_table **out, lu_err *e) LU_MUST_USE;
void lu_table_close(lu_table *t);           /* accepts NULL */
size_t lu_table_dim(const lu_table *t);     /* components of a row */
size_t lu_table_count(const lu_table *t);   /* tokens */
uint64_t lu_table_check(const lu_table *t); /* the checksum that the file has */
/* Index of a token, -1 when the table lacks it. */
int64_t lu_table_find(const lu_table *t, lu_str token);
/* The same by the lowest `bits` bits, at most 32, of lu_hash64(token, 0): of several with the same the first. A table of more
 * slots than these bits tell apart finds nothing so. */
int64_t lu_table_find_hash(const lu_table *t, uint32_t hash, unsigned bits);
/* Have in the processor's caches, as far as it follows, what lu_table_find_hash() and lu_table_row() will read for these. */
void lu_table_expect(const lu_table *t, const uint32_t *hash, size_t n, unsigned bits);
/* Token `i`: borrowed until close. */
lu_str lu_table_token(const lu_table *t, int64_t i);
/* The row of token `i`: borrowed until close. */
const int8_t *lu_table_row(const lu_table *t, int64_t i, float *scale, float *weight_code, float *weight_query);

typedef struct lu_table_entry {
	lu_str token;
	const float *v; /* dim components */
	float weight_code, weight_query;
} lu_table_entry;

/* Write a table: rows are quantised. Equal input gives an equal file. */
lu_code lu_table_write(const char *path, const lu_table_entry *v, size_t n, size_t dim, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
