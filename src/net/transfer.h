/* SPDX-License-Identifier: MIT
 * One request: its texts, the attempt that is under way, and how that ended. */
#ifndef LU_NET_TRANSFER_H
#define LU_NET_TRANSFER_H

#include "lucus/http.h"
#include "net/curl.h"
#include "net/url.h"

/* Why an attempt was stopped by us. */
typedef enum lu__stop {
	LU__STOP_NONE,
	LU__STOP_CONNECT, /* late: not connected, */
	LU__STOP_FIRST,   /* no first byte, */
	LU__STOP_IDLE,    /* no next byte, */
	LU__STOP_TOTAL,   /* not at its end, */
	LU__STOP_ALL,     /* with all its attempts */
	LU__STOP_HEAD,    /* headers without end */
	LU__STOP_LARGE,
	LU__STOP_TYPE,
	LU__STOP_PIECE, /* the taker of pieces wants no more */
	LU__STOP_NOMEM
} lu__stop;

typedef struct lu__transfer {
	struct lu__transfer *next; /* in its list */
	lu_arena arena;            /* holds its texts */
	lu_http_request r;
	struct curl_slist *headers;
	const lu_http_options *o;
	size_t max_bytes; /* of a reply */

	double added, due; /* due: of the next attempt */
	int attempts, hops;
	const char *url; /* where it is sent, after redirects */
	lu__url where;

	/* of the attempt */
	CURL *easy;                           /* NULL: none is under way */
	double began, connected, first, last; /* times of lu_now(); 0: not yet */
	int status;
	char type[80], retry_after[48];
	lu_buf body, fresh; /* gathered; not yet given to `piece` */
	size_t bytes, head; /* of the body, of headers */
	bool given;         /* `piece` was called */
	lu__stop stop;
	lu_err stopped; /* of LU__STOP_PIECE */
	bool ended;
	CURLcode result;
	char detail[CURL_ERROR_SIZE];
} lu__transfer;

/* A copy of `r`, its URL and headers checked. */
lu_code lu__transfer_new(const lu_http_request *r, const lu_http_options *o, lu__transfer **out, lu_err *e) LU_MUST_USE;
void lu__transfer_free(lu__transfer *t); /* no attempt may be under way */

/* Begin an attempt, a hop of a redirect included, and end it, whatever its state. */
lu_code lu__transfer_begin(lu__transfer *t, const lu__curl *c, CURLM *multi, lu_err *e) LU_MUST_USE;
void lu__transfer_end(lu__transfer *t, const lu__curl *c, CURLM *multi);

/* The time at which the request is late, with all its attempts; HUGE_VAL: never. */
double lu__transfer_end_of_all(const lu__transfer *t);
/* The time at which the attempt is late, and in what. */
double lu__transfer_limit(const lu__transfer *t, lu__stop *late);
/* Hand on what has come. */
void lu__transfer_give(lu__transfer *t);

/* verdict.c: how an attempt ended. */
typedef enum lu__verdict {
	LU__VERDICT_DONE,
	LU__VERDICT_FAILED,
	LU__VERDICT_AGAIN,
	LU__VERDICT_REDIRECTED
} lu__verdict;

/* LU__VERDICT_FAILED and LU__VERDICT_AGAIN set *why, the latter *wait: seconds that the server
 * wants, or -1. LU__VERDICT_REDIRECTED has set the new URL. To be called before lu__transfer_end(). */
lu__verdict lu__transfer_judge(lu__transfer *t, const lu__curl *c, double *wait, lu_err *why);

#endif
