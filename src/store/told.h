/* SPDX-License-Identifier: MIT
 * lu_symbol.gives and lu_symbol.takes of an element: what the resolver is told of its types. */
#ifndef LU_STORE_TOLD_H
#define LU_STORE_TOLD_H

#include "lucus/arena.h"
#include "lucus/graph.h"
#include "lucus/json.h"
#include "lucus/record.h"
#include "store/names_in.h"

/* The type of what a call of in[0] gives, a view of it or in `a`; the others are what it is in, from the inside out. A type
 * parameter is its bound. s == NULL: out of memory. */
lu_str lu__gives_of_call(const lu_element *const *in, size_t n, lu_arena *a);
#define LU__LONGEST_TYPE 200 /* longer types say nothing */
/* Can it be told? */
bool lu__is_writable(lu_str type);
/* Does a word before the type of a parameter say that it takes any number of arguments? */
bool lu__takes_many(lu_str type);
/* Do functions of its language differ by what they take? */
bool lu__takes_arguments(const lu_element *el);
/* lu_symbol.takes of in[0], in the same way. */
lu_str lu__takes_of_call(const lu_element *const *in, size_t n, lu_arena *a);
/* "using:T;" of another name for the type T: the type without its arguments, dotted. s == NULL: out of memory. */
lu_str lu__gives_of_alias(const lu_element *el, lu_arena *a);
/* What the body of a macro calls, or the namespaces that it opens. s == NULL: out of memory. */
lu_str lu__gives_of_macro(const lu_element *el, lu_arena *a);
/* Does a function without a declared type tell what it gives, and what is that? It has the member `returned` then. */
bool lu__gives_what_returns(const lu_element *el);
lu_code lu__gives_of_returned(const lu_element *const *in, size_t n, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;
/* cpp_takes.c: is it one of C++, and what it takes. */
bool lu__is_cpp_element(const lu_element *el);
lu_str lu__takes_of_cpp(const lu_element *el, lu_arena *a);
/* The fields of a type or a module, which its member `fields` has: {"name": "type", ...}. */
lu_code lu__gives_of_fields(const lu_element *el, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;

/* told_calls.c, of TypeScript: lu_symbol.takes, as core/type_takes.h writes it; a field that holds a function, or
 * LU_FIELD_CALLED. False: it is another one. */
lu_str lu__takes_of_typed(const lu_element *const *in, size_t n, lu_arena *a);
/* The same of Swift, as core/labels.h writes it. */
lu_str lu__takes_of_labelled(const lu_element *el, lu_arena *a);
/* Of Rust what "#[cfg(...)]" says. */
lu_str lu__takes_of_build(const lu_element *el, lu_arena *a);
bool lu__add_callable(lu_buf *w, lu_str name, lu_str type, lu_str parameters);
/* The same of a field of a type of functions of Kotlin or Swift: LU_ARROW. */
bool lu__add_arrow(lu_buf *w, lu_str name, lu_str type);

/* "A | undefined" is A. */
lu_str lu__without_nothing(lu_str t);

/* told_bases.c: "^Base:X,Y;" for each base that the type gives arguments; "<1>" is a parameter of its own. And "<>:2;", how many parameters a type
 * of C# has. */
void lu__add_base_arguments(lu_buf *w, const lu_element *el);

/* "^include:A,B;": what member `mixins` of a class of Ruby says, by its words. */
void lu__add_mixins_told(lu_buf *w, const lu_json *mixins);

/* Does the symbol's `gives` list fields, rather than say what a call of it gives? */
bool lu__has_fields(const lu_symbol *s);

/* Fields whose types are told by expressions stand for the names in these, and so do functions whose results are: add to
 * `out` those of the packed `symbols` whose expressions have one of the names. */
lu_code lu__add_told(lu_str symbols, const struct lu__sought *names, lu_strs *out, lu_arena *a, lu_err *e) LU_MUST_USE;
/* Add to `out` the symbols and fields whose types have one of the names. */
lu_code lu__add_typed(const lu_symbol *sym, size_t n, const struct lu__sought *names, lu_strs *out, lu_arena *a,
		      lu_err *e) LU_MUST_USE;

#endif
