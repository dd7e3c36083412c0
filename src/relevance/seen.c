/* SPDX-License-Identifier: MIT
 * The words of a question, and what a token of a text is to them: looked up once, as texts repeat themselves. */
#include "relevance/signals.h"

#include <math.h>

#include "core/ascii.h"

#define WEAK    .15f /* weight of a word that says nothing of its own */
#define NAMED   1.5f /* of a name */
#define UNKNOWN 1.3f /* of a word that nothing in the code base holds */
#define NO_ROW  1.f  /* length of the vector of a token that the table lacks */

/* ---- the question ---- */

static lu_code add_word(lu_assessor *j, const lu_word *w, int64_t total, lu_err *e)
{
	size_t i = j->n++;
	double df = w->df > 0 ? (double)w->df : .5;

	j->token[i] = lu_arena_dup(&j->arena, w->token);
	j->stem[i] = lu_arena_dup(&j->arena, lu_stem(j->stemmer, w->token));
	if (!j->token[i].s || !j->stem[i].s) return lu_nomem(e);
	if (!w->token.n) {
		/* of several tokens: it is compared as one */
		lu_str text = lu_arena_dup(&j->arena, w->text);
		char *s = (char *)text.s;
		size_t n = 0;

		if (!s) return lu_nomem(e);
		for (size_t k = 0; k < text.n; k++)
			if (lu_is_ident(s[k]) && s[k] != '_') s[n++] = lu_is_upper(s[k]) ? (char)(s[k] | 0x20) : s[k];
		j->token[i] = lu_strn(s, n);
	}
	j->n_implied[i] = w->named ? 0 : lu_implied_by(j->stem[i], j->implied[i]);
	if (w->named) j->named |= 1ull << i;
	j->weight[i] = (float)(log(1 + (double)total / df) * (w->weak                    ? WEAK
							      : w->named                 ? NAMED
							      : w->df > 0 && !w->guessed ? 1
											 : UNKNOWN));
	return LU_OK;
}

/* What stands for two words beside each other stands for both. */
static void add_pairs(lu_assessor *j)
{
	for (size_t i = 0; i < j->n; i++)
		for (size_t k = i ? i - 1 : 0; k < j->n && k <= i + 1; k++) {
			if (k == i || (j->named >> i & 1) || (j->named >> k & 1)) continue;
			j->n_implied[i] = lu_implied_by_both(j->stem[i], j->stem[k], 1, j->implied[i], j->n_implied[i]);
		}
}

static lu_code read_words(lu_assessor *j, lu_retriever *r, lu_str question, const lu_corrections *fixes, lu_err *e)
{
	lu_word *w = NULL;
	size_t n = 0;
	int64_t total = 0;
	float sum = 0;
	lu_code rc = lu_query_words(r, question, fixes, &j->arena, &w, &n, &total, e);

	for (size_t i = 0; i < n && j->n < LU__ASKED_WORDS && !rc; i++) rc = add_word(j, &w[i], total, e);
	if (!rc) add_pairs(j);
	for (size_t i = 0; i < j->n; i++) sum += j->weight[i];
	for (size_t i = 0; i < j->n; i++) j->weight[i] /= sum;
	return rc;
}

/* The vector of each word by itself. */
static lu_code read_word_vectors(lu_assessor *j, lu_err *e)
{
	if (!(j->word_vector = lu_arena_calloc(&j->arena, j->n * j->dim + 1, sizeof *j->word_vector)))
		return lu_nomem(e);
	for (size_t i = 0; i < j->n; i++) {
		float *v = j->word_vector + i * j->dim, unused, square = 0;
		int64_t at = lu_table_find(j->table, j->token[i]);
		const int8_t *row = at < 0 ? NULL : lu_table_row(j->table, at, &unused, &unused, &unused);

		for (size_t k = 0; row && k < j->dim; k++) square += (float)row[k] * (float)row[k];
		for (size_t k = 0; square > 0 && k < j->dim; k++) v[k] = (float)row[k] / sqrtf(square);
	}
	return LU_OK;
}

static lu_code read_vector(lu_assessor *j, lu_str question, lu_err *e)
{
	lu_embed_config config = { .provider = NULL };
	lu_embedder *m = NULL;
	lu_code rc = lu_embedder_open(&config, &m, e);

	if (!rc) rc = lu_table_builtin(&j->table, e);
	if (!rc) {
		j->dim = lu_embedder_dim(m);
		j->vector = lu_arena_calloc(&j->arena, j->dim, sizeof *j->vector);
		rc = j->vector ? lu_embed_query(m, question, NULL, NULL, j->vector, e) : lu_nomem(e);
	}
	lu_embedder_close(m);
	return rc ? rc : read_word_vectors(j, e);
}

lu_code lu__asked_read(lu_assessor *j, lu_retriever *r, lu_str question, const lu_corrections *fixes, lu_err *e)
{
	lu_code rc = lu_stemmer_new(&j->stemmer, e);

	if (!rc) rc = read_words(j, r, question, fixes, e);
	if (!rc) rc = read_vector(j, question, e);
	return rc ? rc : lu_question_asks(question, &j->for_what, e);
}

/* ---- tokens ---- */

static void hold(void *ctx, size_t i)
{
	struct lu__seen *x = ctx;

	x->holds |= 1ull << i;
}

/* Which words it is, and for which it stands. */
static void compare(lu_assessor *j, lu_str token, lu_token_kind kind, struct lu__seen *x)
{
	lu_str stem = lu_stem(j->stemmer, token);

	for (size_t i = 0; i < j->n; i++)
		if (lu_str_eq(token, j->token[i]) || (j->stem[i].n && lu_str_eq(stem, j->stem[i]))) hold(x, i);
	if (kind != LU_TOKEN_PART) lu_words_in_one(token, j->token, j->n, hold, x);
	for (size_t i = 0; i < j->n && !x->holds; i++)
		for (size_t k = 0; k < j->n_implied[i]; k++) {
			const lu_implied *s = &j->implied[i][k];

			if (!lu_str_eq(s->token, token) || s->p * j->weight[i] <= x->surely) continue;
			x->surely = s->p * j->weight[i];
			x->stands = (int8_t)i;
		}
}

/* To all words: what is meant leaves out those that are held. */
static bool measure_words(lu_assessor *j, const int8_t *row, float square, struct lu__seen *x)
{
	float *near = lu_arena_calloc(&j->arena, j->n + 1, sizeof *near);

	for (size_t i = 0; near && i < j->n; i++) {
		const float *v = j->word_vector + i * j->dim;
		float dot = 0;

		for (size_t k = 0; k < j->dim; k++) dot += v[k] * (float)row[k];
		near[i] = square > 0 ? dot / sqrtf(square) : 0;
	}
	return (x->near = near);
}

/* False: out of memory. */
static bool measure(lu_assessor *j, lu_str token, struct lu__seen *x)
{
	int64_t at = lu_table_find(j->table, token);
	float scale, weight_code, weight_query, dot = 0, square = 0;
	const int8_t *row;

	x->square = NO_ROW;
	if (at < 0) return true;
	row = lu_table_row(j->table, at, &scale, &weight_code, &weight_query);
	scale *= weight_code;
	for (size_t i = 0; i < j->dim; i++) {
		dot += j->vector[i] * (float)row[i];
		square += (float)row[i] * (float)row[i];
	}
	x->dot = dot * scale;
	x->square = square * scale * scale;
	return measure_words(j, row, square, x);
}

const struct lu__seen *lu__see(lu_assessor *j, lu_str token, lu_token_kind kind)
{
	uint64_t hash = lu_digest64(token, kind == LU_TOKEN_PART), *slot;
	struct lu__seen *x;
	lu_str *key;

	if (!lu_map_reserve(&j->map, &j->arena, j->n_seen + 1)) return NULL;
	slot = lu_map_slot(&j->map, hash, lu_map_str, j->key, &token);
	if (*slot) return &j->seen[lu_map_number(slot)];
	if (!(key = lu_arena_grow(&j->arena, j->key, j->n_seen, sizeof *key))) return NULL;
	j->key = key;
	if (!(x = lu_arena_grow(&j->arena, j->seen, j->n_seen, sizeof *x))) return NULL;
	j->seen = x;
	x += j->n_seen;
	*x = (struct lu__seen){ .stands = -1, .content = !lu_stop_word(token) };
	key[j->n_seen] = lu_arena_dup(&j->arena, token);
	if (!key[j->n_seen].s) return NULL;
	if (x->content) {
		compare(j, token, kind, x);
		if (!measure(j, token, x)) return NULL;
	}
	lu_map_set(&j->map, slot, hash, (uint32_t)j->n_seen++);
	return x;
}
