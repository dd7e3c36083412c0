/* SPDX-License-Identifier: MIT
 * Methods that the tree adds to types which it does not define, or outside of them: Kotlin's "fun String.f()", Swift's "extension
 * String", C#'s "f(this string s)". */
#include "core/type_text.h"
#include "graph/lookup.h"

/* The type that function `s` extends, by its simple name; empty when it is no such function. */
static lu_str extended_by(const lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];
	lu_str none = { "", 0 };

	if (i->kind != LU__SYMBOL_FUNC) return none;
	if (lu_str_starts(g->sym[s].takes, LU__EXTENDS)) {
		lu_str first = lu_str_before_first(g->sym[s].takes, ';');

		first = lu_strn(first.s + sizeof LU__EXTENDS - 1, first.n - (sizeof LU__EXTENDS - 1));
		return lu_simple_name(lu_str_before_first(first, '<'));
	}
	if (!i->method) return none;
	if (i->owner == LU__NONE)
		return (g->file[i->file].language->rules & LU__RULE_EXTENSIONS) && i->top
			       ? lu_simple_name(lu_str_before_last(g->sym[s].name, '.'))
			       : none;
	return g->info[i->owner].kind == LU__SYMBOL_PART && g->info[i->owner].late == LU__NONE &&
			       g->file[i->file].language->group == LU__GROUP_SWIFT
		       ? g->names.v[g->info[i->owner].name]
		       : none;
}

static lu_str without_option(lu_str type)
{
	while (type.n && strchr("?!", type.s[type.n - 1])) type.n--;
	return lu_simple_name(type);
}

bool lu__find_extension(lu__graph *g, const lu__ask *q, lu_str type, lu_str last, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, last);
	lu__found all = lu__no_result("extension of the receiver's type");

	type = without_option(type);
	if (name == LU__NONE || !type.n) return false;
	lu__need_name(g, last);
	if (g->named_at[name + 1] - g->named_at[name] > LU__LONG) return false;
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		uint32_t s = g->named[at];

		if (g->file[g->info[s].file].language == q->language &&
		    lu_str_eq(without_option(extended_by(g, s)), type))
			lu__found_add(&all, LU__FOUND_SYMBOLS, s, 0);
	}
	if (!all.n || all.n > LU__SOUGHT) return false;
	*f = all;
	f->extends = true;
	f->grade = LU_GRADE_UNIQUE; /* the type may have such a method of its own, which comes first */
	return true;
}
