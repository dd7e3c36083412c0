/* SPDX-License-Identifier: MIT
 * What elements use: base classes, calls, assignments, and the imports behind them. */
#include <stdlib.h>

#include "parse/build.h"
#include "parse/names.h"
#include "core/sorting.h"
#include "core/ascii.h"
#include "core/binary_search.h"
#include "core/type_text.h"
#include "parse/types.h"

static size_t element_of(const struct lu__build *b, size_t def)
{
	return def == LU__NO_DEF ? 0 : b->slot[def];
}

/* Types of TypeScript that have the members of the first type that they are given. */
static bool is_utility(lu_str name)
{
	return lu_str_in_words(name, "Readonly Partial Required Omit Pick NonNullable Awaited");
}

#define BASE_LEVELS 8

/* The types that '&' joins, without brackets and what has their members. */
static lu_code push_bases(struct lu__build *b, lu_strs *list, lu_str text, int level)
{
	bool typed = (b->l->rules & LU__RULE_TYPED) && level < BASE_LEVELS;
	lu_code rc = LU_OK;

	while (text.n && !rc) {
		lu_str t = typed ? lu_type_take_joined(&text) : text, name = lu__type_name(t), base;

		if (!typed) text.n = 0;
		if (typed && lu_str_starts(t, "(") && lu_str_ends(t, ")")) {
			rc = push_bases(b, list, lu_strn(t.s + 1, t.n - 2), level + 1);
		} else if (typed && is_utility(lu_str_trim(lu_str_before_first(t, '<')))) {
			rc = push_bases(b, list, lu_type_argument(t), level + 1);
		} else {
			base = lu__dotted(name, b->a);
			if (!base.s) return lu_nomem(b->e);
			if (base.n) rc = lu__push(b, list, base);
		}
	}
	return rc;
}

lu_code lu__add_bases(struct lu__build *b)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < b->f->attrs.n && !rc; i++) {
		const struct lu__attr *at = &b->f->attrs.v[i];
		size_t d = at->def == LU__NO_DEF ? LU__NO_DEF : b->by_number[at->def];

		if (at->kind == LU__CAPTURE_BASE && at->receiver.n) d = lu__find_named(b, at->receiver);
		if (at->kind != LU__CAPTURE_BASE || d == LU__NO_DEF || b->slot[d] == LU__NO_DEF) continue;
		rc = push_bases(b, &b->out.v[b->slot[d]].base_classes, lu__node_text(at->node, b->text), 0);
	}
	return rc;
}

/* Calls of one element, equal names (and receivers) counted. Sites come in the order of the source, so
 * that those of one element are found by sorting on (element, name). */
struct call_key {
	size_t el, first, order; /* first: of those of the same name */
	lu_call call;
};

static int by_kind_of_call(const struct call_key *x, const struct call_key *y)
{
	int c;

	if (x->el != y->el) return x->el < y->el ? -1 : 1;
	if ((c = lu_str_cmp(x->call.name, y->call.name))) return c;
	if ((c = lu_str_cmp(x->call.receiver, y->call.receiver))) return c;
	if (x->call.args != y->call.args) return x->call.args < y->call.args ? -1 : 1;
	return lu_str_cmp(x->call.types, y->call.types);
}

static int by_call(const void *px, const void *py)
{
	const struct call_key *x = px, *y = py;
	int c = by_kind_of_call(x, y);

	return c ? c : x->order < y->order ? -1 : 1;
}

static int by_order(const void *px, const void *py)
{
	const struct call_key *x = px, *y = py;

	if (x->el != y->el) return x->el < y->el ? -1 : 1;
	if (x->first != y->first) return x->first < y->first ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

/* Calls of one name stand together. */
static void note_firsts(struct call_key *v, size_t n)
{
	for (size_t i = 0, k; i < n; i = k) {
		size_t first = v[i].order;

		for (k = i + 1; k < n && v[k].el == v[i].el && lu_str_eq(v[k].call.name, v[i].call.name); k++)
			if (v[k].order < first) first = v[k].order;
		for (size_t at = i; at < k; at++) v[at].first = first;
	}
}

/* Names that are bound inside of elements: calls of them are of no other element's concern. */
struct local {
	size_t el;
	lu_str name;
};

static int by_local_name(const void *px, const void *py)
{
	const struct local *x = px, *y = py;

	if (x->el != y->el) return x->el < y->el ? -1 : 1;
	return lu_str_cmp(x->name, y->name);
}

static lu_code collect_locals(const struct lu__build *b, struct local **out, size_t *n)
{
	const struct lu__found *f = b->f;
	struct local *v = lu_arena_calloc(b->a, f->sites.n + 1, sizeof *v);
	size_t k = 0;

	if (!v) return lu_nomem(b->e);
	for (size_t i = 0; i < f->sites.n; i++)
		if (f->sites.v[i].kind == LU__CAPTURE_LOCAL)
			v[k++] = (struct local){ element_of(b, f->sites.v[i].def), f->sites.v[i].text };
	if (k) qsort(v, k, sizeof *v, by_local_name);
	*out = v;
	*n = k;
	return LU_OK;
}

/* Does the next site tell the type of the receiver of this call? */
static bool is_retold(const struct lu__found *f, size_t i)
{
	const struct lu__site *s = &f->sites.v[i], *next = s + 1;

	return i + 1 < f->sites.n && next->start == s->start && next->kind == s->kind && next->type.n && !s->type.n &&
	       lu_str_eq(next->text, s->text);
}

/* Names of the file that may be functions although it declares none: macros that may call something, as there is a parenthesis in
 * what they stand for, and where modules are values, what is imported. */
static lu_code collect_callable(const struct lu__build *b, lu_str **out, size_t *n)
{
	const struct lu__found *f = b->f;
	const lu_element *m = &b->out.v[0];
	bool imports = b->l->rules & LU__RULE_OBJECTS;
	size_t k = 0;

	*n = 0;
	*out = NULL;
	if (!b->l->macros && !imports) return LU_OK;
	*out = lu_arena_calloc(b->a, f->defs.n + m->imports.n + 1, sizeof **out);
	if (!*out) return lu_nomem(b->e);
	for (size_t i = 0; b->l->macros && i < f->defs.n; i++) {
		const struct lu__def *d = &f->defs.v[i];
		lu_str body = { "", 0 };

		if (!d->dropped && lu_str_eqz(d->type, "macro"))
			body = lu__node_text(lu__field(d->node, "value"), b->text);
		if (body.n && memchr(body.s, '(', body.n)) (*out)[k++] = d->name;
	}
	for (size_t i = 0; imports && i < m->imports.n; i++)
		if (m->imports.v[i].alias.n) (*out)[k++] = m->imports.v[i].alias;
	if (k) qsort(*out, k, sizeof **out, lu_str_order);
	*n = k;
	return LU_OK;
}

/* A function that is taken as a value: in a table, assigned to a member, passed on. What may be a variable counts only where the
 * file declares a function of its name, or it is one of `callable`: of "a.f" and "this.f" a function f, or what a is. */
static bool is_taken(const struct lu__build *b, const struct lu__site *s, const lu_str *callable, size_t n_callable)
{
	lu_str head;
	size_t d;

	if (s->kind == LU__CAPTURE_VALUE) return true;
	if (s->kind != LU__CAPTURE_VALUE_HERE) return false;
	head = lu_str_before_first(s->text, '.');
	if (n_callable && bsearch(&head, callable, n_callable, sizeof *callable, lu_str_order)) return true;
	if (lu__is_own_name(b, s->def, LU__NO_DEF, head)) return true;
	d = lu__find_named(b, head.n == s->text.n ? head : lu_strn(head.s + head.n + 1, s->text.n - head.n - 1));
	return d != LU__NO_DEF && !lu__is_class(b->f->defs.v[d].type);
}

/* A type parameter is of its bound, whatever class has its name. */
static lu_str type_cast_to(const struct lu__build *b, const struct lu__site *s)
{
	lu_str bound;

	if (!lu__is_type_parameter(b, s->def, s->type, &bound)) return s->type;
	bound = lu_type_named(bound);
	return bound.n ? bound : lu_strz("=");
}

/* May the name be that of a method of the class around? The file defines it. */
static bool is_own_method(const struct lu__build *b, const struct lu__site *s)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, b->n_named, lu_str_cmp(b->f->defs.v[b->named[at]].name, s->text) < 0);
	if (at == b->n_named || !lu_str_eq(b->f->defs.v[b->named[at]].name, s->text)) return false;
	for (size_t def = s->def; def != LU__NO_DEF; def = b->f->defs.v[def].parent)
		if (b->f->defs.v[def].receiver.n || lu__is_class(b->f->defs.v[def].type)) return true;
	return false;
}

lu_code lu__add_calls(struct lu__build *b)
{
	const struct lu__found *f = b->f;
	struct call_key *v = lu_arena_calloc(b->a, f->sites.n + 1, sizeof *v);
	struct lu__types types = { NULL, 0 };
	struct local *locals = NULL;
	lu_str *callable = NULL;
	size_t n = 0, m = 0, n_locals = 0, n_callable = 0;
	lu_code rc = v ? lu__types_collect(b, &types) : lu_nomem(b->e);

	if (!rc) rc = lu__add_fields(b, &types);
	if (!rc) rc = lu__add_results(b, &types);
	if (!rc) rc = collect_locals(b, &locals, &n_locals);
	if (!rc) rc = collect_callable(b, &callable, &n_callable);
	for (size_t i = 0; i < f->sites.n && !rc; i++) {
		const struct lu__site *s = &f->sites.v[i];
		struct local key = { element_of(b, s->def), s->text };

		if (n_locals && bsearch(&key, locals, n_locals, sizeof key, by_local_name)) continue;
		if ((s->kind != LU__CAPTURE_CALL && !is_taken(b, s, callable, n_callable)) || !s->text.n ||
		    is_retold(f, i))
			continue;
		v[n] = (struct call_key){ .el = element_of(b, s->def),
					  .order = n,
					  .call = {
						  .name = s->text, .line = s->row + 1, .count = 1, .args = s->args } };
		v[n].call.receiver = s->type.n ? type_cast_to(b, s) : lu__type_of_callee(b, &types, s);
		v[n].call.types = lu__types_of_args(b, &types, s);
		if (s->whole.n && v[n].call.receiver.s && !v[n].call.receiver.n && is_own_method(b, s))
			v[n].call.receiver = s->whole;
		if (!v[n].call.receiver.s || !v[n].call.types.s) return lu_nomem(b->e);
		if (s->kind != LU__CAPTURE_CALL) {
			if (v[n].call.receiver.n) continue; /* a local variable */
			v[n].call.receiver = lu_strz(LU_TAKEN);
		}
		n++;
	}
	if (rc) return rc;
	if (n) qsort(v, n, sizeof *v, by_call);
	for (size_t i = 0; i < n; i++) {
		struct call_key *p = m ? &v[m - 1] : NULL;

		if (p && !by_kind_of_call(p, &v[i])) p->call.count++;
		else v[m++] = v[i];
	}
	note_firsts(v, m);
	if (m) qsort(v, m, sizeof *v, by_order);
	for (size_t i = 0; i < m && !rc; i++) {
		lu_element *el = &b->out.v[v[i].el];
		lu_call *w = lu_arena_grow(b->a, el->calls.v, el->calls.n, sizeof *w);

		if (!w) return lu_nomem(b->e);
		(el->calls.v = w)[el->calls.n++] = v[i].call;
	}
	return rc;
}

/* Distinct targets of assignments, each element's own; long lists say little more. */
lu_code lu__add_assignments(struct lu__build *b)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < b->f->sites.n && !rc; i++) {
		const struct lu__site *s = &b->f->sites.v[i];
		lu_element *el = &b->out.v[element_of(b, s->def)];

		if (s->kind == LU__CAPTURE_ASSIGN && el->assignments.n < 100 && s->text.n < 100)
			rc = lu__push(b, &el->assignments, s->text);
	}
	return rc;
}

/* ---- dependencies: the imports that an element uses ---- */

struct bound {
	lu_str local, dependency;
	size_t order;
};

static int by_local(const void *px, const void *py)
{
	const struct bound *x = px, *y = py;
	int c = lu_str_cmp(x->local, y->local);

	return c ? c : (x->order > y->order) - (x->order < y->order);
}

struct deps {
	struct lu__build *b;
	struct bound *v;
	size_t n;
};

static lu_str head(lu_str name)
{
	size_t n = 0;

	while (n < name.n && name.s[n] != '.' && name.s[n] != '(' && name.s[n] != '[') n++;
	return lu_strn(name.s, n);
}

static lu_code use(const struct deps *d, lu_element *el, lu_str name)
{
	lu_str local = head(name);
	size_t at; /* of several imports of one name the first */

	if (!local.n) return LU_OK;
	LU_LOWER_BOUND(at, 0, d->n, lu_str_cmp(d->v[at].local, local) < 0);
	if (at == d->n || !lu_str_eq(d->v[at].local, local)) return LU_OK;
	return lu__push(d->b, &el->dependencies, d->v[at].dependency);
}

static bool is_name(char c)
{
	return lu_is_ident(c) || c == '$' || c == '.';
}

/* All names in the text of a type: "dict[str, a.B]". */
static lu_code use_type(const struct deps *d, lu_element *el, lu_str type)
{
	lu_code rc = LU_OK;

	for (size_t i = 0, n; i < type.n && !rc; i += n + 1) {
		while (i < type.n && type.s[i] == '.') i++; /* "...T" */
		for (n = 0; i + n < type.n && is_name(type.s[i + n]);) n++;
		if (n) rc = use(d, el, lu_strn(type.s + i, n));
	}
	return rc;
}

static lu_code use_all(const struct deps *d, lu_element *el)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < el->base_classes.n && !rc; i++) rc = use(d, el, el->base_classes.v[i]);
	for (size_t i = 0; i < el->decorators.n && !rc; i++) rc = use(d, el, el->decorators.v[i]);
	for (size_t i = 0; i < el->parameters.n && !rc; i++) rc = use_type(d, el, el->parameters.v[i].type);
	if (!rc) rc = use_type(d, el, el->return_type);
	for (size_t i = 0; i < el->calls.n && !rc; i++) rc = use(d, el, el->calls.v[i].name);
	return rc;
}

/* What an import's local name stands for: the module, or a name in it ("from . import x": ".x"). */
static lu_code dependency(struct lu__build *b, const lu_import *im, lu_str *out)
{
	bool named = im->name.n && !lu_str_eqz(im->name, "*") && !lu_str_eqz(im->name, "default");
	bool dots = im->module.n && im->module.s[im->module.n - 1] == '.';
	lu_str none = { "", 0 };

	*out = im->module;
	if (!named) return LU_OK;
	return dots ? lu__join_name(b, im->module, none, im->name, out)
		    : lu__join_name(b, none, im->module, im->name, out);
}

static lu_code bind_imports(struct deps *d)
{
	struct lu__build *b = d->b;
	const lu_element *m = &b->out.v[0];
	lu_code rc = LU_OK;

	d->v = lu_arena_calloc(b->a, m->imports.n + 1, sizeof *d->v);
	if (!d->v) return lu_nomem(b->e);
	for (size_t i = 0; i < m->imports.n && !rc; i++) {
		const lu_import *im = &m->imports.v[i];
		lu_str local = im->alias;

		if (!local.n && !im->name.n && b->l->bind == LU__BIND_LAST) local = lu_str_after_last(im->module, '/');
		if (!local.n && !im->name.n && b->l->bind == LU__BIND_FIRST) local = head(im->module);
		if (!local.n) continue;
		d->v[d->n].local = local;
		d->v[d->n].order = i;
		rc = dependency(b, im, &d->v[d->n++].dependency);
	}
	if (d->n) qsort(d->v, d->n, sizeof *d->v, by_local);
	return rc;
}

lu_code lu__add_dependencies(struct lu__build *b)
{
	lu_element *m = &b->out.v[0];
	struct deps d = { .b = b };
	lu_code rc = bind_imports(&d);

	for (size_t i = 0; i < m->imports.n && !rc; i++)
		if (m->imports.v[i].module.n) rc = lu__push(b, &m->dependencies, m->imports.v[i].module);
	for (size_t i = 1; i < b->out.n && !rc; i++) rc = use_all(&d, &b->out.v[i]);
	return rc;
}
