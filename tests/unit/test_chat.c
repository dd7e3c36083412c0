/* SPDX-License-Identifier: MIT
 * Language models: what is written, what is read, however it is cut; JSON that is nearly right; prices; providers. The
 * way over the network is tested in test_chat_net.c. */
#include "test.h"

#include "chat/reply.h"
#include "chat/endpoint.h"
#include "chat/sse.h"
#include "core/file.h"

#define Z(s) lu_strn(s, sizeof(s) - 1)

/* ---- requests ---- */

static void assert_request(const lu__api *api, const lu__wanted *q, const char *expected)
{
	lu_json *v = NULL;
	lu_jw w;

	lu_jw_init(&w);
	api->request(q, &w);
	assert_string_equal(w.out.s, expected);
	assert_int_equal(lu_json_parse(lu_buf_str(&w.out), &v, NULL), LU_OK);
	lu_json_free(v);
	lu_jw_free(&w);
}

static void test_anthropic_request(void **state)
{
	lu__wanted q = { .model = Z("claude-x"), .user = Z("what \"is\"\nit"), .max_tokens = 100, .temperature = -1 };

	(void)state;
	assert_request(&lu__api_anthropic, &q,
		       "{\"model\":\"claude-x\",\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":"
		       "\"what \\\"is\\\"\\nit\"}]}");
	q.system = Z("be short");
	q.temperature = 0;
	q.stream = true;
	assert_request(
		&lu__api_anthropic, &q,
		"{\"model\":\"claude-x\",\"max_tokens\":100,\"temperature\":0,\"system\":\"be short\",\"messages\":"
		"[{\"role\":\"user\",\"content\":\"what \\\"is\\\"\\nit\"}],\"stream\":true}");
	q = (lu__wanted){ .model = Z("m"),
			  .user = Z("q"),
			  .max_tokens = 1,
			  .temperature = 0.25,
			  .schema = Z("{\"type\":\"object\"}") };
	assert_request(
		&lu__api_anthropic, &q,
		"{\"model\":\"m\",\"max_tokens\":1,\"temperature\":0.25,\"messages\":[{\"role\":\"user\",\"content\":"
		"\"q\"}],\"tools\":[{\"name\":\"answer\",\"description\":\"Takes the answer.\",\"input_schema\":"
		"{\"type\":\"object\"}}],\"tool_choice\":{\"type\":\"tool\",\"name\":\"answer\","
		"\"disable_parallel_tool_use\":true}}");
}

static void test_openai_request(void **state)
{
	lu__wanted q = { .model = Z("m"), .user = Z("q"), .max_tokens = 100, .temperature = -1 };

	(void)state;
	assert_request(&lu__api_openai, &q,
		       "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],\"max_tokens\":100}");
	q.own = q.stream = true;
	q.system = Z("s");
	q.temperature = 1.5;
	assert_request(
		&lu__api_openai, &q,
		"{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\",\"content\":"
		"\"q\"}],\"max_completion_tokens\":100,\"temperature\":1.5,\"stream\":true,\"stream_options\":"
		"{\"include_usage\":true}}");
	q = (lu__wanted){ .model = Z("m"), .user = Z("q"), .max_tokens = 7, .temperature = -1, .schema = Z("{}") };
	assert_request(
		&lu__api_openai, &q,
		"{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],\"max_tokens\":7,"
		"\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\",\"strict\":true,"
		"\"schema\":{}}}}");
}

static void test_headers(void **state)
{
	lu_buf b = LU_BUF;

	(void)state;
	lu__api_anthropic.headers(Z("k1"), &b);
	assert_string_equal(b.s, "x-api-key: k1\nanthropic-version: 2023-06-01\n");
	lu_buf_reset(&b);
	lu__api_openai.headers(Z("k2"), &b);
	assert_string_equal(b.s, "Authorization: Bearer k2\n");
	lu_buf_reset(&b);
	lu__api_openai.headers(Z(""), &b);
	lu__api_anthropic.headers(Z(""), &b);
	assert_string_equal(b.s, "anthropic-version: 2023-06-01\n");
	lu_buf_free(&b);
}

/* ---- whole answers ---- */

struct reply {
	const lu__api *api;
	const char *body, *text, *stop;
	int64_t in, cached, out;
	const char *error; /* instead of them */
};

#define A &lu__api_anthropic
#define O &lu__api_openai

static const struct reply replies[] = {
	{ A,
	  "{\"type\":\"message\",\"model\":\"m-1\",\"content\":[{\"type\":\"text\",\"text\":\"one "
	  "\"},{\"type\":\"text\","
	  "\"text\":\"two\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":10,\"cache_read_input_tokens\":"
	  "3,"
	  "\"cache_creation_input_tokens\":2,\"output_tokens\":5}}",
	  "one two", "end", 15, 3, 5, NULL },
	{ A,
	  "{\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\"},{\"type\":\"text\",\"text\":\"so\"}],\"stop_"
	  "reason\":"
	  "\"max_tokens\"}",
	  "so", "length", -1, -1, -1, NULL },
	{ A, "{\"content\":[],\"stop_reason\":\"refusal\",\"usage\":{\"input_tokens\":4,\"output_tokens\":0}}", "",
	  "refusal", 4, 0, 0, NULL },
	{ A, "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"stop_reason\":\"pause_turn\"}", "x", "pause_turn", -1,
	  -1, -1, NULL },
	{ A,
	  "{\"content\":[{\"type\":\"text\",\"text\":\"I call "
	  "it\"},{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"answer\","
	  "\"input\":{\"a\":[1,\"x\"]}},{\"type\":\"tool_use\",\"input\":{\"b\":2}}],\"stop_reason\":\"tool_use\"}",
	  "{\"a\":[1,\"x\"]}", "end", -1, -1, -1, NULL },
	{ A, "{\"content\":[{\"type\":\"tool_use\",\"name\":\"answer\"}],\"stop_reason\":\"tool_use\"}", "{}", "end",
	  -1, -1, -1, NULL },
	{ A,
	  "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":-"
	  "5,"
	  "\"output_tokens\":\"9\"}}",
	  "x", "end", -1, -1, -1, NULL },
	{ A, "{\"content\":[],\"stop_reason\":\"end_turn\"}", .error = "the model's answer is empty" },
	{ A, "{\"stop_reason\":\"end_turn\"}", .error = "the server's answer has no content" },
	{ A, "{\"content\":\"text\"}", .error = "the server's answer has no content" },
	{ A, "{\"content\":[7,null,{\"type\":\"text\",\"text\":7},{\"type\":[]}]}",
	  .error = "the model's answer is empty" },
	{ A, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Over\\nloaded\"}}",
	  .error = "the server reports an error: Over loaded (overloaded_error)" },
	{ A, "{\"content\":[{\"type\":", .error = "the server's answer is broken: not JSON" },
	{ A, "<html>", .error = "the server's answer is broken: not JSON" },
	{ A, "[]", .error = "the server's answer is an array, not an object" },
	{ A, "", .error = "the server's answer is broken" },
	{ O,
	  "{\"id\":\"c\",\"model\":\"gpt-x-2026\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
	  "\"content\":"
	  "\"h\\u00e9\",\"refusal\":null},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":20,\"completion_"
	  "tokens\":3,"
	  "\"prompt_tokens_details\":{\"cached_tokens\":8}},\"error\":null}",
	  "h\xc3\xa9", "end", 20, 8, 3, NULL },
	{ O,
	  "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":"
	  "2,"
	  "\"completion_tokens\":3,\"prompt_tokens_details\":{\"cached_tokens\":8}}}",
	  "a", "length", 2, 2, 3, NULL },
	{ O, "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"I will not\"},\"finish_reason\":\"stop\"}]}",
	  "I will not", "refusal", -1, -1, -1, NULL },
	{ O, "{\"choices\":[{\"message\":{\"content\":\"\"},\"finish_reason\":\"content_filter\"}]}", "", "refusal", -1,
	  -1, -1, NULL },
	{ O, "{\"choices\":[{\"message\":{\"content\":\"a\"}}]}", "a", "end", -1, -1, -1, NULL },
	{ O, "{\"choices\":[]}", .error = "the server's answer has no choices" },
	{ O, "{\"choices\":{}}", .error = "the server's answer has no choices" },
	{ O, "{}", .error = "the server's answer has no choices" },
	{ O, "{\"choices\":[null]}", .error = "the server's answer has no message" },
	{ O, "{\"choices\":[{\"text\":\"old\"}]}", .error = "the server's answer has no message" },
	{ O, "{\"choices\":[{\"message\":{\"content\":\"\"},\"finish_reason\":\"stop\"}]}",
	  .error = "the model's answer is empty" },
	{ O, "{\"error\":{\"message\":\"no such model\",\"type\":\"invalid_request_error\",\"code\":null}}",
	  .error = "the server reports an error: no such model (invalid_request_error)" },
	{ O, "{\"error\":\"model 'x' not found\"}", .error = "the server reports an error: model 'x' not found" },
	{ O, "{\"error\":{}}", .error = "the server reports an error: it does not say why" },
	{ O, "{\"choices\":[{\"message\":{\"content\":\"a\"}}]} x", .error = "the server's answer is broken" },
};

static void assert_answer(const lu__reply *a, const struct reply *r)
{
	assert_string_equal(a->text.s, r->text);
	assert_string_equal(a->stop.s, r->stop);
	assert_int_equal(a->in, r->in);
	assert_int_equal(a->cached, r->cached);
	assert_int_equal(a->out, r->out);
}

static void test_replies(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
		const struct reply *r = &replies[i];
		lu_err e = { LU_OK, "" };
		lu__reply a;
		lu_code rc;

		lu__reply_init(&a);
		rc = lu__reply_whole(r->api, lu_strz(r->body), &a, &e);
		if (!rc) rc = lu__reply_check(&a, false, &e);
		if (r->error) {
			assert_int_equal(rc, LU_ENET);
			if (!strstr(e.msg, r->error)) fail_msg("reply %zu: %s", i, e.msg);
		} else {
			assert_int_equal(rc, LU_OK);
			assert_answer(&a, r);
		}
		lu__reply_free(&a);
	}
}

/* Numbers that would overflow as soon as they are added up. */
static void test_too_many_tokens(void **state)
{
	static const struct reply odd[] = {
		{ A,
		  "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"usage\":{\"input_tokens\":4,\"cache_read_input_"
		  "tokens\":"
		  "9223372036854775807,\"cache_creation_input_tokens\":9223372036854775807,\"output_tokens\":"
		  "1000000000001}}",
		  "x", "end", 4, 0, -1, NULL },
		{ A,
		  "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"usage\":{\"input_tokens\":9223372036854775807,"
		  "\"output_tokens\":1000000000000}}",
		  "x", "end", -1, -1, 1000000000000, NULL },
		{ O,
		  "{\"choices\":[{\"message\":{\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":9223372036854775807,"
		  "\"completion_tokens\":9223372036854775807}}",
		  "a", "end", -1, -1, -1, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		lu_err e = { LU_OK, "" };
		lu__reply a;

		lu__reply_init(&a);
		assert_int_equal(lu__reply_whole(odd[i].api, lu_strz(odd[i].body), &a, &e), LU_OK);
		assert_int_equal(lu__reply_check(&a, false, &e), LU_OK);
		assert_answer(&a, &odd[i]);
		lu__reply_free(&a);
	}
}

/* Whole, in part as servers show it, or where the message is cut. */
static void test_errors_without_the_key(void **state)
{
	static const char *const said[] = { "no: Bearer sk-0123456789abcdef", "no: sk-01234****cdef", "no: sk-01234" };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		for (size_t pad = 0; pad < 320; pad += i ? 320 : 1) {
			lu_err e = { LU_OK, "" };
			lu_buf body = LU_BUF;
			lu__reply a;

			lu_buf_adds(&body, "{\"error\":{\"message\":\"");
			for (size_t k = 0; k < pad; k++) lu_buf_addc(&body, '.');
			lu_buf_addf(&body, "%s\",\"type\":\"sk-0123456789abcdef\"}}", said[i]);
			lu__reply_init(&a);
			lu__reply_begin(&a, Z("sk-0123456789abcdef"));
			assert_int_equal(lu__reply_whole(O, lu_buf_str(&body), &a, &e), LU_ENET);
			if (strstr(e.msg, "sk-") || strstr(e.msg, "cdef")) fail_msg("%s", e.msg);
			lu__reply_free(&a);
			lu_buf_free(&body);
		}
	}
}

/* ---- streams ---- */

struct stream {
	const lu__api *api;
	lu__sse sse;
	lu__reply answer;
	lu_buf said; /* the pieces that were given */
	size_t events;
};

static lu_code take(void *ctx, lu_str name, lu_str data, lu_err *e)
{
	struct stream *s = ctx;
	lu_code rc = lu__reply_event(s->api, data, &s->answer, e);

	(void)name;
	s->events++;
	if (s->answer.fresh > s->answer.text.len) fail_msg("a piece lies beyond its text");
	lu_buf_add(&s->said, s->answer.text.s + s->answer.fresh, s->answer.text.len - s->answer.fresh);
	return rc;
}

static void stream_init(struct stream *s, const lu__api *api)
{
	*s = (struct stream){ .api = api, .said = LU_BUF };
	lu__sse_init(&s->sse);
	lu__reply_init(&s->answer);
}

static void stream_free(struct stream *s)
{
	lu__sse_free(&s->sse);
	lu__reply_free(&s->answer);
	lu_buf_free(&s->said);
}

static lu_code stream_end(struct stream *s, lu_err *e)
{
	lu_code rc = lu__sse_end(&s->sse, take, s, e);

	return rc ? rc : lu__reply_check(&s->answer, true, e);
}

/* `text` in two pieces, or one by one when `cut` is beyond it. */
static lu_code run_stream(struct stream *s, lu_str text, size_t cut, lu_err *e)
{
	lu_code rc = LU_OK;

	if (cut > text.n) {
		for (size_t i = 0; i < text.n && !rc; i++)
			rc = lu__sse_push(&s->sse, lu_strn(text.s + i, 1), take, s, e);
	} else {
		rc = lu__sse_push(&s->sse, lu_strn(text.s, cut), take, s, e);
		if (!rc) rc = lu__sse_push(&s->sse, lu_strn(text.s + cut, text.n - cut), take, s, e);
	}
	return rc ? rc : stream_end(s, e);
}

static const char anthropic_stream[] =
	"event: message_start\n"
	"data: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"claude-x\",\"content\":[],\"usage\":"
	"{\"input_tokens\":25,\"cache_read_input_tokens\":5,\"output_tokens\":1}}}\n\n"
	"event: content_block_start\n"
	"data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
	"event: ping\ndata: {\"type\":\"ping\"}\n\n"
	": a comment\n\n"
	"event: content_block_delta\n"
	"data: "
	"{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":"
	"\"Gr\xc3\xbc\xc3\x9f\"}}\n\n"
	"event: of_the_future\ndata: {\"type\":\"of_the_future\",\"delta\":7}\n\n"
	"event: content_block_delta\nid: 7\nretry: 10\n"
	"data: {\"type\":\"content_block_delta\",\"index\":0,\ndata:\"delta\":{\"type\":\"text_delta\",\"text\":\" "
	"\xf0\x9f\x8c\xb3.\"}}\n\n"
	"event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
	"event: message_delta\n"
	"data: "
	"{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":15}}\n\n"
	"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";

static const char tool_stream[] =
	"data: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":3}}}\n\n"
	"data: "
	"{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t\",\"name\":"
	"\"answer\","
	"\"input\":{}}}\n\n"
	"data: "
	"{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\"}}"
	"\n\n"
	"data: "
	"{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{"
	"\\\"a\\\": [1\"}}\n\n"
	"data: "
	"{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\", "
	"2]}\"}}\n\n"
	"data: "
	"{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":4}}\n\n"
	"data: {\"type\":\"message_stop\"}\n\n";

static const char openai_stream[] =
	"data: "
	"{\"model\":\"gpt-x\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_"
	"reason\":null}],"
	"\"usage\":null}\n\n"
	"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\xe2\x82\xac 1\"},\"finish_reason\":null}]}\n\n"
	"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"0\"},\"finish_reason\":null}]}\n\n"
	"data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}\n\n"
	"data: "
	"{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_"
	"tokens\":0}}}\n\n"
	"data: [DONE]\n\n";

static const struct {
	const char *stream;
	struct reply r;
} streams[] = {
	{ anthropic_stream, { A, NULL, "Gr\xc3\xbc\xc3\x9f \xf0\x9f\x8c\xb3.", "end", 30, 5, 15, NULL } },
	{ tool_stream, { A, NULL, "{\"a\": [1, 2]}", "end", 3, 0, 4, NULL } },
	{ openai_stream, { O, NULL, "\xe2\x82\xac 10", "length", 9, 0, 2, NULL } },
};

/* With the line ends `eol`. */
static void make_stream(const char *text, const char *eol, lu_buf *out)
{
	for (; *text; text++) {
		if (*text == '\n') lu_buf_adds(out, eol);
		else lu_buf_addc(out, *text);
	}
}

static void test_streams_cut_anywhere(void **state)
{
	static const char *const eols[] = { "\n", "\r\n", "\r" };

	(void)state;
	for (size_t i = 0; i < 3 * 3; i++) {
		lu_buf text = LU_BUF;

		if (i < 3) lu_buf_adds(&text, "\xef\xbb\xbf");
		make_stream(streams[i % 3].stream, eols[i / 3], &text);
		for (size_t cut = 0; cut <= text.len + 1; cut++) {
			struct stream s;
			lu_err e = { LU_OK, "" };

			stream_init(&s, streams[i % 3].r.api);
			assert_int_equal(run_stream(&s, lu_buf_str(&text), cut, &e), LU_OK);
			assert_answer(&s.answer, &streams[i % 3].r);
			assert_string_equal(s.said.s, streams[i % 3].r.text);
			stream_free(&s);
		}
		lu_buf_free(&text);
	}
}

/* A server that repeats the key, wherever an event or a packet ends; escapes do not hide it from us. */
static void test_answers_without_the_key(void **state)
{
	static const char whole[] =
		"{\"model\":\"m-sk-0123456789abcdef\",\"choices\":[{\"message\":{\"content\":"
		"\"It is \\u0073k-0123456789\\u0001abcdef, \\u001b[31mred\\u009b.\"},\"finish_reason\":\"stop\"}]}";
	static const char stream[] = "data: {\"choices\":[{\"delta\":{\"content\":\"It is sk-0123\"}}]}\n\n"
				     "data: {\"choices\":[{\"delta\":{\"content\":\"456789\\u0007abcde\"}}]}\n\n"
				     "data: {\"choices\":[{\"delta\":{\"content\":\"f, sk-01\"}}]}\n\ndata: [DONE]\n\n";
	lu_err e = { LU_OK, "" };
	lu__reply a;

	(void)state;
	lu__reply_init(&a);
	lu__reply_begin(&a, Z("sk-0123456789abcdef"));
	assert_int_equal(lu__reply_whole(O, lu_strz(whole), &a, &e), LU_OK);
	assert_string_equal(a.text.s, "It is ***, [31mred.");
	assert_string_equal(a.model.s, "m-***");
	lu__reply_free(&a);
	for (size_t cut = 0; cut <= sizeof stream; cut++) {
		struct stream s;

		stream_init(&s, O);
		lu__reply_begin(&s.answer, Z("sk-0123456789abcdef"));
		assert_int_equal(run_stream(&s, lu_strz(stream), cut, &e), LU_OK);
		assert_string_equal(s.answer.text.s, "It is ***, sk-01");
		assert_string_equal(s.said.s, s.answer.text.s);
		stream_free(&s);
	}
}

/* A stream without its end is no answer, wherever it ends. */
static void test_streams_that_end_early(void **state)
{
	(void)state;
	for (size_t i = 0; i < 3; i++) {
		/* without the two line ends behind it the last event is there */
		size_t n = strlen(streams[i].stream) - 2;

		for (size_t cut = 0; cut <= n; cut++) {
			struct stream s;
			lu_err e = { LU_OK, "" };
			lu_code rc;

			stream_init(&s, streams[i].r.api);
			rc = run_stream(&s, lu_strn(streams[i].stream, cut), 0, &e);
			assert_int_equal(rc, LU_ENET);
			assert_true(strstr(e.msg, "ended before the answer did") || strstr(e.msg, "stream is broken"));
			stream_free(&s);
		}
	}
}

static void test_broken_streams(void **state)
{
	static const struct {
		const lu__api *api;
		const char *text, *error, *said;
	} t[] = {
		{ A,
		  "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"half\"}}\n\n"
		  "event: error\ndata: "
		  "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
		  "the server reports an error: Overloaded (overloaded_error)", "half" },
		{ O, "data: {\"error\":{\"message\":\"gone\",\"type\":\"server_error\"}}\n\n",
		  "the server reports an error: gone (server_error)", "" },
		{ O, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choices\":\n\n",
		  "an event of the server's stream is broken", "a" },
		{ O, "data: 7\n\n", "an event of the server's stream is an integer, not an object", "" },
		{ O, "data: [DONE]\n\n", "the model's answer is empty", "" },
		{ O, "", "ended before", "" },
		{ A, "not a stream at all", "ended before", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct stream s;
		lu_err e = { LU_OK, "" };

		stream_init(&s, t[i].api);
		assert_int_equal(run_stream(&s, lu_strz(t[i].text), 0, &e), LU_ENET);
		if (!strstr(e.msg, t[i].error)) fail_msg("%zu: %s", i, e.msg);
		assert_string_equal(s.said.s, t[i].said);
		stream_free(&s);
	}
}

/* What was said before a tool is called, a second call, and what comes after the end count for nothing. */
static void test_odd_streams(void **state)
{
	static const char odd[] =
		"data: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"text\",\"text\":\"I \"}}\n\n"
		"data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"call\"}}\n\n"
		"data: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"tool_use\"}}\n\n"
		"data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"no\"}}\n\n"
		"data: "
		"{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{}\"}}"
		"\n\n"
		"data: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"tool_use\"}}\n\n"
		"data: "
		"{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{7}\"}}"
		"\n\n"
		"data: {\"type\":\"message_stop\"}\n\n"
		"data: "
		"{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"late\"}}"
		"\n\n"
		"data: not JSON\n\n";
	struct stream s;
	lu_err e = { LU_OK, "" };

	(void)state;
	stream_init(&s, A);
	assert_int_equal(run_stream(&s, Z(odd), 0, &e), LU_OK);
	assert_string_equal(s.answer.text.s, "{}");
	assert_string_equal(s.answer.stop.s, "end");
	stream_free(&s);
}

struct events {
	lu_buf out;
};

static lu_code list_event(void *ctx, lu_str name, lu_str data, lu_err *e)
{
	struct events *v = ctx;

	(void)e;
	lu_buf_addf(&v->out, "<%.*s|%.*s>", LU_FMT(name), LU_FMT(data));
	return LU_OK;
}

static void test_sse(void **state)
{
	static const struct {
		const char *text, *events;
	} t[] = {
		{ "data: a\n\n", "<|a>" },
		{ "data:a\n\n", "<|a>" },
		{ "data:  a\n\n", "<| a>" },
		{ "data\n\n", "<|>" },
		{ "data\ndata\n\n", "<|\n>" },
		{ "event: e\n\ndata: a\n\n", "<|a>" },
		{ "event: e\ndata: a\n\ndata: b\n\n", "<e|a><|b>" },
		{ "event: e\nevent: f\ndata: a\n\n", "<f|a>" },
		{ ":data: a\n\n:\n\n", "" },
		{ "\n\n\r\n\r\rdata: a\r\rdata: b\r\n\r\n", "<|a><|b>" },
		{ "data: a\n", "<|a>" },
		{ "data: a\ndata: b", "" },
		{ " data: a\n\n", "" },
		{ "Data: a\ndatas: b\n\n", "" },
		{ "data: a: b\n\n", "<|a: b>" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		for (size_t cut = 0; cut <= strlen(t[i].text); cut++) {
			struct events v = { LU_BUF };
			lu__sse s;

			lu__sse_init(&s);
			assert_int_equal(lu__sse_push(&s, lu_strn(t[i].text, cut), list_event, &v, NULL), LU_OK);
			assert_int_equal(lu__sse_push(&s, lu_strz(t[i].text + cut), list_event, &v, NULL), LU_OK);
			assert_int_equal(lu__sse_end(&s, list_event, &v, NULL), LU_OK);
			assert_string_equal(v.out.s, t[i].events);
			lu__sse_free(&s);
			lu_buf_free(&v.out);
		}
	}
}

static void test_stream_without_memory(void **state)
{
	struct stream s;
	lu_code rc;

	(void)state;
	for (size_t i = 0; i < 3; i++)
		FOR_EVERY_ALLOCATION_FAILURE(rc, {
			stream_init(&s, streams[i].r.api);
			rc = run_stream(&s, lu_strz(streams[i].stream), 99999, NULL);
			stream_free(&s);
		});
	for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
		lu__reply a;

		if (replies[i].error) continue;
		FOR_EVERY_ALLOCATION_FAILURE(rc, {
			lu__reply_init(&a);
			rc = lu__reply_whole(replies[i].api, lu_strz(replies[i].body), &a, NULL);
			if (!rc) rc = lu__reply_check(&a, false, NULL);
			lu__reply_free(&a);
		});
	}
}

/* ---- JSON as models write it ---- */

static const struct {
	const char *text, *json; /* NULL: there is none */
} loose[] = {
	{ "{\"a\":1}", "{\"a\":1}" },
	{ "[1,2]", "[1,2]" },
	{ "[]", "[]" },
	{ "{}", "{}" },
	{ "", NULL },
	{ "no JSON here", NULL },
	{ "{", NULL },
	{ "[", NULL },
	{ "[[", NULL },
	{ "{\"a\"", NULL },
	{ "{\"a\":", NULL },
	{ "\"just a string\"", NULL },
	{ "42", NULL },
	/* around it */
	{ "```json\n{\"a\":1}\n```", "{\"a\":1}" },
	{ "```\n[1]\n```\nDone.", "[1]" },
	{ "~~~\n[1]\n~~~", "[1]" },
	{ "Sure! Here is it:\n\n{\"a\": [1, 2]}\n\nAsk for more.", "{\"a\":[1,2]}" },
	{ "The answer is {\"a\":1} as you see.", "{\"a\":1}" },
	{ "As [1] and [2] say:\n{\"a\":1}", "{\"a\":1}" },
	{ "Scores: [3, 7, 0].", "[3,7,0]" },
	{ "Scores [1]: [3, 7]", "[1]" },
	{ "Of x[0], f() {} and array[i]: {\"a\":1}", "{\"a\":1}" },
	{ "{name} has [a list] of {\"a\":1}", "{\"a\":1}" },
	{ "<think>\n{\"not\":\"this\"}\n</think>\n{\"a\":1}", "{\"a\":1}" },
	{ "{\"a\":1}{\"b\":2}", "{\"a\":1}" },
	{ "{\"a\":1}\n{\"b\":2}", "{\"a\":1}" },
	{ "{\"a\":\"} ] ``` { [\"}", "{\"a\":\"} ] ``` { [\"}" },
	/* nearly right */
	{ "[1,2,]", "[1,2]" },
	{ "{\"a\":1,}", "{\"a\":1}" },
	{ "[,1,,2]", "[1,2]" },
	{ "[{\"a\":1}\n{\"a\":2}]", "[{\"a\":1},{\"a\":2}]" },
	{ "{\"a\":1 \"b\":2}", "{\"a\":1,\"b\":2}" },
	{ "{\"a\":1, // why\n /* and */\n\"b\":2}", "{\"a\":1,\"b\":2}" },
	{ "{\"a\":True,\"b\":None,\"c\":NaN,\"d\":false}", "{\"a\":true,\"b\":null,\"c\":null,\"d\":false}" },
	{ "{\"a\":\"two\nlines\tand \\' and \\_\"}", "{\"a\":\"two\\nlines\\tand ' and _\"}" },
	{ "{\"a\":\"\\u00e9\\ud83c\\udf33\\n\\\"\\\\\\/\"}", "{\"a\":\"\xc3\xa9\xf0\x9f\x8c\xb3\\n\\\"\\\\/\"}" },
	{ "{\"a\":\"\\ud83c \\udf33 \\u12 \\uzzzz\"}", "{\"a\":\"\xef\xbf\xbd \xef\xbf\xbd u12 uzzzz\"}" },
	{ "{\"a\":\"\xff\"}", "{\"a\":\"\xef\xbf\xbd\"}" },
	{ "[1.5,-2e3,+4,.5,007,12345678901234567890]", "[1.5,-2000,4,0.5,7,1.2345678901234567e19]" },
	{ "[1e999]", "[null]" },
	{ "[1.2.3]", NULL },
	{ "[1-2]", NULL },
	{ "[-]", NULL },
	{ "{a:1}", NULL },
	{ "{\"a\"=1}", NULL },
	{ "{\"a\":1]", NULL },
	{ "{\"a\":[1}]", NULL },
	{ "[1:2]", NULL },
	/* cut */
	{ "{\"a\":1,\"b\":\"hal", "{\"a\":1}" },
	{ "{\"a\":1,\"b\":12", "{\"a\":1}" },
	{ "{\"a\":1,\"b\":tru", "{\"a\":1}" },
	{ "{\"a\":1,\"b\"", "{\"a\":1}" },
	{ "{\"a\":1,\"b\":", "{\"a\":1}" },
	{ "{\"a\":1,\"b\":[", "{\"a\":1}" },
	{ "{\"a\":1,\"b\":[{\"c\":\"x\",\"d", "{\"a\":1,\"b\":[{\"c\":\"x\"}]}" },
	{ "[{\"a\":1},{\"a\":2", "[{\"a\":1}]" },
	{ "```json\n[{\"a\":1},\n```", "[{\"a\":1}]" },
	{ "[\"a\", \"b\\", "[\"a\"]" },
	{ "[\"a\", \"b\\u00", "[\"a\"]" },
	{ "[\"a\", /* b", "[\"a\"]" },
	{ "[\"a\", /", NULL },
};

static void test_loose(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof loose / sizeof *loose; i++) {
		lu_err e = { LU_OK, "" };
		lu_json *v = NULL;
		lu_buf b = LU_BUF;
		lu_code rc = lu_loose_json(lu_strz(loose[i].text), &v, &e);

		if (loose[i].json) {
			if (rc) fail_msg("%s: %s", loose[i].text, e.msg);
			lu_json_dump(v, &b);
			assert_string_equal(b.s, loose[i].json);
		} else {
			if (rc != LU_EFORMAT) fail_msg("%s: found something", loose[i].text);
			assert_non_null(strstr(e.msg, "no JSON"));
		}
		lu_json_free(v);
		lu_buf_free(&b);
	}
}

/* Whatever a good text is cut to, what is found says nothing that the text does not. */
static void test_loose_cut(void **state)
{
	static const char text[] = "{\"a\":[1,{\"b\":\"x\\n\\u00e9\"},[true,null]],\"c\":{\"d\":-1.5e3},\"e\":\"f\"}";
	size_t last = 0;

	(void)state;
	for (size_t n = 0; n <= sizeof text - 1; n++) {
		lu_json *v = NULL;
		lu_buf b = LU_BUF;

		if (!lu_loose_json(lu_strn(text, n), &v, NULL)) lu_json_dump(v, &b);
		else assert_true(n < 8);
		if (b.len < last) fail_msg("at %zu there is less than before: %s", n, b.s);
		last = b.len;
		lu_json_free(v);
		lu_buf_free(&b);
	}
	assert_true(last > 50);
}

/* Brackets, quotes and comments without end: the time must not grow with their square, which would take minutes. */
static void test_loose_is_linear(void **state)
{
	static const char *const units[] = { "[", "[/*", "[\"", "[1] ", "{\"a\":" };

	(void)state;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		double start = lu_now();
		lu_buf b = LU_BUF;
		lu_json *v = NULL;
		lu_code rc;

		while (b.len < 1 << 20) lu_buf_adds(&b, units[i]);
		rc = lu_loose_json(lu_buf_str(&b), &v, NULL);
		assert_int_equal(rc, i == 3 ? LU_OK : LU_EFORMAT);
		if (lu_now() - start > 10) fail_msg("%s: %g seconds", units[i], lu_now() - start);
		lu_json_free(v);
		lu_buf_free(&b);
	}
}

static void test_loose_without_memory(void **state)
{
	lu_json *v = NULL;
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		v = NULL;
		rc = lu_loose_json(Z("so: {\"a\":[\"x\",{\"b\":1.5}],}"), &v, NULL);
		lu_json_free(v);
	});
}

/* ---- prices ---- */

static double price_in(const char *model, const char *own)
{
	lu_price p;

	assert_int_equal(lu_price_of(model, lu_strz(own), &p, NULL), LU_OK);
	return p.in;
}

static void test_prices(void **state)
{
	lu_price p;

	(void)state;
	assert_int_equal(lu_price_of("claude-sonnet-4-5-20250929", Z(""), &p, NULL), LU_OK);
	assert_true(p.in == 3 && p.cached == .3 && p.out == 15);
	assert_true(price_in("claude-sonnet-4-5", "") == 3);
	assert_true(price_in("claude-sonnet-4-5@20250929", "") == 3);
	assert_true(price_in("gpt-4o-mini", "") == .15);
	assert_true(price_in("gpt-4o-2024-08-06", "") == 2.5);
	assert_true(price_in("command-r-08-2024", "") == .15);
	assert_true(price_in("voyage-4", "") == .06);
	/* what only begins as one that is known is another */
	assert_true(price_in("claude-sonnet-4-9", "") == -1);
	assert_true(price_in("gpt-4o-audio", "") == -1);
	assert_true(price_in("gpt-55", "") == -1);
	assert_true(price_in("gpt", "") == -1);
	assert_true(price_in("", "") == -1);
}

static void test_own_prices(void **state)
{
	static const char own[] =
		"{\"llama\":{\"in\":0,\"out\":0},\"gpt-4o\":{\"in\":1,\"cached\":0.5,\"out\":2},\"x\":{}}";
	lu_price p;

	(void)state;
	assert_int_equal(lu_price_of("gpt-4o-2024-08-06", Z(own), &p, NULL), LU_OK);
	assert_true(p.in == 1 && p.cached == .5 && p.out == 2);
	assert_int_equal(lu_price_of("llama", Z(own), &p, NULL), LU_OK);
	assert_true(p.in == 0 && p.cached == -1 && p.out == 0);
	assert_int_equal(lu_price_of("x", Z(own), &p, NULL), LU_OK);
	assert_true(p.in == -1 && p.out == -1);
	assert_true(price_in("gpt-4o-mini", own) == .15);
	assert_true(price_in("gpt-4o-mini", " \n") == .15);
}

static void test_bad_prices(void **state)
{
	static const struct {
		const char *own, *error;
	} t[] = {
		{ "[]", "prices: expected an object with a member for each model, found an array" },
		{ "{\"a\":3}", "prices: 'a' must be an object with in, cached and out, found an integer" },
		{ "{\"a\":{\"in\":\"3\"}}", "prices: 'in' of 'a' must be a number of dollars" },
		{ "{\"a\":{\"out\":-3}}", "prices: 'out' of 'a' must be a number of dollars" },
		{ "{\"a\":{\"cached\":null}}", "prices: 'cached' of 'a' must be" },
		{ "{\"a\"", "prices: not JSON" },
	};
	lu_price p;

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		lu_err e = { LU_OK, "" };

		assert_int_equal(lu_price_of("gpt-4o", lu_strz(t[i].own), &p, &e), LU_EFORMAT);
		if (!strstr(e.msg, t[i].error)) fail_msg("%s", e.msg);
	}
}

/* ---- providers ---- */

static void assert_url(const char *provider, const char *url, const char *expected)
{
	lu_chat_config c = { .provider = provider };
	const lu__provider *p = NULL;
	lu_buf b = LU_BUF;

	assert_int_equal(lu__provider_find(&c, &p, NULL), LU_OK);
	lu__provider_url(p, url, &b);
	assert_string_equal(b.s, expected);
	lu_buf_free(&b);
}

static void test_urls(void **state)
{
	(void)state;
	assert_url("anthropic", NULL, "https://api.anthropic.com/v1/messages");
	assert_url("openai", NULL, "https://api.openai.com/v1/chat/completions");
	assert_url("ollama", NULL, "http://localhost:11434/v1/chat/completions");
	assert_url("anthropic", "http://h:1", "http://h:1/v1/messages");
	assert_url("anthropic", "http://h:1/v1/", "http://h:1/v1/messages");
	assert_url("anthropic", "http://h:1/v1/messages", "http://h:1/v1/messages");
	assert_url("anthropic", "http://h/claude", "http://h/claude/v1/messages");
	assert_url("openai", "http://h:1/", "http://h:1/v1/chat/completions");
	assert_url("openai", "http://h:1/v1", "http://h:1/v1/chat/completions");
	assert_url("openai", "http://h/api/v3//", "http://h/api/v3/chat/completions");
	assert_url("openai", "http://h/x/chat/completions?v=1", "http://h/x/chat/completions?v=1");
	assert_url("openai", "http://h/x?v=/1", "http://h/x/chat/completions?v=/1");
}

static void test_which_provider(void **state)
{
	static const struct {
		const char *provider, *url, *model, *key, *name;
		lu_chat_place place;
	} t[] = {
		{ "vllm", NULL, NULL, NULL, "vllm", LU_CHAT_LOCAL },
		{ "nobody", NULL, NULL, NULL, NULL, LU_CHAT_ELSEWHERE },
		{ NULL, NULL, NULL, NULL, NULL, LU_CHAT_ELSEWHERE },
		{ NULL, NULL, "claude-x", NULL, "anthropic", LU_CHAT_OWN },
		{ NULL, NULL, "gpt-7", NULL, "openai", LU_CHAT_OWN },
		{ NULL, NULL, "llama", NULL, NULL, LU_CHAT_ELSEWHERE },
		{ NULL, NULL, "llama", "sk-ant-1", "anthropic", LU_CHAT_OWN },
		{ NULL, NULL, NULL, "sk-1", "openai", LU_CHAT_OWN },
		{ NULL, "https://api.anthropic.com", NULL, NULL, "anthropic", LU_CHAT_OWN },
		{ NULL, "https://API.openai.com:443/v1", NULL, NULL, "openai", LU_CHAT_OWN },
		{ NULL, "http://api.openai.com/v1", NULL, NULL, "openai", LU_CHAT_ELSEWHERE },
		{ NULL, "http://h/v1/messages", NULL, NULL, "anthropic", LU_CHAT_ELSEWHERE },
		{ NULL, "http://localhost:1", "claude-x", NULL, "openai", LU_CHAT_LOCAL },
		{ NULL, "http://127.0.0.1", NULL, NULL, "openai", LU_CHAT_LOCAL },
		{ NULL, "http://[::1]:8080/v1", NULL, NULL, "openai", LU_CHAT_LOCAL },
		/* hosts that look like others */
		{ "openai", "https://api.openai.com.evil.example", NULL, NULL, "openai", LU_CHAT_ELSEWHERE },
		{ "openai", "https://api.openai.com@evil.example", NULL, NULL, "openai", LU_CHAT_ELSEWHERE },
		{ "openai", "https://api.openai.com:x@evil.example", NULL, NULL, "openai", LU_CHAT_ELSEWHERE },
		{ "openai", "https://evil.example#api.openai.com", NULL, NULL, "openai", LU_CHAT_ELSEWHERE },
		{ "openai", "https://evil.example\\@api.openai.com", NULL, NULL, "openai", LU_CHAT_ELSEWHERE },
		{ "openai", "https://api.openai.com\\.evil.example", NULL, NULL, "openai", LU_CHAT_ELSEWHERE },
		{ "openai", "https://localhost.evil.example", NULL, NULL, "openai", LU_CHAT_ELSEWHERE },
		{ "anthropic", "https://api.openai.com", NULL, NULL, "anthropic", LU_CHAT_ELSEWHERE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		lu_chat_config c = { .provider = t[i].provider, .url = t[i].url, .model = t[i].model, .key = t[i].key };
		const char *name = lu_chat_provider(&c);

		if (t[i].name) assert_string_equal(name, t[i].name);
		else assert_null(name);
		if (lu_chat_where(&c) != t[i].place) fail_msg("%zu: the place of %s", i, t[i].url);
	}
}

static void test_no_provider(void **state)
{
	const lu__provider *p = NULL;
	lu_chat_config c = { .provider = "nobody" };
	lu_err e = { LU_OK, "" };

	(void)state;
	assert_int_equal(lu__provider_find(&c, &p, &e), LU_EUSAGE);
	assert_string_equal(e.msg,
			    "no provider 'nobody' of language models: expected one of anthropic, openai, ollama, "
			    "llama.cpp, vllm");
	c = (lu_chat_config){ .model = "llama" };
	assert_int_equal(lu__provider_find(&c, &p, &e), LU_EUSAGE);
	assert_non_null(strstr(e.msg, "the model 'llama' does not tell its provider"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_anthropic_request),
		cmocka_unit_test(test_openai_request),
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_replies),
		cmocka_unit_test(test_streams_cut_anywhere),
		cmocka_unit_test(test_streams_that_end_early),
		cmocka_unit_test(test_broken_streams),
		cmocka_unit_test(test_odd_streams),
		cmocka_unit_test(test_sse),
		cmocka_unit_test(test_stream_without_memory),
		cmocka_unit_test(test_loose),
		cmocka_unit_test(test_loose_cut),
		cmocka_unit_test(test_loose_is_linear),
		cmocka_unit_test(test_loose_without_memory),
		cmocka_unit_test(test_prices),
		cmocka_unit_test(test_errors_without_the_key),
		cmocka_unit_test(test_answers_without_the_key),
		cmocka_unit_test(test_too_many_tokens),
		cmocka_unit_test(test_own_prices),
		cmocka_unit_test(test_bad_prices),
		cmocka_unit_test(test_urls),
		cmocka_unit_test(test_which_provider),
		cmocka_unit_test(test_no_provider),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
