/* SPDX-License-Identifier: MIT */
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LINKS_MAX 40 /* that lead to one another */

lu_code lu_file_read(const char *path, size_t max, lu_buf *out, lu_err *e)
{
	lu_code rc = LU_OK;
	struct stat st;
	int fd, why = 0;

	lu_buf_reset(out);
	/* O_NONBLOCK: opening a FIFO must not wait for its writer */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0) {
		why = errno;
		rc = lu_fail(e, LU_EIO, "cannot open '%s': %s", path, strerror(why));
		goto done;
	}
	if (fstat(fd, &st) < 0) {
		why = errno;
		rc = lu_fail(e, LU_EIO, "cannot stat '%s': %s", path, strerror(why));
		goto done;
	}
	if (!S_ISREG(st.st_mode)) {
		rc = lu_fail(e, LU_EFORMAT, "cannot read '%s': not a regular file", path);
		goto done;
	}
	for (;;) {
		char buf[65536];
		ssize_t n = read(fd, buf, sizeof buf);

		if (n < 0 && errno == EINTR) continue;
		if (n < 0) {
			why = errno;
			rc = lu_fail(e, LU_EIO, "cannot read '%s': %s", path, strerror(why));
			goto done;
		}
		if (n == 0) break;
		if (out->len + (size_t)n > max) {
			rc = lu_fail(e, LU_EFORMAT, "cannot read '%s': larger than %zu bytes", path, max);
			goto done;
		}
		lu_buf_add(out, buf, (size_t)n);
		if (out->oom) {
			rc = lu_nomem(e);
			goto done;
		}
	}
done:
	if (fd >= 0) close(fd);
	if (rc) errno = why;
	return rc;
}

lu_code lu_dir_make(const char *path, lu_err *e)
{
	struct stat st;

	if (mkdir(path, 0700) == 0) return LU_OK;
	if (errno == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) return LU_OK;
	return lu_fail(e, LU_EIO, "cannot create directory '%s': %s", path, strerror(errno));
}

lu_code lu_file_real(const char *path, lu_buf *out, lu_err *e)
{
	char *p = realpath(path, NULL);

	if (!p) {
		if (errno == ENOMEM) return lu_nomem(e);
		return lu_fail(e, LU_EIO, "cannot resolve '%s': %s", path, strerror(errno));
	}
	lu_buf_reset(out);
	lu_buf_adds(out, p);
	free(p);
	return out->oom ? lu_nomem(e) : LU_OK;
}

lu_code lu_file_place(const char *path, lu_buf *out, lu_err *e)
{
	char to[4096], *p = realpath(path, NULL);
	ssize_t n;

	if (!p && errno == ENOMEM) return lu_nomem(e);
	lu_buf_reset(out);
	lu_buf_adds(out, p ? p : path);
	for (int i = 0; !p && i < LINKS_MAX && !out->oom && (n = readlink(out->s, to, sizeof to)) > 0; i++) {
		lu_buf_trunc(out, to[0] == '/' ? 0 : out->len - lu_str_after_last(lu_buf_str(out), '/').n);
		lu_buf_add(out, to, (size_t)n);
	}
	free(p);
	return out->oom ? lu_nomem(e) : LU_OK;
}

bool lu_file_exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

double lu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int64_t lu_time_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return lu_file_time_ns(t);
}

int64_t lu_file_time_ns(struct timespec t)
{
	const int64_t most = INT64_MAX / 1000000000 - 1;

	if (t.tv_sec > most) return INT64_MAX;
	return t.tv_sec < -most ? INT64_MIN : (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int lu_cpus(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) == 0) n = CPU_COUNT(&set);
#endif
	return n < 1 ? 1 : n > 1024 ? 1024 : (int)n;
}
