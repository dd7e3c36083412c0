/* SPDX-License-Identifier: MIT
 * Elements with their edges, as the graph has them. */
#include "nodes.h"

#include <stdio.h>

#include "lucus/json.h"

static lu_code write_edge(lu_store *s, const lu_edge_row *r, lu_jw *w, lu_err *e)
{
	lu_arena a = { 0 };
	lu_brief dst;
	lu_code rc = LU_OK;

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "kind", lu_edge_kind_name(r->kind));
	if (r->name.n) lu_jw_str(w, "name", r->name);
	if (r->dst) rc = lu_store_brief(s, r->dst, &a, &dst, e);
	if (!rc) lu_jw_strz(w, "target", r->dst ? dst.uuid : NULL);
	lu_jw_strz(w, "grade", lu_grade_name(r->grade));
	lu_jw_str(w, "reason", r->reason);
	if (r->line) lu_jw_int(w, "line", r->line);
	lu_jw_close(w, '}');
	lu_arena_free(&a);
	return rc;
}

static lu_code write_node(lu_store *s, const lu_stored *v, lu_jw *w, lu_err *e)
{
	lu_edge_iter *it = NULL;
	lu_edge_row r;
	lu_code rc = lu_edge_iter_open(s, v->id, false, LU_EDGES_ALL, &it, e);

	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "node");
	lu_element_write(w, &v->el);
	lu_jw_open(w, "edges", '[');
	while (!rc && !(rc = lu_edge_iter_next(it, &r, e))) rc = write_edge(s, &r, w, e);
	lu_edge_iter_close(it);
	lu_jw_close(w, ']');
	lu_jw_close(w, '}');
	return rc != LU_DONE ? rc : lu_jw_flush(w, stdout, e);
}

lu_code cmd_nodes_write(lu_store *s, const int64_t *file, size_t n_file, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	for (size_t i = 0; i < n_file && !rc; i++) {
		lu_arena a = { 0 };
		lu_stored *v = NULL;
		size_t n = 0;

		rc = lu_store_file_elements(s, file[i], true, &a, &v, &n, e);
		for (size_t j = 0; j < n && !rc; j++) rc = write_node(s, &v[j], &w, e);
		lu_arena_free(&a);
	}
	lu_jw_free(&w);
	return rc;
}
