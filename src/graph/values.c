/* SPDX-License-Identifier: MIT
 * What values are of, as far as declarations say: a type is looked up where it is written, not where it is used. */
#include "core/type_text.h"
#include "graph/values.h"

lu__component lu__read_component(lu_str text)
{
	lu__component p = { text, false, lu_str_ends(text, "@"), LU__TAKE_WHOLE };

	p.name.n -= p.decorates;
	for (;;) {
		bool call = lu_str_ends(p.name, "()"), index = lu_str_ends(p.name, "[]");
		enum lu__take use = index                      ? LU__TAKE_ELEMENT
				    : lu_str_ends(p.name, "*") ? LU__TAKE_ITERATED
				    : lu_str_ends(p.name, "^") ? LU__TAKE_ENTERED
							       : LU__TAKE_WHOLE;

		if (!call && !use) return p;
		p.called |= call;
		if (use) p.use = use;
		p.name.n -= call || index ? 2 : 1;
	}
}

/* Of a type as written, the one that is taken. */
static lu_str taken(lu_str text, enum lu__take use)
{
	switch (use) {
	case LU__TAKE_ELEMENT: return lu_type_element(text);
	case LU__TAKE_ITERATED: return lu_type_iterated(text);
	case LU__TAKE_ENTERED: return lu_type_entered(text);
	default: return text;
	}
}

static bool are_functions(const lu__graph *g, const lu__found *f)
{
	return f->what == LU__FOUND_SYMBOLS && f->n && f->n <= LU__CANDIDATES &&
	       g->info[f->v[0]].kind == LU__SYMBOL_FUNC;
}

/* Words for the type that a method was called on. */
static bool is_own(lu_str type)
{
	static const char *const v[] = { "Self", "self", "this", "static", "typing.Self", "t.Self", "te.Self", NULL };
	size_t i = 0;

	while (v[i] && !lu_str_eqz(type, v[i])) i++;
	return v[i] != NULL;
}

/* The type that `text` names where `s` stands. */
static void find_type(lu__graph *g, const lu__ask *q, uint32_t s, lu_str text, uint32_t on, lu__found *f)
{
	lu__ask there = { s, g->info[s].file, s, LU__NONE, g->file[g->info[s].file].language, (uint8_t)(q->depth + 1) };
	unsigned want = LU__SYMBOL_TYPES | (there.language->rules & LU__RULE_OBJECTS ? LU__SYMBOL_FUNC : 0u);
	lu_str name = lu_type_named(text);

	*f = lu__no_result("receiver of unknown type");
	if (q->depth >= LU__TYPES_FOLLOWED) return;
	lu__need_file(g, there.file);
	if (lu_str_starts(text, "=")) {
		lu__find_given(g, &there, lu_strn(text.s + 1, text.n - 1), f);
		return;
	}
	if (name.n && is_own(name)) {
		if (on != LU__NONE) lu__found_add(f, LU__FOUND_SYMBOLS, on, 0);
		return;
	}
	if (name.n) lu__find_name(g, &there, name, want, f);
	if (f->what == LU__FOUND_SYMBOLS && f->n > 1) *f = lu__no_result("receiver of unknown type");
	else if (f->what == LU__FOUND_SYMBOLS && !(g->info[f->v[0]].kind & LU__SYMBOL_TYPES))
		*f = lu__no_result("receiver of unknown type");
	else if (f->what == LU__FOUND_OUTSIDE) lu__found_outside(f, "type of the receiver is not here");
	f->told = text;
	f->told_at = s;
}

static void given_by_call(lu__graph *g, const lu__ask *q, const lu__found *at, enum lu__take use, uint32_t on,
			  lu__found *f)
{
	uint32_t s = at->v[0];
	lu_str text = lu__is_macro(g, s) ? lu_strn("", 0) : g->sym[s].gives;
	lu_grade grade = at->grade;

	/* overloads that give the same */
	for (uint32_t i = 1; i < at->n && i <= LU__CANDIDATES; i++)
		if (!lu_str_eq(g->sym[at->v[i]].gives, text) || g->info[at->v[i]].owner != g->info[s].owner ||
		    g->info[at->v[i]].file != g->info[s].file)
			text = lu_strn("", 0);
	find_type(g, q, s, taken(text, use), on, f);
	if (grade > f->grade) f->grade = grade;
}

/* What a decorator makes of a function: what it gives, or where it is called, what the function that it gives gives. */
static void given_by_decorator(lu__graph *g, const lu__ask *q, const lu__found *at, bool called, uint32_t on,
			       lu__found *f)
{
	uint32_t s = at->v[0];
	lu_str text = g->sym[s].gives;
	bool several = false;

	*f = lu__no_result("receiver of unknown type");
	for (int level = 0; text.n && level < LU__CANDIDATES; level++) {
		lu_str one = lu_type_take(&text), inner = lu_type_called(one);
		lu__found type;

		several |= text.n > 0;
		if (called == !inner.n) continue;
		for (inner = called ? inner : one; inner.n;) {
			several |= memchr(inner.s, '|', inner.n) != NULL;
			find_type(g, q, s, lu_type_take(&inner), on, &type);
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

static bool given_by_field(lu__graph *g, const lu__ask *q, uint32_t type, bool bases_only, lu_str name,
			   enum lu__take use, lu__found *f)
{
	lu_str text;
	uint32_t owner = lu__type_field(g, type, bases_only, name, &text);

	if (owner == LU__NONE) return false;
	find_type(g, q, owner, taken(text, use), owner, f);
	return true;
}

/* The module that gives the variable `name` of `file` its type, when it was imported from there: *name is what it is called
 * there. LU__NONE: none does. */
static uint32_t home_of_variable(lu__graph *g, uint32_t file, lu_str *name)
{
	for (int hop = 0; hop < LU__HOPS; hop++) {
		uint32_t module = g->file[file].module, number = lu__names_find(&g->names, *name), at, next = LU__NONE;

		lu__need_file(g, file);
		if (module == LU__NONE) return LU__NONE;
		if (lu_field_type(g->sym[module].gives, *name).n) return file;
		if (number == LU__NONE) return LU__NONE;
		for (at = lu__multi_first(&g->aliases, lu__pair(file, number)); at; at = g->aliases.node[at].next) {
			const lu__import *im = &g->import[g->aliases.node[at].value];

			if (im->kind != LU__IMPORT_NAME || im->what != LU__FOUND_FILES || im->name == LU__NONE)
				continue;
			if (next != LU__NONE && next != im->place) return LU__NONE;
			next = im->place;
			*name = g->names.v[im->name];
		}
		if (next == LU__NONE) return LU__NONE;
		file = next;
	}
	return LU__NONE;
}

static bool given_by_module(lu__graph *g, const lu__ask *q, uint32_t file, lu_str name, enum lu__take use, lu__found *f)
{
	lu_str text;

	file = home_of_variable(g, file, &name);
	if (file == LU__NONE) return false;
	text = lu_field_type(g->sym[g->file[file].module].gives, name);
	find_type(g, q, g->file[file].module, taken(text, use), LU__NONE, f);
	return true;
}

/* ---- components ---- */

/* What a call gives is what its function is declared to give, or an object of the class that is called; of a subscript it is
 * what is in the list. `on` is the type whose member it is, or LU__NONE. */
static void use_part(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t on, lu__found *f)
{
	bool type = lu__one_symbol(f) && (f->bases_only || (g->info[f->v[0]].kind & LU__SYMBOL_TYPES));
	lu__found at = *f;

	if (f->what == LU__FOUND_OUTSIDE) return;
	if (p->decorates) {
		if (are_functions(g, f)) given_by_decorator(g, q, &at, p->called, on, f);
		else if (!type || p->called) *f = lu__no_result("receiver of unknown type");
		return;
	}
	if (are_functions(g, f) && p->called != g->sym[f->v[0]].is_property) {
		given_by_call(g, q, &at, p->use, on, f);
		return;
	}
	if ((!p->use || p->use == LU__TAKE_ENTERED) && (!p->called || type)) return;
	if (p->called && (q->language->rules & LU__RULE_OBJECTS) && lu__one_symbol(f) &&
	    g->info[f->v[0]].kind == LU__SYMBOL_VALUE)
		return; /* it may hold a function */
	*f = lu__no_result("receiver of unknown type");
}

static bool is_enumeration(const lu__graph *g, uint32_t type)
{
	return lu_str_eqz(g->sym[type].type, "enum") && (g->info[type].kind & LU__SYMBOL_TYPES);
}

/* A variable or constant of a module or a type is of the type that is told there; so is a function that is decorated. */
static void use_value(lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f)
{
	lu__found at = *f;
	const lu__info *i;

	if (p->decorates || !lu__one_symbol(f)) return;
	i = &g->info[at.v[0]];
	if (p->called && (!(q->language->rules & LU__RULE_OBJECTS) || i->kind != LU__SYMBOL_VALUE)) return;
	if (i->kind == LU__SYMBOL_FUNC && i->top && !i->method)
		given_by_module(g, q, i->file, g->names.v[i->name], p->use, f);
	if (i->kind != LU__SYMBOL_VALUE) return;
	/* one of an enumeration, which may have members of its own, is of that type */
	if ((q->language->rules & LU__RULE_QUALIFIED) && i->parent != LU__NONE && is_enumeration(g, i->parent))
		lu__found_add(f, LU__FOUND_SYMBOLS, g->info[i->parent].whole, f->rank - 1);
	else if (i->owner != LU__NONE) given_by_field(g, q, i->owner, false, g->names.v[i->name], p->use, f);
	else if (i->top) given_by_module(g, q, i->file, g->names.v[i->name], p->use, f);
	if (p->called) { /* it holds a function: what that gives */
		lu__found held = *f;

		if (are_functions(g, f)) given_by_call(g, q, &held, p->use, LU__NONE, f);
		else *f = lu__no_result("receiver of unknown type");
	}
	if (at.grade > f->grade) f->grade = at.grade;
}

/* What `with` makes of an object is what its class says; the object itself where it does not say. */
static void enter(lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f)
{
	static const char *const name[] = { "__enter__", "__aenter__" };
	lu__found at = *f, method;

	if (p->use != LU__TAKE_ENTERED || !lu__one_symbol(f) || !(g->info[f->v[0]].kind & LU__SYMBOL_TYPES)) return;
	for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
		uint32_t number = lu__names_find(&g->names, lu_strz(name[i]));

		if (number == LU__NONE) continue;
		lu__type_member(g, at.v[0], false, number, LU__SYMBOL_FUNC, &method, NULL);
		if (!are_functions(g, &method) || !g->sym[method.v[0]].gives.n) continue;
		given_by_call(g, q, &method, LU__TAKE_WHOLE, at.v[0], f);
		if (at.grade > f->grade) f->grade = at.grade;
		return;
	}
}

void lu__follow_alias(lu__graph *g, const lu__ask *q, lu__found *f)
{
	lu_str text = lu__one_symbol(f) && g->info[f->v[0]].kind == LU__SYMBOL_ABSTRACT
			      ? lu_field_type(g->sym[f->v[0]].gives, lu_strz("using"))
			      : lu_strn("", 0);
	lu__found next = lu__no_result("");
	lu__ask there;

	if (!text.n || q->depth >= LU__TYPES_FOLLOWED) return;
	there = (lu__ask){ f->v[0], g->info[f->v[0]].file, g->info[f->v[0]].parent,
			   f->v[0], q->language,           (uint8_t)(q->depth + 1) };
	lu__find_name(g, &there, text, LU__SYMBOL_TYPES, &next);
	if (!lu__one_symbol(&next) || !(g->info[next.v[0]].kind & LU__SYMBOL_TYPES)) return;
	if (f->grade > next.grade) next.grade = f->grade;
	*f = next;
}

static bool find_variable(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t name, lu__found *f)
{
	if (p->called) return false;
	for (uint32_t s = q->from, level = 0;
	     (q->language->syntax & LU__SYNTAX_BARE_FIELDS) && s != LU__NONE && level < LU__LEVELS; level++) {
		uint32_t type = lu__own_type(g, s);

		if (type == LU__NONE) break;
		if (given_by_field(g, q, type, false, p->name, p->use, f)) return true;
		s = g->info[type].parent;
	}
	return name != LU__NONE && lu__multi_first(&g->aliases, lu__pair(q->file, name)) &&
	       given_by_module(g, q, q->file, g->names.v[name], p->use, f);
}

bool lu__find_variable(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t name, lu__found *f)
{
	if (!find_variable(g, q, p, name, f)) return false;
	enter(g, q, p, f);
	return true;
}

/* Rust's Option and Result are seen as what they hold: these give it, or the same again. */
static bool unwraps(const lu__ask *q, lu_str name)
{
	return q->language->modules == LU__MODULES_CRATE &&
	       lu_str_in_words(name, "unwrap expect unwrap_or unwrap_or_else unwrap_or_default as_ref as_mut as_deref "
				     "as_deref_mut ok ok_or ok_or_else map_err borrow borrow_mut clone to_owned");
}

/* Replace *f by what component `p` is in it. */
static void find_part(lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f)
{
	bool type = lu__one_symbol(f) && (g->info[f->v[0]].kind & LU__SYMBOL_TYPES);
	uint32_t on = type ? f->v[0] : LU__NONE;
	lu_grade grade = f->grade;
	lu__found at = *f;

	/* "Outer.this" is the object around */
	if (type && !p->called && (q->language->rules & LU__RULE_OUTER_METHODS) &&
	    lu__is_word(g, q->language, LU__WORD_SELF, lu__names_find(&g->names, p->name)))
		return;
	if (type && !p->called && given_by_field(g, q, on, f->bases_only, p->name, p->use, f)) {
		if (grade > f->grade) f->grade = grade;
		return;
	}
	if (!p->called && f->what == LU__FOUND_FILES && f->n == 1 && given_by_module(g, q, f->v[0], p->name, p->use, f))
		return;
	lu__member(g, q, p->name, lu__values(q->language), f);
	if (type && f->what == LU__FOUND_NOTHING && p->called && unwraps(q, p->name)) {
		*f = at;
		return;
	}
	use_part(g, q, p, on, f);
	use_value(g, q, p, f);
}

void lu__use_value(lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f)
{
	use_part(g, q, p, LU__NONE, f);
	use_value(g, q, p, f);
	lu__follow_alias(g, q, f);
	enter(g, q, p, f);
}

void lu__follow_part(lu__graph *g, const lu__ask *q, lu_str text, lu__found *f)
{
	lu__component p = lu__read_component(text);

	f->told.n = 0;
	find_part(g, q, &p, f);
	lu__follow_alias(g, q, f);
	enter(g, q, &p, f);
}
