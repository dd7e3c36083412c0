/* SPDX-License-Identifier: MIT
 * The lexicon: words of other languages and what they are in English, lexicon.bin, which scripts/train-lexicon.c writes. */
#ifndef LU_TRANSLATE_LEXICON_H
#define LU_TRANSLATE_LEXICON_H

#include "lucus/str.h"

#define LU__LANGUAGES 8
#define LU__TARGETS   3 /* English words of one */
#define LU__NO_WORD   0xffff
#define LU__UNIT_MAX  8 /* characters of a unit of a script that is written without blanks */

/* Format, version 1, little-endian: this head, then at `at` of each list, counted from the head's beginning and a multiple of 4:
 *   uint32_t offset[count + 1]                  of each word's bytes in the text; words are sorted by their bytes
 *   uint16_t target[count][LU__TARGETS]         English words, likeliest first; LU__NO_WORD: no more   (not of English)
 *   uint8_t  share[count][LU__TARGETS]          how likely, of 255                                     (not of English)
 *   uint8_t  sure[count]                        how well the best goes with it, of 255                 (not of English)
 *   char     text[offset[count]]
 * Words are folded, and without marks where they are written in Latin or Cyrillic letters. One without a target is a function
 * word. English words, the first list, are all that the catalogs use: what is among them is no word of another language. */
#define LU__LEXICON_MAGIC "LUCUSLX1"

typedef struct lu__lexicon_list {
	char language[4]; /* "en", "de" ... */
	uint32_t count, at, size;
} lu__lexicon_list;

typedef struct lu__lexicon_head {
	char magic[8];
	uint32_t lists, size; /* of the file */
	lu__lexicon_list list[LU__LANGUAGES + 1];
} lu__lexicon_head;

typedef struct lu__wordlist {
	const char *language;
	uint32_t count;
	const uint32_t *offset;
	const uint16_t *target;
	const uint8_t *share, *sure;
	const char *text;
} lu__wordlist;

/* List `i`, 0 for English; false: there is none. */
bool lu__lexicon_words(size_t i, lu__wordlist *out);
/* Index of a word, -1: not in the list. */
int64_t lu__lexicon_find(const lu__wordlist *w, lu_str word);
/* The same; else that of a word with the same beginning and another ending. */
int64_t lu__lexicon_form(const lu__wordlist *w, lu_str word);
lu_str lu__lexicon_text(const lu__wordlist *w, uint32_t i);

/* Scripts that words are found in by their characters. */
enum { LU__SCRIPT_OTHER, LU__SCRIPT_LETTER, LU__SCRIPT_HAN, LU__SCRIPT_KANA, LU__SCRIPT_HANGUL };
int lu__script_of(int32_t c);

#endif
