/* SPDX-License-Identifier: MIT */
#include "index/pool.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/file.h"
#include "lucus/request.h"

struct slot {
	void *item;
	bool done;
};

struct pool {
	const struct lu__pool_ops *ops;
	void *ctx;
	pthread_mutex_t lock;
	pthread_cond_t work_ready, head_ready;
	struct slot *ring; /* items taken % window .. queued % window */
	size_t window;
	size_t taken, started, queued; /* numbers of items, taken <= started <= queued */
	bool stop;
	lu_code rc; /* first error of a worker */
	lu_err err;
};

static void fail(struct pool *p, lu_code rc, const lu_err *err)
{
	if (!p->rc) {
		p->rc = rc;
		p->err = *err;
	}
	p->stop = true;
	pthread_cond_broadcast(&p->work_ready);
	pthread_cond_broadcast(&p->head_ready);
}

static void *run_worker(void *arg)
{
	struct pool *p = arg;
	void *worker = NULL;
	lu_err err = { LU_OK, "" };
	lu_code rc = p->ops->worker_new ? p->ops->worker_new(p->ctx, &worker, &err) : LU_OK;

	pthread_mutex_lock(&p->lock);
	if (rc) fail(p, rc, &err);
	for (;;) {
		struct slot *s;

		while (!p->stop && p->started == p->queued) pthread_cond_wait(&p->work_ready, &p->lock);
		if (p->stop) break;
		s = &p->ring[p->started++ % p->window];
		pthread_mutex_unlock(&p->lock);
		rc = p->ops->work(p->ctx, worker, s->item, &err);
		pthread_mutex_lock(&p->lock);
		s->done = true;
		if (rc) fail(p, rc, &err);
		pthread_cond_signal(&p->head_ready);
	}
	pthread_mutex_unlock(&p->lock);
	if (worker && p->ops->worker_free) p->ops->worker_free(worker);
	return NULL;
}

/* Put items into the ring until it is full. */
static lu_code fill(struct pool *p, size_t *next, const size_t *n, lu_err *e)
{
	while (*next < *n && p->queued - p->taken < p->window) {
		void *item = NULL;
		lu_code rc = p->ops->produce(p->ctx, *next, &item, e);

		if (rc) return rc;
		++*next;
		if (!item) continue;
		pthread_mutex_lock(&p->lock);
		p->ring[p->queued % p->window] = (struct slot){ item, false };
		p->queued++;
		pthread_cond_signal(&p->work_ready);
		pthread_mutex_unlock(&p->lock);
	}
	return LU_OK;
}

static lu_code drain(struct pool *p, const size_t *n, lu_err *e)
{
	size_t next = 0;
	lu_code rc = LU_OK;

	while (!(rc = fill(p, &next, n, e)) && p->taken < p->queued) {
		struct slot *s = &p->ring[p->taken % p->window];

		pthread_mutex_lock(&p->lock);
		while (!s->done && !p->stop) pthread_cond_wait(&p->head_ready, &p->lock);
		rc = p->rc;
		if (rc && e) *e = p->err;
		pthread_mutex_unlock(&p->lock);
		if (!rc) rc = lu_check_cancel(e);
		if (rc) break;
		rc = p->ops->consume(p->ctx, s->item, e);
		p->ops->free_item(s->item);
		s->item = NULL;
		p->taken++;
		if (rc) break;
	}
	return rc;
}

lu_code lu__pool_run(const struct lu__pool_ops *ops, void *ctx, const size_t *n, int jobs, size_t window, lu_err *e)
{
	struct pool p = { .ops = ops, .ctx = ctx, .window = window ? window : 1 };
	size_t want = (size_t)(jobs > 0 ? jobs : lu_cpus()), started = 0;
	pthread_t *thread;
	lu_code rc = LU_OK;

	if (!*n) return LU_OK;
	if (want > *n) want = *n;
	p.ring = calloc(p.window, sizeof *p.ring);
	thread = calloc(want, sizeof *thread);
	pthread_mutex_init(&p.lock, NULL);
	pthread_cond_init(&p.work_ready, NULL);
	pthread_cond_init(&p.head_ready, NULL);
	if (!p.ring || !thread) rc = lu_nomem(e);
	while (!rc && started < want && pthread_create(&thread[started], NULL, run_worker, &p) == 0) started++;
	if (!rc && !started) rc = lu_fail(e, LU_EIO, "cannot start a thread");
	if (!rc) rc = drain(&p, n, e);
	pthread_mutex_lock(&p.lock);
	p.stop = true;
	pthread_cond_broadcast(&p.work_ready);
	pthread_mutex_unlock(&p.lock);
	for (size_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
	for (size_t i = p.taken; i < p.queued; i++) ops->free_item(p.ring[i % p.window].item);
	pthread_cond_destroy(&p.work_ready);
	pthread_cond_destroy(&p.head_ready);
	pthread_mutex_destroy(&p.lock);
	free(thread);
	free(p.ring);
	return rc;
}
