/* SPDX-License-Identifier: MIT
 * How the type of an argument of C++ converts to that of a parameter. */
#include "graph/convert.h"
#include "graph/lookup.h"
#include "graph/overload.h"

#include "core/ascii.h"

bool lu__has_word(lu_str s, lu_str word)
{
	for (size_t i = 0; word.n && i + word.n <= s.n; i++)
		if (!memcmp(s.s + i, word.s, word.n) && (!i || !lu_is_ident(s.s[i - 1])) &&
		    (i + word.n == s.n || !lu_is_ident(s.s[i + word.n])))
			return true;
	return false;
}

static enum lu__fit result(enum lu__rank *rank, enum lu__rank r, enum lu__fit f)
{
	*rank = r;
	return f;
}

static bool is_class(const lu__graph *g, const lu__cpp_type *t)
{
	if (t->pointers) return false;
	return t->shape == LU__CPP_LIBRARY || t->shape == LU__CPP_LAMBDA ||
	       (t->shape == LU__CPP_HERE && !lu_str_eqz(g->sym[t->symbol].type, "enum"));
}

/* The same type, or one below it. */
static enum lu__fit is_a(lu__graph *g, const lu__cpp_type *a, const lu__cpp_type *p, enum lu__rank *rank)
{
	if (a->shape == LU__CPP_HERE && p->shape == LU__CPP_HERE) {
		if (a->symbol == p->symbol) {
			bool same = !p->args.n || !a->args.n || lu_str_eq(a->args, p->args);

			return result(rank, LU__SAME, same ? LU__YES : LU__PERHAPS);
		}
		lu__need_bases(g, a->symbol);
		if (lu__inherits_from(g, a->symbol, p->symbol)) return result(rank, LU__CONVERTED, LU__YES);
		return result(rank, LU__UNTOLD, lu__has_unknown_base(g, a->symbol, 8) ? LU__PERHAPS : LU__NO);
	}
	if (a->shape == LU__CPP_LIBRARY && p->shape == LU__CPP_LIBRARY && lu_str_eq(a->name, p->name))
		return result(rank, LU__SAME, !p->args.n || lu_str_eq(a->args, p->args) ? LU__YES : LU__PERHAPS);
	if (a->shape == LU__CPP_HERE && p->shape == LU__CPP_LIBRARY) {
		lu__need_bases(g, a->symbol);
		return result(rank, LU__UNTOLD, lu__has_unknown_base(g, a->symbol, 8) ? LU__PERHAPS : LU__NO);
	}
	if (a->shape == LU__CPP_LIBRARY && p->shape == LU__CPP_LIBRARY) return result(rank, LU__UNTOLD, LU__PERHAPS);
	return result(rank, LU__UNTOLD, LU__NO);
}

static enum lu__fit of_pointers(lu__graph *g, const lu__cpp_type *a, const lu__cpp_type *p, enum lu__rank *rank)
{
	enum lu__rank r;
	enum lu__fit f;

	if (a->shape == LU__CPP_UNKNOWN || p->shape == LU__CPP_UNKNOWN) return result(rank, LU__UNTOLD, LU__PERHAPS);
	if (a->is_const && !p->is_const && !(a->literal && lu_str_eq(a->name, p->name)))
		return result(rank, LU__UNTOLD, LU__NO);
	if (a->literal && !p->is_const) return result(rank, LU__CONVERTED, LU__PERHAPS);
	if (p->shape == LU__CPP_PLAIN && lu_str_eqz(p->name, "void") && p->pointers == 1)
		return result(rank, lu_str_eqz(a->name, "void") ? LU__SAME : LU__CONVERTED, LU__YES);
	if (a->pointers != p->pointers) return result(rank, LU__UNTOLD, LU__NO);
	if (a->shape == LU__CPP_PLAIN && p->shape == LU__CPP_PLAIN)
		return result(rank, LU__SAME,
			      lu_str_eq(a->name, p->name)                                               ? LU__YES
			      : lu__cpp_size(a->name) && lu__cpp_size(a->name) == lu__cpp_size(p->name) ? LU__PERHAPS
													: LU__NO);
	if (a->shape == LU__CPP_PLAIN || p->shape == LU__CPP_PLAIN) return result(rank, LU__UNTOLD, LU__NO);
	f = is_a(g, a, p, &r);
	return result(rank, r, f);
}

static enum lu__fit of_numbers(const lu__cpp_type *a, const lu__cpp_type *p, enum lu__rank *rank)
{
	int x = lu_str_eqz(a->name, "0") ? 10 : lu__cpp_size(a->name), y = lu__cpp_size(p->name);

	if (y < 0 || x < 0) return result(rank, LU__UNTOLD, LU__NO);
	if (lu_str_eq(a->name, p->name) || (lu_str_eqz(a->name, "0") && y == 10))
		return result(rank, LU__SAME, LU__YES);
	if (x == y) return result(rank, LU__UNTOLD, LU__YES); /* the same on some machines */
	if ((x < 10 && y == 10 && x != 3 && x != 4) || (x == 20 && y == 21)) return result(rank, LU__PROMOTED, LU__YES);
	return result(rank, LU__CONVERTED, LU__YES);
}

/* A pattern of a template's parameter: "T &", "T *", "buffer<T> &". */
static enum lu__fit deduced(lu__graph *g, const lu__cpp_type *a, const lu__cpp_type *p, enum lu__rank *rank)
{
	bool untold = a->shape == LU__CPP_UNKNOWN;

	if (p->shape == LU__CPP_BOUND) {
		if (!p->pointers) return result(rank, LU__SAME, p->args.n ? LU__PERHAPS : LU__YES);
		if (a->pointers >= p->pointers)
			return result(rank, LU__SAME,
				      a->is_const && !p->is_const && p->pointers > 1 ? LU__PERHAPS : LU__YES);
		if (a->shape == LU__CPP_NULL) return result(rank, LU__UNTOLD, LU__NO);
		return result(rank, LU__SAME, untold ? LU__PERHAPS : LU__NO);
	}
	if (untold) return result(rank, LU__UNTOLD, p->pointers > a->pointers || !a->pointers ? LU__PERHAPS : LU__NO);
	if (a->pointers != p->pointers) return result(rank, LU__UNTOLD, LU__NO);
	if (a->shape == LU__CPP_PLAIN || a->shape == LU__CPP_NULL || a->shape == LU__CPP_LAMBDA)
		return result(rank, LU__UNTOLD, LU__NO);
	if (a->shape == LU__CPP_HERE && p->shape == LU__CPP_HERE) {
		if (a->symbol == p->symbol) return result(rank, LU__SAME, LU__YES);
		return is_a(g, a, p, rank);
	}
	return is_a(g, a, p, rank);
}

bool lu__is_pattern(const lu__graph *g, uint32_t of, uint32_t given, const lu__cpp_type *p)
{
	if (p->shape == LU__CPP_BOUND) return true;
	for (uint32_t i = given; i < 64 && p->args.n; i++) {
		lu_str one = lu__cpp_parameter(g->sym[of].takes, i);
		size_t from = lu_str_starts(one, "#"), n = from;

		if (!one.n) return false;
		while (n < one.n && lu_is_ident(one.s[n])) n++;
		if (n > from && lu__has_word(p->args, lu_strn(one.s + from, n - from))) return true;
	}
	return false;
}

/* Can an object of the class `p` be made of what is no object? Its constructors say so. */
static enum lu__fit by_constructor(lu__graph *g, const lu__cpp_type *a, const lu__cpp_type *p)
{
	uint32_t class = p->symbol, n = 0;
	enum lu__fit out = LU__NO;

	if (p->shape != LU__CPP_HERE || lu_str_starts(g->sym[class].takes, "<")) return LU__PERHAPS;
	lu__need_file(g, g->info[class].file);
	for (uint32_t at = lu__multi_first(&g->members, lu__pair(class, g->info[class].name)); at && out == LU__NO;
	     at = g->members.node[at].next) {
		uint32_t s = g->members.node[at].value;
		lu__ask there = { s, g->info[s].file, s, LU__NONE, g->file[g->info[s].file].language, 0, false };
		lu_str takes = g->sym[s].takes, head = lu_str_take(&takes, ';');
		lu__cpp_type taken;
		enum lu__rank rank;

		n++;
		if (n > LU__SOUGHT || !g->sym[s].least || (head.n && head.s[0] == '<')) return LU__PERHAPS;
		if (g->sym[s].least > 2 || g->sym[s].most == 1) continue;
		taken = lu__cpp_read(g, &there, lu_str_take(&takes, ';'), LU__NONE, 0);
		if (taken.shape == LU__CPP_HERE && taken.symbol == class) continue;
		out = is_class(g, &taken) ? LU__PERHAPS : lu__converts(g, a, &taken, false, &rank);
	}
	return out == LU__NO ? LU__NO : LU__PERHAPS;
}

enum lu__fit lu__converts(lu__graph *g, const lu__cpp_type *a, const lu__cpp_type *p, bool pattern, enum lu__rank *rank)
{
	bool writes = p->refers && !p->is_const && !p->pointers;

	if (!p->text.n) return result(rank, LU__UNTOLD, LU__PERHAPS);
	/* "using text_of = typename checked<T>::t": nothing is deduced of that, and the argument converts */
	if (pattern && p->alias && p->args.n && deduced(g, a, p, rank) == LU__NO)
		return result(rank, LU__BY_CLASS, LU__PERHAPS);
	if (pattern)
		return p->shape == LU__CPP_UNKNOWN ? result(rank, LU__UNTOLD, LU__PERHAPS) : deduced(g, a, p, rank);
	if (a->shape == LU__CPP_UNKNOWN) {
		/* a pointer to what is not told is no number */
		if (a->pointers && !p->pointers && p->shape == LU__CPP_PLAIN && !lu_str_eqz(p->name, "bool"))
			return result(rank, LU__UNTOLD, LU__NO);
		return result(rank, LU__UNTOLD, LU__PERHAPS);
	}
	if (a->shape == LU__CPP_NULL)
		return result(rank, LU__CONVERTED,
			      p->pointers                 ? LU__YES
			      : p->shape == LU__CPP_PLAIN ? LU__NO
							  : LU__PERHAPS);
	if (p->pointers && !a->pointers) {
		if (a->shape == LU__CPP_PLAIN)
			return result(rank, LU__CONVERTED, lu_str_eqz(a->name, "0") ? LU__PERHAPS : LU__NO);
		return result(rank, LU__BY_CLASS, is_class(g, a) ? LU__PERHAPS : LU__NO);
	}
	if (p->pointers && a->pointers) return of_pointers(g, a, p, rank);
	if (p->shape == LU__CPP_UNKNOWN) return result(rank, LU__UNTOLD, LU__PERHAPS);
	if (a->pointers) { /* and it takes none */
		if (p->shape == LU__CPP_PLAIN)
			return result(rank, LU__CONVERTED, lu_str_eqz(p->name, "bool") && !writes ? LU__YES : LU__NO);
		return result(rank, LU__BY_CLASS, writes ? LU__NO : by_constructor(g, a, p));
	}
	if (writes && (a->literal || (a->is_const && a->shape != LU__CPP_UNKNOWN)))
		return result(rank, LU__UNTOLD, LU__NO);
	if (a->shape == LU__CPP_PLAIN && p->shape == LU__CPP_PLAIN)
		return writes && !lu_str_eq(a->name, p->name)
			       ? result(rank, LU__UNTOLD,
					lu__cpp_size(a->name) == lu__cpp_size(p->name) ? LU__PERHAPS : LU__NO)
			       : of_numbers(a, p, rank);
	if (is_class(g, a) && is_class(g, p)) {
		enum lu__fit f = is_a(g, a, p, rank);

		if (f != LU__NO || writes) return f;
		return result(rank, LU__BY_CLASS, LU__PERHAPS);
	}
	if (a->shape == LU__CPP_PLAIN && is_class(g, p))
		return result(rank, LU__BY_CLASS, writes ? LU__NO : by_constructor(g, a, p));
	if (!is_class(g, a) && !is_class(g, p) && a->shape == LU__CPP_HERE && p->shape == LU__CPP_HERE)
		return result(rank, LU__SAME, a->symbol == p->symbol ? LU__YES : LU__NO); /* enumerations */
	return result(rank, LU__BY_CLASS, LU__PERHAPS);
}
