/* SPDX-License-Identifier: MIT
 * Where questions come from: documentation, names, documents, callers, tests and comments. */
#include <string.h>

#include "train-pairs.h"

#define MAX_SENTENCES 3
#define POPULAR       12 /* what more elements call says little about them */
#define MAX_COMMENTS  4  /* of an element */
#define MAX_CALLEES   2  /* of a test */

/* The next sentence of documentation, at *at; empty at its end, or where examples and lists of parameters begin. */
static lu_str next_sentence(lu_str s, size_t *at)
{
	static const char *const ends[] = { "@param", "@return",  "@see",       "@example", ":param",  ":return",
					    "Args:",  "Returns:", "Parameters", "Example",  "Raises:", ">>>",
					    "```",    "----",     "@throws",    "<pre",     "\\param", "- Parameter" };
	size_t from, i;

	while (*at < s.n && strchr(" \t\r\n*/#-!;.'\"", s.s[*at])) ++*at;
	from = *at;
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
		if (lu_str_starts(lu_strn(s.s + from, s.n - from), ends[k])) return lu_strn(s.s, 0);
	for (i = from; i < s.n; i++) {
		if (strchr(".!?:", s.s[i]) && (i + 1 == s.n || strchr(" \t\r\n", s.s[i + 1]))) break;
		if (s.s[i] == '\n' && i + 1 < s.n) {
			size_t j = i + 1;

			while (j < s.n && strchr(" \t\r*/#", s.s[j])) j++;
			if (j == s.n || s.s[j] == '\n' || s.s[j] == '@' || s.s[j] == ':' || s.s[j] == '-') break;
		}
	}
	*at = i + 1;
	return lu_strn(s.s + from, i - from);
}

void from_docs(repository *r, uint32_t i)
{
	const lu_element *el = &AT(r->item, item, i)->el;
	lu_str s;
	size_t at = 0;

	if (!el->docstring.n || holds(el->docstring, "opyright") || holds(el->docstring, "icense")) return;
	for (int k = 0; k < MAX_SENTENCES && at < el->docstring.n; k++) {
		s = next_sentence(el->docstring, &at);
		if (!s.n) return;
		ask(r, s, i, KIND_DOC, 1u << 3, 64);
	}
}

void from_name(repository *r, uint32_t i)
{
	const item *it = AT(r->item, item, i);

	if (it->el.code.n > 80 && !lu_str_eqz(it->el.type, "module"))
		ask(r, lu_element_title(&it->el), i, KIND_NAME, 1u << 0 | 1u << 2, it->prose ? 64 : 160);
}

/* The one element that has the last component of a name; UINT32_MAX: none, or several. */
uint32_t resolve(const repository *r, lu_str name)
{
	while (name.n > 2 && lu_str_ends(name, "()")) name.n -= 2;
	return map_get(&r->by_title, lu_digest64(lu_simple_name(name), 7), 0) - 1;
}

static lu_str line_of(const lu_element *el, uint32_t line)
{
	size_t from, to;

	if (line < el->start_line) return lu_strn(NULL, 0);
	from = lu_line_offset(el->code, line - el->start_line + 1);
	to = lu_line_offset(el->code, line - el->start_line + 2);
	return lu_strn(el->code.s + from, to - from);
}

void from_mentions(repository *r, uint32_t i)
{
	const lu_element *el = &AT(r->item, item, i)->el;

	for (size_t k = 0; k < el->mentions.n; k++) {
		uint32_t to = resolve(r, el->mentions.v[k].name);

		if (to == UINT32_MAX || to == i || AT(r->item, item, to)->prose) continue;
		ask(r, line_of(el, el->mentions.v[k].line), to, KIND_SECTION, 0, 200);
		ask(r, lu_element_title(el), to, KIND_SECTION, 0, 128);
	}
}

/* The title of an element and the first sentence of its documentation. */
static lu_str spoken(repository *r, const lu_element *el)
{
	size_t at = 0;
	lu_str s = el->docstring.n ? next_sentence(el->docstring, &at) : lu_strn("", 0), t = lu_element_title(el);
	char *v = lu_arena_alloc(&r->arena, s.n + t.n + 2);

	if (!v) die("out of memory");
	memcpy(v, t.s, t.n);
	v[t.n] = ' ';
	if (s.n) memcpy(v + t.n + 1, s.s, s.n);
	return lu_strn(v, t.n + 1 + s.n);
}

void from_calls(repository *r, uint32_t i, bool tests)
{
	const item *it = AT(r->item, item, i);
	int n = 0;

	if (it->test != tests || it->prose || lu_str_eqz(it->el.type, "module")) return;
	for (size_t k = 0; k < it->el.calls.n && n < MAX_CALLEES; k++) {
		uint32_t to = resolve(r, it->el.calls.v[k].name);
		const item *callee = to == UINT32_MAX ? NULL : AT(r->item, item, to);

		if (!callee || to == i || callee->test || callee->callers > POPULAR || !callee->fresh) continue;
		ask(r, spoken(r, &it->el), to, tests ? KIND_TEST : KIND_CALL, 0, 64);
		n += tests;
	}
}

/* The text of a comment that fills a line; empty: none. */
static lu_str comment_of(lu_str line)
{
	line = lu_str_trim(line);
	if (line.n < 16 || !(lu_str_starts(line, "//") || lu_str_starts(line, "# ") || lu_str_starts(line, "-- ") ||
			     lu_str_starts(line, "/*")))
		return lu_strn(line.s, 0);
	while (line.n && strchr("/#*-! ", *line.s)) line.s++, line.n--;
	return line;
}

void from_comments(repository *r, uint32_t i)
{
	const lu_element *el = &AT(r->item, item, i)->el;
	lu_str rest = el->code;
	int n = 0;

	if (lu_str_eqz(el->type, "module") || lu_str_eqz(el->type, "section") || lu_str_eqz(el->type, "class")) return;
	while (rest.n && n < MAX_COMMENTS) {
		const char *end = memchr(rest.s, '\n', rest.n);
		size_t len = end ? (size_t)(end - rest.s) + 1 : rest.n;
		lu_str s = comment_of(lu_strn(rest.s, len));

		if (s.n) ask(r, s, i, KIND_COMMENT, 0, 255), n++;
		rest = lu_strn(rest.s + len, rest.n - len);
	}
}
