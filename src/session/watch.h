/* SPDX-License-Identifier: MIT
 * Reports to a caller that wants to know what happens. */
#ifndef LU_SESSION_WATCH_H
#define LU_SESSION_WATCH_H

#include <stdarg.h>

#include "lucus/index.h"

void lu__watch_warn(const lu_watch *w, const char *fmt, ...) LU_PRINTF(2, 3);
/* The facts of a stage as key=value pairs. Nothing is formatted when nobody listens. */
void lu__watch_log(const lu_watch *w, const char *stage, const char *fmt, ...) LU_PRINTF(3, 4);
void lu__watch_vwarn(const lu_watch *w, const char *fmt, va_list ap) LU_PRINTF(2, 0);
void lu__watch_vlog(const lu_watch *w, const char *stage, const char *fmt, va_list ap) LU_PRINTF(3, 0);
void lu__watch_progress(const lu_watch *w, const char *what, int64_t done, int64_t total);

#endif
