/* SPDX-License-Identifier: MIT
 * Short words are looked up by the thousand for each query: as numbers, of which a comparison is one instruction. */
#ifndef LU_CORE_SHORT_WORD_H
#define LU_CORE_SHORT_WORD_H

#include <stdint.h>

/* Eight bytes of a word that zeros fill up, in the order of memcmp(). Compilers make one load of it. */
static inline uint64_t lu__eight_bytes(const char word[8])
{
	const uint8_t *w = (const uint8_t *)word;

	return (uint64_t)w[0] << 56 | (uint64_t)w[1] << 48 | (uint64_t)w[2] << 40 | (uint64_t)w[3] << 32 |
	       (uint64_t)w[4] << 24 | (uint64_t)w[5] << 16 | (uint64_t)w[6] << 8 | w[7];
}

#endif
