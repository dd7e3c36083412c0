/* SPDX-License-Identifier: MIT
 * What the built-in provider and the programs that train its table share: how much each token of an element or of a
 * query counts, and the vectors of tokens that no table has. */
#ifndef LU_EMBED_BUILTIN_H
#define LU_EMBED_BUILTIN_H

#include "embed/provider.h"

#define LU__DIM     256  /* of the table that is trained */
#define LU__NONZERO 16   /* coordinates of a pseudo-random vector */
#define LU__GROUPS  5    /* of fields: name, place, signature, documentation, code */
#define LU__COUPLE  1.5f /* what two words side by side count in a query, times their row's weight */

/* The vector of a token that the table lacks: coordinates with a sign each. */
typedef struct lu__hashed {
	uint8_t parts; /* of the token, its stem, its beginning */
	uint16_t at[3 * LU__NONZERO];
	uint64_t negative; /* a bit for each */
} lu__hashed;

/* `hash`: lu_digest64(token, 0). */
void lu__hashed_make(lu_str token, uint64_t hash, size_t dim, lu__hashed *h);
/* Add `w` times the vector, whose length is about 1. */
void lu__hashed_add(const lu__hashed *h, float w, float *out);

/* What each entry of the present element counts in each group of fields: (*part)[g * b->n_entry + i], each group
 * scaled to the length that it has in the sum while a table is trained. The memory is the cache's, until its next use. */
lu_code lu__group_parts(lu_embed_cache *k, const lu_bag *b, float **part, lu_err *e);

/* What an entry of a bag that holds a query, in LU_FIELD_BODY, counts; 0: nothing. */
float lu__query_weight(const lu_bag_entry *v, lu_str token, lu_df_fn *df, void *ctx);

/* Call `fn` for each two plain words that stand side by side in `query`, joined by '_': as an identifier of both would
 * be written. Return false to stop. */
typedef bool lu__couple_fn(void *ctx, lu_str couple);
lu_code lu__couples(lu_str query, lu__couple_fn *fn, void *ctx, lu_err *e);

#endif
