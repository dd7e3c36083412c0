/* SPDX-License-Identifier: MIT
 * Places: packages, namespaces and types by their qualified names, for the languages in which a name is found
 * by where it belongs and not by the file that it is in.
 *
 * A type may have partial definitions: a Ruby class that is reopened, partial classes, impl blocks, extensions. All of
 * them have one `whole`, whose scope holds the members and whose list holds the bases. */
#include "graph/lookup.h"
#include "graph/modules.h"

#define MAX_DEPTH 64 /* components of a qualified name */

/* ---- places ---- */

static uint32_t new_place(lu__graph *g, uint32_t up, uint32_t name)
{
	lu__place *v = lu_arena_grow(&g->mem.arena, g->place, g->n_place, sizeof *v);

	if (!v || name == LU__NONE) {
		g->mem.oom |= !v;
		return LU__NONE;
	}
	g->place = v;
	v[g->n_place] = (lu__place){ .up = up, .name = name, .symbol = LU__NONE, .file = LU__NONE };
	return g->n_place++;
}

static uint32_t make_place(lu__graph *g, uint32_t from, lu_str dotted, bool package)
{
	uint32_t p = from;

	for (int depth = 0; dotted.n && p != LU__NONE; depth++) {
		uint32_t name = lu__names_add(&g->names, lu_str_take(&dotted, '.'));
		uint32_t at = lu__multi_first(&g->inner_place, lu__pair(p, name)), q;

		if (name == LU__NONE || depth == MAX_DEPTH) return LU__NONE;
		q = at ? g->inner_place.node[at].value : new_place(g, p, name);
		if (!at && q != LU__NONE) lu__multi_add(&g->inner_place, lu__pair(p, name), q);
		p = q;
		if (package && p != LU__NONE) g->place[p].package = true;
	}
	return p;
}

uint32_t lu__place_find(const lu__graph *g, uint32_t from, lu_str dotted)
{
	uint32_t p = from;

	for (int depth = 0; dotted.n; depth++) {
		uint32_t name = lu__names_find(&g->names, lu_str_take(&dotted, '.'));
		uint32_t at = name == LU__NONE ? 0 : lu__multi_first(&g->inner_place, lu__pair(p, name));

		if (!at || depth == MAX_DEPTH) return LU__NONE;
		p = g->inner_place.node[at].value;
	}
	return p;
}

/* ---- files ---- */

/* "a/b/c.rs" is the module a.b.c; the files lib, main and mod, and roots of crates, are their folder. */
static uint32_t path_place(lu__graph *g, uint32_t file)
{
	lu_str path = lu__path(g, file), base = lu_str_after_last(path, '/'), stem = lu_str_before_last(base, '.');
	static const char *const index[] = { "lib", "main", "mod" };
	uint32_t p = lu__top_place(g->file[file].language);

	path = lu_strn(path.s, stem.n ? path.n - base.n + stem.n : path.n);
	for (size_t i = 0; i < sizeof index / sizeof *index; i++)
		if (lu_str_eqz(stem, index[i])) path = lu__folder_of(lu__path(g, file));
	if (lu__is_crate_root(g, file)) path = lu__folder_of(lu__path(g, file));
	for (int depth = 0; path.n && p != LU__NONE && depth < MAX_DEPTH; depth++)
		p = make_place(g, p, lu_str_take(&path, '/'), true);
	return p;
}

static bool is_namespace(const lu__graph *g, uint32_t s)
{
	return g->info[s].kind == LU__SYMBOL_MODULE && g->info[s].parent != LU__NONE;
}

/* A namespace that holds for the whole file has no element: the names of what the file defines say it. */
static void see_file_namespace(const lu__graph *g, uint32_t s, lu_str *shortest)
{
	const lu__info *i = &g->info[s];
	lu_str outer;

	if (i->parent == LU__NONE || i->parent != g->file[i->file].module || is_namespace(g, s)) return;
	outer = lu_str_before_last(g->sym[s].name, '.');
	if (!shortest[i->file].s || outer.n < shortest[i->file].n) shortest[i->file] = outer;
}

static void place_files(lu__graph *g)
{
	lu_str *shortest = lu__new(g, g->paths.n, sizeof *shortest);

	if (!shortest) return;
	for (uint32_t i = 0; i < g->n_sym; i++)
		if (g->file[g->info[i].file].language->rules & LU__RULE_SPACE_WITHIN)
			see_file_namespace(g, i, shortest);
	for (uint32_t i = 0; i < g->paths.n; i++) {
		lu__file *f = &g->file[i];
		lu_str name = lu_strz("");

		if (!(f->language->rules & LU__RULE_QUALIFIED)) continue;
		if (f->language->modules == LU__MODULES_CRATE) {
			f->place = path_place(g, i);
			if (f->place != LU__NONE) lu__multi_add(&g->module_at, f->place, i);
		} else {
			if (shortest[i].s) name = shortest[i];
			else if (f->language->naming == LU__NAME_MODULE && f->module != LU__NONE)
				name = g->sym[f->module].name; /* it only gives on what others define */
			else if (f->language->naming == LU__NAME_PACKAGE || f->language->naming == LU__NAME_MODULE)
				name = lu_str_before_last(g->sym[f->first].name, '.');
			f->place = make_place(g, lu__top_place(f->language), name, true);
		}
		if (f->place == LU__NONE || (f->language->rules & LU__RULE_LINKAGE)) continue;
		if (g->place[f->place].file == LU__NONE ||
		    lu_str_cmp(lu__path(g, i), lu__path(g, g->place[f->place].file)) < 0)
			g->place[f->place].file = i;
	}
}

/* ---- symbols ---- */

/* The place that holds `s`, whose name says so. */
static uint32_t container(lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];
	const lu__file *f = &g->file[i->file];
	lu_str name = g->sym[s].name, module;

	if (f->language->modules != LU__MODULES_CRATE)
		return make_place(g, lu__top_place(f->language), lu_str_before_last(name, '.'), false);
	module = g->sym[f->first].name;
	if (name.n <= module.n || !lu_str_eq(lu_strn(name.s, module.n), module)) return f->place;
	name = lu_strn(name.s + module.n + 1, name.n - module.n - 1);
	return make_place(g, f->place, lu_str_before_last(name, '.'), false);
}

static int rank(const lu__graph *g, uint32_t s)
{
	return (g->info[s].kind & LU__SYMBOL_TYPES ? 0 : 4) + 2 * g->sym[s].is_prototype +
	       lu_str_eqz(g->sym[s].type, "object");
}

static bool speaks_before(const lu__graph *g, uint32_t s, uint32_t than)
{
	int c;

	if (than == LU__NONE) return true;
	if (rank(g, s) != rank(g, than)) return rank(g, s) < rank(g, than);
	c = lu_str_cmp(g->sym[s].path, g->sym[than].path);
	return c ? c < 0 : s < than;
}

static void place_symbol(lu__graph *g, uint32_t s)
{
	lu__info *i = &g->info[s];
	uint32_t p;

	if (!(i->kind & LU__SYMBOL_HOLDERS) && !is_namespace(g, s)) return;
	p = container(g, s);
	if (p != LU__NONE) p = make_place(g, p, g->names.v[i->name], is_namespace(g, s));
	i->place = p;
	if (p != LU__NONE && i->kind != LU__SYMBOL_PART && speaks_before(g, s, g->place[p].symbol))
		g->place[p].symbol = s;
}

/* Types of one qualified name are one where the language says so; elsewhere a type and its companion in the
 * same file are. */
static bool are_one(const lu__graph *g, uint32_t s, uint32_t whole)
{
	const lu__info *i = &g->info[s], *w = &g->info[whole];
	const lu_language *r = g->file[i->file].language;

	if (is_namespace(g, s)) return is_namespace(g, whole);
	if (!(w->kind & LU__SYMBOL_TYPES)) return false;
	/* "using value = T;" in each specialisation of a template */
	if ((r->rules & LU__RULE_COUNTED) && i->kind == LU__SYMBOL_ABSTRACT && i->parent != w->parent) return false;
	if (i->kind == LU__SYMBOL_PART || i->file == w->file) return true;
	if (!(r->rules & LU__RULE_PARTS)) return false;
	return !(r->rules & LU__RULE_NEAR_PARTS) || memchr(g->sym[s].name.s, '.', g->sym[s].name.n) ||
	       lu_str_eq(lu__folder_of(g->sym[s].path), lu__folder_of(g->sym[whole].path));
}

/* "#define BEGIN namespace a { namespace b {" */
static void open_namespaces(lu__graph *g)
{
	for (uint32_t i = 0; i < g->n_sym; i++) {
		lu_str names = g->sym[i].gives;
		const lu_language *l = g->file[g->info[i].file].language;

		if (!lu__is_macro(g, i) || !lu_str_starts(names, "namespace ") || !(l->rules & LU__RULE_LINKAGE))
			continue;
		lu_str_take(&names, ' ');
		for (uint32_t at = lu__top_place(l); names.n && at != LU__NONE;) {
			at = make_place(g, at, lu_str_take(&names, ' '), false);
			if (at != LU__NONE) g->place[at].open = true;
		}
	}
}

void lu__places_build(lu__graph *g)
{
	for (uint32_t i = 0; i < LU__GROUPS; i++) new_place(g, LU__NONE, 0);
	lu__crates_read(g);
	if (lu__out_of_memory(g)) return;
	place_files(g);
	open_namespaces(g);
	if (!lu__out_of_memory(g)) lu__crates_name(g);
	for (uint32_t i = 0; i < g->n_sym && !lu__out_of_memory(g); i++)
		if (g->file[g->info[i].file].language->rules & LU__RULE_QUALIFIED) place_symbol(g, i);
	for (uint32_t i = 0; i < g->n_sym && !lu__out_of_memory(g); i++) {
		lu__info *s = &g->info[i];
		uint32_t whole = s->place == LU__NONE ? LU__NONE : g->place[s->place].symbol;

		if (whole != LU__NONE && are_one(g, i, whole)) s->whole = whole;
	}
}

uint32_t lu__place_around(lu__graph *g, uint32_t s)
{
	return g->file[g->info[s].file].language->rules & LU__RULE_QUALIFIED ? container(g, s) : LU__NONE;
}
