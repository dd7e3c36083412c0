/* SPDX-License-Identifier: MIT
 * The backends of the dot product, shared by lu_vec_dot(), the scan and the tests. */
#ifndef LU_VECTOR_DOT_H
#define LU_VECTOR_DOT_H

#include "lucus/vector.h"

/* out[i] = dot product of `query` and row i of `n`. */
typedef void lu__dots_fn(const int8_t *rows, size_t n, size_t dim, const int8_t *query, int32_t *out);

typedef struct lu__dot_backend {
	const char *name;
	lu__dots_fn *dots;
} lu__dot_backend;

/* Backend number i of those that this machine can run, the fastest first, the portable one last;
 * NULL after the last. All give equal results. */
const lu__dot_backend *lu__dot_backend_at(size_t i);

#endif
