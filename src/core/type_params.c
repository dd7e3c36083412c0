/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/ascii.h"
#include "core/type_params.h"
#include "lucus/str.h"

/* Past the bracket that closes the one at `i`; s.n when none does. */
static size_t past(lu_str s, size_t i)
{
	for (size_t depth = 0; i < s.n; i++) {
		if (strchr("<[(", s.s[i])) depth++;
		else if (s.s[i] == '>' && i && s.s[i - 1] == '=') continue; /* "F extends () => void" */
		else if (strchr(">])", s.s[i]) && --depth == 0) return i + 1;
	}
	return i;
}

/* Words that type parameters may follow. */
static const char modifiers[] =
	"fun val var impl template public protected private static final abstract default native "
	"synchronized strictfp override open internal inline suspend infix operator tailrec "
	"external";

/* "@Nullable", "@a.b.Nullable": the last word of such a name begins at `n`. What stands right behind it is of its own type. */
static bool is_annotation(lu_str s, size_t n, size_t blanks)
{
	while (n && (lu_is_ident(s.s[n - 1]) || s.s[n - 1] == '.')) n--;
	return blanks && n && s.s[n - 1] == '@';
}

/* Do type parameters follow in the bracket at `i`? They stand behind the name, or first, where only such words are before them. */
static bool declares_types(lu_str s, size_t i, lu_str name)
{
	size_t end = i, n;

	while (end && lu_is_space(s.s[end - 1])) end--;
	for (n = end; n && lu_is_ident(s.s[n - 1]);) n--;
	if (end == n) return end == 0;
	return lu_str_eq(lu_strn(s.s + n, end - n), name) ||
	       (s.s[i] == '<' &&
		(lu_str_in_words(lu_strn(s.s + n, end - n), modifiers) || is_annotation(s, n, i - end)));
}

/* "const f = <T extends A>(x: T) => x": the bracket behind the '=' at `i`, or s.n. */
static size_t behind_equals(lu_str s, size_t i, lu_str name)
{
	size_t from = i, to = i + 1;

	while (from && lu_is_space(s.s[from - 1])) from--;
	while (to < s.n && lu_is_space(s.s[to])) to++;
	if (lu_str_starts(lu_strn(s.s + to, s.n - to), "async <")) to += sizeof "async " - 1;
	if (to >= s.n || s.s[to] != '<' || from < name.n || !lu_str_eq(lu_strn(s.s + from - name.n, name.n), name))
		return s.n;
	return to;
}

lu_str lu_type_parameters(lu_str s, lu_str name)
{
	size_t end, i = 0;

	for (; i < s.n && !strchr("({=", s.s[i]); i++) {
		if (s.s[i] != '<' && s.s[i] != '[') continue;
		end = past(s, i);
		if (declares_types(s, i, name)) return end < i + 2 ? lu_strn("", 0) : lu_strn(s.s + i + 1, end - i - 2);
		i = end - 1;
	}
	i = i < s.n && s.s[i] == '=' && name.n ? behind_equals(s, i, name) : s.n;
	end = i < s.n ? past(s, i) : 0;
	return end < i + 2 ? lu_strn("", 0) : lu_strn(s.s + i + 1, end - i - 2);
}

/* "T extends A = B" */
static lu_str without_default(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] == '=' && (i + 1 == s.n || s.s[i + 1] != '>')) return lu_strn(s.s, i);
	return s;
}

/* "in T", "out T", "reified T", "+T", "-T" */
static lu_str without_variance(lu_str s)
{
	static const char *const words[] = { "in ", "out ", "reified ", "+", "-" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (lu_str_starts(s, words[i]))
			s = lu_str_trim(lu_strn(s.s + strlen(words[i]), s.n - strlen(words[i])));
	return s;
}

bool lu_type_bound(lu_str list, lu_str name, lu_str *bound)
{
	static const char *const marks[] = { "extends ", "<:", ":", "" };

	*bound = lu_strn("", 0);
	for (size_t i = 0, n; i < list.n; i += n + 1) {
		size_t depth = 0;
		lu_str one, rest;

		for (n = 0; i + n < list.n && (depth || list.s[i + n] != ','); n++) {
			if (strchr("<[(", list.s[i + n])) depth++;
			else if (depth && strchr(">])", list.s[i + n])) depth--;
		}
		one = without_variance(lu_str_trim(lu_strn(list.s + i, n)));
		if (one.n < name.n || !lu_str_eq(lu_strn(one.s, name.n), name)) continue;
		rest = lu_str_trim(lu_strn(one.s + name.n, one.n - name.n));
		if (one.n > name.n && lu_is_ident(one.s[name.n])) continue;
		for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
			if (!lu_str_starts(rest, marks[k])) continue;
			rest = lu_strn(rest.s + strlen(marks[k]), rest.n - strlen(marks[k]));
			*bound = lu_str_trim(without_default(rest));
			break;
		}
		if (lu_str_starts(*bound, ">")) *bound = lu_strn("", 0); /* "B >: A": it is no part of that */
		return true;
	}
	return false;
}

lu_str lu_type_entry(lu_str list, size_t k)
{
	for (size_t i = 0, n; i < list.n; i += n + 1, k--) {
		size_t depth = 0;

		for (n = 0; i + n < list.n && (depth || list.s[i + n] != ','); n++) {
			if (strchr("<[(", list.s[i + n])) depth++;
			else if (depth && strchr(">])", list.s[i + n])) depth--;
		}
		if (!k) return lu_str_trim(lu_strn(list.s + i, n));
	}
	return lu_strn("", 0);
}
