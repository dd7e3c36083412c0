/* SPDX-License-Identifier: MIT
 * Binary search. */
#ifndef LU_CORE_BINARY_SEARCH_H
#define LU_CORE_BINARY_SEARCH_H

#include <stddef.h>

/* Lower bound: sets the size_t `at` to the first index in [from, to) for which BEFORE is false, to `to` when it is true for
 * all of them. BEFORE is an expression of `at`, true for the first elements and false for the rest:
 *
 *	LU_LOWER_BOUND(at, 0, n, v[at].line < line);
 *	if (at < n && v[at].line == line) ...
 *
 * `at` is evaluated many times and must be a plain variable; `from` and `to` are evaluated once, and from <= to. */
#define LU_LOWER_BOUND(at, from, to, BEFORE) \
	for (size_t lu__low = (from), lu__high = (to); (at) = lu__low + (lu__high - lu__low) / 2, lu__low < lu__high;) \
	(void)((BEFORE) ? (lu__low = (at) + 1) : (lu__high = (at)))

#endif
