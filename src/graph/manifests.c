/* SPDX-License-Identifier: MIT
 * The entries of manifests, and the patterns in them. */
#include "graph/manifests.h"
#include "graph/modules.h"

#include "lucus/hash.h"

/* ---- manifests ---- */

bool lu__is_manifest(const lu__graph *g, uint32_t file)
{
	return g->file[file].language->modules == LU__MODULES_MANIFEST;
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
	out = lu_arena_keep(&g->mem.arena, &t);
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

bool lu__is_below(lu_str folder, lu_str top, lu_str *rest)
{
	*rest = folder;
	if (!top.n) return true;
	if (folder.n < top.n || memcmp(folder.s, top.s, top.n) || (folder.n > top.n && folder.s[top.n] != '/'))
		return false;
	*rest = lu_strn(folder.s + top.n + (folder.n > top.n), folder.n - top.n - (folder.n > top.n));
	return true;
}

lu_str lu__package_of(lu_str module, lu_str *rest)
{
	lu_str name;

	*rest = module;
	name = lu_str_take(rest, '/');
	if (!lu_str_starts(name, "@")) return name;
	name.n += 1 + lu_str_take(rest, '/').n;
	return name.n > module.n ? lu_strn("", 0) : name;
}
