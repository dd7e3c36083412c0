/* SPDX-License-Identifier: MIT
 * A request and its reply: how long it lives. */
#include <stdlib.h>

#include "core/file.h"
#include "core/waiting.h"
#include "serve/server.h"

struct copying {
	lu__exchange *x;
	bool oom;
};

static enum MHD_Result copy_field(void *ctx, enum MHD_ValueKind kind, const char *key, size_t n, const char *value,
				  size_t size)
{
	struct copying *c = ctx;
	lu__exchange *x = c->x;

	(void)kind;
	c->oom = !lu__strs_add(&x->arena, &x->field_name, lu_strn(key, n)) ||
		 !lu__strs_add(&x->arena, &x->field_value, lu_strn(value ? value : "", value ? size : 0));
	return c->oom ? MHD_NO : MHD_YES;
}

bool lu__strs_add(lu_arena *a, lu_strs *to, lu_str s)
{
	lu_str *v = lu_arena_grow(a, to->v, to->n, sizeof *v);
	lu_str copy = lu_arena_dup(a, s);

	if (v) to->v = v;
	if (!v || !copy.s) return false;
	v[to->n++] = copy;
	return true;
}

static lu__exchange *blank(lu__peer *peer, struct MHD_Connection *c)
{
	lu__exchange *x = calloc(1, sizeof *x);

	if (!x) return NULL;
	x->server = peer->server;
	x->peer = peer;
	x->connection = c;
	x->holders = 1;
	x->start = lu_now();
	lu_buf_init(&x->body);
	lu_buf_init(&x->pending);
	lu_buf_init(&x->call.out);
	lu_cond_init(&x->room);
	x->call.status = 200;
	x->call.type = "application/json";
	x->call.who = &x->who;
	x->call.request = &x->request;
	x->call.id = x->id;
	return x;
}

lu__exchange *lu__exchange_new(lu__peer *peer, struct MHD_Connection *c, const char *path)
{
	lu__exchange *x = blank(peer, c);
	struct copying fields = { .x = x };

	if (!x) return NULL;
	x->server->mhd->get_connection_values_n(c, MHD_HEADER_KIND, copy_field, &fields);
	x->call.path = lu_arena_dup(&x->arena, lu_strz(path));
	pthread_mutex_lock(&x->server->lock);
	x->server->n_exchange++;
	if (fields.oom || !x->call.path.s) {
		lu__exchange_give(x);
		x = NULL;
	}
	pthread_mutex_unlock(&peer->server->lock);
	if (!x) return NULL;
	return x;
}

void lu__exchange_give(lu__exchange *x)
{
	if (--x->holders) return;
	x->server->n_exchange--;
	pthread_cond_broadcast(&x->server->idle);
	pthread_cond_destroy(&x->room);
	lu_buf_free(&x->body);
	lu_buf_free(&x->pending);
	lu_buf_free(&x->call.out);
	lu_arena_free(&x->call.arena);
	lu_arena_free(&x->arena);
	free(x);
}

void lu__exchange_gone(lu__exchange *x)
{
	x->gone = true;
	lu_request_cancel(&x->request);
	pthread_cond_broadcast(&x->room);
}

void lu__exchange_resume(lu__exchange *x)
{
	if (!x->suspended) return;
	x->suspended = false;
	x->server->mhd->resume_connection(x->connection);
}
