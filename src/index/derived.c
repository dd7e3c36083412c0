/* SPDX-License-Identifier: MIT */
#include "index/derive.h"

#include <stdlib.h>

#include "index/content.h"
#include "lucus/text.h"

lu_code lu__deriver_init(struct lu__deriver *d, lu_embedder *m, bool rows, lu_err *e)
{
	*d = (struct lu__deriver){ .m = m, .rows = rows };
	lu_buf_init(&d->own);
	lu_buf_init(&d->text);
	if (m && !(d->v = calloc(lu_embedder_dim(m), sizeof *d->v))) return lu_nomem(e);
	return LU_OK;
}

void lu__deriver_free(struct lu__deriver *d)
{
	lu_buf_free(&d->own);
	lu_buf_free(&d->text);
	free(d->v);
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

/* One line of a file or class: rows so short would win by the words of the place that they share with
 * dozens of others. */
static bool is_value(const lu_element *el)
{
	return lu_str_eqz(el->type, "constant") || lu_str_eqz(el->type, "variable");
}

/* Their signature is their name. */
static bool is_prose(const lu_element *el)
{
	return lu_str_eqz(el->type, "section");
}

static lu_code add_column(const lu_element *el, int column, lu_buf *out, lu_err *e)
{
	lu_code rc;

	switch (column) {
	case LU_FT_NAME: return lu_token_text(lu_element_title(el), out, e);
	case LU_FT_QNAME:
		return is_value(el) ? LU_OK : lu_token_text(lu_str_before_last(el->name, '.'), out, e);
	case LU_FT_PATH: return is_value(el) ? LU_OK : add_path(el->file_path, out, e);
	case LU_FT_SIGNATURE: return is_prose(el) ? LU_OK : lu_token_text(el->signature, out, e);
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

static lu_code make_row(struct lu__deriver *d, const lu_element *el, lu_arena *a, struct lu__derived *out, lu_err *e)
{
	for (int i = 0; i < LU_FT_COLUMNS; i++) {
		lu_code rc;

		lu_buf_reset(&d->text);
		if ((rc = add_column(el, i, &d->text, e))) return rc;
		out->column[i] = lu_arena_dup(a, lu_buf_str(&d->text));
		if (d->text.oom || !out->column[i].s) return lu_nomem(e);
	}
	out->row = true;
	return LU_OK;
}

static lu_code make_vector(struct lu__deriver *d, const lu_element *el, lu_arena *a, struct lu__derived *out,
			   lu_err *e)
{
	size_t dim = lu_embedder_dim(d->m);
	lu_code rc = lu_embed_elements(d->m, el, 1, d->v, e);

	if (rc) return rc;
	if (!(out->vector = lu_arena_alloc(a, dim))) return lu_nomem(e);
	lu_vec_quantise(d->v, dim, out->vector, &out->scale);
	return LU_OK;
}

lu_code lu__derive_one(struct lu__deriver *d, const lu_stored *v, size_t n, size_t i, bool vector, bool row,
		       lu_arena *a, struct lu__derived *out, lu_err *e)
{
	lu_element el = v[i].el;
	lu_code rc = LU_OK;

	*out = (struct lu__derived){ .vector = NULL };
	if (v[i].listed) return LU_OK;
	el.code = lu__own_code(v, n, i, &d->own);
	if (d->own.oom) rc = lu_nomem(e);
	if (!rc && vector) rc = make_vector(d, &el, a, out, e);
	if (!rc && row) rc = make_row(d, &el, a, out, e);
	return rc;
}

/* Of what is listed neither is wanted. */
bool lu__has_vector(lu_store *s, const lu_stored *el)
{
	uint64_t hash;

	return !el->text_hash || (lu_store_vector_hash(s, el->id, &hash) && hash == el->text_hash);
}

bool lu__has_row(lu_store *s, const lu_stored *el)
{
	uint64_t hash;

	return !el->text_hash || (lu_store_row_hash(s, el->id, &hash) && hash == el->text_hash);
}

lu_code lu__derive_put(lu_store *s, const lu_stored *el, const struct lu__derived *x, const lu_watch *w,
		       lu_counts *c, lu_err *e)
{
	lu_code rc = LU_OK;

	if (x->vector) {
		c->embedded++;
		rc = lu_store_vector_put(s, el->id, el->text_hash, x->vector, x->scale, e);
		if (!rc && w && w->embedded) rc = w->embedded(w->ctx, el->id, e);
	}
	if (rc || !x->row) return rc;
	c->indexed++;
	return lu_store_row_put(s, el->id, el->text_hash, x->column, e);
}

lu_code lu__derive_versions(lu_store *s, lu_embedder *m, bool rows, lu_err *e)
{
	lu_code rc = m ? lu_store_set_model(s, lu_embedder_model(m), lu_embedder_dim(m), e) : LU_OK;

	return rc || !rows ? rc : lu_store_set_tokenizer(s, LU_TOKENIZER_VERSION, e);
}
