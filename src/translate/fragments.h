/* SPDX-License-Identifier: MIT
 * A question in pieces, and which language they are of. */
#ifndef LU_TRANSLATE_FRAGMENTS_H
#define LU_TRANSLATE_FRAGMENTS_H

#include "lucus/arena.h"
#include "translate/lexicon.h"

typedef enum lu__piece_kind {
	LU__PIECE_GAP,  /* blanks, marks */
	LU__PIECE_KEPT, /* written like code, or quoted */
	LU__PIECE_WORD, /* a plain word in Latin or Cyrillic letters */
	LU__PIECE_RUN,  /* characters of Han, Kana or Hangul */
} lu__piece_kind;

typedef struct lu__piece {
	lu__piece_kind kind;
	lu_str raw;
	lu_str key;    /* of a word and a run: as the lexicon has it */
	lu_str folded; /* the same, with its accents, as code has it */
	bool cyrillic, kana, hangul;
	bool ending;  /* of English: "doesn't" */
	bool english; /* an English word */
	bool held;    /* what is searched holds it */
} lu__piece;

typedef struct lu__pieces {
	lu__piece *v;
	size_t n;
	lu_arena *a;
} lu__pieces;

lu_code lu__pieces_read(lu__pieces *p, lu_str question, lu_err *e);

/* The list of the language that the words of the question are of, or 0. */
size_t lu__language_of_words(const lu__pieces *p);

/* A unit of a run, or a part of a compound. */
typedef struct lu__unit {
	size_t at, n; /* bytes of the key */
	int64_t word; /* in the list; -1: not there, or English */
} lu__unit;

/* Cut `key` into units of the list, those that are known and sure before others; *units lives in
 * `a`. Returns their number, 0 when none is known; *score is compared to find which of two languages
 * it fits better. */
lu_code lu__cut_run(const lu__wordlist *w, lu_str key, lu_arena *a, lu__unit **units, size_t *n, float *score,
		    lu_err *e);
/* A German compound: all of it is made of words of the list, with what joins them, and, where `loose`, of English ones.
 * *n: 0 when it is not. */
lu_code lu__cut_compound(const lu__wordlist *w, lu_str key, bool loose, lu_arena *a, lu__unit **units, size_t *n,
			 lu_err *e);

/* Is a part of a compound an English word, or the plural of one? "Cookieverwaltung", "Nullwert" */
bool lu__is_english_part(lu_str part);

#endif
