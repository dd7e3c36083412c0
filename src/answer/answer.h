/* SPDX-License-Identifier: MIT
 * What the files of this layer share. */
#ifndef LU_ANSWER_ANSWER_H
#define LU_ANSWER_ANSWER_H

#include "lucus/answer.h"
#include "relevance/assess.h"

/* Append `s` to a list in `a`, unless it is there. */
lu_code lu__list_add(lu_arena *a, lu_strs *list, lu_str s, lu_err *e) LU_MUST_USE;

/* ---- prompts ---- */

/* The marker of a prompt with these sources and points (lu_marking_end()). */
void lu__marker(lu_str question, lu_str points, const lu_sources *src, char out[LU_MARKER]);

/* Decide what of the sources [from, to) fits into `budget` tokens. */
lu_code lu__fit(lu_sources *src, size_t from, size_t to, int64_t budget, lu_err *e) LU_MUST_USE;
/* Append the sources [from, to) as they fit, each between lines with the marker. */
void lu__put_sources(const lu_sources *src, size_t from, size_t to, const char *marker, lu_buf *out);
/* Fill in src->group. */
lu_code lu__group_sources(lu_store *s, lu_sources *src, lu_err *e) LU_MUST_USE;
/* Append how the sources group, by community or else by file, and the relations between them, between such lines. */
lu_code lu__put_groups(lu_sources *src, const char *marker, lu_buf *out, lu_err *e) LU_MUST_USE;
/* Append what readers are told of what is missing, as far as they are: the model need not say it again. */
void lu__put_told(const lu_cover *c, lu_buf *out);

/* ---- citations ---- */

/* A citation in a text. */
typedef struct lu__mark {
	size_t from, to; /* bytes of the text */
	size_t source;   /* index */
} lu__mark;

/* Reads a text piece by piece, takes out citations of what is no source, and remembers the others. */
typedef struct lu__citing {
	const lu_sources *src;
	lu_arena *a;     /* of what is remembered */
	lu_buf held;     /* begins something that is not at its end yet */
	lu_strs removed; /* as they were written */
	lu__mark *mark;
	size_t n_mark;
	bool fence, tick; /* the text is in a block of code; in code amid a line */
	bool amid;        /* a line has begun */
} lu__citing;

#define LU__CITING(s, arena) \
	{ \
		.src = (s), .a = (arena), .held = LU_BUF \
	}

/* Append what is known of the text so far to `out`, which holds all of it since the first piece; `last`: there is no
 * more. */
lu_code lu__cite_piece(lu__citing *c, lu_str text, bool last, lu_buf *out, lu_err *e) LU_MUST_USE;
/* The marks as citations of `text`, the whole that they are in. */
lu_code lu__cite_claims(const lu__citing *c, lu_str text, lu_arena *a, lu_citation **out, size_t *n,
			lu_err *e) LU_MUST_USE;
void lu__citing_free(lu__citing *c);

/* ---- checks ---- */

/* The names in `text` that neither the sources nor the question hold, and how many names there are in all. */
lu_code lu__check_names(lu_str text, lu_str question, const lu_sources *src, lu_arena *a, lu_strs *out, size_t *names,
			lu_err *e) LU_MUST_USE;

/* ---- without a model ---- */

/* A sentence of a source, and the chance that it answers the question. */
struct lu__evidence {
	size_t source; /* index */
	size_t at, n;  /* the sentence: v[at], of the n of its element */
	const lu_sentence *v;
	float p;
	float held;  /* share of the question's words that it holds, with what is beside it, and its element's name */
	float meant; /* share that it holds by itself, or is near to as vectors */
	float similar;
	bool gives; /* it has what is asked for: a value, a condition, an error, a reason; or nothing such is asked for */
};

/* Sentences [from, to) of an element that are given together, for the best of them. */
typedef struct lu__item {
	const struct lu__evidence *best;
	size_t from, to;
} lu__item;
#define LU__ITEMS    10
#define LU__CODE_MAX 800 /* bytes of code that are given: some strings have no end */
/* Those that are worth giving, the likeliest first; returns how many. */
size_t lu__select_items(const lu_sources *src, lu__item out[LU__ITEMS]);

/* What the confidence of an answer of these items is made of, and what it comes to. `all` and `cited`: what all sources, and
 * what is cited, cover of the question. */
#define LU__CONFIDENCE 12
void lu__confidence_signals(const lu_sources *src, const lu__item *v, size_t n, const lu_cover *all,
			    double x[LU__CONFIDENCE]);
/* Weights of what says that the subject is there, and of what says that the place is right; and shrink[0] + shrink[1] * its
 * logit, which makes the second chance less extreme. */
typedef struct lu__confidence_weights {
	double present[LU__CONFIDENCE], right[LU__CONFIDENCE], shrink[2];
} lu__confidence_weights;
/* The chances that the subject is there, not below what is left where nothing speaks for it, and that the place is right:
 * their product is the confidence. */
double lu__chance_there(const lu__confidence_weights *w, const double x[LU__CONFIDENCE]);
double lu__chance_right(const lu__confidence_weights *w, const double x[LU__CONFIDENCE]);
/* Do the sources hardly hold what a question is about? Then the confidence is at most that of `all`. */
bool lu__hardly_covers(const lu_cover *all);
double lu__confidence(const lu_sources *src, const lu__item *v, size_t n, const lu_cover *all, const lu_cover *cited);

/* Append `s` in back ticks, on one line, cut when it is long. */
void lu__put_code(lu_str s, lu_buf *out);
/* Append the items, each below its place; *cite has one for each, with all members set, in `a`. */
lu_code lu__put_items(const lu_sources *src, const lu__item *v, size_t n, lu_buf *out, lu_arena *a, lu_citation **cite,
		      lu_err *e) LU_MUST_USE;
/* Append what goes before them. `cited`: what they cover of the question. `why`: what became of the model; empty: none
 * was asked. `global`: one was needed, and there is none. */
void lu__put_head(const lu_sources *src, const lu_cover *all, const lu_cover *cited, lu_str why, bool global,
		  lu_buf *out);
/* Append a line for what is missing and nowhere in the code base, and one for what no source holds though something may. */
void lu__put_missing(const lu_cover *c, lu_buf *out);
/* What was searched, for a sentence: "this code base", unless filters left a part of it. */
const char *lu__searched(const lu_cover *c);

#endif
