/* SPDX-License-Identifier: MIT
 * The walk. A stack holds what is still to be listed, the next one on top. A folder that comes off
 * it is replaced by its members, sorted, so the list grows in its final order and needs no sorting
 * as a whole. The patterns of the folders above the current one are a stack too: each folder knows
 * how many files of patterns counted where it was found, and those are still the first ones when
 * its turn comes, because everything in between was found below a folder next to it. */
#include "lucus/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "core/utf8.h"
#include "lucus/request.h"
#include "core/glob.h"
#include "walk/folder.h"
#include "walk/ignore.h"
#include "walk/pattern_files.h"

typedef struct node {
	lu_walk_entry en; /* its path is preceded in memory by walk.base */
	size_t rules;     /* files of patterns that count for it */
	mode_t mode;
	bool enter;    /* a folder to be read */
	bool included; /* it, or a folder that holds it, matches an include glob */
} node;

typedef struct globs {
	lu__glob *v;
	size_t n;
} globs;

typedef struct walk {
	int root;
	lu_str sub;  /* without "." components and doubled slashes */
	lu_buf base; /* where root is in its repository: "" or "x/y/" */
	lu_ignore *ig;
	const lu_walk_options *o;
	int64_t max;
	globs include, exclude;
	lu_arena arena; /* sub, globs */
	node *v;        /* the stack */
	size_t n, cap;
	lu_buf path, dir, why; /* scratch */
	lu_walk_list out;
	lu_err *e;
} walk;

/* ---- lists ---- */

static lu_code push(walk *w, const node *nd)
{
	if (w->n == w->cap) {
		size_t cap = w->cap ? w->cap * 2 : 64;
		node *v = realloc(w->v, cap * sizeof *v);

		if (!v) return lu_nomem(w->e);
		w->v = v;
		w->cap = cap;
	}
	w->v[w->n++] = *nd;
	return LU_OK;
}

static lu_code list(walk *w, const lu_walk_entry *en)
{
	lu_walk_entry *v = lu_arena_grow(&w->out.arena, w->out.v, w->out.n, sizeof *v);

	if (!v) return lu_nomem(w->e);
	w->out.v = v;
	v[w->out.n++] = *en;
	return LU_OK;
}

static void set_stat(lu_walk_entry *en, const struct stat *st)
{
	en->size = (int64_t)st->st_size;
	en->mtime_ns = lu_file_time_ns(st->st_mtim);
	en->ctime_ns = lu_file_time_ns(st->st_ctim);
	en->inode = (uint64_t)st->st_ino;
}

/* List what is in a folder; a folder that was not looked at yet is now. */
static lu_code list_member(walk *w, node *nd)
{
	struct stat st;

	if (S_ISDIR(nd->mode) && !nd->en.inode && nd->en.path.n > 1) {
		lu_buf_reset(&w->path);
		lu_buf_add(&w->path, nd->en.path.s, nd->en.path.n - 1); /* no '/': it follows links */
		if (w->path.oom) return lu_nomem(w->e);
		if (fstatat(w->root, w->path.s, &st, AT_SYMLINK_NOFOLLOW) == 0) set_stat(&nd->en, &st);
	}
	return list(w, &nd->en);
}

static int last_first(const void *a, const void *b)
{
	const node *x = a, *y = b;

	return lu_str_cmp(y->en.path, x->en.path);
}

/* ---- deciding ---- */

/* Give `en` the reason in w->why. Many files have the same one: share it with a neighbour. */
static lu_code set_reason(walk *w, lu_walk_entry *en, const lu_walk_entry *neighbour)
{
	if (w->why.oom) return lu_nomem(w->e);
	if (neighbour && lu_str_eq(neighbour->reason, lu_buf_str(&w->why))) {
		en->reason = neighbour->reason;
		return LU_OK;
	}
	en->reason = lu_arena_dup(&w->out.arena, lu_buf_str(&w->why));
	return en->reason.s ? LU_OK : lu_nomem(w->e);
}

static lu_code set_failed(walk *w, lu_walk_entry *en, const char *what, int err)
{
	lu_buf_reset(&w->why);
	lu_buf_addf(&w->why, "%s: %s", what, strerror(err));
	en->failed = true;
	return set_reason(w, en, NULL);
}

static const lu__glob *find_glob(const globs *g, lu_str path, lu_str name, bool is_dir)
{
	for (size_t i = 0; i < g->n; i++)
		if (lu__glob_match(&g->v[i], path, name, is_dir)) return &g->v[i];
	return NULL;
}

/* Leave in w->why why `nd` is left out by a rule that the user wrote, if it is. */
static void judge_by_rules(walk *w, const node *nd, lu_str path, lu_str name)
{
	bool is_dir = S_ISDIR(nd->mode);
	const lu__glob *g = find_glob(&w->exclude, path, name, is_dir);
	const char *source;
	long line;

	if (g) {
		lu_buf_addf(&w->why, "excluded by --exclude '%.*s'", LU_FMT(w->o->exclude.v[g - w->exclude.v]));
		return;
	}
	path = lu_strn(path.s - w->base.len, path.n + w->base.len);
	if (!w->o->no_ignore && lu__ignore_find(w->ig, path, is_dir, &source, &line))
		lu_buf_addf(&w->why, "ignored by %s:%ld", source, line);
}

/* Fill in what becomes of `nd`, found in a folder. */
static lu_code judge(walk *w, node *nd, const node *neighbour)
{
	bool is_dir = S_ISDIR(nd->mode);
	lu_str path = lu_strn(nd->en.path.s, nd->en.path.n - (is_dir ? 1 : 0));
	lu_str name = lu_str_after_last(path, '/');

	if (nd->en.reason.n) return LU_OK;
	if (w->include.n && find_glob(&w->include, path, name, is_dir)) nd->included = true;
	lu_buf_reset(&w->why);
	judge_by_rules(w, nd, path, name);
	if (!w->why.len && !is_dir) {
		if (S_ISLNK(nd->mode)) lu_buf_adds(&w->why, "symbolic link");
		else if (!S_ISREG(nd->mode)) lu_buf_adds(&w->why, "not a regular file");
		else if (w->include.n && !nd->included) lu_buf_adds(&w->why, "not included");
		else if (nd->en.size > w->max) lu_buf_addf(&w->why, "larger than %lld bytes", (long long)w->max);
	}
	if (w->why.len || w->why.oom) return set_reason(w, &nd->en, neighbour ? &neighbour->en : NULL);
	nd->enter = is_dir;
	return LU_OK;
}

/* ---- reading a folder ---- */

/* Folders of version control and ours. */
static bool is_hidden(const char *name)
{
	static const char *const hidden[] = { ".git", ".lucus", ".hg", ".svn" };

	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
		if (strcmp(name, hidden[i]) == 0) return true;
	return false;
}

/* Append `name` with U+FFFD for each byte that is not UTF-8; false when there was one. */
static bool add_name(lu_buf *b, const char *name)
{
	size_t n = strlen(name);
	bool good = true;

	for (size_t i = 0; i < n;) {
		size_t len = lu__utf8_len(name + i, n - i);

		if (len) {
			lu_buf_add(b, name + i, len);
			i += len;
		} else {
			lu_buf_adds(b, LU__REPLACEMENT);
			good = false;
			i++;
		}
	}
	return good;
}

/* Push member `name` of the folder `in`, open as `fd`. One that is gone meanwhile is LU_DONE. A folder, when it is known to be one, is
 * looked at when it is listed (list_member()): most are only read. */
static lu_code push_member(walk *w, const node *in, int fd, const char *name, bool is_dir)
{
	node nd = { .included = in->included };
	struct stat st = { .st_mode = S_IFDIR };
	bool good;
	int err = !is_dir && fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0 ? errno : 0;
	lu_code rc;

	if (err) st.st_mode = 0;
	if (err == ENOENT || err == ENOTDIR) return LU_DONE;
	lu_buf_reset(&w->path);
	lu_buf_addstr(&w->path, lu_buf_str(&w->base));
	lu_buf_addstr(&w->path, in->en.path);
	good = add_name(&w->path, name);
	if (S_ISDIR(st.st_mode)) lu_buf_addc(&w->path, '/');
	if (w->path.oom) return lu_nomem(w->e);
	nd.en.path = lu_arena_dup(&w->out.arena, lu_buf_str(&w->path));
	if (!nd.en.path.s) return lu_nomem(w->e);
	nd.en.path.s += w->base.len;
	nd.en.path.n -= w->base.len;
	nd.mode = st.st_mode;
	if (!is_dir) set_stat(&nd.en, &st);
	if (!good) {
		lu_buf_reset(&w->why);
		lu_buf_adds(&w->why, "file name is not UTF-8");
		if ((rc = set_reason(w, &nd.en, NULL))) return rc;
	} else if (err && (rc = set_failed(w, &nd.en, "cannot stat", err))) {
		return rc;
	}
	return push(w, &nd);
}

/* List the folder `in` as failed; for the root, and when the process is at its limits, fail. */
static lu_code list_unreadable(walk *w, const node *in, int err)
{
	lu_walk_entry en = in->en;
	lu_code rc;

	if (err == ENOMEM) return lu_nomem(w->e);
	if (!en.path.n || err == EMFILE || err == ENFILE)
		return lu_fail(w->e, LU_EIO, "cannot read folder '%.*s': %s",
			       LU_FMT(en.path.n ? en.path : lu_strz(".")), strerror(err));
	rc = set_failed(w, &en, "cannot read folder", err);
	return rc ? rc : list(w, &en);
}

static lu_code push_members(walk *w, const node *in, lu__folder *d)
{
	const char *name;
	bool is_dir = false;
	lu_code rc;

	while ((name = lu__folder_next(d, &is_dir))) {
		if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || is_hidden(name)) continue;
		rc = push_member(w, in, d->fd, name, is_dir);
		if (rc && rc != LU_DONE) return rc;
	}
	return errno ? list_unreadable(w, in, errno) : LU_OK; /* what was read so far counts */
}

/* Push only the member of `in` that leads to w->sub. */
static lu_code push_towards_sub(walk *w, const node *in, int fd)
{
	lu_str rest = lu_strn(w->sub.s + in->en.path.n, w->sub.n - in->en.path.n), name = rest;
	const char *slash = memchr(rest.s, '/', rest.n);
	lu_code rc;
	lu_str copy;

	if (slash) name.n = (size_t)(slash - rest.s);
	copy = lu_arena_dup(&w->arena, name);
	if (!copy.s) return lu_nomem(w->e);
	if (is_hidden(copy.s)) return LU_OK;
	rc = push_member(w, in, fd, copy.s, false);
	if (rc == LU_DONE || (!rc && slash && S_ISREG(w->v[w->n - 1].mode)))
		return lu_fail(w->e, LU_EIO, "cannot open '%.*s': %s", LU_FMT(w->sub), strerror(rc ? ENOENT : ENOTDIR));
	return rc;
}

/* Read the patterns of folder `in`, whose members are on the stack from `from` on. */
static lu_code load_rules(walk *w, const node *in, int fd, size_t from, bool all)
{
	for (int i = 0; i < LU__RULE_NAMES; i++) {
		const char *name = lu__rule_name[i];
		node *own = NULL;
		lu_code rc;
		int why;

		for (size_t k = from; k < w->n && !own; k++) {
			lu_str s = w->v[k].en.path;

			s = lu_strn(s.s + in->en.path.n, s.n - in->en.path.n);
			if (lu_str_eqz(s, name)) own = &w->v[k];
		}
		if (all && !own) continue; /* saves a system call in most folders */
		lu_buf_reset(&w->path);
		lu_buf_addstr(&w->path, in->en.path);
		lu_buf_adds(&w->path, name);
		lu_buf_reset(&w->dir);
		lu_buf_addstr(&w->dir, lu_buf_str(&w->base));
		lu_buf_addstr(&w->dir, in->en.path);
		if (w->dir.len) lu_buf_trunc(&w->dir, w->dir.len - 1);
		if (w->path.oom || w->dir.oom) return lu_nomem(w->e);
		rc = lu__rules_load(w->ig, fd, name, w->dir.s, w->path.s, &why, w->e);
		if (!rc && why && own) rc = set_failed(w, &own->en, "cannot read patterns", why);
		if (rc) return rc;
	}
	return LU_OK;
}

/* Replace the folder `in`, taken off the stack, by its members. */
static lu_code enter(walk *w, const node *in)
{
	static const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
	size_t from = w->n, rules;
	bool all = in->en.path.n >= w->sub.n;
	lu__folder d;
	lu_code rc;
	int fd;

	lu_buf_reset(&w->path);
	lu_buf_addstr(&w->path, in->en.path);
	if (w->path.len) lu_buf_trunc(&w->path, w->path.len - 1); /* no '/': it follows links */
	else lu_buf_addc(&w->path, '.');
	if (w->path.oom) return lu_nomem(w->e);
	fd = openat(w->root, w->path.s, flags);
	if (fd < 0 || !lu__folder_open(&d, fd)) {
		bool gone = fd < 0 && errno == ENOENT && in->en.path.n > w->sub.n; /* since it was listed */

		rc = gone ? LU_OK : list_unreadable(w, in, errno);
		if (fd >= 0) close(fd);
		return rc;
	}
	lu__ignore_cut(w->ig, in->rules);
	rc = all ? push_members(w, in, &d) : push_towards_sub(w, in, fd);
	if (!rc && !w->o->no_ignore) rc = load_rules(w, in, fd, from, all);
	rules = lu__ignore_count(w->ig);
	for (size_t i = from; i < w->n && !rc; i++) {
		w->v[i].rules = rules;
		rc = judge(w, &w->v[i], i > from ? &w->v[i - 1] : NULL);
	}
	if (w->n > from + 1) qsort(w->v + from, w->n - from, sizeof *w->v, last_first);
	lu__folder_close(&d);
	return rc;
}

/* ---- setting up ---- */

static lu_code compile(walk *w, lu_strs from, globs *to)
{
	if (!from.n) return LU_OK;
	to->v = lu_arena_calloc(&w->arena, from.n, sizeof *to->v);
	if (!to->v) return lu_nomem(w->e);
	for (; to->n < from.n; to->n++) {
		lu_code rc = lu__glob_compile(&to->v[to->n], from.v[to->n], &w->arena, w->e);

		if (rc) return rc;
	}
	return LU_OK;
}

/* Clean `sub`; it must stay below the root. */
static lu_code set_sub(walk *w, const char *sub)
{
	lu_str s = lu_strz(sub);

	if (s.n && s.s[0] == '/') return lu_fail(w->e, LU_EUSAGE, "path '%s' is not relative to the root", sub);
	lu_buf_reset(&w->path);
	while (s.n) {
		const char *slash = memchr(s.s, '/', s.n);
		lu_str part = lu_strn(s.s, slash ? (size_t)(slash - s.s) : s.n);

		if (lu_str_eqz(part, "..")) return lu_fail(w->e, LU_EUSAGE, "path '%s' contains '..'", sub);
		if (part.n && !lu_str_eqz(part, ".")) {
			if (w->path.len) lu_buf_addc(&w->path, '/');
			lu_buf_addstr(&w->path, part);
		}
		s = lu_strn(s.s + part.n + (slash ? 1 : 0), s.n - part.n - (slash ? 1 : 0));
	}
	w->sub = lu_arena_dup(&w->arena, lu_buf_str(&w->path));
	return w->sub.s && !w->path.oom ? LU_OK : lu_nomem(w->e);
}

static lu_code set_up(walk *w, const char *root, const char *sub)
{
	node top = { .enter = true };
	lu_str base;
	lu_code rc;

	w->root = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
	if (w->root < 0) return lu_fail(w->e, LU_EIO, "cannot read folder '%s': %s", root, strerror(errno));
	if ((rc = set_sub(w, sub))) return rc;
	if ((rc = compile(w, w->o->include, &w->include))) return rc;
	if ((rc = compile(w, w->o->exclude, &w->exclude))) return rc;
	if ((rc = lu_ignore_new(&w->ig, w->e))) return rc;
	if (!w->o->no_ignore && (rc = lu__rules_outside(w->ig, root, &w->base, w->e))) return rc;
	top.rules = lu__ignore_count(w->ig);
	base = lu_arena_dup(&w->out.arena, lu_buf_str(&w->base));
	if (!base.s) return lu_nomem(w->e);
	top.en.path = lu_strn(base.s + base.n, 0);
	return push(w, &top);
}

static void init(walk *w, const lu_walk_options *o, lu_err *e)
{
	*w = (walk){ .root = -1, .o = o, .e = e, .base = LU_BUF, .path = LU_BUF, .dir = LU_BUF, .why = LU_BUF };
	w->max = o->max_file_size > 0 ? o->max_file_size : LU_MAX_FILE_SIZE;
}

static void release(walk *w)
{
	if (w->root >= 0) close(w->root);
	lu_ignore_free(w->ig);
	free(w->v);
	lu_arena_free(&w->arena);
	lu_buf_free(&w->base);
	lu_buf_free(&w->path);
	lu_buf_free(&w->dir);
	lu_buf_free(&w->why);
}

lu_code lu_walk(const char *root, const char *sub, const lu_walk_options *o, lu_walk_list *out, lu_err *e)
{
	walk w;
	lu_code rc;

	init(&w, o, e);
	rc = set_up(&w, root, sub);
	while (!rc && w.n && !(w.out.cut = o->limit && w.n + w.out.n > o->limit)) {
		node nd = w.v[--w.n];

		rc = nd.enter ? lu_check_cancel(e) : list_member(&w, &nd);
		if (!rc && nd.enter && o->folders) rc = list_member(&w, &nd);
		if (!rc && nd.enter) rc = enter(&w, &nd);
	}
	if (rc) lu_walk_free(&w.out);
	else *out = w.out;
	release(&w);
	return rc;
}

lu_code lu_walk_reaches(const char *root, const char *sub, const lu_walk_options *o, bool *out, lu_err *e)
{
	walk w;
	lu_code rc;

	init(&w, o, e);
	rc = set_up(&w, root, sub);
	*out = false;
	while (!rc && w.n && !*out) {
		node nd = w.v[--w.n];
		bool there = nd.en.path.n >= w.sub.n;

		*out = there && (nd.enter || !nd.en.reason.n);
		if (there || !nd.enter) break;
		rc = enter(&w, &nd);
	}
	lu_walk_free(&w.out);
	release(&w);
	return rc;
}

void lu_walk_free(lu_walk_list *l)
{
	lu_arena_free(&l->arena);
	l->v = NULL;
	l->n = 0;
}
