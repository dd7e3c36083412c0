/* SPDX-License-Identifier: MIT
 * The lists of concepts of files: made on any thread, written by the one that has the store. */
#ifndef LU_INDEX_FILE_CONCEPTS_H
#define LU_INDEX_FILE_CONCEPTS_H

#include "concept/concept.h"
#include "lucus/store.h"

/* The list of a file with the elements `v`, in any order; `listed` of each is set. The bytes live in `a`. */
lu_code lu__file_concepts(lu_concepts *c, const lu_stored *v, size_t n, lu_arena *a, lu_str *out, lu_err *e);
/* How many files have another list than they should? */
lu_code lu__concepts_check(lu_store *s, int64_t *wrong, lu_err *e);

#endif
