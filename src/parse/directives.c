/* SPDX-License-Identifier: MIT
 * Lines of conditional compilation, which grammars are not to see. Swift's knows them at some places only, Haskell's passes over
 * what they leave out. Both see blank lines, and with them the source of all branches. */
#include "core/ascii.h"
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

/* ---- Haskell ---- */

#define MOST_GROUPS 32 /* inside one another */

/* An #if that is open, with the places of its lines so far. */
struct group {
	size_t *line, n;
	bool whole;     /* its branches so far are definitions */
	bool undecided; /* nothing has come of the present branch */
};

struct alternatives {
	lu_str text;
	lu_arena *a;
	struct group open[MOST_GROUPS];
	size_t depth, too_deep;
	char *out;
};

static lu_str line_at(lu_str text, size_t at)
{
	const char *newline = memchr(text.s + at, '\n', text.n - at);

	return lu_strn(text.s + at, newline ? (size_t)(newline - text.s) - at : text.n - at);
}

/* Of a line that no directive is: do the branches around begin with a definition? */
static void see_line(struct alternatives *k, lu_str line)
{
	bool first = line.n && (lu_is_ident(line.s[0]) || strchr("{-(", line.s[0])) && !lu_is_digit(line.s[0]);

	if (!lu_str_trim(line).n) return;
	for (size_t i = 0; i < k->depth; i++) {
		if (k->open[i].undecided) k->open[i].whole &= first;
		k->open[i].undecided = false;
	}
}

static bool add_line(struct alternatives *k, size_t at)
{
	struct group *g = &k->open[k->depth - 1];
	size_t *v = lu_arena_grow(k->a, g->line, g->n, sizeof *v);

	if (!v) return false;
	(g->line = v)[g->n++] = at;
	g->undecided = true;
	return true;
}

/* Where the first definition of the branch [from, to) begins: at the start of a line; `to`: there is none. */
static size_t definition_in(lu_str text, size_t from, size_t to)
{
	while (from < to && !((lu_is_ident(text.s[from]) && !lu_is_digit(text.s[from])) || text.s[from] == '('))
		from += line_at(text, from).n + 1;
	return from < to ? from : to;
}

static bool blank_lines(struct alternatives *k, size_t from, size_t to)
{
	for (; from < to; from += line_at(k->text, from).n + 1)
		if (!blank(k->text, from, line_at(k->text, from).n, k->a, &k->out)) return false;
	return true;
}

/* "#if A", "  <|> a", "#else", "  <|> b", "f = b", "#endif": the first branch goes on with what stands before it, as the other one
 * does up to its definitions. *split false: none has any. */
static bool split_group(struct alternatives *k, const struct group *g, bool *split)
{
	*split = false;
	for (size_t i = 1; i + 1 < g->n; i++)
		*split |= definition_in(k->text, g->line[i], g->line[i + 1]) < g->line[i + 1];
	for (size_t i = 1; i + 1 < g->n && *split; i++)
		if (!blank_lines(k, g->line[i], definition_in(k->text, g->line[i], g->line[i + 1]))) return false;
	return true;
}

static bool close_group(struct alternatives *k)
{
	const struct group *g = &k->open[--k->depth];
	bool whole = g->whole;

	if (!whole && !split_group(k, g, &whole)) return false;
	for (size_t i = 0; i < g->n && whole; i++)
		if (!blank(k->text, g->line[i], line_at(k->text, g->line[i]).n, k->a, &k->out)) return false;
	return true;
}

/* false: out of memory */
static bool see_directive(struct alternatives *k, lu_str word, size_t at)
{
	if (lu_str_starts(word, "if")) {
		if (k->too_deep || k->depth == MOST_GROUPS) k->too_deep++;
		else k->open[k->depth++] = (struct group){ .whole = true };
	}
	if (k->too_deep) {
		k->too_deep -= lu_str_eqz(word, "endif");
		return true;
	}
	if (!k->depth) return true;
	return add_line(k, at) && (!lu_str_eqz(word, "endif") || close_group(k));
}

static lu_str directive_of(lu_str line)
{
	size_t n = 0;

	if (!line.n || line.s[0] != '#') return lu_strn("", 0);
	line = lu_str_trim(lu_strn(line.s + 1, line.n - 1));
	while (n < line.n && lu_is_lower(line.s[n])) n++;
	return lu_strn(line.s, n);
}

lu_str lu__with_alternatives(lu_str text, lu_arena *a)
{
	static const char *const words[] = { "if", "ifdef", "ifndef", "elif", "else", "endif" };
	struct alternatives k = { .text = text, .a = a };

	for (size_t at = 0; at < text.n;) {
		lu_str line = line_at(text, at), word = directive_of(line);
		size_t i = 0;

		while (i < sizeof words / sizeof *words && !lu_str_eqz(word, words[i])) i++;
		if (i == sizeof words / sizeof *words) see_line(&k, line);
		else if (!see_directive(&k, word, at)) return lu_strn(NULL, 0);
		at += line.n + 1;
	}
	return k.out ? lu_strn(k.out, text.n) : text;
}

/* ---- literate Haskell ---- */

lu_str lu__without_prose(lu_str text, lu_arena *a)
{
	bool within = false; /* \begin{code} */
	char *out = NULL;

	for (size_t at = 0; at < text.n;) {
		lu_str line = line_at(text, at);
		bool ends = lu_str_starts(line, "\\end{code}"), bird = line.n && line.s[0] == '>';

		if (ends) within = false;
		if (!within && line.n && !blank(text, at, bird ? 1 : line.n, a, &out)) return lu_strn(NULL, 0);
		if (lu_str_starts(line, "\\begin{code}")) within = true;
		at += line.n + 1;
	}
	return out ? lu_strn(out, text.n) : text;
}
