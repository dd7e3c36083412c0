/* SPDX-License-Identifier: MIT
 * Where the tree of a store is now. A store in DIR/.lucus goes with DIR when that is renamed, copied or mounted elsewhere, and
 * what is asked there is asked of DIR. */
#include <string.h>
#include <sys/stat.h>

#include "core/file.h"
#include "store/internal.h"

#define BESIDE  ".lucus/lucus.db"
#define LOOK_AT 64 /* files that must be in a folder, most of them, for it to be their tree */

/* The folder whose .lucus holds the store; empty when it lies anywhere else. */
static lu_code folder_of(const lu_store *s, lu_buf *out, lu_err *e)
{
	lu_str path = lu_strz(s->path), dir;
	lu_buf at = LU_BUF;
	lu_err why;
	lu_code rc = LU_OK;

	lu_buf_reset(out);
	if (!lu_str_eqz(path, BESIDE) && !lu_str_ends(path, "/" BESIDE)) return LU_OK;
	dir = lu_strn(path.s, path.n - strlen(BESIDE));
	if (dir.n) lu_buf_addstr(&at, dir);
	else lu_buf_adds(&at, ".");
	if (at.oom) rc = lu_nomem(e);
	else if (lu_file_real(at.s, out, &why)) lu_buf_reset(out); /* then nothing can be said of it */
	lu_buf_free(&at);
	return out->oom ? lu_nomem(e) : rc;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool lies_in(lu_str path, lu_str folder)
{
	return path.n > folder.n && path.s[folder.n] == '/' && !memcmp(path.s, folder.s, folder.n);
}

/* Are most of the files of the knowledge base in the folder? */
static lu_code has_files(lu_store *s, int64_t tenant, int64_t kb, lu_str dir, bool *has, lu_err *e)
{
	sqlite3_stmt *st = NULL;
	lu_buf at = LU_BUF;
	int all = 0, there = 0;
	lu_code rc = lu__stmt(s, "SELECT path FROM file WHERE tenant = ? AND kb = ? AND reason IS NULL LIMIT ?", &st, e,
			      "iii", tenant, kb, (int64_t)LOOK_AT);

	while (!rc && !(rc = lu__step(s, st, "list files", e))) {
		struct stat is;

		lu_buf_reset(&at);
		lu_buf_addf(&at, "%.*s/%.*s", LU_FMT(dir), LU_FMT(lu__text(st, 0)));
		if (at.oom) rc = lu_nomem(e);
		all++;
		there += !at.oom && lstat(at.s, &is) == 0 && S_ISREG(is.st_mode);
	}
	lu_buf_free(&at);
	*has = there && 2 * there >= all;
	return lu__end(st, rc);
}

lu_code lu__home(lu_store *s, int64_t tenant, lu_kb *k, lu_arena *a, lu_err *e)
{
	lu_buf dir = LU_BUF;
	bool has = false;
	lu_str here;
	lu_code rc = k->root.n ? folder_of(s, &dir, e) : LU_OK;

	here = lu_buf_str(&dir);
	/* a folder of the tree, or one that it is in, is chosen, and no other place of it */
	if (rc || !here.n || lu_str_eq(here, k->root) ||
	    ((lies_in(here, k->root) || lies_in(k->root, here)) && is_folder(k->root.s)))
		goto out;
	rc = has_files(s, tenant, k->id, here, &has, e);
	if (rc || !has) goto out;
	k->root = lu_arena_dup(a, here);
	k->moved = true;
	if (!k->root.s) rc = lu_nomem(e);
out:
	lu_buf_free(&dir);
	return rc;
}
