/* SPDX-License-Identifier: MIT
 * What an expansion brings before the reranker: its elements, and those of its documents. */
#include <stdlib.h>

#include "expand/expand.h"

typedef struct admitting {
	lu_store *s;
	const lu_query_options *o;
	lu_arena *a;
	int64_t *v;
	size_t n;
	lu_err *e;
} admitting;

int lu__by_evidence(const void *px, const void *py)
{
	const lu_evidence *x = px, *y = py;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	return lu_str_cmp(x->key, y->key);
}

lu_code lu__document_module(lu_store *s, lu_str path, lu_arena *a, lu_brief *out, lu_err *e)
{
	lu_brief *v = NULL;
	size_t n = 0;
	lu_code rc = lu_store_at(s, path, 0, a, &v, &n, e);

	if (rc) return rc;
	/* the end of a path is none of it */
	if (n != 1 || !lu_str_eq(v->path, path)) return LU_ENOENT;
	*out = *v;
	return LU_OK;
}

/* Unless it is gone, or a filter keeps it away. */
static lu_code admit(admitting *x, int64_t id)
{
	lu_brief el;
	bool keeps = false;
	lu_code rc = lu_store_brief(x->s, id, x->a, &el, x->e);

	if (rc == LU_ENOENT) return LU_OK;
	if (!rc) rc = lu_query_keeps(x->o, &el, &keeps, x->e);
	if (!rc && keeps && x->n < LU_BOOST_ELEMENTS) x->v[x->n++] = id;
	return rc;
}

static lu_code admit_document(admitting *x, lu_str path)
{
	lu_brief module;
	int64_t *id = NULL;
	size_t n = 0;
	lu_code rc = lu__document_module(x->s, path, x->a, &module, x->e);

	if (rc) return rc == LU_ENOENT ? LU_OK : rc;
	rc = lu_store_within(x->s, module.id, x->a, &id, &n, x->e);
	if (x->n + n > LU_BOOST_ELEMENTS) n = 1; /* the first is the module */
	for (size_t i = 0; i < n && !rc; i++) rc = admit(x, id[i]);
	return rc;
}

static lu_code sorted(const lu_evidence *v, size_t n, lu_arena *a, lu_evidence **out, lu_err *e)
{
	if (!(*out = lu_arena_calloc(a, n + 1, sizeof **out))) return lu_nomem(e);
	if (n) memcpy(*out, v, n * sizeof **out);
	if (n) qsort(*out, n, sizeof **out, lu__by_evidence);
	return LU_OK;
}

lu_code lu_boost_elements(lu_store *s, const lu_boost *b, const lu_query_options *o, lu_arena *a, int64_t **out,
			  size_t *n, lu_err *e)
{
	admitting x = { .s = s, .o = o, .a = a, .e = e };
	lu_evidence *el, *doc;
	lu_code rc = sorted(b->element, b->n_element, a, &el, e);

	*n = 0;
	if (!rc) rc = sorted(b->document, b->n_document, a, &doc, e);
	if (!rc && !(x.v = lu_arena_calloc(a, LU_BOOST_ELEMENTS, sizeof *x.v))) rc = lu_nomem(e);
	if (rc || b->weight <= 0) return rc;
	for (size_t i = 0; i < b->n_element && !rc; i++) {
		int64_t id = 0;

		rc = lu_store_find(s, el[i].key, &id, e);
		if (!rc && id) rc = admit(&x, id);
	}
	for (size_t i = 0; i < b->n_document && !rc; i++) rc = admit_document(&x, doc[i].key);
	if (rc) return rc;
	*out = x.v;
	*n = x.n;
	return LU_OK;
}
