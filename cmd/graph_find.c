/* SPDX-License-Identifier: MIT
 * lucus graph: what the operands mean. */
#include <string.h>

#include "cli/place.h"
#include "graph.h"

/* The element at a place: first as the file that lies there, then as a path of the knowledge base. */
static lu_code at_place(lu_store *s, lu_str path, uint32_t line, lu_arena *a, lu_brief **out, size_t *n, lu_err *e)
{
	lu_str inside = { "", 0 };
	bool below = false;
	lu_code rc = lu_place_find(path, a, &inside, &below, e);

	*n = 0;
	if (!rc && below && inside.n) rc = lu_store_at(s, inside, line, a, out, n, e);
	if (!rc && !*n) rc = lu_store_at(s, path, line, a, out, n, e);
	if (rc || *n <= 1) return rc;
	return lu_fail(e, LU_ENOENT, "%zu files end with '%.*s', as '%.*s' and '%.*s': give more of the path", *n,
		       LU_FMT(path), LU_FMT((*out)[0].path), LU_FMT((*out)[1].path));
}

static lu_code not_found(lu_store *s, lu_str operand, bool place, lu_arena *a, lu_err *e)
{
	lu_buf names = LU_BUF;
	lu_strs near = { 0 };
	lu_code rc = place ? LU_OK : lu_store_near(s, operand, a, &near, e);

	for (size_t i = 0; i < near.n; i++) lu_buf_addf(&names, "%s%.*s", i ? ", " : "", LU_FMT(near.v[i]));
	if (!rc && place) rc = lu_fail(e, LU_ENOENT, "no element at '%.*s'", LU_FMT(operand));
	else if (!rc && near.n) rc = lu_fail(e, LU_ENOENT, "no element '%.*s'; there is %s", LU_FMT(operand), names.s);
	else if (!rc) rc = lu_fail(e, LU_ENOENT, "no element '%.*s'", LU_FMT(operand));
	lu_buf_free(&names);
	return rc;
}

lu_code lu_graph_find(lu_store *s, const char *operand, lu_arena *a, lu_brief **out, size_t *n, lu_err *e)
{
	lu_str all = lu_strz(operand), path;
	uint32_t line = lu_split_place(all, &path);
	lu_code rc = LU_OK;

	*n = 0;
	if (!all.n) return lu_fail(e, LU_EUSAGE, "an empty name");
	if (line) rc = at_place(s, path, line, a, out, n, e);
	if (!rc && !*n) rc = lu_store_named(s, all, a, out, n, e);
	if (!rc && !*n && !line) rc = at_place(s, all, 0, a, out, n, e);
	return rc || *n ? rc : not_found(s, all, line != 0, a, e);
}
