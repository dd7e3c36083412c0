/* SPDX-License-Identifier: MIT */
#include "store/beside.h"

#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"

#define WAIT_MS 2000

void lu__beside_close(struct lu__beside *l)
{
	sqlite3_close(l->db);
	lu_buf_free(&l->path);
	lu_arena_free(&l->a);
}

lu_code lu__beside_fail(struct lu__beside *l, const char *what, lu_err *e)
{
	int code = sqlite3_errcode(l->db) & 0xff;

	if (code == SQLITE_NOMEM) return lu_nomem(e);
	if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
		return lu_fail(e, LU_EBUSY, "cannot %s: '%s' is in use", what, l->path.s);
	return lu_fail(e, LU_EDB, "cannot %s in '%s': %s", what, l->path.s, sqlite3_errmsg(l->db));
}

/* The names of what `s` uses, and where the file is. */
static lu_code whose(lu_store *s, struct lu__beside *l, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	int step;
	lu_code rc = lu__need_kb(s, e);

	lu_buf_addf(&l->path, "%s-%s", s->path, l->name);
	if (!rc && l->path.oom) rc = lu_nomem(e);
	if (!rc)
		rc = lu__stmt(s,
			      "SELECT t.name, k.name FROM kb k JOIN tenant t ON t.id = k.tenant"
			      " WHERE k.tenant = ? AND k.id = ?",
			      &st, e, "k");
	if (rc) return rc;
	/* not by lu__step(), which ends what was interrupted: what that has cost is written down all the same */
	step = sqlite3_step(st);
	if (step == SQLITE_ROW) {
		l->tenant = lu__copy(st, 0, &l->a);
		l->kb = lu__copy(st, 1, &l->a);
		if (!l->tenant.s || !l->kb.s) rc = lu_nomem(e);
	} else {
		rc = step == SQLITE_DONE ? lu_fail(e, LU_ENOENT, "the knowledge base is gone")
					 : lu__db_fail(s, "read the knowledge base", e);
	}
	sqlite3_reset(st);
	return rc;
}

/* Can it be written, or be created? Its journal stands beside it while it is. */
static bool may_write(const struct lu__beside *l)
{
	lu_buf dir = LU_BUF;
	bool may;

	if (lu_file_exists(l->path.s) && access(l->path.s, W_OK)) return false;
	lu_buf_addstr(&dir, lu_str_before_last(lu_buf_str(&l->path), '/'));
	may = !dir.oom && access(dir.len ? dir.s : l->path.s[0] == '/' ? "/" : ".", W_OK) == 0;
	lu_buf_free(&dir);
	return may;
}

/* One that was not finished is empty. */
static bool is_there(const struct lu__beside *l)
{
	struct stat st;

	return stat(l->path.s, &st) == 0 && st.st_size > 0;
}

/* SQLite would wait for who writes to a FIFO. */
static lu_code check_files(const struct lu__beside *l, lu_err *e)
{
	lu_buf journal = LU_BUF;
	struct stat st;
	lu_code rc = LU_OK;

	lu_buf_addf(&journal, "%s-journal", l->path.s);
	if (journal.oom) rc = lu_nomem(e);
	else if ((!lstat(l->path.s, &st) && !S_ISREG(st.st_mode)) || (!lstat(journal.s, &st) && !S_ISREG(st.st_mode)))
		rc = lu_fail(e, LU_EFORMAT, "cannot open the %s: '%s' or its journal is no regular file", l->name,
			     l->path.s);
	lu_buf_free(&journal);
	return rc;
}

lu_code lu__beside_open(lu_store *s, const char *name, bool write, struct lu__beside *out, lu_err *e)
{
	int flags = write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
	mode_t mask;
	lu_code rc;
	int opened;

	*out = (struct lu__beside){ .name = name, .path = LU_BUF };
	if ((rc = whose(s, out, e)) || !(write ? may_write(out) : is_there(out))) return rc;
	if ((rc = check_files(out, e))) return rc;
	mask = umask(077);
	opened = sqlite3_open_v2(out->path.s, &out->db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, NULL);
	umask(mask);
	if (!out->db) return lu_nomem(e);
	if (opened) {
		lu_buf what = LU_BUF;

		lu_buf_addf(&what, "open the %s", name);
		rc = what.oom ? lu_nomem(e) : lu__beside_fail(out, what.s, e);
		lu_buf_free(&what);
		return rc;
	}
	lu__distrust(out->db);
	sqlite3_busy_timeout(out->db, WAIT_MS);
	return LU_OK;
}

lu_code lu__beside_stmt(struct lu__beside *l, const char *sql, sqlite3_stmt **st, lu_err *e)
{
	if (sqlite3_prepare_v2(l->db, sql, -1, st, NULL) ||
	    sqlite3_bind_text64(*st, 1, l->tenant.s, l->tenant.n, SQLITE_STATIC, SQLITE_UTF8) ||
	    sqlite3_bind_text64(*st, 2, l->kb.s, l->kb.n, SQLITE_STATIC, SQLITE_UTF8)) {
		lu_buf what = LU_BUF;
		lu_code rc;

		lu_buf_addf(&what, "read the %s", l->name);
		rc = what.oom ? lu_nomem(e) : lu__beside_fail(l, what.s, e);
		lu_buf_free(&what);
		return rc;
	}
	return LU_OK;
}
