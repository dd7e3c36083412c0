/* SPDX-License-Identifier: MIT
 * Vectors and full-text rows: one pass over the files that hold something due. The calling thread reads
 * and writes the store, workers embed and tokenise. */
#include <stdlib.h>

#include "index/content.h"
#include "index/group.h"
#include "index/derive.h"
#include "index/pool.h"
#include "core/sorting.h"
#include "core/binary_search.h"
#include "core/file.h"
#include "store/concept_lists.h"

#define FILES_PER_JOB 16
#define BATCH         4000 /* elements of a transaction */

/* One element that is due. */
struct due {
	size_t at; /* in the file's elements */
	bool vector, row;
	struct lu__derived made;
};

struct item {
	lu_arena arena;
	lu_stored *el;
	size_t n;
	int64_t file;
	struct due *due;
	size_t n_due;
	lu_terms terms;
	bool named; /* its concepts are due */
	lu_str concepts;
};

struct derive {
	lu_store *s;
	lu_embedder *m;
	bool rows;
	const lu_watch *w;
	lu_counts *c;
	int64_t *files;
	size_t n_files;
	int64_t *named; /* those whose concepts are due, ascending */
	size_t n_named;
	int64_t in_batch;
};

static void free_item(void *p)
{
	struct item *it = p;

	lu_arena_free(&it->arena);
	free(it);
}

static lu_code find_due(struct derive *d, struct item *it, lu_err *e)
{
	if (it->n && !(it->due = lu_arena_calloc(&it->arena, it->n, sizeof *it->due))) return lu_nomem(e);
	for (size_t i = 0; i < it->n; i++) {
		struct due *u = &it->due[it->n_due];

		u->at = i;
		u->vector = d->m && !lu__has_vector(d->s, &it->el[i]);
		u->row = d->rows && !lu__has_row(d->s, &it->el[i]);
		it->n_due += u->vector || u->row;
	}
	return LU_OK;
}

static lu_code produce(void *ctx, size_t i, void **out, lu_err *e)
{
	struct derive *d = ctx;
	struct item *it = calloc(1, sizeof *it);
	size_t at;
	lu_code rc;

	if (!it) return lu_nomem(e);
	it->file = d->files[i];
	if (d->w && d->w->progress) d->w->progress(d->w->ctx, "index", (int64_t)i, (int64_t)d->n_files);
	rc = lu_store_file_elements(d->s, d->files[i], true, &it->arena, &it->el, &it->n, e);
	lu__sort_nested(it->el, it->n);
	lu__mark_listed(it->el, it->n);
	if (!rc) rc = lu__find_scopes(it->el, it->n, e);
	if (!rc) rc = find_due(d, it, e);
	LU_LOWER_BOUND(at, 0, d->n_named, d->named[at] < it->file);
	it->named = at < d->n_named && d->named[at] == it->file;
	if (rc) free_item(it);
	else *out = it;
	return rc;
}

static lu_code work(void *ctx, void *worker, void *p, lu_err *e)
{
	struct item *it = p;
	lu_code rc = LU_OK;

	(void)ctx;
	lu__derive_begin(worker);
	for (size_t i = 0; i < it->n_due && !rc; i++) {
		struct due *u = &it->due[i];

		rc = lu__derive_one(worker, it->el, it->n, u->at, u->vector, u->row, &it->arena, &u->made, e);
	}
	if (!rc && it->named) rc = lu__derive_concepts(worker, it->el, it->n, &it->arena, &it->concepts, e);
	return rc ? rc : lu__derive_terms(worker, &it->arena, &it->terms, e);
}

static lu_code consume(void *ctx, void *p, lu_err *e)
{
	struct derive *d = ctx;
	struct item *it = p;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < it->n_due && !rc; i++)
		rc = lu__derive_put(d->s, it->file, &it->el[it->due[i].at], &it->due[i].made, &it->terms, d->w, d->c,
				    e);
	if (!rc && it->concepts.s) rc = lu_store_concepts_put(d->s, it->file, it->concepts, e);
	d->in_batch += (int64_t)it->n_due + it->named;
	if (rc || d->in_batch < BATCH) return rc;
	d->in_batch = 0;
	rc = lu_store_commit(d->s, e);
	return rc ? rc : lu_store_begin(d->s, e);
}

static lu_code worker_new(void *ctx, void **worker, lu_err *e)
{
	struct derive *d = ctx;

	if (!(*worker = calloc(1, sizeof(struct lu__deriver)))) return lu_nomem(e);
	return lu__deriver_init(*worker, d->m, d->rows, e);
}

static void worker_free(void *worker)
{
	lu__deriver_free(worker);
	free(worker);
}

/* The files that are due for one reason or another, in order. */
static lu_code list_files(struct derive *d, lu_arena *a, lu_err *e)
{
	int64_t *v[3] = { NULL };
	size_t n[3] = { 0 }, k = 0;
	lu_code rc = d->m ? lu_store_embed_dirty(d->s, a, &v[0], &n[0], e) : LU_OK;

	if (!rc && d->rows) rc = lu_store_index_dirty(d->s, a, &v[1], &n[1], e);
	if (!rc && d->rows) rc = lu_store_concepts_due(d->s, a, &v[2], &n[2], e);
	if (rc) return rc;
	d->files = lu_arena_calloc(a, n[0] + n[1] + n[2] + 1, sizeof *d->files);
	if (!d->files) return lu_nomem(e);
	d->named = v[2];
	d->n_named = n[2];
	for (int i = 0; i < 3; i++)
		for (size_t j = 0; j < n[i]; j++) d->files[d->n_files++] = v[i][j];
	if (d->n_files) qsort(d->files, d->n_files, sizeof *d->files, lu_int64_order);
	for (size_t i = 0; i < d->n_files; i++)
		if (!k || d->files[k - 1] != d->files[i]) d->files[k++] = d->files[i];
	d->n_files = k;
	return LU_OK;
}

/* Settle the versions that vectors and rows are made with, and what is due; then do it. */
static lu_code run(struct derive *d, int jobs, lu_arena *a, lu_err *e)
{
	static const struct lu__pool_ops pool = { .produce = produce,
						  .work = work,
						  .consume = consume,
						  .free_item = free_item,
						  .worker_new = worker_new,
						  .worker_free = worker_free };
	int threads = jobs > 0 ? jobs : lu_cpus();
	lu_code rc = lu__derive_versions(d->s, d->m, d->rows, e);

	if (!rc) rc = list_files(d, a, e);
	if (!rc) rc = lu__pool_run(&pool, d, &d->n_files, jobs, (size_t)threads * FILES_PER_JOB, e);
	if (!rc) rc = lu_store_rows_flush(d->s, e);
	if (!rc && d->m) rc = lu_store_mark(d->s, LU_MARK_VECTORS, e);
	if (!rc && d->rows) rc = lu_store_mark(d->s, LU_MARK_ROWS, e);
	if (!rc && d->rows) rc = lu_store_concepts_mark(d->s, e);
	return rc;
}

lu_code lu_derive(lu_store *s, lu_embedder *m, bool rows, int jobs, const lu_watch *w, lu_counts *c, lu_err *e)
{
	struct derive d = { .s = s, .m = lu__in_process(m), .rows = rows, .w = w, .c = c };
	lu_arena a = { 0 };
	lu_code rc = lu_store_begin(s, e);

	if (rc) return rc;
	rc = run(&d, jobs, &a, e);
	if (!rc) rc = lu_store_commit(s, e);
	else if (rc != LU_ECANCEL || lu_store_rows_flush(s, NULL) || lu_store_commit(s, NULL)) lu_store_rollback(s);
	lu_arena_free(&a);
	return rc || !m || d.m ? rc : lu__embed_remotely(s, m, w, c, e);
}

lu_code lu_finish_index(lu_store *s, uint32_t community_size, lu_counts *c, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	bool due = false;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);
	int64_t blocks = 0;

	lu_arena_free(&a);
	if (!rc) rc = lu__group_due(s, community_size, &due, e);
	if (rc || (kb.indexed == kb.generation && !kb.unpacked && !due)) return rc;
	if ((rc = lu_store_begin(s, e))) return rc;
	rc = lu_store_rows_prune(s, &c->pruned, e);
	if (!rc) rc = lu_store_pack(s, &blocks, e);
	if (!rc) rc = lu__group(s, community_size, e);
	if (!rc) rc = lu_store_mark(s, LU_MARK_INDEX, e);
	if (!rc) rc = lu_store_commit(s, e);
	else lu_store_rollback(s);
	c->blocks += blocks;
	return rc;
}
