/* SPDX-License-Identifier: MIT
 * A question is taken apart. */
#ifndef LU_LAZY_SUBQUERIES_H
#define LU_LAZY_SUBQUERIES_H

#include "lucus/chat.h"
#include "lucus/lazy_graph.h"

typedef struct lu__subqueries {
	lu_subquery *v;  /* those that are kept first, each by score */
	size_t n, kept;  /* kept: at least 1 */
	lu_str expanded; /* the question and all that is kept, as one query */
	bool by_model;
	bool failed;    /* a model was to, and did not reply */
	lu_buf dropped; /* what was wrong with the model's reply, and was left out */
} lu__subqueries;

#define LU__SUBQUERY_WEAK .3 /* of less score is a subquery that is not used, unless it is the best */

/* Take `question` apart: by `chat`, or where that is NULL or fails by rules, which always keep the question itself: its
 * parts (lu_classify()), else the phrases of content words in it, and `also`, phrases that the caller knows to go with
 * it. At most `most` are kept. LU_ECANCEL, LU_ENOMEM. Memory comes from `a`, but for out->dropped:
 * lu__subqueries_free(). */
lu_code lu__subqueries_find(lu_chat *chat, lu_str question, lu_strs also, int64_t most, lu_arena *a,
			    lu__subqueries *out, lu_err *e) LU_MUST_USE;
void lu__subqueries_free(lu__subqueries *s);

#endif
