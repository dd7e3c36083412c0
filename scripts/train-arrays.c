/* SPDX-License-Identifier: MIT */
#include "train-arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void die(const char *what)
{
	fprintf(stderr, "train-pairs: %s\n", what);
	exit(1);
}

void *push(vec *a, const void *item)
{
	if (a->n == a->cap) {
		a->cap = a->cap ? a->cap * 2 : 1024;
		if (!(a->v = realloc(a->v, a->cap * a->size))) die("out of memory");
	}
	return memcpy(a->v + a->n++ * a->size, item, a->size);
}

static size_t map_slot(const map *m, uint64_t key)
{
	size_t s = key & (m->cap - 1);

	while (m->key[s] && m->key[s] != key) s = (s + 1) & (m->cap - 1);
	return s;
}

uint32_t *map_at(map *m, uint64_t key, uint32_t otherwise)
{
	size_t s;

	key += !key;
	if (2 * m->n >= m->cap) {
		map old = *m;

		m->cap = old.cap ? old.cap * 2 : 4096;
		m->key = calloc(m->cap, sizeof *m->key);
		m->value = malloc(m->cap * sizeof *m->value);
		if (!m->key || !m->value) die("out of memory");
		for (size_t i = 0; i < old.cap; i++) {
			if (!old.key[i]) continue;
			s = map_slot(m, old.key[i]);
			m->key[s] = old.key[i];
			m->value[s] = old.value[i];
		}
		free(old.key);
		free(old.value);
	}
	s = map_slot(m, key);
	if (!m->key[s]) {
		m->key[s] = key;
		m->value[s] = otherwise;
		m->n++;
	}
	return &m->value[s];
}

uint32_t map_get(const map *m, uint64_t key, uint32_t otherwise)
{
	size_t s;

	key += !key;
	if (!m->n) return otherwise;
	s = map_slot(m, key);
	return m->key[s] ? m->value[s] : otherwise;
}

void map_clear(map *m)
{
	free(m->key);
	free(m->value);
	*m = (map){ 0 };
}
