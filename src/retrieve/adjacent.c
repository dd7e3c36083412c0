/* SPDX-License-Identifier: MIT
 * The edges out of elements, by the files that these are in. Most processes ask one question, for which only the edges
 * that it follows are read; for the next ones the resolved edges of a file are kept, all of them. */
#include <stdlib.h>

#include "retrieve/strategy.h"
#include "core/binary_search.h"

#define KEPT (1u << 20) /* edges */

struct edge {
	int64_t src, dst;
	uint8_t kind, grade;
};

struct lu__adjacent {
	struct edge *v; /* by source */
	size_t n, cap;
	bool known;
};

static lu_code keep(void *ctx, const lu_edge_row *r, lu_err *e)
{
	struct lu__adjacent *a = ctx;

	if (!r->dst || lu_str_eqz(r->reason, LU_REASON_CONSTRUCTOR)) return LU_OK;
	if (a->n == a->cap) {
		size_t cap = a->cap ? 2 * a->cap : 64;
		struct edge *v = realloc(a->v, cap * sizeof *v);

		if (!v) return lu_nomem(e);
		a->v = v;
		a->cap = cap;
	}
	a->v[a->n++] = (struct edge){ r->src, r->dst, (uint8_t)r->kind, (uint8_t)r->grade };
	return LU_OK;
}

static int by_source(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->src != y->src) return x->src < y->src ? -1 : 1;
	return (x->dst > y->dst) - (x->dst < y->dst);
}

static void forget(lu_retriever *r, size_t file)
{
	struct lu__adjacent *a = &r->adjacent[file];

	r->kept_edges -= a->n;
	free(a->v);
	*a = (struct lu__adjacent){ 0 };
}

/* Files in turn are forgotten for a new one: all at once would be read again at once. */
static void make_room(lu_retriever *r)
{
	size_t files = lu_postings_docs(r->post)->n_file;

	for (size_t i = 0; i < files && r->kept_edges > KEPT; i++) {
		forget(r, r->next_forgotten);
		r->next_forgotten = (r->next_forgotten + 1) % files;
	}
}

/* What the array was grown by in advance goes back. */
static void fit(struct lu__adjacent *a)
{
	struct edge *v = a->n ? realloc(a->v, a->n * sizeof *v) : NULL;

	if (v) a->v = v;
}

static lu_code read_file(lu_retriever *r, int64_t file, lu_err *e)
{
	struct lu__adjacent a = { .known = true };
	lu_code rc;

	make_room(r);
	rc = lu_store_file_edges(r->store, file, NULL, 0, keep, &a, e);
	if (rc) {
		free(a.v);
		return rc;
	}
	if (a.n) qsort(a.v, a.n, sizeof *a.v, by_source);
	fit(&a);
	r->kept_edges += a.n;
	r->adjacent[file] = a;
	return LU_OK;
}

static lu_code give(const struct lu__adjacent *a, int64_t src, lu_edge_fn *fn, void *ctx, lu_err *e)
{
	size_t at;
	lu_code rc = LU_OK;

	LU_LOWER_BOUND(at, 0, a->n, a->v[at].src < src);
	for (; at < a->n && a->v[at].src == src && !rc; at++) {
		lu_edge_row row = { .src = src, .dst = a->v[at].dst, .kind = a->v[at].kind, .grade = a->v[at].grade };

		rc = fn(ctx, &row, e);
	}
	return rc;
}

lu_code lu__edges_from(lu_retriever *r, int64_t file, const int64_t *of, size_t n, lu_edge_fn *fn, void *ctx, lu_err *e)
{
	size_t files = lu_postings_docs(r->post)->n_file;
	lu_code rc = LU_OK;

	if (!r->again || file < 0 || (uint64_t)file >= files)
		return lu_store_file_edges(r->store, file, of, n, fn, ctx, e);
	if (!r->adjacent && !(r->adjacent = calloc(files, sizeof *r->adjacent))) return lu_nomem(e);
	if (!r->adjacent[file].known) rc = read_file(r, file, e);
	for (size_t i = 0; i < n && !rc; i++) rc = give(&r->adjacent[file], of[i], fn, ctx, e);
	return rc;
}

void lu__adjacent_drop(lu_retriever *r)
{
	for (size_t i = 0; r->adjacent && i < lu_postings_docs(r->post)->n_file; i++) forget(r, i);
}
