/* SPDX-License-Identifier: MIT
 * What elements are found by: ids, whoever gave them, and names. */
#include "core/ascii.h"
#include "lucus/hash.h"
#include "store/internal.h"

int64_t lu__uuid_key(lu_str uuid)
{
	return (int64_t)lu_hash64(uuid, 0);
}

int64_t lu__name_key(lu_str name)
{
	lu_str simple = lu_simple_name(name);
	uint64_t h = 14695981039346656037u; /* FNV-1a, 64 bits */

	for (size_t i = 0; i < simple.n; i++) {
		unsigned char c = (unsigned char)simple.s[i];

		h = (h ^ (lu_is_upper(c) ? c + 32u : c)) * 1099511628211u;
	}
	return (int64_t)h;
}

void lu__set_id(char out[LU_ID], lu_str uuid)
{
	size_t n = uuid.n < LU_ID ? uuid.n : LU_ID - 1;

	memcpy(out, uuid.s, n);
	out[n] = '\0';
}

lu_code lu_store_find(lu_store *s, lu_str uuid, int64_t *id, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "SELECT id FROM element WHERE tenant = ? AND kb = ? AND uuid_key = ? AND uuid = ?",
			      &st, e, "kit", lu__uuid_key(uuid), uuid);

	return rc ? rc : lu__int(s, st, 0, id, "find an element", e);
}
