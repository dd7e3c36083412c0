/* SPDX-License-Identifier: MIT
 * What runs when an object is called like a function: Scala's "apply", of a class that of the object which bears its name, Kotlin's
 * "invoke". */
#include "graph/component.h"
#include "graph/lookup.h"
#include "graph/overload.h"

static bool is_object(const lu__graph *g, uint32_t s)
{
	return s != LU__NONE && lu_str_eqz(g->sym[s].type, "object");
}

/* A class and the object of its name are one where members are looked for: leave those that objects have, or those of their classes. */
static void keep_of_object(const lu__graph *g, bool of_object, lu__found *f)
{
	uint32_t n = 0;

	if (f->what != LU__FOUND_SYMBOLS || f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < f->n; i++)
		if (is_object(g, g->info[f->v[i]].parent) == of_object) f->v[n++] = f->v[i];
	f->n = n;
	if (!n) *f = lu__no_result(f->reason);
}

void lu__only_of_value(const lu__graph *g, const lu__ask *q, uint32_t type, lu__found *f)
{
	if ((q->language->syntax & LU__SYNTAX_LISTS) && !is_object(g, type)) keep_of_object(g, false, f);
}

/* The case class that is called `class`, or LU__NONE: its object has an apply that nobody wrote. */
static uint32_t case_class(const lu__graph *g, uint32_t class)
{
	uint32_t name = g->info[class].name;

	if (g->named_at[name + 1] - g->named_at[name] > LU__LONG) return LU__NONE;
	lu__need_name(g, g->names.v[name]);
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		uint32_t s = g->named[at];

		if (g->info[s].whole == g->info[class].whole && g->sym[s].is_static &&
		    lu_str_eqz(g->sym[s].type, "class"))
			return s;
	}
	return LU__NONE;
}

/* What the object of this name has as "apply". False: nothing is told. */
static bool find_apply(lu__graph *g, const lu__found *f, lu__found *all)
{
	uint32_t name = lu__names_find(&g->names, lu_strz("apply"));

	*all = lu__no_result("");
	if (name == LU__NONE || !lu__one_symbol(f) || !(g->info[f->v[0]].kind & LU__SYMBOL_TYPES)) return false;
	lu__need_file(g, g->info[f->v[0]].file);
	lu__found_list(g, &g->members, lu__pair(g->info[f->v[0]].whole, name), LU__SYMBOL_FUNC, LU__NONE, all);
	all->reason = "method of its class";
	keep_of_object(g, true, all);
	if (all->what != LU__FOUND_SYMBOLS || all->n >= LU__SOUGHT) return false;
	if (f->grade > all->grade) all->grade = f->grade;
	return true;
}

/* An apply that takes what the class does stands for the one that nobody wrote. */
static bool is_rewritten(const lu__graph *g, uint32_t class, const lu__found *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (f->v[i] != class && g->sym[class].least == g->sym[f->v[i]].least &&
		    g->sym[class].most == g->sym[f->v[i]].most && lu_str_eq(g->sym[class].takes, g->sym[f->v[i]].takes))
			return true;
	return false;
}

bool lu__find_applied(lu__graph *g, const lu__ask *q, const lu_ref *r, const lu__found *f, lu__found *all,
		      uint32_t *class)
{
	*class = LU__NONE;
	/* "this(x)" in a class is its constructor */
	if (r->kind != LU_EDGE_CALLS || r->receiver.n || lu_str_in_words(r->name, q->language->self)) return false;
	if (!find_apply(g, f, all)) return false;
	*class = case_class(g, f->v[0]);
	if (*class == LU__NONE || is_rewritten(g, *class, all)) return true;
	all->v[all->n++] = *class;
	return true;
}

void lu__use_applied(lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f)
{
	uint32_t class;
	lu__found all;

	if (!p->called || !(q->language->syntax & LU__SYNTAX_LISTS) || !find_apply(g, f, &all)) return;
	class = case_class(g, f->v[0]);
	if (class != LU__NONE && (!p->args || lu__takes(g, class, p->args))) return;
	if (p->args) lu__fit_number(g, p->args, &all);
	if (g->sym[all.v[0]].gives.n) *f = all;
	else if (f->grade < LU_GRADE_UNIQUE) f->grade = LU_GRADE_UNIQUE; /* mostly one of the class */
}
