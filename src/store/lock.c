/* SPDX-License-Identifier: MIT
 * The writer's lock: a lock on a file beside the store, and a table of those that this process holds. (A lock on the
 * store itself would meet SQLite's own.)
 *
 * A classic record lock belongs to the process: it does not keep out a second writer of the same process, and is lost
 * when any descriptor of the file is closed there. A lock of the open file description has neither fault, but a child
 * shares the description: it would hold the lock on when its parent is gone, and drop it with an unlock. So a child
 * closes the descriptors that it inherited before fork() returns in it, which leaves the parent's lock alone. Either
 * lock ends with the process. Who holds it writes its process id into the file, since a lock of a description has none;
 * the table tells two writers of one process from each other, whichever lock there is. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/file.h"
#include "lucus/request.h"
#include "lucus/str.h"
#include "store/lock.h"

struct lu__lock {
	lu__lock *next; /* in the table */
	dev_t dev;
	ino_t ino;
	int fd; /* -1 in a child of who took it */
	lu__lock_kind kind;
	char *path; /* of the store */
};

/* What an attempt came to. */
enum outcome { TAKEN, HELD, FAILED };

/* All that this process holds. The guard also covers every opening and closing of a lock's file, by which a classic
 * lock could be lost. */
static lu__lock *table;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

/* ---- fork ---- */

static void before_fork(void)
{
	pthread_mutex_lock(&guard);
}

static void in_parent(void)
{
	pthread_mutex_unlock(&guard);
}

/* The locks stay where they are, with the handles that have them; the descriptors go. */
static void in_child(void)
{
	for (; table; table = table->next) {
		close(table->fd);
		table->fd = -1;
	}
	pthread_mutex_unlock(&guard);
}

static int fork_known;

static void mind_fork(void)
{
	fork_known = pthread_atfork(before_fork, in_parent, in_child) == 0;
}

/* ---- taking ---- */

static const lu__lock *find(const struct stat *st)
{
	for (const lu__lock *l = table; l; l = l->next)
		if (l->dev == st->st_dev && l->ino == st->st_ino) return l;
	return NULL;
}

static int set(int fd, lu__lock_kind kind, short type)
{
	struct flock want = { .l_type = type, .l_whence = SEEK_SET };

#ifdef F_OFD_SETLK
	if (kind == LU__LOCK_OFD) return fcntl(fd, F_OFD_SETLK, &want);
#endif
	(void)kind;
	return fcntl(fd, F_SETLK, &want);
}

/* Who holds the lock: by the system, or by what the holder wrote; 0: not known. */
static long holder_of(int fd)
{
	struct flock held = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	char text[24] = "";

	if (fcntl(fd, F_GETLK, &held) == 0 && held.l_type == F_WRLCK && held.l_pid > 0) return (long)held.l_pid;
	return pread(fd, text, sizeof text - 1, 0) > 0 ? strtol(text, NULL, 10) : 0;
}

static void name_holder(int fd)
{
	char text[24];
	int n = snprintf(text, sizeof text, "%ld\n", (long)getpid());

	/* only messages are made of it */
	if (ftruncate(fd, 0) || pwrite(fd, text, (size_t)n, 0) != n) return;
}

/* Lock l->fd, by the classic lock where the system does not know the other one. */
static enum outcome lock_fd(lu__lock *l, const char *name, long *holder, lu_err *e)
{
	int rc = set(l->fd, l->kind, F_WRLCK);

	if (rc && l->kind == LU__LOCK_OFD && errno == EINVAL) {
		l->kind = LU__LOCK_CLASSIC;
		rc = set(l->fd, l->kind, F_WRLCK);
	}
	if (!rc) {
		name_holder(l->fd);
		return TAKEN;
	}
	if (errno == EACCES || errno == EAGAIN) {
		*holder = holder_of(l->fd);
		return HELD;
	}
	lu_fail(e, LU_EIO, "cannot lock '%s': %s", name, strerror(errno));
	return FAILED;
}

/* One attempt, under the guard: a file that this process has locked is not even opened. */
static enum outcome attempt(lu__lock *l, const char *name, long *holder, lu_err *e)
{
	enum outcome out = FAILED;
	struct stat st;

	*holder = 0;
	if (stat(name, &st) == 0 && find(&st)) {
		*holder = (long)getpid();
		return HELD;
	}
	l->fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (l->fd < 0 || fstat(l->fd, &st)) lu_fail(e, LU_EIO, "cannot create '%s': %s", name, strerror(errno));
	else out = lock_fd(l, name, holder, e);
	if (out == TAKEN) {
		l->dev = st.st_dev;
		l->ino = st.st_ino;
		l->next = table;
		table = l;
	} else if (l->fd >= 0) {
		close(l->fd);
		l->fd = -1;
	}
	return out;
}

static lu_code busy(const char *path, long holder, lu_err *e)
{
	if (holder == (long)getpid())
		return lu_fail(e, LU_EBUSY, "process %ld, this one, is writing the store '%s' already", holder, path);
	if (holder > 0) return lu_fail(e, LU_EBUSY, "process %ld is writing the store '%s'", holder, path);
	return lu_fail(e, LU_EBUSY, "another process is writing the store '%s'", path);
}

static lu_code wait_for(lu__lock *l, const char *name, double wait_s, lu_err *e)
{
	static const struct timespec nap = { .tv_nsec = 20000000 };
	double until = lu_now() + wait_s;
	lu_code rc;

	for (;;) {
		enum outcome out;
		long holder;

		pthread_mutex_lock(&guard);
		out = attempt(l, name, &holder, e);
		pthread_mutex_unlock(&guard);
		if (out == TAKEN) return LU_OK;
		if (out == FAILED) return LU_EIO;
		if (lu_now() >= until) return busy(l->path, holder, e);
		if ((rc = lu_check_cancel(e))) return rc;
		nanosleep(&nap, NULL);
	}
}

/* The file of the lock lies beside the store itself, also when that is reached by a symbolic link: SQLite follows it, too. */
static lu_code name_file(const char *path, lu_buf *out, lu_err *e)
{
	lu_code rc = lu_file_place(path, out, e);

	lu_buf_adds(out, "-lock");
	return rc ? rc : out->oom ? lu_nomem(e) : LU_OK;
}

lu_code lu__lock_take(lu__lock **out, const char *path, lu__lock_kind kind, double wait_s, lu_err *e)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	lu__lock *l = calloc(1, sizeof *l);
	lu_buf name = LU_BUF;
	lu_code rc = name_file(path, &name, e);

	pthread_once(&once, mind_fork);
	if (!rc && (!l || !(l->path = strdup(path)) || !fork_known)) rc = lu_nomem(e);
	if (!rc) {
		l->fd = -1;
		l->kind = kind;
		rc = wait_for(l, name.s, wait_s, e);
	}
	lu_buf_free(&name);
	if (!rc) {
		*out = l;
		return LU_OK;
	}
	if (l) free(l->path);
	free(l);
	return rc;
}

/* ---- looking ---- */

/* A file that this process has locked is not opened, as closing it could lose the lock. */
static bool is_held(const char *name)
{
	struct flock held = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct stat st;
	bool yes;
	int fd;

	if (stat(name, &st)) return false;
	if (find(&st)) return true;
	fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0) return false;
	yes = fcntl(fd, F_GETLK, &held) == 0 && held.l_type != F_UNLCK;
	close(fd);
	return yes;
}

bool lu__lock_held(const char *path)
{
	lu_buf name = LU_BUF;
	bool yes = false;
	lu_err e;

	if (!name_file(path, &name, &e)) {
		pthread_mutex_lock(&guard);
		yes = is_held(name.s);
		pthread_mutex_unlock(&guard);
	}
	lu_buf_free(&name);
	return yes;
}

/* ---- holding ---- */

lu_code lu__lock_check(lu__lock *l, lu_err *e)
{
	lu_code rc = LU_OK;

	if (l->fd < 0)
		return lu_fail(e, LU_EUSAGE, "the store '%s' is written by the process that this one is a child of",
			       l->path);
	if (l->kind == LU__LOCK_OFD) return LU_OK;
	/* it may have been lost: take it again, which changes nothing when it was not */
	pthread_mutex_lock(&guard);
	if (set(l->fd, l->kind, F_WRLCK)) rc = busy(l->path, holder_of(l->fd), e);
	pthread_mutex_unlock(&guard);
	return rc;
}

void lu__lock_drop(lu__lock *l)
{
	if (!l) return;
	pthread_mutex_lock(&guard);
	for (lu__lock **at = &table; *at; at = &(*at)->next) {
		if (*at != l) continue;
		*at = l->next;
		break;
	}
	if (l->fd >= 0) {
		/* unlocked before it is closed: who is about to exec may share the description a while longer */
		if (ftruncate(l->fd, 0) || set(l->fd, l->kind, F_UNLCK)) errno = 0; /* it ends with the descriptor */
		close(l->fd);
	}
	pthread_mutex_unlock(&guard);
	free(l->path);
	free(l);
}
