/* SPDX-License-Identifier: MIT
 * Building the resolver's tables from the symbols. */
#include "graph/lookup.h"
#include "graph/modules.h"
#include "graph/overload.h"
#include "graph/tests_of.h"

static void set_memory(lu__graph *g)
{
	lu__names *const names[] = { &g->names, &g->paths, &g->folders };
	lu__multi *const multi[] = {
		&g->ids,         &g->members,        &g->aliases,    &g->path_heads,  &g->stars,       &g->reach,
		&g->units,       &g->guesses,        &g->py_tails,   &g->c_tails,     &g->go_tails,    &g->go_named,
		&g->package_ids, &g->packages,       &g->in_folder,  &g->folder_file, &g->linked,      &g->declared,
		&g->c_names,     &g->pasting,        &g->includes,   &g->included,    &g->headers,     &g->inner_place,
		&g->in_place,    &g->place_stars,    &g->module_at,  &g->crates,      &g->crate_files, &g->crate_roots,
		&g->files_named, &g->packages_named, &g->weak_stars, &g->exports,     &g->own_names,
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) names[i]->mem = &g->mem;
	for (size_t i = 0; i < sizeof multi / sizeof *multi; i++) multi[i]->mem = &g->mem;
}

static uint8_t kind_of(lu_str type)
{
	static const struct {
		const char *type;
		uint8_t kind;
	} kinds[] = {
		{ "function", LU__SYMBOL_FUNC },    { "method", LU__SYMBOL_FUNC },
		{ "module", LU__SYMBOL_MODULE },    { "class", LU__SYMBOL_CLASS },
		{ "struct", LU__SYMBOL_CLASS },     { "constant", LU__SYMBOL_VALUE },
		{ "variable", LU__SYMBOL_VALUE },   { "field", LU__SYMBOL_VALUE },
		{ "macro", LU__SYMBOL_FUNC },       { "interface", LU__SYMBOL_ABSTRACT },
		{ "type", LU__SYMBOL_ABSTRACT },    { "enum", LU__SYMBOL_CLASS },
		{ "union", LU__SYMBOL_CLASS },      { "constructor", LU__SYMBOL_FUNC },
		{ "property", LU__SYMBOL_VALUE },   { "test", LU__SYMBOL_OTHER },
		{ "trait", LU__SYMBOL_ABSTRACT },   { "protocol", LU__SYMBOL_ABSTRACT },
		{ "object", LU__SYMBOL_CLASS },     { "record", LU__SYMBOL_CLASS },
		{ "namespace", LU__SYMBOL_MODULE }, { "package", LU__SYMBOL_MODULE },
		{ "enumerator", LU__SYMBOL_VALUE }, { "prototype", LU__SYMBOL_FUNC },
		{ "impl", LU__SYMBOL_PART },        { "extension", LU__SYMBOL_PART },
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (lu_str_eqz(type, kinds[i].type)) return kinds[i].kind;
	return LU__SYMBOL_OTHER;
}

/* Where several symbols could speak, the first does. */
static bool is_better(uint32_t s, uint32_t than)
{
	return than == LU__NONE || s < than;
}

static void add_symbols(lu__graph *g)
{
	const char *path = NULL;
	uint32_t file = LU__NONE;

	lu__multi_reserve(&g->ids, g->n_sym);
	lu__multi_reserve(&g->members, g->n_sym);
	for (uint32_t i = 0; i < g->n_sym; i++) {
		const lu_symbol *s = &g->sym[i];

		/* those of a file share its path, and mostly follow each other */
		if (file == LU__NONE || s->path.s != path || !lu_str_eq(s->path, g->paths.v[file]))
			file = lu__names_add(&g->paths, s->path);
		path = s->path.s;
		lu__multi_add(&g->ids, (uint64_t)s->id, i);
		g->info[i] = (lu__info){
			.parent = LU__NONE,
			.owner = LU__NONE,
			.whole = i,
			.place = LU__NONE,
			.late = LU__NONE,
			.kind = kind_of(s->type),
			.name = lu__names_add(&g->names, s->name.n ? lu_simple_name(s->name) : s->name),
			.file = file,
		};
	}
}

static void add_parents(lu__graph *g)
{
	for (uint32_t i = 0; i < g->n_sym; i++) {
		uint32_t at = g->sym[i].parent ? lu__multi_first(&g->ids, (uint64_t)g->sym[i].parent) : 0;

		if (at && g->ids.node[at].value != i) g->info[i].parent = g->ids.node[at].value;
	}
}

static bool is_root(const lu__graph *g, uint32_t s)
{
	return g->info[s].kind == LU__SYMBOL_MODULE && g->info[s].parent == LU__NONE;
}

static void add_files(lu__graph *g)
{
	g->file = lu__new(g, g->paths.n, sizeof *g->file);
	if (!g->file) return;
	for (uint32_t i = 0; i < g->paths.n; i++)
		g->file[i] = (lu__file){ NULL, LU__NONE, LU__NONE, LU__NONE, LU__NONE, LU__NONE };
	for (uint32_t i = 0; i < g->n_sym; i++) {
		lu__file *f = &g->file[g->info[i].file];

		if (is_root(g, i) && is_better(i, f->module)) f->module = i;
		if (is_better(i, f->first)) f->first = i;
	}
	for (uint32_t i = 0; i < g->paths.n; i++) {
		lu__file *f = &g->file[i];

		if (f->module != LU__NONE) f->first = f->module;
		f->language = lu__language_of_names(g->sym[f->first].language);
	}
}

/* ---- elements of other tools, which may not say what contains them ---- */

static uint32_t container_by_name(const lu__graph *g, const lu__names *full, const lu__multi *by_full, uint32_t s)
{
	lu_str name = g->sym[s].name;
	uint32_t number = name.n ? lu__names_find(full, lu_str_before_last(name, '.')) : LU__NONE;
	uint32_t best = LU__NONE, at;

	if (number == LU__NONE) return g->file[g->info[s].file].module;
	for (at = lu__multi_first(by_full, lu__pair(g->info[s].file, number)); at; at = by_full->node[at].next)
		if (is_better(by_full->node[at].value, best)) best = by_full->node[at].value;
	return best == LU__NONE ? g->file[g->info[s].file].module : best;
}

static void find_parents(lu__graph *g)
{
	lu__names full = { .mem = &g->mem };
	lu__multi by_full = { .mem = &g->mem };
	uint32_t orphans = 0;

	for (uint32_t i = 0; i < g->n_sym; i++)
		if (g->info[i].parent == LU__NONE && !is_root(g, i)) orphans++;
	if (!orphans) return;
	for (uint32_t i = 0; i < g->n_sym; i++)
		if (g->info[i].kind & (LU__SYMBOL_MODULE | LU__SYMBOL_TYPES | LU__SYMBOL_FUNC))
			lu__multi_add(&by_full, lu__pair(g->info[i].file, lu__names_add(&full, g->sym[i].name)), i);
	if (g->mem.oom) return;
	for (uint32_t i = 0; i < g->n_sym; i++) {
		if (g->info[i].parent != LU__NONE || is_root(g, i)) continue;
		g->info[i].parent = container_by_name(g, &full, &by_full, i);
		g->info[i].by_name = g->info[i].parent != LU__NONE;
	}
}

/* ---- packages ---- */

static lu_str first_component(lu_str s)
{
	size_t i = 0;

	while (i < s.n && s.s[i] != '.') i++;
	return lu_strn(s.s, i);
}

static void add_package(lu__graph *g, uint32_t file)
{
	lu__file *f = &g->file[file];
	lu_str path = lu__path(g, file), name = first_component(g->sym[f->first].name);
	uint32_t known = g->folders.n, number = lu__names_add(&g->names, name), at;

	f->folder = lu__names_add(&g->folders, path.n ? lu_str_before_last(path, '/') : lu_strz(""));
	if (number == LU__NONE || f->folder == LU__NONE) return;
	if (f->folder == known) lu__tails_add(&g->go_tails, g->folders.v[known], known);
	lu__multi_add(&g->folder_file, f->folder, file);
	at = lu__multi_first(&g->package_ids, lu__pair(f->folder, number));
	/* A number that no other package has: the tables only grow. */
	f->package = at ? g->package_ids.node[at].value : g->package_ids.n;
	if (at) return;
	lu__multi_add(&g->package_ids, lu__pair(f->folder, number), f->package);
	if (!lu_str_ends(name, "_test")) lu__multi_add(&g->go_named, number, f->folder);
}

/* Is it a method of a type that is elsewhere in the package? Its name says so. */
static uint32_t owner_by_name(const lu__graph *g, uint32_t s)
{
	lu__found f = lu__no_result("");
	const lu__info *i = &g->info[s];
	lu_str outer = g->sym[s].name.n ? lu_str_before_last(g->sym[s].name, '.') : lu_strz("");
	uint32_t name = outer.n ? lu__names_find(&g->names, lu_simple_name(outer)) : LU__NONE;

	if (name == LU__NONE) return LU__NONE;
	lu__found_list(g, &g->packages, lu__pair(g->file[i->file].package, name), LU__SYMBOL_TYPES, s, &f);
	for (uint32_t k = 0; f.n > 1 && f.n <= LU__SOUGHT && k < f.n; k++)
		if (g->info[f.v[k]].file == i->file) return f.v[k];
	return f.n == 1 ? f.v[0] : LU__NONE;
}

/* ---- scopes ---- */

/* JavaScript's `app.use = function ...` is named "MODULE.app.use": the object whose member it is. */
static lu_str object_around(const lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];
	lu_str name = g->sym[s].name, outer;

	if (i->parent == LU__NONE || !(g->file[i->file].language->rules & LU__RULE_OBJECTS)) return lu_strz("");
	outer = g->sym[i->parent].name;
	if (name.n <= outer.n + 1 || !lu_str_eq(lu_strn(name.s, outer.n), outer) || name.s[outer.n] != '.')
		return lu_strz("");
	return lu_str_before_last(lu_strn(name.s + outer.n + 1, name.n - outer.n - 1), '.');
}

static lu_str object_of(const lu__graph *g, uint32_t s)
{
	return g->info[s].kind == LU__SYMBOL_FUNC ? object_around(g, s) : lu_strz("");
}

/* The methods of a Haskell class are functions of its module. */
static bool is_class_function(const lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];

	return (g->file[i->file].language->rules & LU__RULE_FREE_METHODS) && i->kind == LU__SYMBOL_FUNC &&
	       i->parent != LU__NONE && g->info[i->parent].kind == LU__SYMBOL_ABSTRACT;
}

static void classify(lu__graph *g, uint32_t s)
{
	lu__info *i = &g->info[s];
	unsigned outer = i->parent == LU__NONE ? LU__SYMBOL_MODULE : g->info[i->parent].kind;

	i->top = i->parent == LU__NONE || is_root(g, i->parent);
	if (i->kind != LU__SYMBOL_FUNC || g->sym[s].own_name) return;
	i->method = (outer & LU__SYMBOL_HOLDERS) || lu_str_eqz(g->sym[s].type, "method") ||
		    lu_str_eqz(g->sym[s].type, "constructor");
	if (is_class_function(g, s)) i->method = false;
	if (i->method && !i->top && outer != LU__SYMBOL_MODULE) i->owner = i->parent;
	if (object_of(g, s).n) {
		i->method = true;
		i->owner = LU__NONE;
	}
}

static uint32_t scope_of(const lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];

	if (i->owner != LU__NONE) return g->info[i->owner].whole;
	if (i->top) return lu__file_scope(g, i->file);
	return g->info[i->parent].kind & (LU__SYMBOL_HOLDERS | LU__SYMBOL_MODULE) ? g->info[i->parent].whole
										  : i->parent;
}

/* The object that `object_of` names, when it is defined beside the function. */
static uint32_t object_owner(const lu__graph *g, uint32_t s)
{
	uint32_t name = lu__names_find(&g->names, lu_simple_name(object_around(g, s)));
	lu__found f = lu__no_result("");

	if (name == LU__NONE) return LU__NONE;
	lu__found_list(g, &g->members, lu__pair(scope_of(g, s), name), LU__SYMBOL_ANY | LU__SYMBOL_BARE, s, &f);
	return f.n == 1 ? f.v[0] : LU__NONE;
}

static void add_linkage(lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];
	const lu_symbol *sym = &g->sym[s];

	if (memchr(sym->name.s, '.', sym->name.n)) return; /* in a namespace: it has a place */
	lu__multi_add(&g->c_names, i->name, s);
	if (memchr(lu__calls_in_macro(g, s).s, '*', lu__calls_in_macro(g, s).n)) lu__multi_add(&g->pasting, 0, s);
	if (i->kind != LU__SYMBOL_FUNC || sym->is_static || lu_str_eqz(sym->type, "macro")) return;
	lu__multi_add(sym->is_prototype ? &g->declared : &g->linked, i->name, s);
}

/* Of a type that is elsewhere: the name says which. */
static void owner_by_place(lu__graph *g, uint32_t s)
{
	uint32_t p = lu__place_around(g, s), type = p == LU__NONE ? LU__NONE : g->place[p].symbol;

	if (type == LU__NONE || !(g->info[type].kind & LU__SYMBOL_TYPES)) return;
	g->info[s].owner = type;
	g->info[s].method = true;
}

/* What belongs to a package or namespace can be found there. */
static void add_to_place(lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];
	bool in_space = i->parent != LU__NONE && g->info[i->parent].kind == LU__SYMBOL_MODULE;
	bool function = i->method && in_space && (g->file[i->file].language->rules & LU__RULE_MIXINS); /* Module.name */
	uint32_t p = LU__NONE;

	if ((i->top || in_space) && (!i->method || function) && i->kind != LU__SYMBOL_PART) p = lu__place_around(g, s);
	if (is_class_function(g, s)) p = g->file[i->file].place;
	if (p != LU__NONE) lu__multi_add(&g->in_place, lu__pair(p, i->name), s);
}

static void add_to_scopes(lu__graph *g, uint32_t s)
{
	const lu__info *i = &g->info[s];
	const lu__file *f = &g->file[i->file];
	bool go = f->folder != LU__NONE;

	if (is_root(g, s)) return;
	if (g->sym[s].own_name) {
		if (i->parent != LU__NONE) lu__multi_add(&g->own_names, lu__pair(i->parent, i->name), s);
		return;
	}
	if (i->kind == LU__SYMBOL_FUNC) lu__multi_add(&g->units, lu__pair(lu__unit_of(g, i->file), i->name), s);
	if (go && i->method && i->owner == LU__NONE) return; /* of a type that is not here */
	lu__multi_add(&g->members, lu__pair(scope_of(g, s), i->name), s);
	if (g->sym[s].is_static && lu_str_eqz(g->sym[s].type, "object"))
		lu__multi_add(&g->members, lu__pair(scope_of(g, s), g->named_companion), s);
	if (scope_of(g, s) < g->n_sym) g->info[scope_of(g, s)].has_members = true;
	add_to_place(g, s);
	if (!i->top || i->method) return;
	if (f->language->rules & LU__RULE_LINKAGE) add_linkage(g, s);
	if (go && !lu_str_ends(first_component(g->sym[f->first].name), "_test"))
		lu__multi_add(&g->in_folder, lu__pair(f->folder, i->name), s);
}

static void add_tails(lu__graph *g, uint32_t file)
{
	lu_str path = lu__path(g, file), tail = lu__python_tail(path);
	const lu_language *l = g->file[file].language;

	if (tail.n) lu__tails_add(&g->py_tails, tail, file);
	if ((l->rules & LU__RULE_LINKAGE) || l->modules == LU__MODULES_PATH) lu__tails_add(&g->c_tails, path, file);
}

/* Of Go's types of one name in a package a build has one, as its constraints say: they are seen as one. */
static void join_builds(lu__graph *g)
{
	for (uint32_t i = 0; i < g->n_sym; i++) {
		const lu__file *f = &g->file[g->info[i].file];
		uint32_t at;

		if (f->folder == LU__NONE || !g->info[i].top || !(g->info[i].kind & LU__SYMBOL_TYPES)) continue;
		at = lu__multi_first(&g->packages, lu__pair(f->package, g->info[i].name));
		while (at && !(g->info[g->packages.node[at].value].kind & LU__SYMBOL_TYPES))
			at = g->packages.node[at].next;
		if (at) g->info[i].whole = g->packages.node[at].value;
	}
}

/* `app.Server = class ...` is a member of the object as well. */
static void add_to_object(lu__graph *g, uint32_t s)
{
	uint32_t on = object_owner(g, s);

	if (on == LU__NONE) return;
	lu__multi_add(&g->members, lu__pair(g->info[on].whole, g->info[s].name), s);
	g->info[g->info[on].whole].has_members = true;
}

void lu__model_build(lu__graph *g)
{
	set_memory(g);
	g->info = lu__new(g, g->n_sym, sizeof *g->info);
	if (!g->info) return;
	lu__load_words(g);
	add_symbols(g);
	if (lu__out_of_memory(g)) return;
	add_parents(g);
	add_files(g);
	if (lu__out_of_memory(g)) return;
	find_parents(g);
	if (!lu__out_of_memory(g)) lu__manifests_load(g);
	if (lu__out_of_memory(g)) return;
	lu__places_build(g);
	if (lu__out_of_memory(g)) return;
	g->companion = lu__names_add(&g->names, lu_strz("Companion"));
	g->named_companion = lu__names_add(&g->names, lu_strz("companion object"));
	g->new_word = lu__names_add(&g->names, lu_strz("new"));
	lu__load_conforms(g);
	if (!(g->constructor = lu__new(g, lu__n_languages, sizeof *g->constructor))) return;
	for (size_t i = 0; i < lu__n_languages; i++) {
		const char *name = lu__languages[i].constructor;

		g->constructor[i] = name && *name ? lu__names_add(&g->names, lu_strz(name)) : LU__NONE;
	}
	for (uint32_t i = 0; i < g->paths.n; i++) {
		if (g->file[i].language->modules == LU__MODULES_FOLDER) add_package(g, i);
		add_tails(g, i);
	}
	if (lu__out_of_memory(g)) return;
	for (uint32_t i = 0; i < g->n_sym; i++) {
		const lu__file *f = &g->file[g->info[i].file];

		classify(g, i);
		if (f->folder != LU__NONE && g->info[i].top && !g->info[i].method)
			lu__multi_add(&g->packages, lu__pair(f->package, g->info[i].name), i);
	}
	if (lu__out_of_memory(g)) return;
	join_builds(g);
	for (uint32_t i = 0; i < g->n_sym; i++) {
		if (g->info[i].method && g->info[i].top && g->file[g->info[i].file].folder != LU__NONE)
			g->info[i].owner = owner_by_name(g, i);
		if (g->info[i].kind == LU__SYMBOL_FUNC && g->info[i].owner == LU__NONE &&
		    (g->info[i].top || g->info[g->info[i].parent].kind == LU__SYMBOL_MODULE) &&
		    (g->file[g->info[i].file].language->rules & LU__RULE_QUALIFIED))
			owner_by_place(g, i);
		if (!object_of(g, i).n) add_to_scopes(g, i);
	}
	for (uint32_t i = 0; i < g->n_sym; i++) { /* objects have their places now */
		if (g->info[i].kind == LU__SYMBOL_CLASS && object_around(g, i).n) add_to_object(g, i);
		if (!object_of(g, i).n) continue;
		g->info[i].owner = object_owner(g, i);
		add_to_scopes(g, i);
	}
}

void lu__note_uses(lu__graph *g)
{
	g->uses = lu__new(g, g->names.n, sizeof *g->uses);
	if (!g->uses) return;
	for (uint32_t i = 0; i < g->n_sym; i++)
		g->uses[g->info[i].name] |= g->info[i].method ? LU__USE_MEMBER : LU__USE_PLAIN;
	for (uint32_t i = 0; i < g->n_import; i++) g->uses[g->import[i].alias] |= LU__USE_ALIAS;
}
