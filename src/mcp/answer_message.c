/* SPDX-License-Identifier: MIT
 * Answering a message: one function for each method. */
#include <stdio.h>

#include "core/file.h"
#include "mcp/rpc_message.h"
#include "mcp/tool.h"

static void write_capabilities(lu_jw *w)
{
	lu_jw_open(w, "capabilities", '{');
	lu_jw_open(w, "tools", '{');
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
	lu_jw_strz(w, "instructions", lu__mcp_instructions);
}

/* ---- quick methods ---- */

static void initialize(const lu_mcp *m, const lu_mcp_message *msg, lu_jw *w)
{
	lu_str asked = lu_json_str(lu_json_get(msg->params, "protocolVersion"));

	lu__mcp_result(w, msg, m->version, false);
	lu_jw_str(w, "protocolVersion", lu__mcp_is_legacy(asked) ? asked : lu_strz(LU__LEGACY));
	lu_jw_open(w, "serverInfo", '{');
	lu_jw_strz(w, "name", "lucus");
	lu_jw_strz(w, "version", m->version);
	lu_jw_close(w, '}');
	write_capabilities(w);
	lu__mcp_result_end(w);
}

static void ping(const lu_mcp *m, const lu_mcp_message *msg, lu_jw *w)
{
	lu__mcp_result(w, msg, m->version, false);
	lu__mcp_result_end(w);
}

static void discover(const lu_mcp *m, const lu_mcp_message *msg, lu_jw *w)
{
	lu__mcp_result(w, msg, m->version, true);
	lu_jw_open(w, "supportedVersions", '[');
	lu_jw_strz(w, NULL, LU__MODERN);
	lu_jw_close(w, ']');
	write_capabilities(w);
	lu__mcp_result_end(w);
}

static void list(const lu_mcp *m, const lu_mcp_message *msg, lu_jw *w)
{
	lu__mcp_result(w, msg, m->version, true);
	lu_jw_open(w, "tools", '[');
	for (size_t i = 0; i < LU__TOOLS; i++) {
		lu_jw_open(w, NULL, '{');
		lu_jw_strz(w, "name", lu__tools[i].name);
		lu_jw_members(w, lu_strz(lu__tools[i].about));
		lu_jw_raw(w, "outputSchema", lu_strz(lu__mcp_output));
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, ']');
	lu__mcp_result_end(w);
}

enum { LEGACY = 1, MODERN = 2 };
static const struct method {
	const char *name;
	int eras;
	void (*answer)(const lu_mcp *m, const lu_mcp_message *msg, lu_jw *w);
} methods[] = {
	{ "initialize", LEGACY, initialize },
	{ "ping", LEGACY, ping },
	{ "server/discover", MODERN, discover },
	{ "tools/list", LEGACY | MODERN, list },
};

static int answer_quick(const lu_mcp *m, const lu_mcp_message *msg, lu_jw *w)
{
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		if (strcmp(methods[i].name, msg->method) || !(methods[i].eras & (msg->modern ? MODERN : LEGACY)))
			continue;
		methods[i].answer(m, msg, w);
		return 200;
	}
	lu__mcp_error(w, msg, LU__RPC_METHOD, "Method not found");
	return 404;
}

/* ---- progress ---- */

/* Where progress of a call goes: not more often than ten times a second, and always more than before. */
struct progress {
	const lu_json *token;
	lu_mcp_send_fn *send;
	void *ctx;
	double last;
	int64_t sent; /* how many */
};

static void tell(void *ctx, int64_t done, int64_t total, const char *text)
{
	struct progress *p = ctx;
	lu_buf token = LU_BUF;
	lu_err why;
	lu_jw w;
	char said[160];

	if (!p->token || lu_now() - p->last < .1) return;
	p->last = lu_now();
	lu_json_dump(p->token, &token);
	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	lu_jw_strz(&w, "jsonrpc", "2.0");
	lu_jw_strz(&w, "method", "notifications/progress");
	lu_jw_open(&w, "params", '{');
	lu_jw_raw(&w, "progressToken", lu_buf_str(&token));
	lu_jw_int(&w, "progress", ++p->sent);
	if (total > 0) snprintf(said, sizeof said, "%s: %lld of %lld", text, (long long)done, (long long)total);
	else snprintf(said, sizeof said, "%s", text);
	lu_jw_strz(&w, "message", said);
	lu_jw_close(&w, '}');
	lu_jw_close(&w, '}');
	/* that one is lost is no failure of the call; who reads no more is noticed by its answer */
	if (!w.out.oom && !token.oom && p->send(p->ctx, lu_buf_str(&w.out), &why)) p->token = NULL;
	lu_jw_free(&w);
	lu_buf_free(&token);
}

static const lu_json *token_of(const lu_mcp_message *msg)
{
	const lu_json *t = lu_json_get(lu_json_get(msg->params, "_meta"), "progressToken");

	return lu_json_type(t) == LU_JSON_STR || lu_json_type(t) == LU_JSON_INT ? t : NULL;
}

/* ---- calls ---- */

static const lu__tool *tool_of(const lu_mcp_message *msg)
{
	for (size_t i = 0; i < LU__TOOLS; i++)
		if (lu_str_eqz(lu_json_str(lu_json_get(msg->params, "name")), lu__tools[i].name)) return &lu__tools[i];
	return NULL;
}

static lu_code answer_call(const lu_mcp *m, const lu_mcp_message *msg, const lu_request *r, struct progress *p,
			   lu_jw *w, int *status, lu_err *e)
{
	const lu__tool *tool = tool_of(msg);
	lu_mcp_progress telling = { tell, p };
	char text[200];
	lu_str name = lu_json_str(lu_json_get(msg->params, "name"));
	lu_code rc;

	if (!tool) {
		snprintf(text, sizeof text, "Unknown tool '%.*s': there are search, context, graph and ask",
			 name.n > 80 ? 80 : (int)name.n, name.n ? name.s : "");
		lu__mcp_error(w, msg, LU__RPC_PARAMS, text);
		*status = 400;
		return LU_OK;
	}
	lu__mcp_result(w, msg, m->version, false);
	rc = lu__tool_call(m, tool, lu_json_get(msg->params, "arguments"), r, &telling, w, e);
	lu__mcp_result_end(w);
	return rc;
}

lu_code lu_mcp_answer(const lu_mcp *m, const lu_mcp_message *msg, const lu_request *r, lu_mcp_send_fn *send, void *ctx,
		      lu_buf *reply, int *status, lu_err *e)
{
	struct progress p = { .send = send, .ctx = ctx };
	lu_code rc = LU_OK;
	lu_jw w;

	lu_buf_reset(reply);
	*status = msg->error ? msg->status : 202;
	if (msg->kind == LU_MCP_DROP || msg->kind == LU_MCP_CANCEL) return LU_OK;
	lu_jw_init(&w);
	p.token = token_of(msg);
	if (msg->error) lu__mcp_error(&w, msg, msg->error, msg->why);
	else {
		*status = 200;
		if (msg->kind == LU_MCP_CALL) rc = answer_call(m, msg, r, &p, &w, status, e);
		else *status = answer_quick(m, msg, &w);
	}
	lu_buf_addstr(reply, lu_buf_str(&w.out));
	if (!rc && (w.out.oom || reply->oom)) rc = lu_nomem(e);
	lu_jw_free(&w);
	return rc;
}
