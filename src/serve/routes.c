/* SPDX-License-Identifier: MIT
 * Which route a path is of. */
#include "serve/server.h"

/* Does the path fit? Its parameters are in `param` then, encoded. */
static bool fits(const char *pattern, lu_str path, lu_str param[LU__PARAMS])
{
	lu_str p = lu_strz(pattern);

	for (size_t n = 0;;) {
		lu_str want = lu_str_before_first(p, '/'), got = lu_str_before_first(path, '/');
		bool more = want.n < p.n;

		if (lu_str_ends(want, "...}")) got = path;
		if (want.n && want.s[0] == '{') {
			if (!got.n || n == LU__PARAMS) return false;
			param[n++] = got;
		} else if (!lu_str_eq(want, got)) {
			return false;
		}
		if (!more || got.n == path.n) return !more && got.n == path.n;
		p = lu_strn(p.s + want.n + 1, p.n - want.n - 1);
		path = lu_strn(path.s + got.n + 1, path.n - got.n - 1);
	}
}

static bool serves(const lu_route *r, const char *method)
{
	return !strcmp(r->method, method) || (!strcmp(method, "HEAD") && !strcmp(r->method, "GET"));
}

static bool decode(lu__exchange *x)
{
	for (size_t i = 0; i < LU__PARAMS; i++) {
		if (x->param[i].n && !lu__decode(&x->arena, x->param[i], &x->param[i])) {
			lu_served_problem(&x->call, 400, "the path of the request is none");
			return false;
		}
	}
	return true;
}

bool lu__route_find(lu__exchange *x, const char *method)
{
	lu_server *s = x->server;
	lu_buf allow = LU_BUF;

	for (size_t i = 0; i < s->n_route; i++) {
		lu_str param[LU__PARAMS] = { { 0 } };

		if (!fits(s->route[i].pattern, x->call.path, param)) continue;
		if (serves(&s->route[i], method)) {
			x->route = &s->route[i];
			x->call.method = x->route->method;
			memcpy(x->param, param, sizeof param);
			lu_buf_free(&allow);
			return decode(x);
		}
		lu_buf_addf(&allow, "%s%s%s", allow.len ? ", " : "", s->route[i].method,
			    strcmp(s->route[i].method, "GET") ? "" : ", HEAD");
	}
	if (!allow.len) {
		lu_served_problem(&x->call, 404, "nothing is served at this path");
	} else {
		lu_served_problem(&x->call, 405, "this path takes %s", allow.s);
		if (lu_served_set(&x->call, "Allow", allow.s, NULL)) x->closes = true;
	}
	lu_buf_free(&allow);
	return false;
}
