/* SPDX-License-Identifier: MIT
 * How the type of an argument of C++ converts to that of a parameter. */
#ifndef LU_GRAPH_CONVERT_H
#define LU_GRAPH_CONVERT_H

#include "graph/overload.h"

/* Is `word` one of the words of `s`? */
bool lu__has_word(lu_str s, lu_str word);

enum lu__fit { LU__NO, LU__PERHAPS, LU__YES };

/* How an argument converts, in the order in which a compiler prefers it. */
enum lu__rank { LU__SAME, LU__PROMOTED, LU__CONVERTED, LU__BY_CLASS, LU__ELLIPSIS, LU__UNTOLD };

/* Does the type have parameters of the template `of` in its arguments, which the call's argument must tell? */
bool lu__is_pattern(const lu__graph *g, uint32_t of, uint32_t given, const lu__cpp_type *p);
/* Does an argument of type `a` convert to a parameter of type `p`, which is a `pattern` where the call deduces what it stands for? */
enum lu__fit lu__converts(lu__graph *g, const lu__cpp_type *a, const lu__cpp_type *p, bool pattern,
			  enum lu__rank *rank);

#endif
