/* SPDX-License-Identifier: MIT
 * Links between files: `dst_file` has something that an edge of `src_file` surely leads to. */
#ifndef LU_STORE_LINKS_H
#define LU_STORE_LINKS_H

#include "store/internal.h"

/* Which file an element is in, as long as no elements are written. Few are asked for one by one, many are read at
 * once. Begins zeroed; `a` is to be freed. */
struct lu__homes {
	lu_arena a;
	struct lu__span *span, *lately; /* all, by element; and those that were asked for */
	size_t n, at;                   /* at: the one that was hit last */
	size_t asked;
	bool known; /* all are read */
};

/* The file that `element` is in; 0: it is gone. */
lu_code lu__home_of(lu_store *s, struct lu__homes *h, int64_t element, int64_t *file, lu_err *e);
/* answer.files for the targets `dst` of a file's edges, which are sorted; targets that are gone lead nowhere. */
lu_code lu__links_of(lu_store *s, struct lu__homes *h, int64_t file, const int64_t *dst, size_t n, lu_arena *a,
		     lu_str *out, lu_err *e);
/* answer.files as it is stored; "[]" when the file has no edges. */
lu_code lu__links_read(lu_store *s, int64_t file, lu_arena *a, lu_str *out, lu_err *e);
/* The links out of `file` were those of `old` and are now those of `new`. */
lu_code lu__links_update(lu_store *s, int64_t file, lu_str old, lu_str new, lu_arena *a, lu_err *e);
/* Write the links of all files into a store that has none. */
lu_code lu__links_fill(lu_store *s, lu_err *e);
/* Count what is referred to most, when links changed since it was counted. */
lu_code lu__links_count(lu_store *s, lu_err *e);

/* Checking: how much of the stored links of `file` is not `want`; adds the number of rows that are right to *there. */
lu_code lu__links_astray(lu_store *s, int64_t file, lu_str want, lu_arena *a, int64_t *wrong, int64_t *there,
			 lu_err *e);
/* ... then, with all rows that are right: how many others there are, and whether the count is wrong. */
lu_code lu__links_left(lu_store *s, int64_t there, int64_t *wrong, lu_err *e);

#endif
