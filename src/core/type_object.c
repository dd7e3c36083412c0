/* SPDX-License-Identifier: MIT */
#include "core/type_object.h"

#include "core/ascii.h"
#include "core/type_text.h"

#define LEVELS 8 /* wrappers in each other */

/* Place behind the bracket that is opened at `i`; t.n when nothing closes it. */
static size_t past(lu_str t, size_t i)
{
	size_t depth = 0;

	for (; i < t.n; i++) {
		if (strchr("([{<", t.s[i])) depth++;
		else if (strchr(")]}", t.s[i]) || (t.s[i] == '>' && t.s[i - 1] != '=')) depth--;
		if (!depth) return i + 1;
	}
	return t.n;
}

static size_t after_blanks(lu_str t, size_t i)
{
	while (i < t.n && t.s[i] == ' ') i++;
	return i;
}

static size_t after_name(lu_str t, size_t i)
{
	while (i < t.n && (lu_is_ident(t.s[i]) || t.s[i] == '$')) i++;
	return i;
}

/* What "Promise<T>" and its like wrap that has the properties of T. */
static lu_str unwrapped(lu_str t)
{
	static const char *const wrappers[] = { "Promise<", "Readonly<",    "Partial<", "Required<",
						"Awaited<", "NonNullable<", NULL };

	for (int level = 0; level < LEVELS; level++) {
		size_t i = 0;

		t = lu_str_trim(t);
		if (t.n > 2 && t.s[0] == '(' && past(t, 0) == t.n) {
			t = lu_strn(t.s + 1, t.n - 2);
			continue;
		}
		while (wrappers[i] && !lu_str_starts(t, wrappers[i])) i++;
		if (!wrappers[i]) return t;
		i = strlen(wrappers[i]);
		if (past(t, i - 1) != t.n) return t;
		t = lu_strn(t.s + i, t.n - i - 1);
	}
	return t;
}

bool lu_type_is_object(lu_str t)
{
	if (t.n > LU_OBJECT_TYPE_MOST) return false;
	t = unwrapped(t);
	return (t.n > 2 && t.s[0] == '{' && t.s[1] != '}') || lu_str_starts(t, "Record<");
}

/* Does another member begin at `i`, behind a blank: "a: A b: B" stood on two lines? */
static bool begins_member(lu_str t, size_t i)
{
	size_t end = after_name(t, i), before = i;

	while (before && t.s[before - 1] == ' ') before--;
	if (end == i || !before || strchr("|&:?,=>([{<", t.s[before - 1])) return false;
	if (end < t.n && t.s[end] == '?') end++;
	return end < t.n && t.s[end] == ':';
}

/* The end of the member whose type begins at `i`. */
static size_t end_of_member(lu_str t, size_t i)
{
	while (i < t.n && !strchr(";,}", t.s[i])) {
		if (t.s[i] == ' ' && begins_member(t, i + 1)) return i;
		i = strchr("([{<", t.s[i]) ? past(t, i) : i + 1;
	}
	return i;
}

/* Past what may stand before a member, at `i`. */
static size_t before_member(lu_str t, size_t i)
{
	for (;;) {
		lu_str rest = lu_strn(t.s + i, t.n - i);
		const char *end;

		if (rest.n && strchr(" ;,", rest.s[0])) {
			i++;
		} else if (lu_str_starts(rest, "/*")) {
			end = memmem(rest.s + 2, rest.n - 2, "*/", 2);
			if (!end) return t.n;
			i = (size_t)(end - t.s) + 2;
		} else if (lu_str_starts(rest, "readonly ")) {
			i += sizeof "readonly " - 1;
		} else {
			return i;
		}
	}
}

lu_str lu_type_property(lu_str t, lu_str name)
{
	lu_str none = { "", 0 };

	if (t.n > LU_OBJECT_TYPE_MOST) return none;
	t = unwrapped(t);
	if (lu_str_starts(t, "Record<")) return lu_type_element(t);
	if (!t.n || t.s[0] != '{') return none;
	for (size_t i = before_member(t, 1), end; i < t.n && t.s[i] != '}'; i = before_member(t, end)) {
		bool quoted = strchr("'\"", t.s[i]) != NULL;
		size_t from = i + quoted, to = after_name(t, from), type = to + quoted;

		if (lu_str_starts(lu_strn(t.s + i, t.n - i), "//"))
			return none; /* where it ends is not told any more */
		if (type < t.n && t.s[type] == '?') type++;
		type = after_blanks(t, type);
		if (type >= t.n) return none;
		end = end_of_member(t, t.s[type] == ':' ? after_blanks(t, type + 1) : type);
		if (end <= i) return none;
		if (to == from || !lu_str_eq(lu_strn(t.s + from, to - from), name) || !strchr(":(<", t.s[type]))
			continue;
		type += t.s[type] == ':';
		return lu_str_trim(lu_strn(t.s + type, end - type));
	}
	return none;
}

lu_str lu_type_property_called(lu_str p)
{
	size_t i = p.n && p.s[0] == '<' ? after_blanks(p, past(p, 0)) : 0;

	if (i >= p.n || p.s[i] != '(') return lu_strn("", 0);
	i = after_blanks(p, past(p, i));
	if (i < p.n && p.s[i] == ':') return lu_str_trim(lu_strn(p.s + i + 1, p.n - i - 1));
	return i + 1 < p.n && p.s[i] == '=' && p.s[i + 1] == '>' ? lu_str_trim(lu_strn(p.s + i + 2, p.n - i - 2))
								 : lu_strn("", 0);
}
