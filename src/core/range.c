/* SPDX-License-Identifier: MIT */
#include "core/range.h"

lu_code lu_check_range(const char *name, int64_t v, int64_t min, int64_t max, lu_err *e)
{
	if (v >= min && v <= max) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "%s: %lld is out of range %lld..%lld", name, (long long)v, (long long)min,
		       (long long)max);
}

lu_code lu_check_real(const char *name, double v, double min, double max, lu_err *e)
{
	if (v >= min && v <= max) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "%s: %g is out of range %g..%g", name, v, min, max);
}

lu_code lu_check_ranges(const lu_ranged *v, size_t n, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) rc = lu_check_range(v[i].name, v[i].v, v[i].min, v[i].max, e);
	return rc;
}
