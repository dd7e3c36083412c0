/* SPDX-License-Identifier: MIT */
#include "store/segment.h"

#include <math.h>

uint8_t lu_length_code(uint32_t length)
{
	double c = 16 * log2(1.0 + length);

	return c > 255 ? 255 : (uint8_t)lround(c);
}

uint32_t lu_length_of(uint8_t code)
{
	return (uint32_t)lround(exp2(code / 16.0) - 1);
}

/* ---- postings ---- */

size_t lu__put_posting(uint8_t *p, uint64_t distance, const uint16_t tf[LU_FIELDS])
{
	uint8_t mask = 0, often = 0;
	size_t n;

	for (int f = 0; f < LU_FIELDS; f++) {
		mask |= (uint8_t)((tf[f] != 0) << f);
		often |= tf[f] > 1;
	}
	n = lu__put_varint(p, distance << 1 | often);
	p[n++] = mask;
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
	r->end = r->p + terms.n;
	r->list = (const uint8_t *)data.s;
	r->data_end = r->list + data.n;
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

lu_code lu__segment_add(lu_store *s, size_t n, const void *docs, int64_t *id, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "INSERT INTO segment(tenant, kb, n, dead_n, bytes, dead, docs)"
				 " VALUES(?, ?, ?, 0, 0, zeroblob(?), ?)",
			      &st, e, "kiib", (int64_t)n, (int64_t)(n + 7) / 8, docs, n * LU__DOC_BYTES);

	if (!rc) rc = lu__run(s, st, "write a segment", e);
	if (rc) return rc;
	*id = sqlite3_last_insert_rowid(s->db);
	return *id > UINT32_MAX ? lu_fail(e, LU_EDB, "too many segments: make the store anew") : LU_OK;
}

lu_code lu__segment_bytes(lu_store *s, int64_t id, int64_t bytes, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(s, "UPDATE segment SET bytes = ?4 WHERE tenant = ?1 AND kb = ?2 AND id = ?3", &st, e, "kii",
			      id, bytes);

	return rc ? rc : lu__run(s, st, "write a segment", e);
}
