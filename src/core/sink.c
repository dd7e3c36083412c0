/* SPDX-License-Identifier: MIT */
#include "core/sink.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

void lu_sink_add(lu_sink *o, lu_str s)
{
	if (!o->f) lu_buf_addstr(&o->out, s);
	else if (s.n && fwrite(s.s, 1, s.n, o->f) != s.n && !o->failed) o->failed = errno ? errno : EIO;
}

void lu_sink_adds(lu_sink *o, const char *s)
{
	lu_sink_add(o, lu_strz(s));
}

size_t lu_control(const char *s, size_t n, bool lines)
{
	unsigned char c = (unsigned char)s[0];

	/* U+0080..U+009F are control characters too: C2 80 .. C2 9F */
	if (c == 0xc2 && n > 1 && ((unsigned char)s[1] & 0xe0) == 0x80) return 2;
	/* and U+202A..U+202E and U+2066..U+2069 show text in another order than it has */
	if (n > 2 && ((!memcmp(s, "\xe2\x80", 2) && (unsigned char)s[2] >= 0xaa && (unsigned char)s[2] <= 0xae) ||
		      (!memcmp(s, "\xe2\x81", 2) && (unsigned char)s[2] >= 0xa6 && (unsigned char)s[2] <= 0xa9)))
		return 3;
	if (lines && (c == '\n' || c == '\t')) return 0;
	return c < 0x20 || c == 0x7f;
}

static void add_printable(lu_sink *o, lu_str s, bool lines)
{
	size_t from = 0, i = 0;

	while (i < s.n) {
		size_t n = lu_control(s.s + i, s.n - i, lines);

		if (!n) {
			i++;
			continue;
		}
		lu_sink_add(o, lu_strn(s.s + from, i - from));
		lu_sink_adds(o, "?");
		from = i += n;
	}
	lu_sink_add(o, lu_strn(s.s + from, s.n - from));
}

static void add_text(lu_sink *o, lu_color c, lu_str s, bool printable, bool lines)
{
	static const char *const code[] = { "",         "\033[1m",  "\033[2m",  "\033[31m", "\033[32m",
					    "\033[33m", "\033[34m", "\033[35m", "\033[36m" };
	bool paint = c != LU_COLOR_PLAIN && o->color;

	if (paint) lu_sink_adds(o, code[c]);
	if (printable || o->terminal) add_printable(o, s, lines);
	else lu_sink_add(o, s);
	if (paint) lu_sink_adds(o, "\033[0m");
}

void lu_sink_text(lu_sink *o, lu_color c, lu_str s)
{
	add_text(o, c, s, false, true);
}

void lu_sink_name(lu_sink *o, lu_color c, lu_str name)
{
	add_text(o, c, name, true, false);
}

void lu_sink_prose(lu_sink *o, lu_color c, lu_str s)
{
	add_text(o, c, s, true, true);
}

/* In color *c, as lu_sink_text() has it; NULL: as it is. */
static void add_format(lu_sink *o, const lu_color *c, const char *fmt, va_list ap)
{
	char *text = NULL;
	int n = vasprintf(&text, fmt, ap);

	if (n < 0) {
		o->out.oom = true;
		return;
	}
	if (c) lu_sink_text(o, *c, lu_strn(text, (size_t)n));
	else lu_sink_add(o, lu_strn(text, (size_t)n));
	free(text);
}

void lu_sink_addf(lu_sink *o, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_format(o, NULL, fmt, ap);
	va_end(ap);
}

void lu_sink_textf(lu_sink *o, lu_color c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_format(o, &c, fmt, ap);
	va_end(ap);
}

/* ---- places ---- */

static size_t control(lu_str s, size_t i)
{
	return lu_control(s.s + i, s.n - i, false);
}

/* A path that would break its line, or show more or other than its name: quoted as git quotes it. */
static void add_quoted(lu_str s, lu_buf *out)
{
	lu_buf_addc(out, '"');
	for (size_t i = 0; i < s.n; i++) {
		size_t n = control(s, i);

		if (s.s[i] == '\n') lu_buf_adds(out, "\\n");
		else if (s.s[i] == '\t') lu_buf_adds(out, "\\t");
		else if (n) {
			for (size_t end = i + n; i < end; i++) lu_buf_addf(out, "\\%03o", (unsigned char)s.s[i]);
			i--;
		} else if (s.s[i] == '"' || s.s[i] == '\\') lu_buf_addf(out, "\\%c", s.s[i]);
		else lu_buf_addc(out, s.s[i]);
	}
	lu_buf_addc(out, '"');
}

static void add_path(lu_sink *o, lu_color c, lu_str path)
{
	lu_buf b = LU_BUF, quoted = LU_BUF;
	size_t i = 0;

	if (o->show_path) {
		o->show_path(path, &b);
		if (!b.oom) path = lu_buf_str(&b);
	}
	while (i < path.n && !control(path, i)) i++;
	if (i < path.n) add_quoted(path, &quoted);
	lu_sink_text(o, c, quoted.len && !quoted.oom ? lu_buf_str(&quoted) : path);
	lu_buf_free(&quoted);
	lu_buf_free(&b);
}

void lu_sink_path(lu_sink *o, lu_str path, uint32_t line)
{
	add_path(o, LU_COLOR_MAGENTA, path);
	if (!line) return;
	lu_sink_adds(o, ":");
	lu_sink_textf(o, LU_COLOR_GREEN, "%lu", (unsigned long)line);
}

void lu_sink_path_plain(lu_sink *o, lu_str path)
{
	add_path(o, LU_COLOR_PLAIN, path);
}

void lu_sink_path_md(lu_sink *o, lu_str path, uint32_t line, uint32_t end)
{
	lu_sink_adds(o, "`");
	add_path(o, LU_COLOR_PLAIN, path);
	if (line) lu_sink_addf(o, ":%lu", (unsigned long)line);
	if (line && end) lu_sink_addf(o, "-%lu", (unsigned long)end);
	lu_sink_adds(o, "`");
}

/* In one line. */
static void add_flat(lu_sink *o, lu_str s)
{
	s = lu_str_trim(s);
	while (s.n) {
		size_t n = 0;

		while (n < s.n && s.s[n] != '\n' && s.s[n] != '\t' && s.s[n] != '\r') n++;
		lu_sink_text(o, LU_COLOR_PLAIN, lu_strn(s.s, n));
		s = lu_strn(s.s + n, s.n - n);
		if (s.n) lu_sink_adds(o, " ");
		s = lu_str_trim(s);
	}
}

void lu_sink_place(lu_sink *o, lu_str path, uint32_t line, lu_str name, lu_str text)
{
	lu_sink_path(o, path, line);
	if (o->format == LU_FORMAT_LINES) {
		lu_sink_adds(o, ": ");
		lu_sink_name(o, LU_COLOR_BOLD, name);
		if (text.n) lu_sink_adds(o, ": ");
		add_flat(o, text);
	}
	lu_sink_adds(o, "\n");
}

/* ---- records ---- */

/* What steers a terminal stands in strings alone, and JSON has another form of it. */
static void escape_controls(lu_buf *json)
{
	lu_buf out = LU_BUF;
	size_t from = 0, i = 0;

	while (i < json->len) {
		const unsigned char *c = (const unsigned char *)json->s + i;
		size_t n = lu_control(json->s + i, json->len - i, true);

		if (!n) {
			i++;
			continue;
		}
		lu_buf_add(&out, json->s + from, i - from);
		lu_buf_addf(&out, "\\u%04x",
			    n == 1   ? c[0]
			    : n == 2 ? (c[0] & 0x1fU) << 6 | (c[1] & 0x3fU)
				     : (c[0] & 0xfU) << 12 | (c[1] & 0x3fU) << 6 | (c[2] & 0x3fU));
		from = i += n;
	}
	if (from) {
		lu_buf_add(&out, json->s + from, json->len - from);
		json->oom |= out.oom;
		if (!json->oom) {
			lu_buf_free(json);
			*json = out;
			return;
		}
	}
	lu_buf_free(&out);
}

lu_code lu_sink_record(lu_sink *o, lu_jw *w, lu_err *e)
{
	if (o->terminal && !w->out.oom) escape_controls(&w->out);
	if (o->f) return lu_jw_flush(w, o->f, e);
	if (w->out.oom) return lu_nomem(e);
	lu_buf_addc(&w->out, '\n');
	lu_buf_addstr(&o->out, lu_buf_str(&w->out));
	o->out.oom |= w->out.oom;
	lu_buf_reset(&w->out);
	w->comma = false;
	return lu_sink_check(o, e);
}

lu_code lu_sink_check(const lu_sink *o, lu_err *e)
{
	if (o->out.oom) return lu_nomem(e);
	return o->failed ? lu_fail(e, LU_EIO, "cannot write output: %s", strerror(o->failed)) : LU_OK;
}
