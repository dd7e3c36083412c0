/* SPDX-License-Identifier: MIT
 * The concepts that what was kept speaks of, and which of these stand together. */
#ifndef LU_LAZY_CONCEPT_TIES_H
#define LU_LAZY_CONCEPT_TIES_H

#include "lazy/exploring.h"

#define LU__TIES_MAX 20

/* The ties of concepts in sentences that were kept: those of most sentences first, then by how much more often they stand
 * together than chance has it; at most LU__TIES_MAX. Texts live in `a`. */
lu_code lu__ties_find(const lu__exploring *x, const lu__explored *found, lu_arena *a, lu_lazy_tie **out, size_t *n,
		      lu_err *e) LU_MUST_USE;

#endif
