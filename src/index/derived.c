/* SPDX-License-Identifier: MIT */
#include "index/derive.h"

#include <stdlib.h>
#include <string.h>

#include "index/content.h"
#include "lucus/graph.h"
#include "lucus/text.h"
#include "store/concept_lists.h"

lu_code lu__deriver_init(struct lu__deriver *d, lu_embedder *m, bool rows, lu_err *e)
{
	lu_code rc = LU_OK;

	*d = (struct lu__deriver){ .m = m, .rows = rows, .bag = LU_BAG };
	lu_buf_init(&d->own);
	lu_buf_init(&d->scope);
	if (m && !(d->v = calloc(lu_embedder_dim(m), sizeof *d->v))) return lu_nomem(e);
	if (rows) rc = lu_concepts_new(&d->concepts, e);
	return rc ? rc : lu_embed_cache_new(&d->cache, e);
}

void lu__deriver_free(struct lu__deriver *d)
{
	lu_buf_free(&d->own);
	lu_buf_free(&d->scope);
	lu_bag_free(&d->bag);
	lu_embed_cache_free(d->cache);
	lu_concepts_free(d->concepts);
	free(d->v);
}

void lu__derive_begin(struct lu__deriver *d)
{
	lu_bag_file(&d->bag);
}

lu_code lu__derive_terms(const struct lu__deriver *d, lu_arena *a, lu_terms *out, lu_err *e)
{
	return lu_bag_terms(&d->bag, a, out, e);
}

lu_code lu__derive_concepts(struct lu__deriver *d, const lu_stored *v, size_t n, lu_arena *a, lu_str *out, lu_err *e)
{
	*out = lu_strn(NULL, 0);
	return d->concepts ? lu__file_concepts(d->concepts, v, n, a, out, e) : LU_OK;
}

static lu_code make_vector(struct lu__deriver *d, const lu_element *el, lu_arena *a, struct lu__derived *out, lu_err *e)
{
	size_t dim = lu_embedder_dim(d->m);
	lu_code rc = lu_embeds_bags(d->m) ? lu_embed_bag(d->m, d->cache, &d->bag, d->v, e)
					  : lu_embed_elements(d->m, el, 1, d->v, e);

	if (rc) return rc;
	if (!(out->vector = lu_arena_alloc(a, dim))) return lu_nomem(e);
	lu_vec_quantise(d->v, dim, out->vector, &out->scale);
	return LU_OK;
}

/* Tests that stand in the file of what they test, as Rust's and Zig's do. */
static bool is_test_in_source(const lu_element *el)
{
	return lu_str_eqz(el->type, "test") || lu_is_marked_test(el) ||
	       (lu_str_eqz(el->language, "rust") &&
		(memmem(el->name.s, el->name.n, ".tests.", 7) || memmem(el->name.s, el->name.n, ".test.", 6) ||
		 (lu_str_eqz(el->type, "namespace") &&
		  (lu_str_ends(el->name, ".tests") || lu_str_ends(el->name, ".test")))));
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
	if (!rc && (row || vector)) rc = lu_element_bag(&el, lu__scope(v, i, &d->scope), &d->bag, e);
	if (d->scope.oom) rc = lu_nomem(e);
	if (!rc && vector) rc = make_vector(d, &el, a, out, e);
	if (!rc && row) rc = lu_bag_row(&d->bag, a, &out->text, e);
	if (!rc && row) rc = lu__derive_words(&d->bag, &el, &d->words, e);
	if (!rc && row) rc = lu__words_pack(&d->words, a, &out->words, e);
	if (rc || !row) return rc;
	out->text.place = lu__place_of(el.file_path) | (is_test_in_source(&el) ? LU_PLACE_TEST : 0);
	out->row = true;
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

	return !el->text_hash ||
	       (lu_store_row_hash(s, el->id, &hash) && hash == lu_row_hash(el->text_hash, lu_element_lines(&el->el)));
}

lu_code lu__derive_put(lu_store *s, int64_t file, const lu_stored *el, const struct lu__derived *x, lu_terms *t,
		       const lu_watch *w, lu_counts *c, lu_err *e)
{
	lu_code rc = LU_OK;

	if (x->vector) {
		c->embedded++;
		rc = lu_store_vector_put(s, el->id, el->text_hash, x->vector, x->scale, e);
		if (!rc && w && w->embedded) rc = w->embedded(w->ctx, el->id, e);
	}
	if (rc || !x->row) return rc;
	c->indexed++;
	rc = lu_store_row_put(s, el->id, file, el->text_hash, t, &x->text, e);
	return rc ? rc : lu__words_put(s, el->id, x->words, e);
}

lu_embedder *lu__in_process(lu_embedder *m)
{
	return m && !lu_embeds_remotely(m) ? m : NULL;
}

lu_code lu__derive_versions(lu_store *s, lu_embedder *m, bool rows, lu_err *e)
{
	lu_code rc = m ? lu_store_set_model(s, lu_embedder_model(m), lu_embedder_dim(m), e) : LU_OK;

	if (!rc && rows) rc = lu_store_set_tokenizer(s, LU_TOKENIZER_VERSION, e);
	return rc || !rows ? rc : lu_store_concepts_maker(s, LU_CONCEPT_VERSION, e);
}
