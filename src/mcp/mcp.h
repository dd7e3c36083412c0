/* SPDX-License-Identifier: MIT
 * The Model Context Protocol: a JSON-RPC message comes in, messages go out. No transport is known here: who has one
 * reads messages with lu_mcp_read(), lets each be answered, and says when a call is cancelled.
 *
 * Two eras of the protocol are answered side by side. A request that has its protocol version in `_meta` is of the
 * revision 2026-07-28 and stands for itself; any other is of 2025-11-25, 2025-06-18 or 2025-03-26, which begin with
 * `initialize`. Nothing is kept from one request to the next.
 *
 * Threads: an lu_mcp answers any number of messages at once; a message is of one thread at a time. */
#ifndef LU_MCP_MCP_H
#define LU_MCP_MCP_H

#include <stdio.h>

#include "service/service.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is asked ---- */

/* A knowledge base that is lent to a call. */
typedef struct lu_mcp_base {
	lu_session *session;
	lu_search_options search; /* what a question is searched with, but for what the call says */
	lu_ask_options ask;
	lu_lazy_graph_options lazy_graph;
	bool indexing;       /* the store is being brought up to date meanwhile: */
	int64_t done, total; /* so many files of that are done; total 0: not known */
	char trouble[256];   /* why the store could not be brought up to date; empty: nothing was wrong */
	void *own;           /* of the source */
} lu_mcp_base;

/* Tells how far something is; text NULL: nothing new. */
typedef struct lu_mcp_progress {
	void (*tell)(void *ctx, int64_t done, int64_t total, const char *text);
	void *ctx;
} lu_mcp_progress;

/* Lends the knowledge base, made or brought up to date as far as a bounded time allows, and takes it back. */
typedef struct lu_mcp_source {
	/* LU_EBUSY: it is being made for the first time, and the message says how far that is. */
	lu_code (*take)(void *ctx, const lu_request *r, const lu_mcp_progress *p, lu_mcp_base *out, lu_err *e);
	void (*give)(void *ctx, lu_mcp_base *b);
	void *ctx;
} lu_mcp_source;

/* A knowledge base of a service as a source; it outlives the calls. */
typedef struct lu_mcp_served {
	lu_service *service;
	const char *tenant, *kb; /* as of lu_service_take() */
	bool refresh;   /* have it brought up to date before a call, unless that was done just now, and wait LU_MCP_WAIT
			* seconds for that, LU_MCP_WAIT_MADE for a store that is not there yet */
	int64_t looked; /* private */
} lu_mcp_served;
#define LU_MCP_WAIT      2
#define LU_MCP_WAIT_MADE 20
lu_mcp_source lu_mcp_of(lu_mcp_served *x);

typedef struct lu_mcp {
	lu_mcp_source source;
	const char *version; /* of lucus */
} lu_mcp;

/* ---- messages ---- */

/* Headers of the transport, decoded by nobody: values as they came; NULL: not given. */
typedef struct lu_mcp_headers {
	const char *version, *method, *name; /* MCP-Protocol-Version, Mcp-Method, Mcp-Name */
} lu_mcp_headers;

typedef enum lu_mcp_kind {
	LU_MCP_DROP,   /* a notification or a response: there is no answer */
	LU_MCP_CANCEL, /* a notification that cancels the request lu_mcp_cancels() */
	LU_MCP_QUICK,  /* a request that is answered at once, an error among them */
	LU_MCP_CALL    /* a call of a tool, which takes time */
} lu_mcp_kind;

typedef struct lu_mcp_message lu_mcp_message;

/* Read one message; whatever `body` is, there is a message, which may be an error that lu_mcp_answer() tells. `h` NULL:
 * the transport has no headers. LU_ENOMEM alone. Release *out with lu_mcp_message_free(). */
lu_code lu_mcp_read(lu_str body, const lu_mcp_headers *h, lu_mcp_message **out, lu_err *e) LU_MUST_USE;
void lu_mcp_message_free(lu_mcp_message *m); /* accepts NULL */
lu_mcp_kind lu_mcp_message_kind(const lu_mcp_message *m);
/* The id of a request as JSON text, and of the one that a LU_MCP_CANCEL means; empty: it has none. Borrowed. */
lu_str lu_mcp_message_id(const lu_mcp_message *m);
lu_str lu_mcp_cancels(const lu_mcp_message *m);
/* A call is refused for now: `why` is its answer. */
void lu_mcp_message_refuse(lu_mcp_message *m, const char *why);
/* A request whose text no message can be: `why` is told as a parse error. */
lu_code lu_mcp_refused(const char *why, lu_mcp_message **out, lu_err *e) LU_MUST_USE;

/* Gets a message on its way out, JSON text of one line without its end, that is of the request that is answered. */
typedef lu_code lu_mcp_send_fn(void *ctx, lu_str message, lu_err *e);

/* Answer a message. Notifications of progress go to `send` while it is worked on; the answer itself is put into
 * *reply, which is empty where there is none. *status is the HTTP status that belongs to it: 200, 202 without an answer,
 * 400, 404. LU_ECANCEL: `r` was cancelled, and nothing is to be sent. Other failures of the work are answers. */
lu_code lu_mcp_answer(const lu_mcp *m, const lu_mcp_message *msg, const lu_request *r, lu_mcp_send_fn *send, void *ctx,
		      lu_buf *reply, int *status, lu_err *e) LU_MUST_USE;

/* ---- a transport: lines ---- */

#define LU_MCP_LINE_MAX      (4 << 20)  /* bytes of a message */
#define LU_MCP_CALLS         4          /* that are worked on at the same time */
#define LU_MCP_WAITING       4096       /* that wait, as long as it takes; more are refused */
#define LU_MCP_WAITING_BYTES (16 << 20) /* of these, too: read, a message takes a multiple of its text */

/* Read messages from `in`, one a line, and write to `out` what is answered, until `in` ends or a signal comes; then
 * calls are ended when none of them has ended by itself for `grace` seconds. Several calls are worked on at a time.
 * LU_EIO: `out` takes no more. */
lu_code lu_mcp_lines(const lu_mcp *m, FILE *in, FILE *out, double grace, lu_err *e) LU_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
