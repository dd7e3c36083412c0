/* SPDX-License-Identifier: MIT
 * What a call means: of a plain name, or of a member of a receiver whose type is visible, told by an expression, or unknown. */
#include "core/type_takes.h"
#include "core/type_text.h"
#include "graph/component.h"
#include "graph/lookup.h"
#include "graph/overload.h"

#define NESTED 3 /* macros in macros that are followed */

/* A type as written, without what does not name it: "*Command", "const struct db *", "List[int]",
 * "A | None". */
static lu_str bare_type(lu_str t)
{
	static const char *const words[] = { "const ",    "struct ", "union ", "enum ", "class ",
					     "volatile ", "mut ",    "dyn ",   "impl ", "ref " };
	size_t n = 0;

	for (bool again = true; again;) {
		again = false;
		while (t.n && strchr(" *&\"'(?", t.s[0])) t = lu_strn(t.s + 1, t.n - 1);
		for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
			if (!lu_str_starts(t, words[i])) continue;
			t = lu_strn(t.s + strlen(words[i]), t.n - strlen(words[i]));
			again = true;
		}
	}
	while (n < t.n && !strchr(" *&\"'()<[|?", t.s[n])) n++;
	if (n < t.n && memchr(t.s + n, '|', t.n - n)) {
		lu_str other = lu_str_trim(lu_str_after_last(lu_strn(t.s + n, t.n - n), '|'));

		if (!lu_str_eqz(other, "None") && !lu_str_eqz(other, "null") && !lu_str_eqz(other, "undefined")) n = 0;
	}
	return lu_strn(t.s, n);
}

/* The type is one of two, "A|B", as a condition says: what `last` is in each. False: it is something else. */
static bool find_in_either(lu__graph *g, const lu__ask *q, lu_str last, lu__found *f)
{
	lu_str text = lu__one_symbol(f) ? lu_field_type(g->sym[f->v[0]].gives, lu_strz("using")) : lu_strn("", 0);
	lu__found all = lu__no_result("");
	lu__ask there;

	if (!text.n || !memchr(text.s, '|', text.n) || !(q->language->rules & LU__RULE_COUNTED) ||
	    g->info[f->v[0]].kind != LU__SYMBOL_ABSTRACT)
		return false;
	there = (lu__ask){ f->v[0], g->info[f->v[0]].file, g->info[f->v[0]].parent, f->v[0], q->language, q->depth,
			   false };
	while (text.n) {
		lu__found one;

		lu__find_name(g, &there, lu_str_take(&text, '|'), LU__SYMBOL_TYPES, &one);
		if (!lu__one_symbol(&one) || !(g->info[one.v[0]].kind & LU__SYMBOL_TYPES)) return false;
		lu__member(g, q, last, lu__callable(q->language), &one);
		if (one.what != LU__FOUND_SYMBOLS) return false;
		for (uint32_t i = 0; i < one.n && i < LU__SOUGHT; i++)
			lu__found_add(&all, LU__FOUND_SYMBOLS, one.v[i], 0);
	}
	if (all.n > LU__SOUGHT) return false;
	all.one_of = true;
	all.grade = LU_GRADE_UNIQUE;
	all.reason = LU__EACH_INSTANTIATION;
	*f = all;
	return true;
}

/* Replace *f, the type of a receiver, by its member. */
static void find_in_type(lu__graph *g, const lu__ask *q, lu_str last, unsigned want, lu__found *f)
{
	uint32_t on = lu__one_symbol(f) ? f->v[0] : LU__NONE;
	lu_str type = on != LU__NONE ? g->names.v[g->info[on].name] : lu_strn("", 0);

	lu__find_member(g, q, last, want, f);
	if (f->what == LU__FOUND_SYMBOLS) f->reason = "receiver of visible type";
	else if (f->what == LU__FOUND_NOTHING && on != LU__NONE && lu__find_held(g, q, on, last, f)) return;
	else if (f->what == LU__FOUND_NOTHING && !lu__find_extension(g, q, type, on, last, f))
		lu__found_outside(f, "not in the type of the receiver");
}

static void find_by_receiver(lu__graph *g, const lu__ask *q, lu_str name, lu_str receiver, unsigned called,
			     lu__found *f)
{
	lu_str last = lu_str_after_last(name, '.');
	unsigned want = LU__SYMBOL_TYPES | (q->language->rules & LU__RULE_OBJECTS ? LU__SYMBOL_FUNC : 0u);
	lu_str type = bare_type(receiver);

	*f = lu__no_result("type of the receiver is not here");
	/* a parameter of a template, whatever class has its name */
	if ((q->language->rules & LU__RULE_COUNTED) && !lu__is_dotted(type) && lu__cpp_is_dependent(g, q->src, type)) {
		lu__found_outside(f, "type of the receiver is not here");
		return;
	}
	if (type.n) lu__find_name(g, q, type, want, f);
	if ((q->language->rules & LU__RULE_FILE_TYPES) && f->what != LU__FOUND_SYMBOLS) lu__file_type(g, q, type, f);
	/* "const Suite = mocha.Suite;" is another name of a class */
	if (type.n && f->what == LU__FOUND_NOTHING && (q->language->rules & LU__RULE_OBJECTS)) {
		lu__find_given(g, q, type, f);
		if (f->what == LU__FOUND_SYMBOLS && (!lu__one_symbol(f) || !lu__has_members(g, f->v[0])))
			*f = lu__no_result("type of the receiver is not here");
	}
	if (f->what != LU__FOUND_SYMBOLS && f->what != LU__FOUND_FILES) {
		if (lu__find_extension(g, q, type, LU__NONE, last, f)) return;
		lu__found_outside(f, "type of the receiver is not here");
		return;
	}
	if (find_in_either(g, q, last, f) ||
	    lu__find_in_specialisations(g, q, lu_str_before_last(name, '.'), last, called, f))
		return;
	find_in_type(g, q, last, called, f);
	/* Ruby's "Point = Pair.new(:x, :y)", and then "Point.new": the class Pair makes classes, or it is an error */
	if ((q->language->rules & LU__RULE_NEW) && lu__one_symbol(f) && g->info[f->v[0]].kind == LU__SYMBOL_CLASS)
		lu__found_outside(f, "an object is no class");
}

/* Zig: an object of the type that a file is. */
static bool is_file_type(const lu__ask *q, const lu__found *f)
{
	return f->what == LU__FOUND_FILES && f->n == 1 && (q->language->rules & LU__RULE_FILE_TYPES);
}

/* A module as a value, as "typeof import('./a')" is. */
static bool is_module_object(const lu__ask *q, const lu__found *f)
{
	return f->what == LU__FOUND_FILES && f->n == 1 && (q->language->rules & LU__RULE_OBJECTS);
}

/* The receiver is what the expression gives. False when it does not say. */
static bool find_by_expression(lu__graph *g, const lu__ask *q, lu_str last, lu_str expr, unsigned called, lu__found *f)
{
	lu__find_given(g, q, expr, f);
	if (!lu__one_symbol(f) && f->told.n && lu__find_extension(g, q, lu_type_named(f->told), LU__NONE, last, f))
		return true;
	/* what a built-in function gives may be of any type */
	if (f->what == LU__FOUND_OUTSIDE) {
		bool within = lu_str_ends(expr, "*") || lu_str_ends(expr, "[]");

		/* what is in a list of a library may be of this tree, as std.ArrayList(T) has T */
		if (within && (q->language->rules & LU__RULE_FILE_TYPES)) return false;
		return !f->reason || strcmp(f->reason, "built-in") != 0;
	}
	if (!is_file_type(q, f) && !is_module_object(q, f) && (!lu__one_symbol(f) || !lu__has_members(g, f->v[0]))) {
		*f = lu__no_result("receiver of unknown type"); /* a method that is not called has members of its own */
		return false;
	}
	find_in_type(g, q, last, called, f);
	return true;
}

/* JavaScript's `super(...)`. */
static void find_base(const lu__graph *g, const lu__ask *q, unsigned called, lu__found *f)
{
	uint32_t type = lu__own_type(g, q->src), base = type == LU__NONE ? LU__NONE : g->first_base[type];

	if (type != LU__NONE && (q->language->rules & LU__RULE_NEW)) { /* Ruby's super is the same method */
		lu__type_member(g, type, true, g->info[q->src].name, called, f, NULL);
		if (f->what == LU__FOUND_NOTHING) lu__found_outside(f, "base class is not here");
		return;
	}
	lu__found_outside(f, "base class is not here");
	if (type != LU__NONE) lu__need_bases(g, type);
	/* a class that only implements interfaces extends one of the library */
	while (base != LU__NONE && (q->language->rules & LU__RULE_ARITY) && g->base[base].type != LU__NONE &&
	       g->info[type].kind == LU__SYMBOL_CLASS && lu_str_eqz(g->sym[g->base[base].type].type, "interface"))
		base = g->base[base].next;
	if (base == LU__NONE || g->base[base].type == LU__NONE) return;
	*f = lu__no_result("base class");
	lu__found_add(f, LU__FOUND_SYMBOLS, g->base[base].type, 0);
}

/* "new self", "Self(x)": a word for the object's type is called. */
static bool is_own_type(const lu__graph *g, const lu__ask *q, lu_str name)
{
	return (q->language->callable & LU__CALLABLE_CLASS) && !lu__is_dotted(name) &&
	       lu__is_word(g, q->language, LU__WORD_SELF, lu__names_find(&g->names, name));
}

/* Is it a macro whose body calls something? */
static bool calls_wherever_it_stands(const lu__graph *g, const lu__found *f)
{
	bool calls = false;

	for (uint32_t i = 0; i < f->n && i < LU__CANDIDATES; i++) calls |= lu__calls_in_macro(g, f->v[i]).n > 0;
	return calls;
}

/* Of functions of JavaScript one that `src` writes down and that bears the name, several of one name are all meant; or what the
 * name means where it stands, which is a function of that name alone. */
static void find_object(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f)
{
	uint32_t number = lu__names_find(&g->names, name);

	*f = lu__no_result("no function");
	if (number != LU__NONE)
		lu__found_list(g, &g->own_names, lu__pair(q->src, number), LU__SYMBOL_FUNC, LU__NONE, f);
	if (f->what != LU__FOUND_SYMBOLS) lu__find_name(g, q, name, lu__callable(q->language), f);
	else f->one_of = f->n <= LU__SOUGHT;
	for (uint32_t i = 0; f->what == LU__FOUND_SYMBOLS && i < f->n && i < LU__SOUGHT; i++)
		if (g->info[f->v[i]].kind != LU__SYMBOL_FUNC) lu__found_outside(f, "no function");
	if (f->what != LU__FOUND_SYMBOLS) return;
	if (f->grade < LU_GRADE_UNIQUE) f->grade = LU_GRADE_UNIQUE;
	f->reason = "taken as a value";
}

/* A function whose address is taken: who has it may call it. */
static void find_taken(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f)
{
	if (q->language->rules & LU__RULE_OBJECTS) {
		find_object(g, q, name, f);
		return;
	}
	lu__find_name(g, q, name, LU__SYMBOL_FUNC, f);
	if (f->what != LU__FOUND_SYMBOLS) return;
	if (f->n <= LU__SOUGHT && calls_wherever_it_stands(g, f)) return;
	if (f->n > LU__SOUGHT || lu__is_macro(g, f->v[0])) {
		lu__found_outside(f, "no function");
		return;
	}
	lu__one_for_each_build(g, q, f);
	if (f->grade < LU_GRADE_UNIQUE) f->grade = LU_GRADE_UNIQUE;
	f->reason = "taken as a value";
}

/* Rust's "m!(...)" is a macro of that name. */
static void find_macro(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f)
{
	lu__found all;

	lu__find_name(g, q, name, LU__SYMBOL_FUNC, &all);
	*f = lu__no_result("not defined here");
	f->grade = all.grade;
	for (uint32_t i = 0; all.what == LU__FOUND_SYMBOLS && i < all.n && i < LU__SOUGHT; i++)
		if (lu_str_eqz(g->sym[all.v[i]].type, "macro")) lu__found_add(f, LU__FOUND_SYMBOLS, all.v[i], 0);
	if (f->n) f->reason = all.reason;
	else f->grade = LU_GRADE_EXACT;
}

/* Does the macro call something that the tree defines? */
static bool calls_what_is_here(const lu__graph *g, uint32_t macro)
{
	lu_str names = lu__calls_in_macro(g, macro);

	while (names.n) {
		lu_str one = lu_str_take(&names, ' ');
		uint32_t name = lu__names_find(&g->names, one);

		if (memchr(one.s, '*', one.n)) return true;
		lu__need_name(g, one);
		if (name != LU__NONE && g->named_at[name + 1] > g->named_at[name]) return true;
	}
	return false;
}

/* "#define snprintf _snprintf" renames a library's function in some builds; what the tree has in "std" is not all that is there. */
static void doubt_library(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f)
{
	if (!lu__one_symbol(f)) return;
	if (lu_str_starts(name, "std.") && g->info[f->v[0]].kind == LU__SYMBOL_FUNC) f->grade = LU_GRADE_AMBIGUOUS;
	if (!lu__is_macro(g, f->v[0]) || calls_what_is_here(g, f->v[0])) return;
	if (lu__is_word(g, q->language, LU__WORD_BUILTIN, lu__names_find(&g->names, name)))
		lu__found_outside(f, "library function");
}

/* Go's "var Print = print": what it holds when it is called is not told. */
static void doubt_variable(const lu__graph *g, lu__found *f)
{
	if (!lu__one_symbol(f) || g->info[f->v[0]].kind != LU__SYMBOL_VALUE) return;
	f->grade = LU_GRADE_AMBIGUOUS;
	f->reason = "a variable that holds a function";
}

/* A constant such as this is mostly an object. */
static bool is_capitals(lu_str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!(name.s[i] >= 'A' && name.s[i] <= 'Z') && name.s[i] != '_') return false;
	return name.n > 1;
}

/* Ruby: is the receiver a class? What stands in a class, such as a block, may be run by one of its objects. */
static bool is_class_receiver(const lu__graph *g, const lu__ask *q, lu_str name, lu_str receiver, bool *certain)
{
	lu_str on = lu_str_before_last(name, '.'), last = lu_str_after_last(on, '.');

	*certain = !is_capitals(last);
	if (lu_str_ends(on, ".class")) return true;
	if (lu__is_dotted(name) && !lu_str_eqz(on, "self"))
		return !receiver.n && last.n && last.s[0] >= 'A' && last.s[0] <= 'Z' && !memchr(last.s, '(', last.n);
	*certain = g->info[q->src].kind == LU__SYMBOL_FUNC;
	return !*certain || g->sym[q->src].is_static;
}

/* The kinds of symbols that a call can mean; of Ruby's methods those of the class or of its objects, as the receiver is. */
static unsigned kinds_called(const lu__graph *g, const lu__ask *q, lu_str name, lu_str receiver)
{
	unsigned want = lu__callable(q->language);
	bool certain, of_class;

	if (!(q->language->rules & LU__RULE_MIXINS)) return want;
	of_class = is_class_receiver(g, q, name, receiver, &certain);
	if (!certain) return want;
	return want | (of_class ? (unsigned)LU__SYMBOL_OF_CLASS : (unsigned)LU__SYMBOL_OF_OBJECT);
}

/* Rust's "Err(x)" is no enumeration of that name, which is not called. */
static void only_called(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	uint32_t n = 0;

	if (q->language->modules != LU__MODULES_CRATE || f->what != LU__FOUND_SYMBOLS || f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < f->n; i++)
		if (!lu_str_in_words(g->sym[f->v[i]].type, "enum trait union")) f->v[n++] = f->v[i];
	f->n = n;
	if (!n) lu__found_outside(f, "no function");
}

/* Lua's "system.sleep()", where it is not told what that is, is of a library, unless a table of the tree has that name. */
static void guess_global(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f)
{
	uint32_t owner;

	lu__guess_method(g, q, name, f);
	owner = lu__one_symbol(f) ? g->info[f->v[0]].owner : LU__NONE;
	if (owner == LU__NONE || !lu_str_eq(g->names.v[g->info[owner].name], lu_str_before_first(name, '.')))
		*f = lu__no_result("receiver of unknown type");
}

static void find_call(lu__graph *g, const lu__ask *q, lu_str name, lu_str receiver, lu__found *f);

/* Is it a function that another one has in its body? */
static bool is_local_function(const lu__graph *g, const lu__found *f)
{
	uint32_t up = lu__one_symbol(f) ? g->info[f->v[0]].parent : LU__NONE;

	return up != LU__NONE && g->info[up].kind == LU__SYMBOL_FUNC;
}

/* Kotlin's "f()" in a closure that is run within an object of the type: a local function, a member of the object, or what the name
 * means elsewhere. When it is not certain that the object has no such member, that is not certain either. */
static void find_within(lu__graph *g, const lu__ask *q, lu_str name, lu_str type, unsigned called, lu__found *f)
{
	lu__found plain;
	bool lacks;

	find_call(g, q, name, lu_strn("", 0), &plain);
	*f = lu__no_result("receiver of unknown type");
	if (is_local_function(g, &plain)) *f = plain;
	else if (lu_str_starts(type, "=")) find_by_expression(g, q, name, lu_strn(type.s + 1, type.n - 1), called, f);
	else if (type.n) find_by_receiver(g, q, name, type, called, f);
	if (f->what == LU__FOUND_SYMBOLS) return;
	lacks = f->reason && !strcmp(f->reason, "not in the type of the receiver");
	*f = plain;
	if (f->what != LU__FOUND_SYMBOLS || lacks || f->grade >= LU_GRADE_UNIQUE) return;
	if (!lu__one_symbol(f) || !(g->info[f->v[0]].kind & LU__SYMBOL_TYPES)) f->grade = LU_GRADE_UNIQUE;
}

/* Does a macro of this name, or one that it calls, write "::" before what it is given? */
static bool roots_argument(lu__graph *g, const lu__ask *q, lu_str macro, int levels)
{
	lu__found f;

	lu__find_name(g, q, macro, lu__callable(q->language), &f);
	for (uint32_t i = 0; f.what == LU__FOUND_SYMBOLS && i < f.n && i < LU__SOUGHT; i++) {
		lu_str names = lu__calls_in_macro(g, f.v[i]);

		while (names.n) {
			lu_str one = lu_str_take(&names, ' ');

			if (lu_str_eqz(one, LU_ROOTED)) return true;
			if (levels && !memchr(one.s, '*', one.n) && roots_argument(g, q, one, levels - 1)) return true;
		}
	}
	return false;
}

/* C++'s "::f()": no scope around is looked at. */
static void find_outermost(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f)
{
	lu__ask outermost = *q;

	outermost.from = LU__NONE;
	lu__find_name(g, &outermost, name, lu__callable(q->language), f);
}

static void find_call(lu__graph *g, const lu__ask *q, lu_str name, lu_str receiver, lu__found *f)
{
	bool global = lu_str_eqz(receiver, LU_GLOBAL);
	unsigned called = kinds_called(g, q, name, receiver);

	if (lu_str_eqz(receiver, LU_TAKEN)) {
		find_taken(g, q, name, f);
		return;
	}
	if (lu_str_starts(receiver, LU_GIVEN)) {
		if (roots_argument(g, q, lu_strn(receiver.s + 1, receiver.n - 1), NESTED))
			find_outermost(g, q, name, f);
		else find_call(g, q, name, lu_strn("", 0), f);
		return;
	}
	if (lu_str_starts(receiver, LU_WITHIN) && !lu__is_dotted(name)) {
		find_within(g, q, name, lu_strn(receiver.s + 1, receiver.n - 1), called, f);
		return;
	}
	if (q->language->modules == LU__MODULES_CRATE && lu_str_ends(name, "!")) {
		find_macro(g, q, lu_strn(name.s, name.n - 1), f);
		return;
	}
	if (q->language->modules == LU__MODULES_FOLDER && !receiver.n && lu_str_ends(name, "[]")) {
		/* Go's "f[int](a, b)" looks like a call of what is in a list */
		lu__find_name(g, q, lu_strn(name.s, name.n - 2), LU__SYMBOL_FUNC, f);
		if (f->what == LU__FOUND_SYMBOLS && f->grade < LU_GRADE_UNIQUE) f->grade = LU_GRADE_UNIQUE;
		return;
	}
	if (q->language->modules == LU__MODULES_DOTTED && lu_str_ends(name, "[]") && !lu_str_eqz(receiver, "=")) {
		/* Python's "A[int](x)" of a generic class; of anything else it is a call of what is in that */
		lu__find_name(g, q, lu_strn(name.s, name.n - 2), LU__SYMBOL_TYPES, f);
		if (lu__one_symbol(f) && g->info[f->v[0]].kind == LU__SYMBOL_CLASS) return;
		*f = lu__no_result("not defined here");
	}
	if ((q->language->rules & LU__RULE_LINKAGE) && lu_str_starts(name, ".")) {
		find_outermost(g, q, lu_strn(name.s + 1, name.n - 1), f);
		return;
	}
	if (!lu__is_dotted(name) && lu_str_eqz(receiver, "=")) {
		lu__found_outside(f, "a local variable");
		return;
	}
	if (lu__is_dotted(name) && lu_str_starts(receiver, "=")) {
		lu_str expr = lu_strn(receiver.s + 1, receiver.n - 1);

		if (find_by_expression(g, q, lu_str_after_last(name, '.'), expr, called, f)) return;
		lu__guess_method(g, q, name, f); /* a local variable, whatever else has its name */
		return;
	}
	if (lu__is_dotted(name) && receiver.n && !global) {
		find_by_receiver(g, q, name, receiver, called, f);
		return;
	}
	if ((q->language->rules & (LU__RULE_OBJECTS | LU__RULE_QUALIFIED)) && lu_str_eqz(name, q->language->super)) {
		find_base(g, q, called, f);
		return;
	}
	if ((q->language->rules & (LU__RULE_OBJECTS | LU__RULE_QUALIFIED)) &&
	    (lu_str_eqz(name, "this") || ((q->language->rules & LU__RULE_QUALIFIED) && is_own_type(g, q, name)))) {
		lu__find_self(g, q, false, f);
		/* C++'s "(*this)(x)" */
		if (q->language->rules & LU__RULE_COUNTED) lu__member(g, q, lu_strz("operator()"), LU__SYMBOL_FUNC, f);
		return;
	}
	/* Ruby's "Array(x)" is a method, and no class */
	if ((q->language->rules & LU__RULE_MIXINS) && !lu__is_dotted(name)) called &= ~(unsigned)LU__SYMBOL_TYPES;
	lu__find_name(g, q, name, called, f);
	if (!lu__is_dotted(name)) only_called(g, q, f);
	if (f->what == LU__FOUND_NOTHING && (q->language->callable & LU__CALLABLE_ANYWHERE))
		lu__guess_function(g, q, name, f);
	if (!lu__is_dotted(name)) lu__hide_by_field(g, q, name, f);
	if (q->language->modules == LU__MODULES_FOLDER) doubt_variable(g, f);
	if (f->what == LU__FOUND_NOTHING && lu__makes_own(g, q, name)) lu__find_self(g, q, false, f);
	if (q->language->rules & LU__RULE_LINKAGE) doubt_library(g, q, name, f);
	if ((q->language->rules & LU__RULE_COUNTED) && lu__one_symbol(f)) lu__add_specialisations(g, f->v[0], f);
	if (f->what == LU__FOUND_NOTHING && global) guess_global(g, q, name, f);
	else if (f->what == LU__FOUND_NOTHING && lu__is_dotted(name)) lu__guess_method(g, q, name, f);
}

/* Of methods of one name keep those of the class, or those of its objects: what the receiver is. */
static void of_class_or_object(const lu__graph *g, const lu__ask *q, lu_str name, lu_str receiver, lu__found *f)
{
	uint32_t kept[LU__SOUGHT], n = 0;
	bool certain, wanted;

	if (f->what != LU__FOUND_SYMBOLS || f->n < 2 || f->n > LU__SOUGHT || !(q->language->rules & LU__RULE_MIXINS))
		return;
	wanted = is_class_receiver(g, q, name, receiver, &certain);
	for (uint32_t i = 0; i < f->n; i++)
		if (g->sym[f->v[i]].is_static == wanted) kept[n++] = f->v[i];
	if (!n || n == f->n) return;
	memcpy(f->v, kept, n * sizeof *kept);
	f->n = n;
	if (!certain && f->grade < LU_GRADE_UNIQUE) f->grade = LU_GRADE_UNIQUE;
}

/* Rust's "impl Listener for net::UnixListener": the type is of elsewhere, and has a method of its own that goes before that of
 * the trait. */
static void doubt_recursion(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	uint32_t owner = g->info[q->src].owner, whole = owner == LU__NONE ? LU__NONE : g->info[owner].whole;

	if (q->language->modules != LU__MODULES_CRATE || !lu__one_symbol(f) || f->v[0] != q->src || whole == LU__NONE ||
	    !lu_str_eqz(g->sym[whole].type, "impl"))
		return;
	f->grade = LU_GRADE_AMBIGUOUS;
	f->reason = "a method of its own, or of the type elsewhere";
}

/* Ruby: a class that only tests have is one of a library, which they open again, for what is no test. */
static void doubt_opened(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	if (!(q->language->rules & LU__RULE_MIXINS) || !lu__one_symbol(f) ||
	    !(g->info[f->v[0]].kind & LU__SYMBOL_TYPES) || !g->is_test_file[g->info[f->v[0]].file] ||
	    g->is_test_file[q->file])
		return;
	f->grade = LU_GRADE_AMBIGUOUS;
	f->reason = "a class that tests open";
}

void lu__find_call(lu__graph *g, const lu__ask *q, lu_str name, lu_str receiver, lu__found *f)
{
	find_call(g, q, name, receiver, f);
	if (f->what != LU__FOUND_SYMBOLS && lu__is_dotted(name))
		lu__guess_extension(g, q, lu_str_after_last(name, '.'), f);
	doubt_recursion(g, q, f);
	doubt_opened(g, q, f);
	of_class_or_object(g, q, name, receiver, f);
}
