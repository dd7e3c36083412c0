/* SPDX-License-Identifier: MIT
 * What the files of this layer share. */
#ifndef LU_EXPAND_EXPAND_H
#define LU_EXPAND_EXPAND_H

#include "lucus/expand.h"
#include "lucus/text.h"

/* A piece of the question between blanks, quotes and brackets. */
typedef struct lu__token {
	lu_str text;
	bool taken;   /* part of an entity */
	bool first;   /* of a sentence: its capital says nothing */
	bool content; /* could be a name */
} lu__token;

typedef struct lu__tokens {
	lu__token *v;
	size_t n;
	lu_entity *entity;
	size_t n_entity;
} lu__tokens;

/* The tokens of a question, and the entities that rules find among them. */
lu_code lu__tokens_read(lu_str query, lu_arena *a, lu__tokens *out, lu_err *e) LU_MUST_USE;
/* Add an entity; LU_ENTITIES at most. */
lu_code lu__entity_add(lu__tokens *t, lu_arena *a, lu_entity x, lu_err *e) LU_MUST_USE;
/* Put the entities in the order of the question. */
void lu__entities_sort(lu__tokens *t, lu_str query);

/* What looks up names. */
typedef struct lu__namer {
	lu_store *store;
	lu_arena *a;
	lu_stemmer *stemmer;
	lu_synonym *synonym; /* once `curated` */
	size_t n_synonym;
	bool curated;
	lu_buf *said; /* gets word of synonyms whose element is gone; NULL: nobody listens */
} lu__namer;

/* The forms in which the last component of a name may be written: letters alone, with '_', with '-'; and of each the
 * other number. */
#define LU__FORMS 12
typedef struct lu__forms {
	lu_str v[LU__FORMS];
	size_t n, n_plain; /* those from n_plain on are of the other number */
} lu__forms;

/* An element that may be meant. */
typedef struct lu__bearer {
	lu_bearer b;
	lu_meant_by by;
	double sure; /* of LU_BY_SYNONYM */
} lu__bearer;
typedef struct lu__bearers {
	lu__bearer *v;
	size_t n;
} lu__bearers;

/* The same of a name without a sign or a call, and no alias. */
lu_code lu__bearers_of_words(lu__namer *m, lu_str name, lu__bearers *out, lu_err *e) LU_MUST_USE;
/* What `text` means. */
lu_code lu__meant(lu__namer *m, lu_str text, lu_meant **out, size_t *n, size_t *total, lu_err *e) LU_MUST_USE;
/* Where `word` is in `text` for the first time, letters of either case; empty: nowhere. */
lu_str lu__find_word(lu_str text, lu_str word);
/* How much an element of that type counts, 0 to 1. */
double lu__type_weight(lu_str type);

/* The elements to which people gave the name `text`. */
lu_code lu__synonyms_of(lu__namer *m, lu_str text, lu__bearers *out, lu_err *e) LU_MUST_USE;
/* Names that people gave, where they are in the question. */
lu_code lu__synonyms_in(lu__namer *m, lu_str query, lu__tokens *t, lu_err *e) LU_MUST_USE;
/* What an entity from outside means. */
lu_code lu__given_meant(lu__namer *m, const lu_given *g, lu_original *out, lu_err *e) LU_MUST_USE;

/* Plain words that are names of elements. */
lu_code lu__known_names(lu__namer *m, lu__tokens *t, lu_err *e) LU_MUST_USE;

/* Request from a model the entities of `query`. What it says is believed as far as it occurs in the question or means
 * an element; a model that fails is a warning in `said`. */
lu_code lu__model_ask(lu__namer *m, lu_chat *chat, lu_str query, lu__tokens *t, lu_buf *said, lu_err *e) LU_MUST_USE;

/* Better evidence first, equals by their key. */
int lu__by_evidence(const void *px, const void *py);
/* The module of the document with that very path; LU_ENOENT: there is none. */
lu_code lu__document_module(lu_store *s, lu_str path, lu_arena *a, lu_brief *out, lu_err *e) LU_MUST_USE;

/* From x->node[0 ... n_seed), which have scores: what is reached. */
lu_code lu__expand_near(lu_store *s, const lu_expand_options *o, lu_expansion *x, lu_err *e) LU_MUST_USE;
/* The documents, contexts and query of an expansion whose nodes are known. */
lu_code lu__describe(lu_store *s, lu_str query, lu_expansion *x, lu_err *e) LU_MUST_USE;

#endif
