/* SPDX-License-Identifier: MIT
 * Chat: Anthropic's Messages and OpenAI's Chat Completions, whole and as streams of events. A token is four bytes. */
#include "fakeapi.h"

typedef struct reply {
	lu_str model, text;
	lu_str tool; /* the name of Anthropic's tool whose use was asked for; empty: none */
	int64_t in, cached, out;
	bool cut;
} reply;

static void limit(const fa_request *q, reply *r)
{
	int64_t max = lu_json_int(lu_json_get(q->json, "max_tokens"), -1);

	if (max < 0) max = lu_json_int(lu_json_get(q->json, "max_completion_tokens"), -1);
	if (max >= 0 && r->out > max) {
		r->cut = true;
		r->text.n = (size_t)max * 4;
		while (r->text.n && (r->text.s[r->text.n] & 0xc0) == 0x80) r->text.n--;
		r->out = max;
	}
}

/* The next piece of a streamed text: about ten bytes, whole characters. */
static lu_str piece(lu_str *rest)
{
	lu_str p = *rest;

	if (p.n > 10) {
		p.n = 10;
		while (p.n < rest->n && (rest->s[p.n] & 0xc0) == 0x80) p.n++;
	}
	*rest = lu_strn(rest->s + p.n, rest->n - p.n);
	return p;
}

static void event(lu_buf *out, const char *name, lu_jw *w)
{
	if (name) lu_buf_addf(out, "event: %s\n", name);
	lu_buf_addf(out, "data: %s\n\n", w->out.s);
	lu_jw_free(w);
	lu_jw_init(w);
}

/* ---- Anthropic ---- */

static const char *stop_reason(const reply *r)
{
	return r->cut ? "max_tokens" : r->tool.n ? "tool_use" : "end_turn";
}

static void anthropic_usage(lu_jw *w, const reply *r, bool ended)
{
	lu_jw_open(w, "usage", '{');
	lu_jw_int(w, "input_tokens", r->in - r->cached);
	lu_jw_int(w, "cache_creation_input_tokens", 0);
	lu_jw_int(w, "cache_read_input_tokens", r->cached);
	lu_jw_int(w, "output_tokens", ended ? r->out : 1);
	lu_jw_close(w, '}');
}

static void message_head(lu_jw *w, const reply *r)
{
	lu_jw_strz(w, "id", "msg_0");
	lu_jw_strz(w, "type", "message");
	lu_jw_strz(w, "role", "assistant");
	lu_jw_str(w, "model", r->model);
}

static void anthropic_whole(const reply *r, fa_answer *a)
{
	lu_jw w;

	lu_jw_init(&w);
	lu_jw_open(&w, NULL, '{');
	message_head(&w, r);
	lu_jw_open(&w, "content", '[');
	lu_jw_open(&w, NULL, '{');
	lu_jw_strz(&w, "type", r->tool.n ? "tool_use" : "text");
	if (r->tool.n) {
		lu_jw_strz(&w, "id", "toolu_0");
		lu_jw_str(&w, "name", r->tool);
		lu_jw_raw(&w, "input", r->text);
	} else lu_jw_str(&w, "text", r->text);
	lu_jw_close(&w, '}');
	lu_jw_close(&w, ']');
	lu_jw_strz(&w, "stop_reason", stop_reason(r));
	lu_jw_null(&w, "stop_sequence");
	anthropic_usage(&w, r, true);
	lu_jw_close(&w, '}');
	lu_buf_addstr(&a->body, lu_buf_str(&w.out));
	lu_jw_free(&w);
}

static void begin_event(lu_jw *w, const char *type)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "type", type);
}

static void end_event(lu_jw *w, const char *type, lu_buf *out)
{
	lu_jw_close(w, '}');
	event(out, type, w);
}

static void message_start(lu_jw *w, const reply *r, lu_buf *out)
{
	begin_event(w, "message_start");
	lu_jw_open(w, "message", '{');
	message_head(w, r);
	lu_jw_open(w, "content", '[');
	lu_jw_close(w, ']');
	lu_jw_null(w, "stop_reason");
	lu_jw_null(w, "stop_sequence");
	anthropic_usage(w, r, false);
	lu_jw_close(w, '}');
	end_event(w, "message_start", out);
}

static void block_start(lu_jw *w, const reply *r, lu_buf *out)
{
	begin_event(w, "content_block_start");
	lu_jw_int(w, "index", 0);
	lu_jw_open(w, "content_block", '{');
	lu_jw_strz(w, "type", r->tool.n ? "tool_use" : "text");
	if (r->tool.n) {
		lu_jw_strz(w, "id", "toolu_0");
		lu_jw_str(w, "name", r->tool);
		lu_jw_raw(w, "input", lu_strz("{}"));
	} else lu_jw_strz(w, "text", "");
	lu_jw_close(w, '}');
	end_event(w, "content_block_start", out);
	begin_event(w, "ping");
	end_event(w, "ping", out);
}

static void block_deltas(lu_jw *w, const reply *r, lu_buf *out)
{
	lu_str rest = r->text;

	while (rest.n) {
		begin_event(w, "content_block_delta");
		lu_jw_int(w, "index", 0);
		lu_jw_open(w, "delta", '{');
		lu_jw_strz(w, "type", r->tool.n ? "input_json_delta" : "text_delta");
		lu_jw_str(w, r->tool.n ? "partial_json" : "text", piece(&rest));
		lu_jw_close(w, '}');
		end_event(w, "content_block_delta", out);
	}
	begin_event(w, "content_block_stop");
	lu_jw_int(w, "index", 0);
	end_event(w, "content_block_stop", out);
}

static void anthropic_stream(const reply *r, lu_buf *out)
{
	lu_jw w;

	lu_jw_init(&w);
	message_start(&w, r, out);
	block_start(&w, r, out);
	block_deltas(&w, r, out);
	begin_event(&w, "message_delta");
	lu_jw_open(&w, "delta", '{');
	lu_jw_strz(&w, "stop_reason", stop_reason(r));
	lu_jw_null(&w, "stop_sequence");
	lu_jw_close(&w, '}');
	lu_jw_open(&w, "usage", '{');
	lu_jw_int(&w, "output_tokens", r->out);
	lu_jw_close(&w, '}');
	end_event(&w, "message_delta", out);
	begin_event(&w, "message_stop");
	end_event(&w, "message_stop", out);
	lu_jw_free(&w);
}

/* ---- OpenAI ---- */

static void openai_usage(lu_jw *w, const reply *r)
{
	lu_jw_open(w, "usage", '{');
	lu_jw_int(w, "prompt_tokens", r->in);
	lu_jw_int(w, "completion_tokens", r->out);
	lu_jw_int(w, "total_tokens", r->in + r->out);
	lu_jw_open(w, "prompt_tokens_details", '{');
	lu_jw_int(w, "cached_tokens", r->cached);
	lu_jw_close(w, '}');
	lu_jw_close(w, '}');
}

static void completion_head(lu_jw *w, const reply *r, const char *object)
{
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "id", "chatcmpl-0");
	lu_jw_strz(w, "object", object);
	lu_jw_int(w, "created", 1700000000);
	lu_jw_str(w, "model", r->model);
	lu_jw_open(w, "choices", '[');
}

static const char *finish_reason(const reply *r)
{
	return r->cut ? "length" : "stop";
}

static void openai_whole(const reply *r, fa_answer *a)
{
	lu_jw w;

	lu_jw_init(&w);
	completion_head(&w, r, "chat.completion");
	lu_jw_open(&w, NULL, '{');
	lu_jw_int(&w, "index", 0);
	lu_jw_open(&w, "message", '{');
	lu_jw_strz(&w, "role", "assistant");
	lu_jw_str(&w, "content", r->text);
	lu_jw_null(&w, "refusal");
	lu_jw_close(&w, '}');
	lu_jw_null(&w, "logprobs");
	lu_jw_strz(&w, "finish_reason", finish_reason(r));
	lu_jw_close(&w, '}');
	lu_jw_close(&w, ']');
	openai_usage(&w, r);
	lu_jw_close(&w, '}');
	lu_buf_addstr(&a->body, lu_buf_str(&w.out));
	lu_jw_free(&w);
}

/* One chunk: its text (NULL: none) or why the text ends. */
static void chunk(lu_jw *w, const reply *r, const lu_str *text, bool first, const char *finish, lu_buf *out)
{
	completion_head(w, r, "chat.completion.chunk");
	lu_jw_open(w, NULL, '{');
	lu_jw_int(w, "index", 0);
	lu_jw_open(w, "delta", '{');
	if (first) lu_jw_strz(w, "role", "assistant");
	if (text) lu_jw_str(w, "content", *text);
	lu_jw_close(w, '}');
	lu_jw_strz(w, "finish_reason", finish);
	lu_jw_close(w, '}');
	lu_jw_close(w, ']');
	lu_jw_close(w, '}');
	event(out, NULL, w);
}

static void openai_stream(const reply *r, bool usage, lu_buf *out)
{
	lu_str rest = r->text, p = lu_strz("");
	lu_jw w;

	lu_jw_init(&w);
	chunk(&w, r, &p, true, NULL, out);
	while (rest.n) {
		p = piece(&rest);
		chunk(&w, r, &p, false, NULL, out);
	}
	chunk(&w, r, NULL, false, finish_reason(r), out);
	if (usage) {
		completion_head(&w, r, "chat.completion.chunk");
		lu_jw_close(&w, ']');
		openai_usage(&w, r);
		lu_jw_close(&w, '}');
		event(out, NULL, &w);
	}
	lu_buf_adds(out, "data: [DONE]\n\n");
	lu_jw_free(&w);
}

/* ---- both ---- */

/* The first problem of the request; NULL: none. */
static const char *problem(const fa_request *q)
{
	const lu_json *messages = lu_json_get(q->json, "messages");
	size_t i;

	if (!lu_json_count(messages)) return "messages: field required, a list that is not empty";
	for (i = 0; i < lu_json_count(messages); i++) {
		lu_str role = lu_json_str(lu_json_get(lu_json_at(messages, i), "role"));

		if (!role.n) return "messages: role: field required";
		if (q->who == FA_ANTHROPIC && !lu_str_eqz(role, "user") && !lu_str_eqz(role, "assistant"))
			return "messages: role: must be user or assistant";
		if (!lu_json_get(lu_json_at(messages, i), "content")) return "messages: content: field required";
	}
	if (q->who == FA_ANTHROPIC && lu_json_int(lu_json_get(q->json, "max_tokens"), 0) < 1)
		return "max_tokens: field required, at least 1";
	if (lu_json_real(lu_json_get(q->json, "temperature"), 0) > (q->who == FA_ANTHROPIC ? 1 : 2))
		return "temperature: too high";
	return NULL;
}

/* Of a cached prompt: the first 1024 tokens, when there are as many. */
static void fill(const fa_request *q, lu_str prompt, lu_str text, reply *r)
{
	const lu_json *choice = lu_json_get(q->json, "tool_choice");
	const lu_json *marked = lu_json_get(lu_json_at(lu_json_get(q->json, "system"), 0), "cache_control");

	r->model = lu_json_str(lu_json_get(q->json, "model"));
	r->text = text;
	r->tool = lu_json_str(lu_json_get(choice, "name"));
	r->in = fa_tokens(prompt);
	r->out = fa_tokens(text);
	r->cached = r->in >= 1024 && (q->who == FA_OPENAI || marked) ? 1024 : 0;
	if (!r->tool.n) limit(q, r);
}

void fa_chat(const fa_request *q, const fa_rule *rule, fa_answer *a)
{
	lu_buf prompt = LU_BUF, text = LU_BUF;
	const char *wrong = problem(q);
	reply r = { 0 };

	if (wrong) {
		fa_error(q, 400, wrong, a);
		return;
	}
	fa_text(q, rule, &prompt, &text);
	fill(q, lu_buf_str(&prompt), lu_buf_str(&text), &r);
	a->in = r.in;
	a->out = r.out;
	if (lu_json_bool(lu_json_get(q->json, "stream"), false)) {
		a->chunked = true;
		a->type = lu_strz("text/event-stream; charset=utf-8");
		if (q->who == FA_ANTHROPIC) anthropic_stream(&r, &a->body);
		else
			openai_stream(&r,
				      lu_json_bool(lu_json_get(lu_json_get(q->json, "stream_options"), "include_usage"),
						   false),
				      &a->body);
	} else if (q->who == FA_ANTHROPIC) anthropic_whole(&r, a);
	else openai_whole(&r, a);
	lu_buf_free(&prompt);
	lu_buf_free(&text);
}
