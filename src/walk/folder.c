/* SPDX-License-Identifier: MIT */
#include "walk/folder.h"

#include <errno.h>
#include <unistd.h>

#ifdef LU__FOLDER_DENTS

bool lu__folder_open(lu__folder *f, int fd)
{
	f->fd = fd;
	f->at = f->n = 0;
	return true;
}

const char *lu__folder_next(lu__folder *f, bool *is_dir)
{
	const struct dirent64 *de;

	errno = 0;
	if (f->at == f->n) {
		ssize_t n = getdents64(f->fd, f->buf, sizeof f->buf);

		if (n < 0 && errno == ENOENT) errno = 0; /* it is being removed: nothing is in it */
		f->at = 0;
		f->n = n > 0 ? (size_t)n : 0;
		if (n <= 0) return NULL;
	}
	de = (const struct dirent64 *)(const void *)(f->buf + f->at);
	f->at += de->d_reclen;
	*is_dir = de->d_type == DT_DIR;
	return de->d_name;
}

void lu__folder_close(lu__folder *f)
{
	close(f->fd);
}

#else

bool lu__folder_open(lu__folder *f, int fd)
{
	f->fd = fd;
	return (f->d = fdopendir(fd)) != NULL;
}

const char *lu__folder_next(lu__folder *f, bool *is_dir)
{
	const struct dirent *de;

	errno = 0;
	if (!(de = readdir(f->d))) return NULL;
	*is_dir = false; /* not every system says so */
	return de->d_name;
}

void lu__folder_close(lu__folder *f)
{
	closedir(f->d);
}

#endif
