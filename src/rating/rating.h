/* SPDX-License-Identifier: MIT
 * How good an answer is, as a language model says: ratings of single answers, and which of two is better. A model that
 * answers in another form than was asked for ends nothing: what it said is counted, and the answer has no rating.
 * Functions are of the thread of `chat`. */
#ifndef LU_RATING_RATING_H
#define LU_RATING_RATING_H

#include "lucus/chat.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lu_aspect_rated {
	LU_RATED_ACCURACY,
	LU_RATED_COMPLETENESS,
	LU_RATED_CLARITY,
	LU_RATED_RELEVANCE,
	LU_RATED_ASPECTS
} lu_aspect_rated;
const char *lu_rated_name(lu_aspect_rated a); /* "accuracy" "completeness" "clarity" "relevance" */

/* An answer to be rated. */
typedef struct lu_rated {
	lu_str question, answer;
	lu_str sources;             /* what it cites; may be empty */
	bool known;                 /* set: it has a rating */
	double v[LU_RATED_ASPECTS]; /* set: 0 to 10 */
	lu_str reason;              /* set: in the model's words; may be empty */
} lu_rated;
/* Rate them; texts live in `a`. *malformed counts those without a rating. LU_ENET: no request had an answer. */
lu_code lu_rate(lu_chat *chat, lu_rated *v, size_t n, lu_arena *a, size_t *malformed, lu_err *e) LU_MUST_USE;

typedef enum lu_better { LU_BETTER_UNKNOWN, LU_BETTER_FIRST, LU_BETTER_SECOND, LU_BETTER_TIE, LU_BETTERS } lu_better;

/* Two answers to be compared. */
typedef struct lu_pair {
	lu_str question, first, second;
	lu_better better; /* set */
	bool swayed;      /* set: the model took what it saw first, or second, in either order; that is a tie */
} lu_pair;
/* Compare each pair in both orders: what holds in both is the result, anything else is a tie. *malformed counts pairs of which
 * a reply was of no use: they are unknown. LU_ENET: as above. */
lu_code lu_rate_pairs(lu_chat *chat, lu_pair *v, size_t n, size_t *malformed, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
