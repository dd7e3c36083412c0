/* SPDX-License-Identifier: MIT
 * Lists of candidates: their order and their ranks. */
#include <stdlib.h>

#include "retrieve/strategy.h"

lu_code lu__candidates_new(lu__query *q, size_t n, lu__candidates *out, lu_err *e)
{
	lu__candidate *v = lu_arena_calloc(&q->scratch, n, sizeof *v);
	lu_stage_score(*stage)[LU_HIT_STAGES] = lu_arena_calloc(&q->scratch, n, sizeof *stage);

	if (!v || !stage) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) v[i].stage = stage[i];
	*out = (lu__candidates){ .v = v, .n = n };
	return LU_OK;
}

lu_code lu__candidates_of(lu__query *q, lu_topk *best, lu_hit_stage stage, lu__candidates *out, lu_err *e)
{
	lu__candidates c;
	lu_code rc;

	if ((rc = lu_topk_sort(best, e)) || (rc = lu__candidates_new(q, best->n, &c, e))) return rc;
	for (size_t i = 0; i < best->n; i++) {
		c.v[i].id = best->v[i].id;
		c.v[i].score = best->v[i].score;
	}
	lu__candidates_rank(&c, stage);
	q->cut |= c.n >= best->k;
	*out = c;
	return LU_OK;
}

lu_code lu__candidates_sort(lu__query *q, lu__candidates *c, lu_hit_stage stage, lu_err *e)
{
	lu_scored *key = lu_arena_alloc(&q->scratch, 2 * c->n * sizeof *key);
	lu__candidate *v = lu_arena_alloc(&q->scratch, c->n * sizeof *v);

	if (!key || !v) return lu_nomem(e);
	for (size_t i = 0; i < c->n; i++) key[i] = (lu_scored){ .id = (int64_t)i, .score = c->v[i].score };
	lu_scored_sort(key, c->n, key + c->n);
	for (size_t i = 0; i < c->n; i++) v[i] = c->v[key[i].id];
	c->v = v;
	lu__candidates_rank(c, stage);
	return LU_OK;
}

void lu__candidates_rank(lu__candidates *c, lu_hit_stage stage)
{
	for (size_t i = 0; i < c->n; i++) {
		bool tie = i && c->v[i].score == c->v[i - 1].score;

		c->v[i].stage[stage].score = c->v[i].score;
		c->v[i].stage[stage].rank = tie ? c->v[i - 1].stage[stage].rank : (uint32_t)(i + 1);
	}
}

/* A candidate with its element. */
typedef struct placed {
	lu__candidate c;
	lu_brief el;
} placed;

/* The order of equals: path, line, id. Row ids depend on the history of the store. */
static int by_place(const void *a, const void *b)
{
	const lu_brief *x = &((const placed *)a)->el, *y = &((const placed *)b)->el;
	int c = lu_str_cmp(x->path, y->path);

	if (c) return c;
	if (x->start_line != y->start_line) return x->start_line < y->start_line ? -1 : 1;
	return strcmp(x->uuid, y->uuid);
}

/* Load candidates of equal scores, in their order. */
static lu_code load_equals(lu__query *q, const lu__candidate *v, size_t n, bool filtered, lu_arena *a, placed *out,
			   size_t *loaded, lu_err *e)
{
	*loaded = 0;
	for (size_t i = 0; i < n; i++) {
		placed *p = &out[*loaded];
		lu_code rc = lu_store_brief(q->r->store, v[i].id, a, &p->el, e);

		if (rc == LU_ENOENT || (!rc && filtered && !lu__filter_keeps(&q->filter, &p->el))) continue;
		if (rc) return rc;
		p->c = v[i];
		++*loaded;
	}
	if (*loaded > 1) qsort(out, *loaded, sizeof *out, by_place);
	return LU_OK;
}

static bool has_file(const lu_brief *v, size_t n, int64_t file)
{
	for (size_t i = 0; i < n; i++) {
		if (v[i].file == file) return true;
	}
	return false;
}

lu_code lu__candidates_head(lu__query *q, lu__candidates *c, size_t n, unsigned which, lu_arena *a, lu_brief **el,
			    lu_err *e)
{
	size_t most = n < c->n ? n : c->n, kept = 0, cap = 0;
	lu_brief *b = lu_arena_calloc(a, most, sizeof *b);
	placed *group = NULL;

	if (!b) return lu_nomem(e);
	for (size_t i = 0, end, loaded; i < c->n && kept < n; i = end) {
		lu_code rc;

		for (end = i + 1; end < c->n && c->v[end].score == c->v[i].score;) end++;
		if (!el && which == LU__KEEP_ALL && end - i <= n - kept) { /* all of them, in any order */
			kept = end;
			continue;
		}
		if (end - i > cap) {
			cap = end - i;
			if (!(group = lu_arena_calloc(&q->scratch, cap, sizeof *group))) return lu_nomem(e);
		}
		if ((rc = load_equals(q, c->v + i, end - i, which & LU__KEEP_KEPT, a, group, &loaded, e))) return rc;
		for (size_t j = 0; j < loaded && kept < n; j++) {
			if (which & LU__KEEP_ONE_A_FILE && has_file(b, kept, group[j].el.file)) continue;
			c->v[kept] = group[j].c;
			b[kept++] = group[j].el;
		}
	}
	c->n = kept;
	if (el) *el = b;
	return LU_OK;
}
