/* SPDX-License-Identifier: MIT
 * Relevance tests by a language model: a wave of batches, of which some share a request. */
#ifndef LU_LAZY_TESTING_H
#define LU_LAZY_TESTING_H

#include "lazy/deepening.h"
#include "lazy/subqueries.h"

/* Append the text of a test: of a sentence, or with LU_LAZY_PASSAGE of a passage. */
typedef void lu__test_text_fn(void *ctx, uint32_t test, lu_buf *out);

typedef struct lu__testing {
	lu_chat *chat;
	lu_str question;
	const lu__subqueries *subqueries;
	size_t most;    /* tests of batches that share a request */
	size_t longest; /* bytes of a text that are shown, its beginning and its end; 0: all of it */
	lu__test_text_fn *text;
	void *ctx;
} lu__testing;

/* What a wave gave. */
typedef struct lu__tested {
	int *result[LU__WAVE]; /* of each batch, for lu__deepening_take() */
	bool failed[LU__WAVE]; /* there was no reply: its results are LU__UNKNOWN */
	size_t n_requests;
	size_t n_failed; /* batches */
	lu_err why;      /* of the first that failed */
} lu__tested;

/* Test them all; what was left out of replies is told in `dropped`. A reply that is of no use makes its tests
 * LU__UNKNOWN, and is no error. LU_ECANCEL, LU_ENOMEM. Memory of the results comes from `a`. */
lu_code lu__test_wave(const lu__testing *t, const lu__lazy_batch *wave, size_t n, lu_arena *a, lu__tested *out,
		      lu_buf *dropped, lu_err *e) LU_MUST_USE;

#endif
