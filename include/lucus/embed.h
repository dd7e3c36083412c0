/* SPDX-License-Identifier: MIT
 * Embeddings: the provider interface, and the built-in provider (token vectors, in process). */
#ifndef LUCUS_EMBED_H
#define LUCUS_EMBED_H

#include "lucus/bag.h"
#include "lucus/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the text recipe (E1): which fields of an element are embedded, and how. Part of every
 * model name, so that vectors of different recipes never meet in one index. */
#define LU_RECIPE_VERSION 2

/* The text of an element for providers that take text: name, type, file, async, docstring,
 * explanation, code, decorators, parameters, return type, dependencies, bases, calls, methods,
 * assignments, each on a labelled line, empty ones left out. */
void lu_element_text(const lu_element *el, lu_buf *out);

/* Read an element's fields into `b`, as the next element of its file: what full text and the built-in vectors are
 * made of. `scope`: the names of the elements that it is in, in any form that has tokens. */
lu_code lu_element_bag(const lu_element *el, lu_str scope, lu_bag *b, lu_err *e) LU_MUST_USE;

/* The word that names a file: its name without the ending, or, when that stands for its folder (index.js, mod.rs,
 * __init__.py), the folder's. A view of `path`. */
lu_str lu_path_stem(lu_str path);

/* Hash of everything that a vector depends on but for its scope: equal both, equal vectors (for one model). */
uint64_t lu_element_text_hash(const lu_element *el);

typedef struct lu_embedder lu_embedder;

/* How many of the corpus's elements hold `token`; *total is the number of elements. Used for the idf
 * weights of queries. Return false when it is not known. */
typedef bool lu_df_fn(void *ctx, lu_str token, int64_t *df, int64_t *total);

typedef struct lu_embed_config {
	const char *provider; /* NULL: "builtin" */
	const char *table;    /* builtin: file of token vectors; NULL: those of the program */
} lu_embed_config;

/* LU_EUSAGE for an unknown provider, the message lists the names. Release with lu_embedder_close(). */
lu_code lu_embedder_open(const lu_embed_config *c, lu_embedder **out, lu_err *e) LU_MUST_USE;
void lu_embedder_close(lu_embedder *m); /* accepts NULL */

/* Name and version of the model, e.g. "builtin-2-01234567": of the recipe, and the first digits of the table's hash, if
 * that holds any tokens. Two embedders with equal names give equal vectors. Borrowed. */
const char *lu_embedder_model(const lu_embedder *m);
size_t lu_embedder_dim(const lu_embedder *m);

/* Unit vectors (or zeros, for an element without tokens) of `n` elements into out[n * dim]. Thread-safe.
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
/* Unit vector of a query, its tokens weighted by the square root of BM25's idf when `df` is not NULL. All
 * zeros: no tokens but function words. */
lu_code lu_embed_query(lu_embedder *m, lu_str query, lu_df_fn *df, void *ctx, float *out, lu_err *e) LU_MUST_USE;

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
typedef struct lu_table lu_table;

lu_code lu_table_open(const char *path, lu_table **out, lu_err *e) LU_MUST_USE;
/* The table that is part of the program (src/embed/model.bin). */
lu_code lu_table_builtin(lu_table **out, lu_err *e) LU_MUST_USE;
void lu_table_close(lu_table *t); /* accepts NULL */
size_t lu_table_dim(const lu_table *t);
size_t lu_table_count(const lu_table *t);
uint64_t lu_table_check(const lu_table *t);
/* Index of a token, -1 when the table lacks it. */
int64_t lu_table_find(const lu_table *t, lu_str token);
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
