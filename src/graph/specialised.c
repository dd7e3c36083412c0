/* SPDX-License-Identifier: MIT
 * Classes of C++ that are specialisations of one template: which of them is meant. */
#include "core/type_text.h"
#include "graph/lookup.h"
#include "graph/overload.h"

void lu__add_specialisations(const lu__graph *g, uint32_t s, lu__found *f)
{
	uint32_t name = g->info[s].name;

	lu__need_name(g, g->names.v[name]);
	if (g->info[s].kind != LU__SYMBOL_CLASS || g->named_at[name + 1] - g->named_at[name] > LU__LONG) return;
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		uint32_t v = g->named[at];

		if (g->info[v].kind == LU__SYMBOL_CLASS && lu_str_eq(g->sym[v].name, g->sym[s].name) &&
		    g->file[g->info[v].file].language == g->file[g->info[s].file].language)
			lu__found_add(f, LU__FOUND_SYMBOLS, v, f->rank);
	}
}

/* Are there more classes of the name of `s` than are looked at? */
static bool are_many(const lu__graph *g, uint32_t s, const lu__found *classes)
{
	uint32_t name = g->info[s].name;

	return classes->n > LU__SOUGHT || g->named_at[name + 1] - g->named_at[name] > LU__LONG;
}

/* "formatter<bool, Char>": that need not be the class around, which the bare name means. */
static bool has_arguments(lu_str type)
{
	return type.n && memchr(type.s, '<', type.n);
}

bool lu__find_in_specialisations(lu__graph *g, const lu__ask *q, lu_str field, lu_str last, unsigned called,
				 lu__found *f)
{
	uint32_t own = lu__own_type(g, q->src);
	lu__found classes = *f, all = lu__no_result("receiver of visible type");

	if (!(q->language->rules & LU__RULE_COUNTED) || own == LU__NONE || !lu__one_symbol(f) || f->v[0] != own ||
	    !has_arguments(lu_field_type(g->sym[own].gives, field)))
		return false;
	lu__add_specialisations(g, own, &classes);
	if (are_many(g, own, &classes)) {
		f->n = LU__SOUGHT + 1; /* too many to list */
		return true;
	}
	if (classes.n < 2) return false;
	all.grade = LU_GRADE_AMBIGUOUS;
	for (uint32_t i = 0; i < classes.n; i++) {
		lu__found one = lu__no_result("");

		lu__type_member(g, classes.v[i], false, lu__names_find(&g->names, last), called, &one, NULL);
		for (uint32_t k = 0; one.what == LU__FOUND_SYMBOLS && k < one.n && k < LU__SOUGHT; k++)
			lu__found_add(&all, LU__FOUND_SYMBOLS, one.v[k], 0);
	}
	if (!all.n) return false;
	*f = all;
	return true;
}

void lu__add_named_classes(lu__graph *g, const lu_ref *r, lu__found *f)
{
	lu_str first = lu_str_before_first(r->types, ';');
	uint32_t class = lu__own_type(g, f->v[0]);
	lu__found classes = lu__no_result("");

	if (class == LU__NONE || !first.n || !memchr(first.s, '@', first.n)) return;
	lu__add_specialisations(g, class, &classes);
	if (are_many(g, class, &classes)) f->n = LU__SOUGHT + 1;
	for (uint32_t i = 0; i < classes.n && classes.n <= LU__SOUGHT; i++) {
		lu__found one = lu__no_result("");

		if (g->info[classes.v[i]].whole == class) continue;
		lu__type_member(g, classes.v[i], false, g->info[f->v[0]].name, LU__SYMBOL_FUNC, &one, NULL);
		for (uint32_t k = 0; one.what == LU__FOUND_SYMBOLS && k < one.n && k < LU__SOUGHT; k++)
			lu__found_add(f, LU__FOUND_SYMBOLS, one.v[k], f->rank);
	}
}
