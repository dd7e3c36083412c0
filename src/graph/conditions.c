/* SPDX-License-Identifier: MIT
 * Rust's "#[cfg(...)]": which of several things that exclude one another a build has. A build has the features that a manifest
 * says (Cargo.toml, which parse/cargo.c reads), unless something else is told. */
#include "core/ascii.h"
#include "graph/component.h"
#include "graph/lookup.h"
#include "graph/manifests.h"

#define NESTED 8 /* "not(all(...))" */

/* Is it there? */
enum state { OFF, PERHAPS, ON };

static enum state feature(lu__graph *g, uint32_t file, lu_str name)
{
	uint32_t manifest = lu__manifest_above(g, lu__path(g, file), "Cargo.toml", NULL);

	if (manifest == LU__NONE) return PERHAPS;
	if (lu__entry_of(g, manifest, "on", name)) return ON;
	return lu__entry_of(g, manifest, "off", name) ? OFF : PERHAPS;
}

static lu_str skip(lu_str s, const char *what)
{
	while (s.n && (lu_is_space(s.s[0]) || strchr(what, s.s[0]))) s = lu_strn(s.s + 1, s.n - 1);
	return s;
}

static enum state read_list(lu__graph *g, uint32_t file, lu_str *s, bool any, int levels);

/* The condition that *s begins with, and go behind it. */
static enum state read_one(lu__graph *g, uint32_t file, lu_str *s, int levels)
{
	enum state inner = PERHAPS;
	lu_str word, rest;
	size_t n = 0;

	while (n < s->n && lu_is_ident(s->s[n])) n++;
	word = lu_strn(s->s, n);
	rest = skip(lu_strn(s->s + n, s->n - n), "");
	if (lu_str_starts(rest, "(")) {
		rest = lu_strn(rest.s + 1, rest.n - 1);
		inner = levels ? read_list(g, file, &rest, lu_str_eqz(word, "any"), levels - 1) : PERHAPS;
		if (lu_str_eqz(word, "not")) inner = ON - inner;
		else if (!lu_str_eqz(word, "any") && !lu_str_eqz(word, "all")) inner = PERHAPS;
	} else if (lu_str_starts(rest, "=")) {
		lu_str value = skip(lu_strn(rest.s + 1, rest.n - 1), "");

		if (lu_str_starts(value, "\"")) value = lu_strn(value.s + 1, value.n - 1);
		rest = value;
		value = lu_str_before_first(value, '"');
		rest = skip(lu_strn(rest.s + value.n, rest.n - value.n), "\"");
		if (lu_str_eqz(word, "feature")) inner = feature(g, file, value);
	}
	*s = n || rest.n < s->n ? rest : lu_strn("", 0);
	return inner;
}

/* Conditions up to a bracket that closes their list, or to the end. */
static enum state read_list(lu__graph *g, uint32_t file, lu_str *s, bool any, int levels)
{
	enum state all = any ? OFF : ON;

	for (*s = skip(*s, ","); s->n && s->s[0] != ')'; *s = skip(*s, ",")) {
		enum state one = read_one(g, file, s, levels);

		if (any ? one > all : one < all) all = one;
	}
	if (s->n) *s = lu_strn(s->s + 1, s->n - 1);
	return all;
}

static bool is_within(const lu__graph *g, uint32_t s, uint32_t around)
{
	for (int level = 0; s != LU__NONE && s != around && level < LU__LEVELS; level++) s = g->info[s].parent;
	return s == around;
}

/* Does the file import something else by the name of `s`, as another build does? */
static bool is_imported_otherwise(const lu__graph *g, uint32_t s)
{
	uint64_t key = lu__pair(g->info[s].file, g->info[s].name);

	for (uint32_t at = lu__multi_first(&g->aliases, key); at; at = g->aliases.node[at].next) {
		const lu__import *im = &g->import[g->aliases.node[at].value];
		const lu__result *leads = &g->result[im->ref];

		if (im->what == LU__FOUND_OUTSIDE) return true;
		/* "use log" is a crate, whatever module has its name; "use self::log::log" may be of the same build */
		if (!g->ref[im->ref].name.n && !lu__is_dotted(g->ref[im->ref].module)) return true;
		if (leads->n == 1 && !is_within(g, leads->at, s)) return true;
	}
	return false;
}

/* Is `s` there in the builds of `src`? */
static enum state state_of(lu__graph *g, uint32_t src, uint32_t s, bool *imported)
{
	enum state all = ON;

	for (int level = 0; s != LU__NONE && level < LU__LEVELS; level++, s = g->info[s].parent) {
		lu_str condition = g->sym[s].takes;
		enum state one;

		if (!condition.n || is_within(g, src, s)) continue;
		one = read_list(g, g->info[s].file, &condition, false, NESTED);
		if (one < all) all = one;
		if (one < ON) *imported |= is_imported_otherwise(g, s);
	}
	return all;
}

bool lu__is_of_other_build(lu__graph *g, uint32_t src, uint32_t s)
{
	bool imported = false;

	return g->file[g->info[s].file].language->modules == LU__MODULES_CRATE && state_of(g, src, s, &imported) < ON &&
	       imported;
}

void lu__one_by_features(lu__graph *g, const lu__ask *q, lu__found *f)
{
	uint32_t on = 0, off = 0;
	bool imported = false;

	if (q->language->modules != LU__MODULES_CRATE || f->what != LU__FOUND_SYMBOLS || f->n > LU__CANDIDATES ||
	    f->grade != LU_GRADE_EXACT)
		return;
	if (f->n == 1 && lu__is_of_other_build(g, q->src, f->v[0])) {
		f->grade = LU_GRADE_AMBIGUOUS;
		f->reason = "imported in other builds";
	}
	for (uint32_t i = 0; i < f->n && f->n > 1; i++) {
		enum state one = state_of(g, q->src, f->v[i], &imported);

		if (g->info[f->v[i]].kind != LU__SYMBOL_FUNC || !lu_str_eq(g->sym[f->v[i]].name, g->sym[f->v[0]].name))
			return;
		on += one == ON;
		off += one == OFF;
	}
	if (on != 1 || on + off != f->n) return;
	f->one_of = true;
	f->grade = LU_GRADE_UNIQUE;
	f->reason = "one definition for each build";
}
