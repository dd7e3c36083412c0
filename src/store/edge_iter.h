/* SPDX-License-Identifier: MIT
 * Edges as they are read. */
#ifndef LU_STORE_EDGE_ITER_H
#define LU_STORE_EDGE_ITER_H

#include "store/internal.h"
#include "store/pack.h"

/* The texts of all reasons: text[i] is that of number i. */
struct lu__reasons {
	lu_str *text;
	size_t n;
};
lu_code lu__reasons_read(lu_store *s, lu_arena *a, struct lu__reasons *r, lu_err *e);
/* The text of one; empty when there is none. */
lu_str lu__reason(const struct lu__reasons *r, uint32_t number);
/* An edge into `dst` from the columns src, kind, grade, line, count of edge_in, in this order, and the text of its reason; views
 * live until the next step. LU_EDB: of no kind or grade that there is. */
lu_code lu__edge_in(sqlite3_stmt *st, int64_t dst, lu_edge_row *out, lu_err *e);

#endif
