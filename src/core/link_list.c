/* SPDX-License-Identifier: MIT
 * The links of an element: references whose target is known. They are kept in an order in which the link of
 * a reference is found by binary search, so that a record of a hundred thousand of them costs no more. */
#include <stdlib.h>

#include "lucus/record.h"
#include "core/binary_search.h"

static int compare(const lu_link *k, lu_str kind, lu_str name, uint32_t line)
{
	int c = lu_str_cmp(k->kind, kind);

	if (!c) c = lu_str_cmp(k->name, name);
	return c ? c : (k->line > line) - (k->line < line);
}

static int by_reference(const void *px, const void *py)
{
	const lu_link *x = px, *y = py;
	int c = compare(x, y->kind, y->name, y->line);

	if (!c) c = (x->target.n == 0) - (y->target.n == 0);
	if (!c) c = lu_str_cmp(x->target, y->target);
	if (!c) c = (x->by.n == 0) - (y->by.n == 0);
	return c ? c : lu_str_cmp(x->by, y->by);
}

static size_t find(const lu_element *el, lu_str kind, lu_str name, uint32_t line)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, el->links.n, compare(&el->links.v[at], kind, name, line) < 0);
	return at < el->links.n && !compare(&el->links.v[at], kind, name, line) ? at : el->links.n;
}

const lu_link *lu_link_find(const lu_element *el, const char *kind, lu_str name, uint32_t line)
{
	size_t at = el->links.n ? find(el, lu_strz(kind), name, line) : 0;

	return at < el->links.n ? &el->links.v[at] : NULL;
}

static void drop_equal(lu_element *el)
{
	size_t n = 0;

	for (size_t i = 0; i < el->links.n; i++) {
		const lu_link *k = &el->links.v[i], *last = n ? &el->links.v[n - 1] : NULL;
		bool same = last && !compare(last, k->kind, k->name, k->line);

		if (same && (!lu_str_eqz(k->kind, "DEPENDS_ON") || lu_str_eq(last->target, k->target))) continue;
		el->links.v[n++] = *k;
	}
	el->links.n = n;
}

static void mark(const lu_element *el, const char *kind, lu_str name, uint32_t line, bool *seen)
{
	size_t at = find(el, lu_strz(kind), name, line);

	if (at < el->links.n) seen[at] = true;
}

lu_code lu_links_settle(lu_element *el, lu_arena *a, lu_err *e)
{
	bool *seen = lu_arena_calloc(a, el->links.n + 1, sizeof *seen);

	if (!seen) return lu_nomem(e);
	for (size_t i = 0; i < el->links.n; i++)
		if (lu_str_eqz(el->links.v[i].kind, "INHERITS_FROM")) el->links.v[i].line = el->start_line;
	if (el->links.n) qsort(el->links.v, el->links.n, sizeof *el->links.v, by_reference);
	drop_equal(el);
	for (size_t i = 0; i < el->calls.n; i++) mark(el, "CALLS", el->calls.v[i].name, el->calls.v[i].line, seen);
	for (size_t i = 0; i < el->base_classes.n; i++)
		mark(el, "INHERITS_FROM", el->base_classes.v[i], el->start_line, seen);
	for (size_t i = 0; i < el->links.n; i++) {
		const lu_link *k = &el->links.v[i];
		bool call = lu_str_eqz(k->kind, "CALLS");
		void *v;

		if (seen[i] || (!call && !lu_str_eqz(k->kind, "INHERITS_FROM"))) continue;
		if (call) {
			v = lu_arena_grow(a, el->calls.v, el->calls.n, sizeof *el->calls.v);
			if (!v) return lu_nomem(e);
			el->calls.v = v;
			el->calls.v[el->calls.n++] =
				(lu_call){ k->name, lu_strn("", 0), k->line, k->count, 0, lu_strn("", 0) };
		} else {
			v = lu_arena_grow(a, el->base_classes.v, el->base_classes.n, sizeof k->name);
			if (!v) return lu_nomem(e);
			el->base_classes.v = v;
			el->base_classes.v[el->base_classes.n++] = k->name;
		}
	}
	return LU_OK;
}
