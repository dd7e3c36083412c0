/* SPDX-License-Identifier: MIT */
#include "index/derive.h"

#include <stdlib.h>

#include "index/content.h"
#include "lucus/text.h"

lu_code lu__deriver_init(struct lu__deriver *d, lu_embedder *m, bool rows, lu_err *e)
{
	*d = (struct lu__deriver){ .m = m, .rows = rows, .bag = LU_BAG };
	lu_buf_init(&d->own);
	lu_buf_init(&d->scope);
	if (m && !(d->v = calloc(lu_embedder_dim(m), sizeof *d->v))) return lu_nomem(e);
	return lu_embed_cache_new(&d->cache, e);
}

void lu__deriver_free(struct lu__deriver *d)
{
	lu_buf_free(&d->own);
	lu_buf_free(&d->scope);
	free(d->parent);
	lu_bag_free(&d->bag);
	lu_embed_cache_free(d->cache);
	free(d->v);
}

/* An element by its id. */
struct by_id {
	const char *id;
	uint32_t at;
};

static int compare_ids(const void *px, const void *py)
{
	return strcmp(((const struct by_id *)px)->id, ((const struct by_id *)py)->id);
}

static uint32_t find_parent(const struct by_id *v, size_t n, lu_str parent, uint32_t self)
{
	struct by_id key, *found;
	char id[LU_ID];

	if (!parent.n || parent.n >= LU_ID) return self;
	memcpy(id, parent.s, parent.n);
	id[parent.n] = '\0';
	key = (struct by_id){ id, 0 };
	found = bsearch(&key, v, n, sizeof *v, compare_ids);
	return found ? found->at : self;
}

lu_code lu__derive_begin(struct lu__deriver *d, const lu_stored *v, size_t n, lu_err *e)
{
	struct by_id *ids = malloc((n + 1) * sizeof *ids);

	lu_bag_file(&d->bag);
	if (ids && n > d->cap) {
		uint32_t *parent = realloc(d->parent, n * sizeof *parent);

		if (!parent) {
			free(ids);
			return lu_nomem(e);
		}
		d->parent = parent;
		d->cap = n;
	}
	if (!ids) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) ids[i] = (struct by_id){ v[i].el.id, (uint32_t)i };
	qsort(ids, n, sizeof *ids, compare_ids);
	for (size_t i = 0; i < n; i++) d->parent[i] = find_parent(ids, n, v[i].el.parent, (uint32_t)i);
	free(ids);
	return LU_OK;
}

#define DEPTH 20 /* of nesting; records of other tools may even have rings */

/* The names of what element `i` is in, but for the file. */
static lu_str scope_of(struct lu__deriver *d, const lu_stored *v, size_t i)
{
	lu_buf_reset(&d->scope);
	for (int depth = 0; depth < DEPTH && d->parent[i] != i; depth++) {
		i = d->parent[i];
		if (d->parent[i] == i && lu_str_eqz(v[i].el.type, "module")) break;
		lu_buf_addstr(&d->scope, lu_element_title(&v[i].el));
		lu_buf_addc(&d->scope, ' ');
	}
	return lu_buf_str(&d->scope);
}

lu_code lu__derive_terms(const struct lu__deriver *d, lu_arena *a, lu_terms *out, lu_err *e)
{
	return lu_bag_terms(&d->bag, a, out, e);
}

static lu_code make_vector(struct lu__deriver *d, const lu_element *el, lu_arena *a, struct lu__derived *out,
			   lu_err *e)
{
	size_t dim = lu_embedder_dim(d->m);
	lu_code rc = lu_embeds_bags(d->m) ? lu_embed_bag(d->m, d->cache, &d->bag, d->v, e)
					  : lu_embed_elements(d->m, el, 1, d->v, e);

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
	if (!rc && (row || vector)) rc = lu_element_bag(&el, scope_of(d, v, i), &d->bag, e);
	if (d->scope.oom) rc = lu_nomem(e);
	if (!rc && vector) rc = make_vector(d, &el, a, out, e);
	if (!rc && row) rc = lu_bag_row(&d->bag, a, &out->text, e);
	if (rc || !row) return rc;
	out->text.place = lu__place_of(el.file_path);
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

	return !el->text_hash || (lu_store_row_hash(s, el->id, &hash) && hash == el->text_hash);
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
	return lu_store_row_put(s, el->id, file, el->text_hash, t, &x->text, e);
}

lu_code lu__derive_versions(lu_store *s, lu_embedder *m, bool rows, lu_err *e)
{
	lu_code rc = m ? lu_store_set_model(s, lu_embedder_model(m), lu_embedder_dim(m), e) : LU_OK;

	return rc || !rows ? rc : lu_store_set_tokenizer(s, LU_TOKENIZER_VERSION, e);
}
