/* SPDX-License-Identifier: MIT
 * An arena: memory for one record, one file or one query, given back as a whole. */
#ifndef LUCUS_ARENA_H
#define LUCUS_ARENA_H

#include <stddef.h>

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lu_block;

/* Zero-initialised is ready for use. One thread at a time. */
typedef struct lu_arena {
	struct lu_block *top;
	size_t total; /* bytes that its blocks hold */
} lu_arena;

/* `n` bytes, 16-byte aligned, not cleared; NULL when memory is out. They live until lu_arena_free(). */
void *lu_arena_alloc(lu_arena *a, size_t n);
/* `n` objects of `size` bytes, cleared; NULL when memory is out or n * size overflows. */
void *lu_arena_calloc(lu_arena *a, size_t n, size_t size);
/* A terminated copy of `s`. On failure the view has s == NULL and n == 0. */
lu_str lu_arena_dup(lu_arena *a, lu_str s);
/* Grow an array of `n` objects (allocated here) so that one more fits: doubles at powers of two.
 * Returns the array, moved if need be, or NULL. */
void *lu_arena_grow(lu_arena *a, void *v, size_t n, size_t size);
/* Frees every block; the arena is ready for use again. */
void lu_arena_free(lu_arena *a);
/* The same, but memory for as much again is kept, in one block: for what is done over and over. */
void lu_arena_clear(lu_arena *a);

/* Memory for `n` bytes, in large pages where there is much of it and the system has them: to fault in small ones takes longer
 * than to fill them. Not cleared; NULL when memory is out; free() gives it back. */
void *lu_large(size_t n);
/* Have the beginning of the heap in large pages, too, and keep what is freed for what comes: call it once, first in main(). */
void lu_large_heap(void);

#ifdef __cplusplus
}
#endif
#endif
