/* SPDX-License-Identifier: MIT
 * Lazy graph queries: broad questions, answered within a budget of relevance tests.
 *
 * A question is taken apart into subqueries, each of which finds passages of its own. A search goes through the
 * communities of the graph, those that promise most first, and tests sentences of their passages for relevance until
 * its budget is spent or it has enough. What was relevant becomes claims, and these an answer that cites passages. */
#ifndef LUCUS_LAZY_GRAPH_H
#define LUCUS_LAZY_GRAPH_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the search goes through the communities. */
typedef enum lu_lazy_policy {
	/* Level by level from the roots, the communities of a level in turns, those with the largest sum of scores first;
	 * a run of tests that give 0 leads to the communities below. */
	LU_LAZY_BEST_FIRST,
	/* All passages by their scores first, then level by level; communities by the mean rank of their best passages;
	 * one without anything relevant leaves with all below it. Each round ends with the neighbours of what was relevant. */
	LU_LAZY_ROOT_FIRST,
	LU_LAZY_POLICIES
} lu_lazy_policy;
const char *lu_lazy_policy_name(lu_lazy_policy p); /* "best-first" "root-first" */

/* What one test is of. */
typedef enum lu_lazy_unit {
	LU_LAZY_SENTENCE, /* how relevant it is, from 0 to 10 */
	LU_LAZY_PASSAGE,  /* is it relevant? 10 or 0 */
	LU_LAZY_UNITS
} lu_lazy_unit;
const char *lu_lazy_unit_name(lu_lazy_unit u); /* "sentence" "passage" */

/* Why a search has ended. */
typedef enum lu_lazy_end {
	LU_LAZY_RUNNING,    /* it has not */
	LU_LAZY_BUDGET,     /* all tests are spent */
	LU_LAZY_SUFFICIENT, /* enough is relevant */
	LU_LAZY_EXHAUSTED,  /* nothing is left that promises anything */
	LU_LAZY_NOTHING,    /* there were no passages */
	LU_LAZY_DEADLINE,   /* its time was over */
	LU_LAZY_ENDS
} lu_lazy_end;
const char *lu_lazy_end_name(lu_lazy_end r); /* "running" "budget" "sufficient" "exhausted" "nothing" "deadline" */

#define LU_LAZY_BUDGET_MAX  1000000
#define LU_LAZY_BATCH_MAX   100
#define LU_LAZY_ZEROS_MAX   1000
#define LU_LAZY_DEPTH_MAX   100
#define LU_LAZY_BREADTH_MAX 10000
#define LU_LAZY_BEST_MAX    100
#define LU_LAZY_RESTART_MAX 1000

/* The options of a search. */
typedef struct lu_lazy_search_options {
	lu_lazy_policy policy;
	lu_lazy_unit unit;
	int64_t budget;                     /* 500 tests; 1 to LU_LAZY_BUDGET_MAX */
	int64_t batch_size;                 /* 10 tests in a request; 1 to LU_LAZY_BATCH_MAX */
	int64_t relevance_threshold;        /* 5: what has at least so much is kept; 1 to 10 */
	int64_t zero_relevance_threshold;   /* 3 results of 0 in a row lead down; 1 to LU_LAZY_ZEROS_MAX */
	int64_t max_depth;                  /* 3 levels below the roots; 0 to LU_LAZY_DEPTH_MAX */
	int64_t breadth_limit;              /* 20 communities of a level at a time; 1 to LU_LAZY_BREADTH_MAX */
	int64_t sufficient_relevance_count; /* 50 tests that are kept are enough; 1 to LU_LAZY_BUDGET_MAX */
	int64_t best_passages;              /* 3 of a community give its rank; 1 to LU_LAZY_BEST_MAX */
	int64_t restart; /* 5 communities without anything relevant in a row: again from the root; 1 to
					     * LU_LAZY_RESTART_MAX */
} lu_lazy_search_options;
/* The values above. */
void lu_lazy_search_options_init(lu_lazy_search_options *o);
/* LU_EUSAGE: one is out of its range, the message names it and the range. */
lu_code lu_lazy_search_options_check(const lu_lazy_search_options *o, lu_err *e) LU_MUST_USE;
/* Tests of "z100", "z500", "z1500" or a number; LU_EUSAGE for anything else. */
lu_code lu_lazy_budget_read(lu_str s, int64_t *out, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
