/* SPDX-License-Identifier: MIT
 * Is every byte of a request's head one that was seen? libmicrohttpd 0.9.75 cuts a head apart where it lies: what it hands out points
 * into it, one behind the other, with a NUL where a blank, a colon or the end of a line was. Where it drops something or moves it, a
 * header that goes on in the next line, what follows a NUL, a second blank, there is a gap; behind a bare LF a byte is missing. What stands before
 * this server may have read there where the request ends. */
#include <string.h>

#include "serve/server.h"

struct walk {
	uintptr_t at, end; /* the next byte, and where the head ends */
	bool whole;
};

static void step(struct walk *w, const char *s, size_t n, size_t end_mark)
{
	w->whole = w->whole && (uintptr_t)s == w->at && n + end_mark <= w->end - w->at;
	if (w->whole) w->at += n + end_mark;
}

static enum MHD_Result step_field(void *ctx, enum MHD_ValueKind kind, const char *name, size_t n, const char *value,
				  size_t size)
{
	struct walk *w = ctx;

	(void)kind;
	step(w, name, n, 1);
	w->whole = w->whole && value && (uintptr_t)value >= w->at && (uintptr_t)value < w->end;
	for (; w->whole && w->at < (uintptr_t)value; w->at++)
		w->whole = *(const char *)w->at == ' ' || *(const char *)w->at == '\t';
	step(w, value, size, 2);
	return w->whole ? MHD_YES : MHD_NO;
}

void lu__head_target(lu__peer *p, const char *target)
{
	p->target = lu_strz(target ? target : "");
	for (size_t i = 0; i < p->target.n; i++)
		if ((unsigned char)target[i] <= ' ' || target[i] == 0x7f) p->target = lu_strz("");
}

bool lu__head_is_whole(const lu__exchange *x, const char *method, const char *version)
{
	const lu__microhttpd *m = x->server->mhd;
	const union MHD_ConnectionInfo *size =
		m->get_connection_info(x->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	struct walk w = { .at = (uintptr_t)method, .end = (uintptr_t)method, .whole = size != NULL };

	if (size) w.end += size->header_size;
	step(&w, method, strlen(method), 1);
	step(&w, x->peer->target.s, x->peer->target.n, 1);
	step(&w, version, strlen(version), 2);
	m->get_connection_values_n(x->connection, MHD_HEADER_KIND, step_field, &w);
	return w.whole && w.at + 2 == w.end;
}
