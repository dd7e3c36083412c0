/* SPDX-License-Identifier: MIT
 * What a name means through what a file brings in: local names of imports, star imports and re-exports, followed level by
 * level, so that the nearest definition wins and cycles end. */
#include "graph/modules.h"

#define VISITS 256 /* places that one search visits */

/* Places still to visit, nearest first. */
typedef struct visits {
	struct {
		uint32_t file, name;
		int hop;
		lu_grade grade; /* of the imports on the way */
	} v[VISITS];
	uint32_t n;
	const char *outside; /* why one of the ways leads out of the store, or NULL */
} visits;

static bool visit_later(visits *w, uint32_t file, uint32_t name, int hop, lu_grade grade)
{
	if (hop > LU__HOPS || w->n == VISITS) return false;
	for (uint32_t i = 0; i < w->n; i++)
		if (w->v[i].file == file && w->v[i].name == name) return false;
	w->v[w->n].file = file;
	w->v[w->n].name = name;
	w->v[w->n].grade = grade;
	w->v[w->n++].hop = hop;
	return true;
}

static bool defines(const lu__graph *g, uint32_t file, uint32_t name)
{
	return lu__multi_first(&g->exports, lu__pair(file, name)) ||
	       lu__multi_first(&g->members, lu__pair(lu__file_scope(g, file), name)) ||
	       lu__multi_first(&g->aliases, lu__pair(file, name));
}

/* What the module calls the imported name. A default export may have any name there: the local one is
 * tried when the module has nothing called "default". */
static uint32_t name_there(const lu__graph *g, const lu__import *im)
{
	lu__need_file(g, im->place);
	if (lu_str_eqz(g->names.v[im->name], "default") && !defines(g, im->place, im->name)) return im->alias;
	return im->name;
}

/* The default of a module that has none is the module, as CommonJS has it. */
static bool is_whole(const lu__graph *g, const lu__import *im)
{
	lu__need_file(g, im->place);
	return im->what == LU__FOUND_FILES && g->file[im->place].language->modules == LU__MODULES_SCRIPT &&
	       lu_str_eqz(g->names.v[im->name], "default") && !defines(g, im->place, im->name) &&
	       !defines(g, im->place, im->alias) && !lu__multi_first(&g->stars, im->place);
}

/* Follow the imports of `file` whose local name is `name`. False when there is none to follow. */
static bool follow(lu__graph *g, visits *w, uint32_t file, uint32_t name, int hop, lu_grade grade, lu__found *f)
{
	bool followed = false;
	uint32_t at;

	for (at = lu__multi_first(&g->aliases, lu__pair(file, name)); at; at = g->aliases.node[at].next) {
		const lu__import *im = &g->import[g->aliases.node[at].value];
		lu_grade way = im->grade > grade ? (lu_grade)im->grade : grade;

		if (im->what == LU__FOUND_OUTSIDE) {
			w->outside = im->reason;
			followed = true;
		} else if (im->kind == LU__IMPORT_NAME && is_whole(g, im)) {
			followed = true;
			lu__note_file(g, im->place);
			lu__found_add(f, LU__FOUND_FILES, im->place, 3);
			f->place = im->place;
			f->alias = name;
			if (way > f->grade) f->grade = way;
		} else if (im->kind == LU__IMPORT_NAME) {
			followed |= visit_later(w, im->place, name_there(g, im), hop + 1, way);
		} else {
			followed = true;
			if (im->what == LU__FOUND_FILES) lu__note_file(g, im->place);
			lu__found_add(f, im->what, im->place, 3);
			f->place = im->place;
			f->alias = name;
			if (way > f->grade) f->grade = way;
		}
	}
	return followed;
}

static lu_grade star_grade(const lu__graph *g, uint32_t file, uint32_t from)
{
	return lu__multi_first(&g->weak_stars, lu__pair(file, from)) ? LU_GRADE_UNIQUE : LU_GRADE_EXACT;
}

static void visit_stars(lu__graph *g, visits *w, uint32_t i, unsigned want, lu__found *f)
{
	uint32_t file = w->v[i].file, name = w->v[i].name;
	int hop = w->v[i].hop;
	bool private = (g->file[file].language->rules & LU__RULE_PRIVATE) && lu_str_starts(g->names.v[name], "_");

	for (uint32_t at = lu__multi_first(&g->stars, file); at && !private; at = g->stars.node[at].next) {
		uint32_t v = g->stars.node[at].value;
		lu_grade grade = star_grade(g, file, v);

		if (v < g->paths.n) visit_later(w, v, name, hop + 1, grade > w->v[i].grade ? grade : w->v[i].grade);
		else lu__found_list(g, &g->in_folder, lu__pair(v - g->paths.n, name), want, LU__NONE, f);
	}
}

/* TypeScript's "declare namespace a { ... } export = a" gives the names in it. */
static void in_whole_namespace(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f)
{
	uint32_t whole = lu__names_find(&g->names, lu_strz("default"));
	uint32_t at = whole == LU__NONE ? 0 : lu__multi_first(&g->exports, lu__pair(file, whole));
	lu__found spaces = lu__no_result("");

	if (!at) return;
	lu__found_list(g, &g->members, lu__pair(lu__file_scope(g, file), g->exports.node[at].value), LU__SYMBOL_MODULE,
		       LU__NONE, &spaces);
	for (uint32_t i = 0; i < spaces.n && i < LU__SOUGHT; i++)
		lu__found_list(g, &g->members, lu__pair(spaces.v[i], name), want & ~(unsigned)LU__SYMBOL_BARE, LU__NONE,
			       f);
}

static void visit(lu__graph *g, visits *w, uint32_t i, unsigned want, lu__found *f)
{
	uint32_t file = w->v[i].file, sub = LU__NONE, had = f->n;
	uint32_t at = lu__multi_first(&g->exports, lu__pair(file, w->v[i].name));
	uint32_t name = at ? g->exports.node[at].value : w->v[i].name; /* what others call so */
	lu__found own = lu__no_result("");

	lu__need_file(g, file);
	if (g->file[file].language->rules & LU__RULE_RETURNED) lu__returned_member(g, file, name, want, &own);
	if (g->file[file].language->rules & LU__RULE_TYPED) in_whole_namespace(g, file, name, want, &own);
	if (!own.n)
		lu__found_list(g, &g->members, lu__pair(lu__file_scope(g, file), name),
			       want & ~(unsigned)LU__SYMBOL_BARE, LU__NONE, &own);
	if (own.n > LU__SOUGHT) {
		*f = own;
		return;
	}
	if (own.n) {
		for (uint32_t k = 0; k < own.n; k++) lu__found_add(f, LU__FOUND_SYMBOLS, own.v[k], own.rank);
		if (w->v[i].grade > own.grade) own.grade = w->v[i].grade;
		if (own.grade > f->grade) f->grade = own.grade;
		return;
	}
	if (follow(g, w, file, name, w->v[i].hop, w->v[i].grade, f) || f->n > had) return;
	if (g->file[file].language->modules == LU__MODULES_DOTTED)
		sub = lu__python_submodule(g, file, g->names.v[name]);
	if (sub != LU__NONE) {
		lu__note_file(g, sub);
		lu__found_add(f, LU__FOUND_FILES, sub, 3);
		f->place = sub;
		return;
	}
	visit_stars(g, w, i, want, f);
}

/* Visit the places level by level, until one level has a result. */
static void search(lu__graph *g, visits *w, unsigned want, lu__found *f)
{
	for (uint32_t i = 0; i < w->n; i++) {
		if (f->n && i && w->v[i].hop > w->v[i - 1].hop) break;
		visit(g, w, i, want, f);
	}
	if (!f->n && w->outside) lu__found_outside(f, w->outside);
	else if (f->n && w->outside) f->grade = LU_GRADE_UNIQUE;
	if (f->n > 1 && f->what != LU__FOUND_SYMBOLS) lu__found_outside(f, "ambiguous import");
}

void lu__imported(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f)
{
	visits w;

	w.n = 0;
	w.outside = NULL;
	follow(g, &w, file, name, 0, LU_GRADE_EXACT, f);
	search(g, &w, want, f);
}

void lu__star_imported(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f)
{
	visits w;

	w.n = 0;
	w.outside = NULL;
	for (uint32_t at = lu__multi_first(&g->stars, file); at; at = g->stars.node[at].next) {
		uint32_t v = g->stars.node[at].value;

		if (v < g->paths.n) visit_later(&w, v, name, 1, star_grade(g, file, v));
		else lu__found_list(g, &g->in_folder, lu__pair(v - g->paths.n, name), want, LU__NONE, f);
	}
	search(g, &w, want, f);
}

void lu__module_member(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f)
{
	visits w;

	w.n = 0;
	w.outside = NULL;
	visit_later(&w, file, name, 1, LU_GRADE_EXACT);
	search(g, &w, want, f);
}
