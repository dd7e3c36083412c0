/* SPDX-License-Identifier: MIT
 * Kotlin's words that are names elsewhere. "annotation class A" and "data object A": behind an annotation the grammar sees an
 * expression of three names, "a shl b", where the class has no body; it gets to read "open" instead. "constructor" on a line below
 * "class A": the grammar sees a constructor of the class around that, or an end behind the name; it gets to read it beside the name. */
#include "core/ascii.h"
#include "parse/extract.h"

/* Where the blanks before `i` begin, with line ends. */
static size_t before_blanks(lu_str s, size_t i)
{
	while (i && lu_is_space(s.s[i - 1])) i--;
	return i;
}

#define LONGEST 400 /* bytes of what an annotation is given */

/* Does an annotation end at `i`: "@A", "@A.B", "@A(x)"? */
static bool ends_annotation(lu_str s, size_t i)
{
	size_t depth = 0, first, least = i > LONGEST ? i - LONGEST : 0;

	if (i && s.s[i - 1] == ')') {
		do {
			i--;
			depth += s.s[i] == ')';
			depth -= s.s[i] == '(';
		} while (i > least && depth && s.s[i] != '@');
	}
	first = i;
	while (first && (lu_is_ident(s.s[first - 1]) || strchr(".:", s.s[first - 1]))) first--;
	return first < i && first && s.s[first - 1] == '@';
}

/* Does one that is given something end there, behind another one on its line? What follows is an expression to the grammar, whatever
 * the word is. */
static bool is_lost(lu_str s, size_t i)
{
	if (!i || s.s[i - 1] != ')') return false;
	while (i && s.s[i - 1] != '@' && s.s[i - 1] != '\n') i--;
	i -= i > 0;
	while (i && lu_is_blank(s.s[i - 1])) i--;
	return i && s.s[i - 1] != '\n';
}

/* Is the soft word at `i` followed by `next`, on the same line? */
static bool goes_before(lu_str s, size_t i, const char *next)
{
	size_t n = strlen(next), from = i;

	while (i < s.n && lu_is_blank(s.s[i])) i++;
	return i > from && i + n < s.n && !memcmp(s.s + i, next, n) && lu_is_blank(s.s[i + n]);
}

static bool copy_once(lu_str text, lu_arena *a, char **out)
{
	if (*out) return true;
	*out = lu_arena_alloc(a, text.n);
	if (*out) memcpy(*out, text.s, text.n);
	return *out != NULL;
}

static bool replace_all(lu_str text, const char *word, const char *next, lu_arena *a, char **out)
{
	size_t n = strlen(word);
	const char *p;

	for (size_t i = 0; i < text.n && (p = memmem(text.s + i, text.n - i, word, n)); i = (size_t)(p - text.s) + n) {
		size_t at = (size_t)(p - text.s);

		if (!at || !lu_is_space(*(p - 1)) || !goes_before(text, at + n, next) ||
		    !ends_annotation(text, before_blanks(text, at)) || is_lost(text, before_blanks(text, at)))
			continue;
		if (!copy_once(text, a, out)) return false;
		memset(*out + at, ' ', n);
		memcpy(*out + at, "open", 4);
	}
	return true;
}

static size_t before_word(lu_str s, size_t i)
{
	while (i && lu_is_ident(s.s[i - 1])) i--;
	return i;
}

/* Where the annotation begins that ends at `i`, or `i`. */
static size_t before_annotation(lu_str s, size_t i)
{
	size_t from = i;

	if (!ends_annotation(s, i)) return i;
	while (from && s.s[from - 1] != '@') from--;
	return from ? from - 1 : i;
}

/* Where "<...>" begins that ends at `i`, or `i`. */
static size_t before_angles(lu_str s, size_t i)
{
	size_t from = i, depth = 0;

	if (!i || s.s[i - 1] != '>') return i;
	do {
		from--;
		depth += s.s[from] == '>' && (!from || s.s[from - 1] != '-');
		depth -= s.s[from] == '<';
	} while (from && depth && i - from < LONGEST);
	return depth ? i : from;
}

/* Where the head "class A<T>" ends that the word "constructor" at `at` belongs to, with annotations and modifiers between them; 0 when
 * it belongs to none. */
static size_t end_of_head(lu_str s, size_t at)
{
	size_t end = before_blanks(s, at), from = end;

	do {
		end = before_blanks(s, from);
		from = before_annotation(s, end);
		if (from == end && lu_str_in_words(lu_strn(s.s + before_word(s, end), end - before_word(s, end)),
						   "public private internal protected"))
			from = before_word(s, end);
	} while (from < end);
	from = before_word(s, before_blanks(s, before_angles(s, end)));
	from = before_blanks(s, from);
	return lu_str_eqz(lu_strn(s.s + before_word(s, from), from - before_word(s, from)), "class") ? end : 0;
}

/* "class A\n  @B internal constructor(" becomes "class A constructor\n(", in as many bytes. */
static bool join_heads(lu_str text, lu_arena *a, char **out)
{
	static const char word[] = "constructor";
	const size_t n = sizeof word - 1;
	const char *p;

	for (size_t i = 0; i < text.n && (p = memmem(text.s + i, text.n - i, word, n)); i = (size_t)(p - text.s) + n) {
		size_t at = (size_t)(p - text.s), to = at + n, end, lines = 0;

		while (to < text.n && lu_is_blank(text.s[to])) to++;
		if (!at || !lu_is_space(*(p - 1)) || to == text.n || text.s[to] != '(') continue;
		end = end_of_head(text, at);
		for (size_t k = end; k < at && end; k++) lines += text.s[k] == '\n';
		if (!lines || at - end < lines + 1) continue;
		if (!copy_once(text, a, out)) return false;
		memset(*out + end, ' ', to - end);
		memcpy(*out + end + 1, word, n);
		memset(*out + to - lines, '\n', lines);
	}
	return true;
}

lu_str lu__with_hard_words(lu_str text, lu_arena *a)
{
	char *out = NULL;

	if (!replace_all(text, "annotation", "class", a, &out) || !replace_all(text, "data", "object", a, &out) ||
	    !join_heads(text, a, &out))
		return lu_strn(NULL, 0);
	return out ? lu_strn(out, text.n) : text;
}

lu_str lu__without_notes(lu_str text, lu_arena *a)
{
	static const char dots[] = "...";
	char *out = NULL;
	const char *p;

	for (size_t i = 0; i < text.n && (p = memmem(text.s + i, text.n - i, dots, 3)); i = (size_t)(p - text.s) + 3) {
		size_t end = before_blanks(text, (size_t)(p - text.s)), from = before_annotation(text, end);

		for (; from < end; end = before_blanks(text, from), from = before_annotation(text, end)) {
			if (!copy_once(text, a, &out)) return lu_strn(NULL, 0);
			memset(out + from, ' ', end - from);
		}
	}
	return out ? lu_strn(out, text.n) : text;
}
