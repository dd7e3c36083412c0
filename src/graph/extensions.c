/* SPDX-License-Identifier: MIT
 * Methods that the tree adds to types which it does not define, or outside of them: Kotlin's "fun String.f()", Swift's "extension
 * String", C#'s "f(this string s)". */
#include "core/type_text.h"
#include "graph/component.h"
#include "graph/lookup.h"

/* The type that function `s` extends, by its simple name; empty when it is no such function. */
static lu_str extended_by(const lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];
	lu_str none = { "", 0 };

	if (i->kind != LU__SYMBOL_FUNC) return none;
	if (lu_str_starts(g->sym[s].takes, LU__EXTENDS)) {
		lu_str first = lu_str_before_first(g->sym[s].takes, ';');

		first = lu_strn(first.s + sizeof LU__EXTENDS - 1, first.n - (sizeof LU__EXTENDS - 1));
		return lu_simple_name(lu_str_before_first(first, '<'));
	}
	if (!i->method) return none;
	if (i->owner == LU__NONE)
		return (g->file[i->file].language->rules & LU__RULE_EXTENSIONS) && i->top
			       ? lu_simple_name(lu_str_before_last(g->sym[s].name, '.'))
			       : none;
	return g->info[i->owner].kind == LU__SYMBOL_PART && g->info[i->owner].late == LU__NONE &&
			       g->file[i->file].language->group == LU__GROUP_SWIFT
		       ? g->names.v[g->info[i->owner].name]
		       : none;
}

static lu_str without_option(lu_str type)
{
	while (type.n && strchr("?!", type.s[type.n - 1])) type.n--;
	return lu_simple_name(type);
}

/* Is a base of type `on` called `name`, directly or further up? */
static bool has_base(const lu__graph *g, uint32_t on, lu_str name, int levels)
{
	if (!g->bases_known || !levels) return false;
	lu__need_bases(g, on);
	for (uint32_t at = g->first_base[on]; at != LU__NONE; at = g->base[at].next) {
		uint32_t base = g->base[at].type;
		lu_str as = base != LU__NONE ? g->names.v[g->info[base].name]
					     : lu_simple_name(lu_str_before_first(g->ref[g->base[at].ref].name, '<'));

		if (lu_str_eq(as, name) || (base != LU__NONE && has_base(g, base, name, levels - 1))) return true;
	}
	return false;
}

/* How near what `s` extends is to the receiver's type: that, one of its bases, any type; or it is none of them. */
enum nearness { ITS_OWN, OF_A_BASE, OF_ANY, OF_ANOTHER };

static enum nearness nearness_of(const lu__graph *g, uint32_t s, lu_str type, uint32_t on)
{
	lu_str of = without_option(extended_by(g, s));
	const lu_language *l = g->file[g->info[s].file].language;

	if (!of.n) return OF_ANOTHER;
	if (lu_str_eq(of, type)) return ITS_OWN;
	if (lu_str_eqz(of, "*") || lu_str_in_words(of, l->top ? l->top : "")) return OF_ANY;
	if (of.s[0] == '*') of = lu_strn(of.s + 1, of.n - 1); /* a type parameter that extends a type */
	if (lu_str_eq(of, type)) return ITS_OWN;
	return on != LU__NONE && has_base(g, g->info[on].whole, of, 8) ? OF_A_BASE : OF_ANOTHER;
}

static bool is_within(const lu__graph *g, uint32_t place, uint32_t of)
{
	for (int level = 0; place != LU__NONE && place != of && level < LU__LEVELS; level++) place = g->place[place].up;
	return place == of && of != LU__NONE;
}

/* May `s` be called where `q` asks: is its package or namespace that of the file, one around that, or imported? */
static bool is_imported(const lu__graph *g, const lu__ask *q, uint32_t s)
{
	uint32_t owner = g->info[s].owner, of = g->file[g->info[s].file].place;

	if (owner != LU__NONE && g->info[owner].place != LU__NONE) of = g->place[g->info[owner].place].up;
	if (is_within(g, g->file[q->file].place, of)) return true;
	for (uint32_t i = q->from, level = 0; i != LU__NONE && level < LU__LEVELS; level++, i = g->info[i].parent)
		if (is_within(g, g->info[i].place, of)) return true;
	for (uint32_t i = lu__multi_first(&g->place_stars, q->file); i; i = g->place_stars.node[i].next)
		if (g->place_stars.node[i].value == of) return true;
	for (uint32_t i = lu__multi_first(&g->aliases, lu__pair(q->file, g->info[s].name)); i;
	     i = g->aliases.node[i].next)
		if (g->import[g->aliases.node[i].value].place == of) return true;
	return false;
}

/* Of several, those that may be called without further ado, if there are any. */
static void prefer_imported(const lu__graph *g, const lu__ask *q, lu__found *f)
{
	uint32_t kept[LU__SOUGHT], n = 0;

	for (uint32_t i = 0; i < f->n; i++)
		if (is_imported(g, q, f->v[i])) kept[n++] = f->v[i];
	if (!n) return;
	memcpy(f->v, kept, n * sizeof *kept);
	f->n = n;
}

static bool has_extensions(const lu_language *l)
{
	return l->group == LU__GROUP_CSHARP || l->group == LU__GROUP_SWIFT ||
	       ((l->rules & LU__RULE_EXTENSIONS) && l->implied);
}

bool lu__find_extension(lu__graph *g, const lu__ask *q, lu_str type, uint32_t on, lu_str last, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, last);
	lu__found all = lu__no_result("extension of the receiver's type");

	type = without_option(type);
	if (name == LU__NONE || !type.n || !has_extensions(q->language)) return false;
	lu__need_name(g, last);
	if (g->named_at[name + 1] - g->named_at[name] > LU__LONG) return false;
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		uint32_t s = g->named[at];
		enum nearness near;

		if (g->file[g->info[s].file].language != q->language) continue;
		near = nearness_of(g, s, type, on);
		if (near != OF_ANOTHER) lu__found_add(&all, LU__FOUND_SYMBOLS, s, near);
	}
	if (!all.n || all.n > LU__SOUGHT) return false;
	if (all.n > 1) prefer_imported(g, q, &all);
	*f = all;
	f->extends = true;
	f->grade = LU_GRADE_UNIQUE; /* the type may have such a method of its own, which comes first */
	return true;
}

void lu__guess_extension(lu__graph *g, const lu__ask *q, lu_str last, lu__found *f)
{
	uint32_t name = lu__names_find(&g->names, last);
	lu__found all = lu__no_result("only extension of this name in reach");

	if (name == LU__NONE || q->language->group != LU__GROUP_CSHARP ||
	    lu__is_word(g, q->language, LU__WORD_COMMON, name))
		return;
	lu__need_name(g, last);
	if (g->named_at[name + 1] - g->named_at[name] > LU__SOUGHT) return;
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		uint32_t s = g->named[at];

		if (g->info[s].kind != LU__SYMBOL_FUNC || g->file[g->info[s].file].language != q->language) continue;
		if (!lu_str_starts(g->sym[s].takes, LU__EXTENDS) || !is_imported(g, q, s) ||
		    (all.n && g->info[all.v[0]].owner != g->info[s].owner))
			return;
		lu__found_add(&all, LU__FOUND_SYMBOLS, s, 0);
	}
	if (!all.n || all.n > LU__SOUGHT) return;
	*f = all;
	f->extends = true;
	f->grade = LU_GRADE_UNIQUE;
}

bool lu__find_class_object(const lu__ask *q, const lu__component *p, lu__found *f)
{
	if (p->called || !(q->language->rules & LU__RULE_EXTENSIONS) || !lu_str_eqz(p->name, "class")) return false;
	*f = lu__no_result("type of the receiver is not here");
	f->told = lu_strz("KClass");
	f->told_at = q->src;
	return true;
}

void lu__extend_part(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t on, lu__found *f)
{
	if (f->n || !p->called) return;
	if (on != LU__NONE && f->what == LU__FOUND_NOTHING)
		lu__find_extension(g, q, g->names.v[g->info[on].name], on, p->name, f);
	else if (p->told.n && (f->what == LU__FOUND_NOTHING || f->what == LU__FOUND_OUTSIDE))
		lu__find_extension(g, q, lu_type_named(p->told), LU__NONE, p->name, f);
}
