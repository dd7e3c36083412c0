/* SPDX-License-Identifier: MIT
 * The lists of concepts of files, as bytes: what is in them is the business of `concept`, who makes them that of `index`. All of it is
 * for the knowledge base in use. A list is dropped by whoever writes the elements of its file, and made anew. */
#ifndef LU_STORE_CONCEPT_LISTS_H
#define LU_STORE_CONCEPT_LISTS_H

#include "lucus/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Are there lists of all files, of their present elements and by version `maker`? In a store that was last written by a version
 * without them, or before the first sync, there are none. */
lu_code lu_store_concepts_current(lu_store *s, int64_t maker, bool *current, lu_err *e) LU_MUST_USE;

/* ---- writing, in a transaction ---- */

/* Lists are made by version `maker` from now on: those of another one are dropped, with the communities, which
 * are made of them, too. */
lu_code lu_store_concepts_maker(lu_store *s, int64_t maker, lu_err *e) LU_MUST_USE;
/* Files with elements and without a list: row ids, ascending. */
lu_code lu_store_concepts_due(lu_store *s, lu_arena *a, int64_t **files, size_t *n, lu_err *e) LU_MUST_USE;
lu_code lu_store_concepts_put(lu_store *s, int64_t file, lu_str list, lu_err *e) LU_MUST_USE;
/* There is a list of every file, of its present elements. */
lu_code lu_store_concepts_mark(lu_store *s, lu_err *e) LU_MUST_USE;

/* ---- reading ---- */

/* The list of a file; *there false: it has none. The bytes live in `a`. */
lu_code lu_store_concept_list(lu_store *s, int64_t file, lu_arena *a, lu_str *list, bool *there, lu_err *e) LU_MUST_USE;
/* All lists, by the paths of their files. Views live during the call. A code that `fn` returns ends it and is returned. */
typedef lu_code lu_concept_list_fn(void *ctx, int64_t file, lu_str path, lu_str list, lu_err *e);
lu_code lu_store_concept_lists(lu_store *s, lu_concept_list_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
