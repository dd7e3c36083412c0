/* SPDX-License-Identifier: MIT
 * A hash map from keys to numbers, by open addressing with linear probing.
 *
 * The map does not hold keys: whoever owns it keeps them, usually in an array, and the map finds the index in that array. It
 * hashes nothing either: a key comes with a hash of 64 bits (lu_digest64() of a string, lu_map_mix() of a number), of which
 * the upper half is kept in the slot. It chooses the slot, tells most other keys apart without looking at them, and lets the
 * table grow without hashing again. At most half of the slots are taken, and their number doubles. There is no order, no
 * iteration and no removal of one key.
 *
 *	lu_map m = { 0 };
 *
 *	if (!lu_map_reserve(&m, arena, n + 1)) return lu_nomem(e);
 *	slot = lu_map_slot(&m, hash, lu_map_str, v, &name);
 *	if (!*slot) {
 *		v[n] = name;
 *		lu_map_set(&m, slot, hash, n++);
 *	}
 *	at = lu_map_number(slot);
 *
 * One thread at a time may change a map; any number may read one that nobody changes. */
#ifndef LUCUS_MAP_H
#define LUCUS_MAP_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LU_MAP_NONE UINT32_MAX

/* Zero-initialised it holds nothing. */
typedef struct lu_map {
	uint64_t
		*slot; /* upper half of the hash, and the number + 1; 0: free. NULL before the first lu_map_reserve() */
	uint32_t mask; /* slots - 1; there is a power of two of them */
	uint32_t n;    /* keys */
} lu_map;

/* Is `key` that of number `i` in `keys`? Called for few but equal keys; should be static and short, so that it is inlined. */
typedef bool lu_map_same(const void *keys, uint32_t i, const void *key);

/* Of keys that are an array of lu_str. */
static inline bool lu_map_str(const void *keys, uint32_t i, const void *key)
{
	return lu_str_eq(((const lu_str *)keys)[i], *(const lu_str *)key);
}

/* Of keys that are an array of uint64_t, or of int64_t. */
static inline bool lu_map_u64(const void *keys, uint32_t i, const void *key)
{
	return ((const uint64_t *)keys)[i] == *(const uint64_t *)key;
}

bool lu_map_grow(lu_map *m, lu_arena *a, size_t n); /* what lu_map_reserve() does when there is no room */

/* Make room for `n` keys in all, at least one, in `a` or, when that is NULL, on the heap; always in the same. False: memory is
 * out, or n is over 2^30; the map is as before. */
static inline bool LU_MUST_USE lu_map_reserve(lu_map *m, lu_arena *a, size_t n)
{
	return n <= ((size_t)m->mask + 1) / 2 || lu_map_grow(m, a, n);
}

/* Forget all keys, keep the memory. */
void lu_map_clear(lu_map *m);
/* Give back the memory of a map on the heap, which then holds nothing and may be used again. */
void lu_map_free(lu_map *m);

/* A hash of a number. */
static inline uint64_t lu_map_mix(uint64_t k)
{
	k = (k ^ k >> 33) * 0xff51afd7ed558ccdu;
	return k ^ k << 32;
}

/* The slot of a key in a map that room was made in: the one that holds it, or the free one (0) where it belongs. */
static inline uint64_t *lu_map_slot(const lu_map *m, uint64_t hash, lu_map_same *same, const void *keys,
				    const void *key)
{
	uint32_t tag = (uint32_t)(hash >> 32), at = tag & m->mask;
	uint64_t v;

	for (; (v = m->slot[at]); at = (at + 1) & m->mask)
		if ((uint32_t)(v >> 32) == tag && same(keys, (uint32_t)v - 1, key)) break;
	return &m->slot[at];
}

/* The number of the key in a slot; LU_MAP_NONE: the slot is free. */
static inline uint32_t lu_map_number(const uint64_t *slot)
{
	return (uint32_t)*slot - 1;
}

/* Put a new key's number (less than LU_MAP_NONE) into its slot, which is free. The map must have room. */
static inline void lu_map_set(lu_map *m, uint64_t *slot, uint64_t hash, uint32_t number)
{
	*slot = (hash >> 32 << 32) | (uint32_t)(number + 1);
	m->n++;
}

/* The number of a key, LU_MAP_NONE when it is not there. */
static inline uint32_t lu_map_find(const lu_map *m, uint64_t hash, lu_map_same *same, const void *keys, const void *key)
{
	return m->n ? lu_map_number(lu_map_slot(m, hash, same, keys, key)) : LU_MAP_NONE;
}

#ifdef __cplusplus
}
#endif
#endif
