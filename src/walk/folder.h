/* SPDX-License-Identifier: MIT
 * Reading folders: a tree may have thousands, so that each call of the system counts. */
#ifndef LU_WALK_FOLDER_H
#define LU_WALK_FOLDER_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __GLIBC__ /* others do not know __GLIBC_PREREQ(): it must not stand beside this */
#if __GLIBC_PREREQ(2, 30)
#define LU__FOLDER_DENTS 1 /* getdents64() is there: readdir() asks the system three more things of each folder */
#endif
#endif

typedef struct lu__folder {
	int fd;
#ifdef LU__FOLDER_DENTS
	_Alignas(struct dirent64) char buf[32768];
	size_t at, n;
#else
	DIR *d;
#endif
} lu__folder;

/* Of an open folder, which is closed with it. False: errno says why, and `fd` stays open. */
bool lu__folder_open(lu__folder *f, int fd);
/* The next member, "." and ".." among them; NULL: there is none, or errno says why. *is_dir: it is known to be a folder. The name is
 * valid until the next call. */
const char *lu__folder_next(lu__folder *f, bool *is_dir);
void lu__folder_close(lu__folder *f);

#endif
