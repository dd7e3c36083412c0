/* SPDX-License-Identifier: MIT
 * Claims that say the same. */
#ifndef LU_LAZY_MERGING_H
#define LU_LAZY_MERGING_H

#include "lucus/arena.h"
#include "lucus/lazy_graph.h"

/* Make one of the claims whose built-in vectors have a cosine of `threshold` or more with that of one before them: its
 * text stays, the sources of all are its own. *n becomes their number. Equal texts are one whatever the threshold. */
lu_code lu__claims_merge(lu_claim *v, size_t *n, double threshold, lu_arena *a, lu_err *e) LU_MUST_USE;

#endif
