/* SPDX-License-Identifier: MIT
 * Reading the inverted index. */
#include "lucus/postings.h"

#include <stdlib.h>

#include "store/segment.h"

struct part {
	int64_t id;
	size_t base, n;         /* its documents */
};

struct lu_postings {
	lu_store *s;
	struct part *part;
	size_t n_part;
	int64_t *element;
	uint32_t *file;
	uint8_t (*length)[LU_FIELDS];
	uint8_t *sort, *lines;
	lu_docs docs;
	uint32_t **block;       /* documents of elements, by block of ids; NULL: not read yet */
	size_t n_block;
	lu_arena a;
};

const lu_docs *lu_postings_docs(const lu_postings *p)
{
	return &p->docs;
}

void lu_postings_close(lu_postings *p)
{
	if (!p) return;
	free(p->element);
	free(p->file);
	free(p->length);
	free(p->sort);
	free(p->lines);
	free(p->block);
	lu_arena_free(&p->a);
	free(p);
}

static lu_code damaged(lu_err *e)
{
	return lu_fail(e, LU_EDB, "a segment of postings is damaged: run 'lucus index --rebuild'");
}

static lu_code read_sizes(lu_postings *p, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(p->s, "SELECT id, n FROM segment WHERE tenant = ? AND kb = ? ORDER BY id", &st, e, "k");

	while (!rc && !(rc = lu__step(p->s, st, "read the segments", e))) {
		struct part *v = lu_arena_grow(&p->a, p->part, p->n_part, sizeof *v);
		int64_t n = sqlite3_column_int64(st, 1);

		if (v && n >= 0 && n < UINT32_MAX) {
			p->part = v;
			v[p->n_part++] = (struct part){ sqlite3_column_int64(st, 0), p->docs.n, (size_t)n };
			p->docs.n += (size_t)n;
			continue;
		}
		sqlite3_reset(st);
		return v ? damaged(e) : lu_nomem(e);
	}
	if (rc != LU_DONE) return rc;
	return p->docs.n >= UINT32_MAX ? damaged(e) : LU_OK;
}

static lu_code read_docs(lu_postings *p, const struct part *part, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	size_t n = part->n;
	const uint8_t *dead, *docs;
	lu_code rc = lu__stmt(p->s, "SELECT dead, docs FROM segment WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "ki",
			      part->id);

	if (!rc) rc = lu__step(p->s, st, "read a segment", e);
	if (rc) return rc == LU_DONE ? damaged(e) : rc;
	dead = sqlite3_column_blob(st, 0);
	docs = sqlite3_column_blob(st, 1);
	if ((size_t)sqlite3_column_bytes(st, 0) != (n + 7) / 8 || (size_t)sqlite3_column_bytes(st, 1) != n * LU__DOC_BYTES) {
		rc = damaged(e);
	} else if (n) {
		memcpy(p->element + part->base, docs, n * sizeof *p->element);
		docs += n * sizeof *p->element;
		memcpy(p->file + part->base, docs, n * sizeof *p->file);
		docs += n * sizeof *p->file;
		memcpy(p->length + part->base, docs, n * sizeof *p->length);
		docs += n * sizeof *p->length;
		memcpy(p->sort + part->base, docs, n);
		memcpy(p->lines + part->base, docs + n, n);
		for (size_t i = 0; i < n; i++)
			if (dead[i / 8] >> i % 8 & 1) p->file[part->base + i] = 0;
	}
	sqlite3_reset(st);
	return rc;
}

static void sum_up(lu_postings *p)
{
	uint32_t *of = p->docs.length_of;
	uint64_t sum[LU_FIELDS] = { 0 };

	for (int c = 0; c < 256; c++) of[c] = lu_length_of((uint8_t)c);
	for (size_t i = 0; i < p->docs.n; i++) {
		if (!p->file[i]) continue;
		p->docs.rows++;
		for (int f = 0; f < LU_FIELDS; f++) sum[f] += of[p->length[i][f]];
	}
	for (int f = 0; f < LU_FIELDS; f++) {
		double mean = p->docs.rows ? (double)sum[f] / (double)p->docs.rows : 1;

		p->docs.mean[f] = mean < 1 ? 1 : mean;
	}
}

lu_code lu_postings_open(lu_store *s, lu_postings **out, lu_err *e)
{
	lu_postings *p;
	lu_code rc = lu__need_kb(s, e);

	if (rc) return rc;
	if (!(p = calloc(1, sizeof *p))) return lu_nomem(e);
	p->s = s;
	rc = read_sizes(p, e);
	if (!rc) {
		p->element = malloc((p->docs.n + 1) * sizeof *p->element);
		p->file = malloc((p->docs.n + 1) * sizeof *p->file);
		p->length = malloc((p->docs.n + 1) * sizeof *p->length);
		p->sort = malloc(p->docs.n + 1);
		p->lines = malloc(p->docs.n + 1);
		if (!p->element || !p->file || !p->length || !p->sort || !p->lines) rc = lu_nomem(e);
	}
	for (size_t i = 0; i < p->n_part && !rc; i++) rc = read_docs(p, &p->part[i], e);
	if (rc) {
		lu_postings_close(p);
		return rc;
	}
	p->docs.element = p->element;
	p->docs.file = p->file;
	p->docs.length = (const uint8_t (*)[LU_FIELDS])p->length;
	p->docs.sort = p->sort;
	p->docs.lines = p->lines;
	sum_up(p);
	*out = p;
	return LU_OK;
}

/* ---- elements ---- */

static lu_code read_block(lu_postings *p, size_t block, lu_err *e)
{
	uint32_t *v = lu_arena_alloc(&p->a, LU__BLOCK * sizeof *v);
	struct lu__where w;
	lu_code rc = v ? LU_OK : lu_nomem(e);

	for (int64_t i = 0; i < LU__BLOCK && !rc; i++) {
		size_t k = 0;

		rc = lu__doc_where(p->s, (int64_t)block * LU__BLOCK + i, &w, e);
		if (rc) break;
		while (k < p->n_part && p->part[k].id != w.segment) k++;
		v[i] = k < p->n_part && w.doc < p->part[k].n ? (uint32_t)p->part[k].base + w.doc : UINT32_MAX;
		if (v[i] != UINT32_MAX && !p->file[v[i]]) v[i] = UINT32_MAX;
	}
	if (!rc) p->block[block] = v;
	return rc;
}

lu_code lu_postings_doc(lu_postings *p, int64_t element, uint32_t *doc, lu_err *e)
{
	size_t block = (size_t)element / LU__BLOCK;
	lu_code rc = LU_OK;

	*doc = UINT32_MAX;
	if (element < 0) return LU_OK;
	if (block >= p->n_block) {
		size_t n = block + 64;
		uint32_t **v = realloc(p->block, n * sizeof *v);

		if (!v) return lu_nomem(e);
		memset(v + p->n_block, 0, (n - p->n_block) * sizeof *v);
		p->block = v;
		p->n_block = n;
	}
	if (!p->block[block]) rc = read_block(p, block, e);
	if (!rc) *doc = p->block[block][element % LU__BLOCK];
	return rc;
}

/* ---- lists ---- */

void lu_plist_free(lu_plist *l)
{
	free(l->v);
	*l = (lu_plist){ 0 };
}

static bool reserve(lu_plist *l, uint64_t more)
{
	size_t cap = l->cap ? l->cap : 64;
	lu_posting *v;

	if (more > UINT32_MAX) return false;
	while (cap < l->n + more) cap *= 2;
	if (cap == l->cap) return true;
	if (!(v = realloc(l->v, cap * sizeof *v))) return false;
	l->v = v;
	l->cap = cap;
	return true;
}

static lu_code add_list(const lu_postings *p, const struct part *part, const struct lu__block_reader *r, lu_plist *out,
			lu_err *e)
{
	const uint8_t *at = r->list, *end = at + r->list_n;
	const uint32_t *file = p->file + part->base;
	uint64_t doc = 0, distance;

	if (r->n > part->n) return damaged(e);
	if (!reserve(out, r->n)) return lu_nomem(e);
	for (uint64_t i = 0; i < r->n; i++) {
		lu_posting *v = &out->v[out->n];

		if (!lu__get_posting(&at, end, &distance, v) || distance > part->n || (doc += distance) > part->n)
			return damaged(e);
		v->doc = (uint32_t)(part->base + doc - 1);
		out->n += file[doc - 1] != 0;
	}
	return at == end ? LU_OK : damaged(e);
}

static lu_code list_in(const lu_postings *p, const struct part *part, lu_str token, lu_plist *out, lu_err *e)
{
	static const char sql[] = "SELECT terms, data FROM posting WHERE tenant = ? AND kb = ? AND segment = ? AND first <= ?"
				  " ORDER BY first DESC LIMIT 1";
	struct lu__block_reader r;
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(p->s, sql, &st, e, "kit", part->id, token);

	if (!rc) rc = lu__step(p->s, st, "read postings", e);
	if (rc) return rc == LU_DONE ? LU_OK : rc;
	lu__block_open(&r, lu_strn(sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0)),
		       lu_strn(sqlite3_column_blob(st, 1), (size_t)sqlite3_column_bytes(st, 1)));
	while (!(rc = lu__block_next(&r, e))) {
		int c = lu_str_cmp(lu_strn(r.term, r.term_n), token);

		if (c < 0) continue;
		if (c == 0) rc = add_list(p, part, &r, out, e);
		break;
	}
	sqlite3_reset(st);
	return rc == LU_DONE ? LU_OK : rc;
}

lu_code lu_postings_list(lu_postings *p, lu_str token, lu_plist *out, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n_part && !rc; i++) rc = list_in(p, &p->part[i], token, out, e);
	return rc;
}

static lu_code forms_in(const lu_postings *p, const struct part *part, lu_str prefix, lu_form_fn *fn, void *ctx,
			lu_err *e)
{
	/* the block that holds the prefix itself may begin before it */
	static const char sql[] = "SELECT terms, first FROM posting WHERE tenant = ?1 AND kb = ?2 AND segment = ?3 AND first >="
				  " coalesce((SELECT first FROM posting WHERE tenant = ?1 AND kb = ?2 AND segment = ?3 AND"
				  " first <= ?4 ORDER BY first DESC LIMIT 1), '') ORDER BY first";
	sqlite3_stmt *st = NULL;
	struct lu__block_reader r;
	lu_code rc = lu__stmt(p->s, sql, &st, e, "kit", part->id, prefix);

	while (!rc && !(rc = lu__step(p->s, st, "read postings", e))) {
		lu_str first = lu__text(st, 1);

		if (lu_str_cmp(first, prefix) > 0 && (first.n < prefix.n || memcmp(first.s, prefix.s, prefix.n) != 0)) break;
		lu__block_open(&r, lu_strn(sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0)),
			       lu_strn(NULL, 0));
		while (!rc && !(rc = lu__block_next(&r, e))) {
			if (r.term_n < prefix.n || memcmp(r.term, prefix.s, prefix.n) != 0) continue;
			rc = fn(ctx, lu_strn(r.term, r.term_n), e);
		}
		if (rc == LU_DONE) rc = LU_OK;
	}
	if (st) sqlite3_reset(st);
	return rc == LU_DONE ? LU_OK : rc;
}

lu_code lu_postings_forms(lu_postings *p, lu_str prefix, lu_form_fn *fn, void *ctx, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n_part && !rc; i++) rc = forms_in(p, &p->part[i], prefix, fn, ctx, e);
	return rc;
}

static lu_code each_in(const lu_postings *p, const struct part *part, lu_posting_fn *fn, void *ctx, lu_err *e)
{
	lu_plist l = { 0 };
	sqlite3_stmt *st = NULL;
	struct lu__block_reader r;
	lu_code rc = lu__stmt(p->s, "SELECT terms, data FROM posting WHERE tenant = ? AND kb = ? AND segment = ? ORDER BY first",
			      &st, e, "ki", part->id);

	while (!rc && !(rc = lu__step(p->s, st, "read postings", e))) {
		lu__block_open(&r, lu_strn(sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0)),
			       lu_strn(sqlite3_column_blob(st, 1), (size_t)sqlite3_column_bytes(st, 1)));
		while (!rc && !(rc = lu__block_next(&r, e))) {
			l.n = 0;
			rc = add_list(p, part, &r, &l, e);
			for (size_t i = 0; i < l.n && !rc; i++)
				rc = fn(ctx, lu_strn(r.term, r.term_n), l.v[i].doc, l.v[i].tf, e);
		}
		if (rc == LU_DONE) rc = LU_OK;
	}
	if (st) sqlite3_reset(st);
	lu_plist_free(&l);
	return rc == LU_DONE ? LU_OK : rc;
}

lu_code lu_postings_each(lu_postings *p, lu_posting_fn *fn, void *ctx, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n_part && !rc; i++) rc = each_in(p, &p->part[i], fn, ctx, e);
	return rc;
}

/* ---- checking ---- */

/* Tokens of each document by its postings; UINT32_MAX: too many to count. */
static lu_code add_up(void *ctx, lu_str token, uint32_t doc, const uint16_t tf[LU_FIELDS], lu_err *e)
{
	uint32_t (*sum)[LU_FIELDS] = ctx;

	(void)token;
	(void)e;
	for (int f = 0; f < LU_FIELDS; f++) {
		if (tf[f] == UINT16_MAX) sum[doc][f] = UINT32_MAX;
		else if (sum[doc][f] != UINT32_MAX) sum[doc][f] += tf[f];
	}
	return LU_OK;
}

static lu_code compare_docs(lu_store *s, const lu_postings *p, uint32_t (*sum)[LU_FIELDS], int64_t *wrong,
			    int64_t *orphans, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t k = 0; k < p->n_part && !rc; k++)
		for (size_t i = p->part[k].base; i < p->part[k].base + p->part[k].n && !rc; i++) {
			struct lu__where w;
			bool bad = false;

			if (!p->file[i]) continue;
			rc = lu__need_element(s, p->element[i], NULL);
			if (rc == LU_ENOENT) ++*orphans;
			else if (rc) return lu__need_element(s, p->element[i], e);
			rc = lu__doc_where(s, p->element[i], &w, e);
			bad = rc || w.segment != p->part[k].id || w.doc != i - p->part[k].base;
			for (int f = 0; f < LU_FIELDS; f++)
				bad |= sum[i][f] != UINT32_MAX && lu_length_code(sum[i][f]) != p->length[i][f];
			*wrong += bad;
		}
	return rc;
}

lu_code lu_postings_check(lu_store *s, int64_t *wrong, int64_t *orphans, lu_err *e)
{
	lu_postings *p = NULL;
	uint32_t (*sum)[LU_FIELDS] = NULL;
	sqlite3_stmt *st = NULL;
	int64_t where = 0, n = 0, gone = 0;
	lu_code rc = lu_postings_open(s, &p, e);

	if (!rc && !(sum = calloc(p->docs.n + 1, sizeof *sum))) rc = lu_nomem(e);
	if (!rc) rc = lu_postings_each(p, add_up, sum, e);
	if (!rc) rc = compare_docs(s, p, sum, &n, &gone, e);
	if (!rc) rc = lu__stmt(s, "SELECT sum(n) FROM doc_block WHERE tenant = ? AND kb = ?", &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &where, "count the rows", e);
	if (!rc) {
		*wrong = n + (where > p->docs.rows ? where - p->docs.rows : p->docs.rows - where);
		*orphans = gone;
	}
	free(sum);
	lu_postings_close(p);
	return rc;
}
