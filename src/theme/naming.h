/* SPDX-License-Identifier: MIT
 * What the files of this layer share: communities of one parent, and names for them. */
#ifndef LU_THEME_NAMING_H
#define LU_THEME_NAMING_H

#include "lucus/map.h"
#include "theme/reading.h"

/* A word, and how often a community has it. */
typedef struct lu__word {
	uint32_t term;
	uint32_t n;
} lu__word;

typedef struct lu__word_list {
	lu__word *v;
	size_t n;
} lu__word_list;

/* The words of communities that are compared with each other. Everything lives in the arena that it begins with. */
typedef struct lu__vocabulary {
	lu_arena *a;
	lu_str *term;
	uint32_t *holders; /* communities that have each term */
	uint32_t *at;      /* its place in the list that is filled, plus one; as long as `seen` is that list */
	uint32_t *seen;
	uint32_t n, lists;
	lu_map map;
} lu__vocabulary;

/* Count the words of a name or a path in `list`, which is number `lists` of the vocabulary, from 1; each counts `weight`. */
lu_code lu__count_words(lu__vocabulary *v, lu_str text, uint32_t weight, lu__word_list *list, lu_err *e);
/* The same for a term that is counted as it is. */
lu_code lu__count_term(lu__vocabulary *v, lu_str term, uint32_t weight, lu__word_list *list, lu_err *e);
/* The at most `most` terms, counted `least` times or more, that tell `list` from the others, best first. */
lu_code lu__telling_words(const lu__vocabulary *v, const lu__word_list *list, uint32_t least, size_t most, lu_strs *out,
			  lu_err *e);
/* Begin the next list of `v`, and count in it the concepts of community `number`: for each file, or for each window when it is in one. */
lu_code lu__count_concepts(lu_store *s, lu_communities *c, uint32_t number, lu__vocabulary *v, lu__word_list *list,
			   lu_err *e);

#define LU__NAME_WORDS 3 /* of a name */
#define LU__WORDS      8 /* that are given in all */
#define LU__CONCEPTS   6

/* Names of `n` siblings, of the words and paths of each: unique, equal ones with more words, then with their paths,
 * then with numbers. */
lu_code lu__make_names(const lu_strs *words, const lu_str *path, size_t n, lu_arena *a, lu_str *out, lu_err *e);

/* Fill in what the edges into its members say of each: entry points, links, counts; out[i].member[].referred, too. */
lu_code lu__read_ties(lu_store *s, lu_communities *c, const uint32_t *number, size_t n, lu_arena *a, lu_theme *out,
		      lu_err *e);
/* The elements of community `number` that are looked at: all, or those of the files that most others refer to. */
lu_code lu__looked_members(lu_store *s, lu_communities *c, uint32_t number, lu_arena *a, int64_t **out, size_t *n,
			   lu_err *e);

#endif
