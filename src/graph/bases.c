/* SPDX-License-Identifier: MIT
 * Types with their bases: members, of which the nearest wins, and the type around a symbol. */
#include "core/ascii.h"
#include "core/type_params.h"
#include "core/type_text.h"
#include "graph/lookup.h"

#define TYPES_SEEN 64 /* classes that the search of a member looks at */

/* Classes to look at, in order; LU__NONE is a base that is not in the store. */
typedef struct types_seen {
	uint32_t v[TYPES_SEEN], n;
	uint32_t of[TYPES_SEEN]; /* of LU__NONE: the class whose base that is, where classes have an order */
} types_seen;

static void see_type(types_seen *seen, uint32_t type)
{
	uint32_t i = 0;

	while (i < seen->n && (type == LU__NONE || seen->v[i] != type)) i++;
	if (i < seen->n || seen->n == TYPES_SEEN) return;
	seen->of[seen->n] = LU__NONE;
	seen->v[seen->n++] = type;
}

/* What a class takes in: a trait of PHP or Scala, a module of Ruby. */
static bool is_mixin(const lu__graph *g, uint32_t type)
{
	return type != LU__NONE &&
	       (lu_str_eqz(g->sym[type].type, "trait") || lu_str_eqz(g->sym[type].type, "namespace"));
}

static bool is_interface(const lu__graph *g, uint32_t type)
{
	return lu_str_eqz(g->sym[type].type, "interface");
}

/* What it takes in hides what it inherits, the last one first. */
static void see_bases(const lu__graph *g, types_seen *seen, uint32_t type)
{
	uint32_t at = lu__multi_first(&g->members, lu__pair(type, g->companion)), mixin[TYPES_SEEN], n = 0;

	/* Kotlin's companion object: its members are called by the name of the class. */
	if (at) see_type(seen, g->members.node[at].value);
	if (!g->bases_known) return;
	lu__need_bases(g, type);
	for (at = g->first_base[type]; at != LU__NONE; at = g->base[at].next)
		if (n < TYPES_SEEN && is_mixin(g, g->base[at].type)) mixin[n++] = g->base[at].type;
	while (n) see_type(seen, mixin[--n]);
	for (at = g->first_base[type]; at != LU__NONE; at = g->base[at].next) see_type(seen, g->base[at].type);
}

/* Take out a class, or the bases of `of` that are not here: they come again further behind. */
static void unsee(types_seen *seen, uint32_t type, uint32_t of)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < seen->n; i++) {
		if (seen->v[i] == LU__NONE ? of != LU__NONE && seen->of[i] == of : seen->v[i] == type) continue;
		seen->v[n] = seen->v[i];
		seen->of[n++] = seen->of[i];
	}
	seen->n = n;
}

#define STEPS 128 /* from a class to its bases, whatever inherits from what, in a ring, too */

/* Append the bases of a class and theirs in turn, each behind all that inherit from it. *plain: one that has no methods to inherit. */
static void see_in_line(const lu__graph *g, types_seen *seen, uint32_t type, unsigned *steps, bool *plain)
{
	lu__need_bases(g, type);
	unsee(seen, LU__NONE, type);
	for (uint32_t b = g->first_base[type]; b != LU__NONE && *steps; b = g->base[b].next) {
		uint32_t base = g->base[b].type;
		bool none = base == LU__NONE && lu_str_in_words(lu_str_after_last(g->ref[g->base[b].ref].name, '.'),
								"object ABC Generic Protocol");

		--*steps;
		*plain |= none;
		if (none || base == seen->v[0]) continue;
		if (base != LU__NONE) unsee(seen, base, LU__NONE);
		if (seen->n == TYPES_SEEN) return;
		seen->of[seen->n] = base == LU__NONE ? type : LU__NONE;
		seen->v[seen->n++] = base;
		if (base != LU__NONE) see_in_line(g, seen, base, steps, plain);
	}
}

/* See what the class inherits from, the nearest first. True: all of it is seen, as Python's classes of several bases have an order. */
static bool see_next(const lu__graph *g, types_seen *seen, uint32_t type)
{
	unsigned steps = STEPS;
	uint32_t first;
	bool plain = false;

	if (!g->bases_known || g->file[g->info[type].file].language->modules != LU__MODULES_DOTTED) {
		see_bases(g, seen, type);
		return false;
	}
	lu__need_bases(g, type);
	first = g->first_base[type];
	if (first == LU__NONE || g->base[first].next == LU__NONE) {
		see_bases(g, seen, type);
		return false;
	}
	see_in_line(g, seen, type, &steps, &plain);
	if (plain) see_type(seen, LU__NONE);
	return true;
}

/* A function that is called as its type makes objects of it, and is no member of those. */
static unsigned without_constructors(const lu__graph *g, uint32_t type, uint32_t name, unsigned want)
{
	const char *constructor = g->file[g->info[type].file].language->constructor;

	return constructor && !*constructor && g->info[type].name == name ? want & ~(unsigned)LU__SYMBOL_FUNC : want;
}

/* Does one of the first types say that it holds something of this name itself? "fetch!: Other['fetch']" is not the base's fetch(). */
static bool is_redeclared(const lu__graph *g, const types_seen *seen, uint32_t n, uint32_t name)
{
	for (uint32_t i = 0; i < n; i++)
		if (seen->v[i] != LU__NONE && lu_field_type(g->sym[seen->v[i]].gives, g->names.v[name]).n) return true;
	return false;
}

/* What the search of a member has found, in `holder`: of what a class takes in others may have it, too. */
struct member {
	lu__found *f;
	uint32_t holder;
	bool torn; /* several have it, of which none goes before the others by what it extends */
};

static bool is_shared(const lu__graph *g, uint32_t type)
{
	return is_mixin(g, type) || is_interface(g, type);
}

/* Of Scala's traits the last goes first. PHP and Rust want to be told which, and Ruby takes in what a base has not, the first of
 * a list last. */
static bool is_torn_between(const lu__graph *g, uint32_t type)
{
	return !lu_str_eqz(lu_strz(g->file[g->info[type].file].language->name), "scala");
}

/* Functions of an interface that need no object are called by its name, and not inherited. */
static void drop_static(const lu__graph *g, lu__found *f)
{
	uint32_t n = 0;

	if (f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < f->n; i++)
		if (g->info[f->v[i]].kind != LU__SYMBOL_FUNC || !g->sym[f->v[i]].is_static) f->v[n++] = f->v[i];
	if (!n && f->n) *f = lu__no_result(f->reason);
	f->n = n;
}

/* Of a class of JavaScript, which may have both by one name, what is called on it, or on its objects: a function that is assigned to it
 * does not say which it is. */
static void only_called_on(const lu__graph *g, unsigned want, lu__found *f)
{
	bool any = false;
	uint32_t n = 0;

	if (want & LU__SYMBOL_OF_OBJECT) drop_static(g, f);
	if (!(want & LU__SYMBOL_OF_CLASS) || f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < f->n; i++) any |= g->sym[f->v[i]].is_static;
	for (uint32_t i = 0; i < f->n && any; i++)
		if (g->sym[f->v[i]].is_static) f->v[n++] = f->v[i];
	if (any) f->n = n;
}

/* `one` is found in `type`, which is looked at after the holder: is the search at its end? */
static bool weigh_other(const lu__graph *g, struct member *m, uint32_t type, const lu__found *one)
{
	if (!is_shared(g, type)) { /* a class goes before an interface, and behind what is taken in */
		if (is_interface(g, m->holder)) *m->f = *one;
		/* Ruby's "extend" gives nothing to objects, and is told as "include" is */
		else m->torn |= lu_str_eqz(g->sym[m->holder].type, "namespace");
		return true;
	}
	if (lu__inherits_from(g, type, m->holder)) {
		*m->f = *one;
		m->holder = type;
	} else m->torn |= is_mixin(g, type) && is_torn_between(g, type) && !lu__inherits_from(g, m->holder, type);
	return false;
}

/* Python: what an object holds by the name of a method goes before that, whichever of its classes says so; but what the body of a
 * base defines does not. */
static bool is_hidden(const lu__graph *g, const types_seen *seen, uint32_t first, uint32_t name, const lu__found *f)
{
	lu__found element = lu__no_result("");
	uint32_t base;
	lu_str text;

	if (g->file[g->info[seen->v[0]].file].language->modules != LU__MODULES_DOTTED || !lu__one_symbol(f) ||
	    g->info[f->v[0]].kind != LU__SYMBOL_FUNC || g->sym[f->v[0]].is_property)
		return false;
	if (is_redeclared(g, seen, first + 1, name)) return true;
	base = lu__type_field(g, seen->v[first], true, g->names.v[name], &text);
	if (base == LU__NONE) return false;
	lu__found_list(g, &g->members, lu__pair(base, name), LU__SYMBOL_VALUE, LU__NONE, &element);
	return !element.n;
}

void lu__type_member(const lu__graph *g, uint32_t type, bool bases_only, uint32_t name, unsigned want, lu__found *f,
		     bool *open)
{
	types_seen seen = { .v = { g->info[type].whole }, .n = 1 };
	struct member m = { .f = f, .holder = LU__NONE };
	bool unknown = false, done = false, all = false;
	uint32_t first = 0; /* where it was found */

	if ((want & LU__SYMBOL_FUNC) && (g->file[g->info[type].file].language->rules & LU__RULE_MIXINS)) {
		lu__mixed_member(g, type, bases_only, name, want, f, open);
		return;
	}
	*f = lu__no_result("not in its class");
	for (uint32_t i = 0; i < seen.n && !done; i++) {
		lu__found one = lu__no_result(f->reason);

		if (seen.v[i] == LU__NONE) {
			unknown = true;
			continue;
		}
		lu__need_file(g, g->info[seen.v[i]].file);
		if (i || !bases_only)
			lu__found_list(g, &g->members, lu__pair(seen.v[i], name),
				       without_constructors(g, seen.v[i], name, want), LU__NONE, &one);
		if (i && is_interface(g, seen.v[i])) drop_static(g, &one);
		only_called_on(g, want, &one);
		if (one.n && m.holder == LU__NONE) {
			*f = one;
			m.holder = seen.v[i];
			first = i;
			done = !i || !is_shared(g, seen.v[i]) || is_interface(g, seen.v[0]);
		} else if (one.n) done = weigh_other(g, &m, seen.v[i], &one);
		if (!done && !all) all = see_next(g, &seen, seen.v[i]);
	}
	if (m.holder == LU__NONE) {
		if (unknown) f->reason = "not in its class, nor in the known bases";
		if (open) *open = unknown;
		return;
	}
	f->reason = first ? "inherited method" : "method of its class";
	if (!bases_only) f->on = seen.v[0];
	f->grade = unknown || m.torn ? LU_GRADE_UNIQUE : LU_GRADE_EXACT;
	if (first && !bases_only && (g->file[g->info[type].file].language->rules & LU__RULE_OBJECTS) &&
	    is_redeclared(g, &seen, first, name))
		f->grade = LU_GRADE_AMBIGUOUS;
	if (!bases_only && is_hidden(g, &seen, first, name, f)) f->grade = LU_GRADE_AMBIGUOUS;
}

uint32_t lu__add_members(const lu__graph *g, uint32_t type, uint32_t name, unsigned want, lu__found *f)
{
	types_seen seen = { .v = { g->info[type].whole }, .n = 1 };
	uint32_t certain = UINT32_MAX;
	bool all = false;

	for (uint32_t i = 0; i < seen.n && f->n <= LU__SOUGHT; i++) {
		if (seen.v[i] == LU__NONE) {
			if (certain == UINT32_MAX) certain = f->n;
			continue;
		}
		lu__need_file(g, g->info[seen.v[i]].file);
		lu__found_list(g, &g->members, lu__pair(seen.v[i], name), want, LU__NONE, f);
		if (!all) all = see_next(g, &seen, seen.v[i]);
	}
	return certain;
}

uint32_t lu__type_field(const lu__graph *g, uint32_t type, bool bases_only, lu_str name, lu_str *text)
{
	types_seen seen = { .v = { g->info[type].whole }, .n = 1 };
	bool all = false;

	for (uint32_t i = 0; i < seen.n; i++) {
		if (seen.v[i] == LU__NONE) continue;
		lu__need_file(g, g->info[seen.v[i]].file);
		*text = i || !bases_only ? lu_field_type(g->sym[seen.v[i]].gives, name) : lu_strn("", 0);
		if (text->n) return seen.v[i];
		if (!all) all = see_next(g, &seen, seen.v[i]);
	}
	return LU__NONE;
}

/* The argument that `type` or a type between gives parameter `k` of its base `owner`, which is written at *at; empty: it does not
 * say. */
static lu_str type_argument(const lu__graph *g, uint32_t type, uint32_t owner, size_t k, int levels, uint32_t *at)
{
	lu_str none = { "", 0 };

	lu__need_bases(g, type);
	for (uint32_t b = g->first_base[type]; b != LU__NONE && levels; b = g->base[b].next) {
		uint32_t base = g->base[b].type;
		lu_str key, list, inner;
		lu_buf w = LU_BUF;
		size_t i = k;

		if (base == LU__NONE || (base != owner && !lu__inherits_from(g, base, owner))) continue;
		if (base != owner) {
			inner = type_argument(g, base, owner, k, levels - 1, at);
			if (!lu__is_parameter(inner)) return inner;
			i = (size_t)(inner.s[1] - '0');
		}
		lu_buf_addf(&w, "^%.*s", LU_FMT(lu_simple_name(g->ref[g->base[b].ref].name)));
		key = lu_buf_str(&w);
		list = w.oom ? none : lu_field_type(g->sym[type].gives, key);
		lu_buf_free(&w);
		*at = type;
		return lu_type_entry(list, i);
	}
	return none;
}

/* "T", "T1": what is called so is a type parameter, most likely. */
static bool is_short(lu_str type)
{
	return type.n < 3 && (type.n < 2 || !(type.s[1] >= 'a' && type.s[1] <= 'z'));
}

/* Argument `k` of `on` in a type as it is written, "*Box<Item>"; empty: it is of another type, or does not say. */
static lu_str argument_given(const lu__graph *g, uint32_t on, lu_str given, size_t k)
{
	lu_str none = { "", 0 }, one = lu_type_entry(lu_type_arguments(given, g->names.v[g->info[on].name]), k);

	return is_short(lu_type_named(one)) ? none : one;
}

lu_str lu__told_type(const lu__graph *g, uint32_t *s, lu_str text, uint32_t on, lu_str given, uint32_t given_at)
{
	uint32_t owner = g->info[*s].kind & LU__SYMBOL_HOLDERS ? *s : g->info[*s].owner, at = LU__NONE;
	lu_str told = text;

	if (!lu__is_parameter(text)) return text;
	if (on != LU__NONE && owner != LU__NONE && g->info[on].whole != g->info[owner].whole)
		told = type_argument(g, g->info[on].whole, g->info[owner].whole, (size_t)(text.s[1] - '0'), LU__LEVELS,
				     &at);
	if (lu__is_parameter(told) && on != LU__NONE && owner != LU__NONE && given_at != LU__NONE) {
		told = argument_given(g, on, given, (size_t)(told.s[1] - '0'));
		at = given_at;
	}
	if (!told.n || lu__is_parameter(told)) return lu_strn(text.s + 3, text.n - 3);
	*s = at;
	return told;
}

bool lu__is_overridden(const lu__graph *g, uint32_t type, bool bases_only, lu_str name, uint32_t by)
{
	uint32_t number = lu__names_find(&g->names, name), owner;
	lu__found f;

	if (by == g->info[type].whole || number == LU__NONE) return false;
	lu__type_member(g, type, bases_only, number, LU__SYMBOL_FUNC, &f, NULL);
	owner = lu__one_symbol(&f) ? g->info[f.v[0]].owner : LU__NONE;
	return owner != LU__NONE && g->sym[f.v[0]].is_property && g->info[owner].whole != by &&
	       lu__inherits_from(g, g->info[owner].whole, by);
}

bool lu__inherits_from(const lu__graph *g, uint32_t type, uint32_t from)
{
	types_seen seen = { .v = { type }, .n = 1 };

	for (uint32_t i = 0; i < seen.n; i++) {
		if (seen.v[i] == from) return true;
		if (seen.v[i] != LU__NONE) see_bases(g, &seen, seen.v[i]);
	}
	return false;
}

bool lu__has_unknown_base(const lu__graph *g, uint32_t symbol, int levels)
{
	for (uint32_t at = g->first_base[symbol]; at != LU__NONE && levels; at = g->base[at].next) {
		uint32_t base = g->base[at].type;

		if (base == LU__NONE || base == symbol || lu__has_unknown_base(g, base, levels - 1)) return true;
	}
	return !levels;
}

/* One with a body, which is of the type around it. */
static bool is_enumerator(const lu__graph *g, uint32_t s)
{
	uint32_t up = g->info[s].parent;

	return g->info[s].kind == LU__SYMBOL_VALUE && up != LU__NONE && lu_str_eqz(g->sym[up].type, "enum");
}

uint32_t lu__own_type(const lu__graph *g, uint32_t s)
{
	for (int level = 0; s != LU__NONE && level < LU__LEVELS; level++, s = g->info[s].parent) {
		if (g->info[s].kind & LU__SYMBOL_HOLDERS) return g->info[s].whole;
		if (g->info[s].owner != LU__NONE && !is_enumerator(g, g->info[s].owner))
			return g->info[g->info[s].owner].whole;
	}
	return LU__NONE;
}
