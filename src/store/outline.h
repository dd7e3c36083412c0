/* SPDX-License-Identifier: MIT
 * The outline of a file: made of its elements, and compared with the one before. */
#ifndef LU_STORE_OUTLINE_H
#define LU_STORE_OUTLINE_H

#include "store/pack.h"

struct lu__drawn {
	lu_symbol *sym;
	lu_ref *link;
	size_t n_sym, n_link;
	int64_t listed;
};

/* The symbols and links of `n` elements that have their row ids. */
lu_code lu__outline_draw(const lu_stored *v, size_t n, lu_arena *a, struct lu__drawn *o, lu_err *e);
void lu__outline_pack(const struct lu__drawn *o, lu_str language, lu_jw *symbols, lu_jw *links);
/* Their calls and mentions. */
void lu__calls_pack(const lu_stored *v, size_t n, lu_jw *calls);
/* Note the names whose answers may be others now. */
lu_code lu__touch_differences(lu_store *s, int64_t file, const struct lu__drawn *old, const struct lu__drawn *new,
			      lu_arena *a, lu_err *e);
/* The same of a file that came, or is gone, with the symbols of `o`. */
lu_code lu__touch_file(lu_store *s, int64_t file, const struct lu__drawn *o, bool gone, lu_arena *a, lu_err *e);
/* The name that says that some of those touched are of types. */
#define LU__TOUCHED_TYPES "\x02"
/* What the path of a module that came or went begins with there. */
#define LU__TOUCHED_MODULE "\x03"
/* Note that all files are due. */
lu_code lu__touch_all(lu_store *s, lu_err *e);

#endif
