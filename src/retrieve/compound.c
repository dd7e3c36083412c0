/* SPDX-License-Identifier: MIT
 * Words that are written as one or as two: who types "hash map" means "hashmap", too, and who types "filename"
 * "file_name". ("fileName" and "filename" are one token in any case, and both parts of "file_name" are found.) */
#include "retrieve/strategy.h"

#define PART  3  /* letters of a part of a word, at least: "asset" is no "as set" */
#define PARTS 24 /* of a longer word the rest is not looked at */

static bool is_known(const lu__terms *t, lu_str word)
{
	return lu_table_find(t->r->known, word) >= 0;
}

/* Two words that follow each other, as one. What neither the store holds nor the token vectors know is seldom such a
 * word. */
static lu_code join_pair(lu__terms *t, size_t first, size_t second, lu_err *e)
{
	lu__term *a = &t->v[first], *b = &t->v[second];
	char both[LU_TOKEN_MAX];
	lu_str word = lu_strn(both, a->token.n + b->token.n);
	lu_code rc;

	if (!a->wanted || !b->wanted || word.n > sizeof both) return LU_OK;
	memcpy(both, a->token.s, a->token.n);
	memcpy(both + a->token.n, b->token.s, b->token.n);
	if (a->df && b->df && !is_known(t, word)) return LU_OK;
	rc = lu__terms_absorb(t, a, word, e);
	return rc ? rc : lu__terms_absorb(t, b, word, e);
}

/* A word as an identifier of two. */
static lu_code split_word(lu__terms *t, lu__term *term, lu_err *e)
{
	char two[PARTS + 1];
	lu_str s = term->token;
	lu_code rc = LU_OK;

	if (!term->wanted || s.n > PARTS) return LU_OK;
	for (size_t i = PART; i + PART <= s.n && !rc; i++) {
		if (!is_known(t, lu_strn(s.s, i)) || !is_known(t, lu_strn(s.s + i, s.n - i))) continue;
		memcpy(two, s.s, i);
		two[i] = '_';
		memcpy(two + i + 1, s.s + i, s.n - i);
		rc = lu__terms_absorb(t, term, lu_strn(two, s.n + 1), e);
	}
	return rc;
}

lu_code lu__compounds(lu__terms *t, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < t->n && !rc; i++)
		if (t->v[i].kind == LU_TOKEN_WORD) rc = split_word(t, &t->v[i], e);
	for (size_t i = 1; i < t->n_at && !rc; i++)
		if (t->at[i - 1].kind == LU_TOKEN_WORD && t->at[i].kind == LU_TOKEN_WORD)
			rc = join_pair(t, t->at[i - 1].term, t->at[i].term, e);
	return rc;
}
