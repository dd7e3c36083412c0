/* SPDX-License-Identifier: MIT
 * What calls and fields give, by what they are declared to be: a type parameter is what the object around tells for it. */
#include "core/type_text.h"
#include "graph/component.h"
#include "graph/lookup.h"

/* The type `text` that `s` tells of a member of type `on`, of which `p` is taken. */
static void find_told(lu__graph *g, const lu__ask *q, uint32_t s, lu_str text, uint32_t on, uint32_t owner,
		      const lu__component *p, lu__type_fn *find, lu__found *f)
{
	lu_str none = { "", 0 }, told;
	uint32_t at = s;

	told = lu__told_type(g, &at, text, on, p->told, p->told.n ? p->told_at : LU__NONE);
	find(g, q, at, lu__taken(told, p->use), on, f);
	if (f->what != LU__FOUND_SYMBOLS && p->told.n &&
	    lu__is_parameter(text)) { /* an argument that is not known here */
		at = s;
		told = lu__told_type(g, &at, text, on, none, LU__NONE);
		find(g, q, at, lu__taken(told, p->use), on, f);
	}
	if (lu__is_bound_outside(g, q, owner, text, told)) f->grade = LU_GRADE_UNIQUE;
}

void lu__given_by_call(lu__graph *g, const lu__ask *q, const lu__found *at, const lu__component *p, uint32_t on,
		       lu__type_fn *find, lu__found *f)
{
	uint32_t s = at->v[0];
	lu_str text = lu__is_macro(g, s) ? lu_strn("", 0) : lu__declared_result(g, s);
	lu_grade grade = at->grade;

	/* overloads that give the same */
	for (uint32_t i = 1; i < at->n && i <= LU__SOUGHT; i++)
		if (!lu__gives_same(g->sym[at->v[i]].gives, text) || g->info[at->v[i]].owner != g->info[s].owner ||
		    g->info[at->v[i]].file != g->info[s].file)
			text = lu_strn("", 0);
	find_told(g, q, s, text, on, g->info[s].owner, p, find, f);
	if (grade > f->grade) f->grade = grade;
}

void lu__given_by_decorator(lu__graph *g, const lu__ask *q, const lu__found *at, bool called, uint32_t on,
			    lu__type_fn *find, lu__found *f)
{
	uint32_t s = at->v[0];
	lu_str text = g->sym[s].gives;
	bool several = false;

	*f = lu__no_result("receiver of unknown type");
	for (int level = 0; text.n && level < LU__SOUGHT; level++) {
		lu_str one = lu_type_take(&text), inner = lu_type_called(one);
		lu__found type;

		several |= text.n > 0;
		if (called == !inner.n) continue;
		for (inner = called ? inner : one; inner.n;) {
			several |= memchr(inner.s, '|', inner.n) != NULL;
			find(g, q, s, lu_type_take(&inner), on, &type);
			if (!lu__one_symbol(&type)) continue;
			if (f->n && f->v[0] != type.v[0]) {
				*f = lu__no_result("receiver of unknown type");
				return;
			}
			*f = type;
		}
	}
	if (f->n && several && f->grade < LU_GRADE_UNIQUE) f->grade = LU_GRADE_UNIQUE;
	if (f->n && at->grade > f->grade) f->grade = at->grade;
}

bool lu__given_by_field(lu__graph *g, const lu__ask *q, uint32_t type, bool bases_only, lu_str name,
			const lu__component *p, lu__type_fn *find, lu__found *f)
{
	lu_str text;
	uint32_t owner = lu__type_field(g, type, bases_only, name, &text);

	if (owner == LU__NONE) return false;
	if (q->language->modules == LU__MODULES_DOTTED && lu__is_overridden(g, type, bases_only, name, owner))
		return false;
	find_told(g, q, owner, text, type, owner, p, find, f);
	return true;
}
