/* SPDX-License-Identifier: MIT
 * Types as sources write them, in any language: what their text says without knowing a single type. Results are views of
 * the text, empty when it does not say. Any thread may call. */
#ifndef LU_CORE_TYPE_TEXT_H
#define LU_CORE_TYPE_TEXT_H

#include "lucus/str.h"

/* The type whose members a value of type `t` has, without what points to it, wraps it or may leave it out: "*T", "&mut T",
 * "T | None", "Optional[T]", "Box<T>", "Promise<T>", "T<K>", and of Go's "(T, error)" the first, give "T". Lists, maps and
 * functions give nothing. */
lu_str lu_type_named(lu_str t);

/* The type of what is in a list, or of the values of a dictionary: "[]T", "[4]T", "map[K]T", "T[]", "[T]", "...T", "List<T>",
 * "list[T]", "dict[K, T]", "<-chan T" give "T" as it is written. */
lu_str lu_type_element(lu_str t);
/* The type of what a loop over it gives: of Python's dictionaries the keys, else the same. */
lu_str lu_type_iterated(lu_str t);
/* The type of what `with` makes of what a function gives: "Iterator[T]" and "ContextManager[T]" give "T", others themselves. */
lu_str lu_type_entered(lu_str t);

/* The type of what a method gives that lists and dictionaries of any kind have: of "find" what is in it, of "filter" the same again;
 * empty when `t` is neither, or has no such method. */
lu_str lu_type_of_method(lu_str t, lu_str method);

/* The type arguments of `name`, which the type is, or wraps: of "*T<K, V>", "T[K, V]" and "Promise<T<K, V>>" T has "K, V"; empty
 * without any. */
lu_str lu_type_arguments(lu_str t, lu_str name);
/* The first type argument of "T<K, V>"; empty without any. */
lu_str lu_type_argument(lu_str t);
/* Take the first of the types that '&' joins in *rest. */
lu_str lu_type_take_joined(lu_str *rest);
/* Take the first of the type arguments or parameters that ',' separates in *rest. */
lu_str lu_type_take_argument(lu_str *rest);
/* The type of what a method of a library's container gives: "get" and its like of a list, a map, an Optional. */
lu_str lu_type_got(lu_str t, lu_str method);
/* The type of the second of several results: Go's "(A, T)" and Python's "tuple[A, T]" give "T". */
lu_str lu_type_second(lu_str t);

/* Take the first of the types that '|' separates in *rest. */
lu_str lu_type_take(lu_str *rest);
/* Of a type whose values are classes, Python's "type[A]" and "Type[A]", A. */
lu_str lu_type_of_classes(lu_str t);
/* What a function of type `t` gives: "Callable[[A], T]" gives "T". */
lu_str lu_type_called(lu_str t);

/* The type of the field `name` in a list "name:type;name:type;". */
lu_str lu_field_type(lu_str fields, lu_str name);

#endif
