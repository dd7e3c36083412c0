/* SPDX-License-Identifier: MIT
 * Which of several functions of one name a call means: by how many arguments it has, then by their types, as far as these are told.
 * What a compiler would not call is left out; of the rest one is meant that is more special than each of the others. */
#include "core/ascii.h"
#include "core/type_text.h"
#include "graph/lookup.h"
#include "graph/overload.h"

#define ARGS 16 /* of a call with more, the types are not looked at */

enum shape {
	TYPE_UNKNOWN,
	TYPE_NULL,
	TYPE_FUNCTION, /* a lambda: of any type with one method */
	TYPE_ANY,      /* an unbound type parameter, or the top of all types */
	TYPE_HERE,     /* a symbol of the store */
	TYPE_LISTED,   /* of the language's library: lu_language.conforms */
	TYPE_ELSEWHERE /* known by its name alone */
};

typedef struct type {
	enum shape shape;
	uint32_t symbol;
	uint8_t dims; /* of arrays */
	bool rest;    /* any number of such arguments */
	lu_str name;
} type;

/* Can the one be given for the other? */
enum fit { NO, PERHAPS, YES };

/* How soon a compiler would look: without conversions, with them, with any number of arguments. */
enum phase { PLAIN, CONVERTED, SPREAD };

/* ---- types ---- */

static bool is_word_of(const char *list, lu_str w)
{
	lu_str rest = lu_strz(list);

	while (rest.n)
		if (lu_str_eq(lu_str_take(&rest, ' '), w)) return true;
	return false;
}

static bool is_primitive(const lu_language *l, const type *t)
{
	return t->shape == TYPE_LISTED && !t->dims && is_word_of(l->primitives, t->name);
}

/* A name of one letter is a type parameter, most likely. */
static bool looks_bound(lu_str name)
{
	return name.n == 1 || (name.n == 2 && lu_is_digit(name.s[1]));
}

static type named_type(lu__graph *g, const lu__ask *there, type t)
{
	const lu_language *l = there->language;
	lu_str simple = lu_str_after_last(t.name, '.');
	lu__found f = lu__no_result("");

	if (!t.name.n || (looks_bound(t.name) && !lu_is_lower(t.name.s[0]))) return t;
	if (is_word_of(l->primitives, t.name)) {
		t.shape = TYPE_LISTED;
		return t;
	}
	lu__find_name(g, there, t.name, LU__SYMBOL_TYPES, &f);
	t.name = simple;
	if (f.what == LU__FOUND_SYMBOLS && f.n == 1 && (g->info[f.v[0]].kind & LU__SYMBOL_TYPES)) {
		t.shape = TYPE_HERE;
		t.symbol = g->info[f.v[0]].whole;
	} else if (f.what != LU__FOUND_SYMBOLS && f.what != LU__FOUND_FILES) {
		if (is_word_of(l->top, simple)) t.shape = TYPE_ANY;
		else if (lu__is_listed(g, l, simple)) t.shape = TYPE_LISTED;
		else if (f.what == LU__FOUND_OUTSIDE || !lu_is_lower(simple.s[0])) t.shape = TYPE_ELSEWHERE;
	}
	return t;
}

/* What the text of a type means where `there` asks. */
static type read_type(lu__graph *g, const lu__ask *there, lu_str text)
{
	type t = { .shape = TYPE_UNKNOWN, .symbol = LU__NONE };
	size_t n = 0;

	text = lu_str_trim(text);
	if (lu_str_ends(text, "...")) {
		t.rest = true;
		text = lu_str_trim(lu_strn(text.s, text.n - 3));
	}
	while (text.n > 2 && lu_str_ends(text, "[]") && t.dims < UINT8_MAX) {
		t.dims++;
		text = lu_str_trim(lu_strn(text.s, text.n - 2));
	}
	if (lu_str_starts(text, "*")) { /* a type parameter, and its bound */
		text = lu_strn(text.s + 1, text.n - 1);
		t.shape = text.n ? TYPE_UNKNOWN : TYPE_ANY;
		if (!text.n) return t;
	}
	if (lu_str_eqz(text, "null") || lu_str_eqz(text, "->") ||
	    (lu_str_starts(text, "(") && memmem(text.s, text.n, "->", 2))) {
		t.shape = text.s[0] == 'n' ? TYPE_NULL : TYPE_FUNCTION;
		return t;
	}
	while (n < text.n && (lu_is_ident(text.s[n]) || text.s[n] == '.' || text.s[n] == '$')) n++;
	if (n < text.n && text.s[n] != '<' && text.s[n] != '?' &&
	    !(text.s[n] == '[' && (there->language->syntax & LU__SYNTAX_LISTS)))
		return t;
	t.name = lu_strn(text.s, n);
	return named_type(g, there, t);
}

/* The type of an argument, which an expression may tell. */
static type type_of_arg(lu__graph *g, const lu__ask *q, lu_str text)
{
	type t = { .shape = TYPE_UNKNOWN, .symbol = LU__NONE };
	lu__found f;

	if (!lu_str_starts(text, "=")) return read_type(g, q, text);
	lu__find_given(g, q, lu_strn(text.s + 1, text.n - 1), &f);
	if (f.told.n) {
		lu__ask there = { f.told_at,
				  g->info[f.told_at].file,
				  f.told_at,
				  LU__NONE,
				  g->file[g->info[f.told_at].file].language,
				  q->depth,
				  false };

		return read_type(g, &there, f.told);
	}
	if (!lu__one_symbol(&f) || !(g->info[f.v[0]].kind & LU__SYMBOL_TYPES))
		return read_type(g, q, lu__library_result(q->language, lu_strn(text.s + 1, text.n - 1)));
	t.shape = TYPE_HERE;
	t.symbol = g->info[f.v[0]].whole;
	t.name = g->names.v[g->info[t.symbol].name];
	return t;
}

/* ---- can it be given? ---- */

static bool is_interface(const lu__graph *g, const type *t)
{
	return t->shape == TYPE_HERE && (g->info[t->symbol].kind & LU__SYMBOL_ABSTRACT);
}

/* A type of the store for one that is not: its bases say so by their names. */
static enum fit through_bases(const lu__graph *g, const lu_language *l, uint32_t symbol, lu_str name, int levels)
{
	enum fit out = lu_str_eqz(g->sym[symbol].type, "enum") ? PERHAPS : NO;

	if (!levels) return PERHAPS;
	lu__need_bases(g, symbol);
	for (uint32_t at = g->first_base[symbol]; at != LU__NONE && out != YES; at = g->base[at].next) {
		lu_str base = lu_simple_name(g->ref[g->base[at].ref].name);
		enum fit one;

		if (g->base[at].type != LU__NONE) one = through_bases(g, l, g->base[at].type, name, levels - 1);
		else if (lu__leads_to(g, l, base, name, false)) one = YES;
		else one = lu__is_listed(g, l, base) ? NO : PERHAPS;
		if (one > out) out = one;
	}
	return out;
}

static enum fit reference(lu__graph *g, const lu_language *l, const type *a, const type *p)
{
	if (a->shape == TYPE_HERE && p->shape == TYPE_HERE) {
		if (lu__inherits_from(g, a->symbol, p->symbol)) return YES;
		return lu__has_unknown_base(g, a->symbol, 8) ? PERHAPS : NO;
	}
	if (a->shape == TYPE_HERE && is_word_of(l->finals, p->name)) return NO;
	if (a->shape == TYPE_HERE) return through_bases(g, l, a->symbol, p->name, 8);
	if (p->shape == TYPE_HERE) return a->shape == TYPE_LISTED ? NO : PERHAPS;
	if (lu_str_eq(a->name, p->name)) return YES;
	if (a->shape != TYPE_LISTED) return PERHAPS;
	/* what is above one that is listed is listed, too */
	return lu__leads_to(g, l, a->name, p->name, false) ? YES : NO;
}

/* Can an argument of type `a` be given where `p` is taken? */
static enum fit fits(lu__graph *g, const lu_language *l, const type *a, const type *p, enum phase *phase)
{
	bool value = is_primitive(l, a), wants_value = is_primitive(l, p);

	*phase = PLAIN;
	if (p->shape == TYPE_UNKNOWN || a->shape == TYPE_UNKNOWN) return PERHAPS;
	if (a->shape == TYPE_NULL) return wants_value ? NO : YES;
	if (p->shape == TYPE_FUNCTION) {
		if (a->shape == TYPE_FUNCTION) return YES;
		return a->dims || (a->shape == TYPE_LISTED && is_word_of(l->literal_types, a->name)) ? NO : PERHAPS;
	}
	if (a->shape == TYPE_FUNCTION) {
		/* Java and C# want a type with one method */
		if (p->shape == TYPE_ANY && !l->narrows && !(l->syntax & LU__SYNTAX_LISTS)) return NO;
		if (p->dims || wants_value || (p->shape == TYPE_LISTED && is_word_of(l->literal_types, p->name)))
			return NO;
		return p->shape == TYPE_HERE && !is_interface(g, p) ? NO : PERHAPS;
	}
	if (p->shape == TYPE_ANY && p->dims <= a->dims) {
		if (p->dims == a->dims && a->shape == TYPE_LISTED && is_word_of(l->primitives, a->name)) {
			*phase = CONVERTED;
			return p->dims ? NO : YES;
		}
		return YES;
	}
	if (a->shape == TYPE_ANY) return a->dims >= p->dims && a->shape == p->shape ? YES : NO;
	if (a->dims != p->dims) return a->dims > p->dims && p->shape == TYPE_ELSEWHERE ? PERHAPS : NO;
	if (p->dims && (is_word_of(l->primitives, a->name) || is_word_of(l->primitives, p->name)))
		return lu_str_eq(a->name, p->name) ? YES : NO;
	if (!value && !wants_value) return reference(g, l, a, p);
	if (a->shape == TYPE_LISTED && p->shape == TYPE_LISTED) {
		if (lu__leads_to(g, l, a->name, p->name, false)) return YES;
		*phase = CONVERTED;
		return lu__leads_to(g, l, a->name, p->name, true) ? YES : NO;
	}
	*phase = CONVERTED;
	return a->shape == TYPE_ELSEWHERE ? PERHAPS
					  : NO; /* what values are made of, and what is above that, is listed */
}

/* ---- candidates ---- */

typedef struct candidate {
	uint32_t symbol;
	type taken[ARGS]; /* for each argument */
	enum fit fit[ARGS];
	uint32_t n;
	uint32_t shift;  /* 1: the first of what it takes stands before the call */
	enum phase from; /* the first in which it could be called */
	bool narrowed;   /* only if an argument is of a type below the one that is told */
	bool same;       /* it takes just the types of the arguments */
	bool defaults;   /* it would take more arguments than there are */
	bool out;
} candidate;

/* The parameter that argument `i` is for. */
static type taken_by(lu__graph *g, const lu__ask *there, lu_str takes, uint32_t i)
{
	lu_str one = { "", 0 };
	type t = { .shape = TYPE_UNKNOWN, .symbol = LU__NONE };

	if (lu_str_starts(takes, LU__EXTENDS))
		takes = lu_strn(takes.s + sizeof LU__EXTENDS - 1, takes.n - (sizeof LU__EXTENDS - 1));
	if (there->language->group == LU__GROUP_CSHARP) takes = lu_str_before_first(takes, '#');
	for (uint32_t k = 0; k <= i; k++) {
		if (!takes.n) {
			if (!lu_str_ends(one, "...")) return t;
			break;
		}
		one = lu_str_take(&takes, ';');
	}
	return read_type(g, there, one);
}

static bool same_type(const type *x, const type *y)
{
	if (x->shape == TYPE_UNKNOWN && !x->name.n) return false;
	return x->shape == y->shape && x->symbol == y->symbol && x->dims == y->dims && lu_str_eq(x->name, y->name);
}

static void judge(lu__graph *g, const lu__ask *q, const type *arg, candidate *c)
{
	const lu_symbol *s = &g->sym[c->symbol];
	lu__ask there = { c->symbol, g->info[c->symbol].file, c->symbol, LU__NONE, q->language, q->depth, false };

	lu__need_file(g, there.file);
	for (uint32_t i = 0; i < c->n && !c->out; i++) {
		type p = taken_by(g, &there, s->takes, i + c->shift);
		enum phase phase, as_list;
		enum fit fit = fits(g, q->language, &arg[i], &p, &phase), list_fit;

		if (p.rest) { /* a list may be given as it is */
			type list = p;

			list.dims++;
			phase = SPREAD;
			list_fit = c->n + c->shift == s->least && i + 1 == c->n
					   ? fits(g, q->language, &arg[i], &list, &as_list)
					   : NO;
			if (list_fit != NO) phase = as_list;
			if (list_fit == YES) p = list;
			if (list_fit > fit) fit = list_fit;
		}
		if (fit == NO && q->language->narrows && fits(g, q->language, &p, &arg[i], &as_list) != NO) {
			fit = PERHAPS;
			c->narrowed = true;
		}
		c->taken[i] = p;
		c->fit[i] = fit;
		c->same = (i == 0 || c->same) && same_type(&arg[i], &p);
		c->out = fit == NO;
		if (phase > c->from) c->from = phase;
	}
	c->defaults = s->most > c->n + c->shift + 1;
	if (!s->most && c->n + c->shift + 1 == s->least) c->from = SPREAD;
}

/* Is what `x` takes more special than what `y` takes, or the same? */
static bool is_special(lu__graph *g, const lu_language *l, const candidate *x, const candidate *y)
{
	for (uint32_t i = 0; i < x->n; i++) {
		enum phase phase;

		if (same_type(&x->taken[i], &y->taken[i])) continue;
		if (fits(g, l, &x->taken[i], &y->taken[i], &phase) != YES || phase != PLAIN) return false;
	}
	return true;
}

/* Can candidate `at` be called for sure? Where all that are left take the same type, it does not matter which one it is. */
static bool is_certain(const candidate *v, uint32_t n, uint32_t at)
{
	for (uint32_t i = 0; i < v[at].n; i++)
		for (uint32_t k = 0; k < n && v[at].fit[i] != YES; k++)
			if (!v[k].out && !same_type(&v[k].taken[i], &v[at].taken[i])) return false;
	return true;
}

/* What takes just these arguments goes before what has defaults for further ones: in Scala always, elsewhere where both take the same
 * types. */
static void prefer_complete(const lu_language *l, candidate *v, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		bool spread = v[i].from == SPREAD && !(l->syntax & LU__SYNTAX_LISTS);

		if (v[i].out || v[i].defaults || spread || !is_certain(v, n, i)) continue;
		for (uint32_t k = 0; k < n; k++) {
			bool same = v[k].defaults && !v[k].out;

			for (uint32_t a = 0; a < v[k].n && same && !(l->syntax & LU__SYNTAX_LISTS); a++)
				same = same_type(&v[i].taken[a], &v[k].taken[a]);
			v[k].out |= same;
		}
	}
}

/* Leave the one that is called, where that is certain. */
static void choose(lu__graph *g, const lu_language *l, candidate *v, uint32_t n)
{
	if (l->syntax & LU__SYNTAX_LISTS) prefer_complete(l, v, n);
	for (uint32_t i = 0; i < n; i++) {
		if (v[i].out || !is_certain(v, n, i)) continue;
		for (uint32_t k = 0; k < n; k++)
			if (!v[k].out && v[k].from > v[i].from) v[k].out = true;
	}
	prefer_complete(l, v, n);
	for (uint32_t i = 0; i < n; i++) {
		bool all = !v[i].out && is_certain(v, n, i);

		for (uint32_t k = 0; k < n && all && !v[i].same; k++)
			all = v[k].out || k == i || (is_special(g, l, &v[i], &v[k]) && !is_special(g, l, &v[k], &v[i]));
		if (!all) continue;
		for (uint32_t k = 0; k < n; k++) v[k].out |= k != i;
		return;
	}
}

/* Does what `s` takes first stand before the call? */
static bool is_behind(const lu__graph *g, const lu__found *f, uint32_t s)
{
	return f->extends && lu_str_starts(g->sym[s].takes, LU__EXTENDS);
}

/* A call without arguments means what takes none, rather than what takes any number. */
static void prefer_none(const lu__graph *g, lu__found *f)
{
	uint32_t kept[LU__SOUGHT + 1], n = 0;

	for (uint32_t i = 0; i < f->n; i++)
		if (g->sym[f->v[i]].most == 1u + is_behind(g, f, f->v[i])) kept[n++] = f->v[i];
	if (!n) return;
	memcpy(f->v, kept, n * sizeof *kept);
	f->n = n;
}

/* Of "f(T x)" and "f(T... x)" the first is meant by an argument of unknown type, unless that is a list, which it seldom is. */
static bool prefer_one(candidate *v, uint32_t n)
{
	bool any = false, left = false;

	for (uint32_t i = 0; i < n; i++)
		any |= !v[i].out && v[i].taken[0].shape == TYPE_ANY && !v[i].taken[0].rest && !v[i].taken[0].dims;
	for (uint32_t i = 0; i < n && any; i++) {
		bool many = !v[i].out && v[i].taken[0].rest && v[i].taken[0].shape == TYPE_ANY;

		v[i].out |= many;
		left |= many;
	}
	return left;
}

static void fit_types(lu__graph *g, const lu__ask *q, const lu_ref *r, lu__found *f)
{
	uint32_t n_args = r->args - 1, n = 0, plain = 0;
	candidate v[LU__SOUGHT];
	type arg[ARGS];
	lu_str rest = r->types;

	if (!n_args) prefer_none(g, f);
	if (n_args > ARGS || !n_args || f->n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < n_args; i++) arg[i] = type_of_arg(g, q, lu_str_take(&rest, ';'));
	for (uint32_t i = 0; i < f->n; i++) {
		v[i] = (candidate){ .symbol = f->v[i], .n = n_args, .shift = is_behind(g, f, f->v[i]) };
		judge(g, q, arg, &v[i]);
		n += !v[i].out;
		plain += !v[i].out && !v[i].narrowed;
	}
	if (!n) return; /* a type was mistaken */
	if (n_args == 1 && arg[0].shape == TYPE_UNKNOWN && prefer_one(v, f->n) && f->grade == LU_GRADE_EXACT)
		f->grade = LU_GRADE_UNIQUE;
	for (uint32_t i = 0; i < f->n && plain && plain < n; i++) v[i].out |= v[i].narrowed;
	if (plain && plain < n && f->grade == LU_GRADE_EXACT) f->grade = LU_GRADE_UNIQUE;
	choose(g, q->language, v, f->n);
	n = 0;
	for (uint32_t i = 0; i < f->n; i++)
		if (!v[i].out) f->v[n++] = v[i].symbol;
	f->n = n;
}

/* Does another declaration of `s` give it defaults, so that it takes so many arguments and 1? */
static bool has_defaults(const lu__graph *g, uint32_t s, uint32_t args)
{
	uint32_t name = g->info[s].name;

	if (g->named_at[name + 1] - g->named_at[name] > LU__LONG) return false;
	lu__need_name(g, g->names.v[name]);
	for (uint32_t at = g->named_at[name]; at < g->named_at[name + 1]; at++) {
		const lu_symbol *y = &g->sym[g->named[at]];

		if (y->is_prototype && y->least && y->least <= args && y->most == g->sym[s].most &&
		    lu_str_eq(y->name, g->sym[s].name))
			return true;
	}
	return false;
}

/* Defaults may be told at another declaration: what wants more arguments is left out only where something takes these. */
static void fit_count(const lu__graph *g, uint32_t args, lu__found *f)
{
	uint32_t could = 0, n = 0, had = f->n, fits[LU__SOUGHT];

	for (uint32_t i = 0; i < had; i++) {
		const lu_symbol *y = &g->sym[f->v[i]];

		if (y->least && y->most && args > y->most) continue;
		if (!y->least || args >= y->least || has_defaults(g, f->v[i], args)) fits[n++] = f->v[i];
		f->v[could++] = f->v[i];
	}
	f->n = could;
	if (n) memcpy(f->v, fits, (f->n = n) * sizeof *fits);
	if (!f->n) lu__found_outside(f, "takes another number of arguments");
	else if ((f->n < had || !n) && f->grade < LU_GRADE_UNIQUE) f->grade = LU_GRADE_UNIQUE;
}

void lu__fit_all(lu__graph *g, const lu__ask *q, const lu_ref *r, lu__found *f)
{
	uint32_t n = 0;

	lu__fit_given(g, r, f);
	for (uint32_t i = 0; i < f->n; i++)
		if (f->extends ? lu__takes_behind(g, f->v[i], r->args) : lu__takes(g, f->v[i], r->args))
			f->v[n++] = f->v[i];
	/* what it gives may be called in turn, as Scala's "f(x)" of a function without parameters */
	if (!n && (q->language->syntax & LU__SYNTAX_LISTS)) return;
	f->n = n;
	if (!n) lu__found_outside(f, "takes another number of arguments");
	if (n > 1 && (q->language->rules & LU__RULE_ARITY)) fit_types(g, q, r, f);
}

void lu__fit_args(lu__graph *g, const lu__ask *q, const lu_ref *r, lu__found *f)
{
	uint32_t own = LU__NONE, on = f->on;

	if (!r->args || f->what != LU__FOUND_SYMBOLS || !f->n || f->n > LU__SOUGHT) return;
	if (q->language->rules & LU__RULE_LABELS) {
		lu__fit_labels(g, r, f);
		return;
	}
	if (q->language->rules & LU__RULE_COUNTED) {
		lu__add_named_classes(g, r, f);
		fit_count(g, r->args, f);
		if (f->what == LU__FOUND_SYMBOLS && f->n > 1) lu__fit_conversions(g, q, r, f);
		lu__doubt_validity(g, f);
	}
	if (!(q->language->rules & LU__RULE_ARITY)) return;
	if (q->language->syntax & LU__SYNTAX_LISTS) lu__find_applied(g, r, f);
	for (uint32_t i = 0; i < f->n; i++)
		if (g->info[f->v[i]].kind != LU__SYMBOL_FUNC)
			return; /* a type: what its constructors take comes later */
	own = g->info[f->v[0]].owner;
	lu__add_inherited(g, f);
	if (f->n > LU__SOUGHT) return;
	lu__fit_all(g, q, r, f);
	if (lu__extend_unfit(g, q, r, on, f)) lu__fit_all(g, q, r, f);
	if (f->n == 1 && !f->extends && own != LU__NONE && g->info[f->v[0]].owner != own)
		f->reason = "inherited method";
}
