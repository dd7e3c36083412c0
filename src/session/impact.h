/* SPDX-License-Identifier: MIT
 * Which elements a diff touches. */
#ifndef LU_SESSION_IMPACT_H
#define LU_SESSION_IMPACT_H

#include "git/diff.h"
#include "lucus/graph_answer.h"

/* What one file of a diff touches; views live in the arena. Zero-initialise. */
typedef struct lu__touching {
	lu_store *s;
	lu_arena *a;
	lu_str prefix;       /* of the root in its repository, with a slash at the end; empty: it is the top */
	lu_impact_file file; /* out */
	lu_touched *v;       /* of all files so far */
	size_t n;
} lu__touching;
/* Add what `f` touches to t->v, and set t->file. */
lu_code lu__impact_touch(lu__touching *t, const lu_diff_file *f, lu_err *e) LU_MUST_USE;

#endif
