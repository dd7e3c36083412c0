/* SPDX-License-Identifier: MIT
 * From outlines to edges: the model is built from all outlines, then the files that are due are answered on
 * all cores, while the calling thread reads and writes the store. When few are due, few_edges.c tries a part of the model. */
#include "core/file.h"
#include "index/file_edges.h"
#include "index/ingest.h"
#include "index/pool.h"

#define FILES_PER_JOB 16

static lu_code work(void *ctx, void *worker, void *p, lu_err *e)
{
	const struct lu__resolve *r = ctx;
	struct lu__item *it = p;
	struct lu__edge_list l = { .a = &it->arena };
	int64_t contains;
	lu_code rc = lu__answer_file(r, worker, it, &l, &contains, e);

	if (!rc) rc = lu_pack_edges(r->writer, l.v, l.n, contains, &it->arena, &it->edges, e);
	it->edges.reads = l.reads;
	return rc;
}

static void free_item(void *p)
{
	lu__item_free(p);
}

static lu_code produce(void *ctx, size_t i, void **out, lu_err *e)
{
	struct lu__item *it = NULL;
	lu_code rc = lu__item_read(ctx, i, &it, e);

	*out = it;
	return rc;
}

static lu_code consume(void *ctx, void *p, lu_err *e)
{
	return lu__item_write(ctx, p, e);
}

static lu_code worker_new(void *ctx, void **worker, lu_err *e)
{
	struct lu__resolve *r = ctx;
	lu_resolver *resolver = NULL;
	lu_code rc = lu_resolver_new(r->model, &resolver, e);

	*worker = resolver;
	return rc;
}

static void worker_free(void *worker)
{
	lu_resolver_free(worker);
}

static lu_code run_all(struct lu__resolve *r, bool all, int jobs, lu_err *e)
{
	static const struct lu__pool_ops pool = { .produce = produce,
						  .work = work,
						  .consume = consume,
						  .free_item = free_item,
						  .worker_new = worker_new,
						  .worker_free = worker_free };
	lu_code rc = lu_store_outlines_dirty(r->s, all, &r->arena, &r->all, e);

	if (!rc) rc = lu__list_due(r, e);
	if (!rc) rc = lu_model_new(r->all.sym, r->all.n_sym, r->all.link, r->all.n_link, &r->model, e);
	if (!rc) rc = lu_edge_writer_new(r->s, &r->writer, e);
	if (!rc) rc = lu__pool_run(&pool, r, &r->n_due, jobs, (size_t)jobs * FILES_PER_JOB, e);
	return rc ? rc : lu_edge_writer_end(r->writer, e);
}

static lu_code run(struct lu__resolve *r, bool tree, int jobs, lu_err *e)
{
	bool any, all, done = false;
	lu_code rc = lu_store_dirty(r->s, tree, &any, &all, e);

	if (!rc && !any) {
		rc = lu_store_clear_dirty(r->s, e);
		return rc ? rc : lu_store_mark(r->s, LU_MARK_EDGES, e);
	}
	if (!rc && !all && tree) rc = lu__resolve_few(r, &done, e);
	if (!rc && !done) rc = run_all(r, all, jobs, e);
	return rc ? rc : lu_store_mark(r->s, LU_MARK_EDGES, e);
}

lu_code lu__resolve(lu_store *s, bool tree, int jobs, const lu_watch *w, lu_counts *c, lu_err *e)
{
	struct lu__resolve r = { .s = s, .w = w, .c = c, .tree = tree };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &r.arena, &kb, e);

	if (!rc && kb.resolved != kb.generation && !(rc = lu_store_begin(s, e))) {
		rc = run(&r, tree, jobs > 0 ? jobs : lu_cpus(), e);
		/* one transaction: edges into elements are gathered and written at the end */
		if (!rc) rc = lu_store_commit(s, e);
		else lu_store_rollback(s);
	}
	lu_edge_writer_free(r.writer);
	lu_model_free(r.model);
	lu_arena_free(&r.arena);
	return rc;
}
