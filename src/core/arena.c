/* SPDX-License-Identifier: MIT */
#include "lucus/arena.h"

#include <stdint.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/mman.h>
#include <unistd.h>

/* The tests build with 0, so that each object is a block of its own and ASan sees its bounds. */
#ifndef LU_ARENA_BLOCK
#define LU_ARENA_BLOCK 65536
#endif

struct lu_block {
	struct lu_block *next;
	size_t cap, used;
	_Alignas(16) char data[];
};

void *lu_arena_alloc(lu_arena *a, size_t n)
{
	struct lu_block *b = a->top;

	if (n > SIZE_MAX / 2) return NULL;
	n = (n + 15) & ~(size_t)15;
	if (!b || b->cap - b->used < n) {
		size_t least = a->next > LU_ARENA_BLOCK ? a->next : LU_ARENA_BLOCK, cap = n > least ? n : least;

		if (!(b = malloc(sizeof *b + cap))) return NULL;
		a->next = 0;
		*b = (struct lu_block){ .cap = cap };
		/* A large object fills its block: keep the half-used one on top for the next. */
		if (cap == n && a->top) {
			b->next = a->top->next;
			a->top->next = b;
		} else {
			b->next = a->top;
			a->top = b;
		}
		a->total += cap;
	}
	b->used += n;
	return b->data + b->used - n;
}

void *lu_arena_calloc(lu_arena *a, size_t n, size_t size)
{
	void *p;

	if (size && n > SIZE_MAX / 2 / size) return NULL;
	p = lu_arena_alloc(a, n * size);
	if (p) memset(p, 0, n * size);
	return p;
}

lu_str lu_arena_dup(lu_arena *a, lu_str s)
{
	char *p = lu_arena_alloc(a, s.n + 1);

	if (!p) return lu_strn(NULL, 0);
	if (s.n) memcpy(p, s.s, s.n);
	p[s.n] = '\0';
	return lu_strn(p, s.n);
}

lu_str lu_arena_keep(lu_arena *a, lu_buf *b)
{
	lu_str s = b->oom ? lu_strn(NULL, 0) : lu_arena_dup(a, lu_buf_str(b));

	lu_buf_free(b);
	return s;
}

void *lu_arena_grow(lu_arena *a, void *v, size_t n, size_t size)
{
	void *p;

	if (n && (n & (n - 1))) return v; /* capacity is the next power of two */
	if (n > SIZE_MAX / 4 / size) return NULL;
	p = lu_arena_alloc(a, (n ? n * 2 : 1) * size);
	if (p && n) memcpy(p, v, n * size);
	return p;
}

void lu_arena_take(lu_arena *to, lu_arena *from)
{
	struct lu_block **end = &from->top;

	while (*end) end = &(*end)->next;
	*end = to->top;
	to->top = from->top;
	to->total += from->total;
	*from = (lu_arena){ 0 };
}

void lu_arena_free(lu_arena *a)
{
	while (a->top) {
		struct lu_block *b = a->top;

		a->top = b->next;
		free(b);
	}
	a->total = a->next = 0;
}

void lu_arena_clear(lu_arena *a)
{
	struct lu_block *b = a->top;
	size_t total = a->total;

	if (LU_ARENA_BLOCK && b && !b->next) {
		b->used = 0;
		return;
	}
	lu_arena_free(a);
	if (LU_ARENA_BLOCK && total) a->next = total;
}

#define LARGE_PAGE ((size_t)2 << 20)

void *lu_large(size_t n)
{
	void *p;

	if (n < 2 * LARGE_PAGE) return malloc(n + 1);
	if (n > SIZE_MAX - LARGE_PAGE) return NULL;
	n = (n + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
	p = aligned_alloc(LARGE_PAGE, n);
#ifdef MADV_HUGEPAGE
	if (p) madvise(p, n, MADV_HUGEPAGE); /* advice: nothing is wrong when it is not taken */
#endif
	return p;
}

/* The heap's first page is written before the advice is given, which a large page must not be: it begins a little before
 * one. What is above stays: to give memory back and fault it in again takes longer than much of what it is used for. */
void lu_large_heap(void)
{
#if defined __GLIBC__ && defined MADV_HUGEPAGE
	enum { BEFORE = 16384, SIZE = 32 * LARGE_PAGE };
	size_t used = (size_t)((uintptr_t)sbrk(0) & (LARGE_PAGE - 1));
	char *p;

	if (sbrk((intptr_t)(2 * LARGE_PAGE - BEFORE - used)) == (void *)-1) return;
	mallopt(M_TRIM_THRESHOLD, 2 * SIZE);
	mallopt(M_MMAP_THRESHOLD, 2 * LARGE_PAGE); /* more than that is lu_large()'s */
	mallopt(M_TOP_PAD, SIZE + BEFORE);
	if (!(p = malloc(1))) return;
	madvise(p + (-(uintptr_t)p & (LARGE_PAGE - 1)), SIZE, MADV_HUGEPAGE);
	free(p);
	mallopt(M_TOP_PAD, LARGE_PAGE);
#endif
}
