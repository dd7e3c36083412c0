/* SPDX-License-Identifier: MIT
 * The net layer, as far as it needs no server: URLs, waiting times, messages, options, requests that are refused. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "lucus/http.h"
#include "net/curl.h"
#include "net/message.h"
#include "net/retry.h"
#include "net/url.h"

/* ---- options ---- */

static lu_code check(void (*change)(lu_http_options *), lu_err *e)
{
	lu_http_options o;

	lu_http_options_init(&o);
	change(&o);
	return lu_http_options_check(&o, e);
}

static void nothing(lu_http_options *o)
{
	assert_int_equal(o->parallel, 5);
	assert_int_equal(o->retries, 3);
}
static void no_parallel(lu_http_options *o)
{
	o->parallel = 0;
}
static void many_parallel(lu_http_options *o)
{
	o->parallel = 65;
}
static void many_retries(lu_http_options *o)
{
	o->retries = 11;
}
static void no_time(lu_http_options *o)
{
	o->connect = 0;
}
static void long_time(lu_http_options *o)
{
	o->total = 3601;
}
static void no_number(lu_http_options *o)
{
	o->idle = strtod("nan", NULL);
}
static void no_bytes(lu_http_options *o)
{
	o->max_bytes = 0;
}

static void options_have_ranges(void **state)
{
	static const struct {
		void (*change)(lu_http_options *);
		const char *says;
	} cases[] = {
		{ no_parallel, "the number of parallel requests: 0 is out of range 1..64" },
		{ many_parallel, "the number of parallel requests: 65 is out of range 1..64" },
		{ many_retries, "the number of retries: 11 is out of range 0..10" },
		{ no_time, "the time to connect must be more than 0 and at most 3600 seconds, not 0" },
		{ long_time, "the time of a request must be more than 0 and at most 3600 seconds, not 3601" },
		{ no_number, "the time between two pieces must be more than 0 and at most 3600 seconds, not nan" },
		{ no_bytes, "the largest answer must have at least 1 byte" },
	};
	lu_http_options o;
	lu_http *h;
	lu_err e;
	size_t i;

	(void)state;
	assert_int_equal(check(nothing, &e), LU_OK);
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(check(cases[i].change, &e), LU_EUSAGE);
		assert_string_equal(e.msg, cases[i].says);
	}
	lu_http_options_init(&o);
	o.retries = -1;
	assert_int_equal(lu_http_new(&o, &h, &e), LU_EUSAGE);
}

/* ---- URLs ---- */

static void urls_are_taken_apart(void **state)
{
	static const struct {
		const char *url, *at, *host;
		int port;
		bool https, local;
	} good[] = {
		{ "https://api.example.com/v1/x?y=z", "api.example.com", "api.example.com", 443, true, false },
		{ "HTTP://Localhost:8080", "Localhost:8080", "Localhost", 8080, false, true },
		{ "http://127.0.0.1:9/v1", "127.0.0.1:9", "127.0.0.1", 9, false, true },
		{ "http://[::1]:11434/v1", "[::1]:11434", "::1", 11434, false, true },
		{ "http://[::1]", "[::1]", "::1", 80, false, true },
		{ "http://127.evil.example/", "127.evil.example", "127.evil.example", 80, false, false },
		{ "http://localhost.example/", "localhost.example", "localhost.example", 80, false, false },
		{ "http://10.0.0.1?x@y", "10.0.0.1", "10.0.0.1", 80, false, false },
	};
	lu__url u;
	lu_err e;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof good / sizeof *good; i++) {
		assert_int_equal(lu__url_parse(lu_strz(good[i].url), &u, &e), LU_OK);
		assert_true(lu_str_eqz(u.at, good[i].at) && lu_str_eqz(u.host, good[i].host));
		assert_int_equal(u.port, good[i].port);
		assert_int_equal(u.https, good[i].https);
		assert_int_equal(lu__url_local(&u), good[i].local);
	}
}

static void bad_urls_are_refused(void **state)
{
	static const char *const secret[] = { "ftp://me:hunter@a/",  "me:hunter@a",
					      "http://me:hunter@a/", "http://me:hun ter@hunter/",
					      "ftp://a/?key=hunter", "http://a b/?key=hunter",
					      "http:/a?hunter" };
	static const char *const bad[] = {
		"",
		"x",
		"ftp://a/",
		"file:///etc/passwd",
		"http://",
		"https:///x",
		"http://a:0/",
		"http://a:65536/",
		"http://a:b/",
		"http://a b/",
		"127.0.0.1",
		"http://a/\r\nX: y",
		"http://[::1/",
		"http://[::1]x/",
		"http://a\\@b/",
		"https://a%2e/",
		"http://\xc3\xa4/",
		"https://a:123456/",
		"https://a/ x",
		"https://a:/",
	};
	lu__url u;
	lu_err e;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof *bad; i++)
		if (lu__url_parse(lu_strz(bad[i]), &u, &e) != LU_EUSAGE) fail_msg("'%s' is taken", bad[i]);
	assert_int_equal(lu__url_parse(lu_strz("https://me:pass@a/"), &u, &e), LU_EUSAGE);
	assert_null(strstr(e.msg, "pass@"));
	for (i = 0; i < sizeof secret / sizeof *secret; i++) {
		assert_int_equal(lu_http_url_check(secret[i], &e), LU_EUSAGE);
		assert_null(strstr(e.msg, "hunter"));
	}
	assert_int_equal(lu_http_url_check("http://localhost/v1?key=pass", &e), LU_OK);
}

static bool follows(const char *from, const char *to)
{
	lu__url a, b;
	lu_err e;

	assert_int_equal(lu__url_parse(lu_strz(from), &a, &e), LU_OK);
	assert_int_equal(lu__url_parse(lu_strz(to), &b, &e), LU_OK);
	return lu__url_follows(&a, &b);
}

static void redirects_stay_where_they_are(void **state)
{
	(void)state;
	assert_true(follows("https://a.example/x", "https://A.example:443/y"));
	assert_true(follows("http://a.example/x", "https://a.example/x"));
	assert_true(follows("http://a:8080/x", "http://a:8080/y"));
	assert_false(follows("https://a.example/x", "http://a.example/x"));
	assert_false(follows("https://a.example/x", "https://b.example/x"));
	assert_false(follows("https://a.example/x", "https://a.example.evil/x"));
	assert_false(follows("https://a.example/x", "https://a.example:444/x"));
	assert_false(follows("http://a:8080/x", "http://a:8081/x"));
}

/* ---- waiting ---- */

static void waits_grow_to_a_bound(void **state)
{
	int n;

	(void)state;
	assert_true(lu__backoff(1, 0) == .25);
	assert_true(lu__backoff(1, .5) == .375);
	assert_true(lu__backoff(2, 0) == .5);
	assert_true(lu__backoff(4, 0) == 2);
	for (n = 1; n < 100; n++) {
		assert_true(lu__backoff(n, .999) <= 30);
		assert_true(lu__backoff(n, 0) * 2 > lu__backoff(n, .999));
		assert_true(lu__backoff(n + 1, .3) >= lu__backoff(n, .3));
	}
	assert_true(lu__backoff(99, 0) == 15);
}

static void retry_after_is_read(void **state)
{
	static const struct {
		const char *value;
		double want;
	} cases[] = {
		{ "0", 0 },
		{ "2", 2 },
		{ " 17 ", 17 },
		{ "99999999999", 99999999999.0 },
		{ "Sun, 06 Nov 1994 08:49:37 GMT", 37 },
		{ "Sun, 06 Nov 1994 08:48:37 GMT", 0 },
		{ "Sunday, 06-Nov-94 08:50:00 GMT", 60 },
		{ "Sun Nov  6 08:49:10 1994", 10 },
		{ "", -1 },
		{ "-5", -1 },
		{ "1.5", -1 },
		{ "soon", -1 },
		{ "2 s", -1 },
		{ "Sun, 06 Foo 1994 08:49:37 GMT", -1 },
		{ "Sun, 06 Nov 1994 08:49:37", -1 },
		{ "Sun, 41 Nov 1994 08:49:37 GMT", -1 },
		{ "Sun, 06 Nov 1994 28:49:37 GMT", -1 },
		{ "aNo, 06 aNo 1994 08:49:37 GMT", -1 },
		{ "Sun, 06 Nov 1994 08:49:37 GMT and much more behind it", -1 },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		if (lu__retry_after(lu_strz(cases[i].value), 784111740) != cases[i].want)
			fail_msg("'%s': %g", cases[i].value, lu__retry_after(lu_strz(cases[i].value), 784111740));
}

static void some_statuses_pass(void **state)
{
	static const int transient[] = { 408, 425, 429, 500, 502, 503, 504, 529 },
			 lasting[] = { 200, 301, 400, 401, 403, 404, 413, 422, 501 };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof transient / sizeof *transient; i++) assert_true(lu__retry_status(transient[i]));
	for (i = 0; i < sizeof lasting / sizeof *lasting; i++) assert_false(lu__retry_status(lasting[i]));
}

/* ---- messages ---- */

static void keys_are_replaced(void **state)
{
	static const struct {
		const char *text, *secret, *want;
	} cases[] = {
		{ "no key here", "sk-0123456789abcdef", "no key here" },
		{ "key sk-0123456789abcdef is bad", "sk-0123456789abcdef", "key *** is bad" },
		{ "sk-0123456789abcdefsk-0123456789abcdef", "sk-0123456789abcdef", "***" },
		{ "key sk-01234*******cdef.", "sk-0123456789abcdef", "key ***" },
		{ "\"sk-01234...cdef\", \"x\"", "sk-0123456789abcdef", "\"***\", \"x\"" },
		{ "key-1 key-2 key-1", "key-1", "*** key-2 ***" },
		{ "key", "", "key" },
		{ "", "key", "" },
		{ "ke", "key", "ke" },
	};
	lu_buf b = LU_BUF;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		lu_buf_reset(&b);
		lu_http_redact(&b, lu_strz(cases[i].text), lu_strz(cases[i].secret));
		assert_string_equal(b.s, cases[i].want);
	}
	lu_buf_free(&b);
}

/* Whatever the pieces, what comes is the same, and what is no secret comes at once. */
static void keys_in_pieces_are_replaced(void **state)
{
	static const struct {
		const char *text, *secret, *want;
	} cases[] = {
		{ "it is sk-0123456789abcdef.", "sk-0123456789abcdef", "it is ***" },
		{ "sk-sk-sk-0123456789abcdef, sk-0123456789abcdef", "sk-0123456789abcdef", "sk-sk-***, ***" },
		{ "half: sk-012345 sk-01234 sk-0123456789abcde", "sk-0123456789abcdef", "half: *** sk-01234 ***" },
		{ "a \"quoted,key 0123456\" a \"quoted,kez", "\"quoted,key 0123456\"", "a *** a ***" },
		{ "ollama and ollama", "ollama", "ollama and ollama" },
		{ "a key-1-key-1-key-1-ke", "key-1-key-1", "a ***-key-1-ke" },
		{ "aaaaaaaaab", "aaaaaaaa", "***ab" },
		{ "no key", "", "no key" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (size_t size = 1; size <= strlen(cases[i].text); size++) {
			lu_str s = lu_strz(cases[i].text);
			lu_http_redactor r;
			lu_buf b = LU_BUF;

			lu_http_redactor_init(&r, lu_strz(cases[i].secret));
			for (size_t at = 0; at < s.n; at += size) {
				size_t n = s.n - at < size ? s.n - at : size;

				lu_http_redact_piece(&r, lu_strn(s.s + at, n), false, &b);
				assert_true(r.held.len < strlen(cases[i].secret) + !*cases[i].secret);
			}
			lu_http_redact_piece(&r, lu_strn("", 0), true, &b);
			assert_string_equal(b.s, cases[i].want);
			lu_http_redactor_free(&r);
			lu_buf_free(&b);
		}
	}
}

static void messages_of_errors_are_found(void **state)
{
	static const struct {
		const char *body, *want;
	} cases[] = {
		{ "{\"type\":\"error\",\"error\":{\"type\":\"x\",\"message\":\"too busy\"}}", "too busy" },
		{ "{\"error\":{\"message\":\"no\\nsuch\\tmodel\",\"type\":\"y\"}}", "no such model" },
		{ "{\"error\":\"plain\"}", "plain" },
		{ "{\"message\":\"invalid api token\"}", "invalid api token" },
		{ "{\"detail\":\"bad input\"}", "bad input" },
		{ "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"field required\"}]}", "field required" },
		{ "[{\"error\":{\"message\":\"listed\"}}]", "listed" },
		{ "upstream is gone\n", "upstream is gone" },
		{ "<html><body>Bad gateway</body></html>", "" },
		{ "{\"error\":", "" },
		{ "{\"error\":{\"code\":7}}", "" },
		{ "", "" },
		{ "{\"message\":\"the key KEY-1 \\u001b[31m is bad\"}", "the key *** [31m is bad" },
		{ "{\"message\":\"a \\u009b31m b\"}", "a 31m b" },
		{ "bad \xff byte", "bad \xef\xbf\xbd byte" },
	};
	lu_buf b = LU_BUF, body = LU_BUF;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		lu_buf_reset(&b);
		lu__message_of_body(&b, lu_strz(cases[i].body), lu_strz("KEY-1"));
		assert_string_equal(b.s, cases[i].want);
	}
	lu_buf_adds(&body, "{\"message\":\"");
	for (i = 0; i < 1000; i++) lu_buf_adds(&body, "\xc3\xa4");
	lu_buf_adds(&body, "\"}");
	lu_buf_reset(&b);
	lu__message_of_body(&b, lu_buf_str(&body), lu_strz("KEY-1"));
	assert_true(b.len > LU__MESSAGE_MAX - 8 && b.len <= LU__MESSAGE_MAX);
	lu_buf_free(&b);
	lu_buf_free(&body);
}

/* ---- requests ---- */

static lu_code never(void *ctx, lu_code rc, const lu_http_reply *r, const lu_err *why, lu_err *e)
{
	(void)ctx;
	(void)rc;
	(void)r;
	(void)why;
	(void)e;
	fail_msg("a request was asked");
	return LU_OK;
}

static lu_code add(const char *url, const char *header, const char *secret, lu_err *e)
{
	lu_str headers[] = { lu_strz(header) };
	lu_http_request r = {
		.url = url, .headers = { headers, 1 }, .secret = lu_strz(secret), .body = lu_strz("{}"), .done = never
	};
	lu_http_options o;
	lu_http *h;
	lu_code rc;

	lu_http_options_init(&o);
	rc = lu_http_new(&o, &h, e);
	if (rc) return rc;
	rc = lu_http_add(h, &r, e);
	lu_http_free(h);
	return rc;
}

static void requests_are_checked(void **state)
{
	lu_err e;

	(void)state;
	assert_int_equal(add("https://api.example.com/v1", "x-api-key: k1", "k1", &e), LU_OK);
	assert_int_equal(add("http://127.0.0.1:1/v1", "x-api-key: k1", "k1", &e), LU_OK);
	assert_int_equal(add("http://api.example.com/v1", "x-a: b", NULL, &e), LU_OK);
	assert_int_equal(add("http://api.example.com/v1", "x-api-key: k1", "k1", &e), LU_EUSAGE);
	assert_string_equal(e.msg,
			    "the key would go to api.example.com for everyone to read: the URL must begin with https");
	assert_int_equal(add("file:///etc/passwd", "x: y", NULL, &e), LU_EUSAGE);
	assert_int_equal(add("https://a/", "x-api-key: k1\r\nevil: yes", "k1", &e), LU_EUSAGE);
	assert_null(strstr(e.msg, "k1"));
	assert_int_equal(add("https://a/", "no colon", "k1", &e), LU_EUSAGE);
	lu_http_free(NULL);
}

static void memory_may_be_out(void **state)
{
	lu_code rc;
	lu_err e;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = add("https://api.example.com/v1", "x-api-key: k1", "k1", &e));
}

static void libcurl_may_be_missing(void **state)
{
	static const char *const none[] = { "libno-such-library.so.4", "libnone.so", NULL }, *const other[] = {
		"libm.so.6", NULL
	};
	lu__curl c;
	lu_err e;

	(void)state;
	assert_int_equal(lu__curl_load(none, &c, &e), LU_ENET);
	assert_string_equal(e.msg, "cannot ask a server without libcurl: 'libno-such-library.so.4' is not installed");
	assert_int_equal(lu__curl_load(other, &c, &e), LU_ENET);
	assert_string_equal(e.msg, "cannot ask a server: libcurl has no 'curl_global_init'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_have_ranges),         cmocka_unit_test(urls_are_taken_apart),
		cmocka_unit_test(bad_urls_are_refused),        cmocka_unit_test(redirects_stay_where_they_are),
		cmocka_unit_test(waits_grow_to_a_bound),       cmocka_unit_test(retry_after_is_read),
		cmocka_unit_test(some_statuses_pass),          cmocka_unit_test(keys_are_replaced),
		cmocka_unit_test(keys_in_pieces_are_replaced), cmocka_unit_test(messages_of_errors_are_found),
		cmocka_unit_test(requests_are_checked),        cmocka_unit_test(memory_may_be_out),
		cmocka_unit_test(libcurl_may_be_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
