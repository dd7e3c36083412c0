/* SPDX-License-Identifier: MIT */
#include "session/watch.h"

#include <stdarg.h>
#include <stdio.h>

#define LINE 1024

static const char *line(char out[LINE], const char *fmt, va_list ap)
{
	vsnprintf(out, LINE, fmt, ap);
	return out;
}

void lu__watch_vwarn(const lu_watch *w, const char *fmt, va_list ap)
{
	char text[LINE];

	if (w->warn) w->warn(w->ctx, line(text, fmt, ap));
}

void lu__watch_vlog(const lu_watch *w, const char *stage, const char *fmt, va_list ap)
{
	char text[LINE];

	if (w->log) w->log(w->ctx, stage, line(text, fmt, ap));
}

void lu__watch_warn(const lu_watch *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	lu__watch_vwarn(w, fmt, ap);
	va_end(ap);
}

void lu__watch_log(const lu_watch *w, const char *stage, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	lu__watch_vlog(w, stage, fmt, ap);
	va_end(ap);
}

void lu__watch_progress(const lu_watch *w, const char *what, int64_t done, int64_t total)
{
	if (w->progress) w->progress(w->ctx, what, done, total);
}
