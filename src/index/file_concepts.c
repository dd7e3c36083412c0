/* SPDX-License-Identifier: MIT */
#include "index/file_concepts.h"

#include <stdlib.h>

#include "index/content.h"
#include "store/concept_lists.h"

/* As lu_store_file_elements() orders them. */
static int in_order(const void *px, const void *py)
{
	const lu_element *x = &(*(const lu_stored *const *)px)->el, *y = &(*(const lu_stored *const *)py)->el;

	if (x->start_line != y->start_line) return x->start_line < y->start_line ? -1 : 1;
	if (x->end_line != y->end_line) return x->end_line > y->end_line ? -1 : 1;
	return strcmp(x->id, y->id);
}

lu_code lu__file_concepts(lu_concepts *c, const lu_stored *v, size_t n, lu_arena *a, lu_str *out, lu_err *e)
{
	const lu_stored **order = lu_arena_calloc(a, n + 1, sizeof *order);
	const lu_element **el = lu_arena_calloc(a, n + 1, sizeof *el);
	bool *passed = lu_arena_calloc(a, n + 1, sizeof *passed);
	lu_concept_list list;
	lu_buf bytes = LU_BUF;
	lu_code rc;

	if (!order || !el || !passed) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) order[i] = &v[i];
	if (n) qsort(order, n, sizeof(const lu_stored *), in_order);
	for (size_t i = 0; i < n; i++) {
		el[i] = &order[i]->el;
		passed[i] = order[i]->listed;
	}
	rc = lu_concepts_gather(c, el, passed, n, a, &list, e);
	if (!rc) rc = lu_concepts_pack(&list, &bytes, e);
	if (!rc && !(*out = lu_arena_dup(a, lu_buf_str(&bytes))).s) rc = lu_nomem(e);
	lu_buf_free(&bytes);
	return rc;
}

/* ---- checking ---- */

static lu_code check_file(lu_store *s, lu_concepts *c, int64_t file, lu_arena *a, int64_t *wrong, lu_err *e)
{
	lu_stored *v = NULL;
	lu_str want = { NULL, 0 }, has = { NULL, 0 };
	size_t n = 0;
	bool there = false;
	lu_code rc = lu_store_file_elements(s, file, true, a, &v, &n, e);

	if (rc || !n) return rc;
	lu__mark_listed(v, n);
	rc = lu__file_concepts(c, v, n, a, &want, e);
	if (!rc) rc = lu_store_concept_list(s, file, a, &has, &there, e);
	*wrong += !there || !lu_str_eq(want, has);
	return rc;
}

lu_code lu__concepts_check(lu_store *s, int64_t *wrong, lu_err *e)
{
	lu_arena a = { 0 }, each = { 0 };
	lu_concepts *c = NULL;
	lu_file *file = NULL;
	size_t n = 0;
	bool current = false;
	lu_code rc = lu_store_concepts_current(s, LU_CONCEPT_VERSION, &current, e);

	*wrong = 0;
	if (!rc) rc = lu_store_files(s, &a, &file, &n, e);
	if (!rc && !current) *wrong = n > 0;
	if (!rc) rc = lu_concepts_new(&c, e);
	for (size_t i = 0; i < n && current && !rc; i++) {
		rc = check_file(s, c, file[i].id, &each, wrong, e);
		lu_arena_clear(&each);
	}
	lu_concepts_free(c);
	lu_arena_free(&each);
	lu_arena_free(&a);
	return rc;
}
