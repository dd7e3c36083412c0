/* SPDX-License-Identifier: MIT
 * Elements with their edges, as the graph has them. */
#include "nodes.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/binary_search.h"
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

/* The edges of a file: asked for element by element, all of them would be read for each. */
struct edges {
	lu_arena *a;
	struct numbered {
		lu_edge_row r;
		size_t at; /* as they came */
	} * v;
	size_t n;
};

static lu_code add_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	struct edges *x = ctx;
	struct numbered *v = lu_arena_grow(x->a, x->v, x->n, sizeof *v);

	if (!v) return lu_nomem(e);
	x->v = v;
	v[x->n] = (struct numbered){ *r, x->n };
	v[x->n].r.name = lu_arena_dup(x->a, r->name);
	v[x->n].r.reason = lu_arena_dup(x->a, r->reason);
	if (!v[x->n].r.name.s || !v[x->n].r.reason.s) return lu_nomem(e);
	x->n++;
	return LU_OK;
}

static lu_code add_contains(struct edges *x, const lu_stored *v, size_t n, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) {
		lu_edge_row r = lu_contains_edge(v[i].parent_id, v[i].id);

		if (r.src > 0) rc = add_edge(x, &r, e);
	}
	return rc;
}

/* By source; what that contains first, by id. */
static int by_source(const void *px, const void *py)
{
	const struct numbered *x = px, *y = py;
	bool contains = x->r.kind == LU_EDGE_CONTAINS;

	if (x->r.src != y->r.src) return x->r.src < y->r.src ? -1 : 1;
	if (contains != (y->r.kind == LU_EDGE_CONTAINS)) return contains ? -1 : 1;
	if (contains && x->r.dst != y->r.dst) return x->r.dst < y->r.dst ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

static lu_code write_node(lu_store *s, const lu_stored *v, const struct edges *x, lu_jw *w, lu_err *e)
{
	lu_code rc = LU_OK;
	size_t at;

	LU_LOWER_BOUND(at, 0, x->n, x->v[at].r.src < v->id);
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", "node");
	lu_element_write(w, &v->el);
	lu_jw_open(w, "edges", '[');
	for (; at < x->n && x->v[at].r.src == v->id && !rc; at++) rc = write_edge(s, &x->v[at].r, w, e);
	lu_jw_close(w, ']');
	lu_jw_close(w, '}');
	return rc ? rc : lu_jw_flush(w, stdout, e);
}

static lu_code write_file(lu_store *s, int64_t file, lu_arena *a, lu_jw *w, lu_err *e)
{
	struct edges x = { .a = a };
	lu_stored *v = NULL;
	size_t n = 0;
	lu_code rc = lu_store_file_elements(s, file, true, a, &v, &n, e);

	if (!rc) rc = add_contains(&x, v, n, e);
	if (!rc) rc = lu_store_file_edges(s, file, NULL, 0, add_edge, &x, e);
	if (x.n) qsort(x.v, x.n, sizeof *x.v, by_source);
	for (size_t i = 0; i < n && !rc; i++) rc = write_node(s, &v[i], &x, w, e);
	return rc;
}

lu_code cmd_nodes_write(lu_store *s, const int64_t *file, size_t n_file, lu_err *e)
{
	lu_jw w;
	lu_code rc = LU_OK;

	lu_jw_init(&w);
	for (size_t i = 0; i < n_file && !rc; i++) {
		lu_arena a = { 0 };

		rc = write_file(s, file[i], &a, &w, e);
		lu_arena_free(&a);
	}
	lu_jw_free(&w);
	return rc;
}
