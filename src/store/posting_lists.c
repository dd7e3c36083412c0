/* SPDX-License-Identifier: MIT
 * The lists of the inverted index: by token, by the beginning of tokens, and all. */
#include <stdlib.h>

#include "store/postings_part.h"

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

static lu_code add_list(const lu_postings *p, const struct lu__part *part, const struct lu__block_reader *r,
			lu_plist *out, lu_err *e)
{
	const uint8_t *at = r->list, *end = at + r->list_n;
	const uint32_t *file = p->file + part->base;
	uint64_t doc = 0, distance;

	if (r->n > part->n) return lu__segment_damaged(e);
	if (!reserve(out, r->n)) return lu_nomem(e);
	for (uint64_t i = 0; i < r->n; i++) {
		lu_posting *v = &out->v[out->n];

		if (!lu__get_posting(&at, end, &distance, v) || distance > part->n || (doc += distance) > part->n)
			return lu__segment_damaged(e);
		v->doc = (uint32_t)(part->base + doc - 1);
		out->n += file[doc - 1] != 0;
	}
	return at == end ? LU_OK : lu__segment_damaged(e);
}

/* Which documents of a list are wanted, and how many it has. */
struct among {
	const uint32_t *docs; /* ascending */
	size_t n, df;
};

static lu_code add_among(const lu_postings *p, const struct lu__part *part, const struct lu__block_reader *r,
			 struct among *x, lu_plist *out, lu_err *e)
{
	const uint8_t *at = r->list, *end = at + r->list_n;
	const uint32_t *file = p->file + part->base, *want = x->docs, *last = want + x->n;
	size_t next = 0, df = 0; /* next: the wanted one that may come now */
	uint64_t doc = 0, distance;

	if (r->n > part->n) return lu__segment_damaged(e);
	if (!reserve(out, r->n < x->n ? r->n : x->n)) return lu_nomem(e);
	for (uint64_t i = 0; i < r->n; i++) {
		const uint8_t *from = at;
		size_t n;

		if (!lu__skip_posting(&at, end, &distance) || distance > part->n || (doc += distance) > part->n)
			return lu__segment_damaged(e);
		if (part->dead && !file[doc - 1]) continue;
		df++;
		n = part->base + (size_t)doc - 1;
		if (n < next) continue;
		while (want < last && *want < n) want++;
		next = want < last ? *want : SIZE_MAX;
		if (next != n) continue;
		if (!lu__get_posting(&from, end, &distance, &out->v[out->n])) return lu__segment_damaged(e);
		out->v[out->n++].doc = (uint32_t)n;
	}
	x->df += df;
	return at == end ? LU_OK : lu__segment_damaged(e);
}

/* `x`: what lu_postings_among() is asked; NULL: all documents. */
static lu_code list_in(const lu_postings *p, const struct lu__part *part, lu_str token, struct among *x, lu_plist *out,
		       lu_err *e)
{
	static const char sql[] =
		"SELECT terms, data FROM posting WHERE tenant = ? AND kb = ? AND segment = ? AND first <= ?"
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
		if (c == 0) rc = x ? add_among(p, part, &r, x, out, e) : add_list(p, part, &r, out, e);
		break;
	}
	sqlite3_reset(st);
	return rc == LU_DONE ? LU_OK : rc;
}

lu_code lu_postings_list(lu_postings *p, lu_str token, lu_plist *out, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n_part && !rc; i++) rc = list_in(p, &p->part[i], token, NULL, out, e);
	return rc;
}

lu_code lu_postings_among(lu_postings *p, lu_str token, const uint32_t *docs, size_t n, lu_plist *out, size_t *df,
			  lu_err *e)
{
	struct among x = { docs, n, 0 };
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n_part && !rc; i++) rc = list_in(p, &p->part[i], token, &x, out, e);
	*df = x.df;
	return rc;
}

static lu_code forms_in(const lu_postings *p, const struct lu__part *part, lu_str prefix, lu_form_fn *fn, void *ctx,
			lu_err *e)
{
	/* the block that holds the prefix itself may begin before it */
	static const char sql[] =
		"SELECT terms, first FROM posting WHERE tenant = ?1 AND kb = ?2 AND segment = ?3 AND first >="
		" coalesce((SELECT first FROM posting WHERE tenant = ?1 AND kb = ?2 AND segment = ?3 AND"
		" first <= ?4 ORDER BY first DESC LIMIT 1), '') ORDER BY first";
	sqlite3_stmt *st = NULL;
	struct lu__block_reader r;
	lu_code rc = lu__stmt(p->s, sql, &st, e, "kit", part->id, prefix);

	while (!rc && !(rc = lu__step(p->s, st, "read postings", e))) {
		lu_str first = lu__text(st, 1);

		if (lu_str_cmp(first, prefix) > 0 && (first.n < prefix.n || memcmp(first.s, prefix.s, prefix.n) != 0))
			break;
		lu__block_open(&r, lu_strn(sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0)),
			       lu_strn(NULL, 0));
		while (!rc && !(rc = lu__block_next(&r, e))) {
			if (r.term_n < prefix.n || memcmp(r.term, prefix.s, prefix.n) != 0) continue;
			rc = fn(ctx, lu_strn(r.term, r.term_n), e);
		}
		if (rc == LU_DONE) rc = LU_OK;
	}
	return lu__end(st, rc);
}

lu_code lu_postings_forms(lu_postings *p, lu_str prefix, lu_form_fn *fn, void *ctx, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n_part && !rc; i++) rc = forms_in(p, &p->part[i], prefix, fn, ctx, e);
	return rc;
}

static lu_code each_in(const lu_postings *p, const struct lu__part *part, lu_posting_fn *fn, void *ctx, lu_err *e)
{
	lu_plist l = { 0 };
	sqlite3_stmt *st = NULL;
	struct lu__block_reader r;
	lu_code rc = lu__stmt(
		p->s, "SELECT terms, data FROM posting WHERE tenant = ? AND kb = ? AND segment = ? ORDER BY first", &st,
		e, "ki", part->id);

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
	lu_plist_free(&l);
	return lu__end(st, rc);
}

lu_code lu_postings_each(lu_postings *p, lu_posting_fn *fn, void *ctx, lu_err *e)
{
	lu_code rc = LU_OK;

	for (size_t i = 0; i < p->n_part && !rc; i++) rc = each_in(p, &p->part[i], fn, ctx, e);
	return rc;
}
