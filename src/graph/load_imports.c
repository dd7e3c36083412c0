/* SPDX-License-Identifier: MIT
 * What the files import: each import is looked up, entered under its local name, and resolved. */
#include "graph/lookup.h"
#include "graph/modules.h"

static bool is_star(const lu_ref *r)
{
	return (lu_str_eqz(r->name, "*") && (!r->alias.n || lu_str_eqz(r->alias, "*"))) || lu_str_eqz(r->alias, ".");
}

/* Python's `import a.b`, which binds "a". Not `import a.b as c`. */
static bool is_path(const lu_language *language, const lu_ref *r)
{
	lu_str head = lu_str_before_first(r->module, '.');

	if (language->modules != LU__MODULES_DOTTED || r->name.n || !head.n || head.n == r->module.n) return false;
	return !r->alias.n || lu_str_eq(r->alias, r->module) || lu_str_eq(r->alias, head);
}

static void add_go_aliases(lu__graph *g, uint32_t file, const lu_ref *r, lu__import im)
{
	lu_str usual = lu__go_default_name(r->module), real = usual;

	if (r->alias.n && !lu_str_eq(r->alias, usual)) {
		lu__add_alias(g, file, r->alias, im);
		return;
	}
	if (im.what == LU__FOUND_FOLDER)
		real = lu_str_before_first(g->sym[g->file[lu__go_first_file(g, im.place)].first].name, '.');
	lu__add_alias(g, file, usual, im);
	if (!lu_str_eq(usual, real)) lu__add_alias(g, file, real, im);
}

/* Where the file's own code may find methods: see the rules for guesses. */
static void add_reach(lu__graph *g, uint32_t file, const lu__found *f)
{
	if (f->what == LU__FOUND_FOLDER) lu__multi_add(&g->reach, file, g->paths.n + f->place);
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
	bool one = f->n == 1 && f->what != LU__FOUND_OUTSIDE;
	uint8_t grade = language->modules == LU__MODULES_SCRIPT ? (uint8_t)f->grade : LU_GRADE_EXACT;
	lu__import im = { LU__IMPORT_MODULE,
			  one ? f->what : LU__FOUND_OUTSIDE,
			  LU__NONE,
			  LU__NONE,
			  LU__NONE,
			  f->reason,
			  ref,
			  grade };

	if (one) im.place = f->what == LU__FOUND_FOLDER ? f->place : f->v[0];
	else if (f->what != LU__FOUND_OUTSIDE) im.reason = "ambiguous import";
	if (one && (language->rules & LU__RULE_LINKAGE)) {
		lu__multi_add(&g->includes, file, f->v[0]);
		lu__multi_add(&g->included, lu__pair(file, f->v[0]), 1);
		return;
	}
	if (language->rules & LU__RULE_LINKAGE)
		lu__multi_add(&g->headers, lu__pair(file, lu__names_add(&g->names, r->module)), 1);
	if (one) add_reach(g, file, f);
	if (is_star(r)) {
		if (one) lu__multi_add(&g->stars, file, f->what == LU__FOUND_FOLDER ? g->paths.n + f->place : f->v[0]);
		if (one && grade != LU_GRADE_EXACT) lu__multi_add(&g->weak_stars, lu__pair(file, f->v[0]), 1);
		if (one && f->what == LU__FOUND_FILES) lu__need_file(g, f->v[0]); /* any name may come from there */
	} else if (language->modules == LU__MODULES_FOLDER) {
		add_go_aliases(g, file, r, im);
	} else if (is_path(language, r)) {
		im.kind = LU__IMPORT_PATH;
		lu__add_alias(g, file, lu_str_before_first(r->module, '.'), im);
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
	if (found.what != LU__FOUND_FILES) return false;
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

		if (im->kind != LU__IMPORT_NAME || im->what != LU__FOUND_FILES || !lu__is_dirty(g, file)) continue;
		lu__reads_of(g, file, LU__NONE);
		lu__module_member(g, im->place, im->name, LU__SYMBOL_ANY, &f);
		if (f.what == LU__FOUND_FILES) {
			if (g->file[file].language->modules == LU__MODULES_DOTTED) lu__settle_ref(g, im->ref, &f);
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

/* Rust: what is there in other builds alone, which import something else by its name. */
static void doubt_builds(lu__graph *g)
{
	for (uint32_t i = 0; i < g->n_ref && !g->mem.oom; i++) {
		lu__result *r = &g->result[i];
		uint32_t src = g->ref[i].kind == LU_EDGE_DEPENDS_ON ? lu__symbol_of(g, g->ref[i].src) : LU__NONE;

		if (src == LU__NONE || r->n != 1 || r->grade != LU_GRADE_EXACT ||
		    lu__named_target(g, &g->ref[i]) != LU__NONE)
			continue;
		if (!lu__is_of_other_build(g, src, r->at)) continue;
		r->grade = LU_GRADE_AMBIGUOUS;
		r->reason = "imported in other builds";
	}
}

typedef void find_fn(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);

/* The modules that an import of `file` means: LU__FOUND_FILES (all that fit) or LU__FOUND_FOLDER, else LU__FOUND_OUTSIDE with a reason. */
static find_fn *const find_module[LU__MODULES] = {
	[LU__MODULES_UNKNOWN] = lu__no_module,    [LU__MODULES_DOTTED] = lu__python_module,
	[LU__MODULES_SCRIPT] = lu__script_module, [LU__MODULES_HEADER] = lu__c_module,
	[LU__MODULES_FOLDER] = lu__go_module,     [LU__MODULES_PATH] = lu__path_module,
	[LU__MODULES_CRATE] = lu__no_module,      [LU__MODULES_MANIFEST] = lu__manifest_module,
};

void lu__imports_load(lu__graph *g)
{
	for (uint32_t i = 0; i < g->n_ref && !lu__out_of_memory(g); i++) {
		const lu_ref *r = &g->ref[i];
		uint32_t src = r->kind == LU_EDGE_DEPENDS_ON ? lu__symbol_of(g, r->src) : LU__NONE, file;
		lu__found f = lu__no_result("import");
		bool as_module = false;

		if (src == LU__NONE || lu__is_use(r)) continue;
		file = g->info[src].file;
		lu__reads_of(g, file, LU__NONE);
		if (lu_is_export(r)) {
			lu__found_outside(&f, "no import");
			lu__settle_ref(g, i, &f);
			lu__multi_add(&g->exports, lu__pair(file, lu__names_add(&g->names, r->alias)),
				      lu__names_add(&g->names, r->name));
			continue;
		}
		if ((g->file[file].language->rules & LU__RULE_QUALIFIED) && !names_file(g, file, r)) {
			lu__qualified_import(g, file, i, &f);
			lu__settle_ref(g, i, &f);
			continue;
		}
		find_module[g->file[file].language->modules](g, file, r, &f);
		if (f.what == LU__FOUND_OUTSIDE && g->file[file].language->modules == LU__MODULES_DOTTED)
			as_module = find_submodule(g, file, r, &f);
		lu__note_files(g, &f);
		if (g->file[file].language->modules != LU__MODULES_MANIFEST) enter(g, file, i, as_module, &f);
		lu__settle_ref(g, i, &f);
	}
	look_through(g);
	lu__reads_of(g, LU__NONE, LU__NONE);
	doubt_builds(g);
}
