/* SPDX-License-Identifier: MIT
 * tsconfig.json and jsconfig.json: which of them speak for a file, and the paths that they map. */
#include "graph/manifests.h"
#include "graph/modules.h"

/* The configuration that a package gives out. TypeScript takes the file that is called so, if "exports" does not say another. */
static uint32_t in_package(const struct lu__script_ask *k, lu_str path)
{
	lu_str rest = path, name = lu__package_of(path, &rest), star, alias;
	lu_grade grade;
	uint32_t package = name.n ? lu__find_package(k, name, &grade) : LU__NONE, at = 0, v;
	const lu_ref *r;

	if (package == LU__NONE) return LU__NONE;
	v = lu__file_in(k->g, lu__folder_of_file(k->g, package), rest);
	alias = v == LU__NONE ? lu__best_alias(k->g, package, "exports",
					       lu__joined(k->g, lu_strz("./"), rest, lu_strz("")), &star)
			      : lu_strz("");
	while (alias.n && v == LU__NONE && (r = lu__next_entry(k->g, package, &at)))
		if (lu__entry_is_of(r, "exports") && lu_str_eq(r->alias, alias))
			v = lu__file_in(k->g, lu__folder_of_file(k->g, package),
					lu__pattern_filled(k->g, r->module, star));
	return v;
}

static uint32_t config_at(const struct lu__script_ask *k, uint32_t from, lu_str module)
{
	static const char *const ends[] = { "", ".json", "/tsconfig.json" };
	struct lu__script_ask there = { k->g, from, false };
	uint32_t v = LU__NONE;

	for (size_t i = 0; v == LU__NONE && i < sizeof ends / sizeof *ends; i++) {
		lu_str path = lu__joined(k->g, module, lu_strz(ends[i]), lu_strn("", 0));

		if (lu_str_starts(module, ".") || lu_str_starts(path, "tsconfig"))
			v = lu__file_in(k->g, lu__folder_of_file(k->g, from), path);
		else v = in_package(&there, path);
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
