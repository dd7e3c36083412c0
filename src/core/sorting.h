/* SPDX-License-Identifier: MIT
 * Orders that qsort() and bsearch() take. */
#ifndef LU_CORE_SORTING_H
#define LU_CORE_SORTING_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of numbers, rising, and of what begins with one. */
static inline int lu_int64_order(const void *px, const void *py)
{
	int64_t x = *(const int64_t *)px, y = *(const int64_t *)py;

	return (x > y) - (x < y);
}
static inline int lu_uint64_order(const void *px, const void *py)
{
	uint64_t x = *(const uint64_t *)px, y = *(const uint64_t *)py;

	return (x > y) - (x < y);
}
static inline int lu_uint32_order(const void *px, const void *py)
{
	uint32_t x = *(const uint32_t *)px, y = *(const uint32_t *)py;

	return (x > y) - (x < y);
}
static inline int lu_size_order(const void *px, const void *py)
{
	size_t x = *(const size_t *)px, y = *(const size_t *)py;

	return (x > y) - (x < y);
}
static inline int lu_double_order(const void *px, const void *py)
{
	double x = *(const double *)px, y = *(const double *)py;

	return (x > y) - (x < y);
}

/* Of pointers to int64_t, and to what begins with one. */
static inline int lu_int64_at_order(const void *px, const void *py)
{
	return lu_int64_order(*(const void *const *)px, *(const void *const *)py);
}

/* Of float, falling. */
static inline int lu_float_falling(const void *px, const void *py)
{
	float x = *(const float *)px, y = *(const float *)py;

	return (x < y) - (x > y);
}

/* Of lu_str, and of what begins with one: lu_str_cmp(). */
static inline int lu_str_order(const void *px, const void *py)
{
	return lu_str_cmp(*(const lu_str *)px, *(const lu_str *)py);
}

#ifdef __cplusplus
}
#endif
#endif
