/* SPDX-License-Identifier: MIT
 * lucus doctor: what each step comes to. */
#include "checks.h"
#include "doctor.h"

lu_code cmd_visit_report(cmd_visit *v, const char *name, bool ok, const char *detail, lu_err *e)
{
	v->failed += !ok;
	return cmd_check_show(&v->w, name, ok, detail, e);
}

lu_code cmd_visit_step(cmd_visit *v, const char *name, lu_code rc, const char *good, const lu_err *why, lu_err *e)
{
	return cmd_visit_report(v, name, !rc, rc ? why->msg : good, e);
}
