/* SPDX-License-Identifier: MIT
 * Passages: what an element says, cut into sentences and into runs of these.
 *
 * A sentence is the smallest unit that is tested for relevance: one of prose (of a document, a docstring, a comment), an
 * item of a list, a row of a table, or a group of statements of a few lines. No sentence begins or ends within a string
 * literal, nor is one longer than LU_SENTENCE_MAX bytes, unless nothing in it may be cut. A passage is a run of sentences
 * of one element.
 *
 * Cutting depends on the text alone, and reads no store. Any number of threads may cut at once. */
#ifndef LU_PASSAGE_PASSAGE_H
#define LU_PASSAGE_PASSAGE_H

#include "lucus/record.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_SENTENCE_MAX 400 /* bytes */
#define LU_PASSAGE_MIN  50  /* lu_tokens() of a passage, unless its element has fewer */
#define LU_PASSAGE_MAX  100 /* unless one sentence has more */

typedef enum lu_sentence_kind {
	LU_SENTENCE_PROSE,     /* of a document */
	LU_SENTENCE_DOC,       /* of the documentation of code */
	LU_SENTENCE_COMMENT,   /* of another comment */
	LU_SENTENCE_CODE,      /* statements: a conditional stays with its first lines, an assignment is whole */
	LU_SENTENCE_SIGNATURE, /* what only names: the head of a definition, a heading */
	LU_SENTENCE_KINDS
} lu_sentence_kind;
const char *lu_sentence_kind_name(lu_sentence_kind k); /* "prose" "docstring" "comment" "code" "signature" */

typedef struct lu_sentence {
	lu_str text; /* as the source has it, with the marks of comments between its lines: lu_sentence_put() leaves them out */
	uint32_t first, last; /* lines of the file, from 1; 0: unknown */
	uint32_t indent; /* blanks and tabs before it on its line, or before its mark: they precede text.s - mark */
	uint32_t mark;   /* bytes of what begins the comment, or the docstring, that it begins */
	lu_sentence_kind kind;
	bool listed; /* code that a comment shows: its lines begin with the mark of that */
} lu_sentence;

typedef struct lu_passage {
	size_t from, to; /* its sentences: [from, to) */
	uint32_t first, last;
	int64_t tokens; /* lu_tokens() of its sentences */
} lu_passage;

typedef struct lu_passages {
	lu_sentence *sentence; /* by line */
	size_t n_sentence;
	lu_passage *v; /* hold each sentence once, in their order */
	size_t n;
} lu_passages;

/* What is cut. Views must outlive what is made of them. */
typedef struct lu_cut_source {
	lu_str language, type; /* as of lu_element */
	lu_str code;
	size_t above; /* bytes before code.s that are of the same file, too: where comments that document it stand */
	lu_str docstring;        /* cut by itself where it is not in the text; its sentences have the first line then */
	uint32_t line;           /* of the first of `code`; 0: unknown, and so are those of all that is cut */
	const lu_lines *without; /* lines that are left out, as what other elements have: by line, apart */
	size_t n_without;
} lu_cut_source;

/* Cut it. *out lives in `a`. LU_ENOMEM. */
lu_code lu_cut(const lu_cut_source *s, lu_arena *a, lu_passages *out, lu_err *e) LU_MUST_USE;

/* Append a sentence as people read it: prose on one line without the marks of comments, code with its lines and without
 * what indents all of them. */
void lu_sentence_put(const lu_sentence *s, lu_buf *out);
/* Append prose on one line with its markup as people read it: ":attr:`x`", "{@code x}" and "[`x`](address)" are "`x`". */
void lu_prose_readable(lu_str s, lu_buf *out);
/* Is it code, or what only names, and no text for people? */
static inline bool lu_sentence_is_code(const lu_sentence *s)
{
	return s->kind == LU_SENTENCE_CODE || s->kind == LU_SENTENCE_SIGNATURE;
}
/* Does it say nothing by itself: "else:", "case 2:", a brace, the end of a block with one word behind it, or a comment of one word? */
bool lu_sentence_is_bare(const lu_sentence *s);

#ifdef __cplusplus
}
#endif
#endif
