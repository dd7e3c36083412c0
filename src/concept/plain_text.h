/* SPDX-License-Identifier: MIT
 * Text as a row of tokens: words, and what stands between them, without markup, code, addresses, paths and licences. */
#ifndef LU_CONCEPT_PLAIN_TEXT_H
#define LU_CONCEPT_PLAIN_TEXT_H

#include "lucus/str.h"

#define LU__APOSTROPHE "\xe2\x80\x99" /* the other one, which may be within a word, too */

enum lu__token_kind {
	LU__TOKEN_WORD,      /* letters, digits within, hyphens and an apostrophe between letters */
	LU__TOKEN_NAME,      /* an identifier: with a '_', with dots, or written as a call */
	LU__TOKEN_RUN,       /* letters of scripts without blanks, or of Hangul */
	LU__TOKEN_BREAK,     /* a sign: no phrase crosses it */
	LU__TOKEN_CLAUSE,    /* the same, and a sentence or an item begins behind it */
	LU__TOKEN_PARAGRAPH, /* a blank line */
};

struct lu__token {
	enum lu__token_kind kind;
	lu_str text;   /* a view of the text; of signs and lines it is empty */
	uint32_t line; /* from 1 */
};
typedef lu_code lu__token_fn(void *ctx, const struct lu__token *t, lu_err *e);

/* Call `fn` for each token of `text`; a code that it returns is returned. `comment`: lines may begin with the signs of
 * comments, of which "*" is no bullet. */
lu_code lu__plain_text(lu_str text, bool comment, lu__token_fn *fn, void *ctx, lu_err *e);

/* The scripts that differ here. */
enum lu__letter {
	LU__LETTER_NONE,
	LU__LETTER_OTHER,
	LU__LETTER_HAN,
	LU__LETTER_HIRAGANA,
	LU__LETTER_KATAKANA,
	LU__LETTER_HANGUL
};
/* What the character at s[i] is, and its length in bytes. */
enum lu__letter lu__letter_at(lu_str s, size_t i, size_t *n);

#endif
