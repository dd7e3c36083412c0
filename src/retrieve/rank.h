/* SPDX-License-Identifier: MIT
 * Features of candidates, by name, and the score that is made of them. */
#ifndef LU_RETRIEVE_RANK_H
#define LU_RETRIEVE_RANK_H

#include "lucus/classify.h"
#include "retrieve/strategy.h"

lu_code lu__files_make(lu_store *s, const lu_docs *d, lu__files *f, lu_err *e) LU_MUST_USE;
void lu__files_free(lu__files *f);

/* The features of candidates `c` of a query, one row of LU_FEATURES for each, in their order. */
lu_code lu__features(lu__query *q, const lu__candidates *c, float (*out)[LU_FEATURES], lu_err *e) LU_MUST_USE;

#define LU__TREE_DEPTH 4
/* What the trees say of `n` candidates of hits that are files, or elements. */
void lu__trees(bool files, float (*x)[LU_FEATURES], size_t n, float *out);
/* What that counts in the score of a query. */
float lu__trees_share(bool files, lu_query_class c);

#endif
