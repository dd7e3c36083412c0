/* SPDX-License-Identifier: MIT */
#include "core/waiting.h"

#include <signal.h>
#include <time.h>

void lu_cond_init(pthread_cond_t *c)
{
	pthread_condattr_t steady;

	pthread_condattr_init(&steady);
	pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
	pthread_cond_init(c, &steady);
	pthread_condattr_destroy(&steady);
}

bool lu_cond_wait(pthread_cond_t *c, pthread_mutex_t *lock, double until)
{
	struct timespec t = { .tv_sec = (time_t)until };

	t.tv_nsec = (long)((until - (double)t.tv_sec) * 1e9);
	return pthread_cond_timedwait(c, lock, &t) == 0;
}

int lu_thread_start(pthread_t *thread, void *(*run)(void *ctx), void *ctx)
{
	sigset_t ends, before;
	int rc;

	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &ends, &before);
	rc = pthread_create(thread, NULL, run, ctx);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return rc;
}
