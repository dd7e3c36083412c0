/* SPDX-License-Identifier: MIT
 * What a model is shown of an element, and the explanations that a store knows by it.
 *
 * An explanation belongs to a content, not to an element: the same text in another version of the file, or elsewhere in
 * the knowledge base, has the same explanation. Phase 1 gives each element that comes without one the last explanation of
 * its content (from trees, records and SCIP indexes alike), and keeps those that come with records. */
#ifndef LU_INDEX_EXPLAINED_H
#define LU_INDEX_EXPLAINED_H

#include "lucus/index.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a model is shown of element `i` of a file, all of whose elements `v` has, in the order of lu_explained_sort(): type,
 * name, language, documentation, and its code without that of the elements inside it, of which the signatures stand
 * there. Neither path nor lines: they may change while it stays the same. Long code is cut. `out` is reset first; `key` is
 * a hash of all of it, before it is cut. */
lu_code lu_explained_text(const lu_stored *v, size_t n, size_t i, lu_buf *out, char key[LU_SHA256_HEX],
			  lu_err *e) LU_MUST_USE;
void lu_explained_sort(lu_stored *v, size_t n);

/* Give the elements of row `file` the explanations that the store knows by now, in a transaction of the caller's. Edges
 * that were true stay true. */
lu_code lu_explained_apply(lu_store *s, int64_t file, lu_put_counts *c, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
