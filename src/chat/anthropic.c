/* SPDX-License-Identifier: MIT
 * Anthropic's Messages. A reply that fits a schema is requested as the input of a tool that the model must call. */
#include "chat/reply.h"

#define VERSION "2023-06-01"
#define TOOL    "answer"

static void headers(lu_str key, lu_buf *out)
{
	if (key.n) lu_buf_addf(out, "x-api-key: %.*s\n", LU_FMT(key));
	lu_buf_adds(out, "anthropic-version: " VERSION "\n");
}

static void add_tool(const lu__wanted *q, lu_jw *w)
{
	lu_jw_open(w, "tools", '[');
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "name", TOOL);
	lu_jw_strz(w, "description", "Takes the answer.");
	lu_jw_raw(w, "input_schema", q->schema);
	lu_jw_close(w, '}');
	lu_jw_close(w, ']');
	lu_jw_open(w, "tool_choice", '{');
	lu_jw_strz(w, "type", "tool");
	lu_jw_strz(w, "name", TOOL);
	lu_jw_bool(w, "disable_parallel_tool_use", true);
	lu_jw_close(w, '}');
}

static void request(const lu__wanted *q, lu_jw *w)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_str(w, "model", q->model);
	lu_jw_int(w, "max_tokens", q->max_tokens);
	if (q->temperature >= 0) lu_jw_real(w, "temperature", q->temperature, 6);
	if (q->system.n) lu_jw_str(w, "system", q->system);
	lu_jw_open(w, "messages", '[');
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "role", "user");
	lu_jw_str(w, "content", q->user);
	lu_jw_close(w, '}');
	lu_jw_close(w, ']');
	if (q->schema.n) add_tool(q, w);
	if (q->stream) lu_jw_bool(w, "stream", true);
	lu_jw_close(w, '}');
}

/* ---- replies ---- */

static void read_stop(const lu_json *v, lu__reply *a)
{
	static const lu__stop_word words[] = { { "end_turn", "end" },
					       { "stop_sequence", "end" },
					       { "tool_use", "end" },
					       { "max_tokens", "length" },
					       { "model_context_window_exceeded", "length" } };

	lu__reply_stop(a, v, words, sizeof words / sizeof *words);
}

static int64_t count(const lu_json *usage, const char *key)
{
	int64_t n = lu__reply_tokens(usage, key);

	return n < 0 ? 0 : n;
}

/* In a stream the first event has those of the input, the last one those of the output, and perhaps all. */
static void read_usage(const lu_json *usage, lu__reply *a)
{
	int64_t out = lu__reply_tokens(usage, "output_tokens");

	if (lu__reply_tokens(usage, "input_tokens") >= 0) {
		a->cached = count(usage, "cache_read_input_tokens");
		a->in = count(usage, "input_tokens") + count(usage, "cache_creation_input_tokens") + a->cached;
	}
	if (out >= 0) a->out = out;
}

/* What the model wrote before it calls a tool is not in the reply. */
static void begin_tool(lu__reply *a)
{
	if (!a->tools++) lu__reply_drop(a);
}

static lu_code whole(const lu_json *v, lu__reply *a, lu_err *e)
{
	const lu_json *content = lu_json_get(v, "content");

	if (lu_json_type(content) != LU_JSON_ARRAY) return lu_fail(e, LU_ENET, "the server's answer has no content");
	for (size_t i = 0; i < lu_json_count(content); i++) {
		const lu_json *block = lu_json_at(content, i);
		lu_str type = lu_json_str(lu_json_get(block, "type"));

		if (lu_str_eqz(type, "text") && !a->tools)
			lu_buf_addstr(&a->text, lu_json_str(lu_json_get(block, "text")));
		if (!lu_str_eqz(type, "tool_use")) continue;
		begin_tool(a);
		if (a->tools == 1 && lu_json_get(block, "input")) lu_json_dump(lu_json_get(block, "input"), &a->text);
	}
	lu__reply_set(a, &a->model, lu_json_get(v, "model"));
	read_stop(lu_json_get(v, "stop_reason"), a);
	read_usage(lu_json_get(v, "usage"), a);
	return LU_OK;
}

static void read_delta(const lu_json *delta, lu__reply *a)
{
	lu_str type = lu_json_str(lu_json_get(delta, "type"));

	if (lu_str_eqz(type, "text_delta") && !a->tools)
		lu_buf_addstr(&a->text, lu_json_str(lu_json_get(delta, "text")));
	else if (lu_str_eqz(type, "input_json_delta") && a->tools == 1)
		lu_buf_addstr(&a->text, lu_json_str(lu_json_get(delta, "partial_json")));
}

static void read_start(const lu_json *block, lu__reply *a)
{
	if (lu_str_eqz(lu_json_str(lu_json_get(block, "type")), "tool_use")) begin_tool(a);
	else if (!a->tools) lu_buf_addstr(&a->text, lu_json_str(lu_json_get(block, "text")));
}

/* There may be events that we do not know. */
static lu_code event(const lu_json *v, lu__reply *a, lu_err *e)
{
	lu_str type = lu_json_str(lu_json_get(v, "type"));

	(void)e;
	if (lu_str_eqz(type, "content_block_delta")) {
		read_delta(lu_json_get(v, "delta"), a);
	} else if (lu_str_eqz(type, "content_block_start")) {
		read_start(lu_json_get(v, "content_block"), a);
	} else if (lu_str_eqz(type, "message_start")) {
		lu__reply_set(a, &a->model, lu_json_get(lu_json_get(v, "message"), "model"));
		read_usage(lu_json_get(lu_json_get(v, "message"), "usage"), a);
	} else if (lu_str_eqz(type, "message_delta")) {
		read_stop(lu_json_get(lu_json_get(v, "delta"), "stop_reason"), a);
		read_usage(lu_json_get(v, "usage"), a);
	} else if (lu_str_eqz(type, "message_stop")) {
		a->ended = true;
	}
	return LU_OK;
}

const lu__api lu__api_anthropic = { headers, request, whole, event };
