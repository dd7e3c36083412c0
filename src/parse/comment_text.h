/* SPDX-License-Identifier: MIT
 * What comments and strings that document something say. Results are in the arena or views of the input; s == NULL says
 * that memory is out. */
#ifndef LU_PARSE_COMMENT_TEXT_H
#define LU_PARSE_COMMENT_TEXT_H

#include "lucus/arena.h"

/* The text of a string literal without its prefix and quotes, common indentation removed. */
lu_str lu__unquote(lu_str literal, lu_arena *a);

/* The text of comments without their markers; `s` spans one or more adjacent comments. */
lu_str lu__comment_text(lu_str s, lu_arena *a);

#endif
