/* SPDX-License-Identifier: MIT
 * Summaries, from those that are known and from the model, and the points that they make. */
#include "lucus/text.h"
#include "session/overview.h"
#include "store/summaries.h"

#define TOGETHER 64 /* summaries that are requested, and kept, together */

/* The summaries [from, from + n) as the store knows them. */
static lu_code list(const lu__overview *o, const lu_chat *chat, size_t from, size_t n, lu_arena *a, lu_summary **out,
		    lu_err *e)
{
	lu_summary *v = lu_arena_calloc(a, n, sizeof *v);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		char key[LU_SHA256_HEX];

		lu_global_key(chat, o->part[from + i].members, key);
		v[i] = (lu_summary){ .key = lu_arena_dup(a, lu_strz(key)), .text = o->part[from + i].summary };
		if (!v[i].key.s) return lu_nomem(e);
	}
	*out = v;
	return LU_OK;
}

lu_code lu__overview_known(lu__reader *r, const lu_chat *chat, lu__overview *o, lu_err *e)
{
	lu_arena a = { 0 };
	lu_summary *v = NULL;
	lu_code rc = chat ? list(o, chat, 0, o->n, &a, &v, e) : LU_OK;

	if (!rc && v) rc = lu_summaries_get(r->store, v, o->n, &o->arena, e);
	for (size_t i = 0; i < o->n && v && !rc; i++) o->part[i].summary = v[i].text;
	lu_arena_free(&a);
	return rc;
}

/* Whatever becomes of the question: what was paid for stays. */
static void keep(lu_session *s, const lu_chat *chat, const lu__overview *o, size_t from, size_t n)
{
	lu_arena a = { 0 };
	lu_summary *v = NULL;
	lu__reader *r = NULL;
	lu_err why = { LU_OK, "" };
	lu_code rc = list(o, chat, from, n, &a, &v, &why);

	if (!rc) rc = lu__reader_take(s, &r, &why);
	if (!rc) rc = lu_summaries_put(r->store, v, n, &why);
	if (rc && rc != LU_ECANCEL) lu__warn(s, "%s", why.msg);
	lu__reader_give(r, LU_OK);
	lu_arena_free(&a);
}

static bool is_known(const lu__overview *o, size_t from, size_t n)
{
	for (size_t i = from; i < from + n; i++)
		if (!o->part[i].summary.n) return false;
	return true;
}

static lu_code summarise(lu_session *s, lu_chat *chat, lu__overview *o, lu_err *e)
{
	size_t failed = 0;
	lu_code rc = LU_OK;

	for (size_t from = 0; from < o->n && !rc; from += TOGETHER) {
		size_t n = o->n - from < TOGETHER ? o->n - from : TOGETHER;

		if (is_known(o, from, n)) continue;
		rc = lu_global_summarise(chat, &o->part[from], n, &o->arena, &failed, e);
		keep(s, chat, o, from, n);
	}
	if (!rc && failed) lu__warn(s, "%zu of %zu communities have no summary: the model failed", failed, o->n);
	return rc;
}

/* ---- the best points ---- */

/* The number of a part among those that are cited, from 1; they are numbered as they come. */
static void number_of(size_t part, size_t *number, const lu__overview *o, lu_hit *lead, size_t *n)
{
	if (!number[part]) {
		lead[*n] = o->lead[part];
		number[part] = ++*n;
	}
}

static lu_code choose(lu__overview *o, const lu_global_points *p, int64_t budget, lu_str *points, lu_hit **lead,
		      size_t *n, lu_err *e)
{
	lu_hit *v = lu_arena_calloc(&o->arena, o->n, sizeof *v);
	size_t *number = lu_arena_calloc(&o->arena, o->n, sizeof *number);
	lu_buf b = LU_BUF;
	lu_code rc = v && number ? LU_OK : lu_nomem(e);

	*n = 0;
	for (size_t i = 0; i < p->n && !rc; i++) {
		const lu_global_point *x = &p->v[i];

		if (lu_tokens(b.len + x->text.n) > budget) break;
		lu_buf_addf(&b, "- (%.0f) %.*s [", x->rating, LU_FMT(x->text));
		for (size_t k = 0; k < x->n_part; k++) {
			number_of(x->part[k], number, o, v, n);
			lu_buf_addf(&b, "%s%zu", k ? ", " : "", number[x->part[k]]);
		}
		lu_buf_adds(&b, "]\n");
	}
	if (!rc) *points = lu_arena_keep(&o->arena, &b);
	lu_buf_free(&b);
	if (!rc && !points->s) rc = lu_nomem(e);
	*lead = v;
	return rc;
}

lu_code lu__overview_points(lu_session *s, lu_chat *chat, lu_str question, lu__overview *o, int64_t budget,
			    lu_str *points, lu_hit **lead, size_t *n, lu_err *e)
{
	lu_global_points p = { .v = NULL };
	lu_code rc = summarise(s, chat, o, e);

	if (!rc) rc = lu_global_map(chat, question, o->part, o->n, &o->arena, &p, e);
	if (!rc) rc = choose(o, &p, budget, points, lead, n, e);
	if (!rc && p.malformed) lu__warn(s, "%zu replies or points of the model were of no use", p.malformed);
	if (!rc)
		lu__log(s, "global", "communities=%zu batches=%zu points=%zu malformed=%zu cited=%zu", o->n, p.batches,
			p.n, p.malformed, *n);
	return rc;
}
