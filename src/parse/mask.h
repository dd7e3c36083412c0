/* SPDX-License-Identifier: MIT
 * What the grammars of C and C++ get to read: the source with macros hidden that stand where only a
 * preprocessor could tell what they are. */
#ifndef LU_PARSE_MASK_H
#define LU_PARSE_MASK_H

#include "lucus/arena.h"
#include "lucus/err.h"

/* "SYSCALL_DEFINE3(read, ...) {" reads as "int f() {" with its name at `at`. */
struct lu__macro_def {
	uint32_t at;               /* of the name that the grammar sees */
	lu_str macro, group, name; /* TEST, suite, name; group: the first of two plain arguments, or empty */
	bool test;                 /* the macro defines a test */
};

struct lu__mask {
	lu_str text;             /* as long as the source; the source itself when nothing is hidden */
	struct lu__macro_def *v; /* by `at` */
	size_t n;
};

/* Results are in `a` or views of `text`. */
lu_code lu__mask(lu_str text, bool cpp, lu_arena *a, struct lu__mask *out, lu_err *e);

/* The macro that defines what has its name at `at`; NULL: none. */
const struct lu__macro_def *lu__macro_at(const struct lu__mask *m, uint32_t at);

#endif
