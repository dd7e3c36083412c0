/* SPDX-License-Identifier: MIT
 * What the files bring in, and what a name means through that: local names of imports, star imports and
 * re-exports, followed level by level, so that the nearest definition wins and cycles end. */
#include "graph/model.h"

#define VISITS 256 /* places that one search looks at */

/* ---- entering ---- */

static bool is_star(const lu_ref *r)
{
	return (lu_str_eqz(r->name, "*") && (!r->alias.n || lu_str_eqz(r->alias, "*"))) || lu_str_eqz(r->alias, ".");
}

static lu_str head_of(lu_str dotted)
{
	size_t n = 0;

	while (n < dotted.n && dotted.s[n] != '.') n++;
	return lu_strn(dotted.s, n);
}

/* Python's `import a.b`, which binds "a". Not `import a.b as c`. */
static bool is_path(const lu_language *language, const lu_ref *r)
{
	lu_str head = head_of(r->module);

	if (language->modules != LU__MODULES_DOTTED || r->name.n || !head.n || head.n == r->module.n) return false;
	return !r->alias.n || lu_str_eq(r->alias, r->module) || lu_str_eq(r->alias, head);
}

void lu__add_alias(lu__graph *g, uint32_t file, lu_str name, lu__import im)
{
	lu__multi *table = im.kind == LU__IMPORT_PATH ? &g->path_heads : &g->aliases;
	lu__import *v;

	if (!name.n || lu_str_eqz(name, "_")) return;
	v = lu_arena_grow(&g->mem.arena, g->import, g->n_import, sizeof *v);
	if (!v) {
		g->mem.oom = true;
		return;
	}
	g->import = v;
	im.alias = lu__names_add(&g->names, name);
	v[g->n_import] = im;
	lu__multi_add(table, lu__pair(file, im.alias), g->n_import++);
}

static void add_go_aliases(lu__graph *g, uint32_t file, const lu_ref *r, lu__import im)
{
	lu_str usual = lu__go_default_name(r->module), real = usual;

	if (r->alias.n && !lu_str_eq(r->alias, usual)) {
		lu__add_alias(g, file, r->alias, im);
		return;
	}
	if (im.what == LU__FOLDER) real = head_of(g->sym[g->file[lu__go_first_file(g, im.place)].first].name);
	lu__add_alias(g, file, usual, im);
	if (!lu_str_eq(usual, real)) lu__add_alias(g, file, real, im);
}

/* Where the file's own code may find methods: see the rules for guesses. */
static void add_reach(lu__graph *g, uint32_t file, const lu__found *f)
{
	if (f->what == LU__FOLDER) lu__multi_add(&g->reach, file, g->paths.n + f->place);
	else lu__multi_add(&g->reach, file, f->v[0]);
}

/* Without an alias: Python's `import a` binds "a"; a JavaScript module that is only run binds nothing. */
static lu_str local_name(const lu_language *language, const lu_ref *r)
{
	return !r->name.n && language->modules == LU__MODULES_DOTTED ? r->module : r->name;
}

static void enter(lu__graph *g, uint32_t file, uint32_t ref, bool as_module, const lu__found *f)
{
	const lu_ref *r = &g->ref[ref];
	const lu_language *language = g->file[file].language;
	bool one = f->n == 1 && f->what != LU__OUTSIDE;
	lu__import im = {
		LU__IMPORT_MODULE, one ? f->what : LU__OUTSIDE, LU__NONE, LU__NONE, LU__NONE, f->reason, ref
	};

	if (one) im.place = f->what == LU__FOLDER ? f->place : f->v[0];
	else if (f->what != LU__OUTSIDE) im.reason = "ambiguous import";
	if (one && (language->rules & LU__RULE_LINKAGE)) {
		lu__multi_add(&g->includes, file, f->v[0]);
		lu__multi_add(&g->included, lu__pair(file, f->v[0]), 1);
		return;
	}
	if (one) add_reach(g, file, f);
	if (is_star(r)) {
		if (one) lu__multi_add(&g->stars, file, f->what == LU__FOLDER ? g->paths.n + f->place : f->v[0]);
		if (one && f->what == LU__FILES) lu__need_file(g, f->v[0]); /* any name may come from there */
	} else if (language->modules == LU__MODULES_FOLDER) {
		add_go_aliases(g, file, r, im);
	} else if (is_path(language, r)) {
		im.kind = LU__IMPORT_PATH;
		lu__add_alias(g, file, head_of(r->module), im);
	} else if (!r->name.n || lu_str_eqz(r->name, "*") || as_module) {
		lu__add_alias(g, file, r->alias.n ? r->alias : local_name(language, r), im);
	} else {
		im.kind = LU__IMPORT_NAME;
		im.name = lu__names_add(&g->names, r->name);
		lu__add_alias(g, file, r->alias.n ? r->alias : r->name, im);
	}
}

/* `from a import b` where only a/b.py exists: folders without __init__ have no element. */
static bool find_submodule(lu__graph *g, uint32_t file, const lu_ref *r, lu__found *f)
{
	lu_buf b = LU_BUF;
	lu_ref sub = *r;
	lu__found found = lu__no_result("import");

	if (!r->name.n || lu_str_eqz(r->name, "*")) return false;
	lu_buf_addstr(&b, r->module);
	if (b.len && b.s[b.len - 1] != '.') lu_buf_addc(&b, '.');
	lu_buf_addstr(&b, r->name);
	if (b.oom) g->mem.oom = true;
	sub.module = lu_buf_str(&b);
	lu__python_module(g, file, &sub, &found);
	lu_buf_free(&b);
	if (found.what != LU__FILES) return false;
	*f = found;
	return true;
}

/* Imported names that are modules: the edge goes to the module. The file of an imported symbol is in
 * reach. */
static void look_through(lu__graph *g)
{
	for (uint32_t i = 0; i < g->n_import && !g->mem.oom; i++) {
		const lu__import *im = &g->import[i];
		uint32_t file = g->info[lu__symbol_of(g, g->ref[im->ref].src)].file;
		lu__found f = lu__no_result("import");

		if (im->kind != LU__IMPORT_NAME || im->what != LU__FILES || !lu__is_due(g, file)) continue;
		lu__module_member(g, im->place, im->name, LU__ANY, &f);
		if (f.what == LU__FILES) {
			if (g->file[file].language->modules == LU__MODULES_DOTTED) lu__answer(g, im->ref, &f);
			lu__multi_add(&g->reach, file, f.v[0]);
		} else if (lu__one_symbol(&f)) {
			lu__multi_add(&g->reach, file, g->info[f.v[0]].file);
		}
	}
}

/* C++'s includes and Ruby's require, beside names. */
static bool names_file(const lu__graph *g, uint32_t file, const lu_ref *r)
{
	const lu_language *language = g->file[file].language;

	return language->modules == LU__MODULES_PATH ||
	       ((language->rules & LU__RULE_LINKAGE) && !r->name.n && !r->alias.n);
}

typedef void find_fn(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);

/* The modules that an import of `file` means: LU__FILES (all that fit) or LU__FOLDER, else LU__OUTSIDE with a reason. */
static find_fn *const find_module[LU__MODULES] = {
	[LU__MODULES_UNKNOWN] = lu__no_module,    [LU__MODULES_DOTTED] = lu__python_module,
	[LU__MODULES_SCRIPT] = lu__script_module, [LU__MODULES_HEADER] = lu__c_module,
	[LU__MODULES_FOLDER] = lu__go_module,     [LU__MODULES_PATH] = lu__path_module,
	[LU__MODULES_CRATE] = lu__no_module,
};

void lu__imports_load(lu__graph *g)
{
	for (uint32_t i = 0; i < g->n_ref && !lu__out_of_memory(g); i++) {
		const lu_ref *r = &g->ref[i];
		uint32_t src = r->kind == LU_DEPENDS_ON ? lu__symbol_of(g, r->src) : LU__NONE, file;
		lu__found f = lu__no_result("import");
		bool as_module = false;

		if (src == LU__NONE || lu__is_use(r)) continue;
		file = g->info[src].file;
		if ((g->file[file].language->rules & LU__RULE_QUALIFIED) && !names_file(g, file, r)) {
			lu__qualified_import(g, file, i, &f);
			lu__answer(g, i, &f);
			continue;
		}
		find_module[g->file[file].language->modules](g, file, r, &f);
		if (f.what == LU__OUTSIDE && g->file[file].language->modules == LU__MODULES_DOTTED)
			as_module = find_submodule(g, file, r, &f);
		enter(g, file, i, as_module, &f);
		lu__answer(g, i, &f);
	}
	look_through(g);
}

/* ---- searching ---- */

/* Places still to look at, nearest first. */
typedef struct visits {
	struct {
		uint32_t file, name;
		int hop;
	} v[VISITS];
	uint32_t n;
	const char *outside; /* why one of the ways leads out of the store, or NULL */
} visits;

static bool visit_later(visits *w, uint32_t file, uint32_t name, int hop)
{
	if (hop > LU__HOPS || w->n == VISITS) return false;
	for (uint32_t i = 0; i < w->n; i++)
		if (w->v[i].file == file && w->v[i].name == name) return false;
	w->v[w->n].file = file;
	w->v[w->n].name = name;
	w->v[w->n++].hop = hop;
	return true;
}

static bool defines(const lu__graph *g, uint32_t file, uint32_t name)
{
	return lu__multi_first(&g->members, lu__pair(lu__file_scope(g, file), name)) ||
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

/* Follow the imports of `file` whose local name is `name`. False when there is none to follow. */
static bool follow(lu__graph *g, visits *w, uint32_t file, uint32_t name, int hop, lu__found *f)
{
	bool followed = false;
	uint32_t at;

	for (at = lu__multi_first(&g->aliases, lu__pair(file, name)); at; at = g->aliases.node[at].next) {
		const lu__import *im = &g->import[g->aliases.node[at].value];

		if (im->what == LU__OUTSIDE) {
			w->outside = im->reason;
			followed = true;
		} else if (im->kind == LU__IMPORT_NAME) {
			followed |= visit_later(w, im->place, name_there(g, im), hop + 1);
		} else {
			followed = true;
			lu__found_add(f, im->what, im->place, 3);
			f->place = im->place;
			f->alias = name;
		}
	}
	return followed;
}

static void visit_stars(lu__graph *g, visits *w, uint32_t file, uint32_t name, int hop, unsigned want, lu__found *f)
{
	bool private = (g->file[file].language->rules & LU__RULE_PRIVATE) && lu_str_starts(g->names.v[name], "_");

	for (uint32_t at = lu__multi_first(&g->stars, file); at && !private; at = g->stars.node[at].next) {
		uint32_t v = g->stars.node[at].value;

		if (v < g->paths.n) visit_later(w, v, name, hop + 1);
		else lu__found_list(g, &g->in_folder, lu__pair(v - g->paths.n, name), want, LU__NONE, f);
	}
}

static void visit(lu__graph *g, visits *w, uint32_t i, unsigned want, lu__found *f)
{
	uint32_t file = w->v[i].file, name = w->v[i].name, sub = LU__NONE, had = f->n;
	lu__found own = lu__no_result("");

	lu__need_file(g, file);
	if (g->file[file].language->rules & LU__RULE_RETURNED) lu__returned_member(g, file, name, want, &own);
	if (!own.n)
		lu__found_list(g, &g->members, lu__pair(lu__file_scope(g, file), name), want & ~(unsigned)LU__BARE,
			       LU__NONE, &own);
	if (own.n > LU__CANDIDATES) {
		*f = own;
		return;
	}
	if (own.n) {
		for (uint32_t k = 0; k < own.n; k++) lu__found_add(f, LU__SYMBOLS, own.v[k], own.rank);
		if (own.grade > f->grade) f->grade = own.grade;
		return;
	}
	if (follow(g, w, file, name, w->v[i].hop, f) || f->n > had) return;
	if (g->file[file].language->modules == LU__MODULES_DOTTED)
		sub = lu__python_submodule(g, file, g->names.v[name]);
	if (sub != LU__NONE) {
		lu__found_add(f, LU__FILES, sub, 3);
		f->place = sub;
		return;
	}
	visit_stars(g, w, file, name, w->v[i].hop, want, f);
}

/* Look at the places level by level, until one level has an answer. */
static void search(lu__graph *g, visits *w, unsigned want, lu__found *f)
{
	for (uint32_t i = 0; i < w->n; i++) {
		if (f->n && i && w->v[i].hop > w->v[i - 1].hop) break;
		visit(g, w, i, want, f);
	}
	if (!f->n && w->outside) lu__found_outside(f, w->outside);
	else if (f->n && w->outside) f->grade = LU_UNIQUE;
	if (f->n > 1 && f->what != LU__SYMBOLS) lu__found_outside(f, "ambiguous import");
}

void lu__imported(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f)
{
	visits w;

	w.n = 0;
	w.outside = NULL;
	follow(g, &w, file, name, 0, f);
	search(g, &w, want, f);
}

void lu__star_imported(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f)
{
	visits w;

	w.n = 0;
	w.outside = NULL;
	for (uint32_t at = lu__multi_first(&g->stars, file); at; at = g->stars.node[at].next) {
		uint32_t v = g->stars.node[at].value;

		if (v < g->paths.n) visit_later(&w, v, name, 1);
		else lu__found_list(g, &g->in_folder, lu__pair(v - g->paths.n, name), want, LU__NONE, f);
	}
	search(g, &w, want, f);
}

void lu__module_member(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f)
{
	visits w;

	w.n = 0;
	w.outside = NULL;
	visit_later(&w, file, name, 1);
	search(g, &w, want, f);
}
