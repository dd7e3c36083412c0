/* SPDX-License-Identifier: MIT
 * Requests on their way: at most as many as the bound allows exist at a time, and each that ends
 * makes room for the next. */
#include <stdlib.h>

#include "chat/chat.h"
#include "chat/sse.h"
#include "core/file.h"
#include "core/range.h"

struct asking;

/* One request. */
typedef struct exchange {
	struct asking *all;
	size_t i; /* its number */
	lu__reply answer;
	lu__sse sse;
	bool in_words;       /* the schema is part of the prompt */
	int attempts;        /* of the request before this one, which had the schema */
	double start, first; /* first: 0: no text came yet */
} exchange;

typedef struct asking {
	lu_chat *c;
	const lu_chat_request *v;
	size_t n, next;
	lu_chat_done_fn *done;
	void *ctx;
} asking;

/* ---- sending ---- */

static lu_code split_lines(lu_str text, lu_arena *a, lu_strs *out, lu_err *e)
{
	while (text.n) {
		const char *end = memchr(text.s, '\n', text.n);
		size_t n = end ? (size_t)(end - text.s) : text.n;
		lu_str *v = lu_arena_grow(a, out->v, out->n, sizeof *v);

		if (!v) return lu_nomem(e);
		out->v = v;
		out->v[out->n++] = lu_strn(text.s, n);
		text = lu_strn(text.s + n + (end != NULL), text.n - n - (end != NULL));
	}
	return LU_OK;
}

/* The request, with the schema in words where the server takes none. */
static void write_body(const exchange *x, lu_jw *w, lu_buf *system)
{
	const lu_chat *c = x->all->c;
	const lu_chat_request *r = &x->all->v[x->i];
	lu__wanted q = {
		c->model,       r->system,        r->user, r->schema, r->max_tokens ? r->max_tokens : c->max_tokens,
		c->temperature, r->piece != NULL, c->own
	};

	if (x->in_words) {
		lu_buf_addstr(system, r->system);
		lu_buf_addf(system, "%sAnswer with one JSON value that fits this JSON schema, and with nothing else:\n",
			    r->system.n ? "\n\n" : "");
		lu_buf_addstr(system, r->schema);
		q.system = lu_buf_str(system);
		q.schema = lu_strz("");
	}
	c->provider->api->request(&q, w);
}

static lu_http_piece_fn on_piece;
static lu_http_done_fn on_done;

static lu_code send(exchange *x, lu_err *e)
{
	const lu_chat *c = x->all->c;
	lu_http_request r = { .url = c->url.s, .secret = c->key, .done = on_done, .ctx = x };
	lu_buf headers = LU_BUF, system = LU_BUF;
	lu_arena a = { 0 };
	lu_jw w;
	lu_code rc;

	lu_jw_init(&w);
	write_body(x, &w, &system);
	c->provider->api->headers(c->key, &headers);
	rc = w.out.oom || system.oom || headers.oom ? lu_nomem(e)
						    : split_lines(lu_buf_str(&headers), &a, &r.headers, e);
	r.body = lu_buf_str(&w.out);
	if (x->all->v[x->i].piece) {
		r.stream = true;
		r.piece = on_piece;
	}
	if (!rc) rc = lu_http_add(c->net, &r, e);
	lu_jw_free(&w);
	lu_buf_free(&headers);
	lu_buf_free(&system);
	lu_arena_free(&a);
	return rc;
}

/* Begin the next request in the place of one that has ended. */
static lu_code begin(exchange *x, lu_err *e)
{
	asking *all = x->all;

	if (all->next == all->n) return LU_OK;
	x->i = all->next++;
	x->in_words = all->v[x->i].schema.n && all->c->in_words;
	x->attempts = 0;
	x->start = lu_now();
	x->first = 0;
	lu__reply_begin(&x->answer, all->c->key);
	lu__sse_free(&x->sse);
	return send(x, e);
}

/* ---- receiving ---- */

static lu_code on_event(void *ctx, lu_str name, lu_str data, lu_err *e)
{
	exchange *x = ctx;
	const lu_chat_request *r = &x->all->v[x->i];
	lu_str fresh;
	lu_code rc = lu__reply_event(x->all->c->provider->api, data, &x->answer, e);

	(void)name; /* the data say it, too */
	fresh = lu_strn(x->answer.text.s + x->answer.fresh, x->answer.text.len - x->answer.fresh);
	if (rc || !fresh.n) return rc;
	if (!x->first) x->first = lu_now();
	return r->piece(r->ctx, fresh, e);
}

static lu_code on_piece(void *ctx, lu_str piece, lu_err *e)
{
	exchange *x = ctx;

	return lu__sse_push(&x->sse, piece, on_event, x, e);
}

static double price_of(const lu_price *p, const lu__reply *a)
{
	double cached = p->cached < 0 ? p->in : p->cached;

	if (p->in < 0 || p->out < 0 || a->in < 0 || a->out < 0) return -1;
	return ((double)(a->in - a->cached) * p->in + (double)a->cached * cached + (double)a->out * p->out) / 1e6;
}

static lu_chat_reply reply_of(const exchange *x, const lu_http_reply *r)
{
	const lu__reply *a = &x->answer;
	double now = lu_now();
	lu_chat_reply out = { .text = lu_buf_str(&a->text),
			      .model = lu_buf_str(&a->model),
			      .stop = lu_buf_str(&a->stop) };

	if (!out.model.n) out.model = x->all->c->model;
	out.tokens_in = a->in;
	out.tokens_cached = a->cached;
	out.tokens_out = a->out;
	out.cost = price_of(&x->all->c->price, a);
	out.first = (x->first ? x->first : now) - x->start;
	out.seconds = now - x->start;
	out.attempts = x->attempts + r->attempts;
	return out;
}

/* Not all servers and models take a schema. */
static bool may_be_schema(const exchange *x, const lu_http_reply *r)
{
	return x->all->v[x->i].schema.n && !x->in_words && (r->status == 400 || r->status == 422 || r->status == 501);
}

static lu_code read_answer(exchange *x, const lu_http_reply *r, lu_err *why)
{
	bool stream = x->all->v[x->i].piece != NULL;
	lu_code rc = stream ? lu__sse_end(&x->sse, on_event, x, why)
			    : lu__reply_whole(x->all->c->provider->api, r->body, &x->answer, why);

	return rc ? rc : lu__reply_check(&x->answer, stream, why);
}

/* A reply that is of no use costs what the server says. */
static void count(exchange *x, lu_code rc, const lu_chat_reply *r)
{
	bool counted = r->tokens_in >= 0 && r->tokens_out >= 0, priced = r->cost >= 0;
	lu_usage one = { .requests = 1,
			 .tokens_in = r->tokens_in > 0 ? r->tokens_in : 0,
			 .tokens_cached = r->tokens_cached > 0 ? r->tokens_cached : 0,
			 .tokens_out = r->tokens_out > 0 ? r->tokens_out : 0,
			 .cost = priced ? r->cost : 0,
			 .uncounted = !counted,
			 .unpriced = !priced };

	if (!rc || r->tokens_in >= 0) lu_usage_add(&x->all->c->spent[x->all->v[x->i].prompt], &one);
}

static lu_code on_done(void *ctx, lu_code rc, const lu_http_reply *r, const lu_err *why, lu_err *e)
{
	exchange *x = ctx;
	lu_chat *c = x->all->c;
	lu_err mine = { LU_OK, "" };
	lu_chat_reply reply;

	if (rc == LU_ENET && may_be_schema(x, r)) {
		x->in_words = true;
		x->attempts = r->attempts;
		return send(x, e);
	}
	if (rc) mine = *why;
	else rc = read_answer(x, r, &mine);
	if (!rc && x->in_words) c->in_words = true;
	if (rc) lu_http_hide(&mine, c->key); /* a server may repeat what it does not like */
	reply = reply_of(x, r);
	count(x, rc, &reply);
	rc = x->all->done(x->all->ctx, x->i, rc, &reply, &mine, e);
	return rc ? rc : begin(x, e);
}

/* ---- the interface ---- */

static lu_code check(const lu_chat_request *r, lu_err *e)
{
	if (!r->user.n) return lu_fail(e, LU_EUSAGE, "there is nothing to ask the model");
	return lu_check_range("tokens of an answer", r->max_tokens, 0, LU_CHAT_TOKENS_MAX, e);
}

lu_code lu_chat_ask_all(lu_chat *c, const lu_chat_request *v, size_t n, lu_chat_done_fn *done, void *ctx, lu_err *e)
{
	asking all = { c, v, n, 0, done, ctx };
	size_t slots = n < (size_t)c->http.parallel ? n : (size_t)c->http.parallel;
	exchange *x = calloc(slots ? slots : 1, sizeof *x);
	lu_code rc = x ? LU_OK : lu_nomem(e);

	for (size_t i = 0; i < n && !rc; i++) rc = check(&v[i], e);
	if (!rc && n && !c->net) rc = lu_http_new(&c->http, &c->net, e);
	for (size_t i = 0; i < slots && x; i++) {
		x[i].all = &all;
		lu__reply_init(&x[i].answer);
		lu__sse_init(&x[i].sse);
		if (!rc) rc = begin(&x[i], e);
	}
	if (!rc && n) rc = lu_http_run(c->net, e);
	if (rc) {
		/* requests that are left know the slots */
		lu_http_free(c->net);
		c->net = NULL;
	}
	for (size_t i = 0; i < slots && x; i++) {
		lu__reply_free(&x[i].answer);
		lu__sse_free(&x[i].sse);
	}
	free(x);
	return rc;
}

typedef struct one {
	lu_arena *a;
	lu_chat_reply reply;
	lu_code rc;
	lu_err why;
} one;

/* What runs the requests does not learn that there is no reply: it stays ready for others. */
static lu_code keep(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	one *o = ctx;

	(void)i;
	o->rc = rc;
	o->why = *why;
	o->reply = *r;
	if (rc) return LU_OK;
	o->reply.text = lu_arena_dup(o->a, r->text);
	o->reply.model = lu_arena_dup(o->a, r->model);
	o->reply.stop = lu_arena_dup(o->a, r->stop);
	return o->reply.text.s && o->reply.model.s && o->reply.stop.s ? LU_OK : lu_nomem(e);
}

lu_code lu_chat_ask(lu_chat *c, const lu_chat_request *r, lu_arena *a, lu_chat_reply *out, lu_err *e)
{
	one o = { .a = a };
	lu_code rc = lu_chat_ask_all(c, r, 1, keep, &o, e);

	if (rc) return rc;
	if (o.rc) return lu_fail(e, o.rc, "%s", o.why.msg);
	*out = o.reply;
	return LU_OK;
}
