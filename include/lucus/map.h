/* SPDX-License-Identifier: MIT
 * A hash map from keys to numbers, by open addressing with linear probing.
 *
 * The map does not hold keys: whoever owns it keeps them, usually in an array, and the map finds the
 * index in that array. It hashes nothing either: a key comes with a hash of 64 bits (lu_digest64() of a
 * string, lu_map_mix() of a number), of which the upper half is kept in the slot. It chooses the slot,
 * tells most other keys apart without looking at them, and lets the table grow without hashing again.
 * At most half of the slots are taken, and their number doubles. There is no order, no iteration and no
 * removal of one key.
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
 * Slots are valid until the map grows, is cleared or freed; numbers do not change. One thread at a
 * time may change a map; any number may read one that nobody changes. */
#ifndef LUCUS_MAP_H
#define LUCUS_MAP_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of a key that is not in the map. */
#define LU_MAP_NONE UINT32_MAX

/* Zero-initialised it holds nothing. Release with lu_map_free(), unless its memory is of an arena. */
typedef struct lu_map {
	/* Upper half of the hash, and the number + 1; 0: free. NULL before the first lu_map_reserve(). */
	uint64_t *slot;
	uint32_t mask; /* slots - 1; there is a power of two of them */
	uint32_t n;    /* keys */
} lu_map;

/* Is `key` equal to the one with number `i` in `keys`? Called for hardly any but equal keys; should
 * be static and short, so that it is inlined. `keys` and `key` are those that the caller of the
 * map's function gave. */
typedef bool lu_map_same(const void *keys, uint32_t i, const void *key);

/* For keys that are an array of lu_str; `key` points to one. */
static inline bool lu_map_str(const void *keys, uint32_t i, const void *key)
{
	return lu_str_eq(((const lu_str *)keys)[i], *(const lu_str *)key);
}

/* For keys that are an array of uint64_t, or of int64_t; `key` points to one. */
static inline bool lu_map_u64(const void *keys, uint32_t i, const void *key)
{
	return ((const uint64_t *)keys)[i] == *(const uint64_t *)key;
}

bool lu_map_grow(lu_map *m, lu_arena *a, size_t n); /* what lu_map_reserve() does when there is no room */

/* Make room for `n` keys in all, at least one, in `a` or, when that is NULL, on the heap; always in
 * the same. Call it before each key that is put in. False: memory is out, or n is over 2^30; the map
 * is as before. */
static inline bool LU_MUST_USE lu_map_reserve(lu_map *m, lu_arena *a, size_t n)
{
	return n <= ((size_t)m->mask + 1) / 2 || lu_map_grow(m, a, n);
}

/* Forget all keys, keep the memory. Takes time by the number of slots, not of keys. */
void lu_map_clear(lu_map *m);
/* Free the memory of a map on the heap, which then holds nothing and may be used again. Never for a map in an arena. */
void lu_map_free(lu_map *m);

/* A hash of a number, for keys that nobody hostile chooses. */
static inline uint64_t lu_map_mix(uint64_t k)
{
	k = (k ^ k >> 33) * 0xff51afd7ed558ccdu;
	return k ^ k << 32;
}

/* The slot of a key in a map with room (lu_map_reserve()): the one that holds it, or the free one (0)
 * where it belongs. */
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

/* Put a new key's number (less than LU_MAP_NONE) into its free slot, with the hash that
 * lu_map_slot() got for it. The map must have room. The owner's array holds the key at that number
 * before the next lookup. */
static inline void lu_map_set(lu_map *m, uint64_t *slot, uint64_t hash, uint32_t number)
{
	*slot = (hash >> 32 << 32) | (uint32_t)(number + 1);
	m->n++;
}

/* The number of a key, LU_MAP_NONE when it is not there. A map without memory may be searched, too. */
static inline uint32_t lu_map_find(const lu_map *m, uint64_t hash, lu_map_same *same, const void *keys, const void *key)
{
	return m->n ? lu_map_number(lu_map_slot(m, hash, same, keys, key)) : LU_MAP_NONE;
}

#ifdef __cplusplus
}
#endif
#endif
