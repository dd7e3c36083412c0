/* SPDX-License-Identifier: MIT
 * lucus doctor: what each step comes to. */
#include "checks.h"
#include "doctor.h"

lu_code lu_visit_report(lu_visit *v, const char *name, bool ok, const char *detail, lu_err *e)
{
	v->failed += !ok;
	return lu_check_show(&v->w, name, ok, detail, e);
}

lu_code lu_visit_step(lu_visit *v, const char *name, lu_code rc, const char *good, const lu_err *why, lu_err *e)
{
	return lu_visit_report(v, name, !rc, rc ? why->msg : good, e);
}
