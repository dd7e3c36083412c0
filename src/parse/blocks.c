/* SPDX-License-Identifier: MIT
 * Blocks, where variables live in the innermost one around their declaration. */
#include <stdlib.h>

#include "core/binary_search.h"
#include "parse/build.h"

static int by_start(const void *px, const void *py)
{
	const struct lu__range *x = px, *y = py;

	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	return (x->end < y->end) - (x->end > y->end);
}

lu_code lu__settle_blocks(struct lu__build *b)
{
	struct lu__range *v = b->f->blocks.v;
	size_t n = b->f->blocks.n, open = SIZE_MAX;

	if (n) qsort(v, n, sizeof *v, by_start);
	b->block_up = lu_arena_calloc(b->a, n + 1, sizeof *b->block_up);
	if (!b->block_up) return lu_nomem(b->e);
	for (size_t i = 0; i < n; i++) {
		while (open != SIZE_MAX && v[open].end <= v[i].start) open = b->block_up[open];
		b->block_up[i] = open;
		open = i;
	}
	return LU_OK;
}

struct lu__range lu__block_around(const struct lu__build *b, uint32_t at)
{
	const struct lu__range *v = b->f->blocks.v;
	size_t i;

	LU_LOWER_BOUND(i, 0, b->f->blocks.n, v[i].start <= at);
	for (i = i ? i - 1 : SIZE_MAX; i != SIZE_MAX && v[i].end <= at; i = b->block_up[i]) continue;
	return i == SIZE_MAX ? (struct lu__range){ 0, UINT32_MAX } : v[i];
}
