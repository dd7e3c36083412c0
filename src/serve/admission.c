/* SPDX-License-Identifier: MIT
 * Who may ask. A page of the web may make a browser ask us: Host says by which name (one that its owner has pointed at this
 * machine, in DNS rebinding), Origin which page it is. */
#include <arpa/inet.h>
#include <math.h>
#include <stdio.h>
#include <strings.h>

#include "core/ascii.h"
#include "core/file.h"
#include "serve/server.h"

static bool same(lu_str a, lu_str b)
{
	return a.n == b.n && strncasecmp(a.s, b.s, a.n) == 0;
}

/* The name in "NAME" or "NAME:PORT", an address of IPv6 in its brackets; empty for what is none. */
static lu_str name_of(lu_str host)
{
	const char *end = host.n && host.s[0] == '[' ? memchr(host.s, ']', host.n) : NULL;
	lu_str name = end ? lu_strn(host.s, (size_t)(end - host.s) + 1) : lu_str_before_first(host, ':');

	for (size_t i = name.n; i < host.n; i++)
		if (i == name.n ? host.s[i] != ':' : !lu_is_digit(host.s[i])) return lu_strn("", 0);
	return name;
}

/* No name, thus none that anybody could point here. */
static bool is_address(lu_str name)
{
	char text[INET6_ADDRSTRLEN + 1];
	struct in6_addr a;
	bool six = name.n > 2 && name.s[0] == '[';

	if (six) name = lu_strn(name.s + 1, name.n - 2);
	if (name.n >= sizeof text) return false;
	snprintf(text, sizeof text, "%.*s", LU_FMT(name));
	return inet_pton(six ? AF_INET6 : AF_INET, text, &a) == 1;
}

static bool host_is_ours(const lu_server *s, lu_str host)
{
	lu_str name = name_of(host);

	if (same(name, lu_strz("localhost")) || is_address(name)) return true;
	for (size_t i = 0; i < s->config.hosts.n; i++)
		if (same(name, s->config.hosts.v[i])) return true;
	return false;
}

/* Of the same host as the request, or named. */
static bool origin_may(const lu_server *s, lu_str origin, lu_str host, bool *named)
{
	for (size_t i = 0; i < s->config.origins.n && !*named; i++) *named = same(origin, s->config.origins.v[i]);
	if (*named) return true;
	if (!host.n) return false;
	if (lu_str_starts(origin, "http://")) return same(lu_strn(origin.s + 7, origin.n - 7), host);
	return lu_str_starts(origin, "https://") && same(lu_strn(origin.s + 8, origin.n - 8), host);
}

/* What browsers need to let a page of another origin read the reply. */
static bool allow_origin(lu__exchange *x, lu_str origin, bool asks)
{
	lu_served *c = &x->call;

	if (lu_served_set(c, "Access-Control-Allow-Origin", origin.s, NULL) || lu_served_set(c, "Vary", "Origin", NULL))
		return false;
	return !asks || (!lu_served_set(c, "Access-Control-Allow-Methods", "GET, POST, DELETE", NULL) &&
			 !lu_served_set(c, "Access-Control-Allow-Headers",
					"Authorization, Content-Type, X-Request-Id, traceparent, MCP-Protocol-Version, "
					"Mcp-Method, Mcp-Name",
					NULL));
}

bool lu__admission_place(lu__exchange *x, const char *method)
{
	lu_served *c = &x->call;
	lu_str host = lu_served_header(c, "Host"), origin = lu_served_header(c, "Origin");
	bool named = false, asks = !strcmp(method, "OPTIONS") && lu_served_header(c, "Access-Control-Request-Method").s;

	if (host.s && !host_is_ours(x->server, host)) {
		lu_served_problem(c, 421, "this server does not go by the name in Host: see --host");
		return false;
	}
	if (!origin.s) return true;
	if (!origin_may(x->server, origin, host, &named)) {
		lu_served_problem(c, 403, "pages of this origin may not ask: see --origin");
		return false;
	}
	if (!named) return true;
	if (!allow_origin(x, origin, asks)) {
		lu_served_problem(c, 503, "out of memory");
		return false;
	}
	if (asks) c->status = 204;
	return !asks;
}

static bool refuse_token(lu__exchange *x, bool there)
{
	lu_served_problem(&x->call, 401,
			  there ? "this token is not known" : "a token is needed: Authorization: Bearer TOKEN");
	if (lu_served_set(&x->call, "WWW-Authenticate",
			  there ? "Bearer realm=\"lucus\", error=\"invalid_token\"" : "Bearer realm=\"lucus\"", NULL))
		x->closes = true;
	return false;
}

/* Under the lock: those who change the tokens wait for it. */
static bool copy_principal(lu__exchange *x, const lu_access_token *t)
{
	x->who.name = lu_arena_dup(&x->arena, t->name);
	x->who.tenant = lu_arena_dup(&x->arena, t->tenant);
	for (size_t i = 0; i < t->kbs.n; i++)
		if (!lu__strs_add(&x->arena, &x->who.kbs, t->kbs.v[i])) return false;
	return x->who.name.s && x->who.tenant.s;
}

/* What a bucket holds: two seconds' requests, and one at least, or a token with less than one in two seconds would never ask. */
static double room(const lu_server *s)
{
	return fmax(2 * s->config.rate, 1);
}

/* The bucket of a token, which is full at first; NULL when memory is out. Under the lock. */
static lu__bucket *bucket_of(lu_server *s, lu_str name)
{
	lu__bucket *v;

	for (size_t i = 0; i < s->n_bucket; i++)
		if (lu_str_eq(s->bucket[i].name, name)) return &s->bucket[i];
	v = lu_arena_grow(&s->arena, s->bucket, s->n_bucket, sizeof *v);
	if (!v) return NULL;
	s->bucket = v;
	v += s->n_bucket;
	*v = (lu__bucket){ .name = lu_arena_dup(&s->arena, name), .level = room(s), .at = lu_now() };
	if (!v->name.s) return NULL;
	s->n_bucket++;
	return v;
}

/* Seconds until the next request may come; 0: now. Under the lock. */
static double take_turn(lu_server *s, lu_str name)
{
	lu__bucket *b = s->config.rate > 0 ? bucket_of(s, name) : NULL;
	double now = lu_now();

	if (!b) return 0;
	b->level = fmin(room(s), b->level + (now - b->at) * s->config.rate);
	b->at = now;
	if (b->level < 1) return (1 - b->level) / s->config.rate;
	b->level--;
	return 0;
}

static bool refuse_rate(lu__exchange *x, double wait)
{
	char seconds[32];

	snprintf(seconds, sizeof seconds, "%.0f", ceil(wait));
	lu_served_problem(&x->call, 429, "this token asks more than %g times a second", x->server->config.rate);
	if (lu_served_set(&x->call, "Retry-After", seconds, NULL)) x->closes = true;
	return false;
}

bool lu__admission_token(lu__exchange *x)
{
	lu_server *s = x->server;
	lu_str field = lu_served_header(&x->call, "Authorization"), secret = { 0 };
	const lu_access_token *t = NULL;
	bool needed, ok = true;
	double wait = 0;

	if (field.n > 7 && !strncasecmp(field.s, "Bearer ", 7)) secret = lu_str_trim(lu_strn(field.s + 7, field.n - 7));
	pthread_mutex_lock(&s->lock);
	needed = s->tokens != NULL;
	if (needed && secret.n) t = lu_access_tokens_find(s->tokens, secret);
	if (t) ok = copy_principal(x, t);
	if (t) wait = take_turn(s, t->name);
	pthread_mutex_unlock(&s->lock);
	if (!ok) {
		lu_served_problem(&x->call, 503, "out of memory");
		return false;
	}
	if (wait > 0) return refuse_rate(x, wait);
	return !needed || t || (x->route->flags & LU_ROUTE_OPEN) || refuse_token(x, field.s != NULL);
}
