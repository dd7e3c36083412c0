/* SPDX-License-Identifier: MIT
 * Finding and reading the files of patterns. */
#include "walk/pattern_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"

#define MAX_RULES (4u << 20) /* bytes of a file of patterns */

const char *const lu__rule_name[LU__RULE_NAMES] = { ".gitignore", ".lucusignore" };

/* Append what `fd` holds; 0 or an errno. */
static int read_all(int fd, lu_buf *out)
{
	char buf[8192];

	for (;;) {
		ssize_t n = read(fd, buf, sizeof buf);

		if (n == 0) return 0;
		if (n < 0 && errno == EINTR) continue;
		if (n < 0) return errno;
		if (out->len + (size_t)n > MAX_RULES) return EFBIG;
		lu_buf_add(out, buf, (size_t)n);
	}
}

lu_code lu__rules_load(lu_ignore *ig, int fd, const char *name, const char *dir, const char *source, int *why,
		       lu_err *e)
{
	lu_code rc = LU_OK;
	lu_buf text = LU_BUF;
	struct stat st;
	/* O_NONBLOCK: opening a FIFO must not wait for its writer */
	int f = openat(fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);

	*why = 0;
	if (f < 0) {
		if (errno != ENOENT && errno != ELOOP && errno != ENXIO) *why = errno;
		return LU_OK;
	}
	if (fstat(f, &st) == 0 && S_ISREG(st.st_mode)) {
		*why = read_all(f, &text);
		if (text.oom) rc = lu_nomem(e);
		else if (!*why && text.len) rc = lu_ignore_add(ig, lu_buf_str(&text), dir, source, e);
	}
	lu_buf_free(&text);
	close(f);
	return rc;
}

/* The length of the part of `path` that is the top of the repository which holds it; 0: none does.
 * The root folder has length 1. */
static lu_code find_top(const lu_buf *path, size_t *top, lu_err *e)
{
	lu_buf b = LU_BUF;
	lu_code rc = LU_OK;
	struct stat st;

	*top = 0;
	for (size_t n = path->len; n;) {
		lu_buf_reset(&b);
		lu_buf_add(&b, path->s, n);
		lu_buf_adds(&b, n > 1 ? "/.git" : ".git");
		if (b.oom) {
			rc = lu_nomem(e);
			break;
		}
		if (lstat(b.s, &st) == 0 && (S_ISDIR(st.st_mode) || S_ISREG(st.st_mode))) {
			*top = n;
			break;
		}
		if (n == 1) break;
		n = lu_str_before_last(lu_strn(path->s, n), '/').n;
		if (!n) n = 1;
	}
	lu_buf_free(&b);
	return rc;
}

/* Read the first line of the small file `path`, cut off `prefix` and replace `dir` with what it
 * names, taken from `dir` unless absolute. Nothing changes when there is no such file. */
static lu_code follow(lu_buf *dir, const char *file, const char *prefix, lu_err *e)
{
	lu_buf path = LU_BUF, text = LU_BUF;
	lu_code rc = LU_OK;
	lu_str to;
	const char *nl;

	lu_buf_addf(&path, "%s/%s", dir->s, file);
	if (path.oom) rc = lu_nomem(e);
	else if (lu_file_read(path.s, 1 << 16, &text, NULL) == LU_ENOMEM) rc = lu_nomem(e);
	to = lu_buf_str(&text);
	if (!rc && to.n > strlen(prefix) && lu_str_starts(to, prefix)) {
		to = lu_strn(to.s + strlen(prefix), to.n - strlen(prefix));
		nl = memchr(to.s, '\n', to.n);
		if (nl) to.n = (size_t)(nl - to.s);
		if (to.n && to.s[0] == '/') lu_buf_reset(dir);
		else lu_buf_addc(dir, '/');
		lu_buf_addstr(dir, to);
		if (dir->oom) rc = lu_nomem(e);
	}
	lu_buf_free(&path);
	lu_buf_free(&text);
	return rc;
}

/* Add info/exclude of the repository at `top`. Its .git is a folder, or, for worktrees and
 * submodules, a file that names the folder, which may name another one that worktrees share. */
static lu_code add_exclude(lu_ignore *ig, lu_str top, const char *up, lu_err *e)
{
	lu_buf dir = LU_BUF, source = LU_BUF, text = LU_BUF;
	struct stat st;
	lu_code rc = LU_OK;

	lu_buf_addstr(&dir, top);
	lu_buf_adds(&dir, "/.git");
	lu_buf_addf(&source, "%s.git/info/exclude", up);
	if (dir.oom || source.oom) {
		rc = lu_nomem(e);
		goto done;
	}
	if (stat(dir.s, &st) == 0 && S_ISREG(st.st_mode)) {
		lu_buf_trunc(&dir, top.n);
		if ((rc = follow(&dir, ".git", "gitdir: ", e))) goto done;
		if (lu_str_eq(lu_buf_str(&dir), top)) goto done;
		if ((rc = follow(&dir, "commondir", "", e))) goto done;
	}
	lu_buf_adds(&dir, "/info/exclude");
	if (dir.oom || lu_file_read(dir.s, MAX_RULES, &text, NULL) == LU_ENOMEM) rc = lu_nomem(e);
	else rc = lu_ignore_add(ig, lu_buf_str(&text), "", source.s, e);
done:
	lu_buf_free(&dir);
	lu_buf_free(&source);
	lu_buf_free(&text);
	return rc;
}

/* Add the files of patterns in the folder that is the first `n` bytes of `path`; `top` as above. */
static lu_code add_above(lu_ignore *ig, const lu_buf *path, size_t top, size_t n, const char *up, lu_err *e)
{
	lu_buf file = LU_BUF, dir = LU_BUF, source = LU_BUF;
	lu_code rc = LU_OK;
	int why;

	for (int i = 0; i < LU__RULE_NAMES && !rc; i++) {
		lu_buf_reset(&file);
		lu_buf_reset(&dir);
		lu_buf_reset(&source);
		lu_buf_addf(&file, "%.*s/%s", (int)n, path->s, lu__rule_name[i]);
		if (n > top) lu_buf_add(&dir, path->s + top, n - top);
		lu_buf_addf(&source, "%s%s", up, lu__rule_name[i]);
		if (file.oom || dir.oom || source.oom) rc = lu_nomem(e);
		else rc = lu__rules_load(ig, AT_FDCWD, file.s, dir.s, source.s, &why, e);
	}
	lu_buf_free(&file);
	lu_buf_free(&dir);
	lu_buf_free(&source);
	return rc;
}

lu_code lu__rules_outside(lu_ignore *ig, const char *root, lu_buf *base, lu_err *e)
{
	lu_buf path = LU_BUF, up = LU_BUF;
	size_t top, n;
	lu_code rc;

	lu_buf_reset(base);
	if ((rc = lu_file_real(root, &path, e)) || (rc = find_top(&path, &top, e)) || !top) goto done;
	n = top;
	if (top > 1) top++; /* the '/' after it */
	if (path.len > top) {
		lu_buf_add(base, path.s + top, path.len - top);
		lu_buf_addc(base, '/');
	}
	for (size_t i = 0; i < base->len; i++)
		if (base->s[i] == '/') lu_buf_adds(&up, "../");
	if (base->oom || up.oom) {
		rc = lu_nomem(e);
		goto done;
	}
	rc = add_exclude(ig, lu_strn(path.s, n), up.s, e);
	while (!rc && n < path.len) { /* from the top down to the parent of root */
		const char *slash;

		rc = add_above(ig, &path, top, n, up.s, e);
		lu_buf_trunc(&up, up.len - 3);
		slash = memchr(path.s + (n > 1 ? n + 1 : 1), '/', path.len - (n > 1 ? n + 1 : 1));
		n = slash ? (size_t)(slash - path.s) : path.len;
	}
done:
	lu_buf_free(&path);
	lu_buf_free(&up);
	return rc;
}
