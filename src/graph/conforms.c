/* SPDX-License-Identifier: MIT
 * What languages say of the types of their libraries: lu_language.conforms, "A>B" where an A is a B, "A~B" where one is made of
 * it. */
#include "graph/overload.h"

static void load(lu__graph *g, uint32_t language, lu_str list)
{
	while (list.n) {
		lu_str pair = lu_str_take(&list, ' ');
		size_t at = 0;
		uint32_t from, to;

		while (at < pair.n && pair.s[at] != '>' && pair.s[at] != '~') at++;
		from = lu__names_add(&g->names, lu_strn(pair.s, at));
		to = lu__names_add(&g->names, lu_strn(pair.s + at + 1, pair.n - at - 1));
		if (from == LU__NONE || to == LU__NONE) return;
		lu__multi_add(&g->conforms, lu__pair(language, from), to * 2 + (pair.s[at] == '~'));
		lu__multi_add(&g->conforms, lu__pair(language, to), to * 2);
	}
}

void lu__load_conforms(lu__graph *g)
{
	g->conforms = (lu__multi){ .mem = &g->mem };
	for (size_t i = 0; i < lu__n_languages; i++) {
		for (const char *const *list = lu__languages[i].conforms; list && *list; list++)
			load(g, (uint32_t)i, lu_strz(*list));
	}
}

static uint64_t conforms_key(const lu__graph *g, const lu_language *l, lu_str name)
{
	uint32_t number = lu__names_find(&g->names, name);

	return lu__pair((uint32_t)lu__language_number(l), number);
}

bool lu__is_listed(const lu__graph *g, const lu_language *l, lu_str name)
{
	return lu__multi_first(&g->conforms, conforms_key(g, l, name)) != 0;
}

static bool goes_to(const lu__graph *g, uint32_t language, uint32_t from, uint32_t to, bool converts, int levels)
{
	if (from == to) return true;
	if (!levels) return false;
	for (uint32_t at = lu__multi_first(&g->conforms, lu__pair(language, from)); at;
	     at = g->conforms.node[at].next) {
		uint32_t next = g->conforms.node[at].value / 2;
		bool converted = g->conforms.node[at].value % 2;

		if (next == from || (converted && !converts)) continue;
		if (goes_to(g, language, next, to, converts && !converted, levels - 1)) return true;
	}
	return false;
}

bool lu__leads_to(const lu__graph *g, const lu_language *l, lu_str from, lu_str to, bool converts)
{
	uint32_t a, b;

	if (lu_str_eq(from, to)) return true;
	a = lu__names_find(&g->names, from);
	b = lu__names_find(&g->names, to);
	return a != LU__NONE && b != LU__NONE && goes_to(g, (uint32_t)lu__language_number(l), a, b, converts, 8);
}

/* The type behind "type.name>" or "name>" in `list`, or empty. */
static lu_str listed_result(lu_str list, lu_str type, lu_str name)
{
	while (list.n) {
		lu_str pair = lu_str_take(&list, ' '), key = lu_str_before_first(pair, '>');
		lu_str of = lu_str_before_last(key, '.');

		if (lu_str_eq(lu_str_after_last(key, '.'), name) && (of.n == key.n || !of.n || lu_str_eq(of, type)))
			return lu_strn(pair.s + key.n + 1, pair.n - key.n - 1);
	}
	return lu_strn("", 0);
}

lu_str lu__library_result(const lu_language *l, lu_str expr)
{
	lu_str found = { "", 0 }, last = lu_str_after_last(expr, '.');
	lu_str type = lu_str_before_first(lu_str_before_last(expr, '.'), '<');
	lu_str name = lu_str_before_first(last, '(');
	size_t call = last.n - name.n; /* "()" or "(2)"; what stands behind that is of another type: "()[]", "()*" */

	if (last.n == expr.n || (call && (call > 3 || last.s[last.n - 1] != ')'))) return found;
	for (const char *const *list = l->results; list && *list && !found.n; list++)
		found = listed_result(lu_strz(*list), type, name);
	return found;
}
