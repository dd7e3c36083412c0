/* SPDX-License-Identifier: MIT
 * What stands for a term of a question: for its word, and for it beside another word of the question, as "pty" does for
 * "pseudo terminal", "disable" for "switch off" and "recursive" for "delete everything inside". */
#include "retrieve/implied.h"
#include "retrieve/strategy.h"

#define BESIDE 2   /* tokens between two words that mean something together, at most */
#define APART  8   /* the same in a short question, whose words are all about one thing, */
#define LESS   .7f /* and how much less sure that is */
#define SHORT  32  /* tokens of a short question, at most */
#define FIRST  64  /* tokens of the question that are looked at: a longer one says what it means in more words */

static size_t add_pairs(const lu__terms *t, size_t i, lu_str stem, lu_implied out[LU_IMPLIED], size_t n)
{
	size_t far = (t->n_at > SHORT ? BESIDE : APART) + 1, from = i > far ? i - far : 0;

	for (size_t k = from; k < t->n_at && k <= i + far; k++) {
		const lu__term *other = &t->v[t->at[k].term];
		size_t apart = k > i ? k - i : i - k;

		if (k == i || t->at[k].kind != LU_TOKEN_WORD || (!other->wanted && apart > 1)) continue;
		n = lu_implied_by_both(stem, lu_stem(t->r->stemmer, other->token), apart > BESIDE + 1 ? LESS : 1, out,
				       n);
	}
	return n;
}

size_t lu__implied_of(const lu__terms *t, const lu__term *term, lu_implied out[LU_IMPLIED])
{
	char kept[LU_TOKEN_MAX]; /* the stemmer gives the next stem at the place of the last */
	lu_str stem = lu_stem(t->r->stemmer, term->token);
	size_t n = lu_implied_by(stem, out);

	if (!stem.n || stem.n > sizeof kept) return n;
	memcpy(kept, stem.s, stem.n);
	stem.s = kept;
	for (size_t i = 0; i < t->n_at && i < FIRST; i++)
		if (&t->v[t->at[i].term] == term && t->at[i].kind == LU_TOKEN_WORD) n = add_pairs(t, i, stem, out, n);
	return n;
}
