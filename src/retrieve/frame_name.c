/* SPDX-License-Identifier: MIT
 * What a stack trace calls the function of a frame. A trace comes from another revision more often than not: then the line is
 * another function's by now, and the name is not.
 *
 *   File "PATH", line 12, in NAME              Python          #1 NAME (ARGS) at PATH:12     gdb
 *   PATH:12:in `block in NAME'                 Ruby            #1 0x1f in NAME(ARGS) PATH:12 sanitizers
 *   PATH:12: in function 'NAME'                Lua             at NAME (PATH:12:3)           JavaScript
 *   PATH:12: NAME/2                            Elixir          NAME@PATH:12:3                Firefox
 *   NAME(ARGS), and PATH:12 on the next line   Go              at NAME(PATH:12)              Java
 *   12: NAME, and at PATH:12 on the next line  Rust            at NAME(ARGS) in PATH:line 12 .NET
 *
 * Where a trace names what is called from there, as PHP does, nothing is taken. */
#include <string.h>

#include "core/ascii.h"
#include "retrieve/frame_name.h"

static lu_str cut(lu_str s, size_t n)
{
	return lu_strn(s.s, n);
}

static bool in_name(int c)
{
	return lu_is_ident(c) || c == '$';
}

/* Where the last `what` begins; s.n: nowhere. */
static size_t last_of(lu_str s, const char *what)
{
	size_t n = strlen(what);

	for (size_t i = s.n < n ? 0 : s.n - n + 1; i-- > 0;)
		if (memcmp(s.s + i, what, n) == 0) return i;
	return s.n;
}

/* Without what is in brackets at its end. */
static lu_str without_brackets(lu_str s, char open, char close)
{
	int depth = 0;

	s = lu_str_trim(s);
	if (!s.n || s.s[s.n - 1] != close) return s;
	for (size_t i = s.n; i-- > 0;) {
		depth += (s.s[i] == close) - (s.s[i] == open);
		if (!depth) return lu_str_trim(cut(s, i));
	}
	return s;
}

static lu_str without_end(lu_str s, const char *end)
{
	return lu_str_ends(s, end) ? cut(s, s.n - strlen(end)) : s;
}

/* Without what compilers append to the name of the function that a closure is written in. */
static lu_str without_closure(lu_str s)
{
	static const char *const ends[] = { "::{{closure}}", ".<init>", ".<clinit>", ".<anonymous>", ".<locals>" };
	size_t before = s.n + 1, at;

	while (s.n < before) {
		before = s.n;
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) s = without_end(s, ends[i]);
		at = s.n;
		while (at && lu_is_digit(s.s[at - 1])) at--;
		if (at < s.n && lu_str_ends(cut(s, at), ".func")) s = cut(s, at - strlen(".func"));
		else if (at < s.n && at > 1 && s.s[at - 1] == '.') s = cut(s, at - 1);
	}
	return s;
}

/* "lambda$name$0", "name$default" */
static lu_str written_name(lu_str s)
{
	lu_str rest = s;

	if (lu_str_starts(s, "lambda$")) rest = lu_strn(s.s + 7, s.n - 7);
	return rest.n && rest.s[0] != '$' ? lu_str_before_first(rest, '$') : s;
}

/* The name that a qualified one ends with, and what that is in. */
static void split(lu_str s, lu_frame *out)
{
	size_t to, at;
	bool made;

	s = without_end(without_brackets(s, '[', ']'), " const");
	s = without_brackets(s, '(', ')');
	made = lu_str_ends(s, ".<init>");
	s = without_brackets(without_closure(s), '<', '>');
	for (at = s.n; at && in_name(s.s[at - 1]);) at--;
	out->name = written_name(lu_strn(s.s + at, s.n - at));
	if (out->name.n && lu_is_digit(out->name.s[0])) out->name.n = 0;
	if (made) {
		out->scope = out->name;
		return;
	}
	for (to = at; to && strchr(".:#>-)(*&", s.s[to - 1]);) to--;
	if (to == at) return;
	for (at = to; at && lu_is_ident(s.s[at - 1]);) at--;
	out->scope = lu_strn(s.s + at, to - at);
}

/* ---- where it stands ---- */

static lu_str line_of(lu_str text, size_t at, size_t *from)
{
	size_t to = at;

	while (at && text.s[at - 1] != '\n') at--;
	while (to < text.n && text.s[to] != '\n') to++;
	*from = at;
	return lu_strn(text.s + at, to - at);
}

/* Behind the line number. */
static lu_str named_behind(lu_str rest)
{
	static const char *const before[] = { ", in ", ":in `", ":in '", ": in function '", ": in method '", ": in " };
	size_t n = 0, block;

	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		const char *p = memmem(rest.s, rest.n, before[i], strlen(before[i]));

		if (!p) continue;
		p += strlen(before[i]);
		rest = lu_strn(p, rest.n - (size_t)(p - rest.s));
		for (n = 0; n < rest.n && !strchr("'`<\"", rest.s[n]);) n++;
		rest = cut(rest, n);
		block = last_of(rest, " in ");
		return block < rest.n ? lu_strn(rest.s + block + 4, rest.n - block - 4) : rest;
	}
	/* ":12: Module.name/2" */
	rest = lu_str_trim(rest);
	while (rest.n && lu_is_digit(rest.s[rest.n - 1])) rest.n--, n++;
	if (!n || !rest.n || rest.s[rest.n - 1] != '/') return cut(rest, 0);
	rest.n--;
	n = last_of(rest, ": ");
	return n < rest.n ? lu_strn(rest.s + n + 2, rest.n - n - 2) : cut(rest, 0);
}

/* Before the path, where `s` ends. */
static lu_str named_before(lu_str s)
{
	bool frame = lu_str_trim(s).n && lu_str_trim(s).s[0] == '#';
	size_t at;

	/* "http://host:80/" and such belong to the path */
	while (s.n && !strchr(" \t(@<", s.s[s.n - 1])) s.n--;
	if (s.n && strchr("(@", s.s[s.n - 1])) return cut(s, s.n - 1);
	s = lu_str_trim(s);
	if (frame && (at = last_of(s, " at")) == s.n - 3 && s.n > 3) return cut(s, at);
	if (frame && (at = last_of(s, " in ")) < s.n) return lu_strn(s.s + at + 4, s.n - at - 4);
	if (lu_str_starts(s, "at ") && lu_str_ends(s, ") in")) return cut(s, s.n - 3);
	return cut(s, 0);
}

/* On the line before that of a path that has its own: `s`. */
static lu_str named_above(lu_str s)
{
	size_t n = 0;

	s = lu_str_trim(s);
	if (lu_str_starts(s, "created by ")) {
		s = lu_strn(s.s + strlen("created by "), s.n - strlen("created by "));
		return cut(s, last_of(s, " in goroutine "));
	}
	while (n < s.n && lu_is_digit(s.s[n])) n++;
	if (n && n + 2 < s.n && memcmp(s.s + n, ": ", 2) == 0) return lu_strn(s.s + n + 2, s.n - n - 2);
	if (!lu_str_ends(s, ")")) return cut(s, 0);
	s = without_brackets(s, '(', ')');
	for (n = 0; n < s.n && !lu_is_blank(s.s[n]);) n++;
	return n == s.n && n && memchr(s.s, '.', n) ? s : cut(s, 0);
}

void lu__frame_name(lu_str text, lu_frame *f)
{
	size_t at = (size_t)(f->path.s - text.s), from, above;
	lu_str line = line_of(text, at, &from), before = lu_strn(line.s, at - from), said;

	f->name = f->scope = lu_strn("", 0);
	if (!f->line) return;
	said = named_behind(lu_strn(f->path.s + f->path.n, line.n - before.n - f->path.n));
	if (!said.n) said = named_before(before);
	before = lu_str_trim(before);
	if (!said.n && from && (!before.n || lu_str_eqz(before, "at")))
		said = named_above(line_of(text, from - 1, &above));
	if (said.n) split(said, f);
}
