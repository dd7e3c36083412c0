/* SPDX-License-Identifier: MIT
 * The entities of a question, whatever its bytes: they are parts of it, in order, without overlaps, and sure to a
 * degree from 0 to 1. */
#include <stdint.h>
#include <stdlib.h>

#include "lucus/expand.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data, *end = text;
	lu_arena a = { 0 };
	lu_entity *v = NULL;
	size_t n = 0;

	if (!lu_entities(lu_strn(text, size), &a, &v, &n, NULL)) {
		if (n > LU_ENTITIES) abort();
		for (size_t i = 0; i < n; i++) {
			if (v[i].text.s < end || v[i].text.s + v[i].text.n > text + size || !v[i].text.n) abort();
			if (!(v[i].confidence > 0 && v[i].confidence <= 1) || v[i].kind >= LU_ENTITY_KINDS) abort();
			end = v[i].text.s + v[i].text.n;
		}
	}
	lu_arena_free(&a);
	return 0;
}
