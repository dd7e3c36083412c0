/* SPDX-License-Identifier: MIT
 * Numbers that a caller chose, and how it is said that one is out of its range. */
#ifndef LU_CORE_RANGE_H
#define LU_CORE_RANGE_H

#include <stddef.h>
#include <stdint.h>

#include "lucus/err.h"

/* LU_EUSAGE, unless min <= v <= max: "NAME: V is out of range MIN..MAX". NaN is in no range. */
lu_code lu_check_range(const char *name, int64_t v, int64_t min, int64_t max, lu_err *e) LU_MUST_USE;
lu_code lu_check_real(const char *name, double v, double min, double max, lu_err *e) LU_MUST_USE;

/* A number with its range, for tables of them. */
typedef struct lu_ranged {
	const char *name;
	int64_t v, min, max;
} lu_ranged;
/* lu_check_range() of each; the first that is out of it is told. */
lu_code lu_check_ranges(const lu_ranged *v, size_t n, lu_err *e) LU_MUST_USE;

#endif
