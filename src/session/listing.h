/* SPDX-License-Identifier: MIT
 * The source of an element: as it is stored, or as it is in its file now with the lines around it; and what it
 * holds. */
#ifndef LU_SESSION_LISTING_H
#define LU_SESSION_LISTING_H

#include "lucus/graph_answer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines of a file. */
typedef struct lu_listing {
	lu_str text;          /* the last one may lack its end */
	uint32_t first, last; /* their numbers, as the store counts them where the file was not read */
	uint32_t from, to;    /* those of the element, where others are around it; 0: it is all of them */
} lu_listing;

/* The source of `el`, which is at `at` (lu_fresh_place()). With `around` it is read from the file below `root`, the
 * root of the knowledge base, with so many more lines on either side, where there is one. Views live in `a`. */
lu_code lu_listing_read(lu_store *s, const lu_brief *el, const lu_location *at, lu_str root, int64_t around,
			lu_arena *a, lu_listing *out, lu_err *e) LU_MUST_USE;
/* The first line of `rest`, without its end and the blanks before that; `rest` loses it. */
lu_str lu_listing_line(lu_str *rest);

/* What `el` holds, at any depth, in the order of the file. Views live in `a`. */
lu_code lu_listing_outline(lu_store *s, const lu_brief *el, lu_arena *a, lu_brief **out, size_t *n,
			   lu_err *e) LU_MUST_USE;
/* Was a module named as a path, and not by its name or id? */
bool lu_listing_is_path(const lu_brief *el, const char *name);

#ifdef __cplusplus
}
#endif
#endif
