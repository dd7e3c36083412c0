/* SPDX-License-Identifier: MIT
 * What manifests say, for those who look up modules of scripts: package.json, tsconfig.json and pnpm-workspace.yaml
 * (parse/manifest.c lists their entries). */
#ifndef LUCUS_GRAPH_MANIFESTS_H
#define LUCUS_GRAPH_MANIFESTS_H

#include "graph/modules.h"

/* What is asked: a module of a file. */
struct lu__script_ask {
	lu__graph *g;
	uint32_t file;
	bool typed; /* declarations without code are as good as code */
};

#define LU__CONFIGS 16 /* tsconfig.json files that extend each other */

/* A configuration with those that it extends, nearest first. */
struct lu__configs {
	uint32_t v[LU__CONFIGS], n;
};

bool lu__is_manifest(const lu__graph *g, uint32_t file);
/* The manifests that name a package so, and others. */
lu__list lu__packages_named(const lu__graph *g, lu_str name);

/* The entries of a manifest, in its order: begin with *i = 0; NULL at the end. */
const lu_ref *lu__next_entry(const lu__graph *g, uint32_t manifest, uint32_t *i);
/* Is it of this part of the manifest: "exports", "exports/import"? */
bool lu__entry_is_of(const lu_ref *r, const char *part);
/* The first entry of a part with this alias; NULL: there is none. */
const lu_ref *lu__entry_of(const lu__graph *g, uint32_t manifest, const char *part, lu_str alias);
/* The alias of a part that fits best: the one that is equal, else the longest before its '*', which stands for *star.
 * Empty: none. */
lu_str lu__best_alias(const lu__graph *g, uint32_t manifest, const char *part, lu_str text, lu_str *star);
/* Does `text` fit the pattern, which may have one '*'? That stands for *star then. */
bool lu__pattern_fits(lu_str pattern, lu_str text, lu_str *star);
/* `target` with `star` for its '*'. */
lu_str lu__pattern_filled(lu__graph *g, lu_str target, lu_str star);

/* Is `folder` inside of `top`, or the same? *rest is what follows. */
bool lu__is_below(lu_str folder, lu_str top, lu_str *rest);
/* The package that a module is of, "@scope/name" or "name", and what follows; empty: no package has such a name. */
lu_str lu__package_of(lu_str module, lu_str *rest);

/* `a`, `b` and `c` as one, in the arena. */
lu_str lu__joined(lu__graph *g, lu_str a, lu_str b, lu_str c);
/* The path below `folder`, without "." and ".."; empty when it leaves the root. */
lu_str lu__path_below(lu__graph *g, lu_str folder, lu_str path);
uint32_t lu__file_in(lu__graph *g, lu_str folder, lu_str path);
static inline lu_str lu__folder_of_file(const lu__graph *g, uint32_t file)
{
	return lu__folder_of(lu__path(g, file));
}

/* The nearest manifest of one of two names above a path; LU__NONE: there is none. */
uint32_t lu__manifest_above(lu__graph *g, lu_str path, const char *name, const char *other);

/* workspace.c: the package of this name that the asking file means, of several the likeliest, of equals the nearest. */
uint32_t lu__find_package(const struct lu__script_ask *k, lu_str name, lu_grade *grade);

/* ---- configs.c ---- */

/* Add `config` and what it names as `part`, of which the last comes first. */
void lu__add_configs(const struct lu__script_ask *k, uint32_t config, const char *part, struct lu__configs *c);
/* The file that a module is by the configuration of the asking file, or by those that it refers to; or LU__NONE. */
uint32_t lu__by_configs(const struct lu__script_ask *k, lu_str module);

#endif
