/* SPDX-License-Identifier: MIT
 * Vectors as records: `embedding` records out of the store and into it, and lists of element ids. */
#ifndef LU_CMD_VECTORS_H
#define LU_CMD_VECTORS_H

#include "base.h"

/* Ids of a pipeline's input, in order. */
typedef struct cmd_ids {
	char (*v)[LU_ID];
	lu_str *extra; /* members of each record that we pass on, as JSON text */
	long *line;    /* where each record was; 0 where it was none */
	size_t n;
	lu_arena arena;
} cmd_ids;

/* Write the embedding record of element `id` (a UUID); LU_ENOENT when it has no vector. */
lu_code cmd_vectors_write(lu_store *s, lu_str uuid, lu_str extra, lu_jw *w, lu_err *e) LU_MUST_USE;

/* Print the postings of the knowledge base as records. */
lu_code cmd_dump_postings(lu_err *e);

#endif
