/* SPDX-License-Identifier: MIT
 * The layout of a token-vector table (lucus/embed.h), for its reader and its writer. */
#ifndef LU_EMBED_TOKEN_TABLE_H
#define LU_EMBED_TOKEN_TABLE_H

#include "lucus/embed.h"

#define LU__TABLE_MAGIC "LUCUSTV1"

typedef struct lu__table_head {
	char magic[8];
	uint32_t version, dim, count, slots;
	uint64_t text_bytes, check;
} lu__table_head;

_Static_assert(sizeof(lu__table_head) == 40, "the header of the file has no padding");

typedef struct lu__table_parts {
	const uint32_t *slot, *offset;
	const float *scale, *weight_code, *weight_query;
	const int8_t *row;
	const char *text;
} lu__table_parts;

/* The table that is part of the program, aligned (model.S). */
extern const char lu__model[], lu__model_end[];

/* Where the parts of a table at `base` lie (`p` may be NULL), and how long it is by its header.
 * False when that is more than memory can hold; *size is set to 0 then. */
bool lu__table_layout(const void *base, const lu__table_head *h, lu__table_parts *p, uint64_t *size);

/* The checksum of `n` bytes as lucus/embed.h defines it: eight lanes, so that a table of many
 * megabytes is checked at the speed of memory. */
uint64_t lu__table_sum(const void *p, size_t n);

#endif
