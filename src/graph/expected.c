/* SPDX-License-Identifier: MIT
 * What is expected of a function that is an argument: its parameters are of the types that the function which it is given to
 * declares. Declarations are written as core/type_takes.h says. */
#include "core/type_params.h"
#include "core/type_takes.h"
#include "core/type_text.h"
#include "graph/component.h"
#include "graph/lookup.h"

static void by_text(lu__graph *g, const lu__ask *q, uint32_t s, lu_str text, lu_str places, uint32_t on,
		    lu__type_fn *find, lu__found *f);

/* By what functions of a type take. */
static void by_type(lu__graph *g, const lu__ask *q, uint32_t type, lu_str places, lu__type_fn *find, lu__found *f)
{
	lu_str text;
	uint32_t s = lu__type_field(g, type, false, lu_strz(LU_FIELD_CALLED), &text);

	*f = lu__no_result("receiver of unknown type");
	if (s != LU__NONE) by_text(g, q, s, text, places, type, find, f);
}

/* The type of one alternative, `text`, which is written at `s`. */
static void by_one(lu__graph *g, const lu__ask *q, uint32_t s, lu_str text, lu_str places, uint32_t on,
		   lu__type_fn *find, lu__found *f)
{
	*f = lu__no_result("receiver of unknown type");
	if (lu_str_starts(text, "~(")) {
		if (places.n < 2) return;
		text = lu_type_taken(text, (size_t)(places.s[1] - '0'));
		by_text(g, q, s, text, lu_strn(places.s + 2, places.n - 2), on, find, f);
		return;
	}
	find(g, q, s, text, on, f);
	if (!places.n || !lu__one_symbol(f) || !(g->info[f->v[0]].kind & LU__SYMBOL_TYPES)) {
		if (places.n) *f = lu__no_result("receiver of unknown type");
		return;
	}
	by_type(g, q, f->v[0], places, find, f);
}

/* Add to *all what one alternative is. False: two differ. */
static bool agree(lu__found *all, const lu__found *one)
{
	bool outside = all->or_outside || one->or_outside || one->what == LU__FOUND_OUTSIDE;

	if (lu__one_symbol(one)) {
		if (all->n && all->v[0] != one->v[0]) return false;
		if (!all->n || all->grade <= one->grade) *all = *one;
	}
	all->or_outside = outside;
	if (outside && all->n && all->grade < LU_GRADE_UNIQUE) all->grade = LU_GRADE_UNIQUE;
	return true;
}

static void by_text(lu__graph *g, const lu__ask *q, uint32_t s, lu_str text, lu_str places, uint32_t on,
		    lu__type_fn *find, lu__found *f)
{
	lu__found all = lu__no_result("receiver of unknown type"), one;
	lu__ask there = *q;

	*f = all;
	if (there.depth++ >= LU__TYPES_FOLLOWED) return;
	while (text.n) {
		by_one(g, &there, s, lu_type_take(&text), places, on, find, &one);
		if (!agree(&all, &one)) return;
	}
	*f = all;
}

/* By what a function takes, with all that are declared with it: its overloads. */
static void by_function(lu__graph *g, const lu__ask *q, uint32_t s, lu_str places, uint32_t on, lu__type_fn *find,
			lu__found *f)
{
	const lu__info *i = &g->info[s];
	lu__list list = { 0, 0, 0 };
	lu__found all = lu__no_result("receiver of unknown type"), one;

	*f = all;
	if (i->owner != LU__NONE) list = lu__multi_list(&g->members, lu__pair(g->info[i->owner].whole, i->name));
	else if (i->top) list = lu__multi_list(&g->members, lu__pair(lu__file_scope(g, i->file), i->name));
	if (list.n > LU__SOUGHT) return;
	if (!list.n) by_text(g, q, s, g->sym[s].takes, places, on, find, &all);
	for (uint32_t at = list.first; at; at = g->members.node[at].next) {
		uint32_t v = g->members.node[at].value;

		by_text(g, q, v, g->sym[v].takes, places, on, find, &one);
		if (g->info[v].kind == LU__SYMBOL_FUNC && !agree(&all, &one)) return;
	}
	*f = all;
}

/* By the type of a variable of a module. */
static void by_variable(lu__graph *g, const lu__ask *q, uint32_t s, lu_str places, lu__type_fn *find, lu__found *f)
{
	const lu__info *i = &g->info[s];
	uint32_t module = g->file[i->file].module;
	lu_str text = i->top && module != LU__NONE ? lu_field_type(g->sym[module].gives, g->names.v[i->name])
						   : lu_strn("", 0);

	*f = lu__no_result("receiver of unknown type");
	if (text.n) by_text(g, q, module, text, places, LU__NONE, find, f);
}

bool lu__find_expected_by(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t on, lu__type_fn *find,
			  lu__found *f)
{
	lu_grade grade = f->grade;
	lu_str text;
	uint32_t owner = lu__type_field(g, on, f->bases_only, p->name, &text);

	if (owner == LU__NONE) return false;
	by_text(g, q, owner, text, p->places, on, find, f);
	if (grade > f->grade) f->grade = grade;
	return true;
}

/* What a constructor takes is what its class does. */
static void by_class(lu__graph *g, const lu__ask *q, uint32_t type, lu__found *f)
{
	uint32_t name = g->constructor[lu__language_number(q->language)];

	*f = lu__no_result("receiver of unknown type");
	if (name != LU__NONE) lu__type_member(g, type, false, name, LU__SYMBOL_FUNC, f, NULL);
}

/* Is it what a promise gives, "load().then((x) => ...)"? */
static bool is_promised(const lu__component *p)
{
	return lu_str_eqz(p->name, "then") && lu_str_eqz(p->places, "~0~0") && lu_str_starts(p->told, "Promise<");
}

void lu__find_expected(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t on, lu__type_fn *find,
		       lu__found *f)
{
	lu__found at = *f, all = lu__no_result("receiver of unknown type"), one;
	lu_grade grade = f->grade;

	if (at.what != LU__FOUND_SYMBOLS && is_promised(p)) {
		find(g, q, p->told_at, lu_type_argument(p->told), LU__NONE, f);
		return;
	}
	*f = all;
	if (at.what != LU__FOUND_SYMBOLS || !at.n || at.n > LU__SOUGHT) return;
	if (lu__one_symbol(&at) && g->info[at.v[0]].kind == LU__SYMBOL_CLASS) by_class(g, q, at.v[0], &at);
	for (uint32_t i = 0; i < at.n && i < LU__SOUGHT && at.what == LU__FOUND_SYMBOLS; i++) {
		uint32_t s = at.v[i];

		if (g->info[s].kind == LU__SYMBOL_FUNC) by_function(g, q, s, p->places, on, find, &one);
		else if (g->info[s].kind & LU__SYMBOL_TYPES) by_type(g, q, s, p->places, find, &one);
		else by_variable(g, q, s, p->places, find, &one);
		if (!agree(&all, &one)) return;
	}
	*f = all;
	if (grade > f->grade) f->grade = grade;
}

/* ---- types that are one of several ---- */

void lu__find_in_each(lu__graph *g, const lu__ask *q, uint32_t type, lu_str name, unsigned want, lu__type_fn *find,
		      lu__found *f)
{
	lu_str text;
	uint32_t s = lu__type_field(g, type, false, lu_strz(LU_FIELD_CALLED), &text);
	lu__found all = lu__no_result("");
	lu__ask there = *q;

	if (s == LU__NONE || lu_str_starts(text, "~(") || there.depth++ >= LU__TYPES_FOLLOWED) return;
	while (text.n) {
		lu__found one;
		uint32_t each;

		find(g, &there, s, lu_type_take(&text), LU__NONE, &one);
		if (!lu__one_symbol(&one) || !(g->info[one.v[0]].kind & LU__SYMBOL_TYPES)) return;
		each = one.v[0];
		lu__member(g, &there, name, want, &one);
		if (one.what == LU__FOUND_NOTHING) lu__find_in_each(g, &there, each, name, want, find, &one);
		if (one.what != LU__FOUND_SYMBOLS) return;
		all.reason = one.reason;
		for (uint32_t i = 0; i < one.n && i < LU__SOUGHT; i++)
			lu__found_add(&all, LU__FOUND_SYMBOLS, one.v[i], 0);
		if (one.grade > all.grade) all.grade = one.grade;
	}
	if (all.n) *f = all;
}

/* ---- values that are called ---- */

/* Argument `k` of a type, "A<X, Y>". */
static lu_str argument_in(lu_str told, size_t k)
{
	lu_str list = lu_str_before_first(told, '<');

	if (list.n + 2 > told.n || told.s[told.n - 1] != '>') return lu_strn("", 0);
	return lu_type_entry(lu_strn(told.s + list.n + 1, told.n - list.n - 2), k);
}

bool lu__given_by_value(lu__graph *g, const lu__ask *q, uint32_t type, lu__type_fn *find, lu__found *f)
{
	lu_str text;
	uint32_t s = lu__type_field(g, type, false, lu_strz(LU_FIELD_GIVES), &text);
	lu_grade grade = f->grade;
	uint32_t at;
	lu_str given;

	if (s == LU__NONE) return false;
	/* "let parse: Parser<Root>" tells what the type is given */
	given = s == type && lu__is_parameter(text) && f->told.n ? argument_in(f->told, (size_t)(text.s[1] - '0'))
								 : lu_strn("", 0);
	at = f->told_at;
	if (given.n) find(g, q, at, given, LU__NONE, f);
	if (!given.n || f->what == LU__FOUND_NOTHING)
		find(g, q, s, lu__told_type(g, &s, text, type, lu_strn("", 0), LU__NONE), type, f);
	if (grade > f->grade) f->grade = grade;
	return true;
}

bool lu__given_by_called_field(lu__graph *g, const lu__ask *q, uint32_t type, lu_str name, lu__type_fn *find,
			       lu__found *f)
{
	lu_str text;
	uint32_t s = lu__type_field(g, type, false, name, &text);
	lu__found held;

	if (s == LU__NONE || lu_str_starts(text, "~(") || lu_str_starts(text, "=")) return false;
	find(g, q, s, lu__told_type(g, &s, text, type, lu_strn("", 0), LU__NONE), type, &held);
	if (!lu__one_symbol(&held) || !lu__given_by_value(g, q, held.v[0], find, &held)) return false;
	if (f->grade > held.grade) held.grade = f->grade;
	*f = held;
	return true;
}

void lu__find_in_joined(lu__graph *g, const lu__ask *q, lu_str told, uint32_t at, lu_str name, unsigned want,
			lu__type_fn *find, lu__found *f)
{
	lu__ask there = *q;

	if (!told.n || !memchr(told.s, '&', told.n) || there.depth++ >= LU__TYPES_FOLLOWED) return;
	lu_type_take_joined(&told);
	for (int n = 0; told.n && n < LU__TYPES_FOLLOWED; n++) {
		lu__found one;

		find(g, &there, at, lu_type_take_joined(&told), LU__NONE, &one);
		if (!lu__one_symbol(&one) || !lu__has_members(g, one.v[0])) continue;
		lu__member(g, &there, name, want, &one);
		if (one.what != LU__FOUND_SYMBOLS) continue;
		*f = one;
		return;
	}
}

void lu__find_in_arguments(lu__graph *g, const lu__ask *q, lu_str told, uint32_t at, lu_str name, unsigned want,
			   lu__type_fn *find, lu__found *f)
{
	lu_str list = lu_str_before_first(told, '<');
	lu__found only = lu__no_result("");
	lu__ask there = *q;

	if (list.n + 2 > told.n || told.s[told.n - 1] != '>' || there.depth++ >= LU__TYPES_FOLLOWED) return;
	list = lu_strn(told.s + list.n + 1, told.n - list.n - 2);
	for (size_t k = 0; k < LU__TYPES_FOLLOWED; k++) {
		lu_str text = lu_type_entry(list, k);
		lu__found one;
		bool alias;

		if (!text.n) break;
		find(g, &there, at, text, LU__NONE, &one);
		if (!lu__one_symbol(&one) || !(g->info[one.v[0]].kind & LU__SYMBOL_TYPES)) continue;
		alias = lu_str_eqz(g->sym[one.v[0]].type, "type");
		lu__member(g, &there, name, want, &one);
		if (one.what == LU__FOUND_NOTHING && alias)
			lu__find_in_arguments(g, &there, text, at, name, want, find, &one);
		if (one.what != LU__FOUND_SYMBOLS) continue;
		if (only.n && only.v[0] != one.v[0]) return;
		only = one;
	}
	if (!lu__one_symbol(&only)) return;
	/* what the alias does with it is not told: it may have the same from elsewhere */
	only.grade = lu__has_twin(g, only.v[0]) ? LU_GRADE_AMBIGUOUS : LU_GRADE_UNIQUE;
	only.reason = "a type that its type is made of";
	*f = only;
}
