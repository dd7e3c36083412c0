/* SPDX-License-Identifier: MIT
 * What a provider of embeddings is. To add one: write its table of functions in a file of its own,
 * and list it in provider.c. */
#ifndef LU_EMBED_PROVIDER_H
#define LU_EMBED_PROVIDER_H

#include "lucus/embed.h"

typedef struct lu__provider {
	const char *name;
	/* Fill in m->model, m->dim and m->state; on failure nothing needs closing. */
	lu_code (*open)(lu_embedder *m, const lu_embed_config *c, lu_err *e);
	void (*close)(void *state);
	/* As lu_embed_elements(); NULL: it is asked over the network. */
	lu_code (*elements)(const lu_embedder *m, const lu_element *els, size_t n, float *out, lu_err *e);
	/* As lu_embed_bag(); NULL: it takes text. */
	lu_code (*bag)(const lu_embedder *m, lu_embed_cache *k, const lu_bag *b, float *out, lu_err *e);
	/* As lu_embed_query(). */
	lu_code (*query)(lu_embedder *m, lu_str query, lu_df_fn *df, void *ctx, float *out, lu_err *e);
	/* As lu_embed_all(); NULL: it works in process. */
	lu_code (*all)(lu_embedder *m, const lu_embed_work *w, lu_err *e);
	/* As lu_embedder_table(); NULL: it has none. */
	const lu_table *(*table)(const lu_embedder *m);
	/* What is sent of a text; NULL: all of it. */
	lu_str (*cut)(const lu_embedder *m, lu_str text);
} lu__provider;

struct lu_embedder {
	const lu__provider *provider;
	void *state;
	size_t dim; /* 0: not known yet */
	char model[LU_EMBED_MODEL_MAX + 1];
	lu_embed_usage usage;
};

extern const lu__provider lu__provider_builtin, lu__provider_voyage, lu__provider_openai;

/* What is known of the terms of the bag that was read last. */
struct lu_embed_cache {
	struct lu__term_vector *v; /* by term number */
	size_t n, cap;
	float *weight; /* of the entries of an element */
	size_t cap_weight;
	uint64_t file; /* lu_bag.file that it is true for */
	const lu_bag *bag;
};

#endif
