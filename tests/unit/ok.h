/* SPDX-License-Identifier: MIT
 * Calls that must succeed, and those that must not. */
#ifndef LU_TEST_OK_H
#define LU_TEST_OK_H

#include "test.h"

#include "lucus/err.h"

static lu_err err; /* of the last call */

#define OK(call) \
	do { \
		err.msg[0] = '\0'; \
		if (call) fail_msg("%s: %s", #call, err.msg); \
	} while (0)

#define FAILS(call, want) \
	do { \
		lu_code bad_rc = (call); \
		if (bad_rc != (want)) fail_msg("%s: code %d: %s", #call, (int)bad_rc, bad_rc ? err.msg : ""); \
	} while (0)

#endif
