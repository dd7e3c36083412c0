/* SPDX-License-Identifier: MIT
 * What an expansion means for the hits of a question. Ranks are compared, as scores of a reranker and of a walk
 * have nothing in common; but an expansion that is not sure of itself says less. The depth to which lists are merged
 * does not depend on how many hits are wanted. */
#include <stdlib.h>

#include "expand/expand.h"
#include "core/binary_search.h"

#define OF_DOCUMENT .5 /* what the score of its document counts for an element that is not named itself */

/* ---- reading ---- */

static lu_code read_list(const lu_json *v, const char *field, const char *key, lu_arena *a, lu_evidence **out,
			 size_t *n, lu_err *e)
{
	const lu_json *list = lu_json_get(v, field);
	size_t count = lu_json_count(list);
	lu_evidence *w;

	if (lu_json_type(list) == LU_JSON_NULL) return LU_OK;
	if (lu_json_type(list) != LU_JSON_ARRAY)
		return lu_fail(e, LU_EFORMAT, "field '%s' must be an array, found %s", field,
			       lu_json_kind_name(lu_json_type(list)));
	if (!(w = lu_arena_calloc(a, *n + count + 1, sizeof *w))) return lu_nomem(e);
	if (*n) memcpy(w, *out, *n * sizeof *w);
	*out = w;
	for (size_t i = 0; i < count; i++) {
		const lu_json *x = lu_json_at(list, i), *k = lu_json_get(x, key);
		double score = lu_json_real(lu_json_get(x, "score"), 1);

		if (lu_json_type(k) == LU_JSON_NULL && lu_json_type(x) == LU_JSON_OBJECT)
			continue; /* an entity without an element */
		if (lu_json_type(k) != LU_JSON_STR)
			return lu_fail(e, LU_EFORMAT, "field '%s' must hold objects with a string '%s'", field, key);
		if (!(score >= 0 && score <= 1))
			return lu_fail(e, LU_EFORMAT, "field '%s': a score must be a number from 0 to 1", field);
		w[(*n)++] = (lu_evidence){ lu_json_str(k), score };
	}
	return LU_OK;
}

lu_code lu_boost_read(const lu_json *v, lu_arena *a, lu_boost *out, lu_err *e)
{
	const lu_json *weight = lu_json_get(v, "expansion_weight");
	lu_json_kind kind = lu_json_type(weight);
	lu_boost b = { .weight = lu_json_real(weight, LU_EXPANSION_WEIGHT) };
	lu_code rc;

	if ((kind != LU_JSON_NULL && kind != LU_JSON_REAL && kind != LU_JSON_INT) || !(b.weight >= 0 && b.weight <= 1))
		return lu_fail(e, LU_EFORMAT, "field 'expansion_weight' must be a number from 0 to 1");
	rc = read_list(v, "original_entities", "id", a, &b.element, &b.n_element, e);
	if (!rc) rc = read_list(v, "expanded_entities", "id", a, &b.element, &b.n_element, e);
	if (!rc) rc = read_list(v, "related_documents", "path", a, &b.document, &b.n_document, e);
	if (!rc) *out = b;
	return rc;
}

/* ---- merging ---- */

static int by_key(const void *px, const void *py)
{
	const lu_evidence *x = px, *y = py;
	int c = lu_str_cmp(x->key, y->key);

	return c ? c : (x->score < y->score) - (x->score > y->score);
}

/* Sorted by key, of several for one key the best. */
static lu_code sorted(const lu_evidence *v, size_t n, lu_arena *a, lu_evidence **out, size_t *n_out, lu_err *e)
{
	lu_evidence *w = lu_arena_calloc(a, n + 1, sizeof *w);
	size_t k = 0;

	if (!w) return lu_nomem(e);
	if (n) memcpy(w, v, n * sizeof *w);
	if (n) qsort(w, n, sizeof *w, by_key);
	for (size_t i = 0; i < n; i++)
		if (!k || !lu_str_eq(w[k - 1].key, w[i].key)) w[k++] = w[i];
	*out = w;
	*n_out = k;
	return LU_OK;
}

static double score_of(const lu_evidence *v, size_t n, lu_str key)
{
	lu_evidence k = { .key = key };
	size_t at;

	LU_LOWER_BOUND(at, 0, n, lu_str_cmp(v[at].key, k.key) < 0);
	return at < n && lu_str_eq(v[at].key, key) ? v[at].score : 0;
}

/* A hit of either list on its way. */
typedef struct merged {
	lu_hit hit;
	double evidence;      /* of the expansion */
	size_t own, expanded; /* ranks from 1; 0: not in that list */
	double score;
} merged;

typedef struct merging {
	lu_store *s;
	const lu_query_options *o;
	lu_boost b; /* sorted */
	merged *v;
	size_t n;
	lu_result *r;
	lu_arena own;
	lu_err *e;
} merging;

static double evidence_of(const merging *m, const lu_brief *el)
{
	double doc = score_of(m->b.document, m->b.n_document, el->path);
	double own = score_of(m->b.element, m->b.n_element, lu_strz(el->uuid));

	if (m->o->by_file) return doc > own ? doc : own;
	return own > OF_DOCUMENT * doc ? own : OF_DOCUMENT * doc;
}

static bool has(const merging *m, const lu_brief *el)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->o->by_file ? m->v[i].hit.el.file == el->file : m->v[i].hit.el.id == el->id) return true;
	return false;
}

/* Add an element that is in no list, if the filters let it through. */
static lu_code add(merging *m, const lu_brief *el, size_t *added)
{
	bool keeps = false;
	lu_code rc = lu_query_keeps(m->o, el, &keeps, m->e);

	if (rc || !keeps) return rc;
	m->v[m->n++] = (merged){ .hit = { .el = *el }, .evidence = evidence_of(m, el) };
	++*added;
	return LU_OK;
}

static bool has_file(const merging *m, int64_t file)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].hit.el.file == file) return true;
	return false;
}

/* The modules of the best documents of which there is nothing, LU_MERGE_DEPTH of them. */
static lu_code add_documents(merging *m)
{
	lu_evidence *v = lu_arena_calloc(&m->own, m->b.n_document + 1, sizeof *v);
	size_t added = 0;
	lu_code rc = LU_OK;

	if (!v) return lu_nomem(m->e);
	if (m->b.n_document) memcpy(v, m->b.document, m->b.n_document * sizeof *v);
	if (m->b.n_document) qsort(v, m->b.n_document, sizeof *v, lu__by_evidence);
	for (size_t i = 0; i < m->b.n_document && added < LU_MERGE_DEPTH && !rc; i++) {
		lu_brief el;

		rc = lu__document_module(m->s, v[i].key, &m->r->arena, &el, m->e);
		if (!rc && !has_file(m, el.file)) rc = add(m, &el, &added);
		if (rc == LU_ENOENT) rc = LU_OK;
	}
	return rc;
}

/* The best of what only the expansion knows, LU_MERGE_DEPTH elements of it. */
static lu_code add_unseen(merging *m)
{
	lu_evidence *v = lu_arena_calloc(&m->own, m->b.n_element + 1, sizeof *v);
	size_t added = 0;

	if (!v) return lu_nomem(m->e);
	if (m->b.n_element) memcpy(v, m->b.element, m->b.n_element * sizeof *v);
	if (m->b.n_element) qsort(v, m->b.n_element, sizeof *v, lu__by_evidence);
	for (size_t i = 0; i < m->b.n_element && added < LU_MERGE_DEPTH; i++) {
		lu_brief el;
		int64_t id = 0;
		lu_code rc = lu_store_find(m->s, v[i].key, &id, m->e);

		if (!rc && !id) continue;
		if (!rc) rc = lu_store_brief(m->s, id, &m->r->arena, &el, m->e);
		if (rc == LU_ENOENT || (!rc && has(m, &el))) continue;
		if (!rc) rc = add(m, &el, &added);
		if (rc) return rc;
	}
	return LU_OK;
}

static int by_place(const lu_brief *x, const lu_brief *y)
{
	int c = lu_str_cmp(x->path, y->path);

	if (c) return c;
	if (x->start_line != y->start_line) return x->start_line < y->start_line ? -1 : 1;
	return strcmp(x->uuid, y->uuid);
}

/* The list of the expansion; of equals, what the own list prefers. */
static int by_expansion(const void *px, const void *py)
{
	const merged *x = px, *y = py;

	if (x->evidence != y->evidence) return x->evidence > y->evidence ? -1 : 1;
	if (x->own != y->own) return !x->own ? 1 : !y->own ? -1 : x->own < y->own ? -1 : 1;
	return by_place(&x->hit.el, &y->hit.el);
}

static int by_score(const void *px, const void *py)
{
	const merged *x = px, *y = py;

	if (x->score != y->score) return x->score > y->score ? -1 : 1;
	return by_expansion(px, py);
}

static void fuse(merging *m)
{
	double w = m->b.weight;

	qsort(m->v, m->n, sizeof *m->v, by_expansion);
	for (size_t i = 0; i < m->n; i++) {
		merged *x = &m->v[i];

		if (x->evidence > 0) x->expanded = i + 1;
		x->score = x->own ? (1 - w) / (double)(1 + x->own) : 0;
		if (x->expanded) x->score += w * x->evidence * x->evidence / (double)(1 + x->expanded);
		if (x->expanded)
			x->hit.stage[LU_STAGE_EXPANSION] = (lu_stage_score){ x->evidence, (uint32_t)x->expanded };
	}
	qsort(m->v, m->n, sizeof *m->v, by_score);
}

/* The merged ones, then those of the result that were too deep to be. */
static lu_code write_back(merging *m, size_t depth, size_t wanted)
{
	lu_result *r = m->r;
	size_t n = 0, k = wanted > LU_ONCE_DEPTH ? wanted : LU_ONCE_DEPTH;
	lu_code rc;
	lu_hit *v = lu_arena_calloc(&r->arena, m->n + r->n + 1, sizeof *v);

	if (!v) return lu_nomem(m->e);
	for (size_t i = 0; i < m->n && n < k; i++, n++) {
		v[n] = m->v[i].hit;
		v[n].score = m->v[i].score;
	}
	for (size_t i = depth; i < r->n && n < k; i++) {
		if (has(m, &r->v[i].el)) continue;
		v[n] = r->v[i];
		/* below all that were merged: the first of these has at least (1 - w) / depth */
		v[n].score = (n ? v[n - 1].score : 1) * (1 - 1e-6);
		n++;
	}
	for (size_t i = 0; i < n; i++) {
		v[i].rank = (uint32_t)(i + 1);
		v[i].relevance = 0; /* it was calibrated for the order of the reranker */
	}
	r->v = v;
	r->n = n;
	rc = lu_list_once(m->s, m->o, r, m->e);
	if (r->n > wanted) r->n = wanted;
	return rc;
}

static lu_code merge(merging *m, const lu_boost *b, size_t k)
{
	size_t depth = m->r->n < LU_MERGE_DEPTH ? m->r->n : LU_MERGE_DEPTH;
	lu_code rc;

	m->b.weight = b->weight;
	if (!(m->v = lu_arena_calloc(&m->own, depth + 2 * LU_MERGE_DEPTH + 1, sizeof *m->v))) return lu_nomem(m->e);
	rc = sorted(b->element, b->n_element, &m->own, &m->b.element, &m->b.n_element, m->e);
	if (!rc) rc = sorted(b->document, b->n_document, &m->own, &m->b.document, &m->b.n_document, m->e);
	for (size_t i = 0; i < depth && !rc; i++) {
		const lu_hit *h = &m->r->v[i];

		m->v[m->n++] = (merged){ .hit = *h, .evidence = evidence_of(m, &h->el), .own = i + 1 };
	}
	if (!rc) rc = add_unseen(m);
	if (!rc) rc = add_documents(m);
	if (rc || !m->n) return rc;
	fuse(m);
	return write_back(m, depth, k);
}

lu_code lu_boost_merge(lu_store *s, const lu_boost *b, const lu_query_options *o, size_t k, lu_result *r, lu_err *e)
{
	merging m = { .s = s, .o = o, .r = r, .e = e };
	lu_code rc = LU_OK;

	if (b->weight > 0 && (b->n_element || b->n_document)) rc = merge(&m, b, k);
	else if (r->n > k) r->n = k;
	lu_arena_free(&m.own);
	return rc;
}
