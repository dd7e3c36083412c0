/* SPDX-License-Identifier: MIT
 * Who may ask which knowledge base. */
#include "api/turn.h"

static lu_code terminated(lu_str s, lu_arena *a, const char **out, lu_err *e)
{
	lu_str copy = lu_arena_dup(a, s);

	*out = copy.s;
	return copy.s ? LU_OK : lu_nomem(e);
}

/* The one that is meant where none is named: the service's, unless who asks may not see it. */
static lu_str default_kb(const lu_api *a, const lu_principal *who)
{
	lu_str own = lu_strz(lu_service_kb(a->config.service));

	return lu_principal_may(who, own) || !who->kbs.n ? own : who->kbs.v[0];
}

static lu_code none(lu_str asked, lu_err *e)
{
	return lu_fail(e, LU_ENOENT, "there is no knowledge base '%.*s'", (int)(asked.n < 128 ? asked.n : 128),
		       asked.s);
}

lu_code lu__take_base(lu_api *a, const lu_served *c, lu_str kb, lu_base **out, lu_err *e)
{
	lu_arena *own = &((lu_served *)(uintptr_t)c)->arena;
	const char *tenant = NULL, *name = NULL;
	lu_str asked = kb.n ? kb : default_kb(a, c->who);
	lu_code rc = LU_OK;

	/* what may not be seen is not looked for, whether it is there or not: that takes no longer for either */
	if (!lu_principal_may(c->who, asked) || memchr(asked.s, 0, asked.n)) return none(asked, e);
	if (c->who->tenant.n) rc = terminated(c->who->tenant, own, &tenant, e);
	if (!rc) rc = terminated(asked, own, &name, e);
	if (!rc) rc = lu_service_take(a->config.service, tenant, name, out, e);
	return rc == LU_ENOENT ? none(asked, e) : rc;
}

void lu__give_base(lu_api *a, lu_base *b)
{
	lu_service_give(a->config.service, b);
}
