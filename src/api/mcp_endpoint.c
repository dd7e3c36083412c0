/* SPDX-License-Identifier: MIT
 * The Model Context Protocol over HTTP ("streamable HTTP"): a message is posted, and what it is answered is the reply; a stream of
 * events where something is told before that. */
#include "api/turn.h"
#include "mcp/mcp.h"

/* A message on its way. */
typedef struct posted {
	lu_served *call;
	bool streams;
} posted;

static lu_code send_event(posted *p, lu_str message, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_code rc = LU_OK;

	if (!p->streams) rc = lu_served_set(p->call, "Cache-Control", "no-store", e);
	if (!rc && !p->streams) rc = lu_served_stream(p->call, "text/event-stream", e);
	if (rc) return rc;
	p->streams = true;
	lu_buf_adds(&b, "event: message\ndata: ");
	lu_buf_addstr(&b, message);
	lu_buf_adds(&b, "\n\n");
	rc = b.oom ? lu_nomem(e) : lu_served_send(p->call, lu_buf_str(&b), e);
	lu_buf_free(&b);
	return rc;
}

/* Only who takes a stream is told how far it is. */
static lu_code on_message(void *ctx, lu_str message, lu_err *e)
{
	posted *p = ctx;

	return lu__accepts_events(p->call) ? send_event(p, message, e) : LU_OK;
}

static lu_code answer(const lu_mcp *m, const lu_mcp_message *msg, lu_served *c, lu_err *e)
{
	posted p = { .call = c };
	lu_buf reply = LU_BUF;
	lu_code rc = lu_mcp_answer(m, msg, c->request, on_message, &p, &reply, &c->status, e);

	if (!rc && reply.oom) rc = lu_nomem(e);
	if (!rc && p.streams) {
		rc = send_event(&p, lu_buf_str(&reply), e);
	} else if (!rc) {
		lu_buf_free(&c->out);
		c->out = reply;
		lu_buf_init(&reply);
	}
	lu_buf_free(&reply);
	return rc;
}

lu_code lu__answer_mcp(void *ctx, lu_served *c, lu_err *e)
{
	lu_api *a = ctx;
	lu_mcp_served served = { .service = a->config.service };
	lu_mcp m = { .version = a->config.version };
	lu_mcp_headers h = { .version = lu_served_header(c, "MCP-Protocol-Version").s,
			     .method = lu_served_header(c, "Mcp-Method").s,
			     .name = lu_served_header(c, "Mcp-Name").s };
	lu_mcp_message *msg = NULL;
	lu_base *b = NULL;
	lu_code rc;

	if (!lu__is_json(c)) {
		lu_served_problem(c, 415, "the body must be JSON: send 'Content-Type: application/json'");
		return LU_OK;
	}
	rc = lu__take_base(a, c, lu_served_query(c, "kb"), &b, e);
	if (rc) return rc;
	served.tenant = b->tenant;
	served.kb = b->kb;
	m.source = lu_mcp_of(&served);
	rc = lu_mcp_read(c->body, &h, &msg, e);
	if (!rc) rc = answer(&m, msg, c, e);
	lu_mcp_message_free(msg);
	lu__give_base(a, b);
	return rc;
}
