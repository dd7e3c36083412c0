/* SPDX-License-Identifier: MIT
 * Callees in source that a grammar keeps as single tokens: the arguments of Rust's macros. What stands before
 * the last name is read backwards from the text. */
#include "parse/extract.h"
#include "parse/names.h"
#include "core/ascii.h"

/* Longer chains are cut: what is left of them says enough. */
#define BACK_MAX 120

static size_t before_blanks(lu_str s, size_t i, size_t low)
{
	while (i > low && lu_is_space(s.s[i - 1])) i--;
	return i;
}

/* Before the bracket that the one at `i - 1` closes; `i` when there is none within reach. */
static size_t before_bracket(lu_str s, size_t i, size_t low)
{
	size_t depth = 0;

	for (size_t k = i; k > low; k--) {
		char c = s.s[k - 1];

		depth += c == ')' || c == ']';
		if ((c == '(' || c == '[') && --depth == 0) return k - 1;
	}
	return i;
}

/* Where the operand that ends before `i` begins; `i` when there is none. */
static size_t before_operand(lu_str s, size_t i, size_t low)
{
	size_t k = i;

	while (k > low && s.s[k - 1] == '?') k--;
	while (k > low && (s.s[k - 1] == ')' || s.s[k - 1] == ']')) {
		size_t open = before_bracket(s, k, low);

		if (open == k) return k;
		k = open;
	}
	while (k > low && lu_is_ident(s.s[k - 1])) k--;
	return k;
}

lu_str lu__callee_tokens(lu_str text, uint32_t from, uint32_t to, lu_arena *a)
{
	size_t low = from > BACK_MAX ? from - BACK_MAX : 0, start = from;
	bool macro = to + 1 < text.n && text.s[to] == '!' && text.s[to + 1] != '=';
	lu_buf b = LU_BUF;
	lu_str name;

	for (;;) {
		size_t k = start;

		if (k > low + 1 && text.s[k - 1] == ':' && text.s[k - 2] == ':') k -= 2;
		else if (!macro && k > low + 1 && text.s[k - 1] == '.' && text.s[k - 2] != '.')
			k = before_blanks(text, k - 1, low); /* a dot begins its line, it does not end one */
		else break;
		if ((start = before_operand(text, k, low)) == k) break;
	}
	name = lu__dotted(lu_strn(text.s + start, to - start), a);
	if (!name.s || !macro) return name;
	lu_buf_addstr(&b, name);
	lu_buf_addc(&b, '!');
	return lu_arena_keep(a, &b);
}
