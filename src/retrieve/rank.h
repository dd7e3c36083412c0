/* SPDX-License-Identifier: MIT
 * Features of candidates, by name, and the score that is made of them. */
#ifndef LU_RETRIEVE_RANK_H
#define LU_RETRIEVE_RANK_H

#include <math.h>

#include "retrieve/strategy.h"

lu_code lu__files_make(lu_store *s, const lu_docs *d, lu__files *f, lu_err *e) LU_MUST_USE;
void lu__files_free(lu__files *f);

/* The features of candidates `c` of a query, one row of LU_FEATURES for each, in their order. */
lu_code lu__features(lu__query *q, const lu__candidates *c, float (*out)[LU_FEATURES], lu_err *e) LU_MUST_USE;

/* How much the query means the element by its name: as identifiers are written, and by what one looks for so; 0 to
 * 1. */
float lu__asks_by_name(lu_str query, const lu_brief *b);
/* Does it hold one of `words`, NULL after the last, in capitals or not? */
bool lu__asks_for(lu_str query, const char *const *words);
bool lu__is_one_word(lu_str query);
/* Bytes of the word that begins at `i`. */
size_t lu__word_at(lu_str s, size_t i);
/* A word of a question as a name, without what is around it and what a call passes. */
lu_str lu__bare_name(lu_str word);
/* Does it say nothing beside a name that is asked about: "what does NAME return", "where is NAME called"? */
bool lu__asks_only(lu_str word);

/* What a literal says of the wording, squared, when it is the message that was pasted, and not a few neighbours of words. */
#define LU__MESSAGE .2f

/* Elements that the question names by their place, or by a name with what they are in, the most likely first. */
#define LU__LOCATED 32
typedef struct lu__located_one {
	int64_t id;
	float weight; /* 1 for the one that is meant, less for outer frames of a trace, several of one name, and files */
	bool by_line; /* of a revision that may be another one */
	bool by_name; /* by its own, not by its file */
	lu_str name;  /* of the function that is said to be there; empty: unknown */
} lu__located_one;
typedef struct lu__located {
	lu__located_one v[LU__LOCATED];
	size_t n;
	bool alone; /* the question is one place, or one such name, and nothing else */
} lu__located;
/* Append one that is not there yet, as long as there is room. */
static inline void lu__located_add(lu__located *out, lu__located_one one)
{
	for (size_t i = 0; i < out->n; i++)
		if (out->v[i].id == one.id) return;
	if (out->n < LU__LOCATED) out->v[out->n++] = one;
}

/* Append the elements whose qualified names, or ends of them, are written in the question: 1 for what it asks about. */
lu_code lu__locate_named(lu__query *q, lu__located *out, lu_err *e) LU_MUST_USE;
/* The line that a hit has, and the ending of a file that one is in, are no words that nothing holds. */
void lu__known_lines(lu_str query, lu_result *r);
lu_code lu__locate(lu__query *q, lu__located *out, lu_err *e) LU_MUST_USE;

/* How much of the question's wording is in the text of each candidate, word after word, and in its string literals,
 * where values may have been filled in: features `phrase` and `said` of row x[i], from 0 to 1, for those that full text
 * puts first and those that have most of the words in literals; 0 for what holds an element that has it. The rows have
 * the other features. */
lu_code lu__phrases(lu__query *q, const lu__candidates *c, float (*x)[LU_FEATURES], lu_err *e) LU_MUST_USE;

/* How near a token is to a word that it stands for with probability `p`: a word itself is as near as 1. */
#define LU__STANDS_AT_MOST .9f
static inline float lu__stands(float p)
{
	return fminf(LU__STANDS_AT_MOST, 2.5f * p);
}

/* How near the words of the question are to those of candidates' names and documentation: the features `near_...`, `called`
 * and `type` of row x[i]. They are in the order of the lists that found them. */
lu_code lu__closeness(lu__query *q, const lu__candidates *c, float (*x)[LU_FEATURES], lu_err *e) LU_MUST_USE;

/* What the commits of the tree's repository say of a candidate's file; zeros: nothing is known. */
typedef struct lu__past {
	float words;    /* how well the messages of those that changed it match the question, 0 to 1 */
	float recent;   /* 1: the last commit changed it */
	float together; /* how often it changes with the files of the best candidates, 1 for the most */
} lu__past;
/* out[i], zeros at first, of each candidate; they are in the order of the lists that found them. */
lu_code lu__pasts(lu__query *q, const lu__candidates *c, lu__past *out, lu_err *e) LU_MUST_USE;

/* What the hidden layer says of `n` candidates of hits that are files, or elements. */
void lu__hidden(bool files, float (*x)[LU_FEATURES], size_t n, float *out);

/* Where full text, the vectors or the literals are sure of their first, far ahead of their second, the scores of `c` may not
 * move it out of the first LU__FLOOR, nor the nearest callers in a trace, nor what a question mentions by a name with what it
 * is in: it is raised to the last of these places, and where several are sure, of different ones, these to the last ones. x[i]
 * are the features of candidate i, file[i] is its file when hits are files, so that each file counts once; NULL: they are
 * elements. */
#define LU__FLOOR 5
void lu__keep_sure(lu__candidates *c, float (*x)[LU_FEATURES], const uint32_t *file);

/* What the relevance of a hit at `rank` depends on: it, the first and the second of the list have these scores. */
#define LU__RELEVANCE 5
#define LU__ALONE     3 /* what a hit without a second is ahead by */
static inline void lu__relevance_of(double score, uint32_t rank, double first, double second, double x[LU__RELEVANCE])
{
	x[0] = 1;
	x[1] = score - first;
	x[2] = log((double)rank);
	x[3] = rank == 1 ? first - second : 0;
	x[4] = first / 10;
}
/* The probability that it is among the files, or elements, that are relevant to the query. */
float lu__relevance(bool files, lu_query_class c, double score, uint32_t rank, double first, double second);

#endif
