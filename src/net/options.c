/* SPDX-License-Identifier: MIT
 * What a server may take: the usual values and their ranges. */
#include "core/range.h"
#include "lucus/http.h"

void lu_http_options_init(lu_http_options *o)
{
	*o = (lu_http_options){
		.parallel = 5,
		.retries = 3,
		.connect = 10,
		.first_byte = 60,
		.idle = 30,
		.total = 300,
		.max_bytes = (size_t)64 << 20,
	};
}

static lu_code seconds(const char *name, double v, lu_err *e)
{
	if (v > 0 && v <= LU_HTTP_SECONDS_MAX) return LU_OK;
	return lu_fail(e, LU_EUSAGE, "%s must be more than 0 and at most %d seconds, not %g", name, LU_HTTP_SECONDS_MAX,
		       v);
}

lu_code lu_http_options_check(const lu_http_options *o, lu_err *e)
{
	lu_code rc = lu_check_range("the number of parallel requests", o->parallel, 1, LU_HTTP_PARALLEL_MAX, e);

	if (!rc) rc = lu_check_range("the number of retries", o->retries, 0, LU_HTTP_RETRIES_MAX, e);
	if (!rc) rc = seconds("the time to connect", o->connect, e);
	if (!rc) rc = seconds("the time until the first byte", o->first_byte, e);
	if (!rc) rc = seconds("the time between two pieces", o->idle, e);
	if (!rc) rc = seconds("the time of a request", o->total, e);
	if (!rc && o->all != 0) rc = seconds("the time of a request with all its attempts", o->all, e);
	if (!rc && !o->max_bytes) rc = lu_fail(e, LU_EUSAGE, "the largest answer must have at least 1 byte");
	return rc;
}
