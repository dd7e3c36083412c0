/* SPDX-License-Identifier: MIT
 * How many hits of a ranked list are enough, and which of them fit into a context. Pure functions: the caller brings
 * scores, tokens and prices.
 *
 * Two policies decide on k:
 *
 * SOFTMAX. p_i = exp(s_i) / sum_j exp(s_j) over all candidates, at temperature 1. The first k_min are taken,
 * then more while their mass is below `mass` (0.70), the cost stays within `max_cost` and k <= k_max. It is what its
 * formula says: multiplied scores give another k, as do added candidates.
 *
 * CALIBRATED. p_i = w_i / sum of w over the first LU_SELECT_HEAD candidates; candidates from the
 * first one that is junk on are left out. Where the relevance of candidates is known (of those that
 * the built-in reranker has ordered: lu_hit), w_i is it, and what is less likely than
 * LU_SELECT_LEAST is junk. Then, unless the caller says what `mass` to reach, those are taken whose
 * p_i is more than the price of their tokens, so that the sum of what is left is greatest: LU_SELECT_REST
 * tokens cost as much as what is missing at the mass that is aimed at, 1 - mass. One that is dear is
 * passed over for what follows it, but not for less of the same thing, as its declaration is; and for a whole
 * that is the first one, and that no certainty makes worth its tokens, a part of it stands where there is one. Else w_i = (s_i /
 * s_1) / i^1.5, and junk is what has less than LU_SELECT_NEAR of the best one's score; i^1.5 is how
 * relevance falls with the rank on annotated questions, where the scores are equal. Scores that are
 * multiplied by any c > 0 give the same k, and so does any number of added candidates that are junk,
 * or after the head. The mass that is aimed at depends on the class of the query: 0.70 for symbol
 * and focused queries, 0.85 for several aspects and for texts that say more below their title,
 * 0.90 for comprehensive ones. Where no candidate
 * covers `floor` of the query, nothing is relevant and k is 0: at 0.2 that was decided for 14 of 15
 * questions about other things than code, and for none of 90 about the code base. */
#ifndef LUCUS_SELECT_H
#define LUCUS_SELECT_H

#include "lucus/arena.h"
#include "lucus/classify.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_SELECT_HEAD  20   /* candidates that the calibrated policy looks at, k_max when that is more */
#define LU_SELECT_NEAR  0.25 /* of the best score: less counts as junk */
#define LU_SELECT_LEAST 0.01 /* probability of relevance: less counts as junk */
#define LU_SELECT_REST  1400 /* tokens that cost what is missing at the mass that is aimed at */

typedef enum lu_policy { LU_POLICY_SOFTMAX, LU_POLICY_CALIBRATED, LU_POLICIES } lu_policy;
const char *lu_policy_name(lu_policy p); /* "softmax", "calibrated" */

typedef enum lu_stop {
	LU_STOP_PROBABILITY, /* the mass is reached */
	LU_STOP_WORTH,       /* the others are not worth their tokens */
	LU_STOP_COST,        /* one more would cost more than max_cost */
	LU_STOP_TOKENS,      /* others would be over the token budget */
	LU_STOP_K_MAX,
	LU_STOP_END,          /* the candidates are used up */
	LU_STOP_INSUFFICIENT, /* there are fewer than k_min of them: all are taken */
	LU_STOP_IRRELEVANT,   /* none covers enough of the query: none is taken */
	LU_STOP_NONE,         /* there are no candidates */
	LU_STOPS
} lu_stop;
/* "probability" "worth" "cost" "tokens" "k_max" "end" "insufficient_candidates" "irrelevant" "no_candidates" */
const char *lu_stop_name(lu_stop s);

typedef struct lu_select_options {
	lu_policy policy;
	int64_t k_min;              /* 1 to k_max, taken whatever they cost; 0: 2 with softmax, with calibrated one
				     * for each part, within the token budget */
	int64_t k_max;              /* 1 to LU_SELECT_K_MAX */
	double mass;                /* (0, 1]; 0: 0.70 with softmax, with calibrated by the class of the query */
	double max_cost;            /* dollars for a query; at least 0 */
	double token_price;         /* dollars for a token; at least 0 */
	int64_t token_budget;       /* tokens for a query, what does not fit is passed over; 0: no bound */
	double floor;               /* calibrated: the least coverage of the best candidate, 0 to 1 */
	lu_query_class query_class; /* calibrated: of the query */
	bool is_long;  /* calibrated: the query says more below its title, and asks for more than one place */
	int64_t parts; /* calibrated: of the query; 0: one */
} lu_select_options;

#define LU_SELECT_K_MAX 1000

/* Calibrated, k_max 10, $0.01 at $1 for a million tokens, no budget, floor 0.2, a focused query. */
void lu_select_options_init(lu_select_options *o);

/* A candidate, in the order of the ranks. */
typedef struct lu_selectable {
	double score;     /* higher is better */
	double coverage;  /* share of the query that it holds, 0 to 1; negative: unknown */
	int64_t tokens;   /* of what is handed on when it is taken */
	double relevance; /* probability that it is right, 0 to 1; 0 for all: unknown */
	bool lesser;      /* an earlier one says more of the same thing: never taken */
	size_t part;      /* of those after it the first that is a part of it and may stand for it; 0: none */
} lu_selectable;

typedef struct lu_selection {
	size_t k;            /* so many are taken, */
	size_t *taken;       /* these, in their order: the first k, unless tokens were weighed */
	size_t passed;       /* so many were passed over: they do not fit into the token budget */
	int64_t tokens;      /* of these */
	double cost;         /* dollars for these tokens */
	double target;       /* the mass that was aimed at */
	double *probability; /* of each candidate; 0 for those that were not looked at */
	size_t n;
	lu_stop stopped;
	lu_policy policy;
	lu_query_class query_class;
} lu_selection;

/* Decide. Memory comes from `a`. LU_EUSAGE: an option out of its range, a score that is no finite
 * number, a relevance that is no probability, tokens below 0. Scores that are not positive are
 * unknown scales to the calibrated policy: it goes by rank where the best one is not above 0, and
 * takes one that is above an earlier one as equal to it. */
lu_code lu_select(const lu_select_options *o, const lu_selectable *v, size_t n, lu_arena *a, lu_selection *out,
		  lu_err *e) LU_MUST_USE;

/* ---- fitting hits into a context ---- */

/* A hit on its way into a context. */
typedef struct lu_piece {
	lu_str path;
	uint32_t start_line, end_line; /* 0: unknown */
	int64_t tokens, outline;       /* of the whole, and of its outline */
} lu_piece;

typedef enum lu_fit {
	LU_FIT_WHOLE,
	LU_FIT_INSIDE, /* part of an earlier piece that is there as a whole: nothing to add */
	LU_FIT_OUTLINE,
	LU_FIT_NOTHING /* not even the outline */
} lu_fit;

/* What becomes of each piece when all must stay within `budget` tokens: whole pieces in their order where they fit (one
 * that does not is passed over), then, in what is left, the outlines of the others. Returns the tokens used. Quadratic:
 * for lists of some hundreds. */
int64_t lu_fit_pieces(const lu_piece *v, size_t n, int64_t budget, lu_fit *out);

#ifdef __cplusplus
}
#endif
#endif
