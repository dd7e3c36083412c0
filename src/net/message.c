/* SPDX-License-Identifier: MIT */
#include "net/message.h"

#include "core/utf8.h"
#include "lucus/http.h"
#include "lucus/json.h"

static bool blank(char c)
{
	return (unsigned char)c <= ' ' || strchr("\"'`<>(),;", c);
}

/* Where the secret is in `s` from `i` on, or, when more is to come, may begin; s.n: nowhere. */
static size_t find(const lu_http_redactor *r, lu_str s, size_t i, bool last)
{
	const char *at = memmem(s.s + i, s.n - i, r->secret.s, r->tell);

	if (at) return (size_t)(at - s.s);
	if (last) return s.n;
	if (s.n - i >= r->tell) i = s.n - r->tell + 1;
	while (i < s.n && memcmp(s.s + i, r->secret.s, s.n - i) != 0) i++;
	return i;
}

/* Bytes of the word that begins as the secret does and is to be hidden; 0: more must come before that is known. */
static size_t hidden(const lu_http_redactor *r, lu_str word, bool last)
{
	size_t n = word.n < r->secret.n ? word.n : r->secret.n;

	if (memcmp(word.s, r->secret.s, n) != 0) return r->tell;
	if (n == r->secret.n) return n;
	return last ? r->tell : 0;
}

/* Appends what is certain of `s`, with secrets hidden; returns how much of it that was. */
static size_t redact(lu_http_redactor *r, lu_str s, bool last, lu_buf *out)
{
	size_t i = 0;

	while (i < s.n) {
		size_t at, n;

		while (r->inside && i < s.n && !blank(s.s[i])) i++;
		if (i == s.n) break;
		r->inside = false;
		at = find(r, s, i, last);
		lu_buf_add(out, s.s + i, at - i);
		i = at;
		if (i == s.n || !(n = hidden(r, lu_strn(s.s + i, s.n - i), last))) break;
		lu_buf_adds(out, "***");
		i += n;
		r->inside = r->tell < r->secret.n;
	}
	return i;
}

void lu_http_redactor_init(lu_http_redactor *r, lu_str secret)
{
	size_t n = secret.n;

	*r = (lu_http_redactor){ .secret = secret, .tell = n < 8 ? 0 : n < 16 ? n : n / 2, .held = LU_BUF };
}

void lu_http_redactor_free(lu_http_redactor *r)
{
	lu_buf_free(&r->held);
	r->inside = false;
}

void lu_http_redact_piece(lu_http_redactor *r, lu_str piece, bool last, lu_buf *out)
{
	lu_str s;

	if (!r->tell) {
		lu_buf_addstr(out, piece);
		return;
	}
	lu_buf_addstr(&r->held, piece);
	s = lu_buf_str(&r->held);
	s.n -= redact(r, s, last, out);
	memmove(r->held.s, r->held.s + (r->held.len - s.n), s.n);
	lu_buf_trunc(&r->held, s.n);
	out->oom |= r->held.oom;
}

void lu_http_redact(lu_buf *out, lu_str text, lu_str secret)
{
	lu_http_redactor r = { .secret = secret, .tell = secret.n < 16 ? secret.n : 8 };

	if (r.tell) redact(&r, text, true, out);
	else lu_buf_addstr(out, text);
}

void lu_http_hide(lu_err *why, lu_str secret)
{
	lu_buf b = LU_BUF;

	lu_http_redact(&b, lu_strz(why->msg), secret);
	lu_fail(why, why->code, "%s", b.oom ? "out of memory" : b.s);
	lu_buf_free(&b);
}

/* Bytes of the control character at s[0], which a terminal might obey; 0: it is none. */
static size_t control(lu_str s)
{
	const unsigned char *p = (const unsigned char *)s.s;

	if (p[0] <= ' ' || p[0] == 0x7f) return 1;
	return s.n > 1 && p[0] == 0xc2 && p[1] < 0xa0 && p[1] >= 0x80 ? 2 : 0;
}

/* One line: white space and control characters become single blanks, bad bytes U+FFFD. */
static void one_line(lu_buf *out, lu_str s, size_t max)
{
	size_t i = 0, begin = out->len;
	bool gap = false;

	while (i < s.n) {
		size_t n = control(lu_strn(s.s + i, s.n - i));

		if (n) {
			gap = out->len > begin;
			i += n;
			continue;
		}
		n = lu__utf8_len(s.s + i, s.n - i);
		if (out->len - begin + 8 > max) {
			lu_buf_adds(out, "...");
			return;
		}
		if (gap) lu_buf_addc(out, ' ');
		gap = false;
		if (n) lu_buf_add(out, s.s + i, n);
		else lu_buf_adds(out, LU__REPLACEMENT);
		i += n ? n : 1;
	}
}

/* {"error": {"message": ...}}, {"error": ...}, {"message": ...}, {"detail": ...}, {"detail": [{"msg": ...}]}; in a
 * list, too. */
static lu_str told(const lu_json *v)
{
	static const char *const keys[] = { "error", "message", "detail", "msg", "title" };
	int depth;
	size_t i;

	for (depth = 0; depth < 4; depth++) {
		const lu_json *next = lu_json_at(v, 0);

		if (lu_json_type(v) == LU_JSON_STR) return lu_json_str(v);
		for (i = 0; i < sizeof keys / sizeof *keys && !next; i++) next = lu_json_get(v, keys[i]);
		v = next;
	}
	return lu_strn(NULL, 0);
}

void lu__message_of_body(lu_buf *out, lu_str body, lu_str secret)
{
	lu_buf clear = LU_BUF;
	lu_json *v = NULL;
	lu_str text = lu_str_trim(body);

	if (lu_json_parse(body, &v, NULL) == LU_OK) text = told(v);
	else if (text.n > LU__MESSAGE_MAX || lu_str_starts(text, "<") || lu_str_starts(text, "{")) text.n = 0;
	lu_http_redact(&clear, text, secret);
	one_line(out, lu_buf_str(&clear), LU__MESSAGE_MAX);
	if (clear.oom) out->oom = true;
	lu_buf_free(&clear);
	lu_json_free(v);
}
