/* SPDX-License-Identifier: MIT
 * What the phases take from an element: its own text, and the hashes that say what changed. */
#ifndef LU_INDEX_CONTENT_H
#define LU_INDEX_CONTENT_H

#include "lucus/store.h"

/* Sort so that what contains comes before what is contained. */
void lu__sort_nested(lu_stored *v, size_t n);

/* The code of v[i] without the lines of the elements inside it, so that each line of a file counts for one
 * element. `v` is sorted by lu__sort_nested(). A view of the code when nothing is left out, else of
 * `buf`. */
lu_str lu__own_code(const lu_stored *v, size_t n, size_t i, lu_buf *buf);

/* Sort all elements of a file, and set their hash and text_hash. */
lu_code lu__set_hashes(lu_stored *v, size_t n, lu_err *e);

#endif
