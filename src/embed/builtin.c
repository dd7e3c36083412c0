/* SPDX-License-Identifier: MIT
 * The built-in provider: the vector of an element is the weighted sum of the vectors of its tokens.
 * A token's vector is a row of the table, or, when the table lacks it, is made of hashes: of the
 * token and, so that `embedding`, `embeddings` and `embed` come near each other, of its stem and
 * its beginning. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "embed/bag.h"
#include "embed/provider.h"
#include "embed/stem.h"
#include "lucus/text.h"
#include "lucus/vector.h"

#define DIM 256          /* without a table */
#define FIELD_MAX 8192   /* bytes of a field that are read */
#define ITEM_MAX 256     /* bytes of an item of a list, and items */
#define NONZERO 16       /* coordinates of a hashed vector */
#define STEM 1.0f        /* length of the stem's vector when the token's is 1 */
#define PREFIX 0.9f      /* and of the first letters' */
#define PREFIX_LEN 5
#define SHARE_NAME 1.0f  /* length of the vector of each group of fields */
#define SHARE_PLACE 0.6f
#define SHARE_SIGNATURE 0.3f
#define SHARE_DOC 0.8f
#define SHARE_CODE 0.6f

typedef struct builtin {
	lu_table *table; /* or NULL */
} builtin;

static void builtin_close(void *state)
{
	builtin *b = state;

	lu_table_close(b->table);
	free(b);
}

static lu_code builtin_open(lu_embedder *m, const lu_embed_config *c, lu_err *e)
{
	builtin *b = calloc(1, sizeof *b);
	lu_code rc;

	if (!b) return lu_nomem(e);
	if (c->table && (rc = lu_table_open(c->table, &b->table, e))) {
		free(b);
		return rc;
	}
	m->state = b;
	m->dim = b->table ? lu_table_dim(b->table) : DIM;
	if (b->table && lu_table_count(b->table))
		snprintf(m->model, sizeof m->model, "builtin-%d-%08x", LU_RECIPE_VERSION,
			 (unsigned)(lu_table_check(b->table) >> 32));
	else
		snprintf(m->model, sizeof m->model, "builtin-%d", LU_RECIPE_VERSION);
	return LU_OK;
}

/* Add a pseudo-random vector of length about |w|. */
static void add_hashed(float *out, size_t dim, uint64_t h, float w)
{
	w /= sqrtf(NONZERO);
	for (int i = 0; i < NONZERO; i += 4) {
		/* the finaliser of splitmix64: 4 coordinates of 15 bits and a sign each */
		uint64_t r = h += 0x9e3779b97f4a7c15u;

		r = (r ^ r >> 30) * 0xbf58476d1ce4e5b9u;
		r = (r ^ r >> 27) * 0x94d049bb133111ebu;
		r ^= r >> 31;
		for (int k = 0; k < 4; k++, r >>= 16)
			out[(r & 0x7fff) * dim >> 15] += r & 0x8000 ? -w : w;
	}
}

static void add_token(const builtin *b, size_t dim, lu_str token, uint64_t hash, float w,
		      bool query, float *out)
{
	int64_t i = b->table ? lu_table_find(b->table, token) : -1;
	lu_str stem, prefix = lu_strn(token.s, PREFIX_LEN);

	if (i >= 0) {
		float scale, weight_code, weight_query;
		const int8_t *row = lu_table_row(b->table, i, &scale, &weight_code, &weight_query);

		w *= scale * (query ? weight_query : weight_code);
		for (size_t d = 0; d < dim; d++) out[d] += w * row[d];
		return;
	}
	stem = lu__stem(token);
	w /= sqrtf(1 + STEM * STEM + PREFIX * PREFIX);
	add_hashed(out, dim, hash, w);
	add_hashed(out, dim, lu_hash64(stem, 1), w * STEM);
	if (token.n >= PREFIX_LEN) add_hashed(out, dim, lu_hash64(prefix, 2), w * PREFIX);
}

static void read_list(lu__bag *bag, lu_strs v, float field)
{
	for (size_t i = 0; i < v.n && i < ITEM_MAX; i++) lu__bag_read(bag, v.v[i], ITEM_MAX, field);
}

static void read_element(lu__bag *bag, const lu_element *el)
{
	lu_str name = el->name.n ? el->name : lu_strz("");
	lu_str path = el->file_path.n ? el->file_path : lu_strz("");
	lu_str folder = lu_str_before_last(path, '/');

	lu__bag_reset(bag);
	lu__bag_read(bag, lu_element_title(el), FIELD_MAX, 1);
	lu__bag_group(bag, SHARE_NAME);

	lu__bag_read(bag, lu_str_before_last(name, '.'), FIELD_MAX, 1);
	lu__bag_read(bag, lu_str_before_last(lu_str_after_last(path, '/'), '.'), FIELD_MAX, 1);
	lu__bag_read(bag, lu_str_after_last(folder, '/'), FIELD_MAX, 1);
	lu__bag_group(bag, SHARE_PLACE);

	if (!lu_str_eqz(el->type, "section")) lu__bag_read(bag, el->signature, FIELD_MAX, 1);
	lu__bag_read(bag, el->return_type, FIELD_MAX, 1);
	for (size_t i = 0; i < el->parameters.n && i < ITEM_MAX; i++) {
		lu__bag_read(bag, el->parameters.v[i].name, ITEM_MAX, 1);
		lu__bag_read(bag, el->parameters.v[i].type, ITEM_MAX, 1);
	}
	read_list(bag, el->base_classes, 1);
	read_list(bag, el->decorators, 1);
	read_list(bag, el->methods, 1);
	lu__bag_group(bag, SHARE_SIGNATURE);

	lu__bag_read(bag, el->docstring, FIELD_MAX, 1);
	lu__bag_read(bag, el->explanation, FIELD_MAX, 1);
	lu__bag_group(bag, SHARE_DOC);

	lu__bag_read(bag, el->code, FIELD_MAX, 1);
	lu__bag_group(bag, SHARE_CODE);
}

static void add_bag(const builtin *b, size_t dim, const lu__bag *bag, bool query, float *out)
{
	memset(out, 0, dim * sizeof *out);
	for (size_t i = 0; i < bag->n; i++) {
		const lu__token *t = &bag->v[i];

		if (t->weight > 0)
			add_token(b, dim, lu__token_str(bag, t), t->hash, t->weight, query, out);
	}
	lu_vec_normalise(out, dim);
}

static lu_code builtin_elements(const lu_embedder *m, const lu_element *els, size_t n, float *out,
				lu_err *e)
{
	lu__bag bag = LU__BAG;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		read_element(&bag, &els[i]);
		if (bag.oom) rc = lu_nomem(e);
		else add_bag(m->state, m->dim, &bag, false, out + i * m->dim);
	}
	lu__bag_free(&bag);
	return rc;
}

/* The square root of BM25's inverse document frequency: with the full one, the rarest word of a
 * question outweighs the agreement of all others, and 256 dimensions are too few to find it surely
 * by itself. */
static float rarity(int64_t df, int64_t total)
{
	if (df < 0) df = 0;
	if (total < df) total = df;
	return (float)sqrt(log(1 + ((double)total - (double)df + .5) / ((double)df + .5)));
}

static void weigh_query(lu__bag *bag, lu_df_fn *df, void *ctx)
{
	for (size_t i = 0; i < bag->n; i++) {
		lu__token *t = &bag->v[i];
		lu_str s = lu__token_str(bag, t);
		int64_t n, total;

		if (t->worth == 0) continue;
		t->weight = log1pf(t->tf);
		if (df && df(ctx, s, &n, &total)) t->weight *= rarity(n, total);
		else t->weight *= t->worth;
	}
}

static lu_code builtin_query(const lu_embedder *m, lu_str query, lu_df_fn *df, void *ctx,
			     float *out, lu_err *e)
{
	lu__bag bag = LU__BAG;
	lu_code rc = LU_OK;

	lu__bag_read(&bag, query, FIELD_MAX, 1);
	if (bag.oom) {
		rc = lu_nomem(e);
	} else {
		weigh_query(&bag, df, ctx);
		add_bag(m->state, m->dim, &bag, true, out);
	}
	lu__bag_free(&bag);
	return rc;
}

const lu__provider lu__provider_builtin = {
	"builtin", builtin_open, builtin_close, builtin_elements, builtin_query,
};
