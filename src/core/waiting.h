/* SPDX-License-Identifier: MIT
 * Other threads: waiting for one, for a time, which passes when the computer's clock is set, too; and starting one. */
#ifndef LU_CORE_WAITING_H
#define LU_CORE_WAITING_H

#include <pthread.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A condition for lu_cond_wait(). */
void lu_cond_init(pthread_cond_t *c);
/* Wait until somebody signals `c`, or lu_now() comes to `until`. With the lock. false: it has come. */
bool lu_cond_wait(pthread_cond_t *c, pthread_mutex_t *lock, double until);
/* pthread_create() of a thread that gets none of the signals that end a process, nor do those that it starts: they are for who
 * waits for them. */
int lu_thread_start(pthread_t *thread, void *(*run)(void *ctx), void *ctx);

#ifdef __cplusplus
}
#endif
#endif
