/* SPDX-License-Identifier: MIT
 * The training set of the built-in embedding: what train-pairs makes of element records, and train-embed reads.
 * A file of this machine's byte order, to be mapped: the head, then the arrays in the order of its counts. */
#ifndef TRAIN_SET_H
#define TRAIN_SET_H

#include <stdint.h>

#include "embed/builtin.h"

#define SET_MAGIC "LUCUSTS1"

/* What a pair was made of: KIND(name, "question -> what it is to find"). */
#define KINDS(KIND) \
	KIND(DOC, "sentence of the documentation -> code") \
	KIND(NAME, "words of the name -> body") \
	KIND(SECTION, "line of a document -> element that it names") \
	KIND(CALL, "name and documentation of the caller -> callee") \
	KIND(TEST, "name and documentation of a test -> what it calls") \
	KIND(COMMENT, "comment in a body -> element")

enum pair_kind {
#define KIND(name, what) KIND_##name,
	KINDS(KIND)
#undef KIND
		KIND_COUNT
};

typedef struct set_head {
	char magic[8];
	uint64_t tokens, text, elements, element_entries, queries, query_entries, pairs, repositories;
} set_head;

typedef struct set_token {
	uint32_t at, n;        /* in the text */
	uint32_t repositories; /* that hold it in elements */
	uint32_t count;        /* of elements and queries that hold it */
	uint32_t couple;       /* 1: two words of a query side by side */
} set_token;

typedef struct set_entry {
	uint32_t token;
	uint8_t part[LU__GROUPS]; /* 255 is 1 */
	uint8_t pad[3];
} set_entry;

typedef struct set_word {
	uint32_t token;
	float weight;
} set_word;

typedef struct set_pair {
	uint32_t query, element;
	uint32_t name; /* hash of the element's title: elements of one title are no counter-examples */
	uint8_t kind;
	uint8_t hide;    /* groups that the element must be found without; bits */
	uint8_t overlap; /* how often, of 255, it must be found without the words of the query */
	uint8_t pad;
} set_pair;

typedef struct set_repository {
	char name[96];
	uint64_t pair, pairs, element, elements; /* the first, and how many */
} set_repository;

#endif
