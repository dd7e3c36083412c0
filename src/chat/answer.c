/* SPDX-License-Identifier: MIT */
#include "chat/answer.h"

#define SAID_MAX 300

void lu__answer_init(lu__answer *a)
{
	*a = (lu__answer){ .text = LU_BUF, .model = LU_BUF, .stop = LU_BUF, .in = -1, .cached = -1, .out = -1 };
}

void lu__answer_free(lu__answer *a)
{
	lu_buf_free(&a->text);
	lu_buf_free(&a->model);
	lu_buf_free(&a->stop);
}

void lu__answer_reset(lu__answer *a)
{
	lu__answer_free(a);
	lu__answer_init(a);
}

void lu__answer_set(lu_buf *out, const lu_json *v)
{
	if (lu_json_type(v) != LU_JSTR) return;
	lu_buf_reset(out);
	lu_buf_addstr(out, lu_json_str(v));
}

int64_t lu__answer_tokens(const lu_json *usage, const char *key)
{
	return lu_json_int_within(lu_json_get(usage, key), 0, LU_HTTP_TOKENS_MAX, -1);
}

/* A server's words on one line of a terminal. They are cut when the key is out of them, lest a part of it is left. */
static void add_words(lu_buf *out, lu_str said, lu_str secret)
{
	size_t from = out->len;
	lu_buf clear = LU_BUF;
	lu_str s;

	lu_http_redact(&clear, said, secret);
	s = lu_buf_str(&clear);
	if (s.n > SAID_MAX)
		for (s.n = SAID_MAX; s.n && ((unsigned char)s.s[s.n] & 0xc0) == 0x80;) s.n--;
	lu_buf_addstr(out, s);
	lu_buf_free(&clear);
	for (; from < out->len; from++)
		if ((unsigned char)out->s[from] < ' ' || out->s[from] == 0x7f) out->s[from] = ' ';
}

/* Both providers write {"error":{"type":..., "message":...}}; others write a string, or {"message":...}. */
static lu_code report(const lu_json *error, lu_str secret, lu_err *e)
{
	lu_str message = lu_json_str(lu_json_get(error, "message")), type = lu_json_str(lu_json_get(error, "type"));
	lu_buf said = LU_BUF;

	if (lu_json_type(error) == LU_JSTR) message = lu_json_str(error);
	add_words(&said, message.n ? message : type.n ? type : lu_strz("it does not say why"), secret);
	if (message.n && type.n) {
		lu_buf_adds(&said, " (");
		add_words(&said, type, secret);
		lu_buf_addc(&said, ')');
	}
	lu_fail(e, LU_ENET, "the server reports an error: %s", said.s);
	lu_buf_free(&said);
	return LU_ENET;
}

static lu_code read_any(lu_str text, const char *what, lu_code (*fn)(const lu_json *, lu__answer *, lu_err *), lu__answer *a,
			lu_err *e)
{
	lu_json *v = NULL;
	const lu_json *error;
	lu_code rc = lu_json_parse(text, &v, e);

	if (rc == LU_EFORMAT) return lu_wrap(e, LU_ENET, "%s is broken", what);
	if (rc) return rc;
	error = lu_json_get(v, "error");
	if (lu_json_type(v) != LU_JOBJECT)
		rc = lu_fail(e, LU_ENET, "%s is %s, not an object", what, lu_json_kind_name(lu_json_type(v)));
	else if (lu_json_type(error) != LU_JNULL) rc = report(error, a->secret, e);
	else rc = fn(v, a, e);
	lu_json_free(v);
	return rc;
}

lu_code lu__answer_whole(const lu__api *api, lu_str body, lu__answer *a, lu_err *e)
{
	return read_any(body, "the server's answer", api->whole, a, e);
}

lu_code lu__answer_event(const lu__api *api, lu_str data, lu__answer *a, lu_err *e)
{
	a->fresh = a->text.len;
	if (a->ended) return LU_OK;
	if (lu_str_eqz(lu_str_trim(data), "[DONE]")) {
		a->ended = true;
		return LU_OK;
	}
	return read_any(data, "an event of the server's stream", api->event, a, e);
}

lu_code lu__answer_check(lu__answer *a, bool stream, lu_err *e)
{
	if (stream && !a->ended) return lu_fail(e, LU_ENET, "the server's stream ended before the answer did");
	if (a->tools && !a->text.len) lu_buf_adds(&a->text, "{}");
	if (!a->stop.len) lu_buf_adds(&a->stop, "end");
	if (a->text.oom || a->model.oom || a->stop.oom) return lu_nomem(e);
	if (!a->text.len && lu_str_eqz(lu_buf_str(&a->stop), "end"))
		return lu_fail(e, LU_ENET, "the model's answer is empty");
	return LU_OK;
}
