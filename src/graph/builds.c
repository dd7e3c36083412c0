/* SPDX-License-Identifier: MIT
 * Several definitions of one function, of which each build has one: a file for each platform, the branches of an #if, a macro
 * where there is no function. C has no overloads, and a program one function of a name: they exclude one another. */
#include "graph/lookup.h"
#include "graph/modules.h"
#include "graph/overload.h"

/* Are two of C++ one function, by what they take? Those of two classes are not, nor are the parts of a template's family, nor
 * those that differ by the expression that must be valid. */
static bool takes_the_same(const lu__graph *g, uint32_t x, uint32_t y)
{
	const lu_symbol *a = &g->sym[x], *b = &g->sym[y];

	return a->least && a->least == b->least && a->most == b->most && lu_str_eq(a->takes, b->takes) &&
	       !lu__is_as_valid(g, x) && g->info[x].owner == g->info[y].owner &&
	       (g->info[x].owner == LU__NONE || g->info[x].parent == g->info[y].parent ||
		g->info[x].file != g->info[y].file);
}

/* Are they of one function, by the rules of C? In C++ a name alone does not say so, but a macro's does, and what they take. */
static bool is_one(const lu__graph *g, const lu__found *f)
{
	const lu_symbol *first = &g->sym[f->v[0]];
	bool macros = lu__is_macro(g, f->v[0]);

	for (uint32_t i = 0; i < f->n; i++) {
		const lu__info *at = &g->info[f->v[i]];

		bool counted = g->file[at->file].language->rules & LU__RULE_COUNTED;

		if (at->kind != LU__SYMBOL_FUNC || (at->method && !counted) ||
		    !lu_str_eq(g->sym[f->v[i]].name, first->name))
			return false;
		macros &= lu__is_macro(g, f->v[i]);
		if (counted && !macros && !takes_the_same(g, f->v[0], f->v[i])) return false;
	}
	return true;
}

/* Of files for several platforms or programs those in the folder that the call is in, too: a linker joins what is built
 * together. Tests join what they like. */
static void prefer_near(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	uint32_t best = 0, least = UINT32_MAX, n = 0, shared[LU__CANDIDATES];

	if (g->is_test_file[q->file]) return;
	for (uint32_t i = 0; i < f->n; i++) {
		if (g->info[f->v[i]].file == q->file) return; /* it is this, or what the file includes */
		shared[i] = lu__shared_folders(lu__path(g, g->info[f->v[i]].file), lu__path(g, q->file));
		if (shared[i] > best) best = shared[i];
		if (shared[i] < least) least = shared[i];
	}
	if (best == least) return;
	for (uint32_t i = 0; i < f->n; i++)
		if (shared[i] == best) f->v[n++] = f->v[i];
	f->n = n;
	f->reason = "nearest definition";
	f->grade = LU_GRADE_UNIQUE;
}

/* Go: a package has one function of a name, and a type one method, whatever files its build constraints take. */
static bool is_one_of_go(const lu__graph *g, const lu__found *f)
{
	const lu__info *first = &g->info[f->v[0]];

	for (uint32_t i = 0; i < f->n; i++) {
		const lu__info *at = &g->info[f->v[i]];
		bool same = at->owner == first->owner || (at->owner != LU__NONE && first->owner != LU__NONE &&
							  g->info[at->owner].whole == g->info[first->owner].whole);

		if (at->kind != LU__SYMBOL_FUNC || !same || g->file[at->file].package != g->file[first->file].package ||
		    (i && at->file == first->file))
			return false;
	}
	return true;
}

void lu__one_for_each_build(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	bool go = q->language->modules == LU__MODULES_FOLDER;

	if (go && f->what == LU__FOUND_SYMBOLS && f->n > 1 && f->n <= LU__CANDIDATES && f->grade == LU_GRADE_EXACT &&
	    is_one_of_go(g, f)) {
		f->one_of = true;
		f->grade = LU_GRADE_UNIQUE;
		f->reason = "one definition for each build";
		return;
	}
	if (!(q->language->rules & LU__RULE_LINKAGE) || f->what != LU__FOUND_SYMBOLS || f->n < 2 ||
	    f->n > LU__CANDIDATES || f->grade != LU_GRADE_EXACT || !is_one(g, f))
		return;
	prefer_near(g, q, f);
	if (f->n < 2) return;
	f->one_of = true;
	f->grade = LU_GRADE_UNIQUE;
	f->reason = "one definition for each build";
}
