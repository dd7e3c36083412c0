/* SPDX-License-Identifier: MIT
 * Types as C++ writes them: "const buffer<T> &", "unsigned long", "T &&...", and what their names mean. */
#include "core/ascii.h"
#include "core/type_text.h"
#include "graph/lookup.h"
#include "graph/overload.h"

#define NAME_MAX_LENGTH 120

/* ---- heads: "<T,#N,U=>{V}?c!x" ---- */

static lu_str list_in(lu_str head, char open, char close)
{
	const char *special = head.n ? memchr(head.s, '!', head.n) : NULL, *from, *to;

	if (special) head.n = (size_t)(special - head.s);
	from = head.n ? memchr(head.s, open, head.n) : NULL;
	if (!from) return lu_strn("", 0);
	from++;
	to = memchr(from, close, (size_t)(head.s + head.n - from));
	return lu_strn(from, (size_t)((to ? to : head.s + head.n) - from));
}

lu_str lu__cpp_parameter(lu_str takes, uint32_t i)
{
	lu_str head = lu__cpp_head(takes), list = lu_str_starts(head, "<") ? list_in(head, '<', '>') : lu_strn("", 0),
	       one = { "", 0 };

	for (uint32_t k = 0; k <= i; k++) {
		if (!list.n) return lu_strn("", 0);
		one = lu_str_take(&list, ',');
	}
	return one.n ? one : lu_strz("#");
}

/* Is `name` among the parameters of a list? *at: which. */
static bool is_in(lu_str list, lu_str name, uint32_t *at)
{
	for (*at = 0; list.n; ++*at) {
		lu_str one = lu_str_take(&list, ',');
		size_t from = lu_str_starts(one, "#"), n = from;

		while (n < one.n && lu_is_ident(one.s[n])) n++;
		if (n > from && lu_str_eq(lu_strn(one.s + from, n - from), name)) return true;
	}
	return false;
}

/* Is it a parameter of a template around `s`, or of `s` itself? */
static bool is_bound_around(const lu__graph *g, uint32_t s, lu_str name)
{
	uint32_t at;

	for (int level = 0; s != LU__NONE && level < 16; level++, s = g->info[s].parent) {
		lu_str head = lu__cpp_head(g->sym[s].takes);

		if (is_in(list_in(head, '<', '>'), name, &at) || is_in(list_in(head, '{', '}'), name, &at)) return true;
		if (g->info[s].owner != LU__NONE && g->info[s].owner != g->info[s].parent &&
		    is_in(list_in(lu__cpp_head(g->sym[g->info[s].owner].takes), '<', '>'), name, &at))
			return true;
	}
	return false;
}

bool lu__cpp_is_dependent(const lu__graph *g, uint32_t s, lu_str text)
{
	for (size_t i = 0, n; s != LU__NONE && i < text.n; i += n + !n) {
		for (n = 0; i + n < text.n && lu_is_ident(text.s[i + n]);) n++;
		if (n && is_bound_around(g, s, lu_strn(text.s + i, n))) return true;
	}
	return false;
}

/* ---- names ---- */

static const struct {
	const char *name;
	int size; /* the order in which arithmetic converts; char and its like promote to int, 10 */
} plain[] = { { "void", -1 },          { "bool", 1 },
	      { "char", 2 },           { "wchar_t", 3 },
	      { "char8_t", 3 },        { "char16_t", 3 },
	      { "char32_t", 4 },       { "short", 5 },
	      { "int8_t", 2 },         { "uint8_t", 2 },
	      { "int16_t", 5 },        { "uint16_t", 5 },
	      { "int", 10 },           { "int32_t", 10 },
	      { "unsigned", 11 },      { "uint32_t", 11 },
	      { "long", 12 },          { "ssize_t", 12 },
	      { "ptrdiff_t", 12 },     { "long long", 13 },
	      { "int64_t", 12 },       { "size_t", 14 },
	      { "unsigned long", 14 }, { "uint64_t", 14 },
	      { "uintptr_t", 14 },     { "unsigned long long", 15 },
	      { "float", 20 },         { "double", 21 },
	      { "long double", 22 },   { "unsigned char", 6 },
	      { "signed char", 7 },    { "unsigned short", 8 } };

int lu__cpp_size(lu_str name)
{
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (lu_str_eqz(name, plain[i].name)) return plain[i].size;
	return 0;
}

/* "long unsigned int": the type that several words name; empty: they name none. */
static lu_str of_words(lu_str t)
{
	bool is_unsigned = false, is_char = false, is_short = false, is_double = false, other = false, any = false;
	int longs = 0;

	while (t.n) {
		lu_str w = lu_str_take(&t, ' ');

		if (!w.n) continue;
		any |= lu_str_in_words(w, "unsigned signed long short int");
		if (lu_str_eqz(w, "unsigned")) is_unsigned = true;
		else if (lu_str_eqz(w, "long")) longs++;
		else if (lu_str_eqz(w, "short")) is_short = true;
		else if (lu_str_eqz(w, "char")) is_char = true;
		else if (lu_str_eqz(w, "double")) is_double = true;
		else if (!lu_str_in_words(w, "signed int")) other = true;
	}
	if (other || !any) return lu_strn("", 0);
	if (is_double) return lu_strz("long double");
	if (is_char) return lu_strz(is_unsigned ? "unsigned char" : "signed char");
	if (is_short) return lu_strz(is_unsigned ? "unsigned short" : "short");
	if (longs > 1) return lu_strz(is_unsigned ? "unsigned long long" : "long long");
	if (longs) return lu_strz(is_unsigned ? "unsigned long" : "long");
	return lu_strz(is_unsigned ? "unsigned" : "int");
}

/* Take the words away that say nothing here. */
static lu_str without_words(lu_str t, bool *is_const)
{
	static const char *const words[] = { "const ",  "volatile ",  "typename ", "struct ",  "class ",
					     "enum ",   "constexpr ", "static ",   "mutable ", "inline ",
					     "extern ", "register ",  "::" };

	for (bool again = true; again;) {
		again = false;
		t = lu_str_trim(t);
		for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
			if (!lu_str_starts(t, words[i])) continue;
			if (!i) *is_const = true;
			t = lu_strn(t.s + strlen(words[i]), t.n - strlen(words[i]));
			again = true;
		}
	}
	return t;
}

/* What stands behind the name: pointers, references. False: it is something else. */
static bool read_marks(lu_str *t, lu__cpp_type *out)
{
	for (bool again = true; again;) {
		again = true;
		*t = lu_str_trim(*t);
		if (lu_str_ends(*t, "...")) {
			out->rest = true;
			t->n -= 3;
		} else if (lu_str_ends(*t, "&&")) {
			out->moves = true;
			t->n -= 2;
		} else if (lu_str_ends(*t, "&")) {
			out->refers = true;
			t->n--;
		} else if (lu_str_ends(*t, "*")) {
			out->pointers++;
			out->is_const = false;
			t->n--;
		} else if (lu_str_ends(*t, "]") && memchr(t->s, '[', t->n)) {
			while (t->n && t->s[t->n - 1] != '[') t->n--;
			t->n -= t->n > 0;
			out->pointers++;
			if (lu_str_ends(*t, "(&)")) t->n -= 3;
		} else if (lu_str_ends(*t, "const") && t->n > 5 && !lu_is_ident(t->s[t->n - 6])) {
			out->is_const = true;
			t->n -= 5;
		} else {
			again = false;
		}
	}
	return t->n && !memchr(t->s, '(', t->n);
}

static void named(lu__graph *g, const lu__ask *there, lu__cpp_type *t)
{
	char dotted[NAME_MAX_LENGTH];
	lu_str simple = lu_str_after_last(t->name, ':'), given;
	lu__found f = lu__no_result("");
	size_t n = 0;

	if (t->name.n >= sizeof dotted) return;
	if (lu_str_starts(t->name, "std::")) {
		t->shape = lu__cpp_size(simple) ? LU__CPP_PLAIN : LU__CPP_LIBRARY;
		t->name = simple;
		return;
	}
	for (size_t i = 0; i < t->name.n; i++)
		if (t->name.s[i] != ':') dotted[n++] = t->name.s[i];
		else if (n && dotted[n - 1] != '.') dotted[n++] = '.';
	lu__find_name(g, there, lu_strn(dotted, n), LU__SYMBOL_TYPES, &f);
	t->name = simple;
	if (!lu__one_symbol(&f) || !(g->info[f.v[0]].kind & LU__SYMBOL_TYPES)) {
		if (f.what == LU__FOUND_NOTHING && lu__cpp_size(simple)) t->shape = LU__CPP_PLAIN;
		return;
	}
	if (!lu_str_eqz(g->sym[f.v[0]].type, "type")) {
		t->shape = LU__CPP_HERE;
		t->symbol = g->info[f.v[0]].whole;
		t->alias = !lu_str_eq(g->names.v[g->info[t->symbol].name], simple);
		return;
	}
	given = lu_field_type(g->sym[f.v[0]].gives, lu_strz("using"));
	if (!given.n) return;
	t->name = of_words(given).n ? of_words(given) : lu_str_after_last(given, '.');
	if (lu__cpp_size(t->name)) t->shape = LU__CPP_PLAIN;
}

lu__cpp_type lu__cpp_read(lu__graph *g, const lu__ask *there, lu_str text, uint32_t of, uint32_t given)
{
	lu__cpp_type t = { .shape = LU__CPP_UNKNOWN, .symbol = LU__NONE, .text = text };
	lu_str words;
	uint32_t at;
	size_t n = 0;

	if (lu_str_eqz(text, "null")) t.shape = LU__CPP_NULL;
	if (lu_str_eqz(text, "->")) t.shape = LU__CPP_LAMBDA;
	if (lu_str_eqz(text, "\"\"")) {
		t = (lu__cpp_type){
			.shape = LU__CPP_PLAIN, .pointers = 1, .is_const = true, .name = lu_strz("char"), .text = text
		};
		t.literal = true;
	}
	if (lu_str_eqz(text, "0")) {
		t = (lu__cpp_type){ .shape = LU__CPP_PLAIN, .name = lu_strz("0"), .text = text, .literal = true };
	}
	if (t.shape || !read_marks(&text, &t)) return t;
	text = without_words(text, &t.is_const);
	words = of_words(text);
	if (words.n || lu__cpp_size(text)) {
		t.name = words.n ? words : text;
		t.shape = LU__CPP_PLAIN;
		return t;
	}
	while (n < text.n && (lu_is_ident(text.s[n]) || text.s[n] == ':')) n++;
	t.name = lu_strn(text.s, n);
	t.args = lu_strn(text.s + n, text.n - n);
	if (!n || (t.args.n && (t.args.s[0] != '<' || t.args.s[t.args.n - 1] != '>'))) return t;
	if (of != LU__NONE && is_in(list_in(lu__cpp_head(g->sym[of].takes), '<', '>'), t.name, &at)) {
		if (at >= given) t.shape = LU__CPP_BOUND;
		return t;
	}
	if (is_bound_around(g, there->src, t.name)) return t;
	named(g, there, &t);
	return t;
}
