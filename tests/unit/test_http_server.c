/* SPDX-License-Identifier: MIT
 * The net layer against tests/server: how it is asked, what is tried again, the limits. */
#include "ask.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>

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
	result r;
	int tries = 5; /* what is not read at once comes in one piece */

	(void)state;
	do r = ask_ruled("*\tdrip\t0.05\n", &o, true, NULL);
	while ((r.pieces <= 3 || r.seconds - r.first_byte <= .3) && --tries);
	assert_true(tries > 0);
	assert_int_equal(r.rc, LU_OK);
	assert_string_equal(r.type, "text/event-stream");
	assert_true(r.bytes > 200);
	assert_int_equal(memcmp(r.body, "data: {", 7), 0);
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
	server_start(&s, "", "0.3");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	h = queued(url, &o, r, 20);
	r[7].h = h; /* a request that adds another one when it is done */
	r[7].more = url;
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	assert_waited(lu_now() - began, 1.2);
	for (i = 0; i < 20; i++) assert_true(r[i].calls == (i == 7 ? 2 : 1) && r[i].rc == LU_OK && r[i].status == 200);
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
	assert_waited(log.at[1] - log.at[0], .99);
}

/* `n` requests, one after the other, to a server that limits the first one. */
static server_seen ask_limited(lu_http_options *o, result *r, size_t n)
{
	server s;
	lu_http *h;
	lu_err e;
	char url[100];
	server_seen log;

	server_start(&s, "*\t1:status\t429 1\n", "0");
	snprintf(url, sizeof url, "%s/v1/chat/completions", s.url);
	o->parallel = 1;
	h = queued(url, o, r, n);
	assert_int_equal(lu_http_run(h, &e), LU_OK);
	lu_http_free(h);
	log = server_log(&s);
	server_stop(&s);
	assert_waited(log.at[1] - log.at[0], .99);
	return log;
}

static void a_rate_limit_is_for_all(void **state)
{
	lu_http_options o = options();
	server_seen log;
	int tries = 5; /* the machine may have other work */

	(void)state;
	do {
		result r[4] = { 0 };

		log = ask_limited(&o, r, 4);
		for (int i = 0; i < 4; i++) assert_true(r[i].rc == LU_OK && r[i].attempts == (i ? 1 : 2));
		assert_int_equal(log.requests, 5);
	} while (log.at[4] - log.at[1] >= .9 && --tries);
	assert_true(tries > 0); /* they have not waited once more */
}

/* The first request has no attempt left: the others wait all the same. */
static void a_rate_limit_outlives_its_request(void **state)
{
	lu_http_options o = options();
	result r[2] = { 0 };

	(void)state;
	o.retries = 0;
	ask_limited(&o, r, 2);
	assert_true(r[0].rc == LU_ENET && r[0].status == 429 && r[0].attempts == 1);
	assert_true(r[1].rc == LU_OK && r[1].attempts == 1);
}

/* Of all attempts, and of the waits between them. */
static void a_request_has_its_time(void **state)
{
	lu_http_options o = options();
	result r;

	(void)state;
	o.all = 50;
	r = ask_ruled("*\tstatus\t429 51\n", &o, false, NULL); /* it would be of no use to wait */
	assert_true(r.rc == LU_ENET && r.attempts == 1 && r.status == 429);
	assert_says(&r, "127.0.0.1:P answered 429: rate limited");
	assert_true(r.seconds < 50);
	o.all = 1;
	r = ask_until("127.0.0.1:P did not answer within 1 s", "*\tslow\t100\n", &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	assert_waited(r.seconds, .95);
	o.first_byte = .2;
	o.retries = 10;
	for (int tries = 5; r.attempts < 2 && tries; tries--) r = ask_ruled("*\tslow\t100\n", &o, false, NULL);
	assert_true(r.rc == LU_ENET && r.attempts >= 2 && r.attempts <= 3);
	assert_waited(r.seconds, .2);
	r = ask_until("127.0.0.1:P did not end its answer within 1 s", "*\tstall\n", &o, true);
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	o.all = -1;
	assert_int_equal(lu_http_options_check(&o, NULL), LU_EUSAGE);
	o.all = LU_HTTP_SECONDS_MAX + 1;
	assert_int_equal(lu_http_options_check(&o, NULL), LU_EUSAGE);
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
	result r;

	(void)state;
	gmtime_r(&then, &t);
	snprintf(rules, sizeof rules, "*\t1:status\t503 %s, %02d %s %d %02d:%02d:%02d GMT\n", days[t.tm_wday],
		 t.tm_mday, months[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
	r = ask_ruled(rules, &o, false, NULL);
	assert_true(r.rc == LU_OK && r.attempts == 2);
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
	assert_waited(log.at[1] - log.at[0], .25);
	assert_waited(log.at[2] - log.at[1], .5);
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
	r = ask_until("127.0.0.1:P did not answer within 0.3 s", "*\tslow\t100\n", &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 2 && r.status == 0 && r.first_byte == 0);
	assert_waited(r.seconds, .85);
	r = ask_until("", "*\t1:slow\t100\n", &o, false);
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
	assert_waited(r.seconds, .3);
	r = ask_ruled("*\t1:stall\n", &o, false, NULL);
	assert_true(r.rc == LU_OK && r.attempts >= 2);
}

static void answers_must_end(void **state)
{
	lu_http_options o = options();
	result r;

	(void)state;
	o.total = .5;
	o.retries = 0;
	r = ask_until("127.0.0.1:P did not end its answer within 0.5 s", "*\tdrip\t0.2\n", &o, false);
	assert_true(r.rc == LU_ENET && r.attempts == 1);
	assert_waited(r.seconds, .5);
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
	assert_waited(r.seconds, .3);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_comes),
		cmocka_unit_test(streams_come_in_pieces),
		cmocka_unit_test(many_at_once_are_bounded),
		cmocka_unit_test(a_server_says_when),
		cmocka_unit_test(a_rate_limit_is_for_all),
		cmocka_unit_test(a_rate_limit_outlives_its_request),
		cmocka_unit_test(a_request_has_its_time),
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
	};

	ask_begin();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
