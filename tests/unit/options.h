/* SPDX-License-Identifier: MIT
 * What the tests of the cli layer share: what an option of a table has become. */
#ifndef LU_TEST_OPTIONS_H
#define LU_TEST_OPTIONS_H

#include "test.h"

#include "cli/opt.h"

/* Option `name` of `table` has `value`, and that comes from `origin`. */
static inline void option_is(lu_opt *table, const char *name, const char *value, const char *origin)
{
	lu_opt_iter it = lu_opt_begin(table);
	lu_buf v = LU_BUF, w = LU_BUF;
	lu_opt *o;

	while ((o = lu_opt_next(&it)) && strcmp(o->name, name))
		;
	assert_non_null(o);
	lu_opt_value(o, &v);
	lu_opt_origin(o, &w);
	assert_string_equal(v.s, value);
	assert_string_equal(w.s, origin);
	lu_buf_free(&v);
	lu_buf_free(&w);
}

#endif
