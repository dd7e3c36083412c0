/* SPDX-License-Identifier: MIT
 * The names that prose gives to code: what stands in backticks and in the references of documentation
 * tools, and words that only code has. */
#ifndef LU_PARSE_MENTION_H
#define LU_PARSE_MENTION_H

#include "lucus/arena.h"
#include "lucus/record.h"

struct lu__mentions {
	lu_mention *v; /* in the order of the text, each name once */
	size_t n;
};

enum lu__mention_from {
	LU__MENTION_PROSE,   /* words in backticks count when they look like code */
	LU__MENTION_COMMENT, /* any identifier in backticks counts: it may be defined nearby */
};

/* Add what `text` names; its first line is number `line`. */
lu_code lu__mentions_read(struct lu__mentions *m, lu_str text, uint32_t line, enum lu__mention_from from, lu_arena *a,
			  lu_err *e);
/* Add one name that is given as a reference, "a.b" or "f()". What is no name is left out. */
lu_code lu__mentions_add(struct lu__mentions *m, lu_str name, uint32_t line, lu_arena *a, lu_err *e);

/* Read the docstrings of all elements of a source file. */
lu_code lu__add_mentions(lu_elements *els, lu_str text, lu_arena *a, lu_err *e);

#endif
