/* SPDX-License-Identifier: MIT
 * Answers from summaries of all communities: what a lazy query is measured against. Each community is summarised once
 * from its members; a question has the summaries read in batches (map), each of which gives points with a rating, and the
 * best points become the answer (reduce, which is LU_ANSWER_GLOBAL of lucus/answer.h).
 *
 * Nothing here knows a store. Functions with a `chat` are of its thread. */
#ifndef LU_GLOBAL_GLOBAL_H
#define LU_GLOBAL_GLOBAL_H

#include "lucus/chat.h"
#include "lucus/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_GLOBAL_MEMBERS 2000 /* tokens of a community's members that are shown for its summary */
#define LU_GLOBAL_SUMMARY \
	200 /* tokens of a summary that is not there yet, for estimates; the most of one made without a model */
#define LU_GLOBAL_BATCH  8000 /* tokens of the summaries in a request */
#define LU_GLOBAL_POINTS 200  /* tokens of a reply with points, for estimates */

/* A community. */
typedef struct lu_global_part {
	lu_str members; /* lines that say what it holds, at most LU_GLOBAL_MEMBERS tokens */
	lu_str summary; /* empty: it is not known */
} lu_global_part;

/* The key of a summary: of the members, the model and the prompt. */
void lu_global_key(const lu_chat *chat, lu_str members, char out[LU_SHA256_HEX]);
/* A summary without a model: the first lines of the members. A view of these. */
lu_str lu_global_extract(lu_str members);

/* Have the model summarise those without a summary; one that fails stays without, and *failed counts it. Texts live in
 * `a`. LU_ENET: every one of them failed. Whatever this returns, the summaries that came are set. */
lu_code lu_global_summarise(lu_chat *chat, lu_global_part *v, size_t n, lu_arena *a, size_t *failed,
			    lu_err *e) LU_MUST_USE;

/* A statement, and which of the parts bear it out. */
typedef struct lu_global_point {
	lu_str text;
	double rating; /* 0 to 100 */
	size_t *part;  /* indices, ascending */
	size_t n_part; /* never 0 */
} lu_global_point;

typedef struct lu_global_points {
	lu_global_point *v; /* best first; equals in the order of their parts */
	size_t n;
	size_t batches; /* requests */
	size_t malformed; /* replies without a list of points, and points that were dropped as they name no part or say nothing */
} lu_global_points;

/* The points that the summaries of `v`, or lu_global_extract() of those without, make towards `question`, those with a rating of 0 left out. What a model
 * writes that is no point is counted, and ends nothing. Memory of `a`. LU_ENET: every request failed. */
lu_code lu_global_map(lu_chat *chat, lu_str question, const lu_global_part *v, size_t n, lu_arena *a,
		      lu_global_points *out, lu_err *e) LU_MUST_USE;

/* ---- without sending anything ---- */

/* What it would take: tokens as lu_tokens() counts them. */
typedef struct lu_global_cost {
	int64_t requests, tokens_in, tokens_out;
} lu_global_cost;
/* Of the summaries that are not known, and of a question. `own`: prompts, or NULL. `budget`: tokens of the points in the
 * last request. */
void lu_global_estimate(const lu_prompts *own, lu_str question, const lu_global_part *v, size_t n, int64_t budget,
			lu_global_cost *summaries, lu_global_cost *map, lu_global_cost *reduce);

#ifdef __cplusplus
}
#endif
#endif
