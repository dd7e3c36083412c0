/* SPDX-License-Identifier: MIT
 * The server inside: its threads, connections and requests.
 *
 *	receiver    libmicrohttpd's thread of each listener: receives and checks requests, sends replies (connections.c)
 *	workers     call the handlers (workers.c)
 *	watcher     looks for clients that leave or are too slow, while libmicrohttpd does not look (leavers.c)
 *
 * A connection is suspended while a worker has its request, or while a stream has nothing to send: libmicrohttpd does not look
 * at it then. `lock` guards all that is shared; under it libmicrohttpd may be told to suspend and to resume. */
#ifndef LU_SERVE_SERVER_H
#define LU_SERVE_SERVER_H

#include <pthread.h>

#include "serve/microhttpd.h"
#include "serve/listener.h"
#include "serve/serve.h"
#include "serve/access_token.h"

typedef enum lu__phase {
	LU__RECEIVING, /* the connection waits for a request, or for the rest of one */
	LU__WORKING,   /* it has one */
	LU__SENDING,   /* its reply is sent */
} lu__phase;

/* A connection. */
typedef struct lu__peer {
	struct lu__peer *prev, *next; /* of lu_server.peers */
	struct lu_server *server;
	struct lu__exchange *exchange; /* the one that is under way, or NULL */
	struct MHD_Connection *connection;
	pthread_t receiver; /* the thread that receives from it */
	lu_str target;      /* of the request that is received, where it is in its head; elsewhere: it is none */
	int fd;
	lu__phase phase;
	double since; /* lu_now() when the phase began */
	double left;  /* when it was seen to send no more; 0: it was not */
} lu__peer;

enum { LU__PARAMS = 4 };

/* A request and its reply. Two may hold it: the receiver, until the exchange is over, and the worker. */
typedef struct lu__exchange {
	lu_served call;
	struct lu_server *server;
	lu__peer *peer;
	struct MHD_Connection *connection;
	struct lu__exchange *next; /* that waits for a worker */
	const lu_route *route;
	lu_str param[LU__PARAMS]; /* in their order in the pattern */
	lu_principal who;
	lu_arena arena; /* what lives as long as the exchange */
	lu_request request;
	lu_buf body;
	lu_strs header_name, header_value; /* to be sent */
	lu_strs query_name, query_value;   /* decoded */
	lu_strs field_name,
		field_value; /* the headers of the request: copies, for the connection may end before the handler */
	char id[65];
	double start;
	bool closes; /* the connection ends with the reply */

	/* Under the lock. */
	int holders;
	bool suspended; /* the connection is */
	bool done;      /* the handler has returned */
	bool gone;      /* the client has left */
	bool queued;    /* libmicrohttpd has the reply */
	bool streams;   /* the reply is a stream */
	bool failed;    /* the stream ends without the mark of its end; the worker's until `done` */
	lu_buf pending; /* of the stream: what is to be sent from `sent` on */
	size_t sent;
	pthread_cond_t room; /* there is room in `pending`, or the client has left */
} lu__exchange;

/* How much a token may still ask. */
typedef struct lu__bucket {
	lu_str name;
	double level, at; /* requests, at this lu_now() */
} lu__bucket;

struct lu_server {
	lu_serve_config config;
	const lu__microhttpd *mhd;
	const lu_route *route;
	size_t n_route;
	lu_listener **listener;
	struct MHD_Daemon **daemon; /* one for each listener, NULL: none */
	size_t n_listener;

	pthread_mutex_t lock;
	pthread_cond_t work; /* something waits, or the server ends */
	pthread_cond_t idle; /* a request is over */
	pthread_cond_t look; /* there is something to watch */
	lu__peer *peers;
	size_t n_peer;
	lu__exchange *first, *last; /* those that wait */
	size_t n_waiting, n_working, n_exchange;
	size_t waiting_bytes; /* of the bodies of those that wait */
	pthread_t *worker;
	size_t n_worker;
	pthread_t watcher;
	bool watches;  /* the watcher runs */
	bool stopping; /* no new requests */
	bool over;     /* the threads end */
	const lu_access_tokens *tokens;
	lu__bucket *bucket;
	size_t n_bucket;
	lu_arena arena; /* of the buckets */
	lu_metric *requests, *seconds;
};

/* ---- exchanges.c ---- */
/* With copies of what the request says. NULL when memory is out. */
lu__exchange *lu__exchange_new(lu__peer *peer, struct MHD_Connection *c, const char *path);
/* Append a copy; false when memory is out. */
bool lu__strs_add(lu_arena *a, lu_strs *to, lu_str s);
/* One holder less; under the lock. The last one frees it. */
void lu__exchange_give(lu__exchange *x);
/* The client has left: the work is cancelled. Under the lock. */
void lu__exchange_gone(lu__exchange *x);
/* Let libmicrohttpd go on with the connection, when it is suspended. Under the lock. */
void lu__exchange_resume(lu__exchange *x);

/* ---- request_id.c ---- */
void lu__ids_choose(lu__exchange *x);

/* ---- connections.c: what libmicrohttpd calls ---- */
lu_code lu__connections_start(lu_server *s, size_t i, lu_err *e) LU_MUST_USE;

/* ---- workers.c ---- */
lu_code lu__workers_start(lu_server *s, lu_err *e) LU_MUST_USE;
/* Hand it to a worker; false when too many wait. Under the lock. */
bool lu__workers_take(lu__exchange *x);
void lu__workers_stop(lu_server *s);
/* Call the handler, in this thread; what it returned is in the call then. */
void lu__handle(lu__exchange *x);

/* ---- leavers.c ---- */
lu_code lu__watcher_start(lu_server *s, lu_err *e) LU_MUST_USE;
void lu__watcher_stop(lu_server *s);

/* ---- head.c ---- */
/* Keep where the target of a request is, the path and what follows it, before it is cut apart; NULL: it has none. */
void lu__head_target(lu__peer *p, const char *target);
/* Are what we know of its head, the method and the version included, all bytes of it? */
bool lu__head_is_whole(const lu__exchange *x, const char *method, const char *version);

/* ---- framing.c ---- */
/* Keep the parameters of the query string; else a problem is in the call. */
bool lu__query_read(lu__exchange *x);
/* Is the request one of which nobody can think differently where it ends? Else a problem is in the call. */
bool lu__framing_check(lu__exchange *x, const char *method, const char *version);

/* ---- admission.c ---- */
/* Is it meant for us, by Host, and asked by a page that may, by Origin? Else the reply is in the call. */
bool lu__admission_place(lu__exchange *x, const char *method);
/* May the one whose token it has ask, and so often? Else a problem is in the call. */
bool lu__admission_token(lu__exchange *x);

/* ---- routes.c ---- */
/* The route of the path, with its parameters; else a problem is in the call. */
bool lu__route_find(lu__exchange *x, const char *method);

/* ---- http_reply.c ---- */
/* Give the reply to libmicrohttpd. */
enum MHD_Result lu__reply(lu__exchange *x);
const char *lu__status_title(int status); /* "Bad Request" */
void lu__problem_of(lu__exchange *x, lu_code rc, const lu_err *e);
/* Decode %XX in place of an arena; false where it is none, or a NUL comes of it. */
bool lu__decode(lu_arena *a, lu_str s, lu_str *out);
void lu__server_log(lu_server *s, bool failure, const char *fmt, ...) LU_PRINTF(3, 4);

#endif
