/* SPDX-License-Identifier: MIT
 * What a diff touches, and what that affects. */
#include "session/impact.h"

#include <stdlib.h>

#include "git/git.h"
#include "lucus/request.h"
#include "session/graph.h"
#include "core/sorting.h"

#define LOOK_AT 1000 /* files that are looked at */

const char *lu_side_name(lu_side s)
{
	static const char *const names[LU_SIDES] = { "new", "old", "unlike", "binary", "absent", "outside" };

	return names[s];
}

/* ---- touched ---- */

static int by_place(const lu_brief *x, const lu_brief *y)
{
	int c = lu_str_cmp(x->path, y->path);

	if (c) return c;
	if (x->start_line != y->start_line) return x->start_line < y->start_line ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static int touched_by_place(const void *px, const void *py)
{
	const lu_touched *x = px, *y = py;

	return by_place(&x->el, &y->el);
}

/* A file may stand in a diff twice: its elements are touched once. */
static size_t join_twins(lu_touched *v, size_t n)
{
	size_t k = 0;

	if (n) qsort(v, n, sizeof *v, touched_by_place);
	for (size_t i = 0; i < n; i++) {
		if (k && v[k - 1].el.id == v[i].el.id) v[k - 1].lines += v[i].lines;
		else v[k++] = v[i];
	}
	return k;
}

static lu_code touch_files(lu__touching *t, const lu_diff_file *d, size_t n, lu_impact *out, lu_err *e)
{
	lu_code rc = LU_OK;

	out->file = lu_arena_calloc(t->a, n + 1, sizeof *out->file);
	if (!out->file) return lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) {
		rc = lu__impact_touch(t, &d[i], e);
		if (!rc) out->file[out->n_file++] = t->file;
		if (!rc) rc = lu_check_cancel(e);
	}
	return rc;
}

static lu_code touch_all(lu__touching *t, const char *root, const lu_impact_options *o, lu_impact *out, lu_err *e)
{
	lu_diff_file *d = NULL;
	size_t n = 0;
	lu_buf prefix = LU_BUF;
	lu_code rc = lu_diff_read(o->diff, t->a, &d, &n, e);

	if (!rc && root && *root) rc = lu_git_prefix(root, t->a, &t->prefix, e);
	if (!rc && t->prefix.n) {
		lu_buf_addf(&prefix, "%.*s/", LU_FMT(t->prefix));
		t->prefix = lu_arena_dup(t->a, lu_buf_str(&prefix));
		if (prefix.oom || !t->prefix.s) rc = lu_nomem(e);
	}
	lu_buf_free(&prefix);
	if (!rc) rc = touch_files(t, d, n, out, e);
	if (rc) return rc;
	out->touched = t->v;
	out->all_touched = join_twins(t->v, t->n);
	return LU_OK;
}

/* ---- affected ---- */

/* Row ids of what was touched, with what it holds; of a module not that, which is most of a file. */
static lu_code begin_at(lu_store *s, const lu_impact *x, lu_arena *a, int64_t **out, size_t *n, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < x->all_touched && !rc; i++) {
		int64_t *ids = &x->touched[i].el.id, *v;
		size_t m = 1;

		if (!lu_str_eqz(x->touched[i].el.type, "module"))
			rc = lu_store_within(s, x->touched[i].el.id, a, &ids, &m, e);
		for (size_t k = 0; k < m && !rc; k++) {
			if (!(v = lu_arena_grow(a, *out, *n, sizeof *v))) return lu_nomem(e);
			*out = v;
			v[(*n)++] = ids[k];
		}
	}
	return rc;
}

static size_t drop_twins(int64_t *v, size_t n)
{
	size_t k = 0;

	if (n) qsort(v, n, sizeof *v, lu_int64_order);
	for (size_t i = 0; i < n; i++)
		if (!k || v[k - 1] != v[i]) v[k++] = v[i];
	return k;
}

static int by_worth(const void *px, const void *py)
{
	const lu_affected *x = px, *y = py;

	if (x->weakest != y->weakest) return x->weakest < y->weakest ? -1 : 1;
	if (x->depth != y->depth) return x->depth < y->depth ? -1 : 1;
	return by_place(&x->el, &y->el);
}

static lu_code list_affected(const lu_trace *w, lu_arena *a, lu_impact *out, lu_err *e)
{
	lu_affected *v = lu_arena_calloc(a, w->n_node + 1, sizeof *v);
	bool *test = lu_arena_calloc(a, w->n_node + 1, sizeof *test);

	if (!v || !test) return lu_nomem(e);
	for (size_t i = 0; i < w->n_edge; i++)
		if (w->edge[i].kind == LU_EDGE_TESTS && w->edge[i].to != SIZE_MAX) test[w->edge[i].to] = true;
	for (size_t i = w->n_begin; i < w->n_node; i++) {
		v[out->all_affected++] = (lu_affected){ w->node[i].el, w->node[i].depth, w->node[i].weakest, test[i] };
		out->grades[w->node[i].weakest]++;
		out->tests += test[i];
	}
	if (out->all_affected) qsort(v, out->all_affected, sizeof *v, by_worth);
	out->affected = v;
	out->depth = w->depth;
	return LU_OK;
}

static lu_code follow(lu_store *s, const lu_impact_options *o, lu_arena *a, lu_impact *out, lu_err *e)
{
	lu_graph_options like = lu_graph_defaults(LU_ASK_IMPACT);
	lu_trace_options how;
	int64_t *ids = NULL;
	size_t n = 0;
	lu_trace w = { .n_node = 0 };
	lu_code rc = begin_at(s, out, a, &ids, &n, e);

	like.kinds = o->kinds;
	like.grade = o->grade;
	like.depth = o->depth;
	how = lu__graph_walk(&like);
	how.within = false;
	if (!rc && n) rc = lu_trace_from(s, ids, drop_twins(ids, n), &how, a, &w, e);
	return rc ? rc : list_affected(&w, a, out, e);
}

/* ---- the answer ---- */

static lu_code look(lu_fresh *fresh, const lu_impact *x, lu_err *e)
{
	lu_file_state state;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < x->n_touched && i < LOOK_AT && !rc; i++)
		rc = lu_fresh_file(fresh, x->touched[i].el.path, &state, e);
	for (size_t i = 0; i < x->n_affected && i < LOOK_AT && !rc; i++)
		rc = lu_fresh_file(fresh, x->affected[i].el.path, &state, e);
	return rc;
}

lu_code lu_graph_impact(lu_store *s, const char *root, const lu_impact_options *o, lu_arena *a, lu_impact *out,
			lu_err *e)
{
	lu__touching t = { .s = s, .a = a };
	lu_impact x = { .n_file = 0 };
	lu_code rc = LU_OK;

	if (o->depth > LU_GRAPH_DEPTH_MAX)
		return lu_fail(e, LU_EUSAGE, "a depth of %u is more than %d", o->depth, LU_GRAPH_DEPTH_MAX);
	if (!o->limit) return lu_fail(e, LU_EUSAGE, "a limit of 0 shows nothing");
	rc = touch_all(&t, root, o, &x, e);
	if (!rc) rc = follow(s, o, a, &x, e);
	if (rc) return rc;
	x.n_touched = x.all_touched < o->limit ? x.all_touched : o->limit;
	x.n_affected = x.all_affected < o->limit ? x.all_affected : o->limit;
	if (o->fresh) rc = look(o->fresh, &x, e);
	if (!rc) *out = x;
	return rc;
}
