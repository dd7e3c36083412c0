/* SPDX-License-Identifier: MIT
 * Words that are written as one or as two: who types "hash map" means "hashmap", too, who types "home directory"
 * "homedir", and who types "filename" "file_name". ("fileName" and "filename" are one token in any case, and both parts
 * of "file_name" are found.) */
#include "retrieve/implied.h"
#include "retrieve/strategy.h"

#define PART  3  /* letters of a part of a word, at least: "asset" is no "as set" */
#define PARTS 24 /* of a longer word the rest is not looked at */
#define WAYS  3  /* to write a word, at most */

static bool is_known(const lu__terms *t, lu_str word)
{
	return lu_table_find(t->r->known, word) >= 0;
}

/* Is `s` made of letters of `word` in their order, of the first above all: "dir" of "directory", "msg" of "message"? */
static bool shortens(lu_str s, lu_str word)
{
	size_t n = 0;

	if (s.n < PART || s.n >= word.n || s.s[0] != word.s[0]) return false;
	for (size_t i = 0; i < word.n && n < s.n; i++) n += word.s[i] == s.s[n];
	return n == s.n;
}

/* The word, and how programmers shorten it. */
static size_t ways_to_write(const lu__terms *t, lu_str word, lu_str out[WAYS])
{
	lu_implied v[LU_IMPLIED];
	size_t n = 0, n_v = lu_implied_by(lu_stem(t->r->stemmer, word), v);

	out[n++] = word;
	for (size_t i = 0; i < n_v && n < WAYS; i++)
		if (shortens(v[i].token, word)) out[n++] = v[i].token;
	return n;
}

/* Two words that follow each other, as one. What neither the store holds nor the token vectors know is seldom such a
 * word. */
static lu_code join(lu__terms *t, lu__term *a, lu_str first, lu__term *b, lu_str second, lu_err *e)
{
	char both[LU_TOKEN_MAX];
	lu_str word = lu_strn(both, first.n + second.n);
	lu_code rc;

	if (word.n > sizeof both) return LU_OK;
	memcpy(both, first.s, first.n);
	memcpy(both + first.n, second.s, second.n);
	if (a->df && b->df && !is_known(t, word)) return LU_OK;
	rc = lu__terms_absorb(t, a, word, e);
	return rc ? rc : lu__terms_absorb(t, b, word, e);
}

/* "home directory" means "homedirectory", and "homedir", too. */
static lu_code join_pair(lu__terms *t, size_t first, size_t second, lu_err *e)
{
	lu__term *a = &t->v[first], *b = &t->v[second];
	lu_str left[WAYS], right[WAYS];
	size_t n_left, n_right;
	lu_code rc = LU_OK;

	if (!a->wanted || !b->wanted) return LU_OK;
	n_left = ways_to_write(t, a->token, left);
	n_right = ways_to_write(t, b->token, right);
	for (size_t i = 0; i < n_left; i++)
		for (size_t k = 0; k < n_right && !rc; k++) rc = join(t, a, left[i], b, right[k], e);
	return rc;
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
