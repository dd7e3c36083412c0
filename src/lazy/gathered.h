/* SPDX-License-Identifier: MIT
 * What a search goes through: the passages of elements that the subqueries find, and the communities that these are in.
 * Read from a store at once, so that who waits for a model keeps no reader. */
#ifndef LU_LAZY_GATHERED_H
#define LU_LAZY_GATHERED_H

#include "lazy/deepening.h"
#include "lazy/subqueries.h"
#include "lucus/request.h"
#include "lucus/retrieve.h"
#include "passage/passage.h"

/* Of an element that was found. */
typedef struct lu__lazy_element {
	lu_brief el;
	uint32_t rank;     /* the best of those that it has in the lists of subqueries, from 0 */
	uint32_t subquery; /* in whose list: a kept one's index */
	float relevance;   /* lu_hit.relevance there */
	lu_lines *inner;   /* lines of what it holds that is an element of its own */
	size_t n_inner;
} lu__lazy_element;

/* Of a passage, in the order of lu__lazy_input. */
typedef struct lu__lazy_where {
	uint32_t element;
	uint32_t first, last; /* lines */
	uint32_t subquery;    /* that it suits best */
} lu__lazy_where;

/* Of a community. */
typedef struct lu__lazy_group {
	uint64_t key; /* lu_community.key; 0: of what is in none */
	lu_str name;  /* the folder or file that what was found in it has in common */
	uint32_t level;
} lu__lazy_group;

typedef struct lu__gathered {
	lu_arena arena; /* of all that */
	lu__lazy_element *element;
	size_t n_element;
	lu__lazy_where *where;
	lu_sentence *sentence;
	float *relevance;     /* of each sentence to what it suits best: 0 to 1, by the built-in score */
	uint32_t *passage_of; /* of each sentence */
	float middle;         /* the relevance that is neither much nor little here: .004 to .1 */
	lu__lazy_group *group;
	lu__lazy_input in;
	bool transient; /* lu_result.transient of a search for it */
} lu__gathered;

typedef struct lu__gather_options {
	const lu_query_options *query; /* filters, and how the subqueries are searched; k is not read */
	lu_str question;               /* as the built-in score takes it: in English where it was translated */
	const lu__subqueries *subqueries;
	size_t elements; /* at most */
	bool neighbours; /* find out which passages are */
} lu__gather_options;
#define LU__GATHER_ELEMENTS  1000
#define LU__GATHER_SENTENCES 10000 /* of long elements fewer are cut: those of the best ranks */

/* `r` is of `s`, which is in a transaction. LU_ECANCEL, LU_ENOMEM, LU_EDB. Release *out with lu__gathered_free(). */
lu_code lu__gather(lu_store *s, lu_retriever *r, const lu__gather_options *o, lu__gathered *out, lu_err *e) LU_MUST_USE;
void lu__gathered_free(lu__gathered *g);

/* Append a passage as people read it: a sentence on each line, code on its own lines. */
void lu__gathered_lines(const lu__gathered *g, uint32_t passage, lu_buf *out);
/* Append the text of a sentence, on one line; of all sentences of a passage. */
void lu__gathered_sentence(const lu__gathered *g, uint32_t sentence, lu_buf *out);
void lu__gathered_passage(const lu__gathered *g, uint32_t passage, lu_buf *out);

#endif
