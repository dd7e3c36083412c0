/* SPDX-License-Identifier: MIT
 * The distinct words of an element, by where they stand, as numbers: what the reranker compares with a question word by word
 * without reading code. Made with the full-text row of the element, and as true as that. For the knowledge base in use. */
#ifndef LU_STORE_WORDS_H
#define LU_STORE_WORDS_H

#include "lucus/hash.h"
#include "lucus/store.h"

/* Where they stand. */
enum {
	LU__IN_NAME,  /* in order */
	LU__IN_SCOPE, /* the name of what it is in, in order */
	LU__IN_FIRST, /* the first sentence of its documentation, in order */
	LU__IN_DOC,   /* the rest of that */
	LU__IN_CODE,  /* its own */
	LU__WHERE
};

/* What it is. */
enum {
	LU__IS_CALLED = 1, /* a function */
	LU__IS_TYPE = 2,   /* a class, or another that holds some */
	LU__IS_OWN = 4,    /* meant for its own file, or class, alone, as names say it */
	LU__IS_MAKER = 8,  /* makes what it is in */
};

/* A word is the low bits of its hash. */
#define LU__WORD_BITS 24
static inline uint32_t lu__word_number(lu_str token)
{
	return (uint32_t)lu_hash64(token, 0) & ((1u << LU__WORD_BITS) - 1);
}

#define LU__WORDS_MOST 255 /* in one place */

typedef struct lu__words {
	unsigned is; /* LU__IS_ */
	size_t n[LU__WHERE];
	uint32_t v[LU__WHERE][LU__WORDS_MOST];
} lu__words;

/* As bytes, in `a`. */
lu_code lu__words_pack(const lu__words *w, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;
/* In a transaction. */
lu_code lu__words_put(lu_store *s, int64_t element, lu_str packed, lu_err *e) LU_MUST_USE;
/* *there false: the element has none, as what was listed in a table has, or a store of an older version. */
lu_code lu__words_get(lu_store *s, int64_t element, lu__words *out, bool *there, lu_err *e) LU_MUST_USE;
/* How many elements lack theirs, have damaged ones, or have some that they should not, as those that are gone. */
lu_code lu__words_astray(lu_store *s, int64_t *n, lu_err *e) LU_MUST_USE;

#endif
