/* SPDX-License-Identifier: MIT
 * Labels of arguments, by which functions of Swift differ that have one name. Lists with ';' between: of a call the labels as
 * lu_call.types has them, of a function "label:Type" for each parameter, with '=' before it where it may be left out. Any
 * thread may call. */
#ifndef LU_CORE_LABELS_H
#define LU_CORE_LABELS_H

#include "lucus/str.h"

#define LU_LABEL_NONE     "_" /* of an argument without one */
#define LU_LABEL_TRAILING "{" /* of a closure behind the others, which may be for a parameter of any label */

/* Without the quotes that make a name of a word of the language. */
lu_str lu_label_bare(lu_str name);
/* Add a parameter that is called `name`, "label inner" or both in one, to what a function takes. */
void lu_labels_add(lu_buf *w, lu_str name, lu_str type, bool optional);

/* Can a function that takes `takes` be called with arguments of these labels? */
bool lu_labels_fit(lu_str takes, lu_str labels);
/* Do functions take the same labels; the same types, too? */
bool lu_labels_same(lu_str x, lu_str y, bool types);

#endif
