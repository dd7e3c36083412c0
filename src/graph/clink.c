/* SPDX-License-Identifier: MIT
 * C: names come from the file and from what it includes, and functions are linked by name alone. */
#include "graph/lookup.h"

#define FEW 64

static void see(lu__graph *g, uint32_t file)
{
	if (g->stamp[file] == g->round) return;
	g->stamp[file] = g->round;
	g->seen[g->n_seen++] = file;
}

/* Mark what `file` includes, and what that includes. */
static bool see_from(lu__graph *g, uint32_t file)
{
	if (!g->stamp) {
		g->seen = lu__new(g, g->paths.n, sizeof *g->seen);
		g->stamp = lu__new(g, g->paths.n, sizeof *g->stamp);
		g->seen_from = LU__NONE;
	}
	if (!g->stamp || !g->seen) return false;
	if (g->seen_from == file) return true;
	g->seen_from = file;
	g->n_seen = 0;
	g->round++;
	see(g, file);
	for (uint32_t i = 0; i < g->n_seen; i++) {
		uint32_t at = lu__multi_first(&g->includes, g->seen[i]);

		for (; at; at = g->includes.node[at].next) see(g, g->includes.node[at].value);
	}
	return true;
}

/* What `name` means in the files that are seen: through the shorter of the two lists. */
static void find_seen(const lu__graph *g, uint32_t name, unsigned want, uint32_t except, lu__found *f,
		      lu__found *declared)
{
	uint32_t n = lu__multi_list(&g->c_names, name).n;

	for (uint32_t i = 0; n > FEW && n > g->n_seen && i < g->n_seen; i++)
		lu__found_list(g, &g->members, lu__pair(lu__file_scope(g, g->seen[i]), name), want, except, f);
	if (n > FEW && n > g->n_seen) return;
	for (uint32_t at = lu__multi_first(&g->c_names, name); at; at = g->c_names.node[at].next) {
		uint32_t s = g->c_names.node[at].value;

		if (g->stamp[g->info[s].file] != g->round || !(g->info[s].kind & want) || s == except) continue;
		lu__found_add(f, LU__FOUND_SYMBOLS, s,
			      g->sym[s].is_prototype ? 2 : g->info[s].kind == LU__SYMBOL_VALUE);
		if (g->sym[s].is_prototype && !g->sym[s].is_static) lu__found_add(declared, LU__FOUND_SYMBOLS, s, 2);
	}
}

/* Does `file` include one that declares the function, or what includes it? */
static bool includes(const lu__graph *g, uint32_t file, const lu__found *declared)
{
	uint32_t seen[FEW] = { file }, n = 1;

	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < declared->n && k < LU__CANDIDATES; k++)
			if (lu__multi_first(&g->included, lu__pair(seen[i], g->info[declared->v[k]].file))) return true;
		for (uint32_t at = lu__multi_first(&g->includes, seen[i]); at && n < FEW;
		     at = g->includes.node[at].next) {
			uint32_t k = 0;

			while (k < n && seen[k] != g->includes.node[at].value) k++;
			if (k == n) seen[n++] = g->includes.node[at].value;
		}
	}
	return false;
}

/* Of several definitions, those whose file includes the header that declares the function. */
static void prefer_declared(const lu__graph *g, const lu__found *declared, lu__found *f)
{
	uint32_t n = 0;
	lu__found kept = *f;

	for (uint32_t i = 0; i < f->n && i < LU__SOUGHT; i++)
		if (includes(g, g->info[f->v[i]].file, declared)) kept.v[n++] = f->v[i];
	if (!n || f->n > LU__SOUGHT) return;
	kept.n = n;
	*f = kept;
}

/* "#ifdef X", "int f(void);", "#else", "static inline int f(void) {", "#endif": a header that declares what it
 * also defines, for this file alone or as a macro, means one or the other. What it declares is added to *f. */
static void add_twins(const lu__graph *g, uint32_t name, unsigned want, const lu__found *declared, lu__found *f)
{
	bool twins = false;
	uint32_t had = f->n;

	for (uint32_t i = 0; i < declared->n && i < LU__SOUGHT && !twins; i++)
		for (uint32_t k = 0; k < f->n && k < LU__SOUGHT && !twins; k++)
			twins = g->info[declared->v[i]].file == g->info[f->v[k]].file;
	if (!twins) return;
	lu__found_list(g, &g->linked, name, want, LU__NONE, f);
	for (uint32_t i = 0; f->n == had && i < declared->n; i++)
		lu__found_add(f, LU__FOUND_SYMBOLS, declared->v[i], 0);
	f->reason = "declared and defined in one header";
}

/* A macro takes the place of a function in some builds only, where a header declares the function, too. */
static void add_behind_macro(const lu__graph *g, uint32_t name, unsigned want, const lu__found *declared, lu__found *f)
{
	lu__found defined = lu__no_result("");

	for (uint32_t i = 0; i < f->n; i++)
		if (i == LU__CANDIDATES || !lu__is_macro(g, f->v[i])) return;
	if (!declared->n) return;
	lu__found_list(g, &g->linked, name, want & LU__SYMBOL_FUNC, LU__NONE, &defined);
	if (defined.n > 1) prefer_declared(g, declared, &defined);
	if (defined.n > LU__CANDIDATES) return;
	for (uint32_t i = 0; i < defined.n; i++) lu__found_add(f, LU__FOUND_SYMBOLS, defined.v[i], 0);
}

/* "#if A", "static int f(void) {", "#else", "#include <f.h>": a function of the file that a header defines, too, is either, and so
 * is one of the file alone that a header declares. */
void lu__c_add_included(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	lu__found seen = lu__no_result(""), declared = lu__no_result("");

	if (f->n != 1 || lu__is_macro(g, f->v[0]) || !see_from(g, q->file)) return;
	find_seen(g, name, want & LU__SYMBOL_FUNC, f->v[0], &seen, &declared);
	if (declared.n && !g->sym[f->v[0]].is_static && (seen.rank || g->sym[seen.v[0]].is_static))
		return; /* it is what the header declares */
	if (seen.rank) seen = lu__no_result("");
	if (!seen.n && declared.n) lu__found_list(g, &g->linked, name, want, q->except, &seen);
	if (seen.n > 1) prefer_declared(g, &declared, &seen);
	if (seen.n) add_behind_macro(g, name, want, &declared, &seen);
	if (seen.n > LU__CANDIDATES - f->n) { /* too many to list, and v[] may hold none of them */
		f->n = LU__SOUGHT + 1;
		return;
	}
	for (uint32_t i = 0; i < seen.n; i++) lu__found_add(f, LU__FOUND_SYMBOLS, seen.v[i], f->rank);
	if (f->n > 1) f->reason = "defined here and elsewhere";
}

/* The same for declarations that are not included: with the definition beside them they are two. */
static void add_defined(const lu__graph *g, uint32_t name, unsigned want, lu__found *f)
{
	lu__found declared = *f, defined = lu__no_result("");

	for (uint32_t i = 0; i < declared.n && i < LU__SOUGHT; i++)
		lu__found_list(g, &g->members, lu__pair(lu__file_scope(g, g->info[declared.v[i]].file), name), want,
			       LU__NONE, &defined);
	if (!defined.n || defined.rank == 2) return;
	f->rank = 0;
	for (uint32_t i = 0; i < defined.n; i++) lu__found_add(f, LU__FOUND_SYMBOLS, defined.v[i], 0);
}

/* Definitions that share no header may be of programs that have nothing to do with one another. */
static bool others_declare(const lu__graph *g, uint32_t file, const lu__found *declared)
{
	bool others = false;

	for (uint32_t i = 0; i < declared->n && i < LU__CANDIDATES; i++) others |= g->info[declared->v[i]].file != file;
	return others;
}

/* "struct S;" is enough to hold a pointer to what another file defines: a program has one type of a name. */
static void find_type_elsewhere(const lu__graph *g, uint32_t name, unsigned want, lu__found *f)
{
	lu__found found = lu__no_result("only definition of this name");

	if (!(want & LU__SYMBOL_TYPES) || lu__multi_list(&g->c_names, name).n > FEW) return;
	for (uint32_t at = lu__multi_first(&g->c_names, name); at; at = g->c_names.node[at].next) {
		uint32_t s = g->c_names.node[at].value;

		if (g->info[s].kind == LU__SYMBOL_CLASS && (want & LU__SYMBOL_CLASS))
			lu__found_add(&found, LU__FOUND_SYMBOLS, s, 0);
	}
	found.grade = LU_GRADE_UNIQUE;
	if (found.n == 1) *f = found;
}

/* A macro may open the namespace that a class is in: the only one of its name in what the file includes. */
static void find_type_within(lu__graph *g, uint32_t name, unsigned want, lu__found *f)
{
	lu__found found = lu__no_result("only type of this name that is included");
	uint32_t from, to;

	lu__need_name(g, g->names.v[name]);
	from = g->named_at[name];
	to = g->named_at[name + 1];
	if (!(want & LU__SYMBOL_CLASS) || to - from > LU__SOUGHT) return;
	for (uint32_t at = from; at < to; at++) {
		const lu__info *i = &g->info[g->named[at]];

		if (i->kind == LU__SYMBOL_CLASS && i->parent != LU__NONE &&
		    g->info[i->parent].kind == LU__SYMBOL_MODULE && g->stamp[i->file] == g->round)
			lu__found_add(&found, LU__FOUND_SYMBOLS, g->named[at], 0);
	}
	found.grade = LU_GRADE_UNIQUE;
	if (found.n == 1) *f = found;
}

/* Does a file that is seen include `header`, which is of a library? */
static bool includes_header(const lu__graph *g, lu_str header)
{
	uint32_t name = lu__names_find(&g->names, header);

	for (uint32_t i = 0; name != LU__NONE && i < g->n_seen; i++)
		if (lu__multi_first(&g->headers, lu__pair(g->seen[i], name))) return true;
	return false;
}

/* "#ifndef HAVE_STRNLEN", "size_t strnlen(...);": what the tree defines for systems that lack it is the library's elsewhere. */
static bool may_be_of_library(const lu__graph *g, const lu__ask *q, uint32_t name)
{
	lu_str list, header = lu_strn("", 0);

	if (!lu__is_word(g, q->language, LU__WORD_BUILTIN, name)) return false;
	for (list = lu_strz(q->language->builtin); list.n;) {
		lu_str one = lu_str_take(&list, ' ');

		if (lu_str_starts(one, "<")) header = one;
		else if (header.n && lu_str_eq(one, g->names.v[name]) && includes_header(g, header)) return true;
	}
	return false;
}

void lu__c_find(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f)
{
	lu__found seen = lu__no_result("included file"), declared = lu__no_result("");

	if (!see_from(g, q->file)) return;
	find_seen(g, name, want, q->except, &seen, &declared);
	if (seen.n && seen.rank < 2) {
		if (seen.rank == 0) add_twins(g, name, want, &declared, &seen);
		if (seen.rank == 0) add_behind_macro(g, name, want, &declared, &seen);
		*f = seen;
		return;
	}
	if (seen.n) {
		lu__found_list(g, &g->linked, name, want, q->except, f);
		if (f->n > 1) prefer_declared(g, &seen, f);
		if (f->n > 1 && !others_declare(g, q->file, &seen)) f->grade = LU_GRADE_UNIQUE;
		f->reason = "definition of what a header declares";
		if (f->n && may_be_of_library(g, q, name)) {
			f->grade = LU_GRADE_AMBIGUOUS;
			f->reason = "for systems whose library lacks it";
		}
		if (f->n) return;
		seen.reason = "declaration";
		if (lu__is_pasted(g, name)) {
			seen.grade = LU_GRADE_UNIQUE;
			seen.reason = "declaration of what a macro defines";
		}
		*f = seen;
		return;
	}
	if (lu__is_word(g, q->language, LU__WORD_BUILTIN, name)) {
		lu__found_outside(f, "library function");
		return;
	}
	f->grade = LU_GRADE_UNIQUE;
	lu__found_list(g, &g->linked, name, want, q->except, f);
	if (f->n) {
		f->reason = f->n > 1 ? "definitions of this name" : "only definition of this name";
		return;
	}
	lu__found_list(g, &g->declared, name, want, q->except, f);
	add_defined(g, name, want, f);
	if (f->n) f->reason = f->n > 1 ? "declarations of this name" : "only declaration of this name";
	else if (q->language->rules & LU__RULE_QUALIFIED) find_type_elsewhere(g, name, want, f);
	if (!f->n && (q->language->rules & LU__RULE_QUALIFIED)) find_type_within(g, name, want, f);
}

void lu__c_prefer(lu__graph *g, const lu__ask *q, uint64_t key, lu__found *f)
{
	uint32_t n = 0;
	bool declared = false;

	if (!f->n || f->n > LU__SOUGHT || !see_from(g, q->file)) return;
	for (uint32_t at = lu__multi_first(&g->in_place, key); at && !declared; at = g->in_place.node[at].next)
		declared = g->stamp[g->info[g->in_place.node[at].value].file] == g->round;
	for (uint32_t i = 0; i < f->n; i++)
		if (g->stamp[g->info[f->v[i]].file] == g->round) f->v[n++] = f->v[i];
	if (n) f->n = n;
	if (!declared && f->grade == LU_GRADE_EXACT) f->grade = LU_GRADE_UNIQUE;
}
