/* SPDX-License-Identifier: MIT
 * Messages of the Model Context Protocol, whatever their bytes: one a line; a '!' before one gives it headers. A request
 * has one answer, which is JSON with a result or an error, and anything else none. The tools ask a small store. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lucus/sync.h"
#include "mcp/mcp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static lu_session *session;

static void must(bool ok)
{
	if (!ok) abort();
}

static void put(const char *dir, const char *name, const char *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "w");
	must(f && fputs(text, f) >= 0 && !fclose(f));
}

static void make_session(void)
{
	char dir[64], db[80];
	lu_sync_options o = { .embed = { .provider = "builtin" } };
	lu_tree_part all = { .sub = "" };
	lu_session_config c = { .db = db };
	lu_watch w = { .ctx = NULL };
	lu_counts n = { .files = 0 };
	lu_store *s = NULL;

	snprintf(dir, sizeof dir, "%.40s/lucus-fuzz.XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	must(mkdtemp(dir) != NULL);
	snprintf(db, sizeof db, "%s/s.db", dir);
	put(dir, "boil.py", "def boil_kettle(water):\n    \"\"\"Boil it.\"\"\"\n    return pour_kettle(water)\n");
	put(dir, "pour.py",
	    "def pour_kettle(water):\n    return water\n\n\nclass Kettle:\n    def fill(self):\n        pass\n");
	must(!lu_store_open(&s, db, LU_STORE_WRITE, 0, NULL) && !lu_store_use(s, "default", "main", NULL));
	must(!lu_store_set_root(s, dir, NULL) && !lu_sync(s, dir, &all, 1, &o, &w, &n, NULL));
	lu_store_close(s);
	c.kb = "main";
	must(!lu_session_open(&c, &session, NULL));
}

static lu_code take(void *ctx, const lu_request *r, const lu_mcp_progress *p, lu_mcp_base *out, lu_err *e)
{
	(void)ctx, (void)r, (void)p, (void)e;
	*out = (lu_mcp_base){ .session = session };
	lu_search_options_init(&out->search);
	lu_lazy_options_init(&out->ask.near);
	lu_lazy_graph_options_init(&out->lazy_graph);
	return LU_OK;
}

static void give(void *ctx, lu_mcp_base *b)
{
	(void)ctx, (void)b;
}

static lu_code keep(void *ctx, lu_str message, lu_err *e)
{
	(void)ctx, (void)e;
	must(message.n > 0 && !memchr(message.s, '\n', message.n));
	return LU_OK;
}

static void check_reply(lu_str reply)
{
	lu_json *v = NULL;

	must(!memchr(reply.s, '\n', reply.n) && !lu_json_parse(reply, &v, NULL));
	must(lu_str_eqz(lu_json_str(lu_json_get(v, "jsonrpc")), "2.0"));
	must(!lu_json_get(v, "result") != !lu_json_get(v, "error"));
	lu_json_free(v);
}

static void answer(lu_str line)
{
	static const lu_mcp_headers headers = { "2026-07-28", "tools/call", "=?base64?c2VhcmNo?=" };
	lu_mcp m = { .source = { take, give, NULL }, .version = "0" };
	lu_mcp_message *msg = NULL;
	bool with = lu_str_starts(line, "!");
	lu_buf reply = LU_BUF;
	lu_mcp_kind kind;
	int status = 0;

	must(!lu_mcp_read(with ? lu_strn(line.s + 1, line.n - 1) : line, with ? &headers : NULL, &msg, NULL));
	kind = lu_mcp_message_kind(msg);
	must(!lu_mcp_answer(&m, msg, NULL, keep, NULL, &reply, &status, NULL));
	must((reply.len > 0) == (kind == LU_MCP_QUICK || kind == LU_MCP_CALL) && status >= 200 && status < 504);
	if (reply.len) check_reply(lu_buf_str(&reply));
	lu_buf_free(&reply);
	lu_mcp_message_free(msg);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	lu_str rest = lu_strn((const char *)data, size);

	if (!session) make_session();
	while (rest.n) answer(lu_str_take(&rest, '\n'));
	return 0;
}
