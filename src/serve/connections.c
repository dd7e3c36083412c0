/* SPDX-License-Identifier: MIT
 * What libmicrohttpd calls: connections come and go, requests are received, replies are sent. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "core/file.h"
#include "serve/server.h"

enum { HEADER_MAX = 32 << 10, IDLE_MAX = 60 };

static void peer_add(lu_server *s, lu__peer *p)
{
	pthread_mutex_lock(&s->lock);
	p->next = s->peers;
	if (p->next) p->next->prev = p;
	s->peers = p;
	s->n_peer++;
	pthread_cond_signal(&s->look);
	pthread_mutex_unlock(&s->lock);
}

static void peer_remove(lu_server *s, lu__peer *p)
{
	pthread_mutex_lock(&s->lock);
	if (p->next) p->next->prev = p->prev;
	if (p->prev) p->prev->next = p->next;
	else s->peers = p->next;
	s->n_peer--;
	pthread_mutex_unlock(&s->lock);
	free(p);
}

static void on_connection(void *ctx, struct MHD_Connection *c, void **own, enum MHD_ConnectionNotificationCode what)
{
	lu_server *s = ctx;
	const union MHD_ConnectionInfo *fd;
	lu__peer *p = *own;

	if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
		if (p) peer_remove(s, p);
		*own = NULL;
		return;
	}
	fd = s->mhd->get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
	p = calloc(1, sizeof *p);
	if (p && fd) {
		*p = (lu__peer){ .server = s,
				 .connection = c,
				 .receiver = pthread_self(),
				 .fd = fd->connect_fd,
				 .since = lu_now() };
		peer_add(s, p);
	} else {
		free(p);
		p = NULL;
	}
	*own = p;
}

/* Is it one that we want to handle? Else the problem is in the call. */
static bool check(lu__exchange *x, const char *method, const char *version)
{
	x->closes = true; /* what follows on the connection may not be what it seems */
	if (!lu__framing_check(x, method, version)) return false;
	if (!lu__head_is_whole(x, method, version)) {
		lu_served_problem(&x->call, 400, "the head of the request can be read in two ways");
		return false;
	}
	x->closes = false;
	return lu__query_read(x) && lu__admission_place(x, method) && lu__route_find(x, method) &&
	       lu__admission_token(x);
}

static enum MHD_Result send_now(lu__exchange *x)
{
	lu_server *s = x->server;

	pthread_mutex_lock(&s->lock);
	x->done = true;
	x->queued = true;
	x->peer->phase = LU__SENDING;
	x->peer->since = lu_now();
	if (s->stopping) x->closes = true;
	pthread_mutex_unlock(&s->lock);
	return lu__reply(x);
}

static enum MHD_Result begin(lu_server *s, struct MHD_Connection *c, const char *path, const char *method,
			     const char *version, void **own)
{
	const union MHD_ConnectionInfo *info = s->mhd->get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	lu__peer *p = info ? info->socket_context : NULL;
	lu__exchange *x = p ? lu__exchange_new(p, c, path) : NULL;

	if (!x) return MHD_NO;
	lu__ids_choose(x);
	*own = x;
	pthread_mutex_lock(&s->lock);
	p->exchange = x;
	pthread_mutex_unlock(&s->lock);
	return check(x, method, version) ? MHD_YES : send_now(x);
}

static enum MHD_Result receive(lu__exchange *x, const char *part, size_t *n)
{
	/* It said how much would come, which was not too much. */
	if (x->body.len + *n > x->server->config.body) return MHD_NO;
	lu_buf_add(&x->body, part, *n);
	*n = 0;
	return x->body.oom ? MHD_NO : MHD_YES;
}

/* Hand it to a worker; false: nobody has time. */
static bool hand_over(lu__exchange *x)
{
	lu_server *s = x->server;
	bool taken;

	pthread_mutex_lock(&s->lock);
	taken = !s->stopping && lu__workers_take(x);
	if (taken) {
		x->peer->phase = LU__WORKING;
		x->peer->since = lu_now();
		x->suspended = true;
		s->mhd->suspend_connection(x->connection);
	}
	pthread_mutex_unlock(&s->lock);
	return taken;
}

static enum MHD_Result start(lu__exchange *x)
{
	x->call.body = lu_buf_str(&x->body);
	lu_request_init(&x->request, x->server->config.seconds);
	if (x->route->flags & LU_ROUTE_QUICK) {
		lu__handle(x);
		return send_now(x);
	}
	if (hand_over(x)) return MHD_YES;
	lu_served_problem(&x->call, 503, "too many requests are being answered: try again in a moment");
	return lu_served_set(&x->call, "Retry-After", "1", NULL) ? MHD_NO : send_now(x);
}

/* It is received whole, or the connection goes on again: a reply is there, or a stream begins. */
static enum MHD_Result go_on(lu__exchange *x)
{
	lu_server *s = x->server;
	bool started, ready;

	pthread_mutex_lock(&s->lock);
	started = x->peer->phase != LU__RECEIVING;
	ready = (x->done || x->streams) && !x->queued;
	if (ready) {
		x->queued = true;
		x->peer->phase = LU__SENDING;
		x->peer->since = lu_now();
		if (s->stopping) x->closes = true;
	}
	pthread_mutex_unlock(&s->lock);
	if (!started) return start(x);
	return ready ? lu__reply(x) : MHD_YES;
}

static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *path, const char *method,
				  const char *version, const char *part, size_t *n, void **own)
{
	lu__exchange *x = *own;

	if (!x) return begin(ctx, c, path, method, version, own);
	return *n ? receive(x, part, n) : go_on(x);
}

static void count(const lu__exchange *x)
{
	lu_server *s = x->server;
	const char *route = x->route ? x->route->pattern : "", *method = x->route ? x->route->method : "";
	double seconds = lu_now() - x->start;
	char status[16];

	snprintf(status, sizeof status, "%d", x->call.status);
	lu_metric_add(s->requests, (const char *[]){ method, route, status }, 1);
	lu_metric_observe(s->seconds, (const char *[]){ route }, seconds);
	lu__server_log(s, false, "request=%s method=%s route=%s status=%d seconds=%.6f%s%.*s", x->id, method, route,
		       x->call.status, seconds, x->who.name.n ? " token=" : "", LU_FMT(x->who.name));
}

static void on_completed(void *ctx, struct MHD_Connection *c, void **own, enum MHD_RequestTerminationCode how)
{
	lu_server *s = ctx;
	lu__exchange *x = *own;

	(void)c, (void)how;
	if (!x) return;
	*own = NULL;
	if (x->queued) count(x);
	pthread_mutex_lock(&s->lock);
	x->peer->exchange = NULL;
	x->peer->phase = LU__RECEIVING;
	x->peer->since = lu_now();
	lu__exchange_gone(x); /* who still sends has nobody to send to */
	lu__exchange_give(x);
	pthread_mutex_unlock(&s->lock);
}

/* ---- what libmicrohttpd refuses by itself ---- */

/* The connection of this thread whose head is complete and which we have not been asked about yet: there is one at most, the one that
 * libmicrohttpd is at. */
static lu__peer *unasked(lu_server *s)
{
	lu__peer *p;

	pthread_mutex_lock(&s->lock);
	for (p = s->peers; p; p = p->next)
		if (!p->exchange && pthread_equal(p->receiver, pthread_self()) &&
		    s->mhd->get_connection_info(p->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE))
			break;
	pthread_mutex_unlock(&s->lock);
	return p; /* it goes in this thread alone */
}

/* What fits is sent: the client may not be waited for. */
static bool send_some(const lu__exchange *x, const lu_buf *b)
{
	const lu__microhttpd *m = x->server->mhd;
	const union MHD_ConnectionInfo *tls;

	if (!x->server->config.tls_cert.n) return send(x->peer->fd, b->s, b->len, MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
	tls = m->get_connection_info(x->connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
	return tls && tls->tls_session && m->tls_send && m->tls_send(tls->tls_session, b->s, b->len) > 0;
}

static void send_problem(lu__exchange *x)
{
	lu_buf b = LU_BUF;

	lu_buf_addf(&b,
		    "HTTP/1.1 %d %s\r\nX-Request-Id: %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
		    "Connection: close\r\n\r\n%s",
		    x->call.status, lu__status_title(x->call.status), x->id, x->call.type, x->call.out.len,
		    x->call.out.len ? x->call.out.s : "");
	if (!b.oom && send_some(x, &b)) count(x);
	shutdown(x->peer->fd, SHUT_RDWR);
	lu_buf_free(&b);
}

/* libmicrohttpd 0.9.75 sends the head of its reply twice when it refuses a request for its Content-Length or want of a Host, and asks
 * nobody before. It tells its log, though: the problem is sent here, and then nothing more can be. */
static void on_log(void *ctx, const char *fmt, va_list ap)
{
	lu_server *s = ctx;
	lu__exchange *x;
	lu__peer *p;

	(void)ap;
	if (!strstr(fmt, "Content-Length") && !strstr(fmt, "`Host'")) return;
	if (!(p = unasked(s)) || !(x = lu__exchange_new(p, p->connection, "/"))) return;
	lu__ids_choose(x);
	if (!lu__framing_check(x, "GET", "HTTP/1.1")) send_problem(x);
	pthread_mutex_lock(&s->lock);
	lu__exchange_give(x);
	pthread_mutex_unlock(&s->lock);
}

/* NULL: there is no exchange yet. */
static void *on_target(void *ctx, const char *target, struct MHD_Connection *c)
{
	lu_server *s = ctx;
	const union MHD_ConnectionInfo *info = s->mhd->get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	lu__peer *p = info ? info->socket_context : NULL;

	if (p) lu__head_target(p, target);
	return NULL;
}

/* Names are decoded where they are read: libmicrohttpd would make a "%2F" of a name a part of the path, and end it at a "%00". */
static size_t leave_encoded(void *ctx, struct MHD_Connection *c, char *s)
{
	(void)ctx, (void)c;
	return strlen(s);
}

lu_code lu__connections_start(lu_server *s, size_t i, lu_err *e)
{
	const lu_serve_config *k = &s->config;
	struct MHD_OptionItem tls[] = {
		{ MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)k->tls_key.s },
		{ MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)k->tls_cert.s },
		{ MHD_OPTION_END, 0, NULL },
	};
	unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC | MHD_USE_ERROR_LOG;

	if (k->tls_cert.n) flags |= MHD_USE_TLS;
	s->daemon[i] = s->mhd->start_daemon(
		flags, 0, NULL, NULL, on_request, s, MHD_OPTION_EXTERNAL_LOGGER, on_log, s, MHD_OPTION_ARRAY,
		k->tls_cert.n ? tls : tls + 2, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)lu_listener_fd(s->listener[i]),
		MHD_OPTION_CONNECTION_LIMIT, (unsigned)k->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
		lu_listener_unix(s->listener[i]) ? 0U : (unsigned)k->connections_per_address,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_MAX, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)HEADER_MAX, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK, leave_encoded, NULL,
		MHD_OPTION_URI_LOG_CALLBACK, on_target, s, MHD_OPTION_NOTIFY_CONNECTION, on_connection, s,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, s, MHD_OPTION_END);
	return s->daemon[i] ? LU_OK
			    : lu_fail(e, LU_EIO, "libmicrohttpd %s can not serve%s", s->mhd->get_version(),
				      k->tls_cert.n ? ": are certificate and key right?" : "");
}
