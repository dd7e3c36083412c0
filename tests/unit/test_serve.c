/* SPDX-License-Identifier: MIT
 * The HTTP server, by raw sockets: framing, routes, errors, streams, clients that leave, overload, the end. */
#include "test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/file.h"
#include "ok.h"
#include "serve/listener.h"
#include "serve/serve.h"

/* The clock of the computer, which is an hour ahead for us: it is set back, so that who waits by it waits too long. */
int clock_gettime(clockid_t clock, struct timespec *t)
{
	long rc = syscall(SYS_clock_gettime, clock, t);

	if (!rc && clock == CLOCK_REALTIME) t->tv_sec += 3600;
	return (int)rc;
}

static int port, begun, cancelled; /* atomic */
static lu_server *server;

static void nap(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
}

static int count_of(int *n)
{
	return __atomic_load_n(n, __ATOMIC_SEQ_CST);
}

/* ---- handlers ---- */

static lu_code echo(void *ctx, lu_served *c, lu_err *e)
{
	lu_str rest = lu_served_param(c, "rest"), a = lu_served_query(c, "a");

	(void)ctx, (void)e;
	lu_buf_addf(&c->out, "%.*s|%.*s|%.*s|%zu", LU_FMT(lu_served_param(c, "name")), LU_FMT(rest), LU_FMT(a),
		    c->body.n);
	return LU_OK;
}

static lu_code fail_inside(void *ctx, lu_served *c, lu_err *e)
{
	(void)ctx, (void)c;
	return lu_fail(e, LU_EIO, "cannot open '/secret'");
}

/* Until it is told to stop. */
static lu_code work_on(void *ctx, lu_served *c, lu_err *e)
{
	lu_code rc = LU_OK;

	(void)ctx, (void)c;
	__atomic_add_fetch(&begun, 1, __ATOMIC_SEQ_CST);
	while (!(rc = lu_check_cancel(e))) nap();
	__atomic_add_fetch(&cancelled, 1, __ATOMIC_SEQ_CST);
	return rc;
}

/* ?n=: so many lines; else until it is told to stop. */
static lu_code stream(void *ctx, lu_served *c, lu_err *e)
{
	lu_str n = lu_served_query(c, "n");
	lu_code rc = lu_served_stream(c, "text/event-stream", e);

	(void)ctx;
	__atomic_add_fetch(&begun, 1, __ATOMIC_SEQ_CST);
	for (long i = 0; !rc && (!n.s || i < atol(n.s)); i++) {
		rc = lu_served_send(c, lu_strz("data: x\n\n"), e);
		if (!n.s) nap();
	}
	if (rc) __atomic_add_fetch(&cancelled, 1, __ATOMIC_SEQ_CST);
	return rc;
}

static const lu_route routes[] = {
	{ "GET", "/echo/{name}", echo, 0, NULL },
	{ "GET", "/all/{name}/{rest...}", echo, 0, NULL },
	{ "POST", "/echo/{name}", echo, 0, NULL },
	{ "GET", "/boom", fail_inside, 0, NULL },
	{ "GET", "/wait", work_on, 0, NULL },
	{ "GET", "/stream", stream, 0, NULL },
	{ "GET", "/quick", echo, LU_ROUTE_QUICK, NULL },
};

static void start(lu_serve_config k)
{
	lu_listener *l = NULL;

	OK(lu_listener_open("127.0.0.1:0", &l, &err));
	port = lu_listener_port(l);
	OK(lu_server_start(&k, routes, sizeof routes / sizeof *routes, &l, 1, &server, &err));
	begun = cancelled = 0;
}

static int set_up(void **state)
{
	(void)state;
	start((lu_serve_config){ .workers = 4, .waiting = 4, .body = 1000, .seconds = 30 });
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	lu_server_stop(server, 0);
	server = NULL;
	return 0;
}

/* ---- a client ---- */

static int dial(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(connect(fd, (struct sockaddr *)&a, sizeof a), 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){ .tv_sec = 10 }, sizeof(struct timeval));
	return fd;
}

static void say(int fd, const char *s, size_t n)
{
	assert_int_equal(send(fd, s, n, MSG_NOSIGNAL), n);
}

/* All until the end of the connection. */
static size_t hear(int fd, char *out, size_t max)
{
	size_t n = 0;
	ssize_t got;

	while (n < max - 1 && (got = recv(fd, out + n, max - 1 - n, 0)) > 0) n += (size_t)got;
	out[n] = '\0';
	return n;
}

static char reply[1 << 20];

/* Send what may be several requests, and stop to send; the replies are in `reply`. Returns the status of the first, 0: none. */
static int ask_bytes(const char *s, size_t n)
{
	int fd = dial();

	say(fd, s, n);
	hear(fd, reply, sizeof reply);
	close(fd);
	return strncmp(reply, "HTTP/1.1 ", 9) ? 0 : atoi(reply + 9);
}

#define ASK(literal) ask_bytes(literal, sizeof literal - 1)
#define WAIT         "GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n"
#define HOST         "Host: localhost\r\nConnection: close\r\n"

static int replies(void)
{
	int n = 0;

	for (const char *p = reply; (p = strstr(p, "HTTP/1.1 ")); p++) n++;
	return n;
}

static void wait_for(int *n, int want)
{
	double end = lu_now() + 60;

	while (count_of(n) < want && lu_now() < end) nap();
	assert_int_equal(count_of(n), want);
}

/* ---- tests ---- */

static void paths_have_parameters(void **state)
{
	(void)state;
	assert_int_equal(ASK("GET /echo/a%2Fb+c?a=1+%2B&a=2&b HTTP/1.1\r\n" HOST "\r\n"), 200);
	assert_non_null(strstr(reply, "\r\n\r\na/b+c||1 +|0"));
	assert_int_equal(ASK("GET /all/x/y/z/ HTTP/1.1\r\n" HOST "\r\n"), 200);
	assert_non_null(strstr(reply, "\r\n\r\nx|y/z/||0"));
	assert_int_equal(ASK("GET /echo/ HTTP/1.1\r\n" HOST "\r\n"), 404);
	assert_int_equal(ASK("GET /echo/a/ HTTP/1.1\r\n" HOST "\r\n"), 404);
	assert_int_equal(ASK("GET /echo HTTP/1.1\r\n" HOST "\r\n"), 404);
	assert_int_equal(ASK("GET //echo/a HTTP/1.1\r\n" HOST "\r\n"), 404);
	assert_int_equal(ASK("GET /echo/a%00b HTTP/1.1\r\n" HOST "\r\n"), 400);
	assert_int_equal(ASK("GET /echo/a%0 HTTP/1.1\r\n" HOST "\r\n"), 400);
	assert_int_equal(ASK("GET /echo/a%zz HTTP/1.1\r\n" HOST "\r\n"), 400);
	assert_int_equal(ASK("GET /echo/a?x=%00 HTTP/1.1\r\n" HOST "\r\n"), 400);
	assert_int_equal(ASK("PUT /echo/a HTTP/1.1\r\n" HOST "Content-Length: 0\r\n\r\n"), 405);
	assert_non_null(strstr(reply, "Allow: GET, HEAD, POST"));
	assert_int_equal(ASK("GET /wait HTTP/1.0\r\nHost: evil.example\r\n\r\n"), 421);
}

static void errors_are_problems(void **state)
{
	(void)state;
	assert_int_equal(ASK("GET /boom HTTP/1.1\r\n" HOST "\r\n"), 500);
	assert_null(strstr(reply, "secret"));
	assert_non_null(strstr(reply, "application/problem+json"));
}

/* What is known to be taken for one request by some and for two by others. Each is followed by a request that must not be seen. */
#define HIDDEN "GET /echo/hidden HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
#define POST   "POST /echo/a HTTP/1.1\r\nHost: localhost\r\n"
#define GET    "GET /echo/a HTTP/1.1\r\nHost: localhost\r\n"

static void heads_that_hide_something_are_refused(void **state)
{
#define BAD(literal) \
	{ \
		literal "\r\n\r\n" HIDDEN, sizeof literal + sizeof HIDDEN + 2 \
	}
	static const struct {
		const char *request;
		size_t n;
	} bad[] = {
		BAD(POST "Content-Length:\r\n 76"),
		BAD(POST "Content-Length:\r\n\t76"),
		BAD(POST "Content-Length:      \r\n 76"),
		BAD(POST
		    "X:y\r\nY:z\r\nZ:x\r\nContent-Length:\r\n 76"), /* as long as with blanks for the missing ones */
		BAD("POST /echo/a HTTP/1.1\nHost: localhost\nX: y\nContent-Length:\r\n 76"),
		BAD(POST "X: y\r\n z\r\nContent-Length: 76"),
		BAD(POST "X: y\r\n Content-Length: 76"),
		BAD(GET "X: y\n"),
		BAD(GET "X: y\0Content-Length: 76"),
		BAD(GET "X\0: y"),
		BAD(GET "\0Content-Length: 76"),
		BAD(POST "Content-Length: 0\0"
			 "76"),
		BAD("GET /echo/a\0b HTTP/1.1\r\nHost: localhost"),
		BAD("GET /echo/a?a=b\0c HTTP/1.1\r\nHost: localhost"),
		BAD("GET /echo/a?a=b\rc HTTP/1.1\r\nHost: localhost"),
		BAD("G\0T /echo/a HTTP/1.1\r\nHost: localhost"),
		BAD("G\rET /echo/a HTTP/1.1\r\nHost: localhost"),
		BAD("GET  /echo/a HTTP/1.1\r\nHost: localhost"),
		BAD("GET /echo/a HTTP/1.1\nHost: localhost"),
		BAD("GET /echo/a HTTP/1.1\r\nHost: localhost\n"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		int status = ask_bytes(bad[i].request, bad[i].n);

		if (status != 400 || replies() != 1) print_message("%d: %s\n", status, bad[i].request);
		assert_int_equal(status, 400);
		assert_int_equal(replies(), 1);
		assert_non_null(strstr(reply, "Connection: close"));
		assert_null(strstr(reply, "hidden"));
	}
#undef BAD
}

static void ambiguous_requests_are_refused(void **state)
{
	static const struct {
		const char *request;
		int status;
	} bad[] = {
		{ POST "Content-Length: 5\r\nContent-Length: 4\r\n\r\nabcde" HIDDEN, 400 },
		{ POST "Content-Length: 5\r\nContent-Length: 5\r\n\r\nabcde" HIDDEN, 400 },
		{ POST "Content-Length: 5, 5\r\n\r\nabcde" HIDDEN, 400 },
		{ POST "Content-Length: +5\r\n\r\nabcde" HIDDEN, 400 },
		{ POST "Content-Length: -5\r\n\r\nabcde" HIDDEN, 400 },
		{ POST "Content-Length: 0x5\r\n\r\nabcde" HIDDEN, 400 },
		{ POST "Content-Length: 5 \v\r\n\r\nabcde" HIDDEN, 400 },
		{ POST "Content-Length:\r\n\r\nabcde" HIDDEN, 400 },
		{ POST "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" HIDDEN, 400 },
		{ POST "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" HIDDEN, 400 },
		{ POST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" HIDDEN, 411 },
		{ POST "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx" HIDDEN, 411 },
		{ POST "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" HIDDEN, 411 },
		{ POST "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" HIDDEN, 411 },
		{ POST "Transfer-Encoding:\vchunked\r\n\r\n0\r\n\r\n" HIDDEN, 400 },
		{ POST "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" HIDDEN, 400 },
		{ POST "Content-Length : 5\r\n\r\nabcde" HIDDEN, 400 },
		{ POST " Content-Length: 5\r\n\r\nabcde" HIDDEN, 400 },
		{ POST "X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n" HIDDEN, 400 },
		{ POST "Content-Length: 1001\r\n\r\n" HIDDEN, 413 },
		{ POST "Content-Length: 99999999999999999999\r\n\r\n" HIDDEN, 413 },
		{ "GET /echo/a HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n" HIDDEN, 400 },
		{ "GET /echo/a HTTP/1.1\r\n\r\n" HIDDEN, 400 },
		{ "GET http://localhost/echo/a HTTP/1.1\r\nHost: localhost\r\n\r\n" HIDDEN, 400 },
		{ "GET /echo/a HTTP/2.0\r\nHost: localhost\r\n\r\n" HIDDEN, 505 },
		{ "GET /echo/a\r\n\r\n" HIDDEN, 400 },
		{ "GET /echo/a#b HTTP/1.1\r\nHost: localhost\r\n\r\n" HIDDEN, 400 },
		{ "GET /echo/a HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n" HIDDEN, 400 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		int status = ask_bytes(bad[i].request, strlen(bad[i].request));

		if (status != bad[i].status) print_message("%d, not %d: %s\n", status, bad[i].status, bad[i].request);
		assert_int_equal(status, bad[i].status);
		assert_int_equal(replies(), 1);
		assert_null(strstr(reply, "HTTP/1.1 2"));
		assert_null(strstr(reply, "hidden"));
	}
}

static void good_requests_follow_one_another(void **state)
{
	(void)state;
	assert_int_equal(ASK("GET /echo/a?a=1&b=%20&c HTTP/1.1\r\nhost:localhost\r\nCookie: x=y; z\r\nX:\r\nX: \t y "
			     "\r\n\r\n" HIDDEN),
			 200);
	assert_int_equal(replies(), 2);
	assert_int_equal(ASK(POST "Content-Length: 5\r\n\r\nabcde" POST "content-length: 005\r\n\r\nabcde" HIDDEN),
			 200);
	assert_int_equal(replies(), 3);
	assert_non_null(strstr(reply, "a|||5"));
	assert_non_null(strstr(reply, "hidden|||0"));
}

static void streams_come_whole(void **state)
{
	const char *body;
	size_t n = 0;

	(void)state;
	assert_int_equal(ASK("GET /stream?n=5000 HTTP/1.0\r\nHost: localhost\r\n\r\n"), 200);
	body = strstr(reply, "\r\n\r\n");
	for (const char *p = body; (p = strstr(p, "data: x\n\n")); p++) n++;
	assert_int_equal(n, 5000);
	assert_int_equal(ASK("GET /stream?n=3 HTTP/1.1\r\n" HOST "\r\n"), 200);
	assert_non_null(strstr(reply, "\r\n0\r\n\r\n"));
}

/* Those that wait and those that stream: the work stops. */
static void work_stops_when_clients_leave(void **state)
{
	static const char *const requests[] = { WAIT, "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n" };
	int fd[4];

	(void)state;
	for (int i = 0; i < 4; i++) {
		fd[i] = dial();
		say(fd[i], requests[i % 2], strlen(requests[i % 2]));
	}
	wait_for(&begun, 4);
	assert_int_equal(count_of(&cancelled), 0);
	for (int i = 0; i < 4; i++) close(fd[i]);
	wait_for(&cancelled, 4);
	assert_int_equal(ASK("GET /echo/a HTTP/1.1\r\n" HOST "\r\n"), 200);
}

static void too_many_are_refused(void **state)
{
	int fd[8];

	(void)state;
	for (int i = 0; i < 8; i++) {
		fd[i] = dial();
		say(fd[i], WAIT, strlen(WAIT));
		if (i < 4) wait_for(&begun, i + 1);
	}
	while (lu_server_busy(server) < 8) nap();
	assert_int_equal(ASK("GET /echo/a HTTP/1.1\r\n" HOST "\r\n"), 503);
	assert_non_null(strstr(reply, "Retry-After: 1"));
	assert_int_equal(ASK("GET /quick HTTP/1.1\r\n" HOST "\r\n"), 200);
	for (int i = 0; i < 8; i++) close(fd[i]);
	while (lu_server_busy(server)) nap();
	assert_int_equal(count_of(&begun), 4); /* those that waited have left before they began */
	assert_int_equal(ASK("GET /echo/a HTTP/1.1\r\n" HOST "\r\n"), 200);
}

enum { CROWD = 300 };

/* More at once than there are workers is what browsers and agents do: each has its turn. */
static void a_crowd_waits(void **state)
{
	int busy[2], fd[CROWD];

	(void)state;
	lu_server_stop(server, 0);
	start((lu_serve_config){ .workers = 2, .seconds = 120 });
	for (int i = 0; i < 2; i++) {
		busy[i] = dial();
		say(busy[i], WAIT, strlen(WAIT));
	}
	wait_for(&begun, 2);
	for (int i = 0; i < CROWD; i++) {
		fd[i] = dial();
		say(fd[i], HIDDEN, strlen(HIDDEN));
	}
	for (double end = lu_now() + 60; lu_server_busy(server) < CROWD + 2 && lu_now() < end;) nap();
	assert_int_equal(lu_server_busy(server), CROWD + 2);
	for (int i = 0; i < 2; i++) close(busy[i]);
	for (int i = 0; i < CROWD; i++) {
		hear(fd[i], reply, sizeof reply);
		assert_int_equal(atoi(reply + 9), 200);
		close(fd[i]);
	}
}

/* Who waits keeps its body in memory. */
static void bodies_that_wait_are_bounded(void **state)
{
	static char body[LU_SERVE_WAITING_BYTES / 2 + 1];
	char head[200];
	int busy, fd, second;

	(void)state;
	lu_server_stop(server, 0);
	start((lu_serve_config){ .workers = 1, .seconds = 120, .body = sizeof body });
	busy = dial();
	say(busy, WAIT, strlen(WAIT));
	wait_for(&begun, 1);
	snprintf(head, sizeof head, POST "Connection: close\r\nContent-Length: %zu\r\n\r\n", sizeof body);
	fd = dial();
	say(fd, head, strlen(head));
	say(fd, body, sizeof body);
	while (lu_server_busy(server) < 2) nap();
	second = dial();
	say(second, head, strlen(head));
	say(second, body, sizeof body);
	hear(second, reply, sizeof reply);
	assert_int_equal(atoi(reply + 9), 503);
	assert_non_null(strstr(reply, "Retry-After: 1"));
	close(second);
	close(busy);
	hear(fd, reply, sizeof reply);
	assert_int_equal(atoi(reply + 9), 200);
	close(fd);
}

static void work_has_a_deadline(void **state)
{
	(void)state;
	lu_server_stop(server, 0);
	start((lu_serve_config){ .seconds = .1, .receive = 3 });
	assert_int_equal(ASK("GET /wait HTTP/1.1\r\n" HOST "\r\n"), 504);
	assert_int_equal(ASK("GET /echo"), 0); /* who does not go on is sent away */
}

static void who_sends_no_more_is_sent_away(void **state)
{
	static const char half[] = POST "Content-Length: 5\r\n\r\nab";
	double began = lu_now();
	int fd = dial();

	(void)state;
	say(fd, half, strlen(half));
	shutdown(fd, SHUT_WR);
	assert_int_equal(hear(fd, reply, sizeof reply), 0);
	assert_true(lu_now() - began < 15); /* not the 20 seconds that others have */
	close(fd);
}

static void the_end_waits_and_then_does_not(void **state)
{
	int fd = dial();

	(void)state;
	say(fd, WAIT, strlen(WAIT));
	wait_for(&begun, 1);
	alarm(120); /* it ends the program that waits for ever */
	lu_server_stop(server, .1);
	alarm(0);
	server = NULL;
	assert_int_equal(count_of(&cancelled), 1);
	hear(fd, reply, sizeof reply);
	assert_non_null(strstr(reply, "HTTP/1.1 503"));
	close(fd);
}

/* ---- without memory ---- */

static void a_server_starts_or_says_why_not(void **state)
{
	const lu_serve_config k = { .workers = 2 };
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_listener *l = NULL;

		rc = lu_listener_open("127.0.0.1:0", &l, &err);
		if (!rc) rc = lu_server_start(&k, routes, sizeof routes / sizeof *routes, &l, 1, &server, &err);
		if (!rc) lu_server_stop(server, 0);
		server = NULL;
	});
}

/* Whatever it has no memory for: it answers that, or not at all, and goes on. */
static void requests_fail_alone(void **state)
{
	static const char *const requests[] = { POST "Connection: close\r\nContent-Length: 5\r\n\r\nabcde",
						"GET /echo/b?a=%41 HTTP/1.1\r\n" HOST "\r\n",
						"GET /stream?n=3 HTTP/1.1\r\n" HOST "\r\n",
						"GET /nothing HTTP/1.1\r\n" HOST "\r\n" };

	(void)state;
	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
		long n = 0, left;

		do {
			int status;

			__atomic_store_n(&test_allocs_left, n++, __ATOMIC_RELAXED);
			status = ask_bytes(requests[i], strlen(requests[i]));
			left = __atomic_exchange_n(&test_allocs_left, -1, __ATOMIC_RELAXED);
			assert_true(status == 0 || status == 200 || status == 404 || status == 503 || status == 400);
			assert_int_equal(ASK("GET /echo/a HTTP/1.1\r\n" HOST "\r\n"), 200);
		} while (!left);
		assert_true(n > 3);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(paths_have_parameters, set_up, tear_down),
		cmocka_unit_test_setup_teardown(errors_are_problems, set_up, tear_down),
		cmocka_unit_test_setup_teardown(heads_that_hide_something_are_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(ambiguous_requests_are_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(good_requests_follow_one_another, set_up, tear_down),
		cmocka_unit_test_setup_teardown(streams_come_whole, set_up, tear_down),
		cmocka_unit_test_setup_teardown(work_stops_when_clients_leave, set_up, tear_down),
		cmocka_unit_test_setup_teardown(too_many_are_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_crowd_waits, set_up, tear_down),
		cmocka_unit_test_setup_teardown(bodies_that_wait_are_bounded, set_up, tear_down),
		cmocka_unit_test_setup_teardown(work_has_a_deadline, set_up, tear_down),
		cmocka_unit_test_setup_teardown(who_sends_no_more_is_sent_away, set_up, tear_down),
		cmocka_unit_test(a_server_starts_or_says_why_not),
		cmocka_unit_test_setup_teardown(requests_fail_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(the_end_waits_and_then_does_not, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
