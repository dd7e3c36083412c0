/* SPDX-License-Identifier: MIT
 * Stopping work: by a signal, by the caller that began it, or because its time is over.
 *
 * Long loops call lu_check_cancel(). It sees the signal, which is of the process, and the request
 * that the thread works on, which another thread may cancel. Cancelling waits for nothing: the work
 * ends at its next check, with LU_ECANCEL. */
#ifndef LUCUS_REQUEST_H
#define LUCUS_REQUEST_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One piece of work, and how long it may take. The caller owns it, and keeps it until the call that
 * it was given to returns. It holds no memory: there is nothing to release. One request may be given
 * to calls in several threads. */
typedef struct lu_request {
	int cancelled;   /* use lu_request_cancel() */
	double deadline; /* as lu_now() counts; 0: none */
} lu_request;

/* Neither cancelled nor expired. The deadline is `seconds` from now; 0 or less: there is none.
 * Not while it is in use. */
void lu_request_init(lu_request *r, double seconds);
/* Cancel it, for good. Thread-safe and async-signal-safe. What works on the request returns LU_ECANCEL soon. */
void lu_request_cancel(lu_request *r);
/* Is its deadline over? Says nothing of lu_request_cancel(). */
bool lu_request_expired(const lu_request *r);

/* This thread works on `r` from now on; NULL: on what it worked on before. Returns what the matching
 * lu_request_leave() takes, NULL when there was none. Pairs nest; both calls are made by the same
 * thread. Functions that take a request do so themselves: only who begins threads of its own for a
 * request needs this. */
const lu_request *lu_request_enter(const lu_request *r);
void lu_request_leave(const lu_request *before);

/* What the handler of SIGINT or SIGTERM calls: all work of the process is cancelled, for ever. Async-signal-safe and
 * thread-safe. */
void lu_cancel(void);
/* Has there been a signal, or is the request that this thread works on cancelled or over its deadline? */
bool lu_cancelled(void);
/* The same as LU_ECANCEL, with a message that says which, else LU_OK. */
lu_code lu_check_cancel(lu_err *e);

#ifdef __cplusplus
}
#endif
#endif
