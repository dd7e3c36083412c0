/* SPDX-License-Identifier: MIT
 * Asking a reranker. */
#include <stdlib.h>

#include "lucus/http.h"
#include "rerank/format.h"

#define SECONDS 30
#define TRIES   1 /* after the first: a person waits */
/* Larger replies are refused, for JSON takes far more memory than bytes: 1 KiB for each score, and
 * the documents, should they come back, with all their characters escaped. */
#define ANSWER_BYTES 65536
#define SCORE_BYTES  1024
#define ESCAPED      6

struct lu_reranker {
	const lu__rerank_format *format;
	lu_buf url, model, key, name;
	bool keyless; /* there is no key, and there must be one */
	lu_http_options http;
	lu_rerank_usage usage;
};

static lu_code unknown(const char *name, lu_err *e)
{
	lu_buf names = LU_BUF;
	lu_code rc;

	lu__rerank_format_names(&names);
	rc = names.oom ? lu_nomem(e)
		       : lu_fail(e, LU_EUSAGE, "unknown reranker '%s': expected one of: %s", name ? name : "", names.s);
	lu_buf_free(&names);
	return rc;
}

static void add_url(lu_buf *out, const char *url)
{
	lu_str s = lu_strz(url);

	while (s.n && s.s[s.n - 1] == '/') s.n--;
	lu_buf_addstr(out, s);
	if (!lu_str_ends(s, "/rerank")) lu_buf_adds(out, "/rerank");
}

lu_code lu_reranker_open(const lu_rerank_config *c, lu_reranker **out, lu_err *e)
{
	const lu__rerank_format *f = lu__rerank_format_find(c->provider);
	lu_reranker *r;
	lu_code rc;

	if (!f) return unknown(c->provider, e);
	rc = c->url ? lu_http_url_check(c->url, e) : LU_OK;
	if (rc) return rc;
	if (!(r = calloc(1, sizeof *r))) return lu_nomem(e);
	r->format = f;
	lu_buf_init(&r->url);
	lu_buf_init(&r->model);
	lu_buf_init(&r->key);
	lu_buf_init(&r->name);
	add_url(&r->url, c->url ? c->url : f->url);
	lu_buf_adds(&r->model, c->model && *c->model ? c->model : f->model);
	if (c->key) lu_buf_adds(&r->key, c->key);
	lu_buf_addf(&r->name, "%s:%s", f->name, r->model.s);
	r->keyless = !c->url && !r->key.len;
	lu_http_options_init(&r->http);
	r->http.retries = TRIES;
	r->http.first_byte = r->http.total = r->http.all = c->timeout > 0 ? c->timeout : SECONDS;
	rc = r->url.oom || r->model.oom || r->key.oom || r->name.oom ? lu_nomem(e) : lu_http_options_check(&r->http, e);
	if (rc) lu_reranker_close(r);
	else *out = r;
	return rc;
}

const char *lu_reranker_key_name(const char *provider)
{
	const lu__rerank_format *f = lu__rerank_format_find(provider);

	return f ? f->key : NULL;
}

void lu_reranker_close(lu_reranker *r)
{
	if (!r) return;
	lu_buf_free(&r->url);
	lu_buf_free(&r->model);
	lu_buf_free(&r->key);
	lu_buf_free(&r->name);
	free(r);
}

const char *lu_reranker_model(const lu_reranker *r)
{
	return r->name.s;
}

lu_rerank_usage lu_reranker_usage(const lu_reranker *r)
{
	return r->usage;
}

/* One question on its way. */
typedef struct asked {
	lu_reranker *r;
	size_t n;
	double *score;
	lu_code rc;
	lu_err why;
} asked;

static lu_code answered(void *ctx, lu_code rc, const lu_http_reply *reply, const lu_err *why, lu_err *e)
{
	asked *a = ctx;
	int64_t tokens = 0;

	(void)e;
	a->rc = rc;
	if (rc) a->why = *why;
	else a->rc = lu__rerank_read(a->r->format, reply->body, a->n, a->score, &tokens, &a->why);
	if (a->rc == LU_EFORMAT) a->rc = LU_ENET; /* it is no better than no reply */
	if (a->rc) lu_http_hide(&a->why, lu_buf_str(&a->r->key));
	a->r->usage.requests += rc == LU_OK;
	a->r->usage.tokens += tokens;
	return LU_OK;
}

static lu_code add(lu_http *h, const lu_reranker *r, lu_str query, const lu_str *doc, asked *a, lu_err *e)
{
	lu_buf body = LU_BUF;
	lu_http_request req = { .url = r->url.s, .done = answered, .ctx = a };
	lu_code rc;

	lu__rerank_body(r->format, r->model.s, query, doc, a->n, &body);
	req.max_bytes = ANSWER_BYTES + a->n * SCORE_BYTES + body.len * ESCAPED;
	rc = lu_http_add_bearer(h, &req, &body, &r->key, e);
	lu_buf_free(&body);
	return rc;
}

lu_code lu_reranker_ask(lu_reranker *r, lu_str query, const lu_str *doc, size_t n, double *score, lu_err *e)
{
	asked a = { .r = r, .n = n, .rc = LU_ENET };
	lu_http *h = NULL;
	lu_code rc;

	if (!n) return LU_OK;
	if (n > LU_RERANK_MAX) return lu_fail(e, LU_EUSAGE, "%zu documents are more than %d", n, LU_RERANK_MAX);
	if (r->keyless)
		return lu_fail(e, LU_ENET, "no key for reranker %s: set LUCUS_RERANK_KEY or %s", r->format->name,
			       r->format->key);
	if (!(a.score = calloc(n, sizeof *a.score))) return lu_nomem(e);
	rc = lu_http_new(&r->http, &h, e);
	if (!rc) rc = add(h, r, query, doc, &a, e);
	if (!rc) rc = lu_http_run(h, e);
	lu_http_free(h);
	if (!rc && a.rc) rc = lu_fail(e, a.rc, "%s", a.why.msg);
	if (!rc) memcpy(score, a.score, n * sizeof *score);
	free(a.score);
	return rc;
}
