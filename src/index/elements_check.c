/* SPDX-License-Identifier: MIT
 * Are elements as they were when they were stored? Their hashes, made again, tell; and their words are made again, too. */
#include <stdlib.h>

#include "index/content.h"
#include "index/derive.h"

static int by_id(const void *px, const void *py)
{
	const lu_stored *x = px, *y = py;

	return (x->id > y->id) - (x->id < y->id);
}

/* Are the words that are kept of the element its own? Whether it has any is checked elsewhere (lu__words_astray()). */
static lu_code check_words(lu_store *s, struct lu__deriver *d, const lu_stored *v, size_t n, size_t i, lu_arena *a,
			   int64_t *wrong, lu_err *e)
{
	struct lu__derived made = { .row = false };
	lu__words has;
	lu_str kept = { NULL, 0 };
	bool there = false;
	lu_code rc = lu__words_get(s, v[i].id, &has, &there, e);

	if (rc == LU_EDB) return LU_OK;
	if (rc || !there) return rc;
	rc = lu__words_pack(&has, a, &kept, e);
	if (!rc) rc = lu__derive_one(d, v, n, i, false, true, a, &made, e);
	*wrong += !rc && !lu_str_eq(kept, made.words);
	return rc;
}

static lu_code check_file(lu_store *s, int64_t file, struct lu__deriver *d, lu_arena *a, int64_t *wrong, int64_t *words,
			  lu_err *e)
{
	lu_stored *v = NULL, *again;
	size_t n = 0;
	lu_code rc = lu_store_file_elements(s, file, true, a, &v, &n, e);

	if (rc || !n) return rc;
	if (!(again = lu_arena_calloc(a, n, sizeof *again))) return lu_nomem(e);
	memcpy(again, v, n * sizeof *v);
	rc = lu__set_hashes(again, n, e);
	lu__derive_begin(d);
	for (size_t i = 0; i < n && !rc; i++)
		if (again[i].text_hash) rc = check_words(s, d, again, n, i, a, words, e);
	if (rc) return rc;
	qsort(v, n, sizeof *v, by_id);
	qsort(again, n, sizeof *again, by_id);
	for (size_t i = 0; i < n && !rc; i++) {
		int64_t row = 0; /* its id is not in the hash */

		rc = lu_store_find(s, lu_strz(v[i].el.id), &row, e);
		*wrong += v[i].hash != again[i].hash || row != v[i].id;
	}
	return rc;
}

lu_code lu__elements_check(lu_store *s, int64_t *wrong, int64_t *words, lu_err *e)
{
	lu_arena a = { 0 }, each = { 0 };
	struct lu__deriver d;
	lu_file *file = NULL;
	size_t n = 0;
	lu_code rc = lu__deriver_init(&d, NULL, true, e);

	*wrong = *words = 0;
	if (!rc) rc = lu_store_files(s, &a, &file, &n, e);
	for (size_t i = 0; i < n && !rc; i++) {
		rc = check_file(s, file[i].id, &d, &each, wrong, words, e);
		if (rc == LU_EDB || rc == LU_EFORMAT) {
			(*wrong)++; /* what can not even be read is wrong, too */
			rc = LU_OK;
		}
		lu_arena_clear(&each);
	}
	lu__deriver_free(&d);
	lu_arena_free(&each);
	lu_arena_free(&a);
	return rc;
}
