/* SPDX-License-Identifier: MIT
 * What functions take, by their types as TypeScript's sources write them: "(c: Context, next?: Next) => void" is "~(Context,Next)".
 * What is of no type that has members is empty, and left out at the end; "X..." stands for any number; a function that is taken is
 * such a list in the list; '|' stands between what a value may be. Any thread may call. */
#ifndef LU_CORE_TYPE_TAKES_H
#define LU_CORE_TYPE_TAKES_H

#include "lucus/str.h"

/* Among what a macro calls: its body writes "::" before a parameter. */
#define LU_ROOTED "::"
/* The field of a type that tells what functions of it take. */
#define LU_FIELD_CALLED "()"
/* What Go's type that is a list or a map is. */
#define LU_FIELD_LIST "[]"

/* The field of a type that tells what calls of its values give. */
#define LU_FIELD_GIVES "()>"

/* The field of a type of C# that tells how many type parameters it has. */
#define LU_FIELD_PARAMETERS "<>"

/* What a function gives that returns an object it writes down: its members are defined in the function. Behind that, "a,b=c": it
 * has what is called a and c there, as a and b. */
#define LU_OBJECT_MADE "{}"
#define LU_OBJECT_MOST 2000 /* bytes of that: further names are not told */

/* Lists of type parameters, those further in first: they stand for their bounds. */
typedef struct lu_type_lists {
	lu_str v[8];
	size_t n;
} lu_type_lists;

/* Write the list of a function whose parameters are `params`, "(a: A, ...rest: B[])". */
void lu_type_add_takes(lu_buf *w, lu_str params, const lu_type_lists *lists);
/* Write type `t`: functions as such lists, names that may be of such types as they are, others not at all. */
void lu_type_add_taken(lu_buf *w, lu_str t, const lu_type_lists *lists);
/* Do the parameters of a function begin `t`, as they do that of a type of functions? */
bool lu_type_is_function(lu_str t);

/* What is told of a field that holds a function, of whatever type that is. */
#define LU_ARROW "->"

/* Is `t` a type of functions as Kotlin and Swift write it, "((A) -> B)?"? */
bool lu_type_is_arrow(lu_str t);

/* What a function of type `t` gives: "(a: A) => B" gives "B"; empty: it is no type of functions, or gives one of its own parameters. */
lu_str lu_type_result(lu_str t);

/* Of the list "~(A,B...)" what parameter `k` is; empty: it does not say, or is no list. */
lu_str lu_type_taken(lu_str list, size_t k);

#endif
