/* SPDX-License-Identifier: MIT
 * The steps of lu__gather(). */
#ifndef LU_LAZY_GATHERING_H
#define LU_LAZY_GATHERING_H

#include "lazy/gathered.h"

/* A gathering in work. */
typedef struct lu__gathering {
	lu_store *store;
	lu_retriever *retriever;
	const lu__gather_options *o;
	lu__gathered *out;
	lu_arena scratch;
} lu__gathering;

/* sought.c: the elements that the subqueries find, by file and line. */
lu_code lu__seek_elements(lu__gathering *g, lu_err *e) LU_MUST_USE;
/* cuttings.c: their passages with scores; in.passage has no communities yet. */
lu_code lu__score_passages(lu__gathering *g, lu_err *e) LU_MUST_USE;
/* grouped.c: the communities of the passages. */
lu_code lu__group_passages(lu__gathering *g, lu_err *e) LU_MUST_USE;
/* adjoining.c: the neighbours of passages. */
lu_code lu__find_adjoining(lu__gathering *g, lu_err *e) LU_MUST_USE;

#endif
