/* SPDX-License-Identifier: MIT
 * Where imports lead: paths to files, manifests, and what a module gives to others. */
#ifndef LU_GRAPH_MODULES_H
#define LU_GRAPH_MODULES_H

#include "graph/model.h"

/* ---- paths.c: module paths to files ---- */

/* The file of this path, or LU__NONE. */
uint32_t lu__file_at(const lu__graph *g, lu_str path);
lu_str lu__folder_of(lu_str path);
/* Join `folder` and a path that may begin with "./" and "../" into g->buf, without such components.
 * False when it leaves the root. */
bool lu__join(lu__graph *g, lu_str folder, lu_str rel);
/* Number of leading folders that two paths share. */
uint32_t lu__shared_folders(lu_str a, lu_str b);
/* Add `value` under each of the last components of `path`: "a/b/c", "b/c", "c". */
void lu__tails_add(lu__multi *m, lu_str path, uint32_t value);
uint64_t lu__tail_key(lu_str path);
/* Is it called like a manifest? */
bool lu__is_manifest_path(lu_str path);
/* Does `path` end with the components of `tail`? */
bool lu__has_tail(lu_str path, lu_str tail);

/* A Python module's path: no extension, no "__init__". */
lu_str lu__python_tail(lu_str path);
/* The file of module `name` in the package whose __init__ is `file`, or LU__NONE. */
uint32_t lu__python_submodule(lu__graph *g, uint32_t file, lu_str name);
/* Resolve an absolute dotted module name. */
void lu__python_absolute(lu__graph *g, uint32_t file, lu_str module, lu__found *f);
void lu__python_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);
/* The file that `path` names below `folder`, with an ending and an "index" that may be left out; LU__NONE: there is none. */
uint32_t lu__script_file(lu__graph *g, lu_str folder, lu_str path, bool typed);
void lu__c_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);
void lu__no_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);

/* ---- manifests.c, packages.c ---- */

/* Enter what manifests say, before imports are resolved. */
void lu__manifests_load(lu__graph *g);
void lu__manifest_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);
void lu__script_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);

/* ---- go.c ---- */

/* Find out which folders are the roots of modules, from all imports together. */
void lu__go_learn(lu__graph *g);
void lu__go_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);
/* The package's first file by path; one that is no test, where there is one. */
uint32_t lu__go_first_file(const lu__graph *g, uint32_t folder);
/* The name that an import path suggests for its package: "yaml" for "gopkg.in/yaml.v3", "toml" for
 * "github.com/x/go-toml/v2". */
lu_str lu__go_default_name(lu_str path);

/* ---- bypath.c ---- */

/* Modules of languages whose imports name files: Ruby, Lua, Bash, Zig. */
void lu__path_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);
/* What `name` is in the table that Lua's module `file` returns. */
void lu__returned_member(const lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f);

/* ---- crates.c ---- */

/* Read which files are roots of crates; needs manifests. */
void lu__crates_read(lu__graph *g);
/* Is the file the root of a crate by a manifest? */
bool lu__is_crate_root(const lu__graph *g, uint32_t file);
/* Enter the names of crates, and the crate of each file; needs the places of files. */
void lu__crates_name(lu__graph *g);

/* ---- local_names.c ---- */

/* Enter a local name of `file`. */
void lu__add_alias(lu__graph *g, uint32_t file, lu_str name, lu__import im);

/* ---- load_imports.c ---- */

/* Enter and resolve the imports of all files. */
void lu__imports_load(lu__graph *g);

/* ---- reexports.c ---- */

/* What `name` means as the local name of an import of `file`. */
void lu__imported(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f);
/* What `name` means through the star imports of `file`. */
void lu__star_imported(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f);
/* What `name` means as a member of the module `file`, re-exports followed. */
void lu__module_member(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f);

#endif
