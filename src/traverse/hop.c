/* SPDX-License-Identifier: MIT
 * Leaving the elements of a frontier. */
#include <stdlib.h>

#include "lucus/request.h"
#include "traverse/traverse.h"
#include "core/sorting.h"

/* What the functions of this file share. */
typedef struct hop {
	lu__traversal *t;
	const lu__visitor *visitor;
	void *ctx;         /* of the visitor */
	size_t from;       /* of the frontier */
	lu__vertex *by_id; /* of the frontier: `file` is the number in it */
	int64_t *child;    /* of an element, policy.hub at most */
} hop;

static lu_code follow(const hop *h, size_t from, bool in, const lu_edge_row *r, const lu_brief *src, lu_err *e)
{
	lu__follow f = { r, src, from, in, lu__weight(h->t->policy, r, in) };

	return f.weight > 0 ? h->visitor->edge(h->ctx, &f, e) : LU_OK;
}

static lu_code on_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	const hop *h = ctx;

	return follow(h, h->from, false, r, NULL, e);
}

static lu_code on_referrer(void *ctx, const lu_edge_row *r, const lu_brief *src, lu_err *e)
{
	const hop *h = ctx;

	return follow(h, h->from, true, r, src, e);
}

static bool follows_references(const lu__policy *p, bool in)
{
	for (int k = 0; k < LU_EDGE_KINDS; k++)
		if (k != LU_EDGE_CONTAINS && p->kind[k][in] > 0) return true;
	return false;
}

/* ---- what an element holds ---- */

/* The edges that an iterator has, given as they come. */
static lu_code follow_all(const hop *h, int64_t id, bool in, unsigned which, lu_err *e)
{
	lu_edge_iter *it;
	lu_edge_row r;
	lu_code rc = lu_edge_iter_open(h->t->store, id, in, which, &it, e);

	if (rc) return rc;
	while (!rc && !(rc = lu_edge_iter_next(it, &r, e))) rc = follow(h, h->from, in, &r, NULL, e);
	lu_edge_iter_close(it);
	return rc == LU_DONE ? LU_OK : rc;
}

/* Nothing is given before it is known that there are not too many. */
static lu_code follow_few(const hop *h, int64_t id, size_t most, lu_err *e)
{
	lu_edge_iter *it;
	lu_edge_row r = { 0 };
	size_t n = 0;
	lu_code rc = lu_edge_iter_open(h->t->store, id, false, LU_EDGES_CONTAINS, &it, e);

	if (rc) return rc;
	for (; n <= most && !(rc = lu_edge_iter_next(it, &r, e)); n++)
		if (n < most) h->child[n] = r.dst;
	lu_edge_iter_close(it);
	if (rc != LU_DONE) return rc; /* LU_OK: there are more */
	rc = LU_OK;
	for (size_t i = 0; i < n && !rc; i++) {
		r = lu_contains_edge(id, h->child[i]);
		rc = follow(h, h->from, false, &r, NULL, e);
	}
	return rc;
}

static lu_code leave_to_held(const hop *h, int64_t id, lu_err *e)
{
	const lu__policy *p = h->t->policy;

	if (!(p->kind[LU_EDGE_CONTAINS][0] > 0)) return LU_OK;
	return p->hub ? follow_few(h, id, p->hub, e) : follow_all(h, id, false, LU_EDGES_CONTAINS, e);
}

/* ---- what holds it, or refers to it ---- */

lu_code lu__users(const lu__traversal *t, int64_t id, int64_t *n, lu_err *e)
{
	int64_t most = (int64_t)t->policy->hub + 1;

	if (t->reads.in_degree) return t->reads.in_degree(t->reads.ctx, id, most, n, e);
	return lu_store_in_degree(t->store, id, most, n, e);
}

static lu_code leave_back(const hop *h, int64_t id, lu_err *e)
{
	const lu__traversal *t = h->t;
	unsigned which = t->policy->kind[LU_EDGE_CONTAINS][1] > 0 ? LU_EDGES_CONTAINS : 0;
	bool back = follows_references(t->policy, true);
	int64_t users = 0;
	lu_code rc = LU_OK;

	if (back && t->policy->hub) rc = lu__users(t, id, &users, e);
	if (users > (int64_t)t->policy->hub) back = false;
	if (back && !t->reads.sources) which |= LU_EDGES_REFERENCES;
	if (!rc && which) rc = follow_all(h, id, true, which, e);
	if (!rc && back && t->reads.sources) rc = lu_store_referrers(t->store, id, on_referrer, (void *)h, e);
	return rc;
}

/* ---- what it refers to ---- */

static int by_file(const void *a, const void *b)
{
	const lu__vertex *x = a, *y = b;

	if (x->file != y->file) return x->file < y->file ? -1 : 1;
	return lu_int64_order(a, b);
}

static lu_code edges_out(const hop *h, int64_t file, const int64_t *of, size_t n, lu_edge_fn *fn, lu_err *e)
{
	const lu__traversal *t = h->t;

	if (t->reads.out) return t->reads.out(t->reads.ctx, file, of, n, fn, (void *)h, e);
	return lu_store_file_edges(t->store, file, of, n, fn, (void *)h, e);
}

static lu_code on_file_edge(void *ctx, const lu_edge_row *r, lu_err *e)
{
	const hop *h = ctx;
	const lu__vertex *v = bsearch(&r->src, h->by_id, h->t->at.leave, sizeof *v, lu_int64_order);

	return v ? follow(h, (size_t)v->file, false, r, NULL, e) : LU_OK;
}

/* The edges of a file are read once for all that begin there. */
static lu_code leave_by_files(hop *h, lu_err *e)
{
	const lu__frontier *at = &h->t->at;
	size_t n = at->leave;
	lu__vertex *v = lu_arena_calloc(h->t->a, n, sizeof *v);
	int64_t *id = lu_arena_calloc(h->t->a, n, sizeof *id);
	lu_code rc = LU_OK;

	h->by_id = lu_arena_calloc(h->t->a, n, sizeof *h->by_id);
	if (!v || !id || !h->by_id) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		v[i] = at->v[i];
		h->by_id[i] = (lu__vertex){ .id = at->v[i].id, .file = (int64_t)i };
	}
	qsort(h->by_id, n, sizeof *h->by_id, lu_int64_order);
	qsort(v, n, sizeof *v, by_file);
	for (size_t i = 0; i < n; i++) id[i] = v[i].id;
	for (size_t i = 0, end; i < n && !rc; i = end) {
		for (end = i + 1; end < n && v[end].file == v[i].file;) end++;
		rc = edges_out(h, v[i].file, id + i, end - i, on_file_edge, e);
	}
	return rc;
}

/* ---- a walk ---- */

static lu_code leave(hop *h, size_t from, bool out, lu_err *e)
{
	const lu__vertex *v = &h->t->at.v[from];
	lu_code rc = lu_check_cancel(e);

	h->from = from;
	if (!rc) rc = leave_to_held(h, v->id, e);
	if (!rc && out && h->visitor->left) rc = edges_out(h, v->file, &v->id, 1, on_edge, e);
	if (!rc) rc = leave_back(h, v->id, e);
	return rc || !h->visitor->left ? rc : h->visitor->left(h->ctx, from, e);
}

lu_code lu__traverse(lu__traversal *t, const lu__visitor *v, void *ctx, lu_err *e)
{
	hop h = { .t = t, .visitor = v, .ctx = ctx };
	bool out = follows_references(t->policy, false);
	lu_code rc = LU_OK;

	if (!(h.child = lu_arena_calloc(t->a, t->policy->hub, sizeof *h.child))) return lu_nomem(e);
	for (uint32_t i = 1; i <= t->policy->hops && t->at.leave && !rc; i++) {
		for (size_t from = 0; from < t->at.leave && !rc; from++) rc = leave(&h, from, out, e);
		if (!rc && out && !v->left) rc = leave_by_files(&h, e);
		if (!rc) rc = v->arrive(ctx, i, &t->at, e);
	}
	return rc;
}
