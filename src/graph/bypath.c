/* SPDX-License-Identifier: MIT
 * Imports that name files: `require "a/b"`, `source lib.sh`, `@import("x.zig")`. */
#include "graph/modules.h"

#define NEAR 256 /* more files of one name are not compared */

/* The next of the blank-separated endings, NULL-safe; empty at their end. */
static lu_str next_ending(const char **list)
{
	size_t n = *list ? strcspn(*list, " ") : 0;
	lu_str ending = lu_strn(*list, n);

	if (n) *list += n + ((*list)[n] == ' ');
	return ending;
}

/* The path that the module means, without what the program computes: "$dir/lib.sh" is "lib.sh" somewhere. */
static lu_str written_path(lu_str m, bool *somewhere)
{
	size_t at = 0;

	for (size_t i = 0; i < m.n; i++) {
		if (m.s[i] == '$' || m.s[i] == '`' || m.s[i] == '}' || m.s[i] == ')' || m.s[i] == '"')
			*somewhere = true;
		if (*somewhere && m.s[i] == '/' &&
		    (at == 0 || m.s[i - 1] == '}' || m.s[i - 1] == ')' || m.s[i - 1] == '"'))
			at = i + 1;
	}
	for (size_t i = at; i < m.n; i++)
		if (strchr("$`(){}\"*", m.s[i])) return lu_strz("");
	return *somewhere && !at ? lu_strz("") : lu_strn(m.s + at, m.n - at);
}

/* g->buf as it is, and with the endings that the language leaves out. */
static uint32_t file_in_buf(lu__graph *g, uint32_t file)
{
	const char *endings = g->file[file].language->endings;
	size_t len = g->buf.len;
	uint32_t v = lu__file_at(g, lu_buf_str(&g->buf));

	for (lu_str end; v == LU__NONE && (end = next_ending(&endings)).n;) {
		lu_buf_addstr(&g->buf, end);
		v = lu__file_at(g, lu_buf_str(&g->buf));
		lu_buf_trunc(&g->buf, len);
	}
	return v;
}

static uint32_t under(lu__graph *g, uint32_t file, lu_str folder, lu_str path)
{
	return lu__join(g, folder, path) ? file_in_buf(g, file) : LU__NONE;
}

/* Files whose path ends so. */
static void add_ending(lu_str ending, lu__graph *g, uint32_t file, lu_str path, lu__found *f)
{
	lu_buf b = LU_BUF;
	uint64_t key;

	lu_buf_addstr(&b, path);
	lu_buf_addstr(&b, ending);
	g->mem.oom |= b.oom;
	key = lu__tail_key(lu_buf_str(&b));
	if (lu__multi_list(&g->c_tails, key).n > NEAR) goto done;
	for (uint32_t at = lu__multi_first(&g->c_tails, key); at; at = g->c_tails.node[at].next) {
		uint32_t v = g->c_tails.node[at].value;

		if (v != file && g->file[v].language == g->file[file].language &&
		    lu__has_tail(lu__path(g, v), lu_buf_str(&b)))
			lu__found_add(f, LU__FOUND_FILES, v, 0);
	}
done:
	lu_buf_free(&b);
}

static void prefer_nearest(lu__graph *g, uint32_t file, lu__found *f)
{
	uint32_t best = 0, n = 0;

	for (uint32_t i = 0; i < f->n && f->n <= LU__SOUGHT; i++) {
		uint32_t shared = lu__shared_folders(lu__path(g, f->v[i]), lu__path(g, file));

		if (shared < best) continue;
		if (shared > best) n = 0;
		best = shared;
		f->v[n++] = f->v[i];
	}
	if (f->n <= LU__SOUGHT) f->n = n;
}

static lu_str with_slashes(lu__graph *g, lu_str dotted)
{
	lu_str s = lu_arena_dup(&g->mem.arena, dotted);

	if (!s.s) g->mem.oom = true;
	for (size_t i = 0; s.s && i < s.n; i++)
		if (s.s[i] == '.') ((char *)(uintptr_t)s.s)[i] = '/';
	return s.s ? s : lu_strz("");
}

/* The folder that a module's path begins in, where its file is known. */
static lu_str root_of(lu_str path, lu_str module)
{
	size_t n = path.n;

	while (n && !(n + module.n <= path.n && lu_str_eq(lu_strn(path.s + n, module.n), module) &&
		      (n + module.n == path.n || strchr("./", path.s[n + module.n]))))
		n--;
	return lu_strn(path.s, n);
}

/* Lua: of several, those below the folder that another import of the file begins in, whose file is certain. */
static void prefer_root(lu__graph *g, uint32_t file, const lu_ref *ref, lu_str path, lu__found *f)
{
	const lu_ref *first = ref, *end = g->ref + g->n_ref;

	while (first > g->ref && first[-1].src == ref->src) first--;
	for (const lu_ref *r = first; r < end && r->src == ref->src; r++) {
		lu__found other = lu__no_result("");
		lu_str module;
		uint32_t n = 0;
		const char *endings = g->file[file].language->endings;

		if (r == ref || r->kind != LU_EDGE_DEPENDS_ON || !memchr(r->module.s, '.', r->module.n)) continue;
		module = with_slashes(g, r->module);
		for (lu_str one; (one = next_ending(&endings)).n;) add_ending(one, g, file, module, &other);
		if (other.n != 1) continue;
		for (uint32_t i = 0; i < f->n; i++)
			if (lu_str_eq(root_of(lu__path(g, f->v[i]), path), root_of(lu__path(g, other.v[0]), module)))
				f->v[n++] = f->v[i];
		if (!n) continue;
		f->n = n;
		return;
	}
}

/* The only file whose path ends so, of several the nearest. */
static void by_tail(lu__graph *g, uint32_t file, const lu_ref *ref, lu_str path, lu__found *f)
{
	const char *endings = g->file[file].language->endings;
	bool dots = g->file[file].language->rules & LU__RULE_DOTS, certain;

	while (lu_str_starts(path, "./") || lu_str_starts(path, "../"))
		path = lu_strn(path.s + (path.s[1] == '/' ? 2 : 3), path.n - (path.s[1] == '/' ? 2 : 3));
	if (!path.n) return;
	add_ending(lu_strz(""), g, file, path, f);
	for (lu_str end; (!f->n || dots) && (end = next_ending(&endings)).n;) add_ending(end, g, file, path, f);
	certain = dots && f->n == 1 && under(g, file, lu__folder_of(lu__path(g, file)), path) == f->v[0];
	if (dots && f->n > 1 && f->n <= LU__SOUGHT) prefer_root(g, file, ref, path, f);
	prefer_nearest(g, file, f);
	if (f->n == 1 && !certain) f->grade = LU_GRADE_UNIQUE;
}

void lu__path_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f)
{
	unsigned rules = g->file[file].language->rules;
	bool somewhere = false;
	lu_str folder = lu__folder_of(lu__path(g, file));
	lu_str path = rules & LU__RULE_DOTS ? with_slashes(g, ref->module) : written_path(ref->module, &somewhere);
	uint32_t v = LU__NONE;

	*f = lu__no_result("import");
	/* Lua looks in folders of the program; beside the file only where that is one of them */
	if (path.n && !somewhere && path.s[0] != '/' && !(rules & LU__RULE_DOTS)) v = under(g, file, folder, path);
	if (v == LU__NONE && path.n && path.s[0] != '/' && !(rules & LU__RULE_RELATIVE))
		v = under(g, file, lu_strz(""), path);
	if (v == file) v = LU__NONE;
	if (v != LU__NONE) lu__found_add(f, LU__FOUND_FILES, v, 0);
	else if (!(rules & LU__RULE_RELATIVE)) by_tail(g, file, ref, path, f);
	if (somewhere && f->n) f->grade = LU_GRADE_UNIQUE;
	if (f->what == LU__FOUND_NOTHING) lu__found_outside(f, "no such file");
}

/* Is this the table that a module builds, by its name: "M", or the name of the file or folder? */
static bool is_module_table(const lu__graph *g, uint32_t s)
{
	lu_str name = g->names.v[g->info[s].name], path = lu__path(g, g->info[s].file);
	lu_str stem = lu_str_before_last(lu_str_after_last(path, '/'), '.');

	if (lu_str_eqz(stem, "init")) stem = lu_str_after_last(lu__folder_of(path), '/');
	for (size_t i = 0; name.n == stem.n && i < name.n; i++)
		if ((name.s[i] ^ stem.s[i]) & ~32) return false;
	return name.n == stem.n || lu_str_eqz(name, "M") || lu_str_eqz(name, "_M");
}

/* It is not known which table is returned: it is the one named like the module, else the only one that has the
 * function. */
void lu__returned_member(const lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f)
{
	lu__found all = lu__no_result(f->reason);
	uint32_t n = 0;

	lu__found_list(g, &g->units, lu__pair(lu__unit_of(g, file), name), want & LU__SYMBOL_FUNC, LU__NONE, &all);
	if (all.n > LU__SOUGHT) return;
	for (uint32_t i = 0; i < all.n; i++) {
		uint32_t owner = g->info[all.v[i]].owner;

		if (owner == LU__NONE || !g->info[owner].top) continue;
		all.v[n++] = all.v[i];
		if (is_module_table(g, owner)) lu__found_add(f, LU__FOUND_SYMBOLS, all.v[i], 0);
	}
	if (f->n || n != 1) return;
	lu__found_add(f, LU__FOUND_SYMBOLS, all.v[0], 0);
	f->grade = LU_GRADE_UNIQUE;
}
