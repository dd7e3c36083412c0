/* SPDX-License-Identifier: MIT
 * Vectors and full-text rows: one pass over the files that hold something due. The calling thread reads
 * and writes the store, workers embed and tokenise. */
#include <stdlib.h>

#include "index/content.h"
#include "index/pool.h"
#include "lucus/file.h"
#include "lucus/index.h"
#include "lucus/text.h"

#define FILES_PER_JOB 16
#define BATCH 4000      /* elements of a transaction */

/* One element that is due. */
struct due {
	size_t at;              /* in the file's elements */
	bool vector, row;
	int8_t *v;
	float scale;
	lu_buf text;            /* of all columns, one after the other */
	size_t end[LU_FT_COLUMNS];
};

struct item {
	lu_arena arena;
	lu_stored *el;
	size_t n;
	struct due *due;
	size_t n_due;
};

struct derive {
	lu_store *s;
	lu_embedder *m;
	bool rows;
	const lu_watch *w;
	lu_counts *c;
	int64_t *files;
	size_t n_files;
	int64_t in_batch;
};

static void free_item(void *p)
{
	struct item *it = p;

	for (size_t i = 0; i < it->n_due; i++) lu_buf_free(&it->due[i].text);
	lu_arena_free(&it->arena);
	free(it);
}

static lu_code find_due(struct derive *d, struct item *it, lu_err *e)
{
	if (it->n && !(it->due = lu_arena_calloc(&it->arena, it->n, sizeof *it->due))) return lu_nomem(e);
	for (size_t i = 0; i < it->n; i++) {
		struct due *u = &it->due[it->n_due];
		uint64_t hash;

		*u = (struct due){ .at = i };
		lu_buf_init(&u->text);
		u->vector = d->m && !(lu_store_vector_hash(d->s, it->el[i].id, &hash) && hash == it->el[i].text_hash);
		u->row = d->rows && !(lu_store_row_hash(d->s, it->el[i].id, &hash) && hash == it->el[i].text_hash);
		it->n_due += u->vector || u->row;
	}
	return LU_OK;
}

static lu_code produce(void *ctx, size_t i, void **out, lu_err *e)
{
	struct derive *d = ctx;
	struct item *it = calloc(1, sizeof *it);
	lu_code rc;

	if (!it) return lu_nomem(e);
	if (d->w && d->w->progress) d->w->progress(d->w->ctx, "index", (int64_t)i, (int64_t)d->n_files);
	rc = lu_store_file_elements(d->s, d->files[i], true, &it->arena, &it->el, &it->n, e);
	lu__sort_nested(it->el, it->n);
	if (!rc) rc = find_due(d, it, e);
	if (rc) free_item(it);
	else *out = it;
	return rc;
}

/* "src/net/http.c" as words: the name without its extension twice, because it says most. */
static lu_code add_path(lu_str path, lu_buf *out, lu_err *e)
{
	lu_str base = lu_str_after_last(path, '/'), stem = lu_str_before_last(base, '.');
	lu_code rc = lu_token_text(path, out, e);

	if (rc) return rc;
	lu_buf_addc(out, ' ');
	return lu_token_text(stem.n ? stem : base, out, e);
}

static lu_code add_column(const lu_element *el, int column, lu_buf *out, lu_err *e)
{
	lu_code rc;

	switch (column) {
	case LU_FT_NAME: return lu_token_text(lu_simple_name(el->name), out, e);
	case LU_FT_QNAME: return lu_token_text(lu_str_before_last(el->name, '.'), out, e);
	case LU_FT_PATH: return add_path(el->file_path, out, e);
	case LU_FT_SIGNATURE: return lu_token_text(el->signature, out, e);
	case LU_FT_DOC:
		rc = lu_token_text(el->docstring, out, e);
		if (rc || !el->explanation.n) return rc;
		lu_buf_addc(out, ' ');
		return lu_token_text(el->explanation, out, e);
	case LU_FT_BODY: return lu_token_text(el->code, out, e);
	}
	for (size_t i = 0; i < el->dependencies.n; i++) {
		if ((rc = lu_token_text(el->dependencies.v[i], out, e))) return rc;
		lu_buf_addc(out, ' ');
	}
	return LU_OK;
}

static lu_code make_row(struct due *u, const lu_element *el, lu_err *e)
{
	for (int i = 0; i < LU_FT_COLUMNS; i++) {
		lu_code rc = add_column(el, i, &u->text, e);

		if (rc) return rc;
		u->end[i] = u->text.len;
	}
	return u->text.oom ? lu_nomem(e) : LU_OK;
}

static lu_code make_vector(lu_embedder *m, struct due *u, const lu_element *el, lu_arena *a, lu_err *e)
{
	size_t dim = lu_embedder_dim(m);
	float *v = lu_arena_alloc(a, dim * sizeof *v);
	lu_code rc;

	u->v = lu_arena_alloc(a, dim);
	if (!v || !u->v) return lu_nomem(e);
	rc = lu_embed_elements(m, el, 1, v, e);
	if (!rc) lu_vec_quantise(v, dim, u->v, &u->scale);
	return rc;
}

static lu_code work(void *ctx, void *worker, void *p, lu_err *e)
{
	struct derive *d = ctx;
	struct item *it = p;
	lu_buf own = LU_BUF;
	lu_code rc = LU_OK;

	(void)worker;
	for (size_t i = 0; i < it->n_due && !rc; i++) {
		struct due *u = &it->due[i];
		lu_element el = it->el[u->at].el;

		el.code = lu__own_code(it->el, it->n, u->at, &own);
		if (own.oom) rc = lu_nomem(e);
		if (!rc && u->vector) rc = make_vector(d->m, u, &el, &it->arena, e);
		if (!rc && u->row) rc = make_row(u, &el, e);
	}
	lu_buf_free(&own);
	return rc;
}

static lu_code put_row(struct derive *d, const struct due *u, const lu_stored *el, lu_err *e)
{
	lu_str col[LU_FT_COLUMNS];
	size_t from = 0;

	for (int i = 0; i < LU_FT_COLUMNS; i++) {
		col[i] = lu_strn(u->text.s + from, u->end[i] - from);
		from = u->end[i];
	}
	d->c->indexed++;
	return lu_store_row_put(d->s, el->id, el->text_hash, col, e);
}

static lu_code consume(void *ctx, void *p, lu_err *e)
{
	struct derive *d = ctx;
	struct item *it = p;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < it->n_due && !rc; i++) {
		const struct due *u = &it->due[i];
		const lu_stored *el = &it->el[u->at];

		if (u->vector) {
			d->c->embedded++;
			rc = lu_store_vector_put(d->s, el->id, el->text_hash, u->v, u->scale, e);
			if (!rc && d->w && d->w->embedded) rc = d->w->embedded(d->w->ctx, el->id, e);
		}
		if (!rc && u->row) rc = put_row(d, u, el, e);
	}
	d->in_batch += (int64_t)it->n_due;
	if (rc || d->in_batch < BATCH) return rc;
	d->in_batch = 0;
	rc = lu_store_commit(d->s, e);
	return rc ? rc : lu_store_begin(d->s, e);
}

static int by_number(const void *px, const void *py)
{
	int64_t x = *(const int64_t *)px, y = *(const int64_t *)py;

	return (x > y) - (x < y);
}

/* The files that are due for one reason or the other, in order. */
static lu_code list_files(struct derive *d, lu_arena *a, lu_err *e)
{
	int64_t *v[2] = { NULL, NULL };
	size_t n[2] = { 0, 0 }, k = 0;
	lu_code rc = d->m ? lu_store_embed_due(d->s, a, &v[0], &n[0], e) : LU_OK;

	if (!rc && d->rows) rc = lu_store_index_due(d->s, a, &v[1], &n[1], e);
	if (rc) return rc;
	d->files = lu_arena_calloc(a, n[0] + n[1] + 1, sizeof *d->files);
	if (!d->files) return lu_nomem(e);
	for (int i = 0; i < 2; i++)
		for (size_t j = 0; j < n[i]; j++) d->files[d->n_files++] = v[i][j];
	if (d->n_files) qsort(d->files, d->n_files, sizeof *d->files, by_number);
	for (size_t i = 0; i < d->n_files; i++)
		if (!k || d->files[k - 1] != d->files[i]) d->files[k++] = d->files[i];
	d->n_files = k;
	return LU_OK;
}

/* Settle the versions that vectors and rows are made with, and what is due; then do it. */
static lu_code run(struct derive *d, int jobs, lu_arena *a, lu_err *e)
{
	static const struct lu__pool_ops pool = { .produce = produce, .work = work, .consume = consume,
						  .free_item = free_item };
	int threads = jobs > 0 ? jobs : lu_cpus();
	lu_code rc = LU_OK;

	if (d->m) rc = lu_store_set_model(d->s, lu_embedder_model(d->m), lu_embedder_dim(d->m), e);
	if (!rc && d->rows) rc = lu_store_set_tokenizer(d->s, LU_TOKENIZER_VERSION, e);
	if (!rc) rc = list_files(d, a, e);
	if (!rc) rc = lu__pool_run(&pool, d, d->n_files, jobs, (size_t)threads * FILES_PER_JOB, e);
	if (!rc && d->m) rc = lu_store_mark(d->s, LU_STAGE_EMBEDDED, e);
	return rc;
}

lu_code lu_derive(lu_store *s, lu_embedder *m, bool rows, int jobs, const lu_watch *w, lu_counts *c, lu_err *e)
{
	struct derive d = { .s = s, .m = m, .rows = rows, .w = w, .c = c };
	lu_arena a = { 0 };
	lu_code rc = lu_store_begin(s, e);

	if (rc) return rc;
	rc = run(&d, jobs, &a, e);
	if (!rc) rc = lu_store_commit(s, e);
	else if (rc != LU_ECANCEL || lu_store_commit(s, NULL)) lu_store_rollback(s);
	lu_arena_free(&a);
	return rc;
}

lu_code lu_finish_index(lu_store *s, lu_counts *c, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(s, false, &a, &kb, e);
	int64_t blocks = 0;

	lu_arena_free(&a);
	if (rc || (kb.indexed == kb.generation && !kb.unpacked)) return rc;
	if ((rc = lu_store_begin(s, e))) return rc;
	rc = lu_store_rows_prune(s, &c->pruned, e);
	if (!rc) rc = lu_store_pack(s, &blocks, e);
	if (!rc) rc = lu_store_mark(s, LU_STAGE_INDEXED, e);
	if (!rc) rc = lu_store_commit(s, e);
	else lu_store_rollback(s);
	c->blocks += blocks;
	return rc;
}
