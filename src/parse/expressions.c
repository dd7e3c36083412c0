/* SPDX-License-Identifier: MIT
 * What expressions give, by the types of the variables in them. */
#include "core/ascii.h"
#include "core/binary_search.h"
#include "core/type_object.h"
#include "core/type_params.h"
#include "core/type_takes.h"
#include "core/type_text.h"
#include "parse/types.h"

#define LONGEST_ARGUMENTS 120 /* bytes of the arguments of a type that are told */

/* The part of "self.x" or "this.x" after the dot; empty for other names. */
lu_str lu__member_of_self(lu_str name)
{
	bool self = lu_str_starts(name, "self.") || lu_str_starts(name, "this.");

	return self ? lu_strn(name.s + 5, name.n - 5) : lu_strn("", 0);
}

int lu__typed_order(const struct lu__typed *x, const struct lu__typed *y)
{
	if (x->scope != y->scope) return x->scope < y->scope ? -1 : 1;
	return lu_str_cmp(x->name, y->name);
}

/* Of those of one name the one that begins last where it is seen. */
static const struct lu__typed *find(const struct lu__types *t, size_t scope, lu_str name, uint32_t at)
{
	struct lu__typed key = { .scope = scope, .name = name };
	const struct lu__typed *hit = NULL;
	size_t i;

	LU_LOWER_BOUND(i, 0, t->n, lu__typed_order(&t->v[i], &key) < 0);
	for (; i < t->n && !lu__typed_order(&t->v[i], &key); i++)
		if (t->v[i].from <= at && at < t->v[i].to) hit = &t->v[i];
	return hit;
}

/* What is known of the variable `name`, seen from `from`; NULL when there is none. *field: it belongs to a type,
 * or to the file. */
const struct lu__typed *lu__variable_seen(const struct lu__build *b, const struct lu__types *t, lu_str name,
					  struct lu__place from, bool *field)
{
	size_t def = from.def;
	lu_str member = lu__member_of_self(name);
	const struct lu__typed *hit;

	*field = true;
	if (member.n) return find(t, lu__type_of_self(b, def), member, from.at);
	for (size_t scope = def; name.n; scope = b->f->defs.v[scope].parent) {
		bool known = scope != LU__NO_DEF, class = known && lu__is_class(b->f->defs.v[scope].type);
		bool receives = known && (b->l->syntax & LU__SYNTAX_BARE_FIELDS) && b->f->defs.v[scope].receiver.n;
		/* names in a class body are not seen from its methods, in most languages */
		bool hidden = scope != def && class && !(b->l->syntax & LU__SYNTAX_BARE_FIELDS);
		bool member_too = receives || (class && !hidden);

		*field = !known || class;
		if (!hidden && (hit = find(t, scope, name, from.at))) {
			*field &= !b->f->blocks.n || hit->to == UINT32_MAX ||
				  (class && hit->to >= b->f->defs.v[scope].end);
			return hit;
		}
		*field = true;
		if (member_too && (hit = find(t, lu__type_of_self(b, scope), name, from.at))) return hit;
		if (scope == LU__NO_DEF) break;
	}
	return NULL;
}

/* Length of the first component of an expression, with "self.": "self.x[].y" gives that of "self.x[]". */
size_t lu__head_length(lu_str expr)
{
	lu_str member = lu__member_of_self(expr), from = member.n ? member : expr;

	return expr.n - from.n + lu_str_before_first(from, '.').n;
}

/* Does it end with the number of arguments: "x(1"? */
static bool is_count(lu_str part)
{
	return part.n > 1 && lu_is_digit(part.s[part.n - 1]) && part.s[part.n - 2] == '(';
}

/* Does it end with what a parameter is: "x~1"? */
static bool is_parameter(lu_str part)
{
	return part.n > 1 && lu_is_digit(part.s[part.n - 1]) && part.s[part.n - 2] == '~';
}

/* The name in a component: "x()[]", "x()@" give "x". */
lu_str lu__without_marks(lu_str part)
{
	while (part.n && (strchr("()[]*^@+~", part.s[part.n - 1]) || is_count(part) || is_parameter(part))) part.n--;
	return part;
}

/* Take a call of "get" and its like off *rest, when the type of the variable says what that gives. */
static bool given_by_container(lu_str whole, lu_str *rest, lu_str *type)
{
	lu_str after = lu_strn(rest->s + 1, rest->n - 1), part = lu_str_before_first(after, '.'),
	       name = lu__without_marks(part);

	/* a property, where it is no call */
	if (!lu_str_starts(*rest, ".") ||
	    (name.n == part.n && !lu_str_in_words(name, "first last head headOption lastOption")) ||
	    (name.n < part.n && part.s[part.n - 1] != ')'))
		return false;
	*type = lu_type_named(lu_type_got(whole, name));
	if (type->n) *rest = lu_strn(part.s + part.n, after.n - part.n);
	return type->n > 0;
}

/* Follow methods of lists: of "Option[]" and ".find().x()", Option and ".x()". *marks are those behind the last one. */
static lu_str follow_list(lu_str whole, lu_str *rest, lu_str *marks)
{
	lu_str at = lu_strn(rest->s + (rest->n > 0), rest->n - (rest->n > 0));

	while (at.n && lu_type_element(whole).n) {
		lu_str after = at, part = lu_str_take(&after, '.'), name = lu__without_marks(part),
		       use = lu_strn(part.s + name.n, part.n - name.n);

		if (!lu_str_starts(use, "()") && !(use.n > 2 && is_count(lu_strn(use.s - 1, 3)))) break;
		use = lu_str_starts(use, "()") ? lu_strn(use.s + 2, use.n - 2) : lu_strn(use.s + 3, use.n - 3);
		whole = lu_type_of_method(whole, name);
		*rest = after.n ? lu_strn(after.s - 1, after.n + 1) : after;
		if (use.n && after.n) whole = lu_str_eqz(use, "[]") ? lu_type_element(whole) : lu_strn("", 0);
		*marks = after.n ? lu_strn("", 0) : use;
		/* a loop over a map is given pairs, one over its values what is in it */
		if (lu_str_eqz(*marks, "*") && lu_str_eqz(name, "values")) *marks = lu_strz("[]");
		at = after;
	}
	return whole;
}

/* Write what a call of the variable gives, by its type: "() => T" gives T, "T" what calls of that give. False: nothing is known. */
static bool called_by(const struct lu__typed *v, lu_str rest, lu_buf *w, lu_str *type)
{
	lu_str result = lu_type_result(v->whole), named = lu_type_named(result);

	*type = result.n ? named : v->type;
	if (!type->n || (result.n && !rest.n)) return type->n > 0;
	lu_buf_addf(w, "=%.*s%s%.*s", LU_FMT(*type), result.n ? "" : "." LU_FIELD_GIVES, LU_FMT(rest));
	return true;
}

bool lu__is_type_parameter(const struct lu__build *b, size_t def, lu_str name, lu_str *bound)
{
	for (; def != LU__NO_DEF; def = b->f->defs.v[def].parent) {
		const lu_element *el = b->slot[def] == LU__NO_DEF ? NULL : &b->out.v[b->slot[def]];

		if (el && lu_type_bound(lu_type_parameters(el->signature, lu_simple_name(el->name)), name, bound))
			return true;
	}
	return false;
}

/* Write the arguments of the type of variable `v` behind it, "<A,B>": names alone, of parameters of what is around their bounds. */
static void add_arguments(const struct lu__build *b, const struct lu__typed *v, size_t def, lu_buf *w)
{
	lu_str rest = lu_type_arguments(v->whole, lu_str_after_last(v->type, '.')), bound;
	size_t had = w->len;
	bool any = false;

	if (!rest.n || (b->l->rules & LU__RULE_COUNTED) || b->l->modules == LU__MODULES_DOTTED) return;
	lu_buf_addc(w, '<');
	for (bool more = false; rest.n; more = true) {
		lu_str one = lu_type_take_argument(&rest);

		if (more) lu_buf_addc(w, ',');
		if (lu_str_starts(one, "? extends ")) one = lu_str_trim(lu_strn(one.s + 10, one.n - 10));
		for (size_t i = 0; i < one.n; i++)
			if (!lu_is_ident(one.s[i]) && !strchr("<>,$", one.s[i])) one.n = 0; /* too much is told */
		if (lu__is_type_parameter(b, def, one, &bound)) one = lu_type_named(bound);
		lu_buf_addstr(w, one);
		any |= one.n > 0;
	}
	lu_buf_addc(w, '>');
	if (!any || w->len - had > LONGEST_ARGUMENTS) lu_buf_trunc(w, had);
}

/* Follow the properties of a type that is written down, "{ a: A }", as far as `rest`, ".a.f()", goes. False: it does not tell one. */
static bool follow_object(const struct lu__build *b, size_t def, lu_str *rest, struct lu__typed *v)
{
	lu_str bound;

	while (lu_str_starts(*rest, ".") && lu_type_is_object(v->whole)) {
		lu_str after = lu_strn(rest->s + 1, rest->n - 1), part = lu_str_before_first(after, '.'),
		       name = lu__without_marks(part), use = lu_strn(part.s + name.n, part.n - name.n);
		size_t call = lu_str_starts(use, "()") ? 2 : use.n > 2 && is_count(lu_strn(use.s - 1, 3)) ? 3 : 0;

		if (call && lu_type_element(v->whole).n) break; /* of a Record */
		v->whole = lu_type_property(v->whole, name);
		if (call) v->whole = lu_type_property_called(v->whole);
		use = lu_strn(use.s + call, use.n - call);
		if (lu_str_eqz(use, "[]")) v->whole = lu_type_element(v->whole);
		else if (lu_str_eqz(use, "*")) v->whole = lu_type_iterated(v->whole);
		else if (use.n) return false;
		*rest = lu_strn(part.s + part.n, after.n - part.n);
	}
	v->type = lu_type_named(v->whole);
	if (!lu__is_type_parameter(b, def, v->type, &bound)) return v->whole.n > 0;
	v->type = lu_type_named(bound);
	v->whole = bound;
	return bound.n > 0;
}

/* The type of what `use`, the marks behind a variable, takes of it, and `rest`, what follows; empty when that is not told. */
static void given_by_variable(const struct lu__build *b, const struct lu__typed *v, size_t def, lu_str use, lu_str rest,
			      lu_buf *w, lu_str *type)
{
	bool lists = b->l->modules != LU__MODULES_DOTTED, all_methods = b->l->modules == LU__MODULES_SCRIPT;
	struct lu__typed followed = *v;
	lu_str bound;
	bool element;

	*type = lu_strn("", 0);
	if ((b->l->rules & LU__RULE_TYPED) && !use.n && rest.n && lu_type_is_object(v->whole)) {
		if (!follow_object(b, def, &rest, &followed)) return;
		v = &followed;
	}
	while (use.n > 3 && lu_str_starts(use, "[][]")) { /* lists of lists */
		followed.whole = lu_type_element(followed.whole);
		followed.type = lu_type_named(followed.whole);
		v = &followed;
		use = lu_strn(use.s + 2, use.n - 2);
	}
	if (lists && !use.n && rest.n && lu_type_element(v->whole).n) {
		lu_str marks = use, after = rest;

		followed.whole = follow_list(v->whole, &after, &marks);
		followed.type = lu_type_named(followed.whole);
		/* what a list gives besides, its type tells where it is in the tree */
		if (followed.whole.n || all_methods) {
			v = &followed;
			use = marks;
			rest = after;
		}
	}
	element = lu_str_eqz(use, "[]") || lu_str_eqz(use, "*");
	if (lists && lu_str_eqz(use, "()") && v->type.s[0] != '=' && called_by(v, rest, w, type)) return;
	/* what is called is a class or a function, as far as its name says */
	if (lu_str_starts(use, "(") && !(lu_str_starts(v->type, "=") && lu__without_marks(v->type).n == v->type.n))
		return;
	if (v->type.n && v->type.s[0] == '=') {
		*type = v->type;
		if (use.n || rest.n) {
			lu_buf_addstr(w, v->type);
			lu_buf_addstr(w, use);
			lu_buf_addstr(w, rest);
		}
		return;
	}
	if (!use.n && rest.n && given_by_container(v->whole, &rest, type)) element = true;
	else if (element) *type = lu_type_named(use.n == 1 ? lu_type_iterated(v->whole) : lu_type_element(v->whole));
	else if (!use.n || lu_str_eqz(use, "^") || use.s[0] == '~') *type = v->type;
	if (!type->n && element && b->l->modules == LU__MODULES_FOLDER && v->type.n) { /* of a type that is a list */
		lu_buf_addf(w, "=%.*s%.*s%.*s", LU_FMT(v->type), LU_FMT(use), LU_FMT(rest));
		*type = v->type;
		return;
	}
	/* Scala's arguments are told by their parameters */
	if (element && type->n && !(b->l->syntax & LU__SYNTAX_LISTS) && lu__is_type_parameter(b, def, *type, &bound))
		*type = lu_type_named(bound);
	if (!type->n || (!rest.n && (!use.n || element))) return;
	lu_buf_addc(w, '=');
	lu_buf_addstr(w, *type);
	if (!element && rest.n) add_arguments(b, v, def, w);
	if (!element) lu_buf_addstr(w, use);
	lu_buf_addstr(w, rest);
}

/* The class whose object `this` is in definition `def`; empty when it has no name. */
static lu_str class_of_this(const struct lu__build *b, size_t def)
{
	size_t self = lu__self_of(b, def);
	lu_str name =
		self != LU__NO_DEF && lu__is_class(b->f->defs.v[self].type) ? b->f->defs.v[self].name : lu_strn("", 0);

	return lu_str_eqz(name, "default") ? lu_strn("", 0) : name;
}

/* Length of the head of `expr`. Zig's self is a parameter; outside of a struct, its type is what the file is. */
static size_t head_length(const struct lu__build *b, lu_str expr, size_t def)
{
	size_t n = lu__head_length(expr), self;

	if (!(b->l->rules & LU__RULE_FILE_TYPES) || !lu__member_of_self(expr).n) return n;
	self = lu__self_of(b, def);
	return self != LU__NO_DEF && lu__is_class(b->f->defs.v[self].type) ? n : sizeof "self" - 1;
}

/* The type of what `expr` gives: that of a variable, or "=" and an expression; empty when its head is of unknown type. An
 * expression whose head is no variable is told only when it is `wanted`: s == NULL: out of memory. */
lu_str lu__given(const struct lu__build *b, const struct lu__types *t, lu_str expr, struct lu__place from, bool wanted)
{
	lu_str head = lu_strn(expr.s, head_length(b, expr, from.def)), rest = lu_strn(expr.s + head.n, expr.n - head.n);
	lu_str name = lu__without_marks(head), use = lu_strn(head.s + name.n, head.n - name.n), type = { "", 0 };
	bool field;
	const struct lu__typed *hit = lu__variable_seen(b, t, name, from, &field);
	lu_buf w = LU_BUF;

	if (!name.n || memchr(expr.s, '?', expr.n) || (hit && lu_str_starts(hit->type, LU_OBJECT_MADE))) return type;
	if (lu_str_eqz(expr, "this") && (b->l->rules & LU__RULE_OBJECTS)) {
		type = class_of_this(b, from.def);
		return type.n ? type : lu_strz("=this");
	}
	if (hit && !hit->type.n && b->l->self && lu_str_in_words(name, b->l->self))
		hit = NULL; /* the resolver knows it */
	if (hit && !hit->type.n && !hit->bound && field && (b->l->rules & LU__RULE_RETURNED))
		hit = NULL; /* a module, perhaps */
	if (!hit || (lu_str_starts(use, "(") && field)) {
		bool own = !hit && b->l->self && lu_str_in_words(expr, b->l->self); /* "$self = $this" */

		if (!wanted || (!rest.n && !use.n && b->l->modules != LU__MODULES_DOTTED && !own &&
				!(b->l->syntax & LU__SYNTAX_BARE_CALLS)))
			return type;
		lu_buf_addc(&w, '=');
		lu_buf_addstr(&w, expr);
	} else {
		given_by_variable(b, hit, from.def, use, rest, &w, &type);
	}
	if (w.oom) type = lu_strn(NULL, 0);
	else if (w.len) type = lu_arena_dup(b->a, lu_buf_str(&w));
	lu_buf_free(&w);
	return type;
}

lu_str lu__type_given(const struct lu__build *b, const struct lu__types *t, lu_str expr, size_t def, uint32_t at)
{
	struct lu__place from = { def, at };
	bool field, whole = expr.n == lu__head_length(expr) && lu__without_marks(expr).n == expr.n;
	const struct lu__typed *hit = whole ? lu__variable_seen(b, t, expr, from, &field) : NULL;
	lu_buf w = LU_BUF;
	lu_str type;

	/* the members of an object are those of the function that it is written down in */
	if (hit && lu_str_starts(hit->whole, LU_OBJECT_MADE)) return hit->scope == def ? hit->whole : lu_strn("", 0);
	if (hit && hit->whole.n) return hit->whole;
	type = lu__given(b, t, expr, from, true);
	if (type.n || !type.s || !whole || !(b->l->rules & LU__RULE_OBJECTS) || (hit && hit->scope != LU__NO_DEF))
		return type;
	lu_buf_addf(&w, "=%.*s", LU_FMT(expr)); /* something of the module */
	return lu_arena_keep(b->a, &w);
}
