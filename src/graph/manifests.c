/* SPDX-License-Identifier: MIT
 * Manifests as the resolver has them, and the paths that tsconfig.json maps. */
#include "graph/manifests.h"

#include "lucus/hash.h"

/* ---- manifests ---- */

bool lu__is_manifest(const lu__graph *g, uint32_t file)
{
	return g->file[file].language->modules == LU__MODULES_MANIFEST;
}

bool lu__is_manifest_path(lu_str path)
{
	lu_str name = lu_str_after_last(path, '/');

	if (lu_str_eqz(name, "package.json") || lu_str_eqz(name, "Cargo.toml") ||
	    lu_str_eqz(name, "pnpm-workspace.yaml"))
		return true;
	return (lu_str_starts(name, "tsconfig") || lu_str_starts(name, "jsconfig")) && lu_str_ends(name, ".json");
}

static uint64_t name_key(lu_str name)
{
	return lu_hash64(name, 2);
}

/* The manifest that a reference is an entry of, or LU__NONE. */
static uint32_t manifest_of(const lu__graph *g, uint32_t ref)
{
	const lu_ref *r = &g->ref[ref];
	uint32_t src = r->kind == LU_EDGE_DEPENDS_ON ? lu__symbol_of(g, r->src) : LU__NONE;

	return src != LU__NONE && lu__is_manifest(g, g->info[src].file) ? g->info[src].file : LU__NONE;
}

lu__list lu__packages_named(const lu__graph *g, lu_str name)
{
	return lu__multi_list(&g->packages_named, name_key(name));
}

void lu__manifests_load(lu__graph *g)
{
	uint32_t n = 0;

	g->entry_at = lu__new(g, (size_t)g->paths.n + 1, sizeof *g->entry_at);
	for (uint32_t i = 0, file; g->entry_at && i < g->n_ref; i++) {
		if ((file = manifest_of(g, i)) == LU__NONE) continue;
		g->entry_at[file]++;
		n++;
		if (lu_str_eqz(g->ref[i].name, "name"))
			lu__multi_add(&g->packages_named, name_key(g->ref[i].alias), file);
	}
	g->entry = lu__new(g, n, sizeof *g->entry);
	if (lu__out_of_memory(g)) return;
	for (uint32_t i = 0, sum = 0; i <= g->paths.n; i++) g->entry_at[i] = sum += g->entry_at[i];
	for (uint32_t i = g->n_ref, file; i-- > 0;)
		if ((file = manifest_of(g, i)) != LU__NONE) g->entry[--g->entry_at[file]] = i;
}

const lu_ref *lu__next_entry(const lu__graph *g, uint32_t manifest, uint32_t *i)
{
	uint32_t at = g->entry_at[manifest] + (*i)++;

	return at < g->entry_at[manifest + 1] ? &g->ref[g->entry[at]] : NULL;
}

bool lu__entry_is_of(const lu_ref *r, const char *part)
{
	return lu_str_eqz(lu_str_before_first(r->name, '/'), part);
}

const lu_ref *lu__entry_of(const lu__graph *g, uint32_t manifest, const char *part, lu_str alias)
{
	const lu_ref *r;
	uint32_t i = 0;

	while ((r = lu__next_entry(g, manifest, &i)))
		if (lu__entry_is_of(r, part) && lu_str_eq(r->alias, alias)) return r;
	return NULL;
}

uint32_t lu__file_in(lu__graph *g, lu_str folder, lu_str path)
{
	return lu__join(g, folder, path) ? lu__file_at(g, lu_buf_str(&g->buf)) : LU__NONE;
}

uint32_t lu__manifest_above(lu__graph *g, lu_str path, const char *name, const char *other)
{
	while (path.n) {
		uint32_t v;

		path = lu__folder_of(path);
		v = lu__file_in(g, path, lu_strz(name));
		if (v == LU__NONE && other) v = lu__file_in(g, path, lu_strz(other));
		if (v != LU__NONE && lu__is_manifest(g, v)) return v;
	}
	return LU__NONE;
}

/* ---- patterns ---- */

bool lu__pattern_fits(lu_str pattern, lu_str text, lu_str *star)
{
	lu_str head = lu_str_before_first(pattern, '*'), tail;

	*star = lu_strn("", 0);
	if (head.n == pattern.n) return lu_str_eq(pattern, text);
	tail = lu_strn(pattern.s + head.n + 1, pattern.n - head.n - 1);
	if (text.n < head.n + tail.n || memcmp(text.s, head.s, head.n)) return false;
	if (tail.n && memcmp(text.s + text.n - tail.n, tail.s, tail.n)) return false;
	*star = lu_strn(text.s + head.n, text.n - head.n - tail.n);
	return true;
}

lu_str lu__best_alias(const lu__graph *g, uint32_t manifest, const char *part, lu_str text, lu_str *star)
{
	lu_str best = { "", 0 }, rest;
	const lu_ref *r;
	uint32_t i = 0;
	size_t length = 0;

	while ((r = lu__next_entry(g, manifest, &i))) {
		size_t n = lu_str_before_first(r->alias, '*').n + 1;

		if (!lu__entry_is_of(r, part) || n <= length || !lu__pattern_fits(r->alias, text, &rest)) continue;
		best = r->alias;
		*star = rest;
		length = n > r->alias.n ? SIZE_MAX : n;
	}
	return best;
}

lu_str lu__joined(lu__graph *g, lu_str a, lu_str b, lu_str c)
{
	lu_buf t = LU_BUF;
	lu_str out;

	lu_buf_addf(&t, "%.*s%.*s%.*s", LU_FMT(a), LU_FMT(b), LU_FMT(c));
	out = t.oom ? lu_strn(NULL, 0) : lu_arena_dup(&g->mem.arena, lu_buf_str(&t));
	lu_buf_free(&t);
	if (!out.s) g->mem.oom = true;
	return out.s ? out : lu_strn("", 0);
}

lu_str lu__path_below(lu__graph *g, lu_str folder, lu_str path)
{
	if (!lu__join(g, folder, path)) return lu_strn("", 0);
	return lu__joined(g, lu_buf_str(&g->buf), lu_strn("", 0), lu_strn("", 0));
}

lu_str lu__pattern_filled(lu__graph *g, lu_str target, lu_str star)
{
	lu_str head = lu_str_before_first(target, '*');

	if (head.n == target.n) return target;
	return lu__joined(g, head, star, lu_strn(target.s + head.n + 1, target.n - head.n - 1));
}

/* ---- tsconfig.json ---- */

static uint32_t config_at(const struct lu__script_ask *k, uint32_t from, lu_str module)
{
	static const char *const ends[] = { "", ".json", "/tsconfig.json" };
	struct lu__script_ask there = { k->g, from, false };
	uint32_t v = LU__NONE;
	lu_grade grade;

	for (size_t i = 0; v == LU__NONE && i < sizeof ends / sizeof *ends; i++) {
		lu_str path = lu__joined(k->g, module, lu_strz(ends[i]), lu_strn("", 0));

		if (lu_str_starts(module, ".") || lu_str_starts(path, "tsconfig"))
			v = lu__file_in(k->g, lu__folder_of_file(k->g, from), path);
		else v = lu__package_file(&there, path, &grade);
		if (v != LU__NONE && !lu__is_manifest(k->g, v)) v = LU__NONE;
	}
	return v;
}

void lu__add_configs(const struct lu__script_ask *k, uint32_t config, const char *part, struct lu__configs *c)
{
	lu__graph *g = k->g;

	if (config == LU__NONE || c->n == LU__CONFIGS) return;
	for (uint32_t i = 0; i < c->n; i++)
		if (c->v[i] == config) return;
	lu__need_file(g, config);
	c->v[c->n++] = config;
	for (uint32_t i = g->entry_at[config + 1]; i-- > g->entry_at[config];)
		if (lu__entry_is_of(&g->ref[g->entry[i]], part))
			lu__add_configs(k, config_at(k, config, g->ref[g->entry[i]].module), part, c);
}

/* The folder that paths count from, where one of the configurations says it. */
static bool find_base(lu__graph *g, const struct lu__configs *c, lu_str *folder)
{
	for (uint32_t i = 0; i < c->n; i++) {
		const lu_ref *r = lu__entry_of(g, c->v[i], "baseUrl", lu_strn("", 0));

		if (!r) continue;
		*folder = lu__path_below(g, lu__folder_of_file(g, c->v[i]), r->module);
		return true;
	}
	return false;
}

static uint32_t by_config(const struct lu__script_ask *k, const struct lu__configs *c, lu_str module)
{
	lu__graph *g = k->g;
	uint32_t v = LU__NONE;
	lu_str star, alias = { "", 0 }, base = { "", 0 };
	bool based = find_base(g, c, &base);

	for (uint32_t i = 0; i < c->n && !alias.n; i++) {
		const lu_ref *r;
		uint32_t at = 0;

		alias = lu__best_alias(g, c->v[i], "paths", module, &star);
		while (alias.n && v == LU__NONE && (r = lu__next_entry(g, c->v[i], &at)))
			if (lu__entry_is_of(r, "paths") && lu_str_eq(r->alias, alias))
				v = lu__script_file(g, based ? base : lu__folder_of_file(g, c->v[i]),
						    lu__pattern_filled(g, r->module, star), k->typed);
	}
	return v == LU__NONE && based ? lu__script_file(g, base, module, k->typed) : v;
}

/* By the configuration of the asking file, else by those that it refers to in its folder. */
uint32_t lu__by_configs(const struct lu__script_ask *k, lu_str module)
{
	lu__graph *g = k->g;
	uint32_t config = lu__manifest_above(g, lu__path(g, k->file), "tsconfig.json", "jsconfig.json"), v;
	struct lu__configs c = { .n = 0 }, others = { .n = 0 };

	lu__add_configs(k, config, "extends", &c);
	v = by_config(k, &c, module);
	if (v == LU__NONE) lu__add_configs(k, config, "references", &others);
	for (uint32_t i = 1; i < others.n && v == LU__NONE; i++) {
		if (!lu_str_eq(lu__folder_of_file(g, others.v[i]), lu__folder_of_file(g, config))) continue;
		c.n = 0;
		lu__add_configs(k, others.v[i], "extends", &c);
		v = by_config(k, &c, module);
	}
	return v;
}
