/* SPDX-License-Identifier: MIT
 * Questions in other languages, read as English. */
#ifndef LU_TRANSLATE_TRANSLATE_H
#define LU_TRANSLATE_TRANSLATE_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Does what is searched hold the word, which is folded? */
typedef bool lu_known_fn(void *ctx, lu_str word);

typedef struct lu_translation {
	const char *
		language; /* "de", "es", "fr", "ja", "ko", "pt", "ru" or "zh"; NULL: English, or nothing that is known */
	lu_str text;      /* what it says in English, in the order of the question; lives in `a` */
} lu_translation;

/* Read `question`, which is UTF-8, as English, word by word, by the lexicon that is part of the
 * program. What is written like code or quoted stays as it is, and so do words that the lexicon
 * lacks; words that are known stay beside their translations; function words fall away. The language
 * is decided on for the question as a whole: one whose words are mostly English is English. Work
 * grows with the length of the question. `known` is called at most LU_KNOWN_MAX times. */
#define LU_KNOWN_MAX 128
lu_code lu_translate(lu_str question, lu_known_fn *known, void *ctx, lu_arena *a, lu_translation *out,
		     lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
