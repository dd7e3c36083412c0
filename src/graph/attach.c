/* SPDX-License-Identifier: MIT
 * Methods and partial types (impl blocks, extensions) that are outside of their type, which has to be looked up. */
#include "graph/lookup.h"

/* The type that `dotted` means in the scope of `s`. */
static uint32_t look_up(lu__graph *g, uint32_t s, lu_str dotted)
{
	lu__ask q = { s, g->info[s].file, g->info[s].parent, s, g->file[g->info[s].file].language, 0, false };
	lu__found f = lu__no_result("");

	if (dotted.n) lu__find_name(g, &q, dotted, LU__SYMBOL_TYPES, &f);
	return lu__one_symbol(&f) ? g->info[f.v[0]].whole : LU__NONE;
}

/* "Foo" of "a.b.Foo.bar", where a.b is the module or package of the file; of what extends a type all that is behind the package,
 * "Foo.Builder". */
static lu_str receiver_of(const lu__graph *g, uint32_t s)
{
	lu_str outer = lu_str_before_last(g->sym[s].name, '.');
	lu_str package = lu_str_before_last(g->sym[g->file[g->info[s].file].first].name, '.');

	if (!(g->file[g->info[s].file].language->rules & LU__RULE_EXTENSIONS) || outer.n < package.n + 2 ||
	    !lu_str_eq(lu_strn(outer.s, package.n), package))
		return lu_simple_name(outer);
	return package.n ? lu_strn(outer.s + package.n + 1, outer.n - package.n - 1) : outer;
}

void lu__places_attach(lu__graph *g)
{
	for (uint32_t i = 0; i < g->n_sym && !lu__out_of_memory(g); i++) {
		lu__info *s = &g->info[i];

		if (s->kind != LU__SYMBOL_PART || s->whole != i) continue;
		s->late = look_up(g, i, g->names.v[s->name]);
	}
	for (uint32_t i = 0; i < g->n_sym; i++)
		if (g->info[i].late != LU__NONE) g->info[i].whole = g->info[i].late;
	for (uint32_t i = 0; i < g->n_sym && !lu__out_of_memory(g); i++) {
		lu__info *s = &g->info[i];

		if (!(g->file[s->file].language->rules & LU__RULE_QUALIFIED) || s->kind == LU__SYMBOL_PART) continue;
		if (s->method && s->owner == LU__NONE) s->owner = look_up(g, i, receiver_of(g, i));
		else if (s->owner == LU__NONE || g->info[s->owner].late == LU__NONE) continue;
		if (s->owner == LU__NONE) continue;
		lu__multi_add(&g->members, lu__pair(g->info[s->owner].whole, s->name), i);
		g->info[g->info[s->owner].whole].has_members = true;
	}
}
