/* SPDX-License-Identifier: MIT
 * What the body of a macro calls. No grammar parses it, so that its tokens are read: a name before a parenthesis is called, unless
 * it is a parameter, a keyword, declared, pasted together, or a member of something. */
#include "core/ascii.h"
#include "parse/extract.h"
#include "parse/mask_scan.h"
#include "parse/names.h"

static bool is_keyword(lu_str w)
{
	static const char *const v[] = {
		"if",         "while",    "for",           "switch",      "return",   "sizeof",
		"defined",    "typeof",   "__typeof__",    "__typeof",    "alignof",  "_Alignof",
		"alignas",    "_Alignas", "__attribute__", "asm",         "__asm__",  "__asm",
		"_Generic",   "decltype", "static_assert", "catch",       "noexcept", "_Static_assert",
		"__declspec", "operator", "template",      "__attribute", "_Pragma",  "__pragma",
		"int",        "char",     "void",          "long",        "short",    "unsigned",
		"float",      "double",   "bool",          "auto",        "explicit", "requires",
		"throw",      "new",      "delete",        "co_await",    NULL
	};

	return lu_str_one_of(w, v);
}

/* After these words an expression begins; after any other one a name is declared. */
static bool before_call(lu_str w)
{
	static const char *const v[] = { "return",    "else",     "do",  "case", "throw", "goto",
					 "co_return", "co_await", "new", "not",  NULL };

	return lu_str_one_of(w, v);
}

static bool is_parameter(lu_str params, lu_str w)
{
	for (size_t i = 0, n; i < params.n; i += n + 1) {
		for (n = 0; i + n < params.n && lu__c_is_word(params.s[i + n]);) n++;
		if (n && lu_str_eq(lu_strn(params.s + i, n), w)) return true;
	}
	return false;
}

static size_t skip_dull(lu_str s, size_t i)
{
	while (i < s.n && s.s[i] != '"' && s.s[i] != '\'' && lu__c_skip_dull(s, &i)) {
	}
	return i;
}

/* Past "a::b::c". */
static size_t skip_qualified(lu_str s, size_t i)
{
	i = lu__c_skip_word(s, i);
	while (i + 2 < s.n && s.s[i] == ':' && s.s[i + 1] == ':' && lu__c_is_word(s.s[i + 2]))
		i = lu__c_skip_word(s, i + 2);
	return i;
}

bool lu__next_macro_call(lu_str body, lu_str params, struct lu__macro_call *at)
{
	size_t i = at->end;

	while (i < body.n) {
		size_t from = i, to, next;
		lu_str w, last = at->last;
		char before = at->before;

		if (lu__c_skip_dull(body, &i)) {
			if (body.s[from] == '"') at->before = '"', at->last.n = 0;
			continue;
		}
		if (!lu__c_is_word(body.s[i])) {
			at->before = body.s[i] == '>' && before == '-' ? '.' : body.s[i];
			at->last.n = 0;
			i++;
			continue;
		}
		to = i = skip_qualified(body, from);
		w = lu_strn(body.s + from, to - from);
		at->before = 'w';
		at->last = w;
		next = skip_dull(body, to);
		if (next >= body.n || body.s[next] != '(' || before == '.' || before == '#' || lu_is_digit(w.s[0]))
			continue;
		if (is_keyword(w) || is_parameter(params, w) || (before == 'w' && !before_call(last))) continue;
		at->start = from;
		at->end = to;
		return true;
	}
	return false;
}

static bool is_capitals(lu_str w)
{
	size_t i = 0;

	while (i < w.n && (lu_is_upper(w.s[i]) || w.s[i] == '_' || lu_is_digit(w.s[i]))) i++;
	return i == w.n && lu_is_upper(w.s[0]);
}

bool lu__next_macro_value(lu_str body, lu_str params, struct lu__macro_call *at)
{
	size_t i = at->end;

	while (i < body.n) {
		size_t from = i, next;
		lu_str w;
		char before = at->before;

		if (lu__c_skip_dull(body, &i)) {
			if (body.s[from] == '"') at->before = '"';
			continue;
		}
		at->before = body.s[i];
		if (!lu__c_is_word(body.s[i])) {
			i++;
			continue;
		}
		i = lu__c_skip_word(body, from);
		w = lu_strn(body.s + from, i - from);
		next = skip_dull(body, i);
		if (before != ',' || next >= body.n || (body.s[next] != ',' && body.s[next] != ')') ||
		    !is_capitals(w) || is_parameter(params, w))
			continue;
		at->start = from;
		at->end = i;
		return true;
	}
	return false;
}
