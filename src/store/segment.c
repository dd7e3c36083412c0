/* SPDX-License-Identifier: MIT */
#include "store/segment.h"

#include <math.h>
#include <stdlib.h>

#include "lucus/hash.h"

uint8_t lu_length_code(uint32_t length)
{
	double c = 16 * log2(1.0 + length);

	return c > 255 ? 255 : (uint8_t)lround(c);
}

uint32_t lu_length_of(uint8_t code)
{
	return (uint32_t)lround(exp2(code / 16.0) - 1);
}

uint64_t lu_row_hash(uint64_t text_hash, uint32_t lines)
{
	uint8_t kept = lu_length_code(lines);

	return lu_digest64(lu_strn((const char *)&kept, sizeof kept), text_hash);
}

/* ---- postings ---- */

size_t lu__put_posting(uint8_t *p, uint64_t distance, const uint16_t tf[LU_FIELDS])
{
	unsigned mask = 0, often = 0;
	size_t n;

	for (int f = 0; f < LU_FIELDS; f++) {
		mask |= (unsigned)(tf[f] != 0) << f;
		often |= tf[f] > 1;
	}
	n = lu__put_varint(p, distance << 1 | often);
	if (mask >> LU_FIELD_LITERAL) p[n++] = 0;
	p[n++] = (uint8_t)mask;
	for (int f = 0; often && f < LU_FIELDS; f++)
		if (tf[f]) n += lu__put_varint(p + n, tf[f]);
	return n;
}

/* ---- blocks ---- */

void lu__blocks_begin(struct lu__block_writer *w, lu_store *s, int64_t segment)
{
	*w = (struct lu__block_writer){ .s = s, .segment = segment };
	lu_buf_init(&w->terms);
	lu_buf_init(&w->data);
	lu_buf_init(&w->first);
	lu_buf_init(&w->last);
}

void lu__blocks_free(struct lu__block_writer *w)
{
	lu_buf_free(&w->terms);
	lu_buf_free(&w->data);
	lu_buf_free(&w->first);
	lu_buf_free(&w->last);
}

void lu__blocks_term(struct lu__block_writer *w, lu_str term, uint64_t n, size_t bytes)
{
	uint8_t head[2 + 20];
	size_t shared = 0, at;

	if (!w->terms.len) {
		lu_buf_reset(&w->first);
		lu_buf_addstr(&w->first, term);
	} else {
		while (shared < term.n && shared < w->last.len && term.s[shared] == w->last.s[shared]) shared++;
	}
	head[0] = (uint8_t)shared;
	head[1] = (uint8_t)(term.n - shared);
	lu_buf_add(&w->terms, head, 2);
	lu_buf_add(&w->terms, term.s + shared, term.n - shared);
	at = lu__put_varint(head, n);
	at += lu__put_varint(head + at, bytes);
	lu_buf_add(&w->terms, head, at);
	lu_buf_reset(&w->last);
	lu_buf_addstr(&w->last, term);
}

lu_code lu__blocks_end(struct lu__block_writer *w, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc;

	if (w->terms.oom || w->data.oom || w->first.oom || w->last.oom) return lu_nomem(e);
	if (!w->terms.len) return LU_OK;
	rc = lu__stmt(w->s, "INSERT INTO posting(tenant, kb, segment, first, terms, data) VALUES(?, ?, ?, ?, ?, ?)",
		      &st, e, "kitbb", w->segment, lu_buf_str(&w->first), (const void *)w->terms.s, w->terms.len,
		      (const void *)w->data.s, w->data.len);
	if (!rc) rc = lu__run(w->s, st, "write postings", e);
	w->bytes += (int64_t)(w->terms.len + w->data.len);
	lu_buf_reset(&w->terms);
	lu_buf_reset(&w->data);
	return rc;
}

lu_code lu__blocks_end_term(struct lu__block_writer *w, lu_err *e)
{
	return w->terms.len + w->data.len >= LU__BLOCK_BYTES ? lu__blocks_end(w, e) : LU_OK;
}

void lu__block_open(struct lu__block_reader *r, lu_str terms, lu_str data)
{
	r->p = (const uint8_t *)terms.s;
	r->end = terms.n ? r->p + terms.n : r->p;
	r->list = (const uint8_t *)data.s;
	r->data_end = data.n ? r->list + data.n : r->list;
	r->list_n = r->term_n = 0;
}

lu_code lu__block_next(struct lu__block_reader *r, lu_err *e)
{
	size_t shared, rest;
	uint64_t n, bytes;

	if (r->p == r->end) return LU_DONE;
	if (r->end - r->p < 2) goto damaged;
	shared = r->p[0];
	rest = r->p[1];
	r->p += 2;
	if (shared > r->term_n || shared + rest > LU_TOKEN_MAX || (size_t)(r->end - r->p) < rest) goto damaged;
	memcpy(r->term + shared, r->p, rest);
	r->term_n = shared + rest;
	r->p += rest;
	if (!lu__get_varint(&r->p, r->end, &n) || !lu__get_varint(&r->p, r->end, &bytes)) goto damaged;
	if (r->list) {
		r->list += r->list_n;
		if ((uint64_t)(r->data_end - r->list) < bytes) goto damaged;
		r->list_n = (size_t)bytes;
	}
	r->n = n;
	return LU_OK;
damaged:
	return lu_fail(e, LU_EDB, "a block of postings is damaged: run 'lucus index --rebuild'");
}

/* ---- segments ---- */

bool lu__columns_grow(struct lu__columns *c)
{
	size_t cap = c->cap ? c->cap * 2 : 1024;
	void *p;

	if (c->n < c->cap) return true;
	if (!(p = realloc(c->element, cap * sizeof *c->element))) return false;
	c->element = p;
	if (!(p = realloc(c->file, cap * sizeof *c->file))) return false;
	c->file = p;
	if (!(p = realloc(c->length, cap * sizeof *c->length))) return false;
	c->length = p;
	if (!(p = realloc(c->sort, cap))) return false;
	c->sort = p;
	if (!(p = realloc(c->lines, cap))) return false;
	c->lines = p;
	c->cap = cap;
	return true;
}

void lu__columns_free(struct lu__columns *c)
{
	free(c->element);
	free(c->file);
	free(c->length);
	free(c->sort);
	free(c->lines);
	*c = (struct lu__columns){ 0 };
}

void lu__run_add(struct lu__run *r, const uint32_t length_of[256], const uint8_t length[LU_FIELDS], uint8_t sort,
		 uint8_t lines)
{
	int what = sort & 15;

	if (r->lines < length_of[lines] + 1) r->lines = length_of[lines] + 1;
	r->definitions += what == LU_SORT_DEFINITION || what == LU_SORT_PROTOTYPE || what == LU_SORT_TEST;
	r->doc_words += length_of[length[LU_FIELD_DOC]];
}

bool lu__runs_valid(const struct lu__run *r, size_t n_run, size_t n)
{
	size_t next = 0;

	for (size_t i = 0; i < n_run; next += r[i++].n)
		if (r[i].first != next || !r[i].n || r[i].n > n - next || !r[i].file || r[i].element < 0) return false;
	return next == n;
}

static void add_runs(const struct lu__columns *c, lu_buf *out, uint64_t sum[LU_FIELDS])
{
	uint32_t length_of[256];

	for (int i = 0; i < 256; i++) length_of[i] = lu_length_of((uint8_t)i);
	for (size_t i = 0; i < c->n;) {
		struct lu__run r = { .element = c->element[i], .file = c->file[i], .first = (uint32_t)i };

		for (; i < c->n && c->file[i] == r.file && c->element[i] == r.element + r.n; i++, r.n++) {
			lu__run_add(&r, length_of, c->length[i], c->sort[i], c->lines[i]);
			for (int f = 0; f < LU_FIELDS; f++) sum[f] += length_of[c->length[i][f]];
		}
		lu_buf_add(out, &r, sizeof r);
	}
}

lu_code lu__segment_add(lu_store *s, const struct lu__columns *c, int64_t *id, lu_err *e)
{
	lu_buf runs = LU_BUF, docs = LU_BUF;
	uint64_t sum[LU_FIELDS] = { 0 };
	sqlite3_stmt *st = NULL;
	lu_code rc = LU_OK;

	add_runs(c, &runs, sum);
	if (c->n) lu_buf_add(&docs, c->length, c->n * sizeof *c->length);
	if (c->n) lu_buf_add(&docs, c->sort, c->n);
	if (c->n) lu_buf_add(&docs, c->lines, c->n);
	if (runs.oom || docs.oom) rc = lu_nomem(e);
	if (!rc)
		rc = lu__stmt(s,
			      "INSERT INTO segment(tenant, kb, n, dead_n, bytes, dead, sums, runs, docs)"
			      " VALUES(?, ?, ?, 0, 0, zeroblob(?), ?, ?, ?)",
			      &st, e, "kiibbb", (int64_t)c->n, (int64_t)(c->n + 7) / 8, (const void *)sum, sizeof sum,
			      (const void *)runs.s, runs.len, (const void *)docs.s, docs.len);
	if (!rc) rc = lu__run(s, st, "write a segment", e);
	lu_buf_free(&runs);
	lu_buf_free(&docs);
	if (rc) return rc;
	*id = sqlite3_last_insert_rowid(s->db);
	return *id > UINT32_MAX ? lu_fail(e, LU_EDB, "too many segments: make the store anew") : LU_OK;
}

lu_code lu__segment_bytes(lu_store *s, int64_t id, int64_t bytes, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "UPDATE segment SET bytes = ?4 WHERE tenant = ?1 AND kb = ?2 AND id = ?3", &st, e,
			      "kii", id, bytes);

	return rc ? rc : lu__run(s, st, "write a segment", e);
}

lu_code lu__segment_damaged(lu_err *e)
{
	return lu_fail(e, LU_EDB, "a segment of postings is damaged: run 'lucus index --rebuild'");
}
