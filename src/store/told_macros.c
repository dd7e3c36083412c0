/* SPDX-License-Identifier: MIT
 * What the resolver is told of macros: lu_symbol.gives. */
#include "core/ascii.h"
#include "core/type_takes.h"
#include "store/told.h"

#define LONGEST_LIST  2000 /* of parameters */
#define MOST_OF_MACRO 127  /* parameters, which every compiler takes: what is pasted is looked for among them */

/* The namespaces that the body of a macro opens: "namespace a b ". */
static void add_namespaces(lu_buf *w, lu_str code)
{
	static const char word[] = "namespace ";
	const size_t n = sizeof word - 1;

	for (size_t i = 0; i + n < code.n && lu_str_starts(code, "#"); i++) {
		size_t k = i + n, from;

		if (memcmp(code.s + i, word, n) != 0 || (i && lu_is_ident(code.s[i - 1]))) continue;
		if (i >= 7 && !memcmp(code.s + i - 7, "inline ", 7)) continue;
		while (k < code.n && code.s[k] == ' ') k++;
		for (from = k; k < code.n && lu_is_ident(code.s[k]);) k++;
		if (k == from) continue;
		if (!w->len) lu_buf_adds(w, word);
		lu_buf_add(w, code.s + from, k - from);
		lu_buf_addc(w, ' ');
	}
}

/* Is what begins at `i` a list of parameters with a body behind it? */
static bool has_body(lu_str code, size_t i)
{
	size_t depth = 0, end = code.n - i > LONGEST_LIST ? i + LONGEST_LIST : code.n;

	for (; i < end; i++) {
		if (code.s[i] == '(') depth++;
		else if (code.s[i] == ')' && --depth == 0) break;
		if (!depth) return false;
	}
	if (i == end) return false;
	while (i + 1 < code.n && (lu_is_space(code.s[i + 1]) || code.s[i + 1] == '\\')) i++;
	return i + 1 < code.n && code.s[i + 1] == '{';
}

/* Past blanks and, when there is one, "##": *pasted. */
static size_t skip_paste(lu_str code, size_t i, bool *pasted)
{
	while (i < code.n && code.s[i] == ' ') i++;
	*pasted = i + 1 < code.n && code.s[i] == '#' && code.s[i + 1] == '#';
	if (*pasted)
		for (i += 2; i < code.n && code.s[i] == ' ';) i++;
	return i;
}

/* The functions that a macro defines by pasting names: "uv_##name##_init" is " uv_*_init", of a macro that takes `name`. */
static void add_pasted(lu_buf *w, const lu_element *el)
{
	lu_str code = el->code;
	size_t n = el->parameters.n < MOST_OF_MACRO ? el->parameters.n : MOST_OF_MACRO;

	for (size_t i = 0; i < code.n && lu_str_starts(code, "#");) {
		size_t had = w->len, parts = 0;
		bool pasted = lu_is_ident(code.s[i]);

		if (!pasted) i++;
		if (pasted) lu_buf_addc(w, ' ');
		for (; pasted && i < code.n && lu_is_ident(code.s[i]); parts++) {
			size_t from = i, k = 0;

			while (i < code.n && lu_is_ident(code.s[i])) i++;
			while (k < n && !lu_str_eq(el->parameters.v[k].name, lu_strn(code.s + from, i - from))) k++;
			if (k < n) lu_buf_addc(w, '*');
			else lu_buf_add(w, code.s + from, i - from);
			i = skip_paste(code, i, &pasted);
		}
		if (parts < 2 || i >= code.n || code.s[i] != '(' || !has_body(code, i)) lu_buf_trunc(w, had);
	}
}

/* Does the macro write "::" before what it is given, "::call" or "::_##call"? That is of the outermost scope. */
static bool roots_argument(const lu_element *el)
{
	lu_str code = el->code;
	size_t n = el->parameters.n < MOST_OF_MACRO ? el->parameters.n : MOST_OF_MACRO;

	for (size_t i = 1; i + 2 < code.n && n && lu_str_starts(code, "#"); i++) {
		size_t at = i + 2, from, k = 0;
		bool pasted = true;

		if (code.s[i] != ':' || code.s[i + 1] != ':' || lu_is_ident(code.s[i - 1]) || code.s[i - 1] == '>')
			continue;
		for (int word = 0; word < 2 && pasted; word++) {
			for (from = at; at < code.n && lu_is_ident(code.s[at]);) at++;
			for (k = 0; k < n && !lu_str_eq(el->parameters.v[k].name, lu_strn(code.s + from, at - from));)
				k++;
			if (k < n) return true;
			at = skip_paste(code, at, &pasted);
		}
	}
	return false;
}

lu_str lu__gives_of_macro(const lu_element *el, lu_arena *a)
{
	lu_buf w = LU_BUF;

	add_namespaces(&w, el->code);
	if (w.len) return lu_arena_keep(a, &w);
	if (roots_argument(el)) lu_buf_addf(&w, "%.*s:=" LU_ROOTED, LU_FMT(lu_simple_name(el->name)));
	for (size_t i = 0; i < el->calls.n && w.len < LU__LONGEST_TYPE; i++) {
		lu_str name = el->calls.v[i].name;

		if (!lu__is_writable(name) || memchr(name.s, ' ', name.n)) continue;
		if (!w.len) lu_buf_addf(&w, "%.*s:=", LU_FMT(lu_simple_name(el->name)));
		else lu_buf_addc(&w, ' ');
		lu_buf_addstr(&w, name);
	}
	if (el->code.n && memmem(el->code.s, el->code.n, "##", 2)) {
		if (!w.len) lu_buf_addf(&w, "%.*s:=", LU_FMT(lu_simple_name(el->name)));
		add_pasted(&w, el);
		if (lu_str_ends(lu_buf_str(&w), ":=")) lu_buf_trunc(&w, 0);
	}
	if (w.len) lu_buf_addc(&w, ';');
	return lu_arena_keep(a, &w);
}
