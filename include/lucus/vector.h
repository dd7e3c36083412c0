/* SPDX-License-Identifier: MIT
 * Packed int8 vectors: quantisation, dot products (SIMD chosen at run time, portable fallback), exact
 * top-k scan. */
#ifndef LUCUS_VECTOR_H
#define LUCUS_VECTOR_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Scale to unit length (Euclidean). False, and `v` is all zeros, when its length is 0 or not finite. */
bool lu_vec_normalise(float *v, size_t dim);

/* Symmetric int8 quantisation: out[i] = round(v[i] / *scale), *scale = max|v| / 127, so that
 * v[i] ~ out[i] * *scale; the largest component is always +-127. A zero vector has scale 0. */
void lu_vec_quantise(const float *v, size_t dim, int8_t *out, float *scale);

/* sum[i] += w * row[i]: equal on every machine. */
void lu_vec_add(float *sum, const int8_t *row, float w, size_t dim);

/* Sum of a[i] * b[i]; dim <= 131072. */
int32_t lu_vec_dot(const int8_t *a, const int8_t *b, size_t dim);
/* The same in portable C, for tests and for machines without the instructions. */
int32_t lu_vec_dot_portable(const int8_t *a, const int8_t *b, size_t dim);
/* "avx512vnni", "avx2", "neon" or "portable": what lu_vec_dot uses on this machine. */
const char *lu_vec_backend(void);

typedef struct lu_scored {
	int64_t id;
	double score;
} lu_scored;

/* Sort by score, the highest first, then by id. `spare` has room for `n`. */
void lu_scored_sort(lu_scored *v, size_t n, lu_scored *spare);

/* Keeps the k best of what is pushed: higher score first, then smaller id, and no NaN. Because ids of
 * equal scores are chosen by lu_topk alone, callers that need another order for ties ask for all ties
 * at the boundary: with `ties`, more than k entries are kept when they share the k-th score. */
typedef struct lu_topk {
	lu_scored *v; /* sorted only after lu_topk_sort() */
	size_t n, cap, k;
	bool ties;
	double floor; /* scores below it are not kept */
} lu_topk;

lu_code lu_topk_init(lu_topk *t, size_t k, bool ties, double floor, lu_err *e) LU_MUST_USE;
lu_code lu_topk_push(lu_topk *t, int64_t id, double score, lu_err *e) LU_MUST_USE;
/* Sort and cut to k (plus ties). */
lu_code lu_topk_sort(lu_topk *t, lu_err *e) LU_MUST_USE;
void lu_topk_free(lu_topk *t);

/* Scan `n` rows of `dim` int8 each against `query`: the score of row i is the cosine, dot * scale[i] *
 * query_scale. Rows with scale 0 are passed over. */
lu_code lu_vec_scan(const int8_t *rows, const float *scales, const int64_t *ids, size_t n, size_t dim,
		    const int8_t *query, float query_scale, lu_topk *best, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
