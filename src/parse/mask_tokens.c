/* SPDX-License-Identifier: MIT
 * Tokens of C and C++. */
#include "parse/mask_scan.h"
#include "core/ascii.h"

#define MAX_PARENS 20000 /* bytes */

bool lu__c_is_word(char c)
{
	return lu_is_ident(c) || c == '$';
}

size_t lu__c_skip_line(lu_str s, size_t i)
{
	while (i < s.n && s.s[i] != '\n') i += s.s[i] == '\\' && i + 1 < s.n ? 2 : 1;
	return i < s.n ? i : s.n;
}

static size_t skip_comment(lu_str s, size_t i)
{
	const char *end;

	if (s.s[i + 1] == '/') return lu__c_skip_line(s, i);
	end = i + 2 < s.n ? memmem(s.s + i + 2, s.n - i - 2, "*/", 2) : NULL;
	return end ? (size_t)(end - s.s) + 2 : s.n;
}

/* R"x(...)x" */
static size_t skip_raw(lu_str s, size_t i)
{
	size_t n = 0;

	for (i++; i + n < s.n && n < 16 && s.s[i + n] != '(';) n++;
	for (size_t k = i + n; k + n + 1 < s.n; k++)
		if (s.s[k] == ')' && s.s[k + n + 1] == '"' && !memcmp(s.s + k + 1, s.s + i, n)) return k + n + 2;
	return s.n;
}

/* A literal ends with its line: what is open then was none. */
static size_t skip_quoted(lu_str s, size_t i)
{
	char q = s.s[i];

	if (q == '"' && i && s.s[i - 1] == 'R') return skip_raw(s, i);
	for (i++; i < s.n && s.s[i] != q && s.s[i] != '\n'; i++)
		if (s.s[i] == '\\') i++;
	return i < s.n ? i + (s.s[i] == q) : s.n;
}

size_t lu__c_skip_word(lu_str s, size_t i)
{
	bool number = lu_is_digit(s.s[i]);

	while (i < s.n &&
	       (lu__c_is_word(s.s[i]) || (number && s.s[i] == '\'' && i + 1 < s.n && lu__c_is_word(s.s[i + 1]))))
		i++;
	return i;
}

bool lu__c_skip_dull(lu_str s, size_t *i)
{
	char c = s.s[*i], next = *i + 1 < s.n ? s.s[*i + 1] : '\0';

	if (c == ' ' || (c >= '\t' && c <= '\r')) (*i)++;
	else if (c == '/' && (next == '/' || next == '*')) *i = skip_comment(s, *i);
	else if (c == '"' || c == '\'') *i = skip_quoted(s, *i);
	else if (c == '\\') *i += *i + 1 < s.n ? 2 : 1;
	else return false;
	return true;
}

size_t lu__c_skip_parens(lu_str s, size_t i)
{
	size_t depth = 0, end = i + MAX_PARENS;

	while (i < s.n && i < end) {
		char c = s.s[i];

		if (lu__c_skip_dull(s, &i)) continue;
		i++;
		if (c == '(') depth++;
		else if (c == ')' && --depth == 0) return i;
		else if (c == '{' || c == '}' || c == ';') return s.n;
	}
	return s.n;
}

bool lu__c_first_on_line(lu_str s, size_t i)
{
	while (i && lu_is_blank(s.s[i - 1])) i--;
	return !i || s.s[i - 1] == '\n';
}

bool lu__c_looks_like_macro(lu_str s)
{
	static const char *const types[] = { "__u", "__s", "__le", "__be", "__m", "__int", "__kernel_", "__builtin_" };
	bool upper = false;

	if (memchr(s.s, ':', s.n) || s.s[0] == '~') return false;
	if (s.n > 2 && s.s[0] == '_' && s.s[1] == '_') {
		for (size_t i = 0; i < sizeof types / sizeof *types; i++)
			if (lu_str_starts(s, types[i]) && s.n < 12 && !lu_str_starts(s, "__user")) return false;
		return !lu_str_ends(s, "_t");
	}
	for (size_t i = 0; i < s.n; i++) {
		if (lu_is_lower(s.s[i])) return false;
		upper |= lu_is_upper(s.s[i]);
	}
	return upper && s.n > 2;
}

lu_str lu__c_directive(lu_str s, size_t i)
{
	size_t n = 0;

	for (i++; i < s.n && lu_is_blank(s.s[i]);) i++;
	while (i + n < s.n && lu__c_is_word(s.s[i + n])) n++;
	return lu_strn(s.s + i, n);
}

lu_code lu__hide(struct lu__source *c, size_t from, size_t to)
{
	if (!c->out) {
		c->out = lu_arena_alloc(c->a, c->s.n + 1);
		if (!c->out) return lu_nomem(c->e);
		memcpy(c->out, c->s.s, c->s.n);
	}
	for (size_t i = from; i < to; i++)
		if (c->out[i] != '\n') c->out[i] = ' ';
	return LU_OK;
}

lu_code lu__hide_in_define(struct lu__source *c, size_t i)
{
	lu_str s = lu_strn(c->s.s, lu__c_skip_line(c->s, i)); /* up to its end */
	size_t from = s.n, to = s.n;
	lu_code rc = LU_OK;

	if (!lu_str_eqz(lu__c_directive(s, i), "define")) return LU_OK;
	while (i < s.n && !rc) {
		size_t at = i;

		if (!lu__c_skip_dull(s, &i)) i++;
		if (s.s[at] == '/' && i > at + 1) {
			if (from == s.n) from = at;
			to = i;
		} else if (from < s.n && !lu_is_space(s.s[at]) && s.s[at] != '\\') {
			rc = lu__hide(c, from, to);
			from = s.n;
		}
	}
	return rc;
}
