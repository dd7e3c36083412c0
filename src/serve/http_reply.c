/* SPDX-License-Identifier: MIT
 * Replies as libmicrohttpd sends them, and problems (RFC 9457). */
#include <stdarg.h>
#include <stdio.h>

#include "core/file.h"
#include "lucus/json.h"
#include "serve/server.h"

const char *lu__status_title(int status)
{
	static const struct {
		int status;
		const char *title;
	} known[] = {
		{ 400, "Bad Request" },
		{ 401, "Unauthorized" },
		{ 403, "Forbidden" },
		{ 404, "Not Found" },
		{ 405, "Method Not Allowed" },
		{ 406, "Not Acceptable" },
		{ 409, "Conflict" },
		{ 411, "Length Required" },
		{ 413, "Content Too Large" },
		{ 414, "URI Too Long" },
		{ 415, "Unsupported Media Type" },
		{ 421, "Misdirected Request" },
		{ 422, "Unprocessable Content" },
		{ 429, "Too Many Requests" },
		{ 500, "Internal Server Error" },
		{ 502, "Bad Gateway" },
		{ 503, "Service Unavailable" },
		{ 504, "Gateway Timeout" },
		{ 505, "HTTP Version Not Supported" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].status == status) return known[i].title;
	return "Error";
}

void lu__server_log(lu_server *s, bool failure, const char *fmt, ...)
{
	char line[1024];
	va_list ap;

	if (!s->config.log) return;
	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	s->config.log(s->config.log_ctx, failure, line);
}

void lu_served_problem(lu_served *c, int status, const char *fmt, ...)
{
	char detail[1024];
	lu_jw w;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(detail, sizeof detail, fmt, ap);
	va_end(ap);
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_strz(&w, "type", "about:blank");
	lu_jw_strz(&w, "title", lu__status_title(status));
	lu_jw_int(&w, "status", status);
	lu_jw_strz(&w, "detail", detail);
	lu_jw_strz(&w, "requestId", c->id);
	lu_jw_close(&w, '}');
	lu_buf_addc(&w.out, '\n');
	lu_buf_free(&c->out);
	c->out = w.out; /* empty when memory is out: the status says enough */
	if (c->out.oom) lu_buf_free(&c->out);
	c->status = status;
	c->type = "application/problem+json";
}

static int status_of(const lu__exchange *x, lu_code rc)
{
	switch (rc) {
	case LU_EUSAGE: return 400;
	case LU_ENOENT: return 404;
	case LU_ENET: return 502;
	case LU_EBUSY:
	case LU_ENOMEM: return 503;
	case LU_ECANCEL: return lu_request_expired(&x->request) ? 504 : 503;
	default: return 500;
	}
}

void lu__problem_of(lu__exchange *x, lu_code rc, const lu_err *e)
{
	int status = status_of(x, rc);

	if (status == 500) {
		lu__server_log(x->server, true, "request=%s error=\"%s\"", x->id, e->msg);
		lu_served_problem(&x->call, status, "the request failed: the server's log says why");
	} else {
		lu_served_problem(&x->call, status, "%s", e->msg);
	}
	if (status == 503 && lu_served_set(&x->call, "Retry-After", "1", NULL)) x->closes = true;
}

/* What there is of a stream. Called by the receiver alone. */
static ssize_t read_stream(void *ctx, uint64_t at, char *buf, size_t max)
{
	lu__exchange *x = ctx;
	lu_server *s = x->server;
	ssize_t n = 0;

	(void)at;
	pthread_mutex_lock(&s->lock);
	if (x->pending.len > x->sent) {
		n = (ssize_t)(x->pending.len - x->sent < max ? x->pending.len - x->sent : max);
		memcpy(buf, x->pending.s + x->sent, (size_t)n);
		x->sent += (size_t)n;
		x->peer->since = lu_now();
		if (x->sent == x->pending.len) {
			lu_buf_reset(&x->pending);
			x->sent = 0;
			pthread_cond_broadcast(&x->room);
		}
	} else if (x->gone || (x->done && x->failed)) {
		n = MHD_CONTENT_READER_END_WITH_ERROR;
	} else if (x->done) {
		n = MHD_CONTENT_READER_END_OF_STREAM;
	} else {
		x->suspended = true;
		s->mhd->suspend_connection(x->connection);
	}
	pthread_mutex_unlock(&s->lock);
	return n;
}

static struct MHD_Response *make(lu__exchange *x)
{
	const lu__microhttpd *m = x->server->mhd;
	lu_buf *out = &x->call.out;
	struct MHD_Response *r;

	if (x->streams) return m->create_response_from_callback(MHD_SIZE_UNKNOWN, 16 << 10, read_stream, x, NULL);
	r = m->create_response_from_buffer(out->len, out->s, out->cap ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
	if (r) lu_buf_init(out); /* it is the response's now */
	return r;
}

static bool set_headers(lu__exchange *x, struct MHD_Response *r, bool empty)
{
	const lu__microhttpd *m = x->server->mhd;
	bool ok = m->add_response_header(r, "X-Request-Id", x->id) == MHD_YES;

	if (!empty) ok &= m->add_response_header(r, "Content-Type", x->call.type) == MHD_YES;
	ok &= m->add_response_header(r, "X-Content-Type-Options", "nosniff") == MHD_YES;
	if (x->call.traceparent.n) ok &= m->add_response_header(r, "traceparent", x->call.traceparent.s) == MHD_YES;
	if (x->closes) ok &= m->add_response_header(r, "Connection", "close") == MHD_YES;
	for (size_t i = 0; i < x->header_name.n && ok; i++)
		ok = m->add_response_header(r, x->header_name.v[i].s, x->header_value.v[i].s) == MHD_YES;
	return ok;
}

enum MHD_Result lu__reply(lu__exchange *x)
{
	lu_server *s = x->server;
	bool empty = !x->streams && !x->call.out.len;
	struct MHD_Response *r = make(x);
	enum MHD_Result rc;

	if (!r) return MHD_NO;
	rc = set_headers(x, r, empty) ? s->mhd->queue_response(x->connection, (unsigned)x->call.status, r) : MHD_NO;
	s->mhd->destroy_response(r); /* the connection holds it */
	return rc;
}
