/* SPDX-License-Identifier: MIT
 * The search of a lazy graph query: which sentences to test next, by what the tests before have said. It is a state
 * machine without a store, a clock or a model: its caller runs the tests, and tells it what they gave.
 *
 *	lu__deepening_open(&in, &o, &d, e);
 *	while (!rc && (rc = lu__deepening_next(d, &wave, &n, e)) == LU_OK && n)
 *		for (i = 0; i < n; i++) lu__deepening_take(d, i, results of wave[i]);
 *
 * What is tested depends on the input, the options but for the budget, and the results alone, in whatever order the
 * requests of a wave end: so what a smaller budget tests is what a larger one tests first. */
#ifndef LU_LAZY_DEEPENING_H
#define LU_LAZY_DEEPENING_H

#include "lucus/arena.h"
#include "lucus/lazy_graph.h"

#define LU__NO_COMMUNITY UINT32_MAX
#define LU__WAVE         8  /* batches of a wave, which may be tested at the same time */
#define LU__UNTESTED     -2 /* results of tests beside 0 to 10 */
#define LU__UNKNOWN      -1 /* the test gave none: it counts as one all the same, neither as a zero nor as relevant */

typedef struct lu__lazy_passage {
	double score;       /* of what promises most, not negative */
	uint32_t community; /* the leaf that it is in */
	uint32_t first, n;  /* its sentences: [first, first + n), n is not 0 */
} lu__lazy_passage;

typedef struct lu__lazy_input {
	const lu__lazy_passage *passage; /* by score, the highest first */
	size_t n;
	size_t n_sentence;
	/* Of each community; LU__NO_COMMUNITY: it is a root. Parents come before their children. */
	const uint32_t *parent;
	size_t n_community;
	/* The neighbours of passage i are near[near_from[i]] to near[near_from[i + 1] - 1]; NULL: there are none. */
	const uint32_t *near_from, *near;
} lu__lazy_input;

/* What is tested in one request: sentences, or with LU_LAZY_PASSAGE passages. */
typedef struct lu__lazy_batch {
	const uint32_t *v;       /* sentences, or passages, in the order of their tests */
	const uint32_t *passage; /* of each of them */
	size_t n;
	uint32_t community; /* where they are from; LU__NO_COMMUNITY: from all passages */
	bool neighbours;    /* of what was relevant */
} lu__lazy_batch;

typedef struct lu__deepening lu__deepening;

/* What `in` points to is borrowed. LU_EUSAGE: lu_lazy_search_options_check(). LU_EFORMAT: the input is not as it is
 * said above. Release with lu__deepening_close(). */
lu_code lu__deepening_open(const lu__lazy_input *in, const lu_lazy_search_options *o, lu__deepening **out,
			   lu_err *e) LU_MUST_USE;
void lu__deepening_close(lu__deepening *d); /* accepts NULL */

/* The next batches, LU__WAVE at most, all of whose results must be told before the next call; 0: the search has ended.
 * Best first. *out lives until the next call. */
lu_code lu__deepening_next(lu__deepening *d, const lu__lazy_batch **out, size_t *n, lu_err *e) LU_MUST_USE;
/* The results of batch `i` of the wave: 0 to 10, or LU__UNKNOWN, of each of its tests; what is out of this range counts as
 * the nearest. In any order, each batch once. */
void lu__deepening_take(lu__deepening *d, size_t i, const int *result);
/* End it before its time. */
void lu__deepening_stop(lu__deepening *d, lu_lazy_end why);

/* Borrowed, until close; true as of the last wave whose results are all told. */
const lu_lazy_state *lu__deepening_state(const lu__deepening *d);
/* The result of each sentence, or with LU_LAZY_PASSAGE of each passage: LU__UNTESTED where it was not tested. */
const int8_t *lu__deepening_results(const lu__deepening *d);
/* The sum of the scores of the passages in a community and in all below it. */
double lu__deepening_score(const lu__deepening *d, uint32_t community);
/* The mean place of its best passages among all, by which root-first goes; -1 by best-first. */
double lu__deepening_rank(const lu__deepening *d, uint32_t community);

#endif
