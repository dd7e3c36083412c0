/* SPDX-License-Identifier: MIT
 * Swift's functions of one name by the labels of a call's arguments. Those that a type has from its bases are called beside its own,
 * unless it writes them anew. */
#include "core/labels.h"
#include "graph/lookup.h"
#include "graph/overload.h"

static bool suits(const lu__graph *g, uint32_t s, lu_str labels)
{
	const lu_symbol *y = &g->sym[s];

	return !y->least || (y->least > 1 && !y->takes.n) || lu_labels_fit(y->takes, labels);
}

static uint32_t type_of(const lu__graph *g, uint32_t s)
{
	return g->info[s].owner == LU__NONE ? LU__NONE : g->info[g->info[s].owner].whole;
}

/* Does a protocol only ask for it? */
static bool is_asked_for(const lu__graph *g, uint32_t s)
{
	return g->info[s].parent == g->info[s].owner && g->info[g->info[s].owner].kind == LU__SYMBOL_ABSTRACT;
}

static bool is_written_over(const lu__graph *g, uint32_t base, uint32_t own)
{
	return type_of(g, base) != type_of(g, own) &&
	       lu_labels_same(g->sym[base].takes, g->sym[own].takes, !is_asked_for(g, base));
}

static bool is_in(const lu__found *f, uint32_t s)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (f->v[i] == s) return true;
	return false;
}

void lu__fit_labels(const lu__graph *g, const lu_ref *r, lu__found *f)
{
	lu__found all = *f;
	uint32_t n = 0, certain = UINT32_MAX, on = f->on != LU__NONE ? f->on : type_of(g, f->v[0]);

	for (uint32_t i = 0; i < f->n; i++)
		if (g->info[f->v[i]].kind != LU__SYMBOL_FUNC) return; /* a type: what makes one of it comes later */
	if (on != LU__NONE && g->info[f->v[0]].method)
		certain = lu__add_members(g, on, g->info[f->v[0]].name, LU__SYMBOL_FUNC, &all);
	if (all.n > LU__SOUGHT) {
		f->n = all.n;
		return;
	}
	for (uint32_t i = 0; i < all.n; i++) {
		bool over = !suits(g, all.v[i], r->types);

		for (uint32_t k = 0; k < i && !over; k++) over = is_written_over(g, all.v[i], all.v[k]);
		if (over) continue;
		if (!is_in(f, all.v[i])) {
			all.reason = "inherited method";
			if (i >= certain && all.grade < LU_GRADE_UNIQUE) all.grade = LU_GRADE_UNIQUE;
		}
		all.v[n++] = all.v[i];
	}
	all.n = n;
	*f = all;
	if (!n) lu__found_outside(f, "takes other labels");
}
