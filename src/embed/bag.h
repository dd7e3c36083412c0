/* SPDX-License-Identifier: MIT
 * A weighted bag of tokens: what the built-in provider reads of an element or of a query. */
#ifndef LU_EMBED_BAG_H
#define LU_EMBED_BAG_H

#include "lucus/text.h"

typedef struct lu__token {
	uint64_t hash;
	uint32_t at;          /* of its bytes in the bag's text */
	uint32_t n;
	float worth;          /* its lu__static_weight() */
	float tf;             /* weighted count in the group that is being read */
	float weight;         /* of all groups so far */
} lu__token;

/* Zero-initialise with LU__BAG. One is used for many elements, so that its memory is allocated
 * once. */
typedef struct lu__bag {
	lu__token *v;
	size_t n, cap;
	uint32_t *slot;       /* index + 1 of a token, open addressing */
	size_t slots;         /* a power of two, at least 2 * cap */
	lu_buf text;
	float field;          /* weight of the field that is being read */
	bool oom;
} lu__bag;

#define LU__BAG { .text = LU_BUF }

void lu__bag_reset(lu__bag *b);
void lu__bag_free(lu__bag *b);

/* Count the tokens of `s`, at most its first `max` bytes, with weight `field`. Failure sticks in
 * oom. */
void lu__bag_read(lu__bag *b, lu_str s, size_t max, float field);

/* End a group of fields: each token's logarithmic count times its worth, all of them scaled so
 * that their vector has length `share`, is added to its weight. */
void lu__bag_group(lu__bag *b, float share);

static inline lu_str lu__token_str(const lu__bag *b, const lu__token *t)
{
	return lu_strn(b->text.s + t->at, t->n);
}

/* What a token is worth before anything is known of the corpus: keywords and the most common words
 * of programs, single letters and numbers are worth less than 1, function words 0. */
float lu__static_weight(lu_str token, lu_token_kind kind);

#endif
