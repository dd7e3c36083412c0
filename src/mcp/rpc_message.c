/* SPDX-License-Identifier: MIT
 * Reading a message: what kind it is, and whether it may be answered. */
#include "mcp/rpc_message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define META_VERSION      "io.modelcontextprotocol/protocolVersion"
#define META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"

bool lu__mcp_is_legacy(lu_str v)
{
	return lu_str_in_words(v, LU__LEGACY " 2025-06-18 2025-03-26");
}

/* Note what is wrong with it. */
static LU_PRINTF(4, 5) void wrong(lu_mcp_message *m, int code, int status, const char *fmt, ...)
{
	va_list ap;

	m->kind = LU_MCP_QUICK;
	m->error = code;
	m->status = status;
	va_start(ap, fmt);
	vsnprintf(m->why, sizeof m->why, fmt, ap);
	va_end(ap);
}

/* An id is a string or an integer. */
static bool is_id(const lu_json *v)
{
	return v && (lu_json_type(v) == LU_JSON_STR || lu_json_type(v) == LU_JSON_INT);
}

/* ---- eras ---- */

static const lu_json *meta(const lu_mcp_message *m)
{
	return lu_json_get(m->params, "_meta");
}

/* What a request of 2026-07-28 has to say of itself. */
static void check_meta(lu_mcp_message *m)
{
	const lu_json *version = lu_json_get(meta(m), META_VERSION), *can = lu_json_get(meta(m), META_CAPABILITIES);

	if (lu_json_type(version) != LU_JSON_STR)
		wrong(m, LU__RPC_PARAMS, 400, "params._meta lacks the string '%s'", META_VERSION);
	else if (!lu_str_eqz(lu_json_str(version), LU__MODERN)) {
		wrong(m, LU__RPC_VERSION, 400, "Unsupported protocol version");
		m->requested = lu_json_str(version);
	} else if (lu_json_type(can) != LU_JSON_OBJECT)
		wrong(m, LU__RPC_PARAMS, 400, "params._meta lacks the object '%s'", META_CAPABILITIES);
}

static void mismatch(lu_mcp_message *m, const char *name, const char *header, lu_str body)
{
	if (!header) wrong(m, LU__RPC_HEADER, 400, "Header mismatch: the header %s is missing", name);
	else
		wrong(m, LU__RPC_HEADER, 400, "Header mismatch: %s is '%.80s', and '%.*s' in the body", name, header,
		      body.n > 80 ? 80 : (int)body.n, body.n ? body.s : "");
}

static int sextet(char c)
{
	if (c >= 'A' && c <= 'Z') return c - 'A';
	if (c >= 'a' && c <= 'z') return c - 'a' + 26;
	if (c >= '0' && c <= '9') return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Is the base64 text `s` that of `want`? */
static bool decodes_to(lu_str s, lu_str want)
{
	size_t n = 0;
	unsigned bits = 0, held = 0;

	while (s.n && s.s[s.n - 1] == '=') s.n--;
	for (size_t i = 0; i < s.n; i++) {
		int v = sextet(s.s[i]);

		if (v < 0) return false;
		held = (held << 6 | (unsigned)v) & 0xffff;
		bits += 6;
		if (bits < 8) continue;
		bits -= 8;
		if (n >= want.n || (unsigned char)want.s[n++] != (held >> bits & 0xff)) return false;
	}
	return n == want.n;
}

/* Is this the value, without the blanks around it, and base64 of UTF-8 where it is marked so? */
static bool header_is(const char *header, lu_str want)
{
	static const char begin[] = "=?base64?";
	lu_str s = lu_str_trim(lu_strz(header));

	if (!header) return false;
	if (s.n >= sizeof begin + 1 && lu_str_starts(s, begin) && lu_str_ends(s, "?="))
		return decodes_to(lu_strn(s.s + sizeof begin - 1, s.n - sizeof begin - 1), want);
	return lu_str_eq(s, want);
}

static bool has_name(const char *method)
{
	return !strcmp(method, "tools/call") || !strcmp(method, "prompts/get");
}

/* Somebody on the way may have gone by the headers: they must say what the message says. */
static void check_headers(lu_mcp_message *m, const lu_mcp_headers *h)
{
	lu_str version = lu_json_str(lu_json_get(meta(m), META_VERSION)),
	       name = lu_json_str(lu_json_get(m->params, has_name(m->method) ? "name" : "uri"));

	if (version.n && !header_is(h->version, version)) mismatch(m, "MCP-Protocol-Version", h->version, version);
	else if (!header_is(h->method, lu_strz(m->method))) mismatch(m, "Mcp-Method", h->method, lu_strz(m->method));
	else if ((has_name(m->method) || !strcmp(m->method, "resources/read")) && !header_is(h->name, name))
		mismatch(m, "Mcp-Name", h->name, name);
}

/* Compare the headers with the message, and its version with those that are known. */
static void check_era(lu_mcp_message *m, const lu_mcp_headers *h)
{
	const char *version = h ? h->version : NULL;

	m->modern = lu_json_get(meta(m), META_VERSION) || !strcmp(m->method, "server/discover") ||
		    header_is(version, lu_strz(LU__MODERN));
	if (m->modern) {
		if (h && lu_json_get(meta(m), META_VERSION)) check_headers(m, h);
		if (!m->error) check_meta(m);
	} else if (version && !lu__mcp_is_legacy(lu_str_trim(lu_strz(version)))) {
		wrong(m, LU__RPC_VERSION, 400, "Unsupported protocol version");
		m->requested = lu_str_trim(lu_strz(version));
	}
}

/* ---- kinds ---- */

static lu_code read_notification(lu_mcp_message *m, lu_err *e)
{
	const lu_json *id = lu_json_get(lu_json_get(m->v, "params"), "requestId");

	m->kind = LU_MCP_DROP;
	if (!lu_str_eqz(lu_json_str(lu_json_get(m->v, "method")), "notifications/cancelled") || !is_id(id))
		return LU_OK;
	lu_json_dump(id, &m->cancels);
	if (m->cancels.oom) return lu_nomem(e);
	m->kind = LU_MCP_CANCEL;
	return LU_OK;
}

static void read_request(lu_mcp_message *m, const lu_mcp_headers *h)
{
	const lu_json *params = lu_json_get(m->v, "params");
	lu_str method = lu_json_str(lu_json_get(m->v, "method"));

	m->kind = LU_MCP_QUICK;
	m->method = method.s;
	if (!lu_str_eqz(lu_json_str(lu_json_get(m->v, "jsonrpc")), "2.0"))
		wrong(m, LU__RPC_REQUEST, 400, "member 'jsonrpc' must be \"2.0\"");
	else if (strlen(method.s) != method.n) wrong(m, LU__RPC_METHOD, 404, "Method not found");
	else if (params && lu_json_type(params) != LU_JSON_OBJECT)
		wrong(m, LU__RPC_PARAMS, 400, "params must be an object, found %s",
		      lu_json_kind_name(lu_json_type(params)));
	if (m->error) return;
	m->params = params;
	check_era(m, h);
	if (!m->error && !strcmp(m->method, "tools/call")) m->kind = LU_MCP_CALL;
}

static lu_code read_object(lu_mcp_message *m, const lu_mcp_headers *h, lu_err *e)
{
	const lu_json *id = lu_json_get(m->v, "id");
	bool named = lu_json_type(lu_json_get(m->v, "method")) == LU_JSON_STR;

	if (!id && named) return read_notification(m, e);
	if (!named && (lu_json_get(m->v, "result") || lu_json_get(m->v, "error"))) return LU_OK;
	if (is_id(id)) lu_json_dump(id, &m->id);
	if (m->id.oom) return lu_nomem(e);
	if (id && !is_id(id))
		wrong(m, LU__RPC_REQUEST, 400, "member 'id' must be a string or an integer, found %s",
		      lu_json_kind_name(lu_json_type(id)));
	else if (!named) wrong(m, LU__RPC_REQUEST, 400, "no request: member 'method' must be a string");
	else read_request(m, h);
	return LU_OK;
}

static lu_code make(lu_mcp_message **out, lu_err *e)
{
	if (!(*out = malloc(sizeof **out))) return lu_nomem(e);
	**out = (lu_mcp_message){ .kind = LU_MCP_DROP, .id = LU_BUF, .cancels = LU_BUF };
	return LU_OK;
}

lu_code lu_mcp_read(lu_str body, const lu_mcp_headers *h, lu_mcp_message **out, lu_err *e)
{
	lu_mcp_message *m = NULL;
	lu_err why = { .code = LU_OK };
	lu_code rc = make(&m, e);

	if (rc) return rc;
	rc = lu_json_parse(body, &m->v, &why);
	if (rc == LU_ENOMEM) rc = lu_nomem(e);
	else if (rc) {
		wrong(m, LU__RPC_PARSE, 400, "Parse error: %s", why.msg);
		rc = LU_OK;
	} else if (lu_json_type(m->v) == LU_JSON_OBJECT) rc = read_object(m, h, e);
	else
		wrong(m, LU__RPC_REQUEST, 400, "a message must be one object, found %s",
		      lu_json_kind_name(lu_json_type(m->v)));
	if (rc) lu_mcp_message_free(m);
	else *out = m;
	return rc;
}

void lu_mcp_message_refuse(lu_mcp_message *m, const char *why)
{
	wrong(m, LU__RPC_INTERNAL, 503, "%s", why);
}

lu_code lu_mcp_refused(const char *why, lu_mcp_message **out, lu_err *e)
{
	lu_code rc = make(out, e);

	if (!rc) wrong(*out, LU__RPC_PARSE, 400, "Parse error: %s", why);
	return rc;
}

void lu_mcp_message_free(lu_mcp_message *m)
{
	if (!m) return;
	lu_json_free(m->v);
	lu_buf_free(&m->id);
	lu_buf_free(&m->cancels);
	free(m);
}

lu_mcp_kind lu_mcp_message_kind(const lu_mcp_message *m)
{
	return m->kind;
}

lu_str lu_mcp_message_id(const lu_mcp_message *m)
{
	return lu_buf_str(&m->id);
}

lu_str lu_mcp_cancels(const lu_mcp_message *m)
{
	return lu_buf_str(&m->cancels);
}
