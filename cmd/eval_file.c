/* SPDX-License-Identifier: MIT
 * The picture and the page of lucus eval: opened before the work, written after it. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eval.h"

lu_code cmd_target_file_open(cmd_target_file *t, const char *path, lu_err *e)
{
	if (!path) return LU_OK;
	t->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	t->made = t->fd >= 0;
	if (t->fd < 0 && errno == EEXIST) t->fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	if (t->fd < 0) return lu_fail(e, LU_EIO, "cannot write '%s': %s", path, strerror(errno));
	t->path = path;
	return LU_OK;
}

lu_code cmd_target_file_write(cmd_target_file *t, lu_str text, lu_err *e)
{
	struct stat st;

	/* devices and pipes have no length */
	if (!fstat(t->fd, &st) && S_ISREG(st.st_mode) && ftruncate(t->fd, 0))
		return lu_fail(e, LU_EIO, "cannot write '%s': %s", t->path, strerror(errno));
	while (text.n) {
		ssize_t n = write(t->fd, text.s, text.n);

		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return lu_fail(e, LU_EIO, "cannot write '%s': %s", t->path, strerror(errno));
		text = lu_strn(text.s + n, text.n - (size_t)n);
	}
	t->made = false;
	return LU_OK;
}

void cmd_target_file_close(cmd_target_file *t)
{
	if (!t->path) return;
	close(t->fd);
	if (t->made) unlink(t->path);
	*t = (cmd_target_file){ 0 };
}
