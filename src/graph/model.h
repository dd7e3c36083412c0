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
	LU__SYMBOL_VALUE = 16,      /* constant, variable, field */
	LU__SYMBOL_OTHER = 32,      /* sections, blocks: never a target */
	LU__SYMBOL_BARE = 64,       /* in a search: no methods, since they need a receiver */
	LU__SYMBOL_PART = 128,      /* impl, extension: holds members of a type, is never a target itself */
	LU__SYMBOL_OF_CLASS = 256,  /* in a search, Ruby and JavaScript: a class is the receiver */
	LU__SYMBOL_OF_OBJECT = 512, /* an object of it is */
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
	uint32_t on;                /* the type whose member it is, with those of its bases, or LU__NONE */
	bool one_of;                /* of several each build has one: they are not ambiguous */
	bool bases_only;            /* `super`: the symbol's bases are meant */
	bool itself;                /* JavaScript: the class is the value, not an object of it */
	bool extends;               /* methods outside of the receiver's type: C#'s take it as their first argument */
	bool or_outside;            /* it may be something outside of the tree as well: it is not exact */
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
	lu__multi own_names;  /* what is around it, name -> function whose name is seen in it alone */
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
	lu__multi inner_place;                         /* place, name -> place */
	lu__multi in_place;                            /* place, name -> symbol */
	lu__multi place_stars;                         /* file -> place whose names it imports */
	lu__multi module_at;                           /* Rust: place -> file */
	lu__multi crates;                              /* Rust: name -> place of the crate's root */
	lu__multi crate_files;                         /* Rust: name of a package -> root of its library */
	lu__multi crate_roots;                         /* Rust: hash of a folder -> root in it that a manifest names */
	uint32_t companion, named_companion, new_word; /* names */
	uint32_t *constructor;                         /* by language: the name of its constructors, or LU__NONE */
	lu__multi conforms; /* language, name -> a type that it is, twice; and 1 where it is converted */

	lu__multi linked;                                 /* C: name -> definition with external linkage */
	lu__multi declared;                               /* C: name -> prototype with external linkage */
	lu__multi pasting;                                /* C: 0 -> macro that defines what its arguments name */
	lu__multi c_names;                                /* C: name -> any symbol of file scope */
	lu__multi includes;                               /* C: file -> file */
	lu__multi included;                               /* C: file, included file -> 1 */
	lu__multi headers;                                /* C: file, name of a library's header -> 1 */
	uint32_t *stamp, *seen, n_seen, round, seen_from; /* files that `seen_from` includes */

	bool *is_test_file; /* by file */
	uint32_t *subject;  /* by name: the only element that a test of this name could test */

	lu__result *result; /* by reference */
	uint32_t *several, n_several;

	lu_buf buf;              /* paths under construction */
	struct lu__part *part;   /* NULL in a model of everything: part.c */
	struct lu__reads *reads; /* reads.c */
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

/* ---- reads.c: what answers were made of ---- */

/* Of the model, in its memory. NULL: there is none left. */
struct lu__reads *lu__reads_new(lu__graph *g);
/* Can it be told by files? Needs parents and files. */
void lu__reads_begin(lu__graph *g);
/* What is looked up from here on is of the imports and bases of `file`; of the bases of `type`, unless it is LU__NONE. */
void lu__reads_of(const lu__graph *g, uint32_t file, uint32_t type);
/* Of one who answers on the model `g`. NULL: there is no memory left. */
struct lu__reads *lu__reads_of_answers(const lu__graph *g);
/* Accepts NULL. */
void lu__reads_free(struct lu__reads *r);
/* What is looked up from here on is for `file`. */
void lu__reads_next(const lu__graph *g, uint32_t file);
/* What has been read since then, and by the model for the file. */
lu_code lu__reads_list(const lu__graph *g, uint32_t file, lu_arena *a, lu_reads *out, lu_err *e);
void lu__note_file(const lu__graph *g, uint32_t file);
void lu__note_name(const lu__graph *g, lu_str name);
void lu__note_bases(const lu__graph *g, uint32_t type);
/* A resolution depends on the symbols or imports of `file`; on all symbols of a simple name; on the bases of `type`. */
static inline void lu__need_file(const lu__graph *g, uint32_t file)
{
	lu__note_file(g, file);
	if (g->part) lu__miss_file(g, file);
}
static inline void lu__need_name(const lu__graph *g, lu_str name)
{
	lu__note_name(g, name);
	if (g->part) lu__miss_name(g, name);
}
static inline void lu__need_bases(const lu__graph *g, uint32_t type)
{
	lu__note_bases(g, type);
	if (g->part) lu__miss_bases(g, type);
}

/* ---- found.c: results ---- */

static inline lu__found lu__no_result(const char *reason)
{
	return (lu__found){
		.what = LU__FOUND_NOTHING, .reason = reason, .place = LU__NONE, .alias = LU__NONE, .on = LU__NONE
	};
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
/* A resolution depends on which files were found (reads.c). */
void lu__note_files(const lu__graph *g, const lu__found *f);
/* Call it LU__FOUND_OUTSIDE for `reason`. */
void lu__found_outside(lu__found *f, const char *reason);

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

/* ---- settle.c ---- */

/* Keep `f` as the resolution of reference `ref`; modules and packages become their elements. */
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
