/* SPDX-License-Identifier: MIT
 * Vectors from a provider that is asked over the network. It takes elements, file after file, as fast as its requests
 * go out, and each answer is committed: a kill loses what was in flight. */
#include "index/content.h"
#include "index/derive.h"
#include "lucus/request.h"

/* What is known of an element between its request and the answer: as many as were given out. */
struct pending {
	int64_t element;
	uint64_t hash;
};

struct remote {
	lu_store *s;
	lu_embedder *m;
	const lu_watch *w;
	lu_counts *c;
	bool settled; /* the store's vectors are of this model */
	int64_t total, done;
	int64_t *files; /* that are due */
	size_t n_files, at;
	/* the file whose elements are given out */
	lu_arena file;
	lu_stored *el;
	size_t n_el, next_el;
	lu_buf own;
	struct pending *given; /* by number */
	size_t n_given;
	lu_arena arena; /* of `files` and `given` */
};

static lu_code list_all(struct remote *r, lu_err *e)
{
	lu_arena a = { 0 };
	lu_file *v = NULL;
	size_t n = 0;
	lu_code rc = lu_store_files(r->s, &a, &v, &n, e);

	if (!rc && !(r->files = lu_arena_calloc(&r->arena, n + 1, sizeof *r->files))) rc = lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) r->files[r->n_files++] = v[i].id;
	lu_arena_free(&a);
	return rc;
}

/* Vectors of another model do not count, but stay until the first of this one has come. */
static lu_code list_due(struct remote *r, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb kb;
	lu_code rc = lu_store_kb(r->s, false, &a, &kb, e);

	if (!rc) r->settled = lu_embedder_suits(r->m, kb.model, kb.dim);
	lu_arena_free(&a);
	if (!rc) rc = lu_store_embed_missing(r->s, !r->settled, &r->total, e);
	if (rc || !r->total) return rc;
	return r->settled ? lu_store_embed_dirty(r->s, &r->arena, &r->files, &r->n_files, e) : list_all(r, e);
}

static lu_code next_file(struct remote *r, lu_err *e)
{
	lu_code rc;

	lu_arena_free(&r->file);
	r->n_el = r->next_el = 0;
	if (r->at == r->n_files) return LU_DONE;
	rc = lu_store_file_elements(r->s, r->files[r->at++], true, &r->file, &r->el, &r->n_el, e);
	if (rc) return rc;
	lu__sort_nested(r->el, r->n_el);
	lu__mark_listed(r->el, r->n_el);
	return LU_OK;
}

static lu_code give(struct remote *r, const lu_stored *v, size_t i, lu_buf *out, int64_t *id, lu_err *e)
{
	struct pending *p = lu_arena_grow(&r->arena, r->given, r->n_given, sizeof *p);
	lu_element el = v[i].el;

	if (!p) return lu_nomem(e);
	r->given = p;
	el.code = lu__own_code(v, r->n_el, i, &r->own);
	if (r->own.oom) return lu_nomem(e);
	lu_element_text(&el, out);
	p[r->n_given] = (struct pending){ v[i].id, v[i].text_hash };
	*id = (int64_t)r->n_given++;
	return LU_OK;
}

static lu_code next(void *ctx, lu_buf *out, int64_t *id, lu_err *e)
{
	struct remote *r = ctx;

	for (;;) {
		lu_code rc;

		while (r->next_el < r->n_el) {
			size_t i = r->next_el++;
			const lu_stored *v = &r->el[i];

			if (v->listed || !v->text_hash || (r->settled && lu__has_vector(r->s, v))) continue;
			return give(r, r->el, i, out, id, e);
		}
		if ((rc = lu_check_cancel(e)) || (rc = next_file(r, e))) return rc;
	}
}

static lu_code store_one(struct remote *r, const struct pending *p, const float *v, int8_t *row, lu_err *e)
{
	float scale;
	lu_code rc;

	lu_vec_quantise(v, lu_embedder_dim(r->m), row, &scale);
	rc = lu_store_vector_put(r->s, p->element, p->hash, row, scale, e);
	if (!rc) r->c->embedded++;
	if (!rc && r->w && r->w->embedded) rc = r->w->embedded(r->w->ctx, p->element, e);
	return rc;
}

static lu_code take(void *ctx, const int64_t *id, const float *v, size_t n, lu_err *e)
{
	struct remote *r = ctx;
	size_t dim = lu_embedder_dim(r->m);
	lu_arena a = { 0 };
	int8_t *row = lu_arena_alloc(&a, dim);
	lu_code rc = row ? LU_OK : lu_nomem(e);

	if (!rc && !r->settled) rc = lu_store_set_model(r->s, lu_embedder_model(r->m), dim, e);
	r->settled |= !rc;
	for (size_t i = 0; i < n && !rc; i++) rc = store_one(r, &r->given[id[i]], v + i * dim, row, e);
	lu_arena_free(&a);
	if (!rc) rc = lu_store_commit(r->s, e);
	if (!rc) rc = lu_store_begin(r->s, e);
	if (rc) return rc;
	r->done += (int64_t)n;
	if (r->w && r->w->progress) r->w->progress(r->w->ctx, "embed", r->done, r->total);
	return lu_check_cancel(e);
}

static void warn(const struct remote *r, const char *text)
{
	if (r->w && r->w->warn) r->w->warn(r->w->ctx, text);
}

static lu_code fail(void *ctx, const int64_t *id, size_t n, const lu_err *why, lu_err *e)
{
	const struct remote *r = ctx;
	lu_err text = { LU_OK, "" };

	(void)id;
	lu_fail(&text, LU_ENET, "%zu element%s got no vectors: %s", n, n == 1 ? " has" : "s have", why->msg);
	warn(r, text.msg);
	return lu_check_cancel(e);
}

/* What is left when the work ends early is missing, too: those elements were never asked for. Everything else goes on
 * without them, also where the provider can not be asked at all, for want of a key. */
static lu_code finish(struct remote *r, lu_code rc, lu_err *e)
{
	int64_t left = r->total - r->done;
	lu_code end;

	if (rc == LU_EUSAGE) rc = LU_ENET;
	if (rc == LU_ECANCEL)
		lu_fail(e, rc, "interrupted: %lld of %lld vectors are stored, 'lucus embed' makes the others",
			(long long)r->done, (long long)r->total);
	if (rc == LU_ENET) warn(r, e->msg);
	if (rc == LU_OK || rc == LU_ENET) {
		r->c->missing += left;
		rc = left ? LU_OK : lu_store_mark(r->s, LU_MARK_VECTORS, e);
	}
	end = rc == LU_OK || rc == LU_ECANCEL ? lu_store_commit(r->s, rc ? NULL : e) : LU_OK;
	if (rc && rc != LU_ECANCEL) lu_store_rollback(r->s);
	return rc ? rc : end;
}

lu_code lu__embed_remotely(lu_store *s, lu_embedder *m, const lu_watch *w, lu_counts *c, lu_err *e)
{
	struct remote r = { .s = s, .m = m, .w = w, .c = c, .own = LU_BUF };
	lu_embed_work work = { .ctx = &r, .next = next, .take = take, .fail = fail };
	lu_code rc = lu_store_begin(s, e);

	if (rc) return rc;
	rc = list_due(&r, e);
	if (!rc && r.total) rc = lu_embed_all(m, &work, e);
	rc = finish(&r, rc, e);
	lu_arena_free(&r.file);
	lu_arena_free(&r.arena);
	lu_buf_free(&r.own);
	return rc;
}
