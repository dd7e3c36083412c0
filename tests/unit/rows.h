/* SPDX-License-Identifier: MIT
 * For unit tests that index words of their own. */
#ifndef LU_TEST_ROWS_H
#define LU_TEST_ROWS_H

#include "test.h"

#include "store/postings.h"

/* Index what was read into `bag` as the row of an element of so many lines, and free the bag. */
static inline lu_code put_bag(lu_store *s, int64_t id, int64_t file, uint64_t hash, uint32_t lines, lu_bag *bag,
			      lu_err *err)
{
	lu_arena a = { 0 };
	lu_terms terms;
	lu_row row;
	lu_code rc;

	assert_int_equal(lu_bag_row(bag, &a, &row, err), LU_OK);
	row.lines = lines;
	assert_int_equal(lu_bag_terms(bag, &a, &terms, err), LU_OK);
	rc = lu_store_row_put(s, id, file, hash, &terms, &row, err);
	lu_bag_free(bag);
	lu_arena_free(&a);
	return rc;
}

#endif
