/* SPDX-License-Identifier: MIT
 * OpenAI's Chat Completions, which many other servers speak. */
#include "chat/reply.h"

static void headers(lu_str key, lu_buf *out)
{
	if (key.n) lu_buf_addf(out, "Authorization: Bearer %.*s\n", LU_FMT(key));
}

static void add_message(lu_jw *w, const char *role, lu_str content)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "role", role);
	lu_jw_str(w, "content", content);
	lu_jw_close(w, '}');
}

static void add_format(const lu__wanted *q, lu_jw *w)
{
	lu_jw_open(w, "response_format", '{');
	lu_jw_strz(w, "type", "json_schema");
	lu_jw_open(w, "json_schema", '{');
	lu_jw_strz(w, "name", "answer");
	lu_jw_bool(w, "strict", true);
	lu_jw_raw(w, "schema", q->schema);
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
}

static void request(const lu__wanted *q, lu_jw *w)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_str(w, "model", q->model);
	lu_jw_open(w, "messages", '[');
	if (q->system.n) add_message(w, "system", q->system);
	add_message(w, "user", q->user);
	lu_jw_close(w, ']');
	/* OpenAI's newer models refuse the old name, other servers may know no other */
	lu_jw_int(w, q->own ? "max_completion_tokens" : "max_tokens", q->max_tokens);
	if (q->temperature >= 0) lu_jw_real(w, "temperature", q->temperature, 6);
	if (q->schema.n) add_format(q, w);
	if (q->stream) {
		lu_jw_bool(w, "stream", true);
		lu_jw_open(w, "stream_options", '{');
		lu_jw_bool(w, "include_usage", true);
		lu_jw_close(w, '}');
	}
	lu_jw_close(w, '}');
}

/* ---- replies ---- */

static void read_stop(const lu_json *v, lu__reply *a)
{
	static const lu__stop_word words[] = {
		{ "stop", "end" }, { "tool_calls", "end" }, { "function_call", "end" }, { "content_filter", "refusal" }
	};

	if (lu_str_eqz(lu_buf_str(&a->stop), "refusal")) return;
	lu__reply_stop(a, v, words, sizeof words / sizeof *words);
}

/* Those of the prompt include cached ones. */
static void read_usage(const lu_json *usage, lu__reply *a)
{
	int64_t in = lu__reply_tokens(usage, "prompt_tokens");
	int64_t out = lu__reply_tokens(usage, "completion_tokens");
	int64_t cached = lu__reply_tokens(lu_json_get(usage, "prompt_tokens_details"), "cached_tokens");

	if (in >= 0) {
		a->in = in;
		a->cached = cached < 0 ? 0 : cached < in ? cached : in;
	}
	if (out >= 0) a->out = out;
}

/* A model that refuses says so in a field of its own. */
static void read_words(const lu_json *message, lu__reply *a)
{
	lu_str refusal = lu_json_str(lu_json_get(message, "refusal"));

	lu_buf_addstr(&a->text, lu_json_str(lu_json_get(message, "content")));
	if (!refusal.n) return;
	lu_buf_addstr(&a->text, refusal);
	lu_buf_reset(&a->stop);
	lu_buf_adds(&a->stop, "refusal");
}

static lu_code whole(const lu_json *v, lu__reply *a, lu_err *e)
{
	const lu_json *choices = lu_json_get(v, "choices"), *message = lu_json_get(lu_json_at(choices, 0), "message");

	if (!lu_json_count(choices)) return lu_fail(e, LU_ENET, "the server's answer has no choices");
	if (lu_json_type(message) != LU_JSON_OBJECT) return lu_fail(e, LU_ENET, "the server's answer has no message");
	read_words(message, a);
	lu__reply_set(a, &a->model, lu_json_get(v, "model"));
	read_stop(lu_json_get(lu_json_at(choices, 0), "finish_reason"), a);
	read_usage(lu_json_get(v, "usage"), a);
	return LU_OK;
}

/* The event with the usage has no choices. */
static lu_code event(const lu_json *v, lu__reply *a, lu_err *e)
{
	const lu_json *choice = lu_json_at(lu_json_get(v, "choices"), 0);

	(void)e;
	read_words(lu_json_get(choice, "delta"), a);
	read_stop(lu_json_get(choice, "finish_reason"), a);
	lu__reply_set(a, &a->model, lu_json_get(v, "model"));
	read_usage(lu_json_get(v, "usage"), a);
	return LU_OK;
}

const lu__api lu__api_openai = { headers, request, whole, event };
