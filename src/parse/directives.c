/* SPDX-License-Identifier: MIT
 * What Swift's grammar is not to see: lines of conditional compilation, which it knows at some places only.
 * It sees blank lines, and with them the source of all branches. */
#include "parse/extract.h"

/* Is `line` one that steers the compiler? */
static bool is_directive(lu_str line)
{
	static const char *const words[] = { "if", "elseif", "else", "endif", "warning", "error", "sourceLocation" };
	size_t n = 0;

	line = lu_str_trim(line);
	if (!line.n || line.s[0] != '#') return false;
	line = lu_str_trim(lu_strn(line.s + 1, line.n - 1));
	while (n < line.n && ((line.s[n] | 32) >= 'a' && (line.s[n] | 32) <= 'z')) n++;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (lu_str_eqz(lu_strn(line.s, n), words[i])) return true;
	return false;
}

/* Blank `n` bytes at `at` in the copy of the text; false: out of memory. */
static bool blank(lu_str text, size_t at, size_t n, lu_arena *a, char **copy)
{
	if (!*copy) {
		if (!(*copy = lu_arena_alloc(a, text.n))) return false;
		memcpy(*copy, text.s, text.n);
	}
	memset(*copy + at, ' ', n);
	return true;
}

lu_str lu__without_directives(lu_str text, lu_arena *a)
{
	static const char unsafe[] = "nonisolated(unsafe)"; /* the grammar knows its first word */
	const size_t all = sizeof unsafe - 1;
	char *out = NULL;

	for (size_t i = 0, end; i < text.n; i = end + 1) {
		const char *newline = memchr(text.s + i, '\n', text.n - i);

		end = newline ? (size_t)(newline - text.s) : text.n;
		if (is_directive(lu_strn(text.s + i, end - i)) && !blank(text, i, end - i, a, &out))
			return lu_strn(NULL, 0);
	}
	for (size_t at = 0; at < text.n; at += all) {
		const char *p = memmem(text.s + at, text.n - at, unsafe, all);

		if (!p) break;
		at = (size_t)(p - text.s);
		if (!blank(text, at + all - 8, 8, a, &out)) return lu_strn(NULL, 0);
	}
	return out ? lu_strn(out, text.n) : text;
}
