/* SPDX-License-Identifier: MIT
 * An arena: memory for one record, one file or one query, freed as a whole. Nothing in it is freed
 * alone, and no destructor runs. Functions that take an arena put what they return there: it lives
 * until the arena is freed or cleared. On failure they may leave memory behind in it, which is freed
 * with the rest. */
#ifndef LUCUS_ARENA_H
#define LUCUS_ARENA_H

#include <stddef.h>

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lu_block;

/* Zero-initialise. Release with lu_arena_free(). One thread at a time. An arena may be moved, but not copied. */
typedef struct lu_arena {
	struct lu_block *top; /* private */
	size_t total;         /* bytes that its blocks hold, used or not */
	size_t next;          /* private: bytes of its first block */
} lu_arena;

/* `n` bytes, 16-byte aligned, not cleared; n may be 0. NULL when memory is out. They live until lu_arena_free() or
 * lu_arena_clear(). */
void *lu_arena_alloc(lu_arena *a, size_t n);
/* `n` objects of `size` bytes, cleared; NULL when memory is out or n * size overflows. */
void *lu_arena_calloc(lu_arena *a, size_t n, size_t size);
/* A terminated copy of `s`; s.s is not NULL, even of an empty view. On failure the view has s == NULL and n == 0. */
lu_str lu_arena_dup(lu_arena *a, lu_str s);
/* A copy of what `b` holds, as above, and free `b`. s == NULL: out of memory, also when the content is not whole. */
lu_str lu_arena_keep(lu_arena *a, lu_buf *b);
/* Grow an array of `n` objects of `size` bytes, more than 0, so that one more fits: capacity doubles
 * at powers of two. `v` is what the last call returned for this array; NULL when n is 0. Returns the
 * array, moved when it had to grow (the old one stays readable), or NULL when memory is out. New
 * objects are not cleared. */
void *lu_arena_grow(lu_arena *a, void *v, size_t n, size_t size);
/* Hand over all that `from` holds, which is empty then: it lives as long as `to` does. */
void lu_arena_take(lu_arena *to, lu_arena *from);
/* Free every block; the arena is ready for use again. May be called twice. */
void lu_arena_free(lu_arena *a);
/* The same, but its next block is for as much again: for what is done over and over. Everything in it is void. */
void lu_arena_clear(lu_arena *a);

/* Memory for `n` bytes, in large pages where there is much of it and the system has them: to fault
 * in small ones takes longer than to fill them. Not cleared; NULL when memory is out. Release with
 * free(). */
void *lu_large(size_t n);
/* Have the beginning of the heap in large pages, too, and keep what is freed for what comes: call it
 * once, first in main(). */
void lu_large_heap(void);

#ifdef __cplusplus
}
#endif
#endif
