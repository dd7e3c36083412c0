/* SPDX-License-Identifier: MIT
 * What a dotted name means, and what values are of: a type is looked up where it is written, not where it is used. */
#include "core/type_object.h"
#include "core/type_takes.h"
#include "core/type_text.h"
#include "graph/component.h"
#include "graph/lookup.h"
#include "graph/overload.h"

static void find_thing(lu__graph *g, const lu__ask *q, lu_str name, unsigned want, lu__found *f)
{
	uint32_t number = lu__names_find(&g->names, name);

	lu__find_plain(g, q, number, want, f);
	if (f->what == LU__FOUND_NOTHING && lu__is_word(g, q->language, LU__WORD_BUILTIN, number))
		lu__found_outside(f, "built-in");
	if (f->what == LU__FOUND_FILES && (q->language->rules & LU__RULE_OBJECTS)) lu__exported_thing(g, want, f);
	else if (f->what == LU__FOUND_FILES || f->what == LU__FOUND_FOLDER || f->what == LU__FOUND_PLACE)
		lu__found_outside(f, "a module");
}

static void find_text(lu__graph *g, const lu__ask *there, lu_str text, lu__found *f)
{
	if (lu_str_starts(text, "=")) lu__find_given(g, there, lu_strn(text.s + 1, text.n - 1), f);
	else lu__find_name(g, there, text, LU__SYMBOL_TYPES, f);
}

/* The type that `text` names where `s` stands, of a member of type `on`. */
static void find_type(lu__graph *g, const lu__ask *q, uint32_t s, lu_str text, uint32_t on, lu__found *f)
{
	lu__ask there = {
		s, g->info[s].file, s, LU__NONE, g->file[g->info[s].file].language, (uint8_t)(q->depth + 1), false
	};
	unsigned want = LU__SYMBOL_TYPES | (there.language->rules & LU__RULE_OBJECTS ? LU__SYMBOL_FUNC : 0u);
	lu_str name = lu_type_named(text);

	*f = lu__no_result("receiver of unknown type");
	if (q->depth >= LU__TYPES_FOLLOWED) return;
	lu__need_file(g, there.file);
	if (lu_str_starts(text, LU_OBJECT_MADE) && lu__has_members(g, s)) {
		lu__found_add(f, LU__FOUND_SYMBOLS, s, 0);
		return;
	}
	if (there.language->modules == LU__MODULES_DOTTED && lu_type_of_classes(text).n)
		name = lu_type_named(lu_type_of_classes(text));
	if (lu_str_starts(text, "=")) {
		lu__find_given(g, &there, lu_strn(text.s + 1, text.n - 1), f);
		return;
	}
	if (name.n && lu__is_own_word(name)) {
		if (on != LU__NONE) lu__found_add(f, LU__FOUND_SYMBOLS, on, 0);
		return;
	}
	if (name.n && !lu__find_wrapper(g, &there, text, name, find_text, f)) lu__find_name(g, &there, name, want, f);
	lu__only_type(g, f);
	if (name.n && (there.language->rules & LU__RULE_FILE_TYPES) && f->what != LU__FOUND_SYMBOLS)
		lu__file_type(g, &there, name, f);
	if (f->what == LU__FOUND_SYMBOLS && f->n > 1) *f = lu__no_result("receiver of unknown type");
	else if (f->what == LU__FOUND_SYMBOLS && !lu__has_members(g, f->v[0]))
		*f = lu__no_result("receiver of unknown type");
	else if (f->what == LU__FOUND_OUTSIDE) lu__found_outside(f, "type of the receiver is not here");
	f->told = text;
	f->told_at = s;
}

/* A field that holds a class, which is called. */
static bool made_by_field(lu__graph *g, const lu__ask *q, uint32_t type, bool bases_only, lu_str name, lu__found *f)
{
	lu__found held = lu__no_result("");
	lu__ask there;
	lu_str class = lu__class_in_field(g, q, type, bases_only, name, &there);

	if (!class.n) return false;
	lu__find_name(g, &there, class, LU__SYMBOL_TYPES, &held);
	if (!lu__one_symbol(&held) || !(g->info[held.v[0]].kind & LU__SYMBOL_TYPES)) return false;
	if (f->grade > held.grade) held.grade = f->grade;
	*f = held;
	return true;
}

static bool given_by_module(lu__graph *g, const lu__ask *q, uint32_t file, lu_str name, enum lu__take use, lu__found *f)
{
	lu_str text;

	file = lu__home_of_variable(g, file, &name);
	if (file == LU__NONE) return false;
	text = lu_field_type(g->sym[g->file[file].module].gives, name);
	find_type(g, q, g->file[file].module, lu__taken(text, use), LU__NONE, f);
	return true;
}

/* ---- components ---- */

/* The pair that a class of Python makes instead of an object, as its __new__ declares. */
static bool made_by_new(lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f)
{
	uint32_t number = lu__names_find(&g->names, lu_strz("__new__"));
	lu__found at = *f, method;

	if (!p->called || number == LU__NONE || q->language->modules != LU__MODULES_DOTTED || !lu__one_symbol(f))
		return false;
	lu__type_member(g, at.v[0], false, number, LU__SYMBOL_FUNC, &method, NULL);
	if (!lu__are_functions(g, &method) || !lu__taken(g->sym[method.v[0]].gives, p->use).n) return false;
	lu__given_by_call(g, q, &method, p, at.v[0], find_type, f);
	if (at.grade > f->grade) f->grade = at.grade;
	return true;
}

/* Python's "A[int](x)" makes an object of the generic class A; of a variable it is a call of what is in that. */
static void without_index(const lu__graph *g, const lu__ask *q, const lu__found *f, lu__component *p)
{
	if (!p->indexed || q->language->modules != LU__MODULES_DOTTED || !lu__one_symbol(f)) return;
	if (g->info[f->v[0]].kind == LU__SYMBOL_CLASS) p->use = p->made;
}

/* What a call gives is what its function is declared to give, or an object of the class that is called; of a subscript it is
 * what is in the list. `on` is the type whose member it is, or LU__NONE. False: *f is what it was, a value perhaps. */
static bool use_part(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t on, lu__found *f)
{
	bool type = lu__one_symbol(f) && (f->bases_only || (g->info[f->v[0]].kind & LU__SYMBOL_TYPES));
	lu__found at = *f;

	if (f->what == LU__FOUND_OUTSIDE) return false;
	if (p->decorates) {
		if (lu__are_functions(g, f)) lu__given_by_decorator(g, q, &at, p->called, on, find_type, f);
		else if (!type || p->called) *f = lu__no_result("receiver of unknown type");
		return true;
	}
	if (lu__are_functions(g, f) &&
	    ((q->language->syntax & LU__SYNTAX_BARE_CALLS) || p->called != g->sym[f->v[0]].is_property)) {
		if (p->args && p->args < 10 && (q->language->rules & LU__RULE_ARITY)) lu__fit_number(g, p->args, f);
		at = *f;
		lu__given_by_call(g, q, &at, p, on, find_type, f);
		if (!lu__one_symbol(f) && !p->use && lu__is_maker(g, q, at.v[0], p->name)) *f = lu__own_object(g, &at);
		return true;
	}
	if ((!p->use || p->use == LU__TAKE_ENTERED) && (!p->called || type)) return false;
	if (type && (lu__given_by_list(g, q, p, find_type, f) || made_by_new(g, q, p, f))) return true;
	if (p->called && (q->language->rules & LU__RULE_OBJECTS) && lu__one_symbol(f) &&
	    g->info[f->v[0]].kind == LU__SYMBOL_VALUE)
		return false; /* it may hold a function */
	*f = lu__no_result("receiver of unknown type");
	return true;
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
	if ((q->language->rules & LU__RULE_QUALIFIED) && i->parent != LU__NONE && lu__is_enumeration(g, i->parent))
		lu__found_add(f, LU__FOUND_SYMBOLS, g->info[i->parent].whole, f->rank - 1);
	else if (i->owner != LU__NONE) lu__given_by_field(g, q, i->owner, false, g->names.v[i->name], p, find_type, f);
	else if (i->parent != LU__NONE &&
		 ((g->info[i->parent].kind & LU__SYMBOL_HOLDERS) || lu__is_in_namespace(g, q, i)))
		lu__given_by_field(g, q, g->info[i->parent].whole, false, g->names.v[i->name], p, find_type, f);
	else if (i->top) given_by_module(g, q, i->file, g->names.v[i->name], p->use, f);
	if (p->called) { /* it holds a function: what that gives */
		lu__found held = *f;

		if (lu__are_functions(g, f)) lu__given_by_call(g, q, &held, p, LU__NONE, find_type, f);
		else if (p->use || !lu__one_symbol(f) || !lu__given_by_value(g, q, held.v[0], find_type, f))
			*f = lu__no_result("receiver of unknown type");
	}
	if (at.grade > f->grade) f->grade = at.grade;
}

/* What `with` makes of an object is what its class says; the object itself where it does not say. */
static void enter(lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f)
{
	static const char *const name[] = { "__enter__", "__aenter__" };
	lu__found at = *f, method;
	lu__component whole = { .told = at.told, .told_at = at.told_at };

	if (p->use != LU__TAKE_ENTERED || !lu__one_symbol(f) || !(g->info[f->v[0]].kind & LU__SYMBOL_TYPES)) return;
	for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
		uint32_t number = lu__names_find(&g->names, lu_strz(name[i]));

		if (number == LU__NONE) continue;
		lu__type_member(g, at.v[0], false, number, LU__SYMBOL_FUNC, &method, NULL);
		if (!lu__are_functions(g, &method) || !g->sym[method.v[0]].gives.n) continue;
		lu__given_by_call(g, q, &method, &whole, at.v[0], find_type, f);
		if (at.grade > f->grade) f->grade = at.grade;
		return;
	}
}

static bool find_variable(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t name, lu__found *f)
{
	if (p->called || p->places.n) return false;
	for (uint32_t s = q->from, level = 0;
	     (q->language->syntax & LU__SYNTAX_BARE_FIELDS) && s != LU__NONE && level < LU__LEVELS; level++) {
		uint32_t type = lu__own_type(g, s);

		if (type == LU__NONE) break;
		if (lu__given_by_field(g, q, type, false, p->name, p, find_type, f)) return true;
		s = g->info[type].parent;
	}
	return name != LU__NONE && lu__multi_first(&g->aliases, lu__pair(q->file, name)) &&
	       given_by_module(g, q, q->file, g->names.v[name], p->use, f);
}

/* A name without an element: a field of the type around, where those are seen, or a variable that is imported. */
static bool find_known_variable(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t name, lu__found *f)
{
	if (!find_variable(g, q, p, name, f)) return false;
	enter(g, q, p, f);
	return true;
}

static bool is_class(const lu__graph *g, const lu__found *f)
{
	return lu__one_symbol(f) && g->info[f->v[0]].kind == LU__SYMBOL_CLASS;
}

/* Kotlin's "A.f()" of a companion that has a name of its own; objects of A have no such member. */
static bool find_in_companion(lu__graph *g, lu_str name, unsigned want, lu__found *f)
{
	uint32_t number = lu__names_find(&g->names, name), at = 0;
	lu__found one;

	if (f->itself && is_class(g, f) && number != LU__NONE)
		at = lu__multi_first(&g->members, lu__pair(g->info[f->v[0]].whole, g->named_companion));
	if (!at) return false;
	lu__type_member(g, g->members.node[at].value, false, number, want, &one, NULL);
	if (one.what != LU__FOUND_SYMBOLS) return false;
	*f = one;
	return true;
}

void lu__find_member(lu__graph *g, const lu__ask *q, lu_str name, unsigned want, lu__found *f)
{
	uint32_t type = lu__one_symbol(f) && !f->bases_only ? f->v[0] : LU__NONE, told_at = f->told_at;
	lu_str told = f->told;

	if (find_in_companion(g, name, want, f)) return;
	if ((q->language->rules & LU__RULE_OBJECTS) && is_class(g, f))
		want |= f->itself ? (unsigned)LU__SYMBOL_OF_CLASS : (unsigned)LU__SYMBOL_OF_OBJECT;
	lu__member(g, q, name, want, f);
	if (f->what != LU__FOUND_NOTHING || type == LU__NONE || !(q->language->rules & LU__RULE_TYPED)) return;
	lu__find_in_joined(g, q, told, told_at, name, want, find_type, f);
	if (f->what != LU__FOUND_NOTHING) return;
	if (g->info[type].kind != LU__SYMBOL_ABSTRACT) return;
	lu__find_in_each(g, q, type, name, want, find_type, f);
	if (f->what == LU__FOUND_NOTHING && lu_str_eqz(g->sym[type].type, "type"))
		lu__find_in_arguments(g, q, told, told_at, name, want, find_type, f);
}

/* What a component of an expression may be. */
static unsigned things(const lu__ask *q)
{
	return lu__values(q->language) | (q->as_type ? (unsigned)LU__SYMBOL_ABSTRACT : 0u);
}

/* Replace *f by what component `p` is in it. */
static void find_part(lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f)
{
	bool type = lu__one_symbol(f) && (g->info[f->v[0]].kind & LU__SYMBOL_TYPES);
	uint32_t on = lu__one_symbol(f) && lu__has_members(g, f->v[0]) ? f->v[0] : LU__NONE;
	lu_grade grade = f->grade;
	lu__found at = *f;

	if (lu__find_class_object(q, p, f)) return;
	if (p->places.n) {
		if (type && lu__find_expected_by(g, q, p, on, find_type, f)) return;
		lu__member(g, q, p->name, things(q), f);
		lu__find_expected(g, q, p, on, find_type, f);
		return;
	}
	if (type && lu__is_around(g, q, p, f)) return;
	if (type && !p->called && lu__given_by_field(g, q, on, f->bases_only, p->name, p, find_type, f)) {
		if (grade > f->grade) f->grade = grade;
		return;
	}
	if (type && p->called && made_by_field(g, q, on, f->bases_only, p->name, f)) return;
	if (!p->called && f->what == LU__FOUND_FILES && f->n == 1 && given_by_module(g, q, f->v[0], p->name, p->use, f))
		return;
	lu__find_member(g, q, p->name, things(q), f);
	f->itself = !p->called && is_class(g, f);
	if (p->called && f->what == LU__FOUND_FILES && (q->language->rules & LU__RULE_OBJECTS))
		lu__exported_thing(g, lu__values(q->language), f);
	lu__extend_part(g, q, p, type ? at.v[0] : LU__NONE, f);
	if (p->called && p->told.n && (f->what == LU__FOUND_NOTHING || f->what == LU__FOUND_OUTSIDE)) {
		lu_str got = lu_type_got(p->told, p->name);

		if (got.n) {
			find_type(g, q, p->told_at, lu__taken(got, p->use), LU__NONE, f);
			if (grade > f->grade) f->grade = grade;
			return;
		}
	}
	if (type && f->what == LU__FOUND_NOTHING && p->called && !p->use && (q->language->rules & LU__RULE_OBJECTS) &&
	    lu__given_by_called_field(g, q, on, p->name, find_type, f))
		return;
	if (type && f->what == LU__FOUND_NOTHING && p->called && lu__unwraps(q, p->name)) {
		*f = at;
		return;
	}
	if (!use_part(g, q, p, on, f)) use_value(g, q, p, f);
}

/* Replace *f, what the first component means, by what is taken of it. */
static void use_first(lu__graph *g, const lu__ask *q, lu__component *p, lu__found *f)
{
	without_index(g, q, f, p);
	if (p->places.n) {
		lu__find_expected(g, q, p, lu__type_called_on(g, q, f), find_type, f);
		return;
	}
	if (!use_part(g, q, p, lu__type_called_on(g, q, f), f)) use_value(g, q, p, f);
	if (p->given.n && !p->called && !f->told.n && lu__one_symbol(f) && (g->info[f->v[0]].kind & LU__SYMBOL_TYPES)) {
		f->told = p->given;
		f->told_at = q->from;
	}
	lu__follow_alias(g, q, find_text, f);
	enter(g, q, p, f);
}

/* Replace *f by what the component `text` is in it, used as it is written. */
static void follow_part(lu__graph *g, const lu__ask *q, lu_str text, lu__found *f)
{
	lu__component p = lu__read_component(text);
	lu_str in = f->what == LU__FOUND_NOTHING || f->what == LU__FOUND_OUTSIDE ? f->told : lu_strn("", 0);

	p.told = f->told;
	p.told_at = f->told_at;
	f->told.n = 0;
	if (in.n && (q->language->rules & LU__RULE_TYPED) && lu_type_is_object(in) &&
	    !(p.called && lu_type_element(in).n)) {
		in = lu_type_property(in, p.name);
		if (p.called) in = lu_type_property_called(in);
		*f = lu__no_result("receiver of unknown type");
		if (in.n > 2) find_type(g, q, p.told_at, lu__taken(in, p.use), LU__NONE, f); /* "T" is a parameter */
		return;
	}
	if (p.called && in.n) in = lu_type_of_method(in, p.name);
	if (p.use == LU__TAKE_ITERATED && lu_str_eqz(p.name, "values")) p.use = LU__TAKE_ELEMENT;
	if (p.called && in.n) { /* of a list */
		find_type(g, q, f->told_at, lu__taken(in, p.use), LU__NONE, f);
		return;
	}
	find_part(g, q, &p, f);
	lu__follow_alias(g, q, find_text, f);
	enter(g, q, &p, f);
}

/* ---- dotted names ---- */

/* What the first component of `name` means; *rest is what follows. */
static void find_head(lu__graph *g, const lu__ask *q, lu_str name, lu_str *rest, lu__found *f)
{
	lu_str head, after = name;
	uint32_t number;
	lu__component p;

	p = lu__read_component(lu_str_take(&after, '.'));
	head = p.name;
	*rest = after;
	number = lu__names_find(&g->names, head);
	if (lu__is_word(g, q->language, LU__WORD_SELF, number)) {
		lu__find_self(g, q, false, f);
		f->itself &= !p.called;                       /* "new this()" */
		if (p.use == LU__TAKE_ELEMENT && !p.called) { /* "self[0].f()" is of what is in it */
			*f = lu__no_result("receiver of unknown type");
			return;
		}
		if (f->what == LU__FOUND_NOTHING && (q->language->rules & LU__RULE_FILE_TYPES))
			lu__found_add(f, LU__FOUND_FILES, q->file, 0);
		/* in Elixir and Rust it may be the module */
		if (f->what == LU__FOUND_NOTHING && (q->language->rules & LU__RULE_QUALIFIED))
			lu__qualified_head(g, q, head, f);
		return;
	}
	if (!head.n && name.n && (q->language->rules & LU__RULE_ROOTED)) { /* "\\f()": no namespace is looked at */
		*f = lu__no_result("qualified name");
		f->what = LU__FOUND_PLACE;
		f->place = lu__top_place(q->language);
		return;
	}
	if (lu__is_word(g, q->language, LU__WORD_SUPER, number)) {
		lu__find_self(g, q, true, f);
		return;
	}
	lu__find_plain(g, q, number, things(q) | LU__SYMBOL_BARE, f);
	if (p.called && (q->language->rules & LU__RULE_TYPED)) lu__without_namespaces(g, f);
	if (f->what == LU__FOUND_NOTHING && lu__makes_own(g, q, head)) {
		lu__find_self(g, q, false, f);
		return;
	}
	if (f->what == LU__FOUND_NOTHING && (q->language->rules & LU__RULE_OBJECTS)) {
		if (lu_str_eqz(head, "module")) head = lu_str_take(&after, '.');
		if (lu_str_eqz(head, "exports")) {
			lu__found_add(f, LU__FOUND_FILES, q->file, 0);
			*rest = after;
			return;
		}
	}
	if (f->what == LU__FOUND_NOTHING && q->language->modules == LU__MODULES_DOTTED)
		lu__find_python_path(g, q, name, rest, f);
	if (f->what == LU__FOUND_NOTHING && (q->language->rules & LU__RULE_QUALIFIED))
		lu__qualified_head(g, q, head, f);
	if (f->what == LU__FOUND_NOTHING && lu__is_word(g, q->language, LU__WORD_BUILTIN, number))
		lu__found_outside(f, "built-in");
	if (f->what == LU__FOUND_NOTHING && find_known_variable(g, q, &p, number, f)) return;
	if (f->what == LU__FOUND_NOTHING && lu__is_own_file(g, q, head)) lu__found_add(f, LU__FOUND_FILES, q->file, 0);
	if (f->what == LU__FOUND_FILES && p.called && (q->language->rules & LU__RULE_OBJECTS))
		lu__exported_thing(g, lu__values(q->language), f);
	if (after.n) lu__prefer_value(g, q, f);
	f->itself = !p.called && !q->as_type && is_class(g, f);
	/* A type that is not here, or its object: nothing is guessed about it. */
	if (f->what == LU__FOUND_NOTHING && (q->language->rules & LU__RULE_CAPITAL) && head.n && head.s[0] >= 'A' &&
	    head.s[0] <= 'Z')
		lu__found_outside(f, "type is not here");
	use_first(g, q, &p, f);
}

/* What `name` means, but for its last component. False when something on the way is unknown. */
static bool find_receiver(lu__graph *g, const lu__ask *q, lu_str name, lu_str *last, lu__found *f)
{
	lu_str rest;

	find_head(g, q, name, &rest, f);
	*last = rest;
	while (rest.n) {
		*last = lu_str_take(&rest, '.');
		if (!rest.n) break;
		follow_part(g, q, *last, f);
	}
	if (f->what == LU__FOUND_NOTHING) f->reason = "receiver of unknown type";
	return f->what != LU__FOUND_NOTHING && f->what != LU__FOUND_OUTSIDE;
}

static void find_name(lu__graph *g, const lu__ask *q, lu_str name, unsigned want, lu__found *f)
{
	lu_str last;
	uint32_t on;
	bool known;

	if (!lu__is_dotted(name)) {
		find_thing(g, q, name, want | LU__SYMBOL_BARE, f);
		return;
	}
	if (!find_receiver(g, q, name, &last, f)) {
		if (f->told.n && (want & LU__SYMBOL_FUNC))
			lu__find_extension(g, q, lu_type_named(f->told), LU__NONE, last, f);
		return;
	}
	known = f->bases_only || (f->what == LU__FOUND_SYMBOLS ? g->info[f->v[0]].kind & LU__SYMBOL_HOLDERS
							       : f->what != LU__FOUND_PLACE);
	on = lu__one_symbol(f) && (g->info[f->v[0]].kind & LU__SYMBOL_TYPES) && !f->bases_only ? f->v[0] : LU__NONE;
	lu__find_member(g, q, last, want, f);
	if (f->what == LU__FOUND_FILES && (q->language->rules & LU__RULE_OBJECTS)) lu__exported_thing(g, want, f);
	/* of the type itself it is no extension */
	if (f->what == LU__FOUND_NOTHING && on != LU__NONE && (want & LU__SYMBOL_FUNC) &&
	    !lu_str_eq(lu_simple_name(lu_strn(name.s, name.n - last.n - 1)), g->names.v[g->info[on].name]) &&
	    lu__find_extension(g, q, g->names.v[g->info[on].name], on, last, f))
		return;
	/* What a known place does not have is not searched for elsewhere. */
	if (f->what == LU__FOUND_NOTHING && known) lu__found_outside(f, f->reason);
	else if (f->what == LU__FOUND_NOTHING) f->reason = "receiver of unknown type";
	if (f->what == LU__FOUND_FILES || f->what == LU__FOUND_FOLDER || f->what == LU__FOUND_PLACE)
		lu__found_outside(f, "a module");
}

void lu__find_name(lu__graph *g, const lu__ask *q, lu_str name, unsigned want, lu__found *f)
{
	find_name(g, q, name, want, f);
	if (want & LU__SYMBOL_ABSTRACT) lu__follow_alias(g, q, find_text, f);
}

static void find_given(lu__graph *g, const lu__ask *q, lu_str expr, lu__found *f)
{
	lu_str rest;

	find_head(g, q, expr, &rest, f);
	while (rest.n) follow_part(g, q, lu_str_take(&rest, '.'), f);
}

void lu__find_given(lu__graph *g, const lu__ask *q, lu_str expr, lu__found *f)
{
	lu__ask inner = *q;
	lu__found typed;

	*f = lu__no_result("receiver of unknown type");
	if (!expr.n || inner.depth++ >= LU__TYPES_FOLLOWED) return;
	inner.as_type = false;
	find_given(g, &inner, expr, f);
	if (f->what == LU__FOUND_SYMBOLS || f->what == LU__FOUND_FILES || !(q->language->rules & LU__RULE_OBJECTS))
		return;
	if ((!lu__is_dotted(expr) && !memchr(expr.s, '~', expr.n)) || lu_str_ends(lu_str_before_first(expr, '.'), ")"))
		return;
	/* the type of a parameter, and what is in it */
	inner.as_type = true;
	find_given(g, &inner, expr, &typed);
	if (typed.what == LU__FOUND_SYMBOLS) *f = typed;
}
