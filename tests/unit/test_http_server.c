/* SPDX-License-Identifier: MIT
 * The net layer against tests/server: what is asked, how it is tried again, what is refused, what is said. */
#include "test.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lucus/file.h"
#include "lucus/http.h"
#include "lucus/json.h"

#define KEY "sk-test-0123456789abcdef"

/* ---- the server ---- */

typedef struct server {
	pid_t pid;
	int in;       /* it ends when this is closed */
	char url[64];
	char dir[64]; /* of its rules and its log */
} server;

static void path_of(const server *s, const char *name, char *out, size_t size)
{
	snprintf(out, size, "%s/%s", s->dir, name);
}

/* Beside this program. */
static void program(char *out, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", out, size - 1);
	char *slash;

	assert_true(n > 0);
	out[n] = '\0';
	slash = strrchr(out, '/');
	assert_non_null(slash);
	snprintf(slash + 1, size - (size_t)(slash + 1 - out), "fakeapi");
}

static void start(server *s, const char *rules, const char *delay)
{
	char exe[4096], rules_path[100], log_path[100];
	char *argv[] = { exe, "-r", rules_path, "-l", log_path, "-d", (char *)delay, NULL };
	posix_spawn_file_actions_t act;
	int in[2], out[2];
	FILE *f;

	snprintf(s->dir, sizeof s->dir, "/tmp/lucus-http.XXXXXX");
	assert_non_null(mkdtemp(s->dir));
	path_of(s, "rules", rules_path, sizeof rules_path);
	path_of(s, "log", log_path, sizeof log_path);
	f = fopen(rules_path, "w");
	assert_non_null(f);
	fputs(rules, f);
	fclose(f);
	program(exe, sizeof exe);
	assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC), 0);
	posix_spawn_file_actions_init(&act);
	posix_spawn_file_actions_adddup2(&act, in[0], 0);
	posix_spawn_file_actions_adddup2(&act, out[1], 1);
	assert_int_equal(posix_spawn(&s->pid, exe, &act, NULL, argv, environ), 0);
	posix_spawn_file_actions_destroy(&act);
	close(in[0]);
	close(out[1]);
	s->in = in[1];
	f = fdopen(out[0], "r");
	assert_non_null(fgets(s->url, sizeof s->url, f));
	s->url[strcspn(s->url, "\n")] = '\0';
	fclose(f);
}

static void stop(server *s)
{
	char path[100];
	int status;

	close(s->in);
	assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
	assert_int_equal(status, 0);
	path_of(s, "rules", path, sizeof path);
	unlink(path);
	path_of(s, "log", path, sizeof path);
	unlink(path);
	rmdir(s->dir);
}

/* Of all requests: their number, the most in flight, the number of connections, and the time of request `n`. */
typedef struct seen {
	int64_t requests, in_flight, connections;
	double at[40];
} seen;

static seen log_of(const server *s)
{
	seen r = { 0 };
	char path[100];
	lu_reader in;
	lu_json *v;
	lu_err e;
	FILE *f;

	path_of(s, "log", path, sizeof path);
	f = fopen(path, "r");
	assert_non_null(f);
	lu_reader_init(&in, f, path);
	while (lu_reader_next(&in, &v, &e) == LU_OK) {
		int64_t flying = lu_json_int(lu_json_get(v, "in_flight"), 0), c = lu_json_int(lu_json_get(v, "connection"), 0);

		if (r.requests < 40) r.at[r.requests] = lu_json_real(lu_json_get(v, "at"), 0);
		r.requests++;
		if (flying > r.in_flight) r.in_flight = flying;
		if (c > r.connections) r.connections = c;
		assert_string_equal(lu_json_str(lu_json_get(lu_json_get(v, "headers"), "content-type")).s, "application/json");
		lu_json_free(v);
	}
	lu_reader_free(&in);
	fclose(f);
	return r;
}

/* ---- requests ---- */

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

static lu_code on_piece(void *ctx, lu_str piece, lu_err *e)
{
	result *r = ctx;

	r->pieces++;
	if (r->bytes < sizeof r->body) snprintf(r->body + r->bytes, sizeof r->body - r->bytes, "%.*s", LU_FMT(piece));
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

	snprintf(url, sizeof url, "%s%s", base, strncmp(base, "http://127", 10) == 0 ? "/v1/chat/completions" : "");
	request(&q, url, &r);
	if (stream) {
		q.stream = true;
		q.piece = on_piece;
		q.body = lu_strz("{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}");
	}
	assert_int_equal(lu_http_new(o, &h, &e), LU_OK);
	assert_int_equal(lu_http_add(h, &q, &e), LU_OK);
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	lu_http_free(h);
	assert_int_equal(r.calls, 1);
	return r;
}

/* One request to a server with one rule for all paths. */
static result ask_ruled(const char *rules, const lu_http_options *o, bool stream, seen *log)
{
	server s;
	result r;

	start(&s, rules, "0");
	r = ask_at(s.url, o, stream);
	if (log) *log = log_of(&s);
	stop(&s);
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
	seen log;
	int i;

	(void)state;
	start(&s, "", "0.1");
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
	for (i = 0; i < 20; i++) assert_true(r[i].calls == (i == 7 ? 2 : 1) && r[i].rc == LU_OK && r[i].status == 200);
	assert_int_equal(lu_http_run(h, &e), LU_OK); /* nothing is left */
	lu_http_free(h);
	log = log_of(&s);
	assert_int_equal(log.requests, 21);
	assert_int_equal(log.in_flight, 5);
	assert_int_equal(log.connections, 5); /* kept alive */
	stop(&s);
}

/* ---- again ---- */

static void a_server_says_when(void **state)
{
	lu_http_options o = options();
	seen log;
	result r = ask_ruled("*\t1:status\t429 1\n", &o, false, &log);

	(void)state;
	assert_true(r.rc == LU_OK && r.attempts == 2 && log.requests == 2);
	assert_within(log.at[1] - log.at[0], .99, 1.5);
}

static void a_server_says_the_date(void **state)
{
	static const char *const days[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	lu_http_options o = options();
	time_t then = time(NULL) + 3;
	struct tm t;
	char rules[100];
	seen log;
	result r;

	(void)state;
	gmtime_r(&then, &t);
	snprintf(rules, sizeof rules, "*\t1:status\t503 %s, %02d %s %d %02d:%02d:%02d GMT\n", days[t.tm_wday], t.tm_mday,
		 months[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
	r = ask_ruled(rules, &o, false, &log);
	assert_true(r.rc == LU_OK && r.attempts == 2);
	assert_within(log.at[1] - log.at[0], 1.5, 3.5);
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
	seen log;
	result r = ask_ruled("*\t2:status\t500\n", &o, false, &log);

	(void)state;
	assert_true(r.rc == LU_OK && r.attempts == 3 && r.status == 200);
	assert_within(log.at[1] - log.at[0], .25, .7);
	assert_within(log.at[2] - log.at[1], .5, 1.2);
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
	seen log;
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
	assert_within(r.seconds, .85, 1.6);
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
	assert_within(r.seconds, .3, .8);
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
	assert_within(r.seconds, .5, .9);
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
	assert_int_equal(bind(full, (struct sockaddr *)&a, n) | listen(full, 0) | getsockname(full, (struct sockaddr *)&a, &n), 0);
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
	assert_within(r.seconds, .3, .7);
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
	start(&s, "/v1/chat\t1:redirect\t308 /open/v1/chat/completions\n/v1/chat\t1:redirect\t301 /v1/chat/completions\n", "0");
	r = ask_at(s.url, &o, false);
	assert_true(r.rc == LU_OK && r.attempts == 1);
	assert_non_null(strstr(r.body, "\"ok\"")); /* still a POST with its body */
	assert_int_equal(log_of(&s).requests, 3);
	snprintf(rules, sizeof rules, "*\tredirect\t%s/v1/chat/completions\n", s.url);
	start(&other, rules, "0");
	r = ask_at(other.url, &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 1 && r.status == 307);
	snprintf(name, sizeof name, "127.0.0.1:P redirects to another host, %s, which is not followed", "http://127.0.0.1:P");
	assert_says(&r, name);
	assert_int_equal(log_of(&s).requests, 3);
	stop(&other);
	stop(&s);
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
	start(&s, "*\tdrip\t0.2\n", "0");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	request(&q, url, &r);
	q.piece = on_piece;
	assert_int_equal(lu_http_new(&o, &h, &e), LU_OK);
	assert_int_equal(lu_http_add(h, &q, &e), LU_OK);
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	assert_true(r.calls == 1 && r.rc == LU_EGATE && r.pieces == 1);
	assert_string_equal(r.msg, "enough");
	lu_http_free(h);
	stop(&s);
}

/* ---- signals ---- */

static void on_alarm(int signal)
{
	(void)signal;
	lu_cancel();
}

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
	if (took < .3 || took > .45) return 4;
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
	int status;
	pid_t pid;

	(void)state;
	start(&s, "", "10");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	pid = fork();
	if (pid == 0) _exit(cancelled(url));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	stop(&s);
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
		cmocka_unit_test(takers_may_stop),
		cmocka_unit_test(signals_end_all),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
