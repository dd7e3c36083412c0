/* SPDX-License-Identifier: MIT
 * fakeapi: a local server that speaks the formats of providers of models, for tests. It listens on a free port of
 * 127.0.0.1, prints its URL, and ends on SIGTERM or with its standard input.
 *
 * Usage: fakeapi [-l LOG] [-r RULES] [-d SECONDS] [-s SEED]
 *   -l   a JSON line for each request: n, at, path, status, tokens_in, tokens_out, in_flight, connection, headers, body
 *   -r   lines "PATTERN<TAB>[N:]BEHAVIOUR[<TAB>ARGUMENT]": the first whose PATTERN is in the path and body of a
 *        request (*: any), and which has not decided N requests, says what happens
 *   -d   seconds before each answer
 *   -s   for `fail`
 * Behaviours: text TEXT, status CODE [RETRY-AFTER], fail PERCENT, slow SECONDS, stall, cut (in the middle), drop (before
 * the first byte), drip SECONDS (between tenths of the answer), malformed, huge BYTES, type MIME, redirect [CODE] URL,
 * obey (does what the prompt's data say), echo (an error that repeats the key), head BYTES (of headers). */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fakeapi.h"
#include "core/file.h"
#include "lucus/request.h"

enum { CONNECTIONS = 256 };

static void stop(int signal)
{
	(void)signal;
	lu_cancel();
}

/* A socket that listens; -1. Its URL is printed. */
static int open_port(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t n = sizeof a;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&a, n) || listen(fd, 128) ||
	    getsockname(fd, (struct sockaddr *)&a, &n))
		return -1;
	printf("http://127.0.0.1:%d\n", ntohs(a.sin_port));
	return fflush(stdout) ? -1 : fd;
}

static void take(fa_server *s, fa_conn *v, int port)
{
	int one = 1, i, fd = accept4(port, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0) return;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	for (i = 0; i < CONNECTIONS && v[i].fd >= 0;) i++;
	if (i == CONNECTIONS) {
		close(fd);
		return;
	}
	v[i] = (fa_conn){ .fd = fd, .id = ++s->connections, .in = LU_BUF, .out = LU_BUF };
}

static bool sending(const fa_conn *c)
{
	return c->fd >= 0 && c->busy && (c->sent < c->stop || c->close);
}

/* Milliseconds until the next answer is due; -1: none is. */
static int wait_for(const fa_conn *v, double now)
{
	double least = 1e9;
	int i;

	for (i = 0; i < CONNECTIONS; i++)
		if (sending(&v[i]) && v[i].due > now && v[i].due - now < least) least = v[i].due - now;
	return least >= 1e9 ? -1 : (int)(least * 1000) + 1;
}

static void turn(fa_server *s, fa_conn *v, int port)
{
	struct pollfd p[CONNECTIONS + 2] = { { .fd = port, .events = POLLIN }, { .fd = 0, .events = POLLIN } };
	double now = lu_now();
	int i;

	for (i = 0; i < CONNECTIONS; i++) {
		bool due = sending(&v[i]) && v[i].due <= now;

		p[i + 2] = (struct pollfd){ .fd = v[i].fd, .events = due ? POLLIN | POLLOUT : POLLIN };
	}
	if (poll(p, CONNECTIONS + 2, wait_for(v, now)) < 0) return;
	if (p[1].revents) {
		char part[4096];

		if (read(0, part, sizeof part) <= 0) lu_cancel();
	}
	for (i = 0; i < CONNECTIONS; i++) {
		if (p[i + 2].revents & (POLLIN | POLLHUP | POLLERR)) fa_conn_read(s, &v[i]);
		if (p[i + 2].revents & POLLOUT && v[i].fd >= 0 && sending(&v[i])) fa_conn_write(s, &v[i], lu_now());
	}
	if (p[0].revents) take(s, v, port);
}

static bool options(int argc, char **argv, fa_server *s)
{
	const char *rules = NULL, *log = NULL;
	int c;

	while ((c = getopt(argc, argv, "l:r:d:s:")) != -1) {
		if (c == 'l') log = optarg;
		else if (c == 'r') rules = optarg;
		else if (c == 'd') s->delay = strtod(optarg, NULL);
		else if (c == 's') s->rules.seed = strtoull(optarg, NULL, 10);
		else return false;
	}
	if (rules && !fa_rules_read(&s->rules, rules)) return false;
	s->log = log ? fopen(log, "we") : NULL;
	return optind == argc && (!log || s->log);
}

int main(int argc, char **argv)
{
	struct sigaction act = { .sa_handler = stop };
	static fa_conn v[CONNECTIONS];
	fa_server s = { .began = lu_now() };
	int i, port = -1;

	for (i = 0; i < CONNECTIONS; i++) v[i].fd = -1;
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGINT, &act, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (!options(argc, argv, &s)) fprintf(stderr, "usage: fakeapi [-l LOG] [-r RULES] [-d SECONDS] [-s SEED]\n");
	else port = open_port();
	while (port >= 0 && !lu_cancelled()) turn(&s, v, port);
	for (i = 0; i < CONNECTIONS; i++)
		if (v[i].fd >= 0) fa_conn_close(&s, &v[i]);
	if (s.log) fclose(s.log);
	fa_rules_free(&s.rules);
	return port < 0 ? 1 : 0;
}
