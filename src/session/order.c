/* SPDX-License-Identifier: MIT
 * Rerankers over the network, after any strategy: they read the question with each of the first hits, and order
 * those. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/file.h"
#include "session/session.h"

#define DOCUMENT       2000 /* bytes of what is sent of a hit */
#define DOCUMENT_LINES 60   /* of its source */

void lu__order_settings(const lu_session *s, lu_buf *out)
{
	const lu_rerank_config *c = &s->models.rerank;

	if (c->provider)
		lu_buf_addf(out, "%s\n%s\n%s\n%lld", c->provider, c->url ? c->url : "", c->model ? c->model : "",
			    (long long)s->models.rerank_depth);
}

/* ---- what is sent ---- */

static void add_line(lu_buf *b, lu_str s)
{
	if (!s.n) return;
	lu_buf_addstr(b, s);
	lu_buf_addc(b, '\n');
}

static lu_str cut(lu_str s, size_t max)
{
	if (s.n <= max) return s;
	while (max && ((unsigned char)s.s[max] & 0xc0) == 0x80) max--;
	return lu_strn(s.s, max);
}

/* Where it is, what it is called, and the lines that match the question best. */
static lu_code document(lu_store *s, const lu_hit *h, const lu_strs *terms, lu_arena *a, lu_str *out, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_stored st = { .id = 0 };
	lu_excerpt lines = { .first = 0 };
	lu_code rc = lu_store_source(s, h->el.id, a, &st, e);

	if (rc == LU_ENOENT) rc = LU_OK; /* a writer has removed it since the search */
	if (!rc && st.el.code.n) rc = lu_snippet(st.el.code, terms, DOCUMENT_LINES, &lines, e);
	lu_buf_addf(&b, "%.*s\n%.*s %.*s\n", LU_FMT(h->el.path), LU_FMT(h->el.type), LU_FMT(h->el.name));
	add_line(&b, lu_str_trim(st.el.signature));
	add_line(&b, lu_str_trim(st.el.docstring));
	add_line(&b, lines.text);
	if (!rc && !b.oom) *out = lu_arena_dup(a, cut(lu_buf_str(&b), DOCUMENT));
	if (!rc && (b.oom || !out->s)) rc = lu_nomem(e);
	lu_buf_free(&b);
	return rc;
}

/* ---- the order ---- */

typedef struct scored {
	double score;
	size_t at;
} scored;

static int by_score(const void *x, const void *y)
{
	const scored *a = x, *b = y;

	if (a->score != b->score) return a->score < b->score ? 1 : -1;
	return a->at < b->at ? -1 : 1;
}

/* What was not scored keeps its order, and follows what was, as does what is beyond the depth. */
static lu_code order(lu_result *r, const double *score, size_t n, lu_err *e)
{
	lu_hit *v = lu_arena_calloc(&r->arena, r->n, sizeof *v);
	scored *by = lu_arena_calloc(&r->arena, n, sizeof *by);
	double least = 0;
	uint32_t rank = 0;

	if (!v || !by) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) by[i] = (scored){ score[i], i };
	qsort(by, n, sizeof *by, by_score);
	for (size_t i = 0; i < r->n; i++) {
		v[i] = r->v[i < n ? by[i].at : i];
		v[i].rank = (uint32_t)(i + 1);
		v[i].relevance = 0; /* it was calibrated for the order of the built-in reranker */
		if (i < n && by[i].score > -HUGE_VAL) {
			if (!i || by[i].score < by[i - 1].score) rank = (uint32_t)(i + 1);
			v[i].stage[LU_STAGE_REMOTE] = (lu_stage_score){ by[i].score, rank };
			v[i].score = by[i].score;
			if (v[i].score < least) least = v[i].score;
		} else {
			v[i].score = least - 1;
			least = v[i].score;
		}
	}
	r->v = v;
	return LU_OK;
}

static void say(lu_result *r, const char *name, const char *why)
{
	size_t n = strlen(r->fallback);

	snprintf(r->fallback + n, sizeof r->fallback - n, "%sreranker %s: %s", n ? "; " : "", name, why);
	r->transient = true;
}

static lu_code ask(lu__reader *m, lu_str text, lu_result *r, size_t n, lu_err *e)
{
	const char *name = m->session->models.rerank.provider;
	lu_arena a = { 0 };
	lu_str *doc = lu_arena_calloc(&a, n + 1, sizeof *doc);
	double *score = lu_arena_calloc(&a, n + 1, sizeof *score);
	lu_err why = { LU_OK, "" };
	lu_code rc = doc && score ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < n && !rc; i++) rc = document(m->store, &r->v[i], &r->terms, &a, &doc[i], e);
	if (!rc && n) {
		rc = lu_reranker_ask(m->reranker, text, doc, n, score, &why);
		if (!rc) rc = order(r, score, n, e);
		else if (rc != LU_ENET) lu_fail(e, rc, "%s", why.msg);
	}
	if (rc == LU_ENET) {
		say(r, name, why.msg);
		rc = LU_OK;
	}
	lu_arena_free(&a);
	return rc;
}

lu_code lu__order(lu__reader *m, lu_str text, const lu_query_options *o, lu_result *r, lu_err *e)
{
	size_t depth = (size_t)m->session->models.rerank_depth, n = r->n < depth ? r->n : depth;
	double start = lu_now();
	lu_rerank_usage u;
	lu_code rc = ask(m, text, r, n, e);

	if (!rc) rc = lu_list_once(m->store, o, r, e);
	if (r->n > (size_t)o->k) r->n = (size_t)o->k;
	r->seconds += lu_now() - start;
	u = lu_reranker_usage(m->reranker);
	lu__log(m->session, "rerank", "model=%s documents=%zu requests=%lld tokens=%lld seconds=%.6f",
		lu_reranker_model(m->reranker), n, (long long)u.requests, (long long)u.tokens, lu_now() - start);
	return rc;
}
