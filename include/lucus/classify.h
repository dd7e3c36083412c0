/* SPDX-License-Identifier: MIT
 * The class of a query: rules over its words, and the parts that are queries of their own. Pure
 * functions: any number of threads may call them. */
#ifndef LUCUS_CLASSIFY_H
#define LUCUS_CLASSIFY_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lu_query_class {
	LU_QUERY_SYMBOL,        /* names of code, and hardly anything else: "parse_file", "class Foo", one word */
	LU_QUERY_FOCUSED,       /* one question */
	LU_QUERY_MULTI,         /* several in one: "embeddings AND language models" */
	LU_QUERY_COMPREHENSIVE, /* asks for all there is of something, or how it all hangs together */
	LU_QUERY_CLASSES
} lu_query_class;
const char *lu_query_class_name(lu_query_class c); /* "symbol" "focused" "multi-aspect" "comprehensive" */

#define LU_QUERY_PARTS 8 /* at most; the last one holds what more there is */

typedef struct lu_query_shape {
	lu_query_class query_class;
	lu_strs parts;       /* of a query of several aspects that can be split: 2 to LU_QUERY_PARTS; else none */
	lu_strs identifiers; /* words that are written like code (see lu_is_code_word()) or quoted, in their order */
} lu_query_shape;

/* Look at `query`. The arrays live in `a`, the strings are views of `query` or live there, too:
 * greetings, thanks and what templates of issues add are passed over. Never fails but for memory: any
 * bytes have a class. Linear in the length of the query.
 *
 * Parts are separated by AND, OR and VS in capitals, ";", "as well as", a sentence's end ("?" or "." before another
 * sentence), "and" or a comma before a question word or "how", and by the commas and "and" of a list of three or more
 * things. A bare "and" between two things separates them when each has two words of content or more, and the
 * query is no question, whose verb would be that of both. Nothing is separated within quotes and brackets. A part
 * without a word of content, or that says "it", belongs to its neighbour, and the participles of one question
 * ("generated, stored and indexed in X") do not part: it has several aspects, and no parts. A text of several lines was
 * pasted, and has one aspect; its class is that of its first line, when that is a title. */
lu_code lu_classify(lu_str query, lu_arena *a, lu_query_shape *out, lu_err *e) LU_MUST_USE;

/* Is this how code is written, and prose is not: snake_case, camelCase or CamelCase, a.b, a::b, a->b, A#b, @a, $a, a(),
 * file.c? Punctuation around it is passed over. */
bool lu_is_code_word(lu_str word);
/* Does this word, without punctuation, say what is looked for? Function words and words of asking ("find", "explain",
 * "definition") do not. */
bool lu_is_content_word(lu_str word);
/* Does it say what kind of thing, or that something is done or is somewhere: "class", "works", "handled", "around"? */
bool lu_is_weak_word(lu_str word);
/* Is it a word for a kind of element: "class", "function", "file"? */
bool lu_is_kind_word(lu_str word);

/* The one thing that a question asks what it is: "what does NAME do", "explain NAME()". Empty where it says more, or
 * asks where it is or who uses it. */
lu_str lu_asked_name(lu_str question);

/* The ranked ids of one part: best first, no id twice. */
typedef struct lu_ranking {
	const int64_t *id;
	const double *score; /* not rising; NULL: all alike */
	size_t n;
} lu_ranking;

/* An id, where it came from, and a score that orders all of them. */
typedef struct lu_woven {
	int64_t id;
	size_t part, rank; /* the part that it came from, and its index there, both from 0 */
	double score;      /* falls from 1 */
} lu_woven;

/* Interleave rankings to one without repetition: the entry at index j of a part, with the share r of its
 * part's best score, is sorted by j / max(r, 1/2), ties in the order of the parts. So the best of every part come
 * first, a part whose scores hold up gives more, and none gives more than twice as many as another. It does not
 * depend on how many are wanted. */
lu_code lu_interleave(const lu_ranking *parts, size_t n_parts, lu_arena *a, lu_woven **out, size_t *n,
		      lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
