/* SPDX-License-Identifier: MIT
 * The lines of a source that no call can have been read from. */
#ifndef LU_PARSE_UNPARSED_H
#define LU_PARSE_UNPARSED_H

#include <tree_sitter/api.h>

#include "parse/mask.h"

/* The trees that were read and the lines that they do not cover: where the grammar met errors, and in C and C++ the bodies
 * of macros and what was hidden from it, as far as a call can be there. `"unparsed":[[FIRST,LAST],...]`, lines from 1, in
 * their order and apart, is added to the members *out, in `a`, unless there are none. */
lu_code lu__unparsed(TSTree *const *tree, size_t n, lu_str text, const struct lu__mask *mask, bool macros, lu_arena *a,
		     lu_str *out, lu_err *e);

#endif
