/* SPDX-License-Identifier: MIT
 * Orders that qsort() and bsearch() take. */
#ifndef LU_CORE_SORTING_H
#define LU_CORE_SORTING_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of int64_t, and of what begins with one. */
static inline int lu_int64_order(const void *px, const void *py)
{
	int64_t x = *(const int64_t *)px, y = *(const int64_t *)py;

	return (x > y) - (x < y);
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
