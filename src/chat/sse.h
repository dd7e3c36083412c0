/* SPDX-License-Identifier: MIT
 * Server-sent events, as they come: in pieces that are cut anywhere. */
#ifndef LU_CHAT_SSE_H
#define LU_CHAT_SSE_H

#include "lucus/str.h"

/* An event with data; `name` is empty when it has none. Both live during the call. */
typedef lu_code lu__sse_fn(void *ctx, lu_str name, lu_str data, lu_err *e);

typedef struct lu__sse {
	lu_buf line, name, data;
	bool cr;      /* the last byte ended a line: a line feed after it belongs to that */
	bool begun;   /* there was a line */
	bool pending; /* the event has data */
} lu__sse;

void lu__sse_init(lu__sse *s);
void lu__sse_free(lu__sse *s);
/* Anything but LU_OK of `fn` ends it with that code. */
lu_code lu__sse_push(lu__sse *s, lu_str bytes, lu__sse_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;
/* The end of the stream. An event without the empty line after it counts, one that ends within a line does not. */
lu_code lu__sse_end(lu__sse *s, lu__sse_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

#endif
