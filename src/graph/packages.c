/* SPDX-License-Identifier: MIT
 * Modules by the names of packages and by mapped paths: what package.json, tsconfig.json and pnpm-workspace.yaml say
 * (parse/manifest.c lists how). What a package gives out is often compiled, and not in the tree: "./dist/x.js" comes from
 * "src/x.ts", by what tsconfig.json says of folders, or by their names.
 *
 * A package is certainly meant by its own name in its own folder, by the workspace that both belong to, and by what a
 * dependency says. Elsewhere another version of it may be installed. */
#include "graph/manifests.h"
#include "graph/modules.h"

#define LEVELS 4 /* folders of compiled files: "dist/esm/node" */

/* Parts of the standard library of Node.js, which come before packages. */
#define NODE_STANDARD \
	"assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns " \
	"domain events " \
	"fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl " \
	"stream " \
	"string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib"

/* Folders of what is compiled. */
#define OUTPUT \
	"dist lib build out output esm cjs es umd types typings node browser bundle release legacy modern commonjs " \
	"module mjs " \
	"_esm _cjs _types dist-esm dist-cjs dist-types"

static const char *const outputs[] = { ".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx" };

/* ---- from what a package gives out to its sources ---- */

/* Without the ending of a compiled file. */
static lu_str stem_of(lu_str path)
{
	for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
		if (lu_str_ends(path, outputs[i])) return lu_strn(path.s, path.n - strlen(outputs[i]));
	return path;
}

/* `rest` below the folder "src" of `folder`, or below `folder` itself. */
static uint32_t in_sources(const struct lu__script_ask *k, lu_str folder, lu_str rest)
{
	uint32_t v = lu__script_file(k->g, folder, lu__joined(k->g, lu_strz("src/"), rest, lu_strn("", 0)), k->typed);

	return v == LU__NONE ? lu__script_file(k->g, folder, rest, k->typed) : v;
}

/* The source of the compiled file `path`, by the folders that the configurations tell. */
static uint32_t in_outdirs(const struct lu__script_ask *k, const struct lu__configs *c, lu_str path)
{
	lu__graph *g = k->g;
	uint32_t v = LU__NONE;

	for (uint32_t i = 0; i < c->n && v == LU__NONE; i++) {
		lu_str from = lu__folder_of_file(g, c->v[i]), rest;
		const lu_ref *r;
		uint32_t at = 0;

		while (v == LU__NONE && (r = lu__next_entry(g, c->v[i], &at))) {
			lu_str out = lu__entry_is_of(r, "outDir") ? lu__path_below(g, from, r->alias) : lu_strn("", 0);

			if (!out.n || !lu__is_below(path, out, &rest)) continue;
			rest = stem_of(rest);
			v = r->module.n ? lu__script_file(g, lu__path_below(g, from, r->module), rest, k->typed)
					: in_sources(k, from, rest);
		}
	}
	return v;
}

static uint32_t by_outdir(const struct lu__script_ask *k, lu_str folder, lu_str path)
{
	lu_str whole = lu__path_below(k->g, folder, path);
	uint32_t config = lu__manifest_above(k->g, whole, "tsconfig.json", NULL), v = LU__NONE;
	struct lu__configs all = { .n = 0 }, c;

	lu__add_configs(k, config, "references", &all);
	for (uint32_t i = 0; i < all.n && v == LU__NONE; i++) {
		c.n = 0;
		lu__add_configs(k, all.v[i], "extends", &c);
		v = in_outdirs(k, &c, whole);
	}
	return v;
}

/* The same by the names of folders: "dist/esm/x.js" comes from "src/x.ts". */
static uint32_t by_shape(const struct lu__script_ask *k, lu_str folder, lu_str path)
{
	lu_str rest = stem_of(path);
	uint32_t v;

	while (lu_str_starts(rest, "./")) rest = lu_strn(rest.s + 2, rest.n - 2);
	v = in_sources(k, folder, rest);
	for (int i = 0; i < LEVELS && v == LU__NONE; i++) {
		lu_str after = rest, first = lu_str_take(&after, '/');

		if (!after.n || !lu_str_in_words(first, OUTPUT)) break;
		rest = after;
		v = in_sources(k, folder, rest);
	}
	return v;
}

static uint32_t source_of(const struct lu__script_ask *k, lu_str folder, lu_str path, bool compiled)
{
	uint32_t v;

	if (!compiled) return lu__script_file(k->g, folder, path, k->typed);
	v = by_outdir(k, folder, path);
	return v == LU__NONE ? by_shape(k, folder, path) : v;
}

/* ---- what a package gives out ---- */

static bool is_for_types(const lu_ref *r)
{
	return lu_str_ends(r->name, "types") || lu_str_ends(r->name, "typings");
}

/* What the entries of `part` with this alias lead to: files that are there before those that are compiled, and what is not
 * for types alone before what is, where the asking file has none. *null: that there is nothing, they say. */
static uint32_t by_entries(const struct lu__script_ask *k, uint32_t manifest, const char *part, lu_str alias,
			   lu_str star, bool *null)
{
	uint32_t v = LU__NONE;

	*null = false;
	for (int pass = k->typed ? 2 : 0; pass < 4 && v == LU__NONE; pass++) {
		const lu_ref *r;
		uint32_t at = 0;

		*null = true;
		while (v == LU__NONE && (r = lu__next_entry(k->g, manifest, &at))) {
			if ((part && !lu__entry_is_of(r, part)) || (!part && memchr(r->name.s, '/', r->name.n)) ||
			    !lu_str_eq(r->alias, alias) || (pass < 2 && is_for_types(r)))
				continue;
			if (!part && (lu__entry_is_of(r, "exports") || lu__entry_is_of(r, "name"))) continue;
			*null &= !r->module.n;
			if (r->module.n)
				v = source_of(k, lu__folder_of_file(k->g, manifest),
					      lu__pattern_filled(k->g, r->module, star), pass & 1);
		}
	}
	return v;
}

static bool has_part(const lu__graph *g, uint32_t manifest, const char *part)
{
	const lu_ref *r;
	uint32_t i = 0;

	while ((r = lu__next_entry(g, manifest, &i)))
		if (lu__entry_is_of(r, part)) return true;
	return false;
}

/* What `sub` ("." or "./x") is of the package. */
static uint32_t exported(const struct lu__script_ask *k, uint32_t manifest, lu_str sub, lu_grade *grade)
{
	lu__graph *g = k->g;
	lu_str star = { "", 0 }, alias, folder = lu__folder_of_file(g, manifest);
	bool null = false, main = sub.n == 1;
	uint32_t v = LU__NONE;

	if (has_part(g, manifest, "exports")) {
		alias = lu__best_alias(g, manifest, "exports", sub, &star);
		if (!alias.n) return LU__NONE;
		v = by_entries(k, manifest, "exports", alias, star, &null);
		if (v != LU__NONE || null) return v;
	} else if (!main) {
		v = source_of(k, folder, sub, false);
		return v == LU__NONE ? source_of(k, folder, sub, true) : v;
	}
	if (main) v = by_entries(k, manifest, NULL, sub, star, &null);
	if (v != LU__NONE) return v;
	*grade = LU_GRADE_UNIQUE; /* a bundle of sources: what begins it has the name of the package's part */
	return in_sources(k, folder, main ? lu_strz("index") : sub);
}

/* ---- without a manifest ---- */

/* `sub` of a member of the workspace whose manifest is not there, by the name of its folder. */
static uint32_t by_folder(const struct lu__script_ask *k, uint32_t workspace, lu_str name, lu_str sub)
{
	lu__graph *g = k->g;
	uint32_t i = 0, v = LU__NONE;
	const lu_ref *r;

	while (v == LU__NONE && (r = lu__next_entry(g, workspace, &i))) {
		lu_str folder = lu__pattern_filled(g, r->module, name);

		if (!lu__entry_is_of(r, "workspaces") || memchr(folder.s, '*', folder.n) || lu_str_starts(folder, "!"))
			continue;
		folder = lu__path_below(g, lu__folder_of_file(g, workspace), folder);
		if (!lu_str_eq(lu_str_after_last(folder, '/'), name)) continue;
		if (lu__file_in(g, folder, lu_strz("package.json")) == LU__NONE) v = in_sources(k, folder, sub);
	}
	return v;
}

static uint32_t without_manifest(const struct lu__script_ask *k, lu_str name, lu_str sub)
{
	static const char *const names[] = { "package.json", "pnpm-workspace.yaml" };
	lu_str at = lu__path(k->g, k->file);
	uint32_t v = LU__NONE;

	name = lu_str_after_last(name, '/');
	if (sub.n == 1) sub = lu_strz("index");
	while (v == LU__NONE && at.n) {
		at = lu__folder_of(at);
		for (int i = 0; i < 2 && v == LU__NONE; i++) {
			uint32_t workspace = lu__file_in(k->g, at, lu_strz(names[i]));

			if (workspace != LU__NONE && lu__is_manifest(k->g, workspace))
				v = by_folder(k, workspace, name, sub);
		}
	}
	return v;
}

static uint32_t package_file(const struct lu__script_ask *k, lu_str module, lu_grade *grade)
{
	lu__graph *g = k->g;
	lu_str rest, name = lu__package_of(module, &rest);
	uint32_t package;

	if (!name.n) return LU__NONE;
	rest = rest.n ? lu__joined(g, lu_strz("./"), rest, lu_strn("", 0)) : lu_strz(".");
	package = lu__find_package(k, name, grade);
	if (package != LU__NONE) return exported(k, package, rest, grade);
	*grade = LU_GRADE_UNIQUE;
	return lu__packages_named(g, name).n ? LU__NONE : without_manifest(k, name, rest);
}

/* "#util": what the package around says of it. */
static uint32_t own_import(const struct lu__script_ask *k, lu_str module, lu_grade *grade)
{
	uint32_t own = lu__manifest_above(k->g, lu__path(k->g, k->file), "package.json", NULL), v;
	lu_str star = { "", 0 }, alias = { "", 0 };
	bool null;

	if (own != LU__NONE) alias = lu__best_alias(k->g, own, "imports", module, &star);
	if (!alias.n) return LU__NONE;
	v = by_entries(k, own, "imports", alias, star, &null);
	*grade = LU_GRADE_EXACT;
	return v;
}

/* What an entry of a manifest leads to, where that is a file: of a package also the source of what it gives out. */
void lu__manifest_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f)
{
	struct lu__script_ask k = { g, file, true };
	lu_str folder = lu__folder_of_file(g, file);
	bool package = lu_str_ends(lu__path(g, file), "package.json"), bad = memchr(ref->module.s, '*', ref->module.n);
	uint32_t v = LU__NONE;

	if (ref->module.n && ref->module.s[0] != '/' && !bad) v = lu__script_file(g, folder, ref->module, true);
	if (v == LU__NONE && package && ref->alias.n && !bad && lu_str_starts(ref->module, "."))
		v = source_of(&k, folder, ref->module, true);
	if (v != LU__NONE) lu__found_add(f, LU__FOUND_FILES, v, 0);
	else lu__found_outside(f, "no such file");
}

/* The source of the compiled file that `path` names from a file's folder, by tsconfig.json. */
static uint32_t compiled_from(lu__graph *g, uint32_t file, lu_str path)
{
	struct lu__script_ask k = { g, file, g->file[file].language->rules & LU__RULE_TYPED };

	return g->entry_at[g->paths.n] ? by_outdir(&k, lu__folder_of_file(g, file), path) : LU__NONE;
}

/* A module that is no path from the file that imports it. */
static void package_module(lu__graph *g, uint32_t file, lu_str module, lu__found *f)
{
	struct lu__script_ask k = { g, file, g->file[file].language->rules & LU__RULE_TYPED };
	lu_grade grade = LU_GRADE_EXACT;
	uint32_t v = LU__NONE;
	lu_str query = lu_str_before_first(module, '?');

	if (query.n && query.s[0] != '/' && g->entry_at[g->paths.n]) {
		v = lu__by_configs(&k, query);
		if (v == LU__NONE && query.s[0] == '#') v = own_import(&k, query, &grade);
		else if (v == LU__NONE && !lu_str_in_words(lu_str_before_first(query, '/'), NODE_STANDARD))
			v = package_file(&k, query, &grade);
	}
	if (v == LU__NONE) {
		lu__found_outside(f, "external module");
		return;
	}
	lu__found_add(f, LU__FOUND_FILES, v, 0);
	f->grade = grade;
}

/* A folder means what its package.json calls "main": require("../.."). */
static uint32_t main_of_folder(lu__graph *g, uint32_t file, lu_str path, lu_grade *grade)
{
	struct lu__script_ask k = { g, file, g->file[file].language->rules & LU__RULE_TYPED };
	lu_str folder = lu__path_below(g, lu__folder_of_file(g, file), path), star = { "", 0 };
	uint32_t manifest = lu__file_in(g, folder, lu_strz("package.json"));
	bool null;

	if (manifest == LU__NONE || !lu__is_manifest(g, manifest)) return LU__NONE;
	*grade = LU_GRADE_EXACT;
	return by_entries(&k, manifest, NULL, lu_strz("."), star, &null);
}

void lu__script_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f)
{
	lu_str m = ref->module;
	uint32_t v = LU__NONE;
	lu_grade grade = LU_GRADE_EXACT;

	if (!lu_str_starts(m, "./") && !lu_str_starts(m, "../") && !lu_str_eqz(m, ".") && !lu_str_eqz(m, "..")) {
		package_module(g, file, m, f);
		return;
	}
	v = lu__script_file(g, lu__folder_of(lu__path(g, file)), m, g->file[file].language->rules & LU__RULE_TYPED);
	if (v == LU__NONE) v = compiled_from(g, file, m);
	if (v == LU__NONE) v = main_of_folder(g, file, m, &grade);
	if (v != LU__NONE) lu__found_add(f, LU__FOUND_FILES, v, 0);
	else lu__found_outside(f, "no such file");
	f->grade = v == LU__NONE ? f->grade : grade;
}
