/* SPDX-License-Identifier: MIT
 * The format is that of the HTML standard: lines end with CR, LF or both, a field is NAME: VALUE, the lines of `data` are
 * joined, an empty line ends an event, a line that begins with a colon is a comment. */
#include "chat/sse.h"

void lu__sse_init(lu__sse *s)
{
	*s = (lu__sse){ LU_BUF, LU_BUF, LU_BUF, false, false, false };
}

void lu__sse_free(lu__sse *s)
{
	lu_buf_free(&s->line);
	lu_buf_free(&s->name);
	lu_buf_free(&s->data);
	lu__sse_init(s);
}

static lu_code dispatch(lu__sse *s, lu__sse_fn *fn, void *ctx, lu_err *e)
{
	lu_code rc = LU_OK;

	if (s->name.oom || s->data.oom) return lu_nomem(e);
	if (s->pending) rc = fn(ctx, lu_buf_str(&s->name), lu_buf_str(&s->data), e);
	lu_buf_reset(&s->name);
	lu_buf_reset(&s->data);
	s->pending = false;
	return rc;
}

static void take_field(lu__sse *s, lu_str line)
{
	const char *colon = memchr(line.s, ':', line.n);
	lu_str name = lu_strn(line.s, colon ? (size_t)(colon - line.s) : line.n), value = lu_strz("");

	if (colon) value = lu_strn(colon + 1, line.n - name.n - 1);
	if (value.n && value.s[0] == ' ') value = lu_strn(value.s + 1, value.n - 1);
	if (lu_str_eqz(name, "event")) {
		lu_buf_reset(&s->name);
		lu_buf_addstr(&s->name, value);
	} else if (lu_str_eqz(name, "data")) {
		if (s->pending) lu_buf_addc(&s->data, '\n');
		lu_buf_addstr(&s->data, value);
		s->pending = true;
	}
}

static lu_code end_line(lu__sse *s, lu__sse_fn *fn, void *ctx, lu_err *e)
{
	lu_str line = lu_buf_str(&s->line);
	lu_code rc = LU_OK;

	if (s->line.oom) return lu_nomem(e);
	if (!s->begun && lu_str_starts(line, "\xef\xbb\xbf")) line = lu_strn(line.s + 3, line.n - 3);
	s->begun = true;
	if (line.n) take_field(s, line); /* a comment is a field without a name */
	else rc = dispatch(s, fn, ctx, e);
	lu_buf_reset(&s->line);
	return rc;
}

lu_code lu__sse_push(lu__sse *s, lu_str bytes, lu__sse_fn *fn, void *ctx, lu_err *e)
{
	const char *p = bytes.s, *end = bytes.s + bytes.n;
	lu_code rc = LU_OK;

	while (p < end && !rc) {
		const char *from = p;

		if (s->cr && *p == '\n') from = ++p;
		s->cr = false;
		while (p < end && *p != '\n' && *p != '\r') p++;
		lu_buf_add(&s->line, from, (size_t)(p - from));
		if (p == end) break;
		s->cr = *p++ == '\r';
		rc = end_line(s, fn, ctx, e);
	}
	return rc;
}

lu_code lu__sse_end(lu__sse *s, lu__sse_fn *fn, void *ctx, lu_err *e)
{
	return s->line.len ? LU_OK : dispatch(s, fn, ctx, e);
}
