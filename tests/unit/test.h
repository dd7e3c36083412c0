/* SPDX-License-Identifier: MIT
 * What every unit test includes: cmocka, and an allocator that can be told to fail. */
#ifndef LU_TEST_H
#define LU_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Allocations that still succeed; -1: all of them. Our objects are linked with --wrap=malloc etc. */
extern long test_allocs_left;
/* Only one allocation fails, the others succeed: what goes on after a failure is seen. */
extern bool test_allocs_recover;

/* Run BODY, which sets `rc`, with the 1st, the 2nd, ... allocation failing, until it succeeds. Checks
 * that each failure is reported as LU_ENOMEM. */
#define FOR_EVERY_ALLOCATION_FAILURE(rc, BODY) \
	do { \
		long test_n_ = 0; \
		do { \
			test_allocs_left = test_n_++; \
			BODY; \
			test_allocs_left = -1; \
			assert_true((rc) == LU_OK || (rc) == LU_ENOMEM); \
		} while ((rc) != LU_OK); \
		assert_true(test_n_ > 1); \
	} while (0)

#endif
