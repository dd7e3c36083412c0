/* SPDX-License-Identifier: MIT
 * libcurl gives us what has come in callbacks; they only note it. Takers of pieces are called outside of libcurl, so
 * that they may do what they want. */
#include "net/transfer.h"

#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "core/ascii.h"
#include "core/file.h"

enum {
	ERROR_BODY = 65536, /* as much of an error is read for its message */
	HEAD_MAX = 131072
}; /* of headers, those of interim replies included: not every libcurl has a bound */

/* ---- making one ---- */

/* Does a text fit into a header? A line break would begin another one. */
static bool header_valid(lu_str h)
{
	size_t i;

	for (i = 0; i < h.n; i++)
		if (((unsigned char)h.s[i] < ' ' && h.s[i] != '\t') || h.s[i] == 0x7f) return false;
	return h.n > 1 && memchr(h.s + 1, ':', h.n - 1);
}

static lu_code header_add(lu__transfer *t, struct curl_slist **last, lu_str text, lu_err *e)
{
	struct curl_slist *h = lu_arena_calloc(&t->arena, 1, sizeof *h);
	lu_str copy = lu_arena_dup(&t->arena, text);

	if (!h || !copy.s) return lu_nomem(e);
	h->data = (char *)copy.s; /* libcurl only reads it */
	if (*last) (*last)->next = h;
	else t->headers = h;
	*last = h;
	return LU_OK;
}

static lu_code headers_make(lu__transfer *t, const lu_http_request *r, lu_err *e)
{
	/* Without "Expect:" a large body would wait for the server's permission. */
	const char *own[] = { "Content-Type: application/json",
			      "Expect:", r->stream ? "Accept: text/event-stream" : "Accept: application/json" };
	struct curl_slist *last = NULL;
	lu_code rc = LU_OK;
	size_t i;

	for (i = 0; i < sizeof own / sizeof *own && !rc; i++) rc = header_add(t, &last, lu_strz(own[i]), e);
	for (i = 0; i < r->headers.n && !rc; i++) {
		if (header_valid(r->headers.v[i])) rc = header_add(t, &last, r->headers.v[i], e);
		else
			rc = lu_fail(e, LU_EUSAGE, "a header for %.*s holds a control character: is the key right?",
				     LU_FMT(t->where.at));
	}
	return rc;
}

static lu_code fill(lu__transfer *t, const lu_http_request *r, lu_err *e)
{
	lu_str url = lu_arena_dup(&t->arena, lu_strz(r->url));
	lu_code rc;

	t->r = *r;
	t->r.body = lu_arena_dup(&t->arena, r->body);
	t->r.secret = lu_arena_dup(&t->arena, r->secret);
	if (!url.s || !t->r.body.s || !t->r.secret.s) return lu_nomem(e);
	t->url = url.s;
	rc = lu__url_parse(url, &t->where, e);
	if (!rc && r->secret.n && !t->where.https && !lu__url_local(&t->where))
		rc = lu_fail(e, LU_EUSAGE,
			     "the key would go to %.*s for everyone to read: the URL must begin with https",
			     LU_FMT(t->where.at));
	return rc ? rc : headers_make(t, r, e);
}

lu_code lu__transfer_new(const lu_http_request *r, const lu_http_options *o, lu__transfer **out, lu_err *e)
{
	lu__transfer *t = calloc(1, sizeof *t);
	lu_code rc;

	if (!t) return lu_nomem(e);
	t->o = o;
	t->max_bytes = r->max_bytes && r->max_bytes < o->max_bytes ? r->max_bytes : o->max_bytes;
	t->added = lu_now();
	lu_buf_init(&t->body);
	lu_buf_init(&t->fresh);
	rc = fill(t, r, e);
	if (rc) lu__transfer_free(t);
	else *out = t;
	return rc;
}

void lu__transfer_free(lu__transfer *t)
{
	lu_buf_free(&t->body);
	lu_buf_free(&t->fresh);
	lu_arena_free(&t->arena);
	free(t);
}

/* ---- what comes ---- */

static int on_connected(void *ctx, char *to, char *from, int to_port, int from_port)
{
	lu__transfer *t = ctx;

	(void)to;
	(void)from;
	(void)to_port;
	(void)from_port;
	t->connected = lu_now();
	return CURL_PREREQFUNC_OK;
}

/* The value of header `name`, in any case; empty when it does not fit. */
static bool take_header(lu_str line, const char *name, char *out, size_t size)
{
	size_t n = strlen(name);
	lu_str v;

	if (line.n <= n || strncasecmp(line.s, name, n) != 0 || line.s[n] != ':') return false;
	v = lu_str_trim(lu_strn(line.s + n + 1, line.n - n - 1));
	if (v.n >= size) v.n = 0;
	memcpy(out, v.n ? v.s : "", v.n);
	out[v.n] = '\0';
	return true;
}

static void take_type(lu__transfer *t, lu_str line)
{
	char *p;

	if (!take_header(line, "content-type", t->type, sizeof t->type)) return;
	t->type[strcspn(t->type, "; \t")] = '\0';
	for (p = t->type; *p; p++) *p = lu_lower(*p);
}

static size_t stop(lu__transfer *t, lu__stop why)
{
	t->stop = why;
	return 0; /* less than came: the transfer ends */
}

static size_t on_header(char *p, size_t size, size_t n, void *ctx)
{
	lu__transfer *t = ctx;
	lu_str line = lu_strn(p, size * n);
	const char *blank;

	t->last = lu_now();
	t->head += line.n;
	if (t->head > HEAD_MAX) return stop(t, LU__STOP_HEAD);
	if (t->bytes) return line.n; /* nothing after the body is of interest */
	if (lu_str_starts(line, "HTTP/") && (blank = memchr(line.s, ' ', line.n))) {
		t->status = atoi(blank + 1); /* libcurl ends the line */
		t->type[0] = t->retry_after[0] = '\0';
	}
	if (!t->first && t->status >= 200) t->first = t->last;
	take_type(t, line);
	take_header(line, "retry-after", t->retry_after, sizeof t->retry_after);
	return line.n;
}

static bool type_wanted(const lu__transfer *t)
{
	if (t->status < 200 || t->status > 299) return true;
	return strcmp(t->type, t->r.stream ? "text/event-stream" : "application/json") == 0;
}

static size_t on_body(char *p, size_t size, size_t n, void *ctx)
{
	lu__transfer *t = ctx;
	lu_buf *to = t->r.piece && t->status == 200 ? &t->fresh : &t->body;
	size_t all = size * n;

	t->last = lu_now();
	if (!type_wanted(t)) return stop(t, LU__STOP_TYPE);
	if (all > t->max_bytes - t->bytes) return stop(t, LU__STOP_LARGE);
	t->bytes += all;
	if (t->status < 200 || t->status > 299) n = to->len < ERROR_BODY ? all : 0;
	else n = all;
	lu_buf_add(to, p, n);
	return to->oom ? stop(t, LU__STOP_NOMEM) : all;
}

void lu__transfer_give(lu__transfer *t)
{
	lu_code rc;

	if (!t->fresh.len || t->stop) return;
	t->given = true;
	rc = t->r.piece(t->r.ctx, lu_buf_str(&t->fresh), &t->stopped);
	if (rc) {
		t->stopped.code = rc;
		t->stop = LU__STOP_PIECE;
	}
	lu_buf_reset(&t->fresh);
}

/* ---- an attempt ---- */

/* Certificates: libcurl itself knows only where its builder thought they are. */
static unsigned trust(CURL *easy, const lu__curl *c)
{
	const char *file = getenv("CURL_CA_BUNDLE"), *folder = getenv("SSL_CERT_DIR");
	unsigned bad = 0;

	if (!file || !*file) file = getenv("SSL_CERT_FILE");
	if (file && *file) bad |= c->easy_setopt(easy, CURLOPT_CAINFO, file);
	if (folder && *folder) bad |= c->easy_setopt(easy, CURLOPT_CAPATH, folder);
	bad |= c->easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
	return bad | c->easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
}

static unsigned callbacks(lu__transfer *t, const lu__curl *c)
{
	CURL *easy = t->easy;
	unsigned bad = 0;

	bad |= c->easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
	bad |= c->easy_setopt(easy, CURLOPT_WRITEDATA, (void *)t);
	bad |= c->easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
	bad |= c->easy_setopt(easy, CURLOPT_HEADERDATA, (void *)t);
	bad |= c->easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_connected);
	bad |= c->easy_setopt(easy, CURLOPT_PREREQDATA, (void *)t);
	bad |= c->easy_setopt(easy, CURLOPT_ERRORBUFFER, t->detail);
	return bad | c->easy_setopt(easy, CURLOPT_PRIVATE, (void *)t);
}

/* Redirects are followed by ourselves, time is kept by ourselves: libcurl's own limits notice late. */
static unsigned settings(lu__transfer *t, const lu__curl *c)
{
	CURL *easy = t->easy;
	unsigned bad = 0;

	bad |= c->easy_setopt(easy, CURLOPT_URL, t->url);
	bad |= c->easy_setopt(easy, CURLOPT_POST, 1L);
	bad |= c->easy_setopt(easy, CURLOPT_POSTFIELDS, t->r.body.s);
	bad |= c->easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)t->r.body.n);
	bad |= c->easy_setopt(easy, CURLOPT_HTTPHEADER, t->headers);
	bad |= c->easy_setopt(easy, CURLOPT_USERAGENT, "lucus/" LUCUS_VERSION);
	bad |= c->easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	bad |= c->easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
	bad |= c->easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
	bad |= c->easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (LU_HTTP_SECONDS_MAX + 1) * 1000L);
	bad |= c->easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)t->max_bytes);
	/* What is meant for this machine does not leave it. */
	if (lu__url_local(&t->where)) bad |= c->easy_setopt(easy, CURLOPT_PROXY, "");
#if LIBCURL_VERSION_NUM >= 0x075700
	/* An older library does not know it, and waits at the end for a name that is being looked up. */
	c->easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
	return bad;
}

lu_code lu__transfer_begin(lu__transfer *t, const lu__curl *c, CURLM *multi, lu_err *e)
{
	t->easy = c->easy_init();
	if (!t->easy) return lu_nomem(e);
	if (settings(t, c) | callbacks(t, c) | trust(t->easy, c) | (unsigned)c->multi_add_handle(multi, t->easy)) {
		c->easy_cleanup(t->easy);
		t->easy = NULL;
		return lu_fail(e, LU_ENET, "cannot ask %.*s: libcurl refuses the request", LU_FMT(t->where.at));
	}
	t->began = lu_now();
	t->connected = t->first = t->last = 0;
	t->status = 0;
	t->type[0] = t->retry_after[0] = t->detail[0] = '\0';
	t->bytes = t->head = 0;
	t->stop = LU__STOP_NONE;
	t->ended = false;
	t->result = CURLE_OK;
	lu_buf_reset(&t->body);
	lu_buf_reset(&t->fresh);
	return LU_OK;
}

void lu__transfer_end(lu__transfer *t, const lu__curl *c, CURLM *multi)
{
	c->multi_remove_handle(multi, t->easy);
	c->easy_cleanup(t->easy);
	t->easy = NULL;
}

double lu__transfer_end_of_all(const lu__transfer *t)
{
	return t->o->all > 0 ? t->added + t->o->all : HUGE_VAL;
}

double lu__transfer_limit(const lu__transfer *t, lu__stop *late)
{
	double total = t->began + t->o->total, all = lu__transfer_end_of_all(t), next;

	if (t->first) {
		next = t->last + t->o->idle;
		*late = LU__STOP_IDLE;
	} else if (t->connected) {
		next = t->connected + t->o->first_byte;
		*late = LU__STOP_FIRST;
	} else {
		next = t->began + t->o->connect;
		*late = LU__STOP_CONNECT;
	}
	if (total < next) {
		next = total;
		*late = LU__STOP_TOTAL;
	}
	if (all >= next) return next;
	*late = LU__STOP_ALL;
	return all;
}
