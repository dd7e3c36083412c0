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

/* A table of names for values (registers, error numbers, opcodes) is found as a whole: with more entries than this
 * in a file, they are elements, but have no vector and no full-text row of their own, and make no edges. */
#define LU__ENTRIES 200
void lu__mark_listed(lu_stored *v, size_t n);

/* Sort all elements of a file, and set their hash and text_hash; mark what is listed. */
lu_code lu__set_hashes(lu_stored *v, size_t n, lu_err *e);

/* Count the elements that are not as they were stored, whose hash is another one, made again; and those whose kept words
 * are not theirs. */
lu_code lu__elements_check(lu_store *s, int64_t *wrong, int64_t *words, lu_err *e) LU_MUST_USE;

/* Set lu_stored.up of all elements of a file. */
lu_code lu__find_scopes(lu_stored *v, size_t n, lu_err *e);
/* The names of what element `i` is in, but for the file: a view of `buf`. */
lu_str lu__scope(const lu_stored *v, size_t i, lu_buf *buf);

#endif
