/* SPDX-License-Identifier: MIT
 * What words of English may be in a sentence: lists written for this, and the endings of verbs. */
#ifndef LU_CONCEPT_VOCABULARY_H
#define LU_CONCEPT_VOCABULARY_H

#include "lucus/map.h"

/* Bits: "set" may be a verb and a noun. A word of none is taken for a noun. */
enum lu__word {
	LU__WORD_DETERMINER = 1, /* a phrase begins behind it: articles, possessives, quantifiers */
	LU__WORD_LINK = 2,       /* a phrase ends before it: prepositions, conjunctions, pronouns, adverbs */
	LU__WORD_TO_VERB = 4,    /* a verb may follow: "to", modals, pronouns */
	LU__WORD_VERB = 8,       /* the base form of a verb */
	LU__WORD_NOUN = 16,      /* of a verb: it is a noun as well ("call") */
	LU__WORD_ADJECTIVE = 32, /* it may begin a phrase, and does not end one */
	LU__WORD_VAGUE = 64,     /* an adjective, or a participle, that says nothing: left out at the beginning */
	LU__WORD_EMPTY = 128,    /* a noun that says nothing: a phrase that ends with it is none */
	LU__WORD_PLAIN = 256,    /* a noun of every program: alone, or with another one, it is no concept */
	LU__WORD_INFLECTED = 512 /* set by lu__word_class(): a form of a verb, not the base form */
};

struct lu__vocabulary {
	lu_map map;
	lu_str *word;
	uint16_t *class;
	size_t n;
};

lu_code lu__vocabulary_init(struct lu__vocabulary *v, lu_err *e);
void lu__vocabulary_free(struct lu__vocabulary *v);
/* The class of a folded word: its own, and, of a noun or a word that is in no list and may be a regular form of a verb in the
 * lists, that verb's with LU__WORD_INFLECTED. lu__word_listed() gives the first alone. */
unsigned lu__word_class(const struct lu__vocabulary *v, lu_str word);
unsigned lu__word_listed(const struct lu__vocabulary *v, lu_str word);

#endif
