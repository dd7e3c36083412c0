/* SPDX-License-Identifier: MIT
 * The types of receivers and arguments of calls. */
#include "core/ascii.h"
#include "core/binary_search.h"
#include "core/type_takes.h"
#include "parse/types.h"

/* Does the file have something else of this name? */
static bool is_named_elsewhere(const struct lu__build *b, lu_str name)
{
	const lu_element *m = &b->out.v[0];

	if (lu__find_named(b, name) != LU__NO_DEF) return true;
	for (size_t i = 0; i < m->imports.n; i++)
		if (lu_str_eq(lu_str_before_first(m->imports.v[i].alias, '.'), name))
			return true; /* or "utils.isFile" */
	return false;
}

/* Where modules are values a variable may be an import, but no parameter is. */
static bool may_be_import(const struct lu__build *b, const struct lu__typed *v)
{
	return (b->l->rules & LU__RULE_OBJECTS) && !b->f->blocks.n && !v->bound;
}

static lu_str type_of(const struct lu__build *b, const struct lu__types *t, lu_str name, struct lu__place from)
{
	lu_str type = lu__given(b, t, name, from, false),
	       head = lu__without_marks(lu_strn(name.s, lu__head_length(name)));
	const struct lu__typed *hit;
	bool field;

	if (!name.n || !type.s || type.n) return type;
	hit = lu__member_of_self(name).n ? NULL : lu__variable_seen(b, t, head, from, &field);
	if (!hit || field || may_be_import(b, hit)) return type;
	/* a local variable, and nothing else */
	return is_named_elsewhere(b, head) || (b->l->syntax & LU__SYNTAX_BARE_FIELDS) ? lu_strz("=") : type;
}

/* In Python a function in a function is another value of its name than a parameter has, or what is assigned:
 * "if key is None: def key(x): ...". What a decorator makes of it is not. */
static bool is_rival(const struct lu__build *b, const struct lu__typed *v)
{
	return b->l->modules == LU__MODULES_DOTTED && !lu_str_ends(v->type, "@") && v->scope != LU__NO_DEF &&
	       lu__is_function(b->f->defs.v[v->scope].type);
}

/* Is a function of this name defined where the variable is, and what the variable holds? */
static bool is_function_too(const struct lu__build *b, const struct lu__typed *v)
{
	size_t at;

	if (is_rival(b, v)) return false;
	LU_LOWER_BOUND(at, 0, b->n_named, lu_str_cmp(b->f->defs.v[b->named[at]].name, v->name) < 0);
	for (; at < b->n_named && lu_str_eq(b->f->defs.v[b->named[at]].name, v->name); at++)
		if (b->f->blocks.n && !v->empty ? b->f->defs.v[b->named[at]].name_at == v->at
						: b->f->defs.v[b->named[at]].parent == v->scope)
			return true;
	return false;
}

/* Is `this` in a definition that of what is around it: an arrow function in an object? */
static bool keeps_this(const struct lu__build *b, size_t def)
{
	TSNode value;

	if (def == LU__NO_DEF || strcmp(ts_node_type(b->f->defs.v[def].node), "pair") != 0) return false;
	value = lu__field(b->f->defs.v[def].node, "value");
	return !ts_node_is_null(value) && !strcmp(ts_node_type(value), "arrow_function");
}

/* C++'s "fmt::f()" is of a namespace or a type, whatever variable has that name. */
static bool is_qualified(const struct lu__build *b, const struct lu__site *s)
{
	lu_str head = lu_str_before_first(s->text, '.');
	size_t at = s->start + head.n;

	return (b->l->rules & LU__RULE_COUNTED) && at < b->text.n && b->text.s[at] == ':' &&
	       !memcmp(b->text.s + s->start, head.s, head.n);
}

/* Does the class in whose body the place stands take a function of this name when it is made? Its methods do not see that. */
static bool is_taken_by_class(const struct lu__build *b, lu_str name, struct lu__place from)
{
	const lu_element *el =
		from.def == LU__NO_DEF || b->slot[from.def] == LU__NO_DEF ? NULL : &b->out.v[b->slot[from.def]];

	if (!el || !(b->l->syntax & LU__SYNTAX_CALLED_VALUES) || !lu__is_class(el->type)) return false;
	for (size_t i = 0; i < el->parameters.n; i++)
		if (lu_str_eq(el->parameters.v[i].name, name)) return lu_type_is_arrow(el->parameters.v[i].type);
	return false;
}

bool lu__is_variable(const struct lu__build *b, const struct lu__types *t, lu_str name, struct lu__place from)
{
	bool field = true;
	const struct lu__typed *hit = lu__variable_seen(b, t, name, from, &field);

	if (is_taken_by_class(b, name, from)) return true;
	if (hit && lu__is_own_name(b, from.def, hit->scope, name)) return false;
	return hit && !field && hit->bound && !is_function_too(b, hit);
}

/* C#'s "new A()" makes an object, whatever variable has the name of its type. */
static bool is_made(const struct lu__build *b, const struct lu__site *s)
{
	size_t i = s->start;

	while (i && lu_is_space(b->text.s[i - 1])) i--;
	return i >= 3 && i < s->start && !memcmp(b->text.s + i - 3, "new", 3) &&
	       (i == 3 || !lu_is_ident(b->text.s[i - 4]));
}

/* May a variable that hides a function be what is called by its name? In Scala a value is called like a function, in Ruby it is
 * not; what is of a type of literals holds none. */
static bool may_hold_function(const struct lu__build *b, const struct lu__site *s, const struct lu__typed *v)
{
	if (!(b->l->syntax & LU__SYNTAX_CALLED_VALUES)) return b->l->callable & LU__CALLABLE_VALUE;
	if (v && v->type.n && b->l->top && lu_str_eqz(v->type, b->l->top)) return false;
	if (v && v->type.n && b->l->literal_types && lu_str_in_words(v->type, b->l->literal_types)) return false;
	return !is_made(b, s);
}

/* Ruby's "alias old_f f" above "def f": what is named is the method that is defined below, as it was before. */
static bool is_defined_below(const struct lu__build *b, const struct lu__site *s)
{
	const struct lu__def *defs = b->f->defs.v, *alias = s->def == LU__NO_DEF ? NULL : &defs[s->def];
	bool below = false;
	size_t at;

	if (!(b->l->rules & LU__RULE_MIXINS) || !alias || !lu_str_starts(lu__node_text(alias->node, b->text), "alias"))
		return false;
	LU_LOWER_BOUND(at, 0, b->n_named, lu_str_cmp(defs[b->named[at]].name, s->text) < 0);
	for (; at < b->n_named && lu_str_eq(defs[b->named[at]].name, s->text); at++) {
		const struct lu__def *d = &defs[b->named[at]];

		if (d->parent != alias->parent) continue;
		if (d->start < s->start) return false;
		below = true;
	}
	return below;
}

/* Lua's "system.sleep()", where it is not told what `on` is: a table of a library or of the program that runs it, whatever else has
 * such a function. Methods of objects are called with a colon. */
static bool is_table(const struct lu__build *b, const struct lu__site *s, lu_str on, lu_str type)
{
	size_t at = s->start + on.n;

	return (b->l->rules & LU__RULE_RETURNED) && (!type.n || lu_str_eqz(type, "=")) &&
	       !lu_str_in_words(on, b->l->self) && at < b->text.n && b->text.s[at] == '.' &&
	       lu__head_length(on) == on.n && lu__without_marks(on).n == on.n && !is_named_elsewhere(b, on);
}

/* What Kotlin's `this` is where the place stands in a closure that is run within an object, "a.apply { ... }": behind the mark, when
 * there is one, its type or what tells it. Empty: no such closure is around the place. */
static lu_str type_within(const struct lu__build *b, const struct lu__types *t, const char *mark, struct lu__place from)
{
	bool field = true;
	lu_buf w = LU_BUF;
	const struct lu__typed *hit = b->l->implied ? lu__variable_seen(b, t, lu_strz("this"), from, &field) : NULL;

	if (!hit || field) return lu_strn("", 0);
	lu_buf_addf(&w, "%s%.*s", mark, LU_FMT(hit->type));
	if (!*mark && !hit->type.n) lu_buf_addc(&w, '=');
	return lu_arena_keep(b->a, &w);
}

/* C++'s "u.get()" of a smart pointer is its own, "u->get()" that of what it points to. */
static bool is_of_pointer(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s, lu_str on)
{
	static const char *const pointers[] = { "unique_ptr<", "shared_ptr<" };
	size_t at = s->start + on.n;
	const struct lu__typed *hit;
	lu_str whole;
	bool field;

	if (!(b->l->rules & LU__RULE_COUNTED) || at >= b->text.n || b->text.s[at] != '.' ||
	    on.n != lu__head_length(on) || lu__without_marks(on).n != on.n)
		return false;
	hit = lu__variable_seen(b, t, on, (struct lu__place){ s->def, s->start }, &field);
	whole = hit ? hit->whole : lu_strn("", 0);
	if (lu_str_starts(whole, "const ")) whole = lu_strn(whole.s + 6, whole.n - 6);
	if (lu_str_starts(whole, "std::")) whole = lu_strn(whole.s + 5, whole.n - 5);
	for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
		if (lu_str_starts(whole, pointers[i])) return true;
	return false;
}

lu_str lu__type_of_callee(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s)
{
	struct lu__place from = { s->def, s->start };
	lu_str type;
	bool field;

	if (is_defined_below(b, s)) return lu_strz("=");
	if (memchr(s->text.s, '.', s->text.n)) {
		lu_str on = lu_str_before_last(s->text, '.');

		if (lu_str_eqz(on, "this") && !keeps_this(b, s->def)) return type_within(b, t, "", from);
		if (is_qualified(b, s)) return lu_strn("", 0);
		if (is_of_pointer(b, t, s, on)) return lu_strz("std.unique_ptr");
		type = type_of(b, t, on, from);
		return type.s && is_table(b, s, on, type) ? lu_strz(LU_GLOBAL) : type;
	}
	return may_hold_function(b, s, lu__variable_seen(b, t, s->text, from, &field)) &&
			       lu__is_variable(b, t, s->text, from)
		       ? lu_strz("=")
		       : type_within(b, t, LU_WITHIN, from);
}

/* ---- arguments ---- */

static lu_str type_of_arg(const struct lu__build *b, const struct lu__types *t, lu_str expr, struct lu__place from)
{
	const struct lu__typed *hit;
	bool field;
	lu_str type;

	if (expr.n == lu__head_length(expr) && lu__without_marks(expr).n == expr.n) {
		hit = lu__variable_seen(b, t, expr, from, &field);
		if (hit) return hit->whole.n ? hit->whole : hit->type;
		return expr;
	}
	type = lu__given(b, t, expr, from, true);
	return type;
}

/* "&=x" is a pointer to what x is, "*=x" what it points to, "+=x" the same when it is a pointer: with the type told, that.
 * s == NULL: out of memory. */
static lu_str marked_type(char mark, lu_str told, lu_arena *a)
{
	lu_str none = { "", 0 };
	lu_buf w = LU_BUF;

	while (lu_str_ends(told, "&")) told = lu_str_trim(lu_strn(told.s, told.n - 1));
	if (!told.n || told.s[0] == '=') return told.s ? none : told;
	if (mark == '+') return lu_str_ends(told, "*") ? told : none;
	if (mark == '*') return lu_str_ends(told, "*") ? lu_str_trim(lu_strn(told.s, told.n - 1)) : none;
	lu_buf_addf(&w, "%.*s *", LU_FMT(told));
	return lu_arena_keep(a, &w);
}

/* What the entry of an argument tells, its variables known. */
static lu_str told_of_arg(const struct lu__build *b, const struct lu__types *t, lu_str one, struct lu__place from)
{
	bool marked = one.n > 1 && one.s[1] == '=' && strchr("&*+", one.s[0]);
	lu_str expr = lu_strn(one.s + 1 + marked, one.n - 1 - marked), told;

	if (!marked && !lu_str_starts(one, "=")) return one;
	told = type_of_arg(b, t, expr, from);
	if (!told.s) return told;
	if (told.s == expr.s)
		return marked ? lu_strn("", 0) : one; /* a name that no variable has is one of another file */
	if (marked) told = marked_type(one.s[0], told, b->a);
	return !told.s || (told.n && told.n <= 200 && !memchr(told.s, ';', told.n)) ? told : lu_strn("", 0);
}

/* What is before the last '.' of a call, as far as its declaration says: const ('c'), certainly not ('m'), or a field that is so
 * when the object around it is ('t'). */
static char constness(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s)
{
	lu_str on = lu_str_before_last(s->text, '.'), type;
	const struct lu__typed *hit = NULL;
	bool field = false, arrow = b->text.n > s->start + on.n && b->text.s[s->start + on.n] == '-';

	if (on.n < s->text.n && on.n == lu__head_length(on) && lu__without_marks(on).n == on.n)
		hit = lu__variable_seen(b, t, on, (struct lu__place){ s->def, s->start }, &field);
	type = hit ? hit->whole : on;
	if (!hit || (!type.n && !(hit->owned && !arrow)) || (type.n && memmem(type.s, type.n, "_ptr", 4))) return 0;
	if (field && !arrow && type.n && !memchr(type.s, '*', type.n) && !memchr(type.s, '&', type.n) &&
	    !lu_str_starts(type, "const "))
		return lu_str_starts(type, "mutable ") ? 'm' : 't';
	if (!type.n || (!lu_str_starts(type, "const ") && !memmem(type.s, type.n, " const", 6))) return 'm';
	return memmem(type.s, type.n, "*const", 6) || memmem(type.s, type.n, "* const", 7) ? 0 : 'c';
}

lu_str lu__types_of_args(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s)
{
	lu_str types = s->types, rest = types, out = types;
	bool typed = b->l->rules & LU__RULE_COUNTED, any = false, more = types.n && memchr(types.s, '=', types.n);
	char mark = typed && s->args && memchr(s->text.s, '.', s->text.n) ? constness(b, t, s) : 0;
	lu_buf w = LU_BUF;

	if (!more && !mark) return types.s ? types : lu_strn("", 0);
	for (bool first = true, again = true; again; first = false) {
		lu_str one;

		again = memchr(rest.s, ';', rest.n) != NULL;
		one = lu_str_take(&rest, ';');
		if (!first || !typed) one = told_of_arg(b, t, one, (struct lu__place){ s->def, s->start });
		if (!one.s) out = one;
		lu_buf_addstr(&w, one);
		if (first && mark) lu_buf_addc(&w, mark);
		if (again) lu_buf_addc(&w, ';');
		any |= one.n > 0 || (first && mark);
	}
	if (out.s) out = w.oom ? lu_strn(NULL, 0) : any ? lu_arena_dup(b->a, lu_buf_str(&w)) : lu_strn("", 0);
	lu_buf_free(&w);
	return out;
}
