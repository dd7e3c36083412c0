/* SPDX-License-Identifier: MIT
 * For unit tests that ask questions of a store. */
#ifndef LU_TEST_QUERY_H
#define LU_TEST_QUERY_H

#include "test.h"

#include <math.h>

#include "lucus/retrieve.h"

/* The usual options, but for the strategy and the number of hits. */
static inline lu_query_options query_options(const char *strategy, int64_t k)
{
	lu_query_options o;

	lu_query_options_init(&o);
	o.strategy = strategy;
	o.k = k;
	return o;
}

/* Ranks rise by one, and scores, which are numbers, never do. */
static inline void assert_ranked(const lu_result *r)
{
	for (size_t i = 0; i < r->n; i++) {
		assert_int_equal(r->v[i].rank, i + 1);
		assert_true(isfinite(r->v[i].score));
		if (i) assert_true(r->v[i].score <= r->v[i - 1].score);
	}
}

#endif
