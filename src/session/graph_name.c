/* SPDX-License-Identifier: MIT
 * Which elements a person means by a name. */
#include "session/graph.h"

lu_str lu_graph_name_path(const char *text)
{
	lu_str all = lu_strz(text), path;

	return lu_split_place(all, &path) ? path : all;
}

/* The element at a place: first as the file that lies there, then as a path of the knowledge base. */
static lu_code at_place(lu_store *s, lu_str below, lu_str path, uint32_t line, lu_arena *a, lu_brief **out, size_t *n,
			lu_err *e)
{
	lu_code rc = LU_OK;

	*n = 0;
	if (below.n) rc = lu_store_at(s, below, line, a, out, n, e);
	if (!rc && !*n) rc = lu_store_at(s, path, line, a, out, n, e);
	if (rc || *n <= 1) return rc;
	return lu_fail(e, LU_ENOENT, "%zu files end with '%.*s', as '%.*s' and '%.*s': give more of the path", *n,
		       LU_FMT(path), LU_FMT((*out)[0].path), LU_FMT((*out)[1].path));
}

static lu_code not_found(lu_store *s, lu_str name, bool place, lu_arena *a, lu_err *e)
{
	lu_buf names = LU_BUF;
	lu_strs near = { 0 };
	lu_code rc = place ? LU_OK : lu_store_near(s, name, a, &near, e);

	for (size_t i = 0; i < near.n; i++) lu_buf_addf(&names, "%s%.*s", i ? ", " : "", LU_FMT(near.v[i]));
	if (!rc && place) rc = lu_fail(e, LU_ENOENT, "no element at '%.*s'", LU_FMT(name));
	else if (!rc && near.n) rc = lu_fail(e, LU_ENOENT, "no element '%.*s'; there is %s", LU_FMT(name), names.s);
	else if (!rc) rc = lu_fail(e, LU_ENOENT, "no element '%.*s'", LU_FMT(name));
	lu_buf_free(&names);
	return rc;
}

lu_code lu_graph_find(lu_store *s, const lu_graph_name *name, lu_arena *a, lu_graph_meant *out, lu_err *e)
{
	lu_str all = lu_strz(name->text), path;
	uint32_t line = lu_split_place(all, &path);
	lu_code rc = LU_OK;

	*out = (lu_graph_meant){ .n = 0 };
	if (!all.n) return lu_fail(e, LU_EUSAGE, "an empty name");
	if (line) rc = at_place(s, name->below, path, line, a, &out->v, &out->n, e);
	if (!rc && !out->n) rc = lu_store_named(s, all, a, &out->v, &out->n, e);
	if (!rc && !out->n && !line) rc = at_place(s, name->below, all, 0, a, &out->v, &out->n, e);
	if (!rc && !out->n && !line) rc = lu__inherited_name(s, all, a, out, e);
	return rc || out->n ? rc : not_found(s, all, line != 0, a, e);
}
