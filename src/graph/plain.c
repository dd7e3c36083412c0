/* SPDX-License-Identifier: MIT
 * What a name without dots means where it is written: scopes from the inside out, then imports; and what a member of that is. */
#include "core/type_takes.h"
#include "graph/lookup.h"
#include "graph/modules.h"

#define PATH_PARTS 16 /* components of a Python module path */

/* ---- plain names ---- */

static bool is_scope(const lu__graph *g, const lu__ask *q, uint32_t s)
{
	if (!g->info[s].has_members) return false;
	if (g->info[s].kind & LU__SYMBOL_TYPES) return s == q->src && (q->language->rules & LU__RULE_CLASS_BODY);
	return g->info[s].kind != LU__SYMBOL_MODULE || g->info[s].parent != LU__NONE;
}

static void find_enclosing(const lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	uint32_t s = q->from;

	for (int level = 0; s != LU__NONE && !f->n && level < LU__LEVELS; level++, s = g->info[s].parent) {
		bool type = g->info[s].kind & LU__SYMBOL_TYPES;

		if (type && (q->language->rules & LU__RULE_OUTER_METHODS)) /* they need no receiver */
			lu__found_list(g, &g->members, lu__pair(s, name), want & ~(unsigned)LU__SYMBOL_BARE, q->except,
				       f);
		else if (is_scope(g, q, s)) lu__found_list(g, &g->members, lu__pair(s, name), want, q->except, f);
		if (!f->n && g->sym[s].own_name && g->info[s].name == name && (want & LU__SYMBOL_FUNC))
			lu__found_add(f, LU__FOUND_SYMBOLS, s, 0);
	}
	f->reason = "enclosing scope";
}

static void find_in_file(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	lu__found own = lu__no_result("same file");

	lu__found_list(g, &g->members, lu__pair(lu__file_scope(g, q->file), name), want, q->except, &own);
	/* A prototype is a result only when there is no definition elsewhere. */
	if (own.rank == 2 && (q->language->rules & LU__RULE_LINKAGE)) return;
	/* A macro or a variable that the preprocessor may leave out has the name of a function elsewhere. */
	if (own.n && (q->language->rules & LU__RULE_LINKAGE) && (own.rank == 1 || lu__is_macro(g, own.v[0]))) {
		uint32_t n = own.n;

		own.rank = 0;
		lu__found_list(g, &g->linked, name, want & LU__SYMBOL_FUNC, q->except, &own);
		if (own.n > n) own.reason = "defined here and elsewhere";
	} else if (own.n && own.rank == 0 && (q->language->rules & LU__RULE_LINKAGE) &&
		   !(q->language->rules & LU__RULE_COUNTED)) {
		lu__c_add_included(g, q, name, want, &own);
	}
	/* `const x = require("x")` is a value and an import: the import says what it is. */
	if (own.rank == 1 && lu__multi_first(&g->aliases, lu__pair(q->file, name))) return;
	/* A function may import a name that the file defines, too. */
	if (own.n && q->language->modules == LU__MODULES_DOTTED &&
	    lu__multi_first(&g->aliases, lu__pair(q->file, name))) {
		lu__found other = lu__no_result("import");

		lu__imported(g, q->file, name, want, &other);
		/* what is imported from elsewhere is another candidate: "try: from x import f; except ImportError: def f(): ..." */
		own.grade = other.what == LU__FOUND_SYMBOLS ? LU_GRADE_UNIQUE : LU_GRADE_AMBIGUOUS;
		for (uint32_t i = 0; i < other.n && other.what == LU__FOUND_SYMBOLS; i++)
			lu__found_add(&own, LU__FOUND_SYMBOLS, other.v[i], own.rank);
	}
	if (own.n) *f = own;
}

void lu__find_plain(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	unsigned around = LU__USE_PLAIN | (q->language->rules & LU__RULE_OUTER_METHODS ? (unsigned)LU__USE_MEMBER : 0u);

	if (q->language->rules & LU__RULE_QUALIFIED) {
		lu__qualified_plain(g, q, name, want, f);
		return;
	}
	*f = lu__no_result("not defined here");
	if (name == LU__NONE || !(g->uses[name] & (around | LU__USE_ALIAS))) return;
	if (g->uses[name] & around) find_enclosing(g, q, name, want, f);
	if (!f->n && (g->uses[name] & LU__USE_PLAIN)) find_in_file(g, q, name, want, f);
	if (f->n) return;
	if (q->language->rules & LU__RULE_LINKAGE) {
		*f = lu__no_result("not defined here");
		lu__c_find(g, q, name, want, f);
		return;
	}
	*f = lu__no_result("import");
	if (g->uses[name] & LU__USE_ALIAS) lu__imported(g, q->file, name, want, f);
	if (f->what != LU__FOUND_NOTHING) return;
	if (q->language->modules == LU__MODULES_FOLDER) {
		f->reason = "same package";
		lu__found_list(g, &g->packages, lu__pair(g->file[q->file].package, name), want, q->except, f);
		if (f->n) return;
	}
	f->reason = "star import";
	lu__star_imported(g, q->file, name, want, f);
	if (f->what == LU__FOUND_NOTHING) f->reason = "not defined here";
}

void lu__exported_thing(lu__graph *g, unsigned want, lu__found *f)
{
	lu__found thing = lu__no_result("import");
	uint32_t whole = lu__names_find(&g->names, lu_strz("default"));

	lu__need_file(g, f->v[0]);
	if (whole != LU__NONE) lu__module_member(g, f->v[0], whole, want, &thing);
	/* "module.exports = require('./other')" */
	for (int hop = 0; thing.what == LU__FOUND_FILES && thing.n == 1 && thing.v[0] != f->v[0] && hop < LU__HOPS;
	     hop++) {
		lu__found next = lu__no_result("import");

		lu__need_file(g, thing.v[0]);
		lu__module_member(g, thing.v[0], whole, want, &next);
		if (thing.grade > next.grade) next.grade = thing.grade;
		thing = next;
	}
	if (thing.what == LU__FOUND_SYMBOLS && thing.n == 1) {
		if (f->grade > thing.grade) thing.grade = f->grade;
		*f = thing;
		return;
	}
	thing = lu__no_result("import");
	if (f->alias != LU__NONE)
		lu__found_list(g, &g->members, lu__pair(lu__file_scope(g, f->v[0]), f->alias), want, LU__NONE, &thing);
	if (thing.n == 1) *f = thing;
	else lu__found_outside(f, "what the module exports is not known");
}

void lu__prefer_value(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	bool first;

	if (!(q->language->rules & LU__RULE_OBJECTS) || f->what != LU__FOUND_SYMBOLS || f->n != 2) return;
	first = g->info[f->v[0]].kind == LU__SYMBOL_VALUE;
	if (g->info[f->v[first]].kind != LU__SYMBOL_ABSTRACT || g->info[f->v[!first]].kind != LU__SYMBOL_VALUE) return;
	f->v[0] = f->v[q->as_type ? first : !first];
	f->n = 1;
}

/* ---- members ---- */

/* "const utils = { isFile }" has what isFile means in its file: utils.isFile is another name of that (parse/take_imports.c). */
static void given_member(lu__graph *g, uint32_t s, lu_str name, unsigned want, lu__found *f)
{
	lu_buf text = LU_BUF;
	uint32_t both;

	if (g->info[s].kind != LU__SYMBOL_VALUE || !g->info[s].top) return;
	lu_buf_addf(&text, "%.*s.%.*s", LU_FMT(g->names.v[g->info[s].name]), LU_FMT(name));
	both = text.oom ? LU__NONE : lu__names_find(&g->names, lu_buf_str(&text));
	lu_buf_free(&text);
	if (both == LU__NONE || !lu__multi_first(&g->exports, lu__pair(g->info[s].file, both))) return;
	lu__module_member(g, g->info[s].file, both, want, f);
	if (f->what == LU__FOUND_SYMBOLS) f->reason = "member of an object";
}

/* What function `s` calls by the name that the object it gives has for it: "a,b=c" (LU_OBJECT_MADE); empty: that lacks it. */
static lu_str named_inside(const lu__graph *g, uint32_t s, lu_str name)
{
	lu_str list = g->sym[s].gives;

	if (!lu_str_starts(list, LU_OBJECT_MADE)) return lu_strn("", 0);
	list = lu_strn(list.s + sizeof LU_OBJECT_MADE - 1, list.n - (sizeof LU_OBJECT_MADE - 1));
	while (list.n) {
		lu_str one = lu_str_take(&list, ','), key = lu_str_before_first(one, '=');

		if (lu_str_eq(key, name)) return key.n < one.n ? lu_strn(one.s + key.n + 1, one.n - key.n - 1) : key;
	}
	return lu_strn("", 0);
}

/* "parts.helpers.add": what it is, part by part. */
static void find_path(lu__graph *g, const lu__ask *q, lu_str path, unsigned want, lu__found *f)
{
	lu_str head = lu_str_take(&path, '.');
	unsigned any = lu__values(q->language);

	lu__find_plain(g, q, lu__names_find(&g->names, head), path.n ? any : want, f);
	while (path.n) {
		lu_str part = lu_str_take(&path, '.');

		lu__member(g, q, part, path.n ? any : want, f);
	}
}

/* A member of the object that function `s` gives, which is the name of something that is seen there. */
static void made_member(lu__graph *g, const lu__ask *q, uint32_t s, lu_str text, unsigned want, lu__found *f)
{
	lu_str inner = named_inside(g, s, text);
	lu__ask there = { s, g->info[s].file, s, LU__NONE, q->language, (uint8_t)(q->depth + 1), false };

	if (!inner.n || there.depth >= LU__TYPES_FOLLOWED) return;
	find_path(g, &there, inner, want, f);
	if (f->what == LU__FOUND_SYMBOLS) f->reason = "member of an object";
	else *f = lu__no_result("receiver of unknown type");
}

/* Members of a plain object or of a function that builds objects, whose nested functions are none. */
static void object_member(lu__graph *g, const lu__ask *q, uint32_t s, lu_str text, unsigned want, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, text);
	bool builder = g->info[s].kind == LU__SYMBOL_FUNC;
	lu__found found = lu__no_result("member of an object");

	*f = lu__no_result("receiver of unknown type");
	lu__need_file(g, g->info[s].file);
	if (builder && !(q->language->rules & LU__RULE_OBJECTS)) return;
	lu__found_list(g, &g->members, lu__pair(s, name), want, LU__NONE, &found);
	if (found.n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < found.n; i++)
		if (!builder || g->info[found.v[i]].method) lu__found_add(f, LU__FOUND_SYMBOLS, found.v[i], found.rank);
	if (f->n) f->reason = found.reason;
	else if (builder) made_member(g, q, s, text, want, f);
	else if (q->language->rules & LU__RULE_OBJECTS) given_member(g, s, text, want, f);
}

/* "new Koa.default()": where a module is a class of JavaScript, what that has by the name. */
static void of_whole_class(const lu__graph *g, uint32_t name, unsigned want, lu__found *f)
{
	lu__found own;

	if (!lu__one_symbol(f) || g->info[f->v[0]].kind != LU__SYMBOL_CLASS || !lu_str_eqz(g->names.v[name], "default"))
		return;
	lu__type_member(g, f->v[0], false, name, want, &own, NULL);
	if (own.what == LU__FOUND_SYMBOLS) *f = own;
}

static void module_member(lu__graph *g, const lu__ask *q, const lu__found *at, uint32_t name, unsigned want,
			  lu__found *f)
{
	lu__found thing = *at;

	*f = lu__no_result("import");
	lu__module_member(g, at->v[0], name, want, f);
	if (q->language->rules & LU__RULE_OBJECTS) of_whole_class(g, name, want, f);
	if (f->what != LU__FOUND_NOTHING) return;
	f->reason = "not in the module";
	if (!(q->language->rules & LU__RULE_OBJECTS)) return;
	lu__exported_thing(g, LU__SYMBOL_TYPES | LU__SYMBOL_FUNC | LU__SYMBOL_VALUE, &thing);
	if (!lu__one_symbol(&thing)) return;
	/* a function or an object that the module is has the members that are assigned to it */
	if (g->info[thing.v[0]].kind & LU__SYMBOL_TYPES) lu__type_member(g, thing.v[0], false, name, want, f, NULL);
	else object_member(g, q, thing.v[0], g->names.v[name], want, f);
	if (f->what == LU__FOUND_NOTHING) f->reason = "not in the module";
	else if (thing.grade > f->grade) f->grade = thing.grade;
}

static void namespace_member(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, lu__found *f)
{
	f->reason = "qualified name";
	if (name == LU__NONE) return;
	lu__place_member(g, q, place, name, want, f);
	if (lu__one_symbol(f)) lu__doubt_alternative(g, q, g->info[f->v[0]].file, name, want, f);
}

/* A namespace that is opened several times is one. */
static void same_place(const lu__graph *g, lu__found *f)
{
	if (f->what != LU__FOUND_SYMBOLS || f->n < 2 || f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < f->n; i++)
		if (g->info[f->v[i]].kind != LU__SYMBOL_MODULE || g->info[f->v[i]].place == LU__NONE ||
		    g->info[f->v[i]].place != g->info[f->v[0]].place)
			return;
	f->n = 1;
}

/* TypeScript's "namespace a", "class a" and "function a" of one file are one: what has the member. */
static bool of_merged(lu__graph *g, const lu__ask *q, const lu__found *at, lu_str text, unsigned want, lu__found *f)
{
	bool space = false;

	if (!(q->language->rules & LU__RULE_TYPED) || at->n > LU__SOUGHT) return false;
	for (uint32_t i = 0; i < at->n; i++) {
		if (g->info[at->v[i]].file != g->info[at->v[0]].file || !g->info[at->v[i]].top) return false;
		space |= g->info[at->v[i]].kind == LU__SYMBOL_MODULE;
	}
	for (uint32_t i = 0; space && i < at->n; i++) {
		lu__found one = lu__no_result("import");

		lu__found_add(&one, LU__FOUND_SYMBOLS, at->v[i], 0);
		lu__member(g, q, text, want, &one);
		if (one.what != LU__FOUND_SYMBOLS) continue;
		*f = one;
		return true;
	}
	return false;
}

void lu__member(lu__graph *g, const lu__ask *q, lu_str text, unsigned want, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, text);
	lu__found at = *f;

	if (at.what == LU__FOUND_NOTHING || at.what == LU__FOUND_OUTSIDE) return;
	lu__prefer_value(g, q, &at);
	same_place(g, &at);
	*f = lu__no_result("not in the module");
	if (at.what == LU__FOUND_SYMBOLS && at.n > 1) {
		if (!of_merged(g, q, &at, text, want, f)) lu__found_outside(f, "ambiguous receiver");
	} else if (at.what == LU__FOUND_FILES) {
		lu__need_file(g, at.v[0]);
		if (name != LU__NONE) module_member(g, q, &at, name, want, f);
	} else if (at.what == LU__FOUND_FOLDER) {
		lu__found_list(g, &g->in_folder, lu__pair(at.place, name), want, LU__NONE, f);
		f->reason = f->n ? "import" : "not in the package";
	} else if (at.what == LU__FOUND_PLACE) {
		namespace_member(g, q, at.place, name, want, f);
	} else if (at.bases_only || (g->info[at.v[0]].kind & LU__SYMBOL_HOLDERS)) {
		if ((q->language->rules & LU__RULE_NEW) && (name == g->new_word || lu_str_eqz(text, "class"))) {
			*f = at;
		} else if ((q->language->rules & LU__RULE_RETURNED) && (want & LU__SYMBOL_TYPES) &&
			   lu_str_eqz(text, "super")) {
			*f = at; /* what libraries of classes for Lua call the class that another one extends */
			f->bases_only = true;
		} else lu__type_member(g, at.v[0], at.bases_only, name, want, f, NULL);
		/* PHP: a namespace may have the name of a class */
		if (f->what == LU__FOUND_NOTHING && (q->language->rules & LU__RULE_FALLBACK) &&
		    (want & LU__SYMBOL_TYPES) && g->info[at.v[0]].place != LU__NONE && !at.bases_only) {
			namespace_member(g, q, g->info[at.v[0]].place, name, want & LU__SYMBOL_TYPES, f);
			if (f->what == LU__FOUND_NOTHING) f->reason = "not in its class";
		}
	} else if (g->info[at.v[0]].kind == LU__SYMBOL_MODULE && g->info[at.v[0]].place != LU__NONE) {
		namespace_member(g, q, g->info[at.v[0]].place, name, want, f);
	} else {
		object_member(g, q, at.v[0], text, want, f);
	}
	if (f->what == LU__FOUND_NOTHING && at.what == LU__FOUND_PLACE) f->reason = "not in the module";
	if (f->what == LU__FOUND_SYMBOLS && at.grade > f->grade) f->grade = at.grade;
}

/* ---- heads of dotted names ---- */

/* The function around `s` that has members: they are those of what it makes. */
static uint32_t own_constructor(const lu__graph *g, uint32_t s)
{
	for (int level = 0; s != LU__NONE && level < LU__LEVELS; level++, s = g->info[s].parent)
		if (g->info[s].kind == LU__SYMBOL_FUNC && g->info[s].has_members && g->info[s].top) return s;
	return LU__NONE;
}

/* Is the method around `s` one of the class itself? */
static bool is_in_static(const lu__graph *g, uint32_t s)
{
	for (int level = 0; s != LU__NONE && level < LU__LEVELS; level++, s = g->info[s].parent)
		if (g->info[s].owner != LU__NONE) return g->sym[s].is_static;
	return false;
}

void lu__find_self(const lu__graph *g, const lu__ask *q, bool bases_only, lu__found *f)
{
	uint32_t type = lu__own_type(g, q->src);

	*f = lu__no_result("receiver of unknown type");
	if (type == LU__NONE && !bases_only && (q->language->rules & LU__RULE_OBJECTS))
		type = own_constructor(g, q->src);
	if (type == LU__NONE) return;
	lu__found_add(f, LU__FOUND_SYMBOLS, type, 0);
	f->bases_only = bases_only;
	f->itself = (q->language->rules & LU__RULE_OBJECTS) && is_in_static(g, q->src);
	f->reason = "its own type";
}

bool lu__makes_own(const lu__graph *g, const lu__ask *q, lu_str name)
{
	uint32_t type =
		(q->language->rules & LU__RULE_NEW) && lu_str_eqz(name, "new") ? lu__own_type(g, q->src) : LU__NONE;

	return type != LU__NONE && g->info[type].kind == LU__SYMBOL_CLASS;
}

static bool is_prefix(lu_str path, lu_str of)
{
	return path.n <= of.n && lu_str_eq(path, lu_strn(of.s, path.n)) && (path.n == of.n || of.s[path.n] == '.');
}

void lu__find_python_path(lu__graph *g, const lu__ask *q, lu_str name, lu_str *rest, lu__found *f)
{
	size_t end[PATH_PARTS + 1];
	uint32_t parts = 0, head, at;

	for (size_t i = 0; i <= name.n && parts <= PATH_PARTS; i++)
		if (i == name.n || name.s[i] == '.') end[parts++] = i;
	head = lu__names_find(&g->names, lu_strn(name.s, end[0]));
	for (uint32_t k = parts; k-- > 0;) {
		lu_str path = lu_strn(name.s, end[k]);

		for (at = lu__multi_first(&g->path_heads, lu__pair(q->file, head)); at;
		     at = g->path_heads.node[at].next) {
			const lu__import *im = &g->import[g->path_heads.node[at].value];
			lu_str module = g->ref[im->ref].module;

			if (path.n == name.n || !is_prefix(path, module)) continue;
			*f = lu__no_result("import");
			if (path.n < module.n) lu__python_absolute(g, q->file, path, f);
			else if (im->what == LU__FOUND_FILES) lu__found_add(f, LU__FOUND_FILES, im->place, 0);
			else lu__found_outside(f, im->reason);
			lu__note_files(g, f);
			if (f->what == LU__FOUND_FILES && f->n > 1) lu__found_outside(f, "ambiguous import");
			/* A folder without __init__ is no module, but may hold one. */
			if (f->what == LU__FOUND_NOTHING) lu__found_outside(f, "external module");
			*rest = lu_strn(name.s + path.n + 1, name.n - path.n - 1);
			return;
		}
	}
}
