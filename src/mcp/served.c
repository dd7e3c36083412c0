/* SPDX-License-Identifier: MIT
 * A knowledge base of a service, for calls. */
#include "core/file.h"
#include "mcp/mcp.h"

#define LOOK_AGAIN 2 /* seconds after which a call has the tree looked at again */

static void tell(void *ctx, const lu_renewal *r)
{
	const lu_mcp_progress *p = ctx;

	p->tell(p->ctx, r->done, r->total, "indexing");
}

static lu_code refresh(lu_mcp_served *x, const lu_request *r, const lu_mcp_progress *p, lu_renewal *out, lu_err *e)
{
	lu_mcp_progress telling = *p;
	lu_code rc = lu_service_refresh(x->service, x->tenant, x->kb, r, LU_MCP_WAIT, tell, &telling, out, e);

	if (!rc && out->missing && out->running)
		rc = lu_service_refresh(x->service, x->tenant, x->kb, r, LU_MCP_WAIT_MADE - LU_MCP_WAIT, tell, &telling,
					out, e);
	return rc;
}

/* Was the tree looked at just now? */
static bool is_fresh(const lu_mcp_served *x)
{
	int64_t looked = __atomic_load_n(&x->looked, __ATOMIC_RELAXED);

	return looked && lu_now() - (double)looked / 1e3 < LOOK_AGAIN;
}

/* Only a call that has the tree looked at puts the next look off: who calls all the time sees edits, too. */
static lu_code look(lu_mcp_served *x, const lu_request *r, const lu_mcp_progress *p, lu_renewal *out, lu_err *e)
{
	lu_code rc = refresh(x, r, p, out, e);

	if (!rc && !out->missing && !out->running)
		__atomic_store_n(&x->looked, (int64_t)(lu_now() * 1e3), __ATOMIC_RELAXED);
	return rc;
}

static lu_code none_yet(const lu_renewal *n, lu_err *e)
{
	if (!n->running)
		return lu_fail(e, LU_EIO, "the code base could not be indexed: %s",
			       *n->trouble ? n->trouble : "no store");
	if (!n->total) return lu_fail(e, LU_EBUSY, "the code base is being indexed for the first time");
	return lu_fail(e, LU_EBUSY, "the code base is being indexed for the first time: %lld of %lld files",
		       (long long)n->done, (long long)n->total);
}

static lu_code take(void *ctx, const lu_request *r, const lu_mcp_progress *p, lu_mcp_base *out, lu_err *e)
{
	lu_mcp_served *x = ctx;
	lu_renewal now = { .running = false };
	lu_base *b = NULL;
	lu_code rc = LU_OK;

	if (x->refresh && !is_fresh(x)) rc = look(x, r, p, &now, e);
	if (!rc && now.missing) rc = none_yet(&now, e);
	if (!rc) rc = lu_service_take(x->service, x->tenant, x->kb, &b, e);
	if (rc) return rc;
	*out = (lu_mcp_base){ .session = b->session,
			      .search = b->search,
			      .ask = b->ask,
			      .lazy_graph = b->lazy_graph,
			      .indexing = now.running,
			      .done = now.done,
			      .total = now.total,
			      .own = b };
	memcpy(out->trouble, now.trouble, sizeof out->trouble);
	return LU_OK;
}

static void give(void *ctx, lu_mcp_base *b)
{
	lu_mcp_served *x = ctx;

	lu_service_give(x->service, b->own);
}

lu_mcp_source lu_mcp_of(lu_mcp_served *x)
{
	return (lu_mcp_source){ take, give, x };
}
