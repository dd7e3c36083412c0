/* SPDX-License-Identifier: MIT
 * What the files of this layer share. */
#ifndef LU_RELEVANCE_SIGNALS_H
#define LU_RELEVANCE_SIGNALS_H

#include "lucus/map.h"
#include "lucus/text.h"
#include "relevance/assess.h"
#include "retrieve/implied.h"

/* ---- the words of a question, and of what is assessed ---- */

#define LU__ASKED_WORDS 64 /* more are not looked at: they fit a set of 64 bits */

/* A token of a text, as the question sees it. */
struct lu__seen {
	uint64_t holds;    /* the words of the question that it is, in any form: bits */
	int8_t stands;     /* the word that it stands for; -1: none */
	float surely;      /* how surely */
	float dot;         /* of its vector and the question's */
	float square;      /* of its vector's length */
	const float *near; /* how near it is to each word as a vector, -1 to 1; NULL: it has none */
	bool content;      /* it is no function word */
};

/* A question as it is compared with texts, and what has been looked up for it. */
struct lu_assessor {
	size_t n;
	float weight[LU__ASKED_WORDS]; /* of the words; their sum is 1, or there are none */
	uint64_t named;                /* words that are names */
	lu_asked_for for_what;

	lu_str token[LU__ASKED_WORDS], stem[LU__ASKED_WORDS];
	lu_implied implied[LU__ASKED_WORDS][LU_IMPLIED];
	size_t n_implied[LU__ASKED_WORDS];
	lu_stemmer *stemmer;
	lu_table *table;
	float *vector; /* of the question; NULL: it has none */
	size_t dim;
	float *word_vector; /* of each word, dim, of length 1 or 0 */
	lu_map map;         /* of the tokens seen */
	lu_str *key;
	struct lu__seen *seen;
	size_t n_seen;
	lu_arena arena;
};

lu_code lu__asked_read(lu_assessor *j, lu_retriever *r, lu_str question, const lu_corrections *fixes, lu_err *e);
/* The token, looked up once for each question; NULL: out of memory. Valid until the next call. */
const struct lu__seen *lu__see(lu_assessor *j, lu_str token, lu_token_kind kind);

/* lu_gives.standard by itself. */
bool lu__says_default(lu_str sentence);
/* Is it a line about one parameter, a result or a reference: "@param", ":return:", "@see"? */
bool lu__is_tag(lu_str sentence);

#endif
