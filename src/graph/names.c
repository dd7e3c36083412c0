/* SPDX-License-Identifier: MIT
 * The resolver's hash tables. */
#include "graph/names.h"

#include "lucus/hash.h"

#define FIRST_SIZE 64

/* ---- names ---- */

/* The slot that holds `s`, or the free one where it belongs. */
static uint32_t name_slot(const lu__names *t, lu_str s, uint64_t hash)
{
	uint32_t at = (uint32_t)hash & t->mask;

	while (t->slot[at]) {
		uint64_t v = t->slot[at];

		if (v >> 32 == hash >> 32 && lu_str_eq(t->v[(uint32_t)v - 1], s)) break;
		at = (at + 1) & t->mask;
	}
	return at;
}

static bool names_grow(lu__names *t)
{
	uint32_t size = t->slot ? (t->mask + 1) * 2 : FIRST_SIZE;
	uint64_t *slot = size ? lu_arena_calloc(&t->mem->arena, size, sizeof *slot) : NULL;

	if (!slot) return false;
	for (uint32_t i = 0; t->slot && i <= t->mask; i++) {
		uint32_t at;

		if (!t->slot[i]) continue;
		at = (uint32_t)lu_digest64(t->v[(uint32_t)t->slot[i] - 1], 0) & (size - 1);
		while (slot[at]) at = (at + 1) & (size - 1);
		slot[at] = t->slot[i];
	}
	t->slot = slot;
	t->mask = size - 1;
	return true;
}

uint32_t lu__names_add(lu__names *t, lu_str s)
{
	uint64_t hash = lu_digest64(s, 0);
	uint32_t at;
	lu_str *v;

	if ((!t->slot || t->n >= t->mask / 2) && !names_grow(t)) goto oom;
	at = name_slot(t, s, hash);
	if (t->slot[at]) return (uint32_t)t->slot[at] - 1;
	v = lu_arena_grow(&t->mem->arena, t->v, t->n, sizeof *v);
	if (!v) goto oom;
	t->v = v;
	v[t->n] = s;
	t->slot[at] = (hash >> 32 << 32) | ++t->n;
	return t->n - 1;
oom:
	t->mem->oom = true;
	return LU__NONE;
}

uint32_t lu__names_find(const lu__names *t, lu_str s)
{
	if (!t->slot) return LU__NONE;
	return (uint32_t)t->slot[name_slot(t, s, lu_digest64(s, 0))] - 1; /* a free slot gives LU__NONE */
}

/* ---- lists ---- */

static uint32_t mix(uint64_t k)
{
	k ^= k >> 33;
	k *= 0xff51afd7ed558ccdu;
	return (uint32_t)(k ^ k >> 32);
}

static uint32_t key_slot(const lu__slot *slot, uint32_t mask, uint64_t key)
{
	uint32_t at = mix(key) & mask;

	while (slot[at].first && slot[at].key != key) at = (at + 1) & mask;
	return at;
}

static bool multi_resize(lu__multi *m, uint32_t size)
{
	lu__slot *slot = size ? lu_arena_calloc(&m->mem->arena, size, sizeof *slot) : NULL;

	if (!slot) return false;
	for (uint32_t i = 0; m->slot && i <= m->mask; i++)
		if (m->slot[i].first) slot[key_slot(slot, size - 1, m->slot[i].key)] = m->slot[i];
	m->slot = slot;
	m->mask = size - 1;
	return true;
}

static bool multi_grow(lu__multi *m)
{
	return multi_resize(m, m->slot ? (m->mask + 1) * 2 : FIRST_SIZE);
}

void lu__multi_reserve(lu__multi *m, uint32_t n)
{
	uint32_t size = FIRST_SIZE;

	while (size && size / 2 <= n) size *= 2;
	if (!m->slot && !multi_resize(m, size)) m->mem->oom = true;
}

void lu__multi_add(lu__multi *m, uint64_t key, uint32_t value)
{
	uint32_t n = m->n ? m->n : 1; /* node 0 stays free */
	lu__node *node;
	lu__slot *s;

	if ((!m->slot || m->used >= m->mask / 2) && !multi_grow(m)) goto oom;
	node = lu_arena_grow(&m->mem->arena, m->node, m->n ? n : 0, sizeof *node);
	if (node && !m->n) node = lu_arena_grow(&m->mem->arena, node, 1, sizeof *node);
	if (!node) goto oom;
	m->node = node;
	s = &m->slot[key_slot(m->slot, m->mask, key)];
	if (!s->first) m->used++;
	node[n] = (lu__node){ value, s->first };
	*s = (lu__slot){ key, n, s->n + 1 };
	m->n = n + 1;
	return;
oom:
	m->mem->oom = true;
}

lu__slot lu__multi_list(const lu__multi *m, uint64_t key)
{
	return m->slot ? m->slot[key_slot(m->slot, m->mask, key)] : (lu__slot){ 0 };
}
