/* SPDX-License-Identifier: MIT
 * One connection: a request is read, its answer made at once, logged, and sent when it is due. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fakeapi.h"
#include "core/ascii.h"
#include "core/file.h"

/* ---- what is sent ---- */

static void chunk(lu_buf *out, lu_str part)
{
	lu_buf_addf(out, "%zx\r\n", part.n);
	lu_buf_addstr(out, part);
	lu_buf_adds(out, "\r\n");
}

/* A chunk for each event. */
static void chunks(lu_buf *out, lu_str body)
{
	while (body.n) {
		const char *end = memmem(body.s, body.n, "\n\n", 2);
		lu_str part = lu_strn(body.s, end ? (size_t)(end + 2 - body.s) : body.n);

		chunk(out, part);
		body = lu_strn(body.s + part.n, body.n - part.n);
	}
	lu_buf_adds(out, "0\r\n\r\n");
}

/* Streams go out in small pieces, so that events are cut anywhere. */
static void prepare(fa_conn *c, const fa_answer *a, double due)
{
	bool small = a->chunked && lu_str_starts(a->type, "text/event-stream");
	size_t head;

	lu_buf_reset(&c->out);
	lu_buf_addf(&c->out, "HTTP/1.1 %d Some reason\r\nContent-Type: %.*s\r\n", a->status, LU_FMT(a->type));
	lu_buf_addstr(&c->out, lu_buf_str(&a->more));
	if (a->chunked) lu_buf_adds(&c->out, "Transfer-Encoding: chunked\r\n\r\n");
	else lu_buf_addf(&c->out, "Content-Length: %zu\r\n\r\n", a->body.len);
	head = c->out.len;
	if (a->chunked) chunks(&c->out, lu_buf_str(&a->body));
	else lu_buf_addstr(&c->out, lu_buf_str(&a->body));
	c->stop = a->half ? head + (c->out.len - head) / 2 : c->out.len;
	c->step = a->gap > 0 ? c->out.len / 10 + 1 : small ? 61 : c->out.len;
	c->gap = a->gap;
	c->close = a->close || !a->status;
	c->due = due;
	c->sent = 0;
	if (!a->status) c->stop = 0;
}

void fa_conn_close(fa_server *s, fa_conn *c)
{
	if (c->busy) s->in_flight--;
	close(c->fd);
	lu_buf_free(&c->in);
	lu_buf_free(&c->out);
	*c = (fa_conn){ .fd = -1 };
}

static void handle(fa_server *s, fa_conn *c);

/* The answer has ended: on with the next request, unless it ends in the middle. */
static void ended(fa_server *s, fa_conn *c)
{
	lu_buf rest = LU_BUF;

	if (c->close) {
		fa_conn_close(s, c);
		return;
	}
	if (c->stop < c->out.len) return;
	lu_buf_add(&rest, c->in.s + c->used, c->in.len - c->used);
	lu_buf_free(&c->in);
	c->in = rest;
	c->busy = c->greeted = false;
	s->in_flight--;
	handle(s, c);
}

void fa_conn_write(fa_server *s, fa_conn *c, double now)
{
	size_t n = c->stop - c->sent;
	ssize_t w;

	if (n > c->step) n = c->step;
	w = n ? send(c->fd, c->out.s + c->sent, n, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
	if (w < 0) {
		if (errno != EAGAIN && errno != EINTR) fa_conn_close(s, c);
		return;
	}
	c->sent += (size_t)w;
	c->due = now + c->gap;
	if (c->sent == c->stop) ended(s, c);
}

/* ---- what is read ---- */

static lu_str line_of(lu_str *rest)
{
	const char *end = memmem(rest->s, rest->n, "\r\n", 2);
	lu_str line = lu_strn(rest->s, end ? (size_t)(end - rest->s) : rest->n);
	size_t used = line.n + (end ? 2 : 0);

	*rest = lu_strn(rest->s + used, rest->n - used);
	return line;
}

static lu_str word_of(lu_str *line)
{
	const char *blank = memchr(line->s, ' ', line->n);
	lu_str word = lu_strn(line->s, blank ? (size_t)(blank - line->s) : line->n);
	size_t used = word.n + (blank ? 1 : 0);

	*line = lu_strn(line->s + used, line->n - used);
	return word;
}

/* The names of headers are made small where they are. */
static void parse_head(char *s, size_t n, fa_request *q)
{
	lu_str rest = lu_strn(s, n), line = line_of(&rest);

	q->method = word_of(&line);
	q->path = word_of(&line);
	while (rest.n && q->headers < FA_HEADERS) {
		char *colon, *p;

		line = line_of(&rest);
		colon = memchr(line.s, ':', line.n);
		if (!colon) continue;
		for (p = s + (line.s - s); p < colon; p++)
			if (lu_is_upper(*p)) *p = (char)(*p + 'a' - 'A');
		q->name[q->headers] = lu_strn(line.s, (size_t)(colon - line.s));
		q->value[q->headers++] = lu_str_trim(lu_strn(colon + 1, line.n - (size_t)(colon + 1 - line.s)));
	}
}

static void log_request(fa_server *s, const fa_conn *c, const fa_request *q, const fa_answer *a)
{
	lu_err e;
	lu_jw w;
	size_t i;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_int(&w, "n", q->n);
	lu_jw_real(&w, "at", q->at, 9);
	lu_jw_str(&w, "path", q->path);
	lu_jw_int(&w, "status", a->status);
	lu_jw_int(&w, "tokens_in", a->status == 200 ? a->in : 0);
	lu_jw_int(&w, "tokens_out", a->status == 200 ? a->out : 0);
	lu_jw_int(&w, "in_flight", s->in_flight);
	lu_jw_int(&w, "connection", c->id);
	lu_jw_open(&w, "headers", '{');
	for (i = 0; i < q->headers; i++) {
		char name[64];

		snprintf(name, sizeof name, "%.*s", LU_FMT(q->name[i]));
		lu_jw_str(&w, name, q->value[i]);
	}
	lu_jw_close(&w, '}');
	if (q->json) lu_jw_raw(&w, "body", q->body);
	else lu_jw_str(&w, "body", q->body);
	lu_jw_close(&w, '}');
	if (lu_jw_flush(&w, s->log, &e) || fflush(s->log)) fprintf(stderr, "fakeapi: cannot write its log\n");
	lu_jw_free(&w);
}

static void answer(fa_server *s, fa_conn *c, fa_request *q)
{
	fa_answer a = { .more = LU_BUF, .body = LU_BUF };
	double now = lu_now();
	lu_err e;

	q->n = ++s->requests;
	q->at = now - s->began;
	if (lu_json_parse(q->body, &q->json, &e)) q->json = NULL;
	c->busy = true;
	s->in_flight++;
	fa_respond(&s->rules, q, &a);
	if (s->log) log_request(s, c, q, &a);
	prepare(c, &a, now + (a.wait > 0 ? a.wait : s->delay));
	lu_json_free(q->json);
	lu_buf_free(&a.more);
	lu_buf_free(&a.body);
}

/* Answers the request in c->in, when all of it is there. */
static void handle(fa_server *s, fa_conn *c)
{
	static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
	const char *end = c->in.len ? memmem(c->in.s, c->in.len, "\r\n\r\n", 4) : NULL;
	fa_request q = { 0 };
	size_t head, length;

	if (!end) return;
	head = (size_t)(end - c->in.s) + 4;
	parse_head(c->in.s, head - 4, &q);
	length = (size_t)strtoul(fa_header(&q, "content-length").s ? fa_header(&q, "content-length").s : "0", NULL, 10);
	if (c->in.len - head < length) {
		if (c->greeted || !fa_header(&q, "expect").n) return;
		c->greeted = send(c->fd, go_on, sizeof go_on - 1, MSG_NOSIGNAL) > 0;
		return;
	}
	c->used = head + length;
	q.body = lu_strn(c->in.s + head, length);
	answer(s, c, &q);
}

void fa_conn_read(fa_server *s, fa_conn *c)
{
	char part[65536];
	ssize_t n = recv(c->fd, part, sizeof part, MSG_DONTWAIT);

	if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
	if (n <= 0) {
		fa_conn_close(s, c);
		return;
	}
	lu_buf_add(&c->in, part, (size_t)n);
	if (!c->busy) handle(s, c);
}
