/* SPDX-License-Identifier: MIT
 * Fields that hold functions: where their names are called, they hide the functions further out that bear them. */
#include "core/type_takes.h"
#include "core/type_text.h"
#include "graph/lookup.h"

/* Types of C#'s library whose objects are called. */
static bool is_delegate(lu_str type)
{
	static const char *const v[] = { "Func",         "Action",   "Predicate",         "Comparison", "Converter",
					 "EventHandler", "Delegate", "MulticastDelegate", NULL };

	return lu_str_one_of(lu_str_after_last(type, '.'), v);
}

#define HELD "a field that holds a function"

/* What a call of an object of type `text`, as it is written in `type`, means: *f, or something that is not told. False: it can not be
 * called, as one of a class that is not here: "id: String" does not hide id(x). */
static bool is_called(lu__graph *g, const lu__ask *q, uint32_t type, lu_str text, lu__found *f)
{
	lu_str named = lu_type_named(text);
	lu__ask there = { type, g->info[type].file, type, LU__NONE, q->language, q->depth, false };
	uint32_t called;

	lu__found_outside(f, HELD);
	if (q->language->rules & LU__RULE_LINKAGE) return true;
	if (lu_str_eqz(text, LU_ARROW) || lu_str_starts(text, "=")) return true;
	lu__find_name(g, &there, named, LU__SYMBOL_TYPES, f);
	type = lu__one_symbol(f) ? f->v[0] : LU__NONE;
	lu__found_outside(f, HELD);
	if (type == LU__NONE) return is_delegate(named); /* the tree may have a class of such a name */
	if (lu_str_eqz(g->sym[type].type, "type")) return true;
	called = q->language->called ? lu__names_find(&g->names, lu_strz(q->language->called)) : LU__NONE;
	if (called == LU__NONE) return false;
	lu__type_member(g, type, false, called, LU__SYMBOL_FUNC, f, NULL);
	return f->what == LU__FOUND_SYMBOLS;
}

static bool are_called(const lu_language *l)
{
	return (l->rules & LU__RULE_COUNTED) || (l->syntax & LU__SYNTAX_CALLED_VALUES);
}

bool lu__find_held(lu__graph *g, const lu__ask *q, uint32_t type, lu_str name, lu__found *f)
{
	lu__found held, element = lu__no_result(HELD);
	uint32_t number, holder;
	lu_str text;

	if (!are_called(q->language) || q->depth >= LU__TYPES_FOLLOWED) return false;
	holder = lu__type_field(g, type, false, name, &text);
	if (holder == LU__NONE || !is_called(g, q, holder, text, &held)) return false;
	number = lu__names_find(&g->names, name);
	if (held.what == LU__FOUND_OUTSIDE && number != LU__NONE)
		lu__found_list(g, &g->members, lu__pair(holder, number), LU__SYMBOL_VALUE, LU__NONE, &element);
	*f = lu__one_symbol(&element) ? element : held;
	return true;
}

void lu__hide_by_field(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f)
{
	uint32_t number = lu__names_find(&g->names, name), s = q->from;
	uint32_t found = f->what == LU__FOUND_SYMBOLS ? f->v[0] : LU__NONE;

	if (!are_called(q->language)) return;
	for (int level = 0; s != LU__NONE && level < LU__LEVELS; level++) {
		lu__found own = lu__no_result("");

		if (found != LU__NONE && (g->info[found].parent == s || g->info[found].owner == s)) return;
		if (g->info[s].kind & LU__SYMBOL_HOLDERS) {
			if (number != LU__NONE)
				lu__type_member(g, g->info[s].whole, false, number, LU__SYMBOL_FUNC, &own, NULL);
			if (own.what == LU__FOUND_SYMBOLS || lu__find_held(g, q, s, name, f)) return;
			if (!(q->language->rules & LU__RULE_OUTER_METHODS)) return;
		}
		s = g->info[s].owner != LU__NONE ? g->info[s].owner : g->info[s].parent;
	}
}
