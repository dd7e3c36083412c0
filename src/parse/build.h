/* SPDX-License-Identifier: MIT
 * What the steps from findings to elements share. */
#ifndef LU_PARSE_BUILD_H
#define LU_PARSE_BUILD_H

#include "lucus/json.h"
#include "lucus/map.h"
#include "parse/extract.h"
#include "parse/names.h"

#define LU__NO_DEF SIZE_MAX

/* Strings that long lists hold already: hostile files have lists of a hundred thousand. */
struct lu__listed {
	struct lu__member {
		const lu_strs *list;
		lu_str s;
	} * v;
	lu_map map; /* of v */
};

struct lu__build {
	const lu_language *l;
	struct lu__found *f;
	lu_str path, text;
	TSNode root;
	lu_arena *a;
	lu_err *e;
	size_t *slot;      /* definition -> element, LU__NO_DEF: none yet */
	size_t *up;        /* element -> element that contains it */
	size_t *by_number; /* number of a definition -> its index */
	size_t *named;     /* definitions that may have methods, by name */
	size_t n_named;
	size_t *block_up; /* block -> the one around it, or SIZE_MAX */
	lu_str prefix;    /* of qualified names, "" or ending with '.' */
	lu_elements out;
	struct lu__listed listed;
	struct lu__doc {
		size_t def; /* LU__NO_DEF: none */
		lu_str text;
	} * last_doc; /* of lu__doc_of(): each parameter asks for that of its function */
};

/* ---- definitions.c ---- */

/* Leave one definition for each node and name, by their nodes, with its range, documentation and decorators. Attributes get
 * their definitions: base classes wait until there are elements. */
lu_code lu__settle_defs(struct lu__build *b);

/* ---- receivers.c ---- */

/* Make what the others look names up in, when the definitions are nested. */
lu_code lu__index_defs(struct lu__build *b);
/* "class Shop::Order" with "def Order.m" in it. */
bool lu__names_its_class(const struct lu__build *b, const struct lu__def *d);
/* Definition that contains definition `i`: what is around it, or the type that it names. */
size_t lu__parent_of(const struct lu__build *b, size_t i);
/* The definition that a receiver means, "T" or "N.T"; LU__NO_DEF when there is none of this name. */
size_t lu__find_named(const struct lu__build *b, lu_str name);
/* The definition that a variable in definition `d` is a name of: not one that is a value, but what is around that. */
size_t lu__around_values(const struct lu__build *b, size_t d);
/* Definition whose member "this.x" is, seen from definition `d`: the class around it, else the outermost
 * function. */
size_t lu__self_of(const struct lu__build *b, size_t d);
/* The same, when there are elements: the type that an impl block or an extension is a part of, if the file
 * has it. */
size_t lu__type_of_self(const struct lu__build *b, size_t d);

/* ---- string_lists.c ---- */

/* Append `s` to a list unless it is there. The list stays at its place. */
lu_code lu__push(struct lu__build *b, lu_strs *list, lu_str s);
/* first + middle + "." + last; the middle with its dot only when it is not empty. */
lu_code lu__join_name(struct lu__build *b, lu_str first, lu_str middle, lu_str last, lu_str *out);

/* Add the members in `w` to those of the element that records have besides. */
lu_code lu__add_extra(struct lu__build *b, lu_element *el, const lu_jw *w);
/* Add one that is true. */
lu_code lu__add_mark(struct lu__build *b, lu_element *el, const char *member);

/* ---- parts.c: what is told in several places ---- */

/* Make definition `i` a part of definition `before` (LU__NO_DEF: none), the one before it in the same
 * container, if both are clauses of one function, or the signature of one and its first equation. */
bool lu__join_parts(struct lu__def *v, size_t before, size_t i);
/* Signatures that stand apart from what they are about, and overloads. */
lu_code lu__settle_parts(struct lu__build *b);

/* ---- around.c: text around definitions ---- */

/* Text of the comments that stand directly above a definition that is first on its row, or above the row. */
lu_str lu__comments_above(const struct lu__build *b, uint32_t row);
/* Is there nothing but comments and white space in [from, to)? */
bool lu__only_comments(const struct lu__build *b, uint32_t from, uint32_t to);
/* The comments above a definition; when there are none, those between its decorators and it. */
lu_str lu__comments_of(const struct lu__build *b, const struct lu__def *d);
/* The text of a node that is documentation: a string, or a comment and those of its kind below it. */
lu_str lu__doc_text(const struct lu__build *b, TSNode n);
/* Text of the comments at the top of the file, unless they are about the first definition. */
lu_str lu__comments_at_top(const struct lu__build *b);
/* The text before the body, without what wraps the definition. */
lu_str lu__signature(const struct lu__build *b, const struct lu__def *d);
lu_str lu__return_type(const struct lu__build *b, const struct lu__def *d);
/* Is the definition's function asynchronous? */
bool lu__is_async(const struct lu__def *d);

/* ---- blocks.c ---- */

/* Sort the blocks, and find out which is in which. */
lu_code lu__settle_blocks(struct lu__build *b);
/* The innermost block around a place, or all of the file. */
struct lu__range lu__block_around(const struct lu__build *b, uint32_t at);

/* ---- own_names.c ---- */

/* The definition that site `s`, which stands in `def`, is of: a function expression is taken by what is around it. */
size_t lu__taker_of(const struct lu__build *b, const struct lu__site *s, size_t def);
/* Is `name` that of a function expression around `def`, inside of `outer`? */
bool lu__is_own_name(const struct lu__build *b, size_t def, size_t outer, lu_str name);
/* Function expressions have the member "own_name". */
lu_code lu__mark_own_names(struct lu__build *b);

/* ---- taken_in.c ---- */

/* Ruby: what classes and modules take in, and how, becomes their member "mixins"; methods below "class << self" have "of_class". */
lu_code lu__add_mixins(struct lu__build *b);

/* ---- types.c: which receiver has which type ---- */

struct lu__types {
	struct lu__typed *v;
	size_t n;
};

lu_code lu__types_collect(struct lu__build *b, struct lu__types *out);
/* The type of the receiver of a call: lu_call.receiver. Empty when it is not told; "=" when the receiver is a variable of unknown
 * type, but something else has its name, and when a plain name is that of a local variable. s == NULL: out of memory. */
lu_str lu__type_of_callee(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s);
/* The types of the arguments of a call, told by the list alone as `s->types`: lu_call.types. s == NULL: out of memory. */
lu_str lu__types_of_args(const struct lu__build *b, const struct lu__types *t, const struct lu__site *s);
#define LU__OWN_TYPE "Self" /* the type that a method is called on */

/* The fields of types, and the variables of the module, with their types, become the member "fields" of elements. */
lu_code lu__add_fields(struct lu__build *b, const struct lu__types *t);

/* The type of what `expr` gives in definition `def` at byte `at`, as variables have it: "T", "=x.f()". Empty when that is not told.
 * s == NULL: out of memory. */
lu_str lu__type_given(const struct lu__build *b, const struct lu__types *t, lu_str expr, size_t def, uint32_t at);

/* ---- results.c ---- */

/* What functions give becomes the member "returned" of theirs, where their source declares no type. */
lu_code lu__add_results(struct lu__build *b, const struct lu__types *t);

/* ---- doc_types.c: s == NULL: out of memory ---- */

/* The documentation of definition `def`, which has an element: in JavaScript also behind blank lines. */
lu_str lu__doc_of(const struct lu__build *b, size_t def);
/* The type that documentation tells of the parameter `what`, or of "return"; empty when it does not say. */
lu_str lu__doc_type(const lu_language *l, lu_str doc, lu_str what, lu_arena *a);
/* The type that a comment directly before the declaration or assignment of the variable `name` at `at` tells. */
lu_str lu__doc_type_before(const lu_language *l, lu_str text, size_t at, lu_str name, lu_arena *a);

/* ---- imports.c ---- */

/* Find the modules of names that are imported through others; what has none is no import. */
void lu__look_through(struct lu__build *b);
/* The imports, in the order of the source, get modules as seen from the file; other names that may mean something else are left
 * out. */
lu_code lu__imports_from_file(struct lu__build *b);

/* ---- scopes.c ---- */

/* Tables, before the definitions are nested: those that have functions are classes, others are values. */
lu_code lu__settle_tables(struct lu__build *b);
/* Bare names, when all sites have their definition: those that are no local variables are calls. */
lu_code lu__settle_locals(struct lu__build *b);

/* ---- uses.c ---- */

lu_code lu__add_bases(struct lu__build *b);
lu_code lu__add_calls(struct lu__build *b);
lu_code lu__add_assignments(struct lu__build *b);
lu_code lu__add_dependencies(struct lu__build *b);

#endif
