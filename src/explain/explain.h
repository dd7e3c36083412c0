/* SPDX-License-Identifier: MIT
 * Explanations that a model writes: what an element is for, how it works, what to mind, how it is used. This layer has
 * the prompt, checks what comes back, and minds the cost; where the texts come from (index/explained.h) and where the
 * explanations go is the caller's business. */
#ifndef LU_EXPLAIN_EXPLAIN_H
#define LU_EXPLAIN_EXPLAIN_H

#include "lucus/chat.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_EXPLANATION_MAX 2000 /* bytes */

/* Who makes explanations: the model of `c`, and a number of its prompt: by another one other explanations are due. */
void lu_explain_maker(const lu_chat *c, lu_buf *out);

/* ---- what it will cost ---- */

typedef struct lu_explain_cost {
	int64_t elements, tokens_in, tokens_out; /* estimated from bytes */
	double cost;                             /* dollars; -1: the price of the model is not known */
} lu_explain_cost;
/* Of `n` elements with texts of `bytes` in all. */
lu_code lu_explain_estimate(const lu_chat *c, lu_str prices, int64_t n, int64_t bytes, lu_explain_cost *out,
			    lu_err *e) LU_MUST_USE;

/* ---- requests ---- */

typedef struct lu_explain_item {
	lu_str text;        /* as lu_explained_text() makes it; data, whatever it says */
	const char *key;    /* of it */
	lu_str explanation; /* set: in the arena; empty when there is none */
} lu_explain_item;

/* What was done, added up over calls. */
typedef struct lu_explain_sum {
	int64_t requests, explained, failed;          /* requests: that got a reply */
	int64_t tokens_in, tokens_cached, tokens_out; /* -1: the server does not say */
	double cost;                                  /* dollars; -1: not known */
	int64_t known; /* elements whose explanation was known, which the caller counts */
	bool stopped;  /* the cost passed the limit: nothing more is requested */
} lu_explain_sum;

typedef struct lu_explain_options {
	double max_cost; /* dollars in sum->cost, after which nothing more is requested */
	void *ctx;
	void (*progress)(void *ctx, int64_t done); /* items of this call; may be NULL */
	/* There is no explanation of item `i`; anything but LU_OK ends the work. May be NULL. */
	lu_code (*failed)(void *ctx, size_t i, const char *why, lu_err *e);
} lu_explain_options;

/* Request the explanations of `v`, as many at a time as `c` allows. Single failures are counted, and do not end the
 * work unless the first LU_EXPLAIN_HOPELESS replies to all calls are failures. Whatever it returns, explanations that
 * came are set. LU_ECANCEL after a signal. */
#define LU_EXPLAIN_HOPELESS 8
lu_code lu_explain(lu_chat *c, lu_explain_item *v, size_t n, const lu_explain_options *o, lu_arena *a,
		   lu_explain_sum *sum, lu_err *e) LU_MUST_USE;

/* What a model wrote, as it is kept: without control characters, blanks in a row and what is beyond LU_EXPLANATION_MAX,
 * which ends with a whole sentence where there is one. `cut`: the model was not done. Empty when nothing is left. */
lu_code lu_explanation_clean(lu_str text, bool cut, lu_arena *a, lu_str *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
