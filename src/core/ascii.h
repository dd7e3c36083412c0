/* SPDX-License-Identifier: MIT
 * Kinds of ASCII characters, and their case. No locale counts. `c` may be a char, signed or not, or a code point: what is
 * not ASCII is of no kind, except in lu_is_ident(). */
#ifndef LU_CORE_ASCII_H
#define LU_CORE_ASCII_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline bool lu_is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static inline bool lu_is_lower(int c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool lu_is_upper(int c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool lu_is_alpha(int c)
{
	return lu_is_lower(c | 0x20);
}

static inline bool lu_is_alnum(int c)
{
	return lu_is_alpha(c) || lu_is_digit(c);
}

static inline bool lu_is_hex(int c)
{
	return lu_is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/* A letter, a digit or an underscore. */
static inline bool lu_is_word(int c)
{
	return lu_is_alnum(c) || c == '_';
}

/* What identifiers are made of: lu_is_word(), or a byte or code point beyond ASCII. */
static inline bool lu_is_ident(int c)
{
	return lu_is_word(c) || c < 0 || c >= 0x80;
}

/* Blank within a line: space or tab. */
static inline bool lu_is_blank(int c)
{
	return c == ' ' || c == '\t';
}

/* White space: blanks, and the controls that end a line or a page (\n \v \f \r). */
static inline bool lu_is_space(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline char lu_lower(char c)
{
	return lu_is_upper(c) ? (char)(c | 0x20) : c;
}

static inline char lu_upper(char c)
{
	return lu_is_lower(c) ? (char)(c & ~0x20) : c;
}

#ifdef __cplusplus
}
#endif
#endif
