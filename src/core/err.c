/* SPDX-License-Identifier: MIT */
#include "lucus/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

lu_code lu_fail(lu_err *e, lu_code code, const char *fmt, ...)
{
	if (e) {
		va_list ap;

		e->code = code;
		va_start(ap, fmt);
		vsnprintf(e->msg, sizeof e->msg, fmt, ap);
		va_end(ap);
	}
	return code;
}

lu_code lu_wrap(lu_err *e, lu_code code, const char *fmt, ...)
{
	if (e) {
		char inner[sizeof e->msg];
		size_t n;
		va_list ap;

		memcpy(inner, e->msg, sizeof inner);
		e->code = code;
		va_start(ap, fmt);
		vsnprintf(e->msg, sizeof e->msg, fmt, ap);
		va_end(ap);
		n = strlen(e->msg);
		snprintf(e->msg + n, sizeof e->msg - n, ": %s", inner);
	}
	return code;
}

lu_code lu_nomem(lu_err *e)
{
	return lu_fail(e, LU_ENOMEM, "out of memory");
}
