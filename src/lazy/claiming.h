/* SPDX-License-Identifier: MIT
 * Claims: what the passages say of which something was kept. By a model, or the sentences themselves; those that say the
 * same become one, which has the sources of all. */
#ifndef LU_LAZY_CLAIMING_H
#define LU_LAZY_CLAIMING_H

#include "lazy/exploring.h"

typedef struct lu__claiming {
	const lu__exploring *x;
	const lu__explored *found;
	lu_chat *chat; /* NULL: the sentences themselves */
} lu__claiming;

typedef struct lu__claims {
	lu_claim *v; /* by score; claim.source are passages */
	size_t n;
	size_t by_model; /* of them */
	lu_buf dropped;  /* what was left out of replies */
	lu_err why; /* of the first request that failed: the sentences of its passages took over; code LU_OK: none did */
} lu__claims;

/* LU_ECANCEL, LU_ENOMEM. Memory comes from `a`, but for out->dropped: lu__claims_free(). */
lu_code lu__claims_make(const lu__claiming *c, lu_arena *a, lu__claims *out, lu_err *e) LU_MUST_USE;
void lu__claims_free(lu__claims *c);

#endif
