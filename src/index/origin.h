/* SPDX-License-Identifier: MIT
 * Where the content of a knowledge base comes from: how its tree was walked. */
#ifndef LU_INDEX_ORIGIN_H
#define LU_INDEX_ORIGIN_H

#include "lucus/store.h"
#include "lucus/walk.h"

/* How a tree was walked: folders below the root, none in another one; "" is all of it. */
struct lu__walked {
	lu_walk_options o;
	lu_strs parts;
};
/* As JSON text, and back; views live in `a`. LU_EFORMAT: it is none. */
lu_code lu__walk_pack(const struct lu__walked *w, lu_arena *a, lu_str *out, lu_err *e);
lu_code lu__walk_unpack(lu_str text, lu_arena *a, struct lu__walked *out, lu_err *e);
/* Is `path` what `sub` names, or below it? "" names everything. */
bool lu__below(lu_str path, lu_str sub);
/* Is it in one of `parts`? */
bool lu__in_parts(lu_strs parts, lu_str path);
/* Add a part; those that are in it are not listed any more. */
lu_code lu__add_part(lu_strs *parts, lu_str sub, lu_arena *a, lu_err *e);

#endif
