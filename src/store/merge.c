/* SPDX-License-Identifier: MIT
 * Merging segments of the inverted index. */
#include "store/segment.h"

#define LARGE (32 << 20) /* bytes: of such segments a query reads several rather than that they are written again */
#define MANY  8

struct part {
	int64_t id, n, dead_n, bytes;
};

/* One segment on its way into another. */
struct source {
	sqlite3_stmt *st;
	struct lu__block_reader r;
	bool open;     /* r holds a term */
	uint32_t *doc; /* new numbers; UINT32_MAX: dead */
	size_t n;
};

struct merge {
	lu_store *s;
	const struct part *part;
	struct source *src;
	size_t n;
	lu_arena a;
	struct lu__columns docs;
	struct lu__doc *place; /* as many */
	lu_err *e;
};

static lu_code list_parts(lu_store *s, lu_arena *a, struct part **out, size_t *n, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	struct part *v = NULL;
	size_t count = 0;
	lu_code rc = lu__stmt(s, "SELECT id, n, dead_n, bytes FROM segment WHERE tenant = ? AND kb = ? ORDER BY id",
			      &st, e, "k");

	while (!rc && !(rc = lu__step(s, st, "list the segments", e))) {
		struct part *w = lu_arena_grow(a, v, count, sizeof *w);

		if (!w) {
			rc = lu_nomem(e);
			break;
		}
		v = w;
		v[count++] = (struct part){ sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1),
					    sqlite3_column_int64(st, 2), sqlite3_column_int64(st, 3) };
	}
	*out = v;
	*n = count;
	return lu__end(st, rc);
}

/* The first of the segments that become one; n: none. Each stays at least twice as large as all after it, so that a
 * posting is written again a logarithmic number of times, and none stays half dead. */
static size_t first_to_merge(const struct part *v, size_t n)
{
	size_t first = n, large = 0, i = n ? n - 1 : 0;
	int64_t total = n ? v[i].bytes : 0;

	for (; i > 0 && v[i - 1].bytes < 2 * total && v[i - 1].bytes < LARGE; i--) total += v[i - 1].bytes;
	if (i + 1 < n) first = i;
	for (i = 0; i < n; i++) {
		large += v[i].bytes >= LARGE;
		if (v[i].dead_n * 2 > v[i].n && i < first) first = i;
	}
	return large > MANY ? 0 : first;
}

/* Append the living of a run. */
static lu_code copy_run(struct merge *m, struct source *src, const struct lu__run *r, const uint8_t *dead,
			const uint8_t *docs)
{
	struct lu__columns *c = &m->docs;

	for (uint32_t d = r->first; d < r->first + r->n; d++) {
		src->doc[d] = UINT32_MAX;
		if (dead[d / 8] >> d % 8 & 1) continue;
		if (!lu__columns_grow(c)) return lu_nomem(m->e);
		src->doc[d] = (uint32_t)c->n;
		c->element[c->n] = r->element + (d - r->first);
		c->file[c->n] = r->file;
		memcpy(c->length[c->n], docs + d * sizeof *c->length, sizeof *c->length);
		c->sort[c->n] = docs[src->n * sizeof *c->length + d];
		c->lines[c->n++] = docs[src->n * (sizeof *c->length + 1) + d];
	}
	return LU_OK;
}

/* Read a segment's documents; the living get new numbers. */
static lu_code read_docs(struct merge *m, size_t i)
{
	struct source *src = &m->src[i];
	struct lu__run *run;
	sqlite3_stmt *st = NULL;
	size_t n, n_run;
	lu_code rc = lu__stmt(m->s, "SELECT n, dead, runs, docs FROM segment WHERE tenant = ? AND kb = ? AND id = ?",
			      &st, m->e, "ki", m->part[i].id);

	if (!rc) rc = lu__step(m->s, st, "read a segment", m->e);
	if (rc) return rc == LU_DONE ? lu_fail(m->e, LU_EDB, "a segment is gone") : rc;
	n = src->n = (size_t)sqlite3_column_int64(st, 0);
	n_run = (size_t)sqlite3_column_bytes(st, 2) / sizeof *run;
	run = lu_arena_alloc(&m->a, (n_run + 1) * sizeof *run);
	src->doc = lu_arena_alloc(&m->a, (n + 1) * sizeof *src->doc);
	if (!run || !src->doc) rc = lu_nomem(m->e);
	else if (n_run) memcpy(run, sqlite3_column_blob(st, 2), n_run * sizeof *run); /* a blob need not be aligned */
	if (!rc && ((size_t)sqlite3_column_bytes(st, 1) != (n + 7) / 8 || !lu__runs_valid(run, n_run, n) ||
		    (size_t)sqlite3_column_bytes(st, 3) != n * LU__DOC_BYTES))
		rc = lu__segment_damaged(m->e);
	for (size_t k = 0; k < n_run && !rc; k++)
		rc = copy_run(m, src, &run[k], sqlite3_column_blob(st, 1), sqlite3_column_blob(st, 3));
	sqlite3_reset(st);
	return rc;
}

static lu_code make_docs(struct merge *m, int64_t *id)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < m->n && !rc; i++) rc = read_docs(m, i);
	if (!rc && !(m->place = lu_arena_calloc(&m->a, m->docs.n, sizeof *m->place))) rc = lu_nomem(m->e);
	for (size_t i = 0; i < m->docs.n && !rc; i++) {
		struct lu__where w = { 0 };

		rc = lu__doc_where(m->s, m->docs.element[i], &w, m->e);
		m->place[i] = (struct lu__doc){ m->docs.element[i], w.hash, (uint32_t)i };
	}
	return rc ? rc : lu__segment_add(m->s, &m->docs, id, m->e);
}

/* ---- terms ---- */

static lu_code next_term(struct merge *m, struct source *src)
{
	lu_code rc;

	while ((rc = lu__block_next(&src->r, m->e)) == LU_DONE) {
		rc = lu__step(m->s, src->st, "read postings", m->e);
		src->open = false;
		if (rc) return rc == LU_DONE ? LU_OK : rc;
		lu__block_open(&src->r,
			       lu_strn(sqlite3_column_blob(src->st, 0), (size_t)sqlite3_column_bytes(src->st, 0)),
			       lu_strn(sqlite3_column_blob(src->st, 1), (size_t)sqlite3_column_bytes(src->st, 1)));
	}
	src->open = !rc;
	return rc;
}

static lu_str term_of(const struct source *src)
{
	return lu_strn(src->r.term, src->r.term_n);
}

/* Append what lives of a list; *last is the number of the last document + 1. */
static lu_code copy_list(struct merge *m, const struct source *src, uint32_t *last, uint64_t *n, lu_buf *out)
{
	const uint8_t *p = src->r.list, *end = p + src->r.list_n;
	uint64_t at = 0, distance;
	uint8_t b[LU__POSTING_MAX];
	lu_posting v;

	while (p < end) {
		uint32_t doc;

		if (!lu__get_posting(&p, end, &distance, &v) || distance > src->n || (at += distance) > src->n)
			return lu__segment_damaged(m->e);
		doc = src->doc[at - 1];
		if (doc == UINT32_MAX) continue;
		lu_buf_add(out, b, lu__put_posting(b, doc + 1 - *last, v.tf));
		*last = doc + 1;
		++*n;
	}
	return LU_OK;
}

static lu_code merge_terms(struct merge *m, struct lu__block_writer *w)
{
	lu_buf list = LU_BUF, term = LU_BUF;
	lu_code rc = LU_OK;

	while (!rc) {
		const struct source *least = NULL;
		uint32_t last = 0;
		uint64_t n = 0;

		for (size_t i = 0; i < m->n; i++)
			if (m->src[i].open && (!least || lu_str_cmp(term_of(&m->src[i]), term_of(least)) < 0))
				least = &m->src[i];
		if (!least) break;
		lu_buf_reset(&term);
		lu_buf_addstr(&term, term_of(least));
		lu_buf_reset(&list);
		for (size_t i = 0; i < m->n && !rc; i++) {
			if (!m->src[i].open || !lu_str_eq(term_of(&m->src[i]), lu_buf_str(&term))) continue;
			rc = copy_list(m, &m->src[i], &last, &n, &list);
			if (!rc) rc = next_term(m, &m->src[i]);
		}
		if (term.oom || list.oom) rc = lu_nomem(m->e);
		if (rc || !n) continue;
		lu__blocks_term(w, lu_buf_str(&term), n, list.len);
		lu_buf_addstr(&w->data, lu_buf_str(&list));
		rc = lu__blocks_end_term(w, m->e);
	}
	lu_buf_free(&list);
	lu_buf_free(&term);
	return rc ? rc : lu__blocks_end(w, m->e);
}

static lu_code open_sources(struct merge *m)
{
	static const char sql[] =
		"SELECT terms, data FROM posting WHERE tenant = ? AND kb = ? AND segment = ? ORDER BY first";
	lu_code rc = LU_OK;

	/* statements of their own: they run side by side */
	for (size_t i = 0; i < m->n && !rc; i++) {
		if (sqlite3_prepare_v2(m->s->db, sql, -1, &m->src[i].st, NULL))
			return lu__db_fail(m->s, "read postings", m->e);
		rc = lu__bind(m->s, m->src[i].st, m->e, "ki", m->part[i].id);
		if (!rc) rc = next_term(m, &m->src[i]);
	}
	return rc;
}

static lu_code drop_parts(struct merge *m)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < m->n && !rc; i++) {
		sqlite3_stmt *st = NULL;

		rc = lu__stmt(m->s, "DELETE FROM posting WHERE tenant = ? AND kb = ? AND segment = ?", &st, m->e, "ki",
			      m->part[i].id);
		if (!rc) rc = lu__run(m->s, st, "drop a segment", m->e);
		if (!rc)
			rc = lu__stmt(m->s, "DELETE FROM segment WHERE tenant = ? AND kb = ? AND id = ?", &st, m->e,
				      "ki", m->part[i].id);
		if (!rc) rc = lu__run(m->s, st, "drop a segment", m->e);
	}
	return rc;
}

static lu_code merge(struct merge *m)
{
	struct lu__block_writer w;
	int64_t id = 0;
	lu_code rc = make_docs(m, &id);

	lu__blocks_begin(&w, m->s, id);
	if (!rc) rc = open_sources(m);
	if (!rc) rc = merge_terms(m, &w);
	for (size_t i = 0; i < m->n; i++) sqlite3_finalize(m->src[i].st);
	if (!rc) rc = lu__segment_bytes(m->s, id, w.bytes, m->e);
	if (!rc) rc = lu__docs_place(m->s, id, m->place, m->docs.n, m->e);
	if (!rc) rc = drop_parts(m);
	lu__blocks_free(&w);
	return rc;
}

lu_code lu__segments_merge(lu_store *s, lu_err *e)
{
	struct merge m = { .s = s, .e = e };
	struct part *v = NULL;
	size_t n = 0, first;
	lu_code rc = list_parts(s, &m.a, &v, &n, e);

	first = rc ? n : first_to_merge(v, n);
	if (!rc && first < n) {
		m.part = v + first;
		m.n = n - first;
		m.src = lu_arena_calloc(&m.a, m.n, sizeof *m.src);
		rc = m.src ? merge(&m) : lu_nomem(e);
	}
	lu__columns_free(&m.docs);
	lu_arena_free(&m.a);
	return rc;
}
