/* SPDX-License-Identifier: MIT
 * What the resolver knows while it works: symbols by number with their scopes and files, the tables
 * that find them, and the imports of each file. What differs between languages is in their rows (language/row.h).
 *
 * Symbols, files and folders are numbers into arrays. `mem` holds everything that dies with the call
 * of lu_resolve(); only the edges go to the caller's arena. */
#ifndef LUCUS_GRAPH_MODEL_H
#define LUCUS_GRAPH_MODEL_H

#include "graph/interned.h"
#include "language/row.h"
#include "lucus/graph.h"
#include "lucus/record.h"

#define LU__CANDIDATES     20   /* of an answer: more say nothing */
#define LU__SOUGHT         64   /* of a search: functions of one name, which arguments tell apart */
#define LU__HOPS           5    /* re-exports that are followed */
#define LU__LEVELS         256  /* nested scopes that are searched */
#define LU__TYPES_FOLLOWED 8    /* types that are told by others */
#define LU__LONG           1024 /* lists longer than this are not searched */

/* Kinds of symbols, as bits: a search says which it wants. */
enum {
	LU__SYMBOL_MODULE = 1,
	LU__SYMBOL_CLASS = 2,    /* has members, can be called where the language builds objects so */
	LU__SYMBOL_ABSTRACT = 4, /* interface, trait, type alias: has members, is not called */
	LU__SYMBOL_FUNC = 8,
	LU__SYMBOL_VALUE = 16, /* constant, variable, field */
	LU__SYMBOL_OTHER = 32, /* sections, blocks: never a target */
	LU__SYMBOL_BARE = 64,  /* in a search: no methods, since they need a receiver */
	LU__SYMBOL_PART = 128, /* impl, extension: holds members of a type, is never a target itself */
	LU__SYMBOL_TYPES = LU__SYMBOL_CLASS | LU__SYMBOL_ABSTRACT,
	LU__SYMBOL_HOLDERS = LU__SYMBOL_TYPES | LU__SYMBOL_PART,
	LU__SYMBOL_ANY = LU__SYMBOL_MODULE | LU__SYMBOL_TYPES | LU__SYMBOL_FUNC | LU__SYMBOL_VALUE,
};

typedef struct lu__info {
	uint32_t parent; /* symbol, or LU__NONE */
	uint32_t owner;  /* of methods: the type whose member it is, or LU__NONE */
	uint32_t file;
	uint32_t name;  /* simple name */
	uint32_t whole; /* the symbol that represents all partial definitions of the type or namespace, mostly itself */
	uint32_t place; /* of types and namespaces of qualified languages, else LU__NONE */
	uint32_t late;  /* of partial definitions: the type that was looked up, or LU__NONE */
	uint8_t kind;
	bool method; /* can be called through a receiver only */
	bool top;    /* belongs to its file's scope */
	bool has_members;
	bool by_name; /* its parent was not given, but found by its name or file */
} lu__info;

typedef struct lu__file {
	const lu_language *language; /* whose rules hold for its names */
	uint32_t module;             /* symbol, or LU__NONE */
	uint32_t first;              /* the symbol that represents the file: its module, else the first */
	uint32_t folder;             /* Go: number in `folders`; else LU__NONE */
	uint32_t package;            /* Go: number of folder and package name */
	uint32_t place;              /* qualified languages: of the package, in Rust of the module; else LU__NONE */
} lu__file;

/* A package, namespace or type by its qualified name: what is in it may be in many files. */
typedef struct lu__place {
	uint32_t up, name; /* the place around it, LU__NONE for the top of a group; its simple name */
	uint32_t symbol;   /* type or namespace that represents it, or LU__NONE */
	uint32_t file;     /* first file by path of the package, or LU__NONE */
	bool package;      /* a file declares it, or it is on the way to one */
	bool open;         /* a macro opens it: what is in it may stand at the top */
} lu__place;

typedef enum lu__what {
	LU__FOUND_NOTHING, /* not known here */
	LU__FOUND_SYMBOLS,
	LU__FOUND_FILES,   /* modules */
	LU__FOUND_FOLDER,  /* a Go package */
	LU__FOUND_PLACE,   /* a package or namespace of a qualified language */
	LU__FOUND_OUTSIDE, /* known not to be in the store, or not decidable */
} lu__what;

/* What a search found. The reason is for both outcomes. */
typedef struct lu__found {
	lu__what what;
	lu_grade grade; /* for one symbol; several are ambiguous */
	const char *reason;
	int rank; /* of the symbols: smaller wins */
	uint32_t n;
	uint32_t v[LU__SOUGHT + 1]; /* symbols or files; a used last entry means "too many" */
	uint32_t place;             /* folder, or number of the place */
	uint32_t alias;             /* the local name of a module: it may mean what the module exports */
	bool one_of;                /* of several each build has one: they are not ambiguous */
	bool bases_only;            /* `super`: the symbol's bases are meant */
	lu_str told;                /* of what a value is: the type as it is written there, or empty */
	uint32_t told_at;           /* where it is written */
} lu__found;

typedef enum lu__import_kind {
	LU__IMPORT_MODULE, /* the alias is the module */
	LU__IMPORT_NAME,   /* the alias is `name` in the module */
	LU__IMPORT_PATH,   /* Python's `import a.b`: the names "a" and "a.b" */
	LU__IMPORT_FULL,   /* `name` in the place `place`; LU__NONE: the place itself */
} lu__import_kind;

typedef struct lu__import {
	lu__import_kind kind;
	lu__what what; /* LU__FOUND_FILES, LU__FOUND_FOLDER, LU__FOUND_PLACE or LU__FOUND_OUTSIDE */
	uint32_t place;
	uint32_t name; /* LU__IMPORT_NAME, LU__IMPORT_FULL */
	uint32_t alias;
	const char *reason; /* LU__FOUND_OUTSIDE */
	uint32_t ref;
	uint8_t grade; /* lu_grade: how surely the module is meant */
} lu__import;

/* The resolution of a reference, kept small: there are millions. */
typedef struct lu__result {
	const char *reason;
	uint32_t at; /* the symbol; of several: where they begin in `several` */
	uint8_t n, grade;
} lu__result;

typedef struct lu__graph {
	lu__mem mem;
	const lu_symbol *sym;
	const lu_ref *ref;
	uint32_t n_sym, n_ref;
	lu__info *info;
	lu__file *file; /* by number in `paths` */
	lu__import *import;
	uint32_t n_import;

	lu__names names;   /* simple names, aliases */
	lu__names paths;   /* of files */
	lu__names folders; /* with Go files */
	lu__multi ids;     /* id -> symbol */
	lu__multi members; /* scope (lu__file_scope() or a symbol), name -> symbol */
	uint8_t *words;    /* by language and name: the word lists that hold it, as bits */
	uint32_t n_words;  /* the names that are words come first */
	uint8_t *uses;     /* by name: where it occurs at all, enum lu__use */

	lu__multi aliases;    /* file, alias -> import */
	lu__multi path_heads; /* file, first component of a Python path -> import */
	lu__multi stars;      /* file -> file (Go: folder) whose names it takes over */
	lu__multi exports;    /* file, name that others use -> name in the file */
	lu__multi weak_stars; /* file, file -> 1: it is not certain that this file is meant */
	lu__multi reach;      /* file -> unit where methods are looked for */
	lu__multi units;      /* unit (file, or n_files + folder), name -> function */
	lu__multi guesses;    /* file, name -> the only method, or LU__NONE */

	uint32_t *named,
		*named_at;     /* the symbols of simple name i: named[named_at[i]] ... named[named_at[i + 1] - 1] */
	lu__multi files_named; /* hash of the last component of a path -> file */

	lu__multi py_tails;    /* hash of the end of a module's path -> file */
	lu__multi c_tails;     /* hash of the end of a path -> file */
	lu__multi go_tails;    /* hash of the end of a folder's path -> folder */
	lu__multi go_named;    /* package name -> folder */
	lu__multi package_ids; /* folder, package name -> package */
	lu__multi packages;    /* package, name -> symbol */
	lu__multi in_folder;   /* folder, name -> symbol */
	lu__multi folder_file; /* folder -> file */
	struct lu__go_roots *go;

	/* Bases of a type in their order: lists over `base`, where LU__NONE is one that is not here. */
	struct lu__base {
		uint32_t type, next, ref;
	} * base;
	uint32_t *first_base, *last_base, n_base;
	bool bases_known; /* while they are resolved, none is followed: the order would matter */

	uint32_t *entry, *entry_at; /* what the manifest `file` says: references entry[entry_at[file]] ... */
	lu__multi packages_named;   /* hash of a name -> manifest */

	lu__place *place; /* the first ones are the tops, by group */
	uint32_t n_place;
	lu__multi inner_place;        /* place, name -> place */
	lu__multi in_place;           /* place, name -> symbol */
	lu__multi place_stars;        /* file -> place whose names it imports */
	lu__multi module_at;          /* Rust: place -> file */
	lu__multi crates;             /* Rust: name -> place of the crate's root */
	lu__multi crate_files;        /* Rust: name of a package -> root of its library */
	lu__multi crate_roots;        /* Rust: hash of a folder -> root in it that a manifest names */
	uint32_t companion, new_word; /* names */
	uint32_t *constructor;        /* by language: the name of its constructors, or LU__NONE */
	lu__multi conforms;           /* language, name -> a type that it is, twice; and 1 where it is converted */

	lu__multi linked;                                 /* C: name -> definition with external linkage */
	lu__multi declared;                               /* C: name -> prototype with external linkage */
	lu__multi pasting;                                /* C: 0 -> macro that defines what its arguments name */
	lu__multi c_names;                                /* C: name -> any symbol of file scope */
	lu__multi includes;                               /* C: file -> file */
	lu__multi included;                               /* C: file, included file -> 1 */
	uint32_t *stamp, *seen, n_seen, round, seen_from; /* files that `seen_from` includes */

	bool *is_test_file; /* by file */
	uint32_t *subject;  /* by name: the only element that a test of this name could test */

	lu__result *result; /* by reference */
	uint32_t *several, n_several;

	lu_buf buf;            /* paths under construction */
	struct lu__part *part; /* NULL in a model of everything: part.c */
} lu__graph;

enum { LU__WORD_SELF, LU__WORD_SUPER, LU__WORD_BUILTIN, LU__WORD_COMMON, LU__WORD_LISTS };

/* Enter the word lists of all languages as names. */
void lu__load_words(lu__graph *g);
/* Is the name in this list of the language? */
bool lu__is_word(const lu__graph *g, const lu_language *l, int list, uint32_t name);
/* The kinds of symbols that a call can mean. */
static inline unsigned lu__callable(const lu_language *l)
{
	return LU__SYMBOL_FUNC | (l->callable & LU__CALLABLE_CLASS ? (unsigned)LU__SYMBOL_CLASS : 0u) |
	       (l->callable & LU__CALLABLE_ABSTRACT ? (unsigned)LU__SYMBOL_ABSTRACT : 0u) |
	       (l->callable & LU__CALLABLE_VALUE ? (unsigned)LU__SYMBOL_VALUE : 0u);
}

/* The kinds that a name in an expression can mean: of TypeScript's types only classes are there. */
static inline unsigned lu__values(const lu_language *l)
{
	return LU__SYMBOL_ANY & (l->modules == LU__MODULES_SCRIPT ? ~(unsigned)LU__SYMBOL_ABSTRACT : ~0u);
}

/* Most names of calls are members or locals: this saves the search of scopes where they can not be. */
enum lu__use { LU__USE_PLAIN = 1, LU__USE_ALIAS = 2, LU__USE_MEMBER = 4 };

/* A reference under resolution. */
typedef struct lu__ask {
	uint32_t src, file;
	uint32_t from;   /* innermost scope to search */
	uint32_t except; /* symbol that is not meant, or LU__NONE */
	const lu_language *language;
	uint8_t depth; /* types that were followed to get here */
	bool as_type;  /* what an expression begins with is a type, whatever value has its name */
} lu__ask;

/* ---- model.c ---- */

void lu__model_build(lu__graph *g);
/* The unit of the file's functions, in which methods are guessed: the file, its folder, package or group. */
static inline uint32_t lu__unit_of(const lu__graph *g, uint32_t file)
{
	const lu__file *f = &g->file[file];
	uint32_t n = g->paths.n + g->folders.n;

	if (f->folder != LU__NONE) return g->paths.n + f->folder;
	if (f->language->rules & LU__RULE_WIDE) return n + f->language->group;
	return (f->language->rules & LU__RULE_QUALIFIED) && f->place != LU__NONE ? n + LU__GROUPS + f->place : file;
}
/* Fill g->uses, when all names are known. */
void lu__note_uses(lu__graph *g);
static inline bool lu__out_of_memory(const lu__graph *g)
{
	return g->mem.oom || g->buf.oom;
}
/* Cleared memory of the model, or NULL. */
static inline void *lu__new(lu__graph *g, size_t n, size_t size)
{
	void *p = lu_arena_calloc(&g->mem.arena, n, size);

	if (!p) g->mem.oom = true;
	return p;
}
static inline uint32_t lu__file_scope(const lu__graph *g, uint32_t file)
{
	return g->n_sym + file;
}
static inline lu_str lu__path(const lu__graph *g, uint32_t file)
{
	return g->paths.v[file];
}

/* ---- part.c: models of a part of the symbols; in a model of everything these do nothing ---- */

/* In the memory of `a`; NULL: there is none left. */
struct lu__part *lu__part_new(const lu_part *part, lu_arena *a, lu_missed *missed);
/* Is a part enough for the dirty files? Needs the files. */
void lu__part_begin(lu__graph *g);
/* Must the references of this file be resolved? Always true in a model of everything. */
bool lu__is_dirty(const lu__graph *g, uint32_t file);
/* Lookups from here on matter only when the bases of this type do; LU__NONE: they matter. */
void lu__part_hold(lu__graph *g, uint32_t type);
void lu__miss_file(const lu__graph *g, uint32_t file);
void lu__miss_name(const lu__graph *g, lu_str name);
void lu__miss_bases(const lu__graph *g, uint32_t type);
/* A resolution depends on the symbols or imports of `file`; on all symbols of a simple name; on the bases of `type`. */
static inline void lu__need_file(const lu__graph *g, uint32_t file)
{
	if (g->part) lu__miss_file(g, file);
}
static inline void lu__need_name(const lu__graph *g, lu_str name)
{
	if (g->part) lu__miss_name(g, name);
}
static inline void lu__need_bases(const lu__graph *g, uint32_t type)
{
	if (g->part) lu__miss_bases(g, type);
}

/* ---- found.c: results ---- */

static inline lu__found lu__no_result(const char *reason)
{
	return (lu__found){ .what = LU__FOUND_NOTHING, .reason = reason, .place = LU__NONE, .alias = LU__NONE };
}
static inline bool lu__one_symbol(const lu__found *f)
{
	return f->what == LU__FOUND_SYMBOLS && f->n == 1;
}
/* Add a symbol or file once. `rank` decides between kinds of symbols: a better one drops the others. */
void lu__found_add(lu__found *f, lu__what what, uint32_t v, int rank);
/* Is C's or C++'s `s` visible from elsewhere than its file, or is `file` its file? */
bool lu__is_visible(const lu__graph *g, uint32_t s, uint32_t file);
/* Add what the list of `key` in `m` holds of the kinds `want`. */
void lu__found_list(const lu__graph *g, const lu__multi *m, uint64_t key, unsigned want, uint32_t except, lu__found *f);
/* Call it LU__FOUND_OUTSIDE for `reason`. */
void lu__found_outside(lu__found *f, const char *reason);

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

/* ---- local_names.c ---- */

/* Enter a local name of `file`. */
void lu__add_alias(lu__graph *g, uint32_t file, lu_str name, lu__import im);

/* ---- reexports.c ---- */

/* What `name` means as the local name of an import of `file`. */
void lu__imported(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f);
/* What `name` means through the star imports of `file`. */
void lu__star_imported(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f);
/* What `name` means as a member of the module `file`, re-exports followed. */
void lu__module_member(lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f);

/* ---- load_imports.c ---- */

/* Enter and resolve the imports of all files. */
void lu__imports_load(lu__graph *g);

/* ---- crates.c ---- */

/* Read which files are roots of crates; needs manifests. */
void lu__crates_read(lu__graph *g);
/* Is the file the root of a crate by a manifest? */
bool lu__is_crate_root(const lu__graph *g, uint32_t file);
/* Enter the names of crates, and the crate of each file; needs the places of files. */
void lu__crates_name(lu__graph *g);

/* ---- places.c ---- */

/* Find places and partial definitions; needs kinds, parents and files. */
void lu__places_build(lu__graph *g);
/* The place that holds `s` by its name, LU__NONE in languages without places. */
uint32_t lu__place_around(lu__graph *g, uint32_t s);
/* The place `dotted` below `from`, or LU__NONE. */
uint32_t lu__place_find(const lu__graph *g, uint32_t from, lu_str dotted);
static inline uint32_t lu__top_place(const lu_language *l)
{
	return l->group;
}

/* ---- qualified.c ---- */

/* Enter and resolve an import of a qualified language. */
void lu__qualified_import(lu__graph *g, uint32_t file, uint32_t ref, lu__found *f);
/* What a plain name means in a qualified language. */
void lu__qualified_plain(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f);
/* "#if A", "using std::locale;", "#else", "struct locale {};": what a name means in a file of C++ is one or the other. */
void lu__doubt_alternative(lu__graph *g, const lu__ask *q, uint32_t file, uint32_t name, unsigned want, lu__found *f);
/* What `name` is in the place, re-exports followed. */
void lu__place_member(lu__graph *g, const lu__ask *q, uint32_t place, uint32_t name, unsigned want, lu__found *f);
/* What `name` is as an extension that the file imports: `x.name()`, where x is of unknown type. */
void lu__imported_extension(const lu__graph *g, const lu__ask *q, uint32_t name, lu__found *f);
/* The first component of a dotted name, where it is no plain name: a package, a crate. */
void lu__qualified_head(lu__graph *g, const lu__ask *q, lu_str head, lu__found *f);

/* ---- bypath.c ---- */

/* Modules of languages whose imports name files: Ruby, Lua, Bash, Zig. */
void lu__path_module(lu__graph *g, uint32_t file, const lu_ref *ref, lu__found *f);
/* What `name` is in the table that Lua's module `file` returns. */
void lu__returned_member(const lu__graph *g, uint32_t file, uint32_t name, unsigned want, lu__found *f);

/* ---- clink.c ---- */

/* What `name` means in a C file beyond its own definitions. */
void lu__c_find(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f);
/* To *f, a function of the file alone, add what it includes of that name. */
void lu__c_add_included(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f);
/* Of several symbols of `key` in the places, keep those in files that q's file includes, if there are any. The grade of
 * what is not even declared there is at most unique. */
void lu__c_prefer(lu__graph *g, const lu__ask *q, uint64_t key, lu__found *f);

/* ---- load_bases.c ---- */

/* Look up what every type is said to inherit: after imports, before calls. */
void lu__bases_load(lu__graph *g);

/* ---- bases.c ---- */

/* A member of `type`, else of its bases, nearest first. When a base that is not in the store comes before,
 * the member is the only one known, but not the only one possible: *unknown is set then. NULL is accepted for it. */
void lu__type_member(const lu__graph *g, uint32_t type, bool bases_only, uint32_t name, unsigned want, lu__found *f,
		     bool *unknown);
/* The nearest of `type` and its bases that has a field `name`, and its type as written; LU__NONE when none has. */
uint32_t lu__type_field(const lu__graph *g, uint32_t type, bool bases_only, lu_str name, lu_str *text);
/* "<1>Bound": parameter 1 of a type, and the type that it extends. */
static inline bool lu__is_parameter(lu_str text)
{
	return text.n > 2 && text.s[0] == '<' && text.s[1] >= '0' && text.s[1] <= '9' && text.s[2] == '>';
}
/* What `text`, which symbol *s gives, is of an object of type `on`, LU__NONE: of any. A type parameter is what `on` tells for it,
 * which stands at *s then, or its bound. */
lu_str lu__told_type(const lu__graph *g, uint32_t *s, lu_str text, uint32_t on);
/* A property of Python may stand for what the base `by` declares as a field of another type. */
bool lu__is_overridden(const lu__graph *g, uint32_t type, bool bases_only, lu_str name, uint32_t by);
/* Is `from` the type itself or one of its bases? Both are wholes. */
bool lu__inherits_from(const lu__graph *g, uint32_t type, uint32_t from);
/* Has `type` a base that is not in the tree, or more than `levels` of them? */
bool lu__has_unknown_base(const lu__graph *g, uint32_t type, int levels);
/* The type whose `self` is meant at `s`, or LU__NONE. */
uint32_t lu__own_type(const lu__graph *g, uint32_t s);

/* ---- guess_method.c ---- */

/* The method that the last component of `whole` means, where nothing is known of what precedes it. */
void lu__guess_method(lu__graph *g, const lu__ask *q, lu_str whole, lu__found *f);

/* ---- plain.c ---- */

/* What a name without dots means. */
void lu__find_plain(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f);
/* The type around `q`, or its bases alone. */
void lu__find_self(const lu__graph *g, const lu__ask *q, bool bases_only, lu__found *f);
/* Ruby's `new`, in a class: an object of that. */
bool lu__makes_own(const lu__graph *g, const lu__ask *q, lu_str name);
/* Replace *f by what `text` is in it. */
void lu__member(lu__graph *g, const lu__ask *q, lu_str text, unsigned want, lu__found *f);
/* A module used as a value: what it exports as a whole, or under the local name. */
void lu__exported_thing(lu__graph *g, unsigned want, lu__found *f);
/* An interface and a variable may have one name: which of them is meant. */
void lu__prefer_value(const lu__graph *g, const lu__ask *q, lu__found *f);
/* `import a.b` and then "a.b.c": the longest prefix of `name` that is an imported module, or one on the way
 * to it. *rest is what follows. */
void lu__find_python_path(lu__graph *g, const lu__ask *q, lu_str name, lu_str *rest, lu__found *f);

/* ---- lookup.c ---- */

/* What a dotted or plain name means in the scope of `q`. */
void lu__find_name(lu__graph *g, const lu__ask *q, lu_str name, unsigned want, lu__found *f);
/* The type of what an expression gives, as lu_ref.receiver has it after '='. */
void lu__find_given(lu__graph *g, const lu__ask *q, lu_str expr, lu__found *f);

/* ---- callee.c ---- */

/* What a call means. */
void lu__find_call(lu__graph *g, const lu__ask *q, lu_str name, lu_str receiver, lu__found *f);

/* ---- conforms.c ---- */

/* Enter what languages say of their libraries' types. */
void lu__load_conforms(lu__graph *g);
bool lu__is_listed(const lu__graph *g, const lu_language *l, lu_str name);
/* Is `from` a `to`, through at most one conversion where those count? */
bool lu__leads_to(const lu__graph *g, const lu_language *l, lu_str from, lu_str to, bool converts);

/* ---- counted.c ---- */

/* Could function `s` be called with so many arguments and 1? */
bool lu__takes(const lu__graph *g, uint32_t s, uint32_t args);
/* A method of a type also has those of its bases beside it. */
void lu__add_inherited(lu__graph *g, lu__found *f);
/* Leave those functions that take so many arguments and 1, if there are any. */
void lu__fit_number(lu__graph *g, uint32_t args, lu__found *f);

/* ---- overload.c ---- */

/* Of the functions of one name that were found for call `r`, leave those that take its arguments. When none takes as many, it is
 * another that is called: one of a base, or of an object whose type was mistaken. */
void lu__fit_args(lu__graph *g, const lu__ask *q, const lu_ref *r, lu__found *f);
/* The constructors that the call `r` may run, which means the class `f`. */
void lu__find_constructors(lu__graph *g, const lu__ask *q, const lu_ref *r, const lu__found *f, lu__found *out);

/* ---- conversions.c ---- */

/* Of the functions of C++ that take as many arguments, leave those that a compiler may choose for call `r`. */
void lu__fit_conversions(lu__graph *g, const lu__ask *q, const lu_ref *r, lu__found *f);
/* Is function `s` of C++ there only where an expression is valid? */
bool lu__is_as_valid(const lu__graph *g, uint32_t s);
/* A function of C++ that is there only where an expression is valid may not be what a call means. */
void lu__doubt_validity(const lu__graph *g, lu__found *f);

/* ---- cpp_type.c: types of C++ ---- */

enum lu__cpp_shape {
	LU__CPP_UNKNOWN,
	LU__CPP_NULL, /* nullptr */
	LU__CPP_LAMBDA,
	LU__CPP_BOUND,  /* a parameter of the template that is called, which the argument tells */
	LU__CPP_PLAIN,  /* arithmetic, void */
	LU__CPP_HERE,   /* a type of the store */
	LU__CPP_LIBRARY /* known by its name alone */
};

typedef struct lu__cpp_type {
	enum lu__cpp_shape shape;
	uint32_t symbol;
	uint8_t pointers;         /* and arrays */
	bool is_const;            /* what it is, or points to */
	bool refers, moves, rest; /* "&", "&&", "..." */
	bool literal;             /* no variable: nothing can be written to it */
	lu_str name, args, text;
} lu__cpp_type;

/* What `text` means where `there` asks. Of the template `of`, whose first `given` parameters are told, the others are bound;
 * LU__NONE: of none. */
lu__cpp_type lu__cpp_read(lu__graph *g, const lu__ask *there, lu_str text, uint32_t of, uint32_t given);
/* Why a call in a template has several ends, of which each instantiation has one. */
#define LU__EACH_INSTANTIATION "one for each instantiation"
/* Does the text of a type, where `s` stands, name a parameter of a template around it? */
bool lu__cpp_is_dependent(const lu__graph *g, uint32_t s, lu_str text);
/* The parameter `i` in the head of what `s` takes, "<T,#N>", empty beyond the last. */
lu_str lu__cpp_parameter(lu_str takes, uint32_t i);
static inline lu_str lu__cpp_head(lu_str takes)
{
	return lu_str_take(&takes, ';');
}
/* The number of the size among arithmetic types, 0: none. */
int lu__cpp_size(lu_str name);

/* ---- builds.c ---- */

/* Several definitions that exclude one another: those near the call, and what is left is one function (lu__found.one_of). */
void lu__one_for_each_build(const lu__graph *g, const lu__ask *q, lu__found *f);

/* ---- macro_body.c ---- */

/* The names that the body of macro `s` calls, with blanks between; empty: none, or no macro. */
lu_str lu__calls_in_macro(const lu__graph *g, uint32_t s);
/* May a macro define function `name`, by pasting its arguments into it? */
bool lu__is_pasted(const lu__graph *g, uint32_t name);

/* ---- macros.c ---- */

static inline bool lu__is_macro(const lu__graph *g, uint32_t s)
{
	return lu_str_eqz(g->sym[s].type, "macro");
}
/* Add to *out, which a call of `q` means, what the bodies of macros among it call. */
lu_code lu__pass_on(lu__graph *g, const lu__ask *q, lu_arena *a, lu_resolution *out, lu_err *e);

/* ---- attach.c ---- */

/* Attach methods and partial definitions to their types, where the type has to be looked up; needs imports. */
void lu__places_attach(lu__graph *g);

/* ---- mentions.c ---- */

/* Fill the tables in which mentions are looked up. */
void lu__mentions_load(lu__graph *g);
/* What `name` means in the documentation of `q`. */
void lu__find_mention(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f);

/* ---- tests_of.c ---- */

/* Is the symbol a test? Needs lu__tests_learn(). */
bool lu__is_test(const lu__graph *g, uint32_t s);
/* Build what tests need of the model; after lu__note_uses(). */
void lu__tests_learn(lu__graph *g);
/* The TESTS edges of one test, from its other edges: at most max(n, 1), their number is returned. */
size_t lu__tests_of(const lu__graph *g, uint32_t test, const lu_edge *const *edge, size_t n, lu_edge *out);

/* ---- settle.c ---- */

/* Keep `f` as the resolution of reference `ref`; modules and packages become their elements. */
static inline bool lu__is_dotted(lu_str name)
{
	return name.n && memchr(name.s, '.', name.n);
}
/* Zig: is it the name of the file that asks? */
bool lu__is_own_file(const lu__graph *g, const lu__ask *q, lu_str name);

/* In Zig a file is a struct: the file that the type is imported as, or the one that asks. */
void lu__file_type(lu__graph *g, const lu__ask *q, lu_str type, lu__found *f);

void lu__settle_ref(lu__graph *g, uint32_t ref, const lu__found *f);
/* The symbol with this id, or LU__NONE. */
static inline uint32_t lu__symbol_of(const lu__graph *g, int64_t id)
{
	uint32_t at = lu__multi_first(&g->ids, (uint64_t)id);

	return at ? g->ids.node[at].value : LU__NONE;
}
/* The target of a reference as who made the record knows it, or LU__NONE. */
uint32_t lu__named_target(const lu__graph *g, const lu_ref *ref);
/* Does somebody who knows say that it leads out of the tree? */
bool lu__named_outside(const lu_ref *ref);
/* The symbols that `f` means, modules and packages as their elements; `v` takes LU__SOUGHT + 1. */
lu_resolution lu__answer_of(const lu__graph *g, const lu__found *f, uint32_t *v);
/* A use whose target is named, and no import: it has no module that could be looked up. */
static inline bool lu__is_use(const lu_ref *r)
{
	return r->kind == LU_EDGE_DEPENDS_ON && r->by && !r->module.n;
}

#endif
