/* SPDX-License-Identifier: MIT
 * The elements that subqueries find: each has its share of them. */
#include <stdlib.h>

#include "lazy/gathering.h"

/* An element in the list of a subquery; the expanded query is the list after theirs. */
typedef struct listed {
	lu_brief el;
	uint32_t rank, list;
	float relevance;
} listed;

typedef struct seeking {
	lu__gathering *g;
	listed *v;
	size_t n;
} seeking;

static bool keep_brief(lu_arena *a, lu_brief *b)
{
	b->type = lu_arena_dup(a, b->type);
	b->name = lu_arena_dup(a, b->name);
	b->path = lu_arena_dup(a, b->path);
	b->language = lu_arena_dup(a, b->language);
	return b->type.s && b->name.s && b->path.s && b->language.s;
}

static lu_code search(seeking *s, lu_str text, uint32_t list, size_t most, lu_err *e)
{
	lu_query_options q = *s->g->o->query;
	lu_result r;
	lu_code rc;

	q.k = (int64_t)(most > LU_K_MAX ? LU_K_MAX : most);
	q.by_file = false;
	q.times = NULL;
	q.also = NULL;
	q.n_also = 0;
	rc = lu_retrieve(s->g->retriever, text, &q, &r, e);
	if (rc) return rc == LU_EUSAGE ? LU_OK : rc; /* a subquery that a model made may be no query */
	s->g->out->transient |= r.transient;
	for (size_t i = 0; i < r.n && !rc; i++) {
		listed *v = lu_arena_grow(&s->g->scratch, s->v, s->n, sizeof *v);

		if (!v) rc = lu_nomem(e);
		if (rc) break;
		s->v = v;
		v[s->n] = (listed){ r.v[i].el, (uint32_t)i, list, r.v[i].relevance };
		if (!keep_brief(&s->g->scratch, &v[s->n].el)) rc = lu_nomem(e);
		s->n++;
	}
	lu_result_free(&r);
	return rc;
}

static lu_code search_all(seeking *s, lu_err *e)
{
	const lu__subqueries *q = s->g->o->subqueries;
	size_t most = s->g->o->elements;
	lu_code rc = LU_OK;

	/* however many lists there are, together they are to fill what is wanted, and they have much in common */
	if (q->kept > 1) most = most * 2 / (q->kept + 1);
	for (size_t i = 0; i < q->kept && !rc; i++) {
		rc = search(s, q->v[i].text, (uint32_t)i, most, e);
		if (!rc) rc = lu_check_cancel(e);
	}
	return rc || q->kept < 2 ? rc : search(s, q->expanded, (uint32_t)q->kept, most, e);
}

static int by_id(const void *a, const void *b)
{
	const listed *x = a, *y = b;

	if (x->el.id != y->el.id) return x->el.id < y->el.id ? -1 : 1;
	if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
	return (x->list > y->list) - (x->list < y->list);
}

static int by_rank(const void *a, const void *b)
{
	const listed *x = a, *y = b;
	int path;

	if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
	if (x->list != y->list) return x->list < y->list ? -1 : 1;
	path = lu_str_cmp(x->el.path, y->el.path);
	return path ? path : (x->el.start_line > y->el.start_line) - (x->el.start_line < y->el.start_line);
}

/* Each once, by its best rank: the best of every list come first. */
static void merge(seeking *s)
{
	size_t n = 0;

	if (s->n) qsort(s->v, s->n, sizeof *s->v, by_id);
	for (size_t i = 0; i < s->n; i++)
		if (!n || s->v[n - 1].el.id != s->v[i].el.id) s->v[n++] = s->v[i];
	if (n) qsort(s->v, n, sizeof *s->v, by_rank);
	s->n = n < s->g->o->elements ? n : s->g->o->elements;
}

static int by_place(const void *a, const void *b)
{
	const lu_brief *x = &((const lu__lazy_element *)a)->el, *y = &((const lu__lazy_element *)b)->el;
	int path = lu_str_cmp(x->path, y->path);

	if (path) return path;
	if (x->start_line != y->start_line) return x->start_line < y->start_line ? -1 : 1;
	if (x->end_line != y->end_line) return x->end_line > y->end_line ? -1 : 1;
	return strcmp(x->uuid, y->uuid);
}

static lu_code take(seeking *s, lu_err *e)
{
	lu__gathered *out = s->g->out;
	size_t kept = s->g->o->subqueries->kept;

	if (!(out->element = lu_arena_calloc(&out->arena, s->n, sizeof *out->element))) return lu_nomem(e);
	for (size_t i = 0; i < s->n; i++) {
		lu__lazy_element *x = &out->element[i];

		*x = (lu__lazy_element){ .el = s->v[i].el,
					 .rank = s->v[i].rank,
					 .relevance = s->v[i].relevance,
					 .subquery = s->v[i].list < kept ? s->v[i].list : 0 };
		if (!keep_brief(&out->arena, &x->el)) return lu_nomem(e);
	}
	out->n_element = s->n;
	if (s->n) qsort(out->element, s->n, sizeof *out->element, by_place);
	return LU_OK;
}

/* ---- what they hold ---- */

/* The lines of the elements that lie in `x` without another one between: they are passages of their own. */
static lu_code find_inner(lu__gathering *g, lu__lazy_element *x, lu_err *e)
{
	lu_lines *v;
	size_t all = 0;
	lu_code rc = lu_store_lines_below(g->store, x->el.file, x->el.id, &g->out->arena, &v, &all, e);

	if (rc) return rc;
	x->inner = v;
	for (size_t i = 0; i < all; i++)
		if (!x->n_inner || v[i].first > v[x->n_inner - 1].last) v[x->n_inner++] = v[i];
	return LU_OK;
}

static lu_code read_inner(lu__gathering *g, lu_err *e)
{
	lu__gathered *out = g->out;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < out->n_element && !rc; i++) {
		rc = find_inner(g, &out->element[i], e);
		if (!rc) rc = lu_check_cancel(e);
	}
	return rc;
}

lu_code lu__seek_elements(lu__gathering *g, lu_err *e)
{
	seeking s = { .g = g };
	lu_code rc = search_all(&s, e);

	if (rc) return rc;
	merge(&s);
	rc = take(&s, e);
	return rc ? rc : read_inner(g, e);
}
