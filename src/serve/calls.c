/* SPDX-License-Identifier: MIT
 * What a handler sees of its request, and says in its reply. */
#include <stddef.h>
#include <strings.h>

#include "core/file.h"
#include "core/waiting.h"
#include "serve/server.h"

enum { PENDING_MAX = 256 << 10 }; /* bytes of a stream that wait for the client */

static lu__exchange *exchange(const lu_served *c)
{
	return (lu__exchange *)((char *)c - offsetof(lu__exchange, call));
}

bool lu_principal_may(const lu_principal *p, lu_str kb)
{
	for (size_t i = 0; i < p->kbs.n; i++)
		if (lu_str_eq(p->kbs.v[i], kb)) return true;
	return !p->kbs.n;
}

lu_str lu_served_header(const lu_served *c, const char *name)
{
	const lu__exchange *x = exchange(c);
	lu_str want = lu_strz(name);

	for (size_t i = 0; i < x->field_name.n; i++) {
		lu_str f = x->field_name.v[i];

		if (f.n == want.n && strncasecmp(f.s, want.s, f.n) == 0) return x->field_value.v[i];
	}
	return lu_strn(NULL, 0);
}

bool lu_served_query_at(const lu_served *c, size_t *i, lu_str *name, lu_str *value)
{
	const lu__exchange *x = exchange(c);

	if (*i >= x->query_name.n) return false;
	*name = x->query_name.v[*i];
	*value = x->query_value.v[(*i)++];
	return true;
}

lu_str lu_served_query(const lu_served *c, const char *name)
{
	lu_str n, v;

	for (size_t i = 0; lu_served_query_at(c, &i, &n, &v);)
		if (lu_str_eqz(n, name)) return v;
	return lu_strn(NULL, 0);
}

lu_str lu_served_param(const lu_served *c, const char *name)
{
	const lu__exchange *x = exchange(c);
	lu_str rest = lu_strz(x->route->pattern);

	for (size_t i = 0; i < LU__PARAMS;) {
		lu_str open = lu_str_take(&rest, '{'), in;

		if (!open.n && !rest.n) break;
		in = lu_str_take(&rest, '}');
		if (lu_str_ends(in, "...")) in.n -= 3;
		if (in.n && lu_str_eqz(in, name)) return x->param[i];
		i++;
	}
	return lu_strn("", 0);
}

lu_code lu_served_set(lu_served *c, const char *name, const char *value, lu_err *e)
{
	lu__exchange *x = exchange(c);

	if (!lu__strs_add(&x->arena, &x->header_name, lu_strz(name))) return lu_nomem(e);
	if (lu__strs_add(&x->arena, &x->header_value, lu_strn(value, strlen(value)))) return LU_OK;
	x->header_name.n--;
	return lu_nomem(e);
}

lu_code lu_served_stream(lu_served *c, const char *type, lu_err *e)
{
	lu__exchange *x = exchange(c);
	lu_server *s = x->server;
	bool gone;

	if (c->out.oom) return lu_nomem(e);
	c->type = type;
	pthread_mutex_lock(&s->lock);
	gone = x->gone;
	if (!gone) {
		x->pending = c->out;
		lu_buf_init(&c->out);
		x->streams = true;
		lu__exchange_resume(x);
	}
	pthread_mutex_unlock(&s->lock);
	return gone ? lu_fail(e, LU_ECANCEL, "the client has left") : LU_OK;
}

/* Until there is room, under the lock. Wakes up now and then: a deadline tells nobody. */
static lu_code wait_for_room(lu__exchange *x, lu_err *e)
{
	lu_code rc = LU_OK;

	while (!rc && !x->gone && x->pending.len - x->sent > PENDING_MAX) {
		lu_cond_wait(&x->room, &x->server->lock, lu_now() + .1);
		rc = lu_check_cancel(e);
	}
	return rc;
}

lu_code lu_served_send(lu_served *c, lu_str text, lu_err *e)
{
	lu__exchange *x = exchange(c);
	lu_server *s = x->server;
	lu_code rc = lu_check_cancel(e);

	if (rc) return rc;
	pthread_mutex_lock(&s->lock);
	rc = wait_for_room(x, e);
	if (!rc && x->gone) rc = lu_fail(e, LU_ECANCEL, "the client has left");
	if (!rc) {
		lu_buf_addstr(&x->pending, text);
		if (x->pending.oom) rc = lu_nomem(e);
		lu__exchange_resume(x);
	}
	pthread_mutex_unlock(&s->lock);
	return rc;
}
