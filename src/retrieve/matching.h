/* SPDX-License-Identifier: MIT
 * What features.c gathers over the postings of a query's terms: of elements, and of the files that they are in. */
#ifndef LU_RETRIEVE_MATCHING_H
#define LU_RETRIEVE_MATCHING_H

#include "retrieve/counts.h"
#include "retrieve/rank.h"

#define COHERENT 12 /* elements of a file that count for its others */

/* An element that holds a term, in a file that has a candidate. */
struct member {
	uint32_t doc, slot;
	float all, own;    /* BM25F: over all fields, and without those that a file's elements share */
	float name, exact; /* weight of the terms in its name, in any form, and as they are */
	float signature, body, literal;
	float docs, covered;
	float implied_name, covered_near; /* in its name alone; what the tokens add to `covered` */
	float implied;                    /* by tokens that stand for the terms, beyond what these add to `own` */
	float title;                      /* BM25F of the words in the title */
	uint16_t words;                   /* of its name that the query has */
	/* of the term that is read */
	uint32_t term; /* its number + 1 */
	float near;    /* 1, or how near what stands for it is */
	uint32_t near_term;
	float tf; /* of it, and of what stands for it */
};

/* A file that has a candidate. Its elements, and equal candidates, come in the order of row ids, which is that of the
 * store's history: what is added up over them are whole numbers, whose sum does not depend on it. */
struct slot {
	uint32_t file;
	float docs, words, stem, folders;
	uint16_t stem_words;
	int64_t graph;                      /* of its candidates, in parts of GRAPH_PARTS */
	float referred, lines, definitions; /* logarithms */
	float vector;                       /* the nearest of its candidates */
	/* of the term that is read */
	uint64_t doc_tf;
	float any, in_stem, in_folders;
	float own[COHERENT], name[COHERENT]; /* the best of its members */
};

struct matching {
	lu__query *q;
	const lu_docs *d;
	const lu__files *files;
	struct file {
		uint32_t slot; /* number + 1 */
		uint32_t seen; /* number of the term that it held last + 1 */
	} * file;
	uint32_t *member_of; /* by document: number + 1 */
	struct slot *slot;
	size_t n_slot;
	struct member *member; /* first those of candidates, */
	size_t n_member, cap_member;
	uint32_t *candidate; /* whose documents are these, ascending */
	size_t n_candidate;
	const lu__term **term;
	size_t n_term;
	double sum, sum_found, file_sum, title_sum;
	lu__norms all, own, plain; /* plain: each field counts alike */
	double nearest;            /* in the graph, */
	int64_t nearest_file;      /* and of files, in parts of GRAPH_PARTS */
	float most_referred;       /* a logarithm */
	bool symbol;               /* the query is one word */
	bool tests, prose;         /* were wanted */
};

#endif
