/* SPDX-License-Identifier: MIT */
#include "net/message.h"

#include "core/utf8.h"
#include "lucus/http.h"
#include "lucus/json.h"

static bool blank(char c)
{
	return (unsigned char)c <= ' ' || strchr("\"'`<>(),;", c);
}

/* How much of the secret shows what it is. */
static size_t telling(lu_str secret)
{
	return secret.n < 16 ? secret.n : 8;
}

void lu_http_redact(lu_buf *out, lu_str text, lu_str secret)
{
	size_t n = telling(secret), i = 0, from = 0;

	while (n && i + n <= text.n) {
		const char *at = memmem(text.s + i, text.n - i, secret.s, n);

		if (!at) break;
		i = (size_t)(at - text.s);
		lu_buf_add(out, text.s + from, i - from);
		lu_buf_adds(out, "***");
		if (text.n - i >= secret.n && memcmp(at, secret.s, secret.n) == 0) i += secret.n;
		else i += n;
		while (n < secret.n && i < text.n && !blank(text.s[i])) i++;
		from = i;
	}
	lu_buf_add(out, text.n ? text.s + from : "", text.n - from);
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

		if (lu_json_type(v) == LU_JSTR) return lu_json_str(v);
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
