/* SPDX-License-Identifier: MIT
 * A text that is being cut: its lines, and the sentences so far. */
#ifndef LU_PASSAGE_LINES_H
#define LU_PASSAGE_LINES_H

#include "passage/passage.h"

/* What a line is, by what is on it. */
enum lu__line_kind {
	LU__LINE_BLANK,
	LU__LINE_CODE,
	LU__LINE_COMMENT, /* nothing else is on it */
	LU__LINE_DOC,     /* of a string that documents, or of a comment that does */
	LU__LINE_OUT      /* it is left out */
};

struct lu__line {
	size_t from, to;  /* bytes of the text, without its end and the blanks there */
	size_t text;      /* its first character that is no blank */
	uint32_t columns; /* that these blanks take, tabs 8 */
	uint32_t begun;   /* the number of the string literal that it begins in, from 1; 0: in none */
	int32_t depth;    /* of round and square brackets, at its end */
	char last;        /* its last character that is of no comment; 0: there is none */
	enum lu__line_kind kind;
};

struct lu__cutter {
	lu_str text, language;
	uint32_t number; /* of the first line; 0: unknown */
	bool fixed;      /* all sentences have that line */
	struct lu__line *line;
	size_t n;
	lu_arena *a;
	lu_sentence *v;
	size_t n_v;
	bool oom;
};

/* Find the lines of c->text, and what they are. The first is line `number`. */
lu_code lu__lines_read(struct lu__cutter *c, lu_err *e);

/* Append what is from `from` to `to`, offsets in the text, on lines `first` to `last`, indices. */
void lu__emit(struct lu__cutter *c, size_t from, size_t to, size_t first, size_t last, lu_sentence_kind kind);
/* The same for code that may be too long: cut where no literal is. */
void lu__emit_code(struct lu__cutter *c, size_t first, size_t last, lu_sentence_kind kind);

/* Cut lines [from, to) as prose. `kind` says whose: that of a document may hold code between fences. */
void lu__cut_prose(struct lu__cutter *c, size_t from, size_t to, lu_sentence_kind kind);
/* Cut lines [from, to), which are code. `headed`: they begin with the head of a definition. */
void lu__cut_statements(struct lu__cutter *c, size_t from, size_t to, bool headed);

#endif
