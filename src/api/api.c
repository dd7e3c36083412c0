/* SPDX-License-Identifier: MIT
 * The endpoints as routes. */
#include "api/api.h"

#include <stdlib.h>

#include "api/turn.h"

static void add_route(lu_api *a, const char *method, const char *pattern, lu_served_fn *fn, void *ctx, unsigned flags)
{
	a->route[a->n_route++] =
		(lu_route){ .method = method, .pattern = pattern, .handler = fn, .ctx = ctx, .flags = flags };
}

static lu_code make_routes(lu_api *a, lu_err *e)
{
	size_t n = 0;

	while (lu__endpoints[n].method) n++;
	a->bound = calloc(n, sizeof *a->bound);
	a->route = calloc(n + 6, sizeof *a->route);
	if (!a->bound || !a->route) return lu_nomem(e);
	for (size_t i = 0; i < n; i++) {
		const lu__endpoint *x = &lu__endpoints[i];

		a->bound[i] = (lu__bound){ a, x };
		add_route(a, x->method, x->pattern, lu__serve, &a->bound[i], 0);
	}
	add_route(a, "GET", "/openapi.json", lu__answer_openapi, a, LU_ROUTE_OPEN | LU_ROUTE_QUICK);
	add_route(a, "GET", "/health", lu__answer_health, a, LU_ROUTE_OPEN);
	add_route(a, "GET", "/metrics", lu__answer_metrics, a, LU_ROUTE_QUICK);
	add_route(a, "POST", "/mcp", lu__answer_mcp, a, 0);
	add_route(a, "GET", "/", lu__answer_page, a, LU_ROUTE_OPEN);
	add_route(a, "GET", "/page/{name}", lu__answer_page_file, a, LU_ROUTE_OPEN | LU_ROUTE_QUICK);
	return LU_OK;
}

lu_code lu_api_open(const lu_api_config *c, lu_api **out, lu_err *e)
{
	lu_api *a = calloc(1, sizeof *a);
	lu_code rc;

	if (!a) return lu_nomem(e);
	a->config = *c;
	lu_buf_init(&a->openapi);
	rc = make_routes(a, e);
	if (!rc) rc = lu__openapi_write(&a->openapi, c->version, e);
	if (!rc) rc = lu__counts_new(c->metrics, &a->counts, e);
	if (rc) lu_api_close(a);
	else *out = a;
	return rc;
}

void lu_api_close(lu_api *a)
{
	if (!a) return;
	lu__counts_free(a->counts);
	lu_buf_free(&a->openapi);
	free(a->route);
	free(a->bound);
	free(a);
}

const lu_route *lu_api_routes(const lu_api *a, size_t *n)
{
	*n = a->n_route;
	return a->route;
}
