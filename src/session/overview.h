/* SPDX-License-Identifier: MIT
 * What --global reads of the store, and what the model makes of it before the answer. */
#ifndef LU_SESSION_OVERVIEW_H
#define LU_SESSION_OVERVIEW_H

#include "global/global.h"
#include "session/session.h"

typedef struct lu__overview {
	lu_arena arena; /* of all of it */
	int64_t level;
	lu_global_part *part; /* the communities at that level, with the leaves above it, in the order of the tree */
	lu_hit *lead;         /* of each: the element that is cited for it; only `el` and `stale` are set */
	size_t n;
} lu__overview;

/* Read the communities. The best hit in one leads it, else its first class or module. Release *out with
 * lu__overview_free(), whatever this returns. */
lu_code lu__overview_read(lu__reader *r, const lu_result *hits, int64_t level, lu__overview *out,
			  lu_err *e) LU_MUST_USE;
void lu__overview_free(lu__overview *o);
/* Set the summaries that are known of the model `chat`; those that `chat` NULL would make, none are. */
lu_code lu__overview_known(lu__reader *r, const lu_chat *chat, lu__overview *o, lu_err *e) LU_MUST_USE;

/* Have the model summarise what is not known, and find the points that the summaries make. *points: lines, the best first,
 * in `budget` tokens, which cite the `*n` elements of *lead by their numbers. No reader may be held. LU_ENET: the model
 * was of no use. */
lu_code lu__overview_points(lu_session *s, lu_chat *chat, lu_str question, lu__overview *o, int64_t budget,
			    lu_str *points, lu_hit **lead, size_t *n, lu_err *e) LU_MUST_USE;

#endif
