/* SPDX-License-Identifier: MIT */
#include "parse/comment_text.h"
#include "core/ascii.h"

/* Indentation that all lines of `s` but the first share; blank lines do not count. */
static size_t common_indent(lu_str s)
{
	size_t common = SIZE_MAX;

	for (size_t i = 0; i < s.n; i++) {
		size_t n = 0;

		if (s.s[i] != '\n') continue;
		while (i + 1 + n < s.n && lu_is_blank(s.s[i + 1 + n])) n++;
		if (i + 1 + n < s.n && s.s[i + 1 + n] != '\n' && n < common) common = n;
	}
	return common == SIZE_MAX ? 0 : common;
}

static lu_str dedent(lu_str s, lu_arena *a)
{
	size_t indent = common_indent(s), n = 0;
	char *out;

	s = lu_str_trim(s);
	if (!(out = lu_arena_alloc(a, s.n + 1))) return lu_strn(NULL, 0);
	for (size_t i = 0; i < s.n; i++) {
		out[n++] = s.s[i];
		if (s.s[i] != '\n') continue;
		for (size_t k = 0; k < indent && i + 1 < s.n && lu_is_blank(s.s[i + 1]); k++) i++;
	}
	return lu_strn(out, n);
}

lu_str lu__unquote(lu_str s, lu_arena *a)
{
	size_t i = 0, q;

	s = lu_str_trim(s);
	while (i < s.n && s.s[i] != '"' && s.s[i] != '\'') i++; /* r, b, u, f prefixes */
	if (i == s.n) return dedent(s, a);
	s = lu_strn(s.s + i, s.n - i);
	q = s.n >= 6 && s.s[0] == s.s[1] && s.s[1] == s.s[2] ? 3 : 1;
	return s.n >= 2 * q ? dedent(lu_strn(s.s + q, s.n - 2 * q), a) : dedent(s, a);
}

/* Length of the marker that begins a line comment: "//", "///", "//!", "#", "--", ";;", "%". */
static size_t line_marker(lu_str line)
{
	size_t n = 0;

	if (lu_str_eqz(line, "=begin") || lu_str_eqz(line, "=end")) return line.n;
	if (!line.n || !strchr("/#-;%", line.s[0])) return 0;
	while (n < line.n && line.s[n] == line.s[0]) n++;
	if (lu_str_starts(line, "--[")) /* Lua's "--[==[" */
		while (n < line.n && (line.s[n] == '[' || line.s[n] == '=')) n++;
	while (n < line.n && strchr("!<:", line.s[n])) n++;
	return n;
}

/* A line that only draws. */
static bool is_rule(lu_str line)
{
	for (size_t i = 0; i < line.n; i++)
		if (!strchr("-=*#~_/+ ", line.s[i])) return false;
	return true;
}

/* Haddock's marks: "-- | text", "-- ^ text". */
static lu_str without_mark(lu_str s)
{
	s = lu_str_trim(s);
	return s.n && strchr("|^", s.s[0]) ? lu_str_trim(lu_strn(s.s + 1, s.n - 1)) : s;
}

/* The text of one line of a comment; *block says whether it is inside of one with two ends. */
static lu_str comment_line(lu_str line, bool *block)
{
	size_t n = 0;
	bool dashes;

	line = lu_str_trim(line);
	dashes = !*block && (lu_str_starts(line, "--") || lu_str_starts(line, "{-"));
	if (!*block && (lu_str_starts(line, "/*") || lu_str_starts(line, "{-"))) {
		*block = true;
		for (n = 2; n < line.n && strchr("*!<", line.s[n]);) n++;
		if (n > 2 && n < line.n && line.s[n] == '/') n--; /* the end of an empty one */
	} else if (*block) {
		while (n < line.n && line.s[n] == '*' && !(n + 1 < line.n && line.s[n + 1] == '/')) n++;
	} else {
		n = line_marker(line);
	}
	line = lu_strn(line.s + n, line.n - n);
	if (*block && (lu_str_ends(line, "*/") || lu_str_ends(line, "-}"))) {
		*block = false;
		for (line.n -= 2; line.n && line.s[line.n - 1] == '*';) line.n--;
	}
	line = dashes ? without_mark(line) : lu_str_trim(line);
	if (lu_str_ends(line, "]]") && !memchr(line.s, '[', line.n)) line = lu_strn(line.s, line.n - 2);
	return is_rule(line) ? lu_strn("", 0) : line;
}

lu_str lu__comment_text(lu_str s, lu_arena *a)
{
	char *out = lu_arena_alloc(a, s.n + 1);
	size_t n = 0, i = 0;
	bool block = false;

	if (!out) return lu_strn(NULL, 0);
	while (i < s.n) {
		size_t end = i;
		lu_str line;

		while (end < s.n && s.s[end] != '\n') end++;
		line = comment_line(lu_strn(s.s + i, end - i), &block);
		if (line.n) {
			if (n) out[n++] = '\n';
			memcpy(out + n, line.s, line.n);
			n += line.n;
		}
		i = end + 1;
	}
	return lu_strn(out, n);
}
