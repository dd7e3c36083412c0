/* SPDX-License-Identifier: MIT
 * Postings as they are held in memory. */
#ifndef LU_STORE_POSTINGS_PART_H
#define LU_STORE_POSTINGS_PART_H

#include "store/postings.h"
#include "store/segment.h"

/* A segment. */
struct lu__part {
	int64_t id;
	size_t base, n, dead; /* its documents */
	size_t fields;        /* that have lengths: one less before literals were one */
	size_t run, n_run;    /* its runs */
	bool overlap;         /* an element came twice into it, so that runs tell of the same ones */
};

struct lu_postings {
	lu_store *s;
	struct lu__part *part;
	size_t n_part;
	struct lu__run *run;  /* of all parts, numbered as lu_docs does */
	uint32_t *by_element; /* the runs of each part by their elements */
	size_t n_run;
	uint32_t *file;
	uint8_t (*length)[LU_FIELDS];
	uint8_t *sort, *lines;
	uint32_t *file_lines, *file_definitions, *file_words;
	uint64_t sum[LU_FIELDS];
	lu_docs docs;
	lu_arena a;
};

#endif
