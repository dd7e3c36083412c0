/* SPDX-License-Identifier: MIT
 * Rust's crates: which file is the root of which, and the names by which they are known. Manifests (parse/cargo.c) say so;
 * without one a crate is named like the folder that holds its src. */
#include "graph/manifests.h"
#include "graph/modules.h"

static bool is_cargo(const lu__graph *g, uint32_t file)
{
	return lu_str_eqz(lu_str_after_last(lu__path(g, file), '/'), "Cargo.toml") && lu__is_manifest(g, file);
}

/* Of each crate that a manifest names, the file that is its root. */
void lu__crates_read(lu__graph *g)
{
	for (uint32_t i = 0; i < g->paths.n && !lu__out_of_memory(g); i++) {
		const lu_ref *r;
		uint32_t at = 0, root;

		if (!is_cargo(g, i)) continue;
		while ((r = lu__next_entry(g, i, &at))) {
			if (!lu_str_eqz(r->name, "crate")) continue;
			root = lu__file_in(g, lu__folder_of(lu__path(g, i)), r->module);
			if (root == LU__NONE || g->file[root].language->modules != LU__MODULES_CRATE) continue;
			lu__multi_add(&g->crate_files, lu__names_add(&g->names, r->alias), root);
			lu__multi_add(&g->crate_roots, lu__tail_key(lu__folder_of(lu__path(g, root))), root);
		}
	}
}

bool lu__is_crate_root(const lu__graph *g, uint32_t file)
{
	uint32_t at = lu__multi_first(&g->crate_roots, lu__tail_key(lu__folder_of(lu__path(g, file))));

	for (; at; at = g->crate_roots.node[at].next)
		if (g->crate_roots.node[at].value == file) return true;
	return false;
}

static uint32_t root_of_crate(lu__graph *g, uint32_t file)
{
	static const char *const roots[] = { "/lib.rs", "/main.rs" };
	lu_str folder = lu__folder_of(lu__path(g, file));

	for (;; folder = lu__folder_of(folder)) {
		uint32_t at = lu__multi_first(&g->crate_roots, lu__tail_key(folder)), v;

		for (int i = 0; i < 2; i++) {
			lu_buf_reset(&g->buf);
			lu_buf_addstr(&g->buf, folder);
			lu_buf_adds(&g->buf, roots[i] + !folder.n);
			v = lu__file_at(g, lu_buf_str(&g->buf));
			if (v != LU__NONE) return v;
		}
		for (; at; at = g->crate_roots.node[at].next) {
			v = g->crate_roots.node[at].value;
			if (lu_str_eq(lu__folder_of(lu__path(g, v)), folder)) return v;
		}
		if (!folder.n) return file;
	}
}

/* Several crates of one name are none that is known. */
static void name_crate(lu__graph *g, lu_str name, uint32_t place)
{
	uint32_t number = name.n && place != LU__NONE ? lu__names_add(&g->names, name) : LU__NONE, at;

	if (number == LU__NONE) return;
	for (at = lu__multi_first(&g->crates, number); at; at = g->crates.node[at].next)
		if (g->crates.node[at].value == place) return;
	lu__multi_add(&g->crates, number, place);
}

/* A library is called by its own name, else by its package's. */
static void name_by_manifest(lu__graph *g, uint32_t manifest)
{
	lu_str name = { "", 0 }, own = { "", 0 };
	const lu_ref *r;
	uint32_t i = 0, root = LU__NONE;

	while ((r = lu__next_entry(g, manifest, &i))) {
		if (lu_str_eqz(r->name, "crate")) {
			root = lu__file_in(g, lu__folder_of(lu__path(g, manifest)), r->module);
			name = r->alias;
		} else if (lu_str_eqz(r->name, "lib")) {
			own = r->alias;
		} else if (lu_str_eqz(r->name, "renamed")) {
			uint32_t package = lu__names_find(&g->names, r->module);
			lu__list list =
				package == LU__NONE ? (lu__list){ 0 } : lu__multi_list(&g->crate_files, package);

			if (list.n == 1) name_crate(g, r->alias, g->file[g->crate_files.node[list.first].value].place);
		}
	}
	if (root != LU__NONE) name_crate(g, own.n ? own : name, g->file[root].place);
}

/* A crate without a manifest is mostly named like the folder that holds its src. */
static void name_by_folder(lu__graph *g, uint32_t file)
{
	lu_str path = lu__path(g, file), folder = lu__folder_of(lu__folder_of(path)),
	       name = lu_str_after_last(folder, '/');
	char *copy;

	if (!lu_str_ends(path, "src/lib.rs") || lu__is_crate_root(g, file) || !name.n) return;
	copy = lu_arena_alloc(&g->mem.arena, name.n);
	if (!copy) {
		g->mem.oom = true;
		return;
	}
	for (size_t i = 0; i < name.n; i++) copy[i] = name.s[i] == '-' ? '_' : name.s[i];
	name_crate(g, lu_strn(copy, name.n), g->file[file].place);
}

void lu__crates_name(lu__graph *g)
{
	for (uint32_t i = 0; i < g->paths.n && !lu__out_of_memory(g); i++) {
		lu__file *f = &g->file[i];

		if (is_cargo(g, i)) name_by_manifest(g, i);
		if (f->language->modules != LU__MODULES_CRATE) continue;
		f->package = g->file[root_of_crate(g, i)].place;
		name_by_folder(g, i);
	}
}
