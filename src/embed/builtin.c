/* SPDX-License-Identifier: MIT
 * The built-in provider: the vector of an element is the weighted sum of the vectors of its tokens. A token's vector is
 * a row of the table, or, when the table lacks it, is made of hashes. */
#include "embed/builtin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lucus/text.h"
#include "lucus/vector.h"

#define SHARE_NAME      1.0f /* length of the vector of each group of fields */
#define SHARE_PLACE     0.6f
#define SHARE_SIGNATURE 0.3f
#define SHARE_DOC       0.8f
#define SHARE_CODE      0.6f
#define STRESS_PLACE    1.67f

typedef struct builtin {
	lu_table *table;
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
	rc = c->table ? lu_table_open(c->table, &b->table, e) : lu_table_builtin(&b->table, e);
	if (rc) {
		free(b);
		return rc;
	}
	m->state = b;
	m->dim = lu_table_dim(b->table);
	if (lu_table_count(b->table))
		snprintf(m->model, sizeof m->model, "builtin-%d-%08x", LU_RECIPE_VERSION,
			 (unsigned)(lu_table_check(b->table) >> 32));
	else snprintf(m->model, sizeof m->model, "builtin-%d", LU_RECIPE_VERSION);
	return LU_OK;
}

/* What is known of a term. */
struct lu__term_vector {
	float worth[LU_TOKEN_PART + 1]; /* lu_token_worth() by kind; negative: not asked yet */
	bool made;
	int64_t row; /* of the table, -1: hashed */
	lu__hashed hashed;
};

static void make_term(const builtin *b, size_t dim, lu_str token, uint64_t hash, struct lu__term_vector *t)
{
	t->made = true;
	t->row = lu_table_find(b->table, token);
	if (t->row < 0) lu__hashed_make(token, hash, dim, &t->hashed);
}

static void add_row(const lu_table *table, int64_t i, float w, bool query, float *out)
{
	float scale, weight_code, weight_query;
	const int8_t *row = lu_table_row(table, i, &scale, &weight_code, &weight_query);

	lu_vec_add(out, row, w * scale * (query ? weight_query : weight_code), lu_table_dim(table));
}

static void add_term(const builtin *b, const struct lu__term_vector *t, float w, bool query, float *out)
{
	if (t->row >= 0) add_row(b->table, t->row, w, query, out);
	else lu__hashed_add(&t->hashed, w, out);
}

/* ---- elements ---- */

/* Fields that make a vector of their own, of length `share` where the table is trained. A question tells the place more
 * often than what pairs are made of does: `stress` is how much more a group counts where elements are found. */
static const struct group {
	unsigned fields;
	float share, stress;
} groups[LU__GROUPS] = {
	{ 1u << LU_FIELD_NAME, SHARE_NAME, 1 },
	{ 1u << LU_FIELD_SCOPE | 1u << LU_FIELD_STEM | 1u << LU_FIELD_FOLDERS, SHARE_PLACE, STRESS_PLACE },
	{ 1u << LU_FIELD_SIGNATURE, SHARE_SIGNATURE, 1 },
	{ 1u << LU_FIELD_DOC, SHARE_DOC, 1 },
	{ 1u << LU_FIELD_BODY, SHARE_CODE, 1 },
};

lu_code lu_embed_cache_new(lu_embed_cache **out, lu_err *e)
{
	return (*out = calloc(1, sizeof **out)) ? LU_OK : lu_nomem(e);
}

void lu_embed_cache_free(lu_embed_cache *k)
{
	if (!k) return;
	free(k->v);
	free(k->weight);
	free(k);
}

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
		if (!(v = realloc(k->weight, LU__GROUPS * b->cap_entry * sizeof *k->weight))) return lu_nomem(e);
		k->weight = v;
		k->cap_weight = b->cap_entry;
	}
	for (; k->n < b->n_term; k->n++) k->v[k->n] = (struct lu__term_vector){ .worth = { -1, -1, -1 } };
	return LU_OK;
}

static float worth_of(struct lu__term_vector *t, lu_str token, uint16_t kind)
{
	if (t->worth[kind] < 0) t->worth[kind] = lu_token_worth(token, (lu_token_kind)kind);
	return t->worth[kind];
}

/* Each token's logarithmic count times its worth, scaled so that the group has its length. */
static void weigh_group(lu_embed_cache *k, const lu_bag *b, const struct group *g, float *part)
{
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
	for (size_t i = 0; i < b->n_entry; i++) part[i] *= share;
}

lu_code lu__group_parts(lu_embed_cache *k, const lu_bag *b, float **part, lu_err *e)
{
	lu_code rc = make_room(k, b, e);

	if (rc) return rc;
	for (size_t g = 0; g < LU__GROUPS; g++) weigh_group(k, b, &groups[g], k->weight + g * b->n_entry);
	*part = k->weight;
	return LU_OK;
}

static lu_code builtin_bag(const lu_embedder *m, lu_embed_cache *k, const lu_bag *b, float *out, lu_err *e)
{
	float *part;
	lu_code rc = lu__group_parts(k, b, &part, e);

	if (rc) return rc;
	memset(out, 0, m->dim * sizeof *out);
	for (size_t i = 0; i < b->n_entry; i++) {
		uint32_t term = b->entry[i].term;
		float w = 0;

		for (size_t g = 0; g < LU__GROUPS; g++) w += groups[g].stress * part[g * b->n_entry + i];
		if (!(w > 0)) continue;
		if (!k->v[term].made)
			make_term(m->state, m->dim, lu_bag_text(b, term), b->term[term].hash, &k->v[term]);
		add_term(m->state, &k->v[term], w, false, out);
	}
	lu_vec_normalise(out, m->dim);
	return LU_OK;
}

static lu_code builtin_elements(const lu_embedder *m, const lu_element *els, size_t n, float *out, lu_err *e)
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

/* ---- queries ---- */

/* The square root of BM25's inverse document frequency: with the full one, the rarest word of a
 * question outweighs the agreement of all others, and 256 dimensions are too few to find it surely
 * by itself. */
static float rarity(int64_t df, int64_t total)
{
	if (df < 0) df = 0;
	if (total < df) total = df;
	return (float)sqrt(log(1 + ((double)total - (double)df + .5) / ((double)df + .5)));
}

float lu__query_weight(const lu_bag_entry *v, lu_str token, lu_df_fn *df, void *ctx)
{
	float worth = lu_token_worth(token, (lu_token_kind)v->kind);
	float w = log1pf(v->tf[LU_FIELD_BODY]);
	int64_t n, total;

	if (worth == 0) return 0;
	return w * (df && df(ctx, token, &n, &total) ? rarity(n, total) : worth);
}

typedef struct couples {
	lu__couple_fn *fn;
	void *ctx;
	char text[2 * LU_TOKEN_MAX + 1];
	size_t n;   /* of the word before, in `text`; 0: none */
	bool stops; /* it is a function word */
} couples;

static bool couple_word(void *ctx, lu_str token, lu_token_kind kind)
{
	couples *c = ctx;
	bool stops = lu_stop_word(token), go = true;

	if (kind != LU_TOKEN_WORD) {
		c->n = 0;
		return true;
	}
	if (c->n && !(stops && c->stops)) {
		c->text[c->n] = '_';
		memcpy(c->text + c->n + 1, token.s, token.n);
		go = c->fn(c->ctx, lu_strn(c->text, c->n + 1 + token.n));
	}
	memcpy(c->text, token.s, token.n);
	c->n = token.n;
	c->stops = stops;
	return go;
}

lu_code lu__couples(lu_str query, lu__couple_fn *fn, void *ctx, lu_err *e)
{
	couples c = { .fn = fn, .ctx = ctx };

	return lu_tokenize(query, couple_word, &c, e);
}

typedef struct couple_sum {
	const lu_table *table;
	float *out;
} couple_sum;

/* Hashed, it would be near nothing but itself. */
static bool add_couple(void *ctx, lu_str couple)
{
	couple_sum *s = ctx;
	int64_t row = lu_table_find(s->table, couple);

	if (row >= 0) add_row(s->table, row, LU__COUPLE, true, s->out);
	return true;
}

static lu_code builtin_query(lu_embedder *m, lu_str query, lu_df_fn *df, void *ctx, float *out, lu_err *e)
{
	const builtin *b = m->state;
	couple_sum sum = { b->table, out };
	lu_bag bag = LU_BAG;
	lu_code rc;

	lu_bag_file(&bag);
	rc = lu_bag_read(&bag, query, LU_FIELD_BODY, e);
	memset(out, 0, m->dim * sizeof *out);
	for (size_t i = 0; i < bag.n_entry && !rc; i++) {
		uint32_t term = bag.entry[i].term;
		struct lu__term_vector t = { .made = false };
		lu_str token = lu_bag_text(&bag, term);
		float w = lu__query_weight(&bag.entry[i], token, df, ctx);

		if (!(w > 0)) continue;
		make_term(b, m->dim, token, bag.term[term].hash, &t);
		add_term(b, &t, w, true, out);
	}
	if (!rc) rc = lu__couples(query, add_couple, &sum, e);
	lu_vec_normalise(out, m->dim);
	lu_bag_free(&bag);
	return rc;
}

static const lu_table *builtin_table(const lu_embedder *m)
{
	return ((const builtin *)m->state)->table;
}

const lu__provider lu__provider_builtin = {
	.name = "builtin",
	.open = builtin_open,
	.close = builtin_close,
	.elements = builtin_elements,
	.bag = builtin_bag,
	.query = builtin_query,
	.table = builtin_table,
};
