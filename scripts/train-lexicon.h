/* SPDX-License-Identifier: MIT
 * What the files of train-lexicon share. */
#ifndef TRAIN_LEXICON_H
#define TRAIN_LEXICON_H

#include <stdio.h>

#include "lucus/arena.h"
#include "lucus/embed.h"
#include "lucus/text.h"
#include "translate/lexicon.h"

#define CANDIDATES 24

_Noreturn void no_memory(void);
void *need(size_t n, size_t size);          /* zeros */
void *more(void *v, size_t n, size_t size); /* room for one more than the n that there are */

/* Texts by number, in the order in which they came. */
typedef struct texts {
	lu_arena a;
	lu_str *v;
	uint32_t *count;
	size_t n, *slot, slots;
} texts;

size_t text_id(texts *t, lu_str s); /* made when there is none */
bool text_find(const texts *t, lu_str s, size_t *id);

typedef struct span {
	size_t at, n;
} span;

/* What one catalog says in both languages. */
typedef struct pair {
	int language;
	span en;     /* in corpus.word: English words by number */
	lu_str text; /* folded */
} pair;

/* English words that were given for a word. */
typedef struct term {
	uint32_t en[LU__TARGETS];
	size_t n;
	bool together; /* a term of several words; else one or the other */
} term;

typedef struct terms {
	texts key;
	term *v;
} terms;

typedef struct corpus {
	lu_arena a;
	pair *v;
	size_t n;
	texts en; /* English words as they are written, folded */
	uint32_t *word;
	size_t words;
	texts stem;                       /* and their stems */
	uint32_t *stem_of;                /* by English word */
	uint32_t (*often)[LU__LANGUAGES]; /* how often each English word stands in the pairs of a language */
	lu_table *table;                  /* of token vectors: words of programs */
	texts names;                      /* English names of several words, as "readfile" */
	texts seen;                       /* pairs, so that none counts twice */
	texts seeds[LU__LANGUAGES];       /* words with a translation that was given */
	lu_str *seed[LU__LANGUAGES];
	terms given[LU__LANGUAGES], given_stem[LU__LANGUAGES]; /* terms, and by the stems of their words */
} corpus;

/* A word and what it is in English. */
typedef struct entry {
	lu_str word;
	uint32_t target[LU__TARGETS]; /* English words by number; UINT32_MAX: no more */
	float share[LU__TARGETS], sure;
	uint32_t count;
} entry;

typedef struct listing {
	entry *v;
	size_t n;
	lu_arena a;
} listing;

/* An English stem that a unit may be. */
typedef struct candidate {
	uint32_t stem;
	float dice, forward, back; /* forward: of the stem, given the unit; back: of the unit, given the stem */
} candidate;

/* What occurs in the sentences of a language: for each a list of units and one of English stems, each once. */
typedef struct lesson {
	const corpus *c;
	int language;
	size_t n;
	const pair **from;
	span *units, *stems;
	uint32_t *unit, *stem;
	size_t n_unit, n_stem;
	texts names; /* of the units */
	uint32_t *unit_count, *stem_count;
	candidate *candidate; /* CANDIDATES for each unit */
	float *strength;      /* of the unit's best */
} lesson;

#define LEXICON_RARE    2          /* a unit that occurs in fewer pairs is not learned */
#define LEXICON_ENGLISH (1u << 30) /* as often occurs what was an English word before, and stays one */

extern const char *const languages[LU__LANGUAGES];
bool has_blanks(int language);

/* Number of an English word that came, folded; made when there is none. */
size_t english_word(corpus *c, lu_stemmer *stemmer, lu_str word);
struct sb_stemmer *stemmer_of(int language);
void read_pairs(corpus *c, FILE *f);
void read_seeds(corpus *c, const char *path);
void read_terms(corpus *c, const char *path);
/* Put what was given for a word, or for another of its stem, before what was learned. */
void take_given(const corpus *c, int language, lu_str word, lu_str stem, entry *e);
void learn(const corpus *c, int language, listing *out);
void keep_given(const corpus *c, int language, listing *out);
/* Instead of pairs: what the program's own lexicon has; terms are given for its words, too. */
void read_learned(corpus *c, listing *out);
void give_again(const corpus *c, int language, listing *out);
/* Where each unit occurs: sentences, in order; those of unit u begin at start[u], of names.n + 2. */
uint32_t *invert(const lesson *s, size_t *start);
void find_candidates(lesson *s);
void cut(lesson *s);        /* texts without blanks */
void take_words(lesson *s); /* texts with blanks */
void align(lesson *s);
bool write_lexicon(const char *path, const corpus *c, const listing *of);

#endif
