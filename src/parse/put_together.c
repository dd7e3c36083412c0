/* SPDX-License-Identifier: MIT
 * Names that no source writes, put together from what it does: of modules where they are required, of types that are asked
 * for by "typeof". */
#include "core/ascii.h"
#include "parse/extraction.h"

lu_str lu__join_strs(lu_arena *a, lu_str x, const char *middle, lu_str y)
{
	lu_buf b = LU_BUF;

	if (!x.s || !y.s) return lu_strn(NULL, 0);
	lu_buf_addstr(&b, x);
	lu_buf_adds(&b, middle);
	lu_buf_addstr(&b, y);
	return lu_arena_keep(a, &b);
}

lu_str lu__inline_module(lu_str module, lu_arena *a)
{
	lu_buf w = LU_BUF;

	lu_buf_adds(&w, "import_");
	for (size_t i = 0; i < module.n; i++) lu_buf_addc(&w, lu_is_ident(module.s[i]) ? module.s[i] : '_');
	return lu_arena_keep(a, &w);
}

lu_str lu__module_path(lu_str t, lu_arena *a)
{
	static const char word[] = "import(";
	const char *close;
	lu_str module, rest;

	if (!lu_str_starts(t, word) || t.n < sizeof word + 2 || !strchr("'\"", t.s[sizeof word - 1])) return t;
	module = lu_strn(t.s + sizeof word, t.n - sizeof word);
	if (!(close = memchr(module.s, module.s[-1], module.n)) || close + 1 >= t.s + t.n || close[1] != ')') return t;
	rest = lu_strn(close + 2, (size_t)(t.s + t.n - close) - 2);
	module.n = (size_t)(close - module.s);
	return lu__join_strs(a, lu__inline_module(module, a), "", rest);
}

#define QUERIES 8 /* types within each other */

/* What is in the type arguments of `name` when `t` is that; *in is it. */
static bool is_of(lu_str t, const char *name, lu_str *in)
{
	size_t n = strlen(name);

	if (!lu_str_starts(t, name) || t.n < n + 2 || t.s[n] != '<' || !lu_str_ends(t, ">")) return false;
	*in = lu_str_trim(lu_strn(t.s + n + 1, t.n - n - 2));
	return true;
}

lu_str lu__queried_type(struct lu__extraction *r, lu_str t)
{
	lu_str none = { "", 0 }, in;
	bool given = false, made = false;

	for (int level = 0; level < QUERIES; level++, t = in)
		if (is_of(t, "ReturnType", &in)) given = true;
		else if (is_of(t, "InstanceType", &in)) made = true;
		else if (!is_of(t, "Awaited", &in) && !is_of(t, "NonNullable", &in) && !is_of(t, "Readonly", &in))
			break;
	if (!lu_str_starts(t, "typeof ")) return none;
	t = lu_str_trim(lu_strn(t.s + 7, t.n - 7));
	if (lu_str_starts(t, "import(")) t = lu__module_path(t, r->a);
	if (!t.s || !t.n || memchr(t.s, '(', t.n) || memchr(t.s, '<', t.n) || memchr(t.s, '[', t.n) ||
	    memchr(t.s, ' ', t.n))
		return t.s ? none : t;
	return lu__join_strs(r->a, lu_strz(made ? "" : "="), "", lu__join_strs(r->a, t, given ? "()" : "", none));
}
