/* SPDX-License-Identifier: MIT
 * The Model Context Protocol: what each message is answered, in both eras, with headers and without; that calls are
 * cancelled; what the tools cost a model that never calls them. What they answer is tested in tests/cli/mcp.t. */
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lucus/text.h"
#include "mcp/mcp.h"
#include "ok.h"

#define META \
	"\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"," \
	"\"io.modelcontextprotocol/clientCapabilities\":{}}"
#define MODERN(method, more) "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" method "\",\"params\":{" META more "}}"

/* ---- a source without a knowledge base ---- */

static lu_code never(void *ctx, const lu_request *r, const lu_mcp_progress *p, lu_mcp_base *out, lu_err *e)
{
	(void)ctx, (void)r, (void)p, (void)out;
	return lu_fail(e, LU_EBUSY, "later");
}

enum { CANCELLED = -1 };

/* Counts until it is cancelled, for a minute at most. */
static lu_code endless(void *ctx, const lu_request *r, const lu_mcp_progress *p, lu_mcp_base *out, lu_err *e)
{
	const lu_request *before = lu_request_enter(r);
	lu_code rc = LU_OK;

	(void)out;
	for (int i = 0; i < 6000 && !rc; i++) {
		__atomic_store_n((int *)ctx, i + 1, __ATOMIC_RELAXED);
		p->tell(p->ctx, i, 6000, "waiting");
		usleep(10000);
		rc = lu_check_cancel(e);
	}
	if (rc) __atomic_store_n((int *)ctx, CANCELLED, __ATOMIC_RELAXED);
	lu_request_leave(before);
	return rc ? rc : lu_fail(e, LU_EBUSY, "nobody has cancelled");
}

static void give(void *ctx, lu_mcp_base *b)
{
	(void)ctx, (void)b;
}

static lu_code no_progress(void *ctx, lu_str message, lu_err *e)
{
	(void)ctx, (void)message, (void)e;
	return LU_OK;
}

/* ---- one message ---- */

/* Its answer, NULL where there is none; to be released. */
static lu_json *answered(const char *body, const lu_mcp_headers *h, int *status)
{
	lu_mcp m = { .source = { never, give, NULL }, .version = "1.2.3" };
	lu_mcp_message *msg = NULL;
	lu_buf reply = LU_BUF;
	lu_json *v = NULL;

	OK(lu_mcp_read(lu_strz(body), h, &msg, &err));
	OK(lu_mcp_answer(&m, msg, NULL, no_progress, NULL, &reply, status, &err));
	if (reply.len) OK(lu_json_parse(lu_buf_str(&reply), &v, &err));
	lu_buf_free(&reply);
	lu_mcp_message_free(msg);
	return v;
}

/* The code of the error that it is answered; 0: a result; 1: nothing. */
static int64_t code_of(const char *body, const lu_mcp_headers *h, int want_status)
{
	int status = 0;
	lu_json *v = answered(body, h, &status);
	int64_t code = v ? lu_json_int(lu_json_get(lu_json_get(v, "error"), "code"), 0) : 1;

	if (status != want_status) fprintf(stderr, "# status %d of %s\n", status, body);
	assert_int_equal(status, want_status);
	if (v) assert_non_null(lu_json_get(v, "id")); /* null where it can not be known */
	lu_json_free(v);
	return code;
}

static void what_is_no_request_is_refused(void **state)
{
	static const struct {
		const char *body;
		int64_t code;
		int status;
	} all[] = {
		{ "", -32700, 400 },
		{ "{", -32700, 400 },
		{ "\xff", -32700, 400 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"method\":\"ping\"}", -32700, 400 },
		{ "7", -32600, 400 },
		{ "null", -32600, 400 },
		{ "[]", -32600, 400 },
		{ "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", -32600, 400 },
		{ "{}", -32600, 400 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1}", -32600, 400 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600, 400 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", -32600, 400 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"ping\"}", -32600, 400 },
		{ "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", -32600, 400 },
		{ "{\"id\":1,\"method\":\"ping\"}", -32600, 400 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", -32602, 400 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\\u0000ing\"}", -32601, 404 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}", -32601, 404 },
		{ "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}", 1, 202 },
		{ "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":9}", 1, 202 },
		{ "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":{}}}", 1, 202 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", 1, 202 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}", 1, 202 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}", 0, 200 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		assert_int_equal(code_of(all[i].body, NULL, all[i].status), all[i].code);
}

static void an_answer_has_the_id_as_it_came(void **state)
{
	static const char *const ids[] = { "0", "-9007199254740993", "\"\"", "\"a \\\"b\\\" \\u00e4\"" };
	char body[200];
	int status;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		lu_json *v, *want = NULL;
		lu_buf a = LU_BUF, b = LU_BUF;

		snprintf(body, sizeof body, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}", ids[i]);
		v = answered(body, NULL, &status);
		OK(lu_json_parse(lu_strz(ids[i]), &want, &err));
		lu_json_dump(lu_json_get(v, "id"), &a);
		lu_json_dump(want, &b);
		assert_string_equal(a.s, b.s);
		lu_buf_free(&a);
		lu_buf_free(&b);
		lu_json_free(want);
		lu_json_free(v);
	}
}

/* ---- eras ---- */

/* The version that initialize agrees on. */
static void agrees(const char *asked, const char *want)
{
	char body[200];
	int status;
	lu_json *v, *r;

	snprintf(body, sizeof body,
		 "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\"}}",
		 asked);
	v = answered(body, NULL, &status);
	r = lu_json_get(v, "result");
	assert_true(lu_str_eqz(lu_json_str(lu_json_get(r, "protocolVersion")), want));
	assert_true(lu_str_eqz(lu_json_str(lu_json_get(lu_json_get(r, "serverInfo"), "version")), "1.2.3"));
	assert_null(lu_json_get(r, "resultType"));
	lu_json_free(v);
}

static void old_revisions_begin_with_initialize(void **state)
{
	(void)state;
	agrees("2025-11-25", "2025-11-25");
	agrees("2025-06-18", "2025-06-18");
	agrees("2025-03-26", "2025-03-26");
	agrees("2024-11-05", "2025-11-25");
	agrees("2026-07-28", "2025-11-25");
	assert_int_equal(code_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", NULL, 200), 0);
	assert_int_equal(code_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", NULL, 200), 0);
}

static void the_new_one_stands_for_itself(void **state)
{
	static const char *const removed[] = { MODERN("initialize", ""), MODERN("ping", ""),
					       MODERN("logging/setLevel", ""), MODERN("resources/subscribe", "") };
	int status;
	lu_json *v = answered(MODERN("server/discover", ""), NULL, &status), *r = lu_json_get(v, "result");

	(void)state;
	assert_true(lu_str_eqz(lu_json_str(lu_json_get(r, "resultType")), "complete"));
	assert_true(lu_str_eqz(lu_json_str(lu_json_get(r, "cacheScope")), "public"));
	assert_true(lu_json_int(lu_json_get(r, "ttlMs"), -1) > 0);
	assert_true(lu_str_eqz(lu_json_str(lu_json_at(lu_json_get(r, "supportedVersions"), 0)), "2026-07-28"));
	assert_non_null(lu_json_get(lu_json_get(r, "_meta"), "io.modelcontextprotocol/serverInfo"));
	lu_json_free(v);
	for (size_t i = 0; i < 4; i++) assert_int_equal(code_of(removed[i], NULL, 404), -32601);
	assert_int_equal(code_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}", NULL, 400), -32602);
	assert_int_equal(code_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{"
				 "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}",
				 NULL, 400),
			 -32602);
	v = answered("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{"
		     "\"io.modelcontextprotocol/protocolVersion\":\"v9\"}}}",
		     NULL, &status);
	r = lu_json_get(v, "error");
	assert_int_equal(lu_json_int(lu_json_get(r, "code"), 0), -32022);
	assert_true(lu_str_eqz(lu_json_str(lu_json_get(lu_json_get(r, "data"), "requested")), "v9"));
	lu_json_free(v);
}

/* ---- headers ---- */

#define CALL MODERN("tools/call", ",\"name\":\"search\",\"arguments\":{}")

static void headers_say_what_the_body_says(void **state)
{
	static const struct {
		const char *body;
		lu_mcp_headers h;
		int64_t code;
		int status;
	} all[] = {
		{ MODERN("tools/list", ""), { "2026-07-28", "tools/list", NULL }, 0, 200 },
		{ MODERN("tools/list", ""), { " 2026-07-28\t", " tools/list ", NULL }, 0, 200 },
		{ MODERN("tools/list", ""), { NULL, "tools/list", NULL }, -32020, 400 },
		{ MODERN("tools/list", ""), { "2025-11-25", "tools/list", NULL }, -32020, 400 },
		{ MODERN("tools/list", ""), { "2026-07-28", NULL, NULL }, -32020, 400 },
		{ MODERN("tools/list", ""), { "2026-07-28", "TOOLS/LIST", NULL }, -32020, 400 },
		{ CALL, { "2026-07-28", "tools/call", "search" }, 0, 200 },
		{ CALL, { "2026-07-28", "tools/call", "=?base64?c2VhcmNo?=" }, 0, 200 },
		{ CALL, { "2026-07-28", "tools/call", "=?base64?c2VhcmN?=" }, -32020, 400 },
		{ CALL, { "2026-07-28", "tools/call", "=?base64?c2VhcmNoIQ==?=" }, -32020, 400 },
		{ CALL, { "2026-07-28", "tools/call", "=?base64?!?=" }, -32020, 400 },
		{ CALL, { "2026-07-28", "tools/call", "=?base64?=" }, -32020, 400 },
		{ CALL, { "2026-07-28", "tools/call", "ask" }, -32020, 400 },
		{ CALL, { "2026-07-28", "tools/call", NULL }, -32020, 400 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
		  { "2026-07-28", "tools/list", NULL },
		  -32602,
		  400 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", { "2025-06-18", NULL, NULL }, 0, 200 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", { NULL, NULL, NULL }, 0, 200 },
		{ "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
		  { "1999-01-01", NULL, NULL },
		  -32022,
		  400 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		assert_int_equal(code_of(all[i].body, &all[i].h, all[i].status), all[i].code);
}

/* ---- what the tools cost ---- */

static void the_tools_cost_little(void **state)
{
	int status;
	lu_json *list = answered("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", NULL, &status),
		*hello = answered(MODERN("server/discover", ""), NULL, &status);
	lu_str instructions = lu_json_str(lu_json_get(lu_json_get(hello, "result"), "instructions"));
	lu_buf text = LU_BUF;

	(void)state;
	lu_json_dump(lu_json_get(list, "result"), &text);
	assert_true(instructions.n > 0 && instructions.n <= 2048);
	printf("# tools/list and instructions: %lld tokens\n", (long long)lu_tokens(text.len + instructions.n));
	assert_true(lu_tokens(text.len + instructions.n) < 1500);
	assert_int_equal(lu_json_count(lu_json_get(lu_json_get(list, "result"), "tools")), 4);
	lu_buf_free(&text);
	lu_json_free(list);
	lu_json_free(hello);
}

static void a_failure_is_a_result(void **state)
{
	int status;
	lu_json *v = answered(CALL, NULL, &status), *r = lu_json_get(v, "result");
	lu_str text = lu_json_str(lu_json_get(lu_json_at(lu_json_get(r, "content"), 0), "text"));

	(void)state;
	assert_true(lu_json_bool(lu_json_get(r, "isError"), false));
	assert_true(lu_str_eqz(text, "later. Call the tool again in a few seconds."));
	lu_json_free(v);
}

static void reports_want_of_memory(void **state)
{
	lu_mcp m = { .source = { never, give, NULL }, .version = "1.2.3" };
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_mcp_message *msg = NULL;
		lu_buf reply = LU_BUF;
		int status;

		rc = lu_mcp_read(lu_strz(CALL), NULL, &msg, &err);
		if (!rc) rc = lu_mcp_answer(&m, msg, NULL, no_progress, NULL, &reply, &status, &err);
		lu_buf_free(&reply);
		lu_mcp_message_free(msg);
	});
}

/* ---- lines ---- */

struct talk {
	lu_mcp m;
	FILE *in, *out;
};

static void *serve(void *ctx)
{
	struct talk *t = ctx;

	OK(lu_mcp_lines(&t->m, t->in, t->out, 0, &err));
	return NULL;
}

static void say(int fd, const char *line)
{
	assert_int_equal(write(fd, line, strlen(line)), strlen(line));
}

/* The next line that is no notification of progress. */
static void hear(FILE *f, char *line, int size)
{
	do assert_non_null(fgets(line, size, f));
	while (strstr(line, "notifications/progress"));
}

static void a_cancelled_call_ends_without_an_answer(void **state)
{
	int ticks = 0, to[2], from[2];
	struct talk t = { .m = { .source = { endless, give, &ticks }, .version = "1" } };
	pthread_t thread;
	FILE *answers;
	char line[4096];

	(void)state;
	assert_int_equal(pipe(to) | pipe(from), 0);
	t.in = fdopen(to[0], "r");
	t.out = fdopen(from[1], "w");
	answers = fdopen(from[0], "r");
	assert_int_equal(pthread_create(&thread, NULL, serve, &t), 0);
	say(to[1], "{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"tools/call\",\"params\":{\"name\":\"search\","
		   "\"_meta\":{\"progressToken\":5}}}\n");
	assert_non_null(fgets(line, sizeof line, answers));
	assert_non_null(strstr(line, "\"progressToken\":5"));
	/* others go on meanwhile, and no id is used twice */
	say(to[1], "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n");
	hear(answers, line, sizeof line);
	assert_non_null(strstr(line, "\"id\":2,\"result\""));
	say(to[1], "{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"tools/call\",\"params\":{\"name\":\"ask\"}}\n");
	hear(answers, line, sizeof line);
	assert_non_null(strstr(line, "-32603"));
	say(to[1], "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"c\"}}\n");
	for (int i = 0; i < 6000 && __atomic_load_n(&ticks, __ATOMIC_RELAXED) != CANCELLED; i++) usleep(10000);
	assert_int_equal(__atomic_load_n(&ticks, __ATOMIC_RELAXED), CANCELLED); /* the work has ended */
	say(to[1], "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n");
	hear(answers, line, sizeof line);
	assert_non_null(strstr(line, "\"id\":3,\"result\""));
	/* the end of the input cancels the rest */
	say(to[1], "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"search\"}}\n");
	close(to[1]);
	assert_int_equal(pthread_join(thread, NULL), 0);
	fclose(t.in);
	fclose(t.out);
	assert_null(fgets(line, sizeof line, answers));
	fclose(answers);
}

/* More calls than are worked on at once wait, as far as the memory of what they say is bounded. */
static void calls_wait_within_bounds(void **state)
{
	static char big[1 << 20];
	int ticks = 0, to[2], from[2];
	struct talk t = { .m = { .source = { endless, give, &ticks }, .version = "1" } };
	size_t most = LU_MCP_WAITING_BYTES / sizeof big - 1;
	pthread_t thread;
	FILE *answers;
	char line[4096];

	(void)state;
	memset(big, 'x', sizeof big - 1);
	assert_int_equal(pipe(to) | pipe(from), 0);
	t.in = fdopen(to[0], "r");
	t.out = fdopen(from[1], "w");
	answers = fdopen(from[0], "r");
	assert_int_equal(pthread_create(&thread, NULL, serve, &t), 0);
	for (size_t i = 0; i < LU_MCP_CALLS + most + 1; i++) {
		snprintf(line, sizeof line,
			 "{\"jsonrpc\":\"2.0\",\"id\":%zu,\"method\":\"tools/call\",\"params\":{"
			 "\"name\":\"search\",\"x\":\"",
			 i);
		say(to[1], line);
		if (i >= LU_MCP_CALLS) say(to[1], big);
		say(to[1], "\"}}\n");
	}
	hear(answers, line, sizeof line);
	snprintf(big, sizeof big, "\"id\":%zu,", LU_MCP_CALLS + most);
	assert_non_null(strstr(line, big));
	assert_non_null(strstr(line, "too many calls are in work"));
	say(to[1], "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n");
	hear(answers, line, sizeof line);
	assert_non_null(strstr(line, "\"id\":\"p\",\"result\""));
	close(to[1]);
	assert_int_equal(pthread_join(thread, NULL), 0);
	fclose(t.in);
	fclose(t.out);
	fclose(answers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_request_is_refused),
		cmocka_unit_test(an_answer_has_the_id_as_it_came),
		cmocka_unit_test(old_revisions_begin_with_initialize),
		cmocka_unit_test(the_new_one_stands_for_itself),
		cmocka_unit_test(headers_say_what_the_body_says),
		cmocka_unit_test(the_tools_cost_little),
		cmocka_unit_test(a_failure_is_a_result),
		cmocka_unit_test(reports_want_of_memory),
		cmocka_unit_test(a_cancelled_call_ends_without_an_answer),
		cmocka_unit_test(calls_wait_within_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
