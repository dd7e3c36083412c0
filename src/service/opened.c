/* SPDX-License-Identifier: MIT
 * The knowledge bases that are open. */
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "service/opened.h"

void lu__service_named(const lu_service *s, const char **tenant, const char **kb)
{
	if (!*tenant) *tenant = s->config.tenant;
	if (!*kb) *kb = s->config.kb;
}

/* ---- opening and closing one ---- */

static void close_one(lu__open *o)
{
	if (!o) return;
	lu_session_close(o->base.session);
	lu_arena_free(&o->base.arena);
	free(o);
}

lu_code lu__service_keep(lu_arena *a, const char **name, lu_err *e)
{
	*name = lu_arena_dup(a, lu_strz(*name)).s;
	return *name ? LU_OK : lu_nomem(e);
}

/* What is not there is told in the words of this layer, so that they are the same for what may not be seen. */
static lu_code open_session(lu_service *s, lu_base *b, lu_err *e)
{
	lu_session_config c = { .db = s->config.db,
				.tenant = b->tenant,
				.kb = b->kb,
				.readers = s->config.readers,
				.models.embed.provider = "builtin",
				.warn = s->config.warn,
				.log = s->config.log,
				.ctx = s->config.warn_ctx };
	lu_code rc = lu_session_open(&c, &b->session, e);

	return rc == LU_ENOENT ? lu_fail(e, LU_ENOENT, "there is no knowledge base '%.100s'", b->kb) : rc;
}

static lu_code open_one(lu_service *s, const char *tenant, const char *kb, lu__open **out, lu_err *e)
{
	lu__open *o = calloc(1, sizeof *o);
	lu_code rc;

	if (!o) return lu_nomem(e);
	o->base.tenant = tenant;
	o->base.kb = kb;
	rc = lu__service_keep(&o->base.arena, &o->base.tenant, e);
	if (!rc) rc = lu__service_keep(&o->base.arena, &o->base.kb, e);
	if (!rc) rc = open_session(s, &o->base, e);
	if (!rc) rc = s->config.set_up(s->config.ctx, &o->base, e);
	if (rc) close_one(o);
	else *out = o;
	return rc;
}

/* ---- the list; all of it with the lock ---- */

static lu__open *find(lu_service *s, const char *tenant, const char *kb)
{
	lu__open *o = s->open;

	while (o && (strcmp(o->base.tenant, tenant) != 0 || strcmp(o->base.kb, kb) != 0)) o = o->next;
	if (o) o->taken++;
	return o;
}

/* Take out of the list what nobody has taken: the one that was used before all others, or all with `all`. Returns them. */
static lu__open *take_out(lu_service *s, bool all)
{
	lu__open *out = NULL, **oldest = NULL;

	for (lu__open **p = &s->open; *p;) {
		if (all) {
			lu__open *o = *p;

			*p = o->next;
			s->n_open--;
			o->dropped = true;
			if (o->taken) continue;
			o->next = out;
			out = o;
			continue;
		}
		if (!(*p)->taken && (!oldest || (*p)->used < (*oldest)->used)) oldest = p;
		p = &(*p)->next;
	}
	if (!oldest) return out;
	out = *oldest;
	*oldest = out->next;
	out->next = NULL;
	s->n_open--;
	return out;
}

void lu__bases_close(lu__open *o)
{
	for (lu__open *next; o; o = next) {
		next = o->next;
		close_one(o);
	}
}

/* ---- taking and giving ---- */

static lu_code take_new(lu_service *s, const char *tenant, const char *kb, lu__open **out, lu_err *e)
{
	lu__open *old = NULL;
	lu_code rc = open_one(s, tenant, kb, out, e);

	if (rc) return rc;
	pthread_mutex_lock(&s->lock);
	if (s->n_open >= s->config.most) old = take_out(s, false);
	(*out)->next = s->open;
	(*out)->taken = 1;
	s->open = *out;
	s->n_open++;
	pthread_mutex_unlock(&s->lock);
	lu__bases_close(old);
	return LU_OK;
}

lu_code lu_service_take(lu_service *s, const char *tenant, const char *kb, lu_base **out, lu_err *e)
{
	lu__open *o;
	lu_code rc = LU_OK;

	lu__service_named(s, &tenant, &kb);
	pthread_mutex_lock(&s->lock);
	o = find(s, tenant, kb);
	pthread_mutex_unlock(&s->lock);
	if (!o) {
		pthread_mutex_lock(&s->opening);
		pthread_mutex_lock(&s->lock);
		o = find(s, tenant, kb); /* somebody else has opened it meanwhile */
		pthread_mutex_unlock(&s->lock);
		if (!o) rc = take_new(s, tenant, kb, &o, e);
		pthread_mutex_unlock(&s->opening);
	}
	if (!rc) *out = &o->base;
	return rc;
}

void lu_service_give(lu_service *s, lu_base *b)
{
	lu__open *o = (lu__open *)b;
	bool last;

	if (!b) return;
	pthread_mutex_lock(&s->lock);
	o->used = lu_now();
	last = !--o->taken && o->dropped;
	pthread_mutex_unlock(&s->lock);
	if (last) close_one(o);
}

void lu_service_renew(lu_service *s)
{
	lu__open *old;

	pthread_mutex_lock(&s->lock);
	old = take_out(s, true);
	pthread_mutex_unlock(&s->lock);
	lu__bases_close(old);
}

lu_code lu_service_check(lu_service *s, lu_err *e)
{
	lu_store *st = NULL;
	lu_code rc = lu_store_open(&st, s->config.db, LU_STORE_READ, 0, e);

	lu_store_close(st);
	return rc;
}

lu_code lu_service_list(lu_service *s, const char *tenant, lu_arena *a, lu_kb **out, size_t *n, lu_err *e)
{
	lu_store *st = NULL;
	lu_code rc = lu_store_open(&st, s->config.db, LU_STORE_READ, 0, e);

	if (!rc) rc = lu_store_kbs(st, tenant ? tenant : s->config.tenant, a, out, n, e);
	lu_store_close(st);
	return rc;
}
