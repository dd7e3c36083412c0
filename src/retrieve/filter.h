/* SPDX-License-Identifier: MIT
 * Which elements a question is about: --path, --language and --type. */
#ifndef LU_RETRIEVE_FILTER_H
#define LU_RETRIEVE_FILTER_H

#include "core/glob.h"
#include "lucus/retrieve.h"

/* What a filter leaves over may be far down: the lists are this deep with one. */
#define LU__FILTER_DEPTH 50000

typedef struct lu__filter {
	lu__glob *path;
	size_t n_path;
	lu_strs languages, types;
} lu__filter;

/* Does `o` filter at all? */
bool lu__filters(const lu_query_options *o);
/* Memory comes from `a`; the lists of `o` are borrowed. */
lu_code lu__filter_read(lu__filter *f, const lu_query_options *o, lu_arena *a, lu_err *e) LU_MUST_USE;
bool lu__filter_keeps(const lu__filter *f, const lu_brief *b);

#endif
