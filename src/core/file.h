/* SPDX-License-Identifier: MIT
 * Files and clocks. */
#ifndef LU_CORE_FILE_H
#define LU_CORE_FILE_H

#include <time.h>

#include "lucus/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read a regular file of at most `max` bytes into `out` (which is reset first). A longer file, or
 * anything but a regular file, is LU_EFORMAT; never blocks on a FIFO. After LU_EIO errno says why. */
lu_code lu_file_read(const char *path, size_t max, lu_buf *out, lu_err *e) LU_MUST_USE;

/* Create directory `path` with mode 0700 when it does not exist; its parent must. */
lu_code lu_dir_make(const char *path, lu_err *e) LU_MUST_USE;

/* Absolute path without symbolic links, appended to the reset `out`. */
lu_code lu_file_real(const char *path, lu_buf *out, lu_err *e) LU_MUST_USE;

/* The same of a file that may not be there yet: where it would be made, also when `path` is a link to that. */
lu_code lu_file_place(const char *path, lu_buf *out, lu_err *e) LU_MUST_USE;

bool lu_file_exists(const char *path);

/* Seconds of the monotonic clock, for durations. */
double lu_now(void);
/* Nanoseconds since 1970 of the real-time clock, for comparison with file times. */
int64_t lu_time_ns(void);
/* The same of a file's time; what is beyond the years that fit, 1678 to 2261, is the nearest that does. */
int64_t lu_file_time_ns(struct timespec t);

/* Processors that this process may run on, at least 1. */
int lu_cpus(void);

#ifdef __cplusplus
}
#endif
#endif
