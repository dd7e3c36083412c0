/* SPDX-License-Identifier: MIT
 * Language models over the network: tests/server plays them. */
#include "server.h"

#include <signal.h>

#include "core/file.h"
#include "lucus/chat.h"

#define KEY  "sk-test-0123456789abcdef"
#define Z(s) lu_strn(s, sizeof(s) - 1)

static lu_chat_config config(const char *provider, const char *url)
{
	lu_chat_config c;

	lu_chat_config_init(&c);
	c.provider = provider;
	c.url = url;
	c.model = "test-model";
	c.key = KEY;
	c.prices = Z("{\"test-model\":{\"in\":2,\"cached\":1,\"out\":10}}");
	c.http.retries = 1;
	return c;
}

static lu_chat *open_chat(const lu_chat_config *c)
{
	lu_chat *t = NULL;
	lu_err e = { LU_OK, "" };

	if (lu_chat_open(c, &t, &e)) fail_msg("%s", e.msg);
	return t;
}

/* What came of one request to a server with these rules. */
typedef struct got {
	lu_arena a;
	lu_code rc;
	lu_chat_reply r;
	lu_err e;
	lu_buf said; /* the pieces */
	size_t pieces;
	lu_code stop; /* what the next piece gives back */
	int64_t requests;
} got;

static lu_code on_piece(void *ctx, lu_str text, lu_err *e)
{
	got *g = ctx;

	g->pieces++;
	lu_buf_addstr(&g->said, text);
	return g->stop ? lu_fail(e, g->stop, "the reader has gone") : LU_OK;
}

static void got_free(got *g)
{
	lu_arena_free(&g->a);
	lu_buf_free(&g->said);
}

static got ask_at(const char *url, const char *provider, bool stream, lu_str schema)
{
	got g = { .said = LU_BUF, .e = { LU_OK, "" } };
	lu_chat_config c = config(provider, url);
	lu_chat *t = open_chat(&c);
	lu_chat_request q = { .system = Z("be brief"), .user = Z("hello"), .schema = schema, .ctx = &g };

	if (stream) q.piece = on_piece;
	g.rc = lu_chat_ask(t, &q, &g.a, &g.r, &g.e);
	lu_chat_close(t);
	return g;
}

static got ask(const char *rules, const char *provider, bool stream, lu_str schema)
{
	server s;
	got g;

	server_start(&s, rules, "0");
	g = ask_at(s.url, provider, stream, schema);
	g.requests = server_log(&s).requests;
	server_stop(&s);
	return g;
}

static const char *const providers[] = { "anthropic", "openai" };

/* ---- answers ---- */

static void answers_come(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		bool stream = i & 1;
		double began = lu_now();
		got g = ask("*\ttext\tGr\xc3\xbc\xc3\x9f aus dem Wald: \xf0\x9f\x8c\xb3\\n\"ja\"\n", providers[i / 2],
			    stream, Z(""));

		if (g.rc) fail_msg("%s: %s", providers[i / 2], g.e.msg);
		assert_string_equal(g.r.text.s, "Gr\xc3\xbc\xc3\x9f aus dem Wald: \xf0\x9f\x8c\xb3\n\"ja\"");
		assert_string_equal(g.r.stop.s, "end");
		assert_true(lu_str_starts(g.r.model, "test-model"));
		assert_true(g.r.tokens_in > 0 && g.r.tokens_out > 0 && g.r.tokens_cached >= 0);
		assert_true(g.r.cost > 0 && g.r.cost < .001);
		assert_true(g.r.attempts == 1 && g.requests == 1);
		assert_true(g.r.first > 0 && g.r.first <= g.r.seconds && g.r.seconds <= lu_now() - began);
		if (stream) {
			assert_true(g.pieces > 1);
			assert_string_equal(g.said.s, g.r.text.s);
		}
		got_free(&g);
	}
}

static void answers_may_be_cut(void **state)
{
	server s;

	(void)state;
	server_start(&s, "*\ttext\tone two three four five six seven\n", "0");
	for (int i = 0; i < 2; i++) {
		lu_chat_config c = config(providers[i], s.url);
		lu_chat *t = open_chat(&c);
		lu_chat_request q = { .user = Z("hello"), .max_tokens = 2 };
		lu_chat_reply r;
		lu_arena a = { 0 };

		assert_int_equal(lu_chat_ask(t, &q, &a, &r, NULL), LU_OK);
		assert_string_equal(r.stop.s, "length");
		assert_string_equal(r.text.s, "one two ");
		assert_int_equal(r.tokens_out, 2);
		lu_arena_free(&a);
		lu_chat_close(t);
	}
	server_stop(&s);
}

static void schemas_are_kept(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		got g = ask("*\ttext\t{\"a\":[1,2]}\n", providers[i / 2], i & 1, Z("{\"type\":\"object\"}"));

		if (g.rc) fail_msg("%s: %s", providers[i / 2], g.e.msg);
		assert_string_equal(g.r.text.s, "{\"a\":[1,2]}");
		assert_string_equal(g.r.stop.s, "end");
		assert_int_equal(g.requests, 1);
		if (i & 1) assert_string_equal(g.said.s, g.r.text.s);
		got_free(&g);
	}
}

/* The last request that the server was sent. */
static lu_json *last_body(const server *s)
{
	char path[100];
	lu_reader in;
	lu_json *v = NULL, *next;
	FILE *f;

	server_path(s, "log", path, sizeof path);
	f = fopen(path, "r");
	assert_non_null(f);
	lu_reader_init(&in, f, path);
	while (lu_reader_next(&in, &next, NULL) == LU_OK) {
		lu_json_free(v);
		v = next;
	}
	lu_reader_free(&in);
	fclose(f);
	assert_non_null(v);
	return v;
}

/* A server that refuses the schema is told it in words, and from then on at once. */
static void schemas_may_be_refused(void **state)
{
	static const char *const words[] = { "tool_choice", "response_format" };

	(void)state;
	for (int i = 0; i < 2; i++) {
		char rules[100];
		server s;
		lu_chat_config c;
		lu_chat *t;
		lu_chat_request q = { .system = Z("be brief"),
				      .user = Z("hello"),
				      .schema = Z("{\"type\":\"object\"}") };
		lu_arena a = { 0 };
		lu_json *v;
		lu_str system;

		snprintf(rules, sizeof rules, "%s\tstatus\t400\n*\ttext\t{\"a\":1}\n", words[i]);
		server_start(&s, rules, "0");
		c = config(providers[i], s.url);
		t = open_chat(&c);
		for (int k = 0; k < 2; k++) {
			lu_chat_reply r;
			lu_err e = { LU_OK, "" };

			if (lu_chat_ask(t, &q, &a, &r, &e)) fail_msg("%s", e.msg);
			assert_string_equal(r.text.s, "{\"a\":1}");
			assert_int_equal(r.attempts, k ? 1 : 2);
		}
		assert_int_equal(server_log(&s).requests, 3);
		v = last_body(&s);
		system = i ? lu_json_str(lu_json_get(lu_json_at(lu_json_get(lu_json_get(v, "body"), "messages"), 0),
						     "content"))
			   : lu_json_str(lu_json_get(lu_json_get(v, "body"), "system"));
		assert_true(lu_str_starts(system, "be brief\n\nAnswer with one JSON value"));
		assert_true(lu_str_ends(system, "{\"type\":\"object\"}"));
		lu_json_free(v);
		lu_arena_free(&a);
		lu_chat_close(t);
		server_stop(&s);
	}
}

/* ---- failures ---- */

static void assert_fails(const char *rules, int which, bool stream, const char *error, int64_t requests)
{
	got g = ask(rules, providers[which], stream, Z(""));

	assert_int_equal(g.rc, LU_ENET);
	if (!strstr(g.e.msg, error)) fail_msg("%s", g.e.msg);
	if (strstr(g.e.msg, KEY) || strstr(g.e.msg, "0123456789")) fail_msg("the key is in: %s", g.e.msg);
	assert_int_equal(g.requests, requests);
	got_free(&g);
}

static void failures_are_said(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_fails("*\tmalformed\n", i, false, "the server's answer is broken", 1);
		assert_fails("*\tstatus\t400\n", i, false, "answered 400", 1);
		assert_fails("*\tstatus\t529\n", i, false, "answered 529 after 2 attempts", 2);
		assert_fails("*\ttype\ttext/html\n", i, false, "text/html", 1);
		assert_fails("*\techo\n", i, false, "", 1);
		assert_fails("*\techo\n", i, true, "", 1);
		assert_fails("*\tcut\n", i, true, "in the middle of its answer", 1);
		assert_fails("*\tmalformed\n", i, true, "stream", 1);
	}
	assert_fails("*\ttext\t\n", 0, false, "the model's answer is empty", 1);
	assert_fails("*\ttext\t\n", 1, true, "the model's answer is empty", 1);
}

static void readers_may_stop(void **state)
{
	server s;

	(void)state;
	server_start(&s, "*\ttext\tone two three four five six seven\n", "0");
	for (int i = 0; i < 2; i++) {
		got g = { .said = LU_BUF, .stop = LU_EIO };
		lu_chat_config c = config(providers[i], s.url);
		lu_chat *t = open_chat(&c);
		lu_chat_request q = { .user = Z("hello"), .piece = on_piece, .ctx = &g };

		assert_int_equal(lu_chat_ask(t, &q, &g.a, &g.r, &g.e), LU_EIO);
		assert_string_equal(g.e.msg, "the reader has gone");
		assert_int_equal(g.pieces, 1);
		g.stop = LU_OK; /* the handle can be asked again */
		assert_int_equal(lu_chat_ask(t, &q, &g.a, &g.r, &g.e), LU_OK);
		lu_chat_close(t);
		got_free(&g);
	}
	server_stop(&s);
}

/* ---- many ---- */

enum { MANY = 40 };

typedef struct many {
	int done[MANY];
	size_t good, bad;
	size_t most; /* then it ends all */
} many;

static lu_code on_done(void *ctx, size_t i, lu_code rc, const lu_chat_reply *r, const lu_err *why, lu_err *e)
{
	many *m = ctx;

	assert_true(i < MANY);
	m->done[i]++;
	if (rc) {
		assert_int_equal(rc, LU_ENET);
		assert_true(why->msg[0]);
		m->bad++;
	} else {
		char expected[20];

		snprintf(expected, sizeof expected, "answer %zu", i);
		assert_string_equal(r->text.s, expected);
		m->good++;
	}
	return m->good + m->bad == m->most ? lu_fail(e, LU_EIO, "enough") : LU_OK;
}

static void ask_many(const char *rules, many *m, int64_t *in_flight, int64_t *requests, lu_code expected)
{
	static char texts[MANY][40];
	lu_chat_request q[MANY] = { 0 };
	lu_chat_config c;
	lu_chat *t;
	lu_err e = { LU_OK, "" };
	server_seen log;
	server s;

	server_start(&s, rules, "0.02");
	c = config("openai", s.url);
	c.http.parallel = 4;
	c.http.retries = 0;
	t = open_chat(&c);
	for (size_t i = 0; i < MANY; i++) {
		snprintf(texts[i], sizeof texts[i], "number %zu.\nsay: answer %zu", i, i);
		q[i].user = lu_strz(texts[i]);
	}
	assert_int_equal(lu_chat_ask_all(t, q, MANY, on_done, m, &e), expected);
	if (expected) assert_string_equal(e.msg, "enough");
	lu_chat_close(t);
	log = server_log(&s);
	*in_flight = log.in_flight;
	*requests = log.requests;
	server_stop(&s);
}

static void many_are_asked_at_once(void **state)
{
	many m = { .good = 0 };
	int64_t in_flight, requests;

	(void)state;
	ask_many("number 7.\tmalformed\nnumber 8.\tstatus\t400\n*\tobey\n", &m, &in_flight, &requests, LU_OK);
	for (size_t i = 0; i < MANY; i++) assert_int_equal(m.done[i], 1);
	assert_int_equal(m.bad, 2);
	assert_int_equal(m.good, MANY - 2);
	assert_int_equal(in_flight, 4);
	assert_int_equal(requests, MANY);
}

static void many_may_be_ended(void **state)
{
	many m = { .most = 10 };
	int64_t in_flight, requests;

	(void)state;
	ask_many("*\tobey\n", &m, &in_flight, &requests, LU_EIO);
	assert_int_equal(m.good + m.bad, 10);
	assert_true(requests >= 10 && requests <= 14);
}

static void none_is_asked(void **state)
{
	lu_chat_config c = config("openai", "http://127.0.0.1:9");
	lu_chat *t = open_chat(&c);

	(void)state;
	assert_int_equal(lu_chat_ask_all(t, NULL, 0, on_done, NULL, NULL), LU_OK);
	lu_chat_close(t);
	lu_chat_close(NULL);
}

/* ---- what can not be asked ---- */

static void assert_refused(const lu_chat_config *c, const char *error)
{
	lu_chat *t = NULL;
	lu_err e = { LU_OK, "" };
	lu_code rc = lu_chat_open(c, &t, &e);

	assert_true(rc == LU_EUSAGE || rc == LU_EFORMAT);
	assert_null(t);
	if (!strstr(e.msg, error)) fail_msg("%s", e.msg);
	assert_null(strstr(e.msg, KEY));
}

static void configurations_are_checked(void **state)
{
	lu_chat_config c = config("openai", NULL), d;

	(void)state;
	d = c;
	d.provider = "nobody";
	assert_refused(&d, "no provider 'nobody'");
	d = c;
	d.key = NULL;
	assert_refused(&d, "no key for the provider openai");
	d.key = "a\r\nX-Evil: 1";
	assert_refused(&d, "the key");
	d = c;
	d.temperature = 2.5;
	assert_refused(&d, "temperature 2.5 is out of range 0 to 2 of openai");
	d.provider = "anthropic";
	d.temperature = 1.5;
	assert_refused(&d, "temperature 1.5 is out of range 0 to 1 of anthropic");
	d = c;
	d.max_tokens = 0;
	assert_refused(&d, "out of range 1..200000");
	d = c;
	d.url = "localhost:8080";
	assert_refused(&d, "'localhost:8080' is no URL");
	d.url = "http://localhost:8080";
	d.model = NULL;
	assert_refused(&d, "no model is named");
	d = c;
	d.prices = Z("[]");
	assert_refused(&d, "prices: expected an object");
	d = c;
	d.http.parallel = 0;
	assert_refused(&d, "");
}

static void keys_are_not_sent_in_the_clear(void **state)
{
	lu_chat_config c = config("openai", "http://example.invalid/v1");
	lu_chat *t = open_chat(&c);
	lu_chat_request q = { .user = Z("hello") };
	lu_chat_reply r;
	lu_arena a = { 0 };
	lu_err e = { LU_OK, "" };

	(void)state;
	assert_int_equal(lu_chat_ask(t, &q, &a, &r, &e), LU_EUSAGE);
	assert_null(strstr(e.msg, KEY));
	q.user = Z("");
	assert_int_equal(lu_chat_ask(t, &q, &a, &r, &e), LU_EUSAGE);
	q = (lu_chat_request){ .user = Z("hello"), .max_tokens = -1 };
	assert_int_equal(lu_chat_ask(t, &q, &a, &r, &e), LU_EUSAGE);
	lu_chat_close(t);
}

static void defaults_are_known(void **state)
{
	lu_chat_config c;
	lu_chat *t;

	(void)state;
	lu_chat_config_init(&c);
	c.key = "sk-ant-1";
	t = open_chat(&c);
	assert_true(!strncmp(lu_chat_model(t), "claude-", 7));
	lu_chat_close(t);
	c.provider = "ollama";
	c.key = NULL;
	c.model = "qwen3";
	t = open_chat(&c);
	assert_string_equal(lu_chat_model(t), "qwen3");
	lu_chat_close(t);
}

static lu_code ask_once(const char *provider, const char *url)
{
	lu_chat_config c = config(provider, url);
	lu_chat_request q = { .system = Z("s"), .user = Z("hello"), .schema = Z("{}") };
	lu_chat *t = NULL;
	lu_chat_reply r;
	lu_arena a = { 0 };
	lu_code rc = lu_chat_open(&c, &t, NULL);

	if (!rc) rc = lu_chat_ask(t, &q, &a, &r, NULL);
	lu_chat_close(t);
	lu_arena_free(&a);
	return rc;
}

static void memory_may_be_out(void **state)
{
	server s;
	lu_code rc;

	(void)state;
	server_start(&s, "", "0");
	for (int i = 0; i < 2; i++) FOR_EVERY_ALLOCATION_FAILURE(rc, { rc = ask_once(providers[i], s.url); });
	server_stop(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_come),
		cmocka_unit_test(answers_may_be_cut),
		cmocka_unit_test(schemas_are_kept),
		cmocka_unit_test(schemas_may_be_refused),
		cmocka_unit_test(failures_are_said),
		cmocka_unit_test(readers_may_stop),
		cmocka_unit_test(many_are_asked_at_once),
		cmocka_unit_test(many_may_be_ended),
		cmocka_unit_test(none_is_asked),
		cmocka_unit_test(configurations_are_checked),
		cmocka_unit_test(keys_are_not_sent_in_the_clear),
		cmocka_unit_test(defaults_are_known),
		cmocka_unit_test(memory_may_be_out),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
