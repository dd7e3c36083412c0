/* SPDX-License-Identifier: MIT */
#ifndef LU_CORE_UTF8_H
#define LU_CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#define LU__REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* Length of the well-formed UTF-8 sequence at `s` (Unicode, table 3-7), 0 when there is none. */
static inline size_t lu__utf8_len(const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s;

	if (n == 0) return 0;
	if (p[0] < 0x80) return 1;
	if (p[0] < 0xc2 || p[0] > 0xf4 || n < 2 || (p[1] & 0xc0) != 0x80) return 0;
	if (p[0] < 0xe0) return 2;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f)) return 0;
	if ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f)) return 0;
	if (n < 3 || (p[2] & 0xc0) != 0x80) return 0;
	if (p[0] < 0xf0) return 3;
	return n < 4 || (p[3] & 0xc0) != 0x80 ? 0 : 4;
}

/* Is it one of the controls U+0080 to U+009F, which terminals obey as well? */
static inline bool lu__is_c1(const char *s, size_t n)
{
	return n > 1 && (unsigned char)s[0] == 0xc2 && ((unsigned char)s[1] & 0xe0) == 0x80;
}

#endif
