/* SPDX-License-Identifier: MIT
 * What stands for a term of a question: for its word, and for it beside another word of the question, as "pty" does for
 * "pseudo terminal", "disable" for "switch off" and "recursive" for "delete everything inside". */
#include "retrieve/implied.h"
#include "retrieve/strategy.h"

#define BETWEEN 2  /* tokens between two words that mean something together, at most */
#define FIRST   64 /* tokens of the question that are looked at: a longer one says what it means in more words */

static size_t add_pairs(const lu__terms *t, size_t i, lu_str stem, lu_implied out[LU_IMPLIED], size_t n)
{
	size_t from = i > BETWEEN + 1 ? i - BETWEEN - 1 : 0;

	for (size_t k = from; k < t->n_at && k <= i + BETWEEN + 1; k++) {
		const lu__term *other = &t->v[t->at[k].term];
		bool beside = k + 1 == i || k == i + 1;

		if (k == i || t->at[k].kind != LU_TOKEN_WORD || (!other->wanted && !beside)) continue;
		n = lu_implied_by_both(stem, lu_stem(t->r->stemmer, other->token), out, n);
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
