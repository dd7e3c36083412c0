/* SPDX-License-Identifier: MIT
 * Following a tree with inotify. Which files changed does not matter: hashes decide that, and a lost event
 * costs nothing as long as there was one. So an event only says that it is time for another look, and what is
 * kept of the watches is their numbers. The folders are known from a walk before each look, so that rules of
 * ignored files that change, moved folders and a full queue need no care of their own. */
#include "walk/follow.h"

#include <stdlib.h>

#ifndef __linux__

lu_code lu_follow_new(const char *root, const char *sub, const lu_walk_options *o, const char *store, lu_follow **out,
		      lu_err *e)
{
	(void)sub;
	(void)o;
	(void)store;
	(void)out;
	return lu_fail(e, LU_EUSAGE, "cannot follow '%s': only Linux tells of changes below a folder", root);
}

void lu_follow_free(lu_follow *f)
{
	(void)f;
}

lu_code lu_follow_look(lu_follow *f, lu_err *e)
{
	(void)f;
	return lu_fail(e, LU_EUSAGE, "cannot follow a tree here");
}

lu_code lu_follow_wait(lu_follow *f, double at_most, lu_err *e)
{
	(void)at_most;
	return lu_follow_look(f, e);
}

const char *lu_follow_polls(const lu_follow *f)
{
	(void)f;
	return "";
}

#else

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "lucus/hash.h"
#include "lucus/request.h"

#define QUIET_S .15 /* nothing happens for so long: the edit is over */
#define BUSY_S  2.0 /* it may never be over */
#define POLL_S  2.0
#define LOOKS   8 /* walks that may each find folders which the one before did not */
#define EVENTS \
	(IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
#define FLAGS (IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK)

struct lu_follow {
	const char *root, *sub;
	lu_walk_options o;
	lu_buf store; /* its name without the folder */
	dev_t dev;    /* which folder the root is */
	ino_t ino;
	int fd;  /* -1: the tree is walked instead */
	int *wd; /* the watches, sorted */
	size_t n;
	uint64_t seen; /* what the last walk found, when there are no watches */
	const char *why;
};

/* ---- the root ---- */

static lu_code check_root(const lu_follow *f, lu_err *e)
{
	struct stat st;

	if (stat(f->root, &st) == 0 && S_ISDIR(st.st_mode) && st.st_dev == f->dev && st.st_ino == f->ino) return LU_OK;
	return lu_fail(e, LU_ENOENT, "the folder '%s' is gone", f->root);
}

lu_code lu_follow_new(const char *root, const char *sub, const lu_walk_options *o, const char *store, lu_follow **out,
		      lu_err *e)
{
	struct stat st;
	lu_follow *f;

	if (stat(root, &st) < 0) return lu_fail(e, LU_EIO, "cannot read folder '%s': %s", root, strerror(errno));
	if (!(f = calloc(1, sizeof *f))) return lu_nomem(e);
	*f = (lu_follow){
		.root = root, .sub = sub, .o = *o, .store = LU_BUF, .dev = st.st_dev, .ino = st.st_ino, .why = ""
	};
	lu_buf_addstr(&f->store, lu_str_after_last(lu_strz(store), '/'));
	if (f->store.oom) {
		free(f);
		return lu_nomem(e);
	}
	f->o.folders = true;
	f->fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (f->fd < 0) f->why = "too many programs watch folders (fs.inotify.max_user_instances)";
	*out = f;
	return LU_OK;
}

void lu_follow_free(lu_follow *f)
{
	if (!f) return;
	if (f->fd >= 0) close(f->fd);
	free(f->wd);
	lu_buf_free(&f->store);
	free(f);
}

const char *lu_follow_polls(const lu_follow *f)
{
	return f->why;
}

/* Is it the store, or a file that SQLite, a writer's lock or the cache of results puts beside it? */
static bool is_store(const lu_follow *f, lu_str name)
{
	static const char *const more[] = { "",       "-wal",    "-shm",        "-journal",    "-lock",
					    "-cache", "-ledger", "-ledger-wal", "-ledger-shm", "-ledger-journal" };

	if (!f->store.len || !lu_str_starts(name, f->store.s)) return false;
	for (size_t i = 0; i < sizeof more / sizeof *more; i++)
		if (lu_str_eqz(lu_strn(name.s + f->store.len, name.n - f->store.len), more[i])) return true;
	return false;
}

/* ---- watches ---- */

static void give_up(lu_follow *f)
{
	close(f->fd);
	f->fd = -1;
	free(f->wd);
	f->wd = NULL;
	f->n = 0;
	f->why = "there are too many folders to watch (fs.inotify.max_user_watches)";
}

static int by_number(const void *px, const void *py)
{
	int x = *(const int *)px, y = *(const int *)py;

	return (x > y) - (x < y);
}

static bool is_watched(const lu_follow *f, int wd)
{
	return f->n && bsearch(&wd, f->wd, f->n, sizeof wd, by_number);
}

/* The watch of a folder; -1 when there is none: what is gone again is the business of the folder above. */
static lu_code add_watch(lu_follow *f, lu_str folder, lu_buf *path, int *wd, lu_err *e)
{
	lu_buf_reset(path);
	lu_buf_adds(path, f->root);
	lu_buf_addc(path, '/');
	lu_buf_add(path, folder.s, folder.n ? folder.n - 1 : 0);
	if (path->oom) return lu_nomem(e);
	*wd = inotify_add_watch(f->fd, path->s, EVENTS | FLAGS);
	if (*wd < 0 && (errno == ENOSPC || errno == ENOMEM)) give_up(f);
	return LU_OK;
}

/* Put the sorted watches `v` in the place of the old ones; *more: some are new. */
static void replace_watches(lu_follow *f, int *v, size_t n, bool *more)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) *more |= !is_watched(f, v[i]);
	for (size_t i = 0; i < f->n; i++) {
		while (k < n && v[k] < f->wd[i]) k++;
		/* fails for a folder that is gone, whose watch went with it */
		if (k == n || v[k] != f->wd[i]) (void)inotify_rm_watch(f->fd, f->wd[i]);
	}
	free(f->wd);
	f->wd = v;
	f->n = n;
}

static bool is_folder(const lu_walk_entry *en)
{
	return !en->reason.n && (!en->path.n || lu_str_ends(en->path, "/"));
}

static lu_code watch_folders(lu_follow *f, const lu_walk_list *list, bool *more, lu_err *e)
{
	int *v = malloc((list->n + 1) * sizeof *v);
	lu_buf path = LU_BUF;
	lu_code rc = v ? LU_OK : lu_nomem(e);
	size_t n = 0;

	for (size_t i = 0; i < list->n && !rc && f->fd >= 0; i++) {
		if (!is_folder(&list->v[i])) continue;
		rc = add_watch(f, list->v[i].path, &path, &v[n], e);
		if (!rc && v[n] >= 0) n++;
	}
	lu_buf_free(&path);
	if (rc || f->fd < 0) {
		free(v);
		return rc;
	}
	qsort(v, n, sizeof *v, by_number);
	replace_watches(f, v, n, more);
	return LU_OK;
}

/* ---- walking instead ---- */

static uint64_t mix(uint64_t h, const void *p, size_t n)
{
	return lu_hash64(lu_strn(p, n), h);
}

/* A number that is another one after a change. Folders change with the files that count and those that do not. */
static uint64_t state_of(const lu_follow *f, const lu_walk_list *list)
{
	uint64_t h = list->n;

	for (size_t i = 0; i < list->n; i++) {
		const lu_walk_entry *en = &list->v[i];
		int64_t stat[] = { en->size, en->mtime_ns, en->ctime_ns, (int64_t)en->inode };

		if (is_folder(en) || is_store(f, lu_str_after_last(en->path, '/'))) continue;
		h = mix(mix(h, en->path.s, en->path.n), en->reason.s, en->reason.n);
		h = mix(h, stat, sizeof stat);
	}
	return h;
}

static lu_code walk_again(lu_follow *f, bool *changed, lu_err *e)
{
	lu_walk_list list = { 0 };
	lu_code rc = lu_walk(f->root, f->sub, &f->o, &list, e);
	uint64_t now = rc ? 0 : state_of(f, &list);

	if (!rc) *changed = now != f->seen;
	if (!rc) f->seen = now;
	lu_walk_free(&list);
	return rc;
}

lu_code lu_follow_look(lu_follow *f, lu_err *e)
{
	bool more = true;
	lu_code rc = check_root(f, e);

	/* what appears in a new folder before it is watched shows in the next walk */
	for (int i = 0; i < LOOKS && more && !rc && f->fd >= 0; i++) {
		lu_walk_list list = { 0 };

		more = false;
		rc = lu_walk(f->root, f->sub, &f->o, &list, e);
		if (!rc) rc = watch_folders(f, &list, &more, e);
		lu_walk_free(&list);
	}
	return rc || f->fd >= 0 ? rc : walk_again(f, &more, e);
}

/* ---- waiting ---- */

/* Sleep until there are events, or for so long (for ever, when negative). A signal that comes between the
 * question whether one came and the sleep would be slept over: they are let in by the sleep only. */
static lu_code nap(const lu_follow *f, double seconds, bool *ready, lu_err *e)
{
	struct pollfd p = { .fd = f->fd, .events = POLLIN };
	struct timespec t = { .tv_sec = (time_t)seconds };
	sigset_t block, old;
	lu_code rc;
	int n = 0;

	t.tv_nsec = (long)((seconds - (double)t.tv_sec) * 1e9);
	sigemptyset(&block);
	sigaddset(&block, SIGINT);
	sigaddset(&block, SIGTERM);
	sigaddset(&block, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &block, &old);
	rc = lu_check_cancel(e);
	if (!rc) n = ppoll(&p, f->fd >= 0, seconds < 0 ? NULL : &t, &old);
	if (n < 0 && errno != EINTR) rc = lu_fail(e, LU_EIO, "cannot wait for changes: %s", strerror(errno));
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	*ready = n > 0;
	return rc ? rc : lu_check_cancel(e);
}

/* Take all events that there are. Does one of them count? */
static bool take_events(const lu_follow *f)
{
	_Alignas(struct inotify_event) char buf[16384];
	bool changed = false;
	ssize_t n;

	while ((n = read(f->fd, buf, sizeof buf)) > 0) {
		for (const char *p = buf; p < buf + n;) {
			const struct inotify_event *ev = (const struct inotify_event *)p;
			bool own = ev->len && is_store(f, lu_strz(ev->name));

			changed |= !own && !(ev->mask & IN_IGNORED);
			p += sizeof *ev + ev->len;
		}
	}
	return changed;
}

static lu_code wait_for_events(lu_follow *f, double at_most, lu_err *e)
{
	double start = lu_now(), until = 0;
	bool changed = false, ready;

	for (;;) {
		double now = lu_now(), left = changed ? until - now : at_most - (now - start);
		lu_code rc;

		if ((changed || at_most >= 0) && left <= 0) return LU_OK;
		rc = nap(f, changed ? (left < QUIET_S ? left : QUIET_S) : at_most < 0 ? -1 : left, &ready, e);
		if (rc || (changed && !ready)) return rc;
		if (!ready || !take_events(f) || changed) continue;
		changed = true;
		until = lu_now() + BUSY_S;
	}
}

static lu_code wait_for_walk(lu_follow *f, double at_most, lu_err *e)
{
	double start = lu_now();
	bool changed = false, ready;
	lu_code rc = LU_OK;

	while (!rc && !changed && (at_most < 0 || lu_now() - start < at_most)) {
		rc = nap(f, POLL_S, &ready, e);
		if (!rc) rc = check_root(f, e);
		if (!rc) rc = walk_again(f, &changed, e);
	}
	return rc;
}

lu_code lu_follow_wait(lu_follow *f, double at_most, lu_err *e)
{
	lu_code rc = f->fd < 0 ? wait_for_walk(f, at_most, e) : wait_for_events(f, at_most, e);

	return rc ? rc : check_root(f, e);
}

#endif
