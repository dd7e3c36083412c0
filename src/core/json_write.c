/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/ascii.h"
#include "core/utf8.h"
#include "lucus/json.h"

void lu_jw_init(lu_jw *w)
{
	lu_buf_init(&w->out);
	w->comma = false;
}

void lu_jw_free(lu_jw *w)
{
	lu_buf_free(&w->out);
}

/* Length of the character at `s` when it is written as it is; 0: it is escaped, or no character. */
static inline size_t plain_len(const char *s, size_t n)
{
	unsigned char c = (unsigned char)*s;

	if (c < 0x80) return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
	return lu__is_c1(s, n) ? 0 : lu__utf8_len(s, n);
}

bool lu_json_is_plain(lu_str s)
{
	size_t i = 0;

	for (size_t len; i < s.n && (len = plain_len(s.s + i, s.n - i));) i += len;
	return i == s.n;
}

static void quote(lu_buf *b, lu_str s)
{
	size_t i = 0, from = 0;

	lu_buf_addc(b, '"');
	while (i < s.n) {
		unsigned char c = (unsigned char)s.s[i];
		size_t len = plain_len(s.s + i, s.n - i);

		if (len) {
			i += len;
			continue;
		}
		lu_buf_add(b, s.s + from, i - from);
		switch (c) {
		case '"': lu_buf_adds(b, "\\\""); break;
		case '\\': lu_buf_adds(b, "\\\\"); break;
		case '\n': lu_buf_adds(b, "\\n"); break;
		case '\r': lu_buf_adds(b, "\\r"); break;
		case '\t': lu_buf_adds(b, "\\t"); break;
		default:
			if (c < 0x80) lu_buf_addf(b, "\\u%04x", c);
			else if (lu__is_c1(s.s + i, s.n - i)) lu_buf_addf(b, "\\u%04x", (unsigned char)s.s[++i]);
			else lu_buf_adds(b, LU__REPLACEMENT);
		}
		from = ++i;
	}
	lu_buf_add(b, s.s + from, i - from);
	lu_buf_addc(b, '"');
}

static void member(lu_jw *w, const char *key)
{
	if (w->comma) lu_buf_addc(&w->out, ',');
	w->comma = true;
	if (key) {
		quote(&w->out, lu_strz(key));
		lu_buf_addc(&w->out, ':');
	}
}

void lu_jw_open(lu_jw *w, const char *key, char bracket)
{
	member(w, key);
	lu_buf_addc(&w->out, bracket);
	w->comma = false;
}

void lu_jw_close(lu_jw *w, char bracket)
{
	lu_buf_addc(&w->out, bracket);
	w->comma = true;
}

void lu_jw_str(lu_jw *w, const char *key, lu_str s)
{
	member(w, key);
	quote(&w->out, s);
}

void lu_jw_strz(lu_jw *w, const char *key, const char *s)
{
	if (s) lu_jw_str(w, key, lu_strz(s));
	else lu_jw_null(w, key);
}

void lu_jw_int(lu_jw *w, const char *key, int64_t v)
{
	char text[21], *p = text + sizeof text;
	uint64_t rest = v < 0 ? -(uint64_t)v : (uint64_t)v;

	if (key) member(w, key);
	do *--p = (char)('0' + rest % 10);
	while (rest /= 10);
	if (v < 0) *--p = '-';
	if (!key && w->comma) *--p = ',';
	w->comma = true;
	lu_buf_add(&w->out, p, (size_t)(text + sizeof text - p));
}

/* What is no part of a number, from `from` on, is how the locale of who calls the library writes its point. */
static void set_point(lu_buf *b, size_t from)
{
	size_t n = from;

	for (size_t i = from; i < b->len; i++) {
		char c = b->s[i];

		if (lu_is_digit(c) || c == '-' || c == '+' || c == 'e' || c == '.') b->s[n++] = c;
		else if (b->s[n - 1] != '.') b->s[n++] = '.';
	}
	lu_buf_trunc(b, n);
}

void lu_jw_real(lu_jw *w, const char *key, double v, int digits)
{
	size_t from;

	if (!isfinite(v)) {
		lu_jw_null(w, key);
		return;
	}
	member(w, key);
	from = w->out.len;
	lu_buf_addf(&w->out, "%.*g", digits, v == 0 ? 0.0 : v); /* no "-0" */
	set_point(&w->out, from);
}

void lu_jw_bool(lu_jw *w, const char *key, bool v)
{
	member(w, key);
	lu_buf_adds(&w->out, v ? "true" : "false");
}

void lu_jw_null(lu_jw *w, const char *key)
{
	member(w, key);
	lu_buf_adds(&w->out, "null");
}

void lu_jw_strs(lu_jw *w, const char *key, lu_strs v)
{
	lu_jw_open(w, key, '[');
	for (size_t i = 0; i < v.n; i++) lu_jw_str(w, NULL, v.v[i]);
	lu_jw_close(w, ']');
}

void lu_jw_raw(lu_jw *w, const char *key, lu_str json)
{
	member(w, key);
	lu_buf_addstr(&w->out, json);
}

void lu_jw_members(lu_jw *w, lu_str members)
{
	if (!members.n) return;
	member(w, NULL);
	lu_buf_addstr(&w->out, members);
}

lu_code lu_jw_flush(lu_jw *w, FILE *f, lu_err *e)
{
	lu_code rc = LU_OK;

	lu_buf_addc(&w->out, '\n');
	if (w->out.oom) rc = lu_nomem(e);
	else if (fwrite(w->out.s, 1, w->out.len, f) != w->out.len)
		rc = lu_fail(e, LU_EIO, "cannot write output: %s", strerror(errno));
	lu_buf_reset(&w->out);
	w->comma = false;
	return rc;
}

void lu_jw_record(lu_jw *w, const char *kind)
{
	lu_jw_init(w);
	lu_jw_open(w, NULL, '{');
	lu_jw_strz(w, "record", kind);
}
