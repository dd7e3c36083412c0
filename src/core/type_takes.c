/* SPDX-License-Identifier: MIT */
#include "core/type_takes.h"

#include "core/ascii.h"
#include "core/type_params.h"
#include "core/type_text.h"
#include "lucus/json.h"

#define LEVELS  6    /* functions that take functions, bounds of bounds */
#define LONGEST 80   /* of longer types the name is enough */
#define LISTED  16   /* parameters */
#define KINDS   32   /* types that one may be */
#define OWN     4000 /* longer lists of type parameters say nothing */
#define WHOLE   800  /* longer lists say nothing */
#define WRAPPED 8    /* pairs of brackets around a type of functions */

static void add_type(lu_buf *w, lu_str t, const lu_type_lists *lists, int level);

/* Place after the bracket that is opened at `i`; t.n when nothing closes it. */
static size_t past(lu_str t, size_t i)
{
	size_t depth = 0;

	for (; i < t.n; i++) {
		if (strchr("([{<", t.s[i])) depth++;
		else if (strchr(")]}", t.s[i]) || (t.s[i] == '>' && i && t.s[i - 1] != '=')) depth--;
		if (!depth) return i + 1;
	}
	return t.n;
}

static lu_str from(lu_str t, size_t i)
{
	return lu_str_trim(lu_strn(t.s + i, t.n - i));
}

/* The parameters of a type of functions, with brackets, and its own type parameters without; empty: it is none. */
static lu_str parameters(lu_str t, lu_str *own)
{
	size_t end;

	t = lu_str_trim(t);
	*own = lu_strn("", 0);
	if (lu_str_starts(t, "<")) {
		end = past(t, 0);
		*own = lu_strn(t.s + 1, end < 2 ? 0 : end - 2);
		t = from(t, end);
	}
	if (!lu_str_starts(t, "(")) return lu_strn("", 0);
	end = past(t, 0);
	return lu_str_starts(from(t, end), "=>") ? lu_strn(t.s, end) : lu_strn("", 0);
}

bool lu_type_is_function(lu_str t)
{
	lu_str own;

	return parameters(t, &own).n > 0;
}

/* The depth of brackets behind t.s[i], where before it that is `depth`: the '>' of "->" is none. */
static size_t depth_behind(lu_str t, size_t i, size_t depth)
{
	if (strchr("([<", t.s[i])) return depth + 1;
	if (!strchr(")]>", t.s[i]) || !depth || (i && t.s[i] == '>' && t.s[i - 1] == '-')) return depth;
	return depth - 1;
}

/* Has `t` an arrow outside of brackets? *whole: all of it stands in one pair of them. */
static bool has_arrow(lu_str t, bool *whole)
{
	bool arrow = false;
	size_t depth = 0;

	*whole = t.n > 1 && t.s[0] == '(';
	for (size_t i = 0; i < t.n; i++) {
		depth = depth_behind(t, i, depth);
		if (!depth && t.s[i] == ',') return *whole = false;
		if (!depth && i + 1 < t.n) *whole = false;
		if (!depth && i && t.s[i] == '>' && t.s[i - 1] == '-') arrow = true;
	}
	return arrow;
}

bool lu_type_is_arrow(lu_str t)
{
	bool whole = true, arrow = false;

	for (int level = 0; level < WRAPPED && whole && !arrow; level++) {
		t = lu_str_trim(t);
		while (t.n && strchr("?!", t.s[t.n - 1])) t.n--;
		arrow = has_arrow(t, &whole);
		if (whole) t = lu_strn(t.s + 1, t.n - 2);
	}
	return arrow;
}

lu_str lu_type_result(lu_str t)
{
	lu_str own, params = parameters(t, &own), result, bound;

	if (!params.n) return lu_strn("", 0);
	result = from(t, (size_t)(params.s + params.n - t.s));
	result = from(result, 2);
	return own.n && lu_type_bound(own, lu_type_named(result), &bound) ? lu_strn("", 0) : result;
}

/* Past the colon that is in no brackets; 0: there is none. */
static size_t past_colon(lu_str p)
{
	for (size_t i = 0; i < p.n; i = strchr("([{<", p.s[i]) ? past(p, i) : i + 1)
		if (p.s[i] == ':') return i + 1;
	return 0;
}

/* Write one parameter, "readonly a?: A" or "...rest: B[]". */
static void add_parameter(lu_buf *w, lu_str p, const lu_type_lists *lists, int level)
{
	size_t colon = past_colon(p), had = w->len;
	bool many = lu_str_starts(p, "...");
	lu_str t = colon ? from(p, colon) : lu_strn("", 0);

	if (many && lu_str_starts(t, "readonly ")) t = from(t, 9);
	if (many) t = lu_type_element(t);
	add_type(w, t, lists, level);
	if (many && w->len > had) lu_buf_adds(w, "...");
}

static void add_takes(lu_buf *w, lu_str params, const lu_type_lists *lists, int level)
{
	lu_str rest = params.n > 2 ? lu_strn(params.s + 1, params.n - 2) : lu_strn("", 0);
	size_t had = w->len, end, n = 0;

	lu_buf_adds(w, "~(");
	for (end = w->len; rest.n && n < LISTED; n++) {
		lu_str p = lu_type_take_argument(&rest);
		size_t begin = w->len;

		if (lu_str_starts(p, "this:")) continue;
		add_parameter(w, p, lists, level);
		if (w->len > begin) end = w->len;
		lu_buf_addc(w, ',');
	}
	lu_buf_trunc(w, end);
	lu_buf_addc(w, ')');
	if (w->len - had > WHOLE || end == had + 2) lu_buf_trunc(w, had);
}

/* Can a value of a type with this name have members that a tree knows? */
static bool is_told(lu_str name)
{
	lu_str last = lu_str_after_last(name, '.');

	return last.n && !(last.s[0] >= 'a' && last.s[0] <= 'z') && !lu_is_digit(last.s[0]);
}

static bool is_writable(lu_str t)
{
	for (size_t i = 0; i < t.n; i++)
		if (strchr("'`;~{", t.s[i])) return false;
	return lu_json_is_plain(t) && !memmem(t.s, t.n, "=>", 2);
}

/* Write a type that is no function and of one kind: a name, or what holds values of one. */
static void add_name(lu_buf *w, lu_str t, const lu_type_lists *lists, int level)
{
	lu_str name, bound;
	size_t n = 0;

	if (lu_str_starts(t, "readonly ")) t = from(t, 9);
	while (n < t.n && (lu_is_ident(t.s[n]) || t.s[n] == '$' || t.s[n] == '.')) n++;
	name = lu_strn(t.s, n);
	for (size_t i = 0; i < lists->n; i++) {
		if (lists->v[i].n > OWN) return;
		if (!lu_type_bound(lists->v[i], name, &bound)) continue;
		if (t.n == n && bound.n) add_type(w, bound, lists, level - 1);
		return;
	}
	if (!is_told(name)) return;
	if (t.n <= LONGEST && is_writable(t)) lu_buf_addstr(w, t);
	else if (t.n > n && t.s[n] == '<' && past(t, n) == t.n) lu_buf_addstr(w, name);
}

static void add_type(lu_buf *w, lu_str t, const lu_type_lists *lists, int level)
{
	size_t had = w->len;
	lu_str own, params = parameters(t, &own), one;

	if (level <= 0) return;
	if (params.n) {
		lu_type_lists inner = { .n = 0 };

		if (own.n) inner.v[inner.n++] = own;
		for (size_t i = 0; i < lists->n && inner.n < sizeof inner.v / sizeof *inner.v; i++)
			inner.v[inner.n++] = lists->v[i];
		add_takes(w, params, &inner, level - 1);
		return;
	}
	t = lu_str_trim(t);
	for (size_t n = 0; t.n && n <= KINDS; n++) {
		size_t before = w->len, begin;

		one = lu_type_take(&t);
		if (before > had) lu_buf_addc(w, '|');
		begin = w->len;
		while (one.n && w->len == begin) { /* of several that are joined one tells */
			lu_str part = lu_type_take_joined(&one);

			if (part.n > 2 && part.s[0] == '(' && past(part, 0) == part.n)
				add_type(w, lu_strn(part.s + 1, part.n - 2), lists, level - 1);
			else add_name(w, part, lists, level);
		}
		if (w->len == begin) lu_buf_trunc(w, before);
	}
	if (t.n || w->len - had > WHOLE) lu_buf_trunc(w, had);
}

void lu_type_add_takes(lu_buf *w, lu_str params, const lu_type_lists *lists)
{
	add_takes(w, params, lists, LEVELS);
}

void lu_type_add_taken(lu_buf *w, lu_str t, const lu_type_lists *lists)
{
	add_type(w, t, lists, LEVELS);
}

lu_str lu_type_taken(lu_str list, size_t k)
{
	lu_str one = { "", 0 }, rest;

	if (list.n < 3 || !lu_str_starts(list, "~(") || !lu_str_ends(list, ")")) return one;
	rest = lu_strn(list.s + 2, list.n - 3);
	for (size_t i = 0; i <= k; i++) {
		if (!rest.n) { /* the last one stands for all that follow */
			if (!lu_str_ends(one, "...")) return lu_strn("", 0);
			break;
		}
		one = lu_type_take_argument(&rest);
	}
	return lu_str_ends(one, "...") ? lu_strn(one.s, one.n - 3) : one;
}
