/* SPDX-License-Identifier: MIT
 * Clients that leave while nobody listens to them, and those that take their time. libmicrohttpd looks at neither: it does not
 * poll a suspended connection, waits for the rest of a body also when nobody sends any more, and its time limit begins anew with
 * every byte. */
#include <poll.h>
#include <sys/socket.h>

#include "core/file.h"
#include "core/waiting.h"
#include "serve/server.h"

#define TICK_S .1

enum { HURRY = 5, SENDING_MAX = 60, LEFT_MAX = 1 };

/* Has it closed its side, or is it not there any more? The descriptor is that of the peer as long as the lock is held. */
static bool has_left(const lu__peer *p)
{
	struct pollfd f = { .fd = p->fd, .events = POLLRDHUP };

	return poll(&f, 1, 0) == 1 && (f.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL));
}

static void look_at(lu_server *s, lu__peer *p, double now)
{
	double most = s->n_peer > s->config.connections / 2 ? HURRY : s->config.receive;

	if (p->phase == LU__RECEIVING) {
		/* what has come before it left may still be read */
		if (!p->left && has_left(p)) p->left = now;
		if (now - p->since > most || (p->left > 0 && now - p->left > LEFT_MAX)) shutdown(p->fd, SHUT_RDWR);
		return;
	}
	if (p->phase == LU__SENDING && now - p->since > SENDING_MAX && !(p->exchange && p->exchange->suspended))
		shutdown(p->fd, SHUT_RDWR);
	if (p->exchange && !p->exchange->gone && !p->exchange->done && has_left(p)) lu__exchange_gone(p->exchange);
}

static void *watch(void *ctx)
{
	lu_server *s = ctx;

	pthread_mutex_lock(&s->lock);
	while (!s->over) {
		double now = lu_now();

		if (!s->peers) {
			pthread_cond_wait(&s->look, &s->lock);
			continue;
		}
		for (lu__peer *p = s->peers; p; p = p->next) look_at(s, p, now);
		now = lu_now() + TICK_S;
		while (!s->over && lu_cond_wait(&s->look, &s->lock, now)) {
		}
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

lu_code lu__watcher_start(lu_server *s, lu_err *e)
{
	if (pthread_create(&s->watcher, NULL, watch, s)) return lu_fail(e, LU_EIO, "cannot start a thread");
	s->watches = true;
	return LU_OK;
}

void lu__watcher_stop(lu_server *s)
{
	pthread_mutex_lock(&s->lock);
	s->over = true;
	pthread_cond_broadcast(&s->look);
	pthread_mutex_unlock(&s->lock);
	if (s->watches) pthread_join(s->watcher, NULL);
	s->watches = false;
}
