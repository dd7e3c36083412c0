/* SPDX-License-Identifier: MIT
 * The reading of a question: what of it says what is looked for, and in which part. Issues, messages and logs are
 * pasted as they are: with greetings, templates, versions of everything, blocks of code. */
#ifndef LU_RETRIEVE_QUESTION_H
#define LU_RETRIEVE_QUESTION_H

#include "lucus/arena.h"

typedef enum lu__part {
	LU__PART_TITLE, /* the first line; all of a question that has no parts */
	LU__PART_PROSE, /* what is said below it */
	LU__PART_NAMED, /* between backticks there */
	LU__PART_CODE,  /* blocks of code, logs, traces */
	LU__PART_COUNT
} lu__part;

typedef struct lu__span {
	size_t from, to; /* of the text */
	lu__part part;
} lu__span;

typedef struct lu__question {
	lu_str text; /* without what says nothing; the very query when all of it counts */
	lu__span *v; /* spans of it, in their order, all of it but blanks; lives in the arena */
	size_t n;
	bool apart; /* it has a title, and more below; else all spans are LU__PART_TITLE */
} lu__question;

/* What share of the elements holds the word, or a form of it. */
typedef double lu__share_fn(void *ctx, lu_str word);

/* Read a query. Left out are greetings, thanks and what leads up to a question ("I was wondering whether"); of texts of
 * several lines also comments and lists to tick of templates, their headings, and what lists the versions of a system.
 * A question that has nothing else is left as it is. Linear in its length. By `share` a word of a courtesy
 * may tell something; NULL: all of content do. */
lu_code lu__question_read(lu_str query, lu__share_fn *share, void *ctx, lu_arena *a, lu__question *out,
			  lu_err *e) LU_MUST_USE;

/* The text of its first part. */
static inline lu_str lu__question_title(const lu__question *q)
{
	return q->n ? lu_strn(q->text.s + q->v[0].from, q->v[0].to - q->v[0].from) : q->text;
}

/* Put blanks in place of the courtesies in a line of prose. */
lu_code lu__courtesies(char *s, size_t n, lu__share_fn *share, void *ctx, lu_arena *a, lu_err *e) LU_MUST_USE;

#endif
