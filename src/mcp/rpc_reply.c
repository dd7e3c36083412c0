/* SPDX-License-Identifier: MIT
 * What every answer begins and ends with. */
#include "mcp/rpc_message.h"

/* JSON-RPC wants the id of what could not be read to be null, not absent. */
static void begin(lu_jw *w, const lu_mcp_message *m)
{
	lu_jw_init(w);
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "jsonrpc", "2.0");
	lu_jw_raw(w, "id", m->id.len ? lu_buf_str(&m->id) : lu_strz("null"));
}

void lu__mcp_result(lu_jw *w, const lu_mcp_message *m, const char *version, bool cached)
{
	begin(w, m);
	lu_jw_open(w, "result", '{');
	if (!m->modern) return;
	lu_jw_strz(w, "resultType", "complete");
	if (cached) {
		lu_jw_int(w, "ttlMs", 3600000);
		lu_jw_strz(w, "cacheScope", "public");
	}
	lu_jw_open(w, "_meta", '{');
	lu_jw_open(w, "io.modelcontextprotocol/serverInfo", '{');
	lu_jw_strz(w, "name", "lucus");
	lu_jw_strz(w, "version", version);
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
}

void lu__mcp_result_end(lu_jw *w)
{
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
}

void lu__mcp_error(lu_jw *w, const lu_mcp_message *m, int code, const char *text)
{
	begin(w, m);
	lu_jw_open(w, "error", '{');
	lu_jw_int(w, "code", code);
	lu_jw_strz(w, "message", text);
	if (code == LU__RPC_VERSION) {
		lu_jw_open(w, "data", '{');
		lu_jw_open(w, "supported", '[');
		lu_jw_strz(w, NULL, LU__MODERN);
		lu_jw_close(w, ']');
		lu_jw_str(w, "requested", m->requested);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
}
