/* SPDX-License-Identifier: MIT
 * For unit tests that ask questions of a store. */
#ifndef LU_TEST_QUERY_H
#define LU_TEST_QUERY_H

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

#endif
