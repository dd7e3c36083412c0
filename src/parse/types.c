/* SPDX-License-Identifier: MIT
 * Types of variables, as far as the source shows them: annotations, `x = T()`, `x = y` with y known. Fields
 * (self.x, this.x, names in a class body) belong to their class, names to the function around them.
 *
 * What is assigned from an expression has the type "=" and that expression, which begins with a type, if a variable of
 * known type is its head: "=store.New()", "=Command.parent". Other files know what it gives: the resolver finds that out. A
 * function that is decorated is what its decorator makes of it: "=click.group()@". Marks behind an expression say what is taken
 * of it: "[]" what is in a list or a dictionary, "*" what a loop gives, "^" what `with` gives, "+" the second of several.
 *
 * Where variables are declared, each declaration counts, and two of one name that differ leave no type.
 * Elsewhere a declared type counts; else all assignments must agree, and one of unknown type leaves none: a
 * wrong receiver is worse than none. */
#include <stdio.h>
#include <stdlib.h>

#include "core/ascii.h"
#include "core/binary_search.h"
#include "core/type_text.h"
#include "parse/build.h"
#include "parse/names.h"

enum how { UNKNOWN, INFERRED, DECLARED };

struct lu__typed {
	size_t scope;
	lu_str name, type;
	lu_str whole; /* the type as it is written, where it is */
	enum how how;
	bool bound;        /* it is declared in its scope, rather than only assigned */
	bool set;          /* it is assigned, and declared elsewhere */
	uint32_t from, to; /* where it is seen, of its scope */
	uint32_t at;       /* where it stands */
};

struct raw {
	struct lu__build *b;
	struct lu__typed *v;
	size_t n;
};

static int by_name(const struct lu__typed *x, const struct lu__typed *y)
{
	if (x->scope != y->scope) return x->scope < y->scope ? -1 : 1;
	return lu_str_cmp(x->name, y->name);
}

static int by_scope(const void *px, const void *py)
{
	const struct lu__typed *x = px, *y = py;
	int c = by_name(x, y);

	if (c) return c;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	return (x->to < y->to) - (x->to > y->to);
}

/* The part of "self.x" or "this.x" after the dot; empty for other names. */
static lu_str member_of_self(lu_str name)
{
	bool self = lu_str_starts(name, "self.") || lu_str_starts(name, "this.");

	return self ? lu_strn(name.s + 5, name.n - 5) : lu_strn("", 0);
}

static lu_code add(struct raw *r, struct lu__typed t)
{
	struct lu__typed *w = lu_arena_grow(r->b->a, r->v, r->n, sizeof *w);

	if (!w) return lu_nomem(r->b->e);
	(r->v = w)[r->n++] = t;
	return LU_OK;
}

/* The type that "Self" is, which Zig's sources call "This" as well. */
static lu_str own_name(const struct lu__build *b, size_t def)
{
	size_t self = lu__self_of(b, def);
	bool known = self != LU__NO_DEF && lu__is_class(b->f->defs.v[self].type);

	return known ? b->f->defs.v[self].name : lu_strn("", 0);
}

static lu_code add_site(struct raw *r, const struct lu__site *s, lu_str type, enum how how)
{
	lu_str member = member_of_self(s->text);
	size_t scope = s->def;
	struct lu__range seen = { s->from, s->to };

	if (!member.n && !s->field && r->b->f->blocks.n && s->to == UINT32_MAX) seen = lu__block_around(r->b, s->start);
	if (lu_str_eqz(s->text, LU__RETURNED)) seen = (struct lu__range){ 0, UINT32_MAX };
	else if (lu_str_eqz(type, "Self") || lu_str_eqz(type, "This")) type = own_name(r->b, scope);
	if (member.n || s->field) scope = lu__type_of_self(r->b, s->def);
	else /* a variable that is an element is a name of what is around it */
		while (scope != LU__NO_DEF && lu__is_value(r->b->f->defs.v[scope].type))
			scope = r->b->f->defs.v[scope].parent;
	return add(r, (struct lu__typed){
			      .scope = scope,
			      .name = member.n ? member : s->text,
			      .type = type,
			      .whole = s->whole,
			      .how = how,
			      .bound = (s->kind == LU__CAPTURE_VAR_NAME && !s->set) ||
				       r->b->l->modules == LU__MODULES_DOTTED,
			      .set = !member.n && (s->set || s->kind == LU__CAPTURE_ASSIGN),
			      .from = seen.start,
			      .to = seen.end,
			      .at = s->start,
		      });
}

/* Does a variable's site begin where the assignment `i` does? Then it says what is assigned. */
static bool is_told(const struct lu__found *f, size_t i)
{
	for (size_t k = i + 1; k < f->sites.n && f->sites.v[k].start == f->sites.v[i].start; k++)
		if (f->sites.v[k].kind == LU__CAPTURE_VAR_NAME) return true;
	return false;
}

/* Does another pattern say more of the variable whose type site `i` calls unknown? Those come before it. */
static bool is_known(const struct lu__found *f, size_t i)
{
	const struct lu__site *s = &f->sites.v[i], *before = i ? s - 1 : s;

	return before != s && before->start == s->start && before->kind == s->kind;
}

/* What comments tell of a variable, or of the parameter that it is. */
static lu_str told_by_comment(const struct lu__build *b, const struct lu__site *s)
{
	const struct lu__def *d = s->def == LU__NO_DEF ? NULL : &b->f->defs.v[s->def];
	const lu_element *el = d && b->slot[s->def] != LU__NO_DEF ? &b->out.v[b->slot[s->def]] : NULL;
	bool parameter = el && !ts_node_is_null(d->params) && ts_node_start_byte(d->params) <= s->start &&
			 s->start < ts_node_end_byte(d->params);

	return parameter ? lu__doc_type(el->docstring, s->text, b->a) : lu__doc_type_before(b->text, s->start, b->a);
}

static lu_code add_told(struct raw *r, const struct lu__site *s, bool *is_told)
{
	lu_str type;
	struct lu__site t = *s;

	*is_told = false;
	if (!(r->b->l->syntax & LU__SYNTAX_DOC_TYPES)) return LU_OK;
	type = told_by_comment(r->b, s);
	if (!type.s) return lu_nomem(r->b->e);
	if (!type.n) return LU_OK;
	*is_told = true;
	t.whole = type;
	t.set = false;
	return add_site(r, &t, lu_type_named(type), DECLARED);
}

static lu_code add_sites(struct raw *r)
{
	const struct lu__found *f = r->b->f;
	bool told, declares = (r->b->l->syntax & LU__SYNTAX_DECLARES);
	lu_str none = { "", 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < f->sites.n && !rc; i++) {
		const struct lu__site *s = &f->sites.v[i];

		if (s->kind != LU__CAPTURE_ASSIGN && s->kind != LU__CAPTURE_VAR_NAME) continue;
		rc = add_told(r, s, &told);
		if (rc || told) continue;
		if (s->kind == LU__CAPTURE_ASSIGN && !declares && !is_told(f, i)) rc = add_site(r, s, none, UNKNOWN);
		if (s->kind != LU__CAPTURE_VAR_NAME) continue;
		if (s->how == LU__CAPTURE_VAR_TYPE) rc = add_site(r, s, s->type, DECLARED);
		if (s->how == LU__CAPTURE_VAR_NEW) rc = add_site(r, s, s->type, declares ? DECLARED : INFERRED);
		if (s->how == LU__CAPTURE_VAR_UNKNOWN && !is_known(f, i)) rc = add_site(r, s, none, DECLARED);
	}
	return rc;
}

/* A parameter hides what has its name further out. */
static lu_code add_parameters(struct raw *r)
{
	const struct lu__build *b = r->b;
	lu_str none = { "", 0 };
	lu_code rc = LU_OK;

	for (size_t d = 0; d < b->f->defs.n && !rc; d++) {
		const lu_element *el = b->slot[d] == LU__NO_DEF ? NULL : &b->out.v[b->slot[d]];

		for (size_t k = 0; el && k < el->parameters.n && !rc; k++) {
			lu_str name = el->parameters.v[k].name;

			while (name.n && strchr("*.&", name.s[0])) name = lu_strn(name.s + 1, name.n - 1);
			name = lu_str_after_last(name, ' '); /* a label stands before it */
			rc = add(r, (struct lu__typed){ d, name, none, none, UNKNOWN, true, false, 0, UINT32_MAX,
							UINT32_MAX });
		}
	}
	return rc;
}

#define TWINS 64 /* variables of one name and scope: more are not told apart */

/* What is assigned is seen where it is declared. */
static void place_assignment(const struct lu__typed *v, size_t n, struct lu__typed *set)
{
	uint32_t at = set->at;

	set->from = 0;
	set->to = UINT32_MAX;
	for (size_t i = 0; i < n && i < TWINS; i++)
		if (!v[i].set && v[i].from <= at && at < v[i].to) set->from = v[i].from, set->to = v[i].to;
}

/* In the order of settle(). */
static void sort(struct raw *r)
{
	if (r->n) qsort(r->v, r->n, sizeof *r->v, by_scope);
	if (!r->b->f->blocks.n) return;
	for (size_t i = 0, n; i < r->n; i += n) {
		for (n = 1; i + n < r->n && !by_name(&r->v[i], &r->v[i + n]);) n++;
		for (size_t k = 0; k < n; k++)
			if (r->v[i + k].set) place_assignment(&r->v[i], n, &r->v[i + k]);
	}
	if (r->n) qsort(r->v, r->n, sizeof *r->v, by_scope);
}

/* One entry for each scope and name. */
static lu_code settle(const struct raw *r, struct lu__types *out)
{
	size_t m = 0;

	out->n = 0;
	out->v = lu_arena_calloc(r->b->a, r->n + 1, sizeof *out->v);
	if (!out->v) return lu_nomem(r->b->e);
	for (size_t i = 0; i < r->n; i++) {
		struct lu__typed *last = m ? &out->v[m - 1] : NULL;
		const struct lu__typed *t = &r->v[i];
		bool bound = t->bound || (last && !by_scope(last, t) && last->bound);

		if (!last || by_scope(last, t)) {
			out->v[m++] = *t;
		} else if (t->how > last->how && t->how == DECLARED) {
			*last = *t;
		} else if (t->how == last->how ? !lu_str_eq(t->type, last->type) : last->how != DECLARED) {
			last->how = last->how == DECLARED ? DECLARED : UNKNOWN;
			last->type = last->whole = lu_strn("", 0);
		}
		out->v[m - 1].bound = bound;
	}
	out->n = m;
	return LU_OK;
}

/* Of those of one name the one that begins last where it is seen. */
static const struct lu__typed *find(const struct lu__types *t, size_t scope, lu_str name, uint32_t at)
{
	struct lu__typed key = { .scope = scope, .name = name };
	const struct lu__typed *hit = NULL;
	size_t i;

	LU_LOWER_BOUND(i, 0, t->n, by_name(&t->v[i], &key) < 0);
	for (; i < t->n && !by_name(&t->v[i], &key); i++)
		if (t->v[i].from <= at && at < t->v[i].to) hit = &t->v[i];
	return hit;
}

/* A place in the source: a byte in a definition. */
struct place {
	size_t def;
	uint32_t at;
};

/* What is known of the variable `name`, seen from `from`; NULL when there is none. *field: it belongs to a type,
 * or to the file. */
static const struct lu__typed *variable(const struct lu__build *b, const struct lu__types *t, lu_str name,
					struct place from, bool *field)
{
	size_t def = from.def;
	lu_str member = member_of_self(name);
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
			*field &= !b->f->blocks.n || hit->to == UINT32_MAX;
			return hit;
		}
		*field = true;
		if (member_too && (hit = find(t, lu__type_of_self(b, scope), name, from.at))) return hit;
		if (scope == LU__NO_DEF) break;
	}
	return NULL;
}

/* Length of the first component of an expression, with "self.": "self.x[].y" gives that of "self.x[]". */
static size_t head_length(lu_str expr)
{
	lu_str member = member_of_self(expr), from = member.n ? member : expr;

	return expr.n - from.n + lu_str_before_first(from, '.').n;
}

/* Does it end with the number of arguments: "x(1"? */
static bool is_count(lu_str part)
{
	return part.n > 1 && lu_is_digit(part.s[part.n - 1]) && part.s[part.n - 2] == '(';
}

/* The name in a component: "x()[]", "x()@" give "x". */
static lu_str bare(lu_str part)
{
	while (part.n && (strchr("()[]*^@+", part.s[part.n - 1]) || is_count(part))) part.n--;
	return part;
}

/* Take a call of "get" and its like off *rest, when the type of the variable says what that gives. */
static bool given_by_container(lu_str whole, lu_str *rest, lu_str *type)
{
	lu_str after = lu_strn(rest->s + 1, rest->n - 1), part = lu_str_before_first(after, '.'), name = bare(part);

	if (!lu_str_starts(*rest, ".") || name.n == part.n || part.s[part.n - 1] != ')') return false;
	*type = lu_type_named(lu_type_got(whole, name));
	if (type->n) *rest = lu_strn(part.s + part.n, after.n - part.n);
	return type->n > 0;
}

/* Follow methods of lists: of "Option[]" and ".find().x()", Option and ".x()". *marks are those behind the last one. */
static lu_str follow_list(lu_str whole, lu_str *rest, lu_str *marks)
{
	lu_str at = lu_strn(rest->s + (rest->n > 0), rest->n - (rest->n > 0));

	while (at.n && lu_type_element(whole).n) {
		lu_str after = at, part = lu_str_take(&after, '.'), name = bare(part),
		       use = lu_strn(part.s + name.n, part.n - name.n);

		if (!lu_str_starts(use, "()")) break;
		use = lu_strn(use.s + 2, use.n - 2);
		whole = lu_type_of_method(whole, name);
		*rest = after.n ? lu_strn(after.s - 1, after.n + 1) : after;
		if (use.n && after.n) whole = lu_str_eqz(use, "[]") ? lu_type_element(whole) : lu_strn("", 0);
		*marks = after.n ? lu_strn("", 0) : use;
		at = after;
	}
	return whole;
}

/* The type of what `use`, the marks behind a variable, takes of it, and `rest`, what follows; empty when that is not told. */
static void given_by_variable(const struct lu__typed *v, bool lists, lu_str use, lu_str rest, lu_buf *w, lu_str *type)
{
	struct lu__typed followed = *v;
	bool element;

	if (lists && !use.n && rest.n && lu_type_element(v->whole).n) {
		followed.whole = follow_list(v->whole, &rest, &use);
		followed.type = lu_type_named(followed.whole);
		v = &followed;
	}
	element = lu_str_eqz(use, "[]") || lu_str_eqz(use, "*");
	*type = lu_strn("", 0);
	/* what is called is a class or a function, as far as its name says */
	if (lu_str_starts(use, "(") && !(lu_str_starts(v->type, "=") && bare(v->type).n == v->type.n)) return;
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
	else if (!use.n || lu_str_eqz(use, "^")) *type = v->type;
	if (!type->n || (!rest.n && (!use.n || element))) return;
	lu_buf_addc(w, '=');
	lu_buf_addstr(w, *type);
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

/* The type of what `expr` gives: that of a variable, or "=" and an expression; empty when its head is of unknown type. An
 * expression whose head is no variable is told only when it is `wanted`: s == NULL: out of memory. */
static lu_str given(const struct lu__build *b, const struct lu__types *t, lu_str expr, struct place from, bool wanted)
{
	lu_str head = lu_strn(expr.s, head_length(expr)), rest = lu_strn(expr.s + head.n, expr.n - head.n);
	lu_str name = bare(head), use = lu_strn(head.s + name.n, head.n - name.n), type = { "", 0 };
	bool field;
	const struct lu__typed *hit = variable(b, t, name, from, &field);
	lu_buf w = LU_BUF;

	if (!name.n || memchr(expr.s, '?', expr.n)) return type;
	if (lu_str_eqz(expr, "this") && (b->l->rules & LU__RULE_OBJECTS)) {
		type = class_of_this(b, from.def);
		return type.n ? type : lu_strz("=this");
	}
	if (hit && !hit->type.n && b->l->self && lu_str_in_words(name, b->l->self))
		hit = NULL; /* the resolver knows it */
	if (!hit || (lu_str_starts(use, "(") && field)) {
		if (!wanted || (!rest.n && !use.n && b->l->modules != LU__MODULES_DOTTED)) return type;
		lu_buf_addc(&w, '=');
		lu_buf_addstr(&w, expr);
	} else {
		given_by_variable(hit, b->l->modules == LU__MODULES_SCRIPT, use, rest, &w, &type);
	}
	if (w.oom) type = lu_strn(NULL, 0);
	else if (w.len) type = lu_arena_dup(b->a, lu_buf_str(&w));
	lu_buf_free(&w);
	return type;
}

lu_str lu__type_given(const struct lu__build *b, const struct lu__types *t, lu_str expr, size_t def, uint32_t at)
{
	struct place from = { def, at };
	bool field, whole = expr.n == head_length(expr) && bare(expr).n == expr.n;
	const struct lu__typed *hit = whole ? variable(b, t, expr, from, &field) : NULL;

	if (hit && hit->whole.n) return hit->whole;
	if (lu_str_eqz(expr, "this")) {
		size_t self = lu__self_of(b, def);

		return self != LU__NO_DEF && lu__is_class(b->f->defs.v[self].type) ? expr : lu_strn("", 0);
	}
	return given(b, t, expr, from, true);
}

/* `return self`, `return cls()` */
static bool gives_itself(const struct lu__site *s)
{
	return lu_str_eqz(s->text, LU__RETURNED) && (lu_str_eqz(s->type, "self") || lu_str_eqz(s->type, "cls()"));
}

#define ROUNDS 3 /* variables that are told by each other */

/* Add the variables that are assigned from expressions, by what is known so far. */
static lu_code add_given(struct raw *r, const struct lu__types *known, bool *any)
{
	const struct lu__build *b = r->b;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < b->f->sites.n && !rc; i++) {
		const struct lu__site *s = &b->f->sites.v[i];
		lu_str type;

		if (s->kind != LU__CAPTURE_VAR_NAME || s->how != LU__CAPTURE_VAR_FROM || is_known(b->f, i)) continue;
		*any = true;
		type = gives_itself(s) ? lu_strz(LU__OWN_TYPE)
				       : given(b, known, s->type, (struct place){ s->def, s->start }, true);
		if (!type.s) return lu_nomem(b->e);
		rc = add_site(r, s, type,
			      (b->l->syntax & LU__SYNTAX_DECLARES) ? DECLARED
			      : type.n                             ? INFERRED
								   : UNKNOWN);
	}
	return rc;
}

/* Decorated functions, by their outermost decorator; those of a class are methods whatever it is. */
static lu_code add_decorated(struct raw *r, const struct lu__types *known, bool *any)
{
	const struct lu__build *b = r->b;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < b->f->defs.n && !rc; i++) {
		const struct lu__def *d = &b->f->defs.v[i];
		lu_buf w = LU_BUF;
		lu_str expr, type;

		if (d->dropped || !d->decorators.n || !lu__is_function(d->type)) continue;
		if (d->parent != LU__NO_DEF && lu__is_class(b->f->defs.v[d->parent].type)) continue;
		expr = lu__dotted(d->decorators.v[0], b->a);
		lu_buf_addf(&w, "%.*s@", LU_FMT(expr));
		expr = w.oom || !expr.s ? lu_strn(NULL, 0) : lu_arena_dup(b->a, lu_buf_str(&w));
		lu_buf_free(&w);
		if (!expr.s) return lu_nomem(b->e);
		type = given(b, known, expr, (struct place){ d->parent, d->start }, true);
		if (!type.s) return lu_nomem(b->e);
		*any = true;
		if (type.n)
			rc = add(r, (struct lu__typed){ d->parent,
							d->name,
							type,
							{ "", 0 },
							INFERRED,
							true,
							false,
							0,
							UINT32_MAX,
							UINT32_MAX });
	}
	return rc;
}

lu_code lu__types_collect(struct lu__build *b, struct lu__types *out)
{
	struct raw told = { .b = b }, all;
	lu_code rc = lu__settle_blocks(b);
	bool any = true;

	if (!rc) rc = add_sites(&told);

	if (!rc) rc = add_parameters(&told);
	sort(&told);
	if (!rc) rc = settle(&told, out);
	for (int round = 0; round < ROUNDS && any && !rc; round++) {
		any = false;
		all = (struct raw){ .b = b };
		for (size_t i = 0; i < told.n && !rc; i++) rc = add(&all, told.v[i]);
		if (!rc) rc = add_given(&all, out, &any);
		if (!rc && b->l->modules == LU__MODULES_DOTTED) rc = add_decorated(&all, out, &any);
		sort(&all);
		if (!rc && any) rc = settle(&all, out);
	}
	return rc;
}

/* Does the file have something else of this name? Where modules are values, a variable may be the import. */
static bool is_named_elsewhere(const struct lu__build *b, lu_str name)
{
	const lu_element *m = &b->out.v[0];

	if ((b->l->rules & LU__RULE_OBJECTS) && !b->f->blocks.n) return false;
	if (lu__find_named(b, name) != LU__NO_DEF) return true;
	for (size_t i = 0; i < m->imports.n; i++)
		if (lu_str_eq(m->imports.v[i].alias, name)) return true;
	return false;
}

static lu_str type_of(const struct lu__build *b, const struct lu__types *t, lu_str name, struct place from)
{
	lu_str type = given(b, t, name, from, false), head = bare(lu_strn(name.s, head_length(name)));
	bool field;

	if (!name.n || !type.s || type.n) return type;
	if (member_of_self(name).n || !variable(b, t, head, from, &field) || field) return type;
	/* a local variable, and nothing else */
	return is_named_elsewhere(b, head) || (b->l->syntax & LU__SYNTAX_BARE_FIELDS) ? lu_strz("=") : type;
}

/* Is a function of this name defined where the variable is? */
static bool is_function_too(const struct lu__build *b, const struct lu__typed *v)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, b->n_named, lu_str_cmp(b->f->defs.v[b->named[at]].name, v->name) < 0);
	for (; at < b->n_named && lu_str_eq(b->f->defs.v[b->named[at]].name, v->name); at++)
		if (b->f->blocks.n ? b->f->defs.v[b->named[at]].name_at == v->at
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

lu_str lu__type_of_callee(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s)
{
	struct place from = { s->def, s->start };
	const struct lu__typed *hit;
	bool field = true;

	if (memchr(s->text.s, '.', s->text.n)) {
		lu_str on = lu_str_before_last(s->text, '.');

		if (lu_str_eqz(on, "this") && !keeps_this(b, s->def)) return lu_strn("", 0);
		return type_of(b, t, on, from);
	}
	if (!(b->l->callable & LU__CALLABLE_VALUE) || ((b->l->rules & LU__RULE_OBJECTS) && !b->f->blocks.n))
		return lu_strn("", 0);
	hit = variable(b, t, s->text, from, &field);
	return hit && !field && hit->bound && !is_function_too(b, hit) ? lu_strz("=") : lu_strn("", 0);
}

/* ---- arguments ---- */

static lu_str type_of_arg(const struct lu__build *b, const struct lu__types *t, lu_str expr, struct place from)
{
	const struct lu__typed *hit;
	bool field;
	lu_str type;

	if (expr.n == head_length(expr) && bare(expr).n == expr.n) {
		hit = variable(b, t, expr, from, &field);
		if (hit) return hit->whole.n ? hit->whole : hit->type;
		return expr;
	}
	type = given(b, t, expr, from, true);
	return type;
}

lu_str lu__types_of_args(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s)
{
	lu_str types = s->types;
	lu_buf w = LU_BUF;
	lu_str rest = types, out = types;
	bool any = false, more = types.n && memchr(types.s, '=', types.n);

	if (!more) return types.s ? types : lu_strn("", 0);
	while (more) {
		lu_str one;

		more = memchr(rest.s, ';', rest.n) != NULL;
		one = lu_str_take(&rest, ';');
		if (lu_str_starts(one, "=")) {
			lu_str expr = lu_strn(one.s + 1, one.n - 1),
			       told = type_of_arg(b, t, expr, (struct place){ s->def, s->start });

			if (!told.s) out = told;
			/* a name that no variable has is one of another file */
			if (told.s != expr.s)
				one = told.n && told.n <= 200 && !memchr(told.s, ';', told.n) ? told : lu_strn("", 0);
		}
		lu_buf_addstr(&w, one);
		if (more) lu_buf_addc(&w, ';');
		any |= one.n > 0;
	}
	if (out.s) out = w.oom ? lu_strn(NULL, 0) : any ? lu_arena_dup(b->a, lu_buf_str(&w)) : lu_strn("", 0);
	lu_buf_free(&w);
	return out;
}

/* ---- fields ---- */

/* What a function is seen to give becomes the member "returned" of it. */
static lu_code add_returned(struct lu__build *b, const struct lu__types *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct lu__typed *v = &t->v[i];
		size_t el = v->scope == LU__NO_DEF ? LU__NO_DEF : b->slot[v->scope];
		lu_jw w;

		if (!lu_str_eqz(v->name, LU__RETURNED) || !v->type.n || v->type.n > 200 || el == LU__NO_DEF) continue;
		if (!lu__is_function(b->out.v[el].type) || b->out.v[el].return_type.n) continue;
		lu_jw_init(&w);
		lu_jw_str(&w, "returned", lu_str_eqz(v->type, "=cls()") ? lu_strz(LU__OWN_TYPE) : v->type);
		b->out.v[el].extra = w.out.oom ? lu_strn(NULL, 0) : lu_arena_dup(b->a, lu_buf_str(&w.out));
		lu_jw_free(&w);
		if (!b->out.v[el].extra.s) return lu_nomem(b->e);
	}
	return LU_OK;
}

lu_code lu__add_fields(struct lu__build *b, const struct lu__types *t)
{
	for (size_t i = 0, n; i < t->n; i += n) {
		size_t scope = t->v[i].scope, el = scope == LU__NO_DEF ? 0 : b->slot[scope];
		bool holds = scope == LU__NO_DEF || lu__is_class(b->f->defs.v[scope].type), any = false;
		lu_jw w;

		for (n = 1; i + n < t->n && t->v[i + n].scope == scope;) n++;
		if (!holds || el == LU__NO_DEF) continue;
		lu_jw_init(&w);
		lu_jw_open(&w, "fields", '{');
		for (size_t k = i; k < i + n; k++) {
			const struct lu__typed *v = &t->v[k];
			lu_str type = v->whole.n ? v->whole : v->type;
			char name[80];

			if (!type.n || type.n > 200 || v->name.n >= sizeof name || v->to != UINT32_MAX) continue;
			snprintf(name, sizeof name, "%.*s", LU_FMT(v->name));
			lu_jw_str(&w, name, type);
			any = true;
		}
		lu_jw_close(&w, '}');
		if (any) b->out.v[el].extra = lu_arena_dup(b->a, lu_buf_str(&w.out));
		any = w.out.oom || (any && !b->out.v[el].extra.s);
		lu_jw_free(&w);
		if (any) return lu_nomem(b->e);
	}
	return add_returned(b, t);
}
