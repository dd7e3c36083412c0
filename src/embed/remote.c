/* SPDX-License-Identifier: MIT
 * Providers that are asked over the network. Texts are gathered into batches as answers come in, so that as many requests
 * as are allowed are in flight, and no more texts than these hold are in memory. */
#include <stdio.h>
#include <stdlib.h>

#include "embed/provider.h"
#include "embed/wire.h"
#include "core/file.h"
#include "core/range.h"
#include "lucus/http.h"

#define BATCH        64
#define BATCH_TOKENS 16000 /* estimated, of all texts of a request */
#define TOKEN_BYTES  3     /* of code at least, mostly; an estimate that is too low is found out by the server */
#define LEAST        64    /* bytes of a text that are cut no further */
#define QUERY_TRIES  1     /* after the first: a person waits */
/* of an answer besides its numbers: larger ones are refused, for JSON takes far more memory, */
#define ANSWER_BYTES 65536
#define NUMBER_BYTES 64 /* and of a number, with blanks */

typedef struct remote {
	const lu__wire *wire;
	lu_embedder *m;
	lu_buf url, model, key;
	int64_t dim; /* to ask for; 0: none */
	size_t batch;
	size_t text_bytes; /* of a text */
	bool keyless;      /* there is no key, and there must be one */
	lu_http_options http;
} remote;

static void remote_close(void *state)
{
	remote *r = state;

	lu_buf_free(&r->url);
	lu_buf_free(&r->model);
	lu_buf_free(&r->key);
	free(r);
}

/* ---- opening ---- */

static lu_code check(const lu_embed_config *c, remote *r, lu_err *e)
{
	const lu_ranged number[] = {
		{ "the dimension of vectors", c->dim, 0, LU_EMBED_DIM_MAX },
		{ "the number of texts in a request", c->batch, 0, LU_EMBED_BATCH_MAX },
		{ "the number of tokens of a text", c->tokens, 0, LU_EMBED_TOKENS_MAX },
	};
	lu_code rc = lu_check_ranges(number, sizeof number / sizeof *number, e);

	if (!rc && c->url) rc = lu_http_url_check(c->url, e);
	if (rc) return rc;
	r->dim = c->dim;
	r->batch = c->batch ? (size_t)c->batch : BATCH;
	r->text_bytes = (size_t)(c->tokens ? c->tokens : r->wire->tokens) * TOKEN_BYTES;
	r->keyless = !c->url && !r->key.len;
	lu_http_options_init(&r->http);
	if (c->parallel) r->http.parallel = c->parallel;
	if (c->timeout > 0) r->http.first_byte = r->http.total = c->timeout;
	return lu_http_options_check(&r->http, e);
}

static void add_url(lu_buf *out, const char *url)
{
	lu_str s = lu_strz(url);

	while (s.n && s.s[s.n - 1] == '/') s.n--;
	lu_buf_addstr(out, s);
	if (!lu_str_ends(s, "/embeddings")) lu_buf_adds(out, "/embeddings");
}

static lu_code remote_open(lu_embedder *m, const lu_embed_config *c, const lu__wire *wire, lu_err *e)
{
	remote *r = calloc(1, sizeof *r);
	lu_code rc;
	int n;

	if (!r) return lu_nomem(e);
	r->wire = wire;
	r->m = m;
	lu_buf_init(&r->url);
	lu_buf_init(&r->model);
	lu_buf_init(&r->key);
	add_url(&r->url, c->url ? c->url : wire->url);
	lu_buf_adds(&r->model, c->model && *c->model ? c->model : wire->model);
	if (c->key) lu_buf_adds(&r->key, c->key);
	rc = r->url.oom || r->model.oom || r->key.oom ? lu_nomem(e) : check(c, r, e);
	n = snprintf(m->model, sizeof m->model, "%s-%d:%s", wire->name, LU_RECIPE_VERSION, r->model.s);
	if (!rc && n >= (int)sizeof m->model)
		rc = lu_fail(e, LU_EUSAGE, "the name of the embedding model is longer than %d bytes",
			     LU_EMBED_MODEL_MAX - 20);
	if (rc) {
		remote_close(r);
		return rc;
	}
	m->state = r;
	m->dim = (size_t)c->dim;
	return LU_OK;
}

static lu_code voyage_open(lu_embedder *m, const lu_embed_config *c, lu_err *e)
{
	return remote_open(m, c, &lu__wire_voyage, e);
}

static lu_code openai_open(lu_embedder *m, const lu_embed_config *c, lu_err *e)
{
	return remote_open(m, c, &lu__wire_openai, e);
}

static lu_code no_key(const remote *r, lu_code code, lu_err *e)
{
	return lu_fail(e, code, "no key for provider %s: set LUCUS_EMBED_KEY or %s", r->wire->name, r->wire->key);
}

/* ---- requests ---- */

static lu_code request(const remote *r, lu_http *h, const lu_str *text, size_t n, bool query, lu_http_done_fn *done,
		       void *ctx, lu_err *e)
{
	lu_buf body = LU_BUF;
	lu_http_request req = { .url = r->url.s, .done = done, .ctx = ctx };
	lu_code rc;

	lu__wire_body(r->wire, r->model.s, r->dim, query, text, n, &body);
	req.max_bytes = ANSWER_BYTES + n * (1024 + (r->m->dim ? r->m->dim : LU_EMBED_DIM_MAX) * NUMBER_BYTES);
	rc = lu_http_add_bearer(h, &req, &body, &r->key, e);
	lu_buf_free(&body);
	return rc;
}

static void count(lu_embedder *m, int64_t tokens)
{
	m->usage.requests++;
	m->usage.tokens += tokens;
}

/* ---- many elements ---- */

typedef struct batch {
	struct all *all;
	struct batch *next; /* of those that wait to be tried again */
	lu_buf text;        /* of all elements, one behind the other */
	size_t *end;        /* of each in `text` */
	int64_t *id;
	size_t n;
	bool second; /* what was answered to it was no answer */
} batch;

/* The work, on its way. */
typedef struct all {
	remote *r;
	lu_http *http;
	const lu_embed_work *w;
	bool ended;                          /* `next` has no more */
	bool reached;                        /* the server has answered something */
	batch *flying[LU_HTTP_PARALLEL_MAX]; /* in flight, NULL: a free place */
	int in_flight, streak;
	lu_buf held; /* a text that did not fit into the batch before */
	int64_t held_id;
	batch *again;
	const char *gave_up;
} all;

static void free_batch(batch *b)
{
	if (!b) return;
	lu_buf_free(&b->text);
	free(b->end);
	free(b->id);
	free(b);
}

static batch *new_batch(all *a, size_t cap)
{
	batch *b = calloc(1, sizeof *b);

	if (!b) return NULL;
	b->all = a;
	lu_buf_init(&b->text);
	b->end = calloc(cap, sizeof *b->end);
	b->id = calloc(cap, sizeof *b->id);
	if (b->end && b->id) return b;
	free_batch(b);
	return NULL;
}

static lu_str text_of(const batch *b, size_t i)
{
	size_t from = i ? b->end[i - 1] : 0;

	return lu_strn(b->text.s + from, b->end[i] - from);
}

static lu_code put(batch *b, lu_str text, int64_t id, lu_err *e)
{
	lu_buf_addstr(&b->text, text);
	if (b->text.oom) return lu_nomem(e);
	b->end[b->n] = b->text.len;
	b->id[b->n++] = id;
	return LU_OK;
}

/* As many texts as fit; none are left when b->n is 0. */
static lu_code fill(all *a, batch *b, lu_err *e)
{
	lu_code rc = LU_OK;

	while (!rc && b->n < a->r->batch && !(a->ended && !a->held.len)) {
		if (!a->held.len) {
			lu_buf_reset(&a->held);
			rc = a->w->next(a->w->ctx, &a->held, &a->held_id, e);
			if (rc == LU_DONE) {
				a->ended = true;
				return LU_OK;
			}
			if (!rc && a->held.oom) rc = lu_nomem(e);
			lu_buf_trunc(&a->held, lu__cut(lu_buf_str(&a->held), a->r->text_bytes).n);
		}
		if (rc || (b->n && b->text.len + a->held.len > BATCH_TOKENS * TOKEN_BYTES)) break;
		rc = put(b, lu_buf_str(&a->held), a->held_id, e);
		lu_buf_reset(&a->held);
	}
	return rc;
}

static lu_http_done_fn answered;

static lu_code send_batch(batch *b, lu_err *e)
{
	all *a = b->all;
	lu_str *text = calloc(b->n, sizeof *text);
	lu_code rc;

	if (!text) return lu_nomem(e);
	for (size_t i = 0; i < b->n; i++) text[i] = text_of(b, i);
	rc = request(a->r, a->http, text, b->n, false, answered, b, e);
	free(text);
	if (rc) return rc;
	a->in_flight++;
	for (size_t i = 0; i < LU_HTTP_PARALLEL_MAX; i++) {
		if (a->flying[i]) continue;
		a->flying[i] = b;
		break;
	}
	return LU_OK;
}

static void landed(batch *b)
{
	all *a = b->all;

	a->in_flight--;
	for (size_t i = 0; i < LU_HTTP_PARALLEL_MAX; i++)
		if (a->flying[i] == b) a->flying[i] = NULL;
}

/* Keep as many requests in flight as are allowed. */
static lu_code go_on(all *a, lu_err *e)
{
	lu_code rc = LU_OK;

	while (!rc && !a->gave_up && a->in_flight < a->r->http.parallel) {
		batch *b = a->again;

		if (b) {
			a->again = b->next;
		} else {
			if (!(b = new_batch(a, a->r->batch))) return lu_nomem(e);
			rc = fill(a, b, e);
		}
		if (!rc && b->n) {
			rc = send_batch(b, e);
			if (!rc) continue;
		}
		free_batch(b);
		break;
	}
	return rc;
}

static lu_code take(batch *b, const lu_http_reply *reply, lu_err *why, lu_err *e)
{
	lu_embedder *m = b->all->r->m;
	lu__vectors v;
	lu_code rc = lu__wire_read(reply->body, b->n, m->dim, &v, why);

	count(m, rc ? 0 : v.tokens);
	if (rc) return rc;
	m->dim = v.dim;
	rc = b->all->w->take(b->all->w->ctx, b->id, v.v, b->n, e);
	free(v.v);
	return rc;
}

/* The part of `b` from `from` to before `to`, with its last text cut to `bytes`, is to be tried again. */
static lu_code again(batch *b, size_t from, size_t to, size_t bytes, lu_err *e)
{
	batch *x = new_batch(b->all, to - from);
	lu_code rc = x ? LU_OK : lu_nomem(e);

	for (size_t i = from; i < to && !rc; i++) rc = put(x, lu__cut(text_of(b, i), bytes), b->id[i], e);
	if (rc) {
		free_batch(x);
		return rc;
	}
	x->next = b->all->again;
	b->all->again = x;
	return LU_OK;
}

/* One bad text must not take the others along. *done: there is something to try. */
static lu_code split(batch *b, int status, bool *done, lu_err *e)
{
	lu_code rc = LU_OK;

	*done = (status == 400 || status == 413 || status == 422) && (b->n > 1 || b->text.len > LEAST);
	if (!*done) return LU_OK;
	if (b->n == 1) return again(b, 0, 1, b->text.len / 2, e);
	rc = again(b, b->n / 2, b->n, SIZE_MAX, e);
	return rc ? rc : again(b, 0, b->n / 2, SIZE_MAX, e);
}

static lu_code failed(batch *b, int status, const lu_err *why, lu_err *e)
{
	all *a = b->all;
	bool more = false;
	lu_code rc;

	if (status == 401 || status == 403 || status == 404) a->gave_up = "";
	else if (++a->streak >= a->r->http.parallel && !a->reached) a->gave_up = "nobody answers: ";
	else if (a->streak >= LU_EMBED_STREAK)
		a->gave_up = "too many requests have failed in a row, the last one with: ";
	if (a->gave_up) return lu_fail(e, LU_ENET, "%s%s", a->gave_up, why->msg);
	if (status == 200 && !b->second) {
		rc = again(b, 0, b->n, SIZE_MAX, e);
		if (!rc) a->again->second = true;
		return rc;
	}
	rc = split(b, status, &more, e);
	return rc || more ? rc : a->w->fail(a->w->ctx, b->id, b->n, why, e);
}

static lu_code answered(void *ctx, lu_code rc, const lu_http_reply *reply, const lu_err *why, lu_err *e)
{
	batch *b = ctx;
	all *a = b->all;
	lu_err bad = { LU_OK, "" };

	landed(b);
	a->reached |= reply->status != 0;
	if (rc) {
		rc = failed(b, reply->status, why, e);
	} else {
		rc = take(b, reply, &bad, e);
		if (!rc) a->streak = 0;
		if (rc && bad.code) lu_http_hide(&bad, lu_buf_str(&a->r->key));
		if (rc && bad.code == LU_EFORMAT) rc = failed(b, 200, &bad, e);
		else if (bad.code) rc = lu_fail(e, bad.code, "%s", bad.msg);
	}
	free_batch(b);
	return rc ? rc : go_on(a, e);
}

static void drop(all *a)
{
	for (size_t i = 0; i < LU_HTTP_PARALLEL_MAX; i++) free_batch(a->flying[i]);
	while (a->again) {
		batch *b = a->again;

		a->again = b->next;
		free_batch(b);
	}
	lu_buf_free(&a->held);
}

static lu_code remote_all(lu_embedder *m, const lu_embed_work *w, lu_err *e)
{
	remote *r = m->state;
	all a = { .r = r, .w = w };
	lu_code rc;

	if (r->keyless) return no_key(r, LU_EUSAGE, e);
	lu_buf_init(&a.held);
	rc = lu_http_new(&r->http, &a.http, e);
	if (!rc) rc = go_on(&a, e);
	if (!rc) rc = lu_http_run(a.http, e);
	lu_http_free(a.http);
	drop(&a);
	return rc;
}

/* ---- a query ---- */

typedef struct question {
	lu_embedder *m;
	float *out;
	lu_code rc;
	lu_err why;
} question;

static lu_code query_answered(void *ctx, lu_code rc, const lu_http_reply *reply, const lu_err *why, lu_err *e)
{
	question *q = ctx;
	lu__vectors v;

	(void)e;
	q->rc = rc;
	if (why && rc) q->why = *why;
	if (!rc) q->rc = lu__wire_read(reply->body, 1, q->m->dim, &v, &q->why);
	if (!rc) count(q->m, q->rc ? 0 : v.tokens);
	if (q->rc == LU_EFORMAT) q->rc = LU_ENET; /* it is no better than no answer */
	if (q->rc) lu_http_hide(&q->why, lu_buf_str(&((const remote *)q->m->state)->key));
	if (q->rc) return LU_OK;
	memcpy(q->out, v.v, v.dim * sizeof *v.v);
	free(v.v);
	return LU_OK;
}

static lu_code remote_query(lu_embedder *m, lu_str query, lu_df_fn *df, void *ctx, float *out, lu_err *e)
{
	const remote *r = m->state;
	lu_http_options o = r->http;
	question q = { .m = m, .out = out, .rc = LU_ENET };
	lu_str text = lu__cut(query, r->text_bytes);
	lu_http *h = NULL;
	lu_code rc;

	(void)df;
	(void)ctx;
	if (r->keyless) return no_key(r, LU_ENET, e);
	o.retries = QUERY_TRIES;
	o.all = o.total;
	rc = lu_http_new(&o, &h, e);
	if (!rc) rc = request(r, h, &text, 1, true, query_answered, &q, e);
	if (!rc) rc = lu_http_run(h, e);
	lu_http_free(h);
	return rc ? rc : q.rc ? lu_fail(e, q.rc, "%s", q.why.msg) : LU_OK;
}

static lu_str remote_cut(const lu_embedder *m, lu_str text)
{
	return lu__cut(text, ((const remote *)m->state)->text_bytes);
}

const lu__provider lu__provider_voyage = {
	.name = "voyage",
	.open = voyage_open,
	.close = remote_close,
	.query = remote_query,
	.all = remote_all,
	.cut = remote_cut,
};

const lu__provider lu__provider_openai = {
	.name = "openai",
	.open = openai_open,
	.close = remote_close,
	.query = remote_query,
	.all = remote_all,
	.cut = remote_cut,
};
