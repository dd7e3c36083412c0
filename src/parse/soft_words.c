/* SPDX-License-Identifier: MIT
 * Kotlin's "annotation class A" and "data object A": both words are names elsewhere, so that behind an annotation the grammar sees
 * an expression of three names, "a shl b", where the class has no body. The grammar gets to read "open" instead. */
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

static bool replace_all(lu_str text, const char *word, const char *next, lu_arena *a, char **out)
{
	size_t n = strlen(word);
	const char *p;

	for (size_t i = 0; i < text.n && (p = memmem(text.s + i, text.n - i, word, n)); i = (size_t)(p - text.s) + n) {
		size_t at = (size_t)(p - text.s);

		if (!at || !lu_is_space(*(p - 1)) || !goes_before(text, at + n, next) ||
		    !ends_annotation(text, before_blanks(text, at)) || is_lost(text, before_blanks(text, at)))
			continue;
		if (!*out) {
			if (!(*out = lu_arena_alloc(a, text.n))) return false;
			memcpy(*out, text.s, text.n);
		}
		memset(*out + at, ' ', n);
		memcpy(*out + at, "open", 4);
	}
	return true;
}

lu_str lu__with_hard_words(lu_str text, lu_arena *a)
{
	char *out = NULL;

	if (!replace_all(text, "annotation", "class", a, &out) || !replace_all(text, "data", "object", a, &out))
		return lu_strn(NULL, 0);
	return out ? lu_strn(out, text.n) : text;
}
