/* SPDX-License-Identifier: MIT
 * Which definitions there are: one for each node and name, with what wraps, documents and decorates it. */
#include <stdlib.h>

#include "core/binary_search.h"
#include "core/sorting.h"
#include "parse/build.h"
#include "parse/names.h"

/* Names that one node may define: "int a, b, c". */
#define MAX_NAMES 32

static int cmp_node(const struct lu__def *x, const struct lu__def *y)
{
	uint32_t a = ts_node_start_byte(x->node), b = ts_node_start_byte(y->node);

	if (a != b) return a < b ? -1 : 1;
	if (x->node.id != y->node.id) return (uintptr_t)x->node.id < (uintptr_t)y->node.id ? -1 : 1;
	return 0;
}

static int by_node(const void *px, const void *py)
{
	const struct lu__def *x = px, *y = py;
	int c = cmp_node(x, y);

	if (c) return c;
	if (x->name_at != y->name_at) return x->name_at < y->name_at ? -1 : 1;
	return (x->pattern > y->pattern) - (x->pattern < y->pattern);
}

/* The first definition of a node, LU__NO_DEF when it has none. */
static size_t find_def(const struct lu__build *b, TSNode node)
{
	size_t at;
	struct lu__def key = { .node = node };

	LU_LOWER_BOUND(at, 0, b->f->defs.n, cmp_node(&b->f->defs.v[at], &key) < 0);
	return at < b->f->defs.n && b->f->defs.v[at].node.id == node.id ? at : LU__NO_DEF;
}

/* Places of the names that imports bind: `const x = require("y")` defines nothing. */
static lu_code bound_names(const struct lu__build *b, uint32_t **out, size_t *n)
{
	uint32_t *v = lu_arena_calloc(b->a, b->f->imports.n + 1, sizeof *v);
	size_t k = 0;

	if (!v) return lu_nomem(b->e);
	for (size_t i = 0; i < b->f->imports.n; i++)
		if (b->f->imports.v[i].bound != UINT32_MAX) v[k++] = b->f->imports.v[i].bound;
	if (k) qsort(v, k, sizeof *v, lu_uint32_order);
	*out = v;
	*n = k;
	return LU_OK;
}

/* One definition for each node and name: the one of the first pattern. */
static lu_code one_of_each(struct lu__build *b)
{
	struct lu__found *f = b->f;
	uint32_t *bound = NULL;
	size_t n = 0, n_bound = 0, names = 0;
	lu_code rc;

	lu__look_through(b);
	rc = bound_names(b, &bound, &n_bound);
	if (rc) return rc;
	if (f->defs.n) qsort(f->defs.v, f->defs.n, sizeof *f->defs.v, by_node);
	for (size_t i = 0; i < f->defs.n; i++) {
		const struct lu__def *d = &f->defs.v[i], *last = n ? &f->defs.v[n - 1] : NULL;
		bool same = last && !cmp_node(last, d);

		if (same && last->name_at == d->name_at) continue;
		if (n_bound && bsearch(&d->name_at, bound, n_bound, sizeof *bound, lu_uint32_order)) continue;
		names = same ? names + 1 : 1;
		if (names > MAX_NAMES) continue;
		f->defs.v[n] = *d;
		f->defs.v[n].number = n;
		n++;
	}
	f->defs.n = n;
	return LU_OK;
}

/* What wraps a definition is part of it. */
static void widen(struct lu__def *d, TSNode outer)
{
	if (ts_node_start_byte(outer) <= d->start) {
		d->start = ts_node_start_byte(outer);
		d->row = ts_node_start_point(outer).row;
	}
	if (ts_node_end_byte(outer) > d->end) {
		d->end = ts_node_end_byte(outer);
		d->end_row = ts_node_end_point(outer).row;
	}
}

/* A decorator, without what says that it is one: "@x", "#[x]". */
static lu_code mark(struct lu__build *b, struct lu__def *d, TSNode n)
{
	lu_str s = lu__node_text(n, b->text);

	if (ts_node_start_byte(n) < d->start) widen(d, n);
	if (ts_node_end_byte(n) > d->marks && ts_node_end_byte(n) <= d->end) d->marks = ts_node_end_byte(n);
	if (lu_str_starts(s, "#[") && lu_str_ends(s, "]")) s = lu_strn(s.s + 2, s.n - 3);
	if (s.n && s.s[0] == '@') s = lu_strn(s.s + 1, s.n - 1);
	s = lu__collapse(s, b->a);
	return s.s ? lu__push(b, &d->decorators, s) : lu_nomem(b->e);
}

static int by_node_start(const void *px, const void *py)
{
	uint32_t x = ts_node_start_byte(*(const TSNode *)px), y = ts_node_start_byte(*(const TSNode *)py);

	return (x > y) - (x < y);
}

/* Decorators that are siblings of what follows them, with comments between, or stand in it before its
 * name. */
static lu_code settle_marks(struct lu__build *b)
{
	struct lu__found *f = b->f;
	size_t m = 0;
	lu_code rc = LU_OK;

	if (f->marks.n) qsort(f->marks.v, f->marks.n, sizeof *f->marks.v, by_node_start);
	for (size_t i = 0; i < f->defs.n && m < f->marks.n && !rc; i++) {
		struct lu__def *d = &f->defs.v[i];
		size_t first;
		uint32_t at;

		while (m < f->marks.n && ts_node_start_byte(f->marks.v[m]) < d->start) m++;
		for (size_t k = m; k < f->marks.n && !rc; k++) {
			if (ts_node_start_byte(f->marks.v[k]) >= d->name_at) break;
			rc = mark(b, d, f->marks.v[k]);
		}
		for (first = m, at = d->start; first; at = ts_node_start_byte(f->marks.v[--first]))
			if (!lu__only_comments(b, ts_node_end_byte(f->marks.v[first - 1]), at)) break;
		for (size_t k = first; k < m && !rc; k++) rc = mark(b, d, f->marks.v[k]);
	}
	return rc;
}

static lu_code apply_attr(struct lu__build *b, struct lu__def *d, const struct lu__attr *at)
{
	lu_str s = lu__node_text(at->node, b->text);

	if (at->kind == LU__CAPTURE_OUTER) {
		widen(d, at->node);
	} else if (at->kind == LU__CAPTURE_DOC && !d->doc.n) {
		d->doc = lu__doc_text(b, at->node);
		if (!d->doc.s) return lu_nomem(b->e);
	} else if (at->kind == LU__CAPTURE_SIGNATURE) {
		if (s.n >= d->name.n && !memcmp(s.s, d->name.s, d->name.n)) d->told = s;
	} else if (at->kind == LU__CAPTURE_RETURNS) {
		d->returns = s;
	} else if (at->kind == LU__CAPTURE_DECORATOR) {
		return mark(b, d, at->node);
	}
	return LU_OK;
}

/* The definition that follows a node, LU__NO_DEF when there is none nearby. Constants may stand between. */
static size_t next_def(const struct lu__build *b, TSNode node)
{
	uint32_t end = ts_node_end_byte(node);
	size_t at;

	LU_LOWER_BOUND(at, 0, b->f->defs.n, ts_node_start_byte(b->f->defs.v[at].node) < end);
	for (size_t last = at + 8; at < b->f->defs.n && at < last; at++)
		if (!lu__is_value(b->f->defs.v[at].type)) return at;
	return LU__NO_DEF;
}

/* What wraps and documents definitions, and their decorators; base classes wait until there are elements. */
static lu_code settle_attrs(struct lu__build *b)
{
	struct lu__found *f = b->f;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < f->attrs.n && !rc; i++) {
		struct lu__attr *at = &f->attrs.v[i];

		at->def = at->next ? next_def(b, at->of) : find_def(b, at->of);
		for (size_t d = at->def; d < f->defs.n && !rc; d++) {
			if (f->defs.v[d].node.id != f->defs.v[at->def].node.id) break;
			rc = apply_attr(b, &f->defs.v[d], at);
		}
	}
	return rc;
}

lu_code lu__settle_defs(struct lu__build *b)
{
	lu_code rc = one_of_each(b);

	if (!rc) rc = settle_attrs(b);
	return rc ? rc : settle_marks(b);
}
