/* SPDX-License-Identifier: MIT
 * A line of a question as words, sentences and clauses. */
#ifndef LU_RETRIEVE_COURTESY_LINE_H
#define LU_RETRIEVE_COURTESY_LINE_H

#include "retrieve/courtesy.h"
#include "retrieve/question.h"

typedef struct lu__said_word {
	size_t from, to;
	lu__said_kind kind;
	bool held;  /* some element has it, */
	bool tells; /* and few have */
	bool gone;
} lu__said_word;

typedef struct lu__said_line {
	char *s;
	size_t n;
	lu__said_word *v;
	size_t n_word;
	lu__share_fn *share;
	void *ctx;
} lu__said_line;

/* Words from, and up to but without. */
typedef struct lu__said_part {
	size_t from, to;
} lu__said_part;

/* The first `most` words of l->s, to l->v, which has room for them. */
void lu__said_split(lu__said_line *l, size_t most);

lu_str lu__said_text(const lu__said_line *l, size_t i);
bool lu__said_is_capital(const lu__said_line *l, size_t i);
bool lu__said_is_content(const lu__said_word *w);

/* Does a sentence or a clause begin at word `i`, by the mark before it? */
bool lu__said_is_first(const lu__said_line *l, size_t i);

/* The next sentence, or only clause, of the words [from, end). */
lu__said_part lu__said_next(const lu__said_line *l, size_t from, size_t end, bool clause);

#endif
