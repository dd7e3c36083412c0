/* SPDX-License-Identifier: MIT
 * Types of variables, as far as the source shows them: annotations, `x = T()`, `x = y` with y known. Fields
 * (self.x, this.x, names in a class body) belong to their class, names to the function around them.
 *
 * Where variables are declared, each declaration counts, and two of one name that differ leave no type.
 * Elsewhere a declared type counts; else all assignments must agree, and one of unknown type leaves none: a
 * wrong receiver is worse than none. */
#include <stdlib.h>

#include "parse/build.h"
#include "parse/names.h"

enum how { UNKNOWN, INFERRED, DECLARED };

struct lu__typed {
	size_t scope;
	lu_str name, type;
	enum how how;
};

struct raw {
	struct lu__build *b;
	struct lu__typed *v;
	size_t n;
};

static int by_scope(const void *px, const void *py)
{
	const struct lu__typed *x = px, *y = py;

	if (x->scope != y->scope) return x->scope < y->scope ? -1 : 1;
	return lu_str_cmp(x->name, y->name);
}

/* The part of "self.x" or "this.x" after the dot; empty for other names. */
static lu_str member_of_self(lu_str name)
{
	bool self = lu_str_starts(name, "self.") || lu_str_starts(name, "this.");

	return self ? lu_strn(name.s + 5, name.n - 5) : lu_strn("", 0);
}

static lu_code add(struct raw *r, size_t scope, lu_str name, lu_str type, enum how how)
{
	struct lu__typed *w = lu_arena_grow(r->b->a, r->v, r->n, sizeof *w);

	if (!w) return lu_nomem(r->b->e);
	(r->v = w)[r->n++] = (struct lu__typed){ scope, name, type, how };
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

	if (lu_str_eqz(type, "Self") || lu_str_eqz(type, "This")) type = own_name(r->b, scope);
	if (member.n || s->field) scope = lu__type_of_self(r->b, s->def);
	else /* a variable that is an element is a name of what is around it */
		while (scope != LU__NO_DEF && lu__is_value(r->b->f->defs.v[scope].type))
			scope = r->b->f->defs.v[scope].parent;
	return add(r, scope, member.n ? member : s->text, type, how);
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

	return before != s && before->start == s->start && before->kind == LU__CAPTURE_VAR_NAME;
}

static lu_code add_sites(struct raw *r)
{
	const struct lu__found *f = r->b->f;
	bool declares = (r->b->l->syntax & LU__SYNTAX_DECLARES);
	lu_str none = { "", 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < f->sites.n && !rc; i++) {
		const struct lu__site *s = &f->sites.v[i];

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
			rc = add(r, d, name, none, UNKNOWN);
		}
	}
	return rc;
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

		if (!last || by_scope(last, t)) {
			out->v[m++] = *t;
		} else if (t->how > last->how && t->how == DECLARED) {
			*last = *t;
		} else if (t->how == last->how ? !lu_str_eq(t->type, last->type) : last->how != DECLARED) {
			last->how = last->how == DECLARED ? DECLARED : UNKNOWN;
			last->type = lu_strn("", 0);
		}
	}
	out->n = m;
	return LU_OK;
}

lu_code lu__types_collect(struct lu__build *b, struct lu__types *out)
{
	struct raw r = { .b = b };
	const struct lu__found *f = b->f;
	lu_code rc = add_sites(&r);

	if (!rc) rc = add_parameters(&r);
	if (r.n) qsort(r.v, r.n, sizeof *r.v, by_scope);
	if (!rc) rc = settle(&r, out);
	for (size_t i = 0; i < f->sites.n && !rc; i++) {
		const struct lu__site *s = &f->sites.v[i];
		lu_str type;

		if (s->kind != LU__CAPTURE_VAR_NAME || s->how != LU__CAPTURE_VAR_FROM) continue;
		type = lu__type_of(b, out, s->type, s->def);
		rc = add_site(&r, s, type,
			      (b->l->syntax & LU__SYNTAX_DECLARES) ? DECLARED
			      : type.n                             ? INFERRED
								   : UNKNOWN);
	}
	if (r.n) qsort(r.v, r.n, sizeof *r.v, by_scope);
	return rc ? rc : settle(&r, out);
}

static const struct lu__typed *find(const struct lu__types *t, size_t scope, lu_str name)
{
	struct lu__typed key = { .scope = scope, .name = name };

	return t->n ? bsearch(&key, t->v, t->n, sizeof *t->v, by_scope) : NULL;
}

lu_str lu__type_of(const struct lu__build *b, const struct lu__types *t, lu_str name, size_t def)
{
	lu_str member = member_of_self(name), none = { "", 0 };
	const struct lu__typed *hit;

	if (member.n) {
		hit = find(t, lu__type_of_self(b, def), member);
		return hit ? hit->type : none;
	}
	for (size_t scope = def; name.n; scope = b->f->defs.v[scope].parent) {
		bool known = scope != LU__NO_DEF, class = known && lu__is_class(b->f->defs.v[scope].type);
		bool receives = known && (b->l->syntax & LU__SYNTAX_BARE_FIELDS) && b->f->defs.v[scope].receiver.n;
		/* names in a class body are not seen from its methods, in most languages */
		bool hidden = scope != def && class && !(b->l->syntax & LU__SYNTAX_BARE_FIELDS);
		bool member_too = receives || (class && !hidden);

		if (!hidden && (hit = find(t, scope, name))) return hit->type;
		if (member_too && (hit = find(t, lu__type_of_self(b, scope), name))) return hit->type;
		if (scope == LU__NO_DEF) break;
	}
	return none;
}
