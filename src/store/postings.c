/* SPDX-License-Identifier: MIT
 * Reading the inverted index. */
#include <stdlib.h>

#include "core/binary_search.h"
#include "store/postings_part.h"

const lu_docs *lu_postings_docs(const lu_postings *p)
{
	return &p->docs;
}

void lu_postings_close(lu_postings *p)
{
	if (!p) return;
	free(p->run);
	free(p->by_element);
	free(p->file);
	free(p->length);
	free(p->sort);
	free(p->lines);
	free(p->file_lines);
	free(p->file_definitions);
	free(p->file_words);
	lu_arena_free(&p->a);
	free(p);
}

static lu_code read_sizes(lu_postings *p, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_code rc = lu__stmt(p->s,
			      "SELECT id, n, length(runs), length(dead), length(sums), length(docs) FROM segment"
			      " WHERE tenant = ? AND kb = ? ORDER BY id",
			      &st, e, "k");

	while (!rc && !(rc = lu__step(p->s, st, "read the segments", e))) {
		struct lu__part *v = lu_arena_grow(&p->a, p->part, p->n_part, sizeof *v);
		int64_t n = sqlite3_column_int64(st, 1),
			runs = sqlite3_column_int64(st, 2) / (int64_t)sizeof(struct lu__run);
		int64_t fields = sqlite3_column_int64(st, 4) / (int64_t)sizeof *p->sum;
		bool fits = n >= 0 && n < UINT32_MAX && sqlite3_column_int64(st, 3) == (n + 7) / 8 && runs <= n &&
			    (fields == LU_FIELDS || fields == LU_FIELDS - 1) &&
			    sqlite3_column_int64(st, 4) == fields * (int64_t)sizeof *p->sum &&
			    sqlite3_column_int64(st, 5) == n * (fields + LU__DOC_BYTES - LU_FIELDS);

		if (v && fits) {
			p->part = v;
			v[p->n_part++] = (struct lu__part){ .id = sqlite3_column_int64(st, 0),
							    .base = p->docs.n,
							    .n = (size_t)n,
							    .fields = (size_t)fields,
							    .run = p->n_run,
							    .n_run = (size_t)runs };
			p->docs.n += (size_t)n;
			p->n_run += (size_t)runs;
			continue;
		}
		rc = v ? lu__segment_damaged(e) : lu_nomem(e);
	}
	if ((rc = lu__end(st, rc))) return rc;
	return p->docs.n >= UINT32_MAX ? lu__segment_damaged(e) : LU_OK;
}

static lu_code make_room(lu_postings *p, lu_err *e)
{
	size_t n = p->docs.n;

	p->run = lu_large(p->n_run * sizeof *p->run);
	p->by_element = malloc((p->n_run + 1) * sizeof *p->by_element);
	p->file = lu_large(n * sizeof *p->file);
	p->length = lu_large(n * sizeof *p->length);
	p->sort = lu_large(n);
	p->lines = lu_large(n);
	return p->run && p->by_element && p->file && p->length && p->sort && p->lines ? LU_OK : lu_nomem(e);
}

/* A segment of before lacks the last field. */
static void spread_lengths(lu_postings *p, const struct lu__part *part)
{
	uint8_t *to = (uint8_t *)(p->length + part->base);

	for (size_t i = part->n; i-- > 0;) {
		memmove(to + i * LU_FIELDS, to + i * part->fields, part->fields);
		to[(i + 1) * LU_FIELDS - 1] = 0;
	}
}

/* Straight into place: a value of a statement would be a copy. */
static lu_code read_docs(lu_postings *p, const struct lu__part *part, lu_err *e)
{
	sqlite3_blob *b = NULL;
	int n = (int)part->n, fields = (int)part->fields;
	int rc;

	if (!n) return LU_OK;
	rc = sqlite3_blob_open(p->s->db, "main", "segment", "docs", part->id, 0, &b);
	if (!rc) rc = sqlite3_blob_read(b, p->length + part->base, n * fields, 0);
	if (!rc) rc = sqlite3_blob_read(b, p->sort + part->base, n, n * fields);
	if (!rc) rc = sqlite3_blob_read(b, p->lines + part->base, n, n * (fields + 1));
	sqlite3_blob_close(b);
	if (!rc && fields < LU_FIELDS) spread_lengths(p, part);
	return rc ? lu__db_fail(p->s, "read a segment", e) : LU_OK;
}

/* A document is no more: its run is summed up anew by settle_run(). */
static void bury(lu_postings *p, size_t doc)
{
	p->file[doc] = 0;
	for (int f = 0; f < LU_FIELDS; f++) p->sum[f] -= p->docs.length_of[p->length[doc][f]];
}

static void settle_run(const lu_postings *p, struct lu__run *r)
{
	struct lu__run sum = { .element = r->element, .file = r->file, .first = r->first, .n = r->n };

	for (size_t i = r->first; i < (size_t)r->first + r->n; i++)
		if (p->file[i]) lu__run_add(&sum, p->docs.length_of, p->length[i], p->sort[i], p->lines[i]);
	*r = sum;
}

static int by_element(const void *px, const void *py, void *ctx)
{
	const struct lu__run *run = ctx, *x = &run[*(const uint32_t *)px], *y = &run[*(const uint32_t *)py];

	return (x->element > y->element) - (x->element < y->element);
}

static void sort_runs(lu_postings *p, struct lu__part *part)
{
	uint32_t *v = p->by_element + part->run;
	bool sorted = true;

	for (size_t i = 0; i < part->n_run; i++) {
		v[i] = (uint32_t)(part->run + i);
		sorted &= !i || p->run[v[i - 1]].element < p->run[v[i]].element;
	}
	if (!sorted) qsort_r(v, part->n_run, sizeof *v, by_element, p->run);
	for (size_t i = 1; i < part->n_run; i++)
		part->overlap |= p->run[v[i]].element - p->run[v[i - 1]].element < p->run[v[i - 1]].n;
}

static void spread_runs(lu_postings *p, struct lu__part *part, const uint8_t *dead)
{
	for (size_t k = part->run; k < part->run + part->n_run; k++) {
		struct lu__run *r = &p->run[k];
		bool hurt = false;

		r->first += (uint32_t)part->base;
		for (uint32_t *at = p->file + r->first, *end = at + r->n, file = r->file; at < end;) *at++ = file;
		for (uint32_t i = 0; i < r->n && part->dead; i++) {
			size_t d = r->first + i - part->base;

			if (!(dead[d / 8] >> d % 8 & 1)) continue;
			bury(p, r->first + i);
			hurt = true;
		}
		if (hurt) settle_run(p, r);
		if (r->file >= p->docs.n_file) p->docs.n_file = r->file + (size_t)1;
	}
	sort_runs(p, part);
}

static size_t count_bits(const uint8_t *p, size_t n)
{
	size_t bits = 0;

	for (size_t i = 0; i < n; i++)
		if (p[i]) bits += (size_t)__builtin_popcount(p[i]); /* few documents are dead */
	return bits;
}

static lu_code read_runs(lu_postings *p, struct lu__part *part, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	uint64_t sum[LU_FIELDS] = { 0 };
	lu_code rc = lu__stmt(p->s, "SELECT dead, sums, runs FROM segment WHERE tenant = ? AND kb = ? AND id = ?", &st,
			      e, "ki", part->id);

	if (!rc) rc = lu__step(p->s, st, "read a segment", e);
	if (rc) return rc == LU_DONE ? lu__segment_damaged(e) : rc;
	memcpy(sum, sqlite3_column_blob(st, 1), part->fields * sizeof *sum);
	for (int f = 0; f < LU_FIELDS; f++) p->sum[f] += sum[f];
	part->dead = count_bits(sqlite3_column_blob(st, 0), (part->n + 7) / 8);
	if (part->n_run) memcpy(p->run + part->run, sqlite3_column_blob(st, 2), part->n_run * sizeof *p->run);
	if (lu__runs_valid(p->run + part->run, part->n_run, part->n)) spread_runs(p, part, sqlite3_column_blob(st, 0));
	else rc = lu__segment_damaged(e);
	sqlite3_reset(st);
	return rc;
}

static lu_code sum_up_files(lu_postings *p, lu_err *e)
{
	size_t n = p->docs.n_file;
	uint64_t words = 0;

	p->file_lines = calloc(n + 1, sizeof *p->file_lines);
	p->file_definitions = calloc(n + 1, sizeof *p->file_definitions);
	p->file_words = calloc(n + 1, sizeof *p->file_words);
	if (!p->file_lines || !p->file_definitions || !p->file_words) return lu_nomem(e);
	for (size_t k = 0; k < p->n_run; k++) {
		const struct lu__run *r = &p->run[k];

		p->docs.files += !p->file_lines[r->file] && r->lines;
		if (p->file_lines[r->file] < r->lines) p->file_lines[r->file] = r->lines;
		p->file_definitions[r->file] += r->definitions;
		p->file_words[r->file] += r->doc_words;
		words += r->doc_words;
	}
	p->docs.mean_words = p->docs.files ? (double)words / (double)p->docs.files : 0;
	return LU_OK;
}

static void publish(lu_postings *p)
{
	lu_docs *d = &p->docs;

	d->file = p->file;
	d->length = (const uint8_t(*)[LU_FIELDS])p->length;
	d->sort = p->sort;
	d->lines = p->lines;
	d->file_lines = p->file_lines;
	d->file_definitions = p->file_definitions;
	d->file_words = p->file_words;
	d->rows = (int64_t)d->n;
	for (size_t i = 0; i < p->n_part; i++) d->rows -= (int64_t)p->part[i].dead;
	for (int f = 0; f < LU_FIELDS; f++) {
		double mean = d->rows > 0 ? (double)p->sum[f] / (double)d->rows : 1;

		d->mean[f] = mean < 1 ? 1 : mean;
	}
}

lu_code lu_postings_open(lu_store *s, lu_postings **out, lu_err *e)
{
	lu_postings *p;
	lu_code rc = lu__need_kb(s, e);

	if (rc) return rc;
	if (!(p = calloc(1, sizeof *p))) return lu_nomem(e);
	p->s = s;
	for (int c = 0; c < 256; c++) p->docs.length_of[c] = lu_length_of((uint8_t)c);
	rc = read_sizes(p, e);
	if (!rc) rc = make_room(p, e);
	for (size_t i = 0; i < p->n_part && !rc; i++) {
		rc = read_docs(p, &p->part[i], e);
		if (!rc) rc = read_runs(p, &p->part[i], e);
	}
	if (!rc) rc = sum_up_files(p, e);
	if (rc) {
		lu_postings_close(p);
		return rc;
	}
	publish(p);
	*out = p;
	return LU_OK;
}

/* ---- elements ---- */

/* The document that a run says is the element; UINT32_MAX: it does not tell of it, or the document is dead. */
static uint32_t doc_of(const lu_postings *p, const struct lu__run *r, int64_t element)
{
	uint32_t doc;

	if (element < r->element || element - r->element >= r->n) return UINT32_MAX;
	doc = r->first + (uint32_t)(element - r->element);
	return p->file[doc] ? doc : UINT32_MAX;
}

static uint32_t doc_in(const lu_postings *p, const struct lu__part *part, int64_t element)
{
	size_t at = part->run, end = at + part->n_run;
	uint32_t doc = UINT32_MAX;

	if (part->overlap) {
		for (; at < end && doc == UINT32_MAX; at++) doc = doc_of(p, &p->run[at], element);
		return doc;
	}
	LU_LOWER_BOUND(at, part->run, end, p->run[p->by_element[at]].element <= element);
	return at == part->run ? doc : doc_of(p, &p->run[p->by_element[at - 1]], element);
}

uint32_t lu_postings_doc(const lu_postings *p, int64_t element)
{
	uint32_t doc = UINT32_MAX;

	for (size_t i = 0; i < p->n_part && doc == UINT32_MAX; i++) doc = doc_in(p, &p->part[i], element);
	return doc;
}

int64_t lu_postings_element(const lu_postings *p, uint32_t doc)
{
	size_t at;

	LU_LOWER_BOUND(at, 0, p->n_run, p->run[at].first <= doc);
	return p->run[at - 1].element + (doc - p->run[at - 1].first);
}

/* ---- checking ---- */

/* Tokens of each document by its postings; UINT32_MAX: too many to count. */
static lu_code add_up(void *ctx, lu_str token, uint32_t doc, const uint16_t tf[LU_FIELDS], lu_err *e)
{
	uint32_t(*sum)[LU_FIELDS] = ctx;

	(void)token;
	(void)e;
	for (int f = 0; f < LU_FIELDS; f++) {
		if (tf[f] == UINT16_MAX) sum[doc][f] = UINT32_MAX;
		else if (sum[doc][f] != UINT32_MAX) sum[doc][f] += tf[f];
	}
	return LU_OK;
}

/* Is a row to be made of the element? */
static lu_code has_text(lu_store *s, int64_t element, bool *out, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int64_t hash = 0;
	lu_code rc = lu__stmt(s, "SELECT text_hash FROM element WHERE tenant = ? AND kb = ? AND id = ?", &st, e, "ki",
			      element);

	if (!rc) rc = lu__int(s, st, 0, &hash, "find an element", e);
	*out = hash != 0;
	return rc;
}

static lu_code compare_docs(lu_store *s, const lu_postings *p, uint32_t (*sum)[LU_FIELDS], int64_t *wrong,
			    int64_t *orphans, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t k = 0; k < p->n_part && !rc; k++)
		for (size_t i = p->part[k].base; i < p->part[k].base + p->part[k].n && !rc; i++) {
			struct lu__where w;
			bool bad = false, text = false;
			int64_t element = lu_postings_element(p, (uint32_t)i);

			if (!p->file[i]) continue;
			if ((rc = has_text(s, element, &text, e))) return rc;
			*orphans += !text;
			rc = lu__doc_where(s, element, &w, e);
			bad = rc || w.segment != p->part[k].id || w.doc != i - p->part[k].base;
			for (int f = 0; f < LU_FIELDS; f++)
				bad |= sum[i][f] != UINT32_MAX && lu_length_code(sum[i][f]) != p->length[i][f];
			*wrong += bad;
		}
	return rc;
}

/* What segments say of their files and of the lengths of their fields, which nothing else is made of. */
static int64_t count_wrong_sums(const lu_postings *p)
{
	uint64_t sum[LU_FIELDS] = { 0 };
	int64_t wrong = 0;

	for (size_t k = 0; k < p->n_run; k++) {
		struct lu__run r = p->run[k];

		settle_run(p, &r);
		wrong += memcmp(&r, &p->run[k], sizeof r) != 0;
	}
	for (size_t i = 0; i < p->docs.n; i++)
		for (int f = 0; p->file[i] && f < LU_FIELDS; f++) sum[f] += p->docs.length_of[p->length[i][f]];
	return wrong + (memcmp(sum, p->sum, sizeof sum) != 0);
}

lu_code lu_postings_check(lu_store *s, int64_t *wrong, int64_t *orphans, lu_err *e)
{
	lu_postings *p = NULL;
	uint32_t(*sum)[LU_FIELDS] = NULL;
	sqlite3_stmt *st = NULL;
	int64_t where = 0, n = 0, gone = 0;
	lu_code rc = lu_postings_open(s, &p, e);

	if (!rc && !(sum = calloc(p->docs.n + 1, sizeof *sum))) rc = lu_nomem(e);
	if (!rc) rc = lu_postings_each(p, add_up, sum, e);
	if (!rc) rc = compare_docs(s, p, sum, &n, &gone, e);
	if (!rc) rc = lu__stmt(s, "SELECT sum(n) FROM doc_block WHERE tenant = ? AND kb = ?", &st, e, "k");
	if (!rc) rc = lu__int(s, st, 0, &where, "count the rows", e);
	if (!rc) {
		n += count_wrong_sums(p);
		*wrong = n + (where > p->docs.rows ? where - p->docs.rows : p->docs.rows - where);
		*orphans = gone;
	}
	free(sum);
	lu_postings_close(p);
	return rc;
}
