/* SPDX-License-Identifier: MIT
 * What names mean: in the scope of who asks, by their qualified names, as members of types, in calls and in
 * documentation. */
#ifndef LU_GRAPH_LOOKUP_H
#define LU_GRAPH_LOOKUP_H

#include "graph/model.h"

/* ---- lookup.c ---- */

/* What a dotted or plain name means in the scope of `q`. */
void lu__find_name(lu__graph *g, const lu__ask *q, lu_str name, unsigned want, lu__found *f);
/* Replace *f by the member `name` of it: of a type that is one of several, what each has. */
void lu__find_member(lu__graph *g, const lu__ask *q, lu_str name, unsigned want, lu__found *f);
/* The type of what an expression gives, as lu_ref.receiver has it after '='. */
void lu__find_given(lu__graph *g, const lu__ask *q, lu_str expr, lu__found *f);

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

/* ---- qualified_import.c ---- */

/* Enter and resolve an import of a qualified language. */
void lu__qualified_import(lu__graph *g, uint32_t file, uint32_t ref, lu__found *f);

/* ---- qualified.c ---- */

void lu__set_place(lu__found *f, uint32_t place);
/* The place of that name in another one, LU__NONE: there is none. */
uint32_t lu__inner_place(const lu__graph *g, uint32_t place, uint32_t name);
uint32_t lu__crate_named(const lu__graph *g, uint32_t name);

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

/* ---- clink.c ---- */

/* What `name` means in a C file beyond its own definitions. */
void lu__c_find(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f);
/* To *f, a function of the file alone, add what it includes of that name. */
void lu__c_add_included(lu__graph *g, const lu__ask *q, uint32_t name, unsigned want, lu__found *f);
/* Of several symbols of `key` in the places, keep those in files that q's file includes, if there are any. The grade of
 * what is not even declared there is at most unique. */
void lu__c_prefer(lu__graph *g, const lu__ask *q, uint64_t key, lu__found *f);

/* ---- callee.c ---- */

/* What a call means. */
void lu__find_call(lu__graph *g, const lu__ask *q, lu_str name, lu_str receiver, lu__found *f);

/* ---- guess_method.c ---- */

/* The method that the last component of `whole` means, where nothing is known of what precedes it. */
void lu__guess_method(lu__graph *g, const lu__ask *q, lu_str whole, lu__found *f);
/* A function that is nowhere in sight: the only one of its name. *f stays as it is where there is none. */
void lu__guess_function(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f);

/* Does another type of the language have a method of this name? */
bool lu__has_twin(const lu__graph *g, uint32_t s);

/* ---- extensions.c ---- */

/* What lu_symbol.takes of a method of C# begins with that is called on its first argument. */
#define LU__EXTENDS "this "

/* The methods `last` that extend the type of that name, or its bases, or any type. `on` is that type, or LU__NONE where it is not in
 * the tree; it has no such member. */
bool lu__find_extension(lu__graph *g, const lu__ask *q, lu_str type, uint32_t on, lu_str last, lu__found *f);
/* C#: the methods `last` of a receiver of unknown type, where nothing but one class of extensions has that name. */
void lu__guess_extension(lu__graph *g, const lu__ask *q, lu_str last, lu__found *f);

/* ---- mixins.c ---- */

/* lu__type_member() of Ruby; `want` has LU__SYMBOL_OF_CLASS or LU__SYMBOL_OF_OBJECT where that is told. */
void lu__mixed_member(const lu__graph *g, uint32_t type, bool bases_only, uint32_t name, unsigned want, lu__found *f,
		      bool *open);

/* ---- held.c ---- */

/* The field of `type` or a base of it that is called by `name`, as it holds a function: the element that it is, or outside. False: none
 * does. */
bool lu__find_held(lu__graph *g, const lu__ask *q, uint32_t type, lu_str name, lu__found *f);
/* The same of the types around `q`, where one of them is nearer than *f, which the name means elsewhere. */
void lu__hide_by_field(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f);

/* ---- bases.c ---- */

/* A member of `type`, else of its bases, nearest first. When a base that is not in the store comes before,
 * the member is the only one known, but not the only one possible: *unknown is set then. NULL is accepted for it. */
void lu__type_member(const lu__graph *g, uint32_t type, bool bases_only, uint32_t name, unsigned want, lu__found *f,
		     bool *unknown);
/* Add to *f what `type` and all of its bases have of this name, nearest first. Returns how many come before a base that is not in the
 * store, UINT32_MAX when there is none. */
uint32_t lu__add_members(const lu__graph *g, uint32_t type, uint32_t name, unsigned want, lu__found *f);
/* The nearest of `type` and its bases that has a field `name`, and its type as written; LU__NONE when none has. */
uint32_t lu__type_field(const lu__graph *g, uint32_t type, bool bases_only, lu_str name, lu_str *text);
/* "<1>Bound": parameter 1 of a type, and the type that it extends. */
static inline bool lu__is_parameter(lu_str text)
{
	return text.n > 2 && text.s[0] == '<' && text.s[1] >= '0' && text.s[1] <= '9' && text.s[2] == '>';
}
/* What `text`, which symbol *s gives, is of an object of type `on`, LU__NONE: of any. A type parameter is what `on` tells for it,
 * or the type of the object as it is written, `given` at `given_at` (LU__NONE: it is not), which stands at *s then; else its bound. */
lu_str lu__told_type(const lu__graph *g, uint32_t *s, lu_str text, uint32_t on, lu_str given, uint32_t given_at);
/* A property of Python may stand for what the base `by` declares as a field of another type. */
bool lu__is_overridden(const lu__graph *g, uint32_t type, bool bases_only, lu_str name, uint32_t by);
/* Is `from` the type itself or one of its bases? Both are wholes. */
bool lu__inherits_from(const lu__graph *g, uint32_t type, uint32_t from);
/* Has `type` a base that is not in the tree, or more than `levels` of them? */
bool lu__has_unknown_base(const lu__graph *g, uint32_t type, int levels);
/* The type whose `self` is meant at `s`, or LU__NONE. */
uint32_t lu__own_type(const lu__graph *g, uint32_t s);

/* ---- load_bases.c ---- */

/* Look up what every type is said to inherit: after imports, before calls. */
void lu__bases_load(lu__graph *g);

/* ---- attach.c ---- */

/* Attach methods and partial definitions to their types, where the type has to be looked up; needs imports. */
void lu__places_attach(lu__graph *g);

/* ---- mentions.c ---- */

/* Fill the tables in which mentions are looked up. */
void lu__mentions_load(lu__graph *g);
/* What `name` means in the documentation of `q`. */
void lu__find_mention(lu__graph *g, const lu__ask *q, lu_str name, lu__found *f);

/* ---- builds.c ---- */

/* Several definitions that exclude one another: those near the call, and what is left is one function (lu__found.one_of). */
void lu__one_for_each_build(const lu__graph *g, const lu__ask *q, lu__found *f);

/* ---- conditions.c ---- */

/* Is `s`, of Rust, in other builds than most that have `src`, and is something else imported by its name there? */
bool lu__is_of_other_build(lu__graph *g, uint32_t src, uint32_t s);
/* Of Rust: what a build has only with or without a feature, and what it has something else for. */
void lu__one_by_features(lu__graph *g, const lu__ask *q, lu__found *f);

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

#endif
