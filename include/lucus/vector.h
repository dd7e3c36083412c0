/* SPDX-License-Identifier: MIT
 * Packed int8 vectors: quantisation, dot products (SIMD chosen at run time, portable fallback), exact top-k scan.
 *
 * Arrays are the caller's, need no alignment, and must not overlap. Integer results are equal on
 * every machine. Any number of threads may call these functions on data of their own; an lu_topk is
 * of one thread at a time. */
#ifndef LUCUS_VECTOR_H
#define LUCUS_VECTOR_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Scale `v` in place to unit length (Euclidean). False, and `v` is all zeros, when its length is 0 or not finite. */
bool lu_vec_normalise(float *v, size_t dim);

/* Symmetric int8 quantisation: out[i] = round(v[i] / *scale), *scale = max|v| / 127, so that v[i] ~
 * out[i] * *scale; the largest component is always +-127. Scale 0 and zeros: of a zero vector, of
 * one with a component that is not finite, or so small that the scale underflows. */
void lu_vec_quantise(const float *v, size_t dim, int8_t *out, float *scale);

/* sum[i] += w * row[i]: equal on every machine. */
void lu_vec_add(float *sum, const int8_t *row, float w, size_t dim);

/* Sum of a[i] * b[i]; exact while dim <= 131072. */
int32_t lu_vec_dot(const int8_t *a, const int8_t *b, size_t dim);
/* The same in portable C, for tests and for machines without the instructions. */
int32_t lu_vec_dot_portable(const int8_t *a, const int8_t *b, size_t dim);
/* "avx512vnni", "avx2", "neon" or "portable": what lu_vec_dot() uses on this machine. Static. */
const char *lu_vec_backend(void);
/* out[i] = lu_vec_dot() of `v` and row i of `n`, which lie one after the other. */
void lu_vec_dots(const int8_t *rows, size_t n, size_t dim, const int8_t *v, int32_t *out);

/* An id, whatever that is to the caller, and its score. */
typedef struct lu_scored {
	int64_t id;
	double score;
} lu_scored;

/* Sort by score, the highest first, then by id, the smallest first. No score may be NaN. `spare` has
 * room for `n`, and holds nothing afterwards. */
void lu_scored_sort(lu_scored *v, size_t n, lu_scored *spare);

/* Keeps the k best of what is pushed: higher score first, then smaller id, and no NaN. The result
 * does not depend on the order of the pushes. A caller that breaks ties in another order than by id
 * sets `ties`: more than k entries are then kept when they share the k-th score. */
typedef struct lu_topk {
	lu_scored *v; /* sorted only after lu_topk_sort() */
	/* n: entries, perhaps more than k until lu_topk_sort(); cap: room for entries */
	size_t n, cap, k;
	bool ties;
	double floor; /* scores below it are not kept; it rises while entries are pushed */
} lu_topk;

/* Memory is by what is pushed, so that k may be large. `floor`: -HUGE_VAL for none. LU_ENOMEM.
 * Release with lu_topk_free(). */
lu_code lu_topk_init(lu_topk *t, size_t k, bool ties, double floor, lu_err *e) LU_MUST_USE;
/* An id that is pushed twice is kept twice. LU_ENOMEM: it was not pushed. */
lu_code lu_topk_push(lu_topk *t, int64_t id, double score, lu_err *e) LU_MUST_USE;
/* Sort and cut to k (plus ties). More may be pushed afterwards, and sorted again. LU_ENOMEM: nothing has changed. */
lu_code lu_topk_sort(lu_topk *t, lu_err *e) LU_MUST_USE;
/* Free the entries; lu_topk_init() before it is used again. */
void lu_topk_free(lu_topk *t);

/* Push the `n` rows of `dim` int8 each, one after the other, into `best`, under ids[i]: the score of
 * row i is its cosine with `query`, dot * scales[i] * query_scale, where both were unit vectors.
 * Rows with scale 0 are passed over. LU_ECANCEL or LU_ENOMEM: some rows were pushed. */
lu_code lu_vec_scan(const int8_t *rows, const float *scales, const int64_t *ids, size_t n, size_t dim,
		    const int8_t *query, float query_scale, lu_topk *best, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
