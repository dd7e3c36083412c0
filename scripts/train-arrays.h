/* SPDX-License-Identifier: MIT
 * Growing arrays, and a map from hashes to numbers, for programs that end when memory does. */
#ifndef TRAIN_ARRAYS_H
#define TRAIN_ARRAYS_H

#include <stddef.h>
#include <stdint.h>

/* Print and exit. */
void die(const char *what);

typedef struct vec {
	char *v;
	size_t n, cap, size;
} vec;

void *push(vec *a, const void *item);
#define AT(a, type, i) ((type *)(void *)(a).v + (i))

typedef struct map {
	uint64_t *key; /* 0: free */
	uint32_t *value;
	size_t n, cap;
} map;

/* The value of a key, to be changed; `otherwise` when it is new. */
uint32_t *map_at(map *m, uint64_t key, uint32_t otherwise);
uint32_t map_get(const map *m, uint64_t key, uint32_t otherwise);
void map_clear(map *m);

#endif
