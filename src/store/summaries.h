/* SPDX-License-Identifier: MIT
 * Summaries that models wrote, by the content that they are of: a table in a file of its own beside the store,
 * STORE-summaries (mode 0600), as a question that needs one must neither wait for who writes the store nor change its file.
 * They survive edits, and a store that is made anew; LU_SUMMARIES_MAX of a knowledge base are kept, those that were written
 * last. */
#ifndef LU_STORE_SUMMARIES_H
#define LU_STORE_SUMMARIES_H

#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_SUMMARIES_MAX 200000

typedef struct lu_summary {
	lu_str key;  /* of all that it depends on: the content, the prompt, the model */
	lu_str text; /* empty: it is not known */
} lu_summary;

/* Set the texts of those that are known in the knowledge base that `s` uses; texts live in `a`. */
lu_code lu_summaries_get(lu_store *s, lu_summary *v, size_t n, lu_arena *a, lu_err *e) LU_MUST_USE;
/* Keep those that have a text; one transaction. Where the file can not be written nothing is kept, which is no error.
 * LU_EBUSY, LU_EDB: worth a warning, and nothing more. */
lu_code lu_summaries_put(lu_store *s, const lu_summary *v, size_t n, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
