/* SPDX-License-Identifier: MIT
 * What the parts of finding an area share. */
#ifndef LU_SESSION_AREA_H
#define LU_SESSION_AREA_H

#include "lucus/area.h"

/* Is `path` the folder `root`, or below it? *sub is what is left of it. */
bool lu__lies_in(lu_str path, lu_str root, lu_str *sub);
/* The root of `path` alone, while the knowledge base has none; a view of one of both. */
lu_code lu__root_of(lu_str path, lu_str here, lu_str *out, lu_err *e) LU_MUST_USE;

#endif
