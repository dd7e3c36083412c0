/* SPDX-License-Identifier: MIT
 * Names as numbers, and lists by key. */
#include "graph/interned.h"

#include "lucus/hash.h"

/* ---- names ---- */

uint32_t lu__names_add(lu__names *t, lu_str s)
{
	uint64_t hash = lu_digest64(s, 0), *slot;
	lu_str *v;

	if (!lu_map_reserve(&t->map, &t->mem->arena, (size_t)t->n + 1)) goto oom;
	slot = lu_map_slot(&t->map, hash, lu_map_str, t->v, &s);
	if (*slot) return lu_map_number(slot);
	v = lu_arena_grow(&t->mem->arena, t->v, t->n, sizeof *v);
	if (!v) goto oom;
	t->v = v;
	v[t->n] = s;
	lu_map_set(&t->map, slot, hash, t->n);
	return t->n++;
oom:
	t->mem->oom = true;
	return LU__NONE;
}

uint32_t lu__names_find(const lu__names *t, lu_str s)
{
	return lu_map_find(&t->map, lu_digest64(s, 0), lu_map_str, t->v, &s);
}

/* ---- lists ---- */

static bool has_key(const void *lists, uint32_t i, const void *key)
{
	return ((const lu__list *)lists)[i].key == *(const uint64_t *)key;
}

void lu__multi_reserve(lu__multi *m, uint32_t n)
{
	if (!lu_map_reserve(&m->map, &m->mem->arena, (size_t)n + 1)) m->mem->oom = true;
}

/* The list of `key`, made when there is none; NULL: out of memory. */
static lu__list *list_of(lu__multi *m, uint64_t key)
{
	uint64_t hash = lu_map_mix(key), *slot;
	lu__list *v;

	if (!lu_map_reserve(&m->map, &m->mem->arena, (size_t)m->map.n + 1)) return NULL;
	slot = lu_map_slot(&m->map, hash, has_key, m->list, &key);
	if (*slot) return &m->list[lu_map_number(slot)];
	v = lu_arena_grow(&m->mem->arena, m->list, m->map.n, sizeof *v);
	if (!v) return NULL;
	m->list = v;
	v += m->map.n;
	*v = (lu__list){ .key = key };
	lu_map_set(&m->map, slot, hash, m->map.n);
	return v;
}

void lu__multi_add(lu__multi *m, uint64_t key, uint32_t value)
{
	uint32_t n = m->n ? m->n : 1; /* node 0 stays free */
	lu__list *list = list_of(m, key);
	lu__node *node = list ? lu_arena_grow(&m->mem->arena, m->node, m->n ? n : 0, sizeof *node) : NULL;

	if (node && !m->n) node = lu_arena_grow(&m->mem->arena, node, 1, sizeof *node);
	if (!node) {
		m->mem->oom = true;
		return;
	}
	m->node = node;
	node[n] = (lu__node){ value, list->first };
	list->first = n;
	list->n++;
	m->n = n + 1;
}

lu__list lu__multi_list(const lu__multi *m, uint64_t key)
{
	uint32_t i = lu_map_find(&m->map, lu_map_mix(key), has_key, m->list, &key);

	return i == LU_MAP_NONE ? (lu__list){ 0 } : m->list[i];
}
