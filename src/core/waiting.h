/* SPDX-License-Identifier: MIT
 * Waiting for another thread, for a time. The time passes when the computer's clock is set, too. */
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

#ifdef __cplusplus
}
#endif
#endif
