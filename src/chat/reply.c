/* SPDX-License-Identifier: MIT */
#include "chat/reply.h"

#define SAID_MAX 300

/* Without C0 and C1, but for lines and tabs: no text needs them, and a pipe may end at a terminal. */
static lu_str without_controls(lu_buf *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->len; i++) {
		unsigned char c = (unsigned char)b->s[i], next = (unsigned char)b->s[i + 1];

		if (c == 0xc2 && next >= 0x80 && next < 0xa0) i++;
		else if ((c >= ' ' && c != 0x7f) || c == '\n' || c == '\t') b->s[n++] = b->s[i];
	}
	lu_buf_trunc(b, n);
	return lu_buf_str(b);
}

void lu__reply_init(lu__reply *a)
{
	*a = (lu__reply){ .text = LU_BUF, .model = LU_BUF, .stop = LU_BUF, .in = -1, .cached = -1, .out = -1 };
	lu_http_redactor_init(&a->hide, lu_strn("", 0));
}

void lu__reply_free(lu__reply *a)
{
	lu_buf_free(&a->text);
	lu_buf_free(&a->model);
	lu_buf_free(&a->stop);
	lu_http_redactor_free(&a->hide);
}

void lu__reply_begin(lu__reply *a, lu_str secret)
{
	lu__reply_free(a);
	lu__reply_init(a);
	lu_http_redactor_init(&a->hide, secret);
}

void lu__reply_drop(lu__reply *a)
{
	lu_buf_reset(&a->text);
	lu_http_redactor_free(&a->hide);
	a->fresh = 0;
}

void lu__reply_set(lu__reply *a, lu_buf *out, const lu_json *v)
{
	if (lu_json_type(v) != LU_JSON_STR) return;
	lu_buf_reset(out);
	lu_http_redact(out, lu_json_str(v), a->hide.secret);
}

void lu__reply_stop(lu__reply *a, const lu_json *v, const lu__stop_word *words, size_t n)
{
	lu__reply_set(a, &a->stop, v);
	for (size_t i = 0; i < n; i++) {
		if (!lu_str_eqz(lu_buf_str(&a->stop), words[i].theirs)) continue;
		lu_buf_reset(&a->stop);
		lu_buf_adds(&a->stop, words[i].ours);
		return;
	}
}

/* What the interface has appended is as the server wrote it: let pass what may. */
static void let_pass(lu__reply *a, bool last)
{
	lu_buf raw = LU_BUF;

	lu_buf_add(&raw, a->text.s + a->fresh, a->text.len - a->fresh);
	lu_buf_trunc(&a->text, a->fresh);
	lu_http_redact_piece(&a->hide, without_controls(&raw), last, &a->text);
	a->text.oom |= raw.oom;
	lu_buf_free(&raw);
}

int64_t lu__reply_tokens(const lu_json *usage, const char *key)
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
	s = without_controls(&clear);
	if (s.n > SAID_MAX)
		for (s.n = SAID_MAX; s.n && ((unsigned char)s.s[s.n] & 0xc0) == 0x80;) s.n--;
	lu_buf_addstr(out, s);
	lu_buf_free(&clear);
	for (; from < out->len; from++)
		if (out->s[from] == '\n' || out->s[from] == '\t') out->s[from] = ' ';
}

/* Both providers write {"error":{"type":..., "message":...}}; others write a string, or {"message":...}. */
static lu_code report(const lu_json *error, lu_str secret, lu_err *e)
{
	lu_str message = lu_json_str(lu_json_get(error, "message")), type = lu_json_str(lu_json_get(error, "type"));
	lu_buf said = LU_BUF;

	if (lu_json_type(error) == LU_JSON_STR) message = lu_json_str(error);
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

static lu_code read_any(lu_str text, const char *what, lu_code (*fn)(const lu_json *, lu__reply *, lu_err *),
			lu__reply *a, lu_err *e)
{
	lu_json *v = NULL;
	const lu_json *error;
	lu_code rc = lu_json_parse(text, &v, e);

	if (rc == LU_EFORMAT) return lu_wrap(e, LU_ENET, "%s is broken", what);
	if (rc) return rc;
	error = lu_json_get(v, "error");
	if (lu_json_type(v) != LU_JSON_OBJECT)
		rc = lu_fail(e, LU_ENET, "%s is %s, not an object", what, lu_json_kind_name(lu_json_type(v)));
	else if (lu_json_type(error) != LU_JSON_NULL) rc = report(error, a->hide.secret, e);
	else rc = fn(v, a, e);
	lu_json_free(v);
	return rc;
}

lu_code lu__reply_whole(const lu__api *api, lu_str body, lu__reply *a, lu_err *e)
{
	lu_code rc;

	a->fresh = a->text.len;
	rc = read_any(body, "the server's answer", api->whole, a, e);
	let_pass(a, true);
	return rc;
}

lu_code lu__reply_event(const lu__api *api, lu_str data, lu__reply *a, lu_err *e)
{
	lu_code rc = LU_OK;

	a->fresh = a->text.len;
	if (a->ended) return LU_OK;
	if (lu_str_eqz(lu_str_trim(data), "[DONE]")) a->ended = true;
	else rc = read_any(data, "an event of the server's stream", api->event, a, e);
	let_pass(a, a->ended);
	return rc;
}

lu_code lu__reply_check(lu__reply *a, bool stream, lu_err *e)
{
	if (stream && !a->ended) return lu_fail(e, LU_ENET, "the server's stream ended before the answer did");
	if (a->tools && !a->text.len) lu_buf_adds(&a->text, "{}");
	if (!a->stop.len) lu_buf_adds(&a->stop, "end");
	if (a->text.oom || a->model.oom || a->stop.oom) return lu_nomem(e);
	if (!a->text.len && lu_str_eqz(lu_buf_str(&a->stop), "end"))
		return lu_fail(e, LU_ENET, "the model's answer is empty");
	return LU_OK;
}
