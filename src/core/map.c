/* SPDX-License-Identifier: MIT */
#include "lucus/map.h"

#include <stdlib.h>

#define FIRST_SLOTS 16
#define MOST_KEYS   ((size_t)1 << 30) /* twice as many slots are counted in 32 bits */

static void move_slots(const lu_map *m, uint64_t *to, uint32_t mask)
{
	for (size_t i = 0; m->n && i <= m->mask; i++) {
		uint32_t at = (uint32_t)(m->slot[i] >> 32) & mask;

		if (!m->slot[i]) continue;
		while (to[at]) at = (at + 1) & mask;
		to[at] = m->slot[i];
	}
}

bool lu_map_grow(lu_map *m, lu_arena *a, size_t n)
{
	size_t slots = m->slot ? (size_t)m->mask + 1 : FIRST_SLOTS;
	uint64_t *slot;

	if (n > MOST_KEYS) return false;
	while (slots / 2 < n) slots *= 2;
	slot = a ? lu_arena_calloc(a, slots, sizeof *slot) : calloc(slots, sizeof *slot);
	if (!slot) return false;
	move_slots(m, slot, (uint32_t)(slots - 1));
	if (!a) free(m->slot);
	m->slot = slot;
	m->mask = (uint32_t)(slots - 1);
	return true;
}

void lu_map_clear(lu_map *m)
{
	if (m->n) memset(m->slot, 0, ((size_t)m->mask + 1) * sizeof *m->slot);
	m->n = 0;
}

void lu_map_free(lu_map *m)
{
	free(m->slot);
	*m = (lu_map){ 0 };
}
