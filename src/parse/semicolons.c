/* SPDX-License-Identifier: MIT
 * TypeScript's ends of lines that end a member of an interface: before a line that begins with '<' the grammar sees none, and
 * takes the two members for nonsense. */
#include "core/ascii.h"
#include "parse/extract.h"

#define COMMENT_LINES 64   /* between two members */
#define ANGLES        4000 /* bytes of type parameters */

static lu_str line_before(lu_str text, size_t *at)
{
	size_t end = *at - (*at > 0), from = end;

	while (from && text.s[from - 1] != '\n') from--;
	*at = from;
	return lu_str_trim(lu_strn(text.s + from, end - from));
}

/* Does the code before the line at `at` end like a member does, rather than in the midst of an expression? */
static bool ends_member(lu_str text, size_t at)
{
	for (int n = 0; at && n < COMMENT_LINES; n++) {
		lu_str line = line_before(text, &at);
		const char *comment;

		if (!line.n || lu_str_starts(line, "//") || lu_str_starts(line, "*") || lu_str_starts(line, "/*"))
			continue;
		comment = memmem(line.s, line.n, " //", 3);
		if (comment) line = lu_str_trim(lu_strn(line.s, (size_t)(comment - line.s)));
		return line.n && (lu_is_ident(line.s[line.n - 1]) || strchr(">)]}\"'", line.s[line.n - 1])) &&
		       !lu_str_ends(line, "=>");
	}
	return false;
}

/* Are these the type parameters of a signature: "<T extends A>("? */
static bool are_type_parameters(lu_str s)
{
	size_t depth = 0, i = 1;

	while (i < s.n && lu_is_space(s.s[i])) i++;
	if (i >= s.n || !(lu_is_upper(s.s[i]) || lu_str_starts(lu_strn(s.s + i, s.n - i), "const "))) return false;
	for (i = 0; i < s.n && i < ANGLES; i++) {
		depth += s.s[i] == '<';
		if (s.s[i] == '>' && s.s[i - 1] != '=' && --depth == 0) break;
	}
	return !depth && i + 1 < s.n && s.s[i + 1] == '(';
}

lu_str lu__with_semicolons(lu_str text, lu_arena *a)
{
	char *out = NULL;
	const char *end;

	for (size_t line = 0, at; line < text.n; line = (size_t)(end - text.s) + 1) {
		for (at = line; at < text.n && (text.s[at] == ' ' || text.s[at] == '\t');) at++;
		if (at == text.n || !(end = memchr(text.s + at, '\n', text.n - at))) break;
		if (at == line || text.s[at] != '<' || !ends_member(text, line) ||
		    !are_type_parameters(lu_strn(text.s + at, text.n - at)))
			continue;
		if (!out) {
			if (!(out = lu_arena_alloc(a, text.n))) return lu_strn(NULL, 0);
			memcpy(out, text.s, text.n);
		}
		out[at - 1] = ';';
	}
	return out ? lu_strn(out, text.n) : text;
}
