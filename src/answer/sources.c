/* SPDX-License-Identifier: MIT
 * The sources of an answer: the hits, and for a lazy one what is near them, with the edges between all of these. */
#include <stdlib.h>

#include "answer/answer.h"
#include "core/range.h"
#include "core/sorting.h"

void lu_lazy_options_init(lu_lazy_options *o)
{
	*o = (lu_lazy_options){ .max_hops = 2, .max_entities = 50, .communities = true };
}

void lu_sources_free(lu_sources *s)
{
	lu_arena_free(&s->arena);
	*s = (lu_sources){ 0 };
}

static bool copy_brief(lu_arena *a, const lu_brief *b, lu_brief *out)
{
	*out = *b;
	out->type = lu_arena_dup(a, b->type);
	out->name = lu_arena_dup(a, b->name);
	out->path = lu_arena_dup(a, b->path);
	out->language = lu_arena_dup(a, b->language);
	return out->type.s && out->name.s && out->path.s && out->language.s;
}

static lu_code add(lu_store *s, const lu_brief *b, const lu_source *as, lu_sources *out, lu_err *e)
{
	lu_source *v = lu_arena_grow(&out->arena, out->v, out->n, sizeof *v);
	lu_stored st;
	lu_code rc;

	if (!v) return lu_nomem(e);
	out->v = v;
	v += out->n;
	*v = *as;
	rc = lu_store_source(s, b->id, &out->arena, &st, e);
	if (rc == LU_ENOENT) return LU_OK;
	if (rc) return rc;
	if (!copy_brief(&out->arena, b, &v->el)) return lu_nomem(e);
	v->code = st.el.code;
	v->above = st.above;
	v->docstring = st.el.docstring;
	v->signature = st.el.signature;
	out->n++;
	return LU_OK;
}

static lu_code add_near(lu_store *s, lu_neighbour *x, const lu_lazy_options *o, lu_sources *out, lu_err *e)
{
	bool gone = false, stale = false;
	lu_code rc = o->look ? o->look(o->ctx, &x->el, &gone, &stale, e) : LU_OK;

	return rc || gone ? rc : add(s, &x->el, &(lu_source){ .score = x->score, .stale = stale }, out, e);
}

static lu_code add_hit(lu_store *s, const lu_hit *hit, lu_sources *out, lu_err *e)
{
	lu_source as = { .score = 1, .stale = hit->stale, .rank = hit->rank, .relevance = hit->relevance };

	return add(s, &hit->el, &as, out, e);
}

lu_code lu_sources_read(lu_store *s, const lu_hit *hit, size_t n, lu_sources *out, lu_err *e)
{
	lu_sources src = { 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && !rc; i++) rc = add_hit(s, &hit[i], &src, e);
	if (rc) lu_sources_free(&src);
	else *out = src;
	return rc;
}

/* ---- what is around ---- */

#define LOOK_AROUND 20 /* hits */
#define AROUND      12 /* elements around them */
#define UP          32 /* levels of them: in a store that others made one may be in itself */

static bool is_source(const lu_sources *src, int64_t id)
{
	for (size_t i = 0; i < src->n; i++)
		if (src->v[i].el.id == id) return true;
	return false;
}

lu_code lu_sources_around(lu_store *s, const lu_hit *hit, size_t n, lu_sources *out, lu_err *e)
{
	size_t had = out->n;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < n && i < LOOK_AROUND && !rc; i++) {
		int64_t up = hit[i].el.parent;

		for (int level = 0; up && level < UP && !rc && out->n < had + AROUND; level++) {
			lu_brief b;

			rc = lu_store_brief(s, up, &out->arena, &b, e);
			if (!rc && !is_source(out, b.id))
				rc = add(s, &b, &(lu_source){ .score = 1, .stale = hit[i].stale, .around = true }, out,
					 e);
			if (!rc) up = b.parent;
			if (rc == LU_ENOENT) rc = LU_OK, up = 0;
		}
	}
	return rc;
}

/* ---- relations ---- */

typedef struct place {
	int64_t id, file;
	size_t at;
} place;

typedef struct relating {
	lu_sources *src;
	place *by_id, *by_file;
	int64_t *ids; /* in the order of by_file */
} relating;

static int compare_file(const void *a, const void *b)
{
	const place *x = a, *y = b;

	if (x->file != y->file) return x->file < y->file ? -1 : 1;
	return lu_int64_order(a, b);
}

static const place *find(const relating *r, int64_t id)
{
	return bsearch(&id, r->by_id, r->src->n, sizeof *r->by_id, lu_int64_order);
}

static lu_code add_relation(relating *r, size_t from, size_t to, lu_edge_kind kind, lu_grade grade, lu_err *e)
{
	lu_sources *s = r->src;
	lu_relation *v;

	if (from == to) return LU_OK;
	if (!(v = lu_arena_grow(&s->arena, s->relation, s->n_relation, sizeof *v))) return lu_nomem(e);
	s->relation = v;
	v[s->n_relation++] = (lu_relation){ from, to, kind, grade };
	return LU_OK;
}

static lu_code on_edge(void *ctx, const lu_edge_row *row, lu_err *e)
{
	relating *r = ctx;
	const place *from = find(r, row->src), *to = row->dst ? find(r, row->dst) : NULL;

	if (!from || !to || row->grade == LU_GRADE_UNRESOLVED || row->kind == LU_EDGE_CONTAINS) return LU_OK;
	return add_relation(r, from->at, to->at, row->kind, row->grade, e);
}

static int by_ends(const void *a, const void *b)
{
	const lu_relation *x = a, *y = b;

	if (x->from != y->from) return x->from < y->from ? -1 : 1;
	if (x->to != y->to) return x->to < y->to ? -1 : 1;
	if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
	return (x->grade > y->grade) - (x->grade < y->grade);
}

/* One of each kind between two, the best. */
static void settle(lu_sources *s)
{
	size_t n = 0;

	if (s->n_relation) qsort(s->relation, s->n_relation, sizeof *s->relation, by_ends);
	for (size_t i = 0; i < s->n_relation; i++) {
		const lu_relation *x = &s->relation[i], *last = n ? &s->relation[n - 1] : NULL;

		if (last && last->from == x->from && last->to == x->to && last->kind == x->kind) continue;
		s->relation[n++] = *x;
	}
	s->n_relation = n;
}

/* The edges of a file are read once for all of its elements. */
static lu_code read_relations(lu_store *s, lu_sources *src, lu_err *e)
{
	relating r = { .src = src,
		       .by_id = lu_arena_calloc(&src->arena, src->n, sizeof *r.by_id),
		       .by_file = lu_arena_calloc(&src->arena, src->n, sizeof *r.by_file),
		       .ids = lu_arena_calloc(&src->arena, src->n, sizeof *r.ids) };
	lu_code rc = LU_OK;

	if (!r.by_id || !r.by_file || !r.ids) return lu_nomem(e);
	for (size_t i = 0; i < src->n; i++)
		r.by_id[i] = r.by_file[i] = (place){ src->v[i].el.id, src->v[i].el.file, i };
	if (src->n) {
		qsort(r.by_id, src->n, sizeof *r.by_id, lu_int64_order);
		qsort(r.by_file, src->n, sizeof *r.by_file, compare_file);
	}
	for (size_t i = 0; i < src->n; i++) r.ids[i] = r.by_file[i].id;
	for (size_t i = 0, end; i < src->n && !rc; i = end) {
		for (end = i + 1; end < src->n && r.by_file[end].file == r.by_file[i].file;) end++;
		rc = lu_store_file_edges(s, r.by_file[i].file, r.ids + i, end - i, on_edge, &r, e);
	}
	for (size_t i = 0; i < src->n && !rc; i++) {
		const place *up = find(&r, src->v[i].el.parent);

		if (up) rc = add_relation(&r, up->at, i, LU_EDGE_CONTAINS, LU_GRADE_EXACT, e);
	}
	if (!rc) settle(src);
	return rc;
}

/* Edges from the nearest hit, by whatever way the relations offer. */
static void measure_hops(lu_sources *s, size_t hits, uint32_t most)
{
	for (size_t i = 0; i < s->n; i++) s->v[i].hop = i < hits ? 0 : most;
	for (uint32_t hop = 1; hop < most; hop++) {
		for (size_t i = 0; i < s->n_relation; i++) {
			lu_source *x = &s->v[s->relation[i].from], *y = &s->v[s->relation[i].to];

			if (x->hop == hop - 1 && y->hop > hop) y->hop = hop;
			if (y->hop == hop - 1 && x->hop > hop) x->hop = hop;
		}
	}
}

static lu_code check(const lu_lazy_options *o, lu_err *e)
{
	lu_code rc = lu_check_range("max_hops", o->max_hops, 1, LU_HOPS_MAX, e);

	return rc ? rc : lu_check_range("max_entities", o->max_entities, 1, LU_ENTITIES_MAX, e);
}

lu_code lu_sources_expand(lu_store *s, lu_retriever *r, const lu_hit *hit, size_t n, const lu_lazy_options *o,
			  const lu_query_options *within, lu_sources *out, lu_err *e)
{
	lu_sources src = { 0 };
	lu_neighbour *near = NULL;
	lu_arena scratch = { 0 };
	size_t most = (size_t)o->max_entities, n_near = 0, hits = 0;
	lu_code rc = check(o, e);

	if (n > most) n = most;
	if (!rc) rc = lu_neighbours(r, hit, n, o->max_hops, most - n, within, &scratch, &near, &n_near, e);
	for (size_t i = 0; i < n && !rc; i++) rc = add_hit(s, &hit[i], &src, e);
	hits = src.n;
	for (size_t i = 0; i < n_near && !rc; i++) rc = add_near(s, &near[i], o, &src, e);
	if (!rc) rc = read_relations(s, &src, e);
	if (!rc && o->communities) rc = lu__group_sources(s, &src, e);
	lu_arena_free(&scratch);
	if (rc) {
		lu_sources_free(&src);
		return rc;
	}
	measure_hops(&src, hits, (uint32_t)o->max_hops);
	*out = src;
	return LU_OK;
}
