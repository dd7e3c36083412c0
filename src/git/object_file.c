/* SPDX-License-Identifier: MIT
 * Objects are looked at before libgit2 opens them: it waits for who writes to a FIFO, and some versions read a file that is
 * cut short, as a crash of the machine leaves it, for ever. */
#include "git/object_file.h"

#include <dirent.h>
#include <sys/stat.h>

#include "core/file.h"
#include "git/deflated.h"
#include "git/pack_index.h"

#define FOLDERS_MAX    50        /* of objects */
#define BORROWS_MAX    5         /* repositories that borrow from one another, as libgit2 follows them */
#define ALTERNATES_MAX (1 << 20) /* bytes of the file that names them */
#define HEAD_MAX       32        /* bytes before the content of an object: "commit 123" */

static lu_code odd(const char *path, lu_err *e)
{
	return lu_fail(e, LU_EREJECT, "'%.300s' is no regular file", path);
}

/* Are all in `folder`/`name` regular files or folders, and indexes what they should be? What is not there is no trouble.
 * The packs are kept. */
static lu_code check_files(lu_git *g, lu_str folder, const char *name, lu_err *e)
{
	lu_buf path = LU_BUF;
	struct stat st;
	struct dirent *x;
	size_t n;
	lu_code rc = LU_OK;
	DIR *d;

	lu_buf_addf(&path, "%.*s/%s/", LU_FMT(folder), name);
	n = path.len;
	d = path.oom ? NULL : opendir(path.s);
	while (d && !rc && !path.oom && (x = readdir(d))) {
		lu_buf_trunc(&path, n);
		lu_buf_adds(&path, x->d_name);
		if (path.oom || stat(path.s, &st) || S_ISDIR(st.st_mode)) continue;
		if (!S_ISREG(st.st_mode)) rc = odd(path.s, e);
		else if (lu_str_ends(lu_buf_str(&path), ".idx")) {
			rc = lu__git_check_index(path.s, e);
			if (!rc) rc = lu__git_pack_add(&g->packs, path.s, &g->a, e);
		}
	}
	if (path.oom) rc = lu_nomem(e);
	if (d) closedir(d);
	lu_buf_free(&path);
	return rc;
}

/* A folder, and those that it borrows from, which a file in it names, one a line. */
static lu_code add_folder(lu_git *g, lu_str folder, int depth, lu_err *e)
{
	lu_buf path = LU_BUF, text = LU_BUF;
	lu_err why;
	lu_str *v, rest = { NULL, 0 };
	lu_code rc = check_files(g, folder, "info", e);

	if (!rc) rc = check_files(g, folder, "pack", e);
	if (!rc && g->folders.n == FOLDERS_MAX)
		rc = lu_fail(e, LU_EREJECT, "its objects are in more than %d folders", FOLDERS_MAX);
	if (!rc && !(v = lu_arena_grow(&g->a, g->folders.v, g->folders.n, sizeof *v))) rc = lu_nomem(e);
	if (!rc) {
		g->folders.v = v;
		v[g->folders.n] = lu_arena_dup(&g->a, folder);
		if (!v[g->folders.n++].s) rc = lu_nomem(e);
	}
	lu_buf_addf(&path, "%.*s/info/alternates", LU_FMT(folder));
	if (path.oom) rc = lu_nomem(e);
	if (!rc && depth < BORROWS_MAX && lu_file_exists(path.s)) {
		if (lu_file_read(path.s, ALTERNATES_MAX, &text, &why)) rc = lu_fail(e, LU_EREJECT, "%s", why.msg);
		else rest = lu_buf_str(&text);
	}
	while (!rc && rest.n) {
		lu_str line = lu_str_trim(lu_str_take(&rest, '\n'));

		if (!line.n || line.s[0] == '#') continue;
		lu_buf_reset(&path);
		if (line.s[0] != '/') lu_buf_addf(&path, "%.*s/", LU_FMT(folder));
		lu_buf_addstr(&path, line);
		rc = path.oom ? lu_nomem(e) : add_folder(g, lu_buf_str(&path), depth + 1, e);
	}
	lu_buf_free(&path);
	lu_buf_free(&text);
	return rc;
}

lu_code lu__git_folders(lu_git *g, const char *objects, lu_err *e)
{
	return add_folder(g, lu_strz(objects), 0, e);
}

lu_code lu__git_damaged(const lu_git *g, const char *what, lu_err *e)
{
	const git_error *why = g->lib->error_last();

	return lu_fail(e, LU_EFORMAT, "cannot read %s: %.300s", what,
		       why && why->message ? why->message : "it is damaged");
}

/* The file of an object, and its state; false: it has none. */
static bool find_file(const lu_git *g, const git_oid *id, lu_buf *path, struct stat *st)
{
	char hex[LU_GIT_ID];

	g->lib->oid_tostr(hex, sizeof hex, id);
	for (size_t i = 0; i < g->folders.n; i++) {
		lu_buf_reset(path);
		lu_buf_addf(path, "%.*s/%.2s/%s", LU_FMT(g->folders.v[i]), hex, hex + 2);
		if (!path->oom && stat(path->s, st) == 0) return true;
	}
	return false;
}

lu_code lu__git_header(lu_git *g, const git_oid *id, const char *what, git_object_t *type, size_t *n, lu_err *e)
{
	lu_buf path = LU_BUF;
	struct stat st;
	lu_code rc = LU_OK;
	int got;

	if (find_file(g, id, &path, &st) && !S_ISREG(st.st_mode)) rc = odd(path.s, e);
	if (path.oom) rc = lu_nomem(e);
	lu_buf_free(&path);
	if (rc) return rc;
	if (!lu__git_chain_ends(&g->packs, id))
		return lu_fail(e, LU_EFORMAT,
			       "cannot read %s: its pack is damaged: it is made of itself, or of too many others",
			       what);
	got = g->lib->odb_read_header(n, type, g->db, id);
	if (got == GIT_ENOTFOUND) return lu_fail(e, LU_ENOENT, "%s is not there", what);
	return got ? lu__git_damaged(g, what, e) : LU_OK;
}

lu_code lu__git_whole(const lu_git *g, const git_oid *id, size_t n, const char *what, lu_err *e)
{
	lu_buf path = LU_BUF, text = LU_BUF;
	struct stat st;
	lu_err why;
	size_t size = 0;
	lu_code rc = LU_OK;

	if (find_file(g, id, &path, &st)) {
		/* what can not be compressed grows a little */
		rc = lu_file_read(path.s, n + n / 1000 + 1000, &text, &why);
		if (rc == LU_ENOMEM) rc = lu_nomem(e);
		else if (rc || !lu__deflated_size(lu_buf_str(&text), n + HEAD_MAX, &size) || size < n)
			rc = lu_fail(e, LU_EFORMAT, "cannot read %s: '%.300s' is damaged", what, path.s);
	}
	if (path.oom) rc = lu_nomem(e);
	lu_buf_free(&path);
	lu_buf_free(&text);
	return rc;
}
