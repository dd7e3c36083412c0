/* SPDX-License-Identifier: MIT
 * Errors: every function of lucus that can fail returns lu_code and takes `lu_err *e` last.
 *
 * A message says what failed first, in lower case, with the subject quoted and no full stop:
 * "cannot open 'x.db': No such file or directory". Outputs change only on success, unless a function says otherwise. No
 * function of the library prints, exits or aborts. An lu_err holds no memory; one thread at a time. */
#ifndef LUCUS_ERR_H
#define LUCUS_ERR_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LU_MUST_USE     __attribute__((warn_unused_result))
#define LU_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define LU_MUST_USE
#define LU_PRINTF(f, a)
#endif

typedef enum lu_code {
	LU_OK,      /* done; for an iterator: here is the next item */
	LU_DONE,    /* iterators only: no more items */
	LU_EUSAGE,  /* the caller asked for something that does not exist or is out of range */
	LU_EIO,     /* the operating system refused */
	LU_ENOMEM,  /* out of memory */
	LU_EFORMAT, /* input is not what it should be */
	LU_EDB,     /* the store failed or is damaged */
	LU_EBUSY,   /* another process holds the writer's lock */
	LU_ENOENT,  /* the named thing is not in the store */
	LU_ECANCEL, /* stopped by a signal, or with its request (request.h); committed work is kept */
	LU_EREJECT, /* done, but some of the input was rejected (exit status 3) */
	LU_ENET,    /* a server can not be reached, refuses, or sends what it should not */
	LU_EGATE,   /* a gate of `eval` or `--check` did not hold (exit status 4) */
} lu_code;

/* Set only when a function fails: after success it is as it was before. `msg` is always terminated;
 * reporting LU_ENOMEM needs no memory. */
typedef struct lu_err {
	lu_code code;
	char msg[512];
} lu_err;

/* Set *e (which may be NULL: the caller wants only the code) and return `code`. */
lu_code lu_fail(lu_err *e, lu_code code, const char *fmt, ...) LU_PRINTF(3, 4);

/* After a failure of a function that was called: put context before the message that *e holds (NULL: nothing is
 * done): "CONTEXT: MESSAGE". Returns `code`. */
lu_code lu_wrap(lu_err *e, lu_code code, const char *fmt, ...) LU_PRINTF(3, 4);

/* lu_fail() with LU_ENOMEM and the usual text. Allocates nothing. */
lu_code lu_nomem(lu_err *e);

#ifdef __cplusplus
}
#endif
#endif
