/* SPDX-License-Identifier: MIT
 * What explaining a store and explaining trees have in common. */
#ifndef LU_SESSION_EXPLAINING_RUN_H
#define LU_SESSION_EXPLAINING_RUN_H

#include "session/explaining.h"

#define LU__EXPLAIN_BATCH 60 /* elements that are requested, and committed, together */

typedef struct lu__explaining {
	const lu_explaining_options *given;
	const lu_watch *watch;
	lu_buf maker; /* whose explanations these are */
	lu_explain_options o;
	lu_explain_sum sum;
	int64_t due, bytes;  /* elements to be explained, and bytes of their texts */
	int64_t before;      /* of them that earlier calls have requested */
	const lu_str *names; /* of the elements of the call that runs, for messages */
} lu__explaining;

lu_code lu__explaining_open(lu__explaining *x, const lu_explaining_options *o, const lu_watch *w,
			    lu_err *e) LU_MUST_USE;
void lu__explaining_close(lu__explaining *x);
/* Is an element of this type and size explained? */
bool lu__explaining_wants(const lu__explaining *x, const lu_element *el);
/* When x->due and x->bytes are known: is what it will cost within the limit, or agreed to? LU_EUSAGE with the estimate
 * when not. */
lu_code lu__explaining_agree(lu__explaining *x, lu_err *e) LU_MUST_USE;
/* lu_explain() with progress and warnings; the explanations live in `a`. */
lu_code lu__explaining_ask(lu__explaining *x, lu_explain_item *v, const lu_str *names, size_t n, lu_arena *a,
			   lu_err *e) LU_MUST_USE;
/* Warn of what was not done, when `rc` or the cost stopped it, or elements failed; true when some are left. */
bool lu__explaining_tell(lu__explaining *x, lu_code rc);

#endif
