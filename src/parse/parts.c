/* SPDX-License-Identifier: MIT
 * Things that are told in several places: clauses of one function, a signature and its equations, overloads
 * and what implements them. One element for each, so that a name does not rival itself. */
#include <stdlib.h>

#include "parse/build.h"

static bool has_body(const struct lu__def *d)
{
	return d->told_in_parts || !ts_node_is_null(d->body);
}

static bool has_params(const struct lu__def *d)
{
	return !ts_node_is_null(d->params);
}

/* Only a name and a type. */
static bool is_signature(const struct lu__def *d)
{
	return !has_body(d) && !has_params(d);
}

static uint32_t arity(const struct lu__def *d)
{
	return has_params(d) ? ts_node_named_child_count(d->params) : 0;
}

/* Does definition `i` share its node: "f, g :: Int"? */
static bool is_shared(const struct lu__def *v, size_t i, size_t end)
{
	return (i && v[i - 1].node.id == v[i].node.id) || (i + 1 < end && v[i + 1].node.id == v[i].node.id);
}

bool lu__join_parts(struct lu__def *v, size_t before, size_t i)
{
	struct lu__def *first, *d = &v[i];

	if (before == LU__NO_DEF || is_shared(v, before, i)) return false;
	first = &v[before];
	if (!lu__is_function(d->type) && !lu_str_eqz(d->type, "macro")) return false;
	if (!lu_str_eq(first->type, d->type) || !lu_str_eq(first->name, d->name)) return false;
	if (!is_signature(first) && !is_signature(d) && arity(first) != arity(d)) return false;
	if (d->end > first->end) {
		first->end = d->end;
		first->end_row = d->end_row;
	}
	if (!has_params(first)) first->params = d->params;
	first->told_in_parts |= has_body(d);
	d->dropped = true;
	return true;
}

/* ---- apart ---- */

static int by_thing(const void *px, const void *py, void *defs)
{
	size_t x = *(const size_t *)px, y = *(const size_t *)py;
	const struct lu__def *v = defs;
	int c;

	if (v[x].parent != v[y].parent) return v[x].parent < v[y].parent ? -1 : 1;
	if ((c = lu_str_cmp(v[x].type, v[y].type))) return c;
	if ((c = lu_str_cmp(v[x].name, v[y].name))) return c;
	return (x > y) - (x < y);
}

static bool is_same_thing(const struct lu__def *x, const struct lu__def *y)
{
	return x->parent == y->parent && lu_str_eq(x->type, y->type) && lu_str_eq(x->name, y->name) &&
	       lu_str_eq(x->receiver, y->receiver);
}

/* The definitions of one thing, in the order of the source: signatures go to the first that has a body; what
 * contains definitions stays. */
static void settle_signatures(struct lu__def *v, const size_t *group, size_t n)
{
	struct lu__def *first = NULL;

	for (size_t i = 0; i < n && !first; i++)
		if (has_body(&v[group[i]])) first = &v[group[i]];
	for (size_t i = 0; i < n && first; i++) {
		struct lu__def *d = &v[group[i]];

		if (!is_signature(d) || d->last != LU__NO_DEF) continue;
		if (ts_node_is_null(first->declared)) {
			first->declared = d->node;
			first->declared_row = d->row;
		}
		d->dropped = true;
	}
}

/* Overloads announce what has a body; where none has (declarations), the first stands for all. */
static void settle_overloads(struct lu__def *v, const size_t *group, size_t n)
{
	bool body = false;

	for (size_t i = 0; i < n; i++) body |= has_body(&v[group[i]]);
	for (size_t i = body ? 0 : 1; i < n; i++)
		if (!has_body(&v[group[i]])) v[group[i]].type = lu_strz("prototype");
}

lu_code lu__settle_parts(struct lu__build *b)
{
	struct lu__def *v = b->f->defs.v;
	size_t n = 0, *order;

	if (!(b->l->syntax & LU__SYNTAX_CLAUSES) && !(b->l->syntax & LU__SYNTAX_OVERLOADS)) return LU_OK;
	if (!(order = lu_arena_calloc(b->a, b->f->defs.n + 1, sizeof *order))) return lu_nomem(b->e);
	for (size_t i = 0; i < b->f->defs.n; i++)
		if (!v[i].dropped && lu__is_function(v[i].type)) order[n++] = i;
	if (n) qsort_r(order, n, sizeof *order, by_thing, v);
	for (size_t i = 0, k; i < n; i += k) {
		for (k = 1; i + k < n && is_same_thing(&v[order[i]], &v[order[i + k]]);) k++;
		if (k > 1 && (b->l->syntax & LU__SYNTAX_CLAUSES)) settle_signatures(v, order + i, k);
		if (k > 1 && (b->l->syntax & LU__SYNTAX_OVERLOADS)) settle_overloads(v, order + i, k);
	}
	return LU_OK;
}
