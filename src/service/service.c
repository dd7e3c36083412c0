/* SPDX-License-Identifier: MIT
 * A service begins and ends. */
#include <stdlib.h>

#include "core/waiting.h"
#include "service/opened.h"

#define MOST 16

static lu_code keep_config(lu_service *s, const lu_service_config *c, lu_err *e)
{
	lu_code rc;

	s->config = *c;
	if (!s->config.tenant) s->config.tenant = "default";
	if (!s->config.kb) s->config.kb = "default";
	if (!s->config.most) s->config.most = MOST;
	rc = lu__service_keep(&s->arena, &s->config.db, e);
	if (!rc) rc = lu__service_keep(&s->arena, &s->config.tenant, e);
	if (!rc) rc = lu__service_keep(&s->arena, &s->config.kb, e);
	return rc;
}

lu_code lu_service_open(const lu_service_config *c, lu_service **out, lu_err *e)
{
	lu_service *s = calloc(1, sizeof *s);
	lu_code rc;

	if (!s) return lu_nomem(e);
	pthread_mutex_init(&s->lock, NULL);
	pthread_mutex_init(&s->opening, NULL);
	lu_cond_init(&s->changed);
	lu_request_init(&s->request, 0);
	rc = keep_config(s, c, e);
	if (!rc) rc = lu__writer_start(s, e);
	if (rc) lu_service_close(s);
	else *out = s;
	return rc;
}

void lu_service_close(lu_service *s)
{
	if (!s) return;
	lu__writer_stop(s);
	lu__bases_close(s->open);
	pthread_cond_destroy(&s->changed);
	pthread_mutex_destroy(&s->opening);
	pthread_mutex_destroy(&s->lock);
	lu_arena_free(&s->arena);
	free(s);
}

const char *lu_service_tenant(const lu_service *s)
{
	return s->config.tenant;
}

const char *lu_service_kb(const lu_service *s)
{
	return s->config.kb;
}
