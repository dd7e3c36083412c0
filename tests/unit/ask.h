/* SPDX-License-Identifier: MIT
 * What the tests of src/net against tests/server share: a request, and what came of it. */
#ifndef LU_TEST_ASK_H
#define LU_TEST_ASK_H

#include "server.h"

#include <signal.h>

#include "core/file.h"
#include "lucus/http.h"

#define KEY "sk-test-0123456789abcdef"

typedef struct result {
	int calls;
	lu_code rc;
	int status, attempts;
	double first_byte, seconds;
	char type[64], body[256], msg[512];
	size_t bytes, pieces; /* given to on_piece() */
	size_t enough;        /* on_piece() refuses more pieces; 0: it does not */
	lu_http *h;           /* adds one more */
	const char *more;
} result;

static inline lu_code on_piece(void *ctx, lu_str piece, lu_err *e)
{
	result *r = ctx;

	r->pieces++;
	if (r->bytes < sizeof r->body) snprintf(r->body + r->bytes, sizeof r->body - r->bytes, "%.*s", LU_FMT(piece));
	r->bytes += piece.n;
	return r->enough && r->pieces >= r->enough ? lu_fail(e, LU_EGATE, "enough") : LU_OK;
}

static inline void request(lu_http_request *q, const char *url, result *r);

static inline lu_code on_done(void *ctx, lu_code rc, const lu_http_reply *reply, const lu_err *why, lu_err *e)
{
	result *r = ctx;
	lu_code added = LU_OK;

	r->calls++;
	r->rc = rc;
	r->status = reply->status;
	r->attempts = reply->attempts;
	r->first_byte = reply->first_byte;
	r->seconds = reply->seconds;
	snprintf(r->type, sizeof r->type, "%.*s", LU_FMT(reply->content_type));
	if (!r->pieces) snprintf(r->body, sizeof r->body, "%.*s", LU_FMT(reply->body));
	snprintf(r->msg, sizeof r->msg, "%s", rc ? why->msg : "");
	assert_null(strstr(r->msg, KEY));
	if (r->more) {
		lu_http_request q;

		request(&q, r->more, r);
		r->more = NULL;
		added = lu_http_add(r->h, &q, e);
	}
	return added;
}

static lu_str all_headers[] = { { "Authorization: Bearer " KEY, sizeof "Authorization: Bearer " KEY - 1 } };

static inline void request(lu_http_request *q, const char *url, result *r)
{
	*q = (lu_http_request){
		.url = url,
		.headers = { all_headers, 1 },
		.secret = lu_strz(KEY),
		.body = lu_strz("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}"),
		.done = on_done,
		.ctx = r,
	};
}

static inline lu_http_options options(void)
{
	lu_http_options o;

	lu_http_options_init(&o);
	return o;
}

/* `n` requests to `url`, which wait for lu_http_run(). */
static inline lu_http *queued(const char *url, const lu_http_options *o, result *r, size_t n)
{
	lu_http *h;
	lu_err e;

	assert_int_equal(lu_http_new(o, &h, &e), LU_OK);
	for (size_t i = 0; i < n; i++) {
		lu_http_request q;

		request(&q, url, &r[i]);
		assert_int_equal(lu_http_add(h, &q, &e), LU_OK);
	}
	return h;
}

/* One request with these options to `base`; what came of it. */
static inline result ask_at(const char *base, const lu_http_options *o, bool stream)
{
	char url[200];
	result r = { 0 };
	lu_http_request q;
	lu_http *h;
	lu_err e;

	snprintf(url, sizeof url, "%s%s", base, strncmp(base, "http://127", 10) == 0 ? "/v1/chat/completions" : "");
	request(&q, url, &r);
	if (stream) {
		q.stream = true;
		q.piece = on_piece;
		q.body = lu_strz("{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\","
				 "\"content\":\"hello\"}]}");
	}
	assert_int_equal(lu_http_new(o, &h, &e), LU_OK);
	assert_int_equal(lu_http_add(h, &q, &e), LU_OK);
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	lu_http_free(h);
	assert_int_equal(r.calls, 1);
	return r;
}

/* One request to a server with one rule for all paths. */
static inline result ask_ruled(const char *rules, const lu_http_options *o, bool stream, server_seen *log)
{
	server s;
	result r;

	server_start(&s, rules, "0");
	r = ask_at(s.url, o, stream);
	if (log) *log = server_log(&s);
	server_stop(&s);
	return r;
}

/* The message without the port. */
static inline void message_of(const result *r, char got[512])
{
	const char *in = r->msg;
	size_t n = 0;

	while (*in && n < 512 - 5) {
		got[n++] = *in++;
		if (n >= 10 && memcmp(got + n - 10, "127.0.0.1:", 10) == 0) {
			in += strspn(in, "0123456789");
			got[n++] = 'P';
		}
	}
	got[n] = '\0';
}

static inline void assert_says(const result *r, const char *want)
{
	char got[512];

	message_of(r, got);
	assert_string_equal(got, want);
}

/* Which of several bounds is met first depends on what else the machine is at: one of five requests ends with this. */
static inline result ask_until(const char *says, const char *rules, const lu_http_options *o, bool stream)
{
	char got[512];
	result r;
	int tries = 5;

	do {
		r = ask_ruled(rules, o, stream, NULL);
		message_of(&r, got);
	} while (strcmp(got, says) != 0 && --tries);
	assert_string_equal(got, says);
	return r;
}

/* Not less, and not for ever: how much longer it takes is a matter of what else the machine is at. */
static inline void assert_waited(double seconds, double least)
{
	if (seconds < least || seconds > 60) fail_msg("%g s, not from %g to 60", seconds, least);
}

/* Nothing of the surroundings may change what is asked. */
static inline void ask_begin(void)
{
	static const char *const proxies[] = { "http_proxy",     "https_proxy", "HTTPS_PROXY", "all_proxy",
					       "ALL_PROXY",      "no_proxy",    "NO_PROXY",    "SSL_CERT_FILE",
					       "CURL_CA_BUNDLE", "SSL_CERT_DIR" };
	size_t i;

	for (i = 0; i < sizeof proxies / sizeof *proxies; i++) unsetenv(proxies[i]);
	signal(SIGPIPE, SIG_IGN);
}

#endif
