/* SPDX-License-Identifier: MIT
 * Rerankers over the network, behind any strategy: they read the question with each of the first hits, and order those. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/out.h"
#include "lucus/file.h"
#include "lucus/http.h"
#include "base.h"
#include "search.h"

#define DOCUMENT       2000 /* bytes of what is sent of a hit */
#define DOCUMENT_LINES 60   /* of its source */

static const char *reranker = "builtin", *url, *model;
static int64_t depth = 50;
static double timeout = 30;

lu_opt lu_opts_rerank[] = {
	LU_OPT_STR(0, "reranker", &reranker, "NAME",
		   "have the first hits ordered by NAME: cohere, voyage, jina; builtin leaves it to the strategy",
		   .env = "LUCUS_RERANKER", .setting = "reranker", .heading = "Reranker", .guarded = true),
	LU_OPT_STR(0, "rerank-url", &url, "URL", "ask the reranker at URL in place of the provider's own address",
		   .env = "LUCUS_RERANK_URL", .setting = "rerank_url"),
	LU_OPT_STR(0, "rerank-model", &model, "NAME", "have the reranker use the model NAME",
		   .env = "LUCUS_RERANK_MODEL", .setting = "rerank_model", .guarded = true),
	LU_OPT_INT(0, "rerank-depth", &depth, "N", 1, LU_RERANK_MAX, "have the reranker order the first N hits",
		   .env = "LUCUS_RERANK_DEPTH", .setting = "rerank_depth"),
	LU_OPT_REAL(0, "rerank-timeout", &timeout, "SECONDS", 0.01, LU_HTTP_SECONDS_MAX,
		    "give up the reranker after so long", .env = "LUCUS_RERANK_TIMEOUT", .setting = "rerank_timeout"),
	LU_OPT_END
};

static bool is_builtin(void)
{
	return strcmp(reranker, "builtin") == 0;
}

static lu_origin origin_of(const char *name)
{
	const lu_opt *o = lu_opts_rerank;

	while (strcmp(o->name, name) != 0) o++;
	return o->origin;
}

/* The address that the knowledge base knows is that of its own reranker. */
static const char *own_url(void)
{
	if (!url || !*url) return NULL;
	return origin_of("rerank-url") == LU_FROM_SETTING && lu_opt_is_own(origin_of("reranker")) ? NULL : url;
}

static const char *own_key(void)
{
	const char *own = lu_reranker_key_name(reranker);

	return own ? lu_base_key("LUCUS_RERANK_KEY", own, own_url(), origin_of("rerank-url")) : NULL;
}

lu_code lu_rerank_open(lu_reranker **out, lu_err *e)
{
	lu_rerank_config c = {
		.provider = reranker, .url = own_url(), .model = model, .key = own_key(), .timeout = timeout
	};

	*out = NULL;
	return is_builtin() ? LU_OK : lu_reranker_open(&c, out, e);
}

void lu_rerank_settings(lu_buf *out)
{
	const char *at = own_url();

	if (!is_builtin())
		lu_buf_addf(out, "%s\n%s\n%s\n%lld", reranker, at ? at : "", model ? model : "", (long long)depth);
}

int64_t lu_rerank_depth(void)
{
	return depth;
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

/* Where it is, what it is called, and the lines that answer the question best. */
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

/* What was not scored keeps its order, and stands behind what was, as does what is beyond the depth. */
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
	r->passing = true;
}

lu_code lu_rerank_hits(lu_reranker *m, lu_store *s, lu_str text, const lu_query_options *o, lu_result *r, lu_err *e)
{
	size_t n = r->n < (size_t)depth ? r->n : (size_t)depth;
	double start = lu_now(), *score;
	lu_arena a = { 0 };
	lu_str *doc = lu_arena_calloc(&a, n + 1, sizeof *doc);
	lu_err why = { LU_OK, "" };
	lu_code rc = doc ? LU_OK : lu_nomem(e);

	if (!rc && !(score = lu_arena_calloc(&a, n + 1, sizeof *score))) rc = lu_nomem(e);
	for (size_t i = 0; i < n && !rc; i++) rc = document(s, &r->v[i], &r->terms, &a, &doc[i], e);
	if (!rc && n) {
		rc = lu_reranker_ask(m, text, doc, n, score, &why);
		if (!rc) rc = order(r, score, n, e);
		else if (rc != LU_ENET) lu_fail(e, rc, "%s", why.msg);
	}
	if (rc == LU_ENET) {
		say(r, reranker, why.msg);
		rc = LU_OK;
	}
	if (!rc) rc = lu_list_once(s, o, r, e);
	lu_arena_free(&a);
	if (r->n > (size_t)o->k) r->n = (size_t)o->k;
	r->seconds += lu_now() - start;
	lu_log("rerank", "model=%s documents=%zu requests=%lld tokens=%lld seconds=%.6f", lu_reranker_model(m), n,
	       (long long)lu_reranker_usage(m).requests, (long long)lu_reranker_usage(m).tokens, lu_now() - start);
	return rc;
}
