/* SPDX-License-Identifier: MIT
 * Where the rows of elements are: doc_block, and the dead of segments. */
#include <stdlib.h>

#include "store/segment.h"

/* Segments whose dead change. */
struct dead {
	int64_t segment;
	lu_buf bits;
	int64_t n;
};

struct change {
	lu_store *s;
	struct dead *v;
	size_t n;
	lu_err *e;
};

static lu_code open_dead(struct change *c, int64_t segment, struct dead **out)
{
	struct dead *v;
	sqlite3_stmt *st = NULL;
	lu_code rc;

	for (size_t i = 0; i < c->n; i++) {
		if (c->v[i].segment != segment) continue;
		*out = &c->v[i];
		return LU_OK;
	}
	v = realloc(c->v, (c->n + 1) * sizeof *v);
	if (!v) return lu_nomem(c->e);
	c->v = v;
	v += c->n++;
	*v = (struct dead){ .segment = segment };
	lu_buf_init(&v->bits);
	*out = v;
	rc = lu__stmt(c->s, "SELECT dead, dead_n FROM segment WHERE tenant = ? AND kb = ? AND id = ?", &st, c->e, "ki",
		      segment);
	if (!rc) rc = lu__step(c->s, st, "read a segment", c->e);
	if (rc == LU_DONE) return lu_fail(c->e, LU_EDB, "a segment of postings is gone: run 'lucus index --rebuild'");
	if (rc) return rc;
	lu_buf_add(&v->bits, sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0));
	v->n = sqlite3_column_int64(st, 1);
	sqlite3_reset(st);
	return v->bits.oom ? lu_nomem(c->e) : LU_OK;
}

static lu_code bury(struct change *c, const struct lu__where *w)
{
	struct dead *d = NULL;
	lu_code rc = open_dead(c, w->segment, &d);
	unsigned bit = 1u << w->doc % 8;

	if (rc) return rc;
	if (w->doc / 8 >= d->bits.len)
		return lu_fail(c->e, LU_EDB, "rows and postings differ: run 'lucus index --rebuild'");
	d->n += !((unsigned char)d->bits.s[w->doc / 8] & bit);
	d->bits.s[w->doc / 8] = (char)((unsigned char)d->bits.s[w->doc / 8] | bit);
	return LU_OK;
}

static lu_code write_dead(struct change *c)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < c->n && !rc; i++) {
		sqlite3_stmt *st = NULL;
		const struct dead *d = &c->v[i];

		rc = lu__stmt(c->s,
			      "UPDATE segment SET dead = ?4, dead_n = ?5 WHERE tenant = ?1 AND kb = ?2 AND id = ?3",
			      &st, c->e, "kibi", d->segment, (const void *)d->bits.s, d->bits.len, d->n);
		if (!rc) rc = lu__run(c->s, st, "write a segment", c->e);
	}
	for (size_t i = 0; i < c->n; i++) lu_buf_free(&c->v[i].bits);
	free(c->v);
	return rc;
}

/* ---- doc_block ---- */

/* The handle keeps the block that it read last. */
static lu_code read_block(lu_store *s, int64_t block, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	size_t bytes = LU__BLOCK * sizeof *s->where;
	lu_code rc;

	if (s->where && s->where_block == block) return LU_OK;
	if (!s->where && !(s->where = malloc(bytes))) return lu_nomem(e);
	s->where_block = -1;
	rc = lu__stmt(s, "SELECT data FROM doc_block WHERE tenant = ? AND kb = ? AND block = ?", &st, e, "ki", block);
	if (!rc) rc = lu__step(s, st, "read a block of rows", e);
	if (rc == LU_DONE) {
		memset(s->where, 0, bytes);
	} else if (rc) {
		return rc;
	} else {
		if ((size_t)sqlite3_column_bytes(st, 0) == bytes) memcpy(s->where, sqlite3_column_blob(st, 0), bytes);
		else rc = lu_fail(e, LU_EDB, "a block of rows is damaged: run 'lucus index --rebuild'");
		sqlite3_reset(st);
		if (rc) return rc;
	}
	s->where_block = block;
	return LU_OK;
}

static lu_code write_block(lu_store *s, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t n = 0;
	lu_code rc;

	for (int i = 0; i < LU__BLOCK; i++) n += s->where[i].segment != 0;
	if (n)
		rc = lu__stmt(s, "INSERT OR REPLACE INTO doc_block(tenant, kb, block, n, data) VALUES(?, ?, ?, ?, ?)",
			      &st, e, "kiib", s->where_block, n, (const void *)s->where, LU__BLOCK * sizeof *s->where);
	else
		rc = lu__stmt(s, "DELETE FROM doc_block WHERE tenant = ? AND kb = ? AND block = ?", &st, e, "ki",
			      s->where_block);
	return rc ? rc : lu__run(s, st, "write a block of rows", e);
}

lu_code lu__doc_where(lu_store *s, int64_t element, struct lu__where *out, lu_err *e)
{
	lu_code rc = lu__need_kb(s, e);

	if (!rc && element < 0) return lu_fail(e, LU_ENOENT, "no such element");
	if (!rc) rc = read_block(s, element / LU__BLOCK, e);
	if (!rc) *out = s->where[element % LU__BLOCK];
	return rc;
}

bool lu_store_row_hash(lu_store *s, int64_t element, uint64_t *hash)
{
	struct lu__where w = { 0 };

	if (lu__doc_where(s, element, &w, NULL) || !w.segment) return false;
	*hash = w.hash;
	return true;
}

static int by_element(const void *px, const void *py)
{
	const struct lu__doc *x = px, *y = py;

	if (x->element != y->element) return x->element < y->element ? -1 : 1;
	return (x->doc > y->doc) - (x->doc < y->doc);
}

/* Rows of `v` (by element) become those of segment `id`, or, when it is 0, none. */
static lu_code place(struct change *c, int64_t id, const struct lu__doc *v, size_t n)
{
	lu_code rc = LU_OK;

	for (size_t i = 0, end; i < n && !rc; i = end) {
		int64_t block = v[i].element / LU__BLOCK;

		rc = read_block(c->s, block, c->e);
		for (end = i; !rc && end < n && v[end].element / LU__BLOCK == block; end++) {
			struct lu__where *w = &c->s->where[v[end].element % LU__BLOCK];

			if (w->segment) rc = bury(c, w);
			*w = (struct lu__where){ v[end].hash, (uint32_t)id, v[end].doc };
		}
		if (!rc) rc = write_block(c->s, c->e);
	}
	if (rc) c->s->where_block = -1;
	return rc;
}

lu_code lu__docs_place(lu_store *s, int64_t id, struct lu__doc *v, size_t n, lu_err *e)
{
	struct change c = { .s = s, .e = e };
	lu_code rc, end;

	if (n) qsort(v, n, sizeof *v, by_element);
	rc = place(&c, id, v, n);
	end = write_dead(&c);
	return rc ? rc : end;
}

lu_code lu__docs_remove(lu_store *s, const int64_t *element, size_t n, lu_err *e)
{
	struct lu__doc *v = calloc(n + 1, sizeof *v);
	lu_code rc;

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) v[i].element = element[i];
	rc = lu__docs_place(s, 0, v, n, e);
	free(v);
	return rc;
}

/* ---- what is due ---- */

lu_code lu_store_index_dirty(lu_store *s, lu_arena *a, int64_t **files, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t *v = NULL;
	size_t count = 0;
	lu_code rc = lu__stmt(
		s,
		"SELECT id, file, text_hash, end_line - start_line + 1 FROM element WHERE tenant = ? AND kb = ?"
		" AND text_hash <> 0 ORDER BY file",
		&st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "list what is due", e))) {
		int64_t file = sqlite3_column_int64(st, 1), *w = v;
		struct lu__where at = { 0 };

		if (count && v[count - 1] == file) continue;
		rc = lu__doc_where(s, sqlite3_column_int64(st, 0), &at, e);
		if (!rc && at.segment &&
		    at.hash ==
			    lu_row_hash((uint64_t)sqlite3_column_int64(st, 2), (uint32_t)sqlite3_column_int64(st, 3)))
			continue;
		if (!rc && !(w = lu_arena_grow(a, v, count, sizeof *w))) rc = lu_nomem(e);
		if (rc) break;
		v = w;
		v[count++] = file;
	}
	if ((rc = lu__end(st, rc))) return rc;
	*files = v;
	*n = count;
	return LU_OK;
}

lu_code lu_store_rows_prune(lu_store *s, int64_t *n, lu_err *e)
{
	lu_arena a = { 0 };
	sqlite3_stmt *st;
	int64_t *ids = NULL;
	size_t count = 0, kept = 0;
	lu_code rc = lu__stmt(s, "SELECT element FROM gone WHERE tenant = ? AND kb = ? ORDER BY element", &st, e, "k");

	if (!rc) rc = lu__ids(s, st, &a, &ids, &count, "list the rows that are gone", e);
	for (size_t i = 0; i < count && !rc; i++) {
		struct lu__where w = { 0 };

		rc = lu__doc_where(s, ids[i], &w, e);
		if (w.segment) ids[kept++] = ids[i];
	}
	if (!rc && kept) rc = lu__docs_remove(s, ids, kept, e);
	if (!rc) rc = lu__stmt(s, "DELETE FROM gone WHERE tenant = ? AND kb = ?", &st, e, "k");
	if (!rc) rc = lu__run(s, st, "forget the elements that are gone", e);
	lu_arena_free(&a);
	if (!rc) *n = (int64_t)kept;
	return rc;
}
