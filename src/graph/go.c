/* SPDX-License-Identifier: MIT
 * From Go import paths to folders.
 *
 * "github.com/x/y/pkg" is the folder "pkg" of the module "github.com/x/y". Which folder that module is, go.mod says: the
 * longest module that an import begins with holds it, of equals the importing file's own, which may also replace a module
 * by a folder.
 *
 * Where a file has no go.mod above it, the imports tell. "github.com/pkg/errors" may end like a folder "errors" of ours,
 * yet is another's. So each import that ends like a folder votes for a pair: this folder is the root of that module. A
 * folder is the root of the module with most votes only, and not at all when a folder above it has more. */
#include "graph/manifests.h"
#include "graph/modules.h"

#include "core/ascii.h"
#include "lucus/record.h"

#define SPLITS 32 /* components of an import path */
#define NEAR   32 /* more folders of one name decide nothing */

/* First components of the standard library's import paths. */
#define GO_STANDARD \
	"archive arena bufio builtin bytes C cmp compress container context crypto database debug embed " \
	"encoding errors expvar flag fmt go hash html image index io iter log maps math mime net os " \
	"path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing " \
	"text time unicode unique unsafe weak"

typedef struct root {
	uint32_t module, votes; /* number in `modules` */
	bool tie;
} root;

/* A folder with a go.mod. */
typedef struct module {
	lu_str folder, path;
	uint32_t file;
} module;

struct lu__go_roots {
	lu__names folders, modules;
	lu__multi votes; /* folder, module -> 1 for each import */
	root *root;      /* by number in `folders` */
	uint32_t *first; /* by folder of the graph: its first file */
	module *module;
	uint32_t n_module;
};

/* A way to read an import path: the folder `folder` of the graph is `rest` under a root. */
typedef struct reading {
	uint32_t folder;
	lu_str root, module;
} reading;

static bool is_standard(lu_str path)
{
	return lu_str_in_words(lu_str_before_first(path, '/'), GO_STANDARD);
}

static bool is_version(lu_str s)
{
	if (s.n < 2 || s.s[0] != 'v') return false;
	for (size_t i = 1; i < s.n; i++)
		if (!lu_is_digit(s.s[i])) return false;
	return true;
}

lu_str lu__go_default_name(lu_str path)
{
	lu_str last, stem;

	if (!path.n) return path;
	last = lu_str_after_last(path, '/');
	if (is_version(last) && last.n < path.n) {
		path = lu_str_before_last(path, '/');
		last = lu_str_after_last(path, '/');
	}
	stem = lu_str_before_last(last, '.');
	if (stem.n && is_version(lu_str_after_last(last, '.'))) last = stem;
	if (lu_str_starts(last, "go-") && last.n > 3) return lu_strn(last.s + 3, last.n - 3);
	return lu_str_ends(last, "-go") && last.n > 3 ? lu_strn(last.s, last.n - 3) : last;
}

/* The readings in which the last components of `path`, from byte `at` on, are the end of a folder's path. */
static uint32_t readings_at(const lu__graph *g, lu_str path, size_t at, reading *v)
{
	lu_str rest = lu_strn(path.s + at, path.n - at);
	uint64_t key = lu__tail_key(rest);
	uint32_t n = 0, node;

	if (lu__multi_list(&g->go_tails, key).n > NEAR) return 0;
	for (node = lu__multi_first(&g->go_tails, key); node; node = g->go_tails.node[node].next) {
		uint32_t folder = g->go_tails.node[node].value;
		lu_str whole = g->folders.v[folder];

		if (!lu__has_tail(whole, rest)) continue;
		v[n++] = (reading){ folder, lu_strn(whole.s, whole.n == rest.n ? 0 : whole.n - rest.n - 1),
				    lu_strn(path.s, at ? at - 1 : 0) };
	}
	return n;
}

/* The readings in which `path` is the module itself: its root holds a package of that name. */
static uint32_t readings_of_root(const lu__graph *g, lu_str path, reading *v)
{
	uint32_t name = lu__names_find(&g->names, lu__go_default_name(path)), n = 0, node;

	if (name == LU__NONE || lu__multi_list(&g->go_named, name).n > NEAR) return 0;
	for (node = lu__multi_first(&g->go_named, name); node; node = g->go_named.node[node].next) {
		uint32_t folder = g->go_named.node[node].value;

		v[n++] = (reading){ folder, g->folders.v[folder], path };
	}
	return n;
}

static void vote(lu__graph *g, const reading *r)
{
	struct lu__go_roots *go = g->go;
	uint32_t known = go->folders.n, module = lu__names_add(&go->modules, r->module);
	uint32_t folder = lu__names_add(&go->folders, r->root), votes;
	root *best;

	if (g->mem.oom) return;
	if (folder == known) {
		best = lu_arena_grow(&g->mem.arena, go->root, known, sizeof *best);
		if (!best) {
			g->mem.oom = true;
			return;
		}
		go->root = best;
		best[known] = (root){ 0 };
	}
	lu__multi_add(&go->votes, lu__pair(folder, module), 1);
	votes = lu__multi_list(&go->votes, lu__pair(folder, module)).n;
	best = &go->root[folder];
	if (votes > best->votes) *best = (root){ module, votes, false };
	else if (votes == best->votes && module != best->module) best->tie = true;
}

static void vote_all(lu__graph *g, lu_str path)
{
	reading v[NEAR];
	int splits = 0;
	uint32_t n;

	for (size_t at = path.n; at > 1 && splits < SPLITS; at--) {
		if (path.s[at - 1] != '/') continue;
		splits++;
		n = readings_at(g, path, at, v);
		for (uint32_t i = 0; i < n; i++) vote(g, &v[i]);
	}
	n = readings_of_root(g, path, v);
	for (uint32_t i = 0; i < n; i++) vote(g, &v[i]);
}

static bool accepted(const lu__graph *g, const reading *r)
{
	const struct lu__go_roots *go = g->go;
	uint32_t folder = lu__names_find(&go->folders, r->root), module = lu__names_find(&go->modules, r->module);
	lu_str above = r->root;

	if (folder == LU__NONE || go->root[folder].tie || go->root[folder].module != module) return false;
	while (above.n) {
		uint32_t at;

		above = lu_str_before_last(above, '/');
		at = lu__names_find(&go->folders, above);
		if (at != LU__NONE && go->root[at].votes > go->root[folder].votes) return false;
	}
	return true;
}

static bool is_test(lu_str path)
{
	return lu_str_ends(path, "_test.go");
}

static uint32_t find_first(const lu__graph *g, uint32_t folder)
{
	uint32_t best = LU__NONE, at;

	for (at = lu__multi_first(&g->folder_file, folder); at; at = g->folder_file.node[at].next) {
		uint32_t v = g->folder_file.node[at].value;
		lu_str path = lu__path(g, v), old = best == LU__NONE ? path : lu__path(g, best);

		if (best == LU__NONE || is_test(path) < is_test(old) ||
		    (is_test(path) == is_test(old) && lu_str_cmp(path, old) < 0))
			best = v;
	}
	return best;
}

uint32_t lu__go_first_file(const lu__graph *g, uint32_t folder)
{
	return g->go->first[folder];
}

/* ---- go.mod ---- */

static void learn_modules(lu__graph *g)
{
	struct lu__go_roots *go = g->go;

	for (uint32_t i = 0; i < g->paths.n; i++) {
		lu_str path = lu__path(g, i);
		uint32_t at = 0;
		const lu_ref *r;
		module *v;

		if (!lu_str_eqz(lu_str_after_last(path, '/'), "go.mod") || !lu__is_manifest(g, i)) continue;
		do r = lu__next_entry(g, i, &at);
		while (r && !lu__entry_is_of(r, "module"));
		if (!r || !r->alias.n) continue;
		v = lu_arena_grow(&g->mem.arena, go->module, go->n_module, sizeof *v);
		if (!v) {
			g->mem.oom = true;
			return;
		}
		(go->module = v)[go->n_module++] = (module){ lu__folder_of(path), r->alias, i };
	}
}

/* The module that a file is of: the nearest above; NULL: none. */
static const module *module_above(const lu__graph *g, uint32_t file)
{
	lu_str folder = lu__folder_of_file(g, file), rest;
	const module *best = NULL;

	for (uint32_t i = 0; i < g->go->n_module; i++) {
		const module *m = &g->go->module[i];

		if (lu__is_below(folder, m->folder, &rest) && (!best || m->folder.n > best->folder.n)) best = m;
	}
	return best;
}

/* The folder of Go files that `path` is in this module; LU__NONE: there is none. */
static uint32_t folder_in(lu__graph *g, const module *m, lu_str path)
{
	lu_str rest;

	if (!lu__is_below(path, m->path, &rest) || !lu__join(g, m->folder, rest)) return LU__NONE;
	return lu__names_find(&g->folders, lu_buf_str(&g->buf));
}

/* The same for a module that `own` replaces by a folder. */
static uint32_t replaced(lu__graph *g, const module *own, lu_str path)
{
	uint32_t folder = LU__NONE, at = 0;
	const lu_ref *r;
	lu_str rest;

	while (folder == LU__NONE && (r = lu__next_entry(g, own->file, &at))) {
		if (!lu__entry_is_of(r, "replace") || !r->alias.n || !lu__is_below(path, r->alias, &rest)) continue;
		if (lu__join(g, own->folder, lu__joined(g, r->module, lu_strz("/"), rest)))
			folder = lu__names_find(&g->folders, lu_buf_str(&g->buf));
	}
	return folder;
}

static void add_folder(const lu__graph *g, lu__found *f, uint32_t folder)
{
	lu__found_add(f, LU__FOUND_FILES, lu__go_first_file(g, folder), 0);
	f->place = folder;
}

/* Go files of one module may be in the store several times: a copy, a fork. */
static void find_by_modules(lu__graph *g, const module *own, lu_str path, lu__found *f)
{
	uint32_t folder = replaced(g, own, path);
	size_t longest = 0;

	for (uint32_t i = 0; i < g->go->n_module && folder == LU__NONE; i++) {
		const module *m = &g->go->module[i];

		if (m->path.n > longest && folder_in(g, m, path) != LU__NONE) longest = m->path.n;
	}
	if (folder == LU__NONE && own->path.n == longest) folder = folder_in(g, own, path);
	if (folder != LU__NONE) {
		add_folder(g, f, folder);
		return;
	}
	for (uint32_t i = 0; i < g->go->n_module && longest; i++) {
		const module *m = &g->go->module[i];

		if (m->path.n == longest && (folder = folder_in(g, m, path)) != LU__NONE) add_folder(g, f, folder);
	}
}

/* ---- imports ---- */

void lu__go_learn(lu__graph *g)
{
	lu__names paths = { .mem = &g->mem };

	g->go = lu__new(g, 1, sizeof *g->go);
	if (!g->go) return;
	g->go->folders.mem = g->go->modules.mem = g->go->votes.mem = &g->mem;
	g->go->first = lu__new(g, g->folders.n, sizeof *g->go->first);
	if (!g->go->first) return;
	for (uint32_t i = 0; i < g->folders.n; i++) g->go->first[i] = find_first(g, i);
	learn_modules(g);
	for (uint32_t i = 0; i < g->n_ref && g->folders.n && !g->mem.oom; i++) {
		uint32_t src = g->ref[i].kind == LU_EDGE_DEPENDS_ON ? lu__symbol_of(g, g->ref[i].src) : LU__NONE;
		uint32_t known = paths.n;
		lu_str path = g->ref[i].module;

		if (src == LU__NONE || g->file[g->info[src].file].folder == LU__NONE || is_standard(path)) continue;
		if (path.n && lu__names_add(&paths, path) == known && !g->mem.oom) vote_all(g, path);
	}
}

static void find_by_votes(lu__graph *g, lu_str path, lu__found *f)
{
	reading v[NEAR];
	uint32_t n;

	for (size_t at = 1; at < path.n && !f->n; at++) {
		if (path.s[at - 1] != '/') continue;
		n = readings_at(g, path, at, v);
		for (uint32_t i = 0; i < n; i++)
			if (accepted(g, &v[i])) add_folder(g, f, v[i].folder);
	}
	n = f->n ? 0 : readings_of_root(g, path, v);
	for (uint32_t i = 0; i < n; i++)
		if (accepted(g, &v[i])) add_folder(g, f, v[i].folder);
}

void lu__go_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f)
{
	const module *own = module_above(g, file);
	lu_str path = ref->module;
	reading v[NEAR];
	uint32_t n;

	if (!path.n || is_standard(path)) {
		lu__found_outside(f, "standard library");
		return;
	}
	if (own) find_by_modules(g, own, path, f);
	n = f->n ? 0 : readings_at(g, path, 0, v); /* below vendor/, or the path of a module without a domain */
	for (uint32_t i = 0; i < n; i++) add_folder(g, f, v[i].folder);
	if (!f->n && !own) find_by_votes(g, path, f);
	if (f->n == 1) f->what = LU__FOUND_FOLDER;
	if (!f->n) lu__found_outside(f, "external module");
	else f->reason = "package";
}
