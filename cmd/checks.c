/* SPDX-License-Identifier: MIT */
#include "checks.h"

#include <stdio.h>

#include "cli/out.h"

lu_code cmd_check_show(lu_jw *w, const char *name, bool ok, const char *detail, lu_err *e)
{
	if (!lu_out_is_json()) {
		lu_out_textf(stdout, ok ? LU_COLOR_GREEN : LU_COLOR_RED, "%-6s", ok ? "ok" : "FAILED");
		lu_out_textf(stdout, LU_COLOR_PLAIN, " %s: %s\n", name, detail);
		return LU_OK;
	}
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "check");
	lu_jw_strz(w, "name", name);
	lu_jw_bool(w, "ok", ok);
	lu_jw_strz(w, "detail", detail);
	lu_jw_close(w, '}');
	return lu_jw_flush(w, stdout, e);
}
