/* SPDX-License-Identifier: MIT */
#include "serve/listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/ascii.h"

enum { BACKLOG = 511, FIRST_INHERITED = 3 };

struct lu_listener {
	int fd;
	bool made, local; /* `made`: the socket's file is ours to remove */
	int port;
	lu_buf address;
};

static lu_code refused(const char *where, lu_err *e)
{
	if (errno == EADDRINUSE)
		return lu_fail(e, LU_EIO, "cannot listen on '%s': something listens there already", where);
	return lu_fail(e, LU_EIO, "cannot listen on '%s': %s", where, strerror(errno));
}

/* Finish a listener whose socket is bound: what it listens on is said by the system. */
static lu_code describe(lu_listener *l, lu_err *e)
{
	struct sockaddr_storage a;
	struct sockaddr_in *four = (struct sockaddr_in *)&a;
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)&a;
	char text[INET6_ADDRSTRLEN] = "";
	socklen_t n = sizeof a;

	memset(&a, 0, sizeof a);
	if (getsockname(l->fd, (struct sockaddr *)&a, &n))
		return lu_fail(e, LU_EIO, "getsockname: %s", strerror(errno));
	if (a.ss_family == AF_UNIX) {
		l->local = true;
		lu_buf_adds(&l->address, ((struct sockaddr_un *)&a)->sun_path);
	} else if (a.ss_family == AF_INET) {
		l->local = (ntohl(four->sin_addr.s_addr) >> 24) == 127;
		l->port = ntohs(four->sin_port);
		lu_buf_adds(&l->address, inet_ntop(AF_INET, &four->sin_addr, text, sizeof text));
	} else if (a.ss_family == AF_INET6) {
		l->local = IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
		l->port = ntohs(six->sin6_port);
		lu_buf_adds(&l->address, inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text));
	} else {
		return lu_fail(e, LU_EUSAGE, "this socket is of no kind that can be served");
	}
	return l->address.oom ? lu_nomem(e) : LU_OK;
}

/* Does somebody answer at the socket's file? A file that nobody listens at is left of a server that was killed. */
static bool is_live(const struct sockaddr_un *a)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool live = fd < 0 || connect(fd, (const struct sockaddr *)a, sizeof *a) == 0 || errno != ECONNREFUSED;

	if (fd >= 0) close(fd);
	return live;
}

static lu_code listen_unix(const char *path, lu_listener *l, lu_err *e)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	struct stat st;
	mode_t before;
	int rc;

	if (!*path || strlen(path) >= sizeof a.sun_path)
		return lu_fail(e, LU_EUSAGE, "the path of a socket has 1 to %zu bytes: '%s'", sizeof a.sun_path - 1,
			       path);
	memcpy(a.sun_path, path, strlen(path));
	if (!lstat(path, &st)) {
		if (!S_ISSOCK(st.st_mode)) return lu_fail(e, LU_EIO, "cannot listen on '%s': it is no socket", path);
		errno = EADDRINUSE;
		if (is_live(&a)) return refused(path, e);
		unlink(path);
	}
	l->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (l->fd < 0) return refused(path, e);
	before = umask(0177); /* nobody else may connect, not even for a moment */
	rc = bind(l->fd, (struct sockaddr *)&a, sizeof a);
	umask(before);
	if (rc) return refused(path, e);
	l->made = true;
	return listen(l->fd, BACKLOG) ? refused(path, e) : LU_OK;
}

/* "ADDRESS:PORT" in two, the brackets of IPv6 gone. */
static bool split(const char *where, char *address, size_t n, char *port, size_t size)
{
	const char *colon = strrchr(where, ':');
	lu_str a;

	if (!colon || !colon[1] || strlen(colon + 1) >= size) return false;
	for (const char *p = colon + 1; *p; p++)
		if (!lu_is_digit(*p)) return false;
	a = lu_strn(where, (size_t)(colon - where));
	if (a.n > 2 && a.s[0] == '[' && a.s[a.n - 1] == ']') a = lu_strn(a.s + 1, a.n - 2);
	else if (memchr(a.s, ':', a.n)) return false;
	if (lu_str_eqz(a, "localhost")) a = lu_strz("127.0.0.1");
	if (lu_str_eqz(a, "*")) a = lu_strz("0.0.0.0");
	if (!a.n || a.n >= n || atoi(colon + 1) > 65535) return false;
	snprintf(address, n, "%.*s", LU_FMT(a));
	snprintf(port, size, "%s", colon + 1);
	return true;
}

static lu_code listen_ip(const char *where, lu_listener *l, lu_err *e)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM }, *a = NULL;
	char address[64], port[8];
	int on = 1;
	lu_code rc = LU_OK;

	if (!split(where, address, sizeof address, port, sizeof port) || getaddrinfo(address, port, &hints, &a))
		return lu_fail(e, LU_EUSAGE, "'%s' is nothing to listen on: ADDRESS:PORT or unix:PATH", where);
	l->fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (l->fd >= 0) {
		setsockopt(l->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
		if (a->ai_family == AF_INET6) setsockopt(l->fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
	}
	if (l->fd < 0 || bind(l->fd, a->ai_addr, a->ai_addrlen) || listen(l->fd, BACKLOG)) rc = refused(where, e);
	freeaddrinfo(a);
	return rc;
}

static lu_listener *blank(int fd)
{
	lu_listener *l = calloc(1, sizeof *l);

	if (!l) return NULL;
	l->fd = fd;
	lu_buf_init(&l->address);
	return l;
}

lu_code lu_listener_open(const char *where, lu_listener **out, lu_err *e)
{
	lu_listener *l = blank(-1);
	lu_code rc;

	if (!l) return lu_nomem(e);
	if (!strncmp(where, "unix:", 5)) rc = listen_unix(where + 5, l, e);
	else rc = listen_ip(where, l, e);
	if (!rc) rc = describe(l, e);
	if (rc) lu_listener_close(l);
	else *out = l;
	return rc;
}

/* A number of the environment, once: children of ours must not take it for theirs. */
static long take_number(const char *name)
{
	const char *s = getenv(name);
	long n = s ? strtol(s, NULL, 10) : 0;

	unsetenv(name);
	return n;
}

lu_code lu_listener_inherited(lu_listener **out, size_t max, size_t *n, lu_err *e)
{
	bool ours = take_number("LISTEN_PID") == (long)getpid();
	long fds = take_number("LISTEN_FDS");
	lu_code rc = LU_OK;

	*n = 0;
	unsetenv("LISTEN_FDNAMES");
	if (!ours || fds <= 0) return LU_OK;
	if ((size_t)fds > max) return lu_fail(e, LU_EUSAGE, "%ld sockets are too many to listen on", fds);
	while (!rc && *n < (size_t)fds) {
		lu_listener *l = blank(FIRST_INHERITED + (int)*n);

		if (!l) rc = lu_nomem(e);
		else rc = describe(l, e);
		if (!rc) out[(*n)++] = l;
		else lu_listener_close(l);
	}
	while (rc && *n) lu_listener_close(out[--*n]);
	return rc;
}

void lu_listener_close(lu_listener *l)
{
	if (!l) return;
	if (l->made) unlink(l->address.s);
	if (l->fd >= 0) close(l->fd);
	lu_buf_free(&l->address);
	free(l);
}

bool lu_listener_local(const lu_listener *l)
{
	return l->local;
}

bool lu_listener_unix(const lu_listener *l)
{
	return !l->port;
}

int lu_listener_fd(const lu_listener *l)
{
	return l->fd;
}

const char *lu_listener_address(const lu_listener *l)
{
	return l->address.s;
}

int lu_listener_port(const lu_listener *l)
{
	return l->port;
}
