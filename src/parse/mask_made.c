/* SPDX-License-Identifier: MIT
 * What a function of C++ declares may be an object or a function: "T x(a, b);" reads as "T x{a, b};", for functions are not declared
 * in functions. */
#include "parse/mask_head.h"
#include "parse/mask_scan.h"
#include "core/ascii.h"

/* Words that no type begins with. */
static bool is_no_type(lu_str w)
{
	static const char *const words[] = { "return",   "else",    "throw",     "delete",   "new",       "goto",
					     "case",     "do",      "using",     "struct",   "class",     "union",
					     "enum",     "extern",  "namespace", "template", "friend",    "operator",
					     "co_yield", "if",      "while",     "for",      "switch",    "try",
					     "catch",    "sizeof",  "void",      "not",      "co_return", "co_await",
					     "public",   "private", "default",   "catch",    "typedef",   "asm",
					     "__asm__",  "__asm",   "this",      NULL };

	return lu_str_one_of(w, words);
}

/* Past the type at `i`, "A::B<C>"; `i` itself when there is none. */
static size_t skip_type(lu_str s, size_t i)
{
	size_t from = i;
	lu_str w;

	for (;;) {
		if (i >= s.n || !lu__c_is_word(s.s[i]) || lu_is_digit(s.s[i])) return from;
		w = lu_strn(s.s + i, lu__c_skip_word(s, i) - i);
		if (is_no_type(w)) return from;
		i += w.n;
		if (i < s.n && s.s[i] == '<') i = lu__c_skip_angles(s, i);
		if (i + 2 >= s.n || s.s[i] != ':' || s.s[i + 1] != ':') return i;
		i += 2;
	}
}

/* Does the list of arguments in [from, to) read as one of parameters without names, too: "a, f(b)", "A::f<B *>(c)"? */
static bool is_either(lu_str s, size_t from, size_t to)
{
	size_t begin = from;

	if (lu__c_skip_blanks(s, from) >= to) return false;
	for (size_t i = from; i < to;) {
		size_t next;

		if (lu_is_space(s.s[i])) {
			i++;
		} else if (s.s[i] == ',' || s.s[i] == '(') {
			begin = ++i;
		} else if (s.s[i] == ')' || (s.s[i] == ':' && s.s[i + 1] == ':')) {
			i += s.s[i] == ':' ? 2 : 1;
		} else if (s.s[i] == '<') {
			next = lu__c_skip_angles(s, i);
			if (next == i || next > to) return false;
			i = next;
		} else if (lu__c_is_word(s.s[i]) && !lu_is_digit(s.s[i])) {
			lu_str w = lu_strn(s.s + i, (next = lu__c_skip_word(s, i)) - i);

			if (lu_str_in_words(w, "this new true false nullptr NULL")) return false;
			if (lu__kind_of(w) == LU__PRIMITIVE || lu__kind_of(w) == LU__SPECIFIER) return false;
			if (lu__c_skip_blanks(s, begin) != i && s.s[i - 1] != ':') return false; /* "T name" */
			i = next;
		} else {
			return false;
		}
	}
	return true;
}

lu_code lu__read_made(struct lu__source *c, size_t i)
{
	lu_str s = c->s;
	size_t end = i, open, close, after;
	lu_code rc;

	while (end < s.n && lu__c_is_word(s.s[end])) {
		size_t next = lu__c_skip_word(s, end);

		if (!lu_str_in_words(lu_strn(s.s + end, next - end), "const static typename constexpr")) break;
		end = lu__c_skip_blanks(s, next);
	}
	i = end;
	end = skip_type(s, i);
	i = lu__c_skip_blanks(s, end);
	if (i == end || i >= s.n || !lu__c_is_word(s.s[i])) return LU_OK;
	open = lu__c_skip_word(s, i);
	if (lu_is_digit(s.s[i]) || is_no_type(lu_strn(s.s + i, open - i))) return LU_OK;
	if (open >= s.n || s.s[open] != '(' || (close = lu__c_skip_parens(s, open)) >= s.n) return LU_OK;
	after = lu__c_skip_blanks(s, close);
	if (after >= s.n || s.s[after] != ';' || !is_either(s, open + 1, close - 1)) return LU_OK;
	if ((rc = lu__hide(c, open, open + 1)) || (rc = lu__hide(c, close - 1, close))) return rc;
	c->out[open] = '{';
	c->out[close - 1] = '}';
	return LU_OK;
}
