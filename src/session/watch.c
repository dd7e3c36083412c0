/* SPDX-License-Identifier: MIT */
#include "session/watch.h"

#include <stdarg.h>
#include <stdio.h>

#define TEXT_SIZE 1024

void lu__watch_warn(const lu_watch *w, const char *fmt, ...)
{
	char text[TEXT_SIZE];
	va_list ap;

	if (!w->warn) return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	w->warn(w->ctx, text);
}

void lu__watch_log(const lu_watch *w, const char *stage, const char *fmt, ...)
{
	char text[TEXT_SIZE];
	va_list ap;

	if (!w->log) return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	w->log(w->ctx, stage, text);
}

void lu__watch_progress(const lu_watch *w, const char *what, int64_t done, int64_t total)
{
	if (w->progress) w->progress(w->ctx, what, done, total);
}
