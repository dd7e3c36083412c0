/* SPDX-License-Identifier: MIT
 * The threads that call handlers. */
#include <stdlib.h>

#include "serve/server.h"

void lu__handle(lu__exchange *x)
{
	const lu_request *before = lu_request_enter(&x->request);
	lu_err e = { 0 };
	lu_code rc = lu_check_cancel(&e); /* it may have waited for long */

	if (!rc) rc = x->route->handler(x->route->ctx, &x->call, &e);
	if (!rc && x->call.out.oom) rc = lu_nomem(&e);
	lu_request_leave(before);
	lu_arena_free(&x->call.arena);
	if (!rc) return;
	if (!x->streams) lu__problem_of(x, rc, &e);
	else x->failed = true;
}

static lu__exchange *next(lu_server *s)
{
	lu__exchange *x = s->first;

	s->first = x->next;
	if (!s->first) s->last = NULL;
	x->next = NULL;
	s->n_waiting--;
	s->waiting_bytes -= x->body.len;
	s->n_working++;
	return x;
}

static void *work(void *ctx)
{
	lu_server *s = ctx;

	pthread_mutex_lock(&s->lock);
	for (;;) {
		lu__exchange *x;

		while (!s->first && !s->over) pthread_cond_wait(&s->work, &s->lock);
		if (!s->first) break;
		x = next(s);
		pthread_mutex_unlock(&s->lock);
		lu__handle(x);
		pthread_mutex_lock(&s->lock);
		s->n_working--;
		x->done = true;
		lu__exchange_resume(x);
		lu__exchange_give(x);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

bool lu__workers_take(lu__exchange *x)
{
	lu_server *s = x->server;

	if (s->n_waiting >= s->config.waiting) return false;
	if (s->n_waiting && s->waiting_bytes + x->body.len > LU_SERVE_WAITING_BYTES) return false;
	x->holders++;
	if (s->last) s->last->next = x;
	else s->first = x;
	s->last = x;
	s->n_waiting++;
	s->waiting_bytes += x->body.len;
	pthread_cond_signal(&s->work);
	return true;
}

lu_code lu__workers_start(lu_server *s, lu_err *e)
{
	s->worker = calloc(s->config.workers, sizeof *s->worker);
	if (!s->worker) return lu_nomem(e);
	while (s->n_worker < s->config.workers) {
		if (pthread_create(&s->worker[s->n_worker], NULL, work, s))
			return lu_fail(e, LU_EIO, "cannot start a thread");
		s->n_worker++;
	}
	return LU_OK;
}

void lu__workers_stop(lu_server *s)
{
	pthread_mutex_lock(&s->lock);
	s->over = true;
	pthread_cond_broadcast(&s->work);
	pthread_mutex_unlock(&s->lock);
	while (s->n_worker) pthread_join(s->worker[--s->n_worker], NULL);
	free(s->worker);
	s->worker = NULL;
}
