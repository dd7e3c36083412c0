/* SPDX-License-Identifier: MIT
 * Which package of a workspace a name means. */
#include "graph/manifests.h"
#include "graph/modules.h"

/* Does the folder `at` fit the glob, component by component? */
static bool glob_fits(lu_str glob, lu_str at)
{
	while (glob.n) {
		lu_str g = lu_str_take(&glob, '/'), part, star;

		if (!g.n || lu_str_eqz(g, ".")) continue;
		if (lu_str_eqz(g, "**")) return true;
		if (!at.n) return false;
		part = lu_str_take(&at, '/');
		if (!lu__pattern_fits(g, part, &star)) return false;
	}
	return !at.n;
}

static bool is_member(const lu__graph *g, uint32_t manifest, lu_str rest)
{
	bool in = false;
	const lu_ref *r;
	uint32_t i = 0;

	while ((r = lu__next_entry(g, manifest, &i))) {
		bool left_out = lu_str_starts(r->module, "!");

		if (lu__entry_is_of(r, "workspaces") &&
		    glob_fits(lu_strn(r->module.s + left_out, r->module.n - left_out), rest))
			in = !left_out;
	}
	return in;
}

/* Does the workspace of the manifest at `top` have the folder as a member, or as its own? */
static bool holds(const lu__graph *g, uint32_t manifest, lu_str top, lu_str folder)
{
	lu_str rest;

	return lu__is_below(folder, top, &rest) && (!rest.n || is_member(g, manifest, rest));
}

/* Is the package in a workspace that the asking file's package `own` is in, too? */
static bool in_workspace(const struct lu__script_ask *k, uint32_t package, uint32_t own)
{
	static const char *const names[] = { "package.json", "pnpm-workspace.yaml" };
	lu_str folder = lu__folder_of_file(k->g, package), top = folder;
	bool found = false;

	while (own != LU__NONE && !found && top.n) {
		top = lu__folder_of(top);
		for (int i = 0; i < 2 && !found; i++) {
			uint32_t v = lu__file_in(k->g, top, lu_strz(names[i]));

			found = v != LU__NONE && lu__is_manifest(k->g, v) && holds(k->g, v, top, folder) &&
				holds(k->g, v, top, lu__folder_of_file(k->g, own));
		}
	}
	return found;
}

/* Where "node_modules" is in the tree, only the files around it see what is in there. */
static bool is_seen(const struct lu__script_ask *k, uint32_t package, bool *installed)
{
	static const char word[] = "node_modules/";
	lu_str path = lu__path(k->g, package), rest;
	const char *at = path.s, *last = NULL, *end = path.s + path.n;

	for (; at && at < end && (at = memmem(at, (size_t)(end - at), word, sizeof word - 1)); at++) last = at;
	*installed = last != NULL;
	return !last || lu__is_below(lu__path(k->g, k->file),
				     lu_strn(path.s, last == path.s ? 0 : (size_t)(last - path.s) - 1), &rest);
}

enum kin { STRANGER, NEIGHBOUR, LINKED, INSTALLED, SELF };

/* How surely a package of the right name is meant. `own` is the manifest above the asking file, or LU__NONE. */
static enum kin kin_of(const struct lu__script_ask *k, uint32_t package, uint32_t own, lu_str name)
{
	const lu_ref *r = own == LU__NONE ? NULL : lu__entry_of(k->g, own, "dependencies", name);
	lu_str path = r ? lu_str_after_last(r->module, ':') : lu_strn("", 0);
	bool installed;

	if (package == own) return SELF;
	if (!is_seen(k, package, &installed)) return STRANGER;
	if (installed) return INSTALLED;
	if (r && lu_str_starts(r->module, "workspace:")) return LINKED;
	if (r &&
	    lu_str_eq(lu__path_below(k->g, lu__folder_of_file(k->g, own), path), lu__folder_of_file(k->g, package)))
		return LINKED;
	return in_workspace(k, package, own) ? LINKED : NEIGHBOUR;
}

uint32_t lu__find_package(const struct lu__script_ask *k, lu_str name, lu_grade *grade)
{
	lu__graph *g = k->g;
	lu__list list = lu__packages_named(g, name);
	uint32_t own = list.n ? lu__manifest_above(g, lu__path(g, k->file), "package.json", NULL) : LU__NONE;
	uint32_t best = LU__NONE, near = 0;
	enum kin kin = STRANGER;
	bool tie = false;

	for (uint32_t at = list.first; at && list.n <= LU__LONG; at = g->packages_named.node[at].next) {
		uint32_t v = g->packages_named.node[at].value, shared;
		enum kin of;

		if (v == best || !lu__entry_of(g, v, "name", name)) continue;
		of = kin_of(k, v, own, name);
		shared = lu__shared_folders(lu__path(g, v), lu__path(g, k->file));
		if (of == STRANGER || of < kin || (of == kin && best != LU__NONE && shared < near)) continue;
		tie = of == kin && best != LU__NONE && shared == near;
		best = v;
		kin = of;
		near = shared;
	}
	*grade = kin == NEIGHBOUR ? LU_GRADE_UNIQUE : LU_GRADE_EXACT;
	return tie ? LU__NONE : best;
}
