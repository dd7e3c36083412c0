/* SPDX-License-Identifier: MIT
 * Hiding macros in parentheses and angles from the grammars of C and C++. */
#include <string.h>

#include "parse/mask_head.h"
#include "parse/mask_scan.h"

lu_code lu__hide_in_parameters(struct lu__source *c, const struct lu__head_item *f)
{
	bool typed = false;
	lu_code rc = LU_OK;

	for (size_t i = f->start + f->name.n; i < f->end && !rc;) {
		size_t from = i;
		lu_str w;

		if (lu__c_skip_dull(c->s, &i)) continue;
		if (!lu__c_is_word(c->s.s[i])) {
			typed &= c->s.s[i++] != ',';
			continue;
		}
		i = lu__c_skip_word(c->s, i);
		w = lu_strn(c->s.s + from, i - from);
		if (typed && lu__kind_of(w) == LU__ATTR && w.s[0] == '_') rc = lu__hide(c, from, i);
		typed |= lu__kind_of(w) != LU__SPECIFIER && lu__kind_of(w) != LU__ATTR;
	}
	return rc;
}

lu_code lu__hide_in_template(struct lu__source *c, size_t from, size_t to)
{
	lu_str s = c->s;
	bool begins = true;
	lu_code rc = LU_OK;

	for (size_t i = from + 1, start, end; i < to && !rc;) {
		if (lu__c_skip_dull(s, &i)) continue;
		start = i;
		if (!lu__c_is_word(s.s[i])) {
			begins = s.s[i++] == ',';
			continue;
		}
		i = lu__c_skip_word(s, i);
		end = lu__c_skip_blanks(s, i);
		if (begins && end < to && s.s[end] == '(' && lu__c_looks_like_macro(lu_strn(s.s + start, i - start))) {
			i = lu__c_skip_parens(s, end);
			if (i > to) break;
			rc = lu__hide(c, start, i);
			if (!rc) memcpy(c->out + start, "int", 3);
		}
		begins = false;
	}
	return rc;
}

lu_code lu__hide_convention(struct lu__source *c, size_t i, bool *pointer)
{
	lu_str s = c->s;
	size_t start = lu__c_skip_blanks(s, i + 1), end, star;

	if (start >= s.n || !lu__c_is_word(s.s[start])) return LU_OK;
	end = lu__c_skip_word(s, start);
	star = lu__c_skip_blanks(s, end);
	if (star >= s.n || s.s[star] != '*' || !lu__c_looks_like_macro(lu_strn(s.s + start, end - start))) return LU_OK;
	star = lu__c_skip_blanks(s, star + 1);
	if (star >= s.n || !lu__c_is_word(s.s[star])) return LU_OK;
	star = lu__c_skip_blanks(s, lu__c_skip_word(s, star));
	if (star >= s.n || s.s[star] != ')' || (star = lu__c_skip_blanks(s, star + 1)) >= s.n || s.s[star] != '(')
		return LU_OK;
	*pointer = true;
	return lu__hide(c, start, end);
}

/* Is the argument nothing but symbols, or a type of several words? */
static bool is_no_expression(lu_str arg, bool types)
{
	size_t end = 0;

	for (size_t i = 0; i < arg.n; i++)
		if (!strchr("<>=!+-*/%^&|", arg.s[i])) end = arg.n;
	if (!end) return arg.n > 0;
	if (!types || !lu__c_is_word(arg.s[0])) return false;
	end = lu__c_skip_word(arg, 0);
	if (end == arg.n || !lu__is_split_type(lu_strn(arg.s, end))) return false;
	for (size_t i = end; i < arg.n; i++)
		if (!lu__c_is_word(arg.s[i]) && !lu_is_blank(arg.s[i])) return false;
	return true;
}

lu_code lu__hide_arguments(struct lu__source *c, size_t open, size_t close, bool types)
{
	lu_str s = c->s, arg;
	lu_code rc = LU_OK;

	for (size_t from = open + 1, i = from; i <= close && i < s.n && !rc;) {
		if (i < close && lu__c_skip_dull(s, &i)) continue;
		if (i < close && s.s[i] == '(') {
			i = lu__c_skip_parens(s, i);
			continue;
		}
		if (i < close && s.s[i] != ',') {
			i++;
			continue;
		}
		arg = lu_str_trim(lu_strn(s.s + from, i - from));
		if (is_no_expression(arg, types)) {
			size_t at = (size_t)(arg.s - s.s);

			rc = lu__hide(c, at, at + arg.n);
			if (!rc) c->out[at] = '0';
		}
		from = ++i;
	}
	return rc;
}
