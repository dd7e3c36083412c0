/* SPDX-License-Identifier: MIT
 * What may come only once in a set: the id of a query, and a target of a query. Both are found by sorting, so
 * that a long list takes no longer than it must. */
#include <stdio.h>
#include <stdlib.h>

#include "eval/eval_private.h"

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

/* The later one of two goes; the order of the others stays. */
static void drop_marked(lu_qrels *q, const bool *again)
{
	size_t k = 0;

	for (size_t i = 0; i < q->queries.n; i++) {
		if (!again[i]) q->queries.v[k++] = q->queries.v[i];
		else q->by_name -= q->queries.v[i].by_name;
	}
	q->queries.n = k;
}

lu_code lu__check_ids(lu_qrels *q, const char *source, lu_qrels_bad_fn *bad, void *ctx, lu_err *e)
{
	size_t n = q->queries.n;
	struct numbered *v = lu_arena_calloc(&q->arena, n, sizeof *v);
	bool *again = lu_arena_calloc(&q->arena, n, sizeof *again);
	lu_code rc = LU_OK;

	if (!v || !again) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		char digits[32];

		snprintf(digits, sizeof digits, "%zu", q->queries.v[i].number);
		v[i] = (struct numbered){ q->queries.v[i].id, i };
		if (v[i].id.n) continue;
		v[i].id = lu_arena_dup(&q->arena, lu_strz(digits));
		if (!v[i].id.s) return lu_nomem(e);
	}
	qsort(v, n, sizeof *v, by_id);
	for (size_t i = 1; i < n && !rc; i++) {
		lu_err why;

		if (!lu_str_eq(v[i - 1].id, v[i].id)) continue;
		again[v[i].query] = true;
		rc = lu_fail(&why, LU_EFORMAT, "%s: queries %zu and %zu have one id, '%.*s'", source,
			     q->queries.v[v[i - 1].query].number, q->queries.v[v[i].query].number, LU_FMT(v[i].id));
		rc = bad ? bad(ctx, 0, why.msg, e) : lu_fail(e, rc, "%s", why.msg);
	}
	if (!rc) drop_marked(q, again);
	return rc;
}
