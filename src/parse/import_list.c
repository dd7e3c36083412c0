/* SPDX-License-Identifier: MIT
 * Import clauses whose grammar gives no node to a module's name: "import a.b.{C, D => E, F as G, _},
 * x.y.Z". */
#include "parse/extract.h"
#include "core/ascii.h"

struct reader {
	lu_str text;
	size_t i;
	uint32_t at, line;
	lu_arena *a;
	struct lu__imports *out;
	lu_err *e;
};

/* Past blanks and comments. */
static void skip_blanks(struct reader *r)
{
	while (r->i < r->text.n) {
		lu_str rest = lu_strn(r->text.s + r->i, r->text.n - r->i);
		const char *end = NULL;

		if (lu_is_space(rest.s[0])) {
			r->line += rest.s[0] == '\n';
			r->i++;
			continue;
		}
		if (lu_str_starts(rest, "//")) end = memchr(rest.s, '\n', rest.n);
		else if (lu_str_starts(rest, "/*")) end = memmem(rest.s, rest.n, "*/", 2);
		else return;
		for (; r->i < r->text.n && (!end || r->text.s + r->i < end); r->i++) r->line += r->text.s[r->i] == '\n';
		if (end && *end == '*') r->i += 2;
	}
}

/* The next word: a name, a dotted name, "=>", or one character of punctuation; empty at the end. */
static lu_str next(struct reader *r)
{
	size_t from;

	skip_blanks(r);
	from = r->i;
	if (r->i < r->text.n && strchr(",{}", r->text.s[r->i])) return lu_strn(r->text.s + r->i++, 1);
	while (r->i < r->text.n && !lu_is_space(r->text.s[r->i]) && !strchr(",{}", r->text.s[r->i])) r->i++;
	return lu_strn(r->text.s + from, r->i - from);
}

static bool is(lu_str s, const char *a, const char *b)
{
	return lu_str_eqz(s, a) || lu_str_eqz(s, b);
}

/* With an empty name the module itself is bound. */
static lu_code add(struct reader *r, lu_str module, lu_str name, lu_str alias)
{
	struct lu__import *v = lu_arena_grow(r->a, r->out->v, r->out->n, sizeof *v);
	lu_str where = alias.n ? alias : module;

	if (!v) return lu_nomem(r->e);
	r->out->v = v;
	v[r->out->n++] = (struct lu__import){
		.import = { .module = module, .name = name, .alias = alias, .line = r->line },
		.at = r->at + (uint32_t)(module.s - r->text.s),
		.bound = alias.n ? r->at + (uint32_t)(where.s - r->text.s) : UINT32_MAX,
	};
	return LU_OK;
}

static lu_code add_all(struct reader *r, lu_str module)
{
	return add(r, module, lu_strz("*"), lu_strn("", 0));
}

/* "{C, D => E, F as G, H => _, given X, *}": after the brace that opens. */
static lu_code selectors(struct reader *r, lu_str module)
{
	bool all = false;
	lu_code rc = LU_OK;

	for (lu_str w = next(r); w.n && !lu_str_eqz(w, "}") && !rc; w = next(r)) {
		lu_str name = w, alias = w;
		bool hidden = false;

		if (lu_str_eqz(w, ",")) continue;
		for (w = next(r); w.n && !is(w, ",", "}"); w = next(r)) {
			alias = w;
			hidden = lu_str_eqz(w, "_");
		}
		if (is(name, "_", "*") || lu_str_eqz(name, "given")) all = true;
		else if (!hidden) rc = add(r, module, name, alias);
		if (!w.n || lu_str_eqz(w, "}")) break;
	}
	return all && !rc ? add_all(r, module) : rc;
}

/* "a.b.C", "a.b._", "a.b.C as D", "a.b." before a brace. */
static lu_code one(struct reader *r, lu_str path)
{
	lu_str last = lu_str_after_last(path, '.'), module = lu_str_before_last(path, '.'), w;
	size_t mark = r->i;
	uint32_t line = r->line;

	w = next(r);
	if (lu_str_eqz(w, "{")) return selectors(r, last.n ? path : module);
	if (is(w, "as", "=>") && last.n) return add(r, module, last, next(r));
	r->i = mark;
	r->line = line;
	if (is(last, "_", "*") || lu_str_eqz(last, "given")) return add_all(r, module);
	return last.n ? add(r, path, lu_strn("", 0), last) : LU_OK;
}

lu_code lu__import_list(lu_str clause, uint32_t at, uint32_t line, lu_arena *a, struct lu__imports *out, lu_err *e)
{
	struct reader r = { .text = clause, .at = at, .line = line, .a = a, .out = out, .e = e };
	lu_code rc = LU_OK;

	next(&r); /* the keyword */
	for (lu_str w = next(&r); w.n && !rc; w = next(&r))
		if (!strchr(",{}", w.s[0])) rc = one(&r, w);
	return rc;
}
