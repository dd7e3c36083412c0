/* SPDX-License-Identifier: MIT
 * Explanations on their way to elements. */
#ifndef LU_INDEX_EXPLAINED_SET_H
#define LU_INDEX_EXPLAINED_SET_H

#include "index/explained.h"

/* Who looks them up while others parse: any thread may, one at a time. */
struct lu__explained;
/* *out is NULL when the knowledge base of `s` has none. */
lu_code lu__explained_open(lu_store *s, struct lu__explained **out, lu_err *e);
void lu__explained_close(struct lu__explained *x); /* accepts NULL */
/* Give those of the elements of a file that have none the explanation of their content; accepts NULL for `x`. Sorts `v`. */
lu_code lu__explained_attach(struct lu__explained *x, lu_stored *v, size_t n, lu_arena *a, lu_err *e);
/* The same on the thread that has the store; with `keep`, what elements bring is kept for others. */
lu_code lu__explained_give(lu_store *s, bool keep, lu_stored *v, size_t n, lu_arena *a, lu_err *e);

#endif
