/* SPDX-License-Identifier: MIT
 * The built-in provider: the vector of an element is the weighted sum of the vectors of its tokens.
 * A token's vector is a row of the table, or, when the table lacks it, is made of hashes: of the
 * token and, so that `embedding`, `embeddings` and `embed` come near each other, of its stem and
 * its beginning. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "embed/provider.h"
#include "embed/stem.h"
#include "lucus/text.h"
#include "lucus/vector.h"

#define DIM 256          /* without a table */
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

/* The vector of a term: a row of the table, or coordinates with a sign each. */
struct lu__term_vector {
	float worth[LU_TOKEN_PART + 1]; /* lu__static_weight() by kind; negative: not asked yet */
	int64_t row;                    /* of the table, -1: hashed */
	bool made;
	uint8_t parts;                  /* of the hashed vector: of the token, its stem, its beginning */
	uint16_t at[3 * NONZERO];
	uint64_t negative;              /* a bit for each */
};

/* The coordinates of a pseudo-random vector. */
static void hash_into(struct lu__term_vector *t, size_t dim, uint64_t h)
{
	size_t n = (size_t)t->parts++ * NONZERO;

	for (int i = 0; i < NONZERO; i += 4) {
		/* the finaliser of splitmix64: 4 coordinates of 15 bits and a sign each */
		uint64_t r = h += 0x9e3779b97f4a7c15u;

		r = (r ^ r >> 30) * 0xbf58476d1ce4e5b9u;
		r = (r ^ r >> 27) * 0x94d049bb133111ebu;
		r ^= r >> 31;
		for (int k = 0; k < 4; k++, r >>= 16, n++) {
			t->at[n] = (uint16_t)((r & 0x7fff) * dim >> 15);
			t->negative |= (r >> 15 & 1) << n;
		}
	}
}

static void make_term(const builtin *b, size_t dim, lu_str token, uint64_t hash, struct lu__term_vector *t)
{
	lu_str prefix = lu_strn(token.s, PREFIX_LEN);

	t->made = true;
	t->row = b->table ? lu_table_find(b->table, token) : -1;
	if (t->row >= 0) return;
	hash_into(t, dim, hash);
	hash_into(t, dim, lu_hash64(lu__stem(token), 1));
	if (token.n >= PREFIX_LEN) hash_into(t, dim, lu_hash64(prefix, 2));
}

static void add_term(const builtin *b, size_t dim, const struct lu__term_vector *t, float w, bool query, float *out)
{
	static const float length[] = { 1, STEM, PREFIX };
	uint64_t negative = t->negative;
	const uint16_t *at = t->at;

	if (t->row >= 0) {
		float scale, weight_code, weight_query;
		const int8_t *row = lu_table_row(b->table, t->row, &scale, &weight_code, &weight_query);

		w *= scale * (query ? weight_query : weight_code);
		for (size_t d = 0; d < dim; d++) out[d] += w * row[d];
		return;
	}
	w /= sqrtf((1 + STEM * STEM + PREFIX * PREFIX) * NONZERO);
	for (int p = 0; p < t->parts; p++) {
		float x = w * length[p], sign[2] = { x, -x };

		for (int i = 0; i < NONZERO; i++, negative >>= 1) out[*at++] += sign[negative & 1];
	}
}

/* ---- elements ---- */

/* Fields that make a vector of their own, of length `share`. */
static const struct group {
	unsigned fields;
	float share;
} groups[] = {
	{ 1u << LU_FIELD_NAME, SHARE_NAME },
	{ 1u << LU_FIELD_SCOPE | 1u << LU_FIELD_STEM | 1u << LU_FIELD_FOLDERS, SHARE_PLACE },
	{ 1u << LU_FIELD_SIGNATURE, SHARE_SIGNATURE },
	{ 1u << LU_FIELD_DOC, SHARE_DOC },
	{ 1u << LU_FIELD_BODY, SHARE_CODE },
};

static lu_code make_room(lu_embed_cache *k, const lu_bag *b, lu_err *e)
{
	void *v;

	if (k->bag != b || k->file != b->file) k->n = 0;
	k->bag = b;
	k->file = b->file;
	if (b->n_term > k->cap) {
		if (!(v = realloc(k->v, b->cap_term * sizeof *k->v))) return lu_nomem(e);
		k->v = v;
		k->cap = b->cap_term;
	}
	if (b->n_entry > k->cap_weight) {
		if (!(v = realloc(k->weight, 2 * b->cap_entry * sizeof *k->weight))) return lu_nomem(e);
		k->weight = v;
		k->cap_weight = b->cap_entry;
	}
	for (; k->n < b->n_term; k->n++)
		k->v[k->n] = (struct lu__term_vector){ .worth = { -1, -1, -1 } };
	return LU_OK;
}

static float worth_of(struct lu__term_vector *t, lu_str token, uint16_t kind)
{
	if (t->worth[kind] < 0) t->worth[kind] = lu__static_weight(token, (lu_token_kind)kind);
	return t->worth[kind];
}

/* Each token's logarithmic count times its worth, scaled so that the group has its length. */
static void weigh_group(lu_embed_cache *k, const lu_bag *b, const struct group *g)
{
	float *weight = k->weight, *part = k->weight + b->cap_entry;
	double sum = 0;
	float share;

	for (size_t i = 0; i < b->n_entry; i++) {
		const lu_bag_entry *v = &b->entry[i];
		unsigned tf = 0;

		for (int f = 0; f < LU_FIELDS; f++)
			if (g->fields >> f & 1) tf += v->tf[f];
		part[i] = tf ? log1pf((float)tf) * worth_of(&k->v[v->term], lu_bag_text(b, v->term), v->kind) : 0;
		sum += (double)part[i] * part[i];
	}
	share = sum > 0 ? g->share / (float)sqrt(sum) : 0;
	for (size_t i = 0; i < b->n_entry; i++) weight[i] += share * part[i];
}

static lu_code builtin_bag(const lu_embedder *m, lu_embed_cache *k, const lu_bag *b, float *out, lu_err *e)
{
	lu_code rc = make_room(k, b, e);

	if (rc) return rc;
	memset(out, 0, m->dim * sizeof *out);
	if (b->n_entry) memset(k->weight, 0, b->n_entry * sizeof *k->weight);
	for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) weigh_group(k, b, &groups[g]);
	for (size_t i = 0; i < b->n_entry; i++) {
		uint32_t term = b->entry[i].term;

		if (!(k->weight[i] > 0)) continue;
		if (!k->v[term].made) make_term(m->state, m->dim, lu_bag_text(b, term), b->term[term].hash, &k->v[term]);
		add_term(m->state, m->dim, &k->v[term], k->weight[i], false, out);
	}
	lu_vec_normalise(out, m->dim);
	return LU_OK;
}

static lu_code builtin_elements(const lu_embedder *m, const lu_element *els, size_t n, float *out,
				lu_err *e)
{
	lu_bag bag = LU_BAG;
	lu_embed_cache *k = NULL;
	lu_code rc = lu_embed_cache_new(&k, e);

	for (size_t i = 0; i < n && !rc; i++) {
		lu_bag_file(&bag);
		rc = lu_element_bag(&els[i], lu_str_before_last(els[i].name, '.'), &bag, e);
		if (!rc) rc = builtin_bag(m, k, &bag, out + i * m->dim, e);
	}
	lu_embed_cache_free(k);
	lu_bag_free(&bag);
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

static float query_weight(const lu_bag_entry *v, lu_str token, lu_df_fn *df, void *ctx)
{
	float worth = lu__static_weight(token, (lu_token_kind)v->kind);
	float w = log1pf(v->tf[LU_FIELD_BODY]);
	int64_t n, total;

	if (worth == 0) return 0;
	return w * (df && df(ctx, token, &n, &total) ? rarity(n, total) : worth);
}

static lu_code builtin_query(const lu_embedder *m, lu_str query, lu_df_fn *df, void *ctx,
			     float *out, lu_err *e)
{
	lu_bag bag = LU_BAG;
	lu_code rc;

	lu_bag_file(&bag);
	rc = lu_bag_read(&bag, query, LU_FIELD_BODY, e);
	memset(out, 0, m->dim * sizeof *out);
	for (size_t i = 0; i < bag.n_entry && !rc; i++) {
		uint32_t term = bag.entry[i].term;
		struct lu__term_vector t = { .made = false };
		lu_str token = lu_bag_text(&bag, term);
		float w = query_weight(&bag.entry[i], token, df, ctx);

		if (!(w > 0)) continue;
		make_term(m->state, m->dim, token, bag.term[term].hash, &t);
		add_term(m->state, m->dim, &t, w, true, out);
	}
	lu_vec_normalise(out, m->dim);
	lu_bag_free(&bag);
	return rc;
}

const lu__provider lu__provider_builtin = {
	"builtin", builtin_open, builtin_close, builtin_elements, builtin_bag, builtin_query,
};
