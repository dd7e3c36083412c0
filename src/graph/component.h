/* SPDX-License-Identifier: MIT
 * The components of dotted names as references hold them. */
#ifndef LUCUS_GRAPH_COMPONENT_H
#define LUCUS_GRAPH_COMPONENT_H

#include "graph/model.h"

/* What is taken of a value by the marks behind it: parse/types.c. */
enum lu__take {
	LU__TAKE_WHOLE,
	LU__TAKE_ELEMENT,  /* "[]": what is in it */
	LU__TAKE_ITERATED, /* "*": what a loop gives */
	LU__TAKE_ENTERED,  /* "^": what `with` makes of it */
	LU__TAKE_SECOND,   /* "+": the second of what it gives */
};

/* A component of a dotted name as written: without the "()" of a call, what is taken of it, and the "@" of a decorator. */
typedef struct lu__component {
	lu_str name;
	bool called, decorates;
	uint8_t args; /* how many and 1, or 0: it does not say */
	lu_str told;  /* of what it is a member of: the type as it is written, at `told_at` */
	uint32_t told_at;
	enum lu__take use;
	enum lu__take made; /* "A[]()": what is taken of the object, where A is a generic class */
	bool indexed;       /* it is such a call */
	lu_str places;      /* "~1~0": parameter 0 of the function that parameter 1 is */
	lu_str given; /* "A<B>": a type with its arguments, of which `name` is the first part; empty without any */
} lu__component;

static inline bool lu__is_dotted(lu_str name)
{
	return name.n && memchr(name.s, '.', name.n);
}
lu__component lu__read_component(lu_str text);
/* Of a type as written, the one that is taken. */
lu_str lu__taken(lu_str text, enum lu__take use);
/* Words for the type that a method was called on. */
bool lu__is_own_word(lu_str type);
bool lu__are_functions(const lu__graph *g, const lu__found *f);
/* A type; or a function of JavaScript that makes objects, or gives one that it writes down, which has their members. */
bool lu__has_members(const lu__graph *g, uint32_t s);
/* Is it a variable of a namespace of TypeScript? It has a parent. */
bool lu__is_in_namespace(const lu__graph *g, const lu__ask *q, const lu__info *i);
/* Is what field `text` of type `owner` of TypeScript is `told` to be the bound of a type parameter, elsewhere than in the type? It may be
 * of a type below that. */
bool lu__is_bound_outside(const lu__graph *g, const lu__ask *q, uint32_t owner, lu_str text, lu_str told);
/* Of several that are found leave out namespaces, which can not be called. */
void lu__without_namespaces(const lu__graph *g, lu__found *f);
/* A function, which builds objects, may have the name of an interface: that is the type. */
void lu__only_type(const lu__graph *g, lu__found *f);
/* Types that differ in their type arguments alone have the same members. */
bool lu__gives_same(lu_str x, lu_str y);
/* Lua's Class.new(): where nothing says what it makes, it is an object of the class. */
bool lu__is_maker(const lu__graph *g, const lu__ask *q, uint32_t s, lu_str name);
/* What overloads declare that `s` gives, where its implementation declares nothing; else what it gives itself. */
lu_str lu__declared_result(const lu__graph *g, uint32_t s);
/* Rust's Option and Result are seen as what they hold: these give it, or the same again. */
bool lu__unwraps(const lu__ask *q, lu_str name);
/* The module that gives the variable `name` of `file` its type, when it was imported from there: *name is what it is called
 * there. LU__NONE: none does. */
uint32_t lu__home_of_variable(lu__graph *g, uint32_t file, lu_str *name);
/* Zig: is it the name of the file that asks? */
bool lu__is_own_file(const lu__graph *g, const lu__ask *q, lu_str name);
/* In Zig a file is a struct: the file that the type is imported as, or the one that asks. */
void lu__file_type(lu__graph *g, const lu__ask *q, lu_str type, lu__found *f);

/* An object of the type whose function was found. */
lu__found lu__own_object(const lu__graph *g, const lu__found *at);
bool lu__is_enumeration(const lu__graph *g, uint32_t type);
/* A method that is called by its name alone is called on the object around: that type, or LU__NONE. */
uint32_t lu__type_called_on(const lu__graph *g, const lu__ask *q, const lu__found *f);

/* The name of the class that a field of `type` holds, as it is written at *there: "self.made_class()" is called. Empty: none. */
lu_str lu__class_in_field(lu__graph *g, const lu__ask *q, uint32_t type, bool bases_only, lu_str name, lu__ask *there);

/* The type that `text` names where `s` stands, of a member of type `on`, or LU__NONE. */
typedef void lu__type_fn(lu__graph *g, const lu__ask *q, uint32_t s, lu_str text, uint32_t on, lu__found *f);

/* ---- member_types.c ---- */

/* What a call of the functions *at gives, of which p->use is taken; they are members of type `on`, or LU__NONE. */
void lu__given_by_call(lu__graph *g, const lu__ask *q, const lu__found *at, const lu__component *p, uint32_t on,
		       lu__type_fn *find, lu__found *f);
/* What a decorator makes of a function: what it gives, or where it is called, what the function that it gives gives. */
void lu__given_by_decorator(lu__graph *g, const lu__ask *q, const lu__found *at, bool called, uint32_t on,
			    lu__type_fn *find, lu__found *f);
/* What is in the field `name` of `type` or a base of it. False: none has one. */
bool lu__given_by_field(lu__graph *g, const lu__ask *q, uint32_t type, bool bases_only, lu_str name,
			const lu__component *p, lu__type_fn *find, lu__found *f);

/* ---- expected.c ---- */

/* Replace *f, what component `p` is, a member of type `on` or of none, by what the parameter p->places is declared to be. */
void lu__find_expected(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t on, lu__type_fn *find,
		       lu__found *f);
/* The same of the field of its name that type `on`, *f, or a base of it has. False: none has. */
bool lu__find_expected_by(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t on, lu__type_fn *find,
			  lu__found *f);
/* Go: replace *f, a type that is a list or a map, by what is in it. False: it is none. */
bool lu__given_by_list(lu__graph *g, const lu__ask *q, const lu__component *p, lu__type_fn *find, lu__found *f);
/* Replace *f by what a call of a value of `type` gives. False: it does not say. */
bool lu__given_by_value(lu__graph *g, const lu__ask *q, uint32_t type, lu__type_fn *find, lu__found *f);
/* The same of the field `name` of the type. */
bool lu__given_by_called_field(lu__graph *g, const lu__ask *q, uint32_t type, lu_str name, lu__type_fn *find,
			       lu__found *f);
/* The member of what '&' joins to the first type in `told`, which is written at `at`; *f stays where none has it. */
void lu__find_in_joined(lu__graph *g, const lu__ask *q, lu_str told, uint32_t at, lu_str name, unsigned want,
			lu__type_fn *find, lu__found *f);
/* The member that the types have which the other name of a type in `told` is given, "Mutate<StoreApi<T>, M>": such types are mostly
 * made of those. *f stays where none or several have it. */
void lu__find_in_arguments(lu__graph *g, const lu__ask *q, lu_str told, uint32_t at, lu_str name, unsigned want,
			   lu__type_fn *find, lu__found *f);
/* What each of the types has as a member that `type` stands for; *f stays where one is not known or lacks it. */
void lu__find_in_each(lu__graph *g, const lu__ask *q, uint32_t type, lu_str name, unsigned want, lu__type_fn *find,
		      lu__found *f);

/* Of the type *f: "Outer.this" is the object around, "Outer.super" what that inherits; of an interface it is what that has. */
bool lu__is_around(const lu__graph *g, const lu__ask *q, const lu__component *p, lu__found *f);
/* Kotlin's "A::class" is an object of the library. */
bool lu__find_class_object(const lu__ask *q, const lu__component *p, lu__found *f);
/* Where nothing was found for a call, what extends the type `on`, or the one that is told. */
void lu__extend_part(lu__graph *g, const lu__ask *q, const lu__component *p, uint32_t on, lu__found *f);

/* What finds the type that `text` tells, which may be "=" and an expression: lookup.c. */
typedef void lu__find_text(lu__graph *g, const lu__ask *there, lu_str text, lu__found *f);

/* Replace a type that is another name of one ("using A = B") by that one. */
void lu__follow_alias(lu__graph *g, const lu__ask *q, lu__find_text *find, lu__found *f);

/* "Option<T>" is used like a T, but not where the tree has an Option of its own: is that so of `text`, of which `name` would be used? */
bool lu__find_wrapper(lu__graph *g, const lu__ask *q, lu_str text, lu_str name, lu__find_text *find, lu__found *f);

#endif
