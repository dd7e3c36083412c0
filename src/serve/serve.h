/* SPDX-License-Identifier: MIT
 * An HTTP/1.1 server: who may ask what, limits, framing, streams, the end. It knows nothing of what is asked.
 *
 * A request is received, checked and bounded by one thread, and handled by one of a bounded number of workers, which block
 * as they like. Whoever answers gets a lu_served:
 *
 *	static lu_code hello(void *ctx, lu_served *c, lu_err *e)
 *	{
 *		lu_str name = lu_served_param(c, "name");
 *
 *		if (!name.n) return lu_fail(e, LU_EUSAGE, "the name is empty");  an error is a problem of its kind
 *		lu_buf_addf(&c->out, "{\"hello\":true}\n");
 *		return LU_OK;
 *	}
 *	{ "GET", "/hello/{name}", hello, 0 }
 *
 * Long work looks at lu_check_cancel() as everywhere: the worker works on c->request, which is cancelled when the client has
 * left (within 200 ms), at its deadline, and when the server ends. */
#ifndef LU_SERVE_SERVE_H
#define LU_SERVE_SERVE_H

#include "lucus/arena.h"
#include "lucus/request.h"
#include "serve/metrics.h"

/* Who asks. Lives as long as the call. */
typedef struct lu_principal {
	lu_str name;   /* of the token; empty: nobody in particular, as on loopback without tokens */
	lu_str tenant; /* empty: the default one */
	lu_strs kbs;   /* the knowledge bases that it may see; none named: all of the tenant */
} lu_principal;

/* May it see the knowledge base? */
bool lu_principal_may(const lu_principal *p, lu_str kb);

/* A request that is handled. One thread at a time. Views live as long as the handler runs. */
typedef struct lu_served {
	const char *method; /* as of the route: GET also where HEAD was asked */
	lu_str path;        /* as it was sent, without the query string */
	lu_str body;        /* whole, at most lu_serve_config.body bytes */
	const lu_principal *who;
	const char *id;      /* X-Request-Id of the client when it is sane, else a new one; sent back by the server */
	lu_str traceparent;  /* of the client when it is sane, else empty; sent back by the server */
	lu_request *request; /* give it to what takes one; the thread works on it already */
	lu_arena arena;      /* the handler's, freed after it */

	/* The reply, unless the handler streams. */
	int status;       /* 200 */
	const char *type; /* "application/json"; lives longer than the call */
	lu_buf out;       /* the body */
} lu_served;

/* A handler. What it returns that is no LU_OK becomes application/problem+json, instead of `out`: LU_EUSAGE 400,
 * LU_ENOENT 404, LU_EBUSY 503, LU_ENET 502, LU_ECANCEL 504 or 503, LU_ENOMEM 503, with the message as its detail; all others 500
 * without it, and the message goes to the log. In a stream that began it is lost: say it there before. */
typedef lu_code lu_served_fn(void *ctx, lu_served *c, lu_err *e);

/* The part of the path that stands for {name}, decoded; empty when the pattern has no such. The last one of a pattern
 * may be {name...}: all that follows, slashes too. */
lu_str lu_served_param(const lu_served *c, const char *name);
/* The value of the query string's parameter, decoded: the first of that name. s is NULL when there is none. */
lu_str lu_served_query(const lu_served *c, const char *name);
/* All of them, in order: *i starts at 0; false at the end. */
bool lu_served_query_at(const lu_served *c, size_t *i, lu_str *name, lu_str *value);
/* A header of the request, the first of that name, whatever its case; s is NULL when there is none. */
lu_str lu_served_header(const lu_served *c, const char *name);
/* Send a header: both are copied. Not Content-Type, Content-Length, Connection or X-Request-Id. Before the stream begins. */
lu_code lu_served_set(lu_served *c, const char *name, const char *value, lu_err *e) LU_MUST_USE;
/* Reply with a problem of another status than codes have: `c` is complete then, return LU_OK. */
void lu_served_problem(lu_served *c, int status, const char *fmt, ...) LU_PRINTF(3, 4);

/* Begin a stream of this type, with c->status: what is in `out` is sent first. */
lu_code lu_served_stream(lu_served *c, const char *type, lu_err *e) LU_MUST_USE;
/* Send some more of it. Waits while the client is slow. LU_ECANCEL when the client has left, or the request is over. The stream
 * ends when the handler returns: after an error without the mark of its end, so that the client knows. */
lu_code lu_served_send(lu_served *c, lu_str text, lu_err *e) LU_MUST_USE;

typedef enum lu_route_flag {
	LU_ROUTE_OPEN = 1, /* also without a token, where one is needed: `who` is nobody then (its tenant is empty) */
	LU_ROUTE_QUICK =
		2, /* answered at once, also when all workers are busy: takes microseconds, waits for nothing, no stream */
} lu_route_flag;

/* What is served. Both strings live as long as the server. A name of `pattern` stands for one part of the path, not empty. The first route of a
 * table that fits counts. HEAD is served by GET. */
typedef struct lu_route {
	const char *method;  /* "GET" */
	const char *pattern; /* "/api/v1/graph/{question}/{name}" */
	lu_served_fn *handler;
	unsigned flags; /* lu_route_flag */
	void *ctx;
} lu_route;

/* Where to listen. */
typedef struct lu_listener lu_listener;

#define LU_SERVE_WAITING_BYTES (64 << 20)

/* Zeros are the defaults. Strings live as long as the server. */
typedef struct lu_serve_config {
	lu_strs hosts; /* more names that requests may call this server by, in Host; beside loopback's and those listened on */
	lu_strs origins; /* web pages of these origins may ask ("https://a.example"), beside those of this server */
	const struct lu_access_tokens *tokens; /* who may ask; NULL: everybody who reaches it */
	lu_str tls_cert, tls_key;              /* PEM; both or none */
	size_t workers;                        /* requests that are handled at once: 2 for each processor, at least 4 */
	size_t waiting; /* requests that wait for a worker, with LU_SERVE_WAITING_BYTES of bodies; more are refused: 1024 */
	size_t connections;             /* 2048 */
	size_t connections_per_address; /* half of that */
	size_t body;                    /* bytes of a request's body: 1 MiB */
	double receive;      /* seconds until a request is received whole: 20; 5 while half the connections are taken */
	double seconds;      /* seconds that a request may be worked on: 120 */
	double rate;         /* requests a second of one token; 0: any number */
	lu_metrics *metrics; /* what the server counts goes there, too; or NULL */
	/* A line for the log, from any thread: a request that was answered, or, with `failure`, why one failed inside; NULL: nobody wants
	 * it. It holds no token, body, path or query string, but for the messages of failures. */
	void (*log)(void *ctx, bool failure, const char *line);
	void *log_ctx;
} lu_serve_config;

/* Serve. `listeners` of listener.h are the server's from then on, also on failure. Fails with LU_EIO where libmicrohttpd is not installed. */
typedef struct lu_server lu_server;
lu_code lu_server_start(const lu_serve_config *config, const lu_route *routes, size_t n_route, lu_listener **listeners,
			size_t n_listener, lu_server **out, lu_err *e) LU_MUST_USE;
/* End: stop to listen, let requests finish for `grace` seconds, cancel those that are left, wait for them. Accepts NULL. One thread. */
void lu_server_stop(lu_server *s, double grace);
/* Requests that are handled or wait now: no more than a glance. */
size_t lu_server_busy(lu_server *s);
/* Other tokens count from now on. The former ones may be freed once this returns. */
void lu_server_set_tokens(lu_server *s, const struct lu_access_tokens *t);

#endif
