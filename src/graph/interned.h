/* SPDX-License-Identifier: MIT
 * The resolver's maps: names to small numbers, and pairs of numbers to lists of numbers, in an arena. A failed
 * addition sticks in lu__mem.oom, so that it is tested once, at the end. */
#ifndef LUCUS_GRAPH_INTERNED_H
#define LUCUS_GRAPH_INTERNED_H

#include "lucus/map.h"

#define LU__NONE LU_MAP_NONE

typedef struct lu__mem {
	lu_arena arena;
	bool oom;
} lu__mem;

/* Distinct strings, numbered from 0 in the order of their arrival. Views are borrowed. */
typedef struct lu__names {
	lu__mem *mem;
	lu_str *v;
	uint32_t n;
	lu_map map; /* of v */
} lu__names;

/* The number of `s`, added when new. LU__NONE when memory is out. */
uint32_t lu__names_add(lu__names *t, lu_str s);
/* The number of `s`, or LU__NONE. */
uint32_t lu__names_find(const lu__names *t, lu_str s);

typedef struct lu__list {
	uint64_t key;
	uint32_t first, n; /* first node, and how many there are */
} lu__list;

typedef struct lu__node {
	uint32_t value, next; /* 0 ends a list: node 0 is not used */
} lu__node;

/* Keys to lists of values. The order within a list means nothing. */
typedef struct lu__multi {
	lu__mem *mem;
	lu__list *list; /* as many as the map has keys */
	lu__node *node;
	uint32_t n; /* nodes */
	lu_map map; /* of the lists */
} lu__multi;

static inline uint64_t lu__pair(uint32_t a, uint32_t b)
{
	return (uint64_t)a << 32 | b;
}

void lu__multi_add(lu__multi *m, uint64_t key, uint32_t value);
/* Make room for `n` keys in a table that is still empty. */
void lu__multi_reserve(lu__multi *m, uint32_t n);
/* The list of `key`; its `first` and `n` are 0 when there is none. */
lu__list lu__multi_list(const lu__multi *m, uint64_t key);
static inline uint32_t lu__multi_first(const lu__multi *m, uint64_t key)
{
	return lu__multi_list(m, key).first;
}

#endif
