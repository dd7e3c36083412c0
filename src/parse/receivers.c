/* SPDX-License-Identifier: MIT
 * Definitions by their names: what receivers and "self" mean, and so where definitions belong. */
#include <stdlib.h>

#include "core/binary_search.h"
#include "parse/build.h"
#include "parse/names.h"

/* Types, then parts of types, then functions. */
static int rank(lu_str type)
{
	bool part = lu_str_eqz(type, "impl") || lu_str_eqz(type, "extension");

	return !lu__is_class(type) ? 2 : part;
}

/* The definitions that a receiver may name: types before functions, then in the order of the source. */
static int by_name(const void *px, const void *py, void *defs)
{
	size_t x = *(const size_t *)px, y = *(const size_t *)py;
	const struct lu__def *v = defs;
	int c = lu_str_cmp(v[x].name, v[y].name);

	if (c) return c;
	if (rank(v[x].type) != rank(v[y].type)) return rank(v[x].type) < rank(v[y].type) ? -1 : 1;
	return (x > y) - (x < y);
}

lu_code lu__index_defs(struct lu__build *b)
{
	struct lu__found *f = b->f;
	size_t n = f->defs.n;

	b->slot = lu_arena_calloc(b->a, n + 1, sizeof *b->slot);
	b->up = lu_arena_calloc(b->a, n + 1, sizeof *b->up);
	b->by_number = lu_arena_calloc(b->a, n + 1, sizeof *b->by_number);
	b->named = lu_arena_calloc(b->a, n + 1, sizeof *b->named);
	b->out.v = lu_arena_calloc(b->a, n + 1, sizeof *b->out.v);
	if (!b->slot || !b->up || !b->by_number || !b->named || !b->out.v) return lu_nomem(b->e);
	for (size_t i = 0; i < n; i++) {
		const struct lu__def *d = &f->defs.v[i];

		b->slot[i] = LU__NO_DEF;
		b->by_number[d->number] = i;
		if (!d->dropped && !d->own_name && (lu__is_class(d->type) || lu__is_function(d->type)))
			b->named[b->n_named++] = i;
	}
	if (b->n_named) qsort_r(b->named, b->n_named, sizeof *b->named, by_name, f->defs.v);
	return LU_OK;
}

static size_t find_exactly(const struct lu__build *b, lu_str name)
{
	const struct lu__def *v = b->f->defs.v;
	size_t at;

	LU_LOWER_BOUND(at, 0, b->n_named, lu_str_cmp(v[b->named[at]].name, name) < 0);
	return at < b->n_named && lu_str_eq(v[b->named[at]].name, name) ? b->named[at] : LU__NO_DEF;
}

static bool is_named(const struct lu__build *b, size_t i, lu_str qualified)
{
	lu_str name = b->slot[i] == LU__NO_DEF ? qualified : b->out.v[b->slot[i]].name;

	return lu_str_ends(name, ".") ||
	       (name.n >= qualified.n && lu_str_eq(lu_strn(name.s + name.n - qualified.n, qualified.n), qualified) &&
		(name.n == qualified.n || name.s[name.n - qualified.n - 1] == '.'));
}

size_t lu__find_named(const struct lu__build *b, lu_str receiver)
{
	lu_str name = lu_str_after_last(receiver, '.');
	const struct lu__def *v = b->f->defs.v;
	size_t at, exact = (b->l->syntax & LU__SYNTAX_ANGLES) ? LU__NO_DEF : find_exactly(b, receiver);

	if (exact != LU__NO_DEF || (name.n == receiver.n && !(b->l->syntax & LU__SYNTAX_ANGLES))) return exact;
	LU_LOWER_BOUND(at, 0, b->n_named, lu_str_cmp(v[b->named[at]].name, name) < 0);
	for (size_t last = at + 100; at < b->n_named && at < last && lu_str_eq(v[b->named[at]].name, name); at++)
		if (lu__is_class(v[b->named[at]].type) && is_named(b, b->named[at], receiver)) return b->named[at];
	return LU__NO_DEF;
}

size_t lu__around_values(const struct lu__build *b, size_t d)
{
	while (d != LU__NO_DEF && lu__is_value(b->f->defs.v[d].type)) d = b->f->defs.v[d].parent;
	return d;
}

/* A module whose methods are those of what includes it: it has fields, too. */
static bool is_mixin(const struct lu__build *b, size_t d)
{
	return (b->l->rules & LU__RULE_MIXINS) && lu_str_eqz(b->f->defs.v[d].type, "namespace");
}

size_t lu__self_of(const struct lu__build *b, size_t d)
{
	size_t outermost = LU__NO_DEF;

	for (; d != LU__NO_DEF; d = b->f->defs.v[d].parent) {
		if (lu__is_class(b->f->defs.v[d].type) || is_mixin(b, d)) return d;
		if (b->f->defs.v[d].receiver.n) return lu__find_named(b, b->f->defs.v[d].receiver);
		if (lu__is_function(b->f->defs.v[d].type)) outermost = d;
	}
	return outermost;
}

size_t lu__type_of_self(const struct lu__build *b, size_t d)
{
	size_t part = lu__self_of(b, d), whole;

	if (part == LU__NO_DEF || b->slot[part] == LU__NO_DEF) return part;
	if (rank(b->f->defs.v[part].type) != 1) return part;
	whole = find_exactly(b, b->f->defs.v[part].name);
	if (whole == LU__NO_DEF || b->slot[whole] == LU__NO_DEF) return part;
	return lu_str_eq(b->out.v[b->slot[whole]].name, b->out.v[b->slot[part]].name) ? whole : part;
}

bool lu__names_its_class(const struct lu__build *b, const struct lu__def *d)
{
	const struct lu__def *up = d->parent == LU__NO_DEF ? NULL : &b->f->defs.v[d->parent];

	return d->receiver.n && up && lu__is_class(up->type) && lu_str_eq(lu_simple_name(up->name), d->receiver);
}

size_t lu__parent_of(const struct lu__build *b, size_t i)
{
	const struct lu__def *d = &b->f->defs.v[i];
	size_t p = LU__NO_DEF;

	if (lu__names_its_class(b, d)) p = d->parent;
	else if (d->receiver.n) p = lu__find_named(b, d->receiver);
	else if (d->of_self) p = lu__self_of(b, d->parent);
	return p == LU__NO_DEF || p == i || b->slot[p] == LU__NO_DEF ? d->parent : p;
}
