/* SPDX-License-Identifier: MIT
 * Having the session's model judge answers; what that costs is in the ledger. */
#ifndef LU_SESSION_JUDGING_H
#define LU_SESSION_JUDGING_H

#include "lucus/session.h"
#include "rating/rating.h"

#ifdef __cplusplus
extern "C" {
#endif

/* lu_rate() and then lu_rate_pairs(). LU_EUSAGE: the session has no model. */
lu_code lu_session_judge(lu_session *s, const lu_request *r, lu_rated *v, size_t n, lu_pair *pair, size_t n_pair,
			 lu_arena *a, size_t *malformed, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
