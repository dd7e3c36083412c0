/* SPDX-License-Identifier: MIT */
#include "cli/out.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/place.h"
#include "cli/text.h"
#include "core/file.h"

bool lu_out_terminal(FILE *f)
{
	return isatty(fileno(f)) == 1 || (f == stdout && lu_common.tty >= 0);
}

lu_format lu_out_format(void)
{
	if (lu_common.format != LU_FORMAT_AUTO) return (lu_format)lu_common.format;
	return lu_out_terminal(stdout) ? LU_FORMAT_TEXT : LU_FORMAT_JSON;
}

bool lu_out_is_json(void)
{
	return lu_out_format() == LU_FORMAT_JSON;
}

bool lu_out_is_places(void)
{
	return lu_out_format() == LU_FORMAT_PATHS || lu_out_format() == LU_FORMAT_LINES;
}

bool lu_out_color(FILE *f)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (lu_common.color) return lu_common.color == 1;
	if ((no && *no) || !term || !strcmp(term, "dumb")) return false;
	return lu_out_terminal(f);
}

/* ---- stdout ---- */

lu_sink lu_out_sink(FILE *f)
{
	lu_sink o = LU_SINK;

	o.f = f;
	o.format = lu_out_format();
	o.color = lu_out_color(f);
	o.terminal = lu_out_terminal(f);
	o.show_path = lu_place_show;
	return o;
}

void lu_out_text(FILE *f, lu_color c, lu_str s)
{
	lu_sink o = lu_out_sink(f);

	lu_sink_text(&o, c, s);
}

void lu_out_name(FILE *f, lu_color c, lu_str name)
{
	lu_sink o = lu_out_sink(f);

	lu_sink_name(&o, c, name);
}

void lu_out_textf(FILE *f, lu_color c, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0) return; /* out of memory: for people's eyes only, the text is left out */
	lu_out_text(f, c, lu_strn(text, (size_t)n));
	free(text);
}

void lu_out_path(FILE *f, lu_str path, uint32_t line)
{
	lu_sink o = lu_out_sink(f);

	lu_sink_path(&o, path, line);
}

void lu_out_place(lu_str path, uint32_t line, lu_str name, lu_str text)
{
	lu_sink o = lu_out_sink(stdout);

	lu_sink_place(&o, path, line, name, text);
}

/* ---- lines on stderr ---- */

static void hide_bar(void)
{
	if (!lu_common.bar || !lu_common.bar->shown) return;
	fputs("\r\033[K", stderr);
	lu_common.bar->shown = false;
}

/* One line, one write: several processes of a pipeline share stderr. Needs no memory, because being
 * out of it is one of the things to say. */
static void line_to_stderr(const char *head, const char *fmt, va_list ap)
{
	char line[2048];
	size_t size = sizeof line - 1; /* room for the newline */
	int n = snprintf(line, size, "lucus: %s", head);
	size_t from = (size_t)n, to = from, end;

	n = vsnprintf(line + from, size - from, fmt, ap);
	end = n < 0 ? from : (size_t)n < size - from ? from + (size_t)n : size - 1;
	while (from < end) {
		size_t c = lu_control(line + from, end - from, false);

		line[to++] = c ? '?' : line[from];
		from += c ? c : 1;
	}
	line[to++] = '\n';
	if (lu_out_terminal(stdout)) fflush(stdout); /* both streams keep their order there */
	hide_bar();
	/* a pager shows it where it belongs */
	fwrite(line, 1, to, lu_common.tty >= 0 && lu_out_terminal(stderr) ? stdout : stderr);
	fflush(stderr);
}

/* "COMMAND: ", or nothing before a command is known. */
static void command_head(char *head, size_t size)
{
	*head = '\0';
	if (lu_common.command && *lu_common.command) snprintf(head, size, "%s: ", lu_common.command);
}

void lu_out_warn(const char *fmt, ...)
{
	char head[64];
	va_list ap;

	if (lu_common.quiet) return;
	command_head(head, sizeof head);
	va_start(ap, fmt);
	line_to_stderr(head, fmt, ap);
	va_end(ap);
}

void lu_out_fail(const char *fmt, ...)
{
	char head[64];
	va_list ap;

	command_head(head, sizeof head);
	va_start(ap, fmt);
	line_to_stderr(head, fmt, ap);
	va_end(ap);
}

void lu_log(const char *stage, const char *fmt, ...)
{
	char head[96];
	va_list ap;

	if (!lu_common.verbose) return;
	snprintf(head, sizeof head, "time=%.3f stage=%s ", lu_now() - lu_common.start, stage);
	va_start(ap, fmt);
	line_to_stderr(head, fmt, ap);
	va_end(ap);
}

/* ---- error records ---- */

/* `reason` without a leading "FILE:LINE: ". */
static const char *bare_reason(const char *file, long line, const char *reason)
{
	size_t n = strlen(file);
	char *end;

	if (strncmp(reason, file, n) || reason[n] != ':') return reason;
	if (strtol(reason + n + 1, &end, 10) != line || end[0] != ':' || end[1] != ' ') return reason;
	return end + 2;
}

/* `shown`: the file as people see it. */
static lu_code reject(const char *file, const char *shown, long line, const char *reason, lu_err *e)
{
	lu_code rc = LU_OK;
	lu_jw w;

	if (line > 0) lu_out_fail("%s:%ld: %s", shown, line, reason);
	else lu_out_fail("%s: %s", shown, reason);
	if (!lu_out_is_json()) return LU_OK;
	lu_jw_record(&w, "error");
	lu_jw_strz(&w, "file", file);
	if (line > 0) lu_jw_int(&w, "line", line);
	else lu_jw_null(&w, "line");
	lu_jw_strz(&w, "reason", reason);
	lu_jw_close(&w, '}');
	rc = lu_jw_flush(&w, stdout, e);
	lu_jw_free(&w);
	return rc;
}

lu_code lu_out_error(const char *file, long line, const char *reason, lu_err *e)
{
	return reject(file, file, line, bare_reason(file, line, reason), e);
}

lu_code lu_out_error_below(const char *path, long line, const char *reason, lu_err *e)
{
	lu_buf shown = LU_BUF;
	lu_code rc;

	lu_place_show(lu_strz(path), &shown);
	rc = reject(path, shown.oom ? path : shown.s, line, bare_reason(path, line, reason), e);
	lu_buf_free(&shown);
	return rc;
}

/* ---- progress ---- */

#define INTERVAL 0.1

void lu_progress_start(lu_progress *p, const char *what, const char *unit, int64_t total)
{
	*p = (lu_progress){ .what = what, .unit = unit, .total = total, .start = lu_now() };
	p->last = p->start;
	p->on = !lu_common.quiet && lu_out_terminal(stderr);
	if (p->on) lu_common.bar = p;
}

/* "75 s" as "1:15". */
static void add_duration(lu_buf *out, double seconds)
{
	int64_t s = seconds < 359999 ? (int64_t)(seconds + 0.5) : 359999;

	if (s >= 3600) lu_buf_addf(out, "%d:%02d:%02d", (int)(s / 3600), (int)(s / 60 % 60), (int)(s % 60));
	else lu_buf_addf(out, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

void lu_progress_line(const lu_progress *p, double elapsed, int width, lu_buf *out)
{
	double rate = elapsed > 0 ? (double)p->done / elapsed : 0;
	double part = p->total > 0 ? (double)p->done / (double)p->total : 0;
	lu_buf tail = LU_BUF;
	int room;

	if (part > 1) part = 1;
	if (p->total > 0)
		lu_buf_addf(&tail, " %3d%% %lld/%lld", (int)(part * 100), (long long)p->done, (long long)p->total);
	else lu_buf_addf(&tail, " %lld", (long long)p->done);
	lu_buf_addf(&tail, " %s %.0f/s", p->unit, rate);
	if (p->total > p->done && rate > 0) {
		lu_buf_adds(&tail, " left ");
		add_duration(&tail, (double)(p->total - p->done) / rate);
	}
	lu_buf_adds(out, p->what);
	/* the bar takes the room that is left; the last column stays empty, or terminals wrap */
	room = width - 1 - (int)strlen(p->what) - (int)tail.len - 3;
	if (p->total > 0 && room >= 5) {
		if (room > 40) room = 40;
		lu_buf_adds(out, " [");
		for (int i = 0; i < room; i++) lu_buf_addc(out, i < (int)(part * room) ? '#' : '-');
		lu_buf_addc(out, ']');
	}
	lu_buf_addstr(out, lu_buf_str(&tail));
	out->oom |= tail.oom;
	lu_buf_trunc(out, width > 1 ? (size_t)width - 1 : 0);
	lu_buf_free(&tail);
}

void lu_progress_to(lu_progress *p, int64_t done)
{
	struct winsize ws;
	lu_buf b = LU_BUF;
	double now;
	int width = 80;

	p->done = done;
	if (!p->on) return;
	now = lu_now();
	if (now - p->last < INTERVAL) return;
	p->last = now;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &ws) == 0 && ws.ws_col) width = ws.ws_col;
	lu_progress_line(p, now - p->start, width, &b);
	fprintf(stderr, "\r%s\033[K", b.s);
	fflush(stderr);
	p->shown = true;
	lu_buf_free(&b);
}

void lu_progress_end(lu_progress *p)
{
	if (!p->on) return;
	hide_bar();
	fflush(stderr);
	p->on = false;
	if (lu_common.bar == p) lu_common.bar = NULL;
}
