/* SPDX-License-Identifier: MIT */
#include "session/concept_net.h"

#include "store/concept_lists.h"

/* The number that the net has for a surface; *fresh: it is a new one, and has none yet. */
static lu_code number_of(lu__concept_net *x, lu_str surface, uint32_t *at, bool *fresh, lu_err *e)
{
	uint64_t hash = lu_digest64(surface, 0), *slot;
	void *grown;

	if (!lu_map_reserve(&x->map, &x->a, x->n + 1)) return lu_nomem(e);
	slot = lu_map_slot(&x->map, hash, lu_map_str, x->surface, &surface);
	if ((*fresh = !*slot)) {
		if (!(grown = lu_arena_grow(&x->a, x->surface, x->n, sizeof *x->surface))) return lu_nomem(e);
		x->surface = grown;
		if (!(grown = lu_arena_grow(&x->a, x->number, x->n, sizeof *x->number))) return lu_nomem(e);
		x->number = grown;
		if (!(x->surface[x->n] = lu_arena_dup(&x->a, surface)).s) return lu_nomem(e);
		lu_map_set(&x->map, slot, hash, (uint32_t)x->n++);
	}
	*at = lu_map_number(slot);
	return LU_OK;
}

/* A key is made of each surface once. */
static lu_code add_windows(lu__concept_net *x, const lu_concept_list *l, lu_err *e)
{
	lu_buf key = LU_BUF;
	lu_code rc = LU_OK;

	for (size_t i = 0; i < l->n_window && !rc; i++) {
		const lu_concept_window *w = &l->window[i];

		rc = lu_concept_net_window(x->net, e);
		for (uint32_t k = w->use; k < w->use + w->n && !rc; k++) {
			lu_str surface = l->surface[l->use[k].concept];
			uint32_t at = 0;
			bool fresh = false;

			rc = number_of(x, surface, &at, &fresh, e);
			lu_buf_reset(&key);
			if (!rc && fresh) rc = lu_concept_key(x->c, surface, &key, e);
			if (!rc && fresh)
				rc = lu_concept_net_add(x->net, lu_buf_str(&key), surface, l->use[k].count,
							&x->number[at], e);
			else if (!rc) rc = lu_concept_net_again(x->net, x->number[at], surface, l->use[k].count, e);
		}
	}
	lu_buf_free(&key);
	return rc;
}

static lu_code take(void *ctx, int64_t file, lu_str path, lu_str bytes, lu_err *e)
{
	lu_concept_list l;
	lu_arena a = { 0 };
	lu_code rc = lu_concepts_unpack(bytes, &a, &l, e);

	(void)file;
	if (!rc) rc = add_windows(ctx, &l, e);
	else if (rc == LU_EDB) rc = lu_wrap(e, rc, "%.*s", LU_FMT(path));
	lu_arena_free(&a);
	return rc;
}

lu_code lu__concepts_load(lu__concept_net *x, lu_store *s, lu_err *e)
{
	lu_code rc;

	*x = (lu__concept_net){ .n = 0 };
	rc = lu_concepts_new(&x->c, e);
	if (!rc) rc = lu_concept_net_new(&x->net, e);
	return rc ? rc : lu_store_concept_lists(s, take, x, e);
}

void lu__concepts_unload(lu__concept_net *x)
{
	lu_concepts_free(x->c);
	lu_concept_net_free(x->net);
	lu_arena_free(&x->a);
}

/* ---- once more ---- */

struct each {
	lu__concept_net *x;
	lu__concepts_fn *fn;
	void *ctx;
};

static lu_code give(void *ctx, int64_t file, lu_str path, lu_str bytes, lu_err *e)
{
	struct each *x = ctx;
	lu_concept_list l;
	lu_arena a = { 0 };
	uint32_t *number = NULL;
	lu_code rc = lu_concepts_unpack(bytes, &a, &l, e);

	if (!rc && !(number = lu_arena_calloc(&a, l.n + 1, sizeof *number))) rc = lu_nomem(e);
	for (size_t i = 0; i < l.n && !rc; i++) {
		uint32_t at =
			lu_map_find(&x->x->map, lu_digest64(l.surface[i], 0), lu_map_str, x->x->surface, &l.surface[i]);

		number[i] = at == LU_MAP_NONE ? UINT32_MAX : x->x->number[at];
	}
	if (!rc) rc = x->fn(x->ctx, file, path, &l, number, e);
	lu_arena_free(&a);
	return rc;
}

lu_code lu__concepts_each(lu__concept_net *x, lu_store *s, lu__concepts_fn *fn, void *ctx, lu_err *e)
{
	struct each each = { x, fn, ctx };

	return lu_store_concept_lists(s, give, &each, e);
}
