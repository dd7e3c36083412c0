/* SPDX-License-Identifier: MIT
 * Where the content of a knowledge base comes from: how its tree was walked, and which commit was checked out. */
#ifndef LU_INDEX_ORIGIN_H
#define LU_INDEX_ORIGIN_H

#include "lucus/store.h"
#include "lucus/walk.h"

/* The commit that is checked out in the git repository which `dir` lies in, as hex digits in `a`; empty when there is none.
 * What git would have to be asked about (references in other formats than files) is not known either. */
lu_code lu__git_commit(const char *dir, lu_arena *a, lu_str *out, lu_err *e);

/* The options of a walk as JSON text, and back; views live in `a`. LU_EFORMAT: it is none. */
lu_code lu__walk_pack(const lu_walk_options *o, lu_arena *a, lu_str *out, lu_err *e);
lu_code lu__walk_unpack(lu_str text, lu_arena *a, lu_walk_options *out, lu_err *e);

#endif
