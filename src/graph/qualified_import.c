/* SPDX-License-Identifier: MIT
 * Imports in languages of packages and namespaces. */
#include "graph/lookup.h"
#include "graph/modules.h"

/* The place that a Rust path means; what is no path of the store is LU__NONE. */
static uint32_t rust_place(const lu__graph *g, uint32_t file, lu_str path)
{
	uint32_t own = g->file[file].place, p = LU__NONE, name;
	lu_str rest = path, head = lu_str_take(&rest, '.');

	if (lu_str_eqz(head, "crate")) {
		p = g->file[file].package;
	} else if (lu_str_eqz(head, "self") || lu_str_eqz(head, "super")) {
		p = lu_str_eqz(head, "self") ? own : g->place[own].up;
		while (p != LU__NONE && (lu_str_eqz(rest, "super") || lu_str_starts(rest, "super."))) {
			lu_str_take(&rest, '.');
			p = g->place[p].up;
		}
	} else {
		name = lu__names_find(&g->names, head);
		if (name != LU__NONE) p = lu__inner_place(g, own, name);
		if (p == LU__NONE && name != LU__NONE) p = lu__crate_named(g, name);
	}
	return p == LU__NONE || !rest.n ? p : lu__place_find(g, p, rest);
}

static uint32_t place_of_module(const lu__graph *g, uint32_t file, lu_str module)
{
	const lu_language *r = g->file[file].language;

	return r->modules == LU__MODULES_CRATE ? rust_place(g, file, module)
					       : lu__place_find(g, lu__top_place(r), module);
}

/* Where the imported thing is: *name in the place, LU__NONE for the place itself. */
static uint32_t import_place(const lu__graph *g, uint32_t file, const lu_ref *r, uint32_t *name)
{
	uint32_t p;
	lu_str up, last;

	*name = LU__NONE;
	if (r->name.n && !lu_str_eqz(r->name, "*")) {
		*name = lu__names_find(&g->names, r->name);
		p = place_of_module(g, file, r->module);
		return *name == LU__NONE ? LU__NONE : p;
	}
	up = lu_str_before_last(r->module, '.');
	last = lu_simple_name(r->module);
	if (r->name.n || !up.n || (g->file[file].language->modules == LU__MODULES_CRATE))
		return place_of_module(g, file, r->module);
	*name = lu__names_find(&g->names, last);
	p = place_of_module(g, file, up);
	return *name == LU__NONE ? LU__NONE : p;
}

/* A place as the target of an edge: its namespace or type, else the first file of the package. */
static void answer_place(const lu__graph *g, uint32_t place, lu__found *f)
{
	const lu__place *p = &g->place[place];

	*f = lu__no_result("package");
	if (p->symbol != LU__NONE) lu__found_add(f, LU__FOUND_SYMBOLS, p->symbol, 0);
	else if (p->file != LU__NONE) lu__found_add(f, LU__FOUND_FILES, p->file, 0);
	else lu__found_outside(f, "a package without files");
	f->place = place;
}

/* Kotlin's extensions bear the names of their types, and are imported by their own. */
static void find_extension(const lu__graph *g, uint32_t file, uint32_t place, uint32_t name, lu__found *f)
{
	uint64_t key = lu__pair(g->paths.n + g->folders.n + LU__GROUPS + place, name);

	if (!(g->file[file].language->rules & LU__RULE_EXTENSIONS) || g->place[place].symbol != LU__NONE) return;
	lu__found_list(g, &g->units, key, LU__SYMBOL_FUNC, LU__NONE, f);
	if (f->n > LU__SOUGHT) *f = lu__no_result(f->reason);
}

void lu__imported_extension(const lu__graph *g, const lu__ask *q, uint32_t name, lu__found *f)
{
	for (uint32_t at = lu__multi_first(&g->aliases, lu__pair(q->file, name)); at; at = g->aliases.node[at].next) {
		const lu__import *im = &g->import[g->aliases.node[at].value];
		lu__found one = lu__no_result("imported extension");

		if (im->kind != LU__IMPORT_FULL || im->place == LU__NONE || im->name == LU__NONE) continue;
		find_extension(g, q->file, im->place, im->name, &one);
		for (uint32_t i = 0; i < one.n; i++)
			if (g->info[one.v[i]].method) lu__found_add(f, LU__FOUND_SYMBOLS, one.v[i], 0);
	}
	if (!f->n) return;
	f->grade = LU_GRADE_UNIQUE;
	f->reason = "imported extension";
}

void lu__qualified_import(lu__graph *g, uint32_t file, uint32_t ref, lu__found *f)
{
	const lu_ref *r = &g->ref[ref];
	lu__ask q = { g->file[file].first, file, g->file[file].first, LU__NONE, g->file[file].language, 0, false };
	bool star = lu_str_eqz(r->name, "*");
	uint32_t name, p = import_place(g, file, r, &name);
	lu__import im = {
		LU__IMPORT_FULL, LU__FOUND_OUTSIDE, p, name, LU__NONE, "external module", ref, LU_GRADE_EXACT
	};
	lu_str local = r->alias.n ? r->alias : r->name.n ? r->name : lu_simple_name(r->module);

	*f = lu__no_result("import");
	if (p != LU__NONE && name == LU__NONE) lu__set_place(f, p);
	else if (p != LU__NONE) lu__place_member(g, &q, p, name, LU__SYMBOL_ANY, f);
	if (p != LU__NONE && name != LU__NONE && f->what == LU__FOUND_NOTHING) find_extension(g, file, p, name, f);
	/* What a class inherits and what a module re-exports is searched when it is looked up. */
	if (f->what != LU__FOUND_NOTHING || (p != LU__NONE && g->place[p].symbol != LU__NONE) ||
	    (p != LU__NONE && lu__multi_first(&g->module_at, p)) ||
	    (p != LU__NONE && g->place[p].file != LU__NONE && (q.language->rules & LU__RULE_FREE_METHODS)))
		im.what = LU__FOUND_PLACE;
	if (star && p != LU__NONE) lu__multi_add(&g->place_stars, file, p);
	if (!star || r->alias.n) lu__add_alias(g, file, local, im);
	if (p != LU__NONE)
		lu__multi_add(&g->reach, file, g->paths.n + g->folders.n + LU__GROUPS + (star ? p : im.place));
	if (f->what == LU__FOUND_PLACE) answer_place(g, f->place, f);
	else if (f->what == LU__FOUND_NOTHING)
		lu__found_outside(f, im.what == LU__FOUND_PLACE ? "not in the module" : im.reason);
}
