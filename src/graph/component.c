/* SPDX-License-Identifier: MIT
 * The components of a dotted name as they are written, and what of a type is taken by the marks behind them. */
#include "graph/component.h"
#include "graph/lookup.h"

#include "core/ascii.h"
#include "core/type_takes.h"
#include "core/type_text.h"

/* "f(2)": a call with two arguments */
static bool is_counted_call(lu_str s)
{
	return s.n > 3 && s.s[s.n - 1] == ')' && lu_is_digit(s.s[s.n - 2]) && s.s[s.n - 3] == '(';
}

/* "f~2": what parameter 2 of f is */
static bool is_place(lu_str s)
{
	return s.n > 2 && lu_is_digit(s.s[s.n - 1]) && s.s[s.n - 2] == '~';
}

lu__component lu__read_component(lu_str text)
{
	lu__component p = { .name = text, .decorates = lu_str_ends(text, "@"), .told_at = LU__NONE };

	p.name.n -= p.decorates;
	while (is_place(p.name)) p.name.n -= 2;
	p.places = lu_strn(text.s + p.name.n, text.n - p.decorates - p.name.n);
	for (;;) {
		bool call = lu_str_ends(p.name, "()"), index = lu_str_ends(p.name, "[]");
		enum lu__take use = index                      ? LU__TAKE_ELEMENT
				    : lu_str_ends(p.name, "*") ? LU__TAKE_ITERATED
				    : lu_str_ends(p.name, "^") ? LU__TAKE_ENTERED
				    : lu_str_ends(p.name, "+") ? LU__TAKE_SECOND
							       : LU__TAKE_WHOLE;

		if (!call && !use && is_counted_call(p.name)) {
			p.args = (uint8_t)(p.name.s[p.name.n - 2] - '0' + 1);
			p.name.n -= 3;
			p.called = true;
			continue;
		}
		if (!call && !use) break;
		if (call) p.args = 1;
		p.indexed = index && p.called;
		if (p.indexed) p.made = p.use;
		p.called |= call;
		if (use) p.use = use;
		p.name.n -= call || index ? 2 : 1;
	}
	if (!lu_str_ends(p.name, ">") || !lu_is_ident(p.name.s[0])) return p;
	p.given = p.name;
	p.name = lu_str_before_first(p.given, '<');
	return p;
}

lu_str lu__taken(lu_str text, enum lu__take use)
{
	switch (use) {
	case LU__TAKE_ELEMENT: return lu_type_element(text);
	case LU__TAKE_ITERATED: return lu_type_iterated(text);
	case LU__TAKE_ENTERED: return lu_type_entered(text);
	case LU__TAKE_SECOND: return lu_type_second(text);
	default: return text;
	}
}

bool lu__given_by_list(lu__graph *g, const lu__ask *q, const lu__component *p, lu__type_fn *find, lu__found *f)
{
	uint32_t s = f->v[0];
	lu_str text = lu_field_type(g->sym[s].gives, lu_strz(LU_FIELD_LIST));

	if (!text.n || p->called) return false;
	find(g, q, s, lu__taken(text, p->use), LU__NONE, f);
	return true;
}

bool lu__are_functions(const lu__graph *g, const lu__found *f)
{
	return f->what == LU__FOUND_SYMBOLS && f->n && f->n <= LU__SOUGHT && g->info[f->v[0]].kind == LU__SYMBOL_FUNC;
}

bool lu__has_members(const lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];

	if (i->kind & LU__SYMBOL_TYPES) return true;
	if (!(g->file[i->file].language->rules & LU__RULE_OBJECTS)) return false;
	return (i->has_members && (i->kind & (LU__SYMBOL_FUNC | LU__SYMBOL_VALUE))) ||
	       lu_str_starts(g->sym[s].gives, LU_OBJECT_MADE);
}

bool lu__is_own_word(lu_str type)
{
	static const char *const v[] = { "Self",        "self",   "this",    "this.type", "static",
					 "typing.Self", "t.Self", "te.Self", NULL };

	return lu_str_one_of(type, v);
}

bool lu__is_in_namespace(const lu__graph *g, const lu__ask *q, const lu__info *i)
{
	return (q->language->rules & LU__RULE_TYPED) && !i->top && g->info[i->parent].kind == LU__SYMBOL_MODULE;
}

bool lu__is_bound_outside(const lu__graph *g, const lu__ask *q, uint32_t owner, lu_str text, lu_str told)
{
	uint32_t own = lu__own_type(g, q->src);

	if (!(q->language->rules & LU__RULE_TYPED) || owner == LU__NONE || !lu__is_parameter(text) ||
	    told.s != text.s + 3)
		return false;
	return own == LU__NONE || !lu__inherits_from(g, own, g->info[owner].whole);
}

void lu__without_namespaces(const lu__graph *g, lu__found *f)
{
	uint32_t n = 0;

	if (f->what != LU__FOUND_SYMBOLS || f->n < 2 || f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < f->n; i++)
		if (g->info[f->v[i]].kind != LU__SYMBOL_MODULE) f->v[n++] = f->v[i];
	if (n) f->n = n;
}

void lu__only_type(const lu__graph *g, lu__found *f)
{
	bool first;

	if (f->what != LU__FOUND_SYMBOLS || f->n != 2) return;
	first = g->info[f->v[0]].kind == LU__SYMBOL_FUNC;
	if (!(g->info[f->v[first]].kind & LU__SYMBOL_TYPES) || g->info[f->v[!first]].kind != LU__SYMBOL_FUNC) return;
	f->v[0] = f->v[first];
	f->n = 1;
}

/* Zig: is it the name of the file that asks? */
bool lu__is_own_file(const lu__graph *g, const lu__ask *q, lu_str name)
{
	return (q->language->rules & LU__RULE_FILE_TYPES) &&
	       lu_str_eq(name, lu_str_before_last(lu_str_after_last(lu__path(g, q->file), '/'), '.'));
}

/* In Zig a file is a struct: it may be imported as a type, or is this file, whose name says so. */
void lu__file_type(lu__graph *g, const lu__ask *q, lu_str type, lu__found *f)
{
	*f = lu__no_result("type of the receiver is not here");
	if (type.n && !lu__is_dotted(type))
		lu__find_plain(g, q, lu__names_find(&g->names, type), LU__SYMBOL_TYPES | LU__SYMBOL_BARE, f);
	if (f->what == LU__FOUND_NOTHING &&
	    (lu__is_own_file(g, q, type) ||
	     lu__is_word(g, q->language, LU__WORD_SELF, lu__names_find(&g->names, type))))
		lu__found_add(f, LU__FOUND_FILES, q->file, 0);
	if (f->what == LU__FOUND_FILES && f->n > 1) f->what = LU__FOUND_OUTSIDE;
}

bool lu__gives_same(lu_str x, lu_str y)
{
	lu_str name = lu_type_named(x);

	return lu_str_eq(x, y) || (name.n && name.s[0] != '=' && lu_str_eq(name, lu_type_named(y)));
}

uint32_t lu__home_of_variable(lu__graph *g, uint32_t file, lu_str *name)
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

bool lu__unwraps(const lu__ask *q, lu_str name)
{
	/* Kotlin's give what they are called on */
	if ((q->language->rules & LU__RULE_EXTENSIONS) && q->language->narrows)
		return lu_str_in_words(name, "apply also takeIf takeUnless");
	return q->language->modules == LU__MODULES_CRATE &&
	       lu_str_in_words(name, "unwrap expect unwrap_or unwrap_or_else unwrap_or_default as_ref as_mut as_deref "
				     "as_deref_mut ok ok_or ok_or_else map_err borrow borrow_mut clone to_owned");
}

bool lu__is_maker(const lu__graph *g, const lu__ask *q, uint32_t s, lu_str name)
{
	return (q->language->rules & LU__RULE_RETURNED) && g->info[s].owner != LU__NONE &&
	       (g->info[g->info[s].owner].kind & LU__SYMBOL_TYPES) && lu_str_in_words(name, "new create");
}

lu__found lu__own_object(const lu__graph *g, const lu__found *at)
{
	lu__found f = lu__no_result("its own type");

	lu__found_add(&f, LU__FOUND_SYMBOLS, g->info[g->info[at->v[0]].owner].whole, 0);
	f.grade = at->grade;
	return f;
}

bool lu__is_enumeration(const lu__graph *g, uint32_t type)
{
	return lu_str_eqz(g->sym[type].type, "enum") && (g->info[type].kind & LU__SYMBOL_TYPES);
}

uint32_t lu__type_called_on(const lu__graph *g, const lu__ask *q, const lu__found *f)
{
	uint32_t owner = lu__are_functions(g, f) ? g->info[f->v[0]].owner : LU__NONE,
		 own = owner == LU__NONE ? LU__NONE : lu__own_type(g, q->src);

	return own != LU__NONE && lu__inherits_from(g, own, g->info[owner].whole) ? own : LU__NONE;
}

lu_str lu__class_in_field(lu__graph *g, const lu__ask *q, uint32_t type, bool bases_only, lu_str name, lu__ask *there)
{
	lu_str text, none = { "", 0 };
	uint32_t owner = q->language->modules == LU__MODULES_DOTTED ? lu__type_field(g, type, bases_only, name, &text)
								    : LU__NONE;

	if (owner == LU__NONE || !lu_str_starts(text, "=") || strchr("()[]*^@+", text.s[text.n - 1])) return none;
	*there = (lu__ask){ owner,
			    g->info[owner].file,
			    owner,
			    LU__NONE,
			    g->file[g->info[owner].file].language,
			    (uint8_t)(q->depth + 1),
			    false };
	return there->depth < LU__TYPES_FOLLOWED ? lu_strn(text.s + 1, text.n - 1) : none;
}

lu_str lu__declared_result(const lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];
	lu_str own = g->sym[s].gives, text = { "", 0 };
	lu__list list = { 0, 0, 0 };

	if (!(g->file[i->file].language->rules & LU__RULE_TYPED)) return own;
	if (!lu_str_starts(own, "=") && !lu_str_starts(own, LU_OBJECT_MADE)) return own; /* it is declared */
	if (i->owner != LU__NONE) list = lu__multi_list(&g->members, lu__pair(g->info[i->owner].whole, i->name));
	else if (i->top) list = lu__multi_list(&g->members, lu__pair(lu__file_scope(g, i->file), i->name));
	for (uint32_t at = list.n <= LU__SOUGHT ? list.first : 0; at; at = g->members.node[at].next) {
		uint32_t v = g->members.node[at].value;

		if (!lu_str_eqz(g->sym[v].type, "prototype") || g->info[v].file != i->file) continue;
		if (text.n && !lu__gives_same(text, g->sym[v].gives))
			return own; /* which of them is called is not told */
		text = g->sym[v].gives;
	}
	return text.n ? text : own;
}

void lu__follow_alias(lu__graph *g, const lu__ask *q, lu__find_text *find, lu__found *f)
{
	bool alias = lu__one_symbol(f) && g->info[f->v[0]].kind == LU__SYMBOL_ABSTRACT;
	lu_str text = alias ? lu_field_type(g->sym[f->v[0]].gives, lu_strz("using")) : lu_strn("", 0);
	lu__found next = lu__no_result("");
	lu__ask there;

	if (!text.n || q->depth >= LU__TYPES_FOLLOWED) return;
	there = (lu__ask){ f->v[0], g->info[f->v[0]].file, g->info[f->v[0]].parent,
			   f->v[0], q->language,           (uint8_t)(q->depth + 1),
			   false };
	find(g, &there, text, &next);
	if (!lu__one_symbol(&next) || !lu__has_members(g, next.v[0])) return;
	if (f->grade > next.grade) next.grade = f->grade;
	*f = next;
}

bool lu__find_wrapper(lu__graph *g, const lu__ask *q, lu_str text, lu_str name, lu__find_text *find, lu__found *f)
{
	size_t n = 0;

	while (n < text.n && lu_is_ident(text.s[n])) n++;
	if (!n || n == text.n || !strchr("<[", text.s[n]) || text.s == name.s) return false;
	find(g, q, lu_strn(text.s, n), f);
	return lu__one_symbol(f) && lu__has_members(g, f->v[0]);
}

bool lu__is_around(const lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, p->name);

	if (p->called || !(q->language->rules & LU__RULE_OUTER_METHODS)) return false;
	if (lu__is_word(g, q->language, LU__WORD_SELF, name)) return true;
	if (!lu__is_word(g, q->language, LU__WORD_SUPER, name)) return false;
	f->bases_only = g->info[f->v[0]].kind == LU__SYMBOL_CLASS;
	return true;
}
