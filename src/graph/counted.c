/* SPDX-License-Identifier: MIT
 * Functions of one name by how many arguments they take, those of bases among them. */
#include "graph/component.h"
#include "graph/lookup.h"
#include "core/type_takes.h"
#include "core/type_text.h"
#include "graph/overload.h"

static bool takes_so_many(const lu_symbol *y, uint32_t args)
{
	return args >= y->least && (!y->most || args <= y->most);
}

bool lu__takes(const lu__graph *g, uint32_t s, uint32_t args)
{
	const lu_symbol *y = &g->sym[s];

	if (!y->least || !(g->file[g->info[s].file].language->rules & LU__RULE_ARITY)) return true;
	return takes_so_many(y, args);
}

bool lu__takes_behind(const lu__graph *g, uint32_t s, uint32_t args)
{
	const lu_symbol *y = &g->sym[s];

	return lu_str_starts(y->takes, LU__EXTENDS) ? !y->least || takes_so_many(y, args + 1) : lu__takes(g, s, args);
}

/* How many type parameters a function of C# has, or how many types a call gives it, as the last entry of its types says. */
static lu_str types_given(lu_str types)
{
	lu_str last = lu_str_after_last(types, ';');

	return lu_str_starts(last, "#") ? last : lu_strn("", 0);
}

void lu__fit_given(const lu__graph *g, const lu_ref *r, lu__found *f)
{
	lu_str given = types_given(r->types);
	uint32_t kept[LU__SOUGHT], n = 0;

	for (uint32_t i = 0; given.n && i < f->n; i++)
		if (lu_str_eq(types_given(g->sym[f->v[i]].takes), given)) kept[n++] = f->v[i];
	if (!n) return;
	memcpy(f->v, kept, n * sizeof *kept);
	f->n = n;
}

bool lu__extend_unfit(lu__graph *g, const lu__ask *q, const lu_ref *r, uint32_t on, lu__found *f)
{
	if (f->what == LU__FOUND_SYMBOLS || on == LU__NONE || !lu__is_dotted(r->name)) return false;
	return lu__find_extension(g, q, g->names.v[g->info[on].name], on, lu_str_after_last(r->name, '.'), f);
}

/* ---- functions of bases, which are called by the same name ---- */

/* Is `base` the function that `own` is written over? A type parameter of the base may be any type in the other. */
static bool is_overridden(const lu__graph *g, uint32_t base, uint32_t own)
{
	lu_str x = g->sym[base].takes, y = g->sym[own].takes;

	if (g->sym[base].least != g->sym[own].least || g->sym[base].most != g->sym[own].most) return false;
	while (x.n && y.n) {
		lu_str p = lu_str_take(&x, ';'), t = lu_str_take(&y, ';');

		if (!lu_str_eq(lu_str_after_last(p, '.'), lu_str_after_last(t, '.')) && !lu_str_starts(p, "*"))
			return false;
	}
	return !x.n && !y.n;
}

void lu__add_inherited(lu__graph *g, lu__found *f)
{
	uint32_t type = f->n ? g->info[f->v[0]].owner : LU__NONE;

	for (uint32_t i = 0; i < f->n && i <= LU__SOUGHT; i++)
		if (!g->info[f->v[i]].method || g->info[f->v[i]].owner != type) return;
	for (int level = 0; type != LU__NONE && level < LU__LEVELS && f->n <= LU__SOUGHT; level++) {
		lu__found up;

		lu__type_member(g, type, true, g->info[f->v[0]].name, LU__SYMBOL_FUNC, &up, NULL);
		type = LU__NONE;
		if (up.what != LU__FOUND_SYMBOLS || up.n > LU__SOUGHT) return;
		for (uint32_t i = 0; i < up.n; i++) {
			bool over = false;

			type = g->info[up.v[i]].owner;
			for (uint32_t k = 0; k < f->n && !over; k++)
				over = f->v[k] == up.v[i] || is_overridden(g, up.v[i], f->v[k]);
			if (!over && f->n <= LU__SOUGHT) f->v[f->n++] = up.v[i];
		}
	}
}

static void keep_takers(const lu__graph *g, uint32_t args, lu__found *f)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n; i++)
		if (f->extends ? lu__takes_behind(g, f->v[i], args) : lu__takes(g, f->v[i], args)) f->v[n++] = f->v[i];
	f->n = n;
}

void lu__fit_number(lu__graph *g, uint32_t args, lu__found *f)
{
	lu__found own = *f;

	keep_takers(g, args, f);
	if (f->n) return;
	*f = own;
	lu__add_inherited(g, f);
	keep_takers(g, args, f);
	if (!f->n) *f = own;
}

/* Ruby: of a class that several files open the part in the file that asks: programs of one tree have classes of one name. */
static void prefer_own_part(const lu__graph *g, uint32_t file, lu__found *f)
{
	uint32_t name = g->info[f->v[0]].name;

	if (g->info[f->v[0]].file == file) return;
	lu__need_name(g, g->names.v[name]);
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		uint32_t s = g->named[at];

		if (g->info[s].file != file || g->info[s].whole != g->info[f->v[0]].whole ||
		    !(g->info[s].kind & LU__SYMBOL_TYPES))
			continue;
		f->v[0] = s;
		return;
	}
}

void lu__tell_part(const lu__graph *g, uint32_t file, const lu__found *made, lu__found *f)
{
	uint32_t class = lu__one_symbol(f) ? f->v[0] : LU__NONE, name, maker;
	const lu_language *l = class == LU__NONE ? NULL : g->file[g->info[class].file].language;

	if (!l || !(l->rules & LU__RULE_PARTS) || !(g->info[class].kind & LU__SYMBOL_TYPES)) return;
	if (l->rules & LU__RULE_MIXINS) prefer_own_part(g, file, f);
	if (!(l->rules & LU__RULE_ARITY)) return;
	maker = lu__one_symbol(made) ? g->info[made->v[0]].parent : LU__NONE;
	if (maker != LU__NONE && g->info[maker].whole == g->info[class].whole) {
		f->v[0] = maker;
		return;
	}
	name = g->info[class].name;
	lu__need_name(g, g->names.v[name]);
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		uint32_t s = g->named[at];

		if (s == class || g->info[s].whole != g->info[class].whole || !(g->info[s].kind & LU__SYMBOL_TYPES) ||
		    lu_str_eq(lu_field_type(g->sym[s].gives, lu_strz(LU_FIELD_PARAMETERS)),
			      lu_field_type(g->sym[class].gives, lu_strz(LU_FIELD_PARAMETERS))))
			continue;
		lu__found_add(f, LU__FOUND_SYMBOLS, s, f->rank);
	}
}

void lu__join_clauses(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	const lu_symbol *first;

	if (!(q->language->syntax & LU__SYNTAX_CLAUSES) || f->what != LU__FOUND_SYMBOLS || f->n < 2 ||
	    f->n > LU__SOUGHT)
		return;
	first = &g->sym[f->v[0]];
	for (uint32_t i = 0; i < f->n; i++) {
		const lu_symbol *s = &g->sym[f->v[i]];

		if (g->info[f->v[i]].kind != LU__SYMBOL_FUNC || lu_str_eqz(s->type, "prototype") || !s->least ||
		    g->info[f->v[i]].parent != g->info[f->v[0]].parent ||
		    g->info[f->v[i]].file != g->info[f->v[0]].file || s->least != first->least ||
		    s->most != first->most)
			return;
	}
	f->n = 1;
}

void lu__find_applied(lu__graph *g, const lu_ref *r, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, lu_strz("apply")), n = 0;
	lu__found all;

	if (r->kind != LU_EDGE_CALLS || !lu__one_symbol(f) || name == LU__NONE ||
	    !lu_str_eqz(g->sym[f->v[0]].type, "trait"))
		return;
	lu__type_member(g, f->v[0], false, name, LU__SYMBOL_FUNC, &all, NULL);
	if (all.what != LU__FOUND_SYMBOLS || all.n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < all.n; i++) {
		uint32_t in = g->info[all.v[i]].parent;

		if (in != LU__NONE && lu_str_eqz(g->sym[in].type, "object")) all.v[n++] = all.v[i];
	}
	if (!n) return;
	all.n = n;
	all.grade = f->grade > all.grade ? f->grade : all.grade;
	*f = all;
}
