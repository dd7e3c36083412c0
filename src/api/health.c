/* SPDX-License-Identifier: MIT
 * Whether there is something to ask, and what was counted. */
#include "api/turn.h"

/* May who asks know what there is? */
static bool knows(const lu_api *a, const lu_served *c)
{
	return !a->config.tokens || c->who->name.n;
}

static void write_kbs(lu_jw *w, const lu_principal *who, const lu_kb *v, size_t n)
{
	lu_jw_open(w, "kbs", '[');
	for (size_t i = 0; i < n; i++) {
		if (!lu_principal_may(who, v[i].name)) continue;
		lu_jw_open(w, NULL, '{');
		lu_jw_str(w, "name", v[i].name);
		lu_jw_int(w, "elements", v[i].elements);
		lu_jw_bool(w, "ready", v[i].indexed == v[i].generation);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
}

/* That it answers says that it lives. */
lu_code lu__answer_health(void *ctx, lu_served *c, lu_err *e)
{
	const lu_api *a = ctx;
	lu_str tenant = lu_arena_dup(&c->arena, c->who->tenant);
	lu_kb *v = NULL;
	size_t n = 0;
	lu_err why = { LU_OK, "" };
	bool ready;
	lu_jw w;

	if (!tenant.s) return lu_nomem(e);
	/* anybody may ask this often, and counts take time */
	ready = !(knows(a, c) ? lu_service_list(a->config.service, tenant.n ? tenant.s : NULL, &c->arena, &v, &n, &why)
			      : lu_service_check(a->config.service, &why));
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_strz(&w, "status", ready ? "ok" : "unavailable");
	lu_jw_bool(&w, "live", true);
	lu_jw_bool(&w, "ready", ready);
	if (knows(a, c)) write_kbs(&w, c->who, v, n);
	lu_jw_close(&w, '}');
	lu_buf_addc(&w.out, '\n');
	lu_buf_free(&c->out);
	c->out = w.out;
	if (!ready) c->status = 503;
	return c->out.oom ? lu_nomem(e) : LU_OK;
}

/* Where several tenants ask, what all of them did is told to whom the server's own one is whole. */
lu_code lu__answer_metrics(void *ctx, lu_served *c, lu_err *e)
{
	const lu_api *a = ctx;

	(void)e;
	if (a->config.tokens && (c->who->kbs.n || !lu_str_eqz(c->who->tenant, lu_service_tenant(a->config.service)))) {
		lu_served_problem(c, 403,
				  "metrics are for a token of the server's own tenant that names no knowledge base");
		return LU_OK;
	}
	c->type = "text/plain; version=0.0.4; charset=utf-8";
	lu_metrics_text(a->config.metrics, &c->out);
	return LU_OK;
}
