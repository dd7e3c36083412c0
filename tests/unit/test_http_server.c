/* SPDX-License-Identifier: MIT
 * The net layer against tests/server: what is asked, how it is tried again, what is refused, what is said. */
#include "server.h"

#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>

#include "lucus/file.h"
#include "lucus/http.h"

#define KEY "sk-test-0123456789abcdef"

/* ---- requests ---- */

typedef struct result {
	int calls;
	lu_code rc;
	int status, attempts;
	double first_byte, seconds;
	char type[64], body[256], msg[512];
	size_t bytes, pieces; /* given to on_piece() */
	size_t enough; /* on_piece() refuses more pieces; 0: it does not */
	lu_http *h; /* adds one more */
	const char *more;
} result;

static lu_code on_piece(void *ctx, lu_str piece, lu_err *e)
{
	result *r = ctx;

	r->pieces++;
	if (r->bytes < sizeof r->body)
		snprintf(r->body + r->bytes, sizeof r->body - r->bytes, "%.*s", LU_FMT(piece));
	r->bytes += piece.n;
	return r->enough && r->pieces >= r->enough ? lu_fail(e, LU_EGATE, "enough") : LU_OK;
}

static void request(lu_http_request *q, const char *url, result *r);

static lu_code on_done(void *ctx, lu_code rc, const lu_http_reply *reply, const lu_err *why, lu_err *e)
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

static void request(lu_http_request *q, const char *url, result *r)
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

static lu_http_options options(void)
{
	lu_http_options o;

	lu_http_options_init(&o);
	return o;
}

/* One request with these options to `base`; what came of it. */
static result ask_at(const char *base, const lu_http_options *o, bool stream)
{
	char url[200];
	result r = { 0 };
	lu_http_request q;
	lu_http *h;
	lu_err e;

	snprintf(url, sizeof url, "%s%s", base,
		 strncmp(base, "http://127", 10) == 0 ? "/v1/chat/completions" : "");
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
static result ask_ruled(const char *rules, const lu_http_options *o, bool stream, server_seen *log)
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
static void assert_says(const result *r, const char *want)
{
	char got[512];
	const char *in = r->msg;
	size_t n = 0;

	while (*in && n < sizeof got - 5) {
		got[n++] = *in++;
		if (n >= 10 && memcmp(got + n - 10, "127.0.0.1:", 10) == 0) {
			in += strspn(in, "0123456789");
			got[n++] = 'P';
		}
	}
	got[n] = '\0';
	assert_string_equal(got, want);
}

static void assert_within(double seconds, double least, double most)
{
	if (seconds < least || seconds > most) fail_msg("%g s, not from %g to %g", seconds, least, most);
}

/* ---- good answers ---- */

static void an_answer_comes(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\ttype\tApplication/JSON; charset=utf-8\n", &o, false, NULL);

	(void)state;
	assert_int_equal(r.rc, LU_OK);
	assert_int_equal(r.status, 200);
	assert_int_equal(r.attempts, 1);
	assert_string_equal(r.type, "application/json");
	assert_non_null(strstr(r.body, "\"chat.completion\""));
	assert_true(r.first_byte > 0 && r.first_byte <= r.seconds);
}

static void streams_come_in_pieces(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\tdrip\t0.05\n", &o, true, NULL);

	(void)state;
	assert_int_equal(r.rc, LU_OK);
	assert_string_equal(r.type, "text/event-stream");
	assert_true(r.pieces > 3 && r.bytes > 200);
	assert_int_equal(memcmp(r.body, "data: {", 7), 0);
	assert_true(r.seconds - r.first_byte > .3);
}

static void many_at_once_are_bounded(void **state)
{
	server s;
	lu_http_options o = options();
	result r[21] = { 0 };
	lu_http *h;
	lu_err e;
	char url[100];
	double began = lu_now();
	server_seen log;
	int i;

	(void)state;
	server_start(&s, "", "0.1");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	assert_int_equal(lu_http_new(&o, &h, &e), LU_OK);
	for (i = 0; i < 20; i++) {
		lu_http_request q;

		request(&q, url, &r[i]);
		assert_int_equal(lu_http_add(h, &q, &e), LU_OK);
	}
	r[7].h = h; /* a request that adds another one when it is done */
	r[7].more = url;
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	assert_within(lu_now() - began, .5, 3);
	for (i = 0; i < 20; i++)
		assert_true(r[i].calls == (i == 7 ? 2 : 1) && r[i].rc == LU_OK && r[i].status == 200);
	assert_int_equal(lu_http_run(h, &e), LU_OK); /* nothing is left */
	lu_http_free(h);
	log = server_log(&s);
	assert_int_equal(log.requests, 21);
	assert_int_equal(log.in_flight, 5);
	assert_int_equal(log.connections, 5); /* kept alive */
	server_stop(&s);
}

/* ---- again ---- */

static void a_server_says_when(void **state)
{
	lu_http_options o = options();
	server_seen log;
	result r = ask_ruled("*\t1:status\t429 1\n", &o, false, &log);

	(void)state;
	assert_true(r.rc == LU_OK && r.attempts == 2 && log.requests == 2);
	assert_within(log.at[1] - log.at[0], .99, 2.5);
}

static void a_server_says_the_date(void **state)
{
	static const char *const days[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
					      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	lu_http_options o = options();
	time_t then = time(NULL) + 3;
	struct tm t;
	char rules[100];
	server_seen log;
	result r;

	(void)state;
	gmtime_r(&then, &t);
	snprintf(rules, sizeof rules, "*\t1:status\t503 %s, %02d %s %d %02d:%02d:%02d GMT\n", days[t.tm_wday],
		 t.tm_mday, months[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
	r = ask_ruled(rules, &o, false, &log);
	assert_true(r.rc == LU_OK && r.attempts == 2);
	assert_within(log.at[1] - log.at[0], 1.5, 4.5);
	assert_true((double)lu_time_ns() / 1e9 > (double)then - .05);
}

static void a_wait_that_is_too_long_fails(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\tstatus\t429 121\n", &o, false, NULL);

	(void)state;
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	assert_says(&r, "127.0.0.1:P answered 429: rate limited; it asks to wait for 121 s");
}

static void an_error_passes(void **state)
{
	lu_http_options o = options();
	server_seen log;
	result r = ask_ruled("*\t2:status\t500\n", &o, false, &log);

	(void)state;
	assert_true(r.rc == LU_OK && r.attempts == 3 && r.status == 200);
	assert_within(log.at[1] - log.at[0], .25, 1.5);
	assert_within(log.at[2] - log.at[1], .5, 2);
}

static void an_error_stays(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\tstatus\t429\n", &o, false, NULL);

	(void)state;
	assert_true(r.rc == LU_ENET && r.attempts == 4 && r.status == 429);
	assert_says(&r, "127.0.0.1:P answered 429 after 4 attempts: rate limited");
	assert_non_null(strstr(r.body, "rate_limit_exceeded"));
}

static void other_errors_are_final(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\tstatus\t400\n", &o, false, NULL);

	(void)state;
	assert_true(r.rc == LU_ENET && r.attempts == 1 && r.status == 400);
	assert_says(&r, "127.0.0.1:P answered 400: bad request");
}

static void lost_connections_are_tried_again(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\t1:drop\n*\t1:cut\n", &o, false, NULL);

	(void)state;
	assert_true(r.rc == LU_OK);
	/* libcurl may repeat a request by itself that was lost on a kept connection; this one was new. */
	assert_int_equal(r.attempts, 3);
	o.retries = 0;
	r = ask_ruled("*\tdrop\n", &o, false, NULL);
	assert_true(r.rc == LU_ENET && r.attempts == 1 && r.status == 0);
	assert_says(&r, "127.0.0.1:P closed the connection without an answer");
	r = ask_ruled("*\tcut\n", &o, false, NULL);
	assert_says(&r, "127.0.0.1:P closed the connection in the middle of its answer");
}

static void pieces_are_given_once(void **state)
{
	lu_http_options o = options();
	server_seen log;
	result r = ask_ruled("*\tcut\n", &o, true, &log);

	(void)state;
	assert_true(r.rc == LU_ENET && r.attempts == 1 && log.requests == 1 && r.pieces > 0);
	r = ask_ruled("*\t1:status\t503\n", &o, true, &log);
	assert_true(r.rc == LU_OK && r.attempts == 2 && r.pieces > 0);
	assert_int_equal(memcmp(r.body, "data: {", 7), 0);
}

/* ---- limits ---- */

static void first_bytes_are_waited_for_a_while(void **state)
{
	lu_http_options o = options();
	result r;

	(void)state;
	o.first_byte = .3;
	o.retries = 1;
	r = ask_ruled("*\tslow\t5\n", &o, false, NULL);
	assert_true(r.rc == LU_ENET && r.attempts == 2 && r.status == 0 && r.first_byte == 0);
	assert_says(&r, "127.0.0.1:P did not answer within 0.3 s");
	assert_within(r.seconds, .85, 3);
	r = ask_ruled("*\t1:slow\t5\n", &o, false, NULL);
	assert_true(r.rc == LU_OK && r.attempts == 2);
}

static void silence_ends_an_answer(void **state)
{
	lu_http_options o = options();
	result r;

	(void)state;
	o.idle = .3;
	r = ask_ruled("*\tstall\n", &o, true, NULL);
	assert_true(r.rc == LU_ENET && r.attempts == 1 && r.pieces > 0);
	assert_says(&r, "127.0.0.1:P stopped in the middle of its answer: nothing more came within 0.3 s");
	assert_within(r.seconds, .3, 1.5);
	r = ask_ruled("*\t1:stall\n", &o, false, NULL);
	assert_true(r.rc == LU_OK && r.attempts == 2);
}

static void answers_must_end(void **state)
{
	lu_http_options o = options();
	result r;

	(void)state;
	o.total = .5;
	r = ask_ruled("*\tdrip\t0.2\n", &o, false, NULL);
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	assert_says(&r, "127.0.0.1:P did not end its answer within 0.5 s");
	assert_within(r.seconds, .5, 1.6);
}

static void connections_are_waited_for_a_while(void **state)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t n = sizeof a;
	int full = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), fd[4], i;
	lu_http_options o = options();
	char url[64];
	result r;

	(void)state;
	/* A queue of connections that nobody takes, filled: the next one is not even answered. */
	assert_int_equal(bind(full, (struct sockaddr *)&a, n) | listen(full, 0) |
				 getsockname(full, (struct sockaddr *)&a, &n),
			 0);
	for (i = 0; i < 4; i++) {
		fd[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
		connect(fd[i], (struct sockaddr *)&a, n);
	}
	snprintf(url, sizeof url, "http://127.0.0.1:%d", ntohs(a.sin_port));
	o.connect = .3;
	o.retries = 0;
	r = ask_at(url, &o, false);
	assert_true(r.rc == LU_ENET);
	assert_says(&r, "cannot reach 127.0.0.1:P within 0.3 s");
	assert_within(r.seconds, .3, 1.5);
	for (i = 0; i < 4; i++) close(fd[i]);
	close(full);
}

static void large_answers_are_refused(void **state)
{
	lu_http_options o = options();
	result r;

	(void)state;
	o.max_bytes = 1 << 20;
	r = ask_ruled("*\thuge\t2000000\n", &o, false, NULL);
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	assert_says(&r, "the answer of 127.0.0.1:P is larger than 1 MiB");
	o.max_bytes = 100;
	r = ask_ruled("", &o, false, NULL); /* one that tells its length */
	assert_says(&r, "the answer of 127.0.0.1:P is larger than 100 bytes");
	r = ask_ruled("", &o, true, NULL);
	assert_true(r.rc == LU_ENET && r.bytes <= 100);
}

/* ---- what is refused ---- */

static void other_types_are_refused(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\ttype\ttext/html\n", &o, false, NULL);

	(void)state;
	assert_true(r.rc == LU_ENET && r.attempts == 1 && r.status == 200);
	assert_says(&r, "127.0.0.1:P answered with text/html instead of application/json: is the URL right?");
	r = ask_ruled("*\ttype\tapplication/json\n", &o, true, NULL);
	assert_true(r.rc == LU_ENET && r.pieces == 0);
	r = ask_ruled("*\ttype\tBearer " KEY "\n", &o, false, NULL);
	assert_true(r.rc == LU_ENET);
}

static void redirects_are_followed_here_alone(void **state)
{
	lu_http_options o = options();
	server s, other;
	char rules[200], name[100];
	result r;

	(void)state;
	server_start(&s,
		     "/v1/chat\t1:redirect\t308 /open/v1/chat/completions\n/v1/chat\t1:redirect\t301 "
		     "/v1/chat/completions\n",
		     "0");
	r = ask_at(s.url, &o, false);
	assert_true(r.rc == LU_OK && r.attempts == 1);
	assert_non_null(strstr(r.body, "\"ok\"")); /* still a POST with its body */
	assert_int_equal(server_log(&s).requests, 3);
	snprintf(rules, sizeof rules, "*\tredirect\t%s/v1/chat/completions\n", s.url);
	server_start(&other, rules, "0");
	r = ask_at(other.url, &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 1 && r.status == 307);
	snprintf(name, sizeof name, "127.0.0.1:P redirects to another host, %s, which is not followed",
		 "http://127.0.0.1:P");
	assert_says(&r, name);
	assert_int_equal(server_log(&s).requests, 3);
	server_stop(&other);
	server_stop(&s);
	r = ask_ruled("*\tredirect\thttps://evil.example/" KEY "\n", &o, false, NULL);
	assert_says(&r, "127.0.0.1:P redirects to another host, evil.example, which is not followed");
	r = ask_ruled("*\tredirect\tfile:///etc/passwd\n", &o, false, NULL);
	assert_says(&r, "127.0.0.1:P redirects to what is no URL");
	r = ask_ruled("*\tredirect\t/v1/chat/completions\n", &o, false, NULL);
	assert_says(&r, "127.0.0.1:P redirects more than 5 times");
}

static void nobody_is_there(void **state)
{
	lu_http_options o = options();
	result r;

	(void)state;
	o.retries = 1;
	r = ask_at("http://127.0.0.1:9", &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 2 && r.status == 0);
	assert_string_equal(r.msg, "cannot reach 127.0.0.1:9: Connection refused");
	r = ask_at("https://nobody.invalid/v1", &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 2);
	assert_string_equal(r.msg, "cannot reach nobody.invalid: no machine of that name is known");
}

static void keys_stay_here(void **state)
{
	lu_http_options o = options();
	result r = ask_ruled("*\techo\n", &o, false, NULL); /* on_done() looks for the key */

	(void)state;
	assert_says(&r, "127.0.0.1:P answered 400: this key is not accepted here: Bearer ***");
	r = ask_ruled("*\techo\n", &o, true, NULL);
	assert_int_equal(r.rc, LU_ENET);
}

static void memory_may_be_out(void **state)
{
	lu_http_options o = options();
	server s;
	char url[100];
	lu_code rc;
	lu_err e;

	(void)state;
	server_start(&s, "", "0");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		result r = { 0 };
		lu_http_request q;
		lu_http *h = NULL;

		request(&q, url, &r);
		rc = lu_http_new(&o, &h, &e);
		if (!rc) rc = lu_http_add(h, &q, &e);
		if (!rc) rc = lu_http_run(h, &e);
		assert_int_equal(r.calls, rc == LU_OK);
		lu_http_free(h);
	});
	server_stop(&s);
}

static void takers_may_stop(void **state)
{
	lu_http_options o = options();
	server s;
	char url[100];
	result r = { .enough = 1 };
	lu_http_request q;
	lu_http *h;
	lu_err e;

	(void)state;
	server_start(&s, "*\tdrip\t0.2\n", "0");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	request(&q, url, &r);
	q.piece = on_piece;
	assert_int_equal(lu_http_new(&o, &h, &e), LU_OK);
	assert_int_equal(lu_http_add(h, &q, &e), LU_OK);
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	assert_true(r.calls == 1 && r.rc == LU_EGATE && r.pieces == 1);
	assert_string_equal(r.msg, "enough");
	lu_http_free(h);
	server_stop(&s);
}

/* ---- surroundings ---- */

static void proxies_are_those_of_the_environment(void **state)
{
	lu_http_options o = options();
	server s;
	result r = { 0 };
	lu_http_request q;
	lu_http *h;
	lu_err e;

	(void)state;
	server_start(&s, "", "0");
	setenv("http_proxy", s.url, 1);
	request(&q, "http://api.example.invalid/v1/chat/completions", &r);
	q.secret = lu_strn(NULL, 0);
	assert_int_equal(lu_http_new(&o, &h, &e), LU_OK);
	assert_int_equal(lu_http_add(h, &q, &e), LU_OK);
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	assert_int_equal(r.rc, LU_OK); /* the server took it for its own */
	lu_http_free(h);
	setenv("http_proxy", "http://127.0.0.1:9", 1);
	r = ask_at(s.url, &o, false); /* what is for this machine goes through none */
	assert_int_equal(r.rc, LU_OK);
	unsetenv("http_proxy");
	server_stop(&s);
}

/* With a limit: should this test fail, nothing is left. */
static pid_t run_openssl(char *const *argv, int in, int out)
{
	posix_spawn_file_actions_t act;
	pid_t pid = -1;

	posix_spawn_file_actions_init(&act);
	if (in >= 0) posix_spawn_file_actions_adddup2(&act, in, 0);
	if (out >= 0) posix_spawn_file_actions_adddup2(&act, out, 1);
	posix_spawn_file_actions_addopen(&act, 2, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&pid, "timeout", &act, NULL, argv, environ)) pid = -1;
	posix_spawn_file_actions_destroy(&act);
	return pid;
}

/* A certificate of our own in `file`, with its key; false: openssl is not there. */
static bool certificate(char *file)
{
	char *argv[] = { "timeout",
			 "60",
			 "openssl",
			 "req",
			 "-x509",
			 "-newkey",
			 "ec",
			 "-pkeyopt",
			 "ec_paramgen_curve:P-256",
			 "-nodes",
			 "-keyout",
			 file,
			 "-out",
			 file,
			 "-subj",
			 "/CN=localhost",
			 "-addext",
			 "subjectAltName=DNS:localhost",
			 "-days",
			 "2",
			 NULL };
	pid_t pid = run_openssl(argv, -1, -1);
	int status = -1;

	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* A server with TLS that says what is written to `in`, whatever it is asked. */
static pid_t tls_server(char *file, int *in, int *port)
{
	char *argv[] = { "timeout", "60", "openssl", "s_server", "-accept", "127.0.0.1:0",
			 "-cert",   file, "-key",    file,       NULL };
	char line[200];
	int to[2], from[2];
	pid_t pid;
	FILE *f;

	assert_int_equal(pipe2(to, O_CLOEXEC) | pipe2(from, O_CLOEXEC), 0);
	pid = run_openssl(argv, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	f = fdopen(from[0], "r");
	*port = 0;
	while (!*port && fgets(line, sizeof line, f)) sscanf(line, "ACCEPT 127.0.0.1:%d", port);
	*in = to[1];
	fclose(f);
	return pid;
}

static void certificates_are_verified(void **state)
{
	static const char good[] =
		"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}\n";
	char dir[] = "/tmp/lucus-tls.XXXXXX", file[64], url[64];
	lu_http_options o = options();
	int in, port;
	pid_t pid;
	result r;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(file, sizeof file, "%s/c.pem", dir);
	if (!certificate(file)) {
		unlink(file);
		rmdir(dir);
		skip();
	}
	pid = tls_server(file, &in, &port);
	assert_true(pid > 0 && port > 0);
	snprintf(url, sizeof url, "https://localhost:%d/v1", port);
	r = ask_at(url, &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	assert_non_null(strstr(r.msg, "the certificate of localhost:"));
	assert_int_equal(write(in, good, sizeof good - 1), sizeof good - 1);
	setenv("SSL_CERT_FILE", file, 1);
	o.first_byte = 5;
	r = ask_at(url, &o, false);
	assert_int_equal(r.rc, LU_OK);
	assert_string_equal(r.body, "{}");
	snprintf(url, sizeof url, "https://127.0.0.1:%d/v1", port); /* trusted, but of another name */
	r = ask_at(url, &o, false);
	assert_non_null(strstr(r.msg, "the certificate of 127.0.0.1:"));
	unsetenv("SSL_CERT_FILE");
	kill(pid, SIGTERM);
	waitpid(pid, NULL, 0);
	close(in);
	unlink(file);
	rmdir(dir);
}

/* ---- signals ---- */

static void on_alarm(int signal)
{
	(void)signal;
	lu_cancel();
}

enum { LATE = 99 };

/* In a process of its own: nothing takes a cancellation back. 0: all is as it should be. */
static int cancelled(const char *url)
{
	struct sigaction act = { .sa_handler = on_alarm };
	lu_http_options o = options();
	result r[8] = { 0 };
	lu_http *h;
	lu_err e;
	double began = lu_now(), took;
	int i;

	sigaction(SIGALRM, &act, NULL);
	if (lu_http_new(&o, &h, &e)) return 1;
	for (i = 0; i < 8; i++) {
		lu_http_request q;

		request(&q, url, &r[i]);
		if (lu_http_add(h, &q, &e)) return 2;
	}
	ualarm(300000, 0);
	if (lu_http_run(h, &e) != LU_ECANCEL) return 3;
	took = lu_now() - began;
	if (took < .3 || took > .4) return LATE;
	for (i = 0; i < 8; i++)
		if (r[i].calls) return 5;
	if (lu_http_run(h, &e)) return 6; /* nothing is left */
	lu_http_free(h);
	return 0;
}

static void signals_end_all(void **state)
{
	server s;
	char url[100];
	int status = -1, tries = 5; /* the machine may have other work */

	(void)state;
	server_start(&s, "", "10");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	do {
		pid_t pid = fork();

		if (pid == 0) _exit(cancelled(url));
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFEXITED(status));
	} while (WEXITSTATUS(status) == LATE && --tries);
	assert_int_equal(WEXITSTATUS(status), 0);
	server_stop(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_comes),
		cmocka_unit_test(streams_come_in_pieces),
		cmocka_unit_test(many_at_once_are_bounded),
		cmocka_unit_test(a_server_says_when),
		cmocka_unit_test(a_server_says_the_date),
		cmocka_unit_test(a_wait_that_is_too_long_fails),
		cmocka_unit_test(an_error_passes),
		cmocka_unit_test(an_error_stays),
		cmocka_unit_test(other_errors_are_final),
		cmocka_unit_test(lost_connections_are_tried_again),
		cmocka_unit_test(pieces_are_given_once),
		cmocka_unit_test(first_bytes_are_waited_for_a_while),
		cmocka_unit_test(silence_ends_an_answer),
		cmocka_unit_test(answers_must_end),
		cmocka_unit_test(connections_are_waited_for_a_while),
		cmocka_unit_test(large_answers_are_refused),
		cmocka_unit_test(other_types_are_refused),
		cmocka_unit_test(redirects_are_followed_here_alone),
		cmocka_unit_test(nobody_is_there),
		cmocka_unit_test(keys_stay_here),
		cmocka_unit_test(memory_may_be_out),
		cmocka_unit_test(takers_may_stop),
		cmocka_unit_test(proxies_are_those_of_the_environment),
		cmocka_unit_test(certificates_are_verified),
		cmocka_unit_test(signals_end_all),
	};

	static const char *const proxies[] = { "http_proxy",  "https_proxy",   "HTTPS_PROXY",
					       "all_proxy",   "ALL_PROXY",     "no_proxy",
					       "NO_PROXY",    "SSL_CERT_FILE", "CURL_CA_BUNDLE",
					       "SSL_CERT_DIR" };
	size_t i;

	for (i = 0; i < sizeof proxies / sizeof *proxies; i++) unsetenv(proxies[i]);
	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
