/* SPDX-License-Identifier: MIT
 * Random numbers for tests that draw what they try: the same ones in every run. */
#ifndef LU_TEST_RANDOM_H
#define LU_TEST_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static uint64_t seed = 0x9e3779b97f4a7c15;

/* From 0 to n - 1. */
static inline unsigned below(size_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 33) % n);
}

#endif
