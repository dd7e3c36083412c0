/* SPDX-License-Identifier: MIT
 * What may come only once in a set: the id of a query, and a target of a query. Both are found by sorting, so
 * that a long list takes no longer than it must. */
#include <stdio.h>
#include <stdlib.h>

#include "eval/internal.h"

static int by_meaning(const void *x, const void *y)
{
	const lu_target *const *a = x, *const *b = y;
	int c = lu__target_cmp(*a, *b);

	return c ? c : (*a > *b) - (*a < *b); /* of one array: the first is the one to keep */
}

lu_code lu__drop_repeated(lu_annotated *q, lu_arena *a, size_t *dropped, lu_err *e)
{
	size_t n = q->targets.n, kept = 0;
	lu_target *v = q->targets.v, **order;
	bool *again;

	if (n < 2) return LU_OK;
	order = lu_arena_calloc(a, n, sizeof(lu_target *));
	again = lu_arena_calloc(a, n, sizeof *again);
	if (!order || !again) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) order[i] = &v[i];
	qsort(order, n, sizeof *order, by_meaning);
	for (size_t i = 1; i < n; i++) again[order[i] - v] = !lu__target_cmp(order[i - 1], order[i]);
	for (size_t i = 0; i < n; i++)
		if (!again[i]) v[kept++] = v[i];
	*dropped += n - kept;
	q->targets.n = kept;
	return LU_OK;
}

struct numbered {
	lu_str id;
	size_t query;
};

static int by_id(const void *x, const void *y)
{
	const struct numbered *a = x, *b = y;
	int c = lu_str_cmp(a->id, b->id);

	return c ? c : (a->query > b->query) - (a->query < b->query);
}

lu_code lu__check_ids(lu_qrels *q, const char *source, lu_err *e)
{
	size_t n = q->queries.n;
	struct numbered *v = lu_arena_calloc(&q->arena, n, sizeof *v);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		char digits[32];

		snprintf(digits, sizeof digits, "%zu", i + 1);
		v[i] = (struct numbered){ q->queries.v[i].id, i };
		if (v[i].id.n) continue;
		v[i].id = lu_arena_dup(&q->arena, lu_strz(digits));
		if (!v[i].id.s) return lu_nomem(e);
	}
	qsort(v, n, sizeof *v, by_id);
	for (size_t i = 1; i < n; i++) {
		if (!lu_str_eq(v[i - 1].id, v[i].id)) continue;
		return lu_fail(e, LU_EFORMAT, "%s: queries %zu and %zu have one id, '%.*s'", source,
			       v[i - 1].query + 1, v[i].query + 1, LU_FMT(v[i].id));
	}
	return LU_OK;
}
