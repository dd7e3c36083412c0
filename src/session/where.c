/* SPDX-License-Identifier: MIT
 * Where the store is. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "session/area.h"

#define DEFAULT_DB "/.lucus/lucus.db"

/* What may not be looked at is there: who needs it says why it can not be read. */
static bool is_there(const char *path)
{
	return lu_file_exists(path) || errno == EACCES;
}

/* The nearest folder from `dir` upward that holds `name`; empty when there is none. `dir` is absolute. */
static void find_upward(lu_str dir, const char *name, lu_buf *out)
{
	for (;;) {
		size_t n = dir.n > 1 ? dir.n : 0; /* the root itself ends with '/' */

		lu_buf_reset(out);
		lu_buf_add(out, dir.s, n);
		lu_buf_adds(out, name);
		if (out->oom) return;
		if (is_there(out->s)) {
			lu_buf_trunc(out, n);
			return;
		}
		if (!n) break;
		dir = lu_str_before_last(dir, '/');
		if (!dir.n) dir = lu_strz("/");
	}
	lu_buf_reset(out);
	out->oom = false;
}

static bool exists_upward(lu_str dir, const char *name, lu_buf *out)
{
	lu_buf probe = LU_BUF;
	bool found;

	find_upward(dir, name, out);
	lu_buf_addf(&probe, "%s%s", out->s, name);
	found = (out->len || !strcmp(probe.s, name)) && is_there(probe.s);
	lu_buf_free(&probe);
	return found;
}

lu_code lu_where_path(const lu_where *w, const char *from, lu_buf *path, bool *found, lu_err *e)
{
	lu_buf here = LU_BUF;
	struct stat st;
	lu_code rc;

	lu_buf_reset(path);
	if (w->db) {
		lu_buf_adds(path, w->db);
		*found = is_there(path->s);
		return path->oom ? lu_nomem(e) : LU_OK;
	}
	rc = lu_file_real(from, &here, e);
	if (!rc && stat(here.s, &st) == 0 && !S_ISDIR(st.st_mode))
		lu_buf_trunc(&here, lu_str_before_last(lu_buf_str(&here), '/').n);
	if (!rc && !here.len) lu_buf_addc(&here, '/');
	if (!rc) {
		*found = exists_upward(lu_buf_str(&here), DEFAULT_DB, path);
		if (!*found) rc = lu_area_root(lu_buf_str(&here), path, e);
		if (path->len == 1) lu_buf_reset(path);
		lu_buf_adds(path, DEFAULT_DB);
		if (path->oom) rc = lu_nomem(e);
	}
	lu_buf_free(&here);
	return rc;
}

/* ---- reading ---- */

static lu_code open_to_read(const lu_where *w, const char *path, lu_store **s, lu_err *e)
{
	lu_code rc = lu_store_open(s, path, LU_STORE_READ, 0, e);

	return rc ? rc : lu_store_use(*s, w->tenant, w->kb, e);
}

lu_code lu_where_store(const lu_where *w, const char *from, lu_buf *path, lu_err *e)
{
	bool found = false;
	lu_code rc = lu_where_path(w, from, path, &found, e);

	if (rc || found) return rc;
	if (w->db) return lu_fail(e, LU_ENOENT, "no store '%s': run 'lucus sync --db %s'", path->s, path->s);
	return lu_fail(e, LU_ENOENT, "no store here or above: run 'lucus sync', or give --db FILE");
}

lu_code lu_where_read(const lu_where *w, const char *from, lu_store **s, lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_code rc = lu_where_store(w, from, &path, e);

	*s = NULL;
	if (!rc) rc = open_to_read(w, path.s, s, e);
	lu_buf_free(&path);
	return rc;
}

lu_code lu_where_find(const lu_where *w, const char *from, lu_store **s, lu_err *e)
{
	lu_buf path = LU_BUF;
	bool found = false;
	lu_code rc = lu_where_path(w, from, &path, &found, e);

	*s = NULL;
	if (!rc && found) rc = lu_store_open(s, path.s, LU_STORE_READ, 0, e);
	if (!rc && found && (rc = lu_store_use(*s, w->tenant, w->kb, e)) == LU_ENOENT) {
		lu_store_close(*s);
		*s = NULL;
		rc = LU_OK;
	}
	lu_buf_free(&path);
	return rc;
}

lu_code lu_where_reopen(const lu_where *w, lu_store **s, lu_err *e)
{
	lu_buf path = LU_BUF;
	lu_code rc;

	lu_buf_adds(&path, lu_store_path(*s));
	lu_store_close(*s);
	*s = NULL;
	rc = path.oom ? lu_nomem(e) : open_to_read(w, path.s, s, e);
	lu_buf_free(&path);
	return rc;
}

/* ---- writing ---- */

/* The .lucus folder of a default store; it has git leave it alone. */
static lu_code make_folder(const char *db, lu_err *e)
{
	lu_buf p = LU_BUF;
	lu_str dir = lu_str_before_last(lu_strz(db), '/');
	lu_code rc;
	int fd;

	lu_buf_addstr(&p, dir);
	rc = p.oom ? lu_nomem(e) : lu_dir_make(p.s, e);
	lu_buf_adds(&p, "/.gitignore");
	if (!rc && p.oom) rc = lu_nomem(e);
	if (!rc) {
		/* a link that came with the tree is not followed */
		fd = open(p.s, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 ? errno != EEXIST : write(fd, "*\n", 2) != 2) {
			rc = lu_fail(e, LU_EIO, "cannot write '%s': %s", p.s, strerror(errno));
			if (fd >= 0) unlink(p.s);
		}
		if (fd >= 0) close(fd);
	}
	lu_buf_free(&p);
	return rc;
}

/* A mistyped name must not make a new knowledge base. */
static lu_code must_exist(const lu_where *w, lu_store *s, lu_err *e)
{
	lu_arena a = { 0 };
	lu_kb *v = NULL;
	size_t n = 0;
	bool found = false;
	lu_code rc = lu_store_kbs(s, w->tenant, &a, &v, &n, e);

	for (size_t i = 0; i < n && !rc; i++) found |= lu_str_eqz(v[i].name, w->kb);
	if (!rc && !found)
		rc = lu_fail(e, LU_ENOENT, "no knowledge base '%s' of tenant '%s' in '%s'", w->kb, w->tenant,
			     lu_store_path(s));
	lu_arena_free(&a);
	return rc;
}

lu_code lu_where_write(const lu_where *w, const char *from, bool create, lu_store **s, lu_err *e)
{
	lu_buf path = LU_BUF;
	bool found = false;
	lu_code rc = lu_where_path(w, from, &path, &found, e);

	if (!rc && !found && !create) rc = lu_fail(e, LU_ENOENT, "no store '%s': run 'lucus sync'", path.s);
	if (!rc && !found && !w->db) rc = make_folder(path.s, e);
	if (!rc) rc = lu_store_open(s, path.s, LU_STORE_WRITE, w->wait_s, e);
	lu_buf_free(&path);
	if (!rc && !create) rc = must_exist(w, *s, e);
	return rc ? rc : lu_store_use(*s, w->tenant, w->kb, e);
}
