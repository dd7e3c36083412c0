/* SPDX-License-Identifier: MIT
 * Rows on their way into the inverted index: gathered by term, then written as a segment. */
#include <stdlib.h>

#include "core/sorting.h"
#include "store/segment.h"

/* A list grows in chunks, each twice as large as the one before. */
struct chunk {
	struct chunk *next;
	uint32_t n, cap;
	uint8_t byte[];
};

struct term {
	lu_str text;
	struct chunk *first, *last;
	uint32_t n;   /* documents */
	uint32_t doc; /* number of the last one + 1 */
	size_t bytes;
};

struct lu__rows {
	lu_arena a;
	struct term *term;
	size_t n_term, cap_term;
	lu_map map; /* of the terms */
	struct lu__columns docs;
	struct lu__doc *doc; /* as many */
	size_t cap_doc;
	uint64_t number; /* of this gathering: what lu_terms keeps of another is void */
};

void lu__rows_forget(lu_store *s)
{
	struct lu__rows *r = s->pending;

	if (!r) return;
	s->gathered = r->number;
	lu_arena_free(&r->a);
	free(r->term);
	lu_map_free(&r->map);
	free(r->doc);
	lu__columns_free(&r->docs);
	free(r);
	s->pending = NULL;
}

static bool grow_terms(struct lu__rows *r)
{
	size_t cap = r->cap_term ? r->cap_term * 2 : 4096;
	struct term *v = realloc(r->term, cap * sizeof *v);

	if (!v) return false;
	r->term = v;
	if (!lu_map_reserve(&r->map, NULL, cap)) return false;
	r->cap_term = cap;
	return true;
}

static bool has_text(const void *terms, uint32_t i, const void *text)
{
	return lu_str_eq(((const struct term *)terms)[i].text, *(const lu_str *)text);
}

/* The number of a term + 1; 0: out of memory. */
static uint32_t number_of(struct lu__rows *r, lu_str text, uint64_t hash)
{
	uint64_t *slot;
	struct term *t;

	if (r->n_term == r->cap_term && !grow_terms(r)) return 0;
	slot = lu_map_slot(&r->map, hash, has_text, r->term, &text);
	if (*slot) return lu_map_number(slot) + 1;
	t = &r->term[r->n_term];
	*t = (struct term){ .text = lu_arena_dup(&r->a, text) };
	if (!t->text.s) return 0;
	lu_map_set(&r->map, slot, hash, (uint32_t)r->n_term);
	return (uint32_t)++r->n_term;
}

static bool append(struct lu__rows *r, struct term *t, const uint8_t *p, size_t n)
{
	struct chunk *c = t->last;

	if (!c || c->cap - c->n < n) {
		size_t cap = !c ? 12 : c->cap < 4096 ? 2 * c->cap + 16 : c->cap;

		if (cap < n) cap = n;
		c = lu_arena_alloc(&r->a, sizeof *c + cap);
		if (!c) return false;
		*c = (struct chunk){ .cap = (uint32_t)cap };
		if (t->last) t->last->next = c;
		else t->first = c;
		t->last = c;
	}
	memcpy(c->byte + c->n, p, n);
	c->n += (uint32_t)n;
	t->bytes += n;
	return true;
}

static bool grow_docs(struct lu__rows *r)
{
	struct lu__doc *v;

	if (!lu__columns_grow(&r->docs)) return false;
	if (r->cap_doc == r->docs.cap) return true;
	if (!(v = realloc(r->doc, r->docs.cap * sizeof *v))) return false;
	r->doc = v;
	r->cap_doc = r->docs.cap;
	return true;
}

static bool gather(struct lu__rows *r, int64_t element, int64_t file, uint64_t text_hash, lu_terms *t,
		   const lu_row *row)
{
	uint8_t p[LU__POSTING_MAX];
	struct lu__columns *c = &r->docs;
	uint32_t doc = (uint32_t)c->n;

	if (!grow_docs(r)) return false;
	if (t->numbered != r->number && t->n) memset(t->number, 0, t->n * sizeof *t->number);
	t->numbered = r->number;
	for (size_t i = 0; i < row->n; i++) {
		const lu_bag_term *b = &t->v[row->v[i].term];
		uint32_t *number = &t->number[row->v[i].term];
		struct term *term;

		if (!*number && !(*number = number_of(r, lu_strn(t->text + b->at, b->n), b->hash))) return false;
		term = &r->term[*number - 1];
		if (!append(r, term, p, lu__put_posting(p, doc + 1 - term->doc, row->v[i].tf))) return false;
		term->doc = doc + 1;
		term->n++;
	}
	r->doc[doc] = (struct lu__doc){ .element = element, .hash = lu_row_hash(text_hash, row->lines), .doc = doc };
	c->element[doc] = element;
	c->file[doc] = (uint32_t)file;
	for (int f = 0; f < LU_FIELDS; f++) c->length[doc][f] = lu_length_code(row->length[f]);
	c->sort[doc] = (uint8_t)((unsigned)row->sort | row->place << 4);
	c->lines[doc] = lu_length_code(row->lines);
	c->n++;
	return true;
}

lu_code lu_store_row_put(lu_store *s, int64_t element, int64_t file, uint64_t text_hash, lu_terms *t, const lu_row *row,
			 lu_err *e)
{
	lu_code rc = lu__need_element(s, element, e);

	if (rc) return rc;
	if (file <= 0 || file > UINT32_MAX) return lu_fail(e, LU_EDB, "too many files: make the store anew");
	if (!s->pending) {
		if (!(s->pending = calloc(1, sizeof *s->pending))) return lu_nomem(e);
		s->pending->number = s->gathered + 1;
	}
	if (!gather(s->pending, element, file, text_hash, t, row)) {
		lu__rows_forget(s); /* half a row is in it */
		return lu_nomem(e);
	}
	return s->pending->a.total > LU_ROWS_MEMORY ? lu_store_rows_flush(s, e) : LU_OK;
}

/* ---- writing ---- */

static lu_code write_terms(lu_store *s, int64_t segment, const struct lu__rows *r, lu_err *e)
{
	struct lu__block_writer w;
	lu_code rc = LU_OK;

	lu__blocks_begin(&w, s, segment);
	for (size_t i = 0; i < r->n_term && !rc; i++) {
		const struct term *t = &r->term[i];

		lu__blocks_term(&w, t->text, t->n, t->bytes);
		for (const struct chunk *c = t->first; c; c = c->next) lu_buf_add(&w.data, c->byte, c->n);
		rc = lu__blocks_end_term(&w, e);
	}
	if (!rc) rc = lu__blocks_end(&w, e);
	if (!rc) rc = lu__segment_bytes(s, segment, w.bytes, e);
	lu__blocks_free(&w);
	return rc;
}

static lu_code write_segment(lu_store *s, struct lu__rows *r, lu_err *e)
{
	int64_t id = 0;
	lu_code rc = lu__segment_add(s, &r->docs, &id, e);

	if (!rc) qsort(r->term, r->n_term, sizeof *r->term, lu_str_order);
	if (!rc) rc = write_terms(s, id, r, e);
	if (!rc) rc = lu__docs_place(s, id, r->doc, r->docs.n, e);
	return rc ? rc : lu__segments_merge(s, e);
}

lu_code lu_store_rows_flush(lu_store *s, lu_err *e)
{
	lu_code rc;

	if (!s->pending) return LU_OK;
	rc = write_segment(s, s->pending, e);
	lu__rows_forget(s);
	return rc;
}

lu_code lu_store_rows_drop(lu_store *s, lu_err *e)
{
	static const char *const sql[] = {
		"DELETE FROM posting WHERE tenant = ? AND kb = ?",
		"DELETE FROM segment WHERE tenant = ? AND kb = ?",
		"DELETE FROM doc_block WHERE tenant = ? AND kb = ?",
		"UPDATE kb SET rowed = 0, indexed = 0 WHERE tenant = ? AND id = ?",
	};
	lu_code rc = lu__need_kb(s, e);

	lu__rows_forget(s);
	s->where_block = -1;
	if (!rc) rc = lu__run_each(s, sql, sizeof sql / sizeof *sql, NULL, "drop the full-text rows", e);
	return rc;
}

lu_code lu_store_set_tokenizer(lu_store *s, int version, lu_err *e)
{
	sqlite3_stmt *st;
	int64_t have = 0;
	lu_code rc = lu__stmt(s, "SELECT tokenizer FROM kb WHERE tenant = ? AND id = ?", &st, e, "k");

	if (!rc) rc = lu__int(s, st, 0, &have, "read the tokeniser's version", e);
	if (rc || have == version) return rc;
	if (have) rc = lu_store_rows_drop(s, e);
	if (!rc)
		rc = lu__stmt(s, "UPDATE kb SET tokenizer = ?3, rowed = 0, indexed = 0 WHERE tenant = ?1 AND id = ?2",
			      &st, e, "ki", (int64_t)version);
	return rc ? rc : lu__run(s, st, "set the tokeniser's version", e);
}
