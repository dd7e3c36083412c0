/* SPDX-License-Identifier: MIT
 * lucus status --costs: what models were called for, and what it cost. */
#include "costs.h"

#include "cli/out.h"
#include "render/render.h"

lu_code cmd_costs_show(lu_store *s, lu_err *e)
{
	lu_sink o = lu_out_sink(stdout);
	lu_arena a = { 0 };
	lu_ledger_entry *v = NULL;
	size_t n = 0;
	lu_code rc = lu_ledger_read(s, &a, &v, &n, e);

	if (!rc) rc = lu_render_ledger(&o, &(lu_ledger_shown){ v, n }, e);
	lu_arena_free(&a);
	return rc;
}
