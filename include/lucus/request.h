/* SPDX-License-Identifier: MIT
 * Stopping work: by a signal, by whoever asked for it, or because its time is over.
 *
 * Long loops call lu_check_cancel(). It sees the signal, which is of the process, and the request that the thread works on,
 * which another thread may cancel. */
#ifndef LUCUS_REQUEST_H
#define LUCUS_REQUEST_H

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One question, and how long it may take. Whoever asks owns it, and keeps it until the call that it was given to returns. */
typedef struct lu_request {
	int cancelled;   /* use lu_request_cancel() */
	double deadline; /* as lu_now() counts; 0: none */
} lu_request;

/* `seconds` from now; 0: no deadline. */
void lu_request_init(lu_request *r, double seconds);
/* Thread-safe and async-signal-safe. What works on the request returns LU_ECANCEL soon. */
void lu_request_cancel(lu_request *r);
/* Is its time over? */
bool lu_request_expired(const lu_request *r);

/* Work of this thread is of `r` from now on; NULL: of the one that it was of. Returns what lu_request_leave() takes. */
const lu_request *lu_request_enter(const lu_request *r);
void lu_request_leave(const lu_request *before);

/* The signal: set by its handler, for ever. Async-signal-safe and thread-safe. */
void lu_cancel(void);
/* Signal, cancelled request or deadline? */
bool lu_cancelled(void);
/* The same as LU_ECANCEL, with a message that says which, else LU_OK. */
lu_code lu_check_cancel(lu_err *e);

#ifdef __cplusplus
}
#endif
#endif
