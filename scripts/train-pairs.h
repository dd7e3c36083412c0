/* SPDX-License-Identifier: MIT
 * What the files of train-pairs share. */
#ifndef TRAIN_PAIRS_H
#define TRAIN_PAIRS_H

#include "train-arrays.h"
#include "train-set.h"

/* ---- the set that grows ---- */

typedef struct maker {
	vec token, text, element_at, element_entry, query_at, query_entry, pair, repository;
	map token_of;   /* hash of a token: its number */
	map seen;       /* hash of an element's name and code: in which repository first */
	uint32_t *last; /* repository that held a token last, by token */
	size_t cap_last;
	uint32_t *df; /* elements of this repository that hold a token */
	uint64_t made[KIND_COUNT];
} maker;

/* ---- a repository ---- */

/* An element of the repository that is read, as far as pairs need it. */
typedef struct item {
	lu_element el;
	vec entry;       /* set_entry */
	uint64_t title;  /* hash of its title */
	uint32_t number; /* in the set + 1; 0: not there yet */
	uint32_t callers;
	bool test, fresh, prose;
} item;

typedef struct candidate {
	uint64_t order; /* hash: the smallest are taken */
	size_t query;   /* in `questions` */
	uint32_t item;
	uint8_t kind, hide, overlap;
} candidate;

typedef struct repository {
	maker *m;
	const char *name;
	uint32_t number; /* from 1 */
	lu_arena arena;
	vec item;      /* item */
	vec candidate; /* of the present kind */
	vec question;  /* lu_str, of the present kind */
	map by_title;  /* number of the one element that has a title + 1; 0: several */
	map asked;     /* hash of a question and its kind */
	lu_bag bag;
	lu_embed_cache *cache;
	lu_str path; /* of the file that the bag is for */
} repository;

bool holds(lu_str s, const char *word);
void ask(repository *r, lu_str text, uint32_t i, uint8_t kind, uint8_t hide, uint8_t overlap);

/* ---- train-questions.c: where questions come from ---- */

void from_docs(repository *r, uint32_t i);
void from_name(repository *r, uint32_t i);
/* The one element that has the last component of a name; UINT32_MAX: none, or several. */
uint32_t resolve(const repository *r, lu_str name);
void from_mentions(repository *r, uint32_t i);
void from_calls(repository *r, uint32_t i, bool tests);
void from_comments(repository *r, uint32_t i);

#endif
