/* SPDX-License-Identifier: MIT
 * From source text to the forms that records hold. All results are in the arena or views of the input;
 * s == NULL says that memory is out. */
#ifndef LU_PARSE_NAMES_H
#define LU_PARSE_NAMES_H

#include "lucus/arena.h"

/* An expression as a dotted name: white space gone, "->", "::", "?.", "&.", '\' and ':' as ".", arguments
 * as "()", subscripts as "[]", anything else as "?". "a->b(x).c" gives "a.b().c". */
lu_str lu__dotted(lu_str expr, lu_arena *a);
/* The same with the number of arguments, where there are any: "a.b(1).c". */
lu_str lu__counted(lu_str expr, lu_arena *a);

/* Without the type arguments: "a::f<int>(x)" gives "a::f(x)", and "static_cast<T *>(x)->f" "T(x)->f". Operators stay. */
lu_str lu__without_angles(lu_str s, lu_arena *a);
/* Without "[...]" behind names. */
lu_str lu__without_squares(lu_str s, lu_arena *a);

/* White space runs as one blank. */
lu_str lu__collapse(lu_str s, lu_arena *a);

/* The name of a type that a receiver can be looked up by: without pointers, references, quotes, null
 * alternatives and type arguments: "Optional[a.B]", "*a.B", "a.B | None" and "'a.B'" give "a.B". */
lu_str lu__type_name(lu_str type);

/* "src/flask/app.py" to "src.flask.app"; a last component that is a word of `index` is left out. */
lu_str lu__module_name(lu_str path, const char *index, lu_arena *a);

/* Is `s` a name with dots, with the characters `inside` of it, and one of `last` at its end? */
bool lu__is_marked_name(lu_str s, const char *inside, const char *last);

/* What an element of this type is: it has members; it is called; it holds a value. */
bool lu__is_class(lu_str type);
bool lu__is_function(lu_str type);
bool lu__is_value(lu_str type);

#endif
