/* SPDX-License-Identifier: MIT
 * What a line of prose is, as the notations of documentation have it. Lines are not empty. */
#ifndef LU_PASSAGE_NOTATION_H
#define LU_PASSAGE_NOTATION_H

#include <stdbool.h>

#include "lucus/str.h"

/* ":param x:", "@return", "\brief": it describes a part of what is documented. */
bool lu__is_field(lu_str s);
/* "name:", "name (type): what it is", "name : type" */
bool lu__describes(lu_str s);
/* "Args:" and its like, whose items follow. */
bool lu__begins_items(lu_str s);
/* "[name]: address", of Markdown. */
bool lu__is_reference(lu_str s);
/* What is typed at a prompt, or a command. */
bool lu__is_session(lu_str s);
/* ".. code-block:: python", of reStructuredText. */
bool lu__announces_code(lu_str s);

#endif
