/* SPDX-License-Identifier: MIT
 * Names in languages of packages and namespaces: scopes and classes from the inside out, then imports,
 * then the package, then the namespaces around it. */
#include "graph/lookup.h"
#include "graph/modules.h"

#define HOPS 4 /* re-exports of modules that are followed */

/* ---- members of places ---- */

/* Of several, the nearest: the same name may be defined in each of many programs of one tree. */
static void prefer_near(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	uint32_t best = 0, n = 0;

	if (f->n < 2 || f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < f->n; i++) {
		uint32_t file = g->info[f->v[i]].file;
		uint32_t near =
			file == q->file ? LU__NONE : lu__shared_folders(lu__path(g, file), lu__path(g, q->file));

		if (near < best) continue;
		if (near > best) n = 0;
		best = near;
		f->v[n++] = f->v[i];
	}
	if (n < f->n && best != LU__NONE) f->grade = LU_GRADE_UNIQUE;
	f->n = n;
}

static void in_place(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, lu__found *f)
{
	lu__found all = lu__no_result(f->reason);

	lu__found_list(g, &g->in_place, lu__pair(place, name), want, q->except, &all);
	if (all.n > LU__SOUGHT) {
		*f = all;
		return;
	}
	for (uint32_t i = 0; i < all.n; i++)
		if (lu__is_visible(g, all.v[i], q->file)) lu__found_add(f, LU__FOUND_SYMBOLS, all.v[i], all.rank);
	if (q->language->rules & LU__RULE_LINKAGE) lu__c_prefer(g, q, lu__pair(place, name), f);
	else prefer_near(g, q, f);
}

uint32_t lu__inner_place(const lu__graph *g, uint32_t place, uint32_t name)
{
	uint32_t at = lu__multi_first(&g->inner_place, lu__pair(place, name));

	return at ? g->inner_place.node[at].value : LU__NONE;
}

void lu__set_place(lu__found *f, uint32_t place)
{
	f->what = LU__FOUND_PLACE;
	f->place = place;
	f->n = 0;
}

static void follow_import(lu__graph *g, const lu__ask *q, const lu__import *im, unsigned want, int hops, lu__found *f);
static void member_of_place(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, int hops,
			    lu__found *f);

/* What the modules at this place re-export from others: `pub use`. */
static void re_exported(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, int hops,
			lu__found *f)
{
	for (uint32_t m = lu__multi_first(&g->module_at, place); m; m = g->module_at.node[m].next) {
		uint32_t file = g->module_at.node[m].value, at;

		for (at = lu__multi_first(&g->aliases, lu__pair(file, name)); at; at = g->aliases.node[at].next)
			follow_import(g, q, &g->import[g->aliases.node[at].value], want, hops, f);
		if (f->what != LU__FOUND_NOTHING) return;
		for (at = lu__multi_first(&g->place_stars, file); at; at = g->place_stars.node[at].next)
			if (g->place_stars.node[at].value != place)
				in_place(g, q, g->place_stars.node[at].value, name, want, f);
	}
}

/* What a module of Haskell imports by that name, or as a whole where its head says "module A". */
static void given_on(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, int hops,
		     lu__found *f)
{
	uint32_t file = g->place[place].file, word = lu__names_find(&g->names, lu_strz("default")), at;

	if (file == LU__NONE || file == q->file) return;
	lu__need_file(g, file);
	for (at = lu__multi_first(&g->aliases, lu__pair(file, name)); at; at = g->aliases.node[at].next) {
		follow_import(g, q, &g->import[g->aliases.node[at].value], want, hops, f);
		if (f->what == LU__FOUND_SYMBOLS) return;
		*f = lu__no_result(f->reason);
	}
	if (word == LU__NONE || !lu__multi_first(&g->exports, lu__pair(file, word))) return;
	for (at = lu__multi_first(&g->place_stars, file); at && !f->n; at = g->place_stars.node[at].next)
		member_of_place(g, q, g->place_stars.node[at].value, name, want, hops, f);
	if (f->n && f->grade < LU_GRADE_UNIQUE) f->grade = LU_GRADE_UNIQUE;
}

static void member_of_place(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, int hops,
			    lu__found *f)
{
	uint32_t type = g->place[place].symbol, sub;

	if (type != LU__NONE && (g->info[type].kind & LU__SYMBOL_TYPES)) {
		lu__type_member(g, type, false, name, want & ~(unsigned)LU__SYMBOL_BARE, f, NULL);
		f->reason = "import";
		if (f->n) return;
	}
	in_place(g, q, place, name, want, f);
	if (f->n) return;
	if (hops && q->language->modules == LU__MODULES_CRATE) re_exported(g, q, place, name, want, hops - 1, f);
	if (hops && (q->language->rules & LU__RULE_FREE_METHODS)) given_on(g, q, place, name, want, hops - 1, f);
	if (f->what != LU__FOUND_NOTHING) return;
	sub = lu__inner_place(g, place, name);
	if (sub != LU__NONE && (want & LU__SYMBOL_MODULE)) lu__set_place(f, sub);
	else if (g->place[place].open) member_of_place(g, q, g->place[place].up, name, want, hops, f);
}

static void follow_import(lu__graph *g, const lu__ask *q, const lu__import *im, unsigned want, int hops, lu__found *f)
{
	if (im->what == LU__FOUND_OUTSIDE) {
		lu__found_outside(f, im->reason);
	} else if (im->kind != LU__IMPORT_FULL) {
		f->what = im->what;
		f->v[0] = im->place;
		f->n = 1;
	} else if (im->name == LU__NONE) {
		lu__set_place(f, im->place);
	} else {
		member_of_place(g, q, im->place, im->name, want | LU__SYMBOL_MODULE, hops, f);
	}
}

void lu__place_member(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, lu__found *f)
{
	member_of_place(g, q, place, name, want, HOPS, f);
}

/* ---- plain names ---- */

/* Is what a class calls of its own only announced by an interface, while a base that is not here may have it? */
static bool is_promised(const lu__graph *g, uint32_t type, const lu__found *f)
{
	uint32_t owner;

	if (f->grade != LU_GRADE_UNIQUE || f->n != 1 || g->info[f->v[0]].kind != LU__SYMBOL_FUNC) return false;
	owner = lu__own_type(g, f->v[0]);
	return owner != LU__NONE && g->info[type].kind == LU__SYMBOL_CLASS &&
	       g->info[owner].kind == LU__SYMBOL_ABSTRACT && !lu_str_eqz(g->sym[owner].type, "trait");
}

/* Of what specialisations of a template of C++ have by one name what their own `class` has. */
static void of_own_class(const lu__graph *g, uint32_t class, lu__found *f)
{
	uint32_t n = 0;

	if (f->what != LU__FOUND_SYMBOLS || f->n < 2 || f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < f->n; i++)
		if (g->info[f->v[i]].parent == class) f->v[n++] = f->v[i];
	if (n) f->n = n;
}

/* Members of the type around `q`, and the type itself by its name: a constructor is called so. */
static void in_type(lu__graph *g, const lu__ask *q, uint32_t s, uint32_t name, unsigned want, bool inner_most,
		    bool *unknown, lu__found *f)
{
	uint32_t type = g->info[s].whole;
	bool member = (q->language->rules & LU__RULE_OUTER_METHODS) ||
		      ((q->language->rules & LU__RULE_BARE_METHODS) && inner_most);
	bool open = false;

	if (q->language->modules == LU__MODULES_CRATE)
		want &= ~(unsigned)LU__SYMBOL_TYPES; /* "Self::Item", never "Item" */
	if (g->info[type].name == name && (g->info[type].kind & want) && type != q->except) {
		lu__found_add(f, LU__FOUND_SYMBOLS, type, 0);
		return;
	}
	lu__type_member(g, type, false, name, member ? want & ~(unsigned)LU__SYMBOL_BARE : want, f, &open);
	if ((q->language->rules & LU__RULE_COUNTED) && !(want & LU__SYMBOL_FUNC)) of_own_class(g, s, f);
	if (member && is_promised(g, type, f)) f->grade = LU_GRADE_AMBIGUOUS;
	if (f->n > 1 && q->except != LU__NONE) *f = lu__no_result(f->reason);
	*unknown |= open && member;
}

static uint32_t around(const lu__graph *g, uint32_t s)
{
	return g->info[s].owner != LU__NONE ? g->info[s].owner : g->info[s].parent;
}

/* Of the modules around a module only modules and constants are seen: its functions are not those of the inner one. */
static unsigned seen_within(const lu__ask *q, unsigned want)
{
	return q->language->rules & LU__RULE_MODULE_SELF ? want & ~(unsigned)LU__SYMBOL_FUNC : want;
}

/* The package or namespace, and for some languages those around it. */
static void in_spaces(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, lu__found *f)
{
	for (int level = 0; place != LU__NONE && level < LU__LEVELS && !f->n; level++, place = g->place[place].up) {
		if (q->language->rules & LU__RULE_LINKAGE && place == lu__top_place(q->language))
			return; /* found by includes */
		in_place(g, q, place, name, want, f);
		if (!(q->language->rules & LU__RULE_OUTWARD)) return;
		want = seen_within(q, want);
	}
}

static void in_own_package(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, lu__found *f)
{
	lu__found one = lu__no_result("same package");

	in_place(g, q, place, name, want, &one);
	if (one.n) *f = one;
}

/* From the innermost scope out. A method that is defined outside of its type searches the type first. */
static void find_around(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, bool *unknown, lu__found *f)
{
	uint32_t s = q->from;
	bool inner_most = true;

	for (int level = 0; s != LU__NONE && level < LU__LEVELS; level++, s = around(g, s)) {
		unsigned kind = g->info[s].kind;

		f->reason = "enclosing scope";
		if (kind & LU__SYMBOL_HOLDERS) {
			in_type(g, q, s, name, want, inner_most, unknown, f);
			/* Scala's package object sees what else is in the package */
			if (!f->n && g->info[s].place != LU__NONE && g->place[g->info[s].place].package &&
			    lu_str_eqz(g->sym[s].type, "object"))
				in_own_package(g, q, g->info[s].place, name, want, f);
			inner_most = false;
		} else if (kind == LU__SYMBOL_MODULE && g->info[s].parent != LU__NONE) {
			/* The methods of a module call each other. */
			if (inner_most && (q->language->rules & LU__RULE_MIXINS) && g->info[s].place != LU__NONE)
				in_place(g, q, g->info[s].place, name, want & ~(unsigned)LU__SYMBOL_BARE, f);
			if (!f->n && inner_most && (q->language->rules & LU__RULE_MIXINS) && (want & LU__SYMBOL_FUNC))
				lu__type_member(g, s, false, name, want & ~(unsigned)LU__SYMBOL_BARE, f, unknown);
			if (!f->n) in_spaces(g, q, g->info[s].place, name, inner_most ? want : seen_within(q, want), f);
			inner_most = false;
		} else if (kind != LU__SYMBOL_MODULE && g->info[s].has_members) {
			/* an enumerator with a body is the object around, and so is a group of tests */
			bool object = (kind == LU__SYMBOL_VALUE || kind == LU__SYMBOL_OTHER) &&
				      (q->language->rules & LU__RULE_BARE_METHODS);

			lu__found_list(g, &g->members, lu__pair(s, name),
				       object ? want & ~(unsigned)LU__SYMBOL_BARE : want, q->except, f);
		}
		if (f->n) return;
	}
}

/* Elixir: what the macro `__using__` of a module defines where the module is used; *macro: there is one. */
static void made_by_use(lu__graph *g, uint32_t place, uint32_t name, unsigned want, bool *macro, lu__found *f)
{
	lu_str word = lu_strz("__using__");
	uint32_t number = lu__names_find(&g->names, word);
	lu__found made = lu__no_result("");

	lu__need_name(g, word);
	*macro = false;
	if (number == LU__NONE) return;
	lu__found_list(g, &g->in_place, lu__pair(place, number), LU__SYMBOL_FUNC, LU__NONE, &made);
	*macro = made.n > 0;
	for (uint32_t i = 0; i < made.n && i < LU__CANDIDATES; i++)
		lu__found_list(g, &g->members, lu__pair(made.v[i], name), want, LU__NONE, f);
}

/* And what is imported there. */
static void imported_by_use(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, lu__found *f)
{
	uint32_t s = g->place[place].symbol, file = s == LU__NONE ? LU__NONE : g->info[s].file;

	if (file == LU__NONE || file == q->file) return;
	lu__need_file(g, file);
	for (uint32_t at = lu__multi_first(&g->place_stars, file); at; at = g->place_stars.node[at].next) {
		bool macro;

		member_of_place(g, q, g->place_stars.node[at].value, name, want, 0, f);
		if (!f->n) made_by_use(g, g->place_stars.node[at].value, name, want, &macro, f);
		if (f->n) break;
	}
	if (f->n && f->grade < LU_GRADE_UNIQUE) f->grade = LU_GRADE_UNIQUE;
}

/* `far`: what they give on of others, too. */
static void in_stars(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, bool far, lu__found *f)
{
	want &= ~(unsigned)LU__SYMBOL_MODULE;
	for (uint32_t at = lu__multi_first(&g->place_stars, q->file); at; at = g->place_stars.node[at].next) {
		uint32_t place = g->place_stars.node[at].value;
		lu__found one = lu__no_result("star import");
		bool macro = false;

		member_of_place(g, q, place, name, want, far ? HOPS : 0, &one);
		if (q->language->syntax & LU__SYNTAX_PIPES) made_by_use(g, place, name, want, &macro, &one);
		if (far && macro && !one.n) imported_by_use(g, q, place, name, want, &one);
		if (one.what != LU__FOUND_SYMBOLS) continue;
		f->grade = f->grade > one.grade ? f->grade : one.grade;
		for (uint32_t i = 0; i < one.n; i++) lu__found_add(f, LU__FOUND_SYMBOLS, one.v[i], one.rank);
	}
}

static void find_in_stars(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	f->reason = "star import";
	if (q->language->modules != LU__MODULES_CRATE) in_stars(g, q, name, want, false, f);
	if (!f->n) in_stars(g, q, name, want, true, f);
}

/* Is the other file in a folder of the root that is not loaded from here: benchmarks, examples, tests? */
static bool is_apart(lu_str path, lu_str other)
{
	lu_str top = lu_str_before_first(other, '/');

	return top.n < other.n && !lu_str_eq(top, lu_str_before_first(path, '/')) &&
	       !lu_str_in_words(top, "lib app src");
}

/* Ruby: a function of another file is there when that is loaded, which one that is run, such as "bin/x", mostly is not. */
static void doubt_script(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	uint32_t file = lu__one_symbol(f) ? g->info[f->v[0]].file : q->file;

	if (file == q->file || g->info[f->v[0]].kind != LU__SYMBOL_FUNC) return;
	f->grade = lu_str_ends(lu__path(g, file), ".rb") && !is_apart(lu__path(g, q->file), lu__path(g, file))
			   ? LU_GRADE_UNIQUE
			   : LU_GRADE_AMBIGUOUS;
}

/* Ruby: a group of tests is of a class of Minitest, which a tree may add methods to. */
static void of_test_class(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	static const char *const classes[] = { "Minitest.Spec", "MiniTest.Spec", "Minitest.Test" };

	for (size_t i = 0; i < sizeof classes / sizeof *classes && !f->n; i++) {
		uint32_t place = lu__place_find(g, lu__top_place(q->language), lu_strz(classes[i]));
		uint32_t type = place == LU__NONE ? LU__NONE : g->place[place].symbol;

		if (type == LU__NONE || !(g->info[type].kind & LU__SYMBOL_TYPES)) continue;
		lu__type_member(g, type, false, name, want & ~(unsigned)LU__SYMBOL_BARE, f, NULL);
	}
	if (f->what != LU__FOUND_SYMBOLS) return;
	f->grade = LU_GRADE_UNIQUE;
	f->reason = "method of tests";
}

static void find_in_package(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	f->reason = "same package";
	in_spaces(g, q, g->file[q->file].place, name, want, f);
	if (q->language->rules & LU__RULE_MIXINS) doubt_script(g, q, f);
	if (!f->n && (q->language->rules & LU__RULE_MIXINS) && g->is_test_file[q->file])
		of_test_class(g, q, name, want, f);
	if (!f->n && (q->language->rules & LU__RULE_FALLBACK))
		in_place(g, q, lu__top_place(q->language), name,
			 want & (LU__SYMBOL_FUNC | LU__SYMBOL_VALUE | LU__SYMBOL_BARE), f);
}

static void find_in_aliases(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	bool outside = false, torn = false;

	f->reason = "import";
	for (uint32_t at = lu__multi_first(&g->aliases, lu__pair(q->file, name)); at; at = g->aliases.node[at].next) {
		lu__found one = lu__no_result("import");

		follow_import(g, q, &g->import[g->aliases.node[at].value], want, HOPS, &one);
		outside |= one.what == LU__FOUND_OUTSIDE;
		if (one.what == LU__FOUND_NOTHING) continue;
		torn |= f->what == LU__FOUND_PLACE && one.what == LU__FOUND_PLACE && f->place != one.place;
		/* One name may be imported as a type and as a function. */
		if (one.what == LU__FOUND_SYMBOLS && f->what == LU__FOUND_SYMBOLS)
			for (uint32_t i = 0; i < one.n; i++) lu__found_add(f, LU__FOUND_SYMBOLS, one.v[i], one.rank);
		else if (f->what != LU__FOUND_SYMBOLS) *f = one;
	}
	/* Rust's "#[cfg(a)] use a as x; #[cfg(b)] use b as x;", and twins of a module */
	if (torn && f->what == LU__FOUND_PLACE && q->language->modules == LU__MODULES_CRATE)
		f->grade = LU_GRADE_AMBIGUOUS;
	/* Rust's "#[cfg(a)] use std::x; #[cfg(b)] use crate::x;" */
	if (outside && f->what == LU__FOUND_SYMBOLS && q->language->modules == LU__MODULES_CRATE) {
		f->grade = LU_GRADE_UNIQUE;
		f->reason = "import in some builds";
	}
}

static bool is_function(const lu__graph *g, const lu__found *f)
{
	return f->what == LU__FOUND_SYMBOLS && f->n && g->info[f->v[0]].kind == LU__SYMBOL_FUNC;
}

/* C++'s overloads are those of the file together with what it includes. */
static void add_overloads(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	lu__found more = lu__no_result("");

	if (!(q->language->rules & LU__RULE_COUNTED) || f->rank || !is_function(g, f) || lu__is_macro(g, f->v[0]))
		return;
	lu__c_find(g, q, name, want & (LU__SYMBOL_FUNC | LU__SYMBOL_BARE), &more);
	if (more.what != LU__FOUND_SYMBOLS || more.grade != LU_GRADE_EXACT || more.n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < more.n; i++)
		if (!g->sym[more.v[i]].is_prototype) lu__found_add(f, LU__FOUND_SYMBOLS, more.v[i], 0);
}

static void find_beyond(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	f->reason = "same file";
	lu__found_list(g, &g->members, lu__pair(lu__file_scope(g, q->file), name), want, q->except, f);
	if (f->rank == 2 && (q->language->rules & LU__RULE_LINKAGE)) *f = lu__no_result("not defined here");
	if (f->n) add_overloads(g, q, name, want, f);
	if (f->what == LU__FOUND_NOTHING && (g->uses[name] & LU__USE_ALIAS)) find_in_aliases(g, q, name, want, f);
	if (f->what == LU__FOUND_NOTHING && !(q->language->rules & LU__RULE_LINKAGE))
		find_in_package(g, q, name, want, f);
	if (f->what == LU__FOUND_NOTHING) find_in_stars(g, q, name, want, f);
	if (f->what == LU__FOUND_NOTHING && (q->language->rules & LU__RULE_LINKAGE)) {
		*f = lu__no_result("not defined here");
		lu__c_find(g, q, name, want, f);
	}
}

void lu__doubt_alternative(lu__graph *g, const lu__ask *q, uint32_t file, uint32_t name, unsigned want, lu__found *f)
{
	lu__found other = lu__no_result("import");
	lu__ask there = *q;

	there.file = file;
	if (f->what != LU__FOUND_SYMBOLS || !(q->language->rules & LU__RULE_LINKAGE) ||
	    !(g->uses[name] & LU__USE_ALIAS) || f->grade >= LU_GRADE_AMBIGUOUS ||
	    !lu__multi_first(&g->aliases, lu__pair(file, name)))
		return;
	find_in_aliases(g, &there, name, want, &other);
	if (other.what == LU__FOUND_OUTSIDE || other.what == LU__FOUND_NOTHING) f->grade = LU_GRADE_AMBIGUOUS;
}

void lu__qualified_plain(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	bool unknown = false;

	*f = lu__no_result("not defined here");
	if (name == LU__NONE || !g->uses[name]) return;
	if (g->uses[name] & (LU__USE_PLAIN | LU__USE_MEMBER)) find_around(g, q, name, want, &unknown, f);
	if (f->what == LU__FOUND_NOTHING) find_beyond(g, q, name, want, f);
	if (f->what == LU__FOUND_NOTHING) f->reason = "not defined here";
	lu__doubt_alternative(g, q, q->file, name, want, f);
	/* A base that is not here may have a method of this name. */
	if (unknown && is_function(g, f) && f->grade == LU_GRADE_EXACT) f->grade = LU_GRADE_UNIQUE;
}

/* ---- heads of dotted names ---- */

/* The module that `q` is in: of Rust's inline modules the innermost. */
static uint32_t module_around(const lu__graph *g, const lu__ask *q)
{
	uint32_t s = q->src;

	for (int level = 0; s != LU__NONE && level < LU__LEVELS; level++, s = g->info[s].parent)
		if (g->info[s].kind == LU__SYMBOL_MODULE && g->info[s].place != LU__NONE) return g->info[s].place;
	return g->file[q->file].place;
}

uint32_t lu__crate_named(const lu__graph *g, uint32_t name)
{
	lu__list list = lu__multi_list(&g->crates, name);

	return list.n == 1 ? g->crates.node[list.first].value : LU__NONE;
}

void lu__qualified_head(lu__graph *g, const lu__ask *q, lu_str head, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, head), p = LU__NONE;

	if (q->language->modules == LU__MODULES_CRATE) {
		if (lu_str_eqz(head, "crate")) p = g->file[q->file].package;
		else if (lu_str_eqz(head, "self")) p = module_around(g, q);
		else if (lu_str_eqz(head, "super")) p = g->place[module_around(g, q)].up;
		else if (name != LU__NONE) p = lu__inner_place(g, module_around(g, q), name);
		if (p == LU__NONE && name != LU__NONE) p = lu__crate_named(g, name);
	} else if (lu__is_word(g, q->language, LU__WORD_SELF, name)) {
		if (q->language->rules & LU__RULE_MODULE_SELF) p = module_around(g, q);
	} else if (name != LU__NONE) {
		uint32_t at = q->language->rules & LU__RULE_OUTWARD ? g->file[q->file].place : LU__NONE;

		for (int level = 0; at != LU__NONE && p == LU__NONE && level < LU__LEVELS;
		     level++, at = g->place[at].up)
			p = lu__inner_place(g, at, name);
		for (uint32_t s = q->from; s != LU__NONE && p == LU__NONE; s = around(g, s))
			if (g->info[s].place != LU__NONE) p = lu__inner_place(g, g->info[s].place, name);
		if (p == LU__NONE) p = lu__inner_place(g, lu__top_place(q->language), name);
	}
	if (p == LU__NONE) return;
	*f = lu__no_result("qualified name");
	/* Scala's package object is found with the package, which has more than that. */
	if (g->place[p].symbol != LU__NONE && (g->info[g->place[p].symbol].kind & LU__SYMBOL_TYPES) &&
	    !(g->place[p].package && lu_str_eqz(g->sym[g->place[p].symbol].type, "object")))
		lu__found_add(f, LU__FOUND_SYMBOLS, g->place[p].symbol, 0);
	else lu__set_place(f, p);
}
