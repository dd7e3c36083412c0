/* SPDX-License-Identifier: MIT
 * C or C++? Headers of both are called .h; what only C++ has decides. */
#include "language/row.h"
#include "core/ascii.h"

#define LOOK_AT 65536

static size_t to_line_end(lu_str s, size_t i)
{
	while (i < s.n && s.s[i] != '\n') i += s.s[i] == '\\' ? 2 : 1;
	return i < s.n ? i : s.n;
}

/* Past comments, white space and literals; the same place when there is none. */
static size_t past_dull(lu_str s, size_t i)
{
	char c = s.s[i], next = i + 1 < s.n ? s.s[i + 1] : '\0';
	const char *end;

	if (lu_is_space(c)) return i + 1;
	if (c == '/' && next == '/') return to_line_end(s, i);
	if (c == '/' && next == '*') {
		end = memmem(s.s + i + 2, s.n - i - 2, "*/", 2);
		return end ? (size_t)(end - s.s) + 2 : s.n;
	}
	if (c != '"' && c != '\'') return i;
	for (i++; i < s.n && s.s[i] != c && s.s[i] != '\n';) i += s.s[i] == '\\' ? 2 : 1;
	return i < s.n ? i + 1 : s.n;
}

static lu_str word_at(lu_str s, size_t i)
{
	size_t n = 0;

	while (i + n < s.n && lu_is_word(s.s[i + n])) n++;
	return lu_strn(s.s + i, n);
}

static size_t past_blanks(lu_str s, size_t i)
{
	while (i < s.n && lu_is_space(s.s[i])) i++;
	return i;
}

static char char_at(lu_str s, size_t i)
{
	return i < s.n ? s.s[i] : '\0';
}

/* "struct class x" is C. */
static bool after_struct(lu_str s, lu_str word)
{
	size_t i = (size_t)(word.s - s.s);

	while (i && lu_is_space(s.s[i - 1])) i--;
	return lu_str_ends(lu_strn(s.s, i), "struct");
}

/* Does `word`, which ends at `i`, begin what only C++ has? */
static bool is_cpp_word(lu_str s, lu_str word, size_t i)
{
	size_t k = past_blanks(s, i);
	char c = char_at(s, k);
	lu_str next = word_at(s, k);

	if (lu_str_eqz(word, "template")) return c == '<';
	if (lu_str_eqz(word, "public") || lu_str_eqz(word, "private") || lu_str_eqz(word, "protected")) return c == ':';
	if (lu_str_eqz(word, "using")) return next.n > 0;
	if (!lu_str_eqz(word, "class") && !lu_str_eqz(word, "namespace")) {
		bool attribute = word.s > s.s && word.s[-1] == '[';

		return word.n && char_at(s, i) == ':' && char_at(s, i + 1) == ':' && !attribute;
	}
	if (lu_str_eqz(word, "namespace") && c == '{') return true;
	if (!next.n || after_struct(s, word)) return false;
	while (next.n) { /* "class API name final {" */
		k = past_blanks(s, k + next.n);
		next = word_at(s, k);
	}
	c = char_at(s, k);
	return c == '{' || c == ':' || (c == ';' && lu_str_eqz(word, "class"));
}

/* A line of the preprocessor at `i`. *hidden: the depth of #ifs from __cplusplus on, 0: none. */
static bool read_directive(lu_str s, size_t i, size_t *hidden)
{
	lu_str line = lu_strn(s.s + i, to_line_end(s, i) - i), d = word_at(s, past_blanks(s, i + 1)), rest;

	rest = lu_str_trim(lu_strn(d.s + d.n, (size_t)(line.s + line.n - d.s) - d.n));
	if (lu_str_starts(d, "if") && (*hidden || memmem(rest.s, rest.n, "__cplusplus", 11))) ++*hidden;
	else if (lu_str_eqz(d, "endif") && *hidden) --*hidden;
	/* <vector>: headers of C have a suffix */
	return lu_str_eqz(d, "include") && !*hidden && lu_str_starts(rest, "<") && !memchr(rest.s, '.', rest.n) &&
	       !memchr(rest.s, '/', rest.n);
}

bool lu__is_cpp(lu_str text)
{
	lu_str s = lu_strn(text.s, text.n < LOOK_AT ? text.n : LOOK_AT);
	size_t hidden = 0;

	for (size_t i = 0; i < s.n;) {
		size_t k = past_dull(s, i);
		lu_str w;

		if (k > i) {
			i = k;
			continue;
		}
		if (s.s[i] == '#') {
			if (read_directive(s, i, &hidden)) return true;
			i = to_line_end(s, i);
			continue;
		}
		w = word_at(s, i);
		if (w.n && !hidden && is_cpp_word(s, w, i + w.n)) return true;
		i += w.n ? w.n : 1;
	}
	return false;
}
