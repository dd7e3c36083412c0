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
#include <stdlib.h>

#include "core/type_params.h"
#include "core/type_takes.h"
#include "core/type_text.h"
#include "parse/types.h"

struct raw {
	struct lu__build *b;
	struct lu__typed *v;
	size_t n;
};

static int by_scope(const void *px, const void *py)
{
	const struct lu__typed *x = px, *y = py;
	int c = lu__typed_order(x, y);

	if (c) return c;
	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	return (x->to < y->to) - (x->to > y->to);
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

/* A type parameter is of the type that it extends, whatever class has its name. Arguments are told by their parameters where
 * functions differ by what they take. */
static void unbind(const struct lu__build *b, size_t def, lu_str *type, lu_str *whole)
{
	lu_str bound;

	if (!type->n || type->s[0] == '=' || (b->l->rules & LU__RULE_ARITY)) return;
	if (!lu__is_type_parameter(b, def, *type, &bound)) return;
	*type = lu_type_named(bound);
	*whole = bound;
}

static lu_code add_site(struct raw *r, const struct lu__site *s, lu_str type, enum lu__how how)
{
	lu_str member = lu__member_of_self(s->text);
	size_t scope = s->def;
	struct lu__range seen = { s->from, s->to };
	lu_str whole = s->whole;

	if (!member.n && !s->field && r->b->f->blocks.n && s->to == UINT32_MAX) {
		seen = lu__block_around(r->b, s->start);
		if (scope != LU__NO_DEF && lu__is_class(r->b->f->defs.v[scope].type) &&
		    seen.start < r->b->f->defs.v[scope].start)
			seen = (struct lu__range){ 0, UINT32_MAX }; /* a type in a namespace */
		if (s->from > seen.start) seen.start = s->from;
	}
	if (lu_str_eqz(type, "Self") || lu_str_eqz(type, "This")) type = own_name(r->b, scope);
	if (how == DECLARED) unbind(r->b, s->def, &type, &whole);
	if (member.n || s->field) scope = lu__type_of_self(r->b, s->def);
	else scope = lu__around_values(r->b, scope);
	return add(r, (struct lu__typed){
			      .scope = scope,
			      .name = member.n ? member : s->text,
			      .type = type,
			      .whole = whole,
			      .how = how,
			      .bound = (s->kind == LU__CAPTURE_VAR_NAME && !s->set) ||
				       r->b->l->modules == LU__MODULES_DOTTED,
			      .empty = s->how == LU__CAPTURE_VAR_NONE && how == UNKNOWN,
			      .owned = s->owned,
			      .by_value = s->by_value,
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

/* Does another pattern say more of the variable whose type site `i` calls unknown? Those come before it. What is told of a part of
 * where it is seen is not that: a case of Go's type switch. */
static bool is_known(const struct lu__found *f, size_t i)
{
	const struct lu__site *s = &f->sites.v[i], *before = i ? s - 1 : s;

	return before != s && before->start == s->start && before->kind == s->kind && before->to == s->to &&
	       lu_str_eq(before->text, s->text);
}

/* What comments tell of a variable, or of the parameter that it is. */
static lu_str told_by_comment(const struct lu__build *b, const struct lu__site *s)
{
	const struct lu__def *d = s->def == LU__NO_DEF ? NULL : &b->f->defs.v[s->def];
	const lu_element *el = d && b->slot[s->def] != LU__NO_DEF ? &b->out.v[b->slot[s->def]] : NULL;
	bool parameter = el && !ts_node_is_null(d->params) && ts_node_start_byte(d->params) <= s->start &&
			 s->start < ts_node_end_byte(d->params);

	return parameter ? lu__doc_type(b->l, lu__doc_of(b, s->def), s->text, b->a)
			 : lu__doc_type_before(b->l, b->text, s->start, s->text, b->a);
}

static lu_code add_told(struct raw *r, const struct lu__site *s, bool *is_told)
{
	lu_str type;
	struct lu__site t = *s;

	*is_told = false;
	if (!(r->b->l->syntax & LU__SYNTAX_DOC_TYPES)) return LU_OK;
	/* what the language checks says more than a comment, but of a list's elements */
	if (s->how == LU__CAPTURE_VAR_TYPE && (r->b->l->syntax & LU__SYNTAX_DOC_WORDS) &&
	    !lu_str_in_words(s->whole, "array iterable ?array object mixed"))
		return LU_OK;
	type = told_by_comment(r->b, s);
	if (!type.s) return lu_nomem(r->b->e);
	if (!type.n) return LU_OK;
	*is_told = true;
	t.whole = type;
	t.set = false;
	return add_site(r, &t, lu_type_named(type), DECLARED);
}

/* The bound of the type parameter that a variable's type is; NULL when it is none. The bound is told inside of what has the
 * parameter. */
static const struct lu__site *bound_of(const struct lu__build *b, const size_t *bounds, size_t n,
				       const struct lu__site *s)
{
	for (size_t i = n; i-- > 0;) {
		const struct lu__site *k = &b->f->sites.v[bounds[i]];
		size_t def = s->def;

		if (!lu_str_eq(k->text, s->type)) continue;
		while (def != k->def && def != LU__NO_DEF) def = b->f->defs.v[def].parent;
		if (def == k->def) return k;
	}
	return NULL;
}

/* Where the bounds of type parameters stand. */
static lu_code find_bounds(const struct lu__build *b, size_t **out, size_t *n)
{
	*out = NULL;
	*n = 0;
	for (size_t i = 0; i < b->f->sites.n; i++) {
		size_t *v;

		if (b->f->sites.v[i].kind != LU__CAPTURE_BOUND_NAME) continue;
		if (!(v = lu_arena_grow(b->a, *out, *n, sizeof *v))) return lu_nomem(b->e);
		(*out = v)[(*n)++] = i;
	}
	return LU_OK;
}

/* Does a variable of definition `def` live in a function? */
static bool is_in_function(const struct lu__build *b, size_t def)
{
	def = lu__around_values(b, def);
	return def != LU__NO_DEF && lu__is_function(b->f->defs.v[def].type);
}

static bool belongs_to_class(const struct lu__build *b, const struct lu__site *s)
{
	size_t def = lu__around_values(b, s->def);

	return def != LU__NO_DEF && lu__is_class(b->f->defs.v[def].type);
}

static lu_code add_declared(struct raw *r, const struct lu__site *s, const size_t *bounds, size_t n)
{
	const struct lu__site *bound = s->type.n ? bound_of(r->b, bounds, n, s) : NULL;
	struct lu__site t = *s;

	/* what functions write down is told to those who call them */
	if (lu_str_starts(s->type, LU_OBJECT_MADE) && !is_in_function(r->b, s->def)) {
		t.type = t.whole = lu_strn("", 0);
		return add_site(r, &t, t.type, DECLARED);
	}

	/* a field is of the parameter for others, who know what that is for them */
	if (bound && !belongs_to_class(r->b, s)) t.whole = bound->whole;
	/* a parameter without a bound is no class of its name */
	if (bound && lu_str_eq(bound->type, s->type)) return add_site(r, &t, lu_strn("", 0), DECLARED);
	return add_site(r, &t, bound ? bound->type : s->type, DECLARED);
}

/* JavaScript's "let x;" hides what has its name further out, and is of the type that is assigned. */
static bool is_empty(const struct lu__build *b, const struct lu__site *s)
{
	return b->l->modules == LU__MODULES_SCRIPT && !s->set && !s->field && s->def != LU__NO_DEF &&
	       !lu_str_eqz(s->type, "require");
}

/* Python's "def f(self: T) -> T": it is of the class around, whatever T says besides, unless T is another class of the file, as
 * the protocols are that mixins ask for. */
static bool is_self(const struct lu__build *b, const struct lu__site *s)
{
	size_t up = s->def == LU__NO_DEF ? LU__NO_DEF : b->f->defs.v[s->def].parent, named;

	if (b->l->modules != LU__MODULES_DOTTED || up == LU__NO_DEF || !lu_str_in_words(s->text, b->l->self) ||
	    !lu__is_class(b->f->defs.v[up].type))
		return false;
	named = lu__find_named(b, s->type);
	return named == LU__NO_DEF || named == up || !lu__is_class(b->f->defs.v[named].type);
}

static lu_code add_sites(struct raw *r)
{
	const struct lu__found *f = r->b->f;
	bool told, declares = (r->b->l->syntax & LU__SYNTAX_DECLARES);
	lu_str none = { "", 0 };
	size_t *bounds, n_bounds;
	lu_code rc = find_bounds(r->b, &bounds, &n_bounds);

	for (size_t i = 0; i < f->sites.n && !rc; i++) {
		const struct lu__site *s = &f->sites.v[i];

		if (s->kind != LU__CAPTURE_ASSIGN && s->kind != LU__CAPTURE_VAR_NAME) continue;
		if (s->how == LU__CAPTURE_VAR_TYPE && is_self(r->b, s)) continue;
		rc = add_told(r, s, &told);
		if (rc || told) continue;
		if (s->kind == LU__CAPTURE_ASSIGN && !declares && !is_told(f, i)) rc = add_site(r, s, none, UNKNOWN);
		if (s->kind != LU__CAPTURE_VAR_NAME) continue;
		if (s->how == LU__CAPTURE_VAR_TYPE) rc = add_declared(r, s, bounds, n_bounds);
		if (s->how == LU__CAPTURE_VAR_NEW) rc = add_site(r, s, s->type, declares ? DECLARED : INFERRED);
		if (s->how == LU__CAPTURE_VAR_UNKNOWN && !is_known(f, i)) rc = add_site(r, s, none, DECLARED);
		if (s->how == LU__CAPTURE_VAR_NONE && is_empty(r->b, s)) rc = add_site(r, s, none, UNKNOWN);
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
			rc = add(r, (struct lu__typed){ .scope = d,
							.name = name,
							.type = none,
							.whole = none,
							.bound = true,
							.to = UINT32_MAX,
							.at = UINT32_MAX });
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
		for (n = 1; i + n < r->n && !lu__typed_order(&r->v[i], &r->v[i + n]);) n++;
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
		} else if (t->empty || last->empty) {
			if (last->empty) *last = *t;
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

/* Where the names are looked up that tell a variable: of a parameter that its function's context tells, outside of it. */
static struct lu__place asked_from(const struct lu__build *b, const struct lu__site *s)
{
	struct lu__place from = { s->def, s->asked ? s->asked : s->start };

	while (from.def != LU__NO_DEF && s->asked && s->asked < b->f->defs.v[from.def].start)
		from.def = b->f->defs.v[from.def].parent;
	return from;
}

#define ROUNDS 3 /* variables that are told by each other */

/* A type such as "ResponsePromise": it is no promise of itself, and what it is one of is told where it is declared. */
static bool is_own_promise(lu_str type)
{
	return lu_str_ends(lu_type_named(type), "Promise");
}

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
		type = lu__given(b, known, s->type, asked_from(b, s), true);
		if (!type.s) return lu_nomem(b->e);
		if (s->awaited && is_own_promise(type)) type = lu_strn("", 0);
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
		type = lu__given(b, known, expr, (struct lu__place){ d->parent, d->start }, true);
		if (!type.s) return lu_nomem(b->e);
		*any = true;
		if (type.n)
			rc = add(r, (struct lu__typed){ .scope = d->parent,
							.name = d->name,
							.type = type,
							.whole = { "", 0 },
							.how = INFERRED,
							.bound = true,
							.to = UINT32_MAX,
							.at = UINT32_MAX });
	}
	return rc;
}

/* What is "new A()" or "instanceof A" where A is a variable is of no type that is known. True: there was one. */
static bool hide_types(struct raw *r, const struct lu__types *known)
{
	bool any = false;

	for (size_t i = 0; i < r->n; i++) {
		struct lu__typed *v = &r->v[i];
		lu_str head = lu_str_before_first(v->type, '.');

		if (!v->by_value || !head.n ||
		    !lu__is_variable(r->b, known, head, (struct lu__place){ v->scope, v->at }))
			continue;
		v->type = v->whole = lu_strn("", 0);
		any = true;
	}
	return any;
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
	if (!rc && hide_types(&told, out)) rc = settle(&told, out);
	for (int round = 0; round < ROUNDS && any && !rc; round++) {
		any = false;
		all = (struct raw){ .b = b };
		for (size_t i = 0; i < told.n && !rc; i++) rc = add(&all, told.v[i]);
		if (!rc) rc = add_given(&all, out, &any);
		if (!rc && b->l->modules == LU__MODULES_DOTTED) rc = add_decorated(&all, out, &any);
		sort(&all);
		if (!rc && any) rc = settle(&all, out);
		if (!rc) hide_types(&told, out);
	}
	return rc;
}
