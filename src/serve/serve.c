/* SPDX-License-Identifier: MIT
 * The server begins and ends. */
#include "serve/serve.h"

#include <stdlib.h>

#include "core/file.h"
#include "core/waiting.h"
#include "serve/server.h"

static void set_size(size_t *v, size_t otherwise)
{
	if (!*v) *v = otherwise;
}

static void set_seconds(double *v, double otherwise)
{
	if (*v <= 0) *v = otherwise;
}

static void set_defaults(lu_serve_config *k)
{
	size_t cpus = (size_t)lu_cpus();

	set_size(&k->workers, cpus > 2 ? 2 * cpus : 4);
	set_size(&k->waiting, 1024);
	set_size(&k->connections, 2048);
	set_size(&k->connections_per_address, (k->connections + 1) / 2);
	set_size(&k->body, 1 << 20);
	set_seconds(&k->receive, 20);
	set_seconds(&k->seconds, 120);
}

static lu_code make_metrics(lu_server *s, lu_err *e)
{
	lu_metrics *m = s->config.metrics;
	lu_code rc;

	if (!m) return LU_OK;
	rc = lu_metric_new(m, LU_METRIC_COUNTER, "lucus_http_requests_total", "Requests that were answered.",
			   "method route status", &s->requests, e);
	if (!rc)
		rc = lu_metric_new(m, LU_METRIC_HISTOGRAM, "lucus_http_request_duration_seconds",
				   "Time from a request's header to the end of its reply.", "route", &s->seconds, e);
	return rc;
}

static lu_code start(lu_server *s, lu_err *e)
{
	lu_code rc = lu__microhttpd_get(&s->mhd, e);

	if (!rc && s->config.tls_cert.n && s->mhd->is_feature_supported(MHD_FEATURE_TLS) != MHD_YES)
		rc = lu_fail(e, LU_EIO, "the libmicrohttpd that is installed has no TLS");
	if (!rc) rc = make_metrics(s, e);
	if (!rc) rc = lu__workers_start(s, e);
	if (!rc) rc = lu__watcher_start(s, e);
	for (size_t i = 0; i < s->n_listener && !rc; i++) rc = lu__connections_start(s, i, e);
	return rc;
}

lu_code lu_server_start(const lu_serve_config *config, const lu_route *routes, size_t n_route, lu_listener **listeners,
			size_t n_listener, lu_server **out, lu_err *e)
{
	lu_server *s = calloc(1, sizeof *s);
	lu_code rc;

	if (s) {
		s->listener = calloc(n_listener, sizeof *s->listener);
		s->daemon = calloc(n_listener, sizeof *s->daemon);
	}
	if (!s || !s->listener || !s->daemon) {
		while (n_listener) lu_listener_close(listeners[--n_listener]);
		free(s ? s->listener : NULL);
		free(s ? s->daemon : NULL);
		free(s);
		return lu_nomem(e);
	}
	memcpy(s->listener, listeners, n_listener * sizeof *listeners);
	s->n_listener = n_listener;
	s->config = *config;
	s->tokens = config->tokens;
	s->route = routes;
	s->n_route = n_route;
	set_defaults(&s->config);
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->work, NULL);
	lu_cond_init(&s->idle);
	lu_cond_init(&s->look);
	rc = start(s, e);
	if (rc) lu_server_stop(s, 0);
	else *out = s;
	return rc;
}

/* Wait until no request is under way, for `seconds`. */
static void wait_idle(lu_server *s, double seconds)
{
	double until = lu_now() + seconds;

	pthread_mutex_lock(&s->lock);
	while (s->n_exchange && lu_cond_wait(&s->idle, &s->lock, until)) {
	}
	pthread_mutex_unlock(&s->lock);
}

/* What is under way ends at its next check. */
static void cancel_all(lu_server *s)
{
	pthread_mutex_lock(&s->lock);
	for (lu__peer *p = s->peers; p; p = p->next)
		if (p->exchange) lu_request_cancel(&p->exchange->request);
	pthread_mutex_unlock(&s->lock);
}

/* The sockets are free for another server at once; connections that are open go on. */
static void stop_listening(lu_server *s)
{
	pthread_mutex_lock(&s->lock);
	s->stopping = true;
	pthread_mutex_unlock(&s->lock);
	for (size_t i = 0; i < s->n_listener; i++) {
		if (s->daemon[i]) s->mhd->quiesce_daemon(s->daemon[i]);
		lu_listener_close(s->listener[i]);
	}
}

void lu_server_stop(lu_server *s, double grace)
{
	if (!s) return;
	stop_listening(s);
	if (grace > 0) wait_idle(s, grace);
	cancel_all(s);
	wait_idle(s, 1); /* those that were cancelled say so */
	lu__workers_stop(s);
	lu__watcher_stop(s);
	for (size_t i = 0; i < s->n_listener; i++)
		if (s->daemon[i]) s->mhd->stop_daemon(s->daemon[i]);
	pthread_cond_destroy(&s->work);
	pthread_cond_destroy(&s->idle);
	pthread_cond_destroy(&s->look);
	pthread_mutex_destroy(&s->lock);
	lu_arena_free(&s->arena);
	free(s->listener);
	free(s->daemon);
	free(s);
}

size_t lu_server_busy(lu_server *s)
{
	size_t n;

	pthread_mutex_lock(&s->lock);
	n = s->n_waiting + s->n_working;
	pthread_mutex_unlock(&s->lock);
	return n;
}

void lu_server_set_tokens(lu_server *s, const lu_access_tokens *t)
{
	pthread_mutex_lock(&s->lock);
	s->tokens = t;
	pthread_mutex_unlock(&s->lock);
}
